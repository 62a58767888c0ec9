"""What several checks say in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, assert_never

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity, Witness, counted, nearest
from regola_dsl.source import Span
from regola_dsl.wording import enumerated, later, say

from regola_compiler.analysis.boxes import Masks, Space
from regola_compiler.analysis.coverage import Coverage, bit_indices
from regola_compiler.analysis.session import Analysis, E, ErrorRegion
from regola_compiler.analysis.symbolic.play.phases import PhaseEffects, StartValue
from regola_compiler.analysis.symbolic.symbols import Symbol, input_symbol
from regola_compiler.analysis.symbolic.values import Box
from regola_compiler.analysis.witnesses.circumstances import circumstances
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Const,
    Definition,
    Expr,
    FieldOf,
    Let,
    Modifier,
    Modifiers,
    Norm,
    Path,
    Phase,
    Program,
    Rule,
    Table,
    Var,
    from_ordinal,
)
from regola_compiler.model.visitor import phases_in, without_spans
from regola_compiler.resolve.codes import UNKNOWN_NAME

# How many findings of one kind are told of one table; the rest are counted.
SHOWN = 5
TANGLED = say("its rows meet one another in too many ways")
# Of what never comes about, and so decides nothing, wherever it stands: a line, an event, what was never done.
NEVER_HOLDS = Code(
    "R412",
    "never-holds",
    "a line whose condition never holds, so that it decides nothing",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def tables(program: Program) -> Iterator[Table]:
    """The tables of a program."""
    return (item for item in program.examined() if isinstance(item, Table))


def definitions(program: Program) -> Iterator[Definition]:
    """The definitions of a program."""
    return (item for item in program.examined() if isinstance(item, Definition))


def describe_declaration(item: Rule) -> str:
    """What a finding calls a declaration, or a part of the sequence of play that was examined like one."""
    if isinstance(item, PhaseEffects):
        return say("phase `{way}`", way=item.way)
    if isinstance(item, StartValue):
        return say("the start of `{fact}`", fact=item.fact)
    return f"`{item.name}`"


def subject_at(program: Program, item: Rule, place: Span) -> str:
    """What a finding at a place is about: a declaration, and the innermost of its parts that the place lies in.

    An effect is told by the fact it changes.
    """
    subject = subject_of(program, item)
    parts: tuple[Clause | Norm | Modifier, ...] = ()
    match item:
        case Definition():
            parts = item.root.exceptions
        case Action():
            parts = item.norms
        case Modifiers():
            parts = item.lines
    while inner := next((part for part in parts if _within(place, part.span)), None):
        subject = f"{subject}.{inner.name}"
        parts = () if isinstance(inner, Modifier) else inner.exceptions
    effects = item.effects if isinstance(item, Action) else ()
    changed = next((effect.fact for effect in effects if _within(place, effect.span)), None)
    return f"{subject}.{changed}" if changed else subject


def subject_of(program: Program, item: Rule) -> str:
    """A declaration as what a finding is about; a phase that was examined like one by its sequence and its way."""
    if isinstance(item, StartValue):
        return item.fact
    if not isinstance(item, PhaseEffects):
        return item.name
    home = next(name for name, root in program.sequences.items() if any(p.span == item.span for p in phases_in(root)))
    return home if item.way == home else f"{home}.{item.way.replace('/', '.')}"


def _within(place: Span, around: Span) -> bool:
    start, end = (around.line, around.column), (around.end_line, around.end_column)
    return place.path == around.path and start <= (place.line, place.column) <= end


def shown_witness(witness: Witness) -> str:
    """The facts of a witness on one line."""
    return enumerated([_fact(path, value) for path, value in witness.given], ", ")


def _fact(path: str, value: str) -> str:
    """A fact in words: `d.lead.kind is guards`, or how many items a list has."""
    head, dot, last = path.rpartition(".")
    if dot and last == "count" and value.isdigit():
        return say("{list} has {items}", list=head, items=counted(int(value), "item"))
    return say("{path} is {value}", path=path, value=value)


def reported(
    survey: Analysis, found: ErrorRegion[E], code: Code, describe: Callable[[E], tuple[str, str]], **more: Any
) -> Diagnostic:
    """A finding of the explorer: certain if its witness was replayed, else a warning.

    `describe` gives the message and the label for the problem as it was met by the witness.
    """
    shown = survey.witness(found)
    witness, problem = shown or (None, found.problem)
    message, label = describe(problem)
    others = len(found.boxes) - 1
    site = found.problem.site
    assert site is not None
    item = survey.program.callables[found.owner]
    subject = subject_at(survey.program, item, site)
    notes = [_format_witness(witness) if witness else _possible(found.boxes[0], item)]
    if others:
        notes.append(say("and in {more_cases}", more_cases=counted(others, "more case")))
    return Diagnostic(
        code,
        message if witness else say("possible: {message}", message=message),
        site,
        label,
        notes=tuple(notes),
        witness=witness,
        severity=None if witness else Severity.WARNING,
        **{"subject": subject, **more},
    )


def _format_witness(witness: Witness) -> str:
    return (
        say("for example {shown_witness}", shown_witness=shown_witness(witness))
        if witness.given
        else say("in every position")
    )


def always(message: str, label: str) -> Callable[[RuleError], tuple[str, str]]:
    """A description that does not depend on the position."""
    return lambda _: (message, label)


def _possible(box: Box, item: Rule) -> str:
    """What is said where no position was found: where it would be so, as answers were taken as they come."""
    where = circumstances(box, {parameter.name: parameter.type for parameter in item.parameters})
    if not where:
        return say("no position was found that shows it")
    return say(
        "it would be so where {circumstances}; no position was found in which that comes about",
        circumstances=enumerated([_fact(path, value) for path, value in where], ", "),
    )


def witness_in(table: Table, survey: Analysis, problem: RuleError, boxes: Sequence[Box]) -> Witness | None:
    """A position in one of some boxes of a table, if the interpreter meets a problem of this kind there too."""
    shown = survey.witness(ErrorRegion(table.name, problem.at(table.name_span), list(boxes)))
    return shown[0] if shown else None


def inputs_in(space: Space, masks: Masks) -> Box:
    """A table's box as what it says of the inputs; of one that may have any value it says nothing."""
    told: Box = {}
    for i, (dimension, mask) in enumerate(zip(space.dimensions, masks, strict=True)):
        symbol = _symbol_of(dimension.value)
        if symbol is not None and not space.is_everything(i, mask):
            told[symbol] = space.values(i, mask)
    return told


