"""A release by one command: `make release VERSION=0.2.0`.

What has the version in it is given the new one, the changelog's open part its heading; then the packages are built into
`dist/`, and the wheel is tried in an empty folder as a newcomer would, before anything is committed. What goes wrong
leaves the tree as it was. Nothing is sent anywhere: what is left to do by hand is said at the end.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
NUMBERS = r"(\d+)\.(\d+)\.(\d+)"
# Where the version stands, each with what surrounds it.
PLACES = (
    ("pyproject.toml", r'(?m)^(version = ")(\d+\.\d+\.\d+)(")'),
    ("editors/vscode/package.json", r'(?m)^(  "version": ")(\d+\.\d+\.\d+)(")'),
    ("editors/zed/extension.toml", r'(?m)^(version = ")(\d+\.\d+\.\d+)(")'),
    ("editors/zed/Cargo.toml", r'(?m)^(version = ")(\d+\.\d+\.\d+)(")'),
    ("docs/install.md", r"(regola-)(\d+\.\d+\.\d+)(-py3)"),
    ("docs/install.it.md", r"(regola-)(\d+\.\d+\.\d+)(-py3)"),
    ("docs/editors.md", r"(regola-)(\d+\.\d+\.\d+)(-py3)"),
    ("docs/ci.md", r"((?:rev: |@)v)(\d+\.\d+\.\d+)()"),
)
CHANGELOG = "CHANGELOG.md"
_OPEN = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
# What a newcomer types first (docs/install.md), and how each must end.
FIRST_STEPS = (
    ("regola", "--version"),
    ("regola", "new", "my_game"),
    ("regola", "check", "my_game", "--strict"),
    ("regola", "test", "my_game"),
    ("regola", "fmt", "--check", "my_game"),
    ("regola", "build", "my_game"),
    ("regola", "new", "lantern_pass", "--like", "lantern_pass"),
    ("regola", "check", "lantern_pass", "--strict"),
    ("regola", "test", "lantern_pass"),
    ("regola", "explain", "R001"),
)


class NotReleasedError(Exception):
    """Why there is no release, as a sentence."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file as it is to be."""

    path: Path
    text: str


# --- what is written -------------------------------------------------------------------------


def changes(root: Path, version: str, on: date) -> list[Change]:
    """Every file that has the version in it, with the new one, and the changelog with its heading.

    Raises:
        NotReleasedError: if the version is none or an earlier one, if a file has it no longer where it stood, if
            files have not the same version, or if the changelog's open part is empty.
    """
    now = _numbers(version)
    found: dict[str, set[str]] = {}
    made = []
    for name, pattern in PLACES:
        path = root / name
        text = path.read_text("utf-8")
        found[name] = {match[2] for match in re.finditer(pattern, text)}
        if not found[name]:
            raise NotReleasedError(f"{name} has no version where one is looked for")
        made.append(Change(path, re.sub(pattern, rf"\g<1>{version}\g<3>", text)))
    before = set().union(*found.values())
    if len(before) > 1:
        told = "; ".join(f"{name}: {', '.join(sorted(these))}" for name, these in found.items())
        raise NotReleasedError(f"the files disagree on the version there is: {told}")
    # The version that stands there may be released once: the changelog knows of which there are.
    if now < max(map(_numbers, before)):
        raise NotReleasedError(f"{version} is before {before.pop()}, which the files have")
    return [*made, _changelog(root / CHANGELOG, version, on)]


def _numbers(version: str) -> tuple[int, ...]:
    match = re.fullmatch(NUMBERS, version)
    if match is None:
        raise NotReleasedError(f"`{version}` is no version: write three numbers, as in 0.2.0")
    return tuple(map(int, match.groups()))


def _changelog(path: Path, version: str, on: date) -> Change:
    text = path.read_text("utf-8")
    part = _OPEN.search(text)
    if part is None or not part[1].strip():
        raise NotReleasedError(f"{path.name} has nothing under `## Unreleased`: say what is new")
    if f"\n## {version} " in text:
        raise NotReleasedError(f"{path.name} has {version} already")
    heading = f"## Unreleased\n\n## {version} ({on.isoformat()})\n"
    return Change(path, text[: part.start()] + heading + part[1] + text[part.end() :])


