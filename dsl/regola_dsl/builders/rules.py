"""What is made of the rules for positions, actions, sequences, paths and choices: a method for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import ExpressionBuilder, Parts, Token
from regola_dsl.builders.parts import (
    Actor,
    After,
    Over,
    Phases,
    Under,
    anchors_in,
    check_once,
    condition_in,
    of_kind,
    ruled_by,
    single,
    texts_in,
)
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import ConstraintKind, DeclaredFactKind, Degree, LegKind, StatementModality
from regola_dsl.source import Span

_PHASE_LINES = tree.Phase | tree.Each | tree.Repeat | tree.Effect


class RuleBuilder(ExpressionBuilder):
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

    def in_phases(self, parts: Parts) -> Phases:
        """The phases it belongs to."""
        return Phases(tuple(parts))

    def _one(self, values: Parts, owner: str) -> tree.Expr | None:
        """The one expression among `values`, each in a list; a second one is a finding."""
        for extra in values[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"{owner} says this twice",
                    extra.span,
                    help="keep one of the two, or join them with `and`",
                )
            )
        return values[0] if values else None

    # --- facts ---

    def state(self, parts: Parts, span: Span) -> tree.Fact:
        """A fact of the position."""
        return self._fact("state", span, parts)

    def given(self, parts: Parts, span: Span) -> tree.Fact:
        """A fact that the host answers."""
        return self._fact("given", span, parts)

    def _fact(self, kind: DeclaredFactKind, span: Span, parts: Parts) -> tree.Fact:
        name, parameters, type_, default, *rest = parts
        return tree.Fact(kind, name, tuple(parameters or ()), type_, default, anchors_in(rest), texts_in(rest), span)

    def variant(self, parts: Parts, span: Span) -> tree.Fact:
        """A switch, off unless said."""
        off = tree.Truth(False, span)
        return tree.Fact(
            "variant", parts[0], (), tree.TypeName("bool", span), off, anchors_in(parts), texts_in(parts), span
        )

    def given_type(self, parts: Parts, span: Span) -> tree.GivenType:
        """A type of the host's."""
        return tree.GivenType(parts[0], anchors_in(parts), texts_in(parts), span)

    def assume(self, parts: Parts, span: Span) -> tree.Assume:
        """What is always true."""
        rest = parts[2:]
        values = [part[0] for part in rest if isinstance(part, list) and not isinstance(part[0], tree.Text)]
        value = self._one(values, f"`{parts[0].text}`")
        return tree.Assume(
            parts[0],
            tuple(parts[1] or ()),
            anchors_in(rest),
            texts_in(rest),
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
        return tree.Requirement(parts[0], anchors_in(parts[1:]), texts_in(parts[1:]), span)

    def becomes(self, parts: Parts, span: Span) -> tree.Effect:
        """A fact takes a value."""
        return self._effect(span, parts[0], parts[1], parts[2:])

    def reset(self, parts: Parts, span: Span) -> tree.Effect:
        """A fact goes back to its default."""
        return self._effect(span, tree.Word(parts[0].text, parts[0].span), None, parts[1:])

    def _effect(self, span: Span, target: tree.Expr, value: tree.Expr | None, rest: Parts) -> tree.Effect:
        return tree.Effect(target, value, condition_in(rest), anchors_in(rest), texts_in(rest), span)

    def action(self, parts: Parts, span: Span) -> tree.Action:
        """Something that can be done."""
        name, parameters, actor, phases, *rest = parts
        defaults = [part for part in rest if isinstance(part, Token)]
        for extra in defaults[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"action `{name.text}` says twice what holds where no rule speaks",
                    extra.span,
                    help="keep one of the two lines",
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
            texts_in(rest),
            span,
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
        subject, modality, action, arguments = parts[:4]
        return tree.Statement(subject, modality, action, tuple(arguments or ()), condition_in(parts[4:]), span)

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
            texts_in(parts),
            of_kind(parts, tree.Let),
            of_kind(parts, tree.Statement),
            of_kind(parts, tree.ExceptionRule),
            span,
            ruled_by(parts),
        )

    # --- sequence of play ---

    def copied(self, parts: Parts) -> tree.Copied:
        """A phase as another, with two sides exchanged."""
        return tree.Copied(parts[0], parts[1], parts[2])

    def phase(self, parts: Parts, span: Span) -> tree.Phase:
        """A phase."""
        name, copied, *rest = parts
        check_once(rest, self._found)
        actor = single(rest, Actor)
        return tree.Phase(
            name,
            copied,
            actor.expression if actor else None,
            condition_in(rest),
            _phase_lines(rest),
            anchors_in(rest),
            texts_in(rest),
            span,
        )

    def each(self, parts: Parts, span: Span) -> tree.Each:
        """Phases for each of some values."""
        lines = _phase_lines(parts)
        texts = [part for part in parts if isinstance(part, list)]
        if texts:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    "a text stands here, and `for` has none",
                    texts[0][0].span,
                    help="write it below a phase",
                )
            )
        values = tuple(part for part in parts[1:] if not isinstance(part, _PHASE_LINES | list))
        return tree.Each(parts[0], values, lines, span)

    def repeat(self, parts: Parts, span: Span) -> tree.Repeat:
        """When a repetition ends."""
        return tree.Repeat(parts[0], span)

    def sequence(self, parts: Parts, span: Span) -> tree.Sequence:
        """A sequence of play."""
        return tree.Sequence(parts[0], _phase_lines(parts), anchors_in(parts), texts_in(parts), span)

    # --- paths ---

    def starts(self, parts: Parts) -> list[tree.Expr]:
        """Where a path starts."""
        return [parts[0]]

    def between(self, parts: Parts) -> tuple[tree.Name, tree.Name, tree.Expr | None]:
        """The two places of a step, and what must hold of them."""
        return parts[0], parts[1], parts[2]

    def at_most_steps(self, parts: Parts, span: Span) -> tree.Leg:
        """A leg of a limited number of steps."""
        return self._steps("at_most", parts[0], parts[1], span)

    def any_steps(self, parts: Parts, span: Span) -> tree.Leg:
        """A leg of any length."""
        return self._steps("any", None, parts[0], span)

    def exactly_steps(self, parts: Parts, span: Span) -> tree.Leg:
        """A leg of a fixed number of steps."""
        return self._steps("exactly", parts[0], parts[1], span)

    def _steps(self, kind: LegKind, limit: tree.Expr | None, between: Any, span: Span) -> tree.Leg:
        ends, where = ((between[0], between[1]), between[2]) if between else (None, None)
        return tree.Leg(kind, limit, ends, None, where, span)

    def points(self, parts: Parts, span: Span) -> tree.Leg:
        """A leg whose steps cost points."""
        limit, start, end, cost, where = parts
        return tree.Leg("points", limit, (start, end), cost, where, span)

    def leg(self, parts: Parts) -> tree.Leg:
        """One stretch of a path."""
        leg: tree.Leg = single(parts, tree.Leg)
        return replace(leg, sequel=any(isinstance(part, Token) for part in parts))

    def ends_at(self, parts: Parts) -> tuple[str, tree.Expr]:
        """The place a path ends at."""
        return "end", parts[0]

    def ends_where(self, parts: Parts, span: Span) -> tree.PathConstraint:
        """Which places a path may end at."""
        return self._bar("ends", 1, span, parts)

    def never_into(self, parts: Parts, span: Span) -> tree.PathConstraint:
        """Places a path never enters."""
        return self._bar("never_into", 1, span, parts)

    def never_across(self, parts: Parts, span: Span) -> tree.PathConstraint:
        """Steps a path never takes."""
        return self._bar("never_across", 2, span, parts)

    def stops_in(self, parts: Parts, span: Span) -> tree.PathConstraint:
        """Places a path may enter and not leave."""
        return self._bar("stops_in", 1, span, parts)

    def stops_after(self, parts: Parts, span: Span) -> tree.PathConstraint:
        """Steps after which a path goes no further."""
        return self._bar("stops_after", 2, span, parts)

    def _bar(self, kind: ConstraintKind, places: int, span: Span, parts: Parts) -> tree.PathConstraint:
        rest = parts[places:]
        conditions = [part for part in rest if not isinstance(part, tuple | tree.Text)]
        condition = tree.Condition(conditions[0], tuple(conditions[1:]))
        return tree.PathConstraint(kind, tuple(parts[:places]), condition, anchors_in(rest), texts_in(rest), span)

    def path_rule(self, parts: Parts, span: Span) -> tree.Path:
        """A path."""
        name, parameters, over, *rest = parts
        starts = [part[0] for part in rest if isinstance(part, list) and not isinstance(part[0], tree.Text)]
        ends = [part[1] for part in rest if isinstance(part, tuple) and part and part[0] == "end"]
        return tree.Path(
            name,
            tuple(parameters or ()),
            over,
            of_kind(rest, tree.Let),
            tuple(starts),
            self._one(ends, f"path `{name.text}`"),
            of_kind(rest, tree.Leg),
            of_kind(rest, tree.PathConstraint),
            anchors_in(rest),
            texts_in(rest),
            span,
        )

    # --- choices ---

    def among(self, parts: Parts, span: Span) -> tree.Among:
        """What is chosen from."""
        return tree.Among(parts[0], parts[1], parts[2], span)

    def prefer_degree(self, parts: Parts, span: Span) -> tree.Preference:
        """The least or the most of a value."""
        then, degree, value, *rest = parts
        return tree.Preference(
            Degree(degree.text), None, value, anchors_in(rest), texts_in(rest), span, then is not None
        )

    def prefer_where(self, parts: Parts, span: Span) -> tree.Preference:
        """What fulfils a condition."""
        then, variable, value, *rest = parts
        return tree.Preference(Degree.WHERE, variable, value, anchors_in(rest), texts_in(rest), span, then is not None)

    def choice_rule(self, parts: Parts, span: Span) -> tree.Choice:
        """A choice with priorities."""
        name, parameters, actor, *rest = parts
        return tree.Choice(
            name,
            tuple(parameters or ()),
            actor.expression if actor else None,
            of_kind(rest, tree.Let),
            of_kind(rest, tree.Among),
            of_kind(rest, tree.Preference),
            anchors_in(rest),
            texts_in(rest),
            span,
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
        return tree.LabelText(parts[0], anchors_in(parts), texts_in(parts), span)


def _phase_lines(parts: Parts) -> tuple[tree.PhaseLine, ...]:
    return of_kind(parts, _PHASE_LINES)
