"""The numbers of each section against those of the rules that encode it.

A number of the text is *explained* when something anchored to its section, to one inside or around it, or to one it
refers to, holds the same number. A number of the rules is *there* when the text of a section it is anchored to says it,
in figures or in words. What is left on both sides is most likely one number that was changed, and is told as one
finding; what is left on one side is told with less confidence, the more so the less of the section is encoded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import Token
from regola_crosscheck.language.morphology import stems
from regola_crosscheck.rules.explained import PLAIN, NumberSet, written_number
from regola_crosscheck.rules.limits import LIMIT, RULE
from regola_crosscheck.rules.numbers import Encoded, EncodedNumber

DIFFERS = Code("R721", "number-differs", "the text has one number where the rules have another")
NOT_ENCODED = Code(
    "R722", "number-not-encoded", "a number of the text that no rule of its section has", Severity.WARNING
)
NOT_IN_TEXT = Code("R723", "number-not-in-text", "a number of a rule that its section does not have", Severity.WARNING)
SIGN = Code("R724", "sign-differs", "a plus or minus of the text is the other one, or lost, in the rules")
CODES = (DIFFERS, NOT_ENCODED, NOT_IN_TEXT, SIGN)

# How far apart a number and the one it was changed from may be, and a small amount and the one it was.
SIZE, SLIP = 20, 4
# Numbers this large are years, hexes, populations; what a rule needs of them it has.
LARGE = 1000
# A line of fewer words that no point ends is no sentence.
SENTENCE = 9
# A number as large as this is seldom a sum, or the same as another, by chance.
SUMMED = 5
# So many thresholds are a scale, which the text may give by its rule ("for each").
STEPS = 3
_CLAUSES = (". ", ";", "\n")
_KINDS = {"number", "ordinal", "part", "pair", "die", "percent"}


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every section that something is anchored to."""
    for section in context.book.sections:
        yield from context.found("numbers", section, partial(_section, context, section))


