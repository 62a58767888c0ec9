"""Why a play cannot go on, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from regola_dsl.wording import Said, message_of, say
from regola_runtime.errors import NoAnswer
from regola_runtime.play import NotOver, PlayError, State, TooMany

from regola_compiler.evaluate.errors import (
    Contradiction,
    EffectClash,
    MissingRule,
    NotGiven,
    OutOfRange,
    RuleError,
    TableGap,
)
from regola_compiler.evaluate.queries import example_literal
from regola_compiler.evaluate.worked.explained import explain
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import HandleType
from regola_compiler.play.forms import Form
from regola_compiler.play.notation import value_text


class BadChoice(PlayError):  # noqa: N818  it says what is wrong
    """A policy that chooses what is not allowed, or fails."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a moment of a play.

    Attributes:
        kind: What it is called: stuck, contradiction, missing-rule, out-of-range, …
        about: Which declaration or phase it is about.
        message: What is wrong, in words.
        place: Where in the rules, `path:line`; empty where they do not say.
    """

    kind: str
    about: str
    message: str
    place: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two of them one: the words may name other pieces."""
        return self.kind, self.about, self.place


def trouble_text(program: Program, problem: RuleError | NoAnswer) -> str:
    """A problem in words, with what it is about."""
    if isinstance(problem, RuleError):
        told = explain(problem, program)
        if isinstance(problem, NotGiven) and (begins := _without_value(program, problem.fact)):
            told = say("{problem}: {help}", problem=told, help=begins)
        return say("{problem} (in `{name}`)", problem=told, name=problem.owner) if problem.owner else told
    text = message_of(problem)
    # What the runtime says it says by itself, without what says it in another language.
    if isinstance(problem, PlayError) and not isinstance(text, Said) and (problem.values or "{" not in text):
        return say(problem.template, **problem.values)
    return text


def _without_value(program: Program, name: str) -> str:
    """What to write so that a state has a value when play begins; empty of what is no state."""
    fact = program.callables.get(name)
    if not isinstance(fact, Fact) or fact.kind != "state":
        return ""
    type_, value = str(fact.result), example_literal(fact.result)
    if isinstance(fact.result, HandleType):
        # No piece and no place is there before the game begins: what can be written for all of them is that it is none.
        type_, value = f"{type_} or none", "none"
    return say(
        "write `state {name}: {type} = {value}` where it is declared, or say it in `setup`",
        name=f"{last_part(name)}{_parameters(fact)}",
        type=type_,
        value=value,
    )


def _parameters(fact: Fact) -> str:
    """The parameters of a game's own state in brackets; a piece's state has none."""
    if fact.owner or not fact.parameters:
        return ""
    return f"({', '.join(f'{one.name}: {one.type}' for one in fact.parameters)})"


def trouble_of(program: Program, problem: RuleError | NoAnswer) -> Trouble:
    """A problem that was met while playing."""
    message = trouble_text(program, problem)
    if isinstance(problem, RuleError):
        place = f"{problem.site.path}:{problem.site.line}" if problem.site is not None else ""
        return Trouble(_kind(problem), problem.owner, message, place)
    kinds = {NotOver: "endless", TooMany: "too-many", BadChoice: "policy"}
    return Trouble(next((kind for of, kind in kinds.items() if isinstance(problem, of)), "play"), "", message)


def _kind(problem: RuleError) -> str:
    """What findings of the same sort are called."""
    if isinstance(problem, MissingRule | TableGap):
        return "missing-rule"
    if isinstance(problem, Contradiction | EffectClash):
        return "contradiction"
    return "out-of-range" if isinstance(problem, OutOfRange) else problem.slug


def stuck(form: Form, state: State[Any]) -> Trouble | None:
    """Where somebody has to do something, and cannot: nothing of a state that goes on."""
    if not state.stuck:
        return None
    players = form.program.players
    type_ = None if players is None else players.type
    if state.actor is None or type_ is None:
        told = say(
            "in `{phase}` something has to be done before it can be ended, and nothing is allowed", phase=state.phase
        )
    else:
        told = say(
            "in `{phase}` {who} has something to do before it can be ended, and nothing is allowed",
            phase=state.phase,
            who=value_text(form.value(state.actor, type_), type_),
        )
    return Trouble("stuck", state.phase, told)
