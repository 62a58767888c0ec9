"""The checks, in a thread of their own: what is found arrives when it is found, and nobody waits for it.

One thread serves all games, as the solver is one. A game that changes while it is being checked is given up, between
two cases that are tried; what was found until then is remembered by its session, and is not looked at again. While an
answer is being worked out, the checks wait: Python runs one of the two at a time, and somebody waits for the answer.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from regola_compiler.analysis.breath import breathing, nothing
from regola_compiler.analysis.permits.grid import Grid
from regola_compiler.incremental.kept import pack_name
from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.results import Checked
from regola_dsl.cache import folder
from regola_dsl.meant.ready import make_ready
from regola_dsl.store import Pack

from regola_lsp.desk.games import OpenGame

# Deep expressions nest deeply; a thread has by default less room than a process.
STACK = 256 * 1024 * 1024
# How many seconds the checks wait for an answer at most, should it be a long one.
LONGEST = 2.0
# How many seconds lie between one time and the next that what is known is written beside the other results.
SAVED = 20.0


class Superseded(Exception):  # noqa: N818  it is no error: the text has changed meanwhile
    """What is being checked is no longer what is written."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game that is to be checked, as it was read in some round; `actions` are those of which the cases are told."""

    game: OpenGame
    reading: Reading
    round: int
    actions: frozenset[str] = frozenset()

    @property
    def outdated(self) -> bool:
        """Whether the text has changed since."""
        return self.game.stale or self.game.round != self.round


class Checker:
    """The thread, and what waits for it: of each game the newest text alone.

    Args:
        done: Called in the thread with what was found, and whether that is all: before it perhaps with what is known.
        told: Called in the thread, after all that, with who may do what where in the actions that are wanted.
        failed: Called in the thread with what went wrong on our side.
        pause: How many seconds a text has to stand before it is checked.
    """

    def __init__(
        self,
        done: Callable[[Job, Checked, bool], None],
        told: Callable[[Job, dict[str, Grid]], None],
        failed: Callable[[Exception], None],
        pause: float = 0.03,
    ) -> None:
        self.done, self.told, self.failed, self.pause = done, told, failed, pause
        self._waiting: dict[str, Job] = {}
        self._lent: list[tuple[Callable[[], Any], Future[Any]]] = []
        self._news = threading.Condition()
        self._ended = False
        self._saved: dict[str, float] = {}
        self._settled: set[str] = set()
        self._free = threading.Event()
        self._free.set()
        self._thread: threading.Thread | None = None

    def ask(self, job: Job) -> None:
        """Check a game as soon as there is time."""
        with self._news:
            self._waiting[job.game.shown] = job
            self._begin()

    def lend(self, work: Callable[[], str]) -> Future[str]:
        """Do something in the thread of the checks, before any of them: it may ask the solver."""
        future: Future[str] = Future()
        with self._news:
            self._lent.append((work, future))
            self._begin()
        return future

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While this lasts the checks wait."""
        outermost = self._free.is_set()
        self._free.clear()
        try:
            yield
        finally:
            if outermost:
                self._free.set()

    def _begin(self) -> None:
        if self._thread is None:
            before = threading.stack_size(STACK)
            self._thread = threading.Thread(target=self._run, name="checks", daemon=True)
            self._thread.start()
            threading.stack_size(before)
        self._news.notify()

    def end(self) -> None:
        """Take on nothing more."""
        with self._news:
            self._ended = True
            self._waiting.clear()
            self._news.notify()

    def _next(self) -> Job | tuple[Callable[[], Any], Future[Any]] | None:
        """The game that waits longest and has been left alone for a while."""
        with self._news:
            while True:
                while not self._waiting and not self._lent and not self._ended:
                    self._news.wait()
                if self._ended:
                    return None
                if self._lent:
                    return self._lent.pop(0)
                self._news.wait(self.pause)
                if self._waiting and not self._lent:
                    return self._waiting.pop(next(iter(self._waiting)))

    def _run(self) -> None:
        while (job := self._next()) is not None:
            try:
                if isinstance(job, Job):
                    self._check(job)
                else:
                    _do(*job)
            except Superseded:
                continue
            except Exception as fault:
                self.failed(fault)

    def _lent_first(self) -> None:
        """Do what somebody waits for, between two things that are looked at."""
        with self._news:
            lent, self._lent = self._lent, []
        for work, future in lent:
            _do(work, future)

    def _check(self, job: Job) -> None:
        def patient() -> None:
            if not self._free.is_set():
                self._free.wait(LONGEST)
            if self._ended or job.outdated:
                raise Superseded

        def between() -> None:
            if self._lent:
                self._lent_first()
            patient()

        between()
        game, session = job.game, job.game.session
        kept = folder() is not None and game.place is not None
        if kept and session.memory.pack is None:
            session.memory.pack = Pack(pack_name(job.reading.game))
        with breathing(patient):
            checked = session.judge(job.reading, between, lambda known: self.done(job, known, False))
        self.done(job, checked, True)
        if game.shown not in self._settled:
            # What a game is made of stays for long: nobody need go through all of it again to look for what is garbage.
            self._settled.add(game.shown)
            gc.freeze()
        make_ready(between)
        with breathing(patient):
            grids = session.permits(job.reading, job.actions, between)
        self.told(job, grids)
        if kept and time.monotonic() - self._saved.get(game.shown, -SAVED) > SAVED:
            session.save()
            self._saved[game.shown] = time.monotonic()


def _do(work: Callable[[], Any], future: Future[Any]) -> None:
    """Do what somebody waits for, and tell how it went."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        # Whoever stands in the midst of a check that is given up waits for an answer all the same.
        with breathing(nothing):
            future.set_result(work())
    except Exception as fault:
        future.set_exception(fault)
