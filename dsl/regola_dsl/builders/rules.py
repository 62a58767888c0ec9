"""Positions, actions, sequences, paths and choices of the parse tree as surface trees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import ExpressionBuilder, Parts
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


@v_args(meta=True)
class RuleBuilder(ExpressionBuilder):
    """Builds what speaks of positions; `Builder` adds types, tables and definitions."""

    # --- small parts ---

    def over(self, _meta: Meta, parts: Parts) -> Over:
        """The names this wins over."""
        return Over(tuple(parts))

    def under(self, _meta: Meta, parts: Parts) -> Under:
        """The variant this belongs to."""
        return Under(parts[0])

    def after(self, _meta: Meta, parts: Parts) -> After:
        """The exception this one comes after."""
        return After(parts[0])

    def by_whom(self, _meta: Meta, parts: Parts) -> Actor:
        """Who does it."""
        return Actor(parts[0])

    def in_phases(self, _meta: Meta, parts: Parts) -> Phases:
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

    def state(self, meta: Meta, parts: Parts) -> tree.Fact:
        """A fact of the position."""
        return self._fact("state", meta, parts)

    def given(self, meta: Meta, parts: Parts) -> tree.Fact:
        """A fact that the host answers."""
        return self._fact("given", meta, parts)

    def _fact(self, kind: DeclaredFactKind, meta: Meta, parts: Parts) -> tree.Fact:
        name, parameters, type_, default, *rest = parts
        return tree.Fact(
            kind, name, tuple(parameters or ()), type_, default, anchors_in(rest), texts_in(rest), self._span(meta)
        )

    def variant(self, meta: Meta, parts: Parts) -> tree.Fact:
        """A switch, off unless said."""
        span = self._span(meta)
        off = tree.Truth(False, span)
        return tree.Fact(
            "variant", parts[0], (), tree.TypeName("bool", span), off, anchors_in(parts), texts_in(parts), span
        )

    def given_type(self, meta: Meta, parts: Parts) -> tree.GivenType:
        """A type of the host's."""
        return tree.GivenType(parts[0], anchors_in(parts), texts_in(parts), self._span(meta))

    def assume(self, meta: Meta, parts: Parts) -> tree.Assume:
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
            self._span(meta),
        )

    # --- actions and rules ---

    def allowed_unless(self, meta: Meta, _parts: Parts) -> Token:
        """Allowed where no rule speaks."""
        return Token("DEFAULT", "allowed", 0, meta.line, meta.column, meta.end_line, meta.end_column)

    def forbidden_unless(self, meta: Meta, _parts: Parts) -> Token:
        """Forbidden where no rule speaks."""
        return Token("DEFAULT", "forbidden", 0, meta.line, meta.column, meta.end_line, meta.end_column)

    def requires(self, meta: Meta, parts: Parts) -> tree.Requirement:
        """What must be fulfilled."""
        return tree.Requirement(parts[0], anchors_in(parts[1:]), texts_in(parts[1:]), self._span(meta))

    def becomes(self, meta: Meta, parts: Parts) -> tree.Effect:
        """A fact takes a value."""
        return self._effect(meta, parts[0], parts[1], parts[2:])

    def reset(self, meta: Meta, parts: Parts) -> tree.Effect:
        """A fact goes back to its default."""
        return self._effect(meta, tree.Word(parts[0].text, parts[0].span), None, parts[1:])

    def _effect(self, meta: Meta, target: tree.Expr, value: tree.Expr | None, rest: Parts) -> tree.Effect:
        return tree.Effect(target, value, condition_in(rest), anchors_in(rest), texts_in(rest), self._span(meta))

    def action(self, meta: Meta, parts: Parts) -> tree.Action:
        """Something that can be done."""
        name, parameters, actor, phases, *rest = parts
        defaults = [part for part in rest if isinstance(part, Token)]
        for extra in defaults[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"action `{name.text}` says twice what holds where no rule speaks",
                    self._token_span(extra),
                    help="keep one of the two lines",
                )
            )
        return tree.Action(
            name,
            tuple(parameters or ()),
            actor.expression if actor else None,
            phases.names if phases else (),
            None if not defaults else "allowed" if defaults[0] == "allowed" else "forbidden",
            of_kind(rest, tree.Requirement),
            of_kind(rest, tree.Effect),
            anchors_in(rest),
            texts_in(rest),
            self._span(meta),
        )

    def may(self, _meta: Meta, _parts: Parts) -> StatementModality:
        """A permission."""
        return StatementModality.MAY

    def may_only(self, _meta: Meta, _parts: Parts) -> StatementModality:
        """A prohibition of everything else."""
        return StatementModality.MAY_ONLY

    def must(self, _meta: Meta, _parts: Parts) -> StatementModality:
        """A duty."""
        return StatementModality.MUST

    def must_not(self, _meta: Meta, _parts: Parts) -> StatementModality:
        """A prohibition."""
        return StatementModality.MUST_NOT

    def statement(self, meta: Meta, parts: Parts) -> tree.Statement:
        """What may, must or must not be done."""
        subject, modality, action, arguments = parts[:4]
        return tree.Statement(
            subject, modality, action, tuple(arguments or ()), condition_in(parts[4:]), self._span(meta)
        )

    def rule(self, meta: Meta, parts: Parts) -> tree.Rule:
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
            self._span(meta),
            ruled_by(parts),
        )

    # --- sequence of play ---

    def copied(self, _meta: Meta, parts: Parts) -> tree.Copied:
        """A phase as another, with two sides exchanged."""
        return tree.Copied(parts[0], parts[1], parts[2])

    def phase(self, meta: Meta, parts: Parts) -> tree.Phase:
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
            self._span(meta),
        )

    def each(self, meta: Meta, parts: Parts) -> tree.Each:
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
        values = tuple(part for part in parts[1:] if part not in lines and not isinstance(part, list))
        return tree.Each(parts[0], values, lines, self._span(meta))

    def repeat(self, meta: Meta, parts: Parts) -> tree.Repeat:
        """When a repetition ends."""
        return tree.Repeat(parts[0], self._span(meta))

    def sequence(self, meta: Meta, parts: Parts) -> tree.Sequence:
        """A sequence of play."""
        return tree.Sequence(parts[0], _phase_lines(parts), anchors_in(parts), texts_in(parts), self._span(meta))

    # --- paths ---

    def starts(self, _meta: Meta, parts: Parts) -> list[tree.Expr]:
        """Where a path starts."""
        return [parts[0]]

    def between(self, _meta: Meta, parts: Parts) -> tuple[tree.Name, tree.Name, tree.Expr | None]:
        """The two places of a step, and what must hold of them."""
        return parts[0], parts[1], parts[2]

    def at_most_steps(self, meta: Meta, parts: Parts) -> tree.Leg:
        """A leg of a limited number of steps."""
        return self._steps("at_most", parts[0], parts[1], meta)

    def any_steps(self, meta: Meta, parts: Parts) -> tree.Leg:
        """A leg of any length."""
        return self._steps("any", None, parts[0], meta)

    def exactly_steps(self, meta: Meta, parts: Parts) -> tree.Leg:
        """A leg of a fixed number of steps."""
        return self._steps("exactly", parts[0], parts[1], meta)

    def _steps(self, kind: LegKind, limit: tree.Expr | None, between: Any, meta: Meta) -> tree.Leg:
        ends, where = ((between[0], between[1]), between[2]) if between else (None, None)
        return tree.Leg(kind, limit, ends, None, where, self._span(meta))

    def points(self, meta: Meta, parts: Parts) -> tree.Leg:
        """A leg whose steps cost points."""
        limit, start, end, cost, where = parts
        return tree.Leg("points", limit, (start, end), cost, where, self._span(meta))

    def leg(self, _meta: Meta, parts: Parts) -> tree.Leg:
        """One stretch of a path."""
        leg: tree.Leg = single(parts, tree.Leg)
        return replace(leg, sequel=any(isinstance(part, Token) for part in parts))

    def ends_at(self, _meta: Meta, parts: Parts) -> tuple[str, tree.Expr]:
        """The place a path ends at."""
        return "end", parts[0]

    def ends_where(self, meta: Meta, parts: Parts) -> tree.PathConstraint:
        """Which places a path may end at."""
        return self._bar("ends", 1, meta, parts)

    def never_into(self, meta: Meta, parts: Parts) -> tree.PathConstraint:
        """Places a path never enters."""
        return self._bar("never_into", 1, meta, parts)

    def never_across(self, meta: Meta, parts: Parts) -> tree.PathConstraint:
        """Steps a path never takes."""
        return self._bar("never_across", 2, meta, parts)

    def stops_in(self, meta: Meta, parts: Parts) -> tree.PathConstraint:
        """Places a path may enter and not leave."""
        return self._bar("stops_in", 1, meta, parts)

    def stops_after(self, meta: Meta, parts: Parts) -> tree.PathConstraint:
        """Steps after which a path goes no further."""
        return self._bar("stops_after", 2, meta, parts)

    def _bar(self, kind: ConstraintKind, places: int, meta: Meta, parts: Parts) -> tree.PathConstraint:
        rest = parts[places:]
        conditions = [part for part in rest if not isinstance(part, tuple | tree.Text)]
        condition = tree.Condition(conditions[0], tuple(conditions[1:]))
        return tree.PathConstraint(
            kind, tuple(parts[:places]), condition, anchors_in(rest), texts_in(rest), self._span(meta)
        )

    def path_rule(self, meta: Meta, parts: Parts) -> tree.Path:
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
            anchors_in([part for part in rest if part not in ends]),
            texts_in(rest),
            self._span(meta),
        )

    # --- choices ---

    def among(self, meta: Meta, parts: Parts) -> tree.Among:
        """What is chosen from."""
        return tree.Among(parts[0], parts[1], parts[2], self._span(meta))

    def prefer_degree(self, meta: Meta, parts: Parts) -> tree.Preference:
        """The least or the most of a value."""
        then, degree, value, *rest = parts
        return tree.Preference(
            Degree(degree), None, value, anchors_in(rest), texts_in(rest), self._span(meta), then is not None
        )

    def prefer_where(self, meta: Meta, parts: Parts) -> tree.Preference:
        """What fulfils a condition."""
        then, variable, value, *rest = parts
        return tree.Preference(
            Degree.WHERE, variable, value, anchors_in(rest), texts_in(rest), self._span(meta), then is not None
        )

    def choice_rule(self, meta: Meta, parts: Parts) -> tree.Choice:
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
            self._span(meta),
        )

    # --- acceptances ---

    def because(self, _meta: Meta, parts: Parts) -> list[tree.Text]:
        """Why something is accepted."""
        return list(parts)

    def accept(self, meta: Meta, parts: Parts) -> tree.Accept:
        """A finding that is accepted."""
        code, declaration, *rest = parts
        reason = tuple(text for part in rest if isinstance(part, list) for text in part)
        return tree.Accept(code, declaration, anchors_in(rest), reason, self._span(meta))

    def label(self, meta: Meta, parts: Parts) -> tree.LabelText:
        """What a part is called."""
        return tree.LabelText(parts[0], anchors_in(parts), texts_in(parts), self._span(meta))


def _phase_lines(parts: Parts) -> tuple[tree.PhaseLine, ...]:
    return tuple(part for part in parts if isinstance(part, tree.Phase | tree.Each | tree.Repeat | tree.Effect))
