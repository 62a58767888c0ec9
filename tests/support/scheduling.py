"""Which process tests what, where several do: what asks the same thing is asked by the same process, which makes it once.

(pytest-xdist's own groups are marks that are written into the names of tests, which newer versions of pytest keep apart.)
"""

from __future__ import annotations

import re

from xdist.scheduler import LoadScopeScheduling

from support.paths import GAME_NAMES

# Modules that share all they make, and what it is.
MODULES = {
    "analysis/test_ruleset_faults": "faults",
    "analysis/test_witness_examples": "catalogue",
    "cli/test_renderings": "catalogue",
    "cli/test_reports": "catalogue",
    "crosscheck/test_crosscheck_page": "desk",
    "crosscheck/test_damaged": "desk",
    "docs/test_recipes": "recipes",
    "games/test_caucasus": "caucasus",
    "language/test_cases": "catalogue",
    "language/test_format": "layout",
    "language/test_slips": "slips",
}
_GAME = re.compile(rf"\[(?:.*-)?({'|'.join(GAME_NAMES)})(?:-.*)?\]$")


def shared(test: str) -> str:
    """What a test shares with others, by its name; the name itself, if it shares nothing.

    >>> shared("tests/games/test_games.py::test_every_scenario_is_read[caucasus]")
    'caucasus'
    """
    module = test.partition("::")[0].removeprefix("tests/").removesuffix(".py")
    game = _GAME.search(test)
    return MODULES.get(module) or (game[1] if game else test)


class BySharing(LoadScopeScheduling):
    """Hands out together what shares something, the largest first."""

    def _split_scope(self, nodeid: str) -> str:
        return shared(nodeid)
