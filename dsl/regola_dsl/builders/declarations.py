"""What is made of the rules for definitions, examples and errata: a method for each."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.builders.expressions import Parts
from regola_dsl.builders.parts import (
    After,
    Over,
    Phases,
    Under,
    anchors_in,
    check_once,
    condition_in,
    is_expression,
    of_kind,
    ruled_by,
    single,
    texts_in,
)
from regola_dsl.builders.second_values import second_value
from regola_dsl.builders.tables import TableBuilder
from regola_dsl.diagnostics import MAX_FINDINGS
from regola_dsl.source import Span


class Builder(TableBuilder):
    """Builds the nodes of one declaration."""

    def start(self, parts: Parts) -> tree.Declaration:
        """The one declaration."""
        result: tree.Declaration = parts[0]
        return result

    # --- definitions ---

    def let_line(self, parts: Parts) -> tree.Let:
        """A named value."""
        return tree.Let(parts[0], parts[1])

    def value_line(self, parts: Parts) -> list[tree.Expr]:
        """The value of a definition or exception, in a list to tell it from a condition."""
        return [parts[0]]

    def _value(self, parts: Parts, *, truth: bool = False, within: bool = False) -> tree.Expr | None:
        """The one value line among `parts`, a condition where it is a `truth`, `within` an exception or not.

        A second one is a finding.
        """
        values = [part[0] for part in parts if isinstance(part, list) and part and is_expression(part[0])]
        empty = [part for part in of_kind(parts, tree.ExceptionRule) if part.value is None and not part.statements]
        texts = texts_in(parts)
        # Behind so many findings a file is read no further.
        for place, extra in enumerate(values[1 : MAX_FINDINGS + 2], 1):
            self._found.append(second_value(extra, values[:place], empty, texts, truth=truth, within=within))
        return values[0] if values else None

    def define(self, parts: Parts, span: Span) -> tree.Define:
        """A definition."""
        rest = parts[3:]
        return tree.Define(
            parts[0],
            tuple(parts[1] or ()),
            parts[2],
            anchors_in(rest),
            self._texts(rest),
            of_kind(rest, tree.Let),
            self._value(rest, truth=parts[2].kind == "bool"),
            of_kind(rest, tree.ExceptionRule),
            span,
        )

    def exception(self, parts: Parts, span: Span) -> tree.ExceptionRule:
        """A nested exception."""
        return self._exception(span, parts[0], parts[1], parts[2:])

    def exception_to(self, parts: Parts, span: Span) -> tree.ExceptionRule:
        """An exception that stands alone."""
        return self._exception(span, parts[0], parts[1], parts[3:], parts[2])

    def _exception(
        self,
        span: Span,
        then: object,
        name: tree.Name,
        rest: Parts,
        target: tree.Name | tree.Anchors | None = None,
    ) -> tree.ExceptionRule:
        check_once(rest, self._found)
        under, after, phases = single(rest, Under), single(rest, After), single(rest, Phases)
        return tree.ExceptionRule(
            name,
            then is not None,
            tuple(name for over in of_kind(rest, Over) for name in over.names),
            anchors_in(rest),
            self._texts(rest),
            condition_in(rest),
            of_kind(rest, tree.Let),
            self._value(rest, within=True),
            of_kind(rest, tree.ExceptionRule),
            span,
            of_kind(rest, tree.Statement),
            under.name if under else None,
            phases.names if phases else (),
            target,
            after.name if after else None,
            ruled_by(rest),
        )

    # --- examples and errata ---

    def holds(self, parts: Parts, span: Span) -> tree.Expectation:
        """A line that must be true."""
        return tree.Expectation(parts[0], "holds", span)

    def is_forbidden(self, parts: Parts, span: Span) -> tree.Expectation:
        """A look-up the rules do not allow."""
        return tree.Expectation(parts[0], "forbidden", span)

    def is_missing(self, parts: Parts, span: Span) -> tree.Expectation:
        """A question no rule answers."""
        return tree.Expectation(parts[0], "missing", span)

    def given_line(self, parts: Parts) -> list[tree.Expectation]:
        """Facts of the position."""
        return [tree.Expectation(part, "given", part.span) for part in parts]

    def play_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """A phase played: its effects come about."""
        name, arguments, rolled = parts
        phase = tree.Word(name.text, name.span)
        asked = tree.Call(name, tuple(arguments), span) if arguments else phase
        return tree.Expectation(asked, "played", span, tuple(rolled or ()))

    def end_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """A phase ended by whoever acts in it."""
        return tree.Expectation(tree.Word(parts[0].text, parts[0].span), "ended", span)

    def with_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """Pieces that stand there."""
        return tree.Expectation(tree.Truth(True, span), "with", span, put_up=tuple(parts))

    def rolled(self, parts: Parts) -> tuple[tree.Expr, tree.Expr]:
        """What a die shows."""
        return parts[0], parts[1]

    def rolling(self, parts: Parts) -> list[tuple[tree.Expr, tree.Expr]]:
        """What the dice show."""
        return list(parts)

    def given_setup(self, parts: Parts, span: Span) -> list[tree.Expectation]:
        """The position of a scenario, and the facts that are otherwise."""
        name, *given = parts
        return [tree.Expectation(tree.Word(name.text, name.span), "setup", span), *self.given_line(given)]

    def do_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """An action carried out."""
        return tree.Expectation(parts[0], "done", span, tuple(parts[1] or ()))

    def is_contradictory(self, parts: Parts, span: Span) -> tree.Expectation:
        """A question that two rules answer differently."""
        return tree.Expectation(parts[0], "contradictory", span)

    def example(self, parts: Parts, span: Span) -> tree.Example:
        """A worked example."""
        return tree.Example(
            parts[0],
            anchors_in(parts),
            self._texts(parts),
            of_kind(parts, tree.Let),
            tuple(
                line
                for part in parts
                for line in (part if isinstance(part, list) else [part])
                if isinstance(line, tree.Expectation)
            ),
            span,
        )

    def supposing(self, parts: Parts) -> tuple[tree.Name | None, tuple[tree.Expr, ...]]:
        """The facts a claim supposes."""
        return None, tuple(parts)

    def supposing_setup(self, parts: Parts) -> tuple[tree.Name | None, tuple[tree.Expr, ...]]:
        """The scenario a claim supposes, and the facts that are otherwise."""
        return parts[0], tuple(parts[1:])

    def says(self, parts: Parts, span: Span) -> tree.Said:
        """What a section says, as a claim."""
        setup, given = parts[2] or (None, ())
        return tree.Said(parts[0], parts[1], self._texts(parts[3:]), False, span, given, setup)

    def says_text(self, parts: Parts, span: Span) -> tree.Said:
        """What a section says, in our words."""
        return tree.Said(parts[0], None, self._texts(parts[1:]), False, span)

    def silent(self, parts: Parts, span: Span) -> tree.Said:
        """What a section does not say."""
        return tree.Said(parts[0], None, self._texts(parts[1:]), True, span)

    def ruling(self, parts: Parts, span: Span) -> tree.Ruling:
        """A ruling for one of the sections."""
        return tree.Ruling(parts[0], self._texts(parts[1:]), True, span)

    def ruling_other(self, parts: Parts, span: Span) -> tree.Ruling:
        """A ruling that no section states."""
        return tree.Ruling((), self._texts(parts), True, span)

    def ruling_over(self, parts: Parts, span: Span) -> tree.Ruling:
        """One rule is declared over another."""
        return tree.Ruling((), self._texts(parts[2:]), True, span, (parts[0], parts[1]))

    def unresolved(self, parts: Parts, span: Span) -> tree.Ruling:
        """No ruling yet."""
        return tree.Ruling((), self._texts(parts), False, span)

    def about_words(self, parts: Parts, span: Span) -> tree.AboutWords:
        """That no rule could say it either way."""
        return tree.AboutWords(self._texts(parts), span)

    def erratum(self, parts: Parts, span: Span) -> tree.Erratum:
        """An erratum."""
        return tree.Erratum(
            parts[0],
            anchors_in(parts),
            self._texts(parts),
            of_kind(parts, tree.Said),
            of_kind(parts, tree.Ruling),
            span,
            single(parts, tree.AboutWords),
        )
