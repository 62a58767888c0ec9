"""Which lines of the rules take part in a finding, and how near each of them is to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant.stuck import indent_of
from regola_dsl.parsing.printed import bare, sections_in
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Span

from regola_compiler.checks.book import example_fails
from regola_compiler.checks.book.example_fails import traced_names
from regola_compiler.evaluate.worked.examples import ExampleResult, LineResult
from regola_compiler.incremental.places import place_now
from regola_compiler.incremental.reading import Reading
from regola_compiler.model.named_places import spans_by_name
from regola_compiler.model.program import Example
from regola_compiler.mutation.cures import suspicion

# How many lines take part at most, and of so many rows of tables it is sure that they do: each is a line by itself,
# and a table is seldom asked by one example alone.
_LINES, _ROWS, _ROW = 40, 6, 2
# How far the farthest lines are, and those of what is asked right where something is found.
_ELSEWHERE, _ASKED = 4, 2
_NAME = re.compile(r"[^\W\d]\w*")
_CALLED = re.compile(r"([^\W\d]\w*)\(")
_EXCEPTION_TO = re.compile(r"(?:then )?exception \w+ to (?P<to>\w+)")
# What begins a part of a declaration.
_BEGINS = re.compile(r" *(?:(?:then )?exception |\|)")
_QUOTED = re.compile(r"`([^`]+)`")
# What is told beside the rules, or has no condition: there no rule is slipped.
_APART = frozenset({"example", "erratum", "text", "setup", "accept", "enum", "scale", "game"})


class Line(NamedTuple):
    """A line that takes part in a finding.

    Attributes:
        away: How far from it that is, from 0.
        path: The file.
        number: Which of its lines, from 1.
        lines: All of them.
        head: The first line of the declaration that it stands in.
    """

    away: int
    path: str
    number: int
    lines: list[str]
    head: str

    @property
    def is_near(self) -> bool:
        """Whether it stands where the finding does, or in what that is about."""
        return self.away < _ELSEWHERE


def taking_part(first: Diagnostic, reading: Reading, ran: Sequence[ExampleResult]) -> list[Line]:
    """The lines that take part in a finding, the nearest first.

    Args:
        first: The finding.
        reading: The game.
        ran: How its examples came out.
    """
    if first.code == example_fails.CODE:
        return list(_asked(first, reading, ran))
    texts = {one.path: one.text.split("\n") for one in reading.game.sources}
    own = (first.span.path, first.span.line)
    shown = [own, *((one.span.path, one.span.line) for one in first.related)]
    called = {name for one in (*quoted(first.message), first.subject) for name in _names(one)}
    heads = {(path, head_of(texts[path], line)) for path, line in shown if path in texts}
    at = texts.get(own[0], [])
    # What is said of a declaration as a whole is said of all its lines.
    whole = [text for _, head, text in _of_rules(at) if head == head_of(at, own[1])] if _is_head(at, own[1]) else []
    asked = {name for path, line in shown for text in texts.get(path, [])[line - 1 : line] for name in _calls(text)}
    names = {*called, *(name for text in (*whole, *at[own[1] - 1 : own[1]]) for name in _names(text))}
    found: list[Line] = []
    for path, lines in texts.items():
        for number, head, text in _of_rules(lines):
            shares, block = bool(names & _names(text)), (path, head) in heads or _declares(head, called)
            used = _declares(head, asked)
            if block or used or shares or (path, number) in shown:
                beside = block or (path, number) in shown
                away = 0 if (path, number) == own else 1 if beside else _ASKED if used else _ELSEWHERE
                found.append(Line(away, path, number, lines, head))
    return sorted(found, key=lambda one: one[:3])[:_LINES]


def _asked(first: Diagnostic, reading: Reading, ran: Sequence[ExampleResult]) -> Iterator[Line]:
    """The same of an example: what was asked where lines fail, by how seldom it was asked where none does.

    What cites a section of the example is as near as what had a say in it: it may stand beside what it belongs to.
    """
    failed = [(one.example, line) for one in ran for line in one.lines if not line.passed and line.erratum is None]
    asked = suspicion(failed, ran) if failed else {}
    # A rule is asked as what it rules.
    rules = {
        name: max((asked.get(one, 0.0) for one in rule.actions), default=0.0)
        for name, rule in reading.program.rules.items()
    }
    asked = {**rules, **asked}
    example = reading.program.examples.get(first.subject)
    sections = {anchor.section for anchor in example.anchors} if example is not None else set()
    rows = {*_rows_asked(reading, ran)}
    said = _said_by(failed, reading) | rows
    found: list[tuple[float, str, int, Line]] = []
    for path, lines in ((one.path, one.text.split("\n")) for one in reading.game.sources):
        for number, head, text in _of_rules(lines):
            how = max((asked.get(name, 0.0) for name in _of_what(head)), default=0.0)
            said_it, cites = (path, number) in said, not sections.isdisjoint(sections_in(text))
            if how or said_it or cites:
                away = max(0, round(_ELSEWHERE * (1 - how - (said_it or cites))))
                likely = how + said_it + cites + _ROW * ((path, number) in rows)
                found.append((-likely, path, number, Line(away, path, number, lines, head)))
    for *_, line in sorted(found, key=lambda one: one[:3])[:_LINES]:
        yield line


def _of_what(head: str) -> list[str]:
    """What a declaration is asked as, by its first line: an exception as what it is to."""
    found = _EXCEPTION_TO.match(head)
    return [found["to"]] if found else _NAME.findall(head)[1:2]


def _said_by(failed: Sequence[tuple[Example, LineResult]], reading: Reading) -> set[tuple[str, int]]:
    """Where that stands which had a say in lines that fail."""
    places = spans_by_name(reading.program) if failed else {}
    traced = [part for _, line in failed for part in traced_names(line)]
    spans = [one if isinstance(one, Span) else places.get(one) for one in traced]
    now = [place_now(one, reading.homes) for one in spans if one is not None]
    texts = {one.path: one.lines for one in reading.game.sources}
    return {(one.path, line) for one in now for line in _part(texts.get(one.path, ()), one.line)}


def _rows_asked(reading: Reading, ran: Sequence[ExampleResult]) -> Iterator[tuple[str, int]]:
    """The rows of tables that had a say in lines that fail, and those above them: two may be in each other's place."""
    for (path, line), _ in rows_failing(reading, ran).most_common(_ROWS):
        yield from ((path, one) for one in (line, line - 1))


