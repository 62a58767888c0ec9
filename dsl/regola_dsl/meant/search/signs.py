"""What a line says in signs of elsewhere: ranges, numbers, quotation marks and brackets as books have them.

Each way writes all that it finds in a line; whether it reads is tried elsewhere (`repairs.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from regola_dsl.meant.instead import NUMBERS, QUOTES
from regola_dsl.meant.vocabulary import any_of

_NUMBER = rf"(?:-?\d+|\b(?:{'|'.join(NUMBERS)})\b)"
# What stands before, between and behind the two ends of a range.
_FROM = rf"(?:\b(?:{any_of('from', 'from', 'between')}) +)?"
_BETWEEN = any_of("to", "to", "through", "till", "up to", "and", "[.]{2,3}", "[-–—]")
_TO = rf"(?: *(?:\.\.\.?|…|:|[-–—]) *| +(?:{_BETWEEN}) +)"
_RANGE = re.compile(
    rf"(?<![\w.@/\"])(?P<open>[(\[])? ?{_FROM}(?P<low>{_NUMBER}){_TO}(?P<high>{_NUMBER})(?P<shut>[)\]])?(?![\w.])"
)
# A number that is marked as one.
_MARKED = re.compile(r"(?<![\w@\"])(?:(?:nr?|no|num|number|numero)\.? ?|#)(?=\d)|(?<=\d)°", re.IGNORECASE)
_FULL_STOP = re.compile(r"(?<=\d)\.(?=[ ,)]|$)")
# Two sections with a sign between them that parts no sections.
_SECTIONS = re.compile(r'(?P<one>@(?:"[^"]*"|[\w./-]+)(?:, (?:"[^"]*"|\d[\w.]*))*) ?[&|;+] ?@?(?=["\d])')
_ANGLES = re.compile(r"(?<=\w)<(?P<inside>[^<>=]*)>(?!=)")
_ANY_QUOTE = rf"(?:''|``|[{QUOTES}\"])"
_QUOTED = re.compile(rf"{_ANY_QUOTE}(?P<inside>[^{QUOTES}\"]*){_ANY_QUOTE}")
# What begins an item of a list elsewhere.
_BULLET = re.compile(r"^(?P<indent> *)(?:[-*+•–—]|\d+[.)]|[a-z]\)) +(?![a-z]{2,3} +\")(?=[^\W\d]|\|)")
_SHUTS = {"(": ")", "[": "]"}


def in_our_signs(text: str) -> Iterator[str]:
    """A line with the signs of the language for those of elsewhere.

    >>> next(in_our_signs("  size: int from 1 to 3"))
    '  size: int 1..3'
    >>> next(in_our_signs('example a_way @“a/way”'))
    'example a_way @"a/way"'
    >>> next(in_our_signs("  - mark(n. 1, 1) is allowed"))
    '  - mark(1, 1) is allowed'
    """
    for way in _WAYS:
        made = way(text)
        if made != text:
            yield made


def _ranges(text: str) -> str:
    def written(found: re.Match[str]) -> str:
        shut = _SHUTS.get(found["open"] or "", "")
        before, behind = ("", "") if shut == (found["shut"] or "") else (found["open"] or "", found["shut"] or "")
        low, high = (NUMBERS.get(found[one].lower(), found[one]) for one in ("low", "high"))
        return f"{before}{low}..{high}{behind}" if int(low) <= int(high) else found[0]

    return _RANGE.sub(written, text)


def _numbers(text: str) -> str:
    return _MARKED.sub("", text)


def _full_stops(text: str) -> str:
    return _FULL_STOP.sub("", text)


def _quotes(text: str) -> str:
    return _QUOTED.sub(lambda found: f'"{found["inside"]}"', text)


def _angles(text: str) -> str:
    return _ANGLES.sub(lambda found: f"({found['inside']})", text)


def _sections(text: str) -> str:
    return _SECTIONS.sub(lambda found: f"{found['one']}, ", text)


def _bullets(text: str) -> str:
    return _BULLET.sub(lambda found: found["indent"], text)


_WAYS: tuple[Callable[[str], str], ...] = (_sections, _quotes, _ranges, _numbers, _full_stops, _angles, _bullets)
