"""Conditions that never hold where they are asked, by what is written alone: why, where, and what to write.

The other analyses try positions, and say nothing where there are too many of them. What two conditions say of one thing
excludes itself whatever the position is, and the reason can be told: `to.ground` is wood there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from regola_dsl.diagnostics import Code, Diagnostic, Label, in_a_row
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.analysis.contradictions import Allowed, Asked, Clash, Part, clash, place_of_value, reach
from regola_compiler.model.asked import as_asked
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part
from regola_compiler.model.program import (
    Apply,
    Call,
    Clause,
    Expr,
    FieldOf,
    Fold,
    If,
    Let,
    Logic,
    Program,
    Supposed,
    Var,
)
from regola_compiler.model.types import (
    BoolType,
    EnumType,
    Handle,
    IntType,
    Member,
    Type,
    Value,
    is_numeric,
    show,
)
from regola_compiler.model.visitor import children, free_names, without_spans

# How many of the conditions around one it is held against: of choices within choices without end, the nearest.
NEAREST = 40
# What came out so far, in a sequel.
_VALUE = "value"
# What is written for a sign by a slip: with its edge or without, then the other way round.
_TURNED = {
    Operator.LESS: (Operator.LESS_EQUAL, Operator.GREATER),
    Operator.LESS_EQUAL: (Operator.LESS, Operator.GREATER_EQUAL),
    Operator.GREATER: (Operator.GREATER_EQUAL, Operator.LESS),
    Operator.GREATER_EQUAL: (Operator.GREATER, Operator.LESS_EQUAL),
}


@dataclass(frozen=True, slots=True)
class Excluded:
    """Why a condition never holds, the piece of it that does not, what stands against that, and what to write.

    Of one that always holds where it is asked, because two alternatives leave nothing out, the same: `always`.
    """

    reason: str
    span: Span
    related: tuple[Label, ...]
    help: str
    always: bool = False

    def told(self, code: Code, message: str, subject: str) -> Diagnostic:
        """The finding under a code, with a message that has the reason in it."""
        return Diagnostic(
            code,
            message,
            self.span,
            say("always holds") if self.always else say("never holds"),
            self.related,
            self.help,
            subject=subject,
        )


def excluded(
    program: Program, condition: Expr | None, around: Sequence[Asked] = (), lets: Sequence[Let] = ()
) -> Excluded | None:
    """Why a condition never holds where all that is `around` it does; None if it may, or that is not known.

    Args:
        program: The program, which says how facts are written.
        condition: The condition.
        around: What holds where it is asked, or does not.
        lets: The names of values that they use.
    """
    if condition is None:
        return None
    around = around[-NEAREST:]
    found = clash([*around, (condition, True)], lets)
    if found is None or (around and clash(around, lets) is not None):
        return None  # what stands around never holds: that is told
    own = {id(node) for node in _nodes(condition)}
    return _told(program, found, [part for part in found.parts if id(part.at) in own])


def pieces_excluded(
    program: Program, condition: Expr | None, around: Sequence[Asked] = (), lets: Sequence[Let] = ()
) -> Iterator[Excluded]:
    """The parts of a condition that never hold, where it may hold without them: an alternative, who is looked for."""
    match condition:
        case None:
            return
        case Logic(kind="or") if (always := _always(program, condition, lets)) is not None:
            yield always
        case Logic(kind="or"):
            for operand in condition.operands:
                why = excluded(program, operand, around, lets)
                yield from [why] if why else pieces_excluded(program, operand, around, lets)
        case Logic():
            for place, operand in enumerate(condition.operands):
                others = [(one, True) for n, one in enumerate(condition.operands) if n != place]
                yield from pieces_excluded(program, operand, [*around, *others], lets)
        case _:
            yield from choices_excluded(program, condition, around, lets)


def _always(program: Program, condition: Logic, lets: Sequence[Let]) -> Excluded | None:
    """Why of some alternatives one always holds: what two of them leave out excludes itself. Nothing of others."""
    found = clash([(condition, False)], lets)
    if found is None or len(found.parts) != 2:
        return None
    name = as_asked(found.term, program)
    first, last = found.parts
    listed = [value for part in found.parts for value in _listed(part, found)]
    if not name or len(listed) != 2 or isinstance(found.term.type, BoolType):
        reason, help_ = say("one of the two always does"), say("correct one of the two, or write `and` between them")
    else:
        reason = say("`{name}` is never {values} at once", name=name, values=in_a_row(listed, "and"))
        help_ = say("write `{name} not in {{{values}}}`", name=name, values=", ".join(listed))
    return Excluded(reason, last.at.span, (Label(first.at.span, say("and this")),), help_, always=True)


def choices_excluded(
    program: Program, value: Expr | None, around: Sequence[Asked] = (), lets: Sequence[Let] = ()
) -> Iterator[Excluded]:
    """The conditions within a value that never hold: of a branch of it, or of the things of a list that are picked."""
    match value:
        case None:
            return
        case Fold() if value.where is not None:
            why = excluded(program, value.where, around, lets)
            yield from [why] if why else pieces_excluded(program, value.where, around, lets)
            inner = [*around, (value.where, True)]
            yield from choices_excluded(program, value.items, around, lets)
            yield from choices_excluded(program, value.value, inner, lets)
        case If():
            why = excluded(program, value.condition, around, lets) if is_no_match(value) else None
            yield from [why] if why else pieces_excluded(program, value.condition, around, lets)
            yield from choices_excluded(program, value.then, [*around, (value.condition, True)], lets)
            yield from choices_excluded(program, value.otherwise, [*around, (value.condition, False)], lets)
        case Supposed():
            # What is asked of another position stands under no condition of this one, and under no name given in it.
            yield from choices_excluded(program, value.value)
            for part in (value.who, *(argument for _, argument in value.arguments)):
                yield from choices_excluded(program, part, around, lets)
        case _:
            for child in children(value):
                yield from choices_excluded(program, child, around, lets)


@dataclass(frozen=True, slots=True)
class Standing:
    """A clause; what holds `around` it, or does not, where its condition is asked; the names of values it can use."""

    clause: Clause
    around: tuple[Asked, ...] = ()
    lets: tuple[Let, ...] = ()

    @property
    def within(self) -> tuple[Asked, ...]:
        """What holds where its value is worked out."""
        condition = self.clause.condition
        return self.around if condition is None else (*self.around, (condition, True))

    @property
    def names(self) -> tuple[Let, ...]:
        """The names that its value can use."""
        return (*self.lets, *self.clause.lets)

    def exceptions(self) -> Iterator[Standing]:
        """The exceptions right below it.

        The `value` of a sequel is another one than that around it, so what is known of the latter is not known of it.
        """
        for part in self.clause.exceptions:
            if part.sequel:
                around = tuple(one for asked in self.within for one in _taken_apart(*asked) if _is_of_no_value(one[0]))
                yield Standing(part, around, tuple(let for let in self.names if _is_of_no_value(let.value)))
            else:
                yield Standing(part, self.within, self.names)


def _taken_apart(condition: Expr, wanted: bool) -> Iterator[Asked]:
    """The conditions that one comes to: those that stand with `and`, or if it does not hold those with `or`."""
    if isinstance(condition, Logic) and (condition.kind == "and") is wanted:
        for operand in condition.operands:
            yield from _taken_apart(operand, wanted)
    else:
        yield condition, wanted


def _is_of_no_value(node: Expr) -> bool:
    return _VALUE not in free_names(node)


def is_no_match(node: If) -> bool:
    """Whether it is written with `if`: the cases of a `match` stand behind its subject, and may be excluded."""
    return node.condition.span.line == node.span.line and node.condition.span.column - node.span.column < len("match x")


def _nodes(node: Expr) -> Iterator[Expr]:
    yield node
    for child in children(node):
        yield from _nodes(child)


def _told(program: Program, found: Clash, own: Sequence[Part]) -> Excluded:
    """What is said of a clash; the pieces that are the condition's `own` are what is marked."""
    if len(found.parts) == 1:
        reason, help_, related = _out_of_reach(found, program)
        return Excluded(reason, found.parts[0].at.span, related, help_)
    name = as_asked(found.term, program)
    others = [part for part in found.parts if part not in own]
    last = (own or found.parts)[-1]
    if others:
        reason = _there(name, others[0], found)
        marks = tuple(Label(part.at.span, say("it is asked only where this holds")) for part in others)
        return Excluded(reason, last.at.span, marks, say("correct the one condition or the other"))
    marks = tuple(Label(part.at.span, say("and this")) for part in found.parts if part is not last)
    listed = [_listed(part, found) for part in found.parts]
    if name and all(listed) and not isinstance(found.term.type, BoolType):
        values = list(dict.fromkeys(value for some in listed for value in some))
        return Excluded(
            say("`{name}` is never {values} at once", name=name, values=in_a_row(values, "and")),
            last.at.span,
            marks,
            say("to ask for either write `{name} in {{{values}}}`", name=name, values=", ".join(values)),
        )
    reason = say("what is asked of `{name}` excludes itself", name=name) if name else say("it excludes itself")
    return Excluded(reason, last.at.span, marks, say("correct one of the two, or write `or` between them"))


