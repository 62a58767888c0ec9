"""What the subcommands share: finding a game, showing findings, writing files whole or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from regola_dsl.wording import localized, message_of, say

from regola_cli import completion
from regola_cli.file_set import Unwritten, recover, write_set
from regola_cli.terminal import json_text

if TYPE_CHECKING:
    from regola_compiler.analysis.permits.grid import Grid
    from regola_compiler.driver import Compiled
    from regola_compiler.evaluate.errors import RuleError
    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.program import Program, Rule
    from regola_compiler.model.types import Value
    from regola_compiler.project.game import Game

T = TypeVar("T")
# Of the games in a folder so many are named.
_SHOWN = 3

game_argument = click.argument("game", metavar="GAME", shell_complete=completion.games)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")


scenario_option = click.option(
    "--scenario", metavar="NAME", shell_complete=completion.scenarios, help="Ask in the position of a scenario."
)


with_option = click.option(
    "--with",
    "put_up",
    metavar="'NAME: TYPE(…)'",
    multiple=True,
    help="Put a piece up, as an example does; may be repeated.",
)


class UsageError(click.ClickException):
    """Wrong use: one plain sentence, exit code 2."""

    exit_code = 2

    def format_message(self) -> str:
        """The sentence, in the language that was asked for."""
        return localized(self.message)

    def show(self, file: Any = None) -> None:
        """The sentence on standard error."""
        click.echo(f"regola: {self.format_message()}", file=file, err=True)


def load(game: str, step: Callable[[Any], T]) -> T:
    """The game called `game`, read and brought as far as `step` goes.

    Raises:
        UsageError: if there is no such game.
    """
    from regola_compiler.project.game import load_game

    place = place_of(game)
    return step(load_game(place, place.as_posix()))


def load_checked(game: str) -> Compiled:
    """The game called `game`, resolved, with all that a check finds in it; what was found before is not sought again.

    Raises:
        UsageError: if there is no such game.
    """
    from regola_compiler.driver import understand
    from regola_compiler.incremental.check import check_game
    from regola_compiler.project.game import load_game, peek_game

    place = place_of(game)
    texts = peek_game(place, place.as_posix())
    checked = check_game(texts)
    compiled = understand(load_game(place, place.as_posix()))
    compiled.found, compiled.limits, compiled.accepted = checked.found, checked.limits, checked.accepted
    compiled.work_out_permits = lambda program: _grids(texts, program)
    return compiled


def _grids(game: Game, program: Program) -> tuple[Grid, ...]:
    """Who may do what where; not all that is checked is asked this."""
    from regola_compiler.incremental.sought.permits import kept_grids

    return kept_grids(game, program)


def place_of(game: str) -> Path:
    """The folder or file of the game called `game`.

    Raises:
        UsageError: if there is no such game.
    """
    from regola_compiler.project.game import all_games, find_game
    from regola_dsl.diagnostics import name_list, nearest, or_meant

    root = Path()
    place = find_game(game, root)
    if place is None:
        if Path(game).is_file():
            wrong = say(
                "`{game}` is not a game: name a folder, or a file that ends in `.regola` or `.regola.md`", game=game
            )
            raise UsageError(wrong)
        known = all_games(root)
        close = nearest(game, known) or _meant_beside(Path(game))
        wrong = say("there is no game `{game}`", game=game)
        if close:
            raise UsageError(or_meant(wrong, close))
        if known:
            raise UsageError(say("{wrong}: known games: {names}", wrong=wrong, names=", ".join(known)))
        if Path(game).suffix:
            raise UsageError(say("there is no file `{game}` here", game=game))
        raise UsageError(
            say(
                "{wrong}: there is no folder `games` here; `{command}` puts a game here to begin with",
                wrong=wrong,
                command="regola new lantern_pass --like lantern_pass",
            )
        )
    if within := _games_within(place):
        raise UsageError(
            say(
                "`{game}` is no game, and holds some: name one, as {names}",
                game=game,
                names=name_list([one.as_posix() for one in within[:_SHOWN]], "or"),
            )
        )
    recover(place if place.is_dir() else place.parent)
    return place


def asked_or_here(named: Iterable[str]) -> list[str]:
    """The games that are named; without any the one of this folder, or all under `games`.

    Raises:
        UsageError: if there is none.
    """
    from regola_compiler.project.game import all_games
    from regola_dsl.diagnostics import name_list

    if chosen := list(named) or all_games(Path()):
        return chosen
    if within := _games_within(Path()):
        names = name_list([one.as_posix() for one in within[:_SHOWN]], "or")
        raise UsageError(say("there is no game here, but below there is: name it, as {names}", names=names))
    raise UsageError(say("there is no game here: name a folder or a `.regola` file"))


def _games_within(folder: Path) -> list[Path]:
    """The games in a folder that is none itself, one or two below it: what is laid out otherwise is one of its own."""
    from regola_compiler.project.game import is_game

    if folder.is_file() or is_game(folder) or any(folder.glob("*.regola")) or (folder / "rules").is_dir():
        return []
    try:
        return sorted(one for pattern in ("*/", "*/*/") for one in folder.glob(pattern) if is_game(one))
    except OSError:  # what may not be looked into, or goes away meanwhile
        return []


def _meant_beside(path: Path) -> str | None:
    """The game or file of rules in a path's own folder that was most likely meant; its ending may be left out."""
    from regola_compiler.literate.source import holds_rules
    from regola_compiler.project.game import is_game
    from regola_dsl.diagnostics import nearest

    try:
        there = [one for one in path.parent.iterdir() if holds_rules(one.name) or is_game(one)]
    except OSError:
        return None
    called = {name: one.as_posix() for one in there for name in (one.name.partition(".")[0], one.name)}
    close = path.name if path.name in called else nearest(path.name, list(called))
    return called.get(close or "")


