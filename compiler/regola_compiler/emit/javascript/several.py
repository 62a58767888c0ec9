"""What several do at once comes together, and what is hidden from some: the rest of what an engine is told of a game.

It is to the JavaScript module what `regola_compiler.emit.python.plays.secrets` is to the Python module, with what that
writes of those who act at once.
"""

from __future__ import annotations

from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.names import INDENT, Names
from regola_compiler.emit.javascript.typing import scope_of
from regola_compiler.ir.played import adding_facts
from regola_compiler.ir.tree import Call, Fact, Ir, Var

SECRETS = "SECRETS$"
_VIEWER = "viewer"


def has_secrets(ir: Ir) -> bool:
    """Whether somebody does not see everything."""
    return any(fact.secret is not None for fact in ir.facts)


def secrets_text(ir: Ir, names: Names) -> list[str]:
    """The statement that says what is hidden, if anything is."""
    if not has_secrets(ir):
        return []
    # Who was shown something sees it; what keeps it says by itself for whom that is.
    hidden = [fact for fact in ir.facts if fact.secret is not None and not fact.shows]
    lines = ["/** What is hidden, from whom, and what was shown. */", f"const {SECRETS} = new $Secrets(["]
    lines += [f"{INDENT}[{names.fact(fact.name)}, {_secret(fact, names)}]," for fact in hidden]
    lines.append("], [")
    for fact in ir.facts:
        if fact.shows:
            lines.append(f"{INDENT}[{names.fact(fact.name)}, [{names.fact(fact.shows)}, {names.rule(fact.shows)}]],")
    if ir.players is None or ir.players.side is None:
        return ["\n".join([*lines, "]);"])]
    side = Writer(names, {})(Call(ir.players.side, (Var(_VIEWER),)))
    return ["\n".join([*lines, f"], (position, {names.local(_VIEWER)}) => {side});"])]


def _secret(fact: Fact, names: Names) -> str:
    assert fact.secret is not None
    write = Writer(names, scope_of(fact.parameters))
    own = ", ".join(["position", *(names.local(one.name) for one in fact.parameters)])
    parts = ["true" if fact.secret.all_but else "false", f"({own}) => {write(fact.secret.who)}"]
    if fact.secret.unless is not None:
        parts.append(f"({own}) => {write(fact.secret.unless)}")
    return f"new $Secret({', '.join(parts)})"


def together_fields(ir: Ir, names: Names) -> list[str]:
    """What the rules of an engine say of deeds that are done at once, and of what is shown no more."""
    found = []
    if any(phase.at_once is not None for one in ir.outlines for phase in one.walk()):
        adds = list_of(f"[{names.fact(name)}, {names.rule(name)}]" for name in adding_facts(ir))
        own = list_of(str(names.fact(fact.name)) for fact in ir.facts if fact.kind in {"phase", "active"})
        hidden = SECRETS if has_secrets(ir) else "null"
        found.append(f"joined: (begun, ended) => new $Joiner({adds}, {own}, {hidden}).joined(begun, ended)")
    if any(fact.shows for fact in ir.facts):
        found.append(f"settled: (position) => {SECRETS}.settled(position)")
    return found
