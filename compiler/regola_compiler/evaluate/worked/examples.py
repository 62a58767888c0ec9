"""Worked examples and errata, run in the reference interpreter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from regola_dsl.diagnostics import name_list
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.evaluate.assumptions import AssumptionMemo
from regola_compiler.evaluate.errors import (
    Contradiction,
    FieldNotGiven,
    Forbidden,
    NotGiven,
    RuleError,
    TableOverlap,
)
from regola_compiler.evaluate.interpreter import Interpreter, Notes
from regola_compiler.evaluate.play.doing import done, standing
from regola_compiler.evaluate.play.sequences import path_to_phase, run_phases, unrolled
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.worked.came_to import came_to
from regola_compiler.evaluate.worked.errata import run_errata
from regola_compiler.evaluate.worked.explained import explain
from regola_compiler.evaluate.worked.supposed import set_up, suppose, tell_fact
from regola_compiler.model.names import last_part
from regola_compiler.model.program import (
    Action,
    Call,
    DoLine,
    Example,
    ExampleLine,
    Expectation,
    Expr,
    GivenLine,
    PlayLine,
    Program,
    SetupLine,
    Statement,
    WithLine,
)
from regola_compiler.model.types import (
    FORBIDDEN,
    Value,
    show,
)
from regola_compiler.model.visitor import lets_read, structurally_equal


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line of an example: whether it held, what was found, and what answered.

    `found` is a value, or a sentence where there is none (`valued` is false then); `touched` names the rules and
    exceptions that had a say, `rows` the table rows, `asked` all declarations that were asked at all.
    """

    expectation: ExampleLine
    passed: bool
    found: str
    touched: frozenset[str]
    rows: frozenset[Span]
    problem: RuleError | None = None
    erratum: str | None = None
    valued: bool = True
    asked: frozenset[str] = frozenset()

    @property
    def verdict(self) -> str:
        """What the rules say, as a sentence."""
        if self.valued:
            return say("the rules give {found}", found=self.found)
        silent = self.problem is not None and not isinstance(self.problem, NotGiven)
        return say("the rules give no answer: {found}", found=self.found) if silent else self.found


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """One example and its lines. `status` is passed, erratum or failed."""

    example: Example
    lines: tuple[LineResult, ...]

    @property
    def status(self) -> str:
        """How the example came out as a whole."""
        if any(not line.passed and line.erratum is None for line in self.lines):
            return "failed"
        return "erratum" if any(not line.passed for line in self.lines) else "passed"


def run_examples(program: Program) -> list[ExampleResult]:
    """Every example, in order; lines that an erratum explains are marked with its name."""
    return list(running_examples(program))


def running_examples(program: Program) -> Iterator[ExampleResult]:
    """The same one after the other, for whoever may have something else to do between two of them."""
    examples = [example for example in program.examples.values() if program.in_focus(example.name)]
    known = AssumptionMemo(program)
    for example in examples:
        yield ExampleRun(program, example, known).result()


# The outcomes that an example may state of a problem; any other problem is `missing`, an answer that is not there.
_OUTCOMES: dict[type[RuleError], set[str]] = {
    Forbidden: {"forbidden"},
    Contradiction: {"contradictory", "missing"},
    TableOverlap: {"contradictory", "missing"},
    NotGiven: set(),
    FieldNotGiven: set(),
}