def inputs_at(table: Table, point: Sequence[int]) -> Box:
    """The inputs of a table at some ordinals."""
    told = {
        _symbol_of(d.value): (from_ordinal(place, d.type),) for d, place in zip(table.dimensions, point, strict=True)
    }
    return {symbol: values for symbol, values in told.items() if symbol is not None}


def _symbol_of(entered: Expr) -> Symbol | None:
    """What a table is entered with: an input, or a part of one."""
    if isinstance(entered, Var):
        return input_symbol(entered.name)
    record = _symbol_of(entered.record) if isinstance(entered, FieldOf) else None
    return record.field(entered.name) if record is not None and isinstance(entered, FieldOf) else None


def otherwise_rows(table: Table) -> int:
    """The rows that speak only where no other does, as a bit set."""
    return sum(1 << i for i, row in enumerate(table.rows) if row.last)


def disagreeing(table: Table, cover: Coverage) -> list[int]:
    """For each row, the rows that it meets and that do not say the same for certain, as bit sets.

    `otherwise` is no rival of a row that says what it is for.
    """
    same: dict[tuple[Any, ...], int] = {}
    keys = [
        tuple(part.value if isinstance(part, Const) else without_spans(part) for part in row.outputs)
        for row in table.rows
    ]
    for i, key in enumerate(keys):
        same[key] = same.get(key, 0) | 1 << i
    last = otherwise_rows(table)
    return [
        rivals & ~same[key] & (last if row.last else ~last)
        for rivals, key, row in zip(cover.overlapping, keys, table.rows, strict=True)
    ]


def worst_first(against: list[int]) -> tuple[list[tuple[int, int]], int]:
    """Where rows stand against each other, the few to blame, each with those against it; and how many rows are left.

    `against` has for each row a bit set of rows. The one with most against it is the one that was mistyped; of two
    that are alike it is the later one.
    """
    left = list(against)
    found: list[tuple[int, int]] = []
    while len(found) < SHOWN:
        worst = max(range(len(left)), key=lambda row: (left[row].bit_count(), row), default=0)
        if not any(left[worst : worst + 1]):
            break
        others, left[worst] = left[worst], 0
        for row in bit_indices(others):
            left[row] &= ~(1 << worst)
        found.append((worst, others))
    return found, sum(map(bool, left))


