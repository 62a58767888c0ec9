"""The meaning words of each sentence against the rule that it renders, and against what the book itself is used to say.

A sentence is held only against what it is tied to (`sentences/tied.py`): where nothing is clear nothing is said. A word
is told where what speaks for its being another is strong enough together (`sentences/compare.py`), where its bound cuts
the numbers elsewhere than the rules do, and where a construction lacks its partner (`language/constructions.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import inf

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.wording import primary_subtag, say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.constructions import BrokenConstruction, broken_constructions
from regola_crosscheck.language.fitting import fitted
from regola_crosscheck.language.language_file import known_language, language_file
from regola_crosscheck.language.meaning import CLASSES, MeaningWord
from regola_crosscheck.language.morphology import TextWord
from regola_crosscheck.sentences.compare import Counterpart, Weighed, weighed
from regola_crosscheck.sentences.evidence import Weights
from regola_crosscheck.sentences.habits import Habits, HabitSigns, companies_of
from regola_crosscheck.sentences.names import Names, names_of
from regola_crosscheck.sentences.restated import NAMED, SAME, Departure, Held, Restatement, held, is_said
from regola_crosscheck.sentences.tie import Candidate
from regola_crosscheck.sentences.tied import TiedSentence, evidence, readable, sentences_to_tie, tied_sentences
from regola_crosscheck.sentences.weights import SHOWN

DIFFERS = Code(
    "R743", "word-differs", "a small word of a sentence says the contrary of the rule that it renders", Severity.WARNING
)
BROKEN = Code("R744", "word-missing", "a construction lacks the small word that belongs to it", Severity.WARNING)
UNSAID = Code("R745", "sentence-missing", "what restates a rule stands in no sentence of its section", Severity.WARNING)
CODES = (DIFFERS, BROKEN, UNSAID)

# The odds from which a finding is told to who asks for more; from which one is shown is said by the class of its word.
POSSIBLE = 1.2
# What an exception begins with stands so few words before what is excepted.
_BEHIND = 3
# A bound is held against the rules by its number alone where the sentence is tied as surely as this.
BOUND_TIE = 0.5
# The languages whose small words were weighed: in any other nothing is more than possible for its weight alone.
WEIGHED = frozenset({"it"})
# What was weighed, and stands so beside a sentence of the book.
_Habit = Mapping[tuple[str, int], HabitSigns]


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every section whose sentences are tied, and every sentence for its constructions."""
    return check_sections(context, context.book.stretches)


def check_sections(context: CrosscheckContext, sections: Iterable[BookSection]) -> Iterator[CrosscheckFinding]:
    """The same of some sections."""
    habits = _habits(context)
    for section in sections:
        yield from context.found("constructions", section, partial(_constructions, context, section))
        if context.statements and section.id:
            signs = _signs(context, section, habits)
            found = partial(_section, context, section, signs)
            # Of the rest of the book only what it says of this section's words bears on what is found here.
            of = sorted((text, place, one.usual, sorted(one.signs.items())) for (text, place), one in signs.items())
            yield from context.found("words", section, found, of)


# --- what the book is used to say ----------------------------------------------------------------


def _habits(context: CrosscheckContext) -> Habits:
    """The habits of the whole book; what is read for them is no word of any part."""
    return context.cached("habits", context.book.lines, lambda: Habits.of(list(_read(context))))


def _read(context: CrosscheckContext) -> Iterator[tuple[str, Sequence[MeaningWord]]]:
    for section in context.book.stretches:
        for sentence in context.sentences(section):
            yield sentence.text, context.meaning_words(sentence)


def _signs(context: CrosscheckContext, section: BookSection, habits: Habits) -> _Habit:
    """What habit says of the meaning words of a section, by sentence and place."""
    found = {}
    for sentence in context.sentences(section):
        marks = context.meaning_words(sentence)
        for mark, companies in zip(marks, companies_of(sentence.text, marks), strict=True):
            if mark.kind != "number":
                found[sentence.text, mark.start] = habits.signs(mark, companies)
    return found


# --- findings ------------------------------------------------------------------------------------