def _there(name: str, part: Part, found: Clash) -> str:
    """What is known of a thing where something is asked, by a piece that holds there."""
    allowed, listed = part.allowed, _listed(part, found)
    if name and listed:
        return say("where it is asked, `{name}` is {value}", name=name, value=in_a_row(listed, "or"))
    end = allowed.high if allowed.low is None else allowed.low
    if not name or end is None or not _is_of_one(part):
        return say("it is asked only where something holds that excludes it")
    template = {
        (True, False): later("where it is asked, `{name}` is {value} at least"),
        (True, True): later("where it is asked, `{name}` is more than {value}"),
        (False, False): later("where it is asked, `{name}` is {value} at most"),
        (False, True): later("where it is asked, `{name}` is less than {value}"),
    }[allowed.low is not None, allowed.strict_low if allowed.low is not None else allowed.strict_high]
    return say(template, name=name, value=_shown(end, found))


def _listed(part: Part, found: Clash) -> list[str]:
    """The values that a piece leaves of a thing, if it names them."""
    if part.allowed.only is None or not _is_of_one(part):
        return []
    return [show(value, found.term.type) for value in sorted(part.allowed.only, key=_in_order)]


def _in_order(value: Value) -> tuple[str, int | Fraction]:
    return ("", place_of_value(value) or 0) if not isinstance(value, Handle) else (value.text, 0)


