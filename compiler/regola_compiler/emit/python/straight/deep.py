"""Deep expressions in parts: Python reads no more than so many brackets within one another, a rule may have more.

A part that lies deep becomes a function of its own, whose parameters are the names it reads. It is called where the
part stood, so that what is evaluated, when, and how often stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import Call, Expr, Fold, Supposed, Var
from regola_compiler.ir.visitor import children, with_children

# How many expressions may lie within one another in one function. Python reads 200 brackets, of which each takes one or
# two; what stands around them, such as nested exceptions of a rule, needs some too.
MOST = 24

Write: TypeAlias = Callable[[Expr, Namespace], str]


def is_deep(nodes: list[Expr]) -> bool:
    """Whether one of some expressions lies so deep that nothing more should be put into it."""
    waiting = [(node, 0) for node in nodes]
    while waiting:
        node, depth = waiting.pop()
        if depth >= MOST // 2:
            return True
        waiting += [(child, depth + 1) for child in children(node)]
    return False


def in_parts(node: Expr, names: Namespace, write: Write) -> Expr:
    """The expression, with functions in the place of what lies too deep; they are added to `names.parts`.

    Args:
        node: what is to be written.
        names: those of the module; a function that is made is known to them as a local name.
        write: writes what is not too deep.
    """
    done: list[tuple[Expr, int]] = []
    left: list[tuple[Expr, bool]] = [(node, False)]
    while left:
        part, complete = left.pop()
        inner = children(part)
        if not inner:
            done.append((part, 0))
        elif not complete:
            left.append((part, True))
            left += [(child, False) for child in reversed(inner)]
        else:
            made = done[-len(inner) :]
            del done[-len(inner) :]
            deepest = max(depth for _, depth in made)
            if deepest >= MOST:
                made = [
                    (_function(child, names, write), 0) if depth == deepest else (child, depth) for child, depth in made
                ]
            changed = any(new is not old for (new, _), old in zip(made, inner, strict=True))
            whole = with_children(part, [child for child, _ in made]) if changed else part
            done.append((whole, 1 + max(depth for _, depth in made)))
    return done[0][0]


def _function(node: Expr, names: Namespace, write: Write) -> Expr:
    """A call of a function of its own that evaluates a part."""
    read = list(dict.fromkeys(_read(node, names, frozenset())))
    number = len(names.parts) + 1
    own = names.helper(("part", number), f"part_{number}")
    parameters = ", ".join(f"{name}: {'Position' if name == 'position' else 'Any'}" for name in read)
    lines = [f"\ndef {own}({parameters}) -> Any:", '    """A part of a long expression."""']
    names.parts.append("\n".join([*lines, f"    return {write(node, names)}"]) + "\n")
    name = f"part {number}"
    names.called[name] = (f"{own}({', '.join(read)})", tuple(read))
    return Var(name)


def _read(node: Expr, names: Namespace, bound: frozenset[str]) -> Iterator[str]:
    """The Python names that an expression reads and does not give itself."""
    if isinstance(node, Var):
        if node.name in names.called:
            yield from (name for name in names.called[node.name][1] if name not in bound)
        elif (name := names.local(node.name)) not in bound:
            yield name
        return
    if (isinstance(node, Call) and node.name in names.moving) or isinstance(node, Supposed):
        yield "position"
    if isinstance(node, Fold):
        yield from _read(node.items, names, bound)
        bound = bound | {names.local(node.variable)}
        for part in (node.where, node.value):
            if part is not None:
                yield from _read(part, names, bound)
        return
    for part in children(node):
        yield from _read(part, names, bound)
