"""Work on other machines: a scheduler of Dask gives it out, and answers come back in the order of the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from regola_dsl.wording import say

from regola_cli.common import UsageError

if TYPE_CHECKING:
    from regola_compiler.project.game import Game

Answer = TypeVar("Answer")
PATIENCE = "15s"


Work = TypeVar("Work", bound=Any)


def on_cluster(address: str, work: Callable[[Work], Answer], jobs: Sequence[Work], game: Game) -> Iterator[Answer]:
    """What `work` answers for each job, in the order of the jobs, on the machines of a scheduler.

    The game goes along, so its files need not be there; Regola must be, in the same version.

    Args:
        address: of the scheduler, such as `tcp://10.0.0.1:8786`.
        work: a function at the top of a module.
        jobs: what it is to do, each with the `folder` of its game.
        game: the game, as it was read.

    Raises:
        UsageError: if there is no such scheduler, or what it needs is not installed.
    """
    try:
        from distributed import Client
    except ImportError as wrong:
        raise UsageError(say('`--on` needs Dask, which is an extra: pip install "regola[dask]"')) from wrong
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as wrong:
        raise UsageError(
            say(
                "no scheduler answers at `{address}`: {name}: {wrong}",
                address=address,
                name=type(wrong).__name__,
                wrong=wrong,
            )
        ) from wrong
    with client:
        name = Path(f"shipped-{_mark(game)}")
        shipped = client.scatter(game, broadcast=True)
        begun = [client.submit(play_shipped, work, replace(job, folder=name), shipped, pure=False) for job in jobs]
        for answer in begun:
            yield answer.result()


def play_shipped(work: Callable[[Work], Answer], job: Work, game: Game) -> Answer:
    """Do some work on a machine where the game's files are not."""
    from regola_cli.forms import unpack

    unpack(job.folder, game)
    return work(job)


def _mark(game: Game) -> str:
    """Another one for other files."""
    texts = [(source.path, source.written.text) for source in (*game.sources, *game.data_sources)]
    return blake2b(repr(texts).encode(), digest_size=12).hexdigest()
