"""What two books say for one another's small words, learned from the sentences that say the same.

*Enter* is *entrare* and *enters* is *entra*; *enemy* is *nemico* in this book and *avversario* in another. A list of
a language's words knows neither the form nor the habit. So what stands on both sides once is counted, and what belongs
in the place of a word is what the book says elsewhere for the other language's, in the form most like the word there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

# What ends so much like a word stands for it; else what was said so often.
_LIKE, _OFTEN = 3, 2


class RenderedWords:
    """How the words of one text are rendered in the other, by meaning and form."""

    def __init__(self, beside: Iterable[tuple[str, str]]) -> None:
        """Words that stand for one another: of the one text, of the other."""
        self._theirs: dict[str, Counter[str]] = defaultdict(Counter)
        for one, other in beside:
            self._theirs[_plain(one)][_plain(other)] += 1

    def of(self, word: str, instead_of: str = "") -> str:
        """What the other text says for a word, in the form that stands most readily for another one of its own.

        Nothing where it says that once alone, and ends otherwise than the word it would stand for.

        >>> words = RenderedWords([("friendly", "amica"), ("friendly", "amiche"), ("friendly", "amica")])
        >>> words.of("friendly"), words.of("friendly", "nemiche"), words.of("enemy", "amiche")
        ('amica', 'amiche', '')
        >>> words.of("friendly", "vicine")
        'amica'
        >>> many = ["precedente", "precedente", "prima di", "prima che", "prima"]
        >>> RenderedWords([("before", one) for one in many]).of("before", "dopo")
        'prima di'
        """
        known, beside = self._theirs.get(_plain(word), Counter()), _plain(instead_of)
        # *Prima di* and *prima che* are one word with what the sentence wants behind it.
        first: Counter[str] = Counter()
        for form, times in known.items():
            first[form.partition(" ")[0]] += times

        def readiness(form: str) -> tuple[int, int, int]:
            end = common_end(form, beside)
            return end if end > 1 else 0, first[form.partition(" ")[0]], known[form]

        likely = max((form for form in known if form != beside), key=readiness, default="")
        sure = likely and (readiness(likely)[0] >= _LIKE or readiness(likely)[1] >= _OFTEN)
        return likely if sure else ""


def common_end(one: str, other: str) -> int:
    """How many letters two words end with alike: *possono* asks for *non possono*."""
    pairs = zip(reversed(one), reversed(other.strip()), strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other.strip())))


def _plain(word: str) -> str:
    return " ".join(word.split()).casefold()
