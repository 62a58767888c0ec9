"""What an answer rests on, beside the rules that gave it.

Three things that `because` does not say, and that can turn an answer round without a word:

- A **default**: a fact of which the position says nothing was taken as it starts. All that were read are noted, with
  what the answer would be if one alone were told otherwise (as far as that is tried: `TRIES`).
- An **erratum** *bears on* an answer if what it rules had a say in it or was overruled in it: a part that stands `by`
  it, one of two that it puts one `over` the other, or, where it does neither, a rule that cites a section it cites; or
  if a statement of it is about the very question. So the reader learns where the book contradicts itself, or is silent,
  and who decided.
- Where **no rule speaks** of an action, its own line answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter, Notes
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import (
    Action,
    Call,
    Clause,
    Definition,
    Erratum,
    Expr,
    Fact,
    Modifiers,
    Norm,
    Program,
    Statement,
    Table,
)
from regola_compiler.model.types import ErrorType, IntType, Type, Value, domain
from regola_compiler.model.visitor import children, fact_assertion, free_names, structurally_equal

# How often it is asked again to see what a default turns, and how many values are tried for one fact.
TRIES = 64
VALUES = 8

How: TypeAlias = Literal["claim", "by", "over", "section"]
_CLOSEST: tuple[How, ...] = ("claim", "by", "over", "section")


@dataclass(frozen=True, slots=True)
class Turn:
    """What a fact would have to be for another answer; None is no answer."""

    value: Value
    answer: Value | None


@dataclass(frozen=True, slots=True)
class Default:
    """A fact of which nothing was told, with what was taken in its place."""

    fact: Fact
    arguments: tuple[Value, ...]
    value: Value
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Bearing:
    """An erratum that bears on an answer, and in what ways, the closest first."""

    erratum: Erratum
    how: tuple[How, ...]


@dataclass(frozen=True, slots=True)
class Grounds:
    """What an answer rests on: defaults in the order they were read, errata, and the actions no rule spoke of."""

    defaults: tuple[Default, ...] = ()
    errata: tuple[Bearing, ...] = ()
    unregulated: tuple[str, ...] = ()


def watched(program: Program, position: Position | None = None) -> Interpreter:
    """An interpreter that notes what its answers rest on."""
    run = Interpreter(program, position)
    run.trace, run.notes = [], Notes()
    return run


def grounds(run: Interpreter) -> Grounds:
    """What the answers of a watched run rest on; whether there was an answer or none."""
    notes = run.notes or Notes()
    facts = [(run.program.callables[name], arguments, value) for (name, arguments), value in notes.defaults.items()]
    return Grounds(
        tuple(Default(fact, arguments, value) for fact, arguments, value in facts if isinstance(fact, Fact)),
        tuple(bearing_on(run)),
        tuple(dict.fromkeys(notes.unregulated)),
    )


# --- defaults ------------------------------------------------------------------------------


def with_turns(
    found: Grounds, program: Program, position: Position, name: str, arguments: Sequence[Value], answer: Value
) -> Grounds:
    """The same, where each default says what else the answer could be, were that fact alone told otherwise."""
    left = TRIES
    defaults = []
    for default in found.defaults:
        tried = list(islice(alternatives(default), left))
        left -= len(tried)
        defaults.append(replace(default, turn=_turn(default, tried, program, position, name, arguments, answer)))
    return replace(found, defaults=tuple(defaults))


def _turn(
    default: Default,
    tried: Iterable[Value],
    program: Program,
    position: Position,
    name: str,
    arguments: Sequence[Value],
    answer: Value,
) -> Turn | None:
    key = (default.fact.name, default.arguments)
    for value in tried:
        try:
            other = Interpreter(program, {**position, key: value}).call(name, list(arguments))
        except RuleError:
            return Turn(value, None)
        if other != answer:
            return Turn(value, other)
    return None


def alternatives(default: Default) -> Iterator[Value]:
    """Some values that a fact could have in place of its default: the next, or all others of a few."""
    return islice((value for value in _values(default.fact.result, default.value) if value != default.value), VALUES)


def _values(type_: Type, value: Value) -> Iterator[Value]:
    if not isinstance(type_, IntType) or not isinstance(value, int):
        yield from domain(type_) or ()
        return
    near = (value + 1, value - 1, type_.high, type_.low)
    yield from dict.fromkeys(
        one
        for one in near
        if one is not None and (type_.low is None or one >= type_.low) and (type_.high is None or one <= type_.high)
    )


# --- errata --------------------------------------------------------------------------------


def bearing_on(run: Interpreter) -> list[Bearing]:
    """The errata that bear on the answers of a watched run, the closest first.

    Of those that only share a section, the ones that claim something of what was asked come first, then those that
    share more; and else they stand in the order of the game's texts.
    """
    heard = _Heard.of(run)
    found: list[tuple[tuple[int, bool, int], Bearing]] = []
    for erratum in run.program.errata.values():
        if erratum.name in run.program.broken:
            continue
        shared = heard.sections & sections_of(erratum)
        how: list[How] = []
        if any(_is_about(run, statement) for statement in erratum.statements):
            how.append("claim")
        if erratum.name in heard.standing:
            how.append("by")
        if erratum.overruled is not None and erratum.overruled in heard.ranked:
            how.append("over")
        if shared and _may_speak_of(run, erratum):
            how.append("section")
        if how:
            distance = (_CLOSEST.index(how[0]), not claimed_by(erratum), -len(shared))
            found.append((distance, Bearing(erratum, tuple(how))))
    return [bearing for _, bearing in sorted(found, key=lambda pair: pair[0])]


def _may_speak_of(run: Interpreter, erratum: Erratum) -> bool:
    """Whether an erratum that shares a section with what had a say can be about it, as far as it says what it is about.

    A section says many things. What an erratum puts into the rules, or ranks, is known; what it claims is asked of
    something.
    """
    if erratum.name in run.program.ruled or erratum.overruled is not None:
        return False
    claimed = claimed_by(erratum)
    return not claimed or not claimed.isdisjoint(run.asked)


def sections_of(erratum: Erratum) -> set[str]:
    """The sections that an erratum sets against each other, or says to be silent."""
    anchors = [erratum.anchors, *(statement.anchors for statement in erratum.statements)]
    return {anchor.section for some in anchors for anchor in some}


def claimed_by(erratum: Erratum) -> set[str]:
    """The names of what an erratum's statements claim something of."""
    claims = [statement.claim for statement in erratum.statements if statement.claim is not None]
    return {call.callee for claim in claims for call in _outermost_calls(claim)}


