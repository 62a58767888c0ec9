"""The words of a text against the glossary: forbidden, mixed and exchanged terms; terms in two forms; abbreviations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import partial

from regola_compiler.project.glossary import Concept
from regola_dsl.diagnostics import Code, Label, Severity, nearest
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Text
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection, Passage
from regola_crosscheck.concordance.candidates import Run, runs_of, term_candidates
from regola_crosscheck.language.morphology import (
    NUMBERS,
    in_dictionary,
    is_abbreviation_slip,
    key_of,
    stems,
)
from regola_crosscheck.language.terms import TermOccurrence, siblings
from regola_crosscheck.proof.abbreviations import is_defined, is_numbered, is_ordinary_word

FORBIDDEN = Code("R751", "term-forbidden", "a word that the glossary does not want")
MIXED = Code("R752", "term-mixed", "one thing has two names in one section", Severity.WARNING)
WRONG = Code("R753", "term-wrong", "a section speaks of another thing than its rules", Severity.WARNING)
UNDEFINED = Code("R754", "abbreviation-undefined", "an abbreviation that nothing explains", Severity.WARNING)
ONCE = Code("R755", "abbreviation-once", "an abbreviation that stands once and is much like another", Severity.WARNING)
VARIES = Code("R768", "term-varies", "one term in two forms that are not its singular and plural", Severity.WARNING)
CODES = (FORBIDDEN, MIXED, WRONG, UNDEFINED, ONCE, VARIES)

# A form that stands so often at most, beside one that stands so often at least.
SELDOM, FIRM = 2, 6
_TIES = frozenset("di del dello della dei degli delle of the".split())
_ABBREVIATION = re.compile(r"\b[A-Z][A-Z]{1,4}s?\b")
_ROMAN = re.compile(r"[IVXLC]+")
# So many words of our text must stand in a sentence for it to say the same.
ALIKE = 3
# A word of the book that stands so often is no misprint.
OFTEN = 4


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every word of the book; without a glossary only what needs none."""
    for section in context.book.stretches:
        yield from context.found("terms", section, partial(_section, context, section))
    yield from context.found("varied", None, lambda: _varied(context))
    yield from context.found("abbreviations", None, lambda: _abbreviations(context))


