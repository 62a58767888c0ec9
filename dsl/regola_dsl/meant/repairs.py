"""How a line that cannot be read is put right: proposals, each tried by reading on (Burke, Fisher 1987).

A proposal is the line as it would have to stand. It counts if the declaration can then be read to its end, or else
beyond that line, so nothing is proposed that would be the next mistake; if it loses nothing of what was written
(`keeps.py`); and, where the other declarations are at hand, if the declaration then goes with them. One that would be
wrong in the very words it proposes is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.lexer import CONTINUES
from regola_dsl.meant.game import as_places, as_printed, in_braces
from regola_dsl.meant.keeps import Misfit, in_digits, in_small, keeps, names_unknown, unquoted
from regola_dsl.meant.own.fitted import called_as_read, misfits, of_its_inputs
from regola_dsl.meant.proposals import proposals
from regola_dsl.meant.remembered import Remembered
from regola_dsl.meant.search.nearby import guesses, nearby
from regola_dsl.meant.search.order import grown_together, in_one, moved, once
from regola_dsl.meant.search.tokens import Patience, TooManyWays, by_the_grammar
from regola_dsl.meant.search.types import with_a_type
from regola_dsl.meant.stuck import (
    A_WORD,
    TO_ITS_END,
    WIDEST,
    Repair,
    Stuck,
    begun,
    changed,
    how_far,
    indent_of,
    plain,
    read_with,
    stops_at,
)
from regola_dsl.parsing.words import keywords
from regola_dsl.records import dataclass

# How much text is read for all proposals to one mistake together, and how often what the grammar would take is: of the
# mistakes in `tests/data/slips` none needs half as much.
PATIENCE, GRAMMAR, NEARBY = 200_000, 250, 400
_REPAIRED: Remembered[Repair | None] = Remembered(1_000)
# How many more things are put right in a line once one is, and in how many ways that is tried.
_STEPS = 2
_WAYS = 4
# How many words of the language may fit in a place, to be tried which of them goes with the others.
_GUESSES = 12
# Of so many that fit in a place all are told.
_FEW = 3
# A text of a language that ends at a quotation mark within it: what follows are no words of the line.
_CUT_TEXT = re.compile(r'(?:^| )[a-z]{2,3} +"[^"]*"\w')
_LISTED = frozenset({"enum", "scale"})
_ARITHMETIC = frozenset("+-*/")
# What some sign of a declaration stands in, or begins a remark elsewhere; a line without any is prose.
_DECLARES = re.compile(r'[@(:|"=]|^(?://|/\*|--|%)')


def repair(stuck: Stuck) -> Repair | None:
    """The surest proposal that can be read and loses nothing; None if there is none.

    Where no proposal alone is enough, what it leads to is put right in its turn.
    """
    if len(stuck.text) > WIDEST or (stuck.column == 1 and _is_prose(stuck)):
        return None
    here, first = _of_line_0(stuck), stuck.lines[0][0]
    search = _Search(_within(PATIENCE, here))
    if here.known is not None and not here.known.key:
        found = search.found(here, _STEPS)
    else:
        found = _REPAIRED.get(here.key, lambda: search.found(here, _STEPS))
    found = found and _at_the_end_above(here, of_its_inputs(here, called_as_read(here, found)))
    return found and replace(found, line=found.line + first)


def _at_the_end_above(stuck: Stuck, found: Repair) -> Repair:
    """A repair that puts a comma before a line, with the comma where it was left out: at the end of the line above."""
    above = next(((number, text.rstrip()) for number, text in reversed(stuck.lines) if number < found.line), None)
    if found.written != "," or found.met or above is None or not found.text.lstrip().startswith(","):
        return found
    number, text = above
    return replace(found, line=number, column=len(text) + 1, text=f"{text},")


def in_order(stuck: Stuck) -> Repair | None:
    """The line with its own words in another order, or with each once, where that can be read and goes with the others.

    So sure that it is told before what is usually meant by such a line.
    """
    if stuck.known is None or stuck.known.misfits is None or stuck.start != "start" or len(stuck.text) > WIDEST:
        return None
    here, first = _of_line_0(stuck), stuck.lines[0][0]
    patience = Patience(min(NEARBY, _within(PATIENCE, here.alone)))
    with suppress(TooManyWays):
        made = (changed(here, text) for text in (*once(here.text), *grown_together(here), *moved(here.text)))
        for proposal in _that_read(here, made, patience):
            if misfits(here, proposal) == ():
                return replace(proposal, line=proposal.line + first)
    return None


def that_fit(stuck: Stuck, made: Iterable[Repair]) -> list[Repair]:
    """Those of some proposals that can be read and go with the others; none where those are not at hand.

    Nor are there any where more would have to be read than anybody waits for.
    """
    if stuck.known is None or stuck.known.misfits is None or stuck.start != "start" or len(stuck.text) > WIDEST:
        return []
    here, first = _of_line_0(stuck), stuck.lines[0][0]
    moved = (replace(one, line=one.line - first) for one in made)
    with suppress(TooManyWays):
        read = _that_read(here, moved, Patience(min(NEARBY, _within(PATIENCE, here.alone))))
        return [replace(one, line=one.line + first) for one in read if misfits(here, one) == ()]
    return []


def fits_so(made: Stuck) -> bool:
    """Whether a declaration with other lines goes with the others, as far as that is known."""
    if made.known is None or made.known.misfits is None:
        return True
    return made.known.misfits("\n".join(text for _, text in made.lines)) == ()


def _of_line_0(stuck: Stuck) -> Stuck:
    """The same of a declaration that begins on the line 0: wherever it stands, it is told the same."""
    first = stuck.lines[0][0]
    lines = tuple((number - first, text) for number, text in stuck.lines)
    return replace(stuck, lines=lines, line=stuck.line - first)


def _within(patience: int, stuck: Stuck) -> int:
    """How often a declaration is read until so much text is."""
    return max(patience // (sum(len(text) for _, text in stuck.lines) + 1), 4)


def _is_prose(stuck: Stuck) -> bool:
    """Whether neither the line nor what is indented below it declares anything."""
    below = stuck.following if indent_of(stuck.following) > indent_of(stuck.text) else ""
    return _DECLARES.search(stuck.text) is None and _DECLARES.search(below.strip()) is None


@dataclass(slots=True)
class _Search:
    """A search for a proposal; `left` is how many are still read."""

    left: int

    def found(self, stuck: Stuck, more: int) -> Repair | None:
        """The proposal for a place, if there is one."""
        strange: list[Repair] = []
        unfit: list[tuple[int, Repair]] = []
        beyond: list[Repair] = []
        further: list[tuple[Repair, Stuck]] = []
        for place, proposal in self._all(stuck):
            read = how_far(place, proposal.text, stuck.line)
            if (read or (more and proposal.sure)) and not _loses_nothing(place, proposal):
                continue
            wrong = misfits(place, proposal) if read == TO_ITS_END else None
            if stuck.kind in _LISTED and wrong and _is_a_new_value(proposal, wrong):
                return proposal
            tried = (
                wrong is not None or not proposal.written.isalpha() or place.known is None or not place.known.misfits
            )
            fits = wrong is None and read == TO_ITS_END and not self._is_strange(place, proposal.text)
            if wrong == () or (fits and (tried or proposal.sure)):
                return proposal
            if wrong and (called := called_as_read(place, proposal, wrong)) is not proposal:
                return called
            if wrong:
                printed = as_printed(proposal.written, place.known)
                itself = _is_wrong_itself(place, proposal, wrong) or (
                    not proposal.sure and _is_put_in(place, proposal, wrong)
                )
                unfit += [(len(wrong), proposal)] if printed or not itself else []
            elif read:
                (strange if read == TO_ITS_END else beyond).append(proposal)
            elif more and proposal.sure and (there := stops_at(place, proposal.text)) and _is_further(place, there):
                further.append((proposal, there))
        if more == _STEPS and (found := self._by_the_grammar(stuck)) is not None:
            return found
        if more == _STEPS and (found := self._with_a_type(stuck)) is not None:
            return found
        near = self._nearby(stuck) if more == _STEPS else None
        if near is not None and not near.guess:
            return near
        ahead = self._ahead(stuck, further, more)
        if near is not None and (ahead is None or misfits(stuck, ahead) != ()):
            return near
        if (unfit or strange or beyond) and (ahead is None or misfits(stuck, ahead) != ()):
            return _best(unfit, strange, beyond)
        return ahead

    def _ahead(self, stuck: Stuck, further: list[tuple[Repair, Stuck]], more: int) -> Repair | None:
        """What is sure and reads further, with what puts right the rest of its line; None where nothing does."""
        for first, there in sorted(further, key=lambda one: len(one[1].text) - one[1].column)[:_WAYS]:
            found = self.found(there, more - 1)
            if found is not None and found.line == stuck.line and _loses_nothing(stuck, found):
                again = (first.met, first.written) == (found.met, found.written)
                return replace(first, text=found.text) if again else changed(stuck, found.text)
        return None

    def _all(self, stuck: Stuck) -> Iterator[tuple[Stuck, Repair]]:
        """The proposals for a place, as long as there is patience."""
        for place in stuck.places():
            for proposal in self._once(place, {place.text.rstrip()}):
                self.left -= 1
                if self.left < 0:
                    return
                yield place, proposal

    @staticmethod
    def _by_the_grammar(stuck: Stuck) -> Repair | None:
        """What fits of all that the grammar would take, with the least given up.

        None where nothing does, or two do; or where there are so many ways that nobody would find the one meant.
        """
        patience = Patience(min(GRAMMAR, _within(PATIENCE, stuck)))
        with suppress(TooManyWays):
            for place in stuck.places():
                alone = place.alone
                found: list[tuple[int, Repair]] = []
                for cost, proposal in by_the_grammar(alone, patience):
                    if found and cost > found[0][0]:
                        break
                    if (
                        how_far(alone, proposal.text, place.line) == TO_ITS_END
                        and _loses_nothing(place, proposal)
                        and how_far(place, proposal.text, place.line) == TO_ITS_END
                        and misfits(place, proposal) == ()
                    ):
                        found.append((cost, proposal))
                if found:
                    return found[0][1] if len(found) == 1 else None
        return None

    @staticmethod
    def _with_a_type(stuck: Stuck) -> Repair | None:
        """The line with the type that is missing, or the few that it may be; None where none is, or it may be any."""
        if stuck.known is None or stuck.known.misfits is None or stuck.start != "start":
            return None
        with suppress(TooManyWays):
            typed = _that_read(stuck, with_a_type(stuck), Patience(min(NEARBY, _within(PATIENCE, stuck.alone))))
            fitting = [one for one in typed if misfits(stuck, one) == ()]
            found = _one_of(fitting) if fitting else None
            return found and replace(found, guess=False)
        return None

    @staticmethod
    def _nearby(stuck: Stuck) -> Repair | None:
        """The likeliest line with one change that goes with the others; else the only one with another word."""
        if stuck.known is None or stuck.known.misfits is None or stuck.start != "start":
            return None
        patience = Patience(min(NEARBY, _within(PATIENCE, stuck.alone)))
        with suppress(TooManyWays):
            for place in stuck.places():
                for proposal in _that_read(place, nearby(place), patience):
                    if misfits(place, proposal) == ():
                        return proposal
        patience = Patience(min(NEARBY, _within(2 * PATIENCE, stuck.alone)))
        with suppress(TooManyWays):
            head = replace(stuck, line=stuck.lines[0][0], column=1, end_column=2)
            for place in (*stuck.places(), *([head] if stuck.line != head.line else [])):
                words = list(islice(_that_read(place, guesses(place), patience), _GUESSES + 1))
                fitting = [one for one in words if misfits(place, one) == ()] if len(words) <= _GUESSES else []
                if fitting:
                    return _one_of(fitting)
        return None

    def _once(self, stuck: Stuck, tried: set[str]) -> Iterator[Repair]:
        """The proposals for a place, none twice, with digits for words."""
        for made in proposals(stuck):
            plain = unquoted(in_digits(in_small(made.text), stuck.others, stuck.known), stuck.known)
            plain = as_places(in_braces(plain, stuck.known), stuck)
            proposal = made if plain == made.text else replace(changed(stuck, plain), sure=made.sure)
            strange = _ASKS_NOTHING.search(proposal.text) or _puts_before(stuck.text, proposal.text)
            if proposal.text not in tried and not strange:
                tried.add(proposal.text)
                yield proposal

    @staticmethod
    def _is_strange(stuck: Stuck, text: str) -> bool:
        return stuck.known is not None and names_unknown(stuck.text, text, stuck.others, stuck.known)


# A condition that has an article in it and nothing else, which would be read as a name.
_ASKS_NOTHING = re.compile(r"\b(?:when|unless|where) (?:the|an)(?= *$| *@)")


def _puts_before(text: str, made: str) -> bool:
    """Whether a line that goes on from the one above is made one of its own by a word before it."""
    first = begun(plain(text))
    return first in CONTINUES and begun(plain(made)) != first and made.rstrip().endswith(text.strip())


def _that_read(stuck: Stuck, made: Iterable[Repair], patience: Patience) -> Iterator[Repair]:
    """Those of some proposals that read to the end, and lose nothing; none for a line whose text is cut.

    Raises:
        TooManyWays: where more are read than there is patience for.
    """
    if _CUT_TEXT.search(stuck.text):
        return
    alone = stuck.alone if stuck.line != stuck.lines[0][0] else stuck
    for proposal in made:
        patience.spend()
        if (
            how_far(alone, proposal.text, stuck.line) == TO_ITS_END
            and _loses_nothing(stuck, proposal)
            and how_far(stuck, proposal.text, stuck.line) == TO_ITS_END
        ):
            yield proposal


def _one_of(fitting: Sequence[Repair]) -> Repair | None:
    """What fits, as one proposal: of a few words that fit in one place all are told, of more none.

    The first is the one that the line has already: what is joined by `and` is joined by `and` once more.
    """
    beside = set(A_WORD.findall(fitting[0].text[: fitting[0].column - 1]))
    first, *others = sorted(fitting, key=lambda one: one.written not in beside)
    alike = all((one.line, one.column, one.met) == (first.line, first.column, first.met) for one in others)
    return (
        replace(first, others=tuple(one.written for one in others), guess=True)
        if alike and len(others) < _FEW
        else None
    )


def _best(unfit: list[tuple[int, Repair]], strange: list[Repair], beyond: list[Repair]) -> Repair | None:
    """Of proposals that do not go with the other declarations the one with which least is wrong; else the first."""
    least = min(unfit, key=lambda one: one[0], default=None)
    return least[1] if least else next(iter((*strange, *beyond)), None)


def _is_a_new_value(proposal: Repair, wrong: Iterable[Misfit]) -> bool:
    """Whether words become one value of a list, and nothing is wrong with that but that others call it otherwise."""
    return proposal.written == proposal.met.replace(" ", "_") != proposal.met and all(one.line < 0 for one in wrong)


def _is_wrong_itself(stuck: Stuck, proposal: Repair, wrong: Iterable[Misfit]) -> bool:
    """Whether something is wrong in what a proposal writes, and no more; of a sign, in the words that it joins, too.

    A word that stood there before is a slip of its own.
    """
    begin, end = proposal.column, proposal.column + len(proposal.written)
    if proposal.written in _ARITHMETIC:
        return False
    joins = not (proposal.written[:1].isalnum() and proposal.written[-1:].isalnum())
    if not proposal.written[:1].isalnum():
        begin = len(proposal.text[: begin - 1].rstrip().rpartition(" ")[0]) + 1
    if not proposal.written[-1:].isalnum():
        end += len(proposal.text[end - 1 :].lstrip().partition(" ")[0]) + 1
    return any(
        one.line == stuck.line
        and begin - 1 <= one.column
        and one.end_column <= end + 1
        and (joins or proposal.text[one.column - 1 : one.end_column - 1] not in stuck.text)
        for one in wrong
    )


def _is_put_in(stuck: Stuck, proposal: Repair, wrong: Iterable[Misfit]) -> bool:
    """Whether a word of the language is put into a line, or in place of a name, and the line is wrong all the same."""
    name = not proposal.met or (stuck.known is not None and proposal.met in stuck.known.named)
    return name and proposal.written in keywords() and any(one.line == stuck.line for one in wrong)


def _loses_nothing(stuck: Stuck, proposal: Repair) -> bool:
    if keeps(stuck.text, proposal.text, stuck.others, stuck.known):
        return True
    # What stands twice is still there where it stands once, and so is each letter where words are apart, or together.
    longer = len(proposal.text) - len(stuck.text.rstrip())
    if longer < 0:
        return proposal.text in once(stuck.text)
    return longer <= 1 and (proposal.text in grown_together(stuck) or (not longer and proposal.text in in_one(stuck)))


def _is_further(stuck: Stuck, there: Stuck) -> bool:
    """Whether less is left to be read of a line than before, or at least all its signs are signs of the language."""
    strange = isinstance(read_with(stuck, stuck.text)[1], Diagnostic)
    if strange and not isinstance(read_with(there, there.text)[1], Diagnostic):
        return True
    return there.column >= stuck.column or len(there.text) - there.column <= len(stuck.text) - stuck.column
