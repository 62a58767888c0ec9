"""What may be done of an action, all of it at once: one loop in another, as one writes it by hand.

    for m in men(position, p):
        if not Man_crowned(m) ...:
            continue
        for way in (Diagonal.up_left, ...):
            if not may_step(m, way):
                continue
            found.append(new_deed(("move", (m, way))))

The engine asks the general way, one filling after the other, where there is no such function, where it comes to no
answer (`regola_runtime.play.Engine.fillings`), and where reasons are asked for.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from math import prod
from typing import Final

from regola_compiler.emit.python.expressions import expression, tuple_of
from regola_compiler.emit.python.kinds import kind
from regola_compiler.emit.python.names import INDENT
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.permissions import is_straight, permission
from regola_compiler.emit.python.plays.search import Asked, Level, Search, arranged, is_too_much, needed, steps_of
from regola_compiler.emit.python.straight.safe import is_safe
from regola_compiler.ir.bounds import bounds_of
from regola_compiler.ir.conditions import conjuncts
from regola_compiler.ir.tree import Action, Call, Expr, Or, Var
from regola_compiler.ir.types import BoolType, DiceType, EnumType, HandleType, IntType
from regola_compiler.model.kinds import Modality
from regola_compiler.model.names import extent_of, is_extent

MANY_VALUES: Final = 1_000  # how many values of a type are listed
MANY: Final = 50_000  # how many fillings are tried here; where there are more, the general way says so


def moves_function(action: Action, own: str, names: Namespace) -> str:
    """The function that finds everything that may be done of an action; empty where that is asked the general way.

    Args:
        action: what is done.
        own: what the function is called.
        names: those of the module.
    """
    if any(action.alike) or action.groups or action.name not in names.moving:
        return ""
    listed = [_listed(action, place, names) for place in range(len(action.parameters))]
    steps = _steps(action, names)
    each = prod(size for _, size in listed if size)
    if is_too_much(steps) or each > MANY:
        return ""
    same = [one.name for one, (_, size) in zip(action.parameters, listed, strict=True) if size > 1]
    levels = arranged(steps, [one.name for one in action.parameters], names, same, bounds_of(action.parameters))
    counted, rows = Search(names, None), dict[str, tuple[str, str]]()
    _body(action, levels, listed, counted, rows)
    lines = _body(action, levels, listed, Search(names, counted.counts), rows)
    names.imports |= {"Do", "new_deed"}
    head = [f"\ndef {own}(position: Position) -> list[Do] | None:"]
    head.append('    """What may be done of it, found at once; None where it is to be asked for one by one."""')
    fixed = [f"\n{name}: Final = tuple({row} {each})\n" for name, (row, each) in rows.items()]
    return "\n".join([*fixed, *head, *lines]) + "\n"


def _steps(action: Action, names: Namespace) -> list[Asked]:
    """What must hold for it, one after the other."""
    steps: list[Asked] = []
    known, variables = bounds_of(action.parameters), [one.name for one in action.parameters]
    for guard in action.guards:
        if guard.kind in {"phase", "among"}:
            continue  # what is tried here is among what it may be, and in its phase
        for whole in conjuncts(guard.condition):
            # Before all of it could be asked, what is chosen up to there is looked for, and may have no answer.
            lists = list(action.candidates[: needed(whole, variables)])
            after = max((place for place, one in enumerate(lists) if one and not is_safe(one, names)), default=0)
            steps += [replace(step, after=after) for step in steps_of(whole, known, names)]
    return steps


def _listed(action: Action, place: int, names: Namespace) -> tuple[Expr | str, int]:
    """What a parameter is chosen among, written where it asks for nothing, and how many that are; 0 where many."""
    items = action.candidates[place] if action.candidates else None
    if items is not None:
        return items, 0
    parameter = action.parameters[place]
    if isinstance(action.actor, Var) and action.actor.name == parameter.name and not is_anyones(action):
        active = next((fact.name for fact in names.facts.values() if fact.kind == "active"), None)
        if active is not None:  # whoever acts: where nobody says who that is, all are tried one by one
            return f"({names.function(active)}(position),)", 1
    match parameter.type:
        case IntType(low=int() as low, high=int() as high) if high - low < MANY_VALUES:
            return f"range({low}, {high + 1})", high - low + 1
        case BoolType():
            return "(False, True)", 2
        case EnumType(name=name):
            members = [names.once(f"{names.type(name)}.{one}", f"{name}_{one}") for one in names.members(name)]
            return tuple_of(members), len(members)
    return every_of(action, place, names), 0


def is_anyones(action: Action) -> bool:
    """Whether there are phases in which everybody may do it."""
    return any(guard.kind == "actor" and isinstance(guard.condition, Or) for guard in action.guards)


def every_of(action: Action, place: int, names: Namespace) -> str:
    """All that a parameter can be, as far as its type says."""
    parameter = action.parameters[place]
    what = f"{action.name}: {parameter.name}"
    match parameter.type:
        case IntType(low=int() as low, high=int() as high) if high - low < MANY_VALUES:
            return f"tuple(range({low}, {high + 1}))"
        case EnumType(name=name):
            return tuple_of(f"{names.type(name)}.{member}" for member in names.members(name))
        case HandleType(name=name) if name in names.pieces:
            return f"position.{names.fact(extent_of(name))}"
    names.imports.add("every")
    return f"tuple(every(position, {kind(parameter.type, names)}, {what!r}))"


def _body(
    action: Action,
    levels: list[Level],
    listed: list[tuple[Expr | str, int]],
    search: Search,
    rows: dict[str, tuple[str, str]],
) -> list[str]:
    """The statements of the function; what is gone through that is always the same is added to `rows`."""
    names, plain = search.view, copy(search.view)
    plain.sharing = None
    each = prod(size for _, size in listed if size)
    unknown = [place for place, (_, size) in enumerate(listed) if not size]
    tried = names.helper("tried", "tried")
    outside: list[str] = []
    lines: list[str] = []
    indent, leave = INDENT, "return found"
    for place, (items, _) in enumerate(listed):
        own = names.local(action.parameters[place].name)
        if isinstance(items, str):
            loop = items
            lines += search.level(levels[place], indent, leave)
        else:
            loop = names.helper(("among", own), f"among_{own}")
            lines += [f"{indent}{loop} = {_among(items, search, names)}", f"{indent}if not {loop}:"]
            lines += [f"{indent}{INDENT}{leave}", *search.level(levels[place], indent, leave)]
        if place in unknown:
            lines.append(f"{indent}{tried} += len({loop})")
            lines += [f"{indent}if {tried} > {MANY // each}:", f"{indent}{INDENT}return None"]
        if place == 0:
            outside, lines = lines, []
        if fixed := levels[place + 1].fixed:
            loop = names.helper(("each", action.name, place), f"each_{own}_of_{action.name}")
            rows[loop] = tuple_of([own, *(expression(node, plain) for node in fixed)]), f"for {own} in {items}"
        lines.append(f"{indent}for {', '.join([own, *map(search.fixed, fixed)])} in {loop}:")
        indent, leave = indent + INDENT, "continue"
        if not isinstance(items, str):
            match action.parameters[place].type:
                case IntType(low=int() as low, high=int() as high) | DiceType(modified=False, low=low, high=high):
                    lines += [f"{indent}if not {low} <= {own} <= {high}:", f"{indent}{INDENT}return None"]
    lines += search.level(levels[-1], indent, leave)
    lines += _ruled(action, indent, leave, names)
    passed = tuple_of(names.local(one.name) for one in action.parameters)
    lines.append(f"{indent}found.append(new_deed(({action.name!r}, {passed})))")
    begun = [f"{INDENT}found: list[Do] = []"] + [f"{INDENT}{tried} = 0"] * bool(unknown)
    if any(table in line for line in outside for table in search.tables.values()):
        return [*begun, *search.tables_read(INDENT), *outside, *lines, f"{INDENT}return found"]
    return [*begun, *outside, *search.tables_read(INDENT), *lines, f"{INDENT}return found"]


def _among(items: Expr, search: Search, names: Namespace) -> str:
    """A list that something is chosen among, each of it once."""
    text = search.written(items)
    choice = names.choices.get(items.name) if isinstance(items, Call) else None
    if choice is not None and isinstance(choice.items, Call) and is_extent(choice.items.name):
        return text
    names.imports.add("unique")
    return f"unique({text})"


def _ruled(action: Action, indent: str, leave: str, names: Namespace) -> list[str]:
    """The statements that leave where the rules forbid it."""
    plain = all(
        norm.says is Modality.MUST
        and norm.condition is None
        and not norm.lets
        and not norm.exceptions
        and not norm.over
        for norm in action.norms
    )
    if plain and (action.norms or action.default in {"allowed", "required"}):
        return []
    may = names.helper(("may", action.name), f"may_{action.name}")
    passed = ["position", *(names.local(one.name) for one in action.parameters)]
    if action.norms and is_straight(action):
        own = names.helper(("ruled", action.name), f"ruled_{action.name}")
        asked = f"{own}({', '.join(passed)}) is {permission('forbidden', names)}"
    else:
        asked = f"not {may}(position, {tuple_of(passed[1:])})"
    return [f"{indent}if {asked}:", f"{indent}{INDENT}{leave}"]