def _section(context: CrosscheckContext, section: BookSection, habit: _Habit) -> Iterator[CrosscheckFinding]:
    weights = readable(context).weights
    sentences = tied_sentences(context, section)
    ours = _held(context, section, sentences, weights)
    restated = [_otherwise(context, section, one) for one in ours.differences]
    yield from restated
    if sentences or _is_empty(context, section):
        what_is = say("others of its rules are said here") if sentences else say("nothing is said here")
        yield from _unsaid(context, section, ours.unsaid, weights, what_is)
    told = {one.diagnostic.span for one in restated}
    for tied in sentences:
        if not tied.ties:
            continue
        for one in weighed(tied, weights):
            place = one.mark.word.start, one.mark.word.end
            # What somebody restated with the same word is not doubted for its weight.
            if tied.sentence.span(*place) in told or (tied.sentence.number, *place) in ours.agreed:
                continue
            signs = habit.get((tied.sentence.text, one.mark.word.start), HabitSigns({}, ""))
            odds = one.sum(signs)
            if one.bound is not None and tied.ties[0].score >= BOUND_TIE:
                yield _bound(context, section, tied, one, one.bound)
            elif odds >= POSSIBLE:
                known = primary_subtag(context.book.language) in WEIGHED
                sure = known and odds >= SHOWN.get(one.mark.word.kind, inf)
                confidence = Confidence.LIKELY if sure else Confidence.POSSIBLE
                yield _word(context, section, tied, one, signs, confidence)


def _held(
    context: CrosscheckContext, section: BookSection, sentences: Sequence[TiedSentence], weights: Weights
) -> Held:
    """The sentences of a section against those of ours that restate its rules."""
    own = readable(context).of_key(context, context.book.numbering.key(section.id))
    restatements = [Restatement(one, evidence(context, text)) for one in own for text in one.statement.restated]
    restatements += _of_whole_rules(context, sentences, own, weights)
    several = {one.text.text: one for one in restatements}
    return held(sentences, list(several.values()), weights, context.book.language, partial(_names, context))


def _of_whole_rules(
    context: CrosscheckContext, sentences: Sequence[TiedSentence], own: Sequence[Candidate], weights: Weights
) -> Iterator[Restatement]:
    """What restates for other sections a rule of which a part is said here: if a sentence here says it, and none there.

    So a rule may be restated whole where it begins, and the book say it section by section.
    """
    known, there = readable(context), {id(one) for one in own}
    here, language = [tied.evidence for tied in sentences], context.book.language
    owners = dict.fromkeys(one.statement.owner for one in own)
    parts = (one for name in owners for one in known.of_owner(context, name) if id(one) not in there)
    for one in parts:
        for text in one.statement.restated:
            restated = Restatement(one, evidence(context, text), elsewhere=True)
            if not is_said(here, restated, weights, language, NAMED):
                continue
            if not _is_said_in(context, _cited(context, one.statement.sections), restated, weights):
                yield restated


def _is_said_in(
    context: CrosscheckContext, sections: Iterable[BookSection], one: Restatement, weights: Weights, least: float = SAME
) -> bool:
    """Whether a sentence of some sections may well be what a restatement says."""
    sentences = (read for section in sections for _, read in sentences_to_tie(context, section))
    return is_said(sentences, one, weights, context.book.language, least)


def _cited(context: CrosscheckContext, ids: Iterable[str], *, inside: bool = False) -> list[BookSection]:
    """The sections of the book that are cited, and those `inside` them if asked; a number may stand twice in a book."""
    key_of = context.book.numbering.key
    keys = set(map(key_of, ids))

    def is_cited(key: Key) -> bool:
        return any(key[:length] in keys for length in range(1 if inside else len(key), len(key) + 1))

    return [section for section in context.book.sections if is_cited(key_of(section.id))]


def _is_empty(context: CrosscheckContext, section: BookSection) -> bool:
    """Whether a section has a heading alone: no sentence, no table, no section in it."""
    lines = context.passage(section).text.strip().splitlines()
    within = len(_cited(context, (section.id,), inside=True)) > 1
    return len(lines) == 1 and not within and all(one.kind == "heading" for one in context.sentences(section))


def _names(context: CrosscheckContext, text: str) -> Names:
    """What a text names, in the terms of the glossary and without."""
    return context.each("names", text, lambda: names_of(text, context.book.language, context.terms_in(text)))


