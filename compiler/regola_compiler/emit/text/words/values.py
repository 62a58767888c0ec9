"""Values in the language's own spelling, to be pasted into a file."""

from __future__ import annotations

from typing import assert_never

from regola_compiler.ir.types import FractionValue, HandleValue, ListValue, MemberValue, RecordValue, Value
from regola_compiler.model.types import quoted, spelled_label


def spelled(value: Value) -> str:
    """A value as an expression of the language, quoted where its spelling needs it."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case FractionValue():
            return value.fraction
        case MemberValue():
            return spelled_label(value.member)
        case HandleValue():
            return quoted(value.handle)
        case RecordValue():
            written = [name for name in value.fields if name not in value.defaulted]
            return f"{value.record}({', '.join(f'{name}: {spelled(value.fields[name])}' for name in written)})"
        case ListValue():
            return f"[{', '.join(map(spelled, value.items))}]"
        case _:
            assert_never(value)
