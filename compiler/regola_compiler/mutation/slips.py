"""What else a hand may have meant to write in a line: one word, sign or number of it exchanged, in the text itself.

What is written so can stand in the file at its place, and is shown in the file's own words. Which of them is meant is
not known here; the likelier come first: a word that turns a sentence round, another name of the same kind, a comparison
with its edge on the other side, a number beside another, `not` too few, another start.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

from regola_dsl.parsing.printed import CITED, KEPT
from regola_dsl.parsing.words import CONTRARIES
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact, Phase, Program
from regola_compiler.model.types import EnumType
from regola_compiler.model.visitor import iter_nodes

# What a line consists of: texts of a language and remarks are not touched.
_PART = re.compile(
    rf"(?P<kept>{KEPT}|{CITED})"
    r'|(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<range>-?\d+\.\.-?\d+)|(?P<word>[^\W\d]\w*)|(?P<number>\d+)|(?P<sign>->|[<>!]=|\.\.|[^\w\s])"
)
_PARAMETER = re.compile(r"\b([a-z]\w*): ([A-Z]\w*|int -?\d+\.\.-?\d+|bool)")
# A name with what is asked of it, or a number: what a sign stands between.
_INNER = r"\((?:[^()]|\([^()]*\))*\)"
_OPERAND = re.compile(rf"(?<![@.\w])(?:[^\W\d]\w*(?:{_INNER})?(?:\.\w+(?:{_INNER})?)*|\d+(?:-\d+)?|{_INNER})")
_KEPT = re.compile(r"^ *(?:state|given) ")
_CALLED = re.compile(r"\w\((?P<one>[^(),]+), (?P<other>[^(),]+)(?=[,)])")
_OVER = re.compile(r"(?P<one>[^\W\d][\w.]*) over (?P<other>[^\W\d][\w.]*)")


def _pairs(*pairs: tuple[str, str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one, other in pairs:
        found[one], found[other] = (*found.get(one, ()), other), (*found.get(other, ()), one)
    return MappingProxyType(found)


# Words and signs that turn round what is said.
_TURNED = _pairs(
    *(("<", ">"), ("<=", ">="), ("+", "-"), ("yes", "no"), ("until", "lasting")),
    *CONTRARIES,
)
# What tells a fact something, and what makes of a condition its contrary: less is slipped there.
_TOLD = _pairs(("gains", "becomes"), ("loses", "becomes"))
# The edge on the other side.
_EDGES = _pairs(("<", "<="), (">", ">="), ("<", ">="), (">", "<="))
# What stands before an amount: of nothing nobody writes it.
_AMOUNTS = frozenset({"gains", "loses", "+", "-", "*", "/", "limit", "pays"})
_CONDITIONS = {"when": "unless", "unless": "when"}
# How many names of a kind are tried in the place of one.
_MOST = 12


@dataclass(frozen=True, slots=True)
class Slip:
    """A line as it may have been meant.

    Attributes:
        place: The part of the line that is another.
        was: What stands there, with what stands around it where it is a word of the language or a sign.
        now: The same as it may have been meant.
        cost: How unlikely that is.
    """

    place: Span
    was: str
    now: str
    cost: int

    def written(self, text: str) -> str:
        """The file with it."""
        lines = text.split("\n")
        line = lines[self.place.line - 1]
        lines[self.place.line - 1] = line[: self.place.column - 1] + self.now + line[self.place.end_column - 1 :]
        return "\n".join(lines)


TURN, NAME, EDGE, NUMBER, DENIAL, START = 1, 2, 3, 4, 5, 6


class Kin:
    """The names of a game by what they are: of which kind a name is, and which others are."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def of(self, name: str) -> list[str]:
        """The other names of the same kind."""
        kinds = self._kinds_of.get(name, ())
        return list(dict.fromkeys(one for kind in kinds for one in self._kinds[kind] if one != name))

    @cached_property
    def _kinds(self) -> dict[str, list[str]]:
        kinds: dict[str, list[str]] = defaultdict(list)
        for info in self._program.types.values():
            if isinstance(info.type, EnumType):
                kinds[f"value {info.type.name}"] += info.type.members
        for sequence in self._program.sequences.values():
            kinds["phase"] += [node.name for node in iter_nodes(sequence) if isinstance(node, Phase) and node.name]
        for name, item in self._program.callables.items():
            if isinstance(item, Fact):
                asked = ", ".join(str(one.type) for one in item.parameters)
                kinds[f"fact ({asked}) {item.result}"].append(last_part(name))
        return kinds

    @cached_property
    def _kinds_of(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for kind, names in self._kinds.items():
            for name in names:
                found[name].append(kind)
        return found


def slips(path: str, number: int, lines: list[str], kin: Kin, head: str = "", unread: str = "") -> Iterator[Slip]:
    """What may have been meant in a line, the likelier first.

    Args:
        path: The file.
        number: The line's, from 1.
        lines: All lines of the file.
        kin: The names of the game by their kinds.
        head: The first line of the declaration, which has its parameters.
        unread: A parameter that is to be read there and is not.
    """
    text = lines[number - 1]
    parameters = _PARAMETER.findall(head)
    parts = [one for one in _PART.finditer(text) if not one["kept"]]
    found = []
    start = text.rfind(" = ") if _KEPT.match(text) else -1
    for begin, end, now, cost in _exchanges(text, parts, kin, parameters):
        apart = text[begin:end].replace("_", "").isalnum() and cost == NAME
        before, behind = ["", ""] if apart else _around(text, begin, end)
        place = Span(path, number, begin + 1 - len(before), number, end + 1 + len(behind))
        found.append(
            Slip(
                place,
                before + text[begin:end] + behind,
                before + now + behind,
                cost if not 0 <= start < begin else START,
            )
        )
    for one in _OPERAND.finditer(text) if unread and text != head else ():
        if any(part.start() <= one.start() < part.end() and not part["text"] for part in parts):
            place = Span(path, number, one.start() + 1, number, one.end() + 1)
            found.append(Slip(place, one[0], unread, NAME))
    yield from sorted(found, key=lambda one: one.cost)


def _around(text: str, begin: int, end: int) -> list[str]:
    """What stands before and behind a stretch, an operand each: a sign alone says nothing."""
    before = max((one.start() for one in _OPERAND.finditer(text, 0, begin)), default=begin)
    following = _OPERAND.search(text, end)
    behind = following.end() if following else end
    return ["" if re.search(r'["@]', part) else part for part in (text[before:begin], text[end:behind])]


def _exchanges(
    text: str, parts: list[re.Match[str]], kin: Kin, parameters: list[tuple[str, str]]
) -> Iterator[tuple[int, int, str, int]]:
    data = text.lstrip().startswith("|")
    for place, one in enumerate(parts):
        begin, end = one.span()
        if one["text"]:
            continue
        yield from ((begin, end, now, TURN) for now in _TURNED.get(one[0], ()) if not data)
        yield from ((begin, end, now, EDGE) for now in _EDGES.get(one[0], ()))
        if not (place and one[0] == "becomes" and re.search(rf"\b{re.escape(parts[place - 1][0])}\b", text[end:])):
            # What becomes of itself is a sum already: nobody loses what he has less one.
            yield from ((begin, end, now, DENIAL) for now in _TOLD.get(one[0], ()))
        if one[0] in _CONDITIONS:
            yield begin, end, _CONDITIONS[one[0]], NAME if one[0] == "unless" else DENIAL
        if one["word"]:
            yield from ((begin, end, now, NAME) for now in kin.of(one[0])[:_MOST])
            yield from ((begin, end, now, NAME) for now in _alike(one[0], parameters))
            yield from _denials(text, one, parts[place + 1] if place + 1 < len(parts) else None)
        elif one["number"]:
            number = int(one[0])
            least = 1 if place and parts[place - 1][0] in _AMOUNTS else 0
            yield from ((begin, end, str(now), NUMBER) for now in (number + 1, number - 1) if now >= least)
        elif one["range"]:
            low, high = map(int, one[0].split(".."))
            wider = ((low, high + 1), (low - 1, high), (low, high - 1), (low + 1, high))
            yield from ((begin, end, f"{a}..{b}", NUMBER) for a, b in wider if a < b)
    # Never whether a thing is allowed: what forbids it lets most findings go, and the rule with them.
    for found in (*_CALLED.finditer(text), *_OVER.finditer(text)):
        between = text[found.end("one") : found.start("other")]
        yield found.start("one"), found.end("other"), f"{found['other']}{between}{found['one']}", NAME


def _alike(name: str, parameters: list[tuple[str, str]]) -> list[str]:
    """The other parameters of the same type."""
    types = [type_ for one, type_ in parameters if one == name]
    return [one for one, type_ in parameters if one != name and type_ in types]


def _denials(text: str, one: re.Match[str], following: re.Match[str] | None) -> Iterator[tuple[int, int, str, int]]:
    """`not` left out, or put in behind `is` and before what a condition begins with."""
    behind = following[0] if following else ""
    if one[0] == "not" and text[one.end() : one.end() + 1] == " ":
        yield one.start(), one.end() + 1 + len(behind), behind, NAME
    elif one[0] in {"is", "when", "where", "and", "or", "requires", "unless"} and behind != "not" and following:
        yield one.start(), following.end(), f"{text[one.start() : one.end()]} not {behind}", DENIAL
