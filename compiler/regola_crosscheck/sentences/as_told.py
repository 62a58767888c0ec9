"""A sentence shown for a few of its words: as it is read, without markup, its words in backquotes."""

from __future__ import annotations

from regola_dsl.records import dataclass

from regola_crosscheck.book.sentences import Sentence, sentences_of
from regola_crosscheck.book.text import Passage
from regola_crosscheck.language.lexicon import Lexicon

# Of a longer sentence so many letters are shown on either side of the words.
_AROUND = 90
_CUT = "…"
# What ends a sentence, or closes behind its end.
_END = ".!?…:;»”)"


@dataclass(frozen=True, slots=True)
class Shown:
    """A sentence, or a line, by the words it is shown for and what stands before and behind them."""

    before: str
    words: str
    behind: str

    @property
    def whole(self) -> bool:
        """Whether the words are all of it."""
        return bool(self.words) and not self.before.strip() and not self.behind.strip().rstrip(_END)

    def stands_in(self, text: str) -> bool:
        """Whether a text has this sentence as it is, however its lines are broken."""
        sentence = " ".join(f"{self.before}{self.words}{self.behind}".split())
        return bool(sentence) and sentence in " ".join(text.split())

    def __str__(self) -> str:
        """The words in backquotes, and no more around them than can be read at a glance."""
        left, right = self.before.replace("`", ""), self.behind.replace("`", "")
        if len(left) > _AROUND:
            left = f"{_CUT} {left[-_AROUND:].partition(' ')[2]}"
        if len(right) > _AROUND:
            right = f"{right[:_AROUND].rpartition(' ')[0]} {_CUT}"
        return " ".join((f"{left}`{self.words}`{right}" if self.words else f"{left}{right}").split())


def sentence_with(text: str, place: tuple[int, int], words: Lexicon) -> Shown:
    """The sentence of a text in which some words stand; or the line, if they are in none.

    Args:
        text: a section as it stands in its file.
        place: from which character to which the words stand; where none do, both are the same.
        words: the words of its language.
    """
    start, end = place
    for one in sentences_of(Passage(text, 1, 1, ""), words):
        first, last = one.offset(0), one.offset(len(one.text) - 1) + 1
        if first <= start <= last and end <= last:
            return _shown(one.text, _within(one, start), _within(one, end))
    before = text.rfind("\n", 0, start) + 1
    line = text[before : (text.find("\n", max(start, end - 1)) + 1 or len(text) + 1) - 1]
    return _shown(line, start - before, end - before)


def _within(sentence: Sentence, offset: int) -> int:
    """Which character of a sentence stands at a place in its passage, or the next that does."""
    return next((at for at in range(len(sentence.text)) if sentence.offset(at) >= offset), len(sentence.text))


def _shown(text: str, start: int, end: int) -> Shown:
    return Shown(text[:start], text[start:end].strip(), text[end:])
