"""Actions as JavaScript: what may be done, quickly where nobody asks why, and as data for whoever does."""

from __future__ import annotations

from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.functions import head, let_lines
from regola_compiler.emit.javascript.names import INDENT, Names, parameters_of, quoted
from regola_compiler.emit.javascript.typing import scope_of
from regola_compiler.ir.tree import Action, Guard, Norm, Or
from regola_compiler.model.kinds import Modality

# What a rule says, as the variable that remembers that one said so.
_SAYS = {Modality.MUST_NOT: "$against", Modality.MUST: "$must", Modality.MAY: "$may"}
_IN_TIME = "$inTime"
_ANSWERS = {"$against": "forbidden", "$must": "required", _IN_TIME: "due", "$may": "allowed"}


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
    otherwise = "null" if action.default is None else quoted(action.default)
    if action.norms and is_straight(action):
        parts.append(_ruled(action, write, f"$permitted({quoted(action.name)}, [], {listed}, {otherwise})"))
    forbidden = permission("forbidden", names)
    lines = [*head(action, names), f"{INDENT}if ($reasons === null) {{"]
    parts += [_either(action, guard, write) for guard in action.guards if _is_either(guard)]
    asked = [guard_asked(action, guard, write) for guard in action.guards]
    lines += [f"{INDENT * 2}if (!{one}) return {forbidden};" for one in asked]
    lines += [f"{INDENT * 2}return {ruled(action, names)};", f"{INDENT}}}"]
    type_ = names.type("Permission")
    lines.append(f"{INDENT}return {type_}.of($permitted({quoted(action.name)}, [")
    lines += [f"{INDENT * 2}{guard_text(guard, write)}," for guard in action.guards]
    lines += [f"{INDENT}], {listed}, {otherwise}));", "}"]
    return "\n".join([*parts, *lines])


def permission(label: str, names: Names) -> str:
    """The constant for what an action is."""
    return names.member("Permission", label)


def is_straight(action: Action) -> bool:
    """Whether what its rules say can be asked by one condition after the other: no rule stands over another."""

    def plain(norm: Norm, depth: int) -> bool:
        if norm.over or depth > 1:
            return False
        return all(plain(part, depth + 1) for part in norm.exceptions)

    return all(norm.says in _SAYS and plain(norm, 0) for norm in action.norms)


def ruled(action: Action, names: Names) -> str:
    """What the rules say of an action whose guards hold, where nobody asks for reasons."""
    passed = ", ".join(parameters_of(action, names))
    if not action.norms:
        if action.default is None:
            return f"$missing({quoted(f'{action.name}: no rule says whether it is allowed')})"
        return permission(action.default, names)
    if is_straight(action):
        return f"{names.helper(('ruled', action.name), f'{action.name}__ruled')}({passed})"
    norms = names.helper(("norms", action.name), f"{action.name}__norms")
    default = "null" if action.default is None else quoted(action.default)
    return f"{names.type('Permission')}.of($permitted({quoted(action.name)}, [], {norms}({passed}), {default}))"


def guard_asked(action: Action, guard: Guard, write: Writer) -> str:
    """Whether what must hold for an action does."""
    if not _is_either(guard):
        return write(guard.condition)
    return f"{_either_name(action, write.names)}({', '.join(parameters_of(action, write.names))})"


def _is_either(guard: Guard) -> bool:
    """Whether one of its parts is enough where another is not told: in a phase that is everybody's, or in turn."""
    return guard.kind == "actor" and isinstance(guard.condition, Or)


def _either_name(action: Action, names: Names) -> str:
    return names.helper(("turn", action.name), f"{action.name}__turn")


def _either(action: Action, guard: Guard, write: Writer) -> str:
    """The function that asks that."""
    lines = ["/** Whether somebody may do it at all in this phase. */"]
    lines.append(f"function {_either_name(action, write.names)}({', '.join(parameters_of(action, write.names))}) {{")
    lines += [f"{INDENT}try {{", f"{INDENT * 2}return {write(guard.condition)};"]
    lines += [f"{INDENT}}} catch {{", f"{INDENT * 2}return $kept({guard_text(guard, write)});", f"{INDENT}}}", "}"]
    return "\n".join(lines)


def _ruled(action: Action, write: Writer, contradicted: str) -> str:
    """The function that says what the rules say, one condition after the other; `contradicted` tells who disagrees."""
    names = write.names
    own = names.helper(("ruled", action.name), f"{action.name}__ruled")
    lines = ["/** What they say of it, where nobody asks why. */"]
    lines.append(f"function {own}({', '.join(parameters_of(action, names))}) {{")
    said = {_variable(part) for norm in action.norms for part in (norm, *norm.exceptions) if part.says in _SAYS}
    told = [variable for variable in _ANSWERS if variable in said]
    lines.append(f"{INDENT}let {', '.join(f'{variable} = false' for variable in told)};")
    for norm in action.norms:
        lines += _norm_lines(norm, write)
    for_it = [one for one in told if one != "$against"]
    if "$against" in told and for_it:
        lines.append(f"{INDENT}if ($against && ({' || '.join(for_it)})) {contradicted};")
    lines += [f"{INDENT}if ({one}) return {permission(_ANSWERS[one], names)};" for one in told]
    if action.default is None:
        lines.append(f"{INDENT}return $missing({quoted(f'{action.name}: no rule says whether it is allowed')});")
    else:
        lines.append(f"{INDENT}return {permission(action.default, names)};")
    return "\n".join([*lines, "}"])


def _variable(norm: Norm) -> str:
    """What remembers that a rule spoke: what must be done in time, or in whose place another would do, is due."""
    in_time = norm.due is not None and bool(norm.due.phase or norm.due.either)
    return _IN_TIME if norm.says is Modality.MUST and in_time else _SAYS[norm.says]


def _norm_lines(norm: Norm, write: Writer) -> list[str]:
    """The statements that ask a rule, and what speaks in its place."""
    inner = write.inside(scope_of((), norm.lets, write.scope))
    indent, lines, ends = INDENT, [], []
    if norm.lets or norm.exceptions:
        lines.append(f"{indent}{{")
        ends.append(f"{indent}}}")
        indent += INDENT
        lines += let_lines(norm.lets, inner, indent)
    condition = None if norm.condition is None else inner(norm.condition)
    if not norm.exceptions:
        says = f"{_variable(norm)} = true;"
        lines.append(f"{indent}{says}" if condition is None else f"{indent}if ({condition}) {says}")
        return [*lines, *ends]
    if condition is not None:
        lines.append(f"{indent}if ({condition}) {{")
        ends.insert(0, f"{indent}}}")
        indent += INDENT
    held = []
    for place, part in enumerate(norm.exceptions):
        own = inner.inside(scope_of((), part.lets, inner.scope))
        holds = "true" if part.condition is None else own(part.condition)
        if part.lets:
            lets = " ".join(line.strip() for line in let_lines(part.lets, own))
            holds = f"(() => {{ {lets} return {holds}; }})()"
        held.append(f"$held{place}")
        lines.append(f"{indent}const $held{place} = {holds};")
        if part.says in _SAYS:
            lines.append(f"{indent}if ($held{place}) {_variable(part)} = true;")
    lines.append(f"{indent}if (!{' && !'.join(held)}) {_variable(norm)} = true;")
    return [*lines, *ends]


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
