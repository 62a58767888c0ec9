"""A game as it is played: its phases, deeds and events for the engine (`regola_runtime.play`), as `rules()` and `PLAY`.

It is to the generated module what `regola_compiler.play.rules` is to the interpreter: both give one engine the same
functions of a position.
"""

from __future__ import annotations

from regola_compiler.emit.python.expressions import expression, tuple_of
from regola_compiler.emit.python.kinds import kind
from regola_compiler.emit.python.names import INDENT, annotation, checked, told_text
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.permissions import guard_lines, is_straight, permission
from regola_compiler.emit.python.plays.chances import among, rolls_of
from regola_compiler.emit.python.plays.changes import Counted, changed_lines
from regola_compiler.emit.python.plays.effects import turnout_lines
from regola_compiler.emit.python.plays.moves import every_of, is_anyones, moves_function
from regola_compiler.emit.python.plays.phases import PhaseWriter
from regola_compiler.emit.python.plays.secrets import has_secrets, secrets
from regola_compiler.emit.python.straight.safe import is_safe
from regola_compiler.ir.early import asked_early, asked_late
from regola_compiler.ir.played import adding_facts, events_rest_on
from regola_compiler.ir.tree import (
    Action,
    Event,
    Fact,
    Ir,
    Var,
)
from regola_compiler.ir.types import BoolType, HandleType, Type, UnionType
from regola_compiler.model.names import extent_of


def playing(ir: Ir, names: Namespace) -> str:
    """What a module has beside the answers of its rules: what is played."""
    names.imports |= {"Arguments", "Calls", "Deed", "Due", "Keeper", "Node", "Play", "Roll", "Rolled", "Rules"}
    names.imports |= {"forgotten", "put_up"}
    parts: list[str] = secrets(ir, names)
    actions = [function for function in ir.functions if isinstance(function, Action)]
    deeds = [_deed(action, ir, names, parts) for action in actions]
    phases = PhaseWriter(ir, parts)
    sequences = [phases.node(one, names, INDENT * 3) for one in ir.outlines if not one.called]
    called = [phase for one in ir.outlines for phase in one.walk() if phase.called]
    rests = events_rest_on(ir)
    events = [_event(event, rests.get(event.name), names, parts) for event in ir.events]
    lines = [
        "\ndef rules() -> Rules[Position]:",
        '    """All that is played, for the engine."""',
        "    return Rules(",
        "        (",
        *(f"            {node}," for node in sequences),
        "        ),",
        "        {",
        *(f"            {one.name!r}: {phases.node(one, names, INDENT * 3)}," for one in called),
        "        },",
        "        {",
        *(f"            {action.name!r}: {deed}," for action, deed in zip(actions, deeds, strict=True)),
        "        },",
        "        Keeper(Position),",
    ]
    if events:
        names.imports.add("came_about")
        parts.append(
            "\n".join(
                ["\n_EVENTS: Final[tuple[Event[Position], ...]] = (", *(f"    {event}," for event in events), ")"]
            )
            + "\n"
        )
        lines.append("        lambda position: came_about(position, _EVENTS),")
    more = _parts_together(ir, names)
    lines += [f"        {one}," for one in more]
    lines.append("    )\n")
    return "\n".join([*parts, *lines, _start(ir, names), _play(ir, actions, names)])


def _start(ir: Ir, names: Namespace) -> str:
    lines = [
        "\ndef start(scenario: str | None = None) -> Position:",
        '    """The position that a scenario, or the rules themselves, begin with."""',
        "    position = Position() if scenario is None else SCENARIOS[scenario]",
    ]
    if ir.setup:
        lines.append("    position = put_up(position, (")
        for piece in ir.setup:
            told = ", ".join(f"{names.fact(name)!r}: {expression(value, names)}" for name, value in piece.facts.items())
            lines.append(f"        ({names.type(piece.of)}({piece.name!r}), {{{told}}}),")
        lines.append("    ))")
    if ir.events:
        names.imports.add("already_so")
        lines.append("    position = already_so(position, _EVENTS)")
    return "\n".join([*lines, "    return position"]) + "\n"


