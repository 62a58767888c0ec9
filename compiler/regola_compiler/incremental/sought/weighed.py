"""How unlikely a slip is where it stands: by what the other lines say, what the line is called, and what is asked.

What a hand does says how unlikely a slip is by itself (`mutation.likelihood`). Where it stands says more: words that
stand so nowhere else, a row that would say what another does, a choice between the same twice; and on the other side
the word that the example speaks of, or that the part of the rules is called by.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant.blocks import block_at, blocks_of
from regola_dsl.meant.stuck import indent_of
from regola_dsl.parsing.printed import bare
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Source, Span

from regola_compiler.checks.book import example_fails
from regola_compiler.checks.definitions import missing_rule, out_of_range
from regola_compiler.incremental.reading import Reading
from regola_compiler.mutation.likelihood import Usage
from regola_compiler.mutation.mutation import touches
from regola_compiler.mutation.slips.beside import says_again
from regola_compiler.mutation.slips.in_a_table import said_twice
from regola_compiler.mutation.slips.slip import Slip

# What it costs that a word stands beside another as nowhere else, and that two rows of a table say the same of which
# each says its own, or two lines, or both answers of a choice; and that declared bounds are wider, within which is then
# whatever left them. And how much likelier it is that a word is spoken of, that a number is the bound that is left,
# that a line says what it says of several things of all in the same words, and that two rows have all places where the
# same is found, or two cells all lines that fail.
_STRANGE, _TWICE, _WIDER, _SPOKEN, _BOUND, _EVEN, _ALL = 1, 8, 5, 4, 8, 3, 10
# How alike two words are of which one is made of the other.
_ALIKE = 0.7
_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"[^\W\d]\w*")
_CHOICE = re.compile(r"\bthen (?P<one>\S.*?) else (?P=one)(?!\S)")
_COMPARED = re.compile(r"(>=|<=|<|>) (\d+)")
_BOUNDS = re.compile(r"`int (-?\d+)\.\.(-?\d+)`")
_DECLARED = re.compile(r"\bint (-?\d+)\.\.(-?\d+)")
_DIE = re.compile(r"`(d\d+)`")
_PART = re.compile(r" *(?:(?:then )?exception|rule|define|[+-]\d+) +(?P<name>\w+)")


def _uneven(text: str) -> int:
    """How many different numbers a line compares with in the same way, where it compares several things."""
    compared = _COMPARED.findall(text)
    return len({*compared}) if len(compared) > 2 else 0


class Weighed:
    """What a game says that makes a slip likelier, or less likely.

    Args:
        first: The finding that it is to mend.
        found: All findings.
        reading: The game.
        failing: In how many lines of examples that fail each row of a table had a say.
    """

    def __init__(
        self,
        first: Diagnostic,
        found: Sequence[Diagnostic],
        reading: Reading,
        failing: Counter[tuple[str, int]],
    ) -> None:
        self._failing = failing
        same = [one for one in found if (one.code, one.subject) == (first.code, first.subject)]
        self._all = [[one.span, *(label.span for label in one.related)] for one in same] if len(same) > 1 else []
        self._usage = Usage(line for one in reading.game.sources for line in one.text.split("\n"))
        self._texts = {one.path: one.text.split("\n") for one in reading.game.sources}
        self._asked = _words_at(first.span, reading.game.sources) if first.code == example_fails.CODE else set()
        if first.code == missing_rule.CODE and first.witness is not None:
            # What is to be said is said of what nothing says anything of yet.
            self._asked = {*_NAME.findall(bare(first.witness.example))}
        bounds = _BOUNDS.search(first.message) if first.code == out_of_range.CODE else None
        self._bounds = (int(bounds[1]), int(bounds[2])) if bounds else None
        die = _DIE.search(first.message) if first.code == out_of_range.CODE else None
        self._die = die[1] if die else ""

    def cost(self, slip: Slip) -> int:
        """What a slip costs there, more or less than by itself."""
        if slip.way == "rows" and self._all and all(_is_in(slip.stretch, shown) for shown in self._all):
            return slip.cost - _ALL
        if slip.way == "below" and self._bounds is not None:
            # What leaves the bounds may as well be the value of an exception to something else.
            return slip.cost - _BOUND
        if slip.stretch.line != slip.stretch.end_line or slip.way != "instead":
            return slip.cost
        place, was = slip.place, self._texts[slip.place.path]
        now = slip.written("\n".join(was)).split("\n")
        old, new = was[place.line - 1], now[place.line - 1]
        # What is only put around something else, or behind it, stands nowhere else in these words.
        strange = 0 if slip.was in slip.now else self._usage.strange(old, new)
        cost = slip.cost + _STRANGE * strange
        twice = said_twice(now, place) > said_twice(was, place) or bool(_CHOICE.search(new))
        twice = twice or says_again(now, place.line) > says_again(was, place.line) or _turns_both(slip, old)
        cost += _TWICE * twice
        cost += _WIDER * _is_wider(slip)
        cost -= _ALL * (self._failing[place.path, place.line] > 1 and _is_turned(slip))
        cost -= _EVEN * (_uneven(new) < _uneven(old)) + _BOUND * self._is_a_bound(slip)
        return cost - _SPOKEN * (self._is_spoken_of(slip) - self._is_called(slip))

    def exchanges_an_asked_row(self, slip: Slip) -> bool:
        """Whether two rows exchange what they say of which one had a say in a line that fails: that is soon tried."""
        lines = (slip.stretch.line, slip.stretch.end_line)
        return slip.way in {"rows", "both"} and any((slip.place.path, line) in self._failing for line in lines)

    def _is_a_bound(self, slip: Slip) -> bool:
        """Whether a number beyond the bounds that are left would be the bound itself; or a die the one asked."""
        if self._die and slip.now == self._die:
            return True
        if self._bounds is None or not (slip.was.isdecimal() and slip.now.isdecimal()):
            return False
        (low, high), was, now = self._bounds, int(slip.was), int(slip.now)
        return (now, was) in {(low, low - 1), (high, high + 1)}

    def _is_spoken_of(self, slip: Slip) -> bool:
        """Whether what would be written is what is spoken of, and what is written is not."""
        old, new = (set(_NAME.findall(bare(text))) - {*keywords()} for text in (slip.was, slip.now))
        said = self._asked | _called(self._texts[slip.place.path], slip.place.line)
        return _any_of(new - old, said) and not _any_of(old - new, said)

    def _is_called(self, slip: Slip) -> bool:
        """Whether the part is called by what is written, and not by what would be written."""
        old, new = (set(_NAME.findall(bare(text))) - {*keywords()} for text in (slip.was, slip.now))
        called = _called(self._texts[slip.place.path], slip.place.line)
        return _any_of(old - new, called) and not _any_of(new - old, called)


def _is_wider(slip: Slip) -> bool:
    """Whether the bounds of something are wider with a change."""
    was, now = _DECLARED.findall(slip.was), _DECLARED.findall(slip.now)
    return len(was) == len(now) == 1 and (int(now[0][0]) < int(was[0][0]) or int(now[0][1]) > int(was[0][1]))


def _turns_both(slip: Slip, line: str) -> bool:
    """Whether something is put into what stands around another part of the line already: then neither was to have it.

    `other(one) is other(two)` says what `one is two` does.
    """
    turn = slip.now.removesuffix(f"({slip.was})")
    return turn != slip.now and f"{turn}(" in line


def _is_turned(slip: Slip) -> bool:
    """Whether two cells of a row changed places: both of them are wrong where it is read."""
    was, now = slip.was.split(" | "), slip.now.split(" | ")
    return len(was) > 1 and was == now[::-1]


def _is_in(stretch: Span, shown: Iterable[Span]) -> bool:
    """Whether a stretch of text has a part in common with one of some places."""
    return any(touches(stretch, one) for one in shown)


def _words_at(place: Span, sources: Iterable[Source]) -> set[str]:
    """The names in the declaration at a place, and the words that they are made of."""
    block = next((block_at(blocks_of(one), place.line) for one in sources if one.path == place.path), None)
    return {word for name in _NAME.findall(bare(block.text)) for word in (name, *_words(name))} if block else set()


def _called(lines: Sequence[str], number: int) -> set[str]:
    """The words of what the innermost part around a line is called."""
    depth = indent_of(lines[number - 1])
    for text in lines[number - 1 :: -1]:
        if text.strip() and (found := _PART.match(text)) and (indent_of(text) < depth or text is lines[number - 1]):
            return _words(found["name"])
    return set()


def _words(name: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(name) if len(word) > 2}


def _any_of(names: Collection[str], said: Collection[str]) -> bool:
    """Whether one of some names is said, as it is or as a word made of it."""
    return any(name in said or any(_is_made_of(word, name) for word in said) for name in names)


def _is_made_of(word: str, name: str) -> bool:
    """Whether a word is a form of a name: most of it, from its beginning, is the same.

    >>> _is_made_of("allies", "allied"), _is_made_of("allies", "axis")
    (True, False)
    """
    return (
        min(len(word), len(name)) > 3 and word[:3] == name[:3] and SequenceMatcher(None, word, name).ratio() >= _ALIKE
    )
