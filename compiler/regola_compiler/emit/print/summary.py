"""The rules in the order of the book: of each its title, in its section; tables and sequences where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from regola_compiler.emit.print import tables
from regola_compiler.emit.print.document import Beside, Block, ChapterText, Document, Foot, Line, Lines, Part, Section
from regola_compiler.emit.print.inline import line as line_of
from regola_compiler.emit.print.inline import numbered, plain
from regola_compiler.emit.print.names import Names
from regola_compiler.emit.print.sheet import below_title, sequence_part
from regola_compiler.ir.book import book_order, chapter, is_chapter
from regola_compiler.ir.tree import (
    Action,
    And,
    Call,
    Clause,
    Definition,
    Erratum,
    Expr,
    Fact,
    Ir,
    Modifiers,
    Named,
    Norm,
    Phase,
    Table,
    Told,
)

_SIZE, _LEAST = 8.2, 7.0


def summary(ir: Ir, language: str, *, paper: str = "a5") -> Document:
    """A document of chapters: whatever rules, tables and sequences a game has, a line or a table each.

    A rule stands in the first section that it cites; what cites none comes last.
    """
    names = Names(ir, language)
    intro = [names.words["summary_intro"], *([names.words["summary_errata"]] if ir.errata else [])]
    return _document(names, names.words["summary"], " ".join(intro), _chapters(names), paper)


def errata_sheet(ir: Ir, language: str, *, paper: str = "a5") -> Document:
    """A document of what the book contradicts or leaves open: what each passage says, and the ruling."""
    names = Names(ir, language)
    found: dict[str, list[Section]] = {}
    for erratum in sorted(ir.errata, key=lambda one: book_order(_first(one))):
        section = _first(erratum)
        part = Lines("lines", tuple(_readings(erratum, names)))
        found.setdefault(chapter(section), []).append(Section(section, names.title(erratum), (part,)))
    chapters = tuple(ChapterText(*_chapter_named(names, number), tuple(sections)) for number, sections in found.items())
    return _document(names, names.words["errata_sheet"], names.words["errata_intro"], chapters, paper)


def _document(names: Names, subtitle: str, intro: str, chapters: tuple[ChapterText, ...], paper: str) -> Document:
    title = names.text(names.ir.title, names.ir.game)
    size = {"a5": _SIZE, "a4": 9.6, "letter": 9.6}[paper]
    margin = 13.0 if paper == "a5" else 18.0
    return Document(
        title, subtitle, names.language, paper, False, margin, size, _LEAST, names.words, chapters=chapters, intro=intro
    )


def _first(erratum: Erratum) -> str:
    cited = [*erratum.anchors, *(anchor for statement in erratum.statements for anchor in statement.anchors)]
    return next(iter(numbered(tuple(cited))), cited[0] if cited else "")


def _readings(erratum: Erratum, names: Names) -> Iterator[Line]:
    for statement in erratum.statements:
        said = names.text(statement.texts) or (names.words["is_silent"] if statement.silent else "")
        if not said and statement.claim is not None:
            said = names.sentence(statement.claim, statement.given)
        yield Line((*plain(", ".join(statement.anchors), strong=True), *plain(f"  {said}")))
    ruling = erratum.ruling
    said = names.text(ruling.texts)
    if ruling.settled:
        followed = f" ({', '.join(ruling.anchors)})" if ruling.anchors else ""
        yield Line((*plain(f"{names.words['ruling']}{followed}: ", strong=True), *plain(said)), mark="→")
    else:
        yield Line((*plain(f"{names.words['unresolved']} ", strong=True), *plain(said)), mark="→")


# --- the rules in order -------------------------------------------------------------------


def _chapters(names: Names) -> tuple[ChapterText, ...]:
    placed: dict[str, list[Part]] = {}
    for section, part in _parts(names):
        placed.setdefault(section, []).append(part)
    chapters: dict[str, list[str]] = {}
    for section in sorted(placed, key=book_order):
        chapters.setdefault(chapter(section) if section else "", []).append(section)
    titles = {
        section.id: names.text({names.language: section.titles[names.language]})
        for section in names.ir.sections
        if names.language in section.titles
    }
    return tuple(
        ChapterText(
            *_chapter_named(names, number),
            tuple(
                Section(
                    "" if is_chapter(one) else one,
                    "" if is_chapter(one) else _cased(titles.get(one, "")),
                    _merged(placed[one]),
                )
                for one in sections
            ),
        )
        for number, sections in chapters.items()
    )


def _chapter_named(names: Names, number: str) -> tuple[str, str]:
    """The number of a chapter and its title: else it is `Section 2`, for a figure alone is taken for a page's."""
    for section in names.ir.sections:
        if section.heads and section.chapter == number and names.language in section.titles:
            return number, _cased(section.titles[names.language])
    if number[:1].isdigit():
        return "", f"{names.words['section']} {number}"
    return number, number.replace("-", " ").replace("_", " ").capitalize()


