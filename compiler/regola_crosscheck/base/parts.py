"""The findings of a run part by part, each with what was read for it: after an edit only those parts are made again.

A part is what one check finds in one section, or in a whole book. While it is made, the sections are noted whose words
are asked for; as long as these say what they said, the rules are the same, and so is the outline of the book, so are
its findings. That is how Salsa and its kin recompute (M. Hammer et al., Adapton: composable, demand-driven incremental
computation, 2014). Places are kept by section, so that they follow it where lines are put in above.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from hashlib import blake2b
from typing import Any, TypeAlias

from regola_compiler.incremental.results import diagnostic_from_plain, plain_diagnostic
from regola_dsl.source import Span
from regola_dsl.wording import from_plain, plain

from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.text import Book, BookSection

# A line of a book: the place of its section among all, and the lines between; what stands before the first section is
# the last of the places.
PlaceInBook: TypeAlias = tuple[int, int]


class Parts:
    """What was found in the parts of one book, beside rules that are the same.

    Args:
        book: the book as it is now.
        outline: what else of each section anything may depend on without asking for its words.
        plain: what an earlier run left (`plain`), or anything else; what is not in shape is as good as none.
    """

    def __init__(self, book: Book, outline: Sequence[object], plain: Any = None) -> None:
        self._book = book
        self._number = {section.line: number for number, section in enumerate(book.sections)}
        self._digests = [_digest(lines) for lines in _stretches(book)]
        sections = [(one.id, one.level, one.numbered, one.mark) for one in book.sections]
        begins = bool(book.sections) and book.sections[0].line == 1
        self._shape = _digest([repr((book.language, book.path, book.numbering, begins, sections, list(outline)))])
        self._reading: set[int] | None = None
        self._made: dict[str, Any] = {}
        self._before: dict[str, Any] = {}
        self._same: list[bool] = []
        self.fresh = 0
        try:
            if plain is not None and plain["shape"] == self._shape and len(plain["digests"]) == len(self._digests):
                self._before = dict(plain["parts"])
                self._same = [was == now for was, now in zip(plain["digests"], self._digests, strict=True)]
        except (ValueError, TypeError, KeyError):
            self._before = {}

    def plain(self) -> Any:
        """All that was found in this run, as JSON can hold it."""
        return {"shape": self._shape, "digests": self._digests, "parts": self._made}

    def note(self, section: BookSection) -> None:
        """That the words of a section are asked for."""
        if self._reading is not None:
            self._reading.add(self._number_of(section))

    def _number_of(self, section: BookSection) -> int:
        """The number of a section among the stretches; what stands before the first comes last."""
        return self._number.get(section.line, len(self._number)) if section.id else len(self._number)

    def note_all(self) -> None:
        """That anything in the book may have been looked at."""
        if self._reading is not None:
            self._reading.update(range(len(self._digests)))

    def findings(
        self, what: str, section: BookSection | None, of: object, make: Callable[[], Iterable[CrosscheckFinding]]
    ) -> Iterable[CrosscheckFinding]:
        """What is found in a part.

        Args:
            what: the check, and the part of it if it has several.
            section: the section it is about; None if that is the book.
            of: whatever it depends on besides rules, outline and words: what it writes itself as (`repr`) tells it.
            make: finds it.
        """
        name = f"{what} {'' if section is None else self._number_of(section)}"
        key = "" if of is None else _digest([repr(of)])
        known = self._before.get(name)
        if known is not None:
            try:
                was, reads, found = known
                if was == key and all(self._same[number] for number in reads):
                    read = [self._finding(one) for one in found]
                    self._made[name] = known
                    return read
            except (ValueError, TypeError, KeyError, IndexError, AttributeError):
                pass  # it is made again
        self.fresh += 1
        with self._noting() as noted:
            made = list(make())
        self._made[name] = [key, sorted(noted), [self._plain(one) for one in made]]
        return made

    @contextmanager
    def _noting(self) -> Iterator[set[int]]:
        assert self._reading is None, "no part is made within another"
        noted: set[int] = set()
        self._reading = noted
        try:
            yield noted
        finally:
            self._reading = None

    # --- findings and places as JSON ----------------------------------------------------------

    def place_of_line(self, line: int) -> PlaceInBook:
        """A line of the book, told from its section."""
        section = self._book.section_at(line)
        return (len(self._number), line) if section is None else (self._number[section.line], line - section.line)

    def _plain(self, one: CrosscheckFinding) -> Any:
        word = None if one.word is None else list(astuple(one.word))
        told = plain_diagnostic(one.diagnostic, self._place)
        picture = list(map(plain, one.picture))
        return [int(one.confidence), one.section, one.key, told, picture, word, one.more, one.formerly]

    def _finding(self, data: Any) -> CrosscheckFinding:
        sure, section, key, diagnostic, picture, word, more, formerly = data
        return CrosscheckFinding(
            Confidence(sure),
            str(section),
            str(key),
            diagnostic_from_plain(diagnostic, self._span),
            tuple(map(from_plain, picture)),
            word=None if word is None else ChangedWord(*map(str, word)),
            more=int(more),
            formerly=tuple(map(str, formerly)),
        )

    def _place(self, span: Span) -> list[Any]:
        """A place: of another file as it stands, of the book by its section; of a heading, whose end moves, no more."""
        if span.path != self._book.path:
            return [span.path, span.line, span.column, span.end_line, span.end_column]
        number, offset = self.place_of_line(span.line)
        if offset == 0 and number < len(self._number) and span == self._book.span_of(self._book.sections[number]):
            return [number]
        return [number, offset, span.column, span.end_line - span.line, span.end_column]

    def _span(self, place: list[Any]) -> Span:
        if isinstance(place[0], str):
            path, line, column, end_line, end_column = place
            return Span(path, int(line), int(column), int(end_line), int(end_column))
        if len(place) == 1:
            return self._book.span_of(self._book.sections[int(place[0])])
        number, offset, column, more, end_column = map(int, place)
        line = offset + (self._book.sections[number].line if number < len(self._number) else 0)
        return Span(self._book.path, line, column, line + more, end_column)


def _stretches(book: Book) -> Iterator[list[str]]:
    """The lines of each section, with where its words begin; then those before the first."""
    for section in book.sections:
        yield [str(section.column), *book.lines[section.line - 1 : section.last]]
    yield list(book.lines[: book.sections[0].line - 1] if book.sections else book.lines)


def _digest(parts: Iterable[str]) -> str:
    return blake2b(json.dumps(list(parts)).encode(), digest_size=12).hexdigest()
