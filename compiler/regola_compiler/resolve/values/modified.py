"""What is added to the result of a table, and is meant for the die it is asked with."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.wording import say

from regola_compiler.model.types import DiceType, is_numeric
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.values.arguments import as_written


def with_its_modifiers(node: tree.Operation, sign: str, scope: Scope) -> str:
    """What to write where a number is added to a table's result, and the table has one die that takes modifiers."""
    asked, *more = node.operands
    if not isinstance(asked, tree.Call) or len(more) != 1 or any(name is not None for name, _ in asked.arguments):
        return ""
    table, added = scope.names.signature(asked.name.text), more[0]
    if table is None or table.kind != "table" or len(table.parameters) != len(asked.arguments):
        return ""
    dice = [n for n, one in enumerate(table.parameters) if isinstance(one.type, DiceType) and one.type.modified]
    what = scope.names.signature(added.name.text) if isinstance(added, tree.Call) else None
    if len(dice) != 1 or (what is not None and not is_numeric(what.result)):
        return ""
    handed = [as_written(one, "") for _, one in asked.arguments]
    much = as_written(added, "")
    if not all(handed) or not much:
        return ""
    handed[dice[0]] += f" {sign} {much}"
    return say(
        "what changes the die is added to it, within the brackets: write `{table}({inputs})`",
        table=table.name,
        inputs=", ".join(handed),
    )
