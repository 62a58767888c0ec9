"""What is wrong with the sheets of a game, held against its rules: names that are gone, tables that nobody shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.emit.print.sheet import Described, Gone, Sheet
from regola_compiler.ir.tree import Ir, Modifiers, Table

NAMES_NOTHING = Code(
    "R821",
    "sheet-names-nothing",
    "a sheet names something that the rules do not have",
    Severity.WARNING,
    ground=Ground.DATA,
)
NOT_ON_A_SHEET = Code(
    "R822",
    "not-on-a-sheet",
    "a table or a list of modifiers that no sheet shows",
    Severity.WARNING,
    ground=Ground.DATA,
)

NOT_TRANSLATED = Code(
    "R823",
    "sheet-not-translated",
    "a text of a sheet that is not there in the language it is printed in",
    Severity.WARNING,
)

# Of how many names all are told, if none is near.
MANY = 14
# What is said of a name that is gone, by what it was to be.
_RULES_HAVE_NO = {
    "action": later("the rules have no action `{name}`"),
    "rule": later("the rules have no rule `{name}`"),
    "action, rule or section": later("the rules have no action, rule or section `{name}`"),
    "table": later("the rules have no table `{name}`"),
    "table of modifiers": later("the rules have no table of modifiers `{name}`"),
    "sequence or phase": later("the rules have no sequence or phase `{name}`"),
    "phase": later("the rules have no phase `{name}`"),
}
_TABLE_HAS_NO = {
    "row": later("the table `{table}` has no row `{name}`"),
    "column": later("the table `{table}` has no column `{name}`"),
    "cell": later("the table `{table}` has no cell `{name}`"),
}

ALL = (NAMES_NOTHING, NOT_ON_A_SHEET, NOT_TRANSLATED)

# The line of what a path leads to in a description, whose file is called so.
PlaceOf: TypeAlias = Callable[[Any, list[Any], str], Span]


@dataclass(frozen=True, slots=True)
class SheetNames:
    """What a description names.

    Attributes:
        described: The description.
        used: All that it names and that the rules have.
        shown: The tables and modifiers that it shows, or leaves out on purpose.
        gone: What it names in vain.
    """

    described: Described
    used: frozenset[str]
    shown: frozenset[str]
    gone: tuple[Gone, ...]


def names_on(ir: Ir, sheets: Sequence[Described]) -> tuple[SheetNames, ...]:
    """What each sheet of a game names: it is made into a document for it, in one language, since all name the same."""
    found = []
    for raw in sheets:
        sheet = Sheet(ir, next(iter(ir.languages), "en"), raw.data)
        sheet.document()
        shown = sheet.shown | {str(name) for name in raw.data.get("not-shown", {})}
        found.append(SheetNames(raw, frozenset(sheet.used), frozenset(shown), tuple(sheet.gone)))
    return tuple(found)


def sheet_findings(ir: Ir, sheets: Sequence[SheetNames], place_of: PlaceOf) -> Iterator[Diagnostic]:
    """The findings about the sheets of a game, at the lines that `place_of` tells; none where it has none."""
    for sheet in sheets:
        raw = sheet.described
        for gone in sheet.gone:
            # What a table has within it is told when it is printed: `check` keeps only what it knows by names.
            if gone.name in ir.broken or gone.table:
                continue
            yield _names_nothing(gone, raw, place_of)
        yield from _left_out_in_vain(ir, raw, place_of)
    if sheets:
        shown = frozenset().union(*(sheet.shown for sheet in sheets))
        # A table whose name is misspelt on a sheet is on it, as soon as that is mended.
        meant = {gone.near for sheet in sheets for gone in sheet.gone if gone.near}
        yield from _nowhere(ir, shown | meant, sheets[0].described)


def remarks(ir: Ir, raw: Described, language: str, place_of: PlaceOf) -> Iterator[Diagnostic]:
    """What somebody who prints a sheet in a language should know of it: what is left out, and what is not translated.

    Args:
        ir: The game.
        raw: The sheet.
        language: The tag of the language it is printed in.
        place_of: The line of what a path leads to.
    """
    sheet = Sheet(ir, language, raw.data)
    sheet.document()
    for gone in sheet.gone:
        yield _names_nothing(gone, raw, place_of)
    for path in _foreign(raw.data, sheet.foreign, language):
        place = place_of(raw.data, list(path), raw.shown)
        yield Diagnostic(
            NOT_TRANSLATED,
            say("this text has no `{language}`", language=language),
            place,
            help=say('add `{language}: "…"` to it', language=language),
        )


def _foreign(data: Any, texts: Sequence[Mapping[str, Any]], language: str) -> Iterator[tuple[str | int, ...]]:
    """The places of a description at which texts stand that have not this language."""
    if isinstance(data, Mapping):
        if language not in data and any(dict(text) == dict(data) for text in texts):
            yield ()
        for key, value in data.items():
            for path in _foreign(value, texts, language):
                yield (str(key), *path)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for number, value in enumerate(data):
            for path in _foreign(value, texts, language):
                yield (number, *path)


def _names_nothing(gone: Gone, raw: Described, place_of: PlaceOf) -> Diagnostic:
    if gone.what == "colour":
        message = say("no colour is called `{name}`", name=gone.name)
    elif gone.table:
        message = say(
            _TABLE_HAS_NO[gone.what],
            table=gone.table,
            name=gone.name,
        )
    else:
        message = say(_RULES_HAVE_NO[gone.what], name=gone.name)
    return Diagnostic(
        NAMES_NOTHING, message, place_of(raw.data, list(gone.path), raw.shown), subject=gone.name, help=_instead(gone)
    )


def _instead(gone: Gone) -> str:
    """What could be written in place of a name that is gone."""
    if gone.hint:
        return gone.hint
    if gone.near:
        return say("did you mean `{close}`?", close=gone.near)
    if gone.what == "colour":
        return say('give it a value under `colours`, or write one here: "#2f4858"')
    if 0 < len(gone.known) <= MANY:
        return say("there is {names}", names=", ".join(f"`{name}`" for name in gone.known))
    if gone.table:
        return say("write it as the rules do")
    return say("`regola list` names all there are; take it out, or name what took its place")


def _left_out_in_vain(ir: Ir, raw: Described, place_of: PlaceOf) -> Iterator[Diagnostic]:
    for name in raw.data.get("not-shown", {}):
        if name not in ir.tables:
            place = place_of(raw.data, ["not-shown", name], raw.shown)
            message = say("the rules have no table or modifiers `{name}`", name=name)
            yield Diagnostic(NAMES_NOTHING, message, place, subject=str(name), help=say("take it out of `not-shown`"))


def _nowhere(ir: Ir, shown: frozenset[str], first: Described) -> Iterator[Diagnostic]:
    """The tables that are printed in the book, and modifiers, that are on no sheet."""
    items: dict[str, Any] = {item.name: item for item in ir.functions}
    for name in ir.tables:
        if name not in shown and isinstance(items.get(name), Table | Modifiers):
            yield Diagnostic(
                NOT_ON_A_SHEET,
                say("no sheet shows the table `{name}`", name=name)
                if isinstance(items[name], Table)
                else say("no sheet shows the list of modifiers `{name}`", name=name),
                Span(first.shown, 1, 1, 1, 2),
                subject=name,
                help=say(
                    "put it into a block, or below `not-shown:` with the reason: `{name}: looked up once a game`",
                    name=name,
                ),
            )
