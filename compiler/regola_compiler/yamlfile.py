"""YAML files held against their JSON Schemas, with findings at a line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

MAX_BYTES = 4_000_000


@cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema called `name`: beside the package when installed, in `schemas/` in a checkout."""
    here = Path(__file__).resolve().parent
    for folder in (here / "schemas", here.parents[1] / "schemas"):
        path = folder / f"{name}.schema.json"
        if path.is_file():
            loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return loaded
    raise FileNotFoundError(name)


def load_yaml(path: Path, shown: str, kind: str) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The mapping in a YAML file, and what is wrong with it by the schema `kind`."""
    start = Span(shown, 1, 1, 1, 2)
    if path.stat().st_size > MAX_BYTES:
        return None, [Diagnostic(codes.TOO_LARGE, f"the file is larger than {MAX_BYTES} bytes", start)]
    yaml = YAML(typ="rt")
    try:
        data = yaml.load(path.read_text("utf-8"))
    except UnicodeDecodeError:
        return None, [Diagnostic(codes.NOT_UTF8, "the file is not UTF-8 text", start)]
    except MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        span = Span(shown, line, column, line, column + 1)
        return None, [Diagnostic(codes.BAD_YAML, f"the YAML cannot be read: {error.problem}", span)]
    except (YAMLError, ValueError, RecursionError) as error:
        return None, [Diagnostic(codes.BAD_YAML, f"the YAML cannot be read: {type(error).__name__}", start)]
    found = []
    broken = sorted(Draft202012Validator(schema(kind)).iter_errors(data), key=lambda item: list(map(str, item.path)))
    for item in broken:
        span = _place(data, list(item.absolute_path), shown)
        where = ".".join(map(str, item.absolute_path)) or "the file"
        found.append(Diagnostic(codes.BAD_YAML, f"`{where}`: {item.message}", span, help="see the schema of this file"))
    return (None if found or not isinstance(data, dict) else data), found


def _place(data: Any, steps: list[Any], shown: str) -> Span:
    """The line of the value that `steps` lead to."""
    line, column = 1, 1
    for step in steps:
        try:
            line, column = (n + 1 for n in data.lc.data[step][:2])
            data = data[step]
        except (AttributeError, KeyError, IndexError, TypeError):
            break
    return Span(shown, line, column, line, column + 1)
