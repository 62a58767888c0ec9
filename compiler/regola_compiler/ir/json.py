"""The representation as JSON, and the JSON Schema of it: both derived from the classes in tree/."""

from __future__ import annotations

from typing import Any

import msgspec

from regola_compiler.ir.tree import Ir

_ID = "https://regola.invalid/schemas/ir.schema.json"


def dump(ir: Ir) -> str:
    """The JSON of a game's representation, a node a line, as `regola build --ir` writes it."""
    return msgspec.json.format(msgspec.json.encode(ir), indent=1).decode() + "\n"


def load(text: str) -> Ir:
    """The representation that some JSON holds.

    Raises:
        msgspec.ValidationError: if it holds no such thing; the message says where and why.
        msgspec.DecodeError: if it is no JSON.
    """
    return msgspec.json.decode(text, type=Ir)


def json_schema() -> dict[str, Any]:
    """The JSON Schema that every dump fits."""
    derived = msgspec.json.schema(Ir)
    about = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": _ID,
        "title": "The intermediate representation of a game (regola build --ir)",
    }
    return about | derived
