"""Which actions are no part of a game as it is played: those of optional rules that are off."""

from __future__ import annotations

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.protocol import Evaluator
from regola_compiler.model.graph import reaching
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Expr, Fact, Norm, Path, Program
from regola_compiler.model.types import ALLOWED
from regola_compiler.model.visitor import calls_in, direct_callees, free_names, norms_in, operands_of


class OptionalRules:
    """What can be said of a game's rules by the variants alone that a position has on, whatever else is true of it."""

    def __init__(self, run: Evaluator, program: Program) -> None:
        moving = [
            name
            for name, item in program.callables.items()
            if isinstance(item, Path) or (isinstance(item, Fact) and item.kind != "variant")
        ]
        asks = {name: direct_callees(item) for name, item in program.callables.items()}
        self._run, self._moved = run, reaching(asks, moving)

    def is_off(self, action: Action) -> bool:
        """Whether an action can be done in no position: it requires a variant that is off, or only such allow it."""
        if any(self._fails(guard.condition) for guard in action.guards):
            return True
        if action.default == ALLOWED:
            return False
        speaks = [norm for outer in action.norms for norm in norms_in(outer)]
        allows = [norm for norm in speaks if norm.modality in {Modality.MAY, Modality.MUST}]
        return bool(allows) and all(self.is_silent(norm) for norm in allows)

    def is_silent(self, norm: Norm) -> bool:
        """Whether a rule speaks in no position."""
        return norm.condition is not None and self._fails(norm.condition)

    def _fails(self, condition: Expr) -> bool:
        """Whether a part of a condition, all of which must be met, is not met whatever the position."""
        return any(self._is_false(part) for part in operands_of(condition, "and"))

    def _is_false(self, part: Expr) -> bool:
        if free_names(part) or any(call.callee in self._moved for call in calls_in(part)):
            return False
        try:
            return self._run.evaluate(part, {}) is False
        except RuleError:
            return False