def _unsaid(
    context: CrosscheckContext, section: BookSection, unsaid: Sequence[Restatement], weights: Weights, what_is: str
) -> Iterator[CrosscheckFinding]:
    """The restatements that no sentence says of the sections of their rules, each told in the first of its own.

    That is one of which nothing but the heading is left, if there is one; `what_is` said there is shown at that.
    """
    for one in unsaid:
        statement = one.candidate.statement
        own = _cited(context, statement.sections)
        where = next((cited for cited in own if _is_empty(context, cited)), own[0])
        if where is not section or _is_said_in(context, own, one, weights):
            continue
        parts = readable(context).of_owner(context, statement.owner)
        others = _cited(context, (cited for part in parts for cited in part.statement.sections), inside=True)
        if _is_said_in(context, others, one, weights, NAMED):
            continue
        span = context.span_of_statement(statement)
        yield context.finding(
            UNSAID,
            Confidence.LIKELY,
            section.id,
            f"{statement.path}:{' '.join(one.text.stems[:3])}",
            say(
                "no sentence of section {section} says what the text of `{path}` says",
                section=section.id,
                path=statement.path,
            ),
            context.book.span_of(section),
            label=what_is,
            related=() if span is None else (Label(span, say("restated here")),),
            help=say("see whether a sentence was lost, or what is said of the rule belongs to another section"),
            notes=(say("it says: {text}", text=one.text.text),),
            word=ChangedWord(expected=one.text.text),
        )


def _otherwise(context: CrosscheckContext, section: BookSection, one: Departure) -> CrosscheckFinding:
    statement = one.restatement.candidate.statement
    path, new, expected = statement.path, " ".join(one.new.split()), " ".join(one.expected.split())
    meant = fitted(expected, new, context.book.language)
    if not new:  # where it belongs it hardly begins a sentence
        expected = meant = expected[:1].lower() + expected[1:]
    if new and expected:
        message = say(
            "section {section} says `{text}`, where the text of `{path}` says `{theirs}`",
            section=section.id,
            text=new,
            path=path,
            theirs=expected,
        )
    elif new:
        message = say(
            "section {section} says `{text}`, and the text of `{path}` nothing of the kind",
            section=section.id,
            text=new,
            path=path,
        )
    else:
        message = say(
            "section {section} has no word for `{theirs}`, which the text of `{path}` says",
            section=section.id,
            theirs=expected,
            path=path,
        )
    span, place = context.span_of_statement(statement), (one.start, one.end)
    key = f"{new}/{expected}".casefold()
    before = _belongs_before(context, one) if not new else None
    if before is not None:  # a word that is missing is told with the one that it belongs before
        place = before.start, before.end
        new, meant = before.text, f"{meant} {before.text}"
    elif not new and (instead := _even_instead(context, one)) is not None:
        even, meant = instead
        new, place = even.text, (even.start, even.end)
    return context.finding(
        DIFFERS,
        Confidence.LIKELY,
        section.id,
        key,
        message,
        one.tied.sentence.span(*place),
        label=say("`{text}`?", text=meant) if meant else say("no `{text}` in the rules", text=new),
        related=() if span is None else (Label(span, say("restated here")),),
        help=say("see which of the two is right: correct the text, or what is said of the rule"),
        word=ChangedWord(new=new, expected=meant),
    )


def _even_instead(context: CrosscheckContext, one: Departure) -> tuple[TextWord, str] | None:
    """The word that says that a rule holds here too, where its restatement excepts that: and what belongs there.

    Both stand before the same word, as *anche* in *anche di notte* and *tranne che* in *tranne che di notte*.
    """
    code, restated = known_language(context.book.language), one.restatement.text.text
    even, sentence = language_file(code).beside.even, one.tied.sentence.text
    lost = re.search(rf"(?<!\w){re.escape(one.expected)}(?!\w)", restated, re.IGNORECASE)
    if lost is None or not even:
        return None
    behind = [word for word in context.words_in_text(restated) if word.start >= lost.end()][:_BEHIND]
    ours = context.words_in_text(sentence)
    for word, there in pairwise(ours):
        if re.compile(even, re.IGNORECASE).fullmatch(sentence, word.start, word.end) is None:
            continue
        same = next((other for other in behind if other.key == there.key), None)
        if same is not None:
            meant = restated[lost.start() : same.start].strip()
            return word, meant[:1].lower() + meant[1:]
    return None


def _belongs_before(context: CrosscheckContext, one: Departure) -> TextWord | None:
    """The word of a sentence before which one that is missing belongs: that before which its restatement has it."""
    restated = one.restatement.text.text
    places = list(re.finditer(rf"(?<!\w){re.escape(one.expected)}\s+(?=\w)", restated, re.IGNORECASE))
    behind = next((word for word in context.words_in_text(restated) if places and word.start >= places[0].end()), None)
    if behind is None or len(places) > 1:
        return None
    sentence = one.tied.sentence.text
    there = [word for word in context.words_in_text(sentence) if word.key == behind.key]
    return there[0] if len(there) == 1 else None


