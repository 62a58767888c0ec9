"""Events that never come about: what decides nothing is told as such (never_holds), in the whole program at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.reachability import ASSUMED, CONDITION, Search
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.summaries import ModularExecutor
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import NEVER_HOLDS as CODE
from regola_compiler.checks.excluded import excluded
from regola_compiler.model.program import Event, Program


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each event whose condition never holds."""
    del survey  # events are no declarations that are examined one by one
    events = [one for one in program.events.values() if program.in_focus(one.name) and one.name not in program.broken]
    search = Search(ModularExecutor(program, Relations())) if events else None
    for event in events:
        out = excluded(program, event.condition)
        why = search.find_obstacle(_comes(search, event)) if search is not None and out is None else None
        if out is not None or why is not None:
            assumed = why is not None and why.step == ASSUMED
            said = say("it holds only where an assumption does not") if assumed else say("its condition never holds")
            yield Diagnostic(
                CODE,
                say(
                    "event `{name}`{cited} never comes about: {said}",
                    name=event.name,
                    cited=cited(event.anchors),
                    said=out.reason if out else said,
                ),
                out.span if out else event.condition.span,
                say("never holds"),
                out.related if out else (),
                out.help if out else say("correct its condition, or remove it"),
                subject=event.name,
            )


def _comes(search: Search, event: Event) -> Callable[[], Unreachable | None]:
    def steps() -> Unreachable | None:
        run = search.explorer
        env = {p.name: run.unknown(input_symbol(p.name), p.type) for p in event.parameters}
        return None if run.decide(run.evaluate(event.condition, env)) else Unreachable(CONDITION)

    return steps
