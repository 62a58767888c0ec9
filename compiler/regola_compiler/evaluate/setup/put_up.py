"""Pieces that a question puts up, as the lines below `with` in an example do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.doing import standing
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.reading import QueryError, scope_of
from regola_compiler.evaluate.worked.explained import explain
from regola_compiler.model.program import Program
from regola_compiler.resolve.play.put_up import put_up
from regola_compiler.resolve.play.put_up import standing as names_standing


def put_up_from(program: Program, lines: Sequence[str], position: Position) -> tuple[Program, Position]:
    """A program that knows some pieces by their names, and a position in which they stand.

    Args:
        program: The rules.
        lines: One piece each, as it is written behind `with`: `tank: Unit(kind: armour, at: "Kiev")`.
        position: In which they are put up.

    Raises:
        QueryError: if a line is none, or what it says does not fit the rules.
    """
    for line in lines:
        program, position = _put_up(program, line, position)
    return program, position


def _put_up(program: Program, line: str, position: Position) -> tuple[Program, Position]:
    file = parse_source(Source(f"--with '{line}'", f"setup\n  {' '.join(line.split())}\n"))
    setup = next((node for node in file.declarations if isinstance(node, tree.Setup)), None)
    if setup is None or file.diagnostics or len(file.declarations) > 1:
        raise _refused(line, file.diagnostics)
    scope = scope_of(program)
    pieces = put_up(setup.lines, replace(scope, stands={**scope.stands, **names_standing(setup.lines, scope.names)}))
    if found := scope.names.finish():
        raise _refused(line, found)
    twice = [piece.name for piece in pieces if piece.name in program.individuals]
    if twice:
        raise QueryError(say("`{twice}` is there already: give the piece of `--with` another name", twice=twice[0]))
    known = {**program.individuals, **{piece.name: piece.type for piece in pieces}}
    try:
        return replace(program, individuals=known), standing(Interpreter(program, position), pieces)
    except RuleError as problem:
        raise QueryError(say("`--with {line}`: {problem}", line=line, problem=explain(problem, program))) from problem


def _refused(line: str, found: Sequence[Diagnostic]) -> QueryError:
    told = found[0].message if found else say("it is no piece")
    if found and found[0].help:
        told = say("{message}: {help}", message=told, help=found[0].help)
    return QueryError(say("`--with {line}` cannot be read: {told}", line=line, told=told))
