"""Who has won, where a name that nobody declared stands for it: what there is that says who."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.diagnostics import name_list, nearest
from regola_dsl.wording import say

from regola_compiler.model.types import EnumType, ErrorType, HandleType, Type, fits
from regola_compiler.resolve.play.phases import ACTIVE
from regola_compiler.resolve.reported.elsewhere import NOBODY
from regola_compiler.resolve.scope import Scope

_ASKED = frozenset({"define", "table", "state", "given"})
# So many are told.
_FEW = 4


def winners_for(node: tree.Word, scope: Scope) -> str:
    """What stands behind `won by` in place of a name that means nothing; nothing of others, or where no more is known.

    Whoever acts in a phase is known there as well, but to take him for the winner would be another game: asked is what
    answers one of those who play.
    """
    names, text = scope.names, node.text
    if node.quoted or scope.knows(text) or names.signature(text) is not None or names.type_called(text) is not None:
        return ""
    if names.enums_with(text) or names.individual(text) is not None:
        return ""
    if text.casefold() in {"none", "draw", "tie", *NOBODY}:
        return say("leave `won by {word}` out: then nobody has won", word=text)
    acting = names.signature(ACTIVE)
    players = [type_ for type_ in (*([acting.result] if acting else []), *scope.locals.values()) if _plays(type_)]
    ways = [
        one.name
        for one in names.signed()
        if one.kind in _ASKED
        and not one.parameters
        and any(not isinstance(one.result, ErrorType) and fits(player, one.result) for player in players)
    ]
    if not ways:
        kinds = (type_ for type_ in players if isinstance(type_, EnumType) and _is_kind(text, type_.name))
        ways = list(next((type_.members for type_ in kinds), ()))
    if not 0 < len(ways) <= _FEW or nearest(text, [*scope.locals, *ways]):
        return ""
    if len(ways) == 1:
        return say("behind `won by` stands who has won: write `{way}`", way=ways[0])
    return say("behind `won by` stands who has won: {ways}", ways=name_list(ways, "or"))


def _plays(type_: Type) -> bool:
    """Whether one who plays may be of a type: one value of it, and not perhaps none."""
    return isinstance(type_, EnumType | HandleType)


def _is_kind(word: str, type_: str) -> bool:
    """Whether a word is the name of a type as one speaks of one, or of all."""
    return word.casefold() in {type_.casefold(), f"{type_.casefold()}s"}
