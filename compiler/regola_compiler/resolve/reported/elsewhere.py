"""What other languages, spreadsheets and printed rules call what is ours: what to write for a name nobody declares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regola_dsl.meant.instead import JOINED_NUMBERS, NUMBERS
from regola_dsl.meant.vocabulary import alone, called
from regola_dsl.wording import later, say

from regola_compiler.model.names import last_part

# What holds any text, elsewhere.
_TEXTS = frozenset("text string str char varchar word name".split())
# What other languages and printed rules say for words of ours: a value, a question, a type.
NOBODY = frozenset("null nil nothing nobody nowhere noone no_one void empty undefined".split())
_NUMBERS = {
    **NUMBERS,
    **JOINED_NUMBERS,
    "once": "1",
    "twice": "2",
    "thrice": "3",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "O": "0",
    "o": "0",
}
_ROUNDED = {
    "floor": "round down",
    "trunc": "round down",
    "int": "round down",
    "rounddown": "round down",
    "round_down": "round down",
    "ceil": "round up",
    "ceiling": "round up",
    "roundup": "round up",
    "round_up": "round up",
}
# What spreadsheets and programs call, and is said by more than another name.
_SAID = {
    **dict.fromkeys(
        "count countif countifs counta len length size".split(),
        later("to count write `count x in … where …`; what is a number already is asked alone"),
    ),
    **dict.fromkeys("sum sumproduct total".split(), later("to add up write `sum of … for x in …`")),
    **dict.fromkeys(
        "sumif sumifs".split(),
        later("to add up those of which something holds write `sum of … for x in … where (…)`"),
    ),
    **dict.fromkeys("average avg mean".split(), later("write `sum of … for x in …`, divided by how many there are")),
    **dict.fromkeys(
        "vlookup hlookup xlookup lookup index match get".split(),
        later("a table is asked by its name, with its inputs in brackets: `combat(die, odds)`"),
    ),
    **dict.fromkeys(
        "and or not xor".split(),
        later("write `and`, `or` and `not` between and before conditions: `a and not b`"),
    ),
    **dict.fromkeys(
        "clamp bound between limit".split(),
        later("write `max(…, min(…, …))`: at least the one, at most the other"),
    ),
    **dict.fromkeys("filter where select".split(), later("write `those x in … where …`")),
    **dict.fromkeys("exists some contains includes".split(), later("write `any x in … where …`")),
    **dict.fromkeys("every forall".split(), later("write `all x in … where …`")),
    **dict.fromkeys(
        "random rand randint roll dice randbetween".split(),
        later("dice are rolled in an action or a phase: `roll die: d6`, and `die` is what they show"),
    ),
    **dict.fromkeys("mod modulo".split(), later("what a division leaves is asked of a table")),
    **dict.fromkeys(
        "iferror isblank isnull coalesce".split(), later("ask first whether there is one: `if x is none then … else …`")
    ),
    **dict.fromkeys("print log alert".split(), later('what is shown is a text behind a name: `en "…"`')),
    **dict.fromkeys("round rounded".split(), later("write `round down …`, `round up …` or `round nearest …`")),
}
# What programs name before what they call.
_MODULES = frozenset({"Math", "math", "np", "numpy", "builtins", "WorksheetFunction"})
_OTHER_CALLS = {"maximum": "max", "minimum": "min", "largest": "max", "smallest": "min"}
_TRUTHS = {
    "y": "yes",
    "Y": "yes",
    "n": "no",
    "N": "no",
    "True": "true",
    "False": "false",
    "TRUE": "true",
    "FALSE": "false",
}
# What is said of a condition that is asked as a function is.
WHAT_IT_COMES_TO = say("say what it comes to: `if … then … else …`")
# What is written elsewhere for what no other case has.
RATHER_OTHERWISE = frozenset("else other others default all rest any".split())
_CALCULATED = re.compile(r"([^\W\d]\w*|\d+)([-/])([^\W\d]\w*|\d+)")


def is_nothing(name: str) -> bool:
    """Whether a name is a word of elsewhere for nothing, or nobody."""
    return name.casefold() in NOBODY or name in {"None", "NONE"}


def said_elsewhere(kind: str, name: str, known: Sequence[str]) -> str:
    """What to write for a name that other languages, or printed rules, have for something of ours; nothing for others.

    >>> said_elsewhere("name", "Null", []), said_elsewhere("definition", "floor", [])
    ('write `none`', 'write `round down …`')
    """
    if kind in {"type", "type of piece"}:
        return _type_elsewhere(name)
    if kind == "definition" and called(name) in {"if", "iif", "ifs"}:
        return WHAT_IT_COMES_TO
    if kind == "definition":
        name = last_part(name) if name.partition(".")[0] in _MODULES else name
        if called(name) in _ROUNDED:
            return say("write `{rounding} …`", rounding=_ROUNDED[called(name)])
        if name == "abs":
            return say("write the larger of it and its opposite: `max(…, 0 - …)`")
        if name in {"max", "min"}:
            return say("write `{other}`", other=name)
        told = _SAID.get(called(name))
        if told is not None and name not in known:
            return say(told)
        return say("write `{other}`", other=_OTHER_CALLS[name]) if name in _OTHER_CALLS else ""
    if kind not in {"name", "value"}:
        return ""
    parts = _CALCULATED.fullmatch(name)
    # Both are things to calculate with: of `A1/DI` the one that is written almost so was meant.
    if (
        parts
        and {parts[1], parts[3]} & set(known)
        and all(part in known or part.isdigit() for part in (parts[1], parts[3]))
    ):
        if kind == "value" and parts[2] == "/":
            return say("write `{listed}`", listed=f"{parts[1]}, {parts[3]}")
        return say(
            "to calculate, put blanks around `{sign}`: `{left} {sign} {right}`",
            left=parts[1],
            sign=parts[2],
            right=parts[3],
        )
    if name == "nothing":
        return say("write `none` for it; in an erratum, of a section that says nothing: `silent`")
    if is_nothing(name) and name not in known:
        return say("write `none`")
    if name == "possible" and kind == "name":
        return say("what is due only where it can be done is that `where possible`, without a comparison")
    if name in {"half", "halved"}:
        return say("say how to round: write `half, round up` or `half, round down`")
    if name in _NUMBERS or name in _TRUTHS:
        return say("write `{other}`", other=_NUMBERS.get(name) or _TRUTHS[name])
    if " or " in name and all(part in known for part in name.split(" or ")):
        return say("write `{listed}`", listed=name.replace(" or ", ", "))
    if kind == "value" and name in RATHER_OTHERWISE:
        return say("write `otherwise`")
    return say("write `{other}`", other=alone(name)) if alone(name) and name not in known else ""


def _type_elsewhere(name: str) -> str:
    if name.casefold() in NOBODY:
        return say("write `none`")
    if called(name) in _TEXTS:
        return say("a text is no value here: list what there can be in an `enum`, and name that")
    if name.casefold() in {"yes/no", "true/false", "y/n"}:
        return say("write `bool`")
    if (other := alone(name)) in {"int", "number", "bool", "none"}:
        return say("write `{other}`", other=other)
    head, _, tail = name.rpartition("/")
    return say("write `{type} or none`", type=head) if head and tail in {"none", *NOBODY} else ""
