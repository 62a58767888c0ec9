"""Expressions of the representation as JavaScript."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import assert_never

from regola_dsl.kinds import FoldKind

from regola_compiler.emit.javascript.kinds import number, within
from regola_compiler.emit.javascript.names import Names, field_property, quoted
from regola_compiler.emit.javascript.typing import Scope, is_there_once, is_whole, type_of, within_fold
from regola_compiler.ir.bounds import held_to, is_within
from regola_compiler.ir.tree import And, Apply, Call, Const, Expr, FieldOf, Fold, If, ListOf, Make, Or, Supposed, Var
from regola_compiler.ir.types import (
    FractionValue,
    HandleValue,
    ListValue,
    MemberValue,
    RecordValue,
    Type,
    Value,
)
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import is_extent

_SIGNS = {
    Operator.ADD: ("+", "$add"),
    Operator.SUBTRACT: ("-", "$subtract"),
    Operator.MULTIPLY: ("*", "$multiply"),
}


def literal(value: Value, names: Names) -> str:
    """A value as JavaScript writes it.

    Raises:
        TooLargeError: if it is a whole number that would not be exact.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return number(value)
        case FractionValue():
            exact = Fraction(value.fraction)
            return f"$fraction({exact.numerator}n, {exact.denominator}n)"
        case MemberValue():
            return names.member(value.of, value.member)
        case HandleValue():
            return names.handle(value.of, value.handle)
        case RecordValue():
            return _record(value.record, {name: literal(part, names) for name, part in value.fields.items()}, names)
        case ListValue():
            return list_of(literal(item, names) for item in value.items)
        case _:
            assert_never(value)


def list_of(parts: Iterable[str]) -> str:
    """An array of these."""
    return f"[{', '.join(parts)}]"


