"""The kinds that a question about an action can be asked of: of its pieces, of its places, and the phases.

A kind is a value of an enum or a scale: an input itself, a field of a record, what is printed on a piece, or what a map
says of a place. Everything else about a position is left open.
"""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.records import dataclass

from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.symbols import Symbol, fact_symbol, input_symbol
from regola_compiler.analysis.symbolic.values import Box, Interval
from regola_compiler.model.program import Action, Fact, Parameter
from regola_compiler.model.types import EnumType, HandleType, RecordType, Value, domain

# How many values of a kind stand in one matrix: of a larger one it says nothing.
LARGEST = 40


@dataclass(frozen=True, slots=True)
class Axis:
    """One kind: of which input, what it is called there, and its values.

    Attributes:
        input: The input of the action; empty for the phase.
        name: As an expression: `u.kind`, `terrain(there)`, `phase`.
        part: The field of a record or the fact that says it, if it is not the input itself.
        type: Whose values it has.
        values: All of them, in their order.
        leaf: What a position is asked for.
        others: The same asked of an individual: what the input must be then, and the leaf.
    """

    input: str
    name: str
    part: str
    type: EnumType
    values: tuple[Value, ...]
    leaf: Symbol
    others: tuple[tuple[Symbol, Value, Symbol], ...] = ()

    def told(self, box: Box) -> frozenset[Value] | None:
        """Which of the values a box speaks of; None for all of them."""
        values = box.get(self.leaf)
        if values is None:
            found = (box[leaf] for whose, one, leaf in self.others if leaf in box and box.get(whose) == (one,))
            values = next(found, None)
        return None if values is None or isinstance(values, Interval) else frozenset(values)


def axes_of(run: SymbolicExecutor, action: Action) -> list[Axis]:
    """All kinds that an action can be asked of, input by input, the phases last.

    Args:
        run: Has begun with the inputs of the action.
        action: What is asked.
    """
    found = [axis for parameter in action.parameters for axis in _kinds_of(run, parameter)]
    phase = run.program.callables.get("phase")
    if isinstance(phase, Fact) and isinstance(phase.result, EnumType):
        values = tuple(domain(phase.result) or ())
        found.append(Axis("", "phase", "", phase.result, values, fact_symbol(phase, ())))
    return [axis for axis in found if 1 < len(axis.values) <= LARGEST or not axis.input]


def _kinds_of(run: SymbolicExecutor, parameter: Parameter) -> Iterator[Axis]:
    whole, type_ = input_symbol(parameter.name), parameter.type
    if isinstance(type_, EnumType):
        yield _axis(parameter, parameter.name, "", type_, whole)
    elif isinstance(type_, RecordType):
        for name, field_type in type_.fields:
            if isinstance(field_type, EnumType):
                yield _axis(parameter, f"{parameter.name}.{name}", name, field_type, whole.field(name))
    elif isinstance(type_, HandleType):
        for fact in run.program.callables.values():
            if not isinstance(fact, Fact) or fact.kind != "given" or not isinstance(fact.result, EnumType):
                continue
            if len(fact.parameters) == 1 and fact.parameters[0].type == type_:
                yield _fact_of(run, parameter, fact, fact.result, whole)


def _fact_of(run: SymbolicExecutor, parameter: Parameter, fact: Fact, type_: EnumType, whole: Symbol) -> Axis:
    """What is printed on a piece, or what the map says of a place."""
    own = fact.name.partition(".")[2]
    name = f"{parameter.name}.{own}" if own else f"{fact.name}({parameter.name})"
    known = run.symbolic.domains.get(whole, ())
    individuals = () if isinstance(known, Interval) else known
    leaf = fact_symbol(fact, individuals if len(individuals) == 1 else (whole,))
    others = tuple((whole, one, fact_symbol(fact, (one,))) for one in individuals)
    return _axis(parameter, name, fact.name, type_, leaf, others)


def _axis(
    parameter: Parameter,
    name: str,
    part: str,
    type_: EnumType,
    leaf: Symbol,
    others: tuple[tuple[Symbol, Value, Symbol], ...] = (),
) -> Axis:
    # Past the ends of an open scale there is nothing that a rulebook lists.
    values: tuple[Value, ...] = tuple(domain(type_) or ())
    return Axis(parameter.name, name, part, type_, values, leaf, others)
