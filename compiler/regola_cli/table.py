"""A game on the table, as a person at the terminal sees it: a line is read, one thing is done, the rest is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.system_errors import system_words
from regola_dsl.wording import later, localized, localized_template, message_of, say

from regola_cli.common import UsageError, place_of, write_all
from regola_cli.terminal import json_text

if TYPE_CHECKING:
    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.types import Value
    from regola_compiler.play.many.policy import Chooser
    from regola_compiler.play.rules import Playing
    from regola_compiler.play.table.session import GameSession
    from regola_runtime.play import Move, Roll, State

# How many moves are listed unasked, and how many facts of a position.
LISTED = 40
MOST_LET = 10_000
SHOWN = 60
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


@dataclass
class Table:
    """A game that is played at a terminal or by a pipe."""

    game: str
    playing: Playing
    session: GameSession
    seed: int | None
    as_json: bool
    place: Path
    pending: Move | None = None
    shown: bool = False
    let: dict[Value, Chooser] = field(default_factory=dict)

    @classmethod
    def of(cls, game: str, playing: Playing, scenario: str | None, seed: int | None, *, as_json: bool) -> Table:
        """A game at its beginning."""
        from regola_compiler.play.table.session import GameSession

        place = place_of(game)
        return cls(place.stem, playing, GameSession(playing, scenario), seed, as_json, place)

    # --- reading ---

    def run(self, lines: Iterable[str]) -> None:
        """Play until there is no line more, or somebody quits."""
        asks = sys.stdin.isatty() and not self.as_json
        if not self.as_json:
            click.echo(localized(say("`help` says what can be typed.")))
        if not self.shown:
            self._go_on()
            self._let_play()
            self._show()
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
        from regola_compiler.evaluate.queries import QueryError
        from regola_compiler.play.trouble import trouble_text
        from regola_runtime.play import PlayError

        first, _, rest = words.partition(" ")
        rest = rest.strip()
        try:
            match first:
                case "help" | "?":
                    click.echo(localized_template(HELP))
                case "moves":
                    self._list(most=None)
                case "show":
                    self._position(rest)
                case "why":
                    self._why(rest)
                case "ask":
                    self._ask(rest)
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
            self._wrong(message_of(wrong))
        except RuleError as problem:
            self._wrong(
                say(
                    "the rules give no answer: {trouble_text}", trouble_text=trouble_text(self.session.program, problem)
                )
            )
        except UsageError as wrong:
            self._wrong(wrong.format_message())

    # --- moves and dice ---

    def _move(self, words: str) -> None:
        from regola_compiler.play.notation import read_move
        from regola_compiler.play.table.session import OVER
        from regola_runtime.play import End, IllegalMove, Offer

        if self._awaited():
            self._dice(words)
            return
        if self.session.state.over:
            raise IllegalMove(OVER)
        moves = self.session.moves()
        if words.isdecimal() and len(words) < 7:
            if not 1 <= int(words) <= len(moves):
                raise IllegalMove(
                    say("there is no {words}: the moves are numbered from 1 to {moves}", words=words, moves=len(moves))
                )
            move = moves[int(words) - 1]
        elif words == "end":
            ends = [move for move in moves if isinstance(move.move if isinstance(move, Offer) else move, End)]
            if not ends:
                raise IllegalMove(say("`{phase}` cannot be ended now", phase=self.session.state.phase))
            move = ends[0]
        else:
            move = read_move(self.session.program, self.session.state.position, words, moves)
        if not self.session.may(move):
            self._why_not(move)
            return
        if self.session.dice(move) and self.seed is None:
            self.pending = move
            self._ask_dice()
            return
        self._do(move, self._drawn(self.session.dice(move)))

    def _awaited(self) -> tuple[Roll, ...]:
        return self.session.state.awaited if self.pending is None else self.session.dice(self.pending)

    def _dice(self, words: str | None) -> None:
        """The dice that are waited for: as somebody says, or by chance."""
        from regola_compiler.play.notation import read_dice
        from regola_compiler.play.table.session import draw
        from regola_runtime.play import IllegalMove

        rolls = self._awaited()
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
        self._told_dice(rolled)
        self._go_on()
        self._changes(before)
        self._let_play()
        self._show()

    def _go_on(self) -> None:
        """Roll by chance what phases roll, if dice are rolled so."""
        from regola_compiler.play.table.session import Step

        while self.session.state.awaited and self.seed is not None:
            rolled = self._drawn(self.session.state.awaited)
            self.session.step(Step(None, rolled))
            self._told_dice(rolled, by_itself=True)

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
                self._say(f"{who}{move_text(self.session.program, move)}")
                if rolls and self.seed is None:
                    self.pending = move
                    return
                rolled = self._drawn(rolls)
                self.session.step(Step(move, rolled))
            except (RuleError, PlayError) as wrong:
                # What cannot be chosen by itself is chosen at the table; nothing has been done.
                self._wrong(
                    say("{trouble_text}: the move is yours", trouble_text=trouble_text(self.session.program, wrong))
                )
                return
            self._told_dice(rolled, by_itself=True)
            self._go_on()
            self._changes(state)
        self._wrong(
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
            self._wrong(say("nothing has been done yet"))
            return
        self._let_play()
        self._show()

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
        self._say(say("saved in {name}", name=name))

    def load(self, name: str) -> bool:
        """Go on with a game that was saved; what is on the table stays where that cannot be."""
        from regola_compiler.play.table.saved import SaveError, from_json
        from regola_runtime.play import PlayError

        try:
            text = _path(name).read_text("utf-8")
            loaded = from_json(text, self.playing, self.game)
        except OSError as wrong:
            self._wrong(say("`{name}` cannot be read: {strerror}", name=name, strerror=system_words(wrong)))
            return False
        except UnicodeDecodeError:
            self._wrong(say("`{name}` is no text, so it is no saved game", name=name))
            return False
        except (SaveError, PlayError, UsageError) as wrong:
            self._wrong(say("`{name}`: {problem}", name=name, problem=message_of(wrong)))
            return False
        self.session, self.pending = loaded.session, None
        for note in loaded.notes:
            self._say(note)
        self._go_on()
        self._show()
        return True

    def record(self, name: str) -> None:
        """Write what was done as an example; of a game in one file the whole file, with the example below.

        Raises:
            UsageError: if it cannot be written, or something else lies there.
        """
        from regola_compiler.play.table.record import as_examples

        path, session = _path(name), self.session
        if path.exists() and MARK not in _head(path):
            raise UsageError(
                say("`{name}` is there already, and was not recorded by `regola play`: choose another name", name=name)
            )
        known = session.program.examples
        names = (f"played_{number}" for number in range(1, len(known) + 2))
        base = next(name for name in names if not any(one.startswith(name) for one in known))
        text = as_examples(self.playing, session.states, session.history, base)
        rules = self.place.read_text("utf-8").rstrip("\n") + "\n\n" if self.place.is_file() else ""
        write_all({path: f"{MARK}\n\n{rules}{text}"})
        self._say(say("recorded in {name}", name=name))

    # --- telling ---

    def _say(self, text: str) -> None:
        if self.as_json:
            json_text(json.dumps({"note": localized(text)}, ensure_ascii=False))
        else:
            click.echo(localized(text))

    def _wrong(self, text: str) -> None:
        if self.as_json:
            json_text(json.dumps({"error": localized(text)}, ensure_ascii=False))
        else:
            click.echo(f"  {localized(text)}")

    def _show(self) -> None:
        """Whose it is and what may be done."""
        from regola_compiler.play.table.saved import state_data

        self.shown = True
        if self.as_json:
            json_text(json.dumps(state_data(self.session), ensure_ascii=False))
            return
        state = self.session.state
        told = state_data(self.session)
        who, won = told["active"], told["winner"]
        if state.over:
            told_end = say("The game is over: {won} has won.", won=won) if won else say("The game is over.")
            click.echo(localized(told_end))
            return
        click.echo(f"\n{state.phase}, {who}" if who else f"\n{state.phase}")
        if state.stuck:
            stuck = say("Something has to be done before this phase ends, and nothing is allowed: the game is stuck.")
            click.echo(f"  {localized(stuck)}")
        elif state.awaited:
            self._ask_dice()
        else:
            self._list(LISTED)

    def _ask_dice(self) -> None:
        from regola_compiler.play.table.saved import roll_data

        rolls = [roll_data(self.session.program, roll) for roll in self._awaited()]
        if self.as_json:
            json_text(json.dumps({"awaited": rolls}, ensure_ascii=False))
            return
        for roll in rolls[:SHOWN]:
            faces = [str(value) for value, _ in roll["outcomes"]]
            if len(faces) > LISTED and "dice" in roll:
                sides = ", ".join(str(value) for value, _ in roll["sides"][:12])
                several = say(
                    "roll {die}: {number} dice, each {sides}", die=roll["die"], number=roll["dice"], sides=sides
                )
                click.echo(f"  {localized(several)}")
                continue
            shown = ", ".join([*faces[:12], *["…"][: len(faces) > 12]])
            click.echo(f"  {localized(say('roll {die}: {faces}', die=roll['die'], faces=shown))}")
        click.echo(f"  {localized(say('type what they show, or `roll`'))}")

    def _list(self, most: int | None) -> None:
        from regola_compiler.play.notation import form_text, move_text

        moves = self.session.moves()
        width = len(str(len(moves)))
        for number, move in enumerate(moves[:most], 1):
            click.echo(f"  {number:>{width}}  {move_text(self.session.program, move)}")
        if most is not None and len(moves) > most:
            more = say("… and {number} more: `moves` lists them all", number=len(moves) - most)
            click.echo(f"  {localized(more)}")
        for form in self.session.forms():
            shape = form_text(self.session.program, form)
            click.echo(f"  {localized(say('{move}, in more ways than can be listed: write it', move=shape))}")

    def _told_dice(self, rolled: dict[Any, Any], *, by_itself: bool = False) -> None:
        from regola_compiler.play.notation import roll_text

        if by_itself and self._has_secrets():
            return  # what a phase draws may be for one player's eyes
        if rolled and not self.as_json:
            click.echo(f"  {localized(say('rolled: {dice}', dice=roll_text(self.session.program, rolled)))}")

    def _changes(self, since: State[Position]) -> None:
        """What is another than before for whoever acts now, of what the rules call a state."""
        from regola_compiler.play.table.changes import changes

        if self.as_json:
            return
        before = self.playing.engine.known_to(since, self.session.state.actor)
        hidden = self._hidden(before) | self._hidden(self.session.state.position)
        found = changes(self.session.program, before, self.session.state.position, hidden)
        for line in found[:SHOWN]:
            click.echo(f"  {localized(line)}")
        if len(found) > SHOWN:
            click.echo(f"  {localized(say('… and {number} more', number=len(found) - SHOWN))}")

    def _hidden(self, position: Position) -> frozenset[Any]:
        """What of a position is hidden from whoever acts now; from nobody at the table, all that is secret."""
        from regola_compiler.model.program import Fact
        from regola_compiler.play.secrets import seen_by

        program, state = self.session.program, self.session.state
        if not self._has_secrets() or state.over:
            return frozenset()
        if state.actor is not None and state.actor not in self.let:
            return frozenset(position.keys() - seen_by(program, position, state.actor).keys())
        facts = {name for name, item in program.callables.items() if isinstance(item, Fact) and item.secret}
        return frozenset(key for key in position if key[0] in facts)

    def _has_secrets(self) -> bool:
        from regola_compiler.model.program import Fact

        facts = (item for item in self.session.program.callables.values() if isinstance(item, Fact))
        return any(fact.secret is not None for fact in facts)

    def _position(self, word: str) -> None:
        from regola_compiler.play.table.saved import position_data

        position = self.session.state.position
        hidden = frozenset() if self.as_json else self._hidden(position)
        told = position_data(self.session.program, {k: v for k, v in position.items() if k not in hidden})
        found = [f"{name}: {value}" for name, value in told.items() if word in f"{name}: {value}"]
        if self.as_json:
            json_text(json.dumps({"position": told}, ensure_ascii=False))
            return
        for line in found[: None if word else SHOWN]:
            click.echo(f"  {line}")
        if not word and len(found) > SHOWN:
            more = say("… and {number} more: `show WORD` shows what has a word in it", number=len(found) - SHOWN)
            click.echo(f"  {localized(more)}")

    def _why(self, words: str) -> None:
        from regola_compiler.play.notation import read_move

        moves = self.session.moves()
        if words.isdecimal() and 1 <= int(words[:6]) <= len(moves):
            move = moves[int(words) - 1]
        else:
            move = read_move(self.session.program, self.session.state.position, words, moves)
        self._why_not(move)

    def _why_not(self, move: Move) -> None:
        from regola_compiler.emit.text.source import plain, words
        from regola_compiler.evaluate.examples import outcome_said as answer_said
        from regola_compiler.evaluate.play.duties import as_data, in_words
        from regola_compiler.ir.expressions import lower_expression
        from regola_compiler.play.notation import move_text
        from regola_runtime.play import Do

        from regola_cli.ask import spoken_reason

        why = self.session.why(move)
        program = self.session.program
        told = []
        for reason in why.reasons:
            cited = f" ({', '.join(reason.sections)})" if reason.sections else ""
            said = spoken_reason(program, reason.text)
            if reason.would_allow is not None:
                asked = plain(words(lower_expression(reason.would_allow)))
                said = say("{rule} allows it when {condition}", rule=said, condition=asked)
            told.append(f"{localized(said)}{cited}")
        if self.as_json:
            due = as_data(why.duties)
            data = {"move": move_text(program, move), "answer": why.answer, "because": told, "duties": due}
            json_text(json.dumps(data, ensure_ascii=False))
            return
        verdict = say("{move} is {answer}", move=move_text(program, move), answer=answer_said(why.answer))
        click.echo(f"  {localized(verdict)}")
        for duty in why.duties:
            click.echo(f"    {localized(in_words(duty, move.action if isinstance(move, Do) else ''))}")
        for line in told:
            click.echo(f"    {localized(say('because {reason}', reason=line))}")

    def _ask(self, words: str) -> None:
        from regola_compiler.evaluate.queries import answer, lookup, with_expression
        from regola_compiler.model.types import show

        program = with_expression(self.session.program, words)
        item = lookup(program, words)
        position = self.session.state.position
        hidden = self._hidden(position)
        found = answer(program, item, {}, {key: value for key, value in position.items() if key not in hidden})
        shown = show(found.value, item.result)
        if self.as_json:
            json_text(json.dumps({"asked": words, "answer": shown}, ensure_ascii=False))
        else:
            click.echo(f"  {shown}")


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
