"""What has changed since a section was last held against its rules: the text, the rules, or only the spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from regola_dsl.diagnostics import Code, Label, Severity, counted, name_list
from regola_dsl.wording import Said, enumerated, say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.base.fingerprints import SectionFingerprint, fingerprint_of
from regola_crosscheck.base.index import Index
from regola_crosscheck.base.signature import Change, WordChange, changed_stretches, word_changes
from regola_crosscheck.book.text import BookSection

TEXT = Code("R781", "text-changed", "a section says something else than when it was last held against its rules")
WORDING = Code(
    "R782", "wording-changed", "only the words of a section have changed since it was last read", Severity.WARNING
)
MEANING = Code(
    "R783", "meaning-changed", "the rules of a section have changed since it was last read", Severity.WARNING
)
WORD = Code("R784", "word-changed", "a word that can turn a rule round is another one than when it was last read")
CODES = (TEXT, WORDING, MEANING, WORD)

_PARTS = (
    ("numbers", say("numbers"), " "),
    ("references", say("references"), " "),
    ("permissions", say("permissions"), ", "),
)
# Of a section that was written anew so many words are told, each at its place.
_MOST = 6


def check(context: CrosscheckContext, index: Index) -> Iterator[CrosscheckFinding]:
    """Every section of which the index keeps something."""
    entries = index.by_key(context.book.numbering)
    for section in context.book.stretches:
        entry = entries.get(context.book.numbering.key(section.id))
        if entry is None or entry.fingerprint is None or context.book.section(section.id) is not section:
            continue
        kept, before = entry.fingerprint, Label(entry.span, say("what was kept of it"))
        as_read = index.text_of(kept)
        yield from context.found(
            "drift",
            section,
            partial(_section, _Held(context, section, kept, before, as_read)),
            (kept, before, as_read),
        )


@dataclass(frozen=True, slots=True)
class _Held:
    """A section, what was kept of it and where that stands, and its text then, if that is known on this machine."""

    context: CrosscheckContext
    section: BookSection
    kept: SectionFingerprint
    before: Label
    as_read: str


def _section(held: _Held) -> Iterator[CrosscheckFinding]:
    context, section = held.context, held.section
    now = fingerprint_of(context, section)
    yield from _text(held, now)
    if held.kept.meaning != now.meaning:
        names = context.encoded.names.get(context.book.numbering.key(section.id), [])
        span = context.encoded.spans.get(context.book.numbering.key(section.id))
        yield context.finding(
            MEANING,
            Confidence.LIKELY,
            section.id,
            now.meaning or "gone",
            say(
                "what is encoded for section {section} has changed since the section was last held against it",
                section=section.id,
            )
            if now.meaning
            else say("nothing is encoded for section {section} any more", section=section.id),
            context.book.span_of(section),
            label=say("hold this against its rules again"),
            related=(
                Label(span, name_list(names, "and", 3)) if span and names else held.before,
                *context.hand_written.get(section.id, ()),
            ),
            help=say("read the section again; where the rules are right, accept this finding to keep them as read"),
        )


def _text(held: _Held, now: SectionFingerprint) -> Iterator[CrosscheckFinding]:
    context, section, kept, before, as_read = held.context, held.section, held.kept, held.before, held.as_read
    same = kept.words == now.words and kept.numbers == now.numbers
    if same and kept.signature in {"", now.signature}:
        return
    text, language = context.passage(section).text, context.book.language
    words = word_changes(kept.signature, text, language, as_read) if kept.signature else []
    for number, word in enumerate(words):
        if number == _MOST and len(words) > _MOST + 1:
            yield _more_words(context, section, words[number:], before)
            break
        yield _word(context, section, word, before, as_read)
    # What is permitted is told word by word, where the words are known, and so is what is halved.
    told = {"permissions"} | ({"numbers"} if words and all(word.kind == "factor" for word in words) else set())
    changes = [
        said
        for name, noun, between in _PARTS
        if not (words and name in told)
        if (said := _change(getattr(kept, name), getattr(now, name), noun, between))
    ]
    if kept.signature or as_read:
        stretches = [one for one in changed_stretches(kept.signature, text, language, as_read) if one.long]
        changes += [_stretch(one, context, section) for one in stretches]
    if changes:
        yield context.finding(
            TEXT,
            Confidence.CERTAIN,
            section.id,
            now.words,
            say(
                "section {section} has changed since it was last held against its rules: {changes}",
                section=section.id,
                changes=enumerated(changes, "; "),
            ),
            context.book.span_of(section),
            label=say("look at this section again"),
            related=(before, *context.hand_written.get(section.id, ())),
            help=say(
                "see whether the rules must change too; where they are right, accept this to keep the text as read"
            ),
            word=_changed_number(kept.numbers, now.numbers),
        )
    elif not words and not same:
        yield from _wording(held, now)


def _stretch(change: Change, context: CrosscheckContext, section: BookSection) -> str:
    """That a clause came or went."""
    number = counted(abs(change.come - change.gone), "word")
    line, _ = context.passage(section).place(change.start)
    if change.come > change.gone:
        return say("{words} more from line {line} on", words=number, line=line)
    return say("{words} fewer from line {line} on", words=number, line=line)


def _wording(held: _Held, now: SectionFingerprint) -> Iterator[CrosscheckFinding]:
    """That words have changed which neither permit nor deny, compare nor count."""
    context, section, kept = held.context, held.section, held.kept
    passage = context.passage(section)
    spelling = kept.letters == now.letters
    stretches = changed_stretches(kept.signature, passage.text, context.book.language, held.as_read)
    word = None
    span = context.book.span_of(section)
    if stretches:
        first = stretches[0]
        span = passage.span(first.start, first.end)
        word = ChangedWord(first.old, first.new) if first.old and len(stretches) == 1 else None
    if word is not None and not spelling:
        message = say(
            "section {section} said `{old}` where `{new}` stands now", section=section.id, old=word.old, new=word.new
        )
    elif not spelling:
        message = say(
            "section {section} is worded differently: its numbers, references and permissions are what they were",
            section=section.id,
        )
    elif kept.signature:
        message = say("only the spelling of section {section} has changed", section=section.id)
    else:
        message = say(
            "the spelling of section {section} has changed, or one of its words of one letter", section=section.id
        )
    yield context.finding(
        WORDING,
        Confidence.POSSIBLE if spelling else Confidence.LIKELY,
        section.id,
        now.words,
        message,
        span,
        label=say("spelt differently") if spelling else say("worded differently"),
        related=(held.before,),
        help=say("accept this finding to keep the text as read")
        if kept.signature
        else say("accept this finding to keep the text as read; what is kept then tells which word has changed"),
        word=word,
    )


# --- a word ----------------------------------------------------------------------------------------


def _word(
    context: CrosscheckContext, section: BookSection, change: WordChange, before: Label, as_read: str
) -> CrosscheckFinding:
    """That one word stands where another stood."""
    passage = context.passage(section)
    there = passage.text[change.start : change.end]
    if change.old and change.new:
        message = say(
            "section {section} said `{old}` where `{new}` stands now",
            section=section.id,
            old=change.old,
            new=change.new,
        )
        label = say("`{old}` stood here", old=change.old)
    elif change.old:
        message = say(
            "section {section} said `{old}` before `{there}`, and does no longer",
            section=section.id,
            old=change.old,
            there=there,
        )
        label = say("`{old}` stood before this", old=change.old)
    else:
        message = say("section {section} says `{new}` where it was not said before", section=section.id, new=change.new)
        label = say("this is new")
    return context.finding(
        WORD,
        Confidence.CERTAIN,
        section.id,
        f"{change.old}>{change.new}",
        message,
        passage.span(change.start, change.end),
        label=label,
        related=(before, *context.hand_written.get(section.id, ())),
        help=say("see whether the rules must change too; where they are right, accept this to keep the text as read"),
        notes=_as_read(change, as_read),
        word=ChangedWord(change.old, change.new),
    )


def _as_read(change: WordChange, as_read: str) -> tuple[str, ...]:
    """The words around the place as they were read, where the text is kept on this machine."""
    return (say("as it was read: {words}", words=change.around),) if as_read and change.around else ()


def _more_words(
    context: CrosscheckContext, section: BookSection, rest: list[WordChange], before: Label
) -> CrosscheckFinding:
    """That a section has more words changed than are told one by one."""
    first = rest[0]
    return context.finding(
        WORD,
        Confidence.CERTAIN,
        section.id,
        "more",
        say(
            "section {section} has {count} more of this kind: it was written anew",
            section=section.id,
            count=counted(len(rest), "changed word"),
        ),
        context.passage(section).span(first.start, first.end),
        label=say("from here on"),
        related=(before,),
        help=say("read the whole section again; accept this to keep the text as read"),
    )


def _changed_number(kept: str, now: str) -> ChangedWord | None:
    """The number that stands where another one stood, if it is one alone."""
    old, new = Counter(kept.split()), Counter(now.split())
    gone, come = list((old - new).elements()), list((new - old).elements())
    if len(gone) > 1 or len(come) > 1 or not gone + come:
        return None
    return ChangedWord(gone[0] if gone else "", come[0] if come else "")


def _change(kept: str, now: str, noun: str, between: str) -> str:
    """What a list has lost and what it has gained."""
    old, new = Counter(kept.split(between)), Counter(now.split(between))
    gone, come = (old - new) - Counter([""]), (new - old) - Counter([""])
    if not gone and not come:
        return say("{noun} stand in another order", noun=noun) if kept != now and between != " " else ""
    lost = _moved(gone, say("{names} is gone", names=_names(gone)), say("{names} are gone", names=_names(gone)))
    more = _moved(come, say("{names} is new", names=_names(come)), say("{names} are new", names=_names(come)))
    if gone and come:
        return say("of its {noun} {gone} and {come}", noun=noun, gone=lost, come=more)
    return (
        say("of its {noun} {gone}", noun=noun, gone=lost) if gone else say("of its {noun} {come}", noun=noun, come=more)
    )


def _names(values: Counter[str]) -> str:
    return name_list(sorted(values.elements()), "and", 4) if values else ""


def _moved(values: Counter[str], one: Said, many: Said) -> Said:
    return one if values.total() == 1 else many