def _cased(title: str) -> str:
    """A title that the book shouts, said in a normal voice."""
    return title.capitalize() if title.isupper() else title


def _merged(parts: list[Part]) -> tuple[Part, ...]:
    """Lines that follow one another as one list."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, Lines) and isinstance(last, Lines) and part.style == last.style == "plain":
            found[-1] = Lines("plain", last.lines + part.lines)
        else:
            found.append(part)
    return tuple(found)


def _parts(names: Names) -> Iterator[tuple[str, Part]]:
    """Each rule as a line, each table and sequence as itself, with the section it stands in."""
    for sequence in names.ir.outlines:
        title = names.text(sequence.texts, sequence.name)
        steps = below_title(sequence_part(names, sequence, {}), title, (_home(sequence),))
        yield _home(sequence), _titled(title, steps)
        for phase in sequence.walk():
            for ending in phase.endings:
                if ending.texts:
                    line = Line(plain(f"{names.text(ending.texts)}."), numbered(ending.anchors)[1:])
                    yield _home(ending), Lines("plain", (line,))
    for event in names.ir.events:
        yield _home(event), Lines("plain", (_line(event, names),))
    seen: set[str] = set()
    for item in names.ir.functions:
        for section, line in _lines(item, names, seen):
            yield section, Lines("plain", (line,))
        if isinstance(item, Table):
            made = tables.grid if item.grid else tables.listed
            told = tables.beyond(item, names)
            below = (Foot(line_of(told)),) if told else ()
            yield _home(item), _titled(names.title(item), made(item, names, tables.Manner(small=True)), *below)
        if isinstance(item, Modifiers):
            yield _home(item), _titled(names.title(item), tables.amounts(item, names))


def _titled(title: str, *parts: Part) -> Part:
    return Beside((Block(parts, title),), ("1fr",))


def _lines(item: Named, names: Names, seen: set[str]) -> Iterator[tuple[str, Line]]:
    """The rules of a declaration, each with its section; exceptions stand below what they are exceptions to.

    One that stands in another section says behind itself what it is an exception to, and what is optional says so. A
    value leads its exceptions in: by itself it is no rule. What has no text is called by its name: that it is there is
    said. What was `seen` is not said again, whatever number of actions it speaks of.
    """
    match item:
        case Definition():
            if any(_home(part) == _home(item) for part in item.body.exceptions):
                yield _home(item), Line(plain(f"{names.title(item)}:"))
            yield from _exceptions(item, item.body, names)
        case Action():
            yield _home(item), _line(item, names)
            for guard in item.guards:
                if guard.kind in {"requires", "limit"} and guard.texts:
                    yield _home(guard), _line(guard, names)
            for norm in item.norms:
                if norm.name not in seen:
                    seen.add(norm.name)
                    yield _home(norm), _line(norm, names)
                    yield from _exceptions(norm, norm, names)
        case _:
            pass


def _exceptions(above: Named, part: Clause | Norm, names: Names) -> Iterator[tuple[str, Line]]:
    for exception in part.exceptions:
        beside = _home(exception) == _home(above)
        yield _home(exception), _line(exception, names, "– " if beside else "", "" if beside else names.title(above))
        yield from _exceptions(exception, exception, names)


def _line(item: Named, names: Names, before: str = "", above: str = "") -> Line:
    more = tuple(one for one in numbered(item.anchors) if one != _home(item))
    said = "; ".join(filter(None, (above, _optional(item, names))))
    return Line(plain(f"{before}{names.title(item)}."), more, aside=f"({said})" if said else "")


def _optional(item: Named, names: Names) -> str:
    """That a rule or an exception holds only where the players agree to a variant, and to which."""
    variant = (
        item.under if isinstance(item, Norm) else _variant_asked(item.when, names) if isinstance(item, Clause) else ""
    )
    return f"{names.words['optional']}: {names.title(names.declarations[variant])}" if variant else ""


def _variant_asked(condition: Expr | None, names: Names) -> str:
    """The variant that a condition asks for beside all else; nothing if it asks for none."""
    match condition:
        case And():
            return next(filter(None, (_variant_asked(one, names) for one in condition.operands)), "")
        case Call() if isinstance(fact := names.declarations.get(condition.name), Fact) and fact.kind == "variant":
            return fact.name
        case _:
            return ""


def _home(item: Told | Phase) -> str:
    return next(iter(numbered(item.anchors)), item.anchors[0] if item.anchors else "")