class ExampleRun:
    """One example: its lines from the first to the last, on a position that they tell and change.

    `known` is what other examples of the same program have shown of its assumptions.
    """

    def __init__(self, program: Program, example: Example, known: AssumptionMemo | None = None) -> None:
        self.program, self.example = program, example
        self._assumptions = known or AssumptionMemo(program)
        self.excused = _erratum_statements(program, example)
        self.position: Position = {}

    def result(self) -> ExampleResult:
        """Every line that states something, and those that went wrong."""
        lines: list[LineResult] = []
        for expectation in self.example.lines:
            line = self._line(expectation)
            if line is not None:
                lines.append(line)
            if line is not None and not line.passed and isinstance(expectation, GivenLine | SetupLine):
                break  # what is said of a position that could not be told says nothing
        return ExampleResult(self.example, tuple(lines))

    def _is_said(self, statement: Statement, line: ExampleLine) -> bool:
        """Whether a line is what an overruled statement says, in a position such as it supposes."""
        if statement.claim is None or isinstance(line, SetupLine | PlayLine | WithLine):
            return False
        if not structurally_equal(statement.claim, line.expression):
            return False
        told = Interpreter(self.program, self.position)
        supposed = Interpreter(self.program)
        suppose(supposed, statement)
        return all(told.position.get(key) == value for key, value in supposed.position.items())

    def _line(self, line: ExampleLine) -> LineResult | None:
        tried = self.attempt(line)
        run, passed, found = tried.run, tried.passed, tried.found
        if broken := tried.broken_assumption():
            section = cited(self.program.assumptions[broken].anchors)
            passed, found = (
                False,
                say("assumption `{broken}`{section} says that this position cannot be", broken=broken, section=section),
            )
        if isinstance(line, GivenLine | SetupLine | WithLine) and passed:
            return None
        touched = frozenset(name.split(".")[0] for name in run.touched) | frozenset(run.touched)
        erratum = None
        if not passed:
            erratum = next((name for name, claim in self.excused if self._is_said(claim, line)), None)
        valued = tried.problem is None and not broken and not isinstance(line, SetupLine | DoLine | PlayLine)
        return LineResult(
            line,
            passed,
            found,
            touched,
            frozenset(run.rows),
            tried.problem,
            erratum,
            valued,
            frozenset(run.asked),
        )

    def attempt(self, line: ExampleLine, *, traced: bool = True, notes: Notes | None = None) -> Attempt:
        """Do what a line says; what it tells, does or plays has come about then."""
        run = Interpreter(self.program, self.position)
        run.made, run.notes = [], notes
        if traced:
            run.trace = []
        passed, found, problem = False, "", None
        try:
            env = run.bind(lets_read(self.example, line), {})
            match line:
                case GivenLine():
                    tell_fact(run, line.expression, env)
                    passed = True
                case SetupLine():
                    passed, found = set_up(run, line)
                case WithLine():
                    run.replace_position(standing(run, line.pieces))
                    passed = True
                case PlayLine():
                    passed, found = _played(run, line, env)
                case DoLine():
                    passed, found = _done(run, line, env)
                case Expectation():
                    passed, found = _stated(run, line, env)
                case _:
                    assert_never(line)
        except RuleError as caught:
            problem, found = caught, explain(caught, self.program)
            passed = line.outcome in _OUTCOMES.get(type(caught), {"missing"})
        self.position = run.position
        return Attempt(line, run, passed, found, problem, self._assumptions)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A line that was carried out by `run`, before it is asked whether its position can be."""

    line: ExampleLine
    run: Interpreter
    passed: bool
    found: str
    problem: RuleError | None
    assumptions: AssumptionMemo

    def broken_assumption(self) -> str | None:
        """An assumption that the line's position breaks; none of a line that only tells something, or went wrong."""
        telling = isinstance(self.line, GivenLine | SetupLine | WithLine)
        return self.assumptions.broken(self.run) if self.passed and not telling else None


def _done(run: Interpreter, line: DoLine, env: dict[str, Value]) -> tuple[bool, str]:
    """Carry out an action that is not forbidden."""
    expression = line.expression
    assert isinstance(expression, Call)
    action = run.program.callables[expression.callee]
    assert isinstance(action, Action)
    arguments = [run.evaluate(part, env) for part in expression.arguments]
    answer = run.call(action.name, arguments, expression)
    if answer == FORBIDDEN:
        return False, _reason_forbidden(run, action)
    rolled = told_dice(run, line.rolled, env)
    after, _ = done(run, action, tuple(arguments), rolled)
    run.replace_position(after)
    return True, "done"


