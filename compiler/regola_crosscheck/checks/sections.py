"""The outline of the book: doubled, misplaced and skipped sections, and its sections against the encoded ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from regola_dsl.diagnostics import Code, Label, Severity, counted, in_a_row, name_list
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.base.index import Index
from regola_crosscheck.book.doubled import DoubledSection, beginnings, doubled_sections, intended_number
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import BookSection

DOUBLED = Code("R703", "section-doubled", "two sections of the book have one number")
MISPLACED = Code("R704", "section-out-of-order", "a section stands where its number does not belong")
SKIPPED = Code("R705", "section-skipped", "the book's numbers leave one out")
NOT_ENCODED = Code("R706", "section-not-encoded", "a section of the book that no rule is anchored to", Severity.WARNING)
NOT_IN_BOOK = Code("R707", "section-not-in-book", "a rule is anchored to a section that the book does not have")
REPEATED = Code("R713", "section-repeated", "a section is printed twice, word for word")
CODES = (DOUBLED, REPEATED, MISPLACED, SKIPPED, NOT_ENCODED, NOT_IN_BOOK)

# So many numbers left out in a row are told; more are a part of the book that was left out on purpose.
GAP = 3


def check(context: CrosscheckContext, index: Index) -> Iterator[CrosscheckFinding]:
    """Everything about the outline; the index marks sections that are not to be encoded."""
    prose = index.prose(context.book.numbering)
    accepted = frozenset(one.finding for one in index.accepted if one.finding.startswith(f"{NOT_ENCODED.slug}@"))
    of = [*sorted(map(repr, prose)), *sorted(accepted)]
    yield from context.found("sections", None, lambda: _outline(context, prose, accepted), of)


def _outline(
    context: CrosscheckContext, prose: frozenset[Key], accepted: frozenset[str]
) -> Iterator[CrosscheckFinding]:
    numbered = [section for section in context.book.sections if section.numbered]
    if numbered:
        doubled = doubled_sections(context.book)
        yield from _doubled(context, doubled)
        yield from _misplaced(context, numbered)
        keys: list[Any] = [context.book.numbering.key(section.id) for section in numbered]
        in_order = [numbered[place] for place in sorted(_longest_increasing_subsequence(keys))]
        yield from _skipped(context, in_order, {one.meant for one in doubled if one.meant})
    if not context.alone:
        yield from _not_encoded(context, prose, accepted)
        yield from _not_in_book(context)


def _doubled(context: CrosscheckContext, doubled: Sequence[DoubledSection]) -> Iterator[CrosscheckFinding]:
    for one in doubled:
        if one.repeated:
            yield _repeated(context, one)
            continue
        yield context.finding(
            DOUBLED,
            Confidence.CERTAIN,
            one.section.id,
            "",
            say("section {section} stands twice in the book", section=one.section.id),
            context.book.span_of(one.section),
            label=say("here again"),
            related=(Label(context.book.span_of(one.first), say("first here")),),
            help=say("give this one its own number: {free} is free", free=one.meant)
            if one.meant
            else say("give one of them its own number"),
            word=ChangedWord(new=one.section.id, expected=one.meant),
        )


def _repeated(context: CrosscheckContext, one: DoubledSection) -> CrosscheckFinding:
    """That a section is printed once more: no number is wrong, and what is too much is to go."""
    found = context.finding(
        REPEATED,
        Confidence.CERTAIN,
        one.section.id,
        "",
        say("section {section} is printed twice, word for word", section=one.section.id),
        context.book.span_of(one.section),
        label=say("here again"),
        related=(Label(context.book.span_of(one.first), say("first here")),),
        help=say("strike one of the two"),
    )
    # Earlier versions took it for another section with the same number.
    return replace(found, formerly=(f"{DOUBLED.slug}@{one.section.id}",))


def _misplaced(context: CrosscheckContext, sections: list[BookSection]) -> Iterator[CrosscheckFinding]:
    """Those that the longest rising run of numbers leaves out."""
    keys: list[Any] = [context.book.numbering.key(section.id) for section in sections]
    in_order = _longest_increasing_subsequence(keys)
    right = sorted(in_order)
    times = Counter(keys)
    for place, section in enumerate(sections):
        if place in in_order or times[keys[place]] > 1:  # that it is doubled is told already
            continue
        at = bisect_left(right, place)
        around = [sections[one] for one in right[max(0, at - 1) : at + 1]]
        ends = [one.id for one in around]
        wanted = intended_number(context.book, sections, section)
        yield context.finding(
            MISPLACED,
            Confidence.CERTAIN,
            section.id,
            "",
            say(
                "section {section} stands between {before} and {after}",
                section=section.id,
                before=ends[0],
                after=ends[1],
            )
            if len(ends) == 2
            else say("section {section} stands beside {other}", section=section.id, other="".join(ends)),
            context.book.span_of(section),
            label=say("out of order"),
            related=tuple(Label(context.book.span_of(one), say("stands in order")) for one in around),
            help=say("perhaps it is {wanted}", wanted=wanted)
            if wanted
            else say("correct the number, or move the section"),
        )


def _longest_increasing_subsequence(keys: list[Any]) -> set[int]:
    """The places of a longest strictly rising subsequence, from 0; of several as long, the one with the smallest ends.

    By the last members of the best runs of each length, searched by halves (M. L. Fredman, On computing the length of
    longest increasing subsequences, 1975): n log n comparisons.
    """
    tails: list[Any] = []
    ends: list[int] = []
    before: list[int] = []
    for place, key in enumerate(keys):
        at = bisect_left(tails, key)
        before.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [key]
        ends[at : at + 1] = [place]
    kept = set()
    place = ends[-1] if ends else -1
    while place >= 0:
        kept.add(place)
        place = before[place]
    return kept


_LOST = say("see whether its heading lost its number, or the section was left out")


def _skipped(
    context: CrosscheckContext, sections: list[BookSection], meant: Iterable[str]
) -> Iterator[CrosscheckFinding]:
    """Numbers left out between two sections of one parent that follow one another, among those in order.

    Those that a doubled section is meant to have are told with that.
    """
    known = set(map(context.book.numbering.key, meant))
    there = beginnings(context.book.numbering.key(section.id) for section in context.book.sections if section.numbered)
    keys = {context.book.numbering.key(section.id): section for section in reversed(sections)}
    children: dict[Key, list[Key]] = {}
    for key in keys:
        children.setdefault(key[:-1], []).append(key)
    for parent, several in children.items():
        several.sort(key=lambda key: int(key[-1]))
        starts = 0 if parent else int(several[0][-1])
        for low, key in zip([starts, *(int(one[-1]) for one in several)], several, strict=False):
            missing = range(low + 1, int(key[-1]))
            if not 0 < len(missing) <= GAP or (low == 0 and parent not in keys):
                continue
            section = keys[key]
            for number in missing:
                wanted = (*parent, number)
                if wanted in there or wanted in known:
                    continue  # its parts are there, or the section itself under another number
                name = _format_key(context, wanted)
                encoded = context.encoded.names.get(wanted)
                yield context.finding(
                    SKIPPED,
                    Confidence.CERTAIN if encoded else Confidence.LIKELY,
                    name,
                    "",
                    say("there is no section {name}: {section} comes next", name=name, section=section.id),
                    context.book.span_of(section),
                    label=say("{name} is missing before this", name=name),
                    help=say("{help}; {names} is anchored to it", help=_LOST, names=name_list(encoded, "and", 3))
                    if encoded
                    else _LOST,
                )


def _format_key(context: CrosscheckContext, key: Key) -> str:
    """A place of the outline, as the book writes numbers."""
    if len(key) == 1:
        return str(key[0])
    joint = "" if context.book.numbering.by_figure else "."
    return f"{key[0]}.{joint.join(str(part) for part in key[1:])}"


def _not_encoded(
    context: CrosscheckContext, prose: frozenset[Key], accepted: frozenset[str]
) -> Iterator[CrosscheckFinding]:
    """Sections with nothing anchored to them or inside them; those of one chapter are one finding.

    Those of more than a few chapters are what a game has not encoded yet, and one finding for the book; a chapter that
    was accepted as such stays apart, so that what was decided is kept. Of a draft, which has nothing of its book yet,
    the count of its sections says that.
    """
    if not context.encoded.names:
        return
    covered = beginnings(context.encoded.names)
    inside: dict[Key, list[BookSection]] = {}
    for section in context.book.sections:
        for key in beginnings([context.book.numbering.key(section.id)]):
            inside.setdefault(key, []).append(section)
    told: set[Key] = set()
    open_: dict[tuple[int | str, Confidence], list[BookSection]] = {}
    for section in context.book.sections:
        key = context.book.numbering.key(section.id)
        if key in covered or any(key[:n] in told | prose for n in range(1, len(key) + 1)):
            continue
        told.add(key)
        above = any(key[:n] in context.encoded.names for n in range(1, len(key)))
        sure = Confidence.POSSIBLE if above or not section.numbered else Confidence.LIKELY
        if any(_has_rule_content(context, one) for one in inside[key]):
            open_.setdefault((key[0], sure), []).append(section)
    by_chapter: dict[Confidence, list[tuple[CrosscheckFinding, list[BookSection]]]] = {}
    for (chapter, sure), several in open_.items():
        within = len(inside[context.book.numbering.key(several[0].id)])
        found = _unanchored(context, chapter, several, sure, within - 1)
        if found.name in accepted:
            yield found
        else:
            by_chapter.setdefault(sure, []).append((found, several))
    for sure, chapters in by_chapter.items():
        if len(chapters) > GAP:
            yield _partly_encoded(context, [several for _, several in chapters], sure)
        else:
            yield from (found for found, _ in chapters)


def _partly_encoded(
    context: CrosscheckContext, chapters: list[list[BookSection]], sure: Confidence
) -> CrosscheckFinding:
    """That a game does not hold all of its book yet: the sections that nothing is anchored to, by chapter."""
    first, number = chapters[0][0], sum(map(len, chapters))
    return context.finding(
        NOT_ENCODED,
        sure,
        first.id,
        # What is accepted are these sections, not those that come.
        f"{number} sections",
        say(
            "nothing is encoded for {sections} that have numbers or rules, of {chapters}",
            sections=counted(number, "section"),
            chapters=counted(len(chapters), "chapter"),
        ),
        context.book.span_of(first),
        label=say("the first of them"),
        help=say("encode them and anchor them, or mark what is no rule as prose in the index with a reason"),
        notes=(
            in_a_row(
                [
                    f"`{several[0].id}`"
                    if len(several) == 1
                    else say("{number} of `{chapter}`", number=len(several), chapter=_chapter(context, several[0]))
                    for several in chapters
                ],
                "and",
            ),
        ),
    )


def _chapter(context: CrosscheckContext, section: BookSection) -> int | str:
    """The first part of a section's number."""
    return context.book.numbering.key(section.id)[0]


