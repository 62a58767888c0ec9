"""What is asked of another position than the one at hand: of the past, of what is possible, of what was done."""

from __future__ import annotations

from typing import TypeGuard

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.meant.search.whichever import ANY_WORDS
from regola_dsl.wording import Said, say

from regola_compiler.model.program import Call, Expr, Supposed
from regola_compiler.model.types import BOOL, EnumType, ErrorType, ListType, RecordType, Type
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.arguments import Written, of_some
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.resolver import Resolver
from regola_compiler.resolve.values.words import (
    TIMES,
    arity,
    counted_name,
    failed,
    failed_before,
    is_bare_value,
    shape,
)


def done(node: tree.Done, scope: Scope, resolve: Resolver) -> Expr:
    """Whether, or how often, something was done in this playing of a phase."""
    names = scope.names
    signature = _action(node.action, names)
    if signature is None:
        return failed(node.span)
    if not _is_phase(node.phase, names):
        return failed(node.span)
    written = node.arguments if len(node.arguments) != 1 or node.arguments[0] is not None else ()
    wanted = signature.parameters
    if len(written) not in {0, len(wanted)}:
        said = [as_written(part, "_") for part in written[: len(wanted)]]
        names.report(
            codes.WRONG_ARGUMENTS,
            say("`{name}` needs {arity}", name=signature.name, arity=arity(signature)),
            node.span,
            related=(Label(signature.span, say("declared here")),),
            help=_where_it_does_not_matter(signature, [*said, *["_"] * (len(wanted) - len(said))]),
        )
        return failed(node.span)
    for_any = [part for p, part in zip(wanted, written, strict=False) if _stands_for_any(part, p.type, scope)]
    if for_any:
        word = for_any[0]
        said = ["_" if any(part is one for one in for_any) else as_written(part, "_") for part in written]
        names.report(
            codes.UNKNOWN_NAME,
            say("unknown name `{name}`", name=word.text),
            word.span,
            say("not declared"),
            help=_where_it_does_not_matter(signature, said),
        )
        return failed(node.span)
    kept = [(p, part) for p, part in zip(wanted, written, strict=False) if part is not None]
    pattern = [p.name if any(p is one for one, _ in kept) else "_" for p in wanted]
    arguments = tuple(resolve(part, scope, p.type) for p, part in kept)
    type_ = TIMES if node.counted else BOOL
    name = counted_name(signature.name, pattern, node.phase.text, times=node.counted)
    return Call(name, arguments, type_, node.span)


def _where_it_does_not_matter(signature: Signature, written: list[str]) -> Said:
    return say("write {shape} where it does not matter which", shape=shape(signature.name, written))


def _stands_for_any(node: tree.Expr | None, wanted: Type, scope: Scope) -> TypeGuard[tree.Word]:
    """Whether an input is a word for any there may be, `any` or `whatever`, and nothing is called so."""
    if not isinstance(node, tree.Word) or node.text not in ANY_WORDS or not is_bare_value(node, scope):
        return False
    return not (isinstance(wanted, EnumType) and node.text in wanted.members)


def supposed(node: tree.Past | tree.After | tree.Can, scope: Scope, resolve: Resolver) -> Expr:
    """What is asked of another position: of the past, or of what is possible."""
    if isinstance(node, tree.Past):
        return _past(node, scope, resolve)
    names = scope.names
    signature = _action(node.action, names)
    if signature is None:
        return failed(node.span)
    arguments = _some_arguments(signature, node.arguments, scope, resolve)
    if arguments is None:
        return failed(node.span)
    if isinstance(node, tree.Can):
        return Supposed("can", None, signature.name, arguments, None, BOOL, node.span)
    missing = [p.name for p in signature.parameters if p.name not in dict(arguments)]
    if missing:
        names.report(
            codes.WRONG_ARGUMENTS,
            say(
                "what would be after `{name}` depends on `{first}`, which is not said",
                name=signature.name,
                first=missing[0],
            ),
            node.action.span,
            related=(Label(signature.span, say("declared here")),),
            help=say("write {shape}", shape=shape(signature.name, [p.name for p in signature.parameters])),
        )
        return failed(node.span)
    value = resolve(node.value, scope)
    if isinstance(value.type, ErrorType):
        return failed_before(node.span, scope.names)
    return Supposed("after", value, signature.name, arguments, None, value.type, node.span)


def _some_arguments(
    signature: Signature, written: Written, scope: Scope, resolve: Resolver
) -> tuple[tuple[str, Expr], ...] | None:
    """What is said of some of the arguments of an action; None after a finding."""
    slots = of_some(signature, written, scope)
    if slots is None:
        return None
    types = {one.name: one.type for one in signature.parameters}
    return tuple((name, resolve(argument, scope, types[name])) for name, argument in slots.items())


def _past(node: tree.Past, scope: Scope, resolve: Resolver) -> Expr:
    """What a value was when a phase began, or when it was last over."""
    names = scope.names
    if not _is_phase(node.phase, names):
        return failed(node.span)
    value = resolve(node.value, scope)
    if isinstance(value.type, ErrorType):
        return failed_before(node.span, scope.names)
    if isinstance(value.type, ListType | RecordType):
        names.report(
            codes.TYPE_MISMATCH,
            say("of the past a condition, a number, a place or a piece is kept, and this is a list or a record"),
            node.value.span,
            help=say("ask then what you want to know of it: `(count u in …) at the start of …`"),
        )
        return failed(node.span)
    who = None if node.who is None else resolve(node.who, scope)
    return Supposed(node.kind, value, node.phase.text, (), who, value.type, node.span)


def _action(name: tree.Name, names: SymbolTable) -> Signature | None:
    """The action of a name; None after a finding."""
    signature = names.signature(name.text)
    if signature is not None and signature.kind == "action":
        return signature
    names.unknown("action", name.text, name.span, [one.name for one in names.signed() if one.kind == "action"])
    return None


def _is_phase(name: tree.Name, names: SymbolTable) -> bool:
    """Whether there is a phase of a name; it is told if there is none."""
    if names.is_phase(name.text):
        return True
    phases = [known.removeprefix("phase ") for known in names.signatures if known.startswith("phase ")]
    names.unknown("phase", name.text, name.span, phases)
    return False
