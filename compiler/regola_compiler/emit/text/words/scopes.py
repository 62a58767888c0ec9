"""What a sentence speaks of: the inputs of a declaration, by what they are called and of what type they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from functools import cached_property
from itertools import takewhile

from regola_dsl.records import dataclass

from regola_compiler.emit.text.words.titles import Naming, first_text
from regola_compiler.ir.tree import (
    Action,
    Apply,
    Assumption,
    Binding,
    Call,
    Choice,
    Clause,
    Const,
    Declaration,
    Definition,
    Expr,
    FieldOf,
    Fold,
    Ir,
    Let,
    ListOf,
    Modifiers,
    Norm,
    Parameter,
    Path,
    Phase,
    Titles,
    Var,
)
from regola_compiler.ir.types import (
    BoolType,
    DiceType,
    EnumType,
    HandleType,
    HandleValue,
    ListType,
    ListValue,
    MemberValue,
    RecordType,
    ScaleType,
    Type,
)
from regola_compiler.ir.visitor import children, effect_expressions, expressions_of, phase_expressions, present
from regola_compiler.model.kinds import Operator

# How many letters at the end of a word may say that it is several: `clans`, `fazioni`.
ENDING = 1


@dataclass(frozen=True, slots=True)
class Variable:
    """Something with a name: its type, where that is known, and its own texts."""

    name: str
    type: Type | None
    texts: Titles = field(default_factory=dict)
    given: bool = True  # an input or one of a list; not what a rule gives a name to

    @property
    def is_condition(self) -> bool:
        """Whether it is a yes or no."""
        return isinstance(self.type, BoolType)


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that a sentence may name, in the order they are introduced."""

    variables: tuple[Variable, ...] = ()
    place: Type | None = None  # what the steps of a path go between

    def find(self, name: str) -> Variable | None:
        """The innermost variable of a name."""
        return next((one for one in reversed(self.variables) if one.name == name), None)

    def within(self, *more: Variable) -> Scope:
        """The scope with what is introduced inside it."""
        return replace(self, variables=(*self.variables, *more))

    def is_only(self, name: str) -> bool:
        """Whether nothing else here is of the type of a variable, so that it need not be said."""
        one = self.find(name)
        key = kind_of(one.type) if one and one.given else ""
        return bool(key) and sum(kind_of(other.type) == key for other in self.variables if other.given) == 1


def kind_of(type_: Type | None) -> str:
    """By what a reader tells things apart: the declared type; empty for plain numbers and lists."""
    match type_:
        case EnumType() | ScaleType() | RecordType() | HandleType():
            return type_.name
        case DiceType():
            return type_.notation
        case BoolType() | None:
            return ""
        case _:
            return type(type_).__name__


