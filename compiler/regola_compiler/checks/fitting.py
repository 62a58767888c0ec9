"""Whether a declaration that cannot be read would go with all others, as it is proposed to be written.

A line that can be read again may still name what there is not, or compare what cannot be compared. So a proposal is
tried: the declaration is read as it would stand, and the whole game resolved with it in its place. What is then wrong
and was not before comes of the proposal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from regola_dsl.declarations import WORDS, Block
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.meant.keeps import Misfit
from regola_dsl.parser import parse_block
from regola_dsl.tree import Declaration

from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game
from regola_compiler.resolve.program import resolve_program
from regola_compiler.resolve.scope import Steps

# How many proposals are tried in one check: each resolves the game once more, in the time of a keystroke.
_MOST = 24


class Fitting:
    """The game that a declaration is to go with.

    Args:
        nodes: The trees of all declarations that can be read.
        game: The game: it names what its maps and counters are called.
        lost: The words of all that cannot be read.
        steps: Takes the steps of resolving, if they are kept from one time to the next.
        found: What is told of it as it is.
    """

    def __init__(
        self,
        nodes: Sequence[Declaration],
        game: Game,
        lost: frozenset[str],
        steps: Steps | None = None,
        found: Iterable[Diagnostic] = (),
    ) -> None:
        self._nodes = nodes
        self._named = individuals(game.components)
        self._lost = lost
        self._steps = steps
        self._before = _told(found)
        self._left = _MOST

    def misfits(self, path: str, was: Block, text: str, unread: Iterable[str]) -> tuple[Misfit, ...] | None:
        """What would be wrong with a declaration, in it and elsewhere; None if nothing is known of it.

        Args:
            path: Its file.
            was: The declaration as it stands.
            text: The declaration as it would stand.
            unread: The other declarations that cannot be read.
        """
        if self._left <= 0:
            return None
        self._left -= 1
        read = parse_block(replace(was, text=text), path)
        if read.declaration is None:
            return None
        lost = (self._lost - {*WORDS.findall(was.text)}).union(*(WORDS.findall(other) for other in unread))
        found = resolve_program([*self._nodes, read.declaration], lost, self._steps, self._named)[1]
        new = _told([*read.diagnostics, *found]) - self._before
        return tuple(
            Misfit(one.span.line - was.line, one.span.column, one.span.end_column)
            if one.span.path == path and was.line <= one.span.line <= was.end
            else Misfit()
            for one in (*read.diagnostics, *found)
            if new[_key(one)]
        )


def _told(found: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter(_key(one) for one in found if one.weight is Severity.ERROR)


def _key(found: Diagnostic) -> tuple[str, str]:
    return found.code.number, found.message
