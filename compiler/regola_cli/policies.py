"""Who plays where nobody sits at the table: priorities in a file, or a function of the caller's own.

A function is code that runs. It is the caller's own, named by him: one that lies in the game's folder is refused, for a
game that comes from elsewhere runs no code.
"""

from __future__ import annotations

import importlib
import re
import sys
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.system_errors import system_words
from regola_dsl.wording import message_of, say

from regola_cli.common import UsageError

if TYPE_CHECKING:
    from regola_compiler.model.program import Program
    from regola_compiler.model.types import Value
    from regola_compiler.play.many.own_policy import Function
    from regola_compiler.play.many.policy import Chooser
    from regola_compiler.play.many.priorities import Priority

policy_option = click.option(
    "--policy",
    metavar="WHO",
    help="What is done first: a YAML file with a list of `priorities`, or MODULE:FUNCTION, code of your own.",
)
_FUNCTION = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<function>[^\W\d]\w*)")


@dataclass(frozen=True, slots=True)
class PolicyOf:
    """Who chooses, so that another process can find him: priorities, or the name of a function."""

    priorities: tuple[Priority, ...] = ()
    function: str = ""
    game: Path = Path()

    def chooser(self) -> Chooser:
        """Who chooses.

        Raises:
            UsageError: if there is no such function.
        """
        from regola_compiler.play.many.own_policy import OwnPolicy
        from regola_compiler.play.many.policy import Policy

        if self.function:
            return OwnPolicy(_function(self.function, self.game), self.function)
        return Policy(self.priorities)


def policy_of(program: Program, name: str | None, game: Path) -> PolicyOf:
    """Who chooses, held against the rules; without a name it is chance, or whatever comes first.

    Args:
        program: the rules.
        name: a file of priorities, or `MODULE:FUNCTION`.
        game: the game's folder, or its file.

    Raises:
        UsageError: if there is no such file or function, or it names what the game does not have.
    """
    if name is None:
        return PolicyOf()
    if _FUNCTION.fullmatch(name) and not Path(name).exists():
        found = PolicyOf(function=name, game=game.resolve())
        found.chooser()
        return found
    return PolicyOf(_priorities(program, name))


def opponents(program: Program, told: tuple[str, ...], game: Path) -> dict[Value, Chooser]:
    """Who is played by what: `PLAYER=random`, `PLAYER=FILE.yaml` or `PLAYER=MODULE:FUNCTION`.

    Raises:
        UsageError: if there is no such player, or nothing of that name plays.
    """
    from regola_compiler.evaluate.reading import QueryError, read_value
    from regola_compiler.play.many.policy import Policy

    found: dict[Value, Chooser] = {}
    for words in told:
        name, sign, who = words.partition("=")
        if not sign or not who:
            raise UsageError(say("`{words}`: write PLAYER=random, PLAYER=FILE or PLAYER=MODULE:FUNCTION", words=words))
        if program.players is None:
            raise UsageError(say("`--let {words}`: the game does not say who its `players` are", words=words))
        try:
            player = read_value(program, name.strip(), program.players.type, "--let")
        except QueryError as wrong:
            raise UsageError(message_of(wrong)) from wrong
        found[player] = Policy() if who == "random" else policy_of(program, who, game).chooser()
    return found


def _priorities(program: Program, name: str) -> tuple[Priority, ...]:
    from regola_compiler.play.many.policy import Policy
    from regola_compiler.play.many.priorities import BadPolicy
    from regola_compiler.project.yaml_file import load_yaml, place_of

    try:
        data, wrong = load_yaml(Path(name), name, "policy")
    except OSError as problem:
        raise UsageError(
            say("`{name}` cannot be read: {strerror}", name=name, strerror=system_words(problem))
        ) from problem
    if data is None or wrong:
        raise UsageError(
            f"{name}:{wrong[0].span.line}: {wrong[0].message}" if wrong else say("`{name}` says nothing", name=name)
        )
    try:
        return Policy.of(program, data["priorities"]).priorities
    except BadPolicy as problem:
        at = place_of(data, ["priorities", problem.place, *([problem.key] if problem.key else [])], name)
        raise UsageError(f"{name}:{at.line}: {problem}") from problem


def _function(name: str, game: Path) -> Function:
    """A function by its name, sought where Python seeks and in the working folder.

    Raises:
        UsageError: if there is none, or it lies in the game's folder.
    """
    told = _FUNCTION.fullmatch(name)
    assert told is not None
    module, function = told["module"], told["function"]
    here = str(Path.cwd())
    if not _within(Path(here), game) and here not in sys.path:
        sys.path.append(here)  # behind all else: no file here takes the place of a library
    _refuse_games(module, name, game)
    try:
        found = getattr(importlib.import_module(module), function, None)
    except Exception as wrong:
        raise UsageError(
            say(
                "policy `{name}` cannot be imported: {wrong_type_name}: {wrong}",
                name=name,
                wrong_type_name=type(wrong).__name__,
                wrong=wrong,
            )
        ) from wrong
    if not callable(found):
        raise UsageError(
            say("policy `{name}`: `{module}` has no function `{function}`", name=name, module=module, function=function)
        )
    loaded: Function = found
    return loaded


def _refuse_games(module: str, name: str, game: Path) -> None:
    """Refuse code that lies in the game's folder, before any of it runs."""
    top = module.partition(".")[0]
    spec = sys.modules[top].__spec__ if top in sys.modules else PathFinder.find_spec(top)
    if spec is None:
        raise UsageError(say("policy `{name}`: there is no module `{top}`", name=name, top=top))
    places = [*(spec.submodule_search_locations or ()), *([spec.origin] if spec.origin else [])]
    if any(_within(Path(place), game) for place in places):
        raise UsageError(
            say("policy `{name}` lies in the game's folder: a policy is code of your own, kept elsewhere", name=name)
        )


def _within(path: Path, game: Path) -> bool:
    return game.is_dir() and path.resolve().is_relative_to(game)