def _play(ir: Ir, actions: list[Action], names: Namespace) -> str:
    kinds = [(action.name, tuple_of(kind(one.type, names) for one in action.parameters)) for action in actions]
    facts = {fact.name: fact for fact in ir.facts}
    loops = dict.fromkeys(phase.bound for one in ir.outlines for phase in one.walk())
    kinds += [(bound, f"({kind(facts[bound].result, names)},)") for bound in loops if bound in facts]
    listed = ", ".join(f"{name!r}: {those}" for name, those in kinds)
    where = f"{ir.game!r}, Position, rules(), start, tuple(SCENARIOS), {{{listed}}}"
    if has_secrets(ir):
        where += ", _SECRETS"
    where += ", functions=lambda: FUNCTIONS"
    return f"\nPLAY: Final[Play[Position]] = Play({where})\n"


def _parts_together(ir: Ir, names: Namespace) -> list[str]:
    """The arguments of `Rules` that say how deeds done at once come together, and what is shown no more."""
    found = []
    if any(phase.at_once is not None for one in ir.outlines for phase in one.walk()):
        names.imports.add("Joiner")
        read = ", ".join(f"{names.fact(name)!r}: {names.function(name)}" for name in adding_facts(ir))
        own = tuple_of(repr(names.fact(fact.name)) for fact in ir.facts if fact.kind in {"phase", "active"})
        hidden = ", _SECRETS" if has_secrets(ir) else ""
        found.append(f"joined=Joiner({{{read}}}, {own}{hidden})")
    if any(fact.shows for fact in ir.facts):
        found.append("settled=_SECRETS.settled")
    return found


# --- deeds -------------------------------------------------------------------------------


def deed_functions(action: Action, facts: tuple[Fact, ...], names: Namespace) -> str:
    """The function that gives the position after an action, allowed or not, and the one that asks first."""
    own = [f"{names.local(one.name)}: {annotation(one.type, names)}" for one in action.parameters]
    passed = [names.local(one.name) for one in action.parameters]
    done = names.helper(("done", action.name), f"done_{action.name}")
    scope = ", ".join(["position: Position", "rolled: Rolled", *own])
    lines = [f"\ndef {done}({scope}) -> tuple[Position, Calls]:", '    """The position after it, and what it calls."""']
    counted = []
    for fact in facts:
        for deed in (one for one in (() if fact.counts is None else fact.counts.deeds) if one.action == action.name):
            keys = [expression(part, names) for part in deed.keys]
            read = f"{names.function(fact.name)}({', '.join(['position', *keys])}) + 1"
            counted.append((fact.name, keys, "True" if isinstance(fact.result, BoolType) else read))
    plain = changed_lines(action, counted, names)
    lines += plain if plain is not None else _gathered(action, counted, names)
    lines[-1] += "\n"
    name, permission = names.function(action.name), names.type("Permission")
    rolled = ["rolled: Rolled"] if action.rolls else []
    asked = ["position", *passed] if action.name in names.moving else passed
    lines += [
        f"\ndef {names.function('do ' + action.name)}({', '.join(['position: Position', *own, *rolled])}) -> Position:",
        f'    """The position after it is done, before what it calls is played: see {name}."""',
        f"    if {name}({', '.join(asked)}) is {permission}.forbidden:",
        f"        raise Forbidden({action.name!r})",
        f"    return {done}({', '.join(['position', 'rolled' if action.rolls else '{}', *passed])})[0]",
    ]
    return "\n".join(lines) + "\n"


def _gathered(action: Action, counted: Counted, names: Namespace) -> list[str]:
    """The statements that gather what a deed brings about, and give back the position after it, and what it calls."""
    lines = []
    if action.rolls:
        names.imports.add("kept")
        lines.append("    position = kept(position, rolled)")
    lines += turnout_lines(action.effects, names)
    for fact, keys, value in counted:
        lines.append(f"    turnout.counts({names.fact(fact)!r}, {tuple_of(keys)}, {value})")
    forget = ", ".join(repr(names.fact(roll.name)) for roll in action.rolls)
    return [*lines, f"    return turnout.after({forget})"]


def _unpacked(action: Action, names: Namespace, upto: int | None = None, source: str = "arguments") -> list[str]:
    """The statement that gives arguments their names."""
    own = [names.local(one.name) for one in action.parameters[:upto]]
    return [f"    {tuple_of(own)} = {source}"] if own else []


