"""What is said of the book, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping

from regola_dsl.kinds import LineOutcome

from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.tree.told import Anchors, Let, Named, Titles, Told
from regola_compiler.ir.types import Node, Value


class Assignment(Node, frozen=True):
    """A fact of a scenario's position, with its value."""

    fact: str
    arguments: tuple[Value, ...]
    value: Value


class SetupUnit(Node, frozen=True):
    """Something that is set up: where, how often, and the record it is, if the rules know it as one."""

    at: str
    count: int
    note: str
    value: Value | None


class Scenario(Node, frozen=True):
    """A position to start from, and what stands where."""

    id: str
    title: Titles
    sections: Anchors
    variants: tuple[str, ...]
    position: tuple[Assignment, ...]
    setup: tuple[SetupUnit, ...]


class Expectation(Node, frozen=True):
    """A line of an example: what must hold, be forbidden or missing; a fact given; an action done; a phase played.

    `rolled` is what dice show, each with its value.
    """

    outcome: LineOutcome
    expression: Expr
    rolled: tuple[tuple[Expr, Expr], ...] = ()


class Example(Named, frozen=True, kw_only=True):
    """A worked example."""

    lets: tuple[Let, ...]
    lines: tuple[Expectation, ...]


class Claim(Told, frozen=True, kw_only=True):
    """One reading of an erratum: what a section says, in a position where something is `given`, or of a scenario."""

    claim: Expr | None
    given: tuple[Expr, ...]
    silent: bool
    setup: str | None = None


class Ruling(Told, frozen=True, kw_only=True):
    """How an erratum is ruled: the sections that are followed, and the reason; not `settled` is an open question."""

    settled: bool


class Erratum(Named, frozen=True, kw_only=True):
    """A disagreement of the book with itself, or a silence, and the ruling.

    `overruled` is the rule that stands below it; `decides` names the declarations of which a part stands by it.
    `words` says why it is about words alone, where it is.
    """

    statements: tuple[Claim, ...]
    ruling: Ruling
    overruled: str | None
    decides: tuple[str, ...]
    words: Told | None = None


class Acceptance(Told, frozen=True, kw_only=True):
    """A finding that is known and accepted, and why."""

    code: str
    declaration: str


class Section(Node, frozen=True):
    """A section of the book with its title in each language.

    `chapter` is the number of the chapter it belongs to; `heads` says whether its title is that of the chapter.
    """

    id: str
    chapter: str
    heads: bool
    titles: Titles


class Forms(Node, frozen=True):
    """What something is called in one language: `preferred` is written, the others may be."""

    preferred: str
    variants: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    note: str = ""


class Term(Node, frozen=True):
    """A concept of the glossary by language; `declares` is what it is the name of: `Weather`, `Weather.fog`."""

    id: str
    forms: Mapping[str, Forms]
    declares: str = ""
