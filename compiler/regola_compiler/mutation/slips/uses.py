"""Slips of what is asked: something else than was meant, or nothing, where a word or a line is left out.

Where a line stood, and what it asked with, is gone. But what it asked is declared still, and read by nobody; how it is
asked its parameters say, and in which words a line like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from regola_dsl.diagnostics import Fix
from regola_dsl.parsing.printed import sections_in
from regola_dsl.source import Span

from regola_compiler.model.program import Action, Definition, Fact, Modifiers, Path, Program, Rule, Table
from regola_compiler.model.types import IntType, Type
from regola_compiler.mutation.likelihood import LEFT_OUT, NAME, WORD
from regola_compiler.mutation.slips.slip import Slip

_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_CALL = re.compile(rf"(?<![\w.@])(?P<name>[a-z]\w*)(?P<asked>{_INNER})")
_HEADING = re.compile(r"(?P<said>(?: *(?:then )?exception |rule )\w+[^@\"]*?) *(?=@|when\b|$)")
_MAY = re.compile(r"\bmay (?!only\b)")
# The lines of which a block may have several, each of which says one thing.
_SEVERAL = re.compile(r" +(?:never |requires |stops |ends where |prefer |then prefer |limit |pays |effect )")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')


# How many other facts are tried in the place of one.
_MOST = 6


class Uses:
    """What the lines of a game ask, and may have asked.

    Args:
        program: The game.
        unread: The names of what nothing asks.
    """

    def __init__(self, program: Program, unread: Iterable[str]) -> None:
        self._callables = program.callables
        self._unread = {name: item for name in unread if (item := self._callables.get(name)) is not None}
        self._variants = {
            name: {_chapter(anchor.section) for anchor in one.anchors}
            for name, one in self._callables.items()
            if isinstance(one, Fact) and one.kind == "variant"
        }

    def slips(self, path: str, number: int, lines: Sequence[str], things: Mapping[str, str]) -> Iterator[Slip]:
        """What may have been left out in a line, or below it.

        Args:
            path: The file.
            number: The line's, from 1.
            lines: All lines of the file.
            things: What can be named there, each with its type.
        """
        text = lines[number - 1]
        if text.lstrip().startswith("|"):
            return
        for one in _MAY.finditer(text):
            yield _written(path, number, one.start(), one.end() - 1, "may", "may only")
        heading = _HEADING.match(text)
        if heading and " under " not in heading["said"]:
            last = re.search(r"\S+$", heading["said"])
            assert last is not None
            cited = {_chapter(section) for section in sections_in(text)}
            # What belongs to a variant stands in its chapter: any other thing is hidden as well by one, and not mended.
            for name in (name for name, chapters in self._variants.items() if not chapters.isdisjoint(cited)):
                yield _written(path, number, last.start(), last.end(), last[0], f"{last[0]} under {name}")
        for one in _CALL.finditer(_TEXT.sub(lambda said: "_" * len(said[0]), text)):
            there = self._callables.get(one["name"])
            if there is not None and not isinstance(there, Action):
                yield from self._other_facts(path, number, one, there, things)
                yield from self._unread_uses(path, number, text, one, things)

    def _other_facts(
        self, path: str, number: int, one: re.Match[str], there: Rule, things: Mapping[str, str]
    ) -> Iterator[Slip]:
        """Another fact of the same kind, of other things."""
        if not isinstance(there, Fact):
            return
        wanted = [parameter.type for parameter in there.parameters]
        others = [
            (name, item)
            for name, item in self._callables.items()
            if isinstance(item, Fact)
            and (item.kind, _kind(item)) == (there.kind, _kind(there))
            and [parameter.type for parameter in item.parameters] != wanted
            and "." not in name
        ]
        for name, item in others[:_MOST]:
            if asked := self._asked(name, item, things, {}):
                yield _written(path, number, *one.span(), one[0], asked, NAME + 2 * WORD)

    def _unread_uses(
        self, path: str, number: int, text: str, one: re.Match[str], things: Mapping[str, str]
    ) -> Iterator[Slip]:
        """What nothing asks, in the place of what is asked, beside it, in a line like it, or added to what it is of."""
        there = self._callables[one["name"]]
        begin, end = one.span()
        inner = _parts(one["asked"][1:-1])
        given = dict(zip(inner, (parameter.type for parameter in getattr(there, "parameters", ())), strict=False))
        for name, item in self._unread.items():
            asked = self._asked(name, item, things, given)
            if not asked or re.search(rf"\b{re.escape(name)}\b", text):
                continue
            if _kind(item) == _kind(there):
                yield _written(path, number, begin, end, one[0], asked)
                if _SEVERAL.match(text):
                    yield _below(path, number, text, f"{text[:begin]}{asked}{text[end:]}")
                elif _kind(item) == "bool":
                    yield _written(path, number, begin, end, one[0], f"{one[0]} and {asked}")
            elif isinstance(item, Modifiers) and isinstance(there, Table) and len(inner) == 1:
                place = one.start("asked") + 1
                yield _written(path, number, place, place + len(inner[0]), inner[0], f"{inner[0]} + {asked}")

    def _asked(self, name: str, item: Rule, things: Mapping[str, str], given: Mapping[str, Type]) -> str:
        """How a declaration is asked; empty where that is not known.

        It is asked with what is called as its parameters are, with what else is `given` there, or with the one thing
        of the type.
        """
        if isinstance(item, Table) or not isinstance(item, Definition | Modifiers | Fact | Path):
            return ""
        arguments: list[str] = []
        for parameter in item.parameters:
            named = [parameter.name] if parameter.name in things else []
            alike = [one for one, type_ in given.items() if type_ == parameter.type]
            others = [one for one, type_ in things.items() if _meets(type_, parameter.type)]
            left = [one for one in (named or alike[:1] or others) if one not in arguments]
            if len(left) != 1:
                return ""
            arguments += left
        return f"{name}({', '.join(arguments)})" if arguments else name


def _chapter(section: str) -> str:
    """The outermost part of what a section is called.

    >>> _chapter("13.2"), _chapter("S40/1")
    ('13', 'S40')
    """
    return re.split(r"[./]", section, maxsplit=1)[0]


def _parts(asked: str) -> list[str]:
    """What stands between the commas outside of all brackets.

    >>> _parts("h, other(side)")
    ['h', 'other(side)']
    """
    parts, depth = [""], 0
    for sign in asked:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _meets(type_: str, wanted: Type) -> bool:
    """Whether what has a type may be asked with, by what the type is called."""
    return type_ == str(wanted) or (isinstance(wanted, IntType) and type_.startswith(("int", "d")))


def _kind(item: Rule) -> str:
    """What a declaration answers: yes or no, a number, or a value of a type."""
    result = getattr(item, "result", None)
    return "bool" if isinstance(item, Path) else "int" if isinstance(result, IntType) else str(result)


def _written(path: str, number: int, begin: int, end: int, was: str, now: str, cost: int = LEFT_OUT) -> Slip:
    return Slip(Span(path, number, begin + 1, number, end + 1), was, now, cost)


def _below(path: str, number: int, text: str, line: str) -> Slip:
    """A line like another below it."""
    end = Span(path, number, len(text) + 1, number, len(text) + 1)
    begin = len(text) - len(text.lstrip())
    place = Span(path, number, begin + 1, number, len(text) + 1)
    return Slip(place, text.strip(), line.strip(), LEFT_OUT, Fix(end, f"\n{line}"), way="line")
