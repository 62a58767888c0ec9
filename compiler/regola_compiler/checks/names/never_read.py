"""Facts and definitions that nothing asks."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import Usage
from regola_compiler.model.program import Action, Call, Definition, Fact, Program, Rule
from regola_compiler.model.types import IntType
from regola_compiler.model.visitor import calls_in, expressions_of, kind_of

CODE = Code(
    "R115",
    "never-read",
    "a declaration that nothing asks and no example reaches",
    Severity.WARNING,
    ground=Ground.ABSENCE,
)
# What a declaration is called, by the word it begins with.
_CALLED = {
    "define": later("definition `{name}`"),
    "state": later("state `{name}`"),
    "given": later("fact `{name}`"),
    "modifiers": later("modifiers `{name}`"),
    "table": later("table `{name}`"),
    "path": later("path `{name}`"),
    "choice": later("choice `{name}`"),
}


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, in a game that is played; before it has an example, of what play changes alone.

    Without examples a definition or a table is one whose use is still to come. What an action changes is not: that it
    is changed is all the use there is of it.
    """
    del survey
    if not program.sequences or program.broken:
        return
    usage = Usage.of(program)
    for name, item in program.callables.items():
        if isinstance(item, Action) or (isinstance(item, Fact) and item.hidden):
            continue
        if name in usage.read or name in usage.reached or name in usage.told or not program.in_focus(name):
            continue
        instead = _asked_instead(program, item)
        if isinstance(item, Fact) and item.kind == "absent" and instead is None:
            continue  # that it is lacking may be all that is to be said of it
        changed = isinstance(item, Fact) and name in usage.changed
        if not changed and not program.examples:
            continue
        called = (
            say("`{name}` of a `{owner}`", name=name.partition(".")[2], owner=item.owner)
            if isinstance(item, Fact) and item.owner
            else say(_CALLED.get(kind_of(item)) or later("`{name}`"), name=name)
        )
        yield Diagnostic(
            CODE,
            say(
                "{called}{cited} is never read: it is changed, and no rule asks it",
                called=called,
                cited=cited(item.anchors),
            )
            if changed
            else say(
                "{called}{cited} is never read: no rule asks it, and no example",
                called=called,
                cited=cited(item.anchors),
            ),
            item.name_span,
            say("decides nothing"),
            () if instead is None else (Label(instead.span, say("this is of another section"), instead.callee),),
            say("write the rule that asks it, or an example; or remove it")
            if instead is None
            else say("write `{name}` in place of `{other}` in the line shown", name=name, other=instead.callee),
            subject=name,
        )


def _asked_instead(program: Program, item: Rule) -> Call | None:
    """What a declaration of the same sections asks in the place of one, though it is of others and asked with the same.

    None where that is not one call alone.
    """
    sections = _sections(item)
    found = [
        call
        for asking in program.callables.values()
        if isinstance(asking, Definition) and not sections.isdisjoint(_sections(asking))
        for expression in expressions_of(asking)
        for call in calls_in(expression)
        if _is_like(item, program.callables[call.callee])
        and _sections(asking).isdisjoint(_sections(program.callables[call.callee]))
    ]
    return found[0] if len(found) == 1 else None


def _sections(item: Rule) -> set[str]:
    return {anchor.section for anchor in item.anchors}


def _is_like(item: Rule, other: Rule) -> bool:
    """Whether one thing could be asked in the place of another: it is of the same kind, asked with the same."""
    if isinstance(item, Action) or isinstance(other, Action) or item.name == other.name:
        return False
    one, also = ([parameter.type for parameter in each.parameters] for each in (item, other))
    numbers = isinstance(item.result, IntType) and isinstance(other.result, IntType)
    return kind_of(item) == kind_of(other) and one == also and (numbers or item.result == other.result)
