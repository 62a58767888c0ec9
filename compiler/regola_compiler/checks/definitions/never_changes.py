"""States that rules read and nothing ever changes."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import staying
from regola_compiler.model.asked_by import asked_by
from regola_compiler.model.program import Action, Const, Fact, Program
from regola_compiler.model.types import BoolType, source

CODE = Code(
    "R114",
    "never-changes",
    "a state that rules read and nothing ever changes",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, in a game in which play changes something."""
    del survey
    for name, fact in staying(program).items():
        if program.in_focus(name):
            called = (
                say("`{name}` of a `{owner}`", name=fact.name.partition(".")[2], owner=fact.owner)
                if fact.owner
                else f"`{name}`"
            )
            yield Diagnostic(
                CODE,
                say(
                    "{called}{cited} is read and never changes: no effect, scenario or example gives it a value",
                    called=called,
                    cited=cited(fact.anchors),
                ),
                fact.name_span,
                say("stays as it starts") if fact.default is not None else say("has no value, and gets none"),
                help=_help(program, fact),
                subject=name,
            )


def _help(program: Program, fact: Fact) -> str:
    """Where its effect may have been, if one action has effects of the same section, and what it may say."""
    sections = {anchor.section for anchor in fact.anchors}
    actions = [
        one
        for one in program.callables.values()
        if isinstance(one, Action)
        and any(not sections.isdisjoint(anchor.section for anchor in effect.anchors) for effect in one.effects)
    ]
    of_the_same = [asked_by(one, fact) for one in actions]
    if len(actions) != 1 or of_the_same[0] is None:
        return say("write the effect that changes it, or let the host say it: `given`")
    default, is_bool = fact.default, isinstance(fact.result, BoolType)
    told = source(not default.value, fact.result) if is_bool and isinstance(default, Const) else "…"
    return say(
        "write the effect that changes it, in `{action}` perhaps, which has others of the same section: `{effect}`",
        action=actions[0].name,
        effect=f"effect {of_the_same[0]} becomes {told}",
    )
