"""What is made of the rules for paths and choices: a method for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import ExpressionBuilder, Parts, Token
from regola_dsl.builders.parts import (
    anchors_in,
    of_kind,
    single,
    texts_in,
)
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import (
    ConstraintKind,
    Degree,
    LegKind,
)
from regola_dsl.source import Span
from regola_dsl.wording import say


class PathBuilder(ExpressionBuilder):
    """Builds paths and choices; `RuleBuilder` adds what else speaks of positions."""

    def _one(self, values: Parts, owner: str) -> tree.Expr | None:
        """The one expression among `values`, each in a list; a second one is a finding."""
        for extra in values[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("{owner} says this twice", owner=owner),
                    extra.span,
                    help=say("keep one of the two, or join them with `and`"),
                )
            )
        return values[0] if values else None

    def _texts(self, parts: Parts) -> tree.Texts:
        """The texts among `parts`. On one line each is in a language of its own; a line below may say more in it."""
        texts = texts_in(parts)
        for number, text in enumerate(texts):
            if any((one.language, one.span.line) == (text.language, text.span.line) for one in texts[:number]):
                message = say("a text in `{language}` stands twice on this line", language=text.language)
                help_text = say("keep one, or write the language that the other is in")
                self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, text.span, help=help_text))
        return texts

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
        limit, start, end, cost, steps, where = parts
        return tree.Leg("points", limit, (start, end), cost, where, span, steps=steps)

    def and_steps(self, parts: Parts) -> tree.Expr:
        """How many steps a leg may have beside its points."""
        return cast("tree.Expr", parts[0])

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
        return tree.PathConstraint(kind, tuple(parts[:places]), condition, anchors_in(rest), self._texts(rest), span)

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
            self._one(ends, say("path `{name}`", name=name.text)),
            of_kind(rest, tree.Leg),
            of_kind(rest, tree.PathConstraint),
            anchors_in(rest),
            self._texts(rest),
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
            Degree(degree.text), None, value, anchors_in(rest), self._texts(rest), span, then is not None
        )

    def prefer_where(self, parts: Parts, span: Span) -> tree.Preference:
        """What fulfils a condition."""
        then, variable, value, *rest = parts
        return tree.Preference(
            Degree.WHERE, variable, value, anchors_in(rest), self._texts(rest), span, then is not None
        )

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
            self._texts(rest),
            span,
        )
