"""What is hidden in a game that is played, from whom, and what was shown: `_SECRETS` of the module."""

from __future__ import annotations

from copy import copy

from regola_compiler.emit.python.expressions import expression
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import Call, Fact, Ir, Var

_VIEWER = "viewer"


def has_secrets(ir: Ir) -> bool:
    """Whether somebody does not see everything."""
    return any(fact.secret is not None for fact in ir.facts)


def secrets(ir: Ir, names: Namespace) -> list[str]:
    """The statement that says what is hidden, if anything is."""
    if not has_secrets(ir):
        return []
    names.imports |= {"Secret", "Secrets"}
    # Who was shown something sees it; what keeps it says by itself for whom that is.
    hidden = [fact for fact in ir.facts if fact.secret is not None and not fact.shows]
    lines = ["\n_SECRETS: Final[Secrets[Position]] = Secrets(", "    {"]
    lines += [f"        {names.fact(fact.name)!r}: {_secret(fact, names)}," for fact in hidden]
    lines += ["    },", "    {"]
    for fact in ir.facts:
        if fact.shows:
            what = f"({names.fact(fact.shows)!r}, {names.function(fact.shows)})"
            lines.append(f"        {names.fact(fact.name)!r}: {what},")
    lines.append("    },")
    if ir.players is not None and ir.players.side is not None:
        view = copy(names)
        view.called = {**names.called, _VIEWER: (_VIEWER, (_VIEWER,))}
        side = expression(Call(ir.players.side, (Var(_VIEWER),)), view)
        lines.append(f"    lambda position, {_VIEWER}: {side},")
    return ["\n".join([*lines, ")"]) + "\n"]


def _secret(fact: Fact, names: Namespace) -> str:
    assert fact.secret is not None
    own = ", ".join(["position", *(names.local(one.name) for one in fact.parameters)])
    parts = [str(fact.secret.all_but), f"lambda {own}: {expression(fact.secret.who, names)}"]
    if fact.secret.unless is not None:
        parts.append(f"lambda {own}: {expression(fact.secret.unless, names)}")
    return f"Secret({', '.join(parts)})"
