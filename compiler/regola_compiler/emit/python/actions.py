"""Positions, actions, paths, choices and sequences of the Python module.

A position is a frozen dataclass with a field for each fact; a fact is a function of the position. An
action is a function that answers with a permission, and, if it changes anything, a second one that gives the
position after it:

    enter(position, unit, swamp)          Permission.allowed
    do_enter(position, unit, swamp)       the position in which it has been done

Conditions become functions of nothing, so that only those are evaluated that matter, in the order in which
the interpreter does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from regola_dsl.kinds import EffectMode

from regola_compiler.emit.engine import bars_by_kind
from regola_compiler.emit.python.expressions import expression, held, keys_of, literal, narrowed, quick, tuple_of
from regola_compiler.emit.python.names import annotation, checked, head, noted, parameter_list, told_text, within
from regola_compiler.emit.python.namespace import Namespace, identifier
from regola_compiler.emit.python.permissions import (
    Conditions,
    guard_lines,
    is_straight,
    permission,
    ruled_lines,
)
from regola_compiler.emit.python.plays.playing import deed_functions, norms_call
from regola_compiler.emit.python.plays.reads import key_of_action
from regola_compiler.ir.tree import (
    Action,
    Bar,
    Choice,
    Effect,
    Expr,
    Fact,
    Guard,
    HandleClass,
    Ir,
    Leg,
    Let,
    Norm,
    Or,
    Path,
    Phase,
    Scenario,
)


def handle_type(type_: HandleClass, names: Namespace) -> str:
    """The class of a type whose values only the host knows, or of pieces and places."""
    if type_.individuals:
        names.imports.add("Piece")
    base = "Piece" if type_.individuals else "Handle"
    return f"\nclass {names.type(type_.name)}({base}):\n    {told_text(type_, '    ')}\n\n    __slots__ = ()\n"


# --- positions ---------------------------------------------------------------------------


def position_class(ir: Ir, names: Namespace) -> str:
    """The class of positions; what is asked of a path may be told too."""
    lines = [
        "\n@dataclass(frozen=True, slots=True, kw_only=True)",
        "class Position:",
        '    """The facts of a position. What is left out is as at the start, or must not matter.',
        "",
        "    A fact with parameters is a mapping from tuples of arguments, or a function of them.",
        '    """\n',
    ]
    paths = [function for function in ir.functions if isinstance(function, Path)]
    told: list[Fact | Path] = [*ir.facts, *paths]
    for fact in told:
        result = annotation(fact.result, names)
        kind = f"Relation[{result}]" if fact.parameters else f"{result} | Untold"
        lines.append(f"    {names.fact(fact.name)}: {kind} = UNTOLD")
    return "\n".join(lines) + "\n"


def fact_function(fact: Fact, names: Namespace) -> str:
    """The function that reads a fact from a position."""
    arguments = [names.local(parameter.name) for parameter in fact.parameters]
    result = annotation(fact.result, names)
    parameters = ", ".join(parameter_list(fact, names))
    default = "" if fact.default is None else f", lambda: {expression(fact.default, names)}"
    value = f"told({fact.name!r}, position.{names.fact(fact.name)}, {tuple_of(arguments)}{default})"
    lines = [
        f"\ndef {names.function(fact.name)}({parameters}) -> {result}:",
        f"    {told_text(fact, '    ')}",
        *(f"    {check}" for one in fact.parameters for check in checked(one, names)),
        f"    found: {result} = {within(value, fact.result, fact.name, names)}",
        "    return found",
    ]
    return "\n".join(lines) + "\n"


def _changes(effects: tuple[Effect, ...], names: Namespace, indent: str) -> list[str]:
    """Statements that list what some effects change, as things stand."""
    lines = [f"{indent}changes: list[tuple[str, tuple[Any, ...] | None, Any]] = []"]
    for effect in effects:
        field = names.fact(effect.fact)
        arguments = tuple_of(keys_of(effect, names))
        if effect.value is None:
            add = f"changes.append(({field!r}, None, UNTOLD))"
        else:
            value = held(effect.value, names.fact_types[effect.fact], effect.fact, names, {})
            add = f"changes.append(({field!r}, {arguments}, {value}))"
        if effect.condition is not None:
            lines += [f"{indent}if {expression(effect.condition, names)}:", f"{indent}    {add}"]
        else:
            lines.append(f"{indent}{add}")
    return lines


def let_lines(lets: Iterable[Let], names: Namespace) -> list[str]:
    """Statements that give values their names."""
    return [f"    {names.local(let.name)} = {expression(let.value, names)}" for let in lets]


# --- actions -----------------------------------------------------------------------------


