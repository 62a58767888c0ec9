"""The same for several games at once, on as many cores as there are, answered in the order they were named in."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Generic, TypeVar

from regola_dsl.wording import say

from regola_cli.common import UsageError
from regola_cli.terminal import tell

Item = TypeVar("Item")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Job(Generic[Item]):
    """Something to be done: what it is called for whoever waits, and about how much work it is, in any unit."""

    name: str
    size: int
    item: Item


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Item], Answer], jobs: Sequence[Job[Item]], most: int, *, quiet: bool = False
) -> Iterator[Answer]:
    """What `work` answers for each job, in the order of the jobs, whichever is ready first.

    The largest is begun first, for it is the one that the others would wait for at the end. A person at a terminal is
    told what is not ready yet. One job, or `most` of one, is done in this process.

    Args:
        work: a function at the top of a module, which other processes import by its name; it neither prints nor
            writes. What it takes and gives can be pickled.
        jobs: what is to be done.
        most: how many processes may work at once.
        quiet: whether whoever calls tells how far it is.

    Raises:
        UsageError: if the system ended one of the processes.
    """
    if min(most, len(jobs)) <= 1:
        for at, job in enumerate(jobs):
            if len(jobs) > 1 and not quiet:
                _wait_for(other.name for other in jobs[at:])
            answer = work(job.item)
            if not quiet:
                tell()
            yield answer
        return
    # Ctrl-C ends the processes without a word: this one says what there is to say.
    # A copy of this process begins sooner than a new one; but the threads of what has set pages do not outlive a copy.
    begins = get_context("spawn" if "typst" in sys.modules else None)
    pool = ProcessPoolExecutor(min(most, len(jobs)), begins, initializer=_die_silently)
    try:
        begun = {job: pool.submit(work, job.item) for job in sorted(jobs, key=lambda job: -job.size)}
        for job in jobs:
            while not begun[job].done():
                left = {future: other.name for other, future in begun.items() if not future.done()}
                if not quiet:
                    _wait_for(sorted(left.values()))
                wait(left, return_when=FIRST_COMPLETED)
            if not quiet:
                tell()
            yield begun[job].result()
    except BrokenProcessPool as end:
        raise UsageError(say("a process was ended from outside, perhaps for want of memory: try `--jobs 1`")) from end
    finally:
        tell()
        pool.shutdown(cancel_futures=True)


def _die_silently() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait_for(names: Iterable[str]) -> None:
    tell(f"{', '.join(names)} …")
