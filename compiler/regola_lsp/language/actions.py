"""What can be done about a finding at once, as edits: nothing is invented, what has to be said is left open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regola_compiler.analysis.boxes import Space, runs
from regola_compiler.analysis.coverage import Fuel
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.book import example_fails
from regola_compiler.checks.common import EITHER, RENAMED
from regola_compiler.checks.registry import SLUGS
from regola_compiler.literate.source import is_literate
from regola_compiler.model.program import Table, from_ordinal
from regola_compiler.model.types import EnumType, show
from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, anchor_suffix
from regola_dsl.wording import Said, say, say_number

from regola_lsp.language.names import Names
from regola_lsp.language.rename import Edit
from regola_lsp.language.scenario import scenario_of

# What is to be filled in by whoever writes.
OPEN = "?"
# So much of a line is shown in a menu.
WIDE = 72
# Up to how many missing rows are put in at once.
MOST = 40
# Findings that a disagreement of the book with itself, or its silence, may be the reason of.
_OF_THE_BOOK = frozenset(
    {"contradiction", "table-overlap", "table-gap", "missing-rule", "no-value", "example-fails", "impossible-duty"}
)
_MEANT = re.compile(r"did you mean `(?P<close>[^`]+)`\?|^write `(?P<instead>[^`]+)` in place of ")


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done about a finding, and whether it is what most would do; `creates` is a new file."""

    title: str
    finding: Diagnostic
    edits: tuple[Edit, ...]
    preferred: bool = False
    creates: str = ""


def actions(names: Names, path: str, found: Sequence[Diagnostic], language: str = "en") -> list[Action]:
    """What can be done about some findings of a file.

    Args:
        names: What stands where.
        path: The file.
        found: The findings, where they stand now.
        language: In which language a reason is begun, if the game has it.
    """
    offered = []
    for one in found:
        offered += [
            *(_tried(names, one) if one.fixes else _nearest(names, one)),
            *_rows(names, one),
            *_example(names, path, one),
            *_scenario(names, path, one),
        ]
        offered += [*_erratum(names, path, one, language), *_acceptance(names, path, one, language)]
    return offered


def _tried(names: Names, found: Diagnostic) -> Iterator[Action]:
    """What was tried and mends it: each change that the finding tells of, as it tells it."""
    # Whether a rule or its example is right, the book says.
    sure = len(found.fixes) == 1 and found.code != example_fails.CODE
    for span, text in found.fixes:
        source = names.reading.game.texts.get(span.path)
        if source is None or span.end_line > len(source.lines):
            continue
        title = _title(_stretch(source.lines, span), text)
        yield Action(title, found, (Edit(span, text),), preferred=sure)


def _stretch(lines: Sequence[str], span: Span) -> str:
    """What stands at a place."""
    whole = [lines[number - 1] for number in range(span.line, span.end_line + 1)]
    whole[-1] = whole[-1][: span.end_column - 1]
    return "\n".join([whole[0][span.column - 1 :], *whole[1:]])


def _title(was: str, now: str) -> str:
    """What is written in place of what, or left out, as far as there is room."""
    if not now.strip():
        return say("Leave out `{what}`", what=_shortly(was))
    return say("Write `{name}`", name=_shortly(now))


def _shortly(text: str) -> str:
    first = text.strip().partition("\n")[0]
    return first if first == text.strip() and len(first) <= WIDE else f"{first[:WIDE].rstrip()}…"


