"""How a line that cannot be read is put right: proposals, each tried by reading on (Burke, Fisher 1987).

A proposal is the line as it would have to stand. It counts if the declaration can then be read to its end, or else
beyond that line, so nothing is proposed that would be the next mistake; and if it loses nothing of what was written
(`keeps.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant.keeps import in_digits, in_small, keeps, names_unknown, unquoted
from regola_dsl.meant.proposals import proposals
from regola_dsl.meant.stuck import TO_ITS_END, Repair, Stuck, changed, how_far, read_with, stops_at
from regola_dsl.meant.values import as_places, in_braces

# How much text is read for all proposals to one mistake together.
_PATIENCE = 200_000
# How many more things are put right in a line once one is, and in how many ways that is tried.
_STEPS = 2
_WAYS = 4
# A line that is longer is not one that somebody has typed: its patterns are not looked for.
WIDEST = 1_000
# What some sign of a declaration stands in, or begins a remark elsewhere; a line without any is prose.
_DECLARES = re.compile(r'[@(:|"=]|^(?://|/\*|--|%)')


def repair(stuck: Stuck) -> Repair | None:
    """The surest proposal that can be read and loses nothing; None if there is none.

    Where no proposal alone is enough, what it leads to is put right in its turn.
    """
    if len(stuck.text) > WIDEST or (stuck.column == 1 and not _DECLARES.search(stuck.text)):
        return None
    first = stuck.lines[0][0]
    lines = tuple((number - first, text) for number, text in stuck.lines)
    found = _repaired(replace(stuck, lines=lines, line=stuck.line - first))
    return found and replace(found, line=found.line + first)


@lru_cache(maxsize=1_000)
def _repaired(stuck: Stuck) -> Repair | None:
    """The same of a declaration that begins on the line 0: wherever it stands, it is told the same."""
    return _Search(max(_PATIENCE // (sum(len(text) for _, text in stuck.lines) + 1), 4)).found(stuck, _STEPS)


@dataclass(slots=True)
class _Search:
    """A search for a proposal; `left` is how many are still read."""

    left: int

    def found(self, stuck: Stuck, more: int) -> Repair | None:
        """The proposal for a place, if there is one."""
        strange: list[Repair] = []
        beyond: list[Repair] = []
        further: list[tuple[Repair, Stuck]] = []
        for place in stuck.places():
            tried = {place.text.rstrip()}
            for proposal in self._once(place, tried):
                self.left -= 1
                if self.left < 0:
                    return next(iter((*strange, *beyond)), None)
                read = how_far(place, proposal.text, stuck.line)
                if (read or (more and proposal.sure)) and not _loses_nothing(place, proposal):
                    continue
                if read == TO_ITS_END and not self._is_strange(place, proposal.text):
                    return proposal
                if read:
                    (strange if read == TO_ITS_END else beyond).append(proposal)
                elif more and proposal.sure and (there := stops_at(place, proposal.text)) and _is_further(place, there):
                    further.append((proposal, there))
        if strange or beyond:
            return (*strange, *beyond)[0]
        for first, there in sorted(further, key=lambda one: len(one[1].text) - one[1].column)[:_WAYS]:
            found = self.found(there, more - 1)
            if found is not None and found.line == stuck.line and _loses_nothing(stuck, found):
                again = (first.met, first.written) == (found.met, found.written)
                return replace(first, text=found.text) if again else changed(stuck, found.text)
        return None

    def _once(self, stuck: Stuck, tried: set[str]) -> Iterator[Repair]:
        """The proposals for a place, none twice, with digits for words."""
        for made in proposals(stuck):
            plain = unquoted(in_digits(in_small(made.text), stuck.others, stuck.known), stuck.known)
            plain = as_places(in_braces(plain, stuck.known), stuck)
            proposal = made if plain == made.text else replace(changed(stuck, plain), sure=made.sure)
            if proposal.text not in tried:
                tried.add(proposal.text)
                yield proposal

    @staticmethod
    def _is_strange(stuck: Stuck, text: str) -> bool:
        return stuck.known is not None and names_unknown(stuck.text, text, stuck.others, stuck.known)


def _loses_nothing(stuck: Stuck, proposal: Repair) -> bool:
    return keeps(stuck.text, proposal.text, stuck.others, stuck.known)


def _is_further(stuck: Stuck, there: Stuck) -> bool:
    """Whether less is left to be read of a line than before, or at least all its signs are signs of the language."""
    strange = isinstance(read_with(stuck, stuck.text)[1], Diagnostic)
    if strange and not isinstance(read_with(there, there.text)[1], Diagnostic):
        return True
    return there.column >= stuck.column or len(there.text) - there.column <= len(stuck.text) - stuck.column