@contextmanager
def written(made: Sequence[Change], keep: bool) -> Iterator[None]:
    """The changes stand in the tree; what was there stands again if anything goes wrong, or if they are not kept."""
    before = [Change(one.path, one.path.read_text("utf-8")) for one in made]
    for one in made:
        one.path.write_text(one.text, "utf-8", newline="\n")
    done = False
    try:
        yield
        done = True
    finally:
        if not (done and keep):
            for one in before:
                one.path.write_text(one.text, "utf-8", newline="\n")


# --- what is built ---------------------------------------------------------------------------


def build(root: Path, dist: Path, version: str) -> list[Path]:
    """The packages: wheel and source, and where there is npm the extension for VS Code and the page."""
    shutil.rmtree(dist, ignore_errors=True)
    _run([sys.executable, "-m", "build", "--outdir", str(dist), str(root)], root)
    if shutil.which("npm") is None:
        print("there is no npm: neither the extension for VS Code nor the page is built", file=sys.stderr)
    else:
        _run(["make", "vscode", "web"], root)
        shutil.copy(root / "build" / "regola.vsix", dist / f"regola-{version}.vsix")
        shutil.make_archive(str(dist / f"regola-page-{version}"), "zip", root / "build" / "web")
    return sorted(dist.iterdir())


def try_wheel(wheel: Path) -> None:
    """Install the wheel with what it needs, and nothing else, and take a newcomer's first steps in an empty folder.

    Raises:
        NotReleasedError: if a step does not end as it should.
    """
    with TemporaryDirectory() as place:
        where = Path(place)
        venv.create(where / "venv", with_pip=True)
        programs = where / "venv" / ("Scripts" if os.name == "nt" else "bin")
        python = programs / "python"
        _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)], where)
        first_steps(programs, where / "empty")


def first_steps(programs: Path, folder: Path) -> None:
    """A newcomer's first steps with the programs of a folder, in an empty one.

    Raises:
        NotReleasedError: if one does not end as it should.
    """
    folder.mkdir()
    for step in FIRST_STEPS:
        _run([str(programs / step[0]), *step[1:]], folder, kept=folder.parent / "kept")


def _run(words: list[str], folder: Path, kept: Path | None = None) -> str:
    # A program that is tried keeps its results in a folder of its own, so that none of this machine's help it.
    more = {} if kept is None else {"XDG_CACHE_HOME": str(kept), "LANG": "C.UTF-8"}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    ended = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        told = (ended.stdout + ended.stderr).strip()
        raise NotReleasedError(f"`{' '.join(words)}` ended with {ended.returncode}:\n{told}")
    return ended.stdout


# --- the release -----------------------------------------------------------------------------


def ready(root: Path, version: str) -> None:
    """The tree is what is released: all of it committed, on `main`, and no release has this version.

    Raises:
        NotReleasedError: if it is not so.
    """
    if _run(["git", "status", "--porcelain"], root).strip():
        raise NotReleasedError("the tree has changes that are not committed")
    branch = _run(["git", "branch", "--show-current"], root).strip()
    if branch != "main":
        raise NotReleasedError(f"releases are made of main, and this is {branch or 'no branch'}")
    if _run(["git", "tag", "--list", f"v{version}"], root).strip():
        raise NotReleasedError(f"there is a tag v{version} already")


def main() -> None:
    """Make a release of what is committed."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__.partition("\n\n")[2])
    parser.add_argument("version", help="three numbers, as in 0.2.0")
    parser.add_argument("--dry", action="store_true", help="build and try, but commit nothing")
    told = parser.parse_args()
    try:
        ready(ROOT, told.version)
        with written(made := changes(ROOT, told.version, date.today()), keep=not told.dry):
            print("building …", flush=True)
            packages = build(ROOT, ROOT / "dist", told.version)
            print("trying the wheel in an empty folder …", flush=True)
            try_wheel(next(path for path in packages if path.suffix == ".whl"))
            if not told.dry:
                _run(["git", "add", *(str(one.path) for one in made)], ROOT)
                _run(["git", "commit", "-m", f"Release {told.version}"], ROOT)
                _run(["git", "tag", f"v{told.version}"], ROOT)
    except NotReleasedError as why:
        sys.exit(f"not released: {why}")
    for path in packages:
        print(f"built dist/{path.name} ({path.stat().st_size / 1000:,.0f} kB)")
    if told.dry:
        print("tried, and nothing committed")
    else:
        print(
            f"left to do: git push origin main v{told.version}, and hand out what is in dist/ (twine upload for PyPI)"
        )


if __name__ == "__main__":
    main()
