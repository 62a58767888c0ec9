"""A referee for a game of two at one keyboard: who is on turn types a move, and what is not allowed is told why.

    regola build lantern_pass
    python examples/referee.py build/lantern_pass lantern_pass first_frost

A move is typed as it is listed, or by its number; `why MOVE` asks for the reasons, `back` takes the last one back,
`save` writes the game to `game.json`, which is gone on with when the referee is called again. Dice are the referee's.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from regola_runtime import Game, NoAnswer
from regola_runtime.play import shown

SAVED = Path("game.json")


def table(rules: Any, scenario: str) -> Game[Any]:
    """The game that was saved, or a new one."""
    if SAVED.exists():
        return Game.from_json(rules.PLAY, json.loads(SAVED.read_text("utf-8")))
    return Game(rules.PLAY, scenario)


def why_not(rules: Any, game: Game[Any], text: str) -> str:
    """What the rules say of a move that is not listed: the sections that speak, in order."""
    name, _, rest = text.partition("(")
    given = [part.strip().strip('"') for part in rest.removesuffix(")").split(",") if part.strip()]
    function = rules.FUNCTIONS.get(name.strip())
    if function is None or len(given) != len(function.parameters):
        return "that is no move of this game"
    arguments = dict(zip(function.parameters, given, strict=True))
    try:
        answer = rules.explain(name.strip(), game.position, **arguments)
    except (NoAnswer, ValueError) as wrong:
        return str(wrong)
    reasons = [f"{rule} ({', '.join(sections)})" for rule, sections in answer.because]
    return f"{answer.value}: {'; '.join(reasons)}"


def main() -> None:
    """Play until the game is over, or nobody types any more."""
    folder, name, scenario = sys.argv[1:4]
    sys.path.insert(0, folder)
    rules = import_module(name)
    game = table(rules, scenario)
    while not game.is_game_over() and not game.is_stuck():
        moves = {shown(move): move for move in game.legal_moves}
        print(f"\n{game.phase}, {game.turn}")
        for number, text in enumerate(moves, 1):
            print(f"  {number:2}  {text}")
        try:
            typed = input("> ").strip()
        except EOFError:
            return
        if typed == "save":
            SAVED.write_text(json.dumps(game.to_json()), "utf-8")
        elif typed == "back" and game.move_stack:
            game.pop()
        elif typed.startswith("why "):
            print(why_not(rules, game, typed.removeprefix("why ")))
        elif typed.isdecimal() and 0 < int(typed) <= len(moves):
            game.push(list(moves.values())[int(typed) - 1])
        elif typed in moves:
            game.push(moves[typed])
        else:
            print(why_not(rules, game, typed))
    outcome = game.outcome()
    print("the game is over:", "nobody can go on" if outcome is None else f"won by {outcome.winner or 'nobody'}")


if __name__ == "__main__":
    main()
