"""Sentences in all languages of a page: each with the modes it is seen in, and once where they agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from regola_compiler.emit.text import play, sentences, source
from regola_compiler.emit.text.languages import ALL, Languages
from regola_compiler.emit.text.printer import Pieces
from regola_compiler.emit.text.verbalizer import Verbalizer
from regola_compiler.emit.text.words.scopes import Scope, Scopes
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.conditions import conjunction, split_unless
from regola_compiler.ir.tree import (
    Action,
    Bar,
    Choice,
    Deadline,
    Effect,
    Ending,
    Expectation,
    Expr,
    Guard,
    Leg,
    Life,
    Modifier,
    Path,
    Phase,
    Preference,
    PutUp,
    Roll,
    Secret,
    Statement,
)
from regola_compiler.ir.types import ListType, Type, Value
from regola_compiler.ir.visitor import present


@dataclass(frozen=True, slots=True)
class RenderedSentence:
    """A sentence, with the modes it is seen in."""

    pieces: Pieces
    language: str
    modes: str


SaidTexts = tuple[RenderedSentence, ...]


@dataclass(frozen=True)
class MultilingualText:
    """Says things in every language of a page."""

    naming: Naming
    languages: Languages

    @cached_property
    def scopes(self) -> Scopes:
        """What may be spoken of where."""
        return Scopes(self.naming)

    def say(
        self, how: Callable[[Verbalizer], None], about: Expr | Scope | None = None, *, beside: bool = True
    ) -> SaidTexts:
        """What a speaker says `about` an expression; `beside` shows all languages side by side, else the first."""
        scope = Scope() if about is None else about if isinstance(about, Scope) else self.scopes.around(about)
        said: dict[Pieces, list[str]] = {}
        spoken: dict[Pieces, str] = {}
        for place, tag in enumerate(self.languages.tags):
            speaker = Verbalizer(self.naming, tag, scope, self.scopes)
            how(speaker)
            pieces = tuple(speaker.pieces)
            modes = said.setdefault(pieces, [])
            modes.append(str(place))
            if ALL in self.languages.modes and ALL not in modes and (beside or place == 0):
                modes.append(ALL)
            spoken.setdefault(pieces, tag)
        return tuple(RenderedSentence(pieces, spoken[pieces], " ".join(modes)) for pieces, modes in said.items())

    # --- expressions ---

    def expression(self, node: Expr, *, beside: bool = True) -> SaidTexts:
        """A value."""
        return self.say(lambda speaker: speaker.node(node), node, beside=beside)

    def condition(self, node: Expr, *, beside: bool = True) -> SaidTexts:
        """A condition behind its word, which is `unless` where all of it is denied."""
        how = Verbalizer.negated if self.only_barred(node) else Verbalizer.condition
        return self.say(lambda speaker: how(speaker, node), node, beside=beside)

    def requirement(self, node: Expr, *, beside: bool = True) -> SaidTexts:
        """A condition that stands by itself: what is denied in it is said with `not`."""
        return self.say(lambda speaker: speaker.requirement(node), node, beside=beside)

    def only_barred(self, node: Expr) -> bool:
        """Whether all of a condition is denied, so that `unless` stands before it."""
        return not split_unless(node)[0]

    def code(self, node: Expr) -> str:
        """An expression as a file writes it."""
        return source.plain(source.words(node))

    def line_code(self, line: Expectation) -> str:
        """A line of an example as a file writes it."""
        return source.plain(source.expected(line))

    def sequel(self, node: Expr) -> SaidTexts:
        """What acts on the value before it."""
        return self.say(lambda speaker: speaker.sequel(node), node)

    def modifier(self, line: Modifier) -> SaidTexts:
        """What a modifier adds."""
        return self.say(lambda speaker: speaker.modifier(line), line.size, beside=False)

    def type(self, type_: Type) -> SaidTexts:
        """What values there are."""
        return self.say(lambda speaker: speaker.type(type_), beside=False)

    def value(self, value: Value) -> SaidTexts:
        """A value."""
        return self.say(lambda speaker: speaker.value(value), beside=False)

    def expectation(self, line: Expectation) -> SaidTexts:
        """A line of an example."""

        def how(speaker: Verbalizer) -> None:
            speaker.expectation(line)
            play.say_rolled(speaker, line.rolled)

        return self.say(how, line.expression, beside=False)

    def change(self, effect: Effect) -> SaidTexts:
        """What an effect does."""
        return self.say(
            lambda speaker: play.say_change(speaker, effect),
            effect.value or conjunction((*effect.arguments, *present(effect.condition))),
            beside=False,
        )

    # --- sentences ---

    def norm(self, action: Action, statement: Statement, due: Deadline | None = None) -> SaidTexts:
        """What a rule says of an action, and until when it is due."""
        return self.say(lambda speaker: sentences.say_norm(speaker, action, statement, due), self.scopes.of(action))

    def among(self, action: Action, name: str, items: Expr) -> SaidTexts:
        """Among what an input of an action is chosen, and how many where it is a group."""
        type_ = next(parameter.type for parameter in action.parameters if parameter.name == name)
        group = name in action.groups and isinstance(type_, ListType)
        many = (type_.least, type_.limit or 0) if group and isinstance(type_, ListType) else None
        scope = self.scopes.of(action)
        return self.say(lambda speaker: play.say_candidates(speaker, name, items, many), scope, beside=False)

    def limit(self, guard: Guard) -> SaidTexts:
        """How often something may be done."""
        return self.say(lambda speaker: play.say_limit(speaker, guard), guard.condition)

    def roll(self, roll: Roll, action: Action | None = None) -> SaidTexts:
        """What is rolled or drawn."""
        scope = None if action is None else self.scopes.of(action)
        return self.say(lambda speaker: play.say_roll(speaker, roll), scope, beside=False)

    def life(self, life: Life) -> SaidTexts:
        """How long a fact keeps what it is told."""
        return self.say(lambda speaker: play.say_life(speaker, life), life.who, beside=False)

    def secret(self, secret: Secret) -> SaidTexts:
        """Who does not see what a fact says."""
        return self.say(lambda speaker: play.say_secret(speaker, secret), secret.who, beside=False)

    # --- play ---

    def loop(self, phase: Phase) -> SaidTexts:
        """For which of a list phases are played."""
        return self.say(lambda speaker: play.say_loop(speaker, phase), beside=False)

    def put_up(self, piece: PutUp) -> SaidTexts:
        """A piece that stands there at the start."""
        return self.say(lambda speaker: speaker.put_up(piece.name, piece.of, piece.facts), beside=False)

    def ending(self, ending: Ending) -> SaidTexts:
        """When the game ends."""
        return self.say(lambda speaker: play.say_ending(speaker, ending), ending.condition)

    def standing(self, name: str) -> SaidTexts:
        """What a phase is played with, or whom a loop has come to."""
        return self.say(lambda speaker: speaker.named_standing(name), beside=False)

    def leg(self, leg: Leg) -> SaidTexts:
        """A stretch of a path."""
        return self.say(
            lambda speaker: sentences.say_leg(speaker, leg),
            next(iter(present(leg.cost, leg.where, leg.limit, leg.steps)), None),
        )

    def bar(self, bar: Bar) -> SaidTexts:
        """Where a path does not go."""
        return self.say(lambda speaker: sentences.say_bar(speaker, bar), bar.condition)

    def end(self, path: Path) -> SaidTexts:
        """Where a path must end."""
        return self.say(lambda speaker: sentences.say_end(speaker, path), self.scopes.of(path))

    def options(self, choice: Choice) -> SaidTexts:
        """What is chosen from."""
        return self.say(lambda speaker: sentences.say_options(speaker, choice), self.scopes.of(choice))

    def preference(self, preference: Preference) -> SaidTexts:
        """What is preferred."""
        return self.say(lambda speaker: sentences.say_preference(speaker, preference), preference.value)
