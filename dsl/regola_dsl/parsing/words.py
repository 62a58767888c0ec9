"""Which terminal a word is, where it stands: keywords are names wherever the grammar does not expect them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from regola_dsl.lexer import RawToken
from regola_dsl.parsing.grammar import tables

# Words that are one of several terminals, depending on where they stand.
_CLASSES = {
    "POLICY": ("unique", "first", "sum", "all", "max", "min"),
    "EDGE": ("clamp", "forbidden"),
    "SIDE": ("below", "above"),
    "ROUNDING": ("up", "down", "nearest"),
    "QUANTIFIER": ("any", "all", "no"),
    "AGGREGATE": ("sum", "max", "min"),
    "THEN": ("then",),
    "DEGREE": ("least", "most"),
    "PIECE": ("piece", "place"),
}
# Words of which each says the contrary of the other in the same place.
CONTRARIES = (
    *(("and", "or"), ("rising", "falling"), ("gains", "loses"), ("any", "no"), ("any", "all"), ("min", "max")),
    *(("up", "down"), ("first", "last"), ("most", "least"), ("true", "false"), ("above", "below")),
)
Lead: TypeAlias = tuple[str | None, ...]
# What stands in a lead for more than one word: one that begins with a capital, as the names of types do; one that does
# not go on behind a value; a number; anything; a text; a section; and, before a word, that this word stands anywhere
# further on in the line. "" is the end of a line.
CAPITAL, VALUE, DIGITS, ANYTHING, TEXT, SECTION, LATER = "A-Z", "a-z", "0-9", "*", '"', "@", "..."
_GOES_ON = frozenset(
    "is in and or else then when unless where shifted becomes gains loses takes contains for by".split()
)
# Keywords that are names where none of these follows: `min(a, b)`, `all.size`. Each is given with
# the words that may come next, None standing for any word.
LEADS: dict[str, tuple[Lead, ...]] = {
    "AGGREGATE": (("of",),),
    "QUANTIFIER": ((None, "in"),),
    "COUNT": ((None, "in"),),
    "THOSE": ((None, "in"),),
    "FIRST": (("effect",), ("of",), ("at", "most"), ("any", "number"), ("exactly",)),
    "LAST": (("of",), ("step", "of")),
    "THE": ((None, "of"), ("game", "ends"), (None, "before")),
    "A": ((CAPITAL,), ("game",), (None, ".", CAPITAL)),
    "HALF": ((",",),),
    "LENGTH": (("of",),),
    "ENDS": (("of",), ("at",), ("when",)),
    "WAYS": (("of",),),
    "START": (("of",),),
    "END": (("of",), (None, "")),
    "CAN": ((None,),),
    "DONE": ((None, "("), (None, "in")),
    "TIMES": ((None, "("), (None, "in")),
    "NEW": ((None, "("), (CAPITAL, ""), (CAPITAL, SECTION)),
    "HAS": (("left",),),
    "HIDDEN": (("from",),),
    "ROLL": ((None, ":"), (None, "(")),
    "DRAW": ((None, "among"),),
    "STATE": ((None, ":"), (None, "(")),
    "LIMIT": ((LATER, "each"),),
    "PAYS": ((LATER, "from"),),
    "WITH": ((ANYTHING, ":"), (LATER, "exchanged")),
    "EACH": ((None, "in"), (None, ","), (None, "per"), (None, "on"), (None, SECTION), (None, ""), (None, None, TEXT)),
    "FAILING": (("that",),),
    "CALLED": (("",), ("by",), ("stays",), ("ends",), (SECTION,), (None, TEXT)),
    "OPTIONAL": (("",), (SECTION,)),
    "SHOW": ((None,),),
    "MATCH": ((None,),),
    "TYPE": ((None,),),
    "ABOUT": (("words",),),
    "RESET": ((None,),),
    "REPEAT": (("until",),),
    "DO": ((None,),),
    "NEVER": (("into",), ("from",)),
    "STOPS": (("in",), ("after",)),
    "PLAY": ((None,),),
    "SETUP": (("of",), ("",)),
    "EFFECT": ((None,), (DIGITS,), ("(",)),
    "DEGREE": ((None,), ("(",)),
    "ROUND": ((VALUE,), ("(",)),
}
# Those of them that a declaration may begin with: at the beginning of a line nothing else is meant.
_DECLARES = frozenset({"STATE", "LIMIT", "SETUP"})
_OPERATORS = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), "COMPARE"),
    "+": "PLUS",
    "-": "MINUS",
    "*": "STAR",
    "/": "SLASH",
}


@cache
def keywords() -> dict[str, tuple[str, ...]]:
    """For each word or sign of the grammar, the terminals it can be, keywords before names."""
    found = {word: list(names) for word, names in tables().words.items()}
    for terminal, words in _CLASSES.items():
        for word in words:
            if terminal not in found.setdefault(word, []):
                found[word].append(terminal)
    return {word: tuple(names) for word, names in found.items()}


@cache
def readings() -> dict[str, tuple[tuple[str, tuple[Lead, ...] | None], ...]]:
    """For each word or sign that is more than a name, its terminals, each with what must follow it, if that matters."""
    names = {word: list(terminals) for word, terminals in keywords().items()}
    for sign, terminal in _OPERATORS.items():
        names.setdefault(sign, []).append(terminal)
    return {word: tuple((name, LEADS.get(name)) for name in terminals) for word, terminals in names.items()}


def terminal_of(
    kind: str, text: str, queue: Sequence[RawToken], place: int, accepted: Mapping[str, object]
) -> str | None:
    """The terminal that the token at a place of `queue` is where `accepted` are the ones that fit, or None."""
    if kind == "WORD" or kind == "OPERATOR":  # noqa: PLR1714  quicker than a set, and asked of every token
        for name, leads in readings().get(text, ()):
            if name in accepted and (leads is None or _begins(name, queue, place) or _led(leads, queue, place)):
                return name
        return "NAME" if kind == "WORD" and "NAME" in accepted else None
    return kind if kind in accepted else None


def _begins(name: str, queue: Sequence[RawToken], place: int) -> bool:
    """Whether a word stands where a declaration begins, and is one that declarations begin with."""
    return name in _DECLARES and queue[place].column == 1


def _led(leads: tuple[Lead, ...], queue: Sequence[RawToken], place: int) -> bool:
    """Whether one of the leads of a keyword follows it."""
    return any(_leads(lead, queue, place + 1) for lead in leads)


def _leads(wanted: Lead, queue: Sequence[RawToken], place: int) -> bool:
    """Whether the words that must come after a keyword do."""
    if wanted[0] == LATER:
        return any(token.text == wanted[1] for token in _line(queue, place))
    following = queue[place : place + len(wanted)]
    return len(following) == len(wanted) and all(map(_is_meant, wanted, following))


def _is_meant(wanted: str | None, token: RawToken) -> bool:
    """Whether a token is what stands in a lead."""
    if wanted is None:
        return token.kind == "WORD"
    if wanted == CAPITAL:
        return token.text[:1].isupper()
    if wanted == VALUE:
        return token.kind == "WORD" and token.text not in _GOES_ON
    if wanted == DIGITS:
        return token.kind == "INTEGER"
    if wanted == TEXT:
        return token.kind == "STRING"
    if wanted == SECTION:
        return token.kind == "ANCHORS"
    return wanted in (ANYTHING, token.text)


def _line(queue: Sequence[RawToken], place: int) -> Iterator[RawToken]:
    """What is left of a line."""
    for token in queue[place:]:
        if token.kind == "_NL":
            return
        yield token


# Words that are one idea, and begin others where they stand alone: each with the terminal that they are.
_IDEAS = {("of", "ratios"): "RATIOS", ("in", "any", "order"): "_ANY_ORDER", ("steps", "of"): "_STEPS_OF"}
_LAST = {words[-1] for words in _IDEAS}
# What makes something else of the words before it.
_ENDING = {*_LAST, "enter"}


def merged(tokens: Sequence[RawToken]) -> list[RawToken]:
    """The tokens with words that are one idea made one: `of ratios`, `in any order`."""
    out: list[RawToken] = []
    taken = 0
    for place in [number for number, token in enumerate(tokens, 1) if token.text in _ENDING]:
        out += tokens[taken:place]
        taken, token = place, tokens[place - 1]
        for words, terminal in _IDEAS.items() if token.text in _LAST else ():
            last = out[-len(words) :]
            if tuple(part.text for part in last) == words and all(part.kind == "WORD" for part in last):
                first = last[0]
                whole = RawToken(terminal, " ".join(words), first.line, first.column, token.end_line, token.end_column)
                out[-len(words) :] = [whole]
        if token.text == "enter" and token.kind == "WORD":
            _mark_made(out)
    out += tokens[taken:]
    return out


def _mark_made(out: list[RawToken]) -> None:
    """Of `3 Unit(kind: infantry) enter`, tell that `Unit` is what is made: else a word after the number is a text's."""
    place, depth = len(out) - 2, 0
    while place >= 0 and (out[place].text == ")" or depth):
        depth += {")": 1, "(": -1}.get(out[place].text, 0)
        place -= 1
        if not depth:
            break
    counted = place > 0 and (out[place - 1].kind in {"WORD", "INTEGER"} or out[place - 1].text in {")", "]"})
    if (
        depth == 0
        and counted
        and place < len(out) - 2
        and out[place].kind == "WORD"
        and out[place - 1].text != "effect"
    ):
        name = out[place]
        out[place] = RawToken("MADE", name.text, name.line, name.column, name.end_line, name.end_column)
