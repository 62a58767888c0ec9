"""Sections that only examples cite: the rule that they are about cites another one, or they do.

One example alone may well stand in the book a section further down than its rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.tree import Anchor, is_inside
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Example, Program
from regola_compiler.model.visitor import iter_nodes

CODE = Code(
    "R509", "ruled-nowhere", "a section that examples cite, and no rule", Severity.WARNING, ground=Ground.FINDINGS
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each section of which there are several examples and nothing else."""
    cited = _cited(program) if survey.cited is None else survey.cited
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


def _is_among(section: str, cited: frozenset[str]) -> bool:
    """Whether a section is cited, or one inside it; what stands in it by a name, `10.3/example`, has no rules."""
    return "/" in section or section in cited or any(is_inside(other, section) for other in cited)


def _cited(program: Program) -> frozenset[str]:
    """The sections that something cites which is no example."""
    declared = (
        program.types,
        program.callables,
        program.rules,
        program.sequences,
        program.assumptions,
        program.events,
        program.errata,
    )
    items = tuple(item for kind in declared for item in kind.values())
    return frozenset(part.section for part in iter_nodes(items) if isinstance(part, Anchor))
