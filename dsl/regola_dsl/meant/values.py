"""Values of the game that a line takes for something else: for a condition, for a place, for a number."""

from __future__ import annotations

import re
from fractions import Fraction

from regola_dsl.meant.game import lists_of, place_with
from regola_dsl.meant.keeps import Known
from regola_dsl.meant.stuck import Stuck

# Several values behind one `is`, and nothing that would make a condition of the last.
_ONE_OF = re.compile(
    r"(?:\bis|==) (?P<no>not )?(?P<values>[a-z]\w*(?: or [a-z]\w*)+)\b(?! *(?:[(.<>=+*/-]|(?:is|in|not)\b))"
)
# Where a way never goes, stops or ends: the word that is taken for a place, and the condition.
_OF_PLACES = re.compile(
    r"^(?P<how> +(?:never into|stops in|ends at)) (?P<value>[a-z]\w*)"
    r"(?: (?:where|when|if) (?P<rest>[^@\"]+?))?(?P<end> +(?:@|[a-z]{2,3} +\").*)?$"
)
_FRACTION = re.compile(r"\d+/\d+")


def in_braces(text: str, known: Known | None) -> str:
    """A line with `in {a, b}` for `is a or b`, where both are values of one list: `b` alone is no condition."""
    if known is None:
        return text

    def written(found: re.Match[str]) -> str:
        values = found["values"].split(" or ")
        if not any({*values} <= listed for listed in lists_of(known.texts).values()):
            return found[0]
        return f"{'not ' if found['no'] else ''}in {{{', '.join(values)}}}"

    return _ONE_OF.sub(written, text)


def as_places(text: str, stuck: Stuck) -> str:
    """A line of a `path` with a value for the places that have it: `never into h where h.terrain is crag`."""
    known = stuck.known
    found = _OF_PLACES.match(text) if stuck.kind == "path" and known else None
    place = place_with(known.texts, found["value"]) if found and known else None
    used = {word for _, line in stuck.lines for word in re.findall(r"\w+", line)}
    name = next((letter for letter in (place[0][:1].lower(), *"hxyz") if letter not in used), None) if place else None
    if found is None or place is None or name is None:
        return text
    rest = found["rest"] or ""
    rest = f" and {f'({rest})' if ' or ' in rest else rest}" if rest else ""
    line = f"{found['how']} {name} where {place[1].format(name)} is {found['value']}{rest}"
    return f"{line}{found['end'] or ''}"


def as_printed(number: str, known: Known | None) -> str | None:
    """The value that a game has for a decimal number, as it is printed: `"1/2"` for `0.5`; None if it has none."""
    if known is None or not re.fullmatch(r"\d+[.,]\d+", number):
        return None
    share = Fraction(number.replace(",", "."))
    return next((f'"{one}"' for one in sorted(known.quoted) if _FRACTION.fullmatch(one) and _is(one, share)), None)


def _is(printed: str, share: Fraction) -> bool:
    above, below = printed.split("/")
    return int(below) != 0 and Fraction(int(above), int(below)) == share
