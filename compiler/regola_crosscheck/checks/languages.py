"""Two rulebook texts in two languages, section by section: what one says and the other does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import groupby

from regola_dsl.diagnostics import Code, Label
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.fingerprints import normalized_number
from regola_crosscheck.bilingual.cells import TABLE, table_pairs, tables
from regola_crosscheck.bilingual.findings import (
    PERMISSION,
    SENTENCE,
    TERM,
    TWO,
    WORD,
    said_otherwise,
    term,
)
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import Token
from regola_crosscheck.language.terms import siblings

SECTION = Code("R771", "languages-section", "a section stands in one language only")
NUMBER = Code("R772", "languages-number", "a number is another one in the other language")
REFERENCE = Code("R774", "languages-reference", "a reference is another one in the other language")
CODES = (SECTION, NUMBER, TABLE, REFERENCE, PERMISSION, TERM, WORD, SENTENCE, TWO)

# Words for these come and go in translation: "both", "the second", "one of".
_LOOSE = {"0", "1", "2"}
# So many sections in a row that one text has alone are told as one.
SEVERAL = 3


def check(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Everything in which the text `here` differs from the text `there`; findings stand in `here`."""
    yield from _sections(here, there)
    pairs = list(table_pairs(here, there))
    yield from tables(here, there, pairs)
    numbering = here.book.numbering
    # What stands in tables that are compared is not counted again.
    held = {numbering.key(section) for _, _, section in pairs if section}
    said = list(said_otherwise(here, there))
    yield from said
    told = {(one.section, one.diagnostic.code) for one in said if one.confidence >= Confidence.LIKELY}
    for section in here.book.stretches:
        other = there.book.counterpart(here.book, section)
        if other is None:
            continue
        rows = numbering.key(section.id) not in held
        yield from _numbers(here, there, section, other, rows=rows)
        yield from _references(here, there, section, other)
        if (section.id, TERM) not in told:
            yield from _terms(here, there, section, other)