def told_dice(
    run: Interpreter, rolled: tuple[tuple[Expr, Expr], ...], env: dict[str, Value]
) -> dict[tuple[str, tuple[Value, ...]], Value]:
    """What a line says the dice show."""
    found: dict[tuple[str, tuple[Value, ...]], Value] = {}
    for die, shows in rolled:
        assert isinstance(die, Call)
        value = run.evaluate(shows, env)
        run.check_bounds(value, die.type, f"`{last_part(die.callee)}`", shows.span)
        found[die.callee, tuple(run.evaluate(part, env) for part in die.arguments)] = value
    return found


def _reason_forbidden(run: Interpreter, action: Action) -> str:
    """Why an action cannot be done, from the last of the reasons for the answer."""
    reasons = [(name, anchors) for name, anchors in run.trace or [] if name != action.name]
    if not reasons:
        return say(
            "`{name}`{cited} is forbidden where no rule allows it",
            name=action.name,
            cited=cited(action.anchors),
        )
    name, anchors = reasons[-1]
    guards = {f"{action.name}: {guard.name}": guard.kind for guard in action.guards}
    if name not in guards:
        return say("`{name}` is forbidden by `{name_2}`{cited}", name=action.name, name_2=name, cited=cited(anchors))
    phases = name_list(action.phases, "and") if action.phases else ""
    why = {
        "requires": say("what it requires{cited} is not fulfilled", cited=cited(anchors)),
        "phase": say("it is done in {phases} alone{cited}", phases=phases, cited=cited(anchors)),
        "actor": say("it is not the turn of who does it{cited}", cited=cited(anchors)),
        "among": say("what is chosen is none of the choices{cited}", cited=cited(anchors)),
        "limit": say("it was done as often as it may be{cited}", cited=cited(anchors)),
    }[guards[name]]
    return say("`{name}` is forbidden: {why}", name=action.name, why=why)


def _played(run: Interpreter, line: PlayLine, env: dict[str, Value]) -> tuple[bool, str]:
    """Play the phase of this name: its effects, and those inside it, come about."""
    told = told_dice(run, line.rolled, env)
    for sequence in run.program.sequences.values():
        way = path_to_phase(unrolled(sequence), line.phase)
        if way:
            run.asked.add(sequence.name)
            values = [run.evaluate(part, env) for part in line.arguments]
            told |= {(fact, ()): value for fact, value in zip(way[-1].parameters, values, strict=False)}
            for _ in run_phases(run, way[-1], above=way[:-1], told=told):
                pass
            return True, ""
    return False, say("`{phase}` cannot be played: the sequence it belongs to could not be read", phase=line.phase)


def _stated(run: Interpreter, line: Expectation, env: dict[str, Value]) -> tuple[bool, str]:
    value = run.evaluate(line.expression, env)
    if line.outcome != "holds":
        return False, show(value, line.expression.type)
    return bool(value), came_to(run, line.expression, env, value)


def _erratum_statements(program: Program, example: Example) -> list[tuple[str, Statement]]:
    """What errata overrule of this example's sections, or leave open."""
    sections = {anchor.section for anchor in example.anchors}
    found = []
    for erratum in program.errata.values():
        chosen = {anchor.section for anchor in erratum.ruling}
        for statement in erratum.statements:
            here = {anchor.section for anchor in statement.anchors}
            if erratum.name not in program.broken and sections & here and not (erratum.settled and chosen & here):
                found.append((erratum.name, statement))
    return found


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How the examples and errata of a game came out when they were run.

    `lines` has the lines of an example that came to something, by its name and their places in it; `claims` has,
    by the name of an erratum and the place of a statement, whether the rules say so.
    """

    examples: Mapping[str, ExampleResult]
    lines: Mapping[tuple[str, int], LineResult]
    claims: Mapping[tuple[str, int], bool]

    @classmethod
    def of(cls, program: Program) -> Outcomes:
        """Run the examples and errata of a program."""
        examples = {result.example.name: result for result in run_examples(program)}
        lines = {
            (name, place): line
            for name, result in examples.items()
            for place, expectation in enumerate(result.example.lines)
            for line in result.lines
            if line.expectation is expectation
        }
        claims = {
            (result.erratum.name, place): result.holds
            for result in run_errata(program)
            for place, statement in enumerate(result.erratum.statements)
            if statement is result.statement
        }
        return cls(examples, lines, claims)
