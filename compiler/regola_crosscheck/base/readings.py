"""What was read in the words of a book, kept from one run to the next: sentences, words, numbers, passage by passage.

After an edit nearly all passages say what they said. What hangs on the whole book, its vocabulary say, is counted
anew; what is counted was read before, and is taken from here. Only such readings are kept as depend on a stretch of
text and its language alone. Each is a line of its own, so that of thousands those are looked at that are asked for:

    3f0c…  [["word", "key", 0, 4], …]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import field
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from regola_dsl.records import dataclass
from regola_dsl.store import Pack

from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import Passage
from regola_crosscheck.book.tokens import ModalWord, Token
from regola_crosscheck.language.agreement import ArticledWord
from regola_crosscheck.language.meaning import MeaningWord
from regola_crosscheck.language.morphology import TextWord
from regola_crosscheck.proof.marks import Slip
from regola_crosscheck.proof.vocabulary import WordPlace

T = TypeVar("T")
# Of how many readings of a kind those are kept that this run did not ask for; a long book has some thousand sentences.
MANY = 20_000
# Of how many bytes the hash of a text is.
_DIGEST = 12
_NO_PASSAGE = Passage("", 1, 1, "")


@dataclass(frozen=True, slots=True)
class Form:
    """How a kind of reading is written as JSON: `plain` makes that, `read` the reading of it."""

    plain: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _rows(kind: type[NamedTuple], made: Callable[[Iterable[Any]], Sequence[Any]] = list) -> Form:
    """Many of one kind, whose parts are words and numbers: a row for each."""
    return Form(list, lambda plain: made(map(kind._make, plain)))


def _plain_sentences(found: Iterable[Sentence]) -> Any:
    return [(one.section, one.number, one.kind, one.text, one.pieces, one.lead) for one in found]


def _sentences(plain: Any) -> tuple[Sentence, ...]:
    """Sentences of a passage that whoever asks has at hand."""
    return tuple(
        Sentence(section, number, kind, text, _NO_PASSAGE, tuple([(own, there) for own, there in pieces]), lead)
        for section, number, kind, text, pieces, lead in plain
    )


def _plain_tokens(found: Iterable[Token]) -> Any:
    return [
        (
            one.kind,
            [(value.numerator, value.denominator) for value in one.values],
            *(one.text, one.start, one.end, one.sign, one.block, one.word, one.beyond),
        )
        for one in found
    ]


def _tokens(plain: Any) -> list[Token]:
    return [Token(kind, tuple([Fraction(*value) for value in values]), *rest) for kind, values, *rest in plain]


# What JSON says as it is.
_AS_IT_IS = Form(lambda found: found, lambda plain: plain)
_FORMS = {
    "sentences": Form(_plain_sentences, _sentences),
    "words": _rows(TextWord),
    "meaning words": _rows(MeaningWord, tuple),
    "counting words": _rows(MeaningWord, tuple),
    "marks": _rows(ModalWord),
    "articles": _rows(ArticledWord),
    "blocks": _AS_IT_IS,
    "stems": Form(sorted, frozenset),
    "stems of sentences": _AS_IT_IS,
    "vocabulary": _rows(WordPlace),
    "elisions": _rows(Slip),
    "tokens": Form(_plain_tokens, _tokens),
    "numbered tokens": Form(_plain_tokens, _tokens),
    "runs": Form(lambda found: found, lambda plain: [(tuple(keys), form) for keys, form in plain]),
}


@dataclass(slots=True)
class _Shelf:
    """The readings of a kind, by what they were read in: those of earlier runs, and those of this one."""

    before: dict[str, bytes]
    now: dict[str, bytes] = field(default_factory=dict)
    fresh: bool = False

    def lines(self) -> bytes:
        """All that is to be kept."""
        both = {**self.before, **self.now}
        kept = both if len(both) <= MANY else self.now
        return b"\n".join(key.encode() + line for key, line in kept.items())


class Readings:
    """What was read in one book.

    Args:
        pack: where earlier runs kept theirs; each entry has a hash of its own.
        name: which book, with all a reading depends on besides the words.
    """

    def __init__(self, pack: Pack, name: str) -> None:
        self._pack, self._name = pack, name
        self._shelves: dict[str, _Shelf] = {}

    def of(self, what: str, of: Hashable, make: Callable[[], T], form: Form | None = None) -> T:
        """A reading of a kind, from an earlier run where that kept it; of any other kind it is made.

        Args:
            what: the kind.
            of: the text that is read, and what else it depends on.
            make: reads it.
            form: how it is written, of a kind that is not known here.
        """
        form = form or _FORMS.get(what)
        if form is None:
            return make()
        shelf = self._shelves.get(what)
        if shelf is None:
            shelf = self._shelves[what] = _Shelf(self._kept(what))
        key = blake2b(repr(of).encode("utf-8", "surrogatepass"), digest_size=_DIGEST).hexdigest()
        line = shelf.before.get(key)
        if line is not None:
            try:
                read: T = form.read(json.loads(line))
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
                pass  # it is made again
            else:
                shelf.now[key] = line
                return read
        made = make()
        shelf.now[key] = json.dumps(form.plain(made), separators=(",", ":")).encode()
        shelf.fresh = True
        return made

    def keep(self) -> None:
        """Put what is new into the pack."""
        for what, shelf in self._shelves.items():
            if shelf.fresh:
                self._pack.put(f"{self._name} {what}", shelf.lines())

    def _kept(self, what: str) -> dict[str, bytes]:
        found = self._pack.get(f"{self._name} {what}") or b""
        digits = 2 * _DIGEST
        return {line[:digits].decode("ascii", "replace"): line[digits:] for line in found.split(b"\n")}
