"""Values that nobody means: thrown at every rule of a game through each way to ask it, and what each says of them."""

from __future__ import annotations

import json
import math
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regola_runtime
from regola_compiler.emit.javascript.module import javascript_module
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.ir.tree import Ir
from regola_compiler.model.program import Program, Rule
from regola_compiler.model.types import Value

from support.node import NODE, written

# What Python is given, and the expression for the same in JavaScript.
HOSTILE: tuple[tuple[Any, str], ...] = (
    *((number, str(number)) for number in (-1, 7, 10**9, 1.5)),
    (math.nan, "NaN"),
    (math.inf, "Infinity"),
    (-math.inf, "-Infinity"),
    (True, "true"),
    (False, "false"),
    (None, "null"),
    (print, "(() => 1)"),
    *(
        (text, json.dumps(text))
        for text in (
            *("", " ", "constructor", "__proto__", "toString", "hasOwnProperty", "class", "await", "None", "undefined"),
            *(
                "NaN",
                "Infinity",
                "1e3",
                "0x1",
                "true",
                "-7",
                "3 past 3-1",
                "[]",
                "[1",
                "'; throw 1; //",
                "\n",
                "\u2028",
            ),
        )
    ),
    ([], "[]"),
    ([None], "[null]"),
    ([True, 1], "[true, 1]"),
    ({}, "{}"),
    ({"constructor": {}}, '({ ["constructor"]: {} })'),
    ({"__proto__": 1}, '({ ["__proto__"]: 1 })'),
)
ASKER = """
const [module, questions] = process.argv.slice(2);
const game = await import(module);
const { readFileSync } = await import("node:fs");
const hostile = [%s];
const said = [];
for (const { name, given, parameter, value } of JSON.parse(readFileSync(questions, "utf-8"))) {
  const thrown = value === null ? given : { ...given, [parameter]: hostile[value] };
  try {
    game.ask(name, thrown);
    said.push(null);
  } catch (problem) {
    said.push([problem.name, problem.message]);
  }
}
console.log(JSON.stringify(said));
"""
Said = tuple[str, str] | None


@dataclass(frozen=True)
class Throw:
    """A rule asked with values that fit, but for one parameter: `hostile` is the place of what is given for that."""

    item: Rule
    values: tuple[Value, ...]
    parameter: str
    hostile: int


def said_by_module(made: CompiledModule, throw: Throw, *, batch: bool = False) -> Said:
    """What the Python module says, or its `batch`: the name of the error, and its message; None for an answer."""
    given = {
        parameter.name: to_python(made.module, made.names, value, parameter.type)
        for parameter, value in zip(throw.item.parameters, throw.values, strict=True)
    }
    given[throw.parameter] = HOSTILE[throw.hostile][0]
    try:
        (made.module.batch if batch else made.module.ask)(throw.item.name, **given)
    except (regola_runtime.NoAnswer, regola_runtime.Misfit) as problem:
        return type(problem).__name__, str(problem)
    return None


def said_by_node(ir: Ir, folder: Path, program: Program, throws: list[Throw]) -> list[Said]:
    """What the JavaScript module says of each."""
    module, questions, asker = folder / "game.mjs", folder / "questions.json", folder / "throw.mjs"
    module.write_text(javascript_module(ir), "utf-8")
    asker.write_text(ASKER % ", ".join(text for _, text in HOSTILE), "utf-8")
    lines = [
        {
            "name": throw.item.name,
            "given": {p.name: written(v, p.type) for p, v in zip(throw.item.parameters, throw.values, strict=True)},
            "parameter": throw.parameter,
            "value": throw.hostile,
        }
        for throw in throws
    ]
    questions.write_text(json.dumps(lines), "utf-8")
    done = subprocess.run(
        [str(NODE), str(asker), str(module), str(questions)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [None if one is None else (one[0], one[1]) for one in json.loads(done.stdout)]
