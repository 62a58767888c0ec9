"""What has changed since a section was last held against its rules: the text, the rules, or only the spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from regola_dsl.diagnostics import Code, Label, Severity, name_list

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.fingerprints import SectionFingerprint, fingerprint_of
from regola_crosscheck.base.index import Index
from regola_crosscheck.book.text import BookSection

TEXT = Code("R781", "text-changed", "a section says something else than when it was last held against its rules")
WORDING = Code(
    "R782", "wording-changed", "only the words of a section have changed since it was last read", Severity.WARNING
)
MEANING = Code(
    "R783", "meaning-changed", "the rules of a section have changed since it was last read", Severity.WARNING
)
CODES = (TEXT, WORDING, MEANING)

_PARTS = (("numbers", "numbers", " "), ("references", "references", " "), ("permissions", "permissions", ", "))


def check(context: CrosscheckContext, index: Index) -> Iterator[CrosscheckFinding]:
    """Every section of which the index keeps something."""
    entries = index.by_key(context.book.numbering)
    for section in context.book.sections:
        entry = entries.get(context.book.numbering.key(section.id))
        if entry is None or entry.fingerprint is None or context.book.section(section.id) is not section:
            continue
        kept, before = entry.fingerprint, Label(entry.span, "what was kept of it")
        yield from context.found(
            "drift",
            section,
            partial(_section, context, section, kept, before),
            (kept, before),
        )


def _section(
    context: CrosscheckContext, section: BookSection, kept: SectionFingerprint, before: Label
) -> Iterator[CrosscheckFinding]:
    now = fingerprint_of(context, section)
    yield from _text(context, section, kept, now, before)
    if kept.meaning != now.meaning:
        names = context.encoded.names.get(context.book.numbering.key(section.id), [])
        span = context.encoded.spans.get(context.book.numbering.key(section.id))
        yield context.finding(
            MEANING,
            Confidence.LIKELY,
            section.id,
            now.meaning or "gone",
            f"what is encoded for section {section.id} has changed since the section was last held against it"
            if now.meaning
            else f"nothing is encoded for section {section.id} any more",
            context.book.span_of(section),
            label="hold this against its rules again",
            related=(
                Label(span, name_list(names, "and", 3)) if span and names else before,
                *context.hand_written.get(section.id, ()),
            ),
            help="read the section again; where the rules are right, accept this finding to keep them as read",
        )


def _text(
    context: CrosscheckContext, section: BookSection, kept: SectionFingerprint, now: SectionFingerprint, before: Label
) -> Iterator[CrosscheckFinding]:
    if kept.words == now.words and kept.numbers == now.numbers:
        return
    changes = [
        said
        for name, noun, between in _PARTS
        if (said := _change(getattr(kept, name), getattr(now, name), noun, between))
    ]
    span = context.book.span_of(section)
    if changes:
        yield context.finding(
            TEXT,
            Confidence.CERTAIN,
            section.id,
            now.words,
            f"section {section.id} has changed since it was last held against its rules: {'; '.join(changes)}",
            span,
            label="look at this section again",
            related=(before, *context.hand_written.get(section.id, ())),
            help="see whether the rules must change too; where they are right, accept this to keep the text as read",
        )
        return
    spelling = kept.letters == now.letters
    yield context.finding(
        WORDING,
        Confidence.POSSIBLE if spelling else Confidence.LIKELY,
        section.id,
        now.words,
        f"only the spelling of section {section.id} has changed"
        if spelling
        else f"section {section.id} is worded differently: its numbers, references and permissions are what they were",
        span,
        label="spelt differently" if spelling else "worded differently",
        related=(before,),
        help="accept this finding to keep the text as read",
    )


def _change(kept: str, now: str, noun: str, between: str) -> str:
    """What a list has lost and what it has gained."""
    old, new = Counter(kept.split(between)), Counter(now.split(between))
    gone, come = (old - new) - Counter([""]), (new - old) - Counter([""])
    if not gone and not come:
        return f"{noun} stand in another order" if kept != now and noun != "permissions" else ""
    parts = []
    if gone:
        parts.append(f"{name_list(sorted(gone.elements()), 'and', 4)} {'is' if gone.total() == 1 else 'are'} gone")
    if come:
        parts.append(f"{name_list(sorted(come.elements()), 'and', 4)} {'is' if come.total() == 1 else 'are'} new")
    return f"of its {noun} " + " and ".join(parts)
