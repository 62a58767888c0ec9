"""Sections that only examples cite: the rule that they are about cites another one, or they do.

One example alone may well stand in the book a section further down than its rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Example, Program

CODE = Code(
    "R509", "ruled-nowhere", "a section that examples cite, and no rule", Severity.WARNING, ground=Ground.FINDINGS
)
# Where parts of a declaration stand that cite sections of their own.
_PARTS = (
    "root exceptions norms guards effects rolls lines rows dimensions below above phases first endings bars legs"
    " statements failing counters preferences"
).split()


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
    return "/" in section or section in cited or any(other.startswith(section) for other in cited)


def _sections(program: Program) -> set[str]:
    """All sections that something cites which is no example."""
    found = {
        anchor.section
        for kind in program.types.values()
        for anchors in (kind.anchors, *(part[1] for part in kind.parts))
        for anchor in anchors
    }
    declared = (
        program.callables,
        program.rules,
        program.sequences,
        program.assumptions,
        program.events,
        program.errata,
    )
    waiting: list[Any] = [item for kind in declared for item in kind.values()]
    while waiting:
        item = waiting.pop()
        found |= {anchor.section for anchor in getattr(item, "anchors", ())}
        for name in _PARTS:
            part = getattr(item, name, None)
            waiting += part if isinstance(part, tuple) else [part] if hasattr(part, "anchors") else []
    return found
