"""Whether a declaration that cannot be read would go with all others, as it is proposed to be written.

A line that can be read again may still name what there is not, or compare what cannot be compared. So a proposal is
tried: the declaration is read as it would stand, and the whole game resolved with it in its place. What is then wrong
and was not before comes of the proposal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from regola_dsl.declarations import WORDS, Block
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.meant.keeps import Misfit
from regola_dsl.meant.remembered import digest
from regola_dsl.parser import parse_block
from regola_dsl.source import Span
from regola_dsl.tree import Declaration

from regola_compiler.analysis.breath import nothing
from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game
from regola_compiler.resolve.codes import TYPE_MISMATCH, UNKNOWN_NAME, WRONG_ARGUMENTS
from regola_compiler.resolve.program import resolve_program
from regola_compiler.resolve.scope import Steps

# How many proposals are tried in one check, and how many of them for one declaration: each resolves the game once more,
# in the time of a keystroke.
MOST, EACH = 30, 15

# What is found of names and types, and of what is asked by them.
_OF_NAMES = frozenset({UNKNOWN_NAME, TYPE_MISMATCH, WRONG_ARGUMENTS})


def _as_it_is(span: Span) -> Span:
    return span


class Fitting:
    """The game that declarations are to go with.

    Attributes:
        missed: The names that nothing declares as it is.

    Args:
        nodes: The trees of all declarations that can be read.
        game: The game: it names what its maps and counters are called.
        lost: The words of all that cannot be read.
        steps: Takes the steps of resolving, if they are kept from one time to the next.
        found: What is wrong with shape, names and types as it is.
        between: Called before each try; what it raises ends the look.
        now: Where a place of a tree stands now.
    """

    def __init__(
        self,
        nodes: Sequence[Declaration],
        game: Game,
        lost: frozenset[str],
        steps: Steps | None = None,
        found: Iterable[Diagnostic] = (),
        between: Callable[[], None] = nothing,
        now: Callable[[Span], Span] = _as_it_is,
    ) -> None:
        self._nodes = nodes
        self._now = now
        self._named = individuals(game.components)
        self._lost = lost
        self._steps = steps
        found = list(found)
        self._before = _told(found)
        self.missed = frozenset(one.missing.name for one in found if one.missing is not None)
        self._between = between
        named = sorted({(one.name, str(one.kind), str(one.type)) for one in self._named})
        self._resting = digest(named, sorted(lost), sorted(self._before.items()), sorted(self.missed))

    def trial(self, path: str, was: Block, unread: Sequence[str]) -> Trial:
        """What tries one declaration in other words. Each has the same share of all tries, whichever is asked first.

        Args:
            path: Its file.
            was: The declaration as it stands.
            unread: The other declarations that cannot be read.
        """
        share = min(MOST // (len(unread) + 1), EACH)
        return Trial(self, path, was, tuple(unread), share, digest(self._resting, path, was.section, share))

    def misfits(self, path: str, was: Block, text: str, unread: Iterable[str]) -> tuple[Misfit, ...] | None:
        """What would be wrong with a declaration, in it and elsewhere; None if it cannot be read.

        Args:
            path: Its file.
            was: The declaration as it stands.
            text: The declaration as it would stand.
            unread: The other declarations that cannot be read.
        """
        self._between()
        read = parse_block(replace(was, text=text), path)
        if read.declaration is None:
            return None
        lost = (self._lost - {*WORDS.findall(was.text)}).union(*(WORDS.findall(other) for other in unread))
        found = resolve_program([*self._nodes, read.declaration], lost, self._steps, self._named)[1]
        new = _told([*read.diagnostics, *found]) - self._before
        return tuple(_misfit(one, path, was) for one in (*read.diagnostics, *found) if new[_key(one)])

    def mends(self, path: str, was: Block, text: str) -> bool:
        """Whether a declaration that can be read and is wrong is wrong no more, written otherwise, nor anything else.

        Args:
            path: Its file.
            was: The declaration as it stands.
            text: The declaration as it would stand.
        """
        wrong = self._wrong(path, was, text)
        return wrong is not None and not any(self._is_new(one, wrong) or _is_in(one.span, path, was) for one in wrong)

    def declares(self, name: str, path: str, was: Block, text: str) -> bool:
        """Whether a declaration, written otherwise, is all that a name meant, and makes nothing wrong that was not.

        Args:
            name: What nothing declares as it is.
            path: Its file.
            was: The declaration as it stands.
            text: The declaration as it would stand.
        """
        wrong = self._wrong(path, was, text)
        return wrong is not None and not any(
            self._is_new(one, wrong) or (one.missing is not None and one.missing.name == name) for one in wrong
        )

    def mended(self, found: Sequence[Diagnostic], path: str, was: Block, text: str) -> list[Diagnostic]:
        """Which findings about names and types a declaration, written otherwise, would mend; none if it makes others.

        Args:
            found: What is found as it is.
            path: Its file.
            was: The declaration as it stands.
            text: The declaration as it would stand.
        """
        wrong = self._wrong(path, was, text)
        if wrong is None or any(self._is_new(one, wrong) for one in wrong):
            return []
        left = {(_key(one), self._now(one.span)) for one in wrong}
        return [one for one in found if one.code in _OF_NAMES and (_key(one), one.span) not in left]

    def _wrong(self, path: str, was: Block, text: str) -> list[Diagnostic] | None:
        """What is wrong with the game where a declaration is written otherwise; None if that cannot be read."""
        self._between()
        read = parse_block(replace(was, text=text), path)
        if read.declaration is None:
            return None
        others = [node for node in self._nodes if not _is_in(self._now(node.span), path, was)]
        found = resolve_program([*others, read.declaration], self._lost, self._steps, self._named)[1]
        return [one for one in (*read.diagnostics, *found) if one.weight is Severity.ERROR]

    def _is_new(self, one: Diagnostic, wrong: Iterable[Diagnostic]) -> bool:
        return (_told(wrong) - self._before)[_key(one)] > 0


@dataclass(slots=True)
class Trial:
    """A declaration in the game that it is to go with, and how often it may still be tried in other words.

    Attributes:
        resting: Stands for all that its answers rest on besides the texts of the declarations.
    """

    fitting: Fitting
    path: str
    was: Block
    unread: tuple[str, ...]
    left: int
    resting: str

    def misfits(self, text: str) -> tuple[Misfit, ...] | None:
        """What would be wrong with the declaration, written so; None if nothing is known of it."""
        if self.left <= 0:
            return None
        self.left -= 1
        return self.fitting.misfits(self.path, self.was, text, self.unread)


def _misfit(found: Diagnostic, path: str, was: Block) -> Misfit:
    """What goes wrong with a declaration as proposed, by its place there."""
    span, missing = found.span, found.missing.name if found.missing else ""
    if not _is_in(span, path, was):
        return Misfit(missing=missing)
    return Misfit(span.line - was.line, span.column, span.end_column, missing)


def _is_in(span: Span, path: str, block: Block) -> bool:
    """Whether a place stands in a declaration."""
    return span.path == path and block.line <= span.line <= block.end


def _told(found: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter(_key(one) for one in found if one.weight is Severity.ERROR)


def _key(found: Diagnostic) -> tuple[str, str]:
    return found.code.number, found.message
