"""The command line over a folder that only the page can see: words in, what was said and what was made out."""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

HOME = Path("/work")
MADE = "made"
MOST = 60  # of values that a list offers


def call(asked: str) -> str:
    """Run `regola` on a game's files; both as JSON.

    Args:
        asked: `words` of the command line, `files`, texts by their path, and the `language` to speak.

    Returns:
        `code`, `out` and `err`, and `made`, the texts that were written under `made/`.
    """
    request = json.loads(asked)
    HOME.mkdir(exist_ok=True)
    os.chdir(HOME)
    shutil.rmtree(HOME / MADE, ignore_errors=True)
    _lay_out(request["files"])
    words = request["words"]
    code, out, err = _forms(*words[1:]) if words[0] == "forms" else _run(["--messages", request["language"], *words])
    made = {
        path.relative_to(HOME / MADE).as_posix(): path.read_text("utf-8")
        for path in sorted((HOME / MADE).rglob("*"))
        if path.is_file()
    }
    return json.dumps({"code": code, "out": out, "err": err, "made": made})


def _forms(game: str, scenario: str = "") -> tuple[int, str, str]:
    """What can be asked, as JSON: the scenarios, and each rule and table with its inputs.

    Of an input it is told what it may be, where that is few: the pieces are those that stand in the scenario. What the
    rules decide comes before the facts that they keep; what only the play keeps is not asked.
    """
    from regola_cli.common import UsageError, load, start
    from regola_compiler.driver import understand
    from regola_compiler.evaluate.play.pieces import there_are
    from regola_compiler.model.program import Fact
    from regola_compiler.model.types import BoolType, DiceType, EnumType, HandleType, IntType, domain, show

    try:
        compiled = load(game, understand)
        scenario = scenario if scenario in compiled.scenarios else next(iter(compiled.scenarios), "")
        position = start(compiled, scenario or None)
    except UsageError as wrong:
        return 2, "", str(wrong)
    program = compiled.program

    def choices(type_: object) -> list[str]:
        if isinstance(type_, HandleType):
            there = [show(one, type_) for one in there_are(position, type_.name)]
            return there if len(there) <= MOST else []
        if not isinstance(type_, BoolType | DiceType | EnumType | IntType):
            return []
        values = [show(value, type_) for value in domain(type_) or ()]
        return values if len(values) <= MOST else []

    asked = {name: rule for name, rule in program.callables.items() if not (isinstance(rule, Fact) and rule.hidden)}
    rules = [
        {
            "name": name,
            "inputs": [
                {
                    "name": one.name,
                    "type": str(one.type),
                    "dice": isinstance(one.type, DiceType),
                    "piece": isinstance(one.type, HandleType) and one.type.name in program.pieces,
                    "choices": choices(one.type),
                }
                for one in rule.parameters
            ],
        }
        for name, rule in sorted(asked.items(), key=lambda pair: isinstance(pair[1], Fact))
    ]
    return 0, json.dumps({"scenarios": list(compiled.scenarios), "scenario": scenario, "rules": rules}), ""


def _lay_out(files: dict[str, str]) -> None:
    """Make the folder hold these files and no others; what did not change is left as it is."""
    wanted = {HOME / name: text for name, text in files.items()}
    for path in sorted(HOME.rglob("*"), reverse=True):
        if path.is_file() and path not in wanted:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    for path, text in wanted.items():
        if HOME not in path.resolve().parents:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("utf-8", "replace")
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)


def _run(words: list[str]) -> tuple[int, str, str]:
    from regola_cli.main import run

    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code = 0
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "argv", ["regola", *words]):
        try:
            run()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 2
    said = [stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err)]  # type: ignore[attr-defined]
    return code, said[0], said[1]
