"""Who may do what where: a cell holds all that the interpreter answers somewhere for its kinds, and no more."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.analysis.permits import voices
from regola_compiler.analysis.permits.axes import Axis, axes_of
from regola_compiler.analysis.permits.grid import grid
from regola_compiler.analysis.permits.matrix import Cell, Matrix, actions_of, matrices
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.evaluate.errors import Contradiction, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action, Program
from regola_compiler.model.types import RecordValue, Value, show
from support.drawn import permit_programs
from support.effort import drawn
from support.small_programs import compiled_text, values_of

SETTINGS = settings(max_examples=drawn(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def positions(program: Program) -> Iterator[Position]:
    """Every position of the facts that no kind is asked of."""
    facts = [(name, values_of(program.callables[name].result)) for name in ("frost", "year", "phase")]
    for told in itertools.product(*(values for _, values in facts)):
        yield {(name, ()): value for (name, _), value in zip(facts, told, strict=True)}


def answered(program: Program, action: Action, position: Position, asked: list[Value]) -> tuple[str, bool] | None:
    """What the interpreter answers, and whether no sentence has a say in it; None where there is no answer."""
    run = Interpreter(program, position)
    env = dict(zip((p.name for p in action.parameters), asked, strict=True))
    try:
        answer = actions.permission(run, action, env)
        spoken, _, lifted = actions.resolve_overrides(run, action, env)
    except Contradiction:
        return "contradiction", False
    except RuleError:
        return None
    open_ = all(run.decide(run.evaluate(guard.condition, env)) for guard in action.guards)
    return show(answer, action.result), open_ and not spoken and not lifted


def by_brute_force(program: Program, matrix: Matrix) -> dict[tuple[Value, ...], set[tuple[str, bool]]]:
    """All that is answered in each cell of a matrix, over all positions."""
    found: dict[tuple[Value, ...], set[tuple[str, bool]]] = {}
    inputs = [values_of(parameter.type) for parameter in matrix.action.parameters]
    for position, asked in itertools.product(list(positions(program)), itertools.product(*inputs)):
        unit, ground = asked
        assert isinstance(unit, RecordValue)
        kinds = {"u.kind": unit.get("kind"), "g": ground, "phase": position["phase", ()]}
        cell = tuple(kinds[axis.name] for axis in matrix.axes)
        answer = answered(program, matrix.action, position, list(asked))
        found.setdefault(cell, set()).update({answer} if answer else set())
    return found


def could_be(matrix: Matrix, cell: Cell) -> set[str]:
    """What a cell says can be answered, with what is said whatever the kinds."""
    return {*cell.answers, *(voice.answer for voice in matrix.general if voice.answer)}


@SETTINGS
@given(permit_programs)
def test_a_cell_holds_what_is_answered_somewhere(text: str) -> None:
    compiled = compiled_text(text)
    assert not compiled.failed, [found.message for found in compiled.found]
    (matrix,) = matrices(compiled.program)
    everywhere = by_brute_force(compiled.program, matrix)
    required = [guard for guard in matrix.action.guards if guard.kind == "requires"]
    for cell, met in everywhere.items():
        held = matrix.cells[cell]
        # A requirement has no cell of its own, nor have two rules that disagree, of which one asks no kinds: that is told.
        beyond = {"forbidden"} if required else set()
        beyond |= {"contradiction"} if matrix.general or held.rough else set()
        assert {answer for answer, _ in met} <= could_be(matrix, held) | beyond, "what is answered stands in the cell"
        if any(by_default for _, by_default in met):
            assert held.by_default, "where no sentence speaks the cell says so"
        if held.by_default and not held.rough and not matrix.general and not required:
            assert any(by_default for _, by_default in met), "where a cell says so, no sentence speaks somewhere"
        if not held.rough and not matrix.general and not required:
            assert {answer for answer, _ in met} == set(held.answers), "what stands in the cell is answered"


@SETTINGS
@given(permit_programs)
def test_kinds_asked_together_are_told_what_each_is_told(text: str) -> None:
    program = compiled_text(text).program
    (action,) = actions_of(program)
    run = SymbolicExecutor(program, Relations())
    run.looks_ahead = True
    run.begin(action.parameters)
    axes = axes_of(run, action)
    cells = [*itertools.product(*(axis.values for axis in axes))]
    for part in (*action.guards, *action.norms):
        listening = voices.Listening(run, action)
        sentence = listening.hear(part, axes)
        together = listening.hear_apart(sentence, axes, cells)
        alone = {cell: listening.hear_apart(sentence, [*map(only, axes, cell)], [cell])[cell] for cell in cells}
        assert together == alone


def only(axis: Axis, kind: Value) -> Axis:
    """An axis of one kind."""
    return replace(axis, values=(kind,))


@SETTINGS
@given(permit_programs)
def test_kinds_put_together_have_the_same_cells(text: str) -> None:
    (matrix,) = matrices(compiled_text(text).program)
    put_together = grid(matrix)
    shown = [[*groups] for groups in put_together.groups]
    labels = [{show(value, axis.type) for value in axis.values} for axis in matrix.axes]
    assert all(
        {label for group in groups for label in group} == names for groups, names in zip(shown, labels, strict=True)
    ), "every kind stands in one group"
    listed = {
        kinds
        for place, block in put_together.blocks.items()
        if block.by_default
        for kinds in itertools.product(*(groups[at] for groups, at in zip(put_together.groups, place, strict=True)))
    }
    axes = matrix.axes
    assert listed == {tuple(show(v, axis.type) for v, axis in zip(cell, axes, strict=True)) for cell in matrix.unspoken}
    assert put_together.unspoken == (len(matrix.unspoken), len(matrix.cells))


@SETTINGS
@given(permit_programs, st.integers(0, 60))
def test_what_is_assumed_rules_out_no_cell_that_is_not_looked_into(text: str, steps: int) -> None:
    assumed = (
        text + "\nassume some_year(u: Unit) @1\n  year in {1, 2, 3} and (u.kind in {foot, horse} or u.kind is guns)\n"
    )
    compiled = compiled_text(assumed)
    assert not compiled.failed, [found.message for found in compiled.found]
    (whole,) = matrices(compiled.program)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(voices, "STEPS", steps)
        (hurried,) = matrices(compiled.program)
    if whole.axes == hurried.axes:
        assert set(whole.cells) <= set(hurried.cells), "a cell that can be is left out for want of time"


SEA = """
enum Kind @1
  infantry, armour, fleet

