"""Actions as JavaScript: what may be done, and what is changed by it."""

from __future__ import annotations

from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.functions import INDENT, head, let_lines
from regola_compiler.emit.javascript.names import Names, parameters_of, quoted
from regola_compiler.emit.javascript.typing import scope_of
from regola_compiler.ir.tree import Action, Guard, Norm, Or


def action_text(action: Action, names: Names) -> str:
    """The function that says whether an action is allowed, forbidden, required or due."""
    write = Writer(names, scope_of(action.parameters))
    passed = parameters_of(action, names)
    own = names.helper(("norms", action.name), f"{action.name}__norms")
    parts: list[str] = []
    if action.norms:
        norms = [norm_text(norm, write) for norm in action.norms]
        parts.append(
            "\n".join(
                [
                    "/** What the rules say of it. */",
                    f"function {own}({', '.join(passed)}) {{",
                    f"{INDENT}return [",
                    *(f"{INDENT * 2}{norm}," for norm in norms),
                    f"{INDENT}];",
                    "}",
                ]
            )
        )
    listed = f"{own}({', '.join(passed)})" if action.norms else "[]"
    type_ = names.type("Permission")
    otherwise = "null" if action.default is None else quoted(action.default)
    lines = head(action, names)
    lines.append(f"{INDENT}return {type_}.of($permitted({quoted(action.name)}, [")
    lines += [f"{INDENT * 2}{guard_text(guard, write)}," for guard in action.guards]
    lines += [f"{INDENT}], {listed}, {otherwise}));", "}"]
    return "\n".join([*parts, *lines])


def guard_text(guard: Guard, write: Writer) -> str:
    """A guard as data; of `in a phase that is everybody's, or in turn` each part is a condition of its own."""
    condition = guard.condition
    parts = condition.operands if guard.kind == "actor" and isinstance(condition, Or) else (condition,)
    listed = [quoted(guard.name), list_of(map(quoted, guard.anchors)), *(f"() => {write(part)}" for part in parts)]
    return f"$guard({', '.join(listed)})"


def norm_text(norm: Norm, write: Writer) -> str:
    """A norm as data, its exceptions within it; they know its named values."""
    inner = write.inside(scope_of((), norm.lets, write.scope))
    condition = "true" if norm.condition is None else inner(norm.condition)
    fields = [
        f"name: {quoted(norm.name)}",
        f"says: {quoted(norm.says.value)}",
        f"sections: {list_of(map(quoted, norm.anchors))}",
    ]
    if norm.over:
        fields.append(f"over: {list_of(map(quoted, norm.over))}")
    if norm.due is not None:
        phase = "null" if norm.due.phase is None else quoted(norm.due.phase)
        fields.append(f"due: {{ phase: {phase}, either: {list_of(map(quoted, norm.due.either))} }}")
    exceptions = [norm_text(part, inner) for part in norm.exceptions]
    if exceptions:
        fields.append(f"exceptions: {list_of(exceptions)}")
    if not norm.lets:
        return f"{{ {', '.join([*fields, f'holds: () => {condition}'])} }}"
    # Named values are worked out when it is asked whether the norm holds, and not before.
    lets = " ".join(line.strip().replace("const ", "", 1) for line in let_lines(norm.lets, inner))
    declared = ", ".join(write.names.local(let.name) for let in norm.lets)
    fields.append(f"holds: () => {{ {lets} return {condition}; }}")
    return f"(() => {{ let {declared}; return {{ {', '.join(fields)} }}; }})()"
