"""Cells that cannot be read, as they might have to stand: bounds in signs and words, and numbers with a unit."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from regola_dsl.diagnostics import as_typed
from regola_dsl.meant.vocabulary import alone, any_of
from regola_dsl.wording import Said, say

from regola_compiler.model.types import NumberType, Type, is_integer
from regola_compiler.resolve.reported.elsewhere import RATHER_OTHERWISE
from regola_compiler.resolve.values.misread import meant_value

_NUMBER = r"-?\d{1,18}"
_ANY = frozenset("* any all _ every whatever".split())
_NEGATIVE = re.compile(r"- ?(\d+)")
_WITH_UNIT = re.compile(
    r"(?:(?:nr?|no|num|number|numero)\.? ?|#)?([+-]?\d+)(?: ?[^\W\d][\w ]*\.?|[.°%;:!])?", re.IGNORECASE
)
# What stands in a cell elsewhere for what is so, and for what is not: words, ticks and crosses, digits.
_TRUTHS = {
    "yes": "x y yes yep true t on 1 + * v ✓ ✔ ☑ ✅ √ ☒ ● • ■ ◆".split(),
    "no": "n no nope false f off 0 - – — ✗ ✘ ✕ ✖ ❌ × ☐ ○ ◦ □ ◇ ∅".split(),
}
_DECIMAL = re.compile(r"[+-]?\d+[.,]\d+")


@cache
def _truths() -> dict[str, re.Pattern[str]]:
    return {truth: re.compile(any_of(truth, *map(re.escape, signs))) for truth, signs in _TRUTHS.items()}


@cache
def _ranges() -> tuple[tuple[re.Pattern[str], str], ...]:
    """How a range of numbers is written elsewhere, and how it is here."""
    from_, to = any_of("from", "from", "between"), any_of("to", "to", "till", "until", "through")
    and_, or_ = any_of("and", "and"), any_of("or", "or")
    at_most = any_of("at_most", "<=|=<|≤|⩽", "at most", "up to", r"max\.?", "no more than")
    at_least = any_of("at_least", ">=|=>|≥|⩾", "at least", "from", r"min\.?")
    less = any_of("or_less", "less|lower|fewer|under|below")
    more = any_of("or_more", "more|higher|greater|over|above|up")
    written = (
        (rf"(?:(?:{from_}) )?({_NUMBER}) ?(?:{to}|{and_}|…|\.{{3}}|÷|/|—|−|~) ?({_NUMBER})", r"\1-\2"),
        (rf"({_NUMBER}) ?(?:{or_}|\|) ?({_NUMBER})", r"\1, \2"),
        (rf"(?:{at_most}) ?({_NUMBER})", r"\1-"),
        (rf"({_NUMBER}) (?:{and_}|{or_}) (?:{less})", r"\1-"),
        (rf"(?:{at_least}) ?({_NUMBER})", r"\1+"),
        (rf"({_NUMBER}) (?:{and_}|{or_}) (?:{more})", r"\1+"),
    )
    return tuple((re.compile(pattern), here) for pattern, here in written)


@cache
def _past() -> tuple[tuple[re.Pattern[str], int, str], ...]:
    """How a number is written that is no longer meant, how far from it is the first that is, and how a cell goes on."""
    above, below = any_of("above", ">|over|above|more than"), any_of("below", "<|under|below|less than")
    said = ((above, 1, "+"), (below, -1, "-"))
    return tuple((re.compile(rf"(?:{words}) ?({_NUMBER})"), step, sign) for words, step, sign in said)


def asked_in_other_words(text: str) -> Said | None:
    """What to write for a cell that asks for numbers in another way; None where nobody knows.

    >>> str(asked_in_other_words("1 to 2")), str(asked_in_other_words("<=2"))
    ('write `1-2`', 'write `2-`')
    """
    plain = text.strip().casefold()
    for pattern, here in _ranges():
        if found := pattern.fullmatch(plain):
            return say("write `{other}`", other=found.expand(here))
    for pattern, step, sign in _past():
        if found := pattern.fullmatch(plain):
            return say("write `{other}`", other=f"{int(found[1]) + step}{sign}")
    return meant_any(text)


def meant_any(text: str) -> Said | None:
    """What to write in a cell of inputs for a word that leaves it open; None for others.

    >>> str(meant_any("every")), meant_any("wood")
    ('write `-`', None)
    """
    plain = text.strip().casefold()
    if plain in RATHER_OTHERWISE or alone(plain) == "otherwise":
        return say("write `otherwise`, in the last row, or `-` for any")
    return say("write `{other}`", other="-") if plain in _ANY or re.fullmatch(any_of("any", "any"), plain) else None


def meant_truth(text: str) -> Said | None:
    """What to write in a cell of `bool` for a sign or a word that says yes or no elsewhere; None for others.

    >>> str(meant_truth("✓")), meant_truth("wood")
    ('a cell of `bool` is `yes` or `no`: write `yes`', None)
    """
    plain = text.strip().casefold()
    found = next((truth for truth, said in _truths().items() if said.fullmatch(plain)), None)
    return say("a cell of `bool` is `yes` or `no`: write `{truth}`", truth=found) if found else None


def minus_of_print(sign: str, number: str) -> Said:
    """What to write for a number, or a range, with a sign that is printed for a minus."""
    return say("`{sign}` is printed for a minus: write `{number}`", sign=sign, number=number)


def no_value(text: str, type_: Type) -> str:
    """What to write in a cell of results that holds no value: the number alone, or a whole one."""
    if meant := meant_value(text, type_, quoted=False):
        return meant
    if is_integer(type_) and (found := _NEGATIVE.fullmatch(as_typed(text))):
        return minus_of_print(text[0], f"-{found[1]}")
    if is_integer(type_) and (found := _WITH_UNIT.fullmatch(text)):
        return say("the cell holds the number alone: write `{number}`", number=found[1])
    if is_integer(type_) and _DECIMAL.fullmatch(text):
        return say("a value of `{type}` is a whole number; the type of others is `number`", type=type_)
    if isinstance(type_, NumberType) and _DECIMAL.fullmatch(text):
        part = str(Fraction(text.replace(",", ".")))
        return say("write `{part}`: a number is a fraction here, and a comma divides values", part=part)
    return say("every cell needs a value")
