"""The part of a program that a declaration rests on: all that is asked or changed in it is there."""

from __future__ import annotations

import pytest
from regola_compiler.driver import understand
from regola_compiler.incremental.digests.memo import MeaningMemo
from regola_compiler.incremental.digests.subjects import Subjects
from regola_compiler.model.program import Action, Program
from regola_compiler.model.visitor import calls_in, changed_facts, expressions_of
from support.games import understood
from support.raid import raid

NAMES = ["raid", "lantern_pass", "west_front", "caucasus", "third_reich", "axis_allies", "world_in_flames"]


def _program(name: str) -> Program:
    return understand(raid()).program if name == "raid" else understood(name).program


@pytest.mark.parametrize("name", NAMES)
def test_a_part_has_all_that_its_declarations_ask_and_change(name: str) -> None:
    program = _program(name)
    subjects = Subjects(program, MeaningMemo())
    actions = [one for one in program.callables.values() if isinstance(one, Action)]
    assert actions
    for action in actions:
        part = subjects.reached({action.name})
        for item in (program.callables[one] for one in part & program.callables.keys()):
            asked = {call.callee for expression in expressions_of(item) for call in calls_in(expression)}
            changed = set(changed_facts(item.effects)) if isinstance(item, Action) else set()
            assert (asked | changed) & program.callables.keys() <= part, (action.name, item.name)
