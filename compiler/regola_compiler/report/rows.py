"""What `regola list` shows: a row for each thing that a game declares, made in listing.py."""

from __future__ import annotations

from typing import Any

from regola_dsl.signs import visible

KINDS = tuple(
    "enum scale record type piece place table define exception modifiers state given variant assume action rule event"
    " sequence phase path choice scenario example erratum acceptance".split()
)


def scenario_row(name: str, sections: list[str]) -> dict[str, Any]:
    """The row of a position to start from."""
    return {"kind": "scenario", "name": name, "anchors": sections, "parameters": [], "result": None}


def row_text(row: dict[str, Any]) -> str:
    """A row in a line."""
    parameters = ", ".join(f"{p['name']}: {p['type']}" for p in row["parameters"])
    shape = f"({parameters})" if row["parameters"] else ""
    result = f" -> {row['result']}" if row["result"] and row["kind"] != "action" else ""
    sections = f"  @{', '.join(row['anchors'])}" if row["anchors"] else ""
    return visible(f"{row['kind']:10} {row['name']}{shape}{result}{sections}", keep="")
