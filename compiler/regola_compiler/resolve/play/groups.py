"""Groups: a parameter that is several of a list at once, `into: 2 to 3 of spare(w.nation)`.

A group is a list of different items. Which come first does not matter to what may be done; listed, they stand in the
order of the list that they are chosen from.
"""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.kinds import FoldKind, OperationName
from regola_dsl.wording import say

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Const, Expr, Fold, Logic, Parameter, Var
from regola_compiler.model.types import BOOL, ERROR, INT, HandleType, ListType, Type
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.values.expressions import resolve

# Of more nobody chooses several at once: they are built one by one.
MOST = 12


def is_group(field: tree.Field) -> bool:
    """Whether a parameter is several of a list."""
    return field.type.kind == "group"


def has_group(node: tree.Action) -> bool:
    """Whether an action is done with several of a list at once."""
    return any(map(is_group, node.parameters))


def group_type(field: tree.Field, scope: Scope) -> Type:
    """The type of a group: a list of what it is chosen from, as long as is said."""
    names, low, high = scope.names, field.type.low or 0, field.type.high or 0
    if low > high or not 0 < high <= MOST:
        many = high > MOST
        names.report(
            codes.TYPE_MISMATCH,
            say("`{name}` would be more than {most} of a list", name=field.name.text, most=MOST)
            if many
            else say("`{name}` would be {low} to {high} of a list", name=field.name.text, low=low, high=high),
            field.type.span,
            help=say("let each be chosen by an action of its own")
            if many
            else say("write the smaller number first, and then the larger"),
        )
        return ERROR
    item = ERROR if field.among is None else _item(field.among, scope.with_names(names.silent_copy()))
    return ERROR if item == ERROR else ListType(item, high, low)


def _item(items: tree.Expr, scope: Scope) -> Type:
    """What the items of a list are: known from the declaration it calls, before what it is called with is."""
    names: SymbolTable = scope.names
    called = items.name.text if isinstance(items, tree.Call) else ""
    if isinstance(items, tree.Operation) and items.operator == OperationName.ENDS_OF:
        inner = items.operands[0]
        signature = names.signature(inner.name.text if isinstance(inner, tree.Call) else getattr(inner, "text", ""))
        return ERROR if signature is None else signature.place
    signature = names.signature(called) if called else None
    result = resolve(items, scope).type if signature is None else signature.result
    return result.item if isinstance(result, ListType) else ERROR


def group_guard(parameter: Parameter, items: Expr) -> Expr:
    """The condition that a group is of a list, nobody in it twice."""
    assert isinstance(parameter.type, ListType)
    item, span = parameter.type.item, items.span
    group, one, other = Var(parameter.name, parameter.type, span), *(Var(n, item, span) for n in _names(parameter))
    among = Fold(FoldKind.ALL, None, one.name, group, Apply(Operator.CONTAINS, (one, items), BOOL, span), BOOL, span)
    same = Apply(Operator.EQUAL, (other, one), BOOL, span)
    often = Fold(FoldKind.COUNT, None, other.name, group, same, INT, span)
    once = Apply(Operator.EQUAL, (often, Const(1, INT, span)), BOOL, span)
    twice = Fold(FoldKind.ALL, None, one.name, group, once, BOOL, span)
    return Logic("and", (among, twice), BOOL, span)


def _names(parameter: Parameter) -> tuple[str, str]:
    """What one of a group is called, and another, where nobody has named them."""
    assert isinstance(parameter.type, ListType)
    item = parameter.type.item
    stem = item.name[:1].lower() + item.name[1:] if isinstance(item, HandleType) else parameter.name
    return f"one_{stem}", f"other_{stem}"
