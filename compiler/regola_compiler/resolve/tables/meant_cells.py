"""Cells that cannot be read, as they might have to stand: bounds in signs and words, and numbers with a unit."""

from __future__ import annotations

import re

from regola_dsl.meant.vocabulary import alone
from regola_dsl.wording import Said, say

from regola_compiler.model.types import Type, is_integer
from regola_compiler.resolve.elsewhere import RATHER_OTHERWISE
from regola_compiler.resolve.values.misread import meant_value

_NUMBER = r"-?\d{1,18}"
# How a range of numbers is written elsewhere, and how it is here.
_RANGES: tuple[tuple[str, str], ...] = (
    (
        rf"(?:from |between |da )?({_NUMBER}) ?(?:to|till|until|through|and|a|e|…|\.{{3}}|÷|/|—|−|~) ?({_NUMBER})",
        r"\1-\2",
    ),
    (rf"({_NUMBER}) ?(?:or|o|oppure|\|) ?({_NUMBER})", r"\1, \2"),
    (rf"(?:<=|=<|≤|⩽|at most|up to|max\.?|no more than|al massimo|fino a) ?({_NUMBER})", r"\1-"),
    (rf"({_NUMBER}) (?:and|or|e|o) (?:less|lower|fewer|under|below|meno)", r"\1-"),
    (rf"(?:>=|=>|≥|⩾|at least|from|min\.?|almeno|da) ?({_NUMBER})", r"\1+"),
    (rf"({_NUMBER}) (?:and|or|e|o) (?:more|higher|greater|over|above|up|più|oltre)", r"\1+"),
)
_ABOVE = re.compile(rf"(?:>|over|above|more than|più di|oltre) ?({_NUMBER})")
_BELOW = re.compile(rf"(?:<|under|below|less than|meno di|sotto) ?({_NUMBER})")
_ANY = frozenset("* any all _ every whatever".split())
_WITH_UNIT = re.compile(r"([+-]?\d+) ?[^\W\d][\w ]*\.?")
_DECIMAL = re.compile(r"[+-]?\d+[.,]\d+")


def asked_in_other_words(text: str) -> Said | None:
    """What to write for a cell that asks for numbers in another way; None where nobody knows.

    >>> str(asked_in_other_words("1 to 2")), str(asked_in_other_words("<=2"))
    ('write `1-2`', 'write `2-`')
    """
    plain = text.strip().casefold()
    for pattern, here in _RANGES:
        if found := re.fullmatch(pattern, plain):
            return say("write `{other}`", other=found.expand(here))
    if found := _ABOVE.fullmatch(plain):
        return say("write `{other}`", other=f"{int(found[1]) + 1}+")
    if found := _BELOW.fullmatch(plain):
        return say("write `{other}`", other=f"{int(found[1]) - 1}-")
    if plain in RATHER_OTHERWISE or alone(plain) == "otherwise":
        return say("write `otherwise`, in the last row, or `-` for any")
    return say("write `{other}`", other="-") if plain in _ANY else None


def no_value(text: str, type_: Type) -> str:
    """What to write in a cell of results that holds no value: the number alone, or a whole one."""
    if meant := meant_value(text, type_, quoted=False):
        return meant
    if is_integer(type_) and (found := _WITH_UNIT.fullmatch(text)):
        return say("the cell holds the number alone: write `{number}`", number=found[1])
    if is_integer(type_) and _DECIMAL.fullmatch(text):
        return say("a value of `{type}` is a whole number; the type of others is `number`", type=type_)
    return say("every cell needs a value")
