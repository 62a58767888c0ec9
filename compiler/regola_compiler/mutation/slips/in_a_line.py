"""What else a hand may have meant to write in a line: one word, sign or number of it exchanged, in the text itself.

What is written so can stand in the file at its place, and is shown in the file's own words. Which of them is meant is
not known here; the likelier come first: a word that turns a sentence round, another name of the same kind, a comparison
with its edge on the other side, a number beside another, `not` too few, another start.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations

from regola_dsl.parsing.printed import CITED, KEPT
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Span

from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Definition, Fact, Phase, Program, Table
from regola_compiler.model.types import EnumType, IntType, RecordType, something
from regola_compiler.model.visitor import iter_nodes
from regola_compiler.mutation.likelihood import (
    CONVERSE,
    EDGES,
    ENDED,
    EXCHANGE,
    ITSELF,
    PRINTED,
    START,
    TOLD,
    TURNED,
    unlikely,
)
from regola_compiler.mutation.slips.in_a_table import in_heads, in_rows
from regola_compiler.mutation.slips.left_out import Rewritten, left_out, own, signs
from regola_compiler.mutation.slips.moved_lines import exceptions_moved, parts_turned
from regola_compiler.mutation.slips.slip import Slip

# What a line consists of: texts of a language and remarks are not touched.
_PART = re.compile(
    rf"(?P<kept>{KEPT}|{CITED})"
    r'|(?P<text>"(?:[^"\\]|\\.)*")'
    r"|(?P<range>-?\d+\.\.-?\d+)|(?P<word>[^\W\d]\w*)|(?P<number>\d+)|(?P<sign>->|[<>!]=|\.\.|[^\w\s])"
)
_PARAMETER = re.compile(r"\b([a-z]\w*): ([A-Z]\w*|int -?\d+\.\.-?\d+|bool)")
# What is named below `all d in Unit where …`, and a thing that is named, with what it has, if that is asked.
_EACH = re.compile(r"\b([a-z]\w*) in ([A-Z]\w*)")
_THING = re.compile(r"(?<![\w.@\"])(?P<thing>[a-z]\w*)(?:\.(?P<has>[a-z]\w*))?(?![\w(]|\.\w)")
# A name with what is asked of it, or a number: what a sign stands between.
_INNER = r"\((?:[^()]|\([^()]*\))*\)"
_OPERAND = re.compile(rf"(?<![@.\w])(?:[^\W\d]\w*(?:{_INNER})?(?:\.\w+(?:{_INNER})?)*|\d+(?:-\d+)?|{_INNER})")
_BY = re.compile(r"action (?P<act>\w+).* by (?P<by>[a-z]\w*)(?![\w(.])")
_JOINED = re.compile(r" (?:and|or) ")
_KEPT = re.compile(r"^ *(?:state|given) ")
_ITSELF = re.compile(r" *(?:effect )?(\S+) becomes (?=\1 [-+])")
_CALLED = re.compile(r"\w\((?P<one>[^(),]+), (?P<other>[^(),]+)(?=[,)])")
_ENDED = re.compile(rf"^ +(?P<said>{'|'.join(ENDED)}) ")
# The two answers of a choice that stands in one line.
_CHOICE = re.compile(
    r" then (?P<one>(?:(?!\b(?:if|then|else)\b).)+?) else (?P<other>(?:(?!\b(?:if|then|else)\b|[@\"]).)+)"
)
_OVER = re.compile(r"(?P<one>[^\W\d][\w.]*) over (?P<other>[^\W\d][\w.]*)")


# What stands before an amount: of nothing nobody writes it.
_AMOUNTS = frozenset({"gains", "loses", "+", "-", "*", "/", "limit", "pays"})
# How many names of a kind are tried in the place of one.
_MOST = 12
# In so many lines above an exception it is said what its rule speaks of.
_BLOCK = 12


class Kin:
    """The names of a game by what they are: of which kind a name is, and which others are."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def of(self, name: str, beside: str) -> list[str]:
        """The other names of the same kind; of several kinds that first of which most stands in the line beside it."""
        words = {one[0] for one in _PART.finditer(beside)}
        kinds = sorted(self._kinds_of.get(name, ()), key=lambda kind: -len(words.intersection(self._kinds[kind])))
        return list(dict.fromkeys(one for kind in kinds for one in self._kinds[kind] if one != name))

    def has(self, name: str) -> Mapping[str, str]:
        """What the things of a type have, each with its type."""
        return self._fields.get(name, {})

    def rank(self, name: str) -> int | None:
        """At which place of its list a value stands; None of what is a value of none, or of several."""
        return self._ranks.get(name)

    def columns(self, name: str) -> list[str]:
        """The other columns of the tables that have one of a name, of the same kind."""
        return [one for kind in self._columns for one in kind if name in kind and one != name]

    def things(self, head: str, lines: list[str], number: int) -> list[tuple[str, str]]:
        """What can be named in a line of a declaration, each with its type."""
        own = _PARAMETER.findall(head)
        if found := _BY.match(head):
            act = self._program.callables.get(found["act"])
            own += [(found["by"], str(act.actor.type))] if isinstance(act, Action) and act.actor is not None else []
        return [*own, *self._spoken_of(head, lines, number), *_EACH.findall(lines[number - 1])]

    def _spoken_of(self, head: str, lines: list[str], number: int) -> list[tuple[str, str]]:
        """What a rule speaks of: the parameters of the first action that is named in the lines around one."""
        if not head.startswith(("rule ", "exception ", "limit ", "also ")):
            return []
        block = " ".join(lines[max(0, number - _BLOCK) : number + 1])
        acts = (self._program.callables.get(word) for word in re.findall(r"[a-z]\w*", block))
        act = next((one for one in acts if isinstance(one, Action)), None)
        return [] if act is None else [(one.name, str(one.type)) for one in act.parameters]

    @cached_property
    def turns(self) -> dict[str, str]:
        """What makes of a value of an enum another of the same, by its name: the other side; each with the enum."""
        return {
            name: str(item.result)
            for name, item in self._program.callables.items()
            if isinstance(item, Definition)
            and isinstance(item.result, EnumType)
            and [one.type for one in item.parameters] == [item.result]
        }

    @cached_property
    def alone(self) -> dict[str, str]:
        """What is asked of nothing, by its name, each with its type."""
        return {
            name: str(item.result)
            for name, item in self._program.callables.items()
            if isinstance(item, Fact | Definition) and not item.parameters
        }

    @cached_property
    def _fields(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for name, item in self._program.callables.items():
            if isinstance(item, Fact) and len(item.parameters) == 1 and not item.hidden:
                owner = item.owner or str(item.parameters[0].type)
                found[owner][last_part(name)] = str(something(item.result))
        return found

    @cached_property
    def _columns(self) -> list[list[str]]:
        results = [one.result for one in self._program.callables.values() if isinstance(one, Table)]
        found: list[list[str]] = []
        for record in (one for one in results if isinstance(one, RecordType)):
            kinds: dict[object, list[str]] = defaultdict(list)
            for name, type_ in record.fields:
                kinds[IntType if isinstance(type_, IntType) else type_].append(name)
            found += kinds.values()
        return found

    @cached_property
    def _ranks(self) -> dict[str, int]:
        lists = [info.type.members for info in self._program.types.values() if isinstance(info.type, EnumType)]
        counts = Counter(name for members in lists for name in members)
        return {name: place for members in lists for place, name in enumerate(members) if counts[name] == 1}

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
                # A number is one, whatever its bounds.
                result = "int" if isinstance(item.result, IntType) else str(item.result)
                kinds[f"fact ({asked}) {result}"].append(last_part(name))
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
    parameters = kin.things(head, lines, number)
    parts = [one for one in _PART.finditer(text) if not one["kept"]]
    found = []
    start = text.rfind(" = ") if _KEPT.match(text) else -1
    again = _ITSELF.match(text)
    itself = range(again.end(), again.end() + len(again[1])) if again else range(0)
    for begin, end, now in _exchanges(text, parts, kin, parameters):
        left, right = _around(text, begin, end)
        place = Span(path, number, begin + 1 - len(left), number, end + 1 + len(right))
        dot = "." if _is_had(text, begin) else ""
        cost = unlikely(dot + text[begin:end], dot + now)
        cost += (START if 0 <= start < begin else 0) + (ITSELF if begin in itself else 0)
        # What a table answers is copied from print, number by number.
        cost += PRINTED if text[begin:end].isdecimal() and text.lstrip().startswith("|") else 0
        found.append(Slip(place, left + text[begin:end] + right, left + now + right, cost))
    numbers = {name for name, type_ in (*kin.alone.items(), *parameters) if type_.startswith("int")}
    for begin, end, now, cost in (*left_out(text, lines, parameters, numbers), *signs(text, head), *_ended(text)):
        place = Span(path, number, begin + 1, number, end + 1)
        found.append(_put_in(text, place, now, cost) if begin == end else Slip(place, text[begin:end], now, cost))
    for one in _OPERAND.finditer(text) if unread and text != head else ():
        if any(part.start() <= one.start() < part.end() and not part["text"] for part in parts):
            place = Span(path, number, one.start() + 1, number, one.end() + 1)
            found.append(Slip(place, one[0], unread, unlikely(one[0], unread)))
    two = (
        *in_heads(path, number, lines, kin.rank, head),
        *in_rows(path, number, lines, kin.rank, head),
        *exceptions_moved(path, number, lines),
        *parts_turned(path, number, lines, head),
    )
    yield from sorted([*found, *two], key=lambda one: one.cost)


def _put_in(text: str, place: Span, now: str, cost: int) -> Slip:
    """What is written behind something, told with the last word before it: nothing alone cannot be shown."""
    last = next(one for one in re.finditer(r"\S+$", text[: place.column - 1]))
    where = Span(place.path, place.line, last.start() + 1, place.line, place.end_column)
    return Slip(where, last[0], f"{last[0]}{now}", cost)


def _around(text: str, begin: int, end: int) -> list[str]:
    """What stands before and behind a stretch, an operand each: a sign alone says nothing; of a cell, the whole."""
    if text.lstrip().startswith("|"):
        return [text[:begin].rpartition("|")[2].lstrip(), text[end:].partition("|")[0].rstrip()]
    if _OPERAND.fullmatch(text, begin, end) and text[begin:end] not in keywords():
        return ["", ""]
    before = max((one.start() for one in _OPERAND.finditer(text, 0, begin)), default=begin)
    following = _OPERAND.search(text, end)
    behind = _closed(text, before, following.end() if following else end)
    return ["" if re.search(r'["@]', part) else part for part in (text[before:begin], text[end:behind])]


def _closed(text: str, begin: int, end: int) -> int:
    """The end of a stretch with all brackets that are opened in it, if they are closed in the line."""
    while (shown := text[begin:end]).count("(") > shown.count(")"):
        closing = text.find(")", end) + 1
        if not closing:
            break
        end = closing
    return end


def _exchanges(
    text: str, parts: list[re.Match[str]], kin: Kin, parameters: list[tuple[str, str]]
) -> Iterator[tuple[int, int, str]]:
    data = text.lstrip().startswith("|")
    for place, one in enumerate(parts):
        begin, end = one.span()
        if one["text"]:
            continue
        if one["word"] and _is_had(text, begin):
            # No word of the language, whatever it is called.
            yield from ((begin, end, now) for now in (*kin.of(one[0], text)[:_MOST], *kin.columns(one[0])[:_MOST]))
            continue
        yield from ((begin, end, now) for now in TURNED.get(one[0], ()) if not data)
        yield from ((begin, end, now) for now in EDGES.get(one[0], ()))
        if one[0] != "when" or _JOINED.search(text[end:]):
            # Of a single condition that it does not hold is said with `not`.
            yield from ((begin, end, now) for now in CONVERSE.get(one[0], ()))
        if not (place and one[0] == "becomes" and re.search(rf"\b{re.escape(parts[place - 1][0])}\b", text[end:])):
            # What becomes of itself is a sum already: nobody loses what he has less one.
            yield from ((begin, end, now) for now in TOLD.get(one[0], ()))
        if one["word"]:
            yield from ((begin, end, now) for now in kin.of(one[0], text)[:_MOST])
            yield from ((begin, end, now) for now in _alike(one[0], parameters))
            yield from _denials(text, one, parts[place + 1] if place + 1 < len(parts) else None)
        elif one["number"]:
            number = int(one[0])
            least = 1 if place and parts[place - 1][0] in _AMOUNTS else 0
            yield from ((begin, end, str(now)) for now in (number + 1, number - 1) if now >= least)
        elif one["range"]:
            low, high = map(int, one[0].split(".."))
            wider = ((low, high + 1), (low - 1, high), (low, high - 1), (low + 1, high))
            yield from ((begin, end, f"{a}..{b}") for a, b in wider if a < b)
    if not data:
        yield from _contraries(text, parts)
    yield from _turned(text, parts, kin, {**kin.alone, **dict(parameters)})
    yield from _other_things(text, parts, kin, dict(parameters))
    # Never whether a thing is allowed: what forbids it lets most findings go, and the rule with them.
    asked = () if text[:1].isalpha() else _CALLED.finditer(text)
    for found in (*asked, *_OVER.finditer(text), *_CHOICE.finditer(text)):
        one, between = found["one"], text[found.end("one") : found.start("other")]
        other = own(found["other"])
        yield found.start("one"), found.start("other") + len(other), f"{other}{between}{one}"


def _is_had(text: str, begin: int) -> bool:
    """Whether a thing has what stands there: `m.up`."""
    return text[:begin].endswith(".") and not text[:begin].endswith("..")


def _ended(text: str) -> Iterator[Rewritten]:
    """A place of a path where the way ends, and none that nobody enters; and the other way round."""
    if found := _ENDED.match(text):
        yield from ((*found.span("said"), now, EXCHANGE) for now in ENDED[found["said"]])


def _contraries(text: str, parts: list[re.Match[str]]) -> Iterator[tuple[int, int, str]]:
    """Of two contraries that stand in one line each in the place of the other: `max(0, min(2, n))`."""
    words = [one for one in parts if not _is_had(text, one.start())]
    for one, other in combinations(words, 2):
        if other[0] in TURNED.get(one[0], ()):
            yield one.start(), other.end(), f"{other[0]}{text[one.end() : other.start()]}{one[0]}"


def _turned(text: str, parts: list[re.Match[str]], kin: Kin, types: dict[str, str]) -> Iterator[tuple[int, int, str]]:
    """The other of two where the one is named, and the one where the other is: `other(side)` for `side`."""
    read = {one.start() for one in parts if one["word"]}
    for one in _THING.finditer(text):
        type_ = types.get(one["thing"])
        type_ = kin.has(type_).get(one["has"]) if type_ and one["has"] else type_
        if one.start() not in read or text[one.end() :].startswith(":"):
            continue
        for turn in (turn for turn, turned in kin.turns.items() if turned == type_):
            if text[: one.start()].endswith(f"{turn}(") and text[one.end() :].startswith(")"):
                yield one.start() - len(turn) - 1, one.end() + 1, one[0]
            else:
                yield one.start(), one.end(), f"{turn}({one[0]})"


def _other_things(
    text: str, parts: list[re.Match[str]], kin: Kin, things: dict[str, str]
) -> Iterator[tuple[int, int, str]]:
    """In the place of a thing, or of what one has, what another has of the same type, or that one itself."""
    for one in _THING.finditer(text):
        thing, has = one["thing"], one["has"]
        if thing not in things or not any(part.start() == one.start() and part["word"] for part in parts):
            continue
        type_ = kin.has(things[thing]).get(has, "") if has else things[thing]
        if not type_[:1].isupper():
            continue
        others = [
            f"{name}.{field}" for name, of in things.items() for field, other in kin.has(of).items() if other == type_
        ]
        others += [name for name, of in things.items() if of == type_ and has]
        yield from ((one.start(), one.end(), now) for now in others[:_MOST] if now != one[0])


def _alike(name: str, parameters: list[tuple[str, str]]) -> list[str]:
    """The other parameters of the same type."""
    types = [type_ for one, type_ in parameters if one == name]
    return [one for one, type_ in parameters if one != name and type_ in types]


def _denials(text: str, one: re.Match[str], following: re.Match[str] | None) -> Iterator[tuple[int, int, str]]:
    """`not` left out, or put in behind `is` and before what a condition begins with."""
    behind = following[0] if following else ""
    if one[0] == "not" and text[one.end() : one.end() + 1] == " ":
        yield one.start(), one.end() + 1 + len(behind), behind
    elif one[0] in {"is", "when", "where", "and", "or", "requires", "unless"} and behind != "not" and following:
        yield one.start(), following.end(), f"{text[one.start() : one.end()]} not {behind}"