def _unanchored(
    context: CrosscheckContext, chapter: int | str, several: list[BookSection], sure: Confidence, within: int
) -> CrosscheckFinding:
    """That no rule is anchored to some sections of a chapter; `within` others lie inside the first."""
    first = several[0]
    names = [section.id for section in several]
    if len(several) > 1:
        message = say(
            "nothing is encoded for {number} sections of {chapter} that have numbers or rules: {names}",
            number=len(several),
            chapter=chapter,
            names=name_list(names, "and", 12),
        )
    elif within:
        message = say(
            "nothing is encoded for section {section} and {others} inside it, which has numbers or rules",
            section=first.id,
            others=counted(within, "section"),
        )
    else:
        message = say("nothing is encoded for section {section}, which has numbers or rules", section=first.id)
    return context.finding(
        NOT_ENCODED,
        sure,
        first.id if len(several) == 1 else str(chapter),
        # What is accepted are these sections, not those that come.
        "" if len(several) == 1 else f"{len(several)} from {first.id}",
        message,
        context.book.span_of(first),
        label=say("no rule is anchored here"),
        help=say("encode it and anchor it `@{first}`, or mark it as prose in the index with a reason", first=first.id),
    )


def _has_rule_content(context: CrosscheckContext, section: BookSection) -> bool:
    """Whether a section seems to rule something: it permits, forbids, or counts."""
    return any(mark.kind != "exception" for mark in context.modal_words(section)) or any(
        token.kind in {"number", "pair", "die", "part"} and not token.word for token in context.tokens(section)
    )


