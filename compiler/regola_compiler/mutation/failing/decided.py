"""Who decided what a failing line comes to: which rule, exception or row, and what of the others does not hold here.

Where no change is known that would let the line come out nobody can say what is wrong. But what spoke can be shown,
and what might have spoken in its place, with the part of its condition that does not hold: one of these is to be
looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from regola_dsl.diagnostics import Label
from regola_dsl.records import dataclass
from regola_dsl.wording import enumerated, say

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.actions import applicable_norms, in_force
from regola_compiler.evaluate.protocol import Env
from regola_compiler.evaluate.worked.examples import ExampleRun, LineResult
from regola_compiler.model.kinds import COMPARISONS, Modality, Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Clause,
    Const,
    Definition,
    DoLine,
    Example,
    Expectation,
    Expr,
    Fact,
    Guard,
    If,
    Logic,
    Modifiers,
    Norm,
    Program,
    Table,
)
from regola_compiler.model.types import FORBIDDEN, Value, show
from regola_compiler.model.visitor import children, free_names, lets_read, operands_of
from regola_compiler.mutation.failing.overruled import overruled
from regola_compiler.mutation.failing.written_by import SHOWN, unwritten_above, written_by
from regola_compiler.mutation.mutation import to_source

P = TypeVar("P", Norm, Clause)

# So far it is followed who asks whom, and so many values of a condition are told.
_DEEP, _VALUES = 6, 2
_ABOUT = (Action, Definition, Fact, Modifiers, Table)


@dataclass(frozen=True, slots=True)
class Decided:
    """Who decided, each at its place, and what to do about it."""

    shown: tuple[Label, ...]
    help: str


def decided(program: Program, example: Example, line: LineResult) -> Decided | None:
    """Who decided what a failing line comes to; None where that cannot be said of what it asks.

    Args:
        program: The rules.
        example: The example.
        line: What fails in it.
    """
    wanted = line.expectation
    if not isinstance(wanted, Expectation | DoLine):
        return None
    place = next(n for n, one in enumerate(example.lines) if one is wanted)
    above = ExampleRun(program, example)
    for one in example.lines[:place]:
        above.attempt(one, traced=False)
    run = Interpreter(program, above.position)
    try:
        env = run.bind(lets_read(example, wanted), {})
        call = next((one for one in _asked(run, wanted.expression, env)), None)
        if call is None:
            return None
        item, values = program.callables[call.callee], tuple(run.evaluate(one, env) for one in call.arguments)
        if isinstance(item, Fact):
            wrote = written_by(program, example, place, item, values)
            return None if wrote is None else Decided(*wrote)
        teller = _Teller(run, frozenset(anchor.section for anchor in example.anchors))
        found = teller.told(call, values)
        if found is None:
            return None
        unwritten = [*unwritten_above(program, example, place, run)][:1]
        return Decided((*found.shown[: SHOWN - len(unwritten)], *unwritten), found.help)
    except RuleError:
        return None


def _asked(run: Interpreter, wanted: Expr, env: Env) -> Iterator[Call]:
    """What a line asks that can be said to be decided, the outermost; of several conditions that do not hold first."""
    match wanted:
        case Logic():
            yield from (call for one in wanted.operands if not _holds(run, one, env) for call in _asked(run, one, env))
        case Call() if isinstance(run.program.callables.get(wanted.callee), _ABOUT) and not wanted.aspect:
            yield wanted
        case _:
            closed = (one for one in children(wanted) if set(free_names(one)) <= {*env})
            yield from (call for one in closed for call in _asked(run, one, env))


def _holds(run: Interpreter, condition: Expr | None, env: Env) -> bool:
    """Whether a condition holds; what cannot be known does not."""
    try:
        return condition is None or bool(run.evaluate(condition, env))
    except RuleError:
        return False


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells who decided in one position; what cites one of some `sections` comes first of what might have spoken."""

    run: Interpreter
    sections: frozenset[str]

    def told(self, call: Call, values: Sequence[Value], deep: int = 0) -> Decided | None:
        """Who decided what a call comes to with some arguments."""
        item = self.run.program.callables[call.callee]
        env: Env = {one.name: value for one, value in zip(item.parameters, values, strict=True)}
        match item:
            case Action():
                return self._action(item, env)
            case Table():
                return self._table(item, values, env)
            case Definition():
                return self._definition(item, env, deep)
            case Modifiers():
                return self._modifiers(item, env)
            case _:
                return None

    # --- actions ---

    def _action(self, action: Action, env: Env) -> Decided | None:
        failed = next((one for one in action.guards if not _holds(self.run, one.condition, env)), None)
        if failed is not None:
            return Decided(
                (Label(failed.span, self._guard_said(failed, env)),),
                say(
                    "this forbids it, whatever the rules say of `{action}`: correct it if the book has it otherwise, "
                    "or this line, or what stands above it",
                    action=action.name,
                ),
            )
        answer = self.run.call(action.name, [env[one.name] for one in action.parameters])
        if answer == FORBIDDEN:
            return self._forbidden(action, env)
        return self._not_forbidden(action, env)

    def _forbidden(self, action: Action, env: Env) -> Decided | None:
        spoken = [
            (norm, voice.norm)
            for norm in action.norms
            for voice in applicable_norms(self.run, action, norm, env)
            if voice.norm.modality is Modality.MUST_NOT
        ]
        if not spoken:
            allowing = [one for one in action.norms if one.modality is Modality.MAY]
            silent = [self._silent(one, env) for one in self._ranked(allowing)]
            return Decided(
                (Label(action.name_span, say("forbidden where no rule allows it")), *silent[: SHOWN - 1]),
                say(
                    "no rule allows it here: correct the condition of one that is to, or write one, or correct this "
                    "line"
                ),
            )
        outer, norm = spoken[0]
        within = self.run.bind(outer.lets, env)
        silent = [self._silent(one, within) for one in self._ranked(self._not_in_force(action, outer, within))]
        name = norm.name
        return Decided(
            (self._spoke(norm, within), *silent[: SHOWN - 1]),
            say(
                "`{rule}` forbids it, and none of its exceptions holds here: look in the book which of these is "
                "otherwise, and correct its condition, or this line",
                rule=name,
            )
            if silent
            else say(
                "`{rule}` forbids it, and has no exception: correct its condition, or write the exception that the "
                "book has, or correct this line",
                rule=name,
            ),
        )

    def _not_forbidden(self, action: Action, env: Env) -> Decided | None:
        forbidding = [one for one in action.norms if one.modality is Modality.MUST_NOT]
        voices = [voice.norm for norm in action.norms for voice in applicable_norms(self.run, action, norm, env)]
        silent = [self._silent(one, env, voices) for one in self._ranked(forbidding)]
        spoken = [self._spoke(one, env) for one in voices]
        required = [
            Label(one.span, self._that_holds(one.condition, env)) for one in action.guards if one.kind == "requires"
        ]
        shown = (*spoken[:1], *silent, *required)[:SHOWN]
        return Decided(
            shown or (Label(action.name_span, say("no rule forbids it")),),
            say(
                "no rule forbids it here: look in the book which of these is otherwise, and correct its condition, or "
                "this line"
            )
            if shown
            else say("no rule forbids it: write the one that the book has, or correct this line"),
        )

    def _not_in_force(self, action: Action, norm: Norm, env: Env) -> list[Norm]:
        """The exceptions to a norm that have no say here."""
        said = in_force(self.run, action, norm, env)
        return [one for one in norm.exceptions if not any(one is other for other in said)]

    def _spoke(self, norm: Norm, env: Env) -> Label:
        if norm.when is None:
            return Label(norm.name_span, say("`{name}` decides it", name=norm.name))
        return Label(
            norm.name_span,
            say("`{name}` decides it: {condition}", name=norm.name, condition=self._that_holds(norm.when, env)),
        )

    def _silent(self, part: Norm | Clause, env: Env, speaking: Sequence[Norm | Clause] = ()) -> Label:
        """What has no say, with what of its condition does not hold; what is lifted, with what lifts it.

        Where one of those who are `speaking` stands over it that is said, and where that is ruled.
        """
        within = self.run.bind(part.lets, env)
        if not _holds(self.run, part.condition, within) and part.condition is not None:
            why = self._why_not(part.condition, within)
            return Label(part.name_span, say("`{name}` has no say here: {why}", name=part.name, why=why))
        lifting = next((one for one in part.exceptions if _holds(self.run, one.condition, within)), None)
        if lifting is None:
            return overruled(self.run.program, part, speaking)
        return Label(
            lifting.name_span, say("`{name}` takes the place of `{other}` here", name=lifting.name, other=part.name)
        )

    def _guard_said(self, guard: Guard, env: Env) -> str:
        match guard.kind:
            case "requires":
                return self._why_not(guard.condition, env)
            case "phase":
                return say("this is done in another phase")
            case "actor":
                return say("this is for another to do now")
            case "among":
                return say("what is chosen is none of these")
            case _:
                return say("this was done as often as it may be")

    # --- values ---

    def _definition(self, definition: Definition, env: Env, deep: int) -> Decided | None:
        clause, within, passed = definition.root, env, list[Label]()
        while True:
            within = self.run.bind(clause.lets, within)
            parts = [one for one in clause.exceptions if not one.sequel]
            holding = [one for one in parts if _holds(self.run, one.condition, within)]
            beaten = {name for one in holding for name in one.over}
            holding = [one for one in holding if one.name not in beaten]
            silent = [one for one in parts if not any(one is other for other in holding)]
            passed = [*(self._silent(one, within, holding) for one in self._ranked(silent)), *passed]
            if not holding:
                break
            clause = holding[0]
        if clause.value is None:
            shown = passed[:SHOWN]
            return (
                Decided(tuple(shown), say("none of these holds here: correct the condition of one")) if shown else None
            )
        value = _chosen(self.run, clause.value, within)
        inner = value if isinstance(value, Call) and not value.aspect else None
        if inner is not None and deep < _DEEP and set(free_names(inner)) <= {*within}:
            values = [self.run.evaluate(one, within) for one in inner.arguments]
            below = self.told(inner, values, deep + 1)
            if below is not None:
                here = Label(value.span, say("asked here"))
                return Decided((*below.shown[: SHOWN - 1], here, *passed)[:SHOWN], below.help)
        given = self.run.evaluate(value, within)
        here = Label(value.span, self._gives(value, given, within))
        name = definition.name if clause is definition.root else clause.name
        return Decided(
            (here, *passed)[:SHOWN],
            say(
                "`{name}` gives it: look in the book whether it is to, and correct that, or a condition, or this line",
                name=name,
            ),
        )

    def _gives(self, value: Expr, given: Value, env: Env) -> str:
        shown = show(given, value.type)
        if values := self._values([*children(value)], env):
            return say("this gives {value}: {values}", value=shown, values=values)
        return say("this gives {value}", value=shown)

    def _table(self, table: Table, values: Sequence[Value], env: Env) -> Decided | None:
        self.run.trace, self.run.rows = [], []
        self.run.work_out(table.name, list(values))
        rows = [one for one in table.rows if one.span in self.run.rows]
        entered = enumerated(
            [
                say(
                    "`{input}` is {value}",
                    input=one.label,
                    value=show(self.run.evaluate(one.value, env), one.type),
                )
                for one in table.dimensions
            ],
            ", ",
        )
        if not rows:
            return None
        return Decided(
            tuple(Label(one.span, say("this row answers: {entered}", entered=entered)) for one in rows[:SHOWN]),
            say(
                "hold this row of `{table}` against the book, and what it is asked with; or correct this line",
                table=table.name,
            ),
        )

    def _modifiers(self, modifiers: Modifiers, env: Env) -> Decided | None:
        within = self.run.bind(modifiers.lets, env)
        added: list[Label] = []
        silent: list[Label] = []
        for line in modifiers.lines:
            if _holds(self.run, line.condition, within):
                amount = self.run.evaluate(line.amount, within)
                added.append(Label(line.name_span, say("this adds {amount}", amount=show(amount, line.amount.type))))
            elif line.condition is not None:
                why = self._why_not(line.condition, within)
                silent.append(Label(line.name_span, say("`{name}` has no say here: {why}", name=line.name, why=why)))
        return Decided(
            (*added, *silent)[:SHOWN],
            say(
                "these lines of `{name}` come to it: hold them against the book, or correct this line",
                name=modifiers.name,
            ),
        )

    # --- conditions ---

    def _ranked(self, parts: Sequence[P]) -> list[P]:
        """What cites a section of the example first."""
        return sorted(parts, key=lambda one: self.sections.isdisjoint(anchor.section for anchor in one.anchors))

    def _why_not(self, condition: Expr, env: Env) -> str:
        """What of a condition does not hold, with its values."""
        parts = operands_of(condition, "and")
        part = next((one for one in parts if not _holds(self.run, one, env)), condition)
        if values := self._values(_terms(part), env):
            return say("`{part}` does not hold, {values}", part=to_source(part), values=values)
        return say("`{part}` does not hold", part=to_source(part))

    def _that_holds(self, condition: Expr, env: Env) -> str:
        # Of what is said to be a value it need not be said again that it is.
        told = isinstance(condition, Apply) and condition.operator is Operator.EQUAL
        if not told and (values := self._values(_terms(condition), env)):
            return say("`{part}` holds, {values}", part=to_source(condition), values=values)
        return say("`{part}` holds", part=to_source(condition))

    def _values(self, terms: Sequence[Expr], env: Env) -> str:
        """What some terms come to, as far as they can be worked out and are not written out."""
        found: list[str] = []
        for term in terms:
            if isinstance(term, Const) or not set(free_names(term)) <= {*env}:
                continue
            try:
                value = show(self.run.evaluate(term, env), term.type)
            except RuleError:
                continue
            found.append(say("`{term}` is {value}", term=to_source(term), value=value))
        return enumerated(found[:_VALUES], ", ") if found else ""


def _terms(condition: Expr) -> list[Expr]:
    """What a comparison compares."""
    if isinstance(condition, Apply) and condition.operator in COMPARISONS:
        return [*condition.operands]
    if isinstance(condition, Apply) and condition.operator is Operator.NOT:
        return _terms(condition.operands[0])
    return []


def _chosen(run: Interpreter, value: Expr, env: Env) -> Expr:
    """What a value is where it is chosen by conditions: the answer that was."""
    while isinstance(value, If):
        value = value.then if _holds(run, value.condition, env) else value.otherwise
    return value
