"""Expressions where nobody asks for reasons: plain rules written where they are asked, and nothing worked out twice.

A function that is written so has two ways: with reasons every rule is called, that it may say that it had a say;
without, short rules are put in their place, and what stands twice is given a name where it is first worked out (common
subexpressions: A. V. Aho, R. Sethi, J. D. Ullman, *Compilers*, 1986, section 9).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Final, TypeAlias

from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.sharing import Sharing
from regola_compiler.emit.python.straight.safe import is_safe
from regola_compiler.ir.bounds import Bounds, answer_held_to, are_within, bounds_of, held_to, is_within
from regola_compiler.ir.tree import Apply, Call, Const, Definition, Expr, FieldOf, Fold, Supposed, Var
from regola_compiler.ir.visitor import descendants
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part

SHORT: Final = 30  # of how many parts a rule may be that is written where it is asked
LONG: Final = 300  # from how many on an expression is left as it is
NESTED: Final = 4  # how deep rules are written in one another
_NAME = re.compile(r"\w+")

Write: TypeAlias = Callable[[Expr, Namespace], str]


def quickly(nodes: list[Expr], names: Namespace, write: Write, known: Mapping[str, Bounds]) -> Namespace | None:
    """The names with which expressions that are worked out one after the other in one function are written quickly.

    None where they are left as they are.
    """
    listed = [list(descendants(node)) for node in nodes]
    if sum(map(len, listed)) > LONG or any(isinstance(one, Supposed) for part in listed for one in part):
        return None
    view = copy(names)
    view.sharing = Sharing(known, counting=True)
    for node in nodes:
        write(node, view)
    view.sharing = Sharing(known, counts=view.sharing.counts)
    return view


def shared(node: Expr, names: Namespace, raw: Write) -> str:
    """An expression, or the name of what it came to before."""
    sharing = names.sharing
    if sharing is None or sharing.plain or isinstance(node, Const | Var) or _is_number(node):
        return raw(node, names)
    key = plainly(node, sharing, names, raw)
    if sharing.early and key in sharing.named:
        return sharing.named[key]
    if sharing.counting:
        sharing.counts[key] = sharing.counts.get(key, 0) + 1
        return key if sharing.counts[key] > 1 else raw(node, names)
    if key in sharing.named:
        return sharing.named[key]
    text = raw(node, names)
    if not sharing.binding or sharing.counts.get(key, 0) < 2 or _NAME.fullmatch(text):
        return text
    sharing.made += 1
    wanted = called_after(node)
    own = names.helper(("shared", wanted, sharing.made), f"{wanted}_{sharing.made}")
    sharing.named[key] = own
    return f"({own} := {text})"


def _is_number(node: Expr) -> bool:
    return isinstance(node, Apply) and node.operator is Operator.NEGATE and isinstance(node.operands[0], Const)


def named(node: Expr, names: Namespace, raw: Write) -> list[str]:
    """The statement that gives an expression a name, by which it is called from there on; none where it has one."""
    sharing = names.sharing
    assert sharing is not None
    if isinstance(node, Const | Var) or (key := plainly(node, sharing, names, raw)) in sharing.named:
        return []
    text = raw(node, names)
    if _NAME.fullmatch(text):
        sharing.named[key] = text
        return []
    sharing.made += 1
    wanted = called_after(node)
    own = names.helper(("shared", wanted, sharing.made), f"{wanted}_{sharing.made}")
    sharing.named[key] = own
    return [f"{own} = {text}"]


def plainly(node: Expr, sharing: Sharing, names: Namespace, raw: Write) -> str:
    """How an expression is written where nothing in it has a name yet."""
    view = copy(names)
    view.sharing = Sharing(sharing.known, binding=False, plain=True, nested=sharing.nested)
    return raw(node, view)


def called_after(node: Expr) -> str:
    """What a value is to be called: by the rule or field it is."""
    match node:
        case Call() | FieldOf():
            return re.sub(r"\W+(?:_\W+)*", "_", last_part(node.name)).strip("_") or node.name
        case Apply() if node.operands:
            return called_after(node.operands[0])
        case _:
            return "found"


def written_out(node: Call, parts: list[str], names: Namespace, raw: Write) -> str | None:
    """A rule written where it is asked, with these arguments; None where it has to be called."""
    sharing = names.sharing
    if sharing is None or node.aspect:
        return None
    if node.name in names.plain_tables:
        return names.plain_tables[node.name] + "".join(
            f"[{part}{'' if part_is_bool else '._place'}]"
            for part, part_is_bool in zip(parts, names.closed_tables[node.name], strict=True)
        )
    rule = names.definitions.get(node.name)
    if rule is None or sharing.nested >= NESTED or not is_short(rule, names):
        return None
    body = rule.body.value
    assert body is not None
    if not are_within(node.arguments, [one.type for one in rule.parameters], sharing.known, names):
        return None
    view = copy(names)
    view.called = dict(names.called)
    given: list[str] = []
    for parameter, argument, part in zip(rule.parameters, node.arguments, parts, strict=True):
        text = part
        times = sum(isinstance(one, Var) and one.name == parameter.name for one in descendants(body))
        simple = isinstance(argument, Const | Var) or _NAME.fullmatch(text) is not None
        if not simple and not (times <= 1 and is_safe(argument, names)):
            # It is worked out before the rule is, whether the rule needs it or not.
            if not sharing.binding:
                return None
            key = plainly(argument, sharing, names, raw)
            plain = held_to(argument, parameter.type, names.results) is None
            if key in sharing.named and plain:  # it has just been given a name
                text = sharing.named[key]
                given.append(part)
            else:
                sharing.given += 1
                text = names.helper(("given", parameter.name, sharing.given), f"{parameter.name}_of_{sharing.given}")
                given.append(f"{text} := {part}")
                sharing.named[key] = text
        view.called[parameter.name] = (text, tuple(_NAME.findall(text)))
    with sharing.inside():
        value = raw(body, view)
    return f"(({', '.join(given)},) and {value})" if given else value


def is_short(rule: Definition, names: Namespace) -> bool:
    """Whether a rule is one short expression, whose answer is within its bounds whatever it is asked with."""
    if rule.name not in names.short:
        names.short[rule.name] = False  # none asks itself, but nobody has to rely on it here
        body = rule.body
        plain = body.value is not None and not body.exceptions and not body.lets and not names.is_remembered(rule.name)
        plain = plain and answer_held_to(rule, names.results) is None
        if plain and body.value is not None:
            nodes = list(descendants(body.value))
            held = is_within(body.value, rule.result, bounds_of(rule.parameters), names)
            names.short[rule.name] = (
                held and len(nodes) <= SHORT and not any(isinstance(one, Fold | Supposed) for one in nodes)
            )
    return names.short[rule.name]