def first_few(found: Sequence[Diagnostic], rest: int, more: Callable[[int], str]) -> Iterator[Diagnostic]:
    """Some findings; the last of them says how many `more` there are."""
    yield from found[:-1]
    for last in found[-1:]:
        yield replace(last, notes=(*last.notes, more(rest))) if rest > 0 else last


def place_of(phase: Phase, condition: Expr) -> Span:
    """Where a condition stands; of a phase that is played as another one, where that is said."""
    own, at = phase.span, condition.span
    return at if (own.path, own.line) <= (at.path, at.line) <= (own.path, own.end_line) else own


def let_names(item: Definition | Modifiers | Action | Path | Choice) -> list[Let]:
    """The `let` names of a declaration; those of rules are told once, where they stand."""
    match item:
        case Definition():
            return lets_in(item.root)
        case Modifiers() | Path() | Choice():
            return list(item.lets)
        case Action():
            return []
        case _:
            assert_never(item)


def lets_in(clause: Clause | Norm) -> list[Let]:
    """The `let` names of a clause or a rule, and of its exceptions."""
    return [*clause.lets, *(let for part in clause.exceptions for let in lets_in(part))]


def places_of(several: Sequence[Diagnostic]) -> int:
    """In how many places some findings are about a name."""
    return sum(1 + len(one.related) for one in several)


def told_once_at(
    found: Sequence[Diagnostic],
    several: Sequence[Diagnostic],
    name: str,
    other: str,
    place: Span,
    follow: Sequence[Diagnostic] = (),
) -> list[Diagnostic]:
    """The findings with one at a declaration in place of those at the places that name it otherwise.

    Args:
        found: All findings.
        several: Those about the name that nothing declares.
        name: That name.
        other: The name that is declared and named nowhere.
        place: Where that stands.
        follow: What else is found only because of it.
    """
    places = places_of(several)
    spans = [span for one in several for span in (one.span, *(label.span for label in one.related))]
    once = Diagnostic(
        UNKNOWN_NAME,
        say(
            "nothing names `{other}`, and `{name}` is named in {places} places and declared nowhere",
            other=other,
            name=name,
            places=places,
        )
        if places > 1
        else say("nothing names `{other}`, and `{name}` is named and declared nowhere", other=other, name=name),
        place,
        related=tuple(Label(span, say("named here")) for span in spans),
        help=say(HERE_OR_THERE, name=name, other=other)
        if is_near(other, name)
        else say(
            "{renamed}; if the line of `{name}` was lost, write it again",
            renamed=say(HERE_OR_THERE, name=name, other=other),
            name=name,
        ),
    )
    gone = [*several, *follow]
    first = min(found.index(one) for one in gone)
    before = [one for one in found[:first] if one not in gone]
    return [*before, once, *(one for one in found[first:] if one not in gone)]


# What is told at a declaration that nothing names, of a name that others have.
HERE_OR_THERE = later("write `{name}` here, or `{other}` there")
# What is told where either of two names may be the other.
EITHER = later("write `{other}` here, or `{name}` where it is declared")
# What is shown of a declaration that nothing names, where something else is named that nothing declares.
RENAMED = say("nothing names this: was it renamed?")


def told_of_both(one: Diagnostic, other: str, name: str, place: Span) -> Diagnostic:
    """What is found of a name that is named once, with a declaration that nothing names: either may be meant.

    Args:
        one: The finding.
        other: What is declared and named nowhere.
        name: What is named and declared nowhere.
        place: Where the other is declared.
    """
    return replace(
        one,
        related=(*one.related, Label(place, RENAMED)),
        help=say(EITHER, other=other, name=name),
    )


def is_alike(other: str, name: str) -> bool:
    """Whether two names are one with a hyphen or capitals or grown together, or one of them a part of the other.

    >>> is_alike("on-board", "on_board"), is_alike("victory", "victory_table"), is_alike("rain", "snow")
    (True, True, False)
    >>> is_alike("onboard", "on_board")
    True
    """
    one, two = (f"_{each.replace('-', '_').lower()}_" for each in (other, name))
    return one in two or two in one or one.replace("_", "") == two.replace("_", "")


def is_near(other: str, name: str) -> bool:
    """Whether one of two names may be the other, misspelt or with a part more."""
    return is_alike(other, name) or nearest(name, [other]) is not None
