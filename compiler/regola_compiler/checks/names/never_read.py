"""Facts and definitions that nothing asks."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import Usage
from regola_compiler.model.program import Action, Fact, Program
from regola_compiler.model.visitor import kind_of

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
        if isinstance(item, Action) or (isinstance(item, Fact) and (item.hidden or item.kind == "absent")):
            continue
        if name in usage.read or name in usage.reached or name in usage.told or not program.in_focus(name):
            continue
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
            help=say("write the rule that asks it, or an example; or remove it"),
            subject=name,
        )
