"""The solver is asked from several threads, and looked at from others: it says what it says alone, and stands.

What goes wrong there ends the process, which is why each of these has one of its own.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

# Questions of which the bounds of sums say nothing, the same in every thread but in another order; each thread's answers are
# shown. Most work of the solver is one long step of another library, during which other threads go on.
QUESTIONS = """
import sys, threading
from regola_compiler.analysis.symbolic.constraints import Term, relation_symbol
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Interval
from regola_compiler.model.kinds import Operator

LEAVES = [input_symbol(name) for name in "abcd"]
a, b, c, d = (Term("leaf", leaf) for leaf in LEAVES)

def box(thread, number):
    product = Term("operation", Operator.MULTIPLY, (a, b))
    total = Term("operation", Operator.ADD, (c, d))
    relations = [
        relation_symbol(Operator.EQUAL, product, Term("number", number)),
        relation_symbol(Operator.LESS_EQUAL, total, a),
        relation_symbol(Operator.LESS, b, c),
    ]
    # Of each thread's own: what has been asked before is remembered.
    bounds = {leaf: Interval(0, 40 + 60 * thread + number % 7) for leaf in LEAVES}
    return {**bounds, **dict.fromkeys(relations, (True,))}

def ask(thread):
    relations = Relations()
    for number in range(20):
        asked = box(thread, number)
        possible = relations.possible(asked)
        settled = relations.minimal_model(asked) if possible else None
        answers[thread].append((possible, settled and [settled[leaf] for leaf in LEAVES]))

answers = {thread: [] for thread in range(3)}
threads = [threading.Thread(target=ask, args=(thread,)) for thread in answers]
"""
TOGETHER = """
for thread in threads: thread.start()
for thread in threads: thread.join()
print(answers)
"""
ONE_BY_ONE = """
for thread in threads:
    thread.start()
    thread.join()
print(answers)
"""
# As a profiler does: it holds what the frames of other threads hold, perhaps as the last that does.
LOOKED_AT = """
threads[0].start()
while threads[0].is_alive():
    for frame in list(sys._current_frames().values()):
        while frame is not None:
            dict(frame.f_locals)
            frame = frame.f_back
print({0: answers[0]})
"""
ALONE = """
ask(0)
print({0: answers[0]})
"""


def printed(how: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", QUESTIONS + how], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout


@pytest.mark.parametrize(("apart", "at_once"), [(ONE_BY_ONE, TOGETHER), (ALONE, LOOKED_AT)], ids=["asked", "looked at"])
def test_threads_do_not_disturb_one_another(apart: str, at_once: str) -> None:
    pytest.importorskip("z3")
    expected = printed(apart)
    assert "True" in expected
    assert "False" in expected
    assert printed(at_once) == expected