def _nearest(names: Names, found: Diagnostic) -> Iterator[Action]:
    """The name that was perhaps meant, wherever the other stands."""
    either = found.help.values if isinstance(found.help, Said) and found.help.template == EITHER else {}
    meant = _MEANT.search(found.help)
    written = re.findall(r"`([^`]+)`", found.message)
    if not (meant or either) or not written:
        return
    instead = str(either["other"]) if meant is None else meant["close"] or meant["instead"]
    edits = []
    for span in (found.span, *(label.span for label in found.related if label.text == "and here")):
        source = names.reading.game.texts.get(span.path)
        line = source.lines[span.line - 1] if source and span.line <= len(source.lines) else ""
        stretch = line[span.column - 1 : span.end_column - 1]
        for word in written:
            # What is in quotation marks itself stands for the word with those it has.
            marks = '"?' if instead.startswith('"') else ""
            place = re.search(rf"{marks}(?<!\w){re.escape(word)}(?!\w){marks}", stretch)
            if place is not None and word != instead:
                start, end = span.column + place.start(), span.column + place.end()
                edits.append(Edit(Span(span.path, span.line, start, span.line, end), instead))
                break
    if edits:
        yield Action(say("Write `{name}`", name=instead), found, tuple(edits), preferred=True)
    declared = [label.span for label in found.related if label.text == RENAMED]
    if either and len(declared) == 1:
        there = str(either["name"])
        yield Action(say("Write `{name}` where it is declared", name=there), found, (Edit(declared[0], there),))


# --- rows that are missing ----------------------------------------------------------------


def _rows(names: Names, found: Diagnostic) -> Iterator[Action]:
    """The rows that a table lacks, their answers left open."""
    if found.code.slug != "table-gap":
        return
    table = names.program.callables.get(found.subject)
    home = names.home_called(found.subject)
    node = names.nodes.get(home) if home else None
    if not isinstance(table, Table) or not isinstance(node, tree.Table) or len(node.rows) < 2:
        return
    cover = Analysis(names.program).cover(table)
    boxes = cover.uncovered(Fuel()).boxes[:MOST]
    lines = [line for box in boxes if (line := _row(table, cover.space, box)) is not None]
    if not lines:
        return
    last = names.now(node.rows[-1].span)
    source = names.reading.game.texts[last.path]
    indent = re.match(r"\s*", source.lines[last.line - 1])
    text = "".join(f"\n{indent[0] if indent else ''}{line}" for line in lines)
    end = len(source.lines[last.line - 1]) + 1
    title = say_number("Add the missing row", "Add the {number} missing rows", len(lines))
    yield Action(title, found, (Edit(Span(last.path, last.line, end, last.line, end), text),), preferred=True)


def _row(table: Table, space: Space, box: tuple[int, ...]) -> str | None:
    """One row for a box of inputs; None where a grid lacks less than a row."""
    cells = {dimension.label: _cell(space, i, box[i]) for i, dimension in enumerate(space.dimensions)}
    header = table.shown[0]
    if table.grid:
        if len(box) != 2 or box[1] != space.full[1]:
            return None
        return f"| {cells[space.dimensions[0].label]} | {' | '.join(OPEN for _ in header[1:])} |"
    return f"| {' | '.join(cells.get(label, OPEN) for label in header)} |"


def _cell(space: Space, i: int, mask: int) -> str:
    """The values of one input as a cell says them."""
    if mask == space.full[i]:
        return "-"
    type_ = space.dimensions[i].type
    parts = []
    for first, past in runs(mask):
        low, high = space.segments[i][first][0], space.segments[i][past - 1][1]
        said = [show(from_ordinal(place, type_), type_) for place in (low, high)]
        if isinstance(type_, EnumType):
            parts += [show(from_ordinal(place, type_), type_) for place in range(low, high + 1)]
        else:
            parts.append(said[0] if low == high else f"{said[0]}..{said[1]}")
    return ", ".join(parts)


# --- what is written below ----------------------------------------------------------------


def _below(names: Names, path: str, lines: Sequence[str]) -> Edit:
    """Lines at the end of a file, apart from what stands there."""
    source = names.reading.game.texts.get(path)
    text = source.text if source else ""
    written = text.split("\n")
    apart = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
    at = Span(path, len(written), len(written[-1]) + 1, len(written), len(written[-1]) + 1)
    if is_literate(path):
        lines = ["```regola", *lines, "```"]
    return Edit(at, apart + "\n".join(lines) + "\n")


