"""Sections that only examples cite: the rule that they are about cites another one, or they do.

One example alone may well stand in the book a section further down than its rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType
from typing import Any, get_args

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Text, is_inside
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Example, Expr, Program
from regola_compiler.model.types import Type
from regola_compiler.model.visitor import iter_children

CODE = Code(
    "R509", "ruled-nowhere", "a section that examples cite, and no rule", Severity.WARNING, ground=Ground.FINDINGS
)


# Below these no section stands, and most of what a declaration consists of is one of them.
_CITES_NOTHING = (str, int, frozenset, NoneType, Span, Text, *get_args(Expr), *get_args(Type))


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each section of which there are several examples and nothing else."""
    del survey
    cited = _sections(program)
    alone: dict[str, list[Example]] = {}
    for example in program.examples.values():
        sections = [anchor.section for anchor in example.anchors]
        if sections and not any(_is_among(section, cited) for section in sections):
            alone.setdefault(sections[0], []).append(example)
    for section, examples in alone.items():
        first, *others = examples
        if others and program.in_focus(first.name):
            yield Diagnostic(
                CODE,
                say("example `{name}` is of {section}, which no rule cites", name=first.name, section=section),
                first.anchors[0].span,
                say("cited by examples alone"),
                tuple(Label(one.anchors[0].span, say("and here")) for one in others),
                say("cite it in the rule that the example is about, or correct the section here"),
                subject=first.name,
            )


def _is_among(section: str, cited: set[str]) -> bool:
    """Whether a section is cited, or one inside it; what stands in it by a name, `10.3/example`, has no rules."""
    return "/" in section or any(is_inside(other, section) for other in cited)


def _sections(program: Program) -> set[str]:
    """All sections that something cites which is no example."""
    declared = (
        program.types,
        program.callables,
        program.rules,
        program.sequences,
        program.assumptions,
        program.events,
        program.errata,
    )
    found: set[str] = set()
    waiting: list[Any] = [item for kind in declared for item in kind.values()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Anchor):
            found.add(part.section)
        else:
            waiting += [inner for inner in iter_children(part) if not isinstance(inner, _CITES_NOTHING)]
    return found