def _bound(
    context: CrosscheckContext, section: BookSection, tied: TiedSentence, one: Weighed, theirs: Counterpart
) -> CrosscheckFinding:
    word, path = one.mark.word, theirs.candidate.statement.path
    return context.finding(
        DIFFERS,
        Confidence.LIKELY,
        section.id,
        f"{word.value}:{' '.join(word.text.casefold().split())}",
        say(
            "section {section} says `{text}` of a number, where `{path}` says `{theirs}`",
            section=section.id,
            text=word.text,
            path=path,
            theirs=theirs.word.text,
        ),
        tied.sentence.span(word.start, word.end),
        label=say("`{text}` in the rules", text=theirs.word.text),
        related=_related(context, tied, theirs),
        help=say("see which of the two is right: correct the text, or the rule, or write an `erratum`"),
        word=ChangedWord(new=word.text, expected=fitted(theirs.word.text, word.text, context.book.language)),
    )


def _word(
    context: CrosscheckContext,
    section: BookSection,
    tied: TiedSentence,
    one: Weighed,
    signs: HabitSigns,
    confidence: Confidence,
) -> CrosscheckFinding:
    word = one.mark.word
    theirs = one.contrary
    usual = _habits(context).forms.get((word.kind, signs.usual), "") if signs.usual else ""
    expected = fitted(usual or (theirs.word.text if theirs is not None else ""), word.text, context.book.language)
    path = tied.ties[0].candidate.statement.path if theirs is None else theirs.candidate.statement.path
    if theirs is not None:
        says = say("`{path}` says `{theirs}`", path=path, theirs=theirs.word.text)
    elif one.signs["absent"]:
        says = say("`{path}`, which the sentence renders, says nothing of the kind", path=path)
    else:
        says = say("`{path}` is rendered here", path=path)
    elsewhere = say(", and the book elsewhere writes `{usual}` beside these words", usual=usual) if usual else ""
    return context.finding(
        DIFFERS,
        confidence,
        section.id,
        f"{word.value}:{' '.join(word.text.casefold().split())}",
        say(
            "section {section} says `{text}` ({kind}), where {says}{elsewhere}",
            section=section.id,
            text=word.text,
            kind=CLASSES[word.kind],
            says=says,
            elsewhere=elsewhere,
        ),
        tied.sentence.span(word.start, word.end),
        label=say("`{expected}`?", expected=expected) if expected else say("another word?"),
        related=_related(context, tied, theirs),
        help=say("see whether the word was exchanged in the text, or the rule is the wrong way round"),
        word=ChangedWord(new=word.text, expected=expected),
    )


def _related(context: CrosscheckContext, tied: TiedSentence, theirs: Counterpart | None) -> tuple[Label, ...]:
    """The rule that is rendered, where it stands."""
    statement = (theirs.candidate if theirs is not None else tied.ties[0].candidate).statement
    span = context.span_of_statement(statement)
    said = theirs.word.text if theirs is not None else ""
    return (
        ()
        if span is None
        else (Label(span, say("`{said}` here", said=said) if said else say("rendered by the sentence")),)
    )


def _constructions(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    language = context.book.language
    for sentence in context.sentences(section):
        if sentence.kind == "heading":
            continue
        for one in broken_constructions(sentence.text, language):
            message, label = _broken(section, one)
            yield context.finding(
                BROKEN,
                Confidence.LIKELY,
                section.id,
                " ".join(one.text.casefold().split()),
                message,
                sentence.span(one.start, one.end),
                label=label,
                help=say("read the sentence: a word was lost or exchanged"),
                word=ChangedWord(new="" if one.lost else one.text, expected=one.expected),
            )


def _broken(section: BookSection, one: BrokenConstruction) -> tuple[str, str]:
    if one.lost:
        return say(
            "section {section} says `{text}` without a `{expected}`",
            section=section.id,
            text=one.text,
            expected=one.expected,
        ), say("where is the `{expected}`?", expected=one.expected)
    if one.expected:
        return say(
            "section {section} says `{text}` where `{expected}` belongs",
            section=section.id,
            text=one.text,
            expected=one.expected,
        ), say("`{expected}`?", expected=one.expected)
    return say("section {section} denies twice with `{text}`", section=section.id, text=one.text), say("denied twice")