def _is_of_one(part: Part) -> bool:
    """Whether a piece speaks of one thing and values, and not of two things."""
    return part.key == without_spans(part.term)


def _out_of_reach(found: Clash, program: Program) -> tuple[str, str, tuple[Label, ...]]:
    """That something never has the values that are asked for, what to write, and where its bounds stand."""
    (part,) = found.parts
    name, can_be, term = as_asked(found.term, program), reach(found.term), found.term
    if not name:
        return say("what it compares is never so much or so little"), say("correct the condition"), ()
    if part.allowed == Allowed(without=part.allowed.without):
        return say("`{name}` has no other value", name=name), say("correct the condition"), ()
    above = can_be.high is not None and _is_above(part.allowed, can_be.high)
    end = can_be.high if above else can_be.low
    if end is None:
        return say("`{name}` is never that", name=name), say("correct the condition"), ()
    edge = _shown(end, found)
    reason = (
        say("`{name}` is {value} at most", name=name, value=edge)
        if above
        else say("`{name}` is {value} at least", name=name, value=edge)
    )
    sign = "is" if part.allowed.only is not None or not _has_more(term.type) else ">=" if above else "<="
    asked = f"{name} {sign} {edge}"
    if isinstance(term.type, IntType) and isinstance(term, Call | FieldOf | Var):
        widen = _within_reach(part, program, above=above)
        fact = program.callables.get(term.callee) if isinstance(term, Call) else None
        return reason, widen, (Label(fact.name_span, say("declared here"), fact.name),) if fact is not None else ()
    return reason, say("write `{asked}`", asked=asked), ()


def _within_reach(part: Part, program: Program, *, above: bool) -> str:
    """What to write for a number that is never reached: what the bounds are, and none that nothing tells.

    The same number with another sign is told where it asks something then: which numbers were meant nothing tells.
    """
    term, of = part.term, _declared(part.term)
    low, high = reach(term).low, reach(term).high
    if low is None or high is None:
        return say("correct the number, or widen the declared bounds of `{name}`", name=of)
    if part.allowed.only is not None:
        end = high if above else low
        if part.allowed.only <= {end + 1, end - 1}:
            asked = f"{as_asked(term, program)} is {end}"
            return say(
                "write `{asked}` or another number from {low} to {high}, or widen the declared bounds of `{name}`",
                asked=asked,
                low=low,
                high=high,
                name=of,
            )
        return say(
            "write a number from {low} to {high}, or widen the declared bounds of `{name}`", low=low, high=high, name=of
        )
    strict = part.allowed.strict_low if above else part.allowed.strict_high
    number = {
        (True, True): later("a number below {end}"),
        (True, False): later("a number up to {end}"),
        (False, True): later("a number above {end}"),
        (False, False): later("a number from {end}"),
    }[above, strict]
    signs = [f"`{asked}`" for asked in _other_signs(part, program)]
    ways = in_a_row([*signs, say(number, end=high if above else low)], "or")
    return say("write {ways}, or widen the declared bounds of `{name}`", ways=ways, name=of)


def _other_signs(part: Part, program: Program) -> Iterator[str]:
    """The comparison the other way round, and with the number itself: what asks something, and is not always so."""
    at = part.at
    if not isinstance(at, Apply):
        return
    for operator in _TURNED.get(at.operator, ()):
        asked = replace(at, operator=operator)
        sides = [as_asked(one, program) for one in asked.operands]
        if all(sides) and all(clash([(asked, wanted)]) is None for wanted in (True, False)):
            yield f" {operator} ".join(sides)


def _has_more(type_: Type) -> bool:
    """Whether of two values of a type one is more."""
    return is_numeric(type_) or (isinstance(type_, EnumType) and type_.ordered)


def _is_above(allowed: Allowed, high: int | Fraction) -> bool:
    if allowed.only is not None:
        places = [place_of_value(value) for value in allowed.only]
        return all(place is not None and place > high for place in places)
    return allowed.low is not None and (allowed.low > high or (allowed.low == high and allowed.strict_low))


def _shown(place: int | Fraction, found: Clash) -> str:
    type_ = found.term.type
    value: Value = Member(type_.name, int(place)) if isinstance(type_, EnumType) else place
    return show(value, type_)


def _declared(term: Expr) -> str:
    """What has bounds, by its name."""
    return last_part(term.callee) if isinstance(term, Call) else getattr(term, "name", "")
