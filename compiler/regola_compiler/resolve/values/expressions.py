"""From surface expressions to typed ones.

Types flow both ways: a value such as `forest` or `3-1` means a member of whatever type the place
asks for, and only where nothing is asked is it looked for in every enum. What cannot be understood
becomes a constant of the error type, which fits everywhere, so that one mistake is told once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from regola_dsl import tree
from regola_dsl.diagnostics import Label, name_list, nearest
from regola_dsl.kinds import FoldKind, OperationName
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Apply, Call, Const, Expr, FieldOf, If, Logic, RecordLiteral
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    INT,
    NUMBER,
    BoolType,
    EnumType,
    ErrorType,
    HandleType,
    ListType,
    RecordType,
    Type,
    UnionType,
    Value,
    described,
    fits,
    is_integer,
    is_numeric,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.reported.elsewhere import said_elsewhere
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.arguments import of_call, of_record, report_incomplete, told_of_another
from regola_compiler.resolve.values.at_hand import (
    as_written,
    instead_of_a_field,
    leading,
    named,
    of_these_types,
    ways_to,
)
from regola_compiler.resolve.values.comparisons import (
    bound_in_words,
    comparable,
    comparison,
    conversion,
    has_order,
    join_hint,
    listed_in_words,
    membership,
    of_what_may_be_none,
    property_of,
    report_no_order,
    values_in_words,
)
from regola_compiler.resolve.values.exchanged import tell_exchanged
from regola_compiler.resolve.values.facts import is_of_a_piece
from regola_compiler.resolve.values.lists import fold, pick, type_among_values, written_list
from regola_compiler.resolve.values.matches import Cases, chain, due_as_required
from regola_compiler.resolve.values.misread import in_place_of
from regola_compiler.resolve.values.operators import (
    ON_WHAT_WAS,
    arithmetic,
    bounded,
    halved,
    has_left,
    is_a,
    shifted,
    without_value,
)
from regola_compiler.resolve.values.other_positions import done, supposed
from regola_compiler.resolve.values.routes import of_way, path_attribute
from regola_compiler.resolve.values.words import (
    called_as_a_method,
    failed,
    failed_before,
    hidden_member,
    in_library,
    is_bare_value,
    member_of,
    near_member,
    number_range,
    piece_fact,
    reached,
    resolve_word,
)

BUILTINS = ("min", "max")
# So many ways to write a value are all told.
_FEW_WAYS = 4
# What says of a list whether something holds of its things, and is written where those of which it holds are asked for.
_THOSE = frozenset({FoldKind.ANY, FoldKind.ALL, FoldKind.NO})


def resolve(expression: tree.Expr, scope: Scope, expected: Type | None = None, said: Span | None = None) -> Expr:
    """The typed form of `expression`.

    Args:
        expression: What is written.
        scope: What is known there.
        expected: The type that it is held against, if there is one.
        said: Where that type is said, if it is this value that it is said of: there it may be wrong as well.
    """
    # A value that is written in several words (`far-off` for `far_off`) is told as that, whatever its parts would mean.
    if expected is not None and isinstance(expression, tree.Operation) and hidden_member(expression, expected):
        return _unfit(expression, BOOL, scope, expected, said)
    result = _resolve(expression, scope, expected)
    if expected is None or fits(result.type, expected):
        return result
    return _unfit(expression, result.type, scope, expected, said)


def _unfit(expression: tree.Expr, given: Type, scope: Scope, expected: Type, said: Span | None) -> Const:
    """What stands for an expression of another type than is asked there: a finding tells of it."""
    if scope.names.trying:
        return failed_before(expression.span, scope.names)
    scope.names.report(
        codes.TYPE_MISMATCH,
        say("expected {expected}, found {result}", expected=described(expected), result=described(given)),
        expression.span,
        say("this is {result}", result=described(given)),
        related=(Label(said, say("said here")),) if said else (),
        notes=(say("if it comes to {result}, its first line says `-> {type}`", result=described(given), type=given),)
        if said
        else (),
        help=hidden_member(expression, expected)
        or near_member(expression, expected)
        or in_place_of(expression, expected)
        or _as_truth(expression, expected)
        or _what_leads_there(expression, given, expected, scope)
        or conversion(given, expected),
    )
    return Const(0, ERROR, expression.span)


def _as_truth(node: tree.Expr, expected: Type) -> str:
    """What to write for a condition that is always so, or never, where it is written as 1 or 0."""
    if not isinstance(expected, BoolType) or not isinstance(node, tree.Number) or node.denominator != 1:
        return ""
    truth = {0: "false", 1: "true"}.get(node.numerator)
    return say("write `{truth}`", truth=truth) if truth else ""


def _what_leads_there(node: tree.Expr, given: Type, expected: Type, scope: Scope) -> str:
    """What to write where what leads to the value that is asked for stands in its place; nothing elsewhere."""
    if isinstance(node, tree.Fold) and isinstance(expected, ListType) and node.kind in _THOSE and node.value is None:
        return say("to name those of which it holds write `those` in place of `{kind}`", kind=node.kind)
    ways = ways_to(named(node), given, expected, scope.names)
    if isinstance(expected, ListType) and named(node) and fits(given, expected.item):
        listed = f"[{named(node)}, …]"
        if not ways:
            return say("a list stands in square brackets: `{listed}`", listed=listed)
        return say("a list stands in square brackets: `{listed}`; or write `{way}`", listed=listed, way=ways[0])
    others = _known_here(node, expected, scope)
    if others and len([*others, *ways]) <= _FEW_WAYS:
        return say("write what is meant: {ways}", ways=name_list([*others, *ways], "or"))
    if isinstance(expected, HandleType | EnumType) and 1 < len(ways) <= _FEW_WAYS:
        return say("write what is meant of it: {ways}", ways=name_list(ways, "or"))
    return say("write `{way}`", way=ways[0]) if len(ways) == 1 else ""


def _known_here(node: tree.Expr, expected: Type, scope: Scope) -> list[str]:
    """What is known at a place alone of the thing or the value that is due, where a name of another stands."""
    options = expected.options if isinstance(expected, UnionType) else (expected,)
    due = {str(option) for option in options if isinstance(option, HandleType | EnumType | RecordType)}
    return [name for name, type_ in scope.locals.items() if isinstance(node, tree.Word) and str(type_) in due]


def _resolve(node: tree.Expr, scope: Scope, expected: Type | None) -> Expr:
    match node:
        case tree.Number():
            if node.denominator == 1:
                return Const(node.numerator, INT, node.span)
            return Const(Fraction(node.numerator, node.denominator), NUMBER, node.span)
        case tree.Truth():
            return Const(node.value, BOOL, node.span)
        case tree.Word():
            return resolve_word(node, scope, expected)
        case tree.FieldOf():
            word = in_library(node, scope)
            return resolve_word(word, scope, expected) if word is not None else _field(node, scope)
        case tree.Call():
            return _call(node, scope, expected)
        case tree.If():
            return _if(node, scope, expected)
        case tree.Fold():
            return fold(node, scope, resolve)
        case tree.ListLiteral():
            return written_list(node, scope, expected, resolve)
        case tree.Pick():
            return pick(node, scope, resolve)
        case tree.Match():
            return _match(node, scope, expected)
        case tree.Operation():
            return _operation(node, scope, expected)
        case tree.Done():
            return done(node, scope, resolve)
        case tree.Past() | tree.After() | tree.Can():
            return supposed(node, scope, resolve)
        case _:
            assert_never(node)


# --- names -------------------------------------------------------------------------------


def _field(node: tree.FieldOf, scope: Scope) -> Expr:
    if (owner := in_library(node.record, scope)) is not None:
        node = replace(node, record=owner)
    if isinstance(node.record, tree.Word) and node.record.text not in scope.locals:
        enum = scope.names.enum(node.record.text)
        if enum:
            member = member_of(enum, node.field.text, node.span)
            if member is None:
                scope.names.unknown("value", node.field.text, node.field.span, list(enum.members), owner=enum.name)
            return member or failed(node.span)
    if isinstance(node.record, tree.Word) and node.record.text not in scope.locals:
        seen = scope.names.signature(f"{node.record.text}.{node.field.text}")
        if seen is not None and seen.kind in {"entered", "rolled"} and not seen.parameters:
            return Call(seen.name, (), seen.result, node.span)
    record = resolve(node.record, scope)
    if isinstance(record.type, ErrorType):
        return failed_before(node.span, scope.names)
    if isinstance(record.type, HandleType | UnionType):
        return piece_fact(record, node, scope)
    if not isinstance(record.type, RecordType):
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("{record} has no fields", record=described(record.type)),
            node.record.span,
            say("not a record"),
            help=instead_of_a_field(node, record.type, scope) or _asked_of_it(node, record.type, scope),
        )
        return failed(node.span)
    type_ = record.type.field(node.field.text)
    if type_ is None:
        fields = [name for name, _ in record.type.fields]
        meant = instead_of_a_field(node, record.type, scope)
        scope.names.unknown("field", node.field.text, node.field.span, fields, meant, owner=record.type.name)
        return failed(node.span)
    return FieldOf(record, node.field.text, type_, node.span)


# --- calls -------------------------------------------------------------------------------


def _call(node: tree.Call, scope: Scope, expected: Type | None = None) -> Expr:
    names, called = scope.names, node.name.text
    if record := names.record(called):
        return _record_literal(node, record, scope)
    meant = scope.stands.get(called)
    signature = names.signature(meant if isinstance(meant, str) else called)
    own = names.signed_as(called) if signature is None else []
    if own and is_of_a_piece(own[0]):
        signature = own[0]
    if signature and last_part(signature.name) == called and is_of_a_piece(signature):
        piece = signature.parameters[0].name
        asked = as_written(node.arguments[0][1], piece) if node.arguments else piece
        names.report(
            codes.WRONG_ARGUMENTS,
            say("`{called}` is a fact of one piece, which is read as its field", called=called),
            node.span,
            related=(Label(signature.span, say("declared here")),),
            help=say("write `{asked}.{called}`", asked=asked, called=called),
        )
        return failed(node.span)
    if signature:
        return _call_declaration(node, signature, scope)
    if called in BUILTINS:
        return _min_max(node, scope)
    names.unknown(
        "definition",
        called,
        node.name.span,
        [
            *(known.name for known in names.signed()),
            *(name for name in names.type_names() if names.enum(name) is None),
            *BUILTINS,
        ],
        lambda: (
            called_as_a_method(node, scope)
            or reached(called, expected)
            or _a_type(called, names)
            or of_these_types(node, expected, scope)
        ),
    )
    if not said_elsewhere("definition", called, []):
        for _, argument in node.arguments:
            _check_discarded(argument, scope)
    return failed(node.span)


def _a_type(called: str, names: SymbolTable) -> str:
    """What is to be written for a type that is called like a definition; nothing of other names."""
    enum = names.enum(called)
    if enum is None or not enum.members:
        return ""
    return say(
        "`{type}` is a type, and has no brackets: name one of its values, as `{value}`",
        type=called,
        value=enum.members[0],
    )


def _asked_of_it(node: tree.FieldOf, type_: Type, scope: Scope) -> str:
    """How what is written as a field of a value is asked of it, if it is declared so; or what can be asked."""
    known = [
        one.name
        for one in scope.names.signed()
        if len(one.parameters) == 1 and one.parameters[0].type == type_ and "." not in one.name
    ]
    close = node.field.text if node.field.text in known else nearest(node.field.text, known)
    asked = node.record.text if isinstance(node.record, tree.Word) else "…"
    if close is not None:
        return say("write `{other}`", other=f"{close}({asked})")
    return say("what is kept of each is a `state`, asked in brackets: `state {field}(…)`", field=node.field.text)


def _check_discarded(argument: tree.Expr, scope: Scope) -> None:
    """Look for mistakes inside an argument whose type nobody knows; bare values are let pass."""
    if not isinstance(argument, tree.Word):
        _resolve(argument, scope, ERROR)


def _min_max(node: tree.Call, scope: Scope) -> Expr:
    operands = tuple(resolve(argument, scope) for _, argument in node.arguments)
    if len(operands) < 2:
        scope.names.report(
            codes.WRONG_ARGUMENTS,
            say("`{name}` compares at least two values", name=node.name.text),
            node.span,
            help=say("write `{name}(…, …)`, or `{name} of … for … in …` of a list", name=node.name.text),
        )
        return failed(node.span)
    if any(operand.type == ERROR for operand in operands):
        return failed(node.span)
    first = operands[0].type
    for operand in operands[1:]:
        if not comparable(first, operand.type):
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("cannot compare {first} with {operand}", first=described(first), operand=described(operand.type)),
                operand.span,
            )
            return failed(node.span)
    if not has_order(first):
        report_no_order(first, operands[0].span, scope)
        return failed(node.span)
    type_: Type = first
    if is_numeric(first):
        type_ = INT if all(is_integer(operand.type) for operand in operands) else NUMBER
    return Apply(Operator(node.name.text), operands, type_, node.span)


def _call_declaration(node: tree.Call, signature: Signature, scope: Scope) -> Expr:
    slots = of_call(signature, node.arguments, node.span, scope)
    if slots is None:
        return failed(node.span)
    handed = [slots[one.name] for one in signature.parameters]

    def fitted(inputs: Sequence[tree.Expr]) -> tuple[Expr, ...]:
        return tuple(resolve(one, scope, it.type) for one, it in zip(inputs, signature.parameters, strict=True))

    mark = scope.names.mark()
    arguments = fitted(handed)
    if scope.names.count() > mark[0] and all(name is None for name, _ in node.arguments):
        tell_exchanged(signature.name, signature.parameters, handed, node.span, mark, scope, fitted)
        told_of_another(signature, handed, mark, scope)
    return Call(signature.name, arguments, signature.result, node.span)


def _record_literal(node: tree.Call, record: RecordType, scope: Scope) -> Expr:
    written = of_record(record, node.arguments, scope)
    slots = {name: resolve(argument, scope, record.field(name)) for name, argument in written.items()}
    defaults = dict(record.defaults)
    for name, type_ in record.fields:
        if name not in slots and isinstance(type_, ErrorType):
            slots[name] = failed(node.span)  # told where the field is declared
        if name not in slots and name in defaults:
            slots[name] = Const(defaults[name], type_, node.span)
    missing = [name for name, _ in record.fields if name not in slots]
    if missing:
        # A field that there is not is told already: it is the one that is missing, under another name.
        lost = sum(name is not None and record.field(name.text) is None for name, _ in node.arguments)
        if len(missing) > lost:
            report_incomplete(record, missing, node.span, scope)
        return failed(node.span)
    return RecordLiteral(tuple((name, slots[name]) for name, _ in record.fields), record, node.span)


# --- conditions, arithmetic --------------------------------------------------------------


def _if(node: tree.If, scope: Scope, expected: Type | None) -> Expr:
    condition = resolve(node.condition, scope, BOOL)
    then = resolve(node.then, scope, expected)
    otherwise = resolve(node.otherwise, scope, expected or join_hint(then.type))
    type_ = then.type
    if is_numeric(then.type) and is_numeric(otherwise.type):
        type_ = INT if is_integer(then.type) and is_integer(otherwise.type) else NUMBER
    elif isinstance(then.type, ErrorType):
        type_ = otherwise.type
    return If(condition, then, otherwise, type_, node.span)


def _match(node: tree.Match, scope: Scope, expected: Type | None) -> Expr:
    """Each case, and what it answers; see matches.py for what they come to together."""
    subject = resolve(node.subject, scope)
    tests: list[Expr] = []
    values: list[Expr] = []
    seen: set[Value] = set()
    last: Expr | None = None
    broken = False
    for cases, answer in node.arms:
        value = resolve(answer, scope, expected)
        expected = expected or join_hint(value.type)
        if not cases:
            if last is not None:
                scope.names.report(codes.DUPLICATE, say("`otherwise` stands twice"), answer.span, help=say("keep one"))
            last = value
            continue
        options = tuple(resolve(case, scope, subject.type) for case in cases)
        for option in options:
            if isinstance(option.type, ErrorType):
                continue
            if not isinstance(option, Const):
                scope.names.report(
                    codes.TYPE_MISMATCH,
                    say("a case is a value, and this has to be worked out"),
                    option.span,
                    help=say("write the values one by one, or use `if … then … else …`"),
                )
            if isinstance(option, Const) and option.value in seen:
                scope.names.report(
                    codes.DUPLICATE, say("this case stands twice, and only one would count"), option.span
                )
            elif isinstance(option, Const):
                seen.add(option.value)
        broken = broken or any(isinstance(option.type, ErrorType) for option in options)
        tests.append(Apply(Operator.IN, (subject, *options), BOOL, options[0].span))
        values.append(value)
    cases_told = Cases(tuple(tests), tuple(values), last, frozenset(seen), broken)
    return chain(node, subject, due_as_required(subject, cases_told), scope)


def _resolve_operands(left: tree.Expr, right: tree.Expr, scope: Scope) -> tuple[Expr, Expr]:
    """Two sides resolved so that a bare value takes the other side's type."""
    if is_bare_value(left, scope):
        second = _resolve(right, scope, None)
        return _resolve(left, scope, second.type), second
    first = _resolve(left, scope, None)
    return first, _resolve(right, scope, first.type)


