"""Facts and definitions that nothing asks."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import Usage
from regola_compiler.checks.common import cited
from regola_compiler.model.program import Action, Fact, Program
from regola_compiler.model.visitor import kind_of

CODE = Code("R115", "never-read", "a declaration that nothing asks and no example reaches", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, in a game that is played and has examples: elsewhere whoever asks is still to come."""
    del survey
    if not program.examples or not program.sequences or program.broken:
        return
    usage = Usage.of(program)
    for name, item in program.callables.items():
        if isinstance(item, Action) or (isinstance(item, Fact) and (item.hidden or item.kind == "absent")):
            continue
        if name in usage.read or name in usage.reached or name in usage.told or not program.in_focus(name):
            continue
        changed = isinstance(item, Fact) and name in usage.changed
        called = f"`{name.partition('.')[2]}` of a `{item.owner}`" if isinstance(item, Fact) and item.owner else name
        shown = called if called.startswith("`") else f"{_noun(item)} `{called}`"
        yield Diagnostic(
            CODE,
            f"{shown}{cited(item.anchors)} is never read: "
            + ("it is changed, and no rule asks it" if changed else "no rule asks it, and no example"),
            item.name_span,
            "decides nothing",
            help="write the rule that asks it, or an example; or remove it",
            subject=name,
        )


def _noun(item: object) -> str:
    kind = kind_of(item)  # type: ignore[arg-type]  # what can be asked
    return {"define": "definition", "state": "state", "given": "fact", "modifiers": "modifiers"}.get(kind, kind)
