"""Whether an action is allowed, as a person would write it: conditions one after the other.

    if not active(position) == p:
        return _Permission_forbidden
    if enemy(position, u) and not supplied(position, u):
        return _Permission_forbidden
    return _Permission_allowed

Every rule is looked at before one answers, unless it cannot fail to have an answer. Where reasons are asked for, and
where rules disagree, `permitted` answers, which knows all of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from regola_dsl.records import dataclass

from regola_compiler.emit.python.expressions import expression, quick
from regola_compiler.emit.python.names import INDENT
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.straight.safe import is_safe
from regola_compiler.ir.tree import Action, Guard, Norm, Or
from regola_compiler.model.kinds import Modality

_SAYS = {Modality.MUST_NOT: "forbids", Modality.MUST: "obliges", Modality.MAY: "allows"}
# What a rule says that speaks of a deed which has time, or another in whose place it would do.
_IN_TIME = "obliges_in_time"


@dataclass(frozen=True, slots=True)
class Conditions:
    """The condition of each norm, as Python; by identity, as two may be alike."""

    written: dict[int, str] = field(default_factory=dict)

    def of(self, norm: Norm) -> str:
        """The condition of a norm."""
        return self.written[id(norm)]


def voice_of(norm: Norm) -> str:
    """What a norm says, as a variable is called that keeps it; empty where it only lifts another."""
    if norm.says == Modality.MUST and norm.due is not None and norm.due.leaves_time:
        return _IN_TIME
    return _SAYS.get(norm.says, "")


def is_straight(action: Action) -> bool:
    """Whether what the rules say of an action can be written as conditions: only what lifts may lie deep."""
    return all(_is_silent(norm) or not any(inner.exceptions for inner in norm.exceptions) for norm in action.norms)


def _is_silent(norm: Norm) -> bool:
    """Whether exceptions to it only lift it, and theirs them."""
    return all(not voice_of(part) and _is_silent(part) for part in norm.exceptions)


def permission(member: str, names: Namespace) -> str:
    """One of the answers, as a function writes it."""
    return names.once(f"{names.type('Permission')}.{names.member('Permission', member)}", f"Permission_{member}")


def guard_lines(guards: list[Guard], names: Namespace, answer: str) -> list[str]:
    """The statements that answer where something that must hold does not."""
    lines = []
    for guard in guards:
        condition = guard.condition
        (holds,) = quick([condition], names)
        if guard.kind == "actor" and isinstance(condition, Or) and not is_safe(condition, names):
            # Of `in a phase that is everybody's, or in turn` one part is enough to be told.
            names.imports.add("NotGiven")
            enough = "".join(f", lambda: {expression(part, names)}" for part in condition.operands)
            own = names.helper("holds", "holds")
            lines += [f"{INDENT}try:", f"{INDENT * 2}{own} = {holds}", f"{INDENT}except NotGiven:"]
            lines.append(f"{INDENT * 2}{own} = Guard({guard.name!r}, (){enough}).holds()")
            holds = own
        lines += [f"{INDENT}if not {holds}:", f"{INDENT * 2}return {answer}"]
    return lines


def ruled_lines(action: Action, conditions: Conditions, names: Namespace, asked: str) -> list[str]:
    """The statements that answer with what the rules say.

    Args:
        action: what they are about.
        conditions: the norms' conditions.
        names: those of the module.
        asked: the call that answers with reasons, or says who disagrees.
    """
    # In a module without an engine what the rules say is asked after the phase.
    told = ("phase",) if not names.plays and any(guard.kind == "phase" for guard in action.guards) else ()
    speaking = [part for norm in action.norms for part in (norm, *norm.exceptions) if voice_of(part)]
    said = list(dict.fromkeys(voice_of(part) for part in speaking))
    own = {one: names.helper(("said", one), one) for one in said}
    members = {"forbids": "forbidden", "obliges": "required", _IN_TIME: "due", "allows": "allowed"}
    answers = {one: permission(members[one], names) for one in said}
    lines: list[str] = []
    if any(part.over for part in speaking):
        lines += _voices(action, conditions, own, names, told)
    if lines:
        pass
    elif len(said) == 1:
        # The first that speaks has the answer, if no other can fail to have one.
        unsafe = max((place for place, norm in enumerate(action.norms) if not _is_sure(norm, names, told)), default=-1)
        if unsafe > 0:
            lines.append(f"{INDENT}{own[said[0]]} = False")
        for place, norm in enumerate(action.norms):
            speaks = f"return {answers[said[0]]}" if place >= unsafe else f"{own[said[0]]} = True"
            said_by = {key: speaks for key, part in _parts(norm).items() if voice_of(part)}
            lines += _norm_lines(norm, conditions, said_by, names, told)
        if unsafe > 0:
            lines += [f"{INDENT}if {own[said[0]]}:", f"{INDENT * 2}return {answers[said[0]]}"]
    elif said:
        lines.append(f"{INDENT}{' = '.join(own.values())} = False")
        for norm in action.norms:
            flags = {key: f"{own[voice_of(part)]} = True" for key, part in _parts(norm).items() if voice_of(part)}
            lines += _norm_lines(norm, conditions, flags, names, told)
    else:
        for norm in action.norms:
            if not _is_sure(norm, names, told):
                lines += _norm_lines(norm, conditions, {}, names, told)
    if len(said) > 1 or any(part.over for part in speaking):
        if "forbids" in said:
            other = " or ".join(own[one] for one in said if one != "forbids")
            answer = f"{asked} if {other} else {answers['forbids']}" if other else answers["forbids"]
            lines += [f"{INDENT}if {own['forbids']}:", f"{INDENT * 2}return {answer}"]
        for one in ("obliges", _IN_TIME, "allows"):
            if one in said:
                lines += [f"{INDENT}if {own[one]}:", f"{INDENT * 2}return {answers[one]}"]
    if action.default is None:
        return [*lines, f"{INDENT}raise MissingRule({f'{action.name}: no rule says whether it is allowed'!r})"]
    return [*lines, f"{INDENT}return {permission(action.default, names)}"]


def _parts(norm: Norm) -> dict[int, Norm]:
    """A norm and its exceptions, by identity."""
    return {id(part): part for part in (norm, *norm.exceptions)}


def _voices(
    action: Action, conditions: Conditions, own: dict[str, str], names: Namespace, told: Collection[str]
) -> list[str]:
    """The statements that find out which voices are left where some stand over others."""
    flags: dict[int, str] = {}
    lines: dict[int, tuple[str, ...]] = {}
    spoken: list[Norm] = []
    for norm in action.norms:
        for key, part in _parts(norm).items():
            if voice_of(part):
                flags[key] = names.helper(("voice", action.name, key), part.name)
                lines[key] = (norm.name, part.name)
                spoken.append(part)
    found = [f"{INDENT}{' = '.join(flags.values())} = False"]
    for norm in action.norms:
        speaks = {key: f"{flags[key]} = True" for key in _parts(norm) if key in flags}
        found += _norm_lines(norm, conditions, speaks, names, told)
    for said, flag in own.items():
        left = []
        for part in (one for one in spoken if voice_of(one) == said):
            over = [flags[id(one)] for one in spoken if set(one.over) & set(lines[id(part)])]
            left.append(f"({flags[id(part)]} and not ({' or '.join(over)}))" if over else flags[id(part)])
        found.append(f"{INDENT}{flag} = {' or '.join(left)}")
    return found


def _is_sure(norm: Norm, names: Namespace, told: Collection[str]) -> bool:
    """Whether it can be told in every position whether a norm is in force."""
    own = not norm.lets and (norm.condition is None or is_safe(norm.condition, names, told))
    return own and all(_is_sure(part, names, told) for part in norm.exceptions)


def _lifted(parts: tuple[Norm, ...], conditions: Conditions, names: Namespace, told: Collection[str]) -> str:
    """Whether one of some exceptions that only lift is in force; each is looked at that may fail to have an answer."""
    each = []
    for part in parts:
        inner = f" and not {_lifted(part.exceptions, conditions, names, told)}" if part.exceptions else ""
        each.append(f"({conditions.of(part)}{inner})" if inner else conditions.of(part))
    either = " or " if all(_is_sure(part, names, told) for part in parts[1:]) else " | "
    return f"({either.join(each)})"


def _norm_lines(
    norm: Norm, conditions: Conditions, speaks: dict[int, str], names: Namespace, told: Collection[str]
) -> list[str]:
    """The statements of one norm: itself, or what speaks in its place."""

    def spoken(part: Norm) -> str:
        return speaks.get(id(part), "pass")

    if not norm.exceptions:
        return [f"{INDENT}if {conditions.of(norm)}:", f"{INDENT * 2}{spoken(norm)}"]
    lines = [f"{INDENT}if {conditions.of(norm)}:"]
    if _is_silent(norm):
        lifted = _lifted(norm.exceptions, conditions, names, told)
        return [*lines, f"{INDENT * 2}if not {lifted}:", f"{INDENT * 3}{spoken(norm)}"]
    own = [names.helper(("held", place), f"held_{place}") for place in range(len(norm.exceptions))]
    for name, part in zip(own, norm.exceptions, strict=True):
        lines.append(f"{INDENT * 2}{name} = {conditions.of(part)}")
    for name, part in zip(own, norm.exceptions, strict=True):
        if voice_of(part):
            lines += [f"{INDENT * 2}if {name}:", f"{INDENT * 3}{spoken(part)}"]
    return [*lines, f"{INDENT * 2}if not ({' or '.join(own)}):", f"{INDENT * 3}{spoken(norm)}"]
