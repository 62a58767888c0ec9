"""A game as an environment of PettingZoo, for those who train players (`pip install regola[pettingzoo]`).

    env = environment(rules.PLAY, "first_frost")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if termination or truncation else env.action_space(agent).sample(mask))

An agent is a player, by name. An action is the place of a move among those that are legal, and the mask says how many
there are. What is observed is the position as that player sees it, as whole numbers: one for each fact and each of its
arguments that could be listed when the game began, in the order of `env.names`; -1 where it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final

from regola_runtime.played.games import Game, Play
from regola_runtime.played.situations import FactOf, Situation
from regola_runtime.positions import Untold
from regola_runtime.values import Choice, Dice, Integer, OneOf, Piece, Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Observation = dict[str, NDArray[Any]]

# Facts of more arguments than that are left out of what is observed.
MOST_ROWS: Final = 4_096
NOBODY: Final = "player"


def environment(play: Play[Any], scenario: str | None = None, *, most_moves: int = 512, most_steps: int = 2_000) -> Any:
    """The environment of a game.

    Args:
        play: what a module offers as `PLAY`.
        scenario: which one it begins with.
        most_moves: how many moves can be told apart; of a position that has more, the first ones are offered.
        most_steps: after how many moves a game is broken off.

    Raises:
        ImportError: where PettingZoo is not installed.
    """
    try:
        import numpy  # noqa: PLC0415  who trains nobody needs none of these
        from gymnasium import spaces  # noqa: PLC0415
        from pettingzoo import AECEnv  # noqa: PLC0415
    except ImportError as missing:
        raise ImportError("an environment needs PettingZoo: pip install 'regola[pettingzoo]'") from missing

    first = Game(play, scenario, seed=0)
    features = _Features(first.position)
    players = _players(play)

    class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo is not typed
        """One game after another, as agents take turns in it."""

        metadata = {"name": play.name, "is_parallelizable": False, "render_modes": ["ansi"]}  # noqa: RUF012
        render_mode = "ansi"

        def __init__(self) -> None:
            super().__init__()
            self.possible_agents = list(players)
            self.names = features.names
            box = spaces.Box(-1, features.highest, (len(features.names),), numpy.int64)
            mask = spaces.Box(0, 1, (most_moves,), numpy.int8)
            self.observation_spaces = {
                one: spaces.Dict({"observation": box, "action_mask": mask}) for one in self.possible_agents
            }
            self.action_spaces = {one: spaces.Discrete(most_moves) for one in self.possible_agents}

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            """A new game; `options` may name another `scenario`."""
            self.game = Game(play, (options or {}).get("scenario", scenario), seed=seed)
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {one: {} for one in self.agents}
            self.steps = 0
            self.agent_selection = self._whose()
            self._over()

        def observe(self, agent: str) -> Observation:
            """What an agent sees; the mask is empty of those whose turn it is not."""
            mask = numpy.zeros(most_moves, numpy.int8)
            if agent == self.agent_selection and not self.game.is_game_over():
                mask[: min(most_moves, len(self.game.legal_moves))] = 1
            seen = self.game.seen_by(players[agent])
            return {"observation": numpy.array(features.of(seen), numpy.int64), "action_mask": mask}

        def step(self, action: int | None) -> None:
            """Make the move that stands at that place among the legal ones."""
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            moves = self.game.legal_moves[:most_moves]
            if action is None or not 0 <= int(action) < len(moves):
                raise ValueError(f"{action} is no legal move: there are {len(moves)}")
            self._cumulative_rewards[agent] = 0.0
            self._clear_rewards()
            self.game.push(moves[int(action)])
            self.steps += 1
            self._over()
            self.agent_selection = self._whose()
            self._accumulate_rewards()

        def render(self) -> str:
            """Where play has come to, in words."""
            return f"{self.game.phase}, {self.game.turn}: {len(self.game.legal_moves)} moves"

        def close(self) -> None:
            """Nothing is held open."""

        def _whose(self) -> str:
            acting = str(self.game.turn)
            known = getattr(self, "agent_selection", None) or self.possible_agents[0]
            return acting if acting in self.agents else known

        def _over(self) -> None:
            outcome = self.game.outcome()
            if outcome is not None or self.game.is_stuck():
                winner = "" if outcome is None else str(outcome.winner)
                won = {one: float(one == winner) for one in self.agents}
                self.rewards = {one: won[one] * 2 - 1 if any(won.values()) else 0.0 for one in self.agents}
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.steps >= most_steps:
                self.truncations = dict.fromkeys(self.agents, True)

    return Environment()


def _players(play: Play[Any]) -> dict[str, Any]:
    """Who acts, by name."""
    fact = play.position.facts.get(play.position.named.get("active", ""))
    kind = None if fact is None else fact.result
    known = list(_listed(kind, Situation())) if kind is not None else []
    return {str(one): one for one in known} or {NOBODY: None}


class _Features:
    """Which facts are observed, and as which whole numbers."""

    def __init__(self, start: Situation) -> None:
        self.rows: list[tuple[str, tuple[Any, ...] | None, dict[Any, int] | None]] = []
        self.names: list[str] = []
        self.highest = 1
        for field, fact in start.facts.items():
            codes = self._codes(fact, start)
            if codes is None and not isinstance(fact.result, Integer | Dice):
                continue
            self.highest = max(self.highest, len(codes or ()), _most(fact.result))
            for arguments in self._arguments(fact, start):
                self.rows.append((field, arguments, codes))
                shown = f"({', '.join(map(str, arguments))})" if arguments else ""
                self.names.append(f"{fact.name}{shown}")

    def of(self, position: Situation) -> list[int]:
        """The numbers of a position."""
        found = []
        for field, arguments, codes in self.rows:
            told = getattr(position, field)
            value = told if arguments is None else told.get(arguments, None) if hasattr(told, "get") else None
            if value is None or isinstance(value, Untold):
                found.append(-1)
            else:
                found.append(codes.get(value, -1) if codes is not None else max(-1, int(value)))
        return found

    def _codes(self, fact: FactOf, start: Situation) -> dict[Any, int] | None:
        if isinstance(fact.result, Integer | Dice) or fact.copied:
            return None
        values = list(_listed(fact.result, start))
        return {value: number for number, value in enumerate(values)} if values else None

    def _arguments(self, fact: FactOf, start: Situation) -> Iterator[tuple[Any, ...] | None]:
        if fact.copied:
            return
        if not fact.rows:
            yield None
            return
        listed = [list(_listed(kind, start)) for kind in fact.parameters]
        if listed and prod(map(len, listed)) <= MOST_ROWS:
            yield from product(*listed)


def _most(kind: Any) -> int:
    return kind.high or 1_000_000 if isinstance(kind, Integer) else 1_000


def _listed(kind: Any, position: Situation) -> Iterator[Any]:
    """All values of a kind, where they can be listed."""
    match kind:
        case OneOf():
            for one in kind.kinds:
                yield from _listed(one, position)
        case Integer(low=int(low), high=int(high)):
            yield from range(low, min(high, low + MOST_ROWS) + 1)
        case Dice():
            yield from (face for face, _ in kind.outcomes())
        case type() if kind is bool:
            yield from (False, True)
        case type() if issubclass(kind, Piece):
            yield from getattr(position, position.extents[kind], ()) if kind in position.extents else ()
        case type() if issubclass(kind, Choice):
            yield from kind
        case type() if issubclass(kind, Scale):
            yield from (kind.at(place) for place in range(len(kind.labels)))
        case _:
            return
