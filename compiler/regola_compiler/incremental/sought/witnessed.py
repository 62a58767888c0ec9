"""Whether a position that shows a finding shows it still, once something is changed: that is soon known.

A finding is told with an example to paste. Run with a change it mostly comes out as it did, and then nothing else has
to be looked at: what was found is found still.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source, Span

from regola_compiler.evaluate.worked.examples import ExampleRun
from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.sought.lines import head_of
from regola_compiler.project.game import Game

_NAME = re.compile(r"example (\w+)")
# A file that no game has.
_APART = "/witness.regola"

# What decides which positions come about.
_DECIDES = frozenset({"sequence", "assume", "setup"})

# Whether its last line came out, and what it met in which line of which file.
_Outcome: TypeAlias = tuple[bool, str, str, int]


class Witnessed:
    """The position of a finding, and what it comes to in the game as it stands.

    Args:
        first: The finding.
        game: The game.
        read: Reads it with other texts.
    """

    def __init__(self, first: Diagnostic, game: Game, read: Callable[[Game], Reading]) -> None:
        self._game, self._read = game, read
        self._example = first.witness.example if first.witness is not None else ""
        found = _NAME.match(self._example)
        self._name = found[1] if found else ""
        self._before = self._outcome(game.sources) if found else None

    def stands(self, sources: Sequence[Source], place: Span) -> bool:
        """Whether the position shows the finding with other texts; False where that is not known.

        Args:
            sources: The texts.
            place: Where they are others: what decides which positions come about does not show in one of them.
        """
        lines = next((one.lines for one in self._game.sources if one.path == place.path), ())
        if self._before is None or head_of(lines, place.line).split(" ")[0] in _DECIDES:
            return False
        return self._outcome(sources) == self._before

    def _outcome(self, sources: Sequence[Source]) -> _Outcome | None:
        """What the last line meets; None where the position cannot be understood, or nothing is met."""
        read = self._read(replace(self._game, sources=[*sources, Source(_APART, f"{self._example}\n")]))
        example = read.program.examples.get(self._name)
        if not read.sound or example is None:
            return None
        lines = ExampleRun(read.program, example).result().lines
        met = lines[-1].problem if lines else None
        if met is None:
            return None
        # What is told in the position may be what cannot be any more: that is met where it is told.
        site = getattr(met, "site", None) or Span("", 0, 0, 0, 0)
        return lines[-1].passed, type(met).__name__, site.path, site.line
