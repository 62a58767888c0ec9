"""A release: every version is one, the changelog gets its heading, a newcomer's steps work, and what fails leaves nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from support.effort import PROFILE
from support.paths import ROOT

DAY = date(2030, 1, 2)


def _module() -> Any:
    spec = spec_from_file_location("release", ROOT / "release" / "release.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules["release"] = module
    spec.loader.exec_module(module)
    return module


release = _module()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files of this tree that have the version in them."""
    for name in (*(name for name, _ in release.PLACES), release.CHANGELOG):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_every_place_of_the_version_is_written(tree: Path) -> None:
    for one in release.changes(tree, "77.8.9", DAY):
        one.path.write_text(one.text, "utf-8")
    for name, pattern in release.PLACES:
        assert {match[2] for match in re.finditer(pattern, (tree / name).read_text("utf-8"))} == {"77.8.9"}, name
    log = (tree / "CHANGELOG.md").read_text("utf-8")
    assert "## Unreleased\n\n## 77.8.9 (2030-01-02)\n" in log
    with pytest.raises(release.NotReleasedError, match="nothing under"):
        release.changes(tree, "77.8.10", DAY)


def test_no_other_document_names_the_version() -> None:
    """What a release does not write would be wrong after it."""
    (version,) = re.findall(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    listed = subprocess.run(["git", "ls-files", "*.md", "*.toml"], cwd=ROOT, capture_output=True, text=True, check=True)
    naming = {
        name
        for name in listed.stdout.split()
        if re.search(rf"(?<![\d.]){re.escape(version)}(?![\d.])", (ROOT / name).read_text("utf-8"))
    }
    assert naming <= {name for name, _ in release.PLACES} | {"CHANGELOG.md"}


@pytest.mark.parametrize(
    ("version", "spoilt", "why"),
    [
        ("one", None, "is no version"),
        ("0.0.1", None, "is before"),
        ("9.0.0", ("pyproject.toml", 'version = "8.0.0"'), "disagree"),
        ("9.0.0", ("docs/ci.md", ""), "has no version"),
        ("9.0.0", ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n"), "nothing under"),
    ],
)
def test_what_does_not_fit_together_is_no_release(
    tree: Path, version: str, spoilt: tuple[str, str] | None, why: str
) -> None:
    if spoilt:
        (tree / spoilt[0]).write_text(spoilt[1], "utf-8")
    with pytest.raises(release.NotReleasedError, match=why):
        release.changes(tree, version, DAY)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("fails", [True, False])
def test_what_fails_leaves_the_tree_as_it_was(tree: Path, keep: bool, fails: bool) -> None:
    before = (tree / "pyproject.toml").read_text("utf-8")
    made = release.changes(tree, "9.9.9", DAY)
    try:
        with release.written(made, keep=keep):
            assert '"9.9.9"' in (tree / "pyproject.toml").read_text("utf-8")
            if fails:
                raise release.NotReleasedError("no")
    except release.NotReleasedError:
        assert fails
    assert ((tree / "pyproject.toml").read_text("utf-8") == before) is (fails or not keep)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda _: None, None),
        (lambda root: (root / "new.txt").write_text("x", "utf-8"), "not committed"),
        (lambda root: git(root, "checkout", "-q", "-b", "other"), "made of main"),
        (lambda root: git(root, "tag", "v1.2.3"), "a tag v1.2.3 already"),
    ],
)
def test_a_release_is_made_of_what_is_committed(tmp_path: Path, spoil: Callable[[Path], object], why: str) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first")
    spoil(tmp_path)
    if why is None:
        release.ready(tmp_path, "1.2.3")
        return
    with pytest.raises(release.NotReleasedError, match=why):
        release.ready(tmp_path, "1.2.3")


def git(root: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def test_a_newcomers_first_steps_work_in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the programs of these tests; `make release` takes the same steps with the wheel alone.

    Those in a copy of the tutorial's game `make thorough` takes: tests/cli/test_cli.py makes such a copy.
    """
    if PROFILE == "steady":
        monkeypatch.setattr(release, "FIRST_STEPS", [one for one in release.FIRST_STEPS if "lantern_pass" not in one])
    release.first_steps(Path(sys.executable).parent, tmp_path / "empty")
    assert (tmp_path / "empty" / "build").is_dir()


def test_a_step_that_fails_is_told_with_what_it_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "FIRST_STEPS", (("regola", "check", "not_there"),))
    with pytest.raises(release.NotReleasedError, match=r"(?s)`.*check not_there` ended with 2:.*no game"):
        release.first_steps(Path(sys.executable).parent, tmp_path / "empty")


def test_the_install_page_takes_the_steps_that_are_tried() -> None:
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    shown = re.findall(r"^\$ (regola \w+ my_game)", page, re.MULTILINE)
    tried = {" ".join(step[:3]) for step in release.FIRST_STEPS}
    assert shown
    assert set(shown) <= tried