def _example(names: Names, path: str, found: Diagnostic) -> Iterator[Action]:
    """The witness as an example of the rules, for what it should answer to be said."""
    if found.witness is not None and found.witness.example.strip():
        lines = found.witness.example.rstrip("\n").split("\n")
        yield Action(say("Write the position down as an example"), found, (_below(names, path, lines),))


def _scenario(names: Names, path: str, found: Diagnostic) -> Iterator[Action]:
    """The witness as a scenario of its own, to be played on or asked."""
    made = scenario_of(names, path, found)
    if made is not None:
        file, text = made
        at = Edit(Span(file, 1, 1, 1, 1), text)
        yield Action(say("Write the position down as a scenario"), found, (at,), creates=file)


def _acceptance(names: Names, path: str, found: Diagnostic, language: str) -> Iterator[Action]:
    """That the finding is of the book, and is to stay: with a reason that is still to be given."""
    name = _declaration(names, found)
    if found.code.slug not in SLUGS or not name:
        return
    anchors = anchor_suffix(_anchors(names, [found.span])[:1])
    lines = [f"accept {found.code.slug} in {name}{anchors}", f'  because {_language(names, language)} "{OPEN}"']
    yield Action(say("Accept `{code}` here, with a reason", code=found.code.slug), found, (_below(names, path, lines),))


def _erratum(names: Names, path: str, found: Diagnostic, language: str) -> Iterator[Action]:
    """That the book disagrees with itself here, or is silent: what its sections say is still to be told."""
    if found.code.slug not in _OF_THE_BOOK:
        return
    anchors = _anchors(names, [found.span, *(label.span for label in found.related)])
    if not anchors:
        return
    tag = _language(names, language)
    stem = re.sub(r"\W", "_", f"{_declaration(names, found) or 'book'}_{found.code.slug}")
    name = next(one for one in _numbered(stem) if one not in names.program.errata)
    if len(anchors) > 1:
        said = [f'  @{anchor.written} says {tag} "{OPEN}"' for anchor in anchors]
    else:
        said = [f"  @{anchors[0].written} silent"]
    lines = [f"erratum {name}{anchor_suffix(anchors)}", *said, f'  unresolved {tag} "{OPEN}"']
    yield Action(say("Write it down as an erratum of the book"), found, (_below(names, path, lines),))


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}_{number}" for number in range(2, 1_000))


def _declaration(names: Names, found: Diagnostic) -> str:
    """What a finding is about, by a name that an acceptance can give it."""
    parts = found.subject.replace("/", ".").split(".")
    program = names.program
    known = {**program.callables, **program.rules, **program.examples, **program.errata}
    return next((part for part in parts if part in known), "")


def _anchors(names: Names, spans: Sequence[Span]) -> tuple[Anchor, ...]:
    """The sections of what stands at some places, each once."""
    found: dict[str, Anchor] = {}
    for span in spans:
        home = names.home_at(span.path, span.line)
        node = names.nodes.get(home) if home else None
        if node is None or home is None:
            continue
        here = span.line - names.reading.homes[home].above
        for anchor in _innermost(node, here):
            found.setdefault(anchor.section, anchor)
    return tuple(found.values())


def _innermost(node: tree.Declaration, line: int) -> tuple[Anchor, ...]:
    """The sections of the exception that a line belongs to, or else of the declaration."""
    best: tuple[Anchor, ...] = getattr(node, "anchors", ())
    inner = getattr(node, "exceptions", ())
    while inner:
        held = next((one for one in inner if one.span.line <= line <= one.span.end_line), None)
        if held is None:
            break
        best = held.anchors or best
        inner = held.exceptions
    return best


def _language(names: Names, wanted: str) -> str:
    languages = names.reading.game.languages
    return wanted if wanted in languages else languages[0]
