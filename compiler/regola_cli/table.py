"""A game on the table, as a person at the terminal sees it: a line is read, one thing is done, the rest is told."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.system_errors import system_words
from regola_dsl.wording import later, localized, localized_template, message_of, say

from regola_cli.common import UsageError, place_of, write_all
from regola_cli.table_view import TableView

if TYPE_CHECKING:
    from regola_compiler.model.types import Value
    from regola_compiler.play.rules import Playing
    from regola_compiler.play.table.saved import Loaded
    from regola_compiler.play.table.session import GameSession
    from regola_runtime.play import Move, Roll

MOST_LET = 10_000
HELP = later(
    """\
  3, or the words of a move    do it
  why MOVE                     whether it may be done, and by which rules
  ask EXPRESSION               what the rules say here
  show [WORD]                  the position, or what of it has this word in it
  moves                        everything that may be done
  end                          end the phase
  d is 4, 4                    what the dice show; `roll` rolls them
  undo                         take the last move back
  save FILE, load FILE         keep the game, go on with it
  record FILE                  write what was done as an example
  quit"""
)


@dataclass(kw_only=True)
class Table(TableView):
    """A game that is played at a terminal or by a pipe."""

    game: str
    seed: int | None
    place: Path

    @classmethod
    def of(cls, game: str, playing: Playing, session: GameSession, seed: int | None, *, as_json: bool) -> Table:
        """A game at its beginning, or where somebody left it."""
        place = place_of(game)
        return cls(playing=playing, session=session, as_json=as_json, game=place.stem, seed=seed, place=place)

    # --- reading ---

    def run(self, lines: Iterable[str]) -> None:
        """Play until there is no line more, or somebody quits."""
        asks = sys.stdin.isatty() and not self.as_json
        if not self.as_json:
            click.echo(localized(say("`help` says what can be typed.")))
        if not self.shown:
            before = self.session.state
            self._go_on()
            self.tell_changes(before)
            self._let_play()
            self.show()
        waiting = iter(lines)
        while True:
            if asks:
                click.echo("> ", nl=False)
            line = next(waiting, None)
            if line is None:
                break
            words = line.strip()
            if not asks and not self.as_json and words:
                click.echo(f"> {words}")
            if words in {"quit", "q", "exit"}:
                break
            if words and not words.startswith("#"):
                self._obey(words)

    def _obey(self, words: str) -> None:
        """Do what a line says; what cannot be done is told, and nothing has changed."""
        from regola_compiler.evaluate.errors import RuleError
        from regola_compiler.evaluate.reading import QueryError
        from regola_compiler.play.trouble import trouble_text
        from regola_runtime.play import PlayError

        first, _, rest = words.partition(" ")
        rest = rest.strip()
        try:
            match first:
                case "help" | "?":
                    click.echo(localized_template(HELP))
                case "moves":
                    self.list_moves(most=None)
                case "show":
                    self.tell_position(rest)
                case "why":
                    self.why(rest)
                case "ask":
                    self.ask(rest)
                case "undo":
                    self._undo()
                case "save":
                    self.save(rest)
                case "load":
                    self.load(rest)
                case "record":
                    self.record(rest)
                case "roll" if not rest:
                    self._dice(None)
                case _:
                    self._move(words)
        except (PlayError, QueryError) as wrong:
            self.wrong(message_of(wrong))
        except RuleError as problem:
            self.wrong(
                say(
                    "the rules give no answer: {trouble_text}", trouble_text=trouble_text(self.session.program, problem)
                )
            )
        except UsageError as wrong:
            self.wrong(wrong.format_message())

    # --- moves and dice ---

    def _move(self, words: str) -> None:
        from regola_compiler.play.table.session import OVER
        from regola_runtime.play import IllegalMove

        if self.awaited():
            self._dice(words)
            return
        if self.session.state.over:
            raise IllegalMove(OVER)
        move = self.meant(words)
        if not self.session.may(move):
            self.why_not(move)
            return
        if self.session.dice(move) and self.seed is None:
            self.pending = move
            self._ask_dice()
            return
        self._do(move, self._drawn(self.session.dice(move)))

    def _dice(self, words: str | None) -> None:
        """The dice that are waited for: as somebody says, or by chance."""
        from regola_compiler.play.notation import read_dice
        from regola_compiler.play.table.session import draw
        from regola_runtime.play import IllegalMove

        rolls = self.awaited()
        if not rolls:
            raise IllegalMove(say("nothing is to be rolled now"))
        shown = draw(rolls, SystemRandom()) if words is None else read_dice(self.session.program, rolls, words)
        self._do(self.pending, shown)

    def _drawn(self, rolls: tuple[Roll, ...]) -> dict[Any, Any]:
        from regola_compiler.play.table.session import draw

        chance = Random(f"{self.seed}/{len(self.session.history)}")  # noqa: S311  a game, and the same for a seed
        return draw(rolls, chance) if rolls else {}

    def _do(self, move: Move | None, rolled: dict[Any, Any]) -> None:
        from regola_compiler.play.table.session import Step

        before = self.session.state
        self.session.step(Step(move, rolled))
        self.pending = None
        self.tell_dice(rolled)
        self._go_on()
        self.tell_changes(before)
        self._let_play()
        self.show()

    def _go_on(self) -> None:
        """Roll by chance what phases roll, if dice are rolled so."""
        from regola_compiler.play.table.session import Step

        while self.session.state.awaited and self.seed is not None:
            rolled = self._drawn(self.session.state.awaited)
            self.session.step(Step(None, rolled))
            self.tell_dice(rolled, by_itself=True)

    def _let_play(self) -> None:
        """Let those choose whom nobody at the table plays, until somebody at the table does, or dice are told."""
        from regola_compiler.evaluate.errors import RuleError
        from regola_compiler.play.forms import Interpreted
        from regola_compiler.play.many.policy import Moment
        from regola_compiler.play.notation import move_text
        from regola_compiler.play.table.session import Step
        from regola_compiler.play.trouble import trouble_text
        from regola_runtime.play import PlayError

        for _ in range(MOST_LET):
            state = self.session.state
            chooser = self.let.get(state.actor) if state.actor is not None and not state.over else None
            if chooser is None or state.awaited or state.stuck:
                return
            chance = self._chance("let")
            try:
                moment = Moment(Interpreted(self.session.playing), state)
                move = moment.listed[chooser.choose(moment, chance)]
                rolls = self.session.dice(move)
                who = "" if self.as_json else f"{self._player(state.actor)}: "
                self.say(f"{who}{move_text(self.session.program, move)}")
                if rolls and self.seed is None:
                    self.pending = move
                    return
                rolled = self._drawn(rolls)
                self.session.step(Step(move, rolled))
            except (RuleError, PlayError) as wrong:
                # What cannot be chosen by itself is chosen at the table; nothing has been done.
                self.wrong(
                    say("{trouble_text}: the move is yours", trouble_text=trouble_text(self.session.program, wrong))
                )
                return
            self.tell_dice(rolled, by_itself=True)
            self._go_on()
            self.tell_changes(state)
        self.wrong(
            say("{most_let:,} moves were made without anybody at the table: the move is yours", most_let=MOST_LET)
        )

    def _player(self, value: Value) -> str:
        from regola_compiler.play.notation import value_text

        players = self.session.program.players
        return str(value) if players is None else value_text(value, players.type)

    def _chance(self, what: str) -> Random:
        """Chance of its own for each step, so that taking a move back changes none."""
        if self.seed is None:
            return SystemRandom()
        return Random(f"{self.seed}/{len(self.session.history)}/{what}")  # noqa: S311  a game

    def _undo(self) -> None:
        if self.pending is not None:
            self.pending = None
        elif not self._took_back():
            self.wrong(say("nothing has been done yet"))
            return
        self._let_play()
        self.show()

    def _took_back(self) -> bool:
        """Take the last move back that somebody at the table made, with all that came after it."""
        found = False
        while self.session.undo(with_chance=self.seed is not None):
            found = True
            if self.session.state.actor not in self.let:
                return True
        return found

    # --- files ---

    def save(self, name: str) -> None:
        """Keep the game in a file.

        Raises:
            UsageError: if it cannot be written, or something else lies there.
        """
        from regola_compiler.play.table.saved import FORMAT, to_json

        path = _path(name)
        if path.exists() and FORMAT not in _head(path):
            raise UsageError(say("`{name}` is there already, and is no saved game: choose another name", name=name))
        write_all({path: to_json(self.session, self.game)})
        self.say(say("saved in {name}", name=name))

    def load(self, name: str) -> None:
        """Go on with a game that was saved.

        Raises:
            UsageError: where that cannot be; what is on the table stays.
        """
        loaded = read_save(name, self.playing, self.game)
        before, begun = self.session.scenario, loaded.session.scenario
        self.session, self.pending = loaded.session, None
        if begun != before:
            self.say(
                say("`{name}` began without a scenario", name=name)
                if begun is None
                else say("`{name}` began with `{begun}`", name=name, begun=begun)
            )
        for note in loaded.notes:
            self.say(note)
        self._go_on()
        self.show()

    def record(self, name: str) -> None:
        """Write what was done as an example; of a game in one file the whole file, with the example below.

        Raises:
            UsageError: if it cannot be written, or something else lies there.
        """
        from regola_compiler.play.table.record import as_examples
        from regola_compiler.project.game import words_of_name

        path, session = _path(name), self.session
        if path.exists() and MARK not in _head(path):
            raise UsageError(
                say("`{name}` is there already, and was not recorded by `regola play`: choose another name", name=name)
            )
        known = session.program.examples
        # Called like the file, for two recordings may come into one game.
        called = f"played_{words_of_name(path.stem)}".rstrip("_")
        names = chain((called,), (f"{called}_{number}" for number in count(2)))
        base = next(name for name in names if not any(one.startswith(name) for one in known))
        text = as_examples(self.playing, session.states, session.history, base)
        rules = self.place.read_text("utf-8").rstrip("\n") + "\n\n" if self.place.is_file() else ""
        write_all({path: f"{MARK}\n\n{rules}{text}"})
        self.say(say("recorded in {name}", name=name))


def read_save(name: str, playing: Playing, game: str, scenario: str | None = None) -> Loaded:
    """The saved game that a file holds, which began with a scenario, if one is named.

    Raises:
        UsageError: if the file cannot be read, is no saved game of these rules, or began with another scenario.
    """
    from regola_compiler.play.table.saved import from_json
    from regola_runtime.play import PlayError

    try:
        loaded = from_json(_path(name).read_text("utf-8"), playing, game)
    except OSError as wrong:
        told = say("`{name}` cannot be read: {strerror}", name=name, strerror=system_words(wrong))
        raise UsageError(told) from wrong
    except UnicodeDecodeError as wrong:
        raise UsageError(say("`{name}` is no text, so it is no saved game", name=name)) from wrong
    except PlayError as wrong:
        raise UsageError(say("`{name}`: {problem}", name=name, problem=message_of(wrong))) from wrong
    begun = loaded.session.scenario
    if scenario is not None and scenario != begun:
        told = (
            say("`{name}` began without a scenario, not with `{scenario}`", name=name, scenario=scenario)
            if begun is None
            else say("`{name}` began with `{begun}`, not with `{scenario}`", name=name, begun=begun, scenario=scenario)
        )
        raise UsageError(say("{told}: leave `--scenario` out, the saved game knows it", told=told))
    return loaded


MARK = "# Recorded by `regola play`."


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise UsageError(say("say in which file"))
    return Path(name)


def _head(path: Path) -> str:
    """The beginning of a file, to see what it is."""
    try:
        with path.open("rb") as file:
            return file.read(400).decode("utf-8", "replace")
    except OSError as wrong:
        raise UsageError(say("`{path}` cannot be read: {strerror}", path=path, strerror=system_words(wrong))) from wrong