def refusal(compiled: Compiled, but: Collection[str] = ()) -> str | None:
    """The errors of a game, and that nothing was written; nothing if it has none `but` those with these slugs."""
    from regola_compiler.report import text as report_text

    errors = [d for d in compiled.found if d.weight.value == "error"]
    if all(error.code.slug in but for error in errors):
        return None
    shown = report_text.text(errors, compiled.sources, most=report_text.MOST)
    return f"{shown}\n{localized(say('{summary}: nothing was written', summary=report_text.summary(errors)))}"


def require_sound(compiled: Compiled, but: Collection[str] = ()) -> None:
    """Show the errors and end with exit code 1, if there are any `but` those with these slugs."""
    wrong = refusal(compiled, but)
    if wrong is not None:
        click.echo(wrong, err=True)
        raise click.exceptions.Exit(1)


def arguments(pairs: tuple[str, ...], inputs: Sequence[str] = ()) -> dict[str, str]:
    """`key=value` words as a mapping. `inputs` are what the keys may be, in their order.

    Raises:
        UsageError: if a word is none.
    """
    given: dict[str, str] = {}
    for place, pair in enumerate(pairs):
        key, sign, value = pair.partition("=")
        if not sign or not key:
            bare = say("`{pair}` is not `name=value`", pair=pair)
            written = f"{inputs[place]}={pair}" if place < len(inputs) else ""
            raise UsageError(say("{bare}: write `{written}`", bare=bare, written=written) if written else bare)
        if key in given:
            raise UsageError(say("`{key}` is given twice", key=key))
        given[key] = value
    return given


def no_sequence(game: str) -> str:
    """Why a game cannot be played or walked that says nothing of its turns, and what is to be written."""
    bare = say("`{id}` declares no sequence of play", id=game)
    return say("{bare}: write one, `sequence turn` with `phase NAME by PLAYER` below it", bare=bare)


def start(compiled: Compiled, scenario: str | None) -> dict[Any, Any]:
    """The position a question is put in: that of a scenario, with the pieces that the rules put up.

    Where none is named, it is that of the only one there is, if the game has pieces.

    Raises:
        UsageError: if there is no such scenario, or what the rules put up does not fit them.
    """
    program = compiled.program
    if scenario is None:
        if not program.pieces:
            return {}
        if len(compiled.scenarios) == 1:
            scenario = next(iter(compiled.scenarios))
    elif scenario not in compiled.scenarios:
        from regola_dsl.diagnostics import nearest, or_meant

        known = list(compiled.scenarios)
        close = nearest(scenario, known)
        wrong = say("there is no scenario `{scenario}`", scenario=scenario)
        if close:
            raise UsageError(or_meant(wrong, close))
        if known:
            raise UsageError(say("{wrong}: there are {names}", wrong=wrong, names=", ".join(known)))
        raise UsageError(say("{wrong}: the game has none", wrong=wrong))
    from regola_compiler.evaluate.beginning import beginning
    from regola_compiler.evaluate.errors import RuleError

    try:
        return beginning(program, scenario)
    except RuleError as problem:
        if compiled.failed:
            # What an error of the text left behind is no value to speak of: the check has the words for it.
            command = f"regola check {compiled.game.shown}"
            told = say("what `setup` puts up is not right: `{command}` says where", command=command)
            raise UsageError(told) from problem
        from regola_compiler.evaluate.worked.explained import explain

        raise UsageError(say("`setup`: {problem}", problem=explain(problem, program))) from problem


