"""What can be written next: by what the grammar takes there, and by the types of what stands around.

The grammar says which of its words fit, and whether a name does; what kind of name is told by the words before it.
Where a value is compared with one of a known type, its values come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from regola_compiler.checks.registry import SLUGS
from regola_compiler.literate.source import is_literate, read_literate
from regola_compiler.model import program as model
from regola_compiler.model.types import EnumType, HandleType, Type, UnionType
from regola_dsl.declarations import KINDS
from regola_dsl.parsing.words import keywords

from regola_lsp.language.names import Names, section_order
from regola_lsp.language.typed import Draft, chain_before, draft, fields_of, locals_of, type_of, wanted


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that can be written.

    Attributes:
        label: What is written.
        kind: What it is, as `Symbol.kind` has it; or `keyword`, `section`, `term`, `local`, `value`.
        detail: What is shown beside it.
        rank: What comes first: less is nearer.
        start: The column from which on it takes the place of what stands there.
    """

    label: str
    kind: str
    detail: str = ""
    rank: int = 5
    start: int = 0


_SECTION = re.compile(r'@(?:(?:[\w.]+|"[^"]*")\s*,\s*@?)*(?P<part>"?[\w./-]*)$')
_WORD = re.compile(r"[^\W\d]?[\w/]*$")
_TEXT = re.compile(r"(?:^|[\s|])([a-z]{2,3}(?:-\w+)*)\s*$")
# Behind these stands what can be done or played, and nothing else.
_DEEDS = frozenset({"do", "play", "may", "must", "can", "done"})
_VALUES = {True: "true", False: "false"}


def completions(names: Names, path: str, text: str, line: int, column: int, language: str = "") -> list[Completion]:
    """What can be written at a place of a text, the nearest first.

    Args:
        names: What stands where in the game, as it was read last.
        path: The file.
        text: What the file says now.
        line: The line, from 1.
        column: The column, from 1.
        language: In which language titles come first.
    """
    if is_literate(path):
        book, _ = read_literate(path, text)
        if not any(fence.first < line < fence.last for fence in book.fences):
            return []  # prose, which is nobody's but the author's
        text = book.text
    lines = [one.removesuffix("\r") for one in text.split("\n")]
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    found = list(_found(names, path, lines, line, before, language))
    best: dict[str, Completion] = {}
    for one in found:
        if one.label not in best or one.rank < best[one.label].rank:
            best[one.label] = one
    return sorted(best.values(), key=lambda one: (one.rank, _order(one)))


def _order(one: Completion) -> tuple[object, ...]:
    return (0, *section_order(one.label.strip('"'))) if one.kind == "section" else (1, one.label)


def _found(names: Names, path: str, lines: list[str], line: int, before: str, language: str) -> Iterator[Completion]:
    quotes = len(re.findall(r'(?<!\\)"', before))
    if quotes % 2:
        section = _SECTION.search(before)
        yield from _sections(names, section["part"], before, language) if section else _in_text(names, before)
        return
    if "#" in before:
        return
    if (section := _SECTION.search(before)) is not None:
        yield from _sections(names, section["part"], before, language)
        return
    word = _WORD.search(before)
    assert word is not None
    start = word.start() + 1
    if before.lstrip().startswith("|"):
        yield from (replace(one, start=start) for one in _in_cell(names, path, line, before))
        return
    if word.start() == 0:
        yield from (Completion(kind, "keyword", rank=3, start=1) for kind in KINDS)
        return
    known = draft(lines, line, before[: word.start()])
    own = locals_of(known, names)
    for one in _names(names, known, own):
        yield replace(one, start=start)


# --- sections and texts -------------------------------------------------------------------


def _sections(names: Names, part: str, before: str, language: str) -> Iterator[Completion]:
    """The sections of the book, those that are in the index and those that are cited, with their titles."""
    start = len(before) - len(part) + 1
    for section in dict.fromkeys((*(one for titles in names.titles.values() for one in titles), *names.sections)):
        written = section if re.fullmatch(r"\d+(\.\d+)*[a-z]?", section) else f'"{section}"'
        yield Completion(written, "section", names.title(section, language), 1, start)


def _in_text(names: Names, before: str) -> Iterator[Completion]:
    """Inside quotes: terms of the glossary where it is a text in some language, else pieces and places."""
    opened = before.rindex('"')
    tag = _TEXT.search(before[:opened])
    part = re.search(r"[^\W\d_]*$", before)
    start = (part.start() if part else len(before)) + 1
    glossary = names.reading.game.glossary
    if tag is not None:
        for concept in glossary.concepts if glossary else ():
            if tag[1] in concept.terms:
                terms = concept.terms[tag[1]]
                yield Completion(terms.preferred, "term", concept.declares or concept.id, 1, start)
        return
    for name, type_ in names.program.individuals.items():
        yield Completion(name, "value", type_, 1, opened + 2)


def _in_cell(names: Names, path: str, line: int, before: str) -> Iterator[Completion]:
    """In a table: the values of the column, by the table as it was read last."""
    home = names.home_at(path, line)
    node = names.nodes.get(home) if home else None
    item = names.program.callables.get(node.name.text) if node else None
    if not isinstance(item, model.Table):
        return
    column = before.count("|") - 1
    header = item.shown[0] if item.shown else ()
    types: dict[str, Type] = {one.label: one.type for one in item.dimensions}
    outputs = fields_of(item.result, names) if len(item.outputs) > 1 else dict.fromkeys(item.outputs, item.result)
    if item.grid:
        type_: Type | None = item.dimensions[0].type if column == 0 and item.dimensions else item.result
    else:
        label = header[column] if column < len(header) else ""
        type_ = types.get(label) or outputs.get(label)
    yield from _values(type_, names, 1)
    yield from (Completion(word, "keyword", rank=4) for word in ("otherwise", "-"))