enum Ground @1
  plain, swamp, sea

piece Unit @1
  kind: Kind
  state at: Space or none = none @1
  state tired: bool = false @1

place Space @1
  ground: Ground

sequence turn @2
  phase march @2

action move(u: Unit, to: Space) in march @3
  allowed unless forbidden
  effect u.at becomes to

rule fleets_swim @3.1
  u must not move when u.kind is fleet and to.ground is not sea

rule no_armour_in_swamps @3.2
  u must not move when u.kind is armour and to.ground is swamp

rule the_tired_rest @3.3
  u must not move when u.tired
"""


def test_infantry_that_nobody_keeps_from_the_sea_is_told() -> None:
    (matrix,) = matrices(compiled_text(SEA).program)
    assert [axis.name for axis in matrix.axes] == ["u.kind", "to.ground"]
    unspoken = {
        tuple(show(v, axis.type) for v, axis in zip(cell, matrix.axes, strict=True)) for cell in matrix.unspoken
    }
    assert {("infantry", "sea"), ("armour", "sea")} <= unspoken
    assert not {("armour", "swamp"), ("fleet", "plain")} & unspoken
    assert [voice.by for voice in matrix.general] == [("the_tired_rest",)]
    assert list(grid(matrix).default_groups()) == [
        ("allowed", (("infantry",), ("plain", "swamp", "sea"))),
        ("allowed", (("armour",), ("plain", "sea"))),
        ("allowed", (("fleet",), ("sea",))),
    ]


@pytest.mark.parametrize("line", ["allowed unless forbidden", "forbidden unless allowed"])
def test_two_rules_that_leave_nothing_out_leave_nothing_to_the_own_line(line: str) -> None:
    text = SEA.partition("rule fleets_swim")[0].replace("allowed unless forbidden", line) + (
        "rule a @3.1\n  u may move when u.kind is fleet and to.ground is sea and u.tired\n\n"
        "rule b @3.2\n  u must not move when u.kind is fleet and to.ground is sea and not u.tired\n"
    )
    (matrix,) = matrices(compiled_text(text).program)
    told = {tuple(show(v, axis.type) for v, axis in zip(cell, matrix.axes, strict=True)): cell for cell in matrix.cells}
    assert not matrix.cells[told["fleet", "sea"]].by_default
    assert matrix.cells[told["fleet", "plain"]].by_default
