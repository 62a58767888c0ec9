"""The proofreader's list: misprints, misread letters, doubled words, brackets, apostrophes, words of another language.

What a form is, is told once for the book, at the first place where it stands, with the others; a reader corrects
or accepts it once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection, Passage
from regola_crosscheck.language.agreement import articled_words
from regola_crosscheck.language.spelling import is_word
from regola_crosscheck.proof.marks import Slip, doubled_words, elisions, misread_figures, open_brackets, wrong_articles
from regola_crosscheck.proof.misprints import Misprint, misprints
from regola_crosscheck.proof.vocabulary import Vocabulary, WordPlace, words_of_passage

CONFUSED = Code("R756", "misread-letter", "a word with a letter that was misread for another", Severity.WARNING)
MISSPELT = Code("R757", "word-misspelt", "a word that no dictionary has, and that looks like one", Severity.WARNING)
DOUBLED = Code("R758", "word-doubled", "a word, or two, that stand twice in a row", Severity.WARNING)
OPEN = Code("R759", "bracket-open", "a bracket or a quotation mark without its other half", Severity.WARNING)
ELISION = Code("R764", "word-elided", "an apostrophe or a short word that is written wrongly", Severity.WARNING)
FOREIGN = Code("R765", "words-foreign", "words that were left in another language", Severity.WARNING)
NAME = Code("R769", "name-varies", "a name that the book writes otherwise elsewhere", Severity.WARNING)
CODES = (CONFUSED, MISSPELT, DOUBLED, OPEN, ELISION, FOREIGN, NAME)

# Of so many other places of a form a finding tells the lines.
PLACES = 4
# A word with a figure inside, as scanners read it.
_MIXED = re.compile(r"(?<![\w.-])(?=[^\W_]*\d)(?:[^\W\d_]+\d[^\W\d_]+|\d[^\W\d_]{3,}|[^\W\d_]{3,}\d)(?![\w-])")
# Code between fences, up to the end where the second one is missing.
_FENCED = re.compile(r"^[ \t]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_FIGURES_FOR = (("0", "o"), ("1", "l"), ("1", "i"), ("5", "s"))
# A sentence was left in another language where so many words in a row are of that alone.
RUN, ALIEN = 5, 0.5
_TOLD_OF_IT = {
    "it": frozenset(
        "the of and is are be may must this that which from with by for each any when if not its their at on".split()
    ),
    "en": frozenset(
        "il della dei delle che non può sono gli alla nel una con ogni deve devono quando questa questo per".split()
    ),
}


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every word and every mark of the book; without a dictionary the marks alone."""
    for section in context.book.stretches:
        yield from context.found("spelling", section, partial(_section, context, section))
    yield from context.found("words", None, partial(_words, context))


def _prose(passage: Passage) -> Passage:
    """A passage with blanks for fenced code (``` in Markdown), which is nothing to be proofread; all else stays put."""
    if not _FENCED.search(passage.text):
        return passage
    text = _FENCED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), passage.text)
    return replace(passage, text=text)


