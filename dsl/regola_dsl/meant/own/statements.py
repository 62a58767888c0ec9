"""A statement in the words of a rulebook, in those of the game: `c must not drive` for `carts may not drive`.

Who is spoken of is what the action has of that type, or who plays; the action, and what its condition asks, are known
by their names or by the texts that they have on the printed page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from regola_dsl.declarations import KINDS
from regola_dsl.meant.game import fact_with, type_of
from regola_dsl.meant.instead import ARTICLES
from regola_dsl.meant.own.here import affirmed, fact_asked, inputs_of_action
from regola_dsl.meant.stuck import Stuck, indent_of, plain
from regola_dsl.meant.vocabulary import translated
from regola_dsl.wording import Said, say

_HOWS = {
    "may only": "may only",
    "can only": "may only",
    **dict.fromkeys(("must not", "may not", "can not", "cannot", "must never", "may never", "can never"), "must not"),
    "must": "must",
    "may": "may",
    "can": "may",
}
_STATED = re.compile(
    rf"^ *(?:(?:{'|'.join(sorted(ARTICLES))}|any|every|each|all) )?(?P<who>[^\W\d]\w*) (?P<how>{'|'.join(_HOWS)}) "
    r"(?P<action>[^\W\d]\w*)(?P<rest>.*)$",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"^(?: (?:when|unless|at once|by the end of|where possible)\b.*)?$")
# What a line names, and what that is called on the printed page: there, or in the line below.
_NAMED = re.compile(rf"^ *(?:(?:{'|'.join(KINDS)}|then|state|phase|exception|[+-]\d+) )*([^\W\d]\w*)")
# What is asked in the words of the language already.
_CONDITION_BEGINS = re.compile(r"\bnot\b|\w+\.\w|\w+\(|[<>=]")
_TEXT = re.compile(r"\b[a-z]{2,3} +\"([^\"]*)\"")
_WORD = re.compile(r"[^\W\d]\w*")
_SHORT = 3


def as_statement(stuck: Stuck) -> Iterator[str]:
    """The line with who it speaks of as its action calls him, where it says no more that has to be said otherwise."""
    for text in (stuck.text, *translated(stuck.text, stuck.end_column, stuck.names)) if stuck.kind == "rule" else ():
        found = _STATED.match(text)
        if found is None or not _CONDITION.match(found["rest"]):
            continue
        action = _action(found["action"], stuck.texts)
        who = _who(found["who"], action, stuck.texts)
        if action and who:
            yield f"{' ' * indent_of(stuck.text)}{who} {_HOWS[found['how'].lower()]} {action}{found['rest']}"


def stated(stuck: Stuck, text: str) -> Said | None:
    """How a sentence is stated that says in words what a condition asks; None of what is no such sentence.

    Args:
        stuck: Where it stands.
        text: The line, in the words of the language as far as they are known.
    """
    found = _STATED.match(plain(text)) if stuck.kind == "rule" else None
    action = _action(found["action"], stuck.texts) if found else ""
    if found is None or not action or _CONDITION.match(found["rest"]):
        return None
    who = _who(found["who"], action, stuck.texts) or (found["who"] if len(found["who"]) == 1 else "…")
    asked = _asked(found["rest"], action, stuck)
    return say(
        "the action is named alone, and what is asked of what it is done to stands behind: "
        "`{who} {how} {action} when {asked}`",
        who=who,
        how=_HOWS[found["how"].lower()],
        action=action,
        asked=f"{' and '.join(asked)} …" if asked and not asked[-1].endswith("…") else " and ".join(asked) or "…",
    )


def _action(word: str, texts: Sequence[str]) -> str:
    """The action that a word names, or the text of one begins with; nothing if none does, or two do."""
    actions = {match[1] for text in texts if (match := re.match(r"action (\w+)", text))}
    if word in actions:
        return word
    begun = {name for text, name in printed(tuple(texts)).items() if text.split(" ")[0] == word.casefold()} & actions
    return begun.pop() if len(begun) == 1 else ""


def _who(word: str, action: str, texts: Sequence[str]) -> str:
    """Whom a word speaks of: an input of the action of that type, or one who plays; nothing if that is not known."""
    inputs = inputs_of_action(action, texts)
    named = printed(tuple(texts)).get(word.casefold(), word)
    of_type = [name for name, type_ in inputs.items() if type_ == type_of(texts, named.lower())]
    if word in inputs or len(of_type) == 1:
        return word if word in inputs else of_type[0]
    return named if named in _players(texts) else ""


def _players(texts: Sequence[str]) -> frozenset[str]:
    who = next((match[1] for text in texts if (match := re.match(r"players (\w+)", text))), "")
    listed = next((text for text in texts if who and re.match(rf"enum {who}\b", text)), "")
    return frozenset(_WORD.findall(re.sub(r"\"[^\"]*\"", "", listed.partition("\n")[2])))


def _asked(rest: str, action: str, stuck: Stuck) -> list[str]:
    """What is asked in words: facts of what the action is done to, and the values that they have."""
    inputs, called = inputs_of_action(action, stuck.texts), printed(stuck.texts)
    found: dict[str, None] = {}
    for word in _WORD.findall(_CONDITION_BEGINS.split(rest)[0]):
        named = called.get(word.casefold(), word)
        values = [
            asked.format(name)
            for name, type_ in inputs.items()
            if (asked := fact_with(stuck.texts, type_, named)) is not None
        ]
        if len(values) == 1:
            found[f"{values[0]} is {named}"] = None
        elif len(word) > _SHORT and (fact := fact_asked(named, inputs, stuck.texts)) is not None:
            found[affirmed(*fact).replace("> 0", "> …")] = None
    return list(found)


@lru_cache(maxsize=8)
def printed(texts: tuple[str, ...]) -> dict[str, str]:
    """What things are called on the printed page, in small letters, with their names; not what two are called.

    >>> printed(('enum Side @1\\n  wardens  it "Guardie"  en "Wardens"', 'action bribe(u: Unit)\\n  it "Corrompere"'))
    {'guardie': 'wardens', 'wardens': 'wardens', 'corrompere': 'bribe'}
    """
    found: dict[str, set[str]] = {}
    for text in texts:
        name = ""
        for line in text.split("\n"):
            if (rest := _TEXT.sub("", line)).strip():
                name = match[1] if (match := _NAMED.match(rest)) else ""
            for one in _TEXT.findall(line) if name else ():
                found.setdefault(one.casefold(), set()).add(name)
    return {text: names.pop() for text, names in found.items() if len(names) == 1}