class Writer:
    """Writes expressions where some names are known; `answering` says that `value` is the answer so far."""

    def __init__(self, names: Names, scope: Scope, *, answering: bool = False) -> None:
        self.names, self.scope, self.answering = names, scope, answering

    def inside(self, scope: Scope) -> Writer:
        """The same with other names known."""
        return Writer(self.names, scope, answering=self.answering)

    def __call__(self, node: Expr) -> str:
        """An expression, in brackets wherever precedence could matter."""
        names = self.names
        match node:
            case Const():
                return literal(node.value, names)
            case Var():
                return self._named(node.name)
            case FieldOf():
                return f"{self(node.of)}[{quoted(field_property(node.name))}]"
            case Call():
                return self._call(node)
            case Apply():
                return self._apply(node)
            case And():
                return f"({' && '.join(map(self, node.operands))})"
            case Or():
                return f"({' || '.join(map(self, node.operands))})"
            case If():
                return f"({self(node.condition)} ? {self(node.then)} : {self(node.otherwise)})"
            case Fold():
                return self._fold(node)
            case Make():
                return self.made(node.record, node.fields)
            case ListOf():
                return list_of(map(self, node.items))
            case Supposed():
                return self._supposed(node)
            case _:
                assert_never(node)

    def narrowed(self, node: Expr, wanted: Type | None) -> str:
        """An expression where a value of one type is asked: what may be of several is held to it."""
        written = self(node)
        held = held_to(node, wanted, self.names.results)
        if held is None:
            return written
        assert isinstance(node, Call)
        return f"$ofType({written}, {self.names.type(held.name)}, {quoted(node.name)})"

    def held(self, node: Expr, type_: Type, name: str) -> str:
        """An expression held to a type, where it can be outside it; `name` is what is said to be out of range then."""
        written = self.narrowed(node, type_)
        return written if is_within(node, type_, {}, self.names) else within(written, type_, name, self.names)

    def made(self, record: str, fields: Mapping[str, Expr]) -> str:
        """A record made of expressions, each held to the type of its field."""
        types = self.names.fields[record]
        parts = {name: self.held(part, types[name], name) for name, part in fields.items()}
        return _record(record, parts, self.names)

    def _named(self, name: str) -> str:
        return "value" if self.answering and name == "value" else self.names.local(name)

    def _call(self, node: Call) -> str:
        names, name = self.names, node.name
        if is_extent(name) and name in names.facts_by_name:
            return f"position.v[{names.fact(name)}]"
        wanted = names.parameters.get(name) or (None,) * len(node.arguments)
        parts = ["position"] if name in names.moving else []
        parts += [self.narrowed(part, type_) for part, type_ in zip(node.arguments, wanted, strict=True)]
        listed = ", ".join(parts)
        match node.aspect:
            case "length":
                return f"$shortest({quoted(name)}, {names.beside(name, 'ends')}({listed}))"
            case "ends":
                return f"[...{names.beside(name, 'ends')}({listed}).keys()]"
            case "ways":
                return f"{names.beside(name, 'routes')}({listed}).all()"
            case "":
                return f"{names.rule(name)}({listed})"
            case _:
                assert_never(node.aspect)

    def _supposed(self, node: Supposed) -> str:
        names = self.names
        if node.kind == "can":
            action = names.actions[node.of]
            places = {one.name: place for place, one in enumerate(action.parameters)}
            given = ", ".join(f"[{places[name]}, {self(part)}]" for name, part in node.arguments.items())
            passed = "(position, ...given)" if node.of in names.moving else "(...given)"
            permission = f"(position, given) => {names.rule(node.of)}{passed}"
            return f"$possible($RULES, position, {quoted(node.of)}, [{given}], {permission})"
        assert node.value is not None
        if node.kind == "after":
            own = [self(node.arguments[one.name]) for one in names.actions[node.of].parameters]
            other = f"{names.beside(node.of, 'done')}({', '.join(['position', '[]', *own])})[0]"
        else:
            place = names.fact(f"{'start' if node.kind == 'at_start' else 'end'} of {node.of}")
            who = "" if node.who is None else f", {self(node.who)}"
            other = f"$past(position, {place}{who})"
        return f"((position) => {self(node.value)})({other})"

    def _apply(self, node: Apply) -> str:
        operator = node.operator
        written = node.operands[:1] if operator is Operator.IS_A else node.operands  # the type is no value
        a, *others = map(self, written)
        whole = all(is_whole(type_of(part, self.scope, self.names)) for part in written)
        match operator:
            case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY:
                sign, general = _SIGNS[operator]
                # Sums of whole numbers stay exact for as long as their bounds are held; products need not.
                plain = whole and operator is not Operator.MULTIPLY
                return f"({a} {sign} {others[0]})" if plain else f"{general}({a}, {others[0]})"
            case Operator.DIVIDE:
                return f"$divided({a}, {others[0]})"
            case Operator.NEGATE:
                return f"(0 - {a})" if whole else f"$negated({a})"
            case Operator.NOT:
                return f"!{a}"
            case Operator.EQUAL:
                return self._equal(node.operands[0], node.operands[1], a, others[0])
            case Operator.UNEQUAL:
                return f"!{self._equal(node.operands[0], node.operands[1], a, others[0])}"
            case Operator.LESS | Operator.LESS_EQUAL | Operator.GREATER | Operator.GREATER_EQUAL:
                sign = operator.value
                return f"({a} {sign} {others[0]})" if whole else f"($compared({a}, {others[0]}) {sign} 0)"
            case Operator.MIN | Operator.MAX:
                least = operator is Operator.MIN
                general = "Math.min" if least and whole else "Math.max" if whole else "$least" if least else "$most"
                return f"{general}({', '.join([a, *others])})"
            case Operator.ROUND_UP | Operator.ROUND_DOWN | Operator.ROUND_NEAREST:
                round_ = {Operator.ROUND_UP: "$ceil", Operator.ROUND_DOWN: "$floor", Operator.ROUND_NEAREST: "$nearest"}
                return f"{round_[operator]}({a})"
            case Operator.IN:
                if all(map(_alone, node.operands[1:])):
                    if isinstance(node.operands[0], Var) or len(others) == 1:
                        return f"({' || '.join(f'{a} === {one}' for one in others)})"
                    return f"{self.names.constant_set(others)}.has({a})"
                return f"$among({a}, {list_of(others)})"
            case Operator.CONTAINS if isinstance(asked := node.operands[1], Call) and asked.aspect == "ways":
                return f"{others[0].removesuffix('.all()')}.has({a})"
            case Operator.START | Operator.END | Operator.STEPS:
                own = {Operator.START: "$wayStart", Operator.END: "$wayEnd", Operator.STEPS: "$waySteps"}
                return f"{own[operator]}({a})"
            case Operator.CONTAINS:
                return f"$among({a}, {others[0]})"
            case Operator.IS_A:
                named = node.operands[1]
                assert isinstance(named, Const)
                assert isinstance(named.value, HandleValue)
                return f"$isA({a}, {self.names.type(named.value.handle)})"
            case Operator.SHIFT:
                return f"$shifted({a}, {others[0]})"
            case Operator.PICK_LAST:
                inner = node.operands[0]
                if isinstance(inner, Apply) and inner.operator is Operator.DIVIDE:
                    above, below = map(self, inner.operands)
                    return f"{self.names.type(node.scale)}.lastOf({above}, {below})"
                return f"{self.names.type(node.scale)}.lastAtMost({a})"
            case Operator.PICK_FIRST:
                return f"{self.names.type(node.scale)}.firstAtLeast({a})"
            case _:
                assert_never(operator)

    def _equal(self, left: Expr, right: Expr, a: str, b: str) -> str:
        kinds = [type_of(part, self.scope, self.names) for part in (left, right)]
        if _alone(left) or _alone(right) or all(map(is_whole, kinds)) or any(map(is_there_once, kinds)):
            return f"({a} === {b})"
        return f"$same({a}, {b})"

    def _fold(self, node: Fold) -> str:
        own = self.inside(within_fold(node, self.scope, self.names))
        items, variable = self(node.items), self.names.local(node.variable)
        condition = None if node.where is None else f"({variable}) => {own(node.where)}"
        match node.kind:
            case FoldKind.ANY:
                return f"{items}.some({condition})"
            case FoldKind.ALL:
                return f"{items}.every({condition})"
            case FoldKind.NO:
                return f"!{items}.some({condition})"
            case FoldKind.COUNT if node.value is None:
                return f"$count({items}, {condition})" if condition else f"{items}.length"
            case FoldKind.COUNT | FoldKind.SUM:
                return f"$sum({self._values(node, own, items, condition)})"
            case FoldKind.THOSE:
                return f"{items}.filter({condition})"
            case FoldKind.MIN | FoldKind.MAX:
                return f"$best({quoted(node.kind.value)}, {self._values(node, own, items, condition)})"
            case _:
                assert_never(node.kind)

    def _values(self, node: Fold, own: Writer, items: str, condition: str | None) -> str:
        value = "1" if node.value is None else own(node.value)
        return f"$folded({items}, {condition or 'null'}, ({self.names.local(node.variable)}) => {value})"


def _alone(node: Expr) -> bool:
    """Whether a value is one that `===` tells from all others: all but fractions and lists."""
    return isinstance(node, Const) and not isinstance(node.value, FractionValue | ListValue)


def _record(record: str, fields: Mapping[str, str], names: Names) -> str:
    inner = ", ".join(f"{quoted(field_property(name))}: {part}" for name, part in fields.items())
    return f"{names.type(record)}.of({{ {inner} }})"
