"""What is made of the rules for positions, actions and sequences: a method for each."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts, Token, unquote
from regola_dsl.builders.parts import (
    Actor,
    After,
    Agreed,
    Over,
    Phases,
    Under,
    anchors_in,
    check_once,
    condition_in,
    of_kind,
    ruled_by,
    single,
)
from regola_dsl.builders.sequences import SequenceBuilder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import DeclaredFactKind, EffectMode, OperationName, StatementModality
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

_PHASE_LINES = tree.Phase | tree.Each | tree.Repeat | tree.Effect | tree.Roll | tree.GameEnds
# What an effect does, to what, and by how much.
_Change: TypeAlias = tuple[EffectMode, tree.Expr, tree.Expr | None]


@dataclass(frozen=True, slots=True)
class _Failing:
    """What comes about where a duty was not done."""

    effects: tuple[tree.Effect, ...]


class RuleBuilder(SequenceBuilder):
    """Builds what speaks of positions; `Builder` adds types, tables and definitions."""

    # --- small parts ---

    def over(self, parts: Parts) -> Over:
        """The names this wins over."""
        return Over(tuple(parts))

    def under(self, parts: Parts) -> Under:
        """The variant this belongs to."""
        return Under(parts[0])

    def after(self, parts: Parts) -> After:
        """The exception this one comes after."""
        return After(parts[0])

    def by_whom(self, parts: Parts) -> Actor:
        """Who does it."""
        return Actor(parts[0])

    def agreed_by(self, parts: Parts) -> Agreed:
        """Who has to agree to it."""
        return Agreed(parts[0])

    def together(self, parts: Parts) -> Actor:
        """Who has to agree in a phase, and who decides else."""
        *who, other = parts
        return Actor(other, together=tuple(who))

    def at_once_by(self, parts: Parts) -> Actor:
        """Who acts in a phase without seeing what the others do."""
        return Actor(parts[0], at_once=tuple(parts))

    def in_phases(self, parts: Parts) -> Phases:
        """The phases it belongs to."""
        return Phases(tuple(parts))

    # --- facts ---

    def state(self, parts: Parts, span: Span) -> tree.Fact:
        """A fact of the position."""
        return self._fact("state", span, parts)

    def given(self, parts: Parts, span: Span) -> tree.Fact:
        """A fact that the host answers."""
        return self._fact("given", span, parts)

    def _fact(self, kind: DeclaredFactKind, span: Span, parts: Parts) -> tree.Fact:
        name, parameters, type_, default, *rest = parts
        life = single(rest, tree.Life)
        return tree.Fact(
            kind,
            name,
            tuple(parameters or ()),
            type_,
            default,
            anchors_in(rest),
            self._texts(rest),
            span,
            life,
            single(rest, tree.Hidden),
        )

    def lasting(self, parts: Parts, span: Span) -> tree.Life:
        """For one playing of a phase."""
        return tree.Life("lasting", parts[0], None, span)

    def until_phase(self, parts: Parts, span: Span) -> tree.Life:
        """Until a phase begins."""
        return tree.Life("until", parts[0], parts[1], span)

    def variant(self, parts: Parts, span: Span) -> tree.Fact:
        """A switch, off unless said."""
        off = tree.Truth(False, span)
        return tree.Fact(
            "variant", parts[0], (), tree.TypeName("bool", span), off, anchors_in(parts), self._texts(parts), span
        )

    def given_type(self, parts: Parts, span: Span) -> tree.GivenType:
        """A type of the host's."""
        return tree.GivenType(parts[0], anchors_in(parts), self._texts(parts), span)

    def assume(self, parts: Parts, span: Span) -> tree.Assume:
        """What is always true."""
        rest = parts[2:]
        values = [part[0] for part in rest if isinstance(part, list) and not isinstance(part[0], tree.Text)]
        value = self._one(values, f"`{parts[0].text}`")
        return tree.Assume(
            parts[0],
            tuple(parts[1] or ()),
            anchors_in(rest),
            self._texts(rest),
            of_kind(rest, tree.Let),
            value,
            span,
        )

    # --- actions and rules ---

    def allowed_unless(self, _parts: Parts, span: Span) -> Token:
        """Allowed where no rule speaks."""
        return Token("DEFAULT", "allowed", span)

    def forbidden_unless(self, _parts: Parts, span: Span) -> Token:
        """Forbidden where no rule speaks."""
        return Token("DEFAULT", "forbidden", span)

    def requires(self, parts: Parts, span: Span) -> tree.Requirement:
        """What must be fulfilled."""
        return tree.Requirement(parts[0], anchors_in(parts[1:]), self._texts(parts[1:]), span)

    def pays(self, parts: Parts, span: Span) -> list[tree.Requirement | tree.Effect]:
        """What must be there, and is gone then."""
        amount, purse, *rest = parts
        said = amount.span.to(purse.span)
        enough = tree.Operation(OperationName.GREATER_EQUAL, (purse, amount), said)
        condition = condition_in(rest)
        spoken = [*condition.unless, *([] if condition.when is None else [self._not(condition.when)])]
        if spoken:
            enough = tree.Operation(OperationName.OR, (*spoken, enough), said)
        anchors, texts = anchors_in(rest), self._texts(rest)
        loss = tree.Effect(purse, amount, condition, anchors, texts, span, EffectMode.LOSES)
        return [tree.Requirement(enough, anchors, texts, span), loss]

    def _not(self, condition: tree.Expr) -> tree.Expr:
        return tree.Operation(OperationName.NOT, (condition,), condition.span)

    def effect(self, parts: Parts, span: Span) -> tree.Effect:
        """What changes, when, and where that is said."""
        mode, target, value = parts[0]
        rest = parts[1:]
        return tree.Effect(target, value, condition_in(rest), anchors_in(rest), self._texts(rest), span, mode)

    def each_effect(self, parts: Parts) -> list[tree.Effect]:
        """Effects that come about for each of some."""
        binding = tree.Binding(parts[0], parts[1], parts[2])
        inner = effects_in(parts[3:])
        return [replace(effect, each=(binding, *effect.each)) for effect in inner]

    def first_effect(self, parts: Parts) -> list[tree.Effect]:
        """Effects that come before what lies inside a phase."""
        return [replace(effect, first=True) for effect in effects_in(parts)]

    def becomes(self, parts: Parts) -> _Change:
        """A fact takes a value."""
        return EffectMode.BECOMES, parts[0], parts[1]

    def gains(self, parts: Parts) -> _Change:
        """A number grows, or a list."""
        return EffectMode.GAINS, parts[0], parts[1]

    def loses(self, parts: Parts) -> _Change:
        """A number shrinks, or a list."""
        return EffectMode.LOSES, parts[0], parts[1]

    def leaves(self, parts: Parts) -> _Change:
        """A piece is gone."""
        return EffectMode.LEAVES, parts[0], None

    def takes_over(self, parts: Parts) -> _Change:
        """A piece is changed for another, which keeps its history."""
        return EffectMode.TAKES_OVER, parts[0], parts[1]

    def enters(self, parts: Parts) -> _Change:
        """A piece that rules make."""
        return EffectMode.ENTERS, parts[0], None

    def several_enter(self, parts: Parts) -> _Change:
        """Several pieces that rules make, all alike."""
        count, made, arguments = parts
        name = tree.Name(made.text, made.span)
        return EffectMode.ENTERS, tree.Call(name, tuple(arguments or ()), name.span), count

    def reset(self, parts: Parts) -> _Change:
        """A fact goes back to its default."""
        return EffectMode.RESET, tree.Word(parts[0].text, parts[0].span), None

    def plays(self, parts: Parts) -> _Change:
        """A phase is called."""
        return EffectMode.PLAYS, parts[0], None

    def shows(self, parts: Parts) -> _Change:
        """Something hidden is shown to somebody."""
        return EffectMode.SHOWS, parts[0], parts[1]

    def changes(self, parts: Parts) -> _Change:
        """A change that is declared by itself."""
        return EffectMode.CHANGES, parts[0], None

    # --- chance and limits ---

    def roll_one(self, parts: Parts, span: Span) -> tree.Roll:
        """One die, or one for each of some."""
        name, each, dice, *rest = parts
        return tree.Roll(name, each, None, self._dice(dice), None, anchors_in(rest), self._texts(rest), span)

    def roll_many(self, parts: Parts, span: Span) -> tree.Roll:
        """Several dice, kept apart."""
        name, each, count, dice, *rest = parts
        return tree.Roll(name, each, count, self._dice(dice), None, anchors_in(rest), self._texts(rest), span)

    def draw(self, parts: Parts, span: Span) -> tree.Roll:
        """One of a pool, by chance."""
        name, pool, *rest = parts
        return tree.Roll(name, None, None, None, pool, anchors_in(rest), self._texts(rest), span)

    def _dice(self, token: Token) -> tree.TypeName:
        return tree.TypeName("dice", token.span, name=token.text)

    def keys(self, parts: Parts) -> tuple[str, list[tree.Expr]]:
        """For what is counted."""
        return "each", list(parts)

    def pair_of_keys(self, parts: Parts) -> tuple[str, list[tree.Expr]]:
        """Two things of which either may stand first."""
        return "pair", list(parts)

    def measure(self, parts: Parts) -> tree.Measure:
        """How often, in which playing, for what."""
        amount, *rest = parts
        keys = next((part for part in rest if isinstance(part, tuple)), ("each", []))
        return tree.Measure(amount, of_kind(rest, tree.Name), tuple(keys[1]), keys[0] == "pair")

    def limit(self, parts: Parts, span: Span) -> tree.Limit:
        """How often an action may be done."""
        measure, *rest = parts
        name = tree.Name("limit", span)
        return tree.Limit(name, measure, (), anchors_in(rest), self._texts(rest), span)

    def limit_rule(self, parts: Parts, span: Span) -> tree.Limit:
        """How often several actions may be done, together."""
        name, measure, *rest = parts
        return tree.Limit(name, measure, of_kind(rest, tree.Name), anchors_in(rest), self._texts(rest), span)

    # --- changes and events ---

    def change_rule(self, parts: Parts, span: Span) -> tree.Change:
        """Effects under a name."""
        name, parameters, *rest = parts
        return tree.Change(name, tuple(parameters), effects_in(rest), anchors_in(rest), self._texts(rest), span)

    def also_after(self, parts: Parts, span: Span) -> tree.AlsoAfter:
        """More effects of a change."""
        name, *rest = parts
        parameters = tuple(part for part in rest if isinstance(part, tree.Name))
        condition = condition_in(rest)
        return tree.AlsoAfter(name, parameters, condition, effects_in(rest), anchors_in(rest), self._texts(rest), span)

    def once(self, _parts: Parts, span: Span) -> Token:
        """Once a game."""
        return Token("ONCE", "once", span)

    def event(self, parts: Parts, span: Span) -> tree.Event:
        """What comes about as soon as something holds."""
        name, parameters, condition, once, *rest = parts
        return tree.Event(
            name,
            tuple(parameters or ()),
            condition,
            once is not None,
            effects_in(rest),
            anchors_in(rest),
            self._texts(rest),
            span,
        )

    # --- pieces ---

    def piece_state(self, parts: Parts, span: Span) -> tree.Fact:
        """A fact of a piece that the play keeps."""
        name, type_, default, *rest = parts
        life = single(rest, tree.Life)
        hidden = single(rest, tree.Hidden)
        return tree.Fact("state", name, (), type_, default, anchors_in(rest), self._texts(rest), span, life, hidden)

    def hidden_from(self, parts: Parts, span: Span) -> tree.Hidden:
        """Somebody does not see it."""
        return tree.Hidden(False, parts[0], parts[1], span)

    def hidden_from_others(self, parts: Parts, span: Span) -> tree.Hidden:
        """Somebody alone sees it."""
        return tree.Hidden(True, parts[0], parts[1], span)

    def piece(self, parts: Parts, span: Span) -> tree.Piece:
        """A type of individuals."""
        word, name, lasting, *rest = parts
        return tree.Piece(
            "place" if word.text == "place" else "piece",
            name,
            lasting,
            of_kind(rest, tree.Field),
            of_kind(rest, tree.Fact),
            anchors_in(rest),
            self._texts(rest),
            span,
        )

    def players(self, parts: Parts, span: Span) -> tree.Players:
        """Who plays."""
        return tree.Players(parts[0], parts[1], anchors_in(parts[2:]), self._texts(parts[2:]), span)

    def put_up_one(self, parts: Parts, span: Span) -> tree.PutUp:
        """A piece with its name."""
        name = parts[0]
        if not isinstance(name, tree.Name):
            name = tree.Name(unquote(name.text) if name.terminal == "STRING" else name.text, name.span)
        return tree.PutUp(name, 1, parts[1], span)

    def put_up_many(self, parts: Parts, span: Span) -> tree.PutUp:
        """Several pieces that are alike."""
        return tree.PutUp(None, self._integer(parts[0]), parts[1], span)

    def setup(self, parts: Parts, span: Span) -> tree.Setup:
        """What stands at the start."""
        return tree.Setup(tree.Name("setup", span), of_kind(parts, tree.PutUp), anchors_in(parts), span)

    def action(self, parts: Parts, span: Span) -> tree.Action:
        """Something that can be done."""
        name, parameters, actor, agreed, phases, *rest = parts
        paid = [part for line in rest if isinstance(line, list) for part in line]
        rest = [part for part in rest if not (isinstance(part, list) and part and not isinstance(part[0], tree.Text))]
        rest += [part for part in paid if not isinstance(part, tree.Text)]
        defaults = [part for part in rest if isinstance(part, Token)]
        for extra in defaults[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("action `{name}` says twice what holds where no rule speaks", name=name.text),
                    extra.span,
                    help=say("keep one of the two lines"),
                )
            )
        return tree.Action(
            name,
            tuple(parameters or ()),
            actor.expression if actor else None,
            phases.names if phases else (),
            None if not defaults else "allowed" if defaults[0].text == "allowed" else "forbidden",
            of_kind(rest, tree.Requirement),
            of_kind(rest, tree.Effect),
            anchors_in(rest),
            self._texts(rest),
            span,
            of_kind(rest, tree.Roll),
            of_kind(rest, tree.Limit),
            agreed.expression if agreed else None,
        )

    def may(self, _parts: Parts) -> StatementModality:
        """A permission."""
        return StatementModality.MAY

    def may_only(self, _parts: Parts) -> StatementModality:
        """A prohibition of everything else."""
        return StatementModality.MAY_ONLY

    def must(self, _parts: Parts) -> StatementModality:
        """A duty."""
        return StatementModality.MUST

    def must_not(self, _parts: Parts) -> StatementModality:
        """A prohibition."""
        return StatementModality.MUST_NOT

    def statement(self, parts: Parts, span: Span) -> tree.Statement:
        """What may, must or must not be done."""
        each, subject, modality, *rest = parts
        first, *others = of_kind(rest, tree.Deed)
        return tree.Statement(
            subject,
            modality,
            first.action,
            first.arguments,
            condition_in(rest),
            span,
            tuple(others),
            each,
            single(rest, tree.Due),
            any(isinstance(part, Token) for part in rest),
        )

    def deed(self, parts: Parts, span: Span) -> tree.Deed:
        """An action, with what is said of its parameters."""
        return tree.Deed(parts[0], tuple(parts[1] or ()), span)

    def for_each(self, parts: Parts) -> tree.Binding:
        """For whom it is said."""
        return tree.Binding(parts[0], parts[1], None)

    def by_the_end(self, parts: Parts, span: Span) -> tree.Due:
        """Before a phase may end."""
        return tree.Due("by_end", parts[0], span)

    def at_once(self, _parts: Parts, span: Span) -> tree.Due:
        """Before anything else."""
        return tree.Due("at_once", None, span)

    def possible(self, _parts: Parts, span: Span) -> Token:
        """It lapses where it cannot be done."""
        return Token("POSSIBLE", "possible", span)

    def failing(self, parts: Parts) -> _Failing:
        """What comes about where it was not done."""
        return _Failing(effects_in(parts))

    def rule(self, parts: Parts, span: Span) -> tree.Rule:
        """A rule."""
        check_once(parts, self._found)
        under, phases = single(parts, Under), single(parts, Phases)
        return tree.Rule(
            parts[0],
            tuple(name for over in of_kind(parts, Over) for name in over.names),
            phases.names if phases else (),
            under.name if under else None,
            anchors_in(parts),
            self._texts(parts),
            of_kind(parts, tree.Let),
            of_kind(parts, tree.Statement),
            of_kind(parts, tree.ExceptionRule),
            span,
            ruled_by(parts),
            tuple(effect for part in of_kind(parts, _Failing) for effect in part.effects),
        )

    # --- acceptances ---

    def because(self, parts: Parts) -> list[tree.Text]:
        """Why something is accepted."""
        return list(parts)

    def accept(self, parts: Parts, span: Span) -> tree.Accept:
        """A finding that is accepted."""
        code, declaration, *rest = parts
        reason = tuple(text for part in rest if isinstance(part, list) for text in part)
        return tree.Accept(code, declaration, anchors_in(rest), reason, span)

    def label(self, parts: Parts, span: Span) -> tree.LabelText:
        """What a part is called."""
        return tree.LabelText(parts[0], anchors_in(parts), self._texts(parts), span)


def effects_in(parts: Parts) -> tuple[tree.Effect, ...]:
    """The effects among some parts; those of `each` come in a list."""
    lines = [line for part in parts for line in (part if isinstance(part, list) else [part])]
    return of_kind(lines, tree.Effect)