def action_functions(action: Action, names: Namespace) -> str:
    """The function that says whether an action is allowed, and the one that does it."""
    name = names.function(action.name)
    scope = parameter_list(action, names)
    passed = [part.partition(":")[0] for part in scope]
    parts: list[str] = []
    conditions = Conditions()
    norms = [_norm(norm, action, names, scope, passed, (), parts, conditions) for norm in action.norms]
    lines = head(action, names)
    straight = is_straight(action)
    if straight:
        lines = _straight(action, conditions, names, passed, lines, parts)
    lines.append(f"    return {names.type('Permission')}(permitted({action.name!r}, (")
    lines += [f"        {_guard(guard, names)}," for guard in action.guards]
    if names.plays and norms:
        parts.append(_norms(action, names, norms))
    if names.plays and norms and action.name in names.moving:
        lines.append(f"    ), {norms_call(action, names)}, {action.default!r}))")
    else:
        lines.append("    ), (")
        lines += [f"        {norm}," for norm in norms]
        lines.append(f"    ), {action.default!r}))")
    parts.append("\n".join(lines) + "\n")
    if names.plays:
        parts.append(deed_functions(action, names.counting(action.name), names))
    elif action.effects:
        own = scope if action.name in names.moving else ["position: Position", *scope]
        parts.append(_deed(action, name, names, own, passed))
    return "\n".join(parts)


def _straight(
    action: Action, conditions: Conditions, names: Namespace, passed: list[str], lines: list[str], parts: list[str]
) -> list[str]:
    """Adds the function that answers straight to `parts`; what comes back begins the one that answers with reasons."""
    name = names.function(action.name)
    reasons = names.helper(("reasons", action.name), f"reasons_{action.name}")
    asked = f"{reasons}({', '.join(passed)})"
    ruled = ruled_lines(action, conditions, names, asked)
    if names.plays and action.norms:
        own = names.helper(("ruled", action.name), f"ruled_{action.name}")
        called = [
            *(["position"] if action.name in names.moving else []),
            *(names.local(p.name) for p in action.parameters),
        ]
        names.imports |= set() if action.name in names.moving else {"remembered_always"}
        key = key_of_action(action, names) if action.name in names.moving else "@remembered_always\n"
        head_of = [f"\n{key}def {own}({', '.join(parameter_list(action, names))}) -> {names.type('Permission')}:"]
        parts.append("\n".join([*head_of, '    """What the rules say of it."""', *ruled]) + "\n")
        ruled = [f"    return {own}({', '.join(called)})"]
    definition, text, *first = lines
    body = [
        f"    if WHY:\n        return {asked}",
        *guard_lines(list(action.guards), names, permission("forbidden", names)),
    ]
    held = [line for line in first if not line.strip().startswith("if WHY: note(")]
    parts.append("\n".join([definition, text, *held, *body, *ruled]) + "\n")
    parameters = ", ".join(parameter_list(action, names))
    return [
        f"\ndef {reasons}({parameters}) -> {names.type('Permission')}:",
        f'    """The same as {name}, with reasons."""',
        *(line for line in first if line.strip().startswith("if WHY: note(")),
    ]


def _norms(action: Action, names: Namespace, norms: list[str]) -> str:
    """The function of what the rules say of an action: it is asked for the answer, and for what must be done when."""
    own = names.helper(("norms", action.name), f"norms_{action.name}")
    scope = [f"{names.local(one.name)}: {annotation(one.type, names)}" for one in action.parameters]
    lines = [f"\ndef {own}({', '.join(['position: Position', *scope])}) -> tuple[Norm, ...]:"]
    lines += ['    """What the rules say of it."""', "    return (", *(f"        {norm}," for norm in norms), "    )"]
    return "\n".join(lines) + "\n"


def _guard(guard: Guard, names: Namespace) -> str:
    """A guard as data; of `in a phase that is everybody's, or in turn` each part is a condition of its own."""
    condition = guard.condition
    parts = condition.operands if guard.kind == "actor" and isinstance(condition, Or) else (condition,)
    enough = "".join(f", lambda: {expression(part, names)}" for part in parts)
    return f"Guard({guard.name!r}, {tuple_of(map(repr, guard.anchors))}{enough})"


def _deed(action: Action, name: str, names: Namespace, scope: list[str], passed: list[str]) -> str:
    lines = [
        f"\ndef {names.function('do ' + action.name)}({', '.join(scope)}) -> Position:",
        f'    """The position after it is done: see {name}."""',
        f"    if {name}({', '.join(passed)}) is {names.type('Permission')}.forbidden:",
        f"        raise Forbidden({action.name!r})",
        *_changes(action.effects, names, "    "),
        "    return changed(position, changes)",
    ]
    return "\n".join(lines) + "\n"


