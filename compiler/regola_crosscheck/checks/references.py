"""References from section to section: those that lead nowhere, and those that speak of something else."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import pairwise, zip_longest

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.doubled import doubled_sections
from regola_crosscheck.book.numbering import NUMBER, Key
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import Token
from regola_crosscheck.language.morphology import one_edit_from
from regola_crosscheck.language.morphology import stems as stems_of

DANGLING = Code("R711", "reference-dangling", "a reference to a section that the book does not have")
ELSEWHERE = Code(
    "R712", "reference-elsewhere", "a reference to a section that speaks of something else", Severity.WARNING
)
CODES = (DANGLING, ELSEWHERE)

# Words shorter than this say nothing of what a text is about.
LETTERS = 4
# A word that most sections have says nothing of any.
RARE = 1.2
# How much closer another section must be for a reference to be doubted.
MARGIN = 2.5
# What a reference is for stands so many characters before it.
BEFORE = 80


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every reference of a book that numbers its sections."""
    yield from context.found("references", None, lambda: _references(context))


def _references(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    if not context.numbered:
        return
    there = {key[:n] for key in context.book.by_key for n in range(1, len(key) + 1)}
    subjects = _SectionTopics(context)
    for section in context.book.stretches:
        exchanged = _exchanged(context, section)
        for token in context.tokens(section):
            if token.kind != "reference":
                continue
            if (meant := exchanged.get(token.start)) is not None:
                yield _exchange(context, section, token, meant)
                continue
            wanted = token.text.strip()
            if not NUMBER.fullmatch(wanted):
                continue
            key = context.book.numbering.key(wanted)
            if token.kind == "reference" and not token.values and key in there:
                yield from _wrong_target(context, section, token, key, subjects)
            elif key not in there:
                yield _dangling(context, section, token, key, subjects)


def _dangling(
    context: CrosscheckContext, section: BookSection, token: Token, key: Key, subjects: _SectionTopics
) -> CrosscheckFinding:
    passage = context.passage(section)
    wanted = token.text.strip()
    before = passage.text[max(0, token.start - 40) : token.start].rpartition("\n")[2]
    called = bool(context.words.references.search(before)) or bool(re.search(r"[(\[;,]\s*$", before))
    chapters = {known[0] for known in context.book.by_key if isinstance(known[0], int)}
    ours = any(known[0] == key[0] for known in context.book.by_key)
    # A book that is a part of a larger one refers to what it does not hold.
    confidence = Confidence.CERTAIN if ours and called else Confidence.LIKELY if called or ours else Confidence.POSSIBLE
    if not ours and (min(map(str, chapters), default="1") != "1" or len(chapters) < 3):
        confidence = Confidence.POSSIBLE
    # What a section that bears another's number is meant to be called is right as it is.
    doubled = next((one for one in subjects.doubled if context.book.numbering.key(one.meant) == key), None)
    best = subjects.meant(section, token, key) if doubled is None else None
    return context.finding(
        DANGLING,
        confidence,
        section.id,
        wanted,
        say("section {section} refers to {wanted}, and there is no such section", section=section.id, wanted=wanted),
        passage.span(token.start, token.end),
        label=say("not in this book"),
        help=say("did you mean {best}?", best=best)
        if best
        else say("perhaps that is the second section {section}", section=doubled.section.id)
        if doubled is not None
        else say("correct the reference, or see whether that section lost its heading"),
        word=ChangedWord(new=wanted, expected=best or ""),
    )


def _wrong_target(
    context: CrosscheckContext, section: BookSection, token: Token, key: Key, subjects: _SectionTopics
) -> Iterator[CrosscheckFinding]:
    target = context.book.by_key.get(key)
    if target is None:
        return
    passage = context.passage(section)
    here = context.book.numbering.key(section.id)
    rivals = [
        name
        for name in subjects.neighbours(key)
        if not context.book.numbering.related(name, target.id) and not context.book.numbering.related(name, section.id)
    ]
    own = subjects.likeness(passage.text, token, key)
    if own > 0 or key[: len(here)] == here or here[: len(key)] == key:
        return
    scored = [(subjects.likeness(passage.text, token, context.book.numbering.key(name)), name) for name in rivals]
    best = max(scored, default=(0.0, ""))
    if best[0] < MARGIN:
        return
    rival = context.book.section(best[1])
    assert rival is not None
    yield context.finding(
        ELSEWHERE,
        Confidence.LIKELY if subjects.matches_title(passage.text, token, rival, target) else Confidence.POSSIBLE,
        section.id,
        token.text.strip(),
        say(
            "section {section} refers to {text}, which has no word of what is said here; {rival} has",
            section=section.id,
            text=token.text.strip(),
            rival=rival.id,
        ),
        passage.span(token.start, token.end),
        label=say("speaks of {title}", title=target.title) if target.title else say("speaks of something else"),
        related=(
            Label(context.book.span_of(target), say("the section referred to")),
            Label(context.book.span_of(rival), rival.id),
        ),
        help=say("see whether {rival} is meant", rival=rival.id),
        word=ChangedWord(new=token.text.strip(), expected=rival.id),
    )


def _exchanged(context: CrosscheckContext, section: BookSection) -> dict[int, BookSection]:
    """References of one sentence each of which stands behind the title of the section that the other one leads to.

    By where they begin in the text of the section; each with the section that is meant.
    """
    passage = context.passage(section)
    known = [
        (token, target)
        for token in context.tokens(section)
        if token.kind == "reference"
        and NUMBER.fullmatch(token.text.strip())
        and (target := context.book.by_key.get(context.book.numbering.key(token.text.strip()))) is not None
        and target.title
    ]
    found: dict[int, BookSection] = {}
    for (one, its), (other, others) in pairwise(known):
        if _sentence(passage.text, one) != _sentence(passage.text, other):
            continue
        titles = [_stems(target.title) for target in (its, others)]
        near = [_stems(_right_before(passage.text, token)) for token in (one, other)]
        if all(near[n] & titles[1 - n] and not near[n] & titles[n] for n in (0, 1)):
            found |= {one.start: others, other.start: its}
    return found


def _exchange(context: CrosscheckContext, section: BookSection, token: Token, meant: BookSection) -> CrosscheckFinding:
    """That a reference stands where the one beside it belongs, and that one here."""
    passage, text = context.passage(section), token.text.strip()
    target = context.book.by_key[context.book.numbering.key(text)]
    return context.finding(
        ELSEWHERE,
        Confidence.LIKELY,
        section.id,
        f"{text}/{meant.id}",
        say(
            "section {section} refers to {text} for what {rival} is called, and to {rival} for what {text} is",
            section=section.id,
            text=text,
            rival=meant.id,
        ),
        passage.span(token.start, token.end),
        label=say("speaks of {title}", title=target.title),
        related=(
            Label(context.book.span_of(target), say("the section referred to")),
            Label(context.book.span_of(meant), meant.id),
        ),
        help=say("see whether the two are exchanged"),
        word=ChangedWord(new=text, expected=meant.id),
    )


class _SectionTopics:
    """What each section speaks of: its words, weighed by how few sections have them."""

    def __init__(self, context: CrosscheckContext) -> None:
        self.context = context
        self.doubled = [one for one in doubled_sections(context.book) if one.meant]
        self._near: dict[Key, list[str]] = {}
        self.words: dict[Key, set[str]] = {}
        for section in context.book.sections:
            key = context.book.numbering.key(section.id)
            text = context.passage(section).text
            said = context.each("stems", text, partial(_stems, text))
            for n in range(1, len(key) + 1):
                self.words.setdefault(key[:n], set()).update(said)
        # The sections by what is left of their numbers without points, each with its place in the book.
        self._by_figures: dict[str, list[tuple[int, Key]]] = {}
        for number, key in enumerate(context.book.by_key):
            self._by_figures.setdefault(_figures(key), []).append((number, key))
        self._signs = "".join(sorted(set().union(*self._by_figures)))
        times = Counter(word for key, words in self.words.items() if key in context.book.by_key for word in words)
        count = len(context.book.by_key) or 1
        self.weight = {word: math.log(count / number) for word, number in times.items()}

    def neighbours(self, key: Key) -> list[str]:
        """The sections whose number is one slip away: a figure changed, left out, put in, or two exchanged."""
        if key not in self._near:
            self._near[key] = self._neighbours(key)
        return self._near[key]

    def _neighbours(self, key: Key) -> list[str]:
        """Found among the slips that a number can suffer, so that no other number need be looked at."""
        figures = _figures(key)
        # Of a number of ten thousand figures no slip is made where none is as long.
        if not any(abs(len(figures) - len(other)) <= 1 for other in self._by_figures):
            return []
        slips = one_edit_from(figures, self._signs)
        found = {place for slip in slips for place in self._by_figures.get(slip, ())}
        known = self.context.book.by_key
        return [known[near].id for _, near in sorted(found, key=lambda place: place[0]) if near != key]

    def likeness(self, text: str, token: Token, key: Key) -> float:
        """How much the sentence around a reference shares with a section, from 0, without an upper bound.

        The sum of the inverse document frequencies of the words that both have (K. Spärck Jones, A statistical
        interpretation of term specificity and its application in retrieval, 1972), common ones left out.
        """
        near = _stems(_sentence(text, token))
        # A section knows its own chapter's words, so only what is rare counts.
        shared = near & self.words.get(key, set())
        # Exactly summed: what a sum of floats comes to must not hang on the order in which a set gives them.
        return math.fsum(weight for word in shared if (weight := self.weight.get(word, 0.0)) > RARE)

    def matches_title(self, text: str, token: Token, rival: BookSection, target: BookSection) -> bool:
        """Whether the words right before a reference are those of another section's title, and not of the target's."""
        near = _stems(_right_before(text, token))
        own, other = _stems(target.title), _stems(rival.title)
        telling = {word for word in near & other if self.weight.get(word, 0.0) > RARE}
        return bool(own) and bool(telling) and not {word[:LETTERS] for word in near} & {word[:LETTERS] for word in own}

    def meant(self, section: BookSection, token: Token, key: Key) -> str | None:
        """The section that a reference to none means, one slip away.

        Of several the one that alone speaks of what the sentence does, else the nearest by its number; of such that
        are equally near the one that shares more with the sentence, or none.
        """
        numbering = self.context.book.numbering
        here, text = numbering.key(section.id), self.context.passage(section).text
        # A chapter has all the words of its sections, so it would be likest; nobody refers to where he is.
        near = [
            (other, name)
            for name in self.neighbours(key)
            if (other := numbering.key(name)) != here and (len(other) > 1 or len(key) == 1)
        ]
        alike = {name: self.likeness(text, token, other) for other, name in near}
        first, second, *_ = [*sorted(alike.values(), reverse=True), 0.0, 0.0]
        if first - second >= MARGIN:
            return max(alike, key=alike.__getitem__)
        if self._is_left_out(key):
            return None
        ranked = sorted((_distance(key, other), -alike[name], name) for other, name in near)
        if len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]:
            return None
        return ranked[0][2] if ranked else None

    def _is_left_out(self, key: Key) -> bool:
        """Whether the book has the chapters before and behind one, and not that: it is lost, and no other meant."""
        first = key[0]
        chapters = {known[0] for known in self.context.book.by_key}
        return isinstance(first, int) and first not in chapters and {first - 1, first + 1} <= chapters


def _right_before(text: str, token: Token) -> str:
    """What stands right before a reference, from the last mark on."""
    first = max(0, token.start - BEFORE)
    return text[max(first, *(text.rfind(mark, first, token.start) for mark in ".;:,)\n")) : token.start]


def _distance(one: Key, other: Key) -> tuple[int, ...]:
    """How far two sections are from one another, the outermost number first."""
    return tuple(
        abs(a - b) if isinstance(a, int) and isinstance(b, int) else int(a != b)
        for a, b in zip_longest(one, other, fillvalue=0)
    )


def _figures(key: Key) -> str:
    """A section's number without its points."""
    return "".join(str(part) for part in key)


def _sentence(text: str, token: Token) -> str:
    first = max(0, token.start - 240)
    start = max(text.rfind(". ", first, token.start), text.rfind("\n\n", first, token.start), first)
    end = text.find(". ", token.end, token.end + 160)
    return text[start : end if end >= 0 else token.end + 60]


def _stems(text: str) -> frozenset[str]:
    return stems_of(text, LETTERS)
