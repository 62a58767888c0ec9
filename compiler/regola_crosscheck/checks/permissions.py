"""Permission, prohibition and duty in the words of a section, against the modality of the rules anchored to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from regola_compiler.model.kinds import Modality
from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import ModalWord
from regola_crosscheck.language.fitting import fitted
from regola_crosscheck.language.language_file import ModalKind
from regola_crosscheck.rules.numbers import EncodedNorm

DIFFERS = Code("R741", "permission-differs", "the text permits what the rules forbid, or the other way round")
EXCEPTION = Code(
    "R742", "exception-not-encoded", "the text makes an exception that no rule of its section has", Severity.WARNING
)
CODES = (DIFFERS, EXCEPTION)

_SAID = {"may": say("permits"), "must": say("requires"), "must not": say("forbids")}
_KINDS: dict[Modality | None, ModalKind] = {
    Modality.MAY: "may",
    Modality.MUST: "must",
    Modality.MUST_NOT: "must not",
}
# So many letters tell one of several from one.
ENDING = 2
_ENCODED: dict[Modality | None, str] = {
    Modality.MAY: say("permits"),
    Modality.MUST: say("requires"),
    Modality.MUST_NOT: say("forbids"),
}


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every section that a rule is anchored to."""
    for section in context.book.sections:
        yield from context.found("permissions", section, partial(_section, context, section))


def _section(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    key = context.book.numbering.key(section.id)
    norms = context.encoded.norms.get(key, [])
    said = [mark for mark in context.modal_words(section) if mark.block == "rule"]
    if norms:
        yield from _modality(context, section, key, norms, said)
    if key in context.encoded.names:
        yield from _exceptions(context, section, norms, said)


def _modality(
    context: CrosscheckContext, section: BookSection, key: Key, norms: list[EncodedNorm], said: list[ModalWord]
) -> Iterator[CrosscheckFinding]:
    """Rules that speak of this section alone, where the words of the section say the contrary and nothing else."""
    rules = [norm for norm in norms if not norm.exception and norm.modality in _ENCODED]
    own = [norm for norm in rules if _is_of_one_section(context, norm, key)]
    kinds = {mark.kind for mark in said}
    if not own or not kinds & {"may", "must", "must not"}:
        return
    passage = context.passage(section)
    denied = bool(context.words.negations.search(passage.text) or context.words.limits.search(passage.text))
    ours = {norm.modality for norm in own}
    # What lies inside says its part of the rule elsewhere.
    inside = any(known != key and known[: len(key)] == key for known in context.book.by_key)
    for norm in own:
        if len(ours) > 1:
            return
        wrong = _contrary(norm.modality, kinds, denied=denied)
        if wrong is None:
            continue
        mark, *others = (mark for mark in said if mark.kind == wrong)
        # Where several words say the contrary, which of them is wrong is not known.
        meant = "" if others else _as_the_book_says(context, norm.modality, mark)
        sure = not inside and len(norms) == 1
        yield context.finding(
            DIFFERS,
            Confidence.LIKELY if sure or not inside else Confidence.POSSIBLE,
            section.id,
            norm.name,
            say(
                "section {section} {says} (`{words}`), but rule `{norm}` {rules}",
                section=section.id,
                says=_SAID[wrong],
                words=" ".join(mark.text.split()),
                norm=norm.name,
                rules=_ENCODED[norm.modality],
            ),
            passage.span(mark.start, mark.end),
            label=say("here the text {says}", says=_SAID[wrong]),
            related=(Label(norm.span, say("{rules} here", rules=_ENCODED[norm.modality])),),
            help=say(
                "see whether a `{denial}` or another word was lost in the text, or the rule is the wrong way round",
                denial=context.words.denial,
            ),
            word=ChangedWord(new=" ".join(mark.text.split()), expected=meant),
        )
        return


def _as_the_book_says(context: CrosscheckContext, modality: Modality | None, found: ModalWord) -> str:
    """The words with which the book permits, forbids or demands elsewhere, in the form of those found."""
    forms = Counter(
        " ".join(mark.text.split()).casefold()
        for section in context.book.sections
        for mark in context.modal_words(section)
        if mark.kind == _KINDS.get(modality)
    )
    ending = found.text.casefold()[-ENDING:]
    best = max(forms, key=lambda form: (form.endswith(ending), forms[form]), default="")
    return fitted(best, found.text, context.book.language)


def _is_of_one_section(context: CrosscheckContext, norm: EncodedNorm, key: Key) -> bool:
    return all(context.book.numbering.key(section) == key for section in norm.sections)


def _contrary(modality: Modality | None, kinds: set[ModalKind], *, denied: bool) -> str | None:
    """The kind of word that says the contrary of a rule, if the section has such words only."""
    if modality is Modality.MUST_NOT:
        # What must be done forbids the rest.
        return "may" if kinds & {"may", "must", "must not", "waived"} == {"may"} and not denied else None
    if modality is Modality.MAY:
        if "may" in kinds:
            return None
        return "must not" if "must not" in kinds else "must" if "must" in kinds else None
    if "must" in kinds:
        return None
    return "may" if "may" in kinds and "must not" not in kinds and not denied else None


def _exceptions(
    context: CrosscheckContext, section: BookSection, norms: list[EncodedNorm], said: list[ModalWord]
) -> Iterator[CrosscheckFinding]:
    """Words of exception in a section whose rules have neither exceptions nor conditions."""
    words = [mark for mark in said if mark.kind == "exception"]
    if not words or not norms or any(norm.exception or norm.conditional for norm in norms):
        return
    related = context.encoded.related(section.id)
    if any(norm.exception for one in related for norm in context.encoded.norms.get(one, [])):
        return
    passage = context.passage(section)
    mark = words[0]
    names = ", ".join(f"`{norm.name}`" for norm in norms[:3])
    yield context.finding(
        EXCEPTION,
        Confidence.LIKELY,
        section.id,
        " ".join(mark.text.casefold().split()),
        say(
            "section {section} makes an exception (`{text}`), and {names} has none",
            section=section.id,
            text=mark.text,
            names=names,
        ),
        passage.span(mark.start, mark.end),
        label=say("an exception here"),
        related=(Label(norms[0].span, say("without exception or condition")),),
        help=say("encode the exception, or see whether another section already does"),
    )