@contextmanager
def question() -> Iterator[None]:
    """A question that cannot be put is wrong use, told in its own words."""
    from regola_compiler.evaluate.reading import QueryError

    try:
        yield
    except QueryError as wrong:
        raise UsageError(message_of(wrong)) from wrong


class Unanswered(Exception):  # noqa: N818  it is told, not raised at anybody
    """A question was put, and the rules give no answer: why not, and in which program."""

    def __init__(self, problem: RuleError, program: Program) -> None:
        super().__init__(problem)
        self.problem, self.program = problem, program


def put_question(
    game: str,
    name: str,
    pairs: tuple[str, ...],
    scenario: str | None,
    ask: Callable[[Program, Rule, dict[str, Value], Position], T],
    put_up: tuple[str, ...] = (),
) -> tuple[Program, Rule, T]:
    """The declaration called `name`, and what `ask` makes of it, the arguments and the position that words tell.

    An expression is one without inputs: `omen(3) + 1`. `put_up` are pieces that stand there too.

    Where the last check saw the same texts, only what the question needs is read; the program that is answered with is
    that part of it, or the whole. Why there is no answer, and what else could be meant, is told by the whole.

    Raises:
        UsageError: if there is no such game, the question cannot be put, or rests on a fact that nobody told.
        Unanswered: if the rules give no answer.
    """
    from regola_compiler.evaluate.errors import RuleError
    from regola_compiler.evaluate.queries import with_expression
    from regola_compiler.incremental.part import part_for
    from regola_compiler.project.game import peek_game

    place = place_of(game)
    told = {re.split(r"[.(]", pair.partition("=")[0], maxsplit=1)[0] for pair in pairs}
    part = None if scenario or put_up else part_for(peek_game(place, place.as_posix()), name, told)
    if part is not None:
        with suppress(RuleError, UsageError):
            return part, *_put(part, name, pairs, {}, ask)
    from regola_compiler.driver import understand

    compiled = load(game, understand)
    with question():
        program, position = compiled.program, start(compiled, scenario)
        if put_up:
            from regola_compiler.evaluate.setup.put_up import put_up_from

            program, position = put_up_from(program, put_up, position)
        program = with_expression(program, name)
    try:
        return program, *_put(program, name, pairs, position, ask)
    except RuleError as problem:
        raise Unanswered(problem, program) from problem


def _put(
    program: Program,
    name: str,
    pairs: tuple[str, ...],
    told: dict[Any, Any],
    ask: Callable[[Program, Rule, dict[str, Value], Position], T],
) -> tuple[Rule, T]:
    from regola_compiler.evaluate.errors import NotGiven
    from regola_compiler.evaluate.queries import lookup, missing_fact_hint
    from regola_compiler.evaluate.reading import read_arguments, read_position, require_there

    with question():
        item = lookup(program, name)
        try:
            words, position = read_position(
                program, item, arguments(pairs, [one.name for one in item.parameters]), told
            )
            values = read_arguments(program, item, words)
            require_there(program, position, values)
            return item, ask(program, item, values, position)
        except NotGiven as problem:
            raise UsageError(missing_fact_hint(program, problem, item)) from problem


def written(files: Sequence[Path]) -> str:
    """That some files, the pages of one thing, were written."""
    first, *others = files
    if not others:
        return say("wrote {path}", path=first)
    return say("wrote {path} and {number} more", path=first, number=len(others))


def write_all(files: Mapping[Path, str] | Mapping[Path, bytes] | Mapping[Path, str | bytes]) -> None:
    """Write every file, or none, whenever the process is ended: see file_set.py.

    Who may read a file that was there stays as it was.

    Raises:
        UsageError: if a folder cannot be written.
    """
    try:
        write_set({path: text.encode() if isinstance(text, str) else text for path, text in files.items()})
    except Unwritten as wrong:
        raise UsageError(message_of(wrong)) from wrong


def echo_json(data: Any) -> None:
    """Data on standard output."""
    json_text(json.dumps(data, ensure_ascii=False, indent=2))


def section_list(anchors: Any) -> list[str]:
    """The sections of some anchors."""
    return [anchor.section for anchor in anchors]
