"""What is asked of a path and of its ways: how long it is, where it ends, which steps a way has."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.kinds import OperationName
from regola_dsl.wording import later, say

from regola_compiler.model.kinds import Aspect, Operator
from regola_compiler.model.program import Apply, Call, Expr
from regola_compiler.model.types import NUMBER, ErrorType, IntType, ListType, Type, described
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.words import failed, failed_before

# The longest path whose length is asked in an analysis.
MAX_LENGTH = 999
_ASPECTS: dict[OperationName, Aspect] = {
    OperationName.LENGTH_OF: "length",
    OperationName.ENDS_OF: "ends",
    OperationName.WAYS_OF: "ways",
}
_ONLY_PATHS: dict[Aspect, str] = {
    "length": later("only a path has length"),
    "ends": later("only a path has ends"),
    "ways": later("only a path has ways"),
}


def path_attribute(node: tree.Operation, asked: Expr, scope: Scope) -> Expr:
    """`length of`, `ends of` and `ways of` what is asked of, which must be a path."""
    aspect = _ASPECTS[node.operator]
    if isinstance(asked.type, ErrorType):
        return failed_before(node.span, scope.names)
    signature = scope.names.signature(asked.callee) if isinstance(asked, Call) else None
    if not isinstance(asked, Call) or signature is None or signature.kind != "path":
        way = aspect == "length" and isinstance(asked.type, ListType)
        scope.names.report(
            codes.TYPE_MISMATCH,
            say(_ONLY_PATHS[aspect]),
            node.operands[0].span,
            help=say("count the steps of a way: `count s in steps of way`") if way else say("name a declared `path`"),
        )
        return failed(node.span)
    type_: Type = ListType(signature.place)
    if aspect == "length":
        type_ = IntType(0, MAX_LENGTH) if signature.whole else NUMBER
    elif aspect == "ways":
        type_ = ListType(ListType(signature.place, None, 1))
    return Call(asked.callee, asked.arguments, type_, node.span, aspect)


def report_no_list(items: Expr, written: tree.Expr, names: SymbolTable, help_text: str = "") -> None:
    """A finding of what stands where a list is due and is none."""
    names.report(
        codes.TYPE_MISMATCH,
        say("expected a list, found {items}", items=described(items.type)),
        written.span,
        say("not a list"),
        help=help_text or list_of_path(items, written, None, names),
    )


def list_of_path(items: Expr, written: tree.Expr, item: Type | None, names: SymbolTable) -> str:
    """What to write where a list is due and a path stands: where it can end, or, where ways are asked for, its ways."""
    signature = names.signature(items.callee) if isinstance(items, Call) and not items.aspect else None
    asked = as_written(written, "")
    if signature is None or signature.kind != "path" or not asked:
        return ""
    if isinstance(item, ListType):
        return say("`{path}` is a path: write `ways of {asked}`", path=signature.name, asked=asked)
    return say("`{path}` is a path: write `ends of {asked}`", path=signature.name, asked=asked)


def of_way(node: tree.Operation, way: Expr, scope: Scope) -> Expr:
    """`start of`, `end of`, `steps of` and `last step of` a way, which is a list of places."""
    if isinstance(way.type, ErrorType):
        return failed_before(node.span, scope.names)
    if not isinstance(way.type, ListType):
        called = isinstance(way, Call) and (known := scope.names.signature(way.callee)) and known.kind == "path"
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("expected a way, which is a list of places, found {way}", way=described(way.type)),
            way.span,
            say("not a list"),
            help=say("name one of its ways: `any w in ways of …`") if called else "",
        )
        return failed(node.span)
    match node.operator:
        case OperationName.START_OF | OperationName.END_OF:
            operator = Operator.START if node.operator == OperationName.START_OF else Operator.END
            return Apply(operator, (way,), way.type.item, node.span)
        case _:
            step = ListType(way.type.item, 2, 2)
            steps = Apply(Operator.STEPS, (way,), ListType(step), node.span)
            if node.operator == OperationName.STEPS_OF:
                return steps
            return Apply(Operator.END, (steps,), step, node.span)