def rows_failing(reading: Reading, ran: Sequence[ExampleResult]) -> Counter[tuple[str, int]]:
    """In how many lines that fail a row of a table had a say, by its file and its line.

    Args:
        reading: The game.
        ran: How its examples came out.
    """
    failed = [line for one in ran for line in one.lines if not line.passed and line.erratum is None]
    now = [place_now(one, reading.homes) for line in failed for one in line.rows]
    return Counter((one.path, one.line) for one in now)


def _part(lines: Sequence[str], number: int) -> Iterator[int]:
    """The line that a part begins in, and those of it that begin no other: a row of a table is a part by itself."""
    yield number
    depth = indent_of(lines[number - 1]) if number <= len(lines) else 0
    for below in range(number + 1, len(lines) + 1):
        text = lines[below - 1]
        if not text.strip() or indent_of(text) <= depth or _BEGINS.match(text):
            return
        yield below


def quoted(message: str) -> list[str]:
    """What a message quotes."""
    return _QUOTED.findall(message)


def are_rules(lines: Sequence[str], number: int) -> bool:
    """Whether a line is one of rules, and of no example."""
    return head_of(lines, number).split(" ")[0] not in _APART


def _calls(text: str) -> list[str]:
    """What a line asks with something."""
    return _CALLED.findall(bare(text))


def _names(text: str) -> set[str]:
    return {name for name in _NAME.findall(bare(text)) if name not in keywords() and len(name) > 1}


def head_of(lines: Sequence[str], number: int) -> str:
    """The first line of the declaration that a line stands in."""
    return next((lines[n] for n in range(min(number, len(lines)) - 1, -1, -1) if lines[n][:1].isalpha()), "")


def _is_head(lines: Sequence[str], number: int) -> bool:
    return lines[number - 1 : number] != [] and lines[number - 1][:1].isalpha()


def _declares(head: str, names: set[str]) -> bool:
    """Whether a declaration has one of some names."""
    return not names.isdisjoint(_NAME.findall(head)[1:2])


def _of_rules(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The lines that rule, with the head of their declaration."""
    head = ""
    for number, text in enumerate(lines, 1):
        if text[:1].isalpha():
            head = text
        if text.strip() and not text.lstrip().startswith("#") and head.split(" ")[0] not in _APART:
            yield number, head, text
