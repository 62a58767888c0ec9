"""What is said of a name that means nothing: as what it was used, and what to write in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol
from unicodedata import combining, normalize

from regola_dsl.diagnostics import (
    Diagnostic,
    Missing,
    akin,
    begun_by,
    in_a_row,
    listed_few,
    nearest,
    of_its_words,
    of_signs,
    sharing_a_word,
)
from regola_dsl.parsing.words import keywords
from regola_dsl.wording import later, say

from regola_compiler.model.types import PERMISSION, EnumType, Type, is_numeric, quoted
from regola_compiler.resolve.reported import other_kinds
from regola_compiler.resolve.reported.elsewhere import is_nothing, said_elsewhere
from regola_compiler.resolve.reported.other_kinds import named_type, of_another_kind, those_there_are

# What stands for two numbers, and how many such are named.
_OF_NUMBERS = re.compile(r"\d+[-:]\d+")
_FEW = 3
# An exception or a section that must be one of a few.
BESIDE, SET_AGAINST = "exception beside this one", "section among those that this erratum sets against each other"
# Of these there are only so many at a place: all are told.
_CLOSED = {
    *("value", "field", "property", "parameter", "column", "phase", "option", "list of neighbours"),
    *(BESIDE, SET_AGAINST),
}
# Kinds of names of which there are few in most games: they are listed if they are not many.
_OF_FEW = {"variant", "action", "change", "scale", "state fact", "erratum", "type of piece"}
# What is said of a name that is none of something's own, and of one that is no thing of its kind.
_HAS_NONE = {
    "field": later("{owner} has no field `{name}`"),
    "parameter": later("{owner} has no parameter `{name}`"),
    "property": later("{owner} has no property `{name}`"),
    "column": later("{owner} has no column `{name}`"),
}
_UNKNOWN = {
    BESIDE: later("there is no exception `{name}` beside this one"),
    SET_AGAINST: later("there is no section `{name}` among those that this erratum sets against each other"),
    "name": later("unknown name `{name}`"),
    "type": later("unknown type `{name}`"),
    "scale": later("unknown scale `{name}`"),
    "phase": later("unknown phase `{name}`"),
    "action": later("unknown action `{name}`"),
    "change": later("unknown change `{name}`"),
    "definition": later("unknown definition `{name}`"),
    "exception": later("unknown exception `{name}`"),
    "rule or exception": later("unknown rule or exception `{name}`"),
    "definition or exception": later("unknown definition or exception `{name}`"),
    "definition, rule or exception": later("unknown definition, rule or exception `{name}`"),
    "erratum": later("unknown erratum `{name}`"),
    "column": later("unknown column `{name}`"),
    "parameter": later("unknown parameter `{name}`"),
    "option": later("unknown option `{name}`"),
    "variant": later("unknown variant `{name}`"),
    "state fact": later("unknown state fact `{name}`"),
    "type of piece": later("unknown type of piece `{name}`"),
    "list of neighbours": later("unknown list of neighbours `{name}`"),
}
# What is said of the further places of a name.
AND_HERE = say("and here")
# What to do about a name of which nothing more is known, and about one of a kind.
TO_DECLARE = say("declare it, or correct the spelling")
_HINTS = {
    "type": later("declare it with `enum`, `scale`, `record`, `piece` or `place`"),
    "definition": later("declare it with `define`, `table` or `modifiers`"),
    "list of neighbours": later("declare it: `given {name}(h: Hex): list of Hex`"),
}
# What other languages call our types.
_YES_OR_NO = frozenset({"yes", "no", "true", "false", "yesno", "yes_no", "flag", "sì", "si", "vero", "falso"})
_OTHER_NAMES = {"integer": "int", "boolean": "bool", "float": "number", "fraction": "number", "dice": "d6"}


class Names(other_kinds.Names, Protocol):
    """What a game declares."""

    def enum(self, name: str, /) -> EnumType | None:
        """The enum or scale of a name."""


def instead(
    missing: Missing, candidates: Sequence[str], meant: str, fit: Type | None, beside: Sequence[str], names: Names
) -> str:
    """What could be written in place of a name that nothing declares as what it was used.

    Args:
        missing: The name, and as what it was used.
        candidates: What there is of the kind.
        meant: What to write, where more is known of its place than how names are spelt.
        fit: Of what type something is asked for there, if that is known.
        beside: The values that stand in the same list: it has each once, so that none of these is meant.
        names: What the game declares.
    """
    kind, name, _, _ = missing
    known = [one for one in dict.fromkeys(candidates) if one not in beside]
    there = those_there_are(fit, names)
    if (bare := without_accents(name)) != name and bare in {*known, *there}:
        return say("did you mean `{close}`?", close=bare)
    said = meant or said_elsewhere(kind, name, known) or of_another_kind(missing, known, names)
    close = nearest(name, [*known, *there]) or akin(name, [*known, *there])
    if close and kind == "value" and len(alike := _one_sign_away(name, known)) > 1:
        return say("did you mean {anchors}?", anchors=in_a_row([f"`{one}`" for one in alike], "or"))
    if kind in {"name", "value"} and is_nothing(name) and fit is not None and is_numeric(fit):
        return say("a number stands here: `0`, where there is none")
    if kind in _CLOSED:
        # A word of the language in the place of a name shortens none.
        begun = None if name in keywords() else begun_by(name, known)
        close = close or begun or of_its_words(name, known) or sharing_a_word(name, known) or of_signs(name, known)
    if said or close:
        return said or say("did you mean `{close}`?", close=_as_written(kind, close or ""))
    if there and name[:1].isupper():
        type_ = named_type(fit)
        return say("of `{type}` {there_are}", type=type_, there_are=listed_few(there, len(there)))
    return _hint(missing, known, names)


def without_accents(name: str) -> str:
    """A name in plain letters.

    >>> without_accents("metà")
    'meta'
    """
    return "".join(sign for sign in normalize("NFKD", name) if not combining(sign))


def _one_sign_away(name: str, known: Sequence[str]) -> list[str]:
    """The ratios and ranges that are one with another sign than what is written: `1-2` and `2-1` for `2-2`."""
    if not _OF_NUMBERS.fullmatch(name):
        return []
    pairs = [one for one in known if len(one) == len(name)]
    return [one for one in pairs if sum(a != b for a, b in zip(one, name, strict=True)) == 1][:_FEW]


def _hint(missing: Missing, known: list[str], names: Names) -> str:
    kind, name, owner, _ = missing
    for sign in "-/":
        if sign in name and kind == "name":
            return say(
                "to calculate, put spaces around `{sign}`; to name a value, declare it in an enum or a scale",
                sign=sign,
            )
    if name == "active":
        return say("`active` is whose turn it is, where a phase says whose: `phase NAME by PLAYER`")
    if kind == "type" and name.casefold() in _OTHER_NAMES:
        return say("did you mean `{other_names}`?", other_names=_OTHER_NAMES[name.casefold()])
    if kind == "type" and name.casefold() in _YES_OR_NO:
        return say("what is yes or no is a `bool`, with `true` or `false` as its value: `bool = false`")
    if kind == "type" and re.fullmatch(r"\d*[dD]\d+", name):
        return say("dice are written small: `{name}`", name=name.lower())
    if kind == "value":
        enum = PERMISSION if owner == PERMISSION.name else names.enum(owner)
        known = list(enum.members) if enum else []
    listed = listed_few(known, len(known)) if kind in _CLOSED else listed_few(known) if kind in _OF_FEW else ""
    return listed or (say(_HINTS[kind], name=name) if kind in _HINTS else TO_DECLARE)


def _as_written(kind: str, name: str) -> str:
    """A name as it is written where one of its kind stands: in quotation marks what would be read otherwise without."""
    if kind == SET_AGAINST:
        return f"@{name}"
    if kind == "piece":
        return quoted(name)
    signs_alone = kind == "value" and not any(map(str.isalnum, name))
    return quoted(name) if signs_alone or (kind == "name" and not re.fullmatch(r"[\w./-]+", name)) else name


def says_only_to_declare(found: Diagnostic) -> bool:
    """Whether of a name that means nothing no more is said than how things of its kind are declared."""
    name = found.missing.name if found.missing else ""
    return found.help in {TO_DECLARE, *(say(hint, name=name) for hint in _HINTS.values())}


def as_unknown(missing: Missing) -> str:
    """What is said of a name that means nothing as a `kind` of thing."""
    kind, name, owner, _ = missing
    if kind == "value" and owner == PERMISSION.name:
        return say("`{name}` is not what an action answers", name=name)
    if kind == "value":
        return say("`{name}` is not a value of {owner}", name=name, owner=f"`{owner}`")
    if kind == "label":
        return say("no input, output or field is called `{name}`", name=name)
    if kind == "piece":
        return say("no sheet and no map names a {kind} `{name}`", kind=f"`{owner}`", name=name)
    return say(_HAS_NONE[kind], owner=f"`{owner}`", name=name) if owner else say(_UNKNOWN[kind], name=name)
