"""What a name is that stands where something else belongs: looked for before anybody is told to declare it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from regola_dsl.diagnostics import Missing, closest, name_list, or_meant
from regola_dsl.wording import Said, later, say

from regola_compiler.model.program import Parameter
from regola_compiler.model.types import BoolType, EnumType, HandleType, RecordType, Type, UnionType


class Signed(Protocol):
    """Something that can be asked, as it looks from outside."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def kind(self) -> str:
        """What it was declared as."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What it is asked with."""

    @property
    def result(self) -> Type:
        """Of what type its answer is."""


class Names(Protocol):
    """What a game declares."""

    @property
    def signatures(self) -> Mapping[str, Signed]:
        """All that can be asked, and what nobody can write, by its name."""

    def signature(self, name: str, /) -> Signed | None:
        """What can be asked by a name."""

    def signed(self) -> Sequence[Signed]:
        """All that can be asked by its name."""

    def signed_as(self, last: str, /) -> Sequence[Signed]:
        """What can be asked of which the last part of the name is this."""

    def type_called(self, name: str, /) -> Type | None:
        """The type of a name."""

    def is_phase(self, name: str, /) -> bool:
        """Whether there is a phase of a name."""

    def individual(self, name: str, /) -> HandleType | None:
        """The type of the piece or place of a name."""

    def enums_with(self, label: str, /) -> Sequence[EnumType]:
        """The enums and scales that have a value."""


# So many names are listed.
_MOST = 8
_KINDS = {
    "define": later("a definition"),
    "table": later("a table"),
    "absent": later("a table"),
    "modifiers": later("a list of modifiers"),
    "action": later("an action"),
    "choice": later("a choice"),
    "path": later("a path"),
    "state": later("a state"),
    "given": later("a fact that is given"),
}
# What stands at a place, by the kind of name that is looked for there.
_HERE = {
    "phase": later("here a phase is named"),
    "action": later("here an action is named"),
    "change": later("here a change is named"),
    "scale": later("here a scale is named"),
    "state fact": later("here a state is named"),
    "definition": later("here a definition is asked"),
    "type": later("here a type is named"),
    "type of piece": later("here a type of pieces is named"),
    "list of neighbours": later("here stands what lists the places next to one"),
    "variant": later("here a variant is named"),
    "rule or exception": later("here a rule or an exception is named"),
    "definition or exception": later("here a definition or an exception is named"),
    "definition, rule or exception": later("here a definition, a rule or an exception is named"),
}
# How it is said of a name that it is something else.
_OTHER_OF, _OTHER = later("`{name}` is {what}, and {here}: {names}"), later("`{name}` is {what}, and {here}")


def with_those(said: str, listed: str) -> str:
    """What is said of a name that is something else, with what there is of the kind that belongs there; or nothing.

    >>> help = say(_OTHER, name="Ford", what="one of `Space`", here="here a phase is named")
    >>> with_those(help, "`dawn`"), with_those("write `dawn`", "`dusk`")
    ('`Ford` is one of `Space`, and here a phase is named: `dawn`', '')
    """
    if not isinstance(said, Said) or said.template not in {_OTHER, _OTHER_OF}:
        return ""
    return say(_OTHER_OF, **{**said.values, "names": listed})


def of_another_kind(missing: Missing, known: list[str], names: Names) -> str:
    """What to write where a name is declared as something else than belongs there; nothing of one that is not declared.

    Args:
        missing: The name, and as what it was used.
        known: The names of the kind that belongs there.
        names: All names.
    """
    what = _what_it_is(missing.name, names)
    if not what:
        return ""
    if missing.kind == "name" and names.is_phase(missing.name):
        return say("`{name}` is a phase: whether it is its time is asked by `phase is {name}`", name=missing.name)
    if missing.kind == "type" and (owner := _type_of_value(missing.name, names)):
        return say("`{name}` is a value of `{type}`: write `{type}`", name=missing.name, type=owner)
    if missing.kind == "type" and (asked := names.signature(missing.name)) and (owner := named_type(asked.result)):
        return say(
            "`{name}` is {what}, and here a type is named: its type is `{type}`, write `{type}`",
            name=missing.name,
            what=what,
            type=owner,
        )
    if missing.kind not in _HERE or (missing.kind == "definition" and not names.is_phase(missing.name)):
        return ""
    if missing.kind == "variant" and (question := _in_a_condition(missing.name, names)):
        return say(
            "`{name}` is {what}, and here a variant is named: leave out `under {name}`, and ask for it in a condition, "
            "`… when {asked}`",
            name=missing.name,
            what=what,
            asked=question,
        )
    here = say(_HERE[missing.kind])
    # Of a phase within another its own name says as much as the way to it, where there is but one of that name.
    known = [name for name in known if name.rpartition("/")[2] == name or name.rpartition("/")[2] not in known]
    if (close := closest(missing.name, known)) is not None:
        return or_meant(say(_OTHER, name=missing.name, what=what, here=here), close)
    if known and (missing.kind == "phase" or len(known) <= _MOST):
        listed = name_list(known, "or")
        return say(_OTHER_OF, name=missing.name, what=what, here=here, names=listed)
    return say(_OTHER, name=missing.name, what=what, here=here)


def those_there_are(fit: Type | None, names: Names) -> list[str]:
    """The pieces or places of the type that is asked for, or of one of several, if that is one of pieces or places."""
    options = fit.options if isinstance(fit, UnionType) else (fit,)
    wanted = [one for one in options if isinstance(one, HandleType) and one.individuals]
    return [
        name.removeprefix("piece ")
        for name, one in names.signatures.items()
        if name.startswith("piece ") and one.result in wanted
    ]


def named_type(fit: Type | None) -> str:
    """How a type is called that a parameter may have, if it has a name; of what may be none, of what it is else."""
    options = fit.options if isinstance(fit, UnionType) else (fit,)
    wanted = [one for one in options if isinstance(one, HandleType | EnumType | RecordType) and one.name != "none"]
    return wanted[0].name if len(wanted) == 1 else ""


def _in_a_condition(name: str, names: Names) -> str:
    """How something that is asked of nothing, or a value, is asked in a condition; nothing of others."""
    if (signature := names.signature(name)) is not None and not signature.parameters:
        return name if isinstance(signature.result, BoolType) else f"{name} is …"
    return f"… is {name}" if _type_of_value(name, names) else ""


def _what_it_is(name: str, names: Names) -> str:
    """What a name is, as one speaks of it."""
    if names.type_called(name) is not None:
        return say("a type")
    signature = names.signature(name)
    if signature is not None and signature.kind in _KINDS:
        return say(_KINDS[signature.kind])
    if names.is_phase(name):
        return say("a phase")
    if names.signature(f"sequence {name}") is not None:
        return say("a sequence")
    if (individual := names.individual(name)) is not None:
        return say("one of `{type}`", type=individual.name)
    if owner := _type_of_value(name, names):
        return say("a value of `{type}`", type=owner)
    owned = [one for one in names.signed_as(name) if "." in one.name and one.parameters]
    return say("a fact of each `{type}`", type=owned[0].parameters[0].type) if owned else ""


def _type_of_value(name: str, names: Names) -> str:
    owners = names.enums_with(name)
    return owners[0].name if len(owners) == 1 else ""
