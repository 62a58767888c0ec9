"""The numbers of each section against those of the rules that encode it.

A number of the text is *explained* when something anchored to its section, to one inside or around it, or to one it
refers to, holds the same number. A number of the rules is *there* when the text of a section it is anchored to says it,
in figures or in words. What is left on both sides is most likely one number that was changed, and is told as one
finding; what is left on one side is told with less confidence, the more so the less of the section is encoded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from regola_dsl.diagnostics import Code, Label, Severity

from regola_compiler.crosscheck.book import Section
from regola_compiler.crosscheck.desk import Desk
from regola_compiler.crosscheck.encoded import RULE, Atom
from regola_compiler.crosscheck.finding import Confidence, Finding
from regola_compiler.crosscheck.numbering import Key
from regola_compiler.crosscheck.tokens import Token

DIFFERS = Code("R721", "number-differs", "the text has one number where the rules have another")
NOT_ENCODED = Code(
    "R722", "number-not-encoded", "a number of the text that no rule of its section has", Severity.WARNING
)
NOT_IN_TEXT = Code("R723", "number-not-in-text", "a number of a rule that its section does not have", Severity.WARNING)
SIGN = Code("R724", "sign-differs", "a plus or minus of the text is the other one, or lost, in the rules")
CODES = (DIFFERS, NOT_ENCODED, NOT_IN_TEXT, SIGN)

# Articles, singulars and counters make these two say nothing of themselves.
PLAIN = (Fraction(0), Fraction(1))
_KINDS = {"number", "ordinal", "part", "pair", "die", "percent"}


def check(desk: Desk) -> Iterator[Finding]:
    """Every section that something is anchored to."""
    for section in desk.book.sections:
        key = desk.book.numbering.key(section.id)
        if key in desk.encoded.names:
            yield from _section(desk, section, key)


@dataclass
class Bag:
    """The numbers that may explain those of a section."""

    atoms: list[Atom]

    def __post_init__(self) -> None:
        self.values = {value for atom in self.atoms if atom.kind != "die" for value in atom.values}
        self.near = {value for atom in self.atoms for value in atom.near}
        self.pairs = {atom.values for atom in self.atoms if atom.kind == "pair"}
        self.dice = {atom.values for atom in self.atoms if atom.kind == "die"}

    def explains(self, token: Token) -> bool:
        """Whether the number is among them, in one of the ways it can be said."""
        if token.kind == "die":
            return token.values in self.dice
        if token.kind == "pair":
            a, b = token.values
            # A range 3-5, a ratio 3-1, a unit of 4-6, or odds written the other way round.
            return token.values in self.pairs or (b, a) in self.pairs or self._all(a, b)
        if token.kind == "part":
            value = token.value
            return value in self.values or 1 / value in self.values or (value.denominator > 1 and value in self.near)
        if token.kind == "percent":
            return (
                token.value in self.values or token.value / 100 in self.values or 1 - token.value / 100 in self.values
            )
        if token.value in self.values or (token.beyond and token.value in self.near):
            return True
        # A year or an ordinal of two figures: '42.
        return token.kind == "number" and 1900 <= token.value < 2000 and token.value - 1900 in self.values

    def _all(self, a: Fraction, b: Fraction) -> bool:
        return all(side in self.values or side in PLAIN or side in self.near for side in (a, b))


def _section(desk: Desk, section: Section, key: Key) -> Iterator[Finding]:
    tokens = [token for token in desk.tokens(section) if token.kind in _KINDS and token.block == "rule"]
    bag = Bag(_around(desk, section, key))
    counted = [token for token in tokens if not (token.kind != "pair" and token.value in PLAIN and not token.sign)]
    extra = [token for token in counted if not bag.explains(token)]
    lacking = list(_lacking(desk, key))
    coverage = 1 - len(extra) / len(counted) if counted else 0.0
    yield from _signs(desk, section, key, tokens)
    for token, atom in _matched(extra, lacking):
        extra.remove(token)
        lacking.remove(atom)
        sure = coverage >= 0.5 or (len(counted) == 1 and not extra)
        yield _differs(desk, section, token, atom, Confidence.CERTAIN if sure and not token.word else Confidence.LIKELY)
    for token in extra:
        yield _extra(desk, section, token, coverage, len(counted))
    for atom in lacking:
        yield _missing(desk, section, atom, coverage, certain=not extra)


def _around(desk: Desk, section: Section, key: Key) -> list[Atom]:
    """What may explain a number of a section: what is anchored around it, or where it refers to, and what that asks."""
    encoded = desk.encoded
    keys = set(encoded.related(section.id))
    for token in desk.tokens(section):
        if token.kind == "reference":
            there = desk.book.numbering.key(token.text.strip())
            keys |= {known for known in encoded.names if known[: len(there)] == there}
    atoms = [atom for one in keys for atom in encoded.atoms.get(one, [])]
    owners = {atom.owner for atom in encoded.atoms.get(key, [])} | set(encoded.names.get(key, []))
    for owner in owners:
        atoms += encoded.asked.get(owner, [])
        for called in encoded.calls.get(owner, ()):
            atoms += encoded.asked.get(called, [])
    return atoms


def _lacking(desk: Desk, key: Key) -> Iterator[Atom]:
    """The numbers of rules that no section they are anchored to says."""
    told: set[tuple[str, tuple[Fraction, ...]]] = set()
    for atom in desk.encoded.atoms.get(key, []):
        if atom.role is not RULE or atom.overruled or (atom.kind, atom.values) in told:
            continue
        if atom.kind != "die" and all(value in PLAIN for value in atom.values):
            continue
        told.add((atom.kind, atom.values))
        first = desk.book.numbering.key(atom.sections[0])
        if first == key and not any(_says(desk, place, atom) for place in atom.sections):
            yield atom


def _says(desk: Desk, place: str, atom: Atom) -> bool:
    """Whether the text of a section, or of one inside or around it, or where it refers to, has a number."""
    here = desk.book.numbering.key(place)
    for other in desk.book.sections:
        there = desk.book.numbering.key(other.id)
        if (there[: len(here)] == here or here[: len(there)] == there) and any(
            _is(token, atom) for token in desk.tokens(other)
        ):
            return True
    return False


def _is(token: Token, atom: Atom) -> bool:
    if atom.kind == "die":
        count, sides = atom.values
        if token.kind == "die":
            return token.values == atom.values
        return token.kind == "number" and token.value in {sides, count * sides, sides * 10 + sides}
    if not token.values or token.kind == "die":
        return False
    if atom.kind == "pair":
        return token.values in {atom.values, atom.values[::-1]} or token.value in atom.values
    wanted = {atom.values[0], *atom.near}
    if token.kind == "part":
        return token.value in wanted or (token.value != 0 and 1 / token.value in wanted)
    if token.kind == "pair":
        a, b = sorted(token.values)
        return any(value in token.values or a <= value <= b for value in wanted)
    if token.kind == "percent":
        return token.value in wanted or token.value / 100 in wanted or 1 - token.value / 100 in wanted
    return token.value in wanted or (token.kind == "number" and token.value - 1900 in wanted)


def _matched(extra: list[Token], lacking: list[Atom]) -> list[tuple[Token, Atom]]:
    """Each number of the text that nothing explains, with one of the rules that the text does not say."""
    pairs = []
    free = list(lacking)
    for token in extra:
        alike = [atom for atom in free if _alike(token, atom)]
        if alike:
            best = min(alike, key=lambda atom: abs(atom.values[0] - token.values[0]))
            free.remove(best)
            pairs.append((token, best))
    return pairs


def _alike(token: Token, atom: Atom) -> bool:
    if "die" in {token.kind, atom.kind} or "pair" in {token.kind, atom.kind}:
        return token.kind == atom.kind
    return (token.kind == "part") == (atom.values[0].denominator > 1) or not token.word


def said(values: tuple[Fraction, ...], kind: str) -> str:
    """A number as a reader writes it."""
    if kind == "die":
        count, sides = values
        return f"{'' if count == 1 else count}d{sides}"
    return "-".join(str(value) for value in values)


def _differs(desk: Desk, section: Section, token: Token, atom: Atom, confidence: Confidence) -> Finding:
    passage = desk.passage(section)
    own = said(atom.values, atom.kind)
    return desk.finding(
        DIFFERS,
        confidence,
        section.id,
        token.text.strip(),
        f"section {section.id} says `{token.text.strip()}`, and never `{own}`, which `{atom.owner}` has",
        passage.span(token.start, token.end),
        label=f"`{own}` in the rules",
        related=(Label(atom.span, f"`{own}` here"),),
        help="see which of the two is right: correct the text, or the rule, or write an `erratum`",
    )


def _extra(desk: Desk, section: Section, token: Token, coverage: float, counted: int) -> Finding:
    clear = coverage >= 0.75 and counted >= 3 and not token.word
    return desk.finding(
        NOT_ENCODED,
        Confidence.LIKELY if clear else Confidence.POSSIBLE,
        section.id,
        token.text.strip(),
        f"section {section.id} says `{token.text.strip()}`, which no rule anchored to it has",
        desk.passage(section).span(token.start, token.end),
        label="in no rule of this section",
        help="see whether the number was changed, or whether this is not encoded yet",
    )


def _missing(desk: Desk, section: Section, atom: Atom, coverage: float, *, certain: bool) -> Finding:
    own = said(atom.values, atom.kind)
    # A die is named once in a book, for all its rolls.
    clear = coverage == 1.0 and certain and len(set(atom.sections)) == 1 and atom.kind != "die"
    return desk.finding(
        NOT_IN_TEXT,
        Confidence.LIKELY if clear else Confidence.POSSIBLE,
        section.id,
        own,
        f"`{atom.owner}` has `{own}`, which section {section.id} does not say",
        desk.book.span_of(section),
        label=f"`{own}` is not in this section",
        related=(Label(atom.span, f"`{own}` here"),),
        help="see whether the number was lost or changed in the text, or the rule belongs to another section",
    )


# --- signs ---------------------------------------------------------------------------------


def _signs(desk: Desk, section: Section, key: Key, tokens: list[Token]) -> Iterator[Finding]:
    """Amounts that the rules add and the text takes away, or the other way round."""
    amounts = [atom for atom in desk.encoded.amounts.get(key, []) if not atom.overruled]
    passage = desk.passage(section)
    signed = [token for token in tokens if token.kind == "number" and token.sign]
    for value in dict.fromkeys(atom.values for atom in amounts):
        ours = {atom.negative for atom in amounts if atom.values == value}
        theirs = [token for token in signed if token.values == value]
        if len(ours) != 1 or not theirs:
            continue
        negative = ours.pop()
        wrong = [token for token in theirs if token.sign == ("+" if negative else "-")]
        lost = [token for token in theirs if token.sign == "?"] if negative else []
        right = [token for token in theirs if token not in wrong and token not in lost]
        atom = next(atom for atom in amounts if atom.values == value)
        own = ("-" if negative else "+") + said(value, "number")
        for token in wrong:
            yield desk.finding(
                SIGN,
                Confidence.LIKELY if right else Confidence.CERTAIN,
                section.id,
                token.text.strip(),
                f"section {section.id} says `{token.text.strip()}`, but `{atom.owner}` has `{own}`",
                passage.span(token.start, token.end),
                label=f"`{own}` in the rules",
                related=(Label(atom.span, f"`{own}` here"),),
                help="see which of the two is right: correct the text, or the rule, or write an `erratum`",
            )
        for token in [] if right or wrong else lost:
            yield desk.finding(
                SIGN,
                Confidence.LIKELY,
                section.id,
                f"?{token.text.strip()}",
                f"the minus of `{token.text.strip()}` in section {section.id} has become the dash of a list:"
                f" `{atom.owner}` has `{own}`",
                passage.span(token.start, token.end),
                label=f"`{own}` in the rules",
                related=(Label(atom.span, f"`{own}` here"),),
                help=f"write `−{said(value, 'number')}` without a blank, behind the mark of the list",
            )
