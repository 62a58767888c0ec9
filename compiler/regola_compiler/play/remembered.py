"""What is worked out of a whole program, remembered for those that were asked for last."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from regola_compiler.model.program import Program

T = TypeVar("T")
# A program and what is played of it, before an edit and after it.
KEPT = 4


def for_the_last(work_out: Callable[[Program], T]) -> Callable[[Program], T]:
    """Remember what is worked out of a program, which takes time: nobody changes one once it is resolved."""
    known: deque[tuple[Program, T]] = deque(maxlen=KEPT)

    @wraps(work_out)
    def remembered(program: Program) -> T:
        for other, found in known:
            if other is program:
                return found
        found = work_out(program)
        known.append((program, found))
        return found

    return remembered
