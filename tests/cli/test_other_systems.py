"""Windows and macOS, as far as that can be tried on another system: names, line ends, consoles, and what they have not."""

from __future__ import annotations

import ast
import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from regola_cli import file_set
from regola_dsl import cache
from support.effort import some
from support.paths import ROOT

PACKAGES = ("dsl", "compiler", "runtime")
# What Windows cannot call a file, whatever stands behind a dot.
FORBIDDEN = re.compile(r'[<>:"\\|?*]|(^|/)(con|prn|aux|nul|com\d|lpt\d)(\.|/|$)|[. ](/|$)', re.IGNORECASE)

# A process that has nothing of POSIX's own: what Windows has not cannot be imported or found, and a new process is a new
# one, not a copy. (`termios` stays: click asks for it by the name of the system.)
DUEL = "games/classics/duel.regola"
WITHOUT_POSIX = """
import os, sys, multiprocessing
ABSENT = {"fcntl", "pwd", "grp", "resource", "readline", "pty", "syslog"}
for name in ABSENT:
    sys.modules.pop(name, None)
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Wall())
for name in ("fork", "getuid", "geteuid", "getgid", "sched_getaffinity", "setsid", "killpg", "uname", "O_NOFOLLOW", "chown"):
    if hasattr(os, name):
        delattr(os, name)
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    from regola_cli.main import run
    run()
"""


def files() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name]


def test_every_file_can_be_checked_out_anywhere() -> None:
    names = files()
    assert [name for name in names if FORBIDDEN.search(name)] == []
    assert len({name.casefold() for name in names}) == len(names)
    assert [name for name in names if len(name) > 160] == []  # a clone in a home folder stays below 260 letters


def test_no_line_end_is_left_to_the_system() -> None:
    """What is written as text says how its lines end: a game that was laid out on Windows has no changes elsewhere."""
    left = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            modes = {one.value for one in node.args if isinstance(one, ast.Constant)} & {"w", "x", "a", "w+"}
            writes = called == "write_text" or (called in {"open", "fdopen", "NamedTemporaryFile"} and modes)
            if writes and "newline" not in {keyword.arg for keyword in node.keywords}:
                left.append(f"{path.relative_to(ROOT)}:{node.lineno}")
            if called in {"read_text", "write_text"} and not node.args[called == "write_text" :] and not node.keywords:
                left.append(f"{path.relative_to(ROOT)}:{node.lineno}: its encoding")
    assert left == []


@pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\rb", "a\nb\n"])
def test_what_is_kept_comes_back_with_its_line_ends(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    cache.folder.cache_clear()
    try:
        cache.keep_text("one", text)
        assert cache.load_text("one") == text
    finally:
        cache.folder.cache_clear()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one command keeps the next one reads, as on any machine."""
    return tmp_path_factory.mktemp("kept")


@pytest.mark.parametrize(
    "words",
    some(
        [
            ["check", DUEL, "--strict"],
            ["build", "lantern_pass", "-o", "{out}"],
            ["test", "lantern_pass"],
            ["simulate", DUEL, "-n", "8", "--jobs", "2"],
            ["new", "{out}/my game"],
            ["crosscheck", "lantern_pass"],
        ]
    ),
)
def test_commands_need_nothing_that_windows_has_not(words: list[str], tmp_path: Path, kept: Path) -> None:
    (tmp_path / "without.py").write_text(WITHOUT_POSIX, "utf-8")
    named = [word.replace("{out}", str(tmp_path)) for word in words]
    environment = os.environ | {"REGOLA_CACHE": str(kept)}
    ran = subprocess.run(
        [sys.executable, str(tmp_path / "without.py"), *named],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("console", ["cp1252", "cp437", "ascii", "cp932"])
def test_what_is_said_is_utf_8_whatever_the_console_is(console: str, tmp_path: Path) -> None:
    (tmp_path / "città.regola").write_text('enum Città @1\n  è_così, più  en "a"\n', "utf-8")
    environment = os.environ | {"PYTHONIOENCODING": console, "PYTHONUTF8": "0"}
    program = Path(sys.executable).with_name("regola")
    ran = subprocess.run(
        [program, "check", "città.regola"], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert ran.returncode in {0, 1}
    assert "città" in (ran.stdout + ran.stderr).decode("utf-8")


def test_whether_a_process_runs_is_never_asked_by_a_signal_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signal 0 is Ctrl-C there: whoever asked so would end what he asks about."""
    asked: list[int] = []

    def opened(_may: int, _inherited: bool, process: int) -> int:
        asked.append(process)
        return 0 if process == 7 else process

    kernel = SimpleNamespace(
        OpenProcess=type("Opening", (), {"__call__": staticmethod(opened)})(),
        WaitForSingleObject=lambda handle, _: 0x102 if handle.value == 8 else 0,
        CloseHandle=lambda _: 1,
    )
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "WinDLL", lambda *_, **__: kernel, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 87, raising=False)
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("a signal was sent"))
    runs = file_set._runs  # noqa: SLF001  what it asks the system is what is tested
    assert [runs(process) for process in (7, 8, 9)] == [False, True, False]
    assert asked == [7, 8, 9]
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    assert runs(7)