def _norm(
    norm: Norm,
    action: Action,
    names: Namespace,
    scope: list[str],
    passed: list[str],
    above: tuple[Norm, ...],
    parts: list[str],
    conditions: Conditions,
) -> str:
    """A norm as data; its condition becomes a function of its own if it has named values."""
    line = (*above, norm)
    lets = [let for part in line for let in part.lets]
    condition = "True" if norm.condition is None else expression(norm.condition, names)
    if lets:
        called = "__".join(identifier(part.name) for part in (action, *line))
        own = names.helper(("norm", action.name, *map(id, line)), called)
        lines = [f"\ndef {own}({', '.join(scope)}) -> bool:", f"    {told_text(norm, '    ')}"]
        lines += [*let_lines(lets, names), f"    return {condition}"]
        parts.append("\n".join(lines) + "\n")
        condition = f"{own}({', '.join(passed)})"
    plain = norm.condition is None or lets
    conditions.written[id(norm)] = condition if plain or norm.condition is None else quick([norm.condition], names)[0]
    holds = f"lambda: {condition}"
    inner = [_norm(part, action, names, scope, passed, line, parts, conditions) for part in norm.exceptions]
    over = f", over={tuple_of(map(repr, norm.over))}" if norm.over else ""
    exceptions = f", exceptions={tuple_of(inner)}" if inner else ""
    anchors = tuple_of(map(repr, norm.anchors))
    due = ""
    if norm.due is not None:
        either = f", {tuple_of(map(repr, norm.due.either))}" if norm.due.either else ""
        due = f", due=Due({norm.due.phase!r}{either})"
    return f"Norm({norm.name!r}, {norm.says.value!r}, {anchors}, {holds}{over}{exceptions}{due})"


# --- paths -------------------------------------------------------------------------------


def path_functions(path: Path, names: Namespace) -> str:
    """The function that says whether there is a path, and the one that gives its ends."""
    scope = parameter_list(path, names)
    passed = [part.partition(":")[0] for part in scope]
    place = annotation(path.place, names)
    walk = names.helper(("walk", path.name), f"ends_of_{path.name}")
    length = "Number" if path.fractions else "int"
    lines = [f"\n{names.remembered(path.name)}def {walk}({', '.join(scope)}) -> dict[{place}, {length}]:"]
    lines.append(f"    {told_text(path, '    ')}")
    if path.fractions:
        names.imports.add("reach_in_fractions")
    lines += [*_searched(path, "reach_in_fractions" if path.fractions else "reach", names), ""]
    walked = f"{walk}({', '.join(passed)})"
    lines += [
        f"\ndef {names.function('ends of ' + path.name)}({', '.join(scope)}) -> dict[{place}, {length}]:",
        f'    """Where it can end, with the least that is spent on the way: see {names.function(path.name)}."""',
        f"    {noted(path.name, path)}",
        f"    return {f'dict({walked})' if names.is_remembered(path.name) else walked}\n",
    ]
    asked = head(path, names)
    field = names.fact(path.name)
    asked += [f"    return told({path.name!r}, position.{field}, {tuple_of(passed[1:])}, lambda: bool({walked}))"]
    return "\n".join([*lines, *asked]) + "\n"


def _searched(path: Path, search: str, names: Namespace) -> list[str]:
    """The lines that look through a map in some way."""
    start = expression(path.start, names) if path.many else narrowed(path.start, path.place, names)
    return [
        *let_lines(path.lets, names),
        f"    return {search}(",
        f"        {start if path.many else f'({start},)'},",
        f"        lambda place: {names.function(path.over)}({'position, ' * (path.over in names.moving)}place),",
        f"        {tuple_of(_leg(leg, names) for leg in path.legs)},",
        f"        Limits({_limits(path, names)}),",
        "    )",
    ]


def ways_functions(ir: Ir, names: Namespace) -> list[str]:
    """For each path whose ways are asked, the function that gives its routes."""
    paths = {item.name: item for item in ir.functions if isinstance(item, Path)}
    written: dict[str, str] = {}
    while left := [name for name in paths if name in names.routes and name not in written]:
        for name in left:  # a path may rest on the ways of another
            path = paths[name]
            names.imports.add("Routes")
            scope, place = parameter_list(path, names), annotation(path.place, names)
            called = f"{names.helper(('routes', name), f'routes_of_{name}')}({', '.join(scope)}) -> Routes[{place}]"
            doc = f'    """The ways of a path: see {names.function(name)}."""'
            lines = [f"\ndef {called}:", doc, f"    {noted(name, path)}", *_searched(path, "Routes", names)]
            written[name] = "\n".join(lines) + "\n"
    return [written[name] for name in paths if name in written]


