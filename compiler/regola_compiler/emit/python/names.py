"""What the parts of the Python emitter share: names, annotations, docstrings, function heads."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from typing import Any

from regola_compiler.emit.python.expressions import Namespace


def docstring(*lines: str) -> str:
    """A docstring of these lines, nothing in them unescaped."""
    text = "\n".join(line for line in lines if line).strip() or "No text."
    safe = text.replace("\\", "\\\\").replace('"', '\\"')
    safe = "".join(
        char if char.isprintable() or char == "\n" else f"\\x{ord(char):02x}" for char in safe if char != "\r"
    )
    return f'"""{safe}"""'


def told_text(item: dict[str, Any], indent: str = "") -> str:
    """The docstring of something: its texts, then its sections."""
    texts = list(item["texts"].values())
    sections = f"Sections: {', '.join(item['anchors'])}." if item["anchors"] else ""
    lines = [*(texts or [item["name"]]), sections]
    return docstring(*[line.replace("\n", " ") for line in lines]).replace("\n", "\n" + indent)


def annotation(type_: dict[str, Any], names: Namespace) -> str:
    """A type as Python annotates it."""
    kind = type_["kind"]
    if kind == "list":
        return f"tuple[{annotation(type_['item'], names)}, ...]"
    if kind in {"enum", "scale", "record", "handle"}:
        return names.type(type_["name"])
    return {"int": "int", "dice": "int", "bool": "bool"}.get(kind, "Number")


def identifier(name: str) -> str:
    """A name as a Python identifier."""
    safe = re.sub(r"\W", "_", name)
    if not safe or safe[0].isdigit():
        safe = f"n{safe}"
    return f"{safe}_" if keyword.iskeyword(safe) or keyword.issoftkeyword(safe) else safe


def head(function: dict[str, Any], names: Namespace) -> list[str]:
    """The first lines of a function: signature, docstring, note and the bounds of what it takes."""
    parameters = ", ".join(parameter_list(function, names))
    result = annotation(function["result"], names)
    note = ", ".join(repr(part) for part in [function["name"], *function["anchors"]])
    lines = [
        f"\ndef {names.function(function['name'])}({parameters}) -> {result}:",
        f"    {told_text(function, '    ')}",
        f"    note({note})",
    ]
    if function["kind"] != "table":
        lines += [f"    {check}" for p in function["parameters"] for check in checked(p, names)]
    return lines


def parameter_list(function: dict[str, Any], names: Namespace) -> list[str]:
    """The parameters of a function as Python declares them, the position first where it rests on one."""
    position = ["position: Position"] if function["name"] in names.moving else []
    return position + [f"{names.local(p['name'])}: {annotation(p['type'], names)}" for p in function["parameters"]]


def checked(parameter: dict[str, Any], names: Namespace) -> list[str]:
    """The line that holds a parameter to its bounds, if it has any."""
    type_, name = parameter["type"], names.local(parameter["name"])
    bounded = type_["kind"] == "int" or (type_["kind"] == "dice" and not type_["modified"])
    if not bounded or type_["low"] is None:
        return []
    return [f"within({name}, {type_['low']}, {type_['high']}, {parameter['name']!r})"]


def tuple_of(parts: Iterable[str]) -> str:
    """A tuple as Python writes it."""
    listed = list(parts)
    return f"({', '.join(listed)}{',' * (len(listed) == 1)})"