def _section(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    yield from _marks(context, _prose(context.passage(section)), section.id)
    yield from _left_foreign(context, section)


# --- words -----------------------------------------------------------------------------------


def _words(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    passages = [(_prose(context.passage(one)), one.id) for one in context.book.stretches]
    known = Vocabulary.of(
        context.each("vocabulary", passage.text, partial(words_of_passage, passage.text)) for passage, _ in passages
    )
    found = misprints(known, context.book.language, _known_names(context))
    halves = {
        (at, place.behind)
        for one in found
        if one.kind == "split"
        for at, place in known.places[one.word]
        if _is_cut(one, place)
    }
    for one in found:
        places = [(at, place) for at, place in known.places[one.word] if (at, place.end) not in halves]
        if places:  # the second half of a word that a blank cuts is told with the first
            yield _misprint(context, one, places, passages)
    yield from _elisions(context, passages)


def _known_names(context: CrosscheckContext) -> frozenset[str]:
    """The words of the glossary, and of our own texts, in small letters: they are right as they are."""
    numbering = context.book.numbering
    return context.cached(
        "known names",
        numbering,
        lambda: context.kept(
            f"known names {numbering}",
            lambda plain: frozenset(map(str, plain)),
            lambda: _names_of_rules(context),
            sorted,
        ),
    )


def _names_of_rules(context: CrosscheckContext) -> frozenset[str]:
    forms = [
        form
        for concept in (context.glossary.concepts if context.glossary is not None else ())
        for terms in concept.terms.values()
        for form in (*terms.forms, *terms.abbreviations)
    ]
    texts = [text.text for texts in context.encoded.texts.values() for text in texts]
    return frozenset(word.casefold() for form in (*forms, *texts) for word in re.findall(r"[^\W\d_]+", form))


def _misprint(
    context: CrosscheckContext,
    one: Misprint,
    places: list[tuple[int, WordPlace]],
    passages: Sequence[tuple[Passage, str]],
) -> CrosscheckFinding:
    if one.kind == "split":  # the other places of its first half are none of this slip
        places = [(at, place) for at, place in places if _is_cut(one, place)]
    number, first = places[0]
    meant = _as_written(first.text, one.meant)
    code, message, label, help_ = _said(one, first.text, meant, len(places))
    ends = [_end(one, passages[at][0].text, place) for at, place in places[: PLACES + 1]]
    spans = [
        passages[at][0].span(place.start, end) for (at, place), end in zip(places[: PLACES + 1], ends, strict=True)
    ]
    new = passages[number][0].text[first.start : ends[0]]
    found = context.finding(
        code,
        Confidence.LIKELY if one.likely else Confidence.POSSIBLE,
        passages[number][1],
        first.text,
        message,
        spans[0],
        label=label,
        related=tuple(Label(span, say("here too")) for span in spans[1:]),
        help=help_,
        word=ChangedWord(new=new, expected=meant),
        more=len(places) - len(spans),
    )
    # Earlier versions took the other name for a misprint.
    return replace(found, formerly=(f"{MISSPELT.slug}@{found.section}:{found.key}",)) if code is NAME else found


# What is written for an accent behind a capital.
_FOR_ACCENT = "'’`´"
_QUOTES = '"”'


def _is_cut(one: Misprint, place: WordPlace) -> bool:
    """Whether a blank stands here in the word that was meant."""
    return place.text.casefold() + place.after == one.meant


def _end(one: Misprint, text: str, place: WordPlace) -> int:
    """Where ends what the word that was meant is to be written for: both halves of one that a blank cuts."""
    return place.behind if one.kind == "split" else _end_with_accent(one, text, place.end)


def _end_with_accent(one: Misprint, text: str, end: int) -> int:
    """Where a word ends whose last accent is lost: behind the sign that stands for it, as in `CITTA’`, `CITTA"`."""
    sign = text[end : end + 1]
    if not sign or one.kind != "accent" or one.word[-1:] == one.meant[-1:]:
        return end
    line = text[text.rfind("\n", 0, end) + 1 : end]
    closes = sum(map(line.count, '"“”')) % 2 == 1
    return end + 1 if sign in _FOR_ACCENT or (sign in _QUOTES and not closes) else end


def _said(one: Misprint, word: str, meant: str, times: int) -> tuple[Code, str, str, str]:
    """The code, message, label and help of a misprint, by its kind."""
    often = say(", which stands {times} times", times=times) if times > 1 else ""
    often_ = say(", which stands {times} times,", times=times) if times > 1 else ""
    correct = say("write `{meant}`, or accept the word if it is right", meant=meant)
    match one.kind:
        case "misread":
            return (
                CONFUSED,
                say("`{word}` is no word; `{meant}` is, and looks like it", word=word, meant=meant),
                say("misread?"),
                say("write `{meant}`", meant=meant),
            )
        case "accent":
            return (
                MISSPELT,
                say("`{word}`{often} has not the accent of `{meant}`", word=word, often=often_, meant=meant),
                say("`{meant}`?", meant=meant),
                correct,
            )
        case "misspelt":
            return (
                MISSPELT,
                say(
                    "no dictionary has `{word}`{often}; `{meant}` is a letter away", word=word, often=often, meant=meant
                ),
                say("`{meant}`?", meant=meant),
                correct,
            )
        case "name":
            return (
                NAME,
                say("`{word}`{often} is written `{meant}` elsewhere in the book", word=word, often=often_, meant=meant),
                say("`{meant}` elsewhere", meant=meant),
                say("write the name in one way, or accept it if they are two"),
            )
        case "joined":
            return (
                MISSPELT,
                say("`{word}` is two words without a blank", word=word),
                say("`{meant}`?", meant=meant),
                correct,
            )
        case "split":
            return (
                MISSPELT,
                say("`{word}` and the word behind it are one with a blank in it", word=word),
                say("`{meant}`?", meant=meant),
                correct,
            )
        case "foreign":
            return (
                FOREIGN,
                say("`{word}`{often} is a word of another language", word=word, often=often_),
                say("left as it was?"),
                say("translate it, or accept it"),
            )
        case "unknown":
            return (
                MISSPELT,
                say("no dictionary has `{word}`{often}", word=word, often=often),
                say("a word?"),
                say("correct it, or accept the word if it is right"),
            )


def _as_written(word: str, meant: str) -> str:
    """What was meant, in capitals where the word that stands there is."""
    if word.isupper() and len(word) > 1:
        return meant.upper()
    return meant[:1].upper() + meant[1:] if word[:1].isupper() else meant


def _elisions_in(text: str, language: str) -> list[Slip]:
    return list(elisions(text, language))


def _form(text: str) -> str:
    """What the places of one slip have in common; a letter is looked for as it is, so `É` is another than `é`."""
    return text if len(text) == 1 else " ".join(text.split()).casefold()


def _elisions(context: CrosscheckContext, passages: Sequence[tuple[Passage, str]]) -> Iterator[CrosscheckFinding]:
    """Each form that is written wrongly once, with its other places."""
    forms: dict[str, list[tuple[Slip, int]]] = {}
    for number, (passage, _) in enumerate(passages):
        language = context.book.language
        for slip in context.each("elisions", passage.text, partial(_elisions_in, passage.text, language)):
            forms.setdefault(_form(slip.name or slip.text), []).append((slip, number))
    texts = [passage.text for passage, _ in passages]
    words = [context.each("articles", text, partial(articled_words, text, context.book.language)) for text in texts]
    for slip, number in wrong_articles(texts, words, context.book.language):
        forms.setdefault(_form(slip.text), []).append((slip, number))
    for places in forms.values():
        slip, number = places[0]
        often = say(", {number} times", number=len(places)) if len(places) > 1 else ""
        spans = [passages[at][0].span(one.start, one.end) for one, at in places[1 : PLACES + 1]]
        message = say("`{text}` is written `{meant}`{often}", text=slip.text, meant=slip.meant, often=often)
        related = tuple(Label(span, say("here too")) for span in spans)
        yield _slip(
            context,
            *passages[number],
            slip,
            ELISION,
            message,
            say("write `{meant}`", meant=slip.meant),
            related=related,
            more=len(places) - len(spans) - 1,
        )


# --- marks -----------------------------------------------------------------------------------


def _marks(context: CrosscheckContext, passage: Passage, section: str) -> Iterator[CrosscheckFinding]:
    text, language = passage.text, context.book.language
    for slip in doubled_words(text, language):
        yield _slip(
            context,
            passage,
            section,
            slip,
            DOUBLED,
            say("`{word}` stands twice in a row", word=slip.meant),
            say("write it once"),
        )
    for slip in open_brackets(text):
        message = (
            say("`{text}` has no `{meant}` in section {section}", text=slip.text, meant=slip.meant, section=section)
            if section
            else say("`{text}` has no `{meant}`", text=slip.text, meant=slip.meant)
        )
        yield _slip(
            context,
            passage,
            section,
            slip,
            OPEN,
            message,
            say("see where its other half belongs"),
            key=_around(text, slip),
        )
    for slip in misread_figures(text):
        yield _slip(
            context,
            passage,
            section,
            slip,
            CONFUSED,
            say("`{text}` has a letter in a number", text=slip.text),
            say("write `{meant}`", meant=slip.meant),
        )
    for match in _MIXED.finditer(text):
        meant = _without_figures(match[0].casefold(), language)
        if meant:
            slip = Slip("figures", *match.span(), match[0], _as_written(match[0], meant))
            message = say("`{text}` is no word; `{meant}` is, and looks like it", text=slip.text, meant=slip.meant)
            yield _slip(context, passage, section, slip, CONFUSED, message, say("write `{meant}`", meant=slip.meant))


def _slip(
    context: CrosscheckContext,
    passage: Passage,
    section: str,
    slip: Slip,
    code: Code,
    message: str,
    help_: str,
    key: str = "",
    related: tuple[Label, ...] = (),
    more: int = 0,
) -> CrosscheckFinding:
    return context.finding(
        code,
        Confidence.LIKELY if slip.likely else Confidence.POSSIBLE,
        section,
        key or " ".join((slip.name or slip.text).split()),
        message,
        passage.span(slip.start, slip.end),
        label=say("misread?") if code == CONFUSED else "",
        related=related,
        help=help_,
        word=ChangedWord(new=slip.text, expected="" if code == OPEN else slip.meant),
        more=more,
    )


def _around(text: str, slip: Slip) -> str:
    """A bracket told by the word beside it, as it is a name that outlives an edit elsewhere."""
    after = re.match(r"\s*(\w+)", text[slip.end : slip.end + 30])
    before = re.search(r"(\w+)\s*$", text[max(0, slip.start - 30) : slip.start])
    near = after if slip.text in "([«“{" else before
    return f"{slip.text}{near[1]}" if near else slip.text


def _without_figures(word: str, language: str) -> str:
    """The word that one with a figure in it becomes when the figure is read as a letter; empty if it becomes none."""
    for figure, letter in _FIGURES_FOR:
        other = word.replace(figure, letter)
        if other.isalpha() and is_word(other, language):
            return other
    return ""


def _left_foreign(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    """Sentences of which most words are of the other language alone, with small words of that among them."""
    ours = "en" if context.book.language.startswith("en") else "it"
    theirs = "it" if ours == "en" else "en"
    telling = _TOLD_OF_IT[ours]
    prose = _prose(context.passage(section))
    for sentence in context.sentences(section):
        if not prose.text[sentence.offset(0) :][:1].strip():
            continue  # it begins in what is no prose
        words = [word.casefold() for word in re.findall(r"[^\W\d_]{2,}", sentence.text)]
        if len(words) < RUN or len(telling.intersection(words)) < 2:
            continue
        alien = [word for word in words if not is_word(word, ours) and is_word(word, theirs)]
        if len(alien) >= ALIEN * len(words):
            yield context.finding(
                FOREIGN,
                Confidence.LIKELY,
                section.id,
                " ".join(words[:3]),
                say("a sentence of section {section} is in another language", section=section.id),
                sentence.span(),
                label=say("not translated?"),
                help=say("translate it, or accept it if it is quoted"),
            )
