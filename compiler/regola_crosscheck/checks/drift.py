"""What has changed since a section was last read: the text, the rules it is held against, or only the spelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from regola_dsl.diagnostics import Code, Label, Severity, counted, name_list
from regola_dsl.records import dataclass
from regola_dsl.wording import Said, enumerated, say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.base.fingerprints import SectionFingerprint, fingerprint_of, normalized_number
from regola_crosscheck.base.index import Index
from regola_crosscheck.base.signature import Change, WordChange, changed_stretches, word_changes
from regola_crosscheck.book.text import BookSection, Passage
from regola_crosscheck.book.tokens import scan
from regola_crosscheck.sentences.as_told import sentence_with
from regola_crosscheck.sentences.changed_cells import ChangedCell, changed_cells, in_rows, is_in, place_of, said_of

TEXT = Code("R781", "text-changed", "a section says something else than when it was last read")
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
# So many changed numbers are shown in one sentence.
_TOGETHER = 2


def check(context: CrosscheckContext, index: Index) -> Iterator[CrosscheckFinding]:
    """Every section of which the index keeps something."""
    entries = index.by_key(context.book.numbering)
    for section in context.book.stretches:
        entry = entries.get(context.book.numbering.key(section.id))
        if entry is None or entry.fingerprint is None or context.book.section(section.id) is not section:
            continue
        kept = entry.fingerprint
        as_read = index.text_of(kept)
        yield from context.found(
            "drift",
            section,
            partial(_section, _Held(context, section, kept, as_read)),
            (kept, as_read),
        )


@dataclass(frozen=True, slots=True)
class _Held:
    """A section, what was kept of it, and its text then, if that is known on this machine."""

    context: CrosscheckContext
    section: BookSection
    kept: SectionFingerprint
    as_read: str

    def then_and_now(self, *changes: Change) -> tuple[str, ...]:
        """The sentence that changed as it was read and as it stands, where the first is known."""
        if not self.as_read or not changes:
            return ()
        text, words = self.context.passage(self.section).text, self.context.words
        first, last = changes[0], changes[-1]
        before = sentence_with(self.as_read, (first.was[0], last.was[1]), words)
        after = say("it reads: {words}", words=str(sentence_with(text, _new_place(first, last), words)))
        if self.lost_sentence(first):
            return (say("it read, and that is gone: {words}", words=str(before)),)
        # What was read there may stand as it did: then a sentence came, and none was changed.
        if first is last and not first.old and before.stands_in(text):
            return (after,)
        return (say("it read: {words}", words=str(before)), after)

    def lost_sentence(self, change: Change) -> bool:
        """Whether all of a sentence is gone, as far as is known."""
        if not self.as_read or change.new:
            return False
        return sentence_with(self.as_read, change.was, self.context.words).whole

    @property
    def help(self) -> str:
        """What is to be done about a section that says something else."""
        if self.context.alone:
            return say("see whether the change is meant; accept this finding to keep the text as read")
        return say("see whether the rules must change too; where they are right, accept this to keep the text as read")


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
                *([Label(span, name_list(names, "and", 3))] if span and names else []),
                *context.hand_written.get(section.id, ()),
            ),
            help=say("read the section again; where the rules are right, accept this finding to keep them as read"),
        )


def _text(held: _Held, now: SectionFingerprint) -> Iterator[CrosscheckFinding]:
    context, section, kept, as_read = held.context, held.section, held.kept, held.as_read
    same = kept.words == now.words and kept.numbers == now.numbers
    if same and kept.signature in {"", now.signature}:
        return
    text, language = context.passage(section).text, context.book.language
    if as_read and _without_hyphens(as_read) == _without_hyphens(text):
        return
    words = word_changes(kept.signature, text, language, as_read) if kept.signature else []
    cells = changed_cells(as_read, text) if as_read else []
    elsewhere: list[WordChange] = []
    if kept.numbers != now.numbers:
        # A number is told once, as a number, whatever it is written with and wherever it stands.
        elsewhere = [one for one in words if _are_numbers(context, one.old, one.new)]
        cells = [one for one in cells if not _are_numbers(context, one.old, one.new)]
    elsewhere += [one for one in words if any(is_in(one, cell, text) for cell in cells)]
    words = [one for one in words if one not in elsewhere]
    # Of many the last are told together.
    one_by_one = words if len(words) <= _MOST + 1 else words[:_MOST]
    counted_too = kept.numbers != now.numbers and _have_numbers(one_by_one, kept, now, context)
    for number, word in enumerate(words):
        if number == len(one_by_one):
            yield _more_words(context, section, words[number:])
            break
        found = _word(held, word)
        # Earlier versions told the number in it a second time.
        has_one = counted_too and bool(_numbers_of(context, word.old, word.new))
        yield replace(found, formerly=(f"{TEXT.slug}@{section.id}:{now.words}",)) if has_one else found
    # What is permitted is told word by word, where the words are known, and so are numbers in words and what is halved.
    counted_too |= bool(words) and all(word.kind == "factor" for word in words)
    told = {"permissions"} | ({"numbers"} if counted_too else set())
    changes = [
        said
        for name, noun, between in _PARTS
        if not ((words or elsewhere) and name in told)
        if (said := _change(getattr(kept, name), getattr(now, name), noun, between))
    ]
    stretches = changed_stretches(kept.signature, text, language, as_read) if kept.signature or as_read else []
    long = [one for one in stretches if one.long]
    changes += map(_stretch, long)
    rows = [] if as_read or kept.letters == now.letters else in_rows(stretches, words, text)
    changes += [*map(said_of, cells), *([say("a row of its table is another one")] if rows else [])]
    if changes:
        there = _numbers_in(held, stretches) or rows[:1]
        changed = _as_written(_changed_number(kept.numbers, now.numbers), there)
        if len(cells) == len(changes) == 1:
            changed, there = ChangedWord(cells[0].old, cells[0].new), [place_of(cells[0])]
        at = there or long
        place = _new_place(at[0], at[-1]) if at else (0, 0)
        found = context.finding(
            TEXT,
            Confidence.CERTAIN,
            section.id,
            now.words,
            _said_otherwise(held, changes, changed, in_cell=bool(cells)),
            context.passage(section).span(*place) if at else context.book.span_of(section),
            label=say("look at this section again"),
            related=(*_elsewhere(held, long, place), *context.hand_written.get(section.id, ())),
            help=held.help,
            notes=held.then_and_now(*at),
            word=changed,
        )
        yield replace(found, formerly=_former_names(found, cells, rows, elsewhere, alone=len(changes) == 1))
    elif not words and not same:
        yield from _wording(held, now)


def _without_hyphens(text: str) -> str:
    """A text without the hyphens inside its words: one at the end of a printed line may belong to the word, or not."""
    return " ".join(re.sub(r"(?<=[^\W\d_])[-‐¬]\s*(?=[^\W\d_])", "", text).split())


def _former_names(
    found: CrosscheckFinding, cells: list[ChangedCell], rows: list[Change], words: list[WordChange], *, alone: bool
) -> tuple[str, ...]:
    """What earlier versions called a change: of a cell, and also of a number in words, that a word did."""
    names = [f"{WORDING.slug}@{found.section}:{found.key}"] if cells or rows else []
    if alone and len(words) == 1:
        names.append(f"{WORD.slug}@{found.section}:{words[0].old}>{words[0].new}")
    return tuple(names)


def _said_otherwise(held: _Held, changes: list[str], number: ChangedWord | None, *, in_cell: bool) -> str:
    """What a section says otherwise: the one number, where that is all, or all that changed."""
    section = held.section.id
    if number is not None and number.old and number.new and len(changes) == 1 and not in_cell:
        return say(
            "section {section} said `{old}` where `{new}` stands now", section=section, old=number.old, new=number.new
        )
    return say(
        "section {section} has changed since it was last read: {changes}",
        section=section,
        changes=enumerated(changes, "; "),
    )


def _numbers_in(held: _Held, stretches: list[Change]) -> list[Change]:
    """The first of the changes in which there is a number or a reference, and the last."""
    text = held.context.passage(held.section).text
    places = [token.start for token in held.context.tokens(held.section)]
    there = [
        one
        for one in stretches
        if any(one.start <= place < one.end for place in places)
        or any(char.isdigit() for char in text[one.start : one.end] + one.old)
    ]
    return there[:1] + there[1:][-1:] if len(there) <= _TOGETHER else there[:1]


def _are_numbers(context: CrosscheckContext, *words: str) -> bool:
    """Whether a number stands where another one stood, in figures or in words; of a word that is not known it may."""
    return all(not one or re.fullmatch(r"[+−-]?\d+", one) or context.words.words.fullmatch(one) for one in words)


def _numbers_of(context: CrosscheckContext, *texts: str) -> Counter[str]:
    """The numbers in some texts."""
    return Counter(normalized_number(token) for text in texts for token in scan(Passage(text, 1, 1, ""), context.words))


def _have_numbers(
    words: list[WordChange], kept: SectionFingerprint, now: SectionFingerprint, context: CrosscheckContext
) -> bool:
    """Whether the numbers that came and went are among words that are told: *twice* for *once*."""
    old, new = Counter(kept.numbers.split()), Counter(now.numbers.split())
    before, behind = (
        _numbers_of(context, *several) for several in ([word.old for word in words], [word.new for word in words])
    )
    return not (old - new - before or new - old - behind)


def _new_place(first: Change, last: Change) -> tuple[int, int]:
    """Where what is new stands; nowhere between two words where nothing is."""
    if first is last and not first.new:
        return (first.end, first.end) if first.behind else (first.start, first.start)
    return first.start, last.end


def _stretch(change: Change) -> str:
    """That a clause came or went; where it did is a place beside the finding, as a file of pages has no lines."""
    number = counted(abs(change.come - change.gone), "word")
    return say("{words} more", words=number) if change.come > change.gone else say("{words} fewer", words=number)


def _elsewhere(held: _Held, clauses: list[Change], place: tuple[int, int]) -> list[Label]:
    """Where clauses came or went that do not stand where the finding does."""
    passage, (first, last) = held.context.passage(held.section), place
    return [
        Label(passage.span(*_new_place(one, one)), _stretch(one))
        for one in clauses
        if not first <= one.start <= max(first, last)
    ]


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
        help=say("accept this finding to keep the text as read")
        if kept.signature
        else say("accept this finding to keep the text as read; what is kept then tells which word has changed"),
        notes=held.then_and_now(*stretches[:1]) if not spelling and len(stretches) == 1 else (),
        word=word,
    )


# --- a word ----------------------------------------------------------------------------------------


def _word(held: _Held, change: WordChange) -> CrosscheckFinding:
    """That one word stands where another stood."""
    context, section = held.context, held.section
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
    elif held.lost_sentence(change):
        message = say("section {section} lost a sentence that said `{old}`", section=section.id, old=change.old)
        label = say("a sentence stood before this")
    elif change.old and change.behind:
        message = say("section {section} lost `{old}` after `{there}`", section=section.id, old=change.old, there=there)
        label = say("`{old}` stood after this", old=change.old)
    elif change.old:
        message = say(
            "section {section} lost `{old}` before `{there}`",
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
        related=context.hand_written.get(section.id, ()),
        help=held.help,
        notes=held.then_and_now(change),
        word=ChangedWord(change.old, change.new),
    )


def _more_words(context: CrosscheckContext, section: BookSection, rest: list[WordChange]) -> CrosscheckFinding:
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
        help=say("read the whole section again; accept this to keep the text as read"),
    )


def _changed_number(kept: str, now: str) -> ChangedWord | None:
    """The number that stands where another one stood, if it is one alone."""
    old, new = Counter(kept.split()), Counter(now.split())
    gone, come = list((old - new).elements()), list((new - old).elements())
    if len(gone) > 1 or len(come) > 1 or not gone + come:
        return None
    return ChangedWord(gone[0] if gone else "", come[0] if come else "")


def _as_written(number: ChangedWord | None, there: list[Change]) -> ChangedWord | None:
    """A number as the texts write it, in words perhaps, where both are known."""
    if number is None or len(there) != 1 or not (there[0].gone == there[0].come == 1 and there[0].old):
        return number
    return ChangedWord(there[0].old, there[0].new)


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