def _operation(node: tree.Operation, scope: Scope, expected: Type | None) -> Expr:
    operator, operands = node.operator, node.operands
    match operator:
        case OperationName.OR if (bound := bound_in_words(operands, scope)) is not None:
            return bound
        case OperationName.AND | OperationName.OR if (listed := listed_in_words(node, scope)) is not None:
            return listed
        case OperationName.AND | OperationName.OR:
            parts = tuple(resolve(operand, scope, BOOL) for operand in operands)
            return Logic("and" if operator == OperationName.AND else "or", parts, BOOL, node.span)
        case OperationName.NOT:
            return Apply(Operator.NOT, (resolve(operands[0], scope, BOOL),), BOOL, node.span)
        case OperationName.IS | OperationName.IS_NOT:
            result = _is(operands[0], operands[1], scope, node.span)
            return result if operator == OperationName.IS else Apply(Operator.NOT, (result,), BOOL, node.span)
        case OperationName.IN | OperationName.NOT_IN:
            result = _in(operands[0], operands[1], scope, node.span)
            return result if operator == OperationName.IN else Apply(Operator.NOT, (result,), BOOL, node.span)
        case OperationName.IS_A | OperationName.IS_NOT_A:
            result = is_a(node, resolve(operands[0], scope), scope)
            if isinstance(result.type, ErrorType) or operator == OperationName.IS_A:
                return result
            return Apply(Operator.NOT, (result,), BOOL, node.span)
        case OperationName.HAS_LEFT:
            return has_left(node, resolve(operands[0], scope), scope)
        case OperationName.RANGE:
            return number_range(node, scope)
        case OperationName.GROUP:
            return _resolve(operands[0], scope, expected)
        case OperationName.SHIFT:
            value = resolve(operands[0], scope, expected if isinstance(expected, EnumType) else None)
            return shifted(node, value, resolve(operands[1], scope, INT), scope)
        case OperationName.LENGTH_OF | OperationName.ENDS_OF | OperationName.WAYS_OF:
            return path_attribute(node, resolve(node.operands[0], scope), scope)
        case OperationName.START_OF | OperationName.END_OF | OperationName.STEPS_OF | OperationName.LAST_STEP_OF:
            return of_way(node, resolve(node.operands[0], scope), scope)
        case _ if operator in ON_WHAT_WAS and "value" not in scope.locals:
            return without_value(node, scope)
        case OperationName.AT_MOST | OperationName.AT_LEAST:
            value = resolve(tree.Word("value", node.span), scope)
            return bounded(node, value, resolve(operands[0], scope, join_hint(value.type)), scope)
        case OperationName.HALF_UP | OperationName.HALF_DOWN | OperationName.HALF_NEAREST:
            return halved(node, resolve(tree.Word("value", node.span), scope, NUMBER))
        case OperationName.ROUND_UP | OperationName.ROUND_DOWN | OperationName.ROUND_NEAREST:
            return Apply(Operator(operator), (resolve(operands[0], scope, NUMBER),), INT, node.span)
        case (
            OperationName.ADD
            | OperationName.SUBTRACT
            | OperationName.MULTIPLY
            | OperationName.DIVIDE
            | OperationName.NEGATE
        ):
            return arithmetic(node, [resolve(operand, scope) for operand in operands], scope)
        case _:
            return _compare(node, scope)


