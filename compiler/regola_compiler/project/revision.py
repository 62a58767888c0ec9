"""The files of a game as git kept them."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePosixPath
from subprocess import TimeoutExpired, run

from regola_dsl.system_errors import system_words
from regola_dsl.wording import say

from regola_compiler.literate.source import holds_rules
from regola_compiler.project.game import LISTS

GIT_SECONDS = 60
# How files end that a game reads beside its rules.
_READ = frozenset({".yaml", *(PurePosixPath(pattern).suffix for pattern in LISTS)})


class RevisionError(Exception):
    """A game cannot be had as it was: why, in a sentence for who asked."""


@contextmanager
def at_revision(place: Path, revision: str) -> Iterator[Path]:
    """A game's files as they were at a git revision, in a folder that is gone afterwards.

    Raises:
        RevisionError: If there is no git, it does not know the revision, or the game was not there.
    """
    folder = place.resolve().parent
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    commit = _git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", what=revision
    )
    inside = place.resolve().relative_to(top.resolve()).as_posix()
    there = commit.decode().strip()
    beside = [above / "library" for above in PurePosixPath(inside, "x").parents][1:3]  # beside the game, and above that
    kept = _git(top, "ls-tree", "-z", "--name-only", there, "--", *(path.as_posix() for path in beside)).decode()
    wanted = [inside, *(path for path in kept.split("\0") if path)]
    packed = _git(top, "archive", "--format=tar", there, "--", *wanted, what=f"{revision}:{inside}")
    with tempfile.TemporaryDirectory(prefix="regola-") as made:
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            for member in archive:
                path = PurePosixPath(member.name)
                content = archive.extractfile(member) if member.isfile() else None
                if content is None or ".." in path.parts or not (path.suffix in _READ or holds_rules(path.name)):
                    continue
                file = Path(made, *path.parts)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content.read())
        earlier = Path(made, inside)
        if not earlier.exists():
            raise RevisionError(
                say("`{place}` was not there at `{revision}`", place=place.as_posix(), revision=revision)
            )
        yield earlier


def _git(folder: Path, *words: str, what: str = "") -> bytes:
    """What git answers; `what` is told to be unknown where it fails."""
    try:
        done = run(  # noqa: S603  the words are ours, and a revision stands behind --end-of-options
            ["git", "-C", str(folder), *words],  # noqa: S607  git is found on the path
            capture_output=True,
            check=False,
            timeout=GIT_SECONDS,
        )
    except OSError as error:
        raise RevisionError(
            say("`--since` needs git, which cannot be run: {strerror}", strerror=system_words(error))
        ) from error
    except TimeoutExpired as error:
        raise RevisionError(say("git did not answer within {git_seconds} seconds", git_seconds=GIT_SECONDS)) from error
    if done.returncode:
        raise RevisionError(
            say("git does not know `{what}`", what=what)
            if what
            else say("`{folder}` is not kept in git", folder=folder.as_posix())
        )
    return done.stdout
