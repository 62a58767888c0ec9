"""What is taken and given back at once: of the same thing as much is gained as is lost, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.kinds import EffectMode
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.asked import as_asked_of
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Effect, Program
from regola_compiler.model.visitor import phases_in, without_spans
from regola_compiler.mutation.mutation import to_source

CODE = Code("R421", "given-back", "what is taken is given back to the same at once", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each pair, at the second of the two."""
    del survey
    for item in program.examined():
        if isinstance(item, Action):
            yield from _given_back(item.effects, item.name, program)
    for name, root in program.sequences.items():
        if program.in_focus(name):
            for phase in phases_in(root):
                yield from _given_back(phase.effects, name, program)


def _given_back(effects: Sequence[Effect], owner: str, program: Program) -> Iterator[Diagnostic]:
    """What one effect undoes of an earlier one: what is done to the same, under the same condition, by as much."""
    open_: list[Effect] = []
    for effect in effects:
        if effect.mode not in {EffectMode.GAINS, EffectMode.LOSES}:
            continue
        undone = next((one for one in open_ if one.mode != effect.mode and _same(one) == _same(effect)), None)
        if undone is None:
            open_.append(effect)
        else:
            open_.remove(undone)
            yield _report(effect, undone, owner, program)


def _same(effect: Effect) -> object:
    parts = effect.arguments, effect.value, effect.condition, effect.each
    return effect.fact, without_spans(parts)


def _report(effect: Effect, undone: Effect, owner: str, program: Program) -> Diagnostic:
    assert effect.value is not None
    name = as_asked_of(effect.fact, effect.arguments, program) or last_part(effect.fact)
    told = {"name": name, "amount": to_source(effect.value), "cited": cited(effect.anchors)}
    return Diagnostic(
        CODE,
        say("`{name}`{cited} loses {amount} and gains as much: nothing changes", **told)
        if effect.mode == EffectMode.GAINS
        else say("`{name}`{cited} gains {amount} and loses as much: nothing changes", **told),
        effect.span,
        say("the same as above"),
        (Label(undone.span, say("undone at once")),),
        say("say here, or there, of whom else it is; or leave both out"),
        subject=owner,
    )