def _deed(action: Action, ir: Ir, names: Namespace, parts: list[str]) -> str:
    choices = [_choices(action, place, ir, names, parts) for place in range(len(action.parameters))]
    allowed = names.helper(("may", action.name), f"may_{action.name}")
    parts.append(_may(action, allowed, names))
    done = names.helper(("done", action.name), f"done_{action.name}")
    do = f"lambda position, arguments, rolled: {done}(position, rolled, *arguments)"
    phases = "None"
    if action.phases:
        own = next(type_ for type_ in ir.types if type_.name == "Phase")
        labels = [member.label for member in getattr(own, "members", ())]
        members = tuple_of(f"{names.type('Phase')}.at({labels.index(label)})" for label in action.phases)
        phases = f"frozenset({members})"
    fields = [repr(action.name), phases, tuple_of(choices), allowed, do]
    if any(norm.due and norm.due.phase != "" for norm in action.norms):
        due = names.helper(("due", action.name), f"due_{action.name}")
        lines = [f"\ndef {due}(position: Position, arguments: Arguments) -> Due | None:"]
        lines += ['    """Until when it must be done, if it must."""', *_unpacked(action, names)]
        parts.append("\n".join([*lines, *_due(action, names)]) + "\n")
        fields.append(f"due={due}")
    if action.rolls:
        rolls = names.helper(("rolls", action.name), f"rolls_{action.name}")
        lines = [f"\ndef {rolls}(position: Position, arguments: Arguments) -> tuple[Roll, ...]:"]
        lines += ['    """What is rolled for it."""', *_unpacked(action, names)]
        parts.append("\n".join([*lines, f"    return {rolls_of(action.rolls, names)}"]) + "\n")
        fields.append(f"rolls={rolls}")
    if action.alike:
        fields.append(f"alike={action.alike!r}")
    if action.agreed is not None:
        agreed = names.helper(("agreed", action.name), f"agreed_{action.name}")
        lines = [f"\ndef {agreed}(position: Position, arguments: Arguments) -> Any:"]
        lines += ['    """Who has to agree to it."""', *_unpacked(action, names)]
        parts.append("\n".join([*lines, f"    return {expression(action.agreed, names)}"]) + "\n")
        fields.append(f"agreed={agreed}")
    if action.groups:
        fields.append(f"groups={tuple_of(str(place) for place in action.group_places)}")
    moves = names.helper(("moves", action.name), f"moves_{action.name}")
    if found := moves_function(action, moves, names):
        parts.append(found)
        fields.append(f"moves={moves}")
    return f"Deed({', '.join(fields)})"


def _due(action: Action, names: Namespace) -> list[str]:
    """The statements that say until when an action must be done, if it must."""
    dues = [norm.due for norm in action.norms if norm.due and norm.due.phase != ""]
    plain = not any(norm.over or norm.exceptions or norm.lets for norm in action.norms)
    if (
        not plain
        or len({one.phase for one in dues}) > 1
        or any(norm.due and (norm.says != "must" or norm.due.phase == "") for norm in action.norms)
    ):
        return _asked_due(action, names)
    late = names.once(f"Due({dues[0].phase!r})", f"due_{dues[0].phase or 'at_once'}")
    asked = [norm for norm in action.norms if norm.condition is not None and not is_safe(norm.condition, names)]
    first = [norm for norm in action.norms if norm.due]
    if len(first) == 1 and (not asked or asked == first):
        condition = first[0].condition
        when = "" if condition is None else f" if {expression(condition, names)} else None"
        return [f"    return {late}{when}"]
    return _asked_due(action, names)


def _asked_due(action: Action, names: Namespace) -> list[str]:
    """The statements that ask every rule; none of them has a duty where the answer was plainly that it is allowed."""
    names.imports.add("due")
    lines = [f"    return due({norms_call(action, names)})"]
    if not is_straight(action):
        return lines
    return [f"    if {ruled_call(action, names)} is {permission('allowed', names)}:", "        return None", *lines]


def ruled_call(action: Action, names: Namespace) -> str:
    """What the rules say of an action whose rules are written as conditions, asked for its arguments."""
    own = names.helper(("ruled", action.name), f"ruled_{action.name}")
    passed = ["position"] * (action.name in names.moving) + [names.local(one.name) for one in action.parameters]
    return f"{own}({', '.join(passed)})"