def _section(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    uses = context.terms(section)
    yield from _forbidden(context, section, uses)
    yield from _mixed(context, section, uses)
    yield from _exchanged(context, section, uses)


def _forbidden(
    context: CrosscheckContext, section: BookSection, uses: list[TermOccurrence]
) -> Iterator[CrosscheckFinding]:
    allowed = [use for use in uses if use.how != "forbidden"]
    told: set[str] = set()
    for use in uses:
        if use.how != "forbidden" or use.form in told:
            continue
        terms = use.concept.terms[context.book.language]
        wrong = next(one for one in terms.forbidden if one.form == use.form)
        if not _applies(context, wrong.sections, wrong.excepted, section) or any(
            other.start <= use.start and use.end <= other.end for other in allowed
        ):
            continue
        # A word that is the right name of another thing is wrong only where the rules speak of this one.
        if wrong.means is not None and not wrong.sections:
            ours = {one.concept.id for one in context.own_terms(section)}
            if use.concept.id not in ours or wrong.means in ours:
                continue
        told.add(use.form)
        passage = context.passage(section)
        yield context.finding(
            FORBIDDEN,
            Confidence.CERTAIN if wrong.sections else Confidence.LIKELY,
            section.id,
            use.form,
            say(
                "section {section} says `{text}` for `{preferred}`",
                section=section.id,
                text=passage.text[use.start : use.end],
                preferred=terms.preferred,
            ),
            passage.span(use.start, use.end),
            label=say("the glossary has `{preferred}`", preferred=terms.preferred),
            related=(Label(wrong.span, wrong.because or say("not to be used")),),
            help=say(
                "write `{preferred}`, or take the word out of what the glossary forbids", preferred=terms.preferred
            ),
            word=ChangedWord(new=passage.text[use.start : use.end], expected=terms.preferred),
        )


def _applies(
    context: CrosscheckContext, only: tuple[str, ...], excepted: tuple[str, ...], section: BookSection
) -> bool:
    inside = context.book.numbering.inside
    return (not only or any(inside(section.id, one) for one in only)) and not any(
        inside(section.id, one) for one in excepted
    )


def _mixed(context: CrosscheckContext, section: BookSection, uses: list[TermOccurrence]) -> Iterator[CrosscheckFinding]:
    """The preferred form and a variant in one section."""
    told: set[str] = set()
    for use in uses:
        if use.how != "variant" or use.form in told:
            continue
        other = next((one for one in uses if one.concept is use.concept and one.how == "preferred"), None)
        passage = context.passage(section)
        # One word in two forms is one name.
        if other is None or _keys(context, passage, use) == _keys(context, passage, other):
            continue
        told.add(use.form)
        yield context.finding(
            MIXED,
            Confidence.POSSIBLE,
            section.id,
            use.form,
            say(
                "section {section} says `{text}` and `{other}` for one thing",
                section=section.id,
                text=passage.text[use.start : use.end],
                other=passage.text[other.start : other.end],
            ),
            passage.span(use.start, use.end),
            label=say("one name"),
            related=(Label(passage.span(other.start, other.end), say("the other")),),
            help=say("write `{form}` in both places, if they mean the same", form=other.form),
        )


def _keys(context: CrosscheckContext, passage: Passage, use: TermOccurrence) -> list[str]:
    return [key_of(word, context.book.language) for word in passage.text[use.start : use.end].split()]


def _exchanged(
    context: CrosscheckContext, section: BookSection, uses: list[TermOccurrence]
) -> Iterator[CrosscheckFinding]:
    """A thing the text names and its rules do not, where the rules name one of its kind that the text does not."""
    ours = context.own_terms(section)
    if not ours:
        return
    key = context.book.numbering.key(section.id)
    named = {use.concept.id for use in uses}
    meant = {use.concept.id: use.concept for use in ours}
    around = {use.concept.id for use in context.own_terms_around(section)}
    for use in uses:
        if use.how == "forbidden" or use.concept.id in around or context.block(section, use.start) != "rule":
            continue
        lacking = [concept for name, concept in meant.items() if name not in named and siblings(use.concept, concept)]
        passage = context.passage(section)
        if not lacking or _names_beside(passage.text, use, lacking[0], context.book.language):
            continue
        wanted = lacking[0].terms[context.book.language].preferred
        sure = any(
            _shares_context(context, section, use, lacking[0], text) for text in context.encoded.texts.get(key, [])
        )
        yield context.finding(
            WRONG,
            Confidence.LIKELY if sure else Confidence.POSSIBLE,
            section.id,
            f"{use.concept.id}/{lacking[0].id}",
            say(
                "section {section} speaks of `{text}`, its rules of `{wanted}`",
                section=section.id,
                text=passage.text[use.start : use.end],
                wanted=wanted,
            ),
            passage.span(use.start, use.end),
            label=say("`{wanted}` in the rules", wanted=wanted),
            help=say(
                "write `{wanted}` if that is what is meant, or see whether the rule belongs to another section",
                wanted=wanted,
            ),
            word=ChangedWord(new=passage.text[use.start : use.end], expected=wanted),
        )
        return


def _names_beside(text: str, use: TermOccurrence, other: Concept, language: str) -> bool:
    """Whether another thing of the kind is named in one phrase with this one: "movement and combat phases"."""
    head, said = _word_keys(use.form, language), _word_keys(_sentence(text, use), language)
    named = (_word_keys(form, language) for form in other.terms[language].forms)
    return any(own & head and own - head and own <= said for own in named)


def _word_keys(text: str, language: str) -> set[str]:
    """The dictionary forms of the words of a text that are no small ones."""
    return {key_of(word, language) for word in re.findall(r"[^\W\d_]{4,}", text)}


def _sentence(text: str, use: TermOccurrence) -> str:
    """What stands around a term, to the next point or colon on either side."""
    start = max(text.rfind(mark, 0, use.start) for mark in (". ", ":", "\n\n"))
    ends = [end for mark in (".", ":", "\n\n") if (end := text.find(mark, use.end)) >= 0]
    return text[max(0, start) : min(ends, default=len(text))]


def _shares_context(
    context: CrosscheckContext, section: BookSection, use: TermOccurrence, meant: Concept, text: Text
) -> bool:
    """Whether one of our texts says of the thing meant what the sentence around a term says of the other."""
    if not any(one.concept is meant for one in context.terms_of_text(text)):
        return False
    known = {stem for form in meant.terms[context.book.language].forms for stem in stems(form)}
    if known & stems(use.form):
        return False  # one name is a part of the other
    ours = stems(text.text) - known
    sentence = stems(_sentence(context.passage(section).text, use))
    # A short text of ours must stand there whole.
    return bool(ours) and len(ours & sentence) >= max(min(ALIKE, len(ours)), 2 * len(ours) / 3)


# --- terms that the book forms in two ways ---------------------------------------------------


def _varied(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """A form of a term of several words that stands seldom, beside one that differs in an ending or in what ties."""
    sentences = [one for section in context.book.stretches for one in context.sentences(section)]
    texts = [one.text for one in sentences if one.kind != "heading"]
    said = {word.casefold() for text in texts for word in re.findall(r"[^\W\d_]+", text)}

    def read(text: str, language: str) -> Sequence[Run]:
        return context.each("runs", text, lambda: runs_of(text, language))

    for term in term_candidates(texts, context.book.language, FIRM + 1, read):
        usual, often = term.forms[0]
        for form, times in term.forms[1:]:
            if (
                len(term.keys) < 2
                or times > SELDOM
                or often < FIRM
                or not _is_variant(usual, form, said, context.book.language)
            ):
                continue
            at = next(
                one for one in sentences if one.kind != "heading" and form in " ".join(one.text.casefold().split())
            )
            place = max(0, at.text.casefold().find(form))
            yield context.finding(
                VARIES,
                Confidence.POSSIBLE,
                at.section,
                form,
                say(
                    "section {section} says `{form}`, where the book says `{usual}` {often} times",
                    section=at.section,
                    form=form,
                    usual=usual,
                    often=often,
                ),
                at.span(place, place + len(form)),
                label=say("`{usual}`?", usual=usual),
                help=say("write it as elsewhere, if it is the same thing; or put both into the glossary"),
                word=ChangedWord(new=form, expected=usual),
            )


def _is_variant(usual: str, form: str, said: Set[str], language: str) -> bool:
    """Whether two forms differ in one word alone that says no number: in what ties, or the end of one that agrees.

    `said` are the words of the book, in small letters.
    """
    one, other = usual.split(), form.split()
    if len(one) != len(other):
        return {*one} ^ {*other} <= _TIES
    differing = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(differing) != 1 or differing[0] == 0 or one[0][-1:] not in "oaei" or one[0] != other[0]:
        return False
    # The first word says the number, if its form does: *scelte offensive*, and *scelte offensiva* for once.
    ends = {word[differing[0]][-1:] for word in (one, other)}
    return ends not in NUMBERS or _says_number(one[0], said, language)


def _says_number(word: str, said: Set[str], language: str) -> bool:
    """Whether a word tells singular from plural; one without a list tells it where the book has both: no *esa*."""
    ends = {end for pair in NUMBERS if word[-1] in pair for end in pair} - {word[-1]}
    return bool(in_dictionary(word, language)) or any(word[:-1] + end in said for end in ends)


# --- abbreviations ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    line: int
    column: int
    section: str


def _abbreviations(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    places: dict[str, list[_Place]] = {}
    text = "\n".join(context.lines)
    words = set(re.findall(r"\w+", text))
    for number, line in enumerate(context.lines, 1):
        if not _ABBREVIATION.search(line):
            continue
        letters = [char for char in line if char.isalpha()]
        if sum(char.isupper() for char in letters) > 0.5 * len(letters):
            continue  # a heading in capitals
        section = context.book.section_at(number)
        for match in _ABBREVIATION.finditer(line):
            word = match[0].rstrip("s")
            written_out = word.lower() in words or word.capitalize() in words
            if (
                len(set(word)) > 1
                and not _ROMAN.fullmatch(word)
                and not written_out
                and not is_ordinary_word(word, context.book.language)
            ):
                places.setdefault(word, []).append(
                    _Place(number, match.start() + 1, section.id if section is not None else "")
                )
    explained = _known_abbreviations(context)
    often = [word for word, stands in places.items() if len(stands) >= OFTEN or word in explained]
    for word, stands in places.items():
        if word in explained or is_defined(word, text) or is_numbered(word, {*places, *explained}):
            continue
        place = stands[0]
        span = Span(context.book.path, place.line, place.column, place.line, place.column + len(word))
        close = nearest(word, often) if len(stands) == 1 and len(word) > 2 else None
        if close is not None and is_abbreviation_slip(word, close):
            yield context.finding(
                ONCE,
                Confidence.LIKELY,
                place.section,
                word,
                say("`{word}` stands once in the book, `{close}` often", word=word, close=close),
                span,
                label=say("perhaps `{close}`", close=close),
                help=say("write `{close}`, or explain `{word}` where it first stands", close=close, word=word),
                word=ChangedWord(new=word, expected=close),
            )
        elif close is None:
            yield context.finding(
                UNDEFINED,
                Confidence.LIKELY if len(stands) >= OFTEN else Confidence.POSSIBLE,
                place.section,
                word,
                say("nothing in the book explains `{word}`, which stands {number} times", word=word, number=len(stands))
                if len(stands) > 1
                else say("nothing in the book explains `{word}`", word=word),
                span,
                label=say("not explained"),
                help=say("explain it where it first stands, or put it into the glossary"),
            )


def _known_abbreviations(context: CrosscheckContext) -> set[str]:
    """The abbreviations of the glossary, and the values that the rules themselves write in capitals."""
    found = set()
    if context.glossary is not None:
        for concept in context.glossary.concepts:
            for terms in concept.terms.values():
                found |= set(terms.abbreviations)
                found |= {word for form in terms.forms for word in form.split() if word.isupper()}
    return found | context.facts.capitals
