"""What is said of the book: examples, errata, acceptances."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal, TypeAlias

from regola_dsl.kinds import Outcome
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program.expressions import Expr, Let
from regola_compiler.model.program.positions import PutUp


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A finding that is accepted, and why."""

    tag = "Acceptance"

    code: str
    declaration: str
    anchors: Anchors
    reason: Texts
    span: Span

    def at(self, span: Span) -> Acceptance:
        """The same acceptance where it stands now."""
        return replace(self, span=span)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of an example that asks something: it must hold, or have no answer, and why."""

    tag = "Expectation"

    expression: Expr
    outcome: Outcome
    span: Span


@dataclass(frozen=True, slots=True)
class GivenLine:
    """A line of an example that tells a fact."""

    tag = "Expectation"

    expression: Expr
    span: Span
    outcome: ClassVar[Literal["given"]] = "given"


@dataclass(frozen=True, slots=True)
class SetupLine:
    """A line of an example that begins from a scenario's position."""

    tag = "Expectation"

    scenario: str
    span: Span
    outcome: ClassVar[Literal["setup"]] = "setup"


@dataclass(frozen=True, slots=True)
class WithLine:
    """A line of an example that puts pieces up."""

    tag = "Expectation"

    pieces: tuple[PutUp, ...]
    span: Span
    outcome: ClassVar[Literal["with"]] = "with"


@dataclass(frozen=True, slots=True)
class DoLine:
    """A line of an example in which an action is done; `rolled` is what its dice show."""

    tag = "Expectation"

    expression: Expr
    span: Span
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    outcome: ClassVar[Literal["done"]] = "done"


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A line of an example in which a phase is played, by the way to it as the sequence of play has it.

    `arguments` are what it is played with, `rolled` is what its dice show.
    """

    tag = "Expectation"

    phase: str
    span: Span
    arguments: tuple[Expr, ...] = ()
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    outcome: ClassVar[Literal["played"]] = "played"


ExampleLine: TypeAlias = Expectation | GivenLine | SetupLine | WithLine | DoLine | PlayLine


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example."""

    tag = "Example"

    name: str
    lets: tuple[Let, ...]
    lines: tuple[ExampleLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """What a section says, in an erratum, perhaps in the position that a scenario sets up."""

    tag = "Statement"

    anchors: Anchors
    claim: Expr | None
    texts: Texts
    silent: bool
    span: Span
    given: tuple[Expr, ...] = ()
    setup: str | None = None


@dataclass(frozen=True, slots=True)
class Precedence:
    """That one rule stands over another, and where that is written."""

    tag = "Precedence"

    above: str
    below: str
    span: Span


@dataclass(frozen=True, slots=True)
class Erratum:
    """A disagreement of the book with itself, or a silence, and the ruling; `overruled` names what stands below it.

    `words` says why it is about words alone, where it is; `ranks` where one rule is put over another, if one is.
    """

    tag = "Erratum"

    name: str
    statements: tuple[Statement, ...]
    settled: bool
    ruling: Anchors
    reason: Texts
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
    overruled: str | None = None
    words: Texts = ()
    ranks: Precedence | None = None
