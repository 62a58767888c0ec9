"""Worked examples and errata, run in the reference interpreter."""

from __future__ import annotations

from dataclasses import dataclass

from regola_dsl.source import Span

from regola_compiler.interpreter import Interpreter
from regola_compiler.model import Apply, Erratum, Example, Expectation, Expr, Program, Statement, Table
from regola_compiler.operations import Problem
from regola_compiler.types import EnumType, ErrorType, Value, show


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line of an example: whether it held, what was found, and what answered.

    `touched` names the rules and exceptions that had a say, `rows` the table rows.
    """

    expectation: Expectation
    passed: bool
    found: str
    touched: frozenset[str]
    rows: frozenset[Span]
    problem: Problem | None = None
    erratum: str | None = None


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
    results = []
    for example in program.examples.values():
        excused = _excuses(program, example)
        results.append(
            ExampleResult(example, tuple(_run(program, example, line, excused) for line in example.expectations))
        )
    return results


def _run(program: Program, example: Example, line: Expectation, excused: list[tuple[str, Expr]]) -> LineResult:
    interpreter = Interpreter(program)
    interpreter.trace = []
    passed, found, problem = False, "", None
    try:
        env = interpreter.bind(example.lets, {})
        value = interpreter.evaluate(line.expression, env)
        passed = line.outcome == "holds" and bool(value)
        if line.outcome == "holds":
            found = _found(interpreter, line.expression, env, value)
        else:
            found = show(value, line.expression.type)
    except Problem as caught:
        problem, found = caught, said(caught)
        passed = line.outcome == ("forbidden" if caught.kind == "forbidden" else "missing")
    touched = frozenset(name.split(".")[0] for name, _ in interpreter.trace) | frozenset(
        name for name, _ in interpreter.trace
    )
    erratum = None
    if not passed:
        erratum = next((name for name, claim in excused if alike(claim, line.expression)), None)
    return LineResult(line, passed, found, touched, frozenset(interpreter.rows), problem, erratum)


def said(problem: Problem) -> str:
    """A problem in a few words."""
    return {
        "forbidden": "forbidden",
        "outside": "outside the printed table",
        "gap": "no row of the table",
        "missing": "no rule",
        "contradiction": "two rules that disagree",
        "overlap": "two rows that disagree",
        "range": "a value outside its bounds",
        "division": "a division by zero",
        "off-scale": "a place off the scale",
        "empty": "the best of an empty list",
        "huge": "a number too large to count",
    }.get(problem.kind, problem.kind)


def told(problem: Problem, program: Program) -> str:
    """A problem with the table and the value it is about, where there are any."""
    if problem.kind in {"outside", "forbidden"}:
        name, label, value = problem.detail
        table = program.callables[name]
        assert isinstance(table, Table)
        shown = show(value, next(d.type for d in table.dimensions if d.label == label))
        ending = "past its printed edge" if problem.kind == "outside" else "which the rules do not allow"
        return f"{said(problem)}: `{name}` would be entered with {label} {shown}, {ending}"
    if problem.kind == "range":
        place, type_, value = problem.detail
        shown = show(value, type_) if isinstance(type_, EnumType) else str(value)
        return f"{said(problem)}: {place} would be {shown}, outside `{type_}`"
    return said(problem)


def _found(interpreter: Interpreter, expression: Expr, env: dict[str, Value], value: Value) -> str:
    """What the left side of an expectation came to; else whether the whole holds."""
    if isinstance(expression, Apply) and expression.operator in {"==", "!=", "<", "<=", ">", ">="}:
        left = expression.operands[0]
        if not isinstance(left.type, ErrorType):
            return show(interpreter.evaluate(left, env), left.type)
    return "true" if value else "false"


def _excuses(program: Program, example: Example) -> list[tuple[str, Expr]]:
    """The claims that errata make of this example's sections."""
    sections = {anchor.section for anchor in example.anchors}
    return [
        (erratum.name, statement.claim)
        for erratum in program.errata.values()
        if erratum.name not in program.broken
        for statement in erratum.statements
        if statement.claim is not None and sections & {anchor.section for anchor in statement.anchors}
    ]


def alike(a: Expr, b: Expr) -> bool:
    """Whether two expressions are the same but for where they stand."""
    return _bare(a) == _bare(b)


def _bare(node: object) -> object:
    if isinstance(node, Span):
        return None
    if isinstance(node, tuple):
        return tuple(_bare(item) for item in node)
    fields = getattr(node, "__dataclass_fields__", None)
    if fields is None:
        return node
    return (type(node).__name__, *(_bare(getattr(node, name)) for name in fields))


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A statement of an erratum, and whether the encoding agrees with it."""

    erratum: Erratum
    statement: Statement
    ruled: bool
    holds: bool


def run_errata(program: Program) -> list[ClaimResult]:
    """Every claim that an erratum makes, held against the encoding."""
    results = []
    for erratum in program.errata.values():
        if erratum.name in program.broken:
            continue
        chosen = {anchor.section for anchor in erratum.ruling}
        for statement in erratum.statements:
            if statement.claim is None:
                continue
            ruled = bool(chosen & {anchor.section for anchor in statement.anchors})
            try:
                holds = bool(Interpreter(program).evaluate(statement.claim, {}))
            except Problem as problem:
                if problem.kind in {"gap", "overlap"}:
                    continue  # told where the table is
                holds = False
            results.append(ClaimResult(erratum, statement, ruled, holds))
    return results
