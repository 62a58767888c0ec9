"""What is said of the book: examples, errata, acceptances, labels."""

from __future__ import annotations

from regola_dsl.kinds import LineOutcome
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.expressions import Expr, Let
from regola_dsl.tree.names import Anchors, Name, Texts
from regola_dsl.tree.positions import PutUp


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of an example.

    `outcome` is holds, forbidden, missing or contradictory; or what the line does: given, setup, done, played.
    """

    expression: Expr
    outcome: LineOutcome
    span: Span
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    put_up: tuple[PutUp, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rulebook."""

    tag = "example"
    name: Name
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    expectations: tuple[Expectation, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Said:
    """What one section says, in an erratum: a claim that can be run, or a text, or silence."""

    tag = "said"
    anchors: Anchors
    claim: Expr | None
    texts: Texts
    silent: bool
    span: Span
    given: tuple[Expr, ...] = ()
    setup: Name | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an erratum is settled: by the named sections, or one rule over another, or otherwise, and why."""

    tag = "ruling"
    anchors: Anchors
    reason: Texts
    settled: bool
    span: Span
    pair: tuple[Name, Name] | None = None


@dataclass(frozen=True, slots=True)
class AboutWords:
    """That an erratum is about words alone, which no rule can say either way, and why."""

    tag = "words"
    reason: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the book disagrees with itself, or is silent; `words` says that it is about words alone."""

    tag = "erratum"
    name: Name
    anchors: Anchors
    texts: Texts
    statements: tuple[Said, ...]
    rulings: tuple[Ruling, ...]
    span: Span
    words: AboutWords | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """A finding that is accepted: its code's slug, the declaration it is about, and why."""

    tag = "accept"
    name: Name
    declaration: Name
    anchors: Anchors
    reason: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class LabelText:
    """What an input, an output or a field is called: in one declaration (`siege.turns`), or in all that say nothing."""

    tag = "label"
    name: Name
    anchors: Anchors
    texts: Texts
    span: Span
