"""Where a game begins: what a scenario tells, and the pieces that the rules themselves put up.

Who plays, who simulates and who only asks begins here, so that all of them see the same pieces.
"""

from __future__ import annotations

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.doing import standing
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Program


def beginning(program: Program, scenario: str | None = None) -> Position:
    """The position that a scenario, or the rules alone, begin with.

    Raises:
        RuleError: if a piece that the rules put up does not fit them.
    """
    told: Position = dict(program.starts.get(scenario, {})) if scenario else {}
    return standing(Interpreter(program, told, own=False), program.setup)