def _sections(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """The sections that one text has alone: each, or where several follow one another, as a chapter does, the run."""
    for run in _runs(here, there):
        first, last = run[0], run[-1]
        yield here.finding(
            SECTION,
            Confidence.CERTAIN if first.numbered else Confidence.POSSIBLE,
            first.id,
            f"-{there.book.language}" if len(run) == 1 else f"-{there.book.language} {len(run)} to {last.id}",
            say(
                "section {section} is not in the other text ({language})",
                section=first.id,
                language=there.book.language,
            )
            if len(run) == 1
            else say(
                "{number} sections, {first} to {last}, are not in the other text ({language})",
                number=len(run),
                first=first.id,
                last=last.id,
                language=there.book.language,
            ),
            here.book.span_of(first),
            label=say("only here") if len(run) == 1 else say("only here, up to {last}", last=last.id),
            help=say("see whether it was added here, or left out there")
            if len(run) == 1
            else say("see whether the other text is a part of the book, or they were left out there"),
        )
    if not here.book.sections:
        return
    for run in _runs(there, here):
        first, last = run[0], run[-1]
        key = there.book.numbering.key(first.id)
        before = [s for s in here.book.sections if here.book.numbering.key(s.id) < key] if first.numbered else []
        at = before[-1] if before else here.book.sections[0]
        yield here.finding(
            SECTION,
            Confidence.CERTAIN if first.numbered else Confidence.POSSIBLE,
            first.id,
            f"+{there.book.language}" if len(run) == 1 else f"+{there.book.language} {len(run)} to {last.id}",
            say(
                "section {section} of the other text ({language}) is missing here",
                section=first.id,
                language=there.book.language,
            )
            if len(run) == 1
            else say(
                "{number} sections of the other text ({language}), {first} to {last}, are missing here",
                number=len(run),
                first=first.id,
                last=last.id,
                language=there.book.language,
            ),
            here.book.span_of(at),
            label=(say("it would stand after this") if before else say("it would stand before this"))
            if len(run) == 1
            else (say("they would stand after this") if before else say("they would stand before this")),
            related=(Label(there.book.span_of(first), say("only here")),),
            help=say("see whether it was left out, or its heading lost its number")
            if len(run) == 1
            else say("see whether this text is a part of the book, or they were left out"),
        )


def _runs(of: CrosscheckContext, without: CrosscheckContext) -> list[list[BookSection]]:
    """The sections of a text that another has not: several that follow one another together, two each by itself."""
    missing = [of.book.numbering.key(one.id) not in without.book.by_key for one in of.book.sections]
    runs: list[list[BookSection]] = []
    for (lacks, _), run in groupby(
        zip(of.book.sections, missing, strict=True), lambda pair: (pair[1], pair[0].numbered)
    ):
        several = [section for section, _ in run]
        if lacks:
            runs += [several] if len(several) >= SEVERAL else [[one] for one in several]
    return runs


def _numbers(
    here: CrosscheckContext, there: CrosscheckContext, section: BookSection, other: BookSection, *, rows: bool
) -> Iterator[CrosscheckFinding]:
    """Numbers that one text has more often than the other; those of tables only with `rows`."""
    ours, theirs = (
        [token for token in tokens if token.kind not in {"reference", "code"} and (rows or token.block != "row")]
        for tokens in (here.tokens(section), there.tokens(other))
    )
    mine, foreign = _surplus_tokens(ours, theirs), _surplus_tokens(theirs, ours)
    for token in mine:
        match = next((one for one in foreign if _are_similar(token, one)), None)
        if match is not None:
            foreign.remove(match)
            loose = (token.word and match.word) and {normalized_number(token), normalized_number(match)} <= _LOOSE
            yield _number(
                here,
                section,
                token,
                say(
                    "section {section} says `{text}` here, and `{other}` in the other text ({language})",
                    section=section.id,
                    text=token.text.strip(),
                    other=match.text.strip(),
                    language=there.book.language,
                ),
                Confidence.LIKELY if loose or (token.word != match.word) else Confidence.CERTAIN,
                Label(there.passage(other).span(match.start, match.end), say("`{text}` here", text=match.text.strip())),
            )
        elif not _is_insignificant(token):
            yield _number(
                here,
                section,
                token,
                say(
                    "section {section} says `{text}` here, not in the other text ({language})",
                    section=section.id,
                    text=token.text.strip(),
                    language=there.book.language,
                ),
                Confidence.POSSIBLE if token.word else Confidence.LIKELY,
                Label(there.book.span_of(other), say("not in this section")),
            )
    for token in foreign:
        if _is_insignificant(token):
            continue
        yield here.finding(
            NUMBER,
            Confidence.POSSIBLE if token.word else Confidence.LIKELY,
            section.id,
            f"+{normalized_number(token)}",
            say(
                "section {section} says `{text}` in the other text ({language}), and not here",
                section=section.id,
                text=token.text.strip(),
                language=there.book.language,
            ),
            here.book.span_of(section),
            label=say("no `{text}` here", text=token.text.strip()),
            related=(Label(there.passage(other).span(token.start, token.end), say("only here")),),
            help=say("see whether it was lost or changed here"),
        )


def _number(
    here: CrosscheckContext, section: BookSection, token: Token, message: str, confidence: Confidence, label: Label
) -> CrosscheckFinding:
    return here.finding(
        NUMBER,
        confidence,
        section.id,
        normalized_number(token),
        message,
        here.passage(section).span(token.start, token.end),
        label=say("here"),
        related=(label,),
        help=say("see which of the two is right"),
    )


def _surplus_tokens(ours: list[Token], theirs: list[Token]) -> list[Token]:
    """The tokens that one side has more often, at the places where the two rows of numbers part.

    The rows are aligned by their longest common blocks (J. W. Ratcliff and D. E. Metzener, Pattern matching: the
    gestalt approach, 1988), as `difflib` does it.
    """
    left, right = [normalized_number(token) for token in ours], [normalized_number(token) for token in theirs]
    parts = Counter(normalized_number(token) for token in theirs if token.kind == "part")
    spare = Counter(left) - Counter(right)
    for value, times in parts.items():  # half, halved: how often it is said makes no difference
        if times:
            spare.pop(value, None)
    if not spare:
        return []
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    apart = {place for tag, a, b, _, _ in matcher.get_opcodes() if tag != "equal" for place in range(a, b)}
    order = sorted(range(len(ours)), key=lambda place: (place not in apart, place))
    found = []
    for place in order:
        if spare[left[place]] > 0:
            spare[left[place]] -= 1
            found.append(place)
    return [ours[place] for place in sorted(found)]


def _is_insignificant(token: Token) -> bool:
    """Whether a number alone says little: an article, a pair of players."""
    return token.word and normalized_number(token) in _LOOSE


def _are_similar(one: Token, other: Token) -> bool:
    plain = {"number", "ordinal"}
    return one.kind == other.kind or {one.kind, other.kind} <= plain


def _references(
    here: CrosscheckContext, there: CrosscheckContext, section: BookSection, other: BookSection
) -> Iterator[CrosscheckFinding]:
    ours = [token for token in here.tokens(section) if token.kind == "reference"]
    theirs = [token for token in there.tokens(other) if token.kind == "reference"]
    mine = _surplus_references([t.text.strip() for t in ours], [t.text.strip() for t in theirs])
    foreign = _surplus_references([t.text.strip() for t in theirs], [t.text.strip() for t in ours])
    for place, wanted in mine:
        token = ours[place]
        match = foreign.pop(0) if foreign else None
        labels = (
            (Label(there.passage(other).span(theirs[match[0]].start, theirs[match[0]].end), say("here")),)
            if match
            else ()
        )
        yield here.finding(
            REFERENCE,
            Confidence.CERTAIN if match else Confidence.LIKELY,
            section.id,
            wanted,
            say(
                "section {section} refers to {wanted} here, and to `{other}` in the other text ({language})",
                section=section.id,
                wanted=wanted,
                other=match[1],
                language=there.book.language,
            )
            if match
            else say(
                "section {section} refers to {wanted} here, and to nothing of the kind in the other text ({language})",
                section=section.id,
                wanted=wanted,
                language=there.book.language,
            ),
            here.passage(section).span(token.start, token.end),
            label=say("here"),
            related=labels,
            help=say("see which of the two is right"),
        )
    for place, wanted in foreign:
        token = theirs[place]
        yield here.finding(
            REFERENCE,
            Confidence.LIKELY,
            section.id,
            f"+{wanted}",
            say(
                "section {section} of the other text ({language}) refers to {wanted}, this one does not",
                section=section.id,
                language=there.book.language,
                wanted=wanted,
            ),
            here.book.span_of(section),
            label=say("no reference to {wanted}", wanted=wanted),
            related=(Label(there.passage(other).span(token.start, token.end), say("only here")),),
            help=say("see whether it was lost here"),
        )


def _surplus_references(ours: list[str], theirs: list[str]) -> list[tuple[int, str]]:
    spare = Counter(ours) - Counter(theirs)
    found = []
    for place, value in enumerate(ours):
        if spare[value] > 0:
            spare[value] -= 1
            found.append((place, value))
    return found


def _terms(
    here: CrosscheckContext, there: CrosscheckContext, section: BookSection, other: BookSection
) -> Iterator[CrosscheckFinding]:
    """A concept that only this text speaks of, where the other speaks of one that this text does not."""
    ours, theirs = here.terms(section), there.terms(other)
    mine = Counter(use.concept.id for use in ours if use.how != "forbidden")
    foreign = Counter(use.concept.id for use in theirs if use.how != "forbidden")
    for use in ours:
        if use.how == "forbidden" or foreign[use.concept.id] or there.book.language not in use.concept.terms:
            continue
        swapped = [
            one
            for one in theirs
            if not mine[one.concept.id]
            and here.book.language in one.concept.terms
            and siblings(use.concept, one.concept)
        ]
        if not swapped:
            continue
        yield term(here, there, section, other, use, swapped[0])
        return
