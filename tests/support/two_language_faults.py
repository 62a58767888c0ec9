"""Faults in one of two texts in two languages: small words exchanged, sentences lost, terms and numbers changed.

The words stand here as patterns of their own, taken from no catalogue of the desk. A fault is told if a finding of the
kind `languages` that the untouched pair does not have is shown by default and is of the faulty section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.checks import languages

from support.crosscheck_faults import Fault, Subject, seeded

# A kind, a pattern, and what stands there afterwards.
SLIPS = {
    "it": (
        ("not lost", r"\b[Nn]on ", ""),
        ("not added", r"(?<!non )(?<!si )\b(?=può |possono |deve |devono )", "non "),
        ("may/must", r"(?<!on )\bpuò\b", "deve"),
        ("may/must", r"(?<!on )\bpossono\b", "devono"),
        ("may/must", r"\bdeve\b", "può"),
        ("may/must", r"\bdevono\b", "possono"),
        ("before/after", r"\bprima d(?=[ie])", "dopo d"),
        ("before/after", r"\b[Dd]opo\b", "prima di"),
        ("at least/at most", r"\bal massimo\b", "almeno"),
        ("at least/at most", r"\balmeno\b", "al massimo"),
        ("and/or", r"(?<= )e(?= )", "o"),
        ("and/or", r"(?<= )o(?= )", "e"),
        ("attacker/defender", r"\bdifensor(?=[ei])", "attaccant"),
        ("attacker/defender", r"\battaccant(?=[ei])", "difensor"),
        ("own/enemy", r"\bamic(?=he?\b|[oai]\b)", "nemic"),
        ("own/enemy", r"\bnemic(?=he?\b|[oai]\b)", "amic"),
        ("only lost", r"\b(?:solo|SOLO) ", ""),
        ("without/with", r"\bsenza\b", "con"),
        ("more/less than", r"\bpiù di\b", "meno di"),
        ("into/out of", r"\bentra in\b", "esce da"),
        ("into/out of", r"\bentrare in\b", "uscire da"),
        ("up/down", r"per eccesso", "per difetto"),
        ("none/each", r"\b[Nn]essun[oa]?\b", "ogni"),
        ("if/unless", r"\bse\b(?! si)", "a meno che"),
        ("exception lost", r",? (?:salvo|tranne|a meno|eccetto)[^.;]*", ""),
        ("half/double", r"\bmetà\b", "il doppio"),
        ("until/from", r"\bfino al\b", "a partire dal"),
        ("plus/minus", r"\baggiunge\b", "toglie"),
        ("plus/minus", r"\btoglie\b", "aggiunge"),
    ),
    "en": (
        ("not lost", r"\bnot ", ""),
        ("not added", r"(?<=\bmay )(?!not)|(?<=\bmust )(?!not)", "not "),
        ("may/must", r"\bmay\b(?! not)", "must"),
        ("may/must", r"\bmust\b", "may"),
        ("before/after", r"\bbefore\b", "after"),
        ("before/after", r"\bafter\b", "before"),
        ("at least/at most", r"\bat most\b", "at least"),
        ("at least/at most", r"\bat least\b", "at most"),
        ("and/or", r"(?<= )and(?= )", "or"),
        ("and/or", r"(?<= )or(?= )", "and"),
        ("attacker/defender", r"\bdefender", "attacker"),
        ("attacker/defender", r"\battacker", "defender"),
        ("own/enemy", r"\bfriendly\b", "enemy"),
        ("own/enemy", r"\benemy\b", "friendly"),
        ("only lost", r"\bonly ", ""),
        ("without/with", r"\bwithout\b", "with"),
        ("more/less than", r"\bmore than\b", "less than"),
        ("into/out of", r"\benters\b", "leaves"),
        ("into/out of", r"\benter\b", "leave"),
        ("up/down", r"rounded up", "rounded down"),
        ("none/each", r"\b[Nn]o(?= )", "every"),
        ("if/unless", r"\bif\b", "unless"),
        ("exception lost", r",? (?:unless|except)[^.;]*", ""),
        ("half/double", r"\bhalved\b", "doubled"),
        ("until/from", r"\buntil\b", "from"),
        ("plus/minus", r"\b[Aa]dd\b", "subtract"),
        ("plus/minus", r"\b[Ss]ubtract\b", "add"),
    ),
}
# So many faults of each kind of slip, and of sentences, terms and numbers.
MOST, MORE = 5, 10


@dataclass
class Told:
    """How many faults were made and told: in all and by kind; what is told of the pair without a fault."""

    made: int = 0
    found: int = 0
    named: int = 0
    elsewhere: int = 0
    by_kind: dict[str, tuple[int, int]] = field(default_factory=dict)
    missed: list[Fault] = field(default_factory=list)
    untouched: list[str] = field(default_factory=list)


def word_faults(book: Subject, seed: int = 3, most: int = MOST) -> list[Fault]:
    """Faults in the sections that stand in both texts, the same for one seed."""
    random = Random(seed)
    text = book.text = book.text.replace("\r\n", "\n")
    lines = text.split("\n")
    found: list[Fault] = []
    for kind, pattern, now in SLIPS[book.language]:
        sites = [one for one in re.finditer(pattern, text) if _section_at(book, text, one.start(), lines) is not None]
        for match in random.sample(sites, min(most, len(sites))):
            section = _section_at(book, text, match.start(), lines)
            assert section is not None
            found.append(_fault(text, kind, section.id, match.start(), match.end(), now))
    sentences = list(_sentences(book, text, lines))
    for section_id, start, end in random.sample(sentences, min(MORE, len(sentences))):
        found.append(_fault(text, "sentence lost", section_id, start, end, ""))
    for kind in ("term", "number"):
        several = [one for one in seeded(book) if one.kind == kind and _other(book, one.sections[0]) is not None]
        found += random.sample(several, min(MORE, len(several)))
    return found


def told_of(book: Subject, faults: Sequence[Fault]) -> Told:
    """What the second language tells of faults made one at a time."""
    told = Told()
    clean = _shown(book, book.text)
    told.untouched = [one.name for one in clean]
    known = {(one.name, one.diagnostic.message) for one in clean}
    for fault in faults:
        new = [one for one in _shown(book, fault.text) if (one.name, one.diagnostic.message) not in known]
        mine = [one for one in new if one.section in fault.sections]
        got, made = told.by_kind.get(fault.kind, (0, 0))
        told.by_kind[fault.kind] = got + bool(mine), made + 1
        told.made += 1
        told.found += bool(mine)
        told.named += any(one.word is not None for one in mine)
        told.elsewhere += len(mine) < len(new)
        if not mine:
            told.missed.append(fault)
    return told


def _shown(book: Subject, text: str) -> list[CrosscheckFinding]:
    """What is shown of a text beside the other, in the sections that stand in both."""
    assert book.other is not None
    found = languages.check(book.context(text), book.other)
    return [
        one
        for one in found
        if one.confidence >= Confidence.LIKELY and (_other(book, one.section) is not None or one.section == "")
    ]


def _other(book: Subject, section: str) -> BookSection | None:
    assert book.other is not None
    return book.other.book.section(section)


def _section_at(book: Subject, text: str, place: int, lines: list[str]) -> BookSection | None:
    """The section of a place, if both texts have it and no row of a table or heading stands there."""
    line = text.count("\n", 0, place)
    section = book.clean.book.section_at(line + 1)
    plain = lines[line]
    if section is None or _other(book, section.id) is None or plain.startswith("#") or "|" in plain:
        return None
    return section


def _sentences(book: Subject, text: str, lines: list[str]) -> Iterator[tuple[str, int, int]]:
    """The sentences of some length that are not the only one of their section."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for section in book.clean.book.sections:
        several = [one for one in book.clean.sentences(section) if one.kind in {"sentence", "item"}]
        if len(several) < 2 or _other(book, section.id) is None:
            continue
        for one in several:
            span = one.span()
            if len(one.text.split()) > 4:
                yield (
                    section.id,
                    starts[span.line - 1] + span.column - 1,
                    starts[span.end_line - 1] + span.end_column - 1,
                )


def _fault(text: str, kind: str, section: str, start: int, end: int, now: str) -> Fault:
    line = text.count("\n", 0, start) + 1
    return Fault(kind, (section,), line, text[start:end], now, text[:start] + now + text[end:])
