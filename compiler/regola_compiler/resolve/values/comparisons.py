"""Comparisons of values that have their types: what can be held against what, and what has an order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from regola_dsl import tree
from regola_dsl.diagnostics import Label, closest, listed_few, name_list
from regola_dsl.kinds import OperationName
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Call, Const, Expr, FieldOf, ListLiteral
from regola_compiler.model.types import (
    BOOL,
    NUMBER,
    PERMISSION,
    BoolType,
    EnumType,
    ErrorType,
    HandleType,
    ListType,
    Member,
    NumberType,
    RecordType,
    Type,
    UnionType,
    described,
    fits,
    is_integer,
    is_numeric,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.at_hand import leading, named, type_at_hand, ways_to
from regola_compiler.resolve.values.facts import fact_of
from regola_compiler.resolve.values.misread import meant_range
from regola_compiler.resolve.values.routes import list_of_path
from regola_compiler.resolve.values.words import failed

_LESS = frozenset("less fewer lower below".split())
_MORE = frozenset("more higher greater above".split())
# Of many values those are told that begin with as many letters alike, if they are few.
_BEGUN, _FEW, _MANY = 2, 3, 20


def comparison(
    operator: Operator,
    pair: tuple[Expr, Expr],
    scope: Scope,
    span: Span,
    written: tuple[tree.Expr, tree.Expr] | None = None,
) -> Expr:
    """Two values held against each other, and how they are written, if they stand there."""
    left, right = pair
    if not comparable(left.type, right.type):
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("cannot compare {left} with {right}", left=described(left.type), right=described(right.type)),
            span,
            related=(Label(left.span, described(left.type)), Label(right.span, described(right.type))),
            help=_in_one(left.type, right)
            or _in_one(right.type, left)
            or _of_one_type(pair, written, scope)
            or _never_none(pair)
            or _values_of(pair),
        )
        return failed(span)
    if operator not in {Operator.EQUAL, Operator.UNEQUAL} and not has_order(left.type):
        report_no_order(left.type, left.span, scope)
        return failed(span)
    return Apply(operator, (left, right), BOOL, span)


def _values_of(pair: tuple[Expr, Expr]) -> str:
    """What values there are of a type that a value of another type is held against; nothing where there are many."""
    for one, other in (pair, pair[::-1]):
        if isinstance(one.type, EnumType) and isinstance(other.type, EnumType) and isinstance(other, Const):
            said = other.type.label(other.value.index) if isinstance(other.value, Member) else ""
            close = closest(said, one.type.members) if said else None
            if close is not None:
                return say("of `{type}` there is `{close}`: write that", type=one.type, close=close)
            there_are = listed_few(one.type.members)
            begun = [member for member in one.type.members if said and member[:_BEGUN] == said[:_BEGUN]]
            if not there_are and 1 <= len(begun) <= _FEW:
                return say("of `{type}` it may be {names}", type=one.type, names=name_list(begun, "or"))
            there_are = there_are or listed_few(one.type.members, _MANY)
            return say("of `{type}` {there_are}", type=one.type, there_are=there_are) if there_are else ""
        if isinstance(one.type, EnumType) and isinstance(other, Const) and is_numeric(other.type):
            there_are = listed_few(one.type.members, _MANY)
            return say("of `{type}` {there_are}", type=one.type, there_are=there_are) if there_are else ""
        if is_numeric(one.type) and isinstance(other, Const) and isinstance(other.type, EnumType):
            return say("write a number in its place, or ask for a `{type}` instead", type=other.type)
    return ""


def _never_none(pair: tuple[Expr, Expr]) -> str:
    """What to do where something is held against none that always is something: its type has to say so."""
    left, right = pair
    for one, other in ((left, right), (right, left)):
        if isinstance(other.type, ListType) and str(other.type.item) == "none":
            return say("what may be nothing says so in its type: `{type} or none`", type=one.type)
    return ""


def _of_one_type(pair: tuple[Expr, Expr], written: tuple[tree.Expr, tree.Expr] | None, scope: Scope) -> str:
    """What to write in place of one of two values, so that they can be compared: a fact of it; nothing if none is."""
    (left, right), sides = pair, written or ()
    # Of what is asked for one fact another fits, before what is made of a value.
    ways: list[tuple[tree.Expr, str]] = [
        (side, leading(named(side.record), owner, other.type, scope.names))
        for side, other in zip(sides, (right, left), strict=False)
        if isinstance(side, tree.FieldOf)
        and isinstance(other.type, EnumType | HandleType | RecordType)
        and (owner := type_at_hand(side.record, scope)) is not None
    ]
    ways += [
        (side, leading(named(side), value.type, other.type, scope.names))
        for side, value, other in zip(sides, (left, right), (right, left), strict=False)
    ]
    for side, way in ways:
        if way:
            return say("write `{way}` in place of `{side}`", way=way, side=named(side))
    return ""


def _in_one(type_: Type, value: Expr) -> str:
    """What to do where a value such as `2-1` is written with spaces, or its type stands for it; nothing elsewhere."""
    match value:
        case Apply(Operator.SUBTRACT, (Const(first), Const(second))) if isinstance(type_, EnumType):
            name = f"{first}-{second}"
            if name in type_.members:
                return say("the value of `{type}` has no spaces: write `{name}`", type=type_, name=name)
        case ListLiteral() if isinstance(type_, EnumType) and value.type == ListType(type_):
            return say(
                "`{type}` is all values there are: name one of them, as `{value}`", type=type_, value=type_.label(0)
            )
    return ""


def bound_in_words(operands: Sequence[tree.Expr], scope: Scope) -> Expr | None:
    """What stands for `x is 3 or less`, with a finding; None of anything else."""
    for held, word in pairwise(operands):
        match held, word:
            case (
                tree.Operation(operator=OperationName.IS, operands=(_, tree.Number() as number)),
                tree.Word(text=text, quoted=False),
            ) if text in _LESS | _MORE and text not in scope.locals and scope.names.signature(text) is None:
                scope.names.report(
                    codes.UNKNOWN_NAME,
                    say("`or {word}` is no condition", word=text),
                    word.span,
                    help=say(
                        "write `{sign} {number}` in place of `is {number} or {word}`",
                        sign="<=" if text in _LESS else ">=",
                        number=number.numerator,
                        word=text,
                    ),
                )
                return failed(word.span)
    return None


def listed_in_words(node: tree.Operation, scope: Scope) -> Expr | None:
    """What stands for `x is hill or marsh`, with a finding; None of anything else."""
    held, *rest = node.operands
    while isinstance(held, tree.Operation) and held.operator in {OperationName.AND, OperationName.OR}:
        held = held.operands[-1]
    match held:
        case tree.Operation(operator=OperationName.IS | OperationName.IS_NOT as how, operands=(_, first)):
            words = _values((first, *rest), scope)
        case _:
            return None
    if not words:
        return None
    values = [_as_value(word) for word in words]
    listed = ", ".join(values)
    joined = "and" if node.operator == OperationName.AND else "or"
    scope.names.report(
        codes.TYPE_MISMATCH,
        say("`{value}` is no condition: it is a value, as `{first}` is", value=values[1], first=values[0]),
        words[1].span,
        help=say(
            "write `{isin} {{{listed}}}` in place of `{was}`",
            isin="not in" if how == OperationName.IS_NOT else "in",
            listed=listed,
            was=f"{'is not' if how == OperationName.IS_NOT else 'is'} {f' {joined} '.join(values)}",
        ),
    )
    return failed(words[1].span)


def _values(operands: Sequence[tree.Expr], scope: Scope) -> tuple[tree.Word | tree.Number, ...]:
    """The operands, if all of them are whole numbers, or values of one enum or scale; none otherwise."""
    words = tuple(one for one in operands if isinstance(one, tree.Word) and not scope.knows(one.text))
    if len(words) == len(operands):
        enums = [{enum.name for enum in scope.names.enums_with(word.text)} for word in words]
        return words if set.intersection(*enums) else ()
    numbers = tuple(one for one in operands if isinstance(one, tree.Number) and one.denominator == 1)
    return numbers if len(numbers) == len(operands) else ()


def _as_value(node: tree.Word | tree.Number) -> str:
    if isinstance(node, tree.Number):
        return str(node.numerator)
    return f'"{node.text}"' if " " in node.text else node.text


def values_in_words(items: Sequence[tree.Expr], scope: Scope) -> Expr | None:
    """What stands for `{hill or marsh}`, with a finding; None of anything else."""
    for item in items:
        if not isinstance(item, tree.Operation) or item.operator not in {OperationName.AND, OperationName.OR}:
            continue
        values = [_as_value(value) for value in _values(item.operands, scope)]
        if values:
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("`{value}` is no condition: it is a value, as `{first}` is", value=values[1], first=values[0]),
                item.span,
                help=say("values stand one beside the other, with commas: `{{{listed}}}`", listed=", ".join(values)),
            )
            return failed(item.span)
    return None


def of_what_may_be_none(subject: Expr, left: tree.Expr, word: tree.Word, scope: Scope) -> str:
    """What to write for `x.at is marked`, where what stands there may be none and has a property so called."""
    options = subject.type.options if isinstance(subject.type, UnionType) else ()
    facts = [fact for option in options if (fact := fact_of(option, word.text, scope.names)) is not None]
    fields = [option for option in options if isinstance(option, RecordType) and option.field(word.text)]
    asked = named(left)
    if not asked or word.quoted or scope.knows(word.text) or scope.names.signature(word.text) or not (facts or fields):
        return ""
    return say("write `{name}.{field}`", name=asked, field=word.text)


def membership(value: Expr, items: Expr, sought: tree.Expr, written: tree.Expr, scope: Scope, span: Span) -> Expr:
    """Whether a value, `sought` so, is in a list, `written` so."""
    if not isinstance(items.type, ListType | ErrorType):
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("expected a list, found {items}", items=described(items.type)),
            written.span,
            help=meant_range(written)
            or list_of_path(items, written, value.type, scope.names)
            or say("write the values between `{{` and `}}`"),
        )
        return failed(span)
    if isinstance(items.type, ListType) and not comparable(value.type, items.type.item):
        ways = ways_to(named(sought), value.type, items.type.item, scope.names)
        listed = name_list(ways, "or") if 0 < len(ways) <= _FEW else ""
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("cannot find {value} in {items}", value=described(value.type), items=described(items.type)),
            span,
            related=(Label(value.span, described(value.type)), Label(items.span, described(items.type))),
            help=say("write {names} in place of `{side}`", names=listed, side=named(sought)) if listed else "",
        )
        return failed(span)
    return Apply(Operator.CONTAINS, (value, items), BOOL, span)


def property_of(subject: Expr, word: tree.Word, scope: Scope, span: Span, written: str = "") -> Expr | None:
    """What `subject is word` asks if `word` is a property; None if it is a value to compare with.

    The subject is `written` so, if it is a name.
    """
    names = scope.names
    record = subject.type if isinstance(subject.type, RecordType) else None
    if record and isinstance(record.field(word.text), BoolType):
        return FieldOf(subject, word.text, BOOL, span)
    of_piece = fact_of(subject.type, word.text, names)
    if of_piece is not None and isinstance(of_piece.result, BoolType):
        return Call(of_piece.name, (subject,), BOOL, span)
    if scope.knows(word.text):
        return None

    def asks(signature: Signature) -> bool:
        """Whether it is a question about something like the subject."""
        one = len(signature.parameters) == 1 and isinstance(signature.result, BoolType)
        return one and fits(subject.type, signature.parameters[0].type)

    asked = names.signature(word.text)
    if asked and asks(asked) and not isinstance(subject.type, ErrorType):
        return Call(word.text, (subject,), BOOL, span)
    if record is None:
        return None
    flags = [name for name, type_ in record.fields if isinstance(type_, BoolType)]
    known = flags + [one.name for one in names.signed() if asks(one)]
    meant = _with_the_value(written, record, word.text, names)
    names.unknown("property", word.text, word.span, known, meant, owner=record.name)
    return failed(span)


def _with_the_value(written: str, type_: Type, value: str, names: SymbolTable) -> str:
    """What to write where a thing is compared with a value that one of its facts has: `w.ground is marsh`."""
    ways = [way for enum in names.enums_with(value) if (way := leading(written, type_, enum, names))]
    return say("write `{way} is {value}`", way=ways[0], value=value) if len(ways) == 1 else ""


def unordered(type_: Type) -> str:
    """That of two values of a type none is more than the other."""
    return (
        say("conditions have no order")
        if isinstance(type_, BoolType)
        else say("the values of `{type}` have no order", type=type_)
    )


def report_no_order(type_: Type, span: Span, scope: Scope) -> None:
    """Tell that of two values none is more than the other."""
    scope.names.report(
        codes.TYPE_MISMATCH,
        unordered(type_),
        span,
        help=say("declare the type with `scale` instead of `enum`") if isinstance(type_, EnumType) else "",
    )


def has_order(type_: Type) -> bool:
    """Whether of two values one can be more than the other."""
    return is_numeric(type_) or isinstance(type_, ErrorType) or (isinstance(type_, EnumType) and type_.ordered)


def comparable(a: Type, b: Type) -> bool:
    """Whether one can be held against the other."""
    return fits(a, b) or fits(b, a)


def join_hint(type_: Type) -> Type | None:
    """What is asked of a value that stands beside one of this type; None where that cannot be said."""
    return NUMBER if is_numeric(type_) else None if isinstance(type_, ErrorType) else type_


def conversion(given: Type, expected: Type) -> str:
    """What to write where a value of one type stands and one of another is asked for."""
    if isinstance(given, NumberType) and is_integer(expected):
        return say("say how to round: `round up`, `round down` or `round nearest`")
    if given == PERMISSION and isinstance(expected, BoolType):
        return say("`… is allowed` asks whether it may be done; to do it in an example write `do …`")
    if isinstance(expected, BoolType):
        compare = say("compare it: `… is …`")
        return (
            say("{compare}, `… > …`", compare=compare)
            if is_numeric(given)
            else compare
            if isinstance(given, EnumType)
            else ""
        )
    if isinstance(given, NumberType) and isinstance(expected, EnumType) and expected.ratios:
        return say("ask for the ratio that it reaches: `the last of {scale} at most …`", scale=expected)
    if isinstance(expected, EnumType):
        return say("write one of {members}", members=name_list(expected.members, "or"))
    if isinstance(given, BoolType) and is_numeric(expected):
        return say("say what it comes to: `if … then … else …`")
    if isinstance(given, EnumType) and is_numeric(expected):
        return say("say what each value comes to: `match … {{…: …}}`")
    if isinstance(given, ListType) and isinstance(expected, ListType) and str(given.item) == "none":
        return say("an empty list is written `[]`")
    if isinstance(given, ListType) and is_numeric(expected):
        return say("make a number of the list: `count of`, `sum of` or `max of`")
    if isinstance(given, ListType):
        return say(
            "one of a list is chosen: by a player, as an input `x: {type} among …`, or by chance, `draw x among …`",
            type=given.item,
        )
    return ""
