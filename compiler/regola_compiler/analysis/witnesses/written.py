"""A witness as the game writes it: its facts, and the lines of an example that show the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from regola_dsl.diagnostics import Witness
from regola_dsl.tree import anchor_suffix

from regola_compiler.analysis.symbolic.play.phases import example_line
from regola_compiler.analysis.symbolic.symbols import (
    FactRef,
    SiteRef,
)
from regola_compiler.analysis.symbolic.values import Box, simplest
from regola_compiler.analysis.witnesses.exhibits import called_for, put_up_lines, with_pieces_spoken_of
from regola_compiler.analysis.witnesses.samples import single_type
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
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import (
    Action,
    Fact,
    Path,
    Program,
    Rule,
    Table,
)
from regola_compiler.model.types import (
    FORBIDDEN,
    BoolType,
    Value,
    show,
    source,
)


def format_facts(
    program: Program, position: Position, elsewhere: Mapping[str, Fact] = MappingProxyType({})
) -> tuple[list[tuple[str, str]], list[str]]:
    """A position's facts, each with its value, and the same as a `given` line of an example tells them.

    Args:
        program: What the rules say.
        position: What is so.
        elsewhere: What was asked of another position, by its name: no line of an example can tell it.
    """
    given, told = [], []
    for (name, values), value in position.items():
        fact = program.callables.get(name)
        if fact is None:
            if (asked := elsewhere.get(name)) is not None:
                given.append((f"({called_for(asked, values)})", show(value, asked.result)))
            continue
        if _is_count_of_limit(fact):
            if value:
                given.append((called_for(fact, values), show(value, fact.result)))
            continue  # a limit's count has no name that an example could tell it by; it begins at 0
        if isinstance(fact, Fact) and fact.kind == "pieces":
            given.append((name, show(value, fact.result)))
            continue
        called = called_for(fact, values)
        if isinstance(fact, Fact) and fact.owner:
            given.append((called, show(value, fact.result)))
            continue  # it is said where its piece is put up
        given.append((called, show(value, fact.result)))
        if isinstance(fact.result, BoolType):
            told.append(called if value else f"not {called}")
        else:
            told.append(f"{called} is {source(value, fact.result)}")
    return given, told


def _is_count_of_limit(fact: Rule) -> bool:
    return isinstance(fact, Fact) and fact.counts is not None


def no_line_tells(program: Program, position: Position) -> bool:
    """Whether a position has what no line of an example can tell: a limit's deed done already, what was so earlier."""
    return any(
        name not in program.callables or (value and _is_count_of_limit(program.callables[name]))
        for (name, _), value in position.items()
    )


def witness_of(
    declaration: Rule,
    box: Box,
    run: Interpreter,
    arguments: list[Value],
    problem: RuleError,
    elsewhere: Mapping[str, Fact],
) -> Witness:
    """What an interpreter met, as it is shown.

    Args:
        declaration: What was asked.
        box: What of the inputs and facts matters.
        run: The interpreter, in the position in which it was asked.
        arguments: The values it was asked with.
        problem: What it met.
        elsewhere: What was asked of another position on the way.
    """
    given = []
    for leaf, values in box.items():
        if isinstance(leaf.root, FactRef | SiteRef):
            continue
        type_ = single_type(leaf, declaration)
        given.append((leaf.printed(), show(simplest(values), type_) if type_ else str(simplest(values))))
    facts, told = format_facts(run.program, run.position, elsewhere)
    given += facts
    shown = ", ".join(
        # A table is entered with what its columns are called.
        f"{p.name}: {source(value, p.type)}" if isinstance(declaration, Table) else source(value, p.type)
        for value, p in zip(arguments, declaration.parameters, strict=True)
    )
    there = with_pieces_spoken_of(run.program, run.position, arguments)
    line, name = example_line(declaration, shown)
    kind = f"{problem.slug}_in" if isinstance(declaration, Table) else problem.slug.replace("-", "_")
    lines = [f"example {kind}_{name.replace('.', '_')}{anchor_suffix(declaration.anchors)}"]
    lines += [f"  with {piece}" for piece in put_up_lines(run.program, there)]
    lines += [f"  given {', '.join(told)}"] if told else []
    lines.append(f"  {line if line.startswith('play ') else _claim(run, declaration, arguments, line, problem)}")
    # A path is walked on a map that only the host has: there is no line that shows what goes wrong on the way.
    silent = isinstance(declaration, Path) or no_line_tells(run.program, run.position)
    example = "" if silent else "\n".join(lines)
    return Witness(tuple(given), problem.slug, example)


def _claim(run: Interpreter, declaration: Rule, arguments: list[Value], asked: str, problem: RuleError) -> str:
    """The line of an example that shows a problem: what is asked and how that ends, or what cannot be done."""
    match as_union(problem):
        case Contradiction() | TableOverlap():
            return f"{asked} is contradictory"
        case (
            MissingRule()
            | TableGap()
            | OutsideTable()
            | Forbidden()
            | OutOfRange()
            | DivisionByZero()
            | TooLarge()
            | OffScale()
            | EmptyFold()
            | NoPath()
            | NotGiven()
            | FieldNotGiven()
            | ImpossibleDuty()
            | EffectClash()
            | TooManyChoices()
            | PieceGone()
            | TooManyPieces()
        ):
            if not isinstance(declaration, Action):
                return f"{asked} is missing"
            try:
                answer = Interpreter(run.program, run.position).call(declaration.name, arguments)
            except RuleError:
                return f"{asked} is missing"
            # The answer is there: what goes wrong is what doing it changes, or that it is obliged and forbidden.
            return f"{asked} is forbidden" if answer == FORBIDDEN else f"do {asked}"
        case other:
            assert_never(other)
