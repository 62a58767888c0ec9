"""What is told of a game on the table: whose it is, what may be done, what changed, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.wording import localized, say

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
SHOWN = 60
# A number of so many digits is none of a move.
_DIGITS = 7


@dataclass(kw_only=True)
class TableView:
    """A game on the table, as it is told at a terminal or to a pipe.

    Attributes:
        playing: The game.
        session: What was done in it, and where it stands.
        as_json: Whether a program is told, a line of JSON each time.
        pending: The move whose dice are waited for.
        shown: Whether anything of it was shown yet.
        let: The players whom the program plays.
    """

    playing: Playing
    session: GameSession
    as_json: bool
    pending: Move | None = None
    shown: bool = False
    let: dict[Value, Chooser] = field(default_factory=dict)

    def awaited(self) -> tuple[Roll, ...]:
        """The dice that are waited for."""
        return self.session.state.awaited if self.pending is None else self.session.dice(self.pending)

    def say(self, text: str) -> None:
        """A remark."""
        if self.as_json:
            json_text(json.dumps({"note": localized(text)}, ensure_ascii=False))
        else:
            click.echo(localized(text))

    def wrong(self, text: str) -> None:
        """What is wrong with what was typed."""
        if self.as_json:
            json_text(json.dumps({"error": localized(text)}, ensure_ascii=False))
        else:
            click.echo(f"  {localized(text)}")

    def show(self) -> None:
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
            self.list_moves(LISTED)

    def _ask_dice(self) -> None:
        from regola_compiler.play.table.saved import roll_data

        rolls = [roll_data(self.session.program, roll) for roll in self.awaited()]
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

    def list_moves(self, most: int | None) -> None:
        """The moves that may be made, `most` of them; of those that are too many, how they are written."""
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

    def tell_dice(self, rolled: dict[Any, Any], *, by_itself: bool = False) -> None:
        """What was rolled; nothing of it, where what a phase draws `by_itself` may be for one player's eyes."""
        from regola_compiler.play.notation import roll_text

        if by_itself and self._has_secrets():
            return  # what a phase draws may be for one player's eyes
        if rolled and not self.as_json:
            click.echo(f"  {localized(say('rolled: {dice}', dice=roll_text(self.session.program, rolled)))}")

    def tell_changes(self, since: State[Position]) -> None:
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

    def _seen(self, position: Position) -> Position:
        """A position without what is hidden from whoever acts now."""
        hidden = self._hidden(position)
        return {key: value for key, value in position.items() if key not in hidden}

    def _has_secrets(self) -> bool:
        from regola_compiler.model.program import Fact

        facts = (item for item in self.session.program.callables.values() if isinstance(item, Fact))
        return any(fact.secret is not None for fact in facts)

    def tell_position(self, word: str) -> None:
        """The position, what changes first; or all of it that has a word in it.

        What of a large one is still as it was at first is shown only where a word asks for it.
        """
        from regola_compiler.model.names import type_of_extent
        from regola_compiler.play.table.changes import changing_first, with_unchanged
        from regola_compiler.play.table.saved import position_data

        program, position = self.session.program, self.session.state.position
        if self.as_json:
            json_text(json.dumps({"position": position_data(program, position)}, ensure_ascii=False))
            return
        shown = self._seen(position)
        # Who asks for a word wants what is still as it was at first, too; so does who asks for all, if there is room.
        full = self._seen(with_unchanged(program, shown))
        if word or len(changing_first(program, full)[0]) <= SHOWN:
            shown = full
        told = [position_data(program, part).items() for part in changing_first(program, shown)]
        # What lists all pieces of a type the rules write as that type.
        lines = (f"{type_of_extent(name)}: {value}" for part in told for name, value in part)
        found = [line for line in lines if word in line]
        if word and not found:
            self.say(f"  {localized(say('nothing of the position has `{word}` in it', word=word))}")
        for line in found[: None if word else SHOWN]:
            click.echo(f"  {line}")
        if not word and len(found) > SHOWN:
            more = say("… and {number} more: `show WORD` shows what has a word in it", number=len(found) - SHOWN)
            click.echo(f"  {localized(more)}")

    def why(self, words: str) -> None:
        """Whether a move may be done, by its number or its words."""
        self.why_not(self.meant(words))

    def meant(self, words: str) -> Move:
        """The move that somebody names by its number among those that are listed, as `end`, or by its words.

        Raises:
            IllegalMove: if there is no such number.
            NotRead: if it is none of the game.
        """
        from regola_compiler.play.notation import read_move
        from regola_runtime.play import End, IllegalMove, Offer

        moves = self.session.moves()
        if words.isdecimal() and len(words) < _DIGITS:
            if not 1 <= int(words) <= len(moves):
                raise IllegalMove(
                    say("there is no {words}: the moves are numbered from 1 to {moves}", words=words, moves=len(moves))
                )
            return moves[int(words) - 1]
        if words == "end":
            ends = (move for move in moves if isinstance(move.move if isinstance(move, Offer) else move, End))
            return next(ends, End(self.session.state.phase))
        return read_move(self.session.program, self.session.state.position, words, moves)

    def why_not(self, move: Move) -> None:
        """Whether a move may be done, and by which rules."""
        from regola_compiler.emit.text.source import plain, words
        from regola_compiler.evaluate.play.duties import as_data, in_words
        from regola_compiler.evaluate.worked.explained import outcome_said as answer_said
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
            elif reason.empty is not None:
                items = plain(words(lower_expression(reason.empty)))
                said = say("there is nothing to choose `{name}` among: {items}", name=reason.text, items=items)
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

    def ask(self, words: str) -> None:
        """What an expression comes to here."""
        from regola_compiler.evaluate.queries import answer, lookup, with_expression, with_pieces
        from regola_compiler.model.types import show

        position = self.session.state.position
        program = with_expression(with_pieces(self.session.program, position), words)
        item = lookup(program, words)
        found = answer(program, item, {}, self._seen(position))
        shown = show(found.value, item.result)
        if self.as_json:
            json_text(json.dumps({"asked": words, "answer": shown}, ensure_ascii=False))
        else:
            click.echo(f"  {shown}")
