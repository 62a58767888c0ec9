"""Seeded faults in meaning words: one word of a rule put for another that turns it round, or lost.

A fault is made in a sentence that the desk ties to a rule, and changes one word so that the sentence stays a sentence:
*può* for *deve*, *almeno* for *al massimo*, an *e* for an *o*. Each stands at its place of the whole text, so that it
can be judged like any other fault (`crosscheck_faults`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.sentences.tied import TiedSentence, tied_sentences

from support.crosscheck_faults import Fault, Subject, drawn_in_turn

# A kind of fault: what is looked for, and what is put for it (groups by number).
_Pattern = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Swap:
    """A word of a sentence put for another: `now` stands from `start` on where `was` stood up to `end`.

    `text` is the sentence with it.
    """

    kind: str
    start: int
    end: int
    was: str
    now: str
    text: str


ITALIAN: tuple[_Pattern, ...] = (
    ("negation lost", r"\b(?:[Nn]on|NON) (?=\w)", ""),
    ("negation added", r"(?<![Nn]on )(?<!NON )(?<!né )\b(può|possono|deve|devono)\b", r"non \1"),
    ("may for must", r"(?<![Nn]on )(?<!NON )\bdeve\b", "può"),
    ("may for must", r"(?<![Nn]on )(?<!NON )\bdevono\b", "possono"),
    ("must for may", r"(?<![Nn]on )(?<!NON )\bpuò\b", "deve"),
    ("must for may", r"(?<![Nn]on )(?<!NON )\bpossono\b", "devono"),
    ("before for after", r"\bdopo (?=(?:il|lo|la|i|gli|le|l'|che|aver|ogni|un)\b)", "prima di "),
    ("after for before", r"\bprima di(?=\s)", "dopo"),
    ("after for before", r"\bprima del(?:l?a?)(?=\s)", "dopo la"),
    ("after for during", r"\bdurante\b", "dopo"),
    ("at most for at least", r"\balmeno\b", "al massimo"),
    ("at least for at most", r"\bal massimo\b", "almeno"),
    ("at least for at most", r"\bmassimo di\b", "minimo di"),
    ("less for more", r"\bpiù di\b", "meno di"),
    ("less for more", r"\bsuperior([ei]) (?=a)", r"inferior\1 "),
    ("more for less", r"\bmeno di\b", "più di"),
    ("more for less", r"\binferior([ei]) (?=a)", r"superior\1 "),
    ("or for and", r"(?<=\w) e (?=\w)", " o "),
    ("and for or", r"(?<=\w) o (?=\w)", " e "),
    ("enemy for own", r"\bamic(o|a|i|he|hi)\b", r"nemic\1"),
    ("own for enemy", r"\bnemic(o|a|i|he|hi)\b", r"amic\1"),
    ("defender for attacker", r"\battaccant([ei])\b", r"difensor\1"),
    ("attacker for defender", r"\bdifensor([ei])\b", r"attaccant\1"),
    ("none for each", r"\bogni\b", "nessun"),
    ("any for each", r"\bciascun[oa]?\b", "qualsiasi"),
    ("each for any", r"\b(?:qualsiasi|qualunque)\b", "ogni"),
    ("none for all", r"\btutt[ei] (?:le|i|gli) ", "nessuna delle "),
    ("only lost", r"\b(?:solo|soltanto|solamente|esclusivamente) ", ""),
    ("from for until", r"\b[Ff]ino a(l|lla|ll')(?=\W|\b)", r"a partire da\1"),
    ("into for out of", r"\blascia(re|no|)\b", r"entra\1"),
    ("out of for into", r"\bentrare\b", "uscire"),
    ("out of for into", r"\bentra\b", "esce"),
    ("minus for plus", r"\baggiung(e|ono|ere)\b", r"sottrae"),
    ("minus for plus", r"\baument(a|ano|are|ato|ata|ati|ate)\b", r"diminuit\1"),
    ("plus for minus", r"\b(?:sottrae|toglie|sottrarre|togliere)\b", "aggiunge"),
    ("double for half", r"\b(?:dimezzat)([oaie])\b", r"raddoppiat\1"),
    ("double for half", r"\b(?:la )?metà\b", "il doppio"),
    ("half for double", r"\braddoppiat([oaie])\b", r"dimezzat\1"),
    ("half for double", r"\b(?:il )?doppio\b", "la metà"),
    ("rounded down for up", r"\bper eccesso\b", "per difetto"),
    ("rounded up for down", r"\bper difetto\b", "per eccesso"),
    ("previous for next", r"\bsuccessiv[oa]\b", "precedente"),
    ("previous for next", r"\bsuccessiv[ie]\b", "precedenti"),
    ("last for first", r"\bprim([oa]) (?=fase|turno|notte|impulso|round|tiro)", r"ultim\1 "),
    ("if for unless", r"\ba meno che non\b", "se"),
    ("exception turned", r"\b(?:tranne|salvo|eccetto)\b", "compreso"),
)
ENGLISH: tuple[_Pattern, ...] = (
    ("negation lost", r"(?<=may |can |not |oes |are )not (?=\w)|(?<=\bdo )not ", ""),
    ("negation added", r"\b(may|must|can)\b(?! not)", r"\1 not"),
    ("may for must", r"\bmust\b(?! not)", "may"),
    ("must for may", r"\bmay\b(?! not)", "must"),
    ("before for after", r"\bafter\b", "before"),
    ("after for before", r"\bbefore\b", "after"),
    ("after for during", r"\bduring\b", "after"),
    ("at most for at least", r"\bat least\b", "at most"),
    ("at least for at most", r"\bat most\b", "at least"),
    ("less for more", r"\bmore than\b", "less than"),
    ("more for less", r"\b(?:less|fewer) than\b", "more than"),
    ("or for and", r"(?<=\w) and (?=\w)", " or "),
    ("and for or", r"(?<=\w) or (?=\w)", " and "),
    ("enemy for own", r"\bfriendly\b", "enemy"),
    ("own for enemy", r"\benemy\b", "friendly"),
    ("defender for attacker", r"\battacker(s?)\b", r"defender\1"),
    ("attacker for defender", r"\bdefender(s?)\b", r"attacker\1"),
    ("none for each", r"\b(?:[Ee]ach|[Ee]very)\b", "no"),
    ("each for any", r"\bany\b", "every"),
    ("none for all", r"\b[Aa]ll\b", "none of"),
    ("only lost", r"\bonly ", ""),
    ("from for until", r"\buntil\b", "from"),
    ("into for out of", r"\bleav(e|es|ing)\b", r"enter"),
    ("out of for into", r"\benter(s?)\b", r"leave\1"),
    ("minus for plus", r"\badd(s|ed)?\b", r"subtract\1"),
    ("plus for minus", r"\bsubtract(s|ed)?\b", r"add\1"),
    ("double for half", r"\bhalved\b", "doubled"),
    ("double for half", r"\bhalf\b", "twice"),
    ("half for double", r"\bdoubled\b", "halved"),
    ("rounded down for up", r"\b(round\w*(?: \w+)?) up\b", r"\1 down"),
    ("previous for next", r"\bnext\b", "previous"),
    ("last for first", r"\bfirst (?=phase|turn|night|roll)", "last "),
    ("if for unless", r"\bunless\b", "if"),
    ("exception turned", r"\bexcept\b", "including"),
)
SWAPS: Mapping[str, tuple[_Pattern, ...]] = {"it": ITALIAN, "en": ENGLISH}


def word_faults(book: Subject, wanted: int, seed: int = 1) -> list[Fault]:
    """So many faults in meaning words, each kind with as many as there are places for, none more than the others."""
    return drawn_in_turn(every_word_fault(book), wanted, seed)


def every_word_fault(book: Subject) -> Iterator[Fault]:
    """Every fault that can be made, in the order of the text."""
    context = book.clean
    text = book.text.replace("\r\n", "\n")
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for section in context.book.sections:
        for tied in tied_sentences(context, section):
            if tied.ties:
                yield from _faults(context, section, tied, text, starts)


def swaps_of(text: str, language: str) -> Iterator[Swap]:
    """Every word of a sentence that can be put for another, kind by kind."""
    for kind, pattern, now in SWAPS[language]:
        for match in re.finditer(pattern, text):
            if match.end() <= match.start():
                continue
            put = match.expand(now)
            if match[0][0].isupper() and put:
                put = put[0].upper() + put[1:]
            start, end = match.span()
            yield Swap(kind, start, end, match[0], put, text[:start] + put + text[end:])


def _faults(
    context: CrosscheckContext, section: BookSection, tied: TiedSentence, text: str, starts: Sequence[int]
) -> Iterator[Fault]:
    sentence = tied.sentence
    for swap in swaps_of(sentence.text, context.book.language):
        start = _place(sentence, swap.start, starts)
        end = _place(sentence, swap.end - 1, starts) + 1
        whole = text[:start] + swap.now + text[end:]
        yield Fault(swap.kind, (section.id,), sentence.line, swap.was, swap.now, whole)


def _place(sentence: Sentence, at: int, starts: Sequence[int]) -> int:
    """Where in the whole text a character of a sentence stands."""
    line, column = sentence.passage.place(sentence.offset(at))
    return starts[line - 1] + column - 1