@dataclass(frozen=True, slots=True)
class _Heard:
    """What had a say or was overruled.

    `standing` are the errata by which some of it stands, `ranked` the names of rules and exceptions that spoke or that
    something which spoke stands over, `sections` what is cited by what had a say.
    """

    standing: set[str]
    ranked: set[str]
    sections: set[str]

    @classmethod
    def of(cls, run: Interpreter) -> _Heard:
        """What is heard in a run."""
        program, notes = run.program, run.notes or Notes()
        spans: set[Span] = set()
        ranked: set[str] = set()
        items = [program.callables[name] for name in sorted(run.asked) if name in program.callables]
        for item in items:
            match item:
                case Definition():
                    for clause in _clauses(item.root):
                        if f"{item.name}.{clause.name}" in run.touched:
                            spans.add(clause.name_span)
                            ranked |= {clause.name, *clause.over}
                case Modifiers():
                    spans |= {line.name_span for line in item.lines if f"{item.name}.{line.name}" in run.touched}
                case Action():
                    beaten = {name.rpartition(" over ")[2] for name in run.touched if " over " in name}
                    for way in _ways(item.norms, ()):
                        norm = way[-1]
                        if ".".join(part.name for part in way) in run.touched or norm.name in beaten:
                            spans |= {part.name_span for part in way}
                            ranked |= {name for part in way for name in (part.name, *part.over)}
                case Table():
                    answered = set(run.rows)
                    spans |= {row.line for row in item.rows if row.span in answered}
                case _:
                    pass
        for clause in notes.overruled:
            spans.add(clause.name_span)
            ranked |= {clause.name}
        standing = {program.standing_by[span] for span in spans if span in program.standing_by}
        standing |= {edge.by for edge in notes.edges if edge.by is not None}
        cited = [anchors for _, anchors in run.trace or ()]
        cited += [clause.anchors for clause in notes.overruled] + [edge.anchors for edge in notes.edges]
        return cls(standing, ranked, {anchor.section for anchors in cited for anchor in anchors})


def _clauses(clause: Clause) -> Iterator[Clause]:
    for part in clause.exceptions:
        yield part
        yield from _clauses(part)


def _ways(norms: Iterable[Norm], above: tuple[Norm, ...]) -> Iterator[tuple[Norm, ...]]:
    """Each norm behind those that it is an exception to."""
    for norm in norms:
        yield (*above, norm)
        yield from _ways(norm.exceptions, (*above, norm))


def _is_about(run: Interpreter, statement: Statement) -> bool:
    """Whether a statement is about a question that was asked, and supposes nothing that is otherwise here."""
    claim = statement.claim
    if claim is None:
        return False
    calls = list(_outermost_calls(claim))
    if not calls:
        asked = [run.program.callables.get(name) for name in run.asked]
        return any(isinstance(item, Definition) and structurally_equal(item.root.value, claim) for item in asked)
    alone = Interpreter(run.program)
    for call in calls:
        if call.aspect or isinstance(run.program.callables.get(call.callee), Fact) or not _is_closed(call):
            continue
        try:
            arguments = tuple(alone.evaluate(part, {}) for part in call.arguments)
        except RuleError:
            continue
        if run.was_asked(call.callee, arguments):
            return not any(_is_otherwise(run, part) for part in statement.given)
    return False


def _is_otherwise(run: Interpreter, part: Expr) -> bool:
    """Whether what a statement supposes is told otherwise, or was taken otherwise."""
    told, value, field = fact_assertion(part)
    if not isinstance(told, Call) or field or not _is_closed(part):
        return False
    alone = Interpreter(run.program)
    try:
        key = (told.callee, tuple(alone.evaluate(one, {}) for one in told.arguments))
        supposed = True if value is None else alone.evaluate(value, {})
    except RuleError:
        return False
    taken = {} if run.notes is None else run.notes.defaults
    known = run.position.get(key, taken.get(key))
    return known is not None and known != supposed


def _outermost_calls(expression: Expr) -> Iterator[Call]:
    if isinstance(expression, Call):
        yield expression
        return
    for part in children(expression):
        yield from _outermost_calls(part)


def _is_closed(expression: Expr) -> bool:
    """Whether an expression has a value by itself: it names nothing from around it, and everything in it is known."""
    return not free_names(expression) and not any(isinstance(part.type, ErrorType) for part in _parts(expression))


def _parts(expression: Expr) -> Iterator[Expr]:
    yield expression
    for part in children(expression):
        yield from _parts(part)
