"""The references of a section in two texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Code, Label
from regola_dsl.wording import say

from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.numbers import SectionPair
from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.book.tokens import Token

REFERENCE = Code("R774", "languages-reference", "a reference is another one in the other language")


def references(pair: SectionPair) -> Iterator[CrosscheckFinding]:
    """The references that one text has more often than the other."""
    here, there, section = pair.here, pair.there, pair.section
    ours = [token for token in here.tokens(section) if token.kind == "reference"]
    theirs = [token for token in there.tokens(pair.other) if token.kind == "reference"]
    mine = _surplus(ours, theirs, list(map(pair.ours, ours)), list(map(pair.theirs, theirs)))
    foreign = _surplus(theirs, ours, list(map(pair.theirs, theirs)), list(map(pair.ours, ours)))
    mine, foreign = pair.of_ours(mine), pair.of_theirs(foreign)
    for token in mine:
        wanted, home = token.text.strip(), pair.ours(token)
        match = min(foreign, key=lambda one: pair.theirs(one) is not home, default=None)
        if match is not None:
            foreign.remove(match)
        yield here.finding(
            REFERENCE,
            Confidence.CERTAIN if match else Confidence.LIKELY,
            section.id,
            wanted,
            say(
                "section {section} refers to {wanted} here, and to `{other}` in the other text ({language})",
                section=section.id,
                wanted=wanted,
                other=match.text.strip(),
                language=there.book.language,
            )
            if match
            else say(
                "section {section} refers to {wanted} here, and to nothing of the kind in the other text ({language})",
                section=section.id,
                wanted=wanted,
                language=there.book.language,
            ),
            pair.span(token),
            label=say("here"),
            related=(
                Label(pair.span_there(match), say("here"))
                if match
                else Label(pair.lacking_there(home), say("not in this section")),
            ),
            help=say("see which of the two is right"),
            lacking="" if match else "there",
        )
    for token in foreign:
        wanted = token.text.strip()
        yield here.finding(
            REFERENCE,
            Confidence.LIKELY,
            section.id,
            f"+{wanted}",
            say(
                "section {section} of the other text ({language}) refers to {wanted}, this one does not",
                section=section.id,
                language=there.book.language,
                wanted=wanted,
            ),
            pair.lacking(pair.theirs(token)),
            label=say("no reference to {wanted}", wanted=wanted),
            related=(Label(pair.span_there(token), say("only here")),),
            help=say("see whether it was lost here"),
            lacking="here",
        )


def _surplus(
    ours: Sequence[Token], theirs: Sequence[Token], mine: Sequence[Pair | None], other: Sequence[Pair | None]
) -> list[Token]:
    """The references that one side has more often, those first that the sentence beside theirs lacks."""
    spare = Counter(one.text.strip() for one in ours) - Counter(one.text.strip() for one in theirs)
    beside = {(one.text.strip(), id(pair)) for one, pair in zip(theirs, other, strict=True)}
    found = []
    order = sorted(range(len(ours)), key=lambda at: ((ours[at].text.strip(), id(mine[at])) in beside, at))
    for at in order:
        if spare[ours[at].text.strip()] > 0:
            spare[ours[at].text.strip()] -= 1
            found.append(at)
    return [ours[at] for at in sorted(found)]