def _leg(leg: Leg, names: Namespace) -> str:
    parts = ["None" if leg.limit is None else expression(leg.limit, names)]
    match leg.kind:
        case "exactly":
            parts.append("exactly=True")
        case "at_most" | "any" | "points":
            pass
        case _:
            assert_never(leg.kind)
    ends = ", ".join(names.local(end) for end in leg.ends) or "*_"
    if leg.cost is not None:
        parts.append(f"cost=lambda {ends}: {expression(leg.cost, names)}")
    if leg.where is not None:
        parts.append(f"allowed=lambda {ends}: {expression(leg.where, names)}")
    if leg.steps is not None:
        parts.append(f"steps={expression(leg.steps, names)}")
    return f"Leg({', '.join(parts)})"


def _limits(path: Path, names: Namespace) -> str:
    """Each kind of bar as one condition; the names of its places are made the same."""
    told = bars_by_kind(path, lambda bar: _bar(bar, names))
    if path.end is not None:
        told["ends"].append(f"place == {expression(path.end, names)}")
    steps = {"across", "stops_after"}
    return ", ".join(
        f"{keyword}=lambda {'place, following' if keyword in steps else 'place'}: {' or '.join(conditions)}"
        for keyword, conditions in told.items()
        if conditions
    )


def _bar(bar: Bar, names: Namespace) -> str:
    own = ", ".join(names.local(place) for place in bar.places)
    given = "place" if len(bar.places) == 1 else "place, following"
    return f"(lambda {own}: {expression(bar.condition, names)})({given})"


# --- choices and sequences ---------------------------------------------------------------


def choice_function(choice: Choice, names: Namespace) -> str:
    """The function that gives the options among which the chooser is free."""
    lines = [*head(choice, names), *let_lines(choice.lets, names)]
    variable = names.local(choice.variable)
    where = "" if choice.where is None else f" if {expression(choice.where, names)}"
    items = expression(choice.items, names)
    lines.append(f"    return chosen({choice.name!r}, ({variable} for {variable} in {items}{where}), (")
    for part in choice.preferences:
        value = f"lambda {variable}: {expression(part.value, names)}"
        anchors = tuple_of(map(repr, part.anchors or choice.anchors))
        lines.append(f"        ({part.degree.value!r}, {value}, {anchors}),")
    return "\n".join([*lines, "    ))"]) + "\n"


def scenario_positions(scenarios: tuple[Scenario, ...], names: Namespace) -> str:
    """The positions of the scenarios."""
    lines = ["\nSCENARIOS: Final[dict[str, Position]] = {"]
    for scenario in scenarios:
        fields: dict[str, list[str]] = {}
        plain: dict[str, str] = {}
        for told in scenario.position:
            value = literal(told.value, names)
            if told.arguments:
                key = tuple_of(literal(part, names) for part in told.arguments)
                fields.setdefault(names.fact(told.fact), []).append(f"{key}: {value}")
            else:
                plain[names.fact(told.fact)] = value
        lines.append(f"    {scenario.id!r}: Position(")
        lines += [f"        {name}={value}," for name, value in plain.items()]
        lines += [f"        {name}={{{', '.join(items)}}}," for name, items in fields.items()]
        lines.append("    ),")
    return "\n".join([*lines, "}\n"])


def sequence(phase: Phase, names: Namespace) -> str:
    """A sequence of play as data for a Tracker."""
    parts: list[str] = []
    own = names.constant(phase)
    stage = _stage(phase, names, own.lower().removeprefix("_"), parts, "")
    return "\n".join([*parts, f"\n{own}: Final = {stage}\n"])


def _single(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Of some effects those that a tracker carries out: a fact takes a value. The others need the engine."""
    return tuple(one for one in effects if one.mode == EffectMode.BECOMES and not one.each)


def _stage(phase: Phase, names: Namespace, root: str, parts: list[str], indent: str) -> str:
    fields = [repr(phase.name), tuple_of(map(repr, phase.anchors))]
    if phase.member is not None:
        fields.append(f"member={names.type('Phase')}.at({phase.member})")
    asked: tuple[tuple[str, Expr | None], ...] = (
        ("actor", phase.actor),
        ("when", phase.condition),
        ("until", phase.until),
    )
    fields += [f"{key}=lambda position: {expression(node, names)}" for key, node in asked if node is not None]
    if phase.effects:
        own = names.helper(("stage", root, id(phase)), f"{root}__{len(parts) + 1}_{identifier(phase.name)}")
        lines = [
            f"\ndef {own}(position: Position) -> list[tuple[str, tuple[Any, ...] | None, Any]]:",
            f"    {told_text(phase, '    ')}",
            *_changes(_single(phase.effects), names, "    "),
            "    return changes",
        ]
        parts.append("\n".join(lines) + "\n")
        fields.append(f"effects={own}")
    if phase.phases:
        inner = indent + "    "
        stages = [_stage(part, names, root, parts, inner) for part in phase.phases]
        listed = "".join(f"\n{inner}{stage}," for stage in stages)
        fields.append(f"stages=({listed}\n{indent})")
    return f"Stage({', '.join(fields)})"
