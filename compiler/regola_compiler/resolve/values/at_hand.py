"""What is at hand of a type where another was written: a fact of it, what is known here, what can be asked.

Of a value that does not fit, the types say what was meant: `stacking(space)` that asks for a terrain means
`stacking(space.terrain)`, if a space has one terrain. Where there are two ways to get there, none is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from regola_dsl import tree
from regola_dsl.diagnostics import name_list, nearest
from regola_dsl.kinds import OperationName
from regola_dsl.wording import later, say

from regola_compiler.model.names import last_part
from regola_compiler.model.types import (
    BoolType,
    EnumType,
    ErrorType,
    HandleType,
    IntType,
    ListType,
    RecordType,
    Type,
    UnionType,
    fits,
    is_numeric,
    quoted,
)
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.facts import fact_of, is_of_a_piece

# What is asked for its answer.
ASKED = frozenset({"define", "table", "given", "state"})
# What stands between two values, as it is written.
_BETWEEN = {
    OperationName.ADD: "+",
    OperationName.SUBTRACT: "-",
    OperationName.IS: "is",
    OperationName.IS_NOT: "is not",
    **{
        one: str(one)
        for one in (
            OperationName.EQUAL,
            OperationName.UNEQUAL,
            OperationName.LESS,
            OperationName.LESS_EQUAL,
            OperationName.GREATER,
            OperationName.GREATER_EQUAL,
        )
    },
}


def as_written(node: tree.Expr | None, otherwise: str = "") -> str:
    """A value as it stands there, if it is short enough to be repeated; else, and of none, what is told then."""
    match node:
        case tree.Word(text=text, quoted=in_quotes):
            return quoted(text) if in_quotes else text
        case tree.FieldOf(record=record, field=field) if owner := as_written(record):
            return f"{owner}.{field.text}"
        case tree.Call(name=name, arguments=arguments) if all(label is None for label, _ in arguments):
            inner = [_in_brackets(argument) for _, argument in arguments]
            return f"{name.text}({', '.join(inner)})" if all(inner) else otherwise
        case tree.Truth(value=value):
            return "true" if value else "false"
        case tree.Number(numerator=numerator, denominator=1):
            return str(numerator)
    return otherwise


def _in_brackets(node: tree.Expr) -> str:
    """The same of what stands in brackets, where two values with a sign between them may stand, too."""
    match node:
        case tree.Operation(operator=operator, operands=(left, right)) if operator in _BETWEEN:
            first, second = as_written(left), as_written(right)
            return f"{first} {_BETWEEN[operator]} {second}" if first and second else ""
    return as_written(node)


def named(node: tree.Expr) -> str:
    """A name, and what is asked of it, as it is written; nothing of anything else, as no value leads to another."""
    return "" if isinstance(node, tree.Truth | tree.Number) else as_written(node)


def leading(written: str, type_: Type, wanted: Type, names: SymbolTable) -> str:
    """What leads from something to a value of the type that is wanted, as it is written; nothing if two things do."""
    ways = ways_to(written, type_, wanted, names)
    return ways[0] if len(ways) == 1 else ""


def ways_to(written: str, type_: Type, wanted: Type, names: SymbolTable) -> list[str]:
    """All that leads from something to a value of the type that is wanted, as it is written.

    Where its own facts do, what is asked of it elsewhere is left out.
    """
    if not written or isinstance(wanted, ErrorType | UnionType) or isinstance(type_, ErrorType):
        return []
    facts = [text for text, result in _facts(written, type_, names) if _may_be(result, wanted)]
    return facts or [text for text, result in _answers(written, type_, names) if _may_be(result, wanted)]


def type_at_hand(node: tree.Expr, scope: Scope) -> Type | None:
    """The type of a number, of a name, or of a fact of what has one, as it is known at a place; None of all else."""
    match node:
        case tree.Number(numerator=value, denominator=1):
            return IntType(value, value)
        case tree.Truth():
            return BoolType()
        case tree.Word(text=text, quoted=False):
            return scope.locals.get(text)
        case tree.FieldOf(record=tree.Word() as record):
            owner = type_at_hand(record, scope)
            facts = dict(_facts(record.text, owner, scope.names)) if owner is not None else {}
            return facts.get(as_written(node))
    return None


def _all_at_hand(wanted: Type, scope: Scope, given: Mapping[str, str] | None) -> list[str]:
    """What of a type is known at a place; where all of that is `given` already, the facts of what is known there."""
    known = at_hand(wanted, scope)
    if not given or any(one not in given.values() for one in known):
        return known
    owned = (fact for name, type_ in scope.known().items() for fact in _facts(name, type_, scope.names))
    return [text for text, result in owned if _may_be(result, wanted)]


def at_hand(wanted: Type, scope: Scope) -> list[str]:
    """What of a type is known at a place: a name, else what is kept, else a fact of what is known; as it is written."""
    here = scope.known()
    own = [name for name, type_ in scope.locals.items() if _is_a(type_, wanted)]
    known = own or [name for name, type_ in here.items() if _is_a(type_, wanted)]
    signed = [] if known else scope.names.signed()
    kept = [one.name for one in signed if not one.parameters and one.kind == "state" and _is_a(one.result, wanted)]
    facts = [
        text
        for name, type_ in ({} if known or kept else here).items()
        for text, result in _facts(name, type_, scope.names)
        if _is_a(result, wanted)
    ]
    return known or kept or facts


# What else could be asked where nothing is called so: no more than a guess.
AS_MUCH = later("`{name}` is asked with as much, and answers what is due here: `{asked}`")


def input_of_another(name: str, expected: Type | None, scope: Scope) -> str | None:
    """The one thing known here of a type, where a name is an input of that type elsewhere: `buyer` of what is asked."""
    if expected is None or isinstance(expected, BoolType) or is_numeric(expected):
        return None
    inputs = (one for signature in scope.names.signed() for one in signature.parameters if one.name == name)
    here = at_hand(expected, scope) if any(one.type == expected for one in inputs) else []
    return here[0] if len(here) == 1 else None


def of_these_types(node: tree.Call, expected: Type | None, scope: Scope) -> str:
    """What to ask where nothing is called so: the one thing that is asked with as much and answers what is due there.

    Only where it is asked with a thing or a value, as numbers and conditions are all of one type; and nothing where
    something is spelt almost so.
    """
    given = [type_at_hand(argument, scope) for _, argument in node.arguments]
    named_ones = [one for one in given if isinstance(one, EnumType | HandleType | RecordType)]
    signed = scope.names.signed()
    if expected is None or not named_ones or nearest(node.name.text, [one.name for one in signed]):
        return ""
    fitting = [
        one
        for one in signed
        if one.kind in ASKED
        and not is_of_a_piece(one)
        and len(one.parameters) == len(given)
        and all(type_ and _is_a(type_, wanted.type) for type_, wanted in zip(given, one.parameters, strict=True))
        and _is_a(one.result, expected)
    ]
    if len(fitting) != 1:
        return ""
    inner = ", ".join(as_written(argument, "…") for _, argument in node.arguments)
    return say(
        AS_MUCH,
        name=fitting[0].name,
        asked=f"{fitting[0].name}({inner})",
    )


def asked_with(signature: Signature, scope: Scope, given: Mapping[str, str] | None = None) -> list[str]:
    """What is at hand for each input of something, beside what is given; for what may be several things its name.

    Args:
        signature: What is asked.
        scope: What is known there.
        given: Inputs that are written already, by their names.
    """
    handed = dict(given or {})
    for parameter in signature.parameters:
        if parameter.name not in handed:
            fitting = [one for one in _all_at_hand(parameter.type, scope, given) if one not in handed.values()]
            same = parameter.name in fitting
            handed[parameter.name] = fitting[0] if len(fitting) == 1 and not same else parameter.name
    return [handed[parameter.name] for parameter in signature.parameters]


def of_a_result(field: str, scope: Scope) -> str:
    """How a column of a table is asked, where a word alone is its name: `counters(u.kind).load`; nothing of others."""
    found = []
    for one in scope.names.signed():
        if isinstance(one.result, RecordType) and one.kind in ASKED and one.result.field(field) is not None:
            handed = [at_hand(parameter.type, scope) for parameter in one.parameters]
            found += [f"{one.name}({', '.join(each[0] for each in handed)}).{field}"] if _one_each(handed) else [""]
    return found[0] if len(found) == 1 else ""


def of_something_near(field: str, scope: Scope) -> str:
    """How a fact is asked of what a thing at hand has, where a word alone is its name: `u.at.terrain`; or nothing."""
    owners: dict[str, Type] = {}
    for one in scope.names.signed_as(field):
        if is_of_a_piece(one):
            owners[str(one.parameters[0].type)] = one.parameters[0].type
    near = [text for type_ in owners.values() for text in at_hand(type_, scope)]
    return f"{near[0]}.{field}" if len(near) == 1 else ""


def _one_each(handed: Sequence[Sequence[str]]) -> bool:
    return all(len(each) == 1 for each in handed)


def _facts(written: str, type_: Type, names: SymbolTable) -> Iterator[tuple[str, Type]]:
    """What something has, as it is written, and of what type that is."""
    for option in type_.options if isinstance(type_, UnionType) else (type_,):
        if isinstance(option, RecordType):
            yield from ((f"{written}.{name}", result) for name, result in option.fields)
        if isinstance(option, HandleType):
            for one in names.signed():
                if is_of_a_piece(one) and fact_of(option, last_part(one.name), names) is one:
                    yield f"{written}.{last_part(one.name)}", one.result


def _answers(written: str, type_: Type, names: SymbolTable) -> Iterator[tuple[str, Type]]:
    """What can be asked of something alone, as it is written, and of what type the answer is."""
    for one in names.signed():
        if len(one.parameters) != 1 or one.kind not in ASKED or is_of_a_piece(one):
            continue
        if _is_a(type_, one.parameters[0].type):
            yield f"{one.name}({written})", one.result
            if isinstance(one.result, RecordType):
                yield from ((f"{one.name}({written}).{name}", result) for name, result in one.result.fields)


def _may_be(given: Type, wanted: Type) -> bool:
    """Whether a value is of the type, or one of several of which one is."""
    return any(_is_a(option, wanted) for option in (given.options if isinstance(given, UnionType) else (given,)))


def _is_a(given: Type, wanted: Type) -> bool:
    """Whether a value is of the type, and not perhaps of it: what may be none is no place."""
    if isinstance(given, ErrorType) or isinstance(wanted, ErrorType):
        return False
    if isinstance(given, UnionType):
        return isinstance(wanted, UnionType) and given == wanted
    if isinstance(given, ListType) != isinstance(wanted, ListType):
        return False
    if isinstance(given, BoolType) or isinstance(wanted, BoolType) or is_numeric(given) != is_numeric(wanted):
        return isinstance(given, BoolType) and isinstance(wanted, BoolType)
    return fits(given, wanted)


# --- what is asked of the wrong thing ----------------------------------------------------------

# So many things are told of which something may have been asked.
_FEW = 3


def instead_of_a_field(node: tree.FieldOf, type_: Type, scope: Scope) -> str:
    """What to ask in place of a field that something has not; nothing where no more is known of it."""
    names = scope.names
    return _through_a_field(node, type_, names) or _in_a_column(node, type_, names) or _of_another(node, scope)


def _in_a_column(node: tree.FieldOf, type_: Type, names: SymbolTable) -> str:
    """The column of a table that is asked with what a thing has, or with itself: `vessels(f.kind).knots`."""
    tables = [one for one in names.signed() if one.kind == "table" and len(one.parameters) == 1]
    ways = [
        f"{one.name}({way}).{node.field.text}"
        for one in tables
        if isinstance(one.result, RecordType) and one.result.field(node.field.text) is not None
        for way in _with_itself(as_written(node.record), type_, one.parameters[0].type, names)
    ]
    return (
        say("`{field}` is a column: write {ways}", field=node.field.text, ways=name_list(ways[:_FEW], "or"))
        if ways
        else ""
    )


def _with_itself(written: str, type_: Type, wanted: Type, names: SymbolTable) -> list[str]:
    """A thing, if it is of the type that is wanted, or else what it has of that."""
    if not written:
        return []
    return (
        [written] if type_ == wanted else [text for text, result in _facts(written, type_, names) if result == wanted]
    )


def _through_a_field(node: tree.FieldOf, type_: Type, names: SymbolTable) -> str:
    """How what is kept of something else is asked of a piece that has that: `coins(c.guild)`; nothing elsewhere."""
    asked = names.signature(node.field.text)
    if asked is None or len(asked.parameters) != 1 or not isinstance(node.record, tree.Word):
        return ""
    wanted = asked.parameters[0].type
    if wanted == type_:
        return say("write `{other}`", other=f"{asked.name}({node.record.text})")
    through = [
        last_part(one.name)
        for one in names.signed()
        if is_of_a_piece(one) and one.parameters[0].type == type_ and one.result == wanted
    ]
    if len(through) != 1:
        return ""
    return say("write `{other}`", other=f"{asked.name}({node.record.text}.{through[0]})")


def _of_another(node: tree.FieldOf, scope: Scope) -> str:
    """Of what something is asked that was asked of a thing which has it not; nothing where nothing has it."""
    owners = [one.parameters[0].type for one in scope.names.signed_as(node.field.text) if is_of_a_piece(one)]
    ways = [f"{name}.{node.field.text}" for type_ in owners for name, own in scope.locals.items() if own == type_]
    if not ways and isinstance(node.record, tree.Word):
        ways = [f"{way}.{node.field.text}" for way in _through_its_own(node.record.text, owners, scope)]
    if ways:
        return say("what is asked here is a fact of another: write {ways}", ways=name_list(ways[:_FEW], "or"))
    if not owners:
        return ""
    listed = name_list([str(type_) for type_ in owners], "or")
    return say("`{field}` is a fact of each {types}, and asked of one", field=node.field.text, types=listed)


def _through_its_own(name: str, wanted: Sequence[Type], scope: Scope) -> list[str]:
    """What a thing called so has that is one of some types: `v.at` of a cart that is at a place."""
    own = scope.locals.get(name)
    kept = [one for one in scope.names.signed() if is_of_a_piece(one) and one.parameters[0].type == own]
    return [f"{name}.{last_part(one.name)}" for one in kept if one.result in wanted]
