"""The numbers of a section in two texts: each is looked for in the sentence that stands beside its own first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from regola_dsl.diagnostics import Code, Label
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding, Lacking
from regola_crosscheck.base.fingerprints import normalized_number
from regola_crosscheck.bilingual.beside import Beside, span_of_sentences
from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.bilingual.tables.lone import LoneTables
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import Token

NUMBER = Code("R772", "languages-number", "a number is another one in the other language")

# Words for these come and go in translation: "both", "the second", "one of".
_LOOSE = {"0", "1", "2"}


@dataclass(frozen=True, slots=True)
class SectionPair:
    """A section of two texts, and which of their sentences stand beside one another."""

    here: CrosscheckContext
    there: CrosscheckContext
    section: BookSection
    other: BookSection
    beside: Beside

    def ours(self, token: Token) -> Pair | None:
        """The sentences in which one of our numbers stands; None in a table."""
        return None if token.block == "row" else self.beside.ours(self.section, token.start)

    def theirs(self, token: Token) -> Pair | None:
        """The same of one of theirs."""
        return None if token.block == "row" else self.beside.theirs(self.other, token.start)

    def of_ours(self, tokens: Sequence[Token]) -> list[Token]:
        """Those of ours that stand in no sentence that they lost, which tells them all."""
        return [one for one in tokens if (home := self.ours(one)) is None or not home.is_lost]

    def of_theirs(self, tokens: Sequence[Token]) -> list[Token]:
        """Those of theirs that stand in no sentence that we lost."""
        return [one for one in tokens if (home := self.theirs(one)) is None or not home.is_lost]

    def span(self, token: Token) -> Span:
        """Where one of our numbers stands."""
        return self.here.passage(self.section).span(token.start, token.end)

    def span_there(self, token: Token) -> Span:
        """Where one of theirs stands."""
        return self.there.passage(self.other).span(token.start, token.end)

    def lacking(self, pair: Pair | None) -> Span:
        """Where of our text something of theirs is missing: the sentence beside, or the head of the section."""
        return span_of_sentences(pair, self.here.book.span_of(self.section), ours=True)

    def lacking_there(self, pair: Pair | None) -> Span:
        """Where of their text something of ours is missing."""
        return span_of_sentences(pair, self.there.book.span_of(self.other), ours=False)


def numbers(pair: SectionPair, lone: LoneTables | None) -> Iterator[CrosscheckFinding]:
    """Numbers that one text has more often than the other; those of tables only with `lone`.

    Args:
        pair: the section in both texts.
        lone: its tables, where they stand in one of the texts only; None where they are compared by themselves.
    """
    here, there, section = pair.here, pair.there, pair.section
    ours, theirs = (
        [
            token
            for token in tokens
            if token.kind not in {"reference", "code"} and (lone is not None or token.block != "row")
        ]
        for tokens in (here.tokens(section), there.tokens(pair.other))
    )
    mine, foreign = (
        surplus(ours, theirs, list(map(pair.ours, ours)), list(map(pair.theirs, theirs))),
        surplus(theirs, ours, list(map(pair.theirs, theirs)), list(map(pair.ours, ours))),
    )
    if lone is not None:
        yield from lone.told(mine, foreign)
    mine, foreign = pair.of_ours(mine), pair.of_theirs(foreign)
    for token in mine:
        home = pair.ours(token)
        spare, match = next(_instead(pair, token, foreign, theirs), (None, None))
        if spare is not None and match is not None:
            foreign.remove(spare)
            loose = (token.word and match.word) and {normalized_number(token), normalized_number(match)} <= _LOOSE
            yield _number(
                pair,
                token,
                say(
                    "section {section} says `{text}` here, and `{other}` in the other text ({language})",
                    section=section.id,
                    text=token.text.strip(),
                    other=match.text.strip(),
                    language=there.book.language,
                ),
                Confidence.LIKELY if loose or (token.word != match.word) else Confidence.CERTAIN,
                Label(pair.span_there(match), say("`{text}` here", text=match.text.strip())),
            )
        elif not _is_insignificant(token):
            yield _number(
                pair,
                token,
                say(
                    "section {section} says `{text}` here, not in the other text ({language})",
                    section=section.id,
                    text=token.text.strip(),
                    language=there.book.language,
                ),
                Confidence.POSSIBLE if token.word else Confidence.LIKELY,
                Label(pair.lacking_there(home), say("not in this section")),
                "there",
            )
    for token in foreign:
        if _is_insignificant(token):
            continue
        yield here.finding(
            NUMBER,
            Confidence.POSSIBLE if token.word else Confidence.LIKELY,
            section.id,
            f"+{normalized_number(token)}",
            say(
                "section {section} says `{text}` in the other text ({language}), and not here",
                section=section.id,
                text=token.text.strip(),
                language=there.book.language,
            ),
            pair.lacking(pair.theirs(token)),
            label=say("no `{text}` here", text=token.text.strip()),
            related=(Label(pair.span_there(token), say("only here")),),
            help=say("see whether it was lost or changed here"),
            lacking="here",
        )


def _number(
    pair: SectionPair, token: Token, message: str, confidence: Confidence, label: Label, lacking: Lacking = ""
) -> CrosscheckFinding:
    return pair.here.finding(
        NUMBER,
        confidence,
        pair.section.id,
        normalized_number(token),
        message,
        pair.span(token),
        label=say("here"),
        related=(label,),
        help=say("see which of the two is right"),
        lacking=lacking,
    )


def _meet(mine: Pair | None, other: Pair | None) -> bool:
    """Whether one may stand for the other: in sentences beside one another, or where none stands beside one of them."""
    if mine is None or other is None or mine is other:
        return True
    return not mine.theirs or not other.ours


def surplus(
    ours: Sequence[Token], theirs: Sequence[Token], mine: Sequence[Pair | None], other: Sequence[Pair | None]
) -> list[Token]:
    """The tokens that one side has more often: those that the sentence beside theirs lacks; else where the rows part.

    The rows are aligned by their longest common blocks (J. W. Ratcliff and D. E. Metzener, Pattern matching: the
    gestalt approach, 1988), as `difflib` does it.

    Args:
        ours: the tokens of a section.
        theirs: those of the same section in the other text.
        mine: the sentences in which each of ours stands.
        other: the same of theirs.
    """
    left, right = [normalized_number(token) for token in ours], [normalized_number(token) for token in theirs]
    parts = Counter(normalized_number(token) for token in theirs if token.kind == "part")
    spare = Counter(left) - Counter(right)
    for value, times in parts.items():  # half, halved: how often it is said makes no difference
        if times:
            spare.pop(value, None)
    if not spare:
        return []
    in_pairs = Counter((value, id(pair)) for value, pair in zip(left, mine, strict=True))
    in_pairs -= Counter((value, id(pair)) for value, pair in zip(right, other, strict=True))
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    apart = {place for tag, a, b, _, _ in matcher.get_opcodes() if tag != "equal" for place in range(a, b)}
    order = sorted(range(len(ours)), key=lambda place: (place not in apart, place))
    found: set[int] = set()
    for place in order:
        lacked = left[place], id(mine[place])
        if spare[left[place]] > 0 and in_pairs[lacked] > 0:
            spare[left[place]] -= 1
            in_pairs[lacked] -= 1
            found.add(place)
    for place in order:
        if spare[left[place]] > 0 and place not in found:
            spare[left[place]] -= 1
            found.add(place)
    return [ours[place] for place in sorted(found)]


def _instead(
    pair: SectionPair, token: Token, foreign: Sequence[Token], theirs: Sequence[Token]
) -> Iterator[tuple[Token, Token]]:
    """What stands for a number of ours that theirs lack: what they have too much, and which of its kind that is.

    Of several that say the same in one sentence it is not known which one is too much: *two spaces … twice*.
    """
    near = [one for one in foreign if _meet(pair.ours(token), pair.theirs(one))]
    yield from ((one, one) for one in near if _are_similar(token, one))
    for one in near:
        value, home = normalized_number(one), pair.theirs(one)
        twins = (other for other in theirs if normalized_number(other) == value and pair.theirs(other) is home)
        yield from ((one, other) for other in twins if home is not None and _are_similar(token, other))


def _is_insignificant(token: Token) -> bool:
    """Whether a number alone says little: an article, a pair of players."""
    return token.word and normalized_number(token) in _LOOSE


def _are_similar(one: Token, other: Token) -> bool:
    plain = {"number", "ordinal"}
    return one.kind == other.kind or {one.kind, other.kind} <= plain
