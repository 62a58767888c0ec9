"""What is made of the rules for phases and sequences of play: a method for each."""

from __future__ import annotations

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts, Token
from regola_dsl.builders.parts import Actor, anchors_in, check_once, condition_in, of_kind, single
from regola_dsl.builders.paths import PathBuilder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

_PHASE_LINES = tree.Phase | tree.Each | tree.Repeat | tree.Effect | tree.Roll | tree.GameEnds


@dataclass(frozen=True, slots=True)
class _Mark:
    """Something that is said of a phase: `when called`, `stays until …`, `ends when …`."""

    kind: str
    expression: tree.Expr | None = None


class SequenceBuilder(PathBuilder):
    """Builds phases and sequences; `RuleBuilder` adds positions, actions and rules."""

    def copied(self, parts: Parts) -> tree.Copied:
        """A phase as another, with two sides exchanged."""
        return tree.Copied(parts[0], parts[1], parts[2])

    def phase(self, parts: Parts, span: Span) -> tree.Phase:
        """A phase."""
        name, parameters, copied, *rest = parts
        check_once(rest, self._found)
        actor = single(rest, Actor)
        marks = {mark.kind: mark.expression for mark in of_kind(rest, _Mark)}
        return tree.Phase(
            name,
            copied,
            actor.expression if actor and not actor.at_once else None,
            condition_in(rest),
            _phase_lines(rest),
            anchors_in(rest),
            self._texts(rest),
            span,
            tuple(parameters or ()),
            "called" in marks,
            marks.get("stays"),
            marks.get("ends"),
            actor.together if actor else (),
            actor.at_once if actor else (),
        )

    def phase_rule(self, parts: Parts) -> tree.Phase:
        """A phase that is declared by itself."""
        found: tree.Phase = parts[0]
        return found

    def called(self, _parts: Parts) -> _Mark:
        """Only an effect plays it."""
        return _Mark("called")

    def stays(self, parts: Parts) -> _Mark:
        """It cannot be ended before."""
        return _Mark("stays", parts[0])

    def ends(self, parts: Parts) -> _Mark:
        """It ends by itself."""
        return _Mark("ends", parts[0])

    def any_order(self, _parts: Parts) -> tree.Order:
        """As the player likes."""
        return tree.Order("any", None, None)

    def by_degree(self, parts: Parts) -> tree.Order:
        """By an amount."""
        degree, amount, *ties = parts
        return tree.Order("most" if degree.text == "most" else "least", amount, ties[0] if ties else None)

    def optional(self, _parts: Parts, span: Span) -> Token:
        """It may be left out."""
        return Token("OPTIONAL", "optional", span)

    def each_of(self, parts: Parts, span: Span) -> tree.Each:
        """Phases for each of a list."""
        variable, items, where, order, optional, *rest = parts
        lines = _phase_lines(rest)
        return tree.Each(variable, (), lines, span, items, where, order, optional is not None, anchors_in(rest))

    def when_over(self, parts: Parts, span: Span) -> tree.GameEnds:
        """When the game is over."""
        condition, winner, *rest = parts
        return tree.GameEnds(condition, winner, anchors_in(rest), self._texts(rest), span)

    def each(self, parts: Parts, span: Span) -> tree.Each:
        """Phases for each of some values."""
        lines = _phase_lines(parts)
        texts = [part for part in parts if isinstance(part, list) and not of_kind(part, _PHASE_LINES)]
        if texts:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("a text stands here, and `for` has none"),
                    texts[0][0].span,
                    help=say("write it below a phase"),
                )
            )
        # Its values, and neither what stands below them nor their sections.
        values = tuple(part for part in parts[1:] if not isinstance(part, _PHASE_LINES | list | tuple))
        return tree.Each(parts[0], values, lines, span, anchors=anchors_in(parts))

    def repeat(self, parts: Parts, span: Span) -> tree.Repeat:
        """When a repetition ends."""
        return tree.Repeat(parts[0], span, _phase_lines(parts[1:]))

    def repeat_idle(self, parts: Parts, span: Span) -> tree.Repeat:
        """A repetition that ends when nobody does anything any more."""
        return tree.Repeat(None, span, _phase_lines(parts))

    def sequence(self, parts: Parts, span: Span) -> tree.Sequence:
        """A sequence of play."""
        return tree.Sequence(parts[0], _phase_lines(parts), anchors_in(parts), self._texts(parts), span)


def _phase_lines(parts: Parts) -> tuple[tree.PhaseLine, ...]:
    """The lines of a phase; effects of `each` come in a list."""
    lines = [line for part in parts for line in (part if isinstance(part, list) else [part])]
    return of_kind(lines, _PHASE_LINES)
