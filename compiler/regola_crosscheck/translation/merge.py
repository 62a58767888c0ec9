"""What came back from a translator's program, brought into the translated book: what is held against it first.

Newer words of the book are never overwritten in silence: each unit knows what its translation was when it went out, and
where the book says something else by now both are shown and the book stays. What lost a number or a mark stays out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from regola_compiler.exchange import codes
from regola_compiler.exchange.units import match_language
from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.book.text import Book, Passage
from regola_crosscheck.book.tokens import scan
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.translation.blocks import BookBlock, blocks_of
from regola_crosscheck.translation.turned import turned
from regola_crosscheck.translation.units import mark_of, translations
from regola_crosscheck.translation.xliff import Returned, ReturnedUnit

_MARKS = re.compile(r"\*\*|<[^<>\s][^<>]{0,40}>|\{[^{}\s]{1,40}\}|%[sd]|\\\|")
_LINES = re.compile(r"[\n\r\t\x00-\x08\x0b-\x1f\x7f]")
_LETTERS = re.compile(r"[^\W\d_]+")


class OtherBook(Exception):  # noqa: N818  wrong use, told in a sentence
    """A file that is of another book, or of other languages."""


@dataclass(slots=True)
class Merged:
    """What a file changes: the text of the translated book, and what is said of it."""

    text: str
    changed: int = 0
    added: int = 0
    unfinished: int = 0
    untranslated: int = 0
    alike: int = 0
    found: list[Diagnostic] = field(default_factory=list)


def merge(returned: Returned, here: Book, there: Book | None, target: str, shown: str) -> Merged:
    """What came back, brought into a book.

    Args:
        returned: the file that came back.
        here: the book it was translated from.
        there: the translated book as it is now; None where it is made of the first.
        target: the language of the translated book.
        shown: the name of the file that came back, as findings show it.

    Raises:
        OtherBook: if it is of another book, or of other languages.
    """
    for tag, wanted in ((returned.source, here.language), (returned.target, target)):
        if match_language(tag, [wanted]) is None:
            raise OtherBook(say("it is in `{language}`, not in `{wanted}`", language=tag[:20], wanted=wanted))
    blocks = {block.id: block for block in blocks_of(here)}
    by_words: dict[str, list[BookBlock]] = {}
    for block in blocks.values():
        for words in dict.fromkeys((block.words, block.starred)):
            by_words.setdefault(words, []).append(block)
    if returned.units and not any(unit.source in by_words for unit in returned.units):
        raise OtherBook(say("none of its sentences stands in the book"))
    merged = Merged("")
    pairs = translations(here, there)
    lines: dict[int, tuple[int, str]] = {}
    for unit in returned.units:
        named = blocks.get(unit.id)
        moved = by_words.get(unit.source, [])
        found = (
            named
            if named is not None and unit.source in {named.words, named.starred}
            else moved[0]
            if len(moved) == 1
            else None
        )
        if found is None:
            message = say("the book says something else by now than what was translated as `{id}`", id=unit.id[:40])
            _tell(
                merged, codes.TEXT_MOVED_ON, message, unit, shown, say("write the file anew, and translate that again")
            )
        else:
            _look_at(merged, unit, found, pairs.get(found.id), there, target, here.language, shown, lines)
    text = list(there.lines if there is not None else here.lines)
    for first in sorted(lines, reverse=True):
        last, words = lines[first]
        text[first - 1 : last] = [words]
    merged.text = "\n".join(text)
    merged.untranslated = len(blocks) - merged.added - merged.alike if there is None else 0
    return merged


def _look_at(
    merged: Merged,
    unit: ReturnedUnit,
    block: BookBlock,
    now: BookBlock | None,
    there: Book | None,
    target: str,
    source: str,
    shown: str,
    lines: dict[int, tuple[int, str]],
) -> None:
    """Take a unit over, or say why not."""
    if not unit.targets:
        return None
    into = now or (block if there is None else None)
    if into is None:
        message = say("`{id}` has no place: the section has other paragraphs in the two languages", id=unit.id[:40])
        _tell(merged, codes.TEXT_UNKNOWN, message, unit, shown, say("write it into the book by hand"))
        return None
    if now is None and unit.targets in {(block.words,), (block.starred,)}:
        merged.alike += unit.finished and not _is_translated(block.words)
        return None
    targets = _without_stars(block, unit, _as_cells(block, unit.targets))
    shape = block if len(block.segments) == len(targets) else block.whole()
    if len(shape.segments) != len(targets):
        return _refuse(merged, unit, shown, say("its segments are not those of the book"))
    said_here = shape.segments
    if now is not None and now.kind == "row" and len(now.segments) == len(targets):
        shape = now  # the translated table has columns of its own width
    said = "".join(f"{one}{gap}" for one, gap in zip(targets, shape.inner_gaps, strict=True))
    words = said + into.gaps[-1]  # what closes the block there is its own
    current = now.text[len(now.lead) :] if now is not None else ""
    if words.strip() == current.strip():
        return None
    if not unit.finished:
        merged.unfinished += 1
        return None
    cuts = (now.segments, now.whole().segments, (now.starred,)) if now is not None else ()
    if now is not None and unit.base not in map(mark_of, cuts):
        message = say("`{id}` was changed in the book after it went out: what came back is left out", id=unit.id[:40])
        notes = (say("the book has: {words}", words=now.words), say("what came back: {words}", words=words.strip()))
        help_text = say("choose one of the two: write it into the book, and write the file anew")
        _tell(merged, codes.TEXT_NEWER, message, unit, shown, help_text, notes)
        return None
    if unit.trouble:
        markup = say("it has markup (`{markup}`) that the book cannot keep", markup=unit.trouble)
        return _refuse(merged, unit, shown, markup)
    if trouble := _trouble(block.words, said, source, target):
        return _refuse(merged, unit, shown, trouble)
    before = now.segments if now is not None and len(now.segments) == len(targets) else ()
    _meanings(merged, unit, said_here, targets, before, (source, target), shown)
    lines[into.first] = (into.last, into.lead + words)
    if now is None:
        merged.added += 1
    else:
        merged.changed += 1
    return None


def _is_translated(text: str) -> bool:
    """Whether a text has a word of a language: codes and capitals stand in every one as they are.

    >>> _is_translated("AX | AR | 2d6 | –"), _is_translated("AX | łąka"), _is_translated("Προς")
    (False, True, True)
    """
    return any(
        before.islower() and letter.islower() for word in _LETTERS.findall(text) for before, letter in pairwise(word)
    )


def _as_cells(block: BookBlock, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of a row that came back as one."""
    if block.kind != "row" or len(targets) != 1 or len(block.segments) < 2:
        return targets
    found = re.fullmatch("".join(f"(.+?){re.escape(gap)}" for gap in block.inner_gaps), targets[0])
    return found.groups() if found is not None else targets