def norms_call(action: Action, names: Namespace) -> str:
    """What the rules say of an action, asked for its arguments."""
    own = names.helper(("norms", action.name), f"norms_{action.name}")
    return f"{own}({', '.join(['position', *(names.local(one.name) for one in action.parameters)])})"


def _choices(action: Action, place: int, ir: Ir, names: Namespace, parts: list[str]) -> str:
    """The function that gives what a parameter may be, where those before it are known."""
    own = names.helper(("choices", action.name, place), f"choices_{action.name}_{place + 1}")
    parameter = action.parameters[place]
    lines = [f"\ndef {own}(position: Position, before: Arguments) -> tuple[Any, ...]:"]
    lines += [f'    """What `{parameter.name}` may be."""', *_unpacked(action, names, place, "before")]
    early = [expression(condition, names) for condition in asked_early(action, place)]
    items = action.candidates[place] if action.candidates else None
    if items is not None:
        listed = among(action, place, items, names)
    else:
        known = any(fact.kind == "active" for fact in ir.facts)
        if isinstance(action.actor, Var) and action.actor.name == parameter.name and known and not is_anyones(action):
            field = names.fact("active")
            listed = (
                f"{every_of(action, place, names)} if isinstance(position.{field}, Untold) else (position.{field},)"
            )
        else:
            listed = every_of(action, place, names)
    if early:
        lines += [f"    found = {listed}", f"    if found and not ({' and '.join(early)}):", "        return ()"]
        listed = "found"
    parts.append("\n".join([*lines, f"    return {listed}"]) + "\n")
    return own


def _may(action: Action, own: str, names: Namespace) -> str:
    """The function that says whether an action may be done, in its phases, with arguments among what they may be."""
    lines = [f"\ndef {own}(position: Position, arguments: Arguments) -> bool:"]
    lines += ['    """Whether it may be done."""', *_unpacked(action, names)]
    for place, parameter in enumerate(action.parameters):
        if action.candidates and action.candidates[place] is not None:
            lines += [f"    {held}" for held in checked(parameter, names)]
    lines += guard_lines(asked_late(action), names, "False")
    if action.norms and is_straight(action):
        lines.append(f"    return {ruled_call(action, names)} is not {permission('forbidden', names)}")
    elif action.norms:
        asked = f"permitted({action.name!r}, (), {norms_call(action, names)}, {action.default!r})"
        lines.append(f'    return {asked} != "forbidden"')
    elif action.default is None:
        lines.append(f"    raise MissingRule({f'{action.name}: no rule says whether it is allowed'!r})")
    else:
        lines.append(f"    return {action.default != 'forbidden'}")
    return "\n".join(lines) + "\n"


# --- events ------------------------------------------------------------------------------


def _event(event: Event, read: tuple[str, ...] | None, names: Namespace, parts: list[str]) -> str:
    own = names.helper(("event", event.name), f"event_{event.name}")
    parameters = [f"{names.local(one.name)}: {annotation(one.type, names)}" for one in event.parameters]
    scope = ", ".join(["position: Position", "turnout: Turnout[Position]", *parameters])
    lines = [f"\ndef {own}({scope}) -> None:", f"    {told_text(event, '    ')}"]
    # What several events of a round bring about adds up: all of it is gathered in one.
    parts.append("\n".join([*lines, *turnout_lines(event.effects, names)[1:]]) + "\n")
    names.imports.add("Event")
    kinds = tuple_of(kind(one.type, names) for one in event.parameters)
    bound = ", ".join(["position", *(names.local(one.name) for one in event.parameters)])
    condition = f"lambda {bound}: {expression(event.condition, names)}"
    field = names.fact(f"event {event.name}")
    listed = ""
    if read is not None:
        types = [part for one in event.parameters for part in _options(one.type)]
        there = [extent_of(one.name) for one in types if isinstance(one, HandleType) and one.name in names.pieces]
        listed = f", read={tuple_of(map(repr, dict.fromkeys([field, *map(names.fact, [*read, *there])])))}"
    return f"Event({event.name!r}, {field!r}, {kinds}, {condition}, {own}, once={event.once}{listed})"


def _options(type_: Type) -> tuple[Type, ...]:
    """The types of which a value may be."""
    return tuple(part for one in type_.options for part in _options(one)) if isinstance(type_, UnionType) else (type_,)


# --- phases ------------------------------------------------------------------------------
