"""What must hold of every program: analysis against brute force, interpreter against module."""

from __future__ import annotations

import itertools
import types
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import regola_runtime
from hypothesis import HealthCheck, given, settings
from regola_compiler.analysis.session import Analysis, is_explored
from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.margins import tried_far_enough
from regola_compiler.analysis.symbolic.solver import holds as relation_holds
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.checks.definitions import dead_exception
from regola_compiler.driver import Compiled, compile_game
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.oracle import to_python
from regola_compiler.evaluate.errors import RULE_ERRORS, Forbidden, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Clause, Definition, Expr, Logic, Modifiers, Program, Rule, Table
from regola_compiler.model.types import DiceType, Value
from regola_compiler.model.visitor import free_names, iter_nodes, transitive_callees
from regola_dsl.source import Span
from support.amounts import Amounts, each_way
from support.drawn import clause_programs, hostile_programs, programs
from support.effort import drawn
from support.small_programs import compiled_text, values_of
from support.symbol_leaves import leaves
from support.third.opinions import game_of, third, translated
from support.third.rules import Play
from support.witnesses import lapses

SETTINGS = settings(max_examples=drawn(120), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def inputs_of(item: Rule) -> Iterator[tuple[Value, ...]]:
    return itertools.product(*(values_of(parameter.type, 8) for parameter in item.parameters))


def size(item: Rule) -> int:
    total = 1
    for parameter in item.parameters:
        total *= len(values_of(parameter.type, 8))
    return total


def outcome(program: Program, item: Rule, arguments: tuple[Value, ...]) -> tuple[str, Any]:
    try:
        return "value", Interpreter(program).call(item.name, list(arguments))
    except RuleError as problem:
        return problem.slug, (problem.owner, problem.site)


@each_way
@SETTINGS
@given(programs)
def test_every_finding_is_real_and_every_silence_is_true(amounts: Amounts, text: str) -> None:
    with amounts():
        program = compiled_text(text).program
        survey = Analysis(program)
        for item in program.callables.values():
            if not is_explored(item) or size(item) > 3000:
                continue
            met = set()
            for arguments in inputs_of(item):
                kind, where = outcome(program, item, arguments)
                if kind not in {"value", "forbidden"} and where[0] == item.name:
                    met.add((kind, where[1]))
            findings = survey.findings(item.name)
            if item.name in survey.undecided or item.name in survey.partial:
                assert all(survey.witness(found) for found in findings if found.certain)
                continue
            told = {
                (found.problem.slug, found.problem.site)
                for found in findings
                if not isinstance(found.problem, Forbidden)
            }
            if isinstance(item, Modifiers):
                # Lines are told apart; a position where two fail shows only the first of them.
                assert met <= told
            else:
                assert told == met
            for found in findings:
                assert found.problem.site is not None
                assert item.span.line <= found.problem.site.line <= item.span.end_line, "who is blamed said it"
                # What another line's mistake always comes before is told as possible: nothing shows it.
                shown = (found.problem.slug, found.problem.site) in met
                if found.certain and shown and not isinstance(found.problem, Forbidden):
                    assert survey.witness(found) is not None, "every witness replays"


@each_way
@SETTINGS
@given(programs)
def test_a_witness_shows_its_fault_however_the_rest_is_filled_in(amounts: Amounts, text: str) -> None:
    with amounts():
        survey = Analysis(compiled_text(text).program)
        for name, item in survey.program.callables.items():
            for found in survey.findings(name) if is_explored(item) else []:
                shown = survey.witness(found)
                if shown is not None and not isinstance(found.problem, Forbidden):
                    assert not lapses(text, shown[0], shown[1].finding_key(), Random(text))


ANYTHING = object()  # a value that would be there, were a problem mended


class Entering(Interpreter):
    """The interpreter, with the clauses that are entered, and those (True) that speak for themselves."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.entered: set[tuple[str, str, bool]] = set()

    def on_clause(self, definition: Definition, clause: Clause, *, own: bool) -> None:
        self.entered.add((definition.name, clause.name, own))


class Mended:
    """The clauses that one position comes to, however each problem on the way may be mended, way by way.

    A condition that has a problem holds or does not; a value that has one may be any. What is forbidden ends a way.
    """

    def __init__(self, program: Program, item: Definition, arguments: tuple[Value, ...]) -> None:
        self.run, self.item = Interpreter(program), item
        self.entered: set[tuple[str, str, bool]] = set()
        env = {p.name: value for p, value in zip(item.parameters, arguments, strict=True)}
        with suppress(Forbidden):
            self.clause(item.root, env)

    def clause(self, clause: Clause, env: Mapping[str, Any]) -> list[Any]:
        for let in clause.lets:
            env = {**env, let.name: self.of(let.value, env)}
        firsts = [part for part in clause.exceptions if not part.sequel]
        values: list[Any] = []
        for way in itertools.product(*(self.truths(part, env) for part in firsts)):
            holding = [part for part, holds in zip(firsts, way, strict=True) if holds]
            speaking = [part for part in holding if not any(part.name in other.over for other in holding)]
            if speaking:
                said = [self.enter(part, env) for part in speaking]
                agreed = all(values == said[0] and ANYTHING not in values for values in said)
                values += said[0] if len(said) == 1 or (agreed and len(said[0]) == 1) else [ANYTHING]
            elif clause.value is None:
                values.append(ANYTHING)
            else:
                self.entered.add((self.item.name, clause.name, True))
                values.append(self.of(clause.value, env))
        for sequel in clause.exceptions:
            if sequel.sequel:
                after = []
                for value in values:
                    inner = {**env, "value": value}
                    for holds in self.truths(sequel, inner):
                        after += self.enter(sequel, inner) if holds else [value]
                values = after
        return [value for place, value in enumerate(values) if value not in values[:place]]

    def enter(self, clause: Clause, env: Mapping[str, Any]) -> list[Any]:
        self.entered.add((self.item.name, clause.name, False))
        return self.clause(clause, env)

    def truths(self, clause: Clause, env: Mapping[str, Any]) -> list[bool]:
        return [True] if clause.condition is None else self.either(clause.condition, env)

    def either(self, node: Expr, env: Mapping[str, Any]) -> list[bool]:
        if isinstance(node, Logic):
            ways = itertools.product(*(self.either(part, env) for part in node.operands))
            return list({any(way) if node.kind == "or" else all(way) for way in ways})
        value = self.of(node, env)
        return [True, False] if value is ANYTHING else [bool(value)]

    def of(self, node: Expr, env: Mapping[str, Any]) -> Any:
        if any(env[name] is ANYTHING for name in free_names(node)):
            return ANYTHING
        try:
            return self.run.evaluate(node, dict(env))
        except Forbidden:
            raise
        except RuleError:
            return ANYTHING


def unreached(item: Definition, entered: set[tuple[str, str, bool]], clause: Clause, *, below: bool) -> Iterator[Span]:
    """Where the parts stand that nothing enters; those `below` such a part go with it."""
    if clause.value is not None and (item.name, clause.name, True) not in entered:
        yield clause.value.span
    for part in clause.exceptions:
        dead = (item.name, part.name, False) not in entered
        if dead:
            yield part.name_span
        if not dead or below:
            yield from unreached(item, entered, part, below=below)


def at_its_name(clause: Clause, span: Span) -> Span:
    """Where the name of an exception stands, for a place in its condition: what excludes itself is told there."""
    for part in clause.exceptions:
        if span in {getattr(node, "span", None) for node in iter_nodes(part.condition)}:
            return part.name_span
        inner = at_its_name(part, span)
        if inner != span:
            return inner
    return span


@SETTINGS
@given(programs | clause_programs)
def test_what_no_position_reaches_is_told_and_nothing_else_whatever_else_is_wrong(text: str) -> None:
    program = compiled_text(text).program
    survey = Analysis(program)
    told = {found.span for found in dead_exception.check(program, survey)}
    for item in program.callables.values():
        if not isinstance(item, Definition) or size(item) > 3000:
            continue
        really, entered = Entering(program), set[tuple[str, str, bool]]()
        for arguments in inputs_of(item):
            with suppress(RuleError):
                really.call(item.name, list(arguments))
            entered |= Mended(program, item, arguments).entered
        mine = {at_its_name(item.root, span) for span in told if item.span.line <= span.line <= item.span.end_line}
        assert mine <= set(unreached(item, really.entered, item.root, below=True)), "what is told as dead is"
        if all(isinstance(program.callables[name], Table) for name in transitive_callees(program, item)):
            # What a definition with a problem would answer, its type tells too.
            assert mine <= set(unreached(item, entered, item.root, below=True)), "and would be, were the rest mended"
        known = item.name not in {*survey.undecided, *survey.partial, *survey.coarsely}
        if known and (not survey.limited[item.name] or tried_far_enough(program, item)):
            assert set(unreached(item, entered, item.root, below=False)) <= mine, "what is dead is told"


@each_way
@SETTINGS
@given(programs)
def test_boxes_of_a_definition_are_disjoint_and_cover_it(amounts: Amounts, text: str) -> None:
    with amounts():
        program = compiled_text(text).program
        explorer = SymbolicExecutor(program)
        for item in program.callables.values():
            if isinstance(item, Table | Modifiers) or size(item) > 3000:
                continue
            try:
                outcomes = explorer.explore(item.name, 3000)
            except BudgetExceeded:
                continue
            for arguments in inputs_of(item):
                if any(isinstance(value, tuple) and len(value) > 2 for value in arguments):
                    continue  # longer lists are answered for by shorter ones
                facts = dict(
                    leaf
                    for p, value in zip(item.parameters, arguments, strict=True)
                    for leaf in leaves(input_symbol(p.name), value)
                )
                holding = [
                    o
                    for o in outcomes
                    if all(
                        relation_holds(leaf, facts) in values
                        if isinstance(leaf, RelationRef)
                        else facts[leaf] in values
                        for leaf, values in o.box.items()
                        if isinstance(leaf, RelationRef) or leaf in facts
                    )
                ]
                assert (
                    len([o for o in holding if all(leaf in facts or isinstance(leaf, RelationRef) for leaf in o.box)])
                    == 1
                )


def built(compiled: Compiled) -> Any:
    module = types.ModuleType("sample_built")
    import sys

    sys.modules["sample_built"] = module  # dataclasses look their module up
    exec(compile(python_module(compiled.ir), "sample_built.py", "exec"), module.__dict__)  # noqa: S102
    return module


NAMES = {error.slug: error.__name__ for error in RULE_ERRORS}


@SETTINGS
@given(hostile_programs)
def test_interpreter_module_and_a_third_reading_agree_on_every_input(text: str) -> None:
    compiled = compiled_text(text)
    assert not compiled.found
    module, names, play = built(compiled), Namespace(compiled.ir), Play(game_of(text), {})
    for item in compiled.program.callables.values():
        for arguments in itertools.islice(inputs_of(item), drawn(400)):
            kind, wanted = outcome(compiled.program, item, arguments)
            opinion = ("value", translated(wanted)) if kind == "value" else ("silent", kind)
            assert third(play, item.name, arguments) == opinion, item.name
            given_ = [to_python(module, names, v, p.type) for v, p in zip(arguments, item.parameters, strict=True)]
            function = module.FUNCTIONS[item.name].call
            if kind == "value":
                assert function(*given_) == to_python(module, names, wanted, item.result)
            else:
                with pytest.raises(regola_runtime.NoAnswer) as raised:
                    function(*given_)
                assert type(raised.value).__name__ == NAMES[kind]


@each_way
@SETTINGS
@given(programs)
def test_what_checks_clean_never_raises(amounts: Amounts, text: str) -> None:
    with amounts():
        compiled = compiled_text(text, compile_game)
        if compiled.found:
            return
        for item in compiled.program.callables.values():
            for arguments in itertools.islice(inputs_of(item), 2000):
                kind, _ = outcome(compiled.program, item, arguments)
                assert kind in {"value", "forbidden"}


def test_dice_probabilities_add_up() -> None:
    for notation in ("d6", "2d6", "3d6", "d66", "d10", "2d4"):
        outcomes = DiceType.parse(notation).outcomes()
        assert sum(chance for _, chance in outcomes) == 1
    assert dict(DiceType.parse("2d6").outcomes())[7] == Fraction(1, 6)
    assert [value for value, _ in DiceType.parse("d66").outcomes()][:7] == [11, 12, 13, 14, 15, 16, 21]
