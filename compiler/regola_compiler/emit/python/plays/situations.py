"""The class of positions of a game that is played, and the functions that read its facts.

All that the play keeps is a mapping from tuples of arguments, or a value; what the host alone says may be a function
too, as in modules of games that are only asked.
"""

from __future__ import annotations

from regola_compiler.emit.python.expressions import constant, expression, straight_read, tuple_of
from regola_compiler.emit.python.kinds import kind
from regola_compiler.emit.python.names import annotation, checked, outside, parameter_list, told_text, within
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.played import by_host
from regola_compiler.ir.tree import Const, Fact, Ir, Path
from regola_compiler.model.names import extent_of

PLACE = "at"


def situation_class(ir: Ir, names: Namespace) -> str:
    """The class of positions, with what is known of each fact."""
    names.imports |= {"FactOf", "Kept", "NOTHING", "Situation"}
    lines = [
        "\n@dataclass(frozen=True, kw_only=True)",
        "class Position(Situation):",
        '    """The facts of a position. What is left out is as at the start, or must not matter.',
        "",
        "    A fact with arguments is a mapping from tuples of them. A position is not changed, and can be hashed.",
        '    """\n',
    ]
    paths = [function for function in ir.functions if isinstance(function, Path)]
    told: list[Fact | Path] = [*ir.facts, *paths]
    facts: list[str] = []
    for fact in told:
        field, result = names.fact(fact.name), annotation(fact.result, names)
        if isinstance(fact, Path):
            lines.append(f"    {field}: Relation[{result}] = UNTOLD")
            continue
        if fact.kind == "pieces":
            lines.append(f"    {field}: {result} = ()")
        elif by_host(fact):
            lines.append(f"    {field}: Relation[{result}] = NOTHING")
        elif fact.parameters:
            lines.append(f"    {field}: Kept[{result}] = NOTHING")
        else:
            lines.append(f"    {field}: {result} | Untold = UNTOLD")
        facts.append(f"        {field!r}: {_fact_of(fact, names)},")
    for event in ir.events:
        field = names.fact(f"event {event.name}")
        lines.append(f"    {field}: Kept[bool] = NOTHING")
        kinds = tuple_of(kind(one.type, names) for one in event.parameters)
        facts.append(f"        {field!r}: FactOf({f'event {event.name}'!r}, {kinds}, bool, mark=True),")
    active = next((fact for fact in ir.facts if fact.kind == "active"), None)
    for name, copied in names.copies.items():
        field = names.fact(name)
        lines.append(f"    {field}: Kept[Any] = NOTHING")
        who = "bool" if active is None else kind(active.result, names)
        listed = tuple_of(repr(names.fact(one)) for one in copied)
        facts.append(f"        {field!r}: FactOf({name!r}, (), {who}, copied={listed}),")
    extents = ", ".join(f"{names.type(one.name)}: {names.fact(extent_of(one.name))!r}" for one in ir.pieces)
    known = {fact.name for fact in ir.facts}
    places = [f"{one.name}.{PLACE}" for one in ir.pieces if f"{one.name}.{PLACE}" in known]
    world = [names.fact(fact.name) for fact in told if isinstance(fact, Path) or fact.name in names.world]
    unchanging = [f"    unchanging = frozenset({tuple_of(map(repr, world))})"] if world else []
    return "\n".join(
        [
            *lines,
            "\n    facts = {",
            *facts,
            "    }",
            "    named = {fact.name: field for field, fact in facts.items()}",
            f"    extents = {{{extents}}}",
            f"    places = {tuple_of(repr(names.fact(place)) for place in places)}",
            *unchanging,
            "",
        ]
    )


def _fact_of(fact: Fact, names: Namespace) -> str:
    kinds = tuple_of(kind(one.type, names) for one in fact.parameters)
    flags = ""
    if fact.kind in {"state", "rolled", "entered", "counted", "phase", "active", "pieces", "shown"}:
        flags += ", state=True"
    if fact.default is None:
        flags += ", starts=False"
    if fact.counts is not None and fact.counts.unordered:
        flags += ", unordered=True"
    if fact.name in names.straight_facts:
        flags += _begins(fact, names)
    return f"FactOf({fact.name!r}, {kinds}, {kind(fact.result, names, lengths=True)}{flags})"