# --- names --------------------------------------------------------------------------------


def _names(names: Names, known: Draft, own: dict[str, Type | None]) -> Iterator[Completion]:
    """What fits behind the tokens of a declaration."""
    if known.word() == ".":
        type_ = type_of(chain_before(known.tokens[:-1]), names, own)
        for name, one in fields_of(type_, names).items():
            yield Completion(name, "field", str(one), 1)
        return
    fits = known.fits
    for word, terminals in keywords().items():
        if word[0].isalpha() and fits.intersection(terminals):
            yield Completion(word, "keyword", rank=6)
    if "NAME" not in fits and fits:
        return
    if "BOOL" in fits:
        yield from _types(names)
    elif ("NOT" in fits or "INTEGER" in fits or not fits) and known.word() not in _DEEDS:
        yield from _expression(names, known, own)
    yield from _by_word(names, known)


def _types(names: Names) -> Iterator[Completion]:
    for name, info in names.program.types.items():
        yield Completion(name, "enum" if isinstance(info.type, EnumType) else "record", _text(info), 2)


def _expression(names: Names, known: Draft, own: dict[str, Type | None]) -> Iterator[Completion]:
    """What a value may be: values of the type that is asked for, names of this declaration, all that can be asked."""
    type_ = wanted(known, names, own)
    yield from _values(type_, names, 1)
    for name, one in own.items():
        yield Completion(name, "local", str(one or ""), 2)
    deeds = known.head == "example"
    for name, item in names.program.callables.items():
        if " " in name or "." in name or (isinstance(item, model.Fact) and item.hidden):
            continue
        if isinstance(item, model.Action) and not deeds:
            continue
        kind = item.kind if isinstance(item, model.Fact) else type(item).__name__.lower()
        shape = ", ".join(parameter.name for parameter in item.parameters)
        yield Completion(name, kind, f"({shape}) {_text(item)}" if shape else _text(item), 4)
    for name in names.program.types:
        yield Completion(name, "enum", "", 5)


def _values(type_: Type | None, names: Names, rank: int) -> Iterator[Completion]:
    """The values of a type that are written as words."""
    match type_:
        case EnumType():
            info = names.program.types.get(type_.name)
            told = {label: texts for label, _, texts, _ in info.parts} if info else {}
            for label in type_.members:
                text = next((one.text for one in told.get(label, ())), "")
                yield Completion(_quoted(label), "member", text or type_.name, rank)
        case HandleType():
            for name, of in names.program.individuals.items():
                if of == type_.name:
                    yield Completion(f'"{name}"', "value", of, rank + 1)
        case UnionType():
            for option in type_.options:
                yield from _values(option, names, rank)
        case _ if type_ is not None and str(type_) == "bool":
            yield from (Completion(word, "keyword", "bool", rank) for word in _VALUES.values())
        case _:
            pass


def _quoted(label: str) -> str:
    """A value as rules write it."""
    return label if re.fullmatch(r"[^\W\d_]\w*(?:[-/]\w+)*|\d\w*(?:[-/:]\w+)+", label) else f'"{label}"'


def _by_word(names: Names, known: Draft) -> Iterator[Completion]:
    """The names that a word before the cursor asks for."""
    last, head = known.word(), known.head
    program = names.program

    def listed(kind: str, found: Iterable[str]) -> Iterator[Completion]:
        return (Completion(name, kind, "", 1) for name in found)

    actions = [name for name, item in program.callables.items() if isinstance(item, model.Action)]
    match last:
        case "over" if head == "path":
            yield from listed("given", program.callables)
        case "over":
            yield from listed("exception", (*names.parts, *program.rules))
        case "under":
            facts = (item for item in program.callables.values() if isinstance(item, model.Fact))
            yield from listed("variant", (fact.name for fact in facts if fact.kind == "variant"))
        case "to" if head in {"exception", "then"}:
            definitions = [name for name, item in program.callables.items() if isinstance(item, model.Definition)]
            yield from listed("define", (*definitions, *program.rules, *names.parts))
        case "by" if head not in {"action", "phase", "sequence", "choice"}:
            yield from listed("erratum", program.errata)
        case "in" if head == "accept":
            yield from listed("define", (*program.callables, *program.rules, *program.examples, *program.errata))
        case "in" if head in {"action", "rule", "exception", "then"} and "NOT" not in known.fits:
            yield from listed("phase", sorted(names.phases))
        case "may" | "must" | "only" | "do" | "can" | "done" | "after":
            yield from listed("action", actions)
        case "not" if known.word(2) == "must":
            yield from listed("action", actions)
        case "or" if head in {"rule", "exception", "then"} and "NOT" not in known.fits:
            yield from listed("action", actions)
        case "play" | "lasting" | "until" | "each":
            yield from listed("phase", sorted(names.phases))
        case "accept":
            yield from listed("keyword", SLUGS)
        case "of" if "setup" in {known.word(2), known.word(3)}:
            yield from listed("scenario", program.starts)
        case "of" if known.word(2) in {"first", "last"}:
            scales = (name for name, info in program.types.items() if getattr(info.type, "ordered", False))
            yield from listed("scale", scales)
        case "label":
            yield from listed("field", program.callables)
        case "reset":
            facts = (item for item in program.callables.values() if isinstance(item, model.Fact))
            yield from listed("state", (fact.name for fact in facts if fact.kind == "state"))
        case "players" | "a":
            yield from _types(names)
        case _:
            pass


def _text(item: object) -> str:
    return next((text.text for text in getattr(item, "texts", ())), "")
