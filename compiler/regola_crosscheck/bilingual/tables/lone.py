"""Tables that one of two texts has alone: what they hold is told as one table, not number by number."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Label
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.tables.rows import TABLE, span_of_row
from regola_crosscheck.book.tables import Grid
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import Token

# So many numbers of a table that the other text has nowhere are a table that it has not.
SEVERAL = 2


@dataclass(frozen=True, slots=True)
class LoneTables:
    """The tables of a section in two texts, where one of them has none."""

    here: CrosscheckContext
    there: CrosscheckContext
    section: BookSection
    other: BookSection

    def told(self, mine: list[Token], foreign: list[Token]) -> Iterator[CrosscheckFinding]:
        """The tables that stand in one text only; their numbers are taken out of what one of the two has alone.

        Args:
            mine: the numbers that we have alone.
            foreign: those that they have alone.
        """
        code = self.there.book.language
        for grid, inside in _of_grids(self.here, self.section, mine):
            _take_out(mine, inside)
            yield self.here.finding(
                TABLE,
                Confidence.LIKELY,
                self.section.id,
                f"-{code}",
                say(
                    "a table of section {section} is not in the other text ({code})", section=self.section.id, code=code
                ),
                _span(self.here, grid),
                label=say("only here"),
                related=(Label(self.there.book.span_of(self.other), say("not in this section")),),
                help=say("see whether it was added here, or left out there"),
                lacking="there",
            )
        for grid, inside in _of_grids(self.there, self.other, foreign):
            _take_out(foreign, inside)
            yield self.here.finding(
                TABLE,
                Confidence.LIKELY,
                self.section.id,
                f"+{code}",
                say(
                    "a table of section {section} of the other text ({code}) is missing here",
                    section=self.section.id,
                    code=code,
                ),
                self.here.book.span_of(self.section),
                label=say("one is missing in this section"),
                related=(Label(_span(self.there, grid), say("only here")),),
                help=say("see whether it was added there, or left out here"),
                lacking="here",
            )


def _of_grids(context: CrosscheckContext, section: BookSection, alone: list[Token]) -> list[tuple[Grid, list[Token]]]:
    """The tables of a section that have several of some numbers, with these."""
    passage = context.passage(section)
    lines = [(passage.place(token.start)[0], token) for token in alone if token.block == "row"]
    found = []
    for grid, _ in context.grids if lines else ():
        inside = [token for line, token in lines if grid.first_line <= line <= grid.last_line]
        if len(inside) >= SEVERAL:
            found.append((grid, inside))
    return found


def _take_out(tokens: list[Token], some: list[Token]) -> None:
    tokens[:] = [one for one in tokens if not any(one is other for other in some)]


def _span(context: CrosscheckContext, grid: Grid) -> Span:
    """The first row of a table that has words or numbers."""
    return span_of_row(context, grid.header or grid.rows[0])