def _begins(fact: Fact, names: Namespace) -> str:
    """What a fact that is read straight from a position is where nothing is said."""
    if fact.default is None or isinstance(fact.default, Const):
        return ""
    own = ", ".join(names.local(parameter.name) for parameter in fact.parameters)
    return f", computed=lambda {own}: {expression(fact.default, names)}"


def situation_fact(fact: Fact, names: Namespace) -> str:
    """The function that reads a fact from a position."""
    arguments = tuple_of(names.local(parameter.name) for parameter in fact.parameters)
    result, field = annotation(fact.result, names), names.fact(fact.name)
    scope = ", ".join(parameter_list(fact, names))
    lines = [
        f"\n{_worked_out(fact, names)}def {names.function(fact.name)}({scope}) -> {result}:",
        f"    {told_text(fact, '    ')}",
    ]
    lines += [f"    {check}" for one in fact.parameters for check in checked(one, names)]
    if fact.kind == "pieces":
        return "\n".join([*lines, f"    return position.{field}"]) + "\n"
    if fact.name in names.straight_facts:
        return "\n".join([*lines, f"    return {straight_read(fact, arguments, names)}"]) + "\n"
    if by_host(fact):
        default = "" if fact.default is None else f", lambda: {expression(fact.default, names)}"
        value = f"told({fact.name!r}, position.{field}, {arguments}{default})"
        kind = f": {result}"
        if isinstance(fact.default, Const):  # the host says most facts as a mapping
            names.imports.add("Frozen")
            lines += [f"    rows = position.{field}", "    if type(rows) is Frozen:"]
            told = f"rows.get({arguments}, {constant(fact.default.value, names)})"
            lines += [f"        found: {result} = {within(told, fact.result, fact.name, names)}"]
            lines.append("        return found")
            kind = ""
        lines += [f"    found{kind} = {within(value, fact.result, fact.name, names)}", "    return found"]
        return "\n".join(lines) + "\n"
    held = [f"    {one}" for one in outside("found", fact.result, fact.name, names)]
    gone: list[str] = []
    if fact.owner in names.made:
        names.imports.add("hold_there")
        (piece,) = (names.local(parameter.name) for parameter in fact.parameters)
        shown = fact.name.partition(".")[2]
        gone = [f"        hold_there({piece}, position.{names.fact(extent_of(fact.owner))}, {shown!r})"]
    if fact.parameters and fact.default is None:
        names.imports.add("untold")
        lines += ["    try:", f"        found = position.{field}[{arguments}]", "    except KeyError:", *gone]
        lines.append(f"        raise untold({fact.name!r}, {arguments}) from None")
        return "\n".join([*lines, *held, "    return found"]) + "\n"
    if not fact.parameters:
        lines.append(f"    found = position.{field}")
    else:
        if fact.counts is not None and fact.counts.unordered:
            names.imports.add("in_order")
            arguments = f"in_order({arguments})"
        lines.append(f"    found = position.{field}.get({arguments}, UNTOLD)")
    lines += ["    if isinstance(found, Untold):", *gone]
    if fact.default is None:
        names.imports.add("untold")
        shown = tuple_of(names.local(parameter.name) for parameter in fact.parameters)
        lines.append(f"        raise untold({fact.name!r}, {shown})")
    else:
        lines.append(f"        return {within(expression(fact.default, names), fact.result, fact.name, names)}")
    return "\n".join([*lines, *held, "    return found"]) + "\n"


def _worked_out(fact: Fact, names: Namespace) -> str:
    """The line above a fact that is worked out from others of the same piece: it is remembered while they are so."""
    read = names.own_facts.get(fact.name, ())
    if len(read) < 2 and (fact.owner not in names.made or fact.default is None or fact.name in names.straight_facts):
        return ""
    if by_host(fact):
        return ""
    names.imports.add("remembered")
    there = [extent_of(fact.owner)] if fact.owner in names.made else []
    return f"@remembered({', '.join(repr(names.fact(one)) for one in [*read, *there])})\n"