def _without_stars(block: BookBlock, unit: ReturnedUnit, targets: tuple[str, ...]) -> tuple[str, ...]:
    """What went out in one with the stars around it, without these."""
    stars, (first, *others) = block.stars, targets
    if not stars or others or unit.source != block.starred:
        return targets
    return (first.removeprefix(stars).removesuffix(stars),)


def _trouble(said: str, words: str, source: str, target: str) -> str:
    """Why a translation cannot be taken over: a lost number, a lost mark, a line end."""
    if _LINES.search(words):
        return say("it has a line end or a sign that no line can hold")
    if (ours := Counter(_MARKS.findall(said))) != (theirs := Counter(_MARKS.findall(words))):
        lost = next(iter((ours - theirs) or (theirs - ours)))
        return say("`{lost}` does not stand in it as often as in what was translated", lost=lost)
    numbers, others = _numbers(said, source), _numbers(words, target)
    if lacking := numbers - others:
        more = others - numbers
        number = next(iter(lacking))
        if more:
            return say("the number `{number}` is not in it, but `{other}` is", number=number, other=next(iter(more)))
        return say("the number `{number}` is not in it", number=number)
    return ""


def _numbers(text: str, language: str) -> Counter[str]:
    """The numbers and references of a text, in figures or in words."""
    words = lexicon(language)
    found: Counter[str] = Counter()
    for token in scan(Passage(text, 1, 1, ""), words):
        if token.kind == "reference":
            found[token.text.strip()] += 1
        elif token.kind in {"number", "die", "part", "percent"}:
            found[" ".join(str(Fraction(value)) for value in token.values)] += 1
    return Counter(dict.fromkeys(found, 1))


def _meanings(
    merged: Merged,
    unit: ReturnedUnit,
    said: Sequence[str],
    words: Sequence[str],
    before: Sequence[str],
    languages: tuple[str, str],
    shown: str,
) -> None:
    """Tell the words that turn the rule round, in one language and not in the other; the translation is taken over."""
    for one in turned(said, words, before, *languages):
        name = unit.id[:40]
        if one.said and one.instead:
            message = say("`{id}` says `{other}` where the book says `{one}`", id=name, other=one.instead, one=one.said)
        elif one.said:
            message = say("`{id}` has no word for `{one}`, which the book says", id=name, one=one.said)
        else:
            message = say("`{id}` says `{other}`, and the book does not", id=name, other=one.instead)
        _tell(merged, codes.TEXT_MEANS, message, unit, shown, say("read it again; it was taken over as it is"))


def _refuse(merged: Merged, unit: ReturnedUnit, shown: str, trouble: str) -> None:
    message = say("the translation of `{name}` was left out: {trouble}", name=unit.id[:40], trouble=trouble)
    _tell(merged, codes.TEXT_REFUSED, message, unit, shown, say("mend it in the program, and bring it in again"))


def _tell(
    merged: Merged,
    code: Code,
    message: str,
    unit: ReturnedUnit,
    shown: str,
    help_text: str,
    notes: tuple[str, ...] = (),
) -> None:
    span = Span(shown, unit.line, 1, unit.line, 2)
    weight = code.severity if code.severity is Severity.WARNING else Severity.ERROR
    merged.found.append(Diagnostic(code, message, span, notes=notes, help=help_text, severity=weight))
