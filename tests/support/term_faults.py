"""Faults in the names of things: a second name for one thing in some of its places, and one name for two things.

Where there are two languages, a term of one text is exchanged for a synonym in a third of its places, or everywhere for
the name of another thing. The synonyms stand here, taken from no catalogue of the desk; none of them stands in the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from regola_crosscheck.base.finding import CrosscheckFinding
from regola_crosscheck.book.text import BookSection

from support.crosscheck_faults import Fault, Subject

# A term, and what a tired translator writes for it; forms side by side.
SYNONYMS = {
    "it": (
        ("pedina/pedine", "tassello/tasselli"),
        ("spazio/spazi", "riquadro/riquadri"),
        ("pattuglia/pattuglie", "ronda/ronde"),
        ("notte/notti", "sera/sere"),
        ("carovana/carovane", "convoglio/convogli"),
        ("banda/bande", "combriccola/combriccole"),
        ("contrabbandiere/contrabbandieri", "spallone/spalloni"),
        ("sentiero/sentieri", "viottolo/viottoli"),
        ("mulattiera/mulattiere", "carrareccia/carrarecce"),
        ("nebbia", "foschia"),
        ("colonna/colonne", "fila/file"),
        ("fase/fasi", "segmento/segmenti"),
        ("esempio/esempi", "illustrazione/illustrazioni"),
        ("unità", "formazione/formazioni"),
        ("raggruppamento/raggruppamenti", "pila/pile"),
        ("limite/limiti", "tetto/tetti"),
        ("rifornimento/rifornimenti", "approvvigionamento/approvvigionamenti"),
        ("controllo", "possesso"),
        ("movimento", "spostamento"),
    ),
    "en": (
        ("counter/counters", "token/tokens"),
        ("space/spaces", "area/areas"),
        ("patrol/patrols", "picket/pickets"),
        ("night/nights", "evening/evenings"),
        ("mule train/mule trains", "caravan/caravans"),
        ("band/bands", "gang/gangs"),
        ("smuggler/smugglers", "trafficker/traffickers"),
        ("track/tracks", "trail/trails"),
        ("mule road/mule roads", "cart way/cart ways"),
        ("fog", "mist"),
        ("column/columns", "file/files"),
        ("phase/phases", "segment/segments"),
        ("captain/captains", "chief/chiefs"),
        ("unit/units", "formation/formations"),
        ("stack/stacks", "pile/piles"),
        ("limit/limits", "ceiling/ceilings"),
        ("supply", "provisioning"),
        ("control", "possession"),
        ("movement", "displacement"),
    ),
}
# Terms that stand less often have no third; of each text so many pairs of things are given one name.
OFTEN, PAIRS = 5, 10


@dataclass(frozen=True, slots=True)
class TermFault:
    """A fault, the term, and the name it was exchanged for."""

    fault: Fault
    term: str
    new: str


def term_faults(book: Subject, seed: int = 5) -> Iterator[TermFault]:
    """The faults of a text."""
    random = Random(seed)
    text = book.text = book.text.replace("\r\n", "\n")
    places = {}
    for term, other in SYNONYMS[book.language]:
        found = [match for match in _pattern(term).finditer(text) if _is_rule(book, text, match.start())]
        if len(found) >= OFTEN:
            places[term] = found
            chosen = sorted(random.sample(found, max(2, len(found) // 3)), key=lambda match: match.start())
            yield _fault(book, "second name", text, chosen, term, other)
    several = [(one, other) for one in places for other in places if one != other]
    for one, other in random.sample(several, min(PAIRS, len(several))):
        yield _fault(book, "one name", text, places[one], one, other)


def is_told(one: CrosscheckFinding, fault: TermFault) -> bool:
    """Whether a finding is of a fault: it names both names, or the one and what it stands for besides."""
    roots = {word[:4] for word in fault.new.split()}
    return any(word[:4] in roots for part in one.key.split("/") for word in part.split())


def _pattern(term: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(term.split('/'), key=len, reverse=True))})\b", re.IGNORECASE)


def _fault(book: Subject, kind: str, text: str, places: list[re.Match[str]], term: str, other: str) -> TermFault:
    own, new = term.split("/"), other.split("/")
    parts, last = [], 0
    for match in places:
        form = new[min(own.index(match[0].casefold()), len(new) - 1)]
        parts += [text[last : match.start()], form.capitalize() if match[0][0].isupper() else form]
        last = match.end()
    sections = tuple({section.id for match in places if (section := _section(book, text, match.start()))})
    line = text.count("\n", 0, places[0].start()) + 1
    return TermFault(Fault(kind, sections, line, own[0], new[0], "".join([*parts, text[last:]])), own[0], new[0])


def _section(book: Subject, text: str, place: int) -> BookSection | None:
    return book.clean.book.section_at(text.count("\n", 0, place) + 1)


def _is_rule(book: Subject, text: str, place: int) -> bool:
    """Whether a place is in a section that both texts have, and in no heading and no table."""
    line = text.count("\n", 0, place)
    plain = text.split("\n")[line]
    section = book.clean.book.section_at(line + 1)
    assert book.other is not None
    return (
        section is not None
        and book.other.book.section(section.id) is not None
        and not plain.startswith("#")
        and "|" not in plain
    )
