"""A policy that is somebody's own code: a function that is told what its player sees, and says what he does.

    def choose(view):
        return next((move for move in view.moves if move.startswith("take")), view.random.choice(view.moves))

What it may see is what its player may; what it says is held against what is allowed, and nothing is done that is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from regola_dsl.diagnostics import nearest
from regola_dsl.wording import say

from regola_compiler.evaluate.queries import answer, as_json, lookup, with_expression
from regola_compiler.play.many.policy import Moment
from regola_compiler.play.notation import move_text, squeezed, value_text
from regola_compiler.play.secrets import secret_facts, seen_by
from regola_compiler.play.table.saved import position_data
from regola_compiler.play.trouble import BadChoice

LONGEST = 200


class View:
    """What a policy is told.

    Attributes:
        phase: The innermost phase that is open.
        actor: Who chooses, as the rules call him; empty where nobody in particular does.
        moves: What may be done, each as one writes it: `mark(1, 1)`, `end turn`.
        random: Chance, seeded with the game: the same games come about again.
    """

    def __init__(self, moment: Moment, random: Random) -> None:
        self._moment, self.random = moment, random
        players, actor = moment.program.players, moment.state.actor
        self.phase = moment.state.phase
        self._actor = None if actor is None or players is None else moment.form.value(actor, players.type)
        self.actor = "" if self._actor is None or players is None else value_text(self._actor, players.type)
        self.moves = tuple(move_text(moment.program, move) for move in moment.moves)

    @cached_property
    def _position(self) -> Any:
        program, position = self._moment.program, self._moment.form.position(self._moment.state.position)
        if self._actor is not None:
            return seen_by(program, position, self._actor)
        hidden = secret_facts(program)
        return {key: value for key, value in position.items() if key[0] not in hidden}

    @cached_property
    def facts(self) -> dict[str, str]:
        """What is true as far as he may see it: facts and their values as the rules write them."""
        return position_data(self._moment.program, self._position)

    def ask(self, expression: str) -> Any:
        """What the rules say of an expression: a number, true or false, or a text.

        Raises:
            QueryError: if it is none.
            RuleError: if the rules give no answer.
        """
        program = with_expression(self._moment.program, expression)
        item = lookup(program, expression)
        return as_json(answer(program, item, {}, self._position).value, item.result)


Function: TypeAlias = Callable[[View], str | int]


class OwnPolicy:
    """Somebody's own function as the one who chooses; `name` is what he called it."""

    def __init__(self, function: Function, name: str) -> None:
        self._function, self._name = function, name

    def choose(self, moment: Moment, chance: Random | None = None) -> int:
        """Which of the moves the function says.

        Raises:
            BadChoice: if it says what is not allowed, or fails.
        """
        view = View(moment, chance if chance is not None else Random(0))  # noqa: S311  a game
        try:
            said = self._function(view)
        except Exception as wrong:
            told = f"{type(wrong).__name__}: {str(wrong)[:LONGEST]}"
            raise BadChoice(say("policy `{name}` failed: {problem}", name=self._name, problem=told)) from wrong
        if isinstance(said, int) and not isinstance(said, bool) and 0 <= said < len(view.moves):
            return said
        if isinstance(said, str):
            texts = [squeezed(move) for move in view.moves]
            if squeezed(said) in texts:
                return texts.index(squeezed(said))
        close = nearest(said, list(view.moves)) if isinstance(said, str) else ""
        shown = said if isinstance(said, str) else repr(said)
        problem = say(
            "policy `{name}` chose `{move}`, which is not allowed here", name=self._name, move=shown[:LONGEST]
        )
        raise BadChoice(say("{problem}: did it mean `{close}`?", problem=problem, close=close) if close else problem)
