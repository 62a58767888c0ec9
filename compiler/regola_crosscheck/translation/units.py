"""Two books side by side: each paragraph with its translation, segment by segment, and what helps to translate it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from regola_compiler.project.glossary import Glossary
from regola_dsl.wording import later, localized_template

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.fingerprints import fingerprint_of
from regola_crosscheck.base.index import Index
from regola_crosscheck.book.text import Book
from regola_crosscheck.language.morphology import words_of
from regola_crosscheck.language.terms import TermIndex
from regola_crosscheck.translation.blocks import FRONT, BookBlock, blocks_of


@dataclass(frozen=True, slots=True)
class BookUnit:
    """A block of the book with its translation.

    Attributes:
        block: the block in the language that is translated from.
        targets: its segments in the other language; none where there is no translation yet.
        approved: whether the translation was read as it is now, in both languages (`regola crosscheck --index`).
        rules: the declarations that are encoded for its section.
        terms: the terms of the glossary in it: the word, what it is in the other language, its definition.
    """

    block: BookBlock
    targets: tuple[str, ...] = ()
    approved: bool = False
    rules: tuple[str, ...] = ()
    terms: tuple[tuple[str, str, str], ...] = ()

    @property
    def base(self) -> str:
        """What tells this translation from a newer one."""
        return mark_of(self.targets)

    @property
    def notes(self) -> list[tuple[str, str]]:
        """What a translator may want to know: kind and words."""
        where = localized_template(later("start of the text")) if self.block.section == FRONT else self.block.section
        named = f"{where} {self.block.title}".strip()
        found = [("section", named)]
        found += [("rules", ", ".join(self.rules))] * bool(self.rules)
        for word, other, meaning in self.terms:
            found.append(("term", f"{word}{f' = {other}' if other else ''}{f': {meaning}' if meaning else ''}"))
        return found


@dataclass(frozen=True, slots=True)
class BookDocument:
    """A book with its translation: the name of its file, its languages, its units."""

    name: str
    source: str
    target: str
    units: tuple[BookUnit, ...]


def mark_of(segments: tuple[str, ...]) -> str:
    """What is kept of a translation, to see whether it is the same later: empty where there is none."""
    return sha256("\0".join(segments).encode("utf-8", "replace")).hexdigest()[:12] if segments else ""


def document_of(
    here: CrosscheckContext,
    target: str,
    there: CrosscheckContext | None,
    indexes: Mapping[str, Index],
    name: str,
) -> BookDocument:
    """A book with its translation.

    Args:
        here: the book that is translated from.
        target: the language it is translated into.
        there: the book in that language, if there is one.
        indexes: what is kept of both as they were read, by language.
        name: what the book's file is called.
    """
    pairs = translations(here.book, there.book if there is not None else None)
    index = TermIndex(here.glossary, here.book.language) if here.glossary is not None else None
    read = _read_in_both(here, there, indexes) if there is not None else frozenset()
    units = []
    for block in blocks_of(here.book):
        other = pairs.get(block.id)
        paired, targets = _segments(block, other)
        section = here.book.section(block.section)
        owners = here.encoded.numbers.get(here.book.numbering.key(block.section), ()) if section is not None else ()
        rules = tuple(dict.fromkeys(one.owner for one in owners if one.owner))[:6]
        terms = _terms(block, index, here.glossary, here.book.language, target)
        units.append(BookUnit(paired, targets, bool(targets) and block.section in read, rules, terms))
    return BookDocument(name, here.book.language, target, tuple(units))


def _segments(block: BookBlock, other: BookBlock | None) -> tuple[BookBlock, tuple[str, ...]]:
    """A block and the segments of its translation: as one where they are not as many."""
    if other is None:
        return block, ()
    if len(block.segments) == len(other.segments):
        return block, other.segments
    whole = block.whole()
    theirs = other.whole()
    return (whole, theirs.segments) if len(whole.segments) == len(theirs.segments) else (block, ())


def translations(here: Book, there: Book | None) -> dict[str, BookBlock]:
    """The blocks of a translation by the blocks they are of: those of sections that have the same blocks in both."""
    if there is None:
        return {}
    ours, theirs = _by_section(here), _by_section(there)
    found: dict[str, BookBlock] = {}
    for key, blocks in ours.items():
        others = theirs.get(key, [])
        if [block.kind for block in blocks] == [block.kind for block in others]:
            found |= {one.id: other for one, other in zip(blocks, others, strict=True)}
    return found


def _by_section(book: Book) -> dict[object, list[BookBlock]]:
    """The blocks of each section; one without a number goes by its place among those without."""
    found: dict[object, list[BookBlock]] = {}
    titled = {one.id: place for place, one in enumerate(one for one in book.sections if not one.numbered)}
    for block in blocks_of(book):
        section = book.section(block.section)
        numbered = section is not None and section.id not in titled
        key = book.numbering.key(block.section) if numbered else ("titled", titled.get(block.section, -1))
        found.setdefault(key, []).append(block)
    return found


def _read_in_both(here: CrosscheckContext, there: CrosscheckContext, indexes: Mapping[str, Index]) -> frozenset[str]:
    """The sections that are in both languages as they were when they were last held against the rules."""

    def unchanged(context: CrosscheckContext) -> set[object]:
        index = indexes.get(context.book.language)
        kept = index.by_key(context.book.numbering) if index is not None else {}
        same = set[object]()
        for section in context.book.sections:
            key = context.book.numbering.key(section.id)
            entry, now = kept.get(key), fingerprint_of(context, section)
            before = entry.fingerprint if entry is not None else None
            if before is not None and (before.words, before.numbers) == (now.words, now.numbers):
                same.add(key)
        return same

    both = unchanged(here) & unchanged(there)
    return frozenset(one.id for one in here.book.sections if here.book.numbering.key(one.id) in both)


def _terms(
    block: BookBlock, index: TermIndex | None, glossary: Glossary | None, source: str, target: str
) -> tuple[tuple[str, str, str], ...]:
    """The terms in a block, with what they are called in the other language and what they mean."""
    if index is None or glossary is None:
        return ()
    found: dict[str, tuple[str, str, str]] = {}
    for use in index.uses(words_of(block.words, source)):
        own, other = use.concept.terms.get(source), use.concept.terms.get(target)
        if own is not None and use.how != "forbidden":
            found.setdefault(own.preferred, (own.preferred, other.preferred if other else "", use.concept.note))
    return tuple(found.values())
