"""The checks, in a thread of their own: what is found arrives when it is found, and nobody waits for it.

One thread serves all games, as the solver is one. A game that changes while it is being checked is given up between two
things that are looked at; what was found until then is remembered by its session, and is not looked at again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from regola_compiler.incremental.names import pack_name
from regola_compiler.incremental.results import Checked
from regola_compiler.incremental.session import Reading
from regola_dsl.cache import folder
from regola_dsl.store import Pack

from regola_lsp.desk.games import OpenGame

# Deep expressions nest deeply; a thread has by default less room than a process.
STACK = 256 * 1024 * 1024
# How many seconds lie between one time and the next that what is known is written beside the other results.
SAVED = 20.0


class Superseded(Exception):  # noqa: N818  it is no error: the text has changed meanwhile
    """What is being checked is no longer what is written."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game that is to be checked, as it was read in some round."""

    game: OpenGame
    reading: Reading
    round: int

    @property
    def outdated(self) -> bool:
        """Whether the text has changed since."""
        return self.game.stale or self.game.round != self.round


class Checker:
    """The thread, and what waits for it: of each game the newest text alone.

    Args:
        done: Called in the thread with what was found.
        failed: Called in the thread with what went wrong on our side.
        pause: How many seconds a text has to stand before it is checked.
    """

    def __init__(
        self, done: Callable[[Job, Checked], None], failed: Callable[[Exception], None], pause: float = 0.03
    ) -> None:
        self.done, self.failed, self.pause = done, failed, pause
        self._waiting: dict[str, Job] = {}
        self._lent: list[tuple[Callable[[], Any], Future[Any]]] = []
        self._news = threading.Condition()
        self._ended = False
        self._saved: dict[str, float] = {}
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
        def between() -> None:
            if self._lent:
                self._lent_first()
            if self._ended or job.outdated:
                raise Superseded

        between()
        game, session = job.game, job.game.session
        kept = folder() is not None and game.place is not None
        if kept and session.memory.pack is None:
            session.memory.pack = Pack(pack_name(job.reading.game))
        checked = session.judge(job.reading, between)
        self.done(job, checked)
        pack = session.memory.pack
        if kept and pack is not None and time.monotonic() - self._saved.get(game.shown, -SAVED) > SAVED:
            pack.renew(session.memory.needed())
            pack.save()
            self._saved[game.shown] = time.monotonic()


def _do(work: Callable[[], Any], future: Future[Any]) -> None:
    """Do what somebody waits for, and tell how it went."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except Exception as fault:
        future.set_exception(fault)