def _not_in_book(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Anchors to numbers that the book has not, each; anchors to slugs that no heading is found for, in one finding."""
    if not context.book.sections:
        return
    last_of = {context.book.numbering.key(section.id)[0]: section for section in context.book.sections}
    there = beginnings(context.book.numbering.key(section.id) for section in context.book.sections)
    slugs: list[Key] = []
    beyond = _beyond(context, there)
    if beyond:
        yield _part_of_book(context, beyond)
    for key, names in context.encoded.names.items():
        if key in there or not names or key in beyond:
            continue
        if isinstance(key[0], str):
            # A part of a paragraph has no heading of its own; what holds it does.
            slugs += [] if key[:1] in there else [key]
            continue
        name = context.encoded.spelling[key]
        last = last_of.get(key[0])
        inside = any(key[:n] in there for n in range(1, len(key)))
        yield context.finding(
            NOT_IN_BOOK,
            Confidence.CERTAIN if last else Confidence.LIKELY,
            name,
            "",
            say("{names} is anchored to {name}, which the book has not", names=name_list(names, "and"), name=name)
            if len(names) == 1
            else say(
                "{names} are anchored to {name}, which the book has not", names=name_list(names, "and", 3), name=name
            ),
            context.book.span_of(last or context.book.sections[0]),
            label=say("the last section of its chapter") if last else say("the book begins here"),
            related=(Label(context.encoded.spans[key], say("anchored here")),),
            help=say("correct the anchor, or see whether the heading lost its number in the section above")
            if inside
            else say("correct the anchor, or see whether the heading lost its number"),
        )
    if slugs:
        yield _unheaded(context, slugs)


def _beyond(context: CrosscheckContext, there: set[Key]) -> dict[Key, Key]:
    """The anchored numbers that a text lacks because it is a part of its book: in other chapters, before or after it.

    Each has the last number of the text before it. A few are no part that was left out, but anchors to be corrected.
    """
    numbers: list[Any] = sorted(key for key in there if isinstance(key[0], int))
    if not numbers:
        return {}
    missing: list[Any] = sorted(
        key
        for key, names in context.encoded.names.items()
        if names
        and isinstance(key[0], int)
        and key not in there
        and ((key[0],) not in there or not numbers[0] < key < numbers[-1])
    )
    if len(missing) <= GAP:
        return {}
    return {key: numbers[bisect_left(numbers, key) - 1] if key > numbers[0] else () for key in missing}


def _part_of_book(context: CrosscheckContext, beyond: dict[Key, Key]) -> CrosscheckFinding:
    """That a text is a part of its book: the ranges of sections it lacks that rules are anchored to."""
    spelling = context.encoded.spelling
    ranges = []
    for _, run in groupby(beyond, beyond.__getitem__):
        first, *others = run
        ranges.append(
            say("{first} to {last}", first=spelling[first], last=spelling[others[-1]]) if others else spelling[first]
        )
    own = [section.id for section in context.book.sections if section.numbered]
    first = next(iter(beyond))
    return context.finding(
        NOT_IN_BOOK,
        Confidence.LIKELY,
        spelling[first],
        f"{len(beyond)} sections",
        say(
            "the text is a part of the book: it lacks {number} encoded sections, {names}",
            number=len(beyond),
            names=name_list(ranges, "and", 12),
        ),
        context.book.span_of(context.book.sections[0]),
        label=say("the text has {first} to {last}", first=own[0], last=own[-1])
        if own[0] != own[-1]
        else say("the text has {own}", own=own[0]),
        related=(Label(context.encoded.spans[first], say("anchored here")),),
        help=say("hold the rest of the book against the rules too, or accept this: what is left out is not looked for"),
    )


def _unheaded(context: CrosscheckContext, slugs: list[Key]) -> CrosscheckFinding:
    """That no heading is known for some of our own names of sections."""
    names = [context.encoded.spelling[key] for key in slugs]
    return context.finding(
        NOT_IN_BOOK,
        Confidence.POSSIBLE if context.numbered else Confidence.LIKELY,
        names[0],
        f"{len(names)} names" if len(names) > 1 else "",
        say(
            "rules are anchored to {names}, for which no heading of the book is known", names=name_list(names, "and", 4)
        ),
        context.book.span_of(context.book.sections[0]),
        label=say("the book begins here"),
        related=(Label(context.encoded.spans[slugs[0]], say("anchored here")),),
        help=say(
            "tell the index which words each begins with: `heading` in {file}",
            file=f"sources/{context.book.language}.yaml",
        ),
    )