def _is(left: tree.Expr, right: tree.Expr, scope: Scope, span: Span) -> Expr:
    """Equality, or a property: `u is mechanised` reads a field or asks a one-argument definition."""
    if is_bare_value(left, scope):
        return comparison(Operator.EQUAL, _resolve_operands(left, right, scope), scope, span, (left, right))
    subject = _resolve(left, scope, None)
    right = in_library(right, scope) or right
    if isinstance(right, tree.Word) and not right.quoted and not isinstance(subject.type, UnionType):
        found = property_of(subject, right, scope, span, named(left))
        if found is not None:
            return found
    if isinstance(right, tree.Word) and (meant := of_what_may_be_none(subject, left, right, scope)):
        scope.names.unknown("name", right.text, right.span, [], meant)
        return failed(span)
    return comparison(Operator.EQUAL, (subject, _resolve(right, scope, subject.type)), scope, span, (left, right))


def _in(left: tree.Expr, right: tree.Expr, scope: Scope, span: Span) -> Expr:
    # What a list holds says what a bare value is, and what the bare values of a list are.
    bare = is_bare_value(left, scope) or isinstance(left, tree.ListLiteral)
    if bare and not isinstance(right, tree.ListLiteral):
        items = resolve(right, scope)
        return membership(_resolve(left, scope, getattr(items.type, "item", None)), items, left, right, scope, span)
    value = _resolve(left, scope, None)
    if isinstance(right, tree.ListLiteral):
        if (told := values_in_words(right.items, scope)) is not None:
            return told
        told = _listed_of_a_fact(left, value, right, scope) or type_among_values(left, value, right, scope)
        if told is not None:
            return told
        others = tuple(resolve(item, scope, value.type) for item in right.items)
        if isinstance(value.type, EnumType):
            words = [item.text for item in right.items if isinstance(item, tree.Word)]
            for word in (word for word in words if word not in value.type.members):
                scope.names.stands_beside(word, value.type.name, [one for one in words if one != word])
        return Apply(Operator.IN, (value, *others), BOOL, span)
    return membership(value, resolve(right, scope), left, right, scope, span)


def _listed_of_a_fact(left: tree.Expr, value: Expr, right: tree.ListLiteral, scope: Scope) -> Expr | None:
    """What stands for `u in {horse, guns}`, with a finding, where both are values of a fact of it; None elsewhere."""
    words = [item.text for item in right.items if isinstance(item, tree.Word) and not item.quoted]
    if not isinstance(value.type, HandleType | RecordType) or not words or len(words) < len(right.items):
        return None
    enums = [enum for enum in scope.names.enums_with(words[0]) if {*words} <= {*enum.members}]
    ways = [way for enum in enums if (way := leading(named(left), value.type, enum, scope.names))]
    if len(ways) != 1:
        return None
    scope.names.report(
        codes.TYPE_MISMATCH,
        say("{value} is none of these", value=described(value.type)),
        left.span,
        help=say("write `{way}` in place of `{side}`", way=ways[0], side=named(left)),
    )
    return failed(left.span)


def _compare(node: tree.Operation, scope: Scope) -> Expr:
    left, right = node.operands
    return comparison(Operator(node.operator), _resolve_operands(left, right, scope), scope, node.span, (left, right))
