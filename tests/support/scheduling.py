"""Which process tests what, where several do: what asks the same thing is asked by the same process, which makes it once.

(pytest-xdist's own groups are marks that are written into the names of tests, which newer versions of pytest keep apart.)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from xdist.scheduler import LoadScopeScheduling

from support.paths import GAME_NAMES

# Modules that share all they make, and what it is.
MODULES = {
    "analysis/test_recollection": "catalogue",
    "analysis/test_subjects": "catalogue",
    "analysis/test_witness_examples": "catalogue",
    "cli/test_renderings": "catalogue",
    "cli/test_reports": "catalogue",
    "crosscheck/test_crosscheck_page": "desk",
    "crosscheck/test_damaged": "desk",
    "games/test_caucasus": "caucasus",
    "language/test_cases": "catalogue",
}
# What takes longest of all, or long for so few tests; it begins first, so that at the end no process works alone.
LONGEST = (
    *GAME_NAMES,
    "catalogue",
    "language/test_slips",
    "analysis/test_ruleset_faults",
    "desk",
    "crosscheck/test_kept",
    "docs/test_help_examples",
    "incremental/test_session",
    "analysis/test_properties",
    "analysis/test_tables",
    "analysis/test_diff",
    "incremental/test_check",
    "crosscheck/test_two_terms",
    "crosscheck/test_parts",
    "crosscheck/test_two_languages",
    "play/test_simulate",
    "analysis/test_positions",
    "crosscheck/test_crosscheck_faults",
    "language/test_mutants",
    "crosscheck/test_lost_sentences",
    "incremental/test_told_amid",
)
_GAME = re.compile(rf"\[(?:.*-)?({'|'.join(GAME_NAMES)})(?:-.*)?\]$")


def shared(test: str) -> str:
    """What a test shares with others, by its name: a game, or else what its module makes.

    >>> shared("tests/games/test_games.py::test_every_scenario_is_read[caucasus]")
    'caucasus'
    >>> shared("tests/crosscheck/test_files.py::test_every_report_tells_the_page")
    'crosscheck/test_files'
    """
    module = test.partition("::")[0].removeprefix("tests/").removesuffix(".py")
    game = _GAME.search(test)
    return MODULES.get(module) or (game[1] if game else module)


def in_turn(tests: Sequence[str]) -> Callable[[str], tuple[int, int]]:
    """What tests are sorted by: what takes longest is first, then what is of many tests."""
    many = Counter(map(shared, tests))
    return lambda test: (LONGEST.index(of) if (of := shared(test)) in LONGEST else len(LONGEST), -many[of])


class BySharing(LoadScopeScheduling):
    """Hands out together what shares something, in the order in which the tests are."""

    def __init__(self, config: Any, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return shared(nodeid)