@dataclass
class Scopes:
    """The scopes of a game: of each of its expressions, by the node itself."""

    naming: Naming
    _owners: dict[int, Scope] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ir: Ir = self.naming.ir
        for item in (*ir.functions, *ir.facts, *ir.assumptions):
            scope = self.of(item)
            for root in _roots(item):
                self._own(root, scope)
        for sequence in ir.outlines:
            self._own_phases(sequence, Scope())
        for event in ir.events:
            scope = Scope(tuple(map(self._input, event.parameters)))
            for root in (event.condition, *(part for effect in event.effects for part in effect_expressions(effect))):
                self._own(root, scope)

    def _own_phases(self, phase: Phase, scope: Scope) -> None:
        """What a phase says, where the names of the loops that it lies in are known."""
        for root in phase_expressions(phase):
            self._own(root, scope)
        if phase.bound and phase.values:  # whose word is used elsewhere too
            scope = scope.within(self.valued(phase.variable, phase.values[0]))
        for inner in phase.phases:
            self._own_phases(inner, scope)

    def of(self, item: Declaration | Assumption) -> Scope:
        """The inputs of a declaration, and what it gives a name to."""
        inputs = tuple(self._input(parameter) for parameter in item.parameters)
        scope = Scope(
            (*inputs, *(self._named(let) for let in _lets(item))), item.place if isinstance(item, Path) else None
        )
        return scope.within(self.item(item, scope)) if isinstance(item, Choice) else scope

    def around(self, node: Expr) -> Scope:
        """The scope of an expression, or of the first of its parts that stands in the game."""
        found = self._owners.get(id(node))
        if found is not None:
            return found
        return next((self.around(part) for part in children(node)), Scope())

    def _named(self, let: Let) -> Variable:
        """A value that is given a name."""
        return Variable(let.name, let.type, self._label(let.name, let.type), given=False)

    def item(self, node: Fold | Choice | Binding, scope: Scope) -> Variable:
        """One of those that a list has."""
        type_ = self._item_type(node.items, scope)
        return Variable(node.variable, type_, self._label(node.variable, type_))

    def labelled(self, name: str, type_: Type | None) -> Variable:
        """Something of a name and a type, which most inputs of them are called like."""
        return Variable(name, type_, self._label(name, type_))

    def valued(self, name: str, value: Expr) -> Variable:
        """What stands for a value, and others of its type."""
        return self.labelled(name, self._item_type(ListOf((value,)), Scope()))

    def step(self, name: str, scope: Scope) -> Variable:
        """A place that a step of a path leaves or enters."""
        return Variable(name, scope.place, self._label(name, scope.place))

    def text(self, variable: Variable, tag: str) -> str:
        """What a variable is called: by its own text, else its type's; empty if there is none."""
        own = first_text(variable.texts, tag)
        declared = isinstance(variable.type, EnumType | ScaleType | RecordType | HandleType)
        return own or (self._one_of(kind_of(variable.type), tag) if declared else "")

    def _one_of(self, type_: str, tag: str) -> str:
        """What one of a type is called: its title, or its name where that is the same of several: `Clan`, "The clans".

        Of another word nobody knows here how one of them is called.
        """
        title = self.naming.type(type_, tag).split(",")[0]
        noun = self.naming.wording(tag).noun(title) if title else None
        if noun is None or not noun.many:
            return title
        name = type_.replace("_", " ")
        written = name.lower(), noun.text.lower()
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*written, strict=False)))
        return name if max(map(len, written)) - alike <= ENDING else title

    @cached_property
    def _labels(self) -> dict[tuple[str, str], Titles]:
        """The text that most inputs of a name and type have."""
        found: dict[tuple[str, str], list[Titles]] = {}
        for item in (*self.naming.ir.functions, *self.naming.ir.facts):
            for parameter in item.parameters:
                if parameter.texts:
                    found.setdefault((parameter.name, kind_of(parameter.type)), []).append(parameter.texts)
        return {name: max(texts, key=texts.count) for name, texts in found.items()}

    def _label(self, name: str, type_: Type | None) -> Titles:
        return self._labels.get((name, kind_of(type_)), {})

    def _input(self, parameter: Parameter) -> Variable:
        return Variable(parameter.name, parameter.type, parameter.texts or {})

    def _own(self, node: Expr, scope: Scope) -> None:
        self._owners.setdefault(id(node), scope)
        for part in children(node):
            self._own(part, scope)

    def _item_type(self, items: Expr, scope: Scope) -> Type | None:
        match items:
            case Var():
                one = scope.find(items.name)
                found = one.type if one else None
            case Call(aspect="ends"):
                return self.naming.place(items.name)
            case Call(aspect="ways"):
                place = self.naming.place(items.name)
                return None if place is None else ListType(place, None, 0)
            case Apply(operator=Operator.STEPS, operands=(way,)):
                place = self._item_type(way, scope)
                return None if place is None else ListType(place, None, 0)
            case Call():
                found = self.naming.result(items.name)
            case FieldOf():
                found = self.naming.field_type(items.record, items.name)
            case ListOf(items=(Const(value=MemberValue(of=of)), *_)):
                return EnumType(of)
            case ListOf(items=(Const(value=HandleValue(of=of)), *_)):
                return HandleType(of)
            case Const(value=ListValue(items=(MemberValue(of=of), *_))):
                return EnumType(of)
            case _:
                return None
        return found.item if isinstance(found, ListType) else None


def _lets(item: Declaration | Assumption) -> Iterator[Let]:
    match item:
        case Modifiers() | Path() | Choice() | Assumption():
            yield from item.lets
        case Definition():
            yield from _lets_below(item.body)
        case Action():
            for norm in item.norms:
                yield from _lets_below(norm)
        case _:
            pass


def _lets_below(part: Clause | Norm) -> Iterator[Let]:
    yield from part.lets
    for inner in part.exceptions:
        yield from _lets_below(inner)


def _roots(item: Declaration | Assumption) -> Iterator[Expr]:
    yield from expressions_of(item)
    match item:
        case Action():
            yield from present(item.actor)
            for norm in item.norms:
                yield from _said(norm)
        case Choice():
            yield from present(item.actor)
        case Modifiers():
            yield from (line.size for line in item.lines)
        case _:
            pass


def _said(norm: Norm) -> Iterator[Expr]:
    said = norm.statement
    yield from (*present(norm.when, said.subject, said.only), *said.conditions)
    for inner in norm.exceptions:
        yield from _said(inner)