def _section(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    key = context.book.numbering.key(section.id)
    if key not in context.encoded.names:
        return
    tokens = [token for token in context.tokens(section) if token.kind in _KINDS and token.block == "rule"]
    numbering = context.book.numbering
    own = context.each("own numbers", (numbering, key), lambda: NumberSet(context.encoded.numbers.get(key, [])))
    bag = _explaining_numbers(context, section, key)
    counted = [token for token in tokens if not (token.kind != "pair" and token.value in PLAIN and not token.sign)]
    extra = [token for token in counted if not bag.explains(token) and not _in_encoded_range(tokens, token, bag)]
    weak = [token for token in counted if token not in extra and not own.explains(token)]
    lacking = [atom for atom in _missing_numbers(context, key) if not _is_told_twice(context, atom)]
    coverage = 1 - len(extra) / len(counted) if counted else 0.0
    yield from _signs(context, section, key, tokens)
    unsaid = _amounts_of_one(context, section, key) if len(extra) == 1 else []
    for token, atom in _pair_up(extra, [*lacking, *unsaid]):
        extra.remove(token)
        sure = coverage >= 0.5 or (len(counted) == 1 and not extra)
        certain = sure and not token.word and atom in lacking and atom.role is RULE
        lacking = [one for one in lacking if one is not atom]
        yield _differs(context, section, token, atom, Confidence.CERTAIN if certain else Confidence.LIKELY)
    # A number that another rule than those of this section explains may be the one that this section lacks.
    near = _nearest(weak[0], lacking) if len(weak) == 1 else []
    if not extra and len(near) == 1 and len(pairs := _pair_up(weak, near)) == 1:
        ((token, atom),) = pairs
        lacking = [one for one in lacking if one is not atom]
        yield _differs(context, section, token, atom, Confidence.LIKELY)
    for token in extra:
        yield _extra(context, section, token, coverage, len(counted))
    for atom in lacking:
        yield _missing(context, section, atom, coverage, certain=not extra)


def _in_encoded_range(tokens: list[Token], token: Token, bag: NumberSet) -> bool:
    """Whether a number stands in a row of three that the rules have as a range: 13, 14 and 15."""
    place = tokens.index(token)
    if token.kind != "number" or not 0 < place < len(tokens) - 1:
        return False
    around = {tokens[place - 1].values: tokens[place - 1], tokens[place + 1].values: tokens[place + 1]}
    wanted = {(token.value - 1,), (token.value + 1,)}
    return set(around) == wanted and all(bag.explains(one) for one in around.values())


def _nearest(token: Token, lacking: list[EncodedNumber]) -> list[EncodedNumber]:
    """The atom that a number is closest to, if it is close, and no other is as close."""
    apart = sorted((abs(atom.values[0] - token.values[0]), place) for place, atom in enumerate(lacking))
    if not apart or apart[0][0] > SLIP or (len(apart) > 1 and apart[1][0] == apart[0][0]):
        return []
    return [lacking[apart[0][1]]]


def _amounts_of_one(context: CrosscheckContext, section: BookSection, key: Key) -> list[EncodedNumber]:
    """Amounts of one: the text need not say them, but may have had another number in their place."""
    there = {value for token in context.tokens(section) if not token.word for value in token.values}
    ones = [atom for atom in context.encoded.amounts.get(key, []) if atom.values[0] == 1]
    return [atom for atom in ones if not atom.overruled and atom.values[0] not in there]


def _explaining_numbers(context: CrosscheckContext, section: BookSection, key: Key) -> NumberSet:
    """What may explain a number of a section: what is anchored around it, or where it refers to, and what that asks."""
    keys = tuple(context.related_rules(section))
    of = (context.book.numbering, key, keys)
    return context.each("numbers around", of, lambda: NumberSet(_of_sections(context.encoded, key, keys)))


def _of_sections(encoded: Encoded, key: Key, keys: Sequence[Key]) -> list[EncodedNumber]:
    """The numbers of some sections, and those that the declarations of one ask."""
    atoms = [atom for one in keys for atom in encoded.numbers.get(one, [])]
    owners = {atom.owner for atom in encoded.numbers.get(key, [])} | set(encoded.names.get(key, []))
    for owner in owners:
        atoms += encoded.by_owner.get(owner, [])
        for called in encoded.calls.get(owner, ()):
            atoms += encoded.by_owner.get(called, [])
    return atoms


def _missing_numbers(context: CrosscheckContext, key: Key) -> Iterator[EncodedNumber]:
    """The numbers of rules that no section they are anchored to says."""
    told: set[tuple[str, tuple[Fraction, ...]]] = set()
    for atom in context.encoded.numbers.get(key, []):
        if atom.role not in {RULE, LIMIT} or atom.overruled or (atom.kind, atom.values) in told:
            continue
        if atom.kind != "die" and all(value in PLAIN for value in atom.values):
            continue
        told.add((atom.kind, atom.values))
        if _primary_section(context, atom) != key:
            continue
        # Where dice are written out (`2d6`), a 6 beside them is no die.
        kinds = {"die"} if atom.kind == "die" and _is_written_out(context, key) else {*_KINDS, "counter"}
        if not any(_text_has_number(context, place, atom, kinds) for place in _innermost(context, atom)):
            yield atom


def _is_written_out(context: CrosscheckContext, key: Key) -> bool:
    section = context.book.by_key.get(key)
    return section is not None and any(token.kind == "die" for token in context.tokens(section))


def _primary_section(context: CrosscheckContext, atom: EncodedNumber) -> Key:
    """Of the sections of an atom the one it is missed in: the first, or one inside it."""
    keys = [context.book.numbering.key(section) for section in atom.sections]
    return max((key for key in keys if key[: len(keys[0])] == keys[0]), key=len)


def _innermost(context: CrosscheckContext, atom: EncodedNumber) -> list[Key]:
    """The sections of an atom without those that hold another of them."""
    keys = [context.book.numbering.key(section) for section in atom.sections]
    return [key for key in keys if not any(key != other and other[: len(key)] == key for other in keys)]


def _text_has_number(context: CrosscheckContext, here: Key, atom: EncodedNumber, kinds: set[str]) -> bool:
    """Whether the text of a section, or of one inside or around it, has a number, among tokens of some kinds."""
    for other in context.book.sections:
        there = context.book.numbering.key(other.id)
        if (there[: len(here)] == here or here[: len(there)] == there) and any(
            token.kind in kinds and _equals(token, atom) for token in context.tokens(other)
        ):
            return True
    return False


def _equals(token: Token, atom: EncodedNumber) -> bool:
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
        ratio = {a / b, b / a} if a and b else set()
        return any(value in token.values or a <= value <= b or value in ratio for value in wanted)
    if token.kind == "percent":
        return token.value in wanted or token.value / 100 in wanted or 1 - token.value / 100 in wanted
    return token.value in wanted or (token.kind == "number" and token.value - 1900 in wanted)


def _is_told_twice(context: CrosscheckContext, atom: EncodedNumber) -> bool:
    """Whether a bound is told again by its rule, and a section of the two says it: none was changed.

    What goes on until it is past 12 ends when it is 13, and the book says so where it says how long a game is.
    """
    own = context.encoded.by_owner.get(atom.owner, [])
    again = [one for one in own if one.values[0] in atom.near or atom.values[0] in one.near]
    said = [(place, one) for place in (atom, *again) for one in (atom, *again) if again]
    return any(_text_has_number(context, key, one, _KINDS) for at, one in said for key in _innermost(context, at))


def _pair_up(extra: list[Token], lacking: list[EncodedNumber]) -> list[tuple[Token, EncodedNumber]]:
    """Each number of the text that nothing explains, with one of the rules that the text does not say."""
    pairs = []
    free = list(lacking)
    for token in extra:
        alike = [atom for atom in free if _are_similar(token, atom)]
        if alike:
            best = min(alike, key=lambda atom: abs(atom.values[0] - token.values[0]))
            free.remove(best)
            pairs.append((token, best))
    return pairs


def _are_similar(token: Token, atom: EncodedNumber) -> bool:
    if "die" in {token.kind, atom.kind} or "pair" in {token.kind, atom.kind}:
        return token.kind == atom.kind
    if atom.values[0] == 1 and token.value > SLIP:
        return False
    if token.sign in {"+", "-"} and atom.role is LIMIT and not atom.amount:
        return False  # what is added or taken away is no limit
    if (
        _is_year(token.value) != _is_year(atom.values[0])
        or not 1 / SIZE <= _distance(token.value, atom.values[0]) <= SIZE
    ):
        return False
    return (token.kind == "part") == (atom.values[0].denominator > 1) or not token.word


def _is_year(value: Fraction) -> bool:
    return 1800 <= value < 2100


def _distance(one: Fraction, other: Fraction) -> Fraction:
    return (one or Fraction(1)) / (other or Fraction(1))


def _differs(
    context: CrosscheckContext, section: BookSection, token: Token, atom: EncodedNumber, confidence: Confidence
) -> CrosscheckFinding:
    passage = context.passage(section)
    own = written_number(atom.values, atom.kind)
    return context.finding(
        DIFFERS,
        confidence,
        section.id,
        token.text.strip(),
        say(
            "section {section} says `{text}`, and never `{own}`, which `{owner}` has",
            section=section.id,
            text=token.text.strip(),
            own=own,
            owner=atom.owner,
        ),
        passage.span(token.start, token.end),
        label=say("`{own}` in the rules", own=own),
        related=(Label(atom.span, say("`{own}` here", own=own)),),
        help=say("see which of the two is right: correct the text, or the rule, or write an `erratum`"),
        word=ChangedWord(new=token.text.strip(), expected=own),
    )


def _extra(
    context: CrosscheckContext, section: BookSection, token: Token, coverage: float, counted: int
) -> CrosscheckFinding:
    clear = coverage >= 0.75 and counted >= 3 and not token.word and not _seldom_encoded(context, section, token)
    return context.finding(
        NOT_ENCODED,
        Confidence.LIKELY if clear else Confidence.POSSIBLE,
        section.id,
        token.text.strip(),
        say(
            "section {section} says `{text}`, which no rule anchored to it has",
            section=section.id,
            text=token.text.strip(),
        ),
        context.passage(section).span(token.start, token.end),
        label=say("in no rule of this section"),
        help=say("see whether the number was changed, or whether this is not encoded yet"),
    )


def _seldom_encoded(context: CrosscheckContext, section: BookSection, token: Token) -> bool:
    """Whether a number is of a sort that rules seldom need: an ordinal, a year, a hex, an entry of an inventory."""
    if token.kind in {"ordinal", "part"} or token.value >= LARGE:
        return True
    text = context.passage(section).text
    start = text.rfind("\n", 0, token.start) + 1
    if text.rfind("(", start, token.start) > text.rfind(")", start, token.start):
        return True  # what stands in brackets says in another way what is said already
    line = text[start:].partition("\n")[0].strip()
    if not token.sign and context.words.definite.search(text[max(0, token.start - 20) : token.start]):
        return True
    return not token.sign and len(line.split()) < SENTENCE and not line.endswith((".", ";", ":"))


def _missing(
    context: CrosscheckContext, section: BookSection, atom: EncodedNumber, coverage: float, *, certain: bool
) -> CrosscheckFinding:
    own = written_number(atom.values, atom.kind)
    # A die is named once in a book, for all its rolls.
    one = all(context.book.numbering.related(place, section.id) for place in atom.sections)
    clear = coverage == 1.0 and certain and one and atom.kind != "die" and atom.role is RULE
    clear = clear and not _is_derived(context, section, atom)
    return context.finding(
        NOT_IN_TEXT,
        Confidence.LIKELY if clear else Confidence.POSSIBLE,
        section.id,
        own,
        say(
            "`{owner}` has `{own}`, which section {section} does not say", owner=atom.owner, own=own, section=section.id
        ),
        context.book.span_of(section),
        label=say("`{own}` is not in this section", own=own),
        related=(Label(atom.span, say("`{own}` here", own=own)),),
        help=say("see whether the number was lost or changed in the text, or the rule belongs to another section"),
    )


def _is_derived(context: CrosscheckContext, section: BookSection, atom: EncodedNumber) -> bool:
    """Whether a number is a step of a scale (3, 4, 5 and more), or one that the text says times another of its rule.

    Or one that is counted through (if one is enough one, if two are enough two), or that a rule beside it repeats.
    """
    own = context.encoded.by_owner.get(atom.owner, [])
    if _is_counted_off(own, atom) or _is_said_beside(context, section, atom):
        return True
    if atom.near and len({one.values for one in own if one.near}) >= STEPS:
        return True
    if any(atom.values[0] in one.near for one in own):
        return True  # a bound told twice: what goes on until it is past 12 ends when it is 13
    if atom in context.encoded.amounts.get(context.book.numbering.key(section.id), []) and atom.values[0] >= SUMMED:
        # What is added may be told by what it comes to.
        there = {value for token in context.tokens(section) for value in token.values}
        around = _explaining_numbers(context, section, context.book.numbering.key(section.id)).values
        if any(value - atom.values[0] in around for value in there):
            return True
    said_here = {token.value for token in context.tokens(section) if token.values}
    factors = {one.values[0] for one in own if one.kind == "number" and one.values[0] > 1}
    return atom.kind == "number" and any(atom.values[0] / factor in said_here - {1} for factor in factors)


def _is_counted_off(own: list[EncodedNumber], atom: EncodedNumber) -> bool:
    """Whether a rule names each number of a row from one on, more than once."""
    times = Counter(one.values[0] for one in own if one.kind == "number" and one.role in {RULE, LIMIT})
    row = 0
    while times[Fraction(row + 1)] > 1:
        row += 1
    return row >= STEPS and atom.values[0] <= row


def _is_said_beside(context: CrosscheckContext, section: BookSection, atom: EncodedNumber) -> bool:
    """Whether another rule of the chapter has the same number, not a small one, where the text says it."""
    if atom.values[0] < SUMMED:
        return False
    chapter = context.book.numbering.key(section.id)[:1]
    return any(
        key[:1] == chapter
        and (other.kind, other.values, other.role) == (atom.kind, atom.values, RULE)
        and other.owner != atom.owner
        and _text_has_number(context, key, other, _KINDS)
        for key, several in context.encoded.numbers.items()
        for other in several
    )


# --- signs ---------------------------------------------------------------------------------


def _signs(
    context: CrosscheckContext, section: BookSection, key: Key, tokens: list[Token]
) -> Iterator[CrosscheckFinding]:
    """Amounts that the rules add and the text takes away, or the other way round."""
    amounts = [atom for atom in context.encoded.amounts.get(key, []) if not atom.overruled]
    passage = context.passage(section)
    signed = [token for token in tokens if token.kind == "number" and token.sign]
    anywhere = [token for token in context.tokens(section) if token.kind == "number" and token.sign]
    for value in dict.fromkeys(atom.values for atom in amounts):
        ours = {atom.negative for atom in amounts if atom.values == value}
        theirs = [token for token in signed if token.values == value]
        if not theirs:
            continue
        if len(ours) != 1:
            yield from _swapped_signs(context, section, theirs, [atom for atom in amounts if atom.values == value])
            continue
        negative = ours.pop()
        wrong = [token for token in theirs if token.sign == ("+" if negative else "-")]
        lost = (
            [token for token in theirs if token.sign == "?" and _is_line_start(passage.text, token)] if negative else []
        )
        right = [token for token in anywhere if token.values == value and token not in wrong and token not in lost]
        same_value = [atom for atom in amounts if atom.values == value]
        same = {atom.span for atom in same_value}
        if len(right) >= len(same) or (wrong and len(right) + len(lost) >= len(same)):
            continue  # each of ours is said; what is left is another amount
        atom = same_value[0]
        own = ("-" if negative else "+") + written_number(value, "number")
        for token in wrong:
            sure = Confidence.LIKELY if right else Confidence.CERTAIN
            sure = sure if _is_meant(context, section, token, same_value) else Confidence.POSSIBLE
            yield _sign(context, section, token, atom, sure)
        for token in [] if right or wrong else lost:
            yield context.finding(
                SIGN,
                Confidence.LIKELY,
                section.id,
                f"?{token.text.strip()}",
                say(
                    "the minus of `{text}` in section {section} has become the dash of a list: `{owner}` has `{own}`",
                    text=token.text.strip(),
                    section=section.id,
                    owner=atom.owner,
                    own=own,
                ),
                passage.span(token.start, token.end),
                label=say("`{own}` in the rules", own=own),
                related=(Label(atom.span, say("`{own}` here", own=own)),),
                help=say(
                    "write `−{number}` without a blank, behind the mark of the list",
                    number=written_number(value, "number"),
                ),
                word=ChangedWord(new=token.text.strip(), expected=own),
            )


def _is_meant(context: CrosscheckContext, section: BookSection, token: Token, amounts: Sequence[EncodedNumber]) -> bool:
    """Whether a signed number may be one of some amounts: what is said of a modifier has words of its clause.

    One that is added in a formula counts a step more, as often as not.
    """
    text = context.passage(section).text
    start = max(text.rfind(mark, 0, token.start) for mark in _CLAUSES) + 1
    end = min((at for mark in _CLAUSES if (at := text.find(mark, token.end)) >= 0), default=len(text))
    clause = stems(text[start:end])
    for atom in amounts:
        about = " ".join(one.text for one in atom.about if one.language == context.book.language)
        if clause & stems(about) if about else (atom.amount == "modifier" or atom.values[0] not in PLAIN):
            return True
    return False


def _is_line_start(text: str, token: Token) -> bool:
    """Whether nothing but a dash stands before a number in its line."""
    return not text[text.rfind("\n", 0, token.start) + 1 : token.start].strip(" >•*-−–—‑")


def _sign(
    context: CrosscheckContext, section: BookSection, token: Token, atom: EncodedNumber, confidence: Confidence
) -> CrosscheckFinding:
    own = ("-" if atom.negative else "+") + written_number(atom.values, "number")
    return context.finding(
        SIGN,
        confidence,
        section.id,
        token.text.strip(),
        say(
            "section {section} says `{text}`, but `{owner}` has `{own}`",
            section=section.id,
            text=token.text.strip(),
            owner=atom.owner,
            own=own,
        ),
        context.passage(section).span(token.start, token.end),
        label=say("`{own}` in the rules", own=own),
        related=(Label(atom.span, say("`{own}` here", own=own)),),
        help=say("see which of the two is right: correct the text, or the rule, or write an `erratum`"),
        word=ChangedWord(new=token.text.strip(), expected=own),
    )


def _swapped_signs(
    context: CrosscheckContext, section: BookSection, tokens: list[Token], amounts: list[EncodedNumber]
) -> Iterator[CrosscheckFinding]:
    """Where both signs occur: the one whose words are those of a modifier with the other sign."""
    plus = sum(token.sign == "+" for token in tokens)
    if plus == sum(not atom.negative for atom in amounts) or any(token.sign == "?" for token in tokens):
        return
    text = context.passage(section).text
    language = context.book.language
    for token in tokens:
        end = text.find("\n", token.end)
        clause = re.split(r"[;.,]", text[token.end : end if end >= 0 else len(text)])[0]
        near = stems(clause)
        scored = [
            (len(near & stems(" ".join(one.text for one in atom.about if one.language == language))), atom)
            for atom in amounts
        ]
        best = max((score for score, _ in scored), default=0)
        meant = [atom for score, atom in scored if score == best]
        if best and all(atom.negative == (token.sign == "+") for atom in meant):
            yield _sign(context, section, token, meant[0], Confidence.LIKELY)
