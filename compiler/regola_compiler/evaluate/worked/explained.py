"""What came of a line of an example, in words."""

from __future__ import annotations

from typing import assert_never

from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.evaluate.errors import (
    Contradiction,
    DivisionByZero,
    EffectClash,
    EmptyFold,
    FieldNotGiven,
    Forbidden,
    ImpossibleDuty,
    MissingRule,
    NoPath,
    NotGiven,
    OffScale,
    OutOfRange,
    OutsideTable,
    PieceGone,
    RuleError,
    TableGap,
    TableOverlap,
    TooLarge,
    TooManyChoices,
    TooManyPieces,
    as_union,
)
from regola_compiler.model.made import MOST_MADE
from regola_compiler.model.program import (
    Program,
    Table,
)
from regola_compiler.model.types import (
    EnumType,
    of_another_type,
    show,
)

# What the rules may answer, as an example states it.
_ANSWERS = {
    "allowed": later("allowed"),
    "forbidden": later("forbidden"),
    "required": later("required"),
    "due": later("due"),
    "contradictory": later("contradictory"),
    "missing": later("missing"),
}


def outcome_said(outcome: str) -> str:
    """What an example states of a problem or a permission, in a word."""
    return say(_ANSWERS[outcome]) if outcome in _ANSWERS else outcome


def describe(problem: RuleError) -> str:
    """A problem in a few words, without the names of the game."""
    match as_union(problem):
        case MissingRule():
            return say("no rule applies")
        case Contradiction():
            return say("two rules disagree")
        case TableGap():
            return say("no row of the table applies")
        case TableOverlap():
            return say("two rows disagree")
        case OutsideTable():
            return say("it is outside the printed table")
        case Forbidden():
            return "forbidden"
        case OutOfRange():
            return say("a value is outside its bounds")
        case DivisionByZero():
            return say("something is divided by zero")
        case TooLarge(path=path) if path:
            return say("`{path}` leads too far, or by too many ways, to be walked", path=path)
        case TooLarge():
            return say("a number is too large to count")
        case OffScale():
            return say("a scale is left")
        case EmptyFold():
            return say("the best of an empty list is asked for")
        case NoPath():
            return say("there is no such path")
        case NotGiven():
            return say("a fact is not given")
        case FieldNotGiven():
            return say("a fact is given in part")
        case ImpossibleDuty():
            return say("a duty cannot be done")
        case EffectClash():
            return say("two effects disagree")
        case TooManyChoices():
            return say("what may be chosen cannot be listed")
        case PieceGone():
            return say("a piece is asked that is not there")
        case TooManyPieces():
            return say("more pieces are made than any game has")
        case other:
            assert_never(other)


def explain(problem: RuleError, program: Program) -> str:
    """A problem with the table and the value it is about, where there are any."""
    match as_union(problem):
        case (OutsideTable() | Forbidden()) as past:
            table = program.callables[past.table]
            assert isinstance(table, Table)
            shown = show(past.value, next(d.type for d in table.dimensions if d.label == past.dimension))
            return say(
                later("`{table}`{cited} would be entered with {input} {value}, past its printed edge")
                if isinstance(past, OutsideTable)
                else later("`{table}`{cited} would be entered with {input} {value}, which the rules do not allow"),
                table=table.name,
                cited=cited(table.anchors),
                input=past.dimension,
                value=shown,
            )
        case FieldNotGiven(_, field):
            return say("{problem}: nothing is said of its `{field}`", problem=describe(problem), field=field)
        case NotGiven(name, values):
            fact = program.callables[name]
            shown = ", ".join(show(value, p.type) for value, p in zip(values, fact.parameters, strict=True))
            return say(
                "the answer depends on `{fact}`, which is not given", fact=f"{name}({shown})" if values else name
            )
        case PieceGone(piece):
            return say("`{piece}` is asked, and is not there: it has left, or was never put up", piece=piece.text)
        case TooManyPieces(type_):
            return say(
                "more than {most_made:,} pieces `{type}` are made: what makes them has no end",
                most_made=MOST_MADE,
                type=type_,
            )
        case OutOfRange(place, type_, value):
            if other := of_another_type(value, type_):
                return say("{place} would be {other}, which is no `{type}`", place=place, other=other, type=type_)
            shown = (
                show(value, type_) if isinstance(type_, EnumType) else value if isinstance(value, str) else str(value)
            )
            return say("{place} would be {shown}, outside `{type}`", place=place, shown=shown, type=type_)
        case (
            MissingRule()
            | Contradiction()
            | TableGap()
            | TableOverlap()
            | DivisionByZero()
            | TooLarge()
            | OffScale()
            | EmptyFold()
            | NoPath()
            | ImpossibleDuty()
            | EffectClash()
            | TooManyChoices()
        ):
            return describe(problem)
        case other:
            assert_never(other)
