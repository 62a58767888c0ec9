"""What is not known, by name: the symbols of symbolic execution.

A symbolic executor (King, *Symbolic Execution and Program Testing*, 1976) runs a program on names instead of values.
Here a name says where an unknown comes from, and is a small tree:

    u.weapons[2].kind           FieldRef(ItemRef(FieldRef(InputRef("u"), "weapons"), 2), "kind")
    u.weapons.count             LengthRef(FieldRef(InputRef("u"), "weapons"))
    :supplied(u)                FactRef(fact supplied, (InputRef("u"),))
    :length of supply(u, rome)  FactRef(path supply, (InputRef("u"), rome), "length")
    losses(u.kind, 3)           AnswerRef(definition losses, (FieldRef(InputRef("u"), "kind"), 3))
    losses(amount at 12:7)      AnswerRef(definition losses, (SiteRef(None, 12, 7),))
    ?a + 2*b <= 2               RelationRef (constraints.py)

Nothing takes the text apart again: whoever wants to know what a symbol speaks of asks the node, or matches its class.

A box (values.py) is a dictionary from symbols to values, and boxes are what the executor spends its time with. So a
symbol is *interned*, as Lisp's atoms are: one object for each, made by the functions below and by `field`, `item` and
`length`, compared and hashed by identity. What nobody speaks of any more is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as declared
from fractions import Fraction
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from regola_compiler.model.program import Fact, Path, Rule
from regola_compiler.model.supposed import SIGN
from regola_compiler.model.types import Handle, IntType, ListType, Member, RecordType, RecordValue, Type, Value, source

# What is done to the name of an input or a declaration before it is printed.
Naming: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Symbol:
    """Something that is not known. `text` is its printing in full; symbols are put in order by it."""

    text: str = declared(init=False, repr=False)
    _parts: dict[Any, Any] = declared(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.printed(marks=True))

    def __str__(self) -> str:
        return self.text

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """The symbol as it is written.

        `naming` is asked for each name of an input or a declaration; `sites` says whether the places in the text are
        written, and `marks` whether a fact has its colon, which tells it from an input of the same name.
        """
        raise NotImplementedError

    def field(self, name: str) -> FieldRef:
        """A field of this record."""
        found: FieldRef | None = self._parts.get(name)
        if found is None:
            found = self._parts[name] = FieldRef(self, name)
        return found

    def item(self, number: int) -> ItemRef:
        """An item of this list, counted from 1."""
        found: ItemRef | None = self._parts.get(number)
        if found is None:
            found = self._parts[number] = ItemRef(self, number)
        return found

    def length(self) -> LengthRef:
        """How many items this list has."""
        found: LengthRef | None = self._parts.get(None)
        if found is None:
            found = self._parts[None] = LengthRef(self)
        return found

    @property
    def root(self) -> Symbol:
        """What it is a part of, in the end: an input, a fact, an answer; or itself."""
        return self

    def is_within(self, other: Symbol) -> bool:
        """Whether it is another symbol or a part of it."""
        return self is other


@dataclass(frozen=True, eq=False, slots=True)
class InputRef(Symbol):
    """An input of what is explored; in a comparison of editions perhaps one that only the other `edition` has."""

    name: str
    edition: str = ""

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`u`."""
        del sites, marks
        return naming(f"{self.name} ({self.edition})" if self.edition else self.name)


@dataclass(frozen=True, eq=False, slots=True)
class FactRef(Symbol):
    """What the host says of a fact, or of a path on his map; `aspect` is what of a path: whether, `length`, `ends`."""

    declaration: Fact | Path
    arguments: tuple[Symbol | Value, ...]
    aspect: str
    result: Type

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`supplied(u)`, `length of supply(u, rome)`."""
        arguments = [
            part.printed(naming, sites=sites, marks=marks) if isinstance(part, Symbol) else source(part, p.type)
            for part, p in zip(self.arguments, self.declaration.parameters, strict=True)
        ]
        called = self.declaration.name if sites else self.declaration.name.partition(SIGN)[0]
        name = f"{self.aspect} of {naming(called)}" if self.aspect else naming(called)
        inside = f"({', '.join(arguments)})" if arguments else ""
        return f"{':' if marks else ''}{name}{inside}"


@dataclass(frozen=True, eq=False, slots=True)
class AnswerRef(Symbol):
    """What a declaration answers, where that is left open; of an argument that is no one symbol, where it is asked."""

    declaration: Rule
    arguments: tuple[Symbol | Value, ...]

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`losses(u.kind, 3)`."""
        arguments = [
            part.printed(naming, sites=sites, marks=marks) if isinstance(part, Symbol) else source(part, p.type)
            for part, p in zip(self.arguments, self.declaration.parameters, strict=True)
        ]
        return f"{naming(self.declaration.name)}({', '.join(arguments)})"


@dataclass(frozen=True, eq=False, slots=True)
class SiteRef(Symbol):
    """What is worked out at a place in the text, from a symbol or from several."""

    base: Symbol | None
    line: int
    column: int

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`u.kind at 12:7`, `amount at 12:7`."""
        base = "amount" if self.base is None else self.base.printed(naming, sites=sites, marks=marks)
        return f"{base} at {self.line}:{self.column}" if sites else base


@dataclass(frozen=True, eq=False, slots=True)
class SummaryRef(Symbol):
    """What is made of a list that is not gone through, or an item of it, whichever; `key` tells it from others."""

    what: str
    line: int
    column: int
    key: Hashable

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`any at 12:7`."""
        del naming, marks
        return f"{self.what} at {self.line}:{self.column}" if sites else self.what


@dataclass(frozen=True, eq=False, slots=True)
class PartRef(Symbol):
    """A part of something unknown."""

    base: Symbol

    @property
    def root(self) -> Symbol:
        """What it is a part of, in the end."""
        return self.base.root

    def is_within(self, other: Symbol) -> bool:
        """Whether it is another symbol or a part of it."""
        return self is other or self.base.is_within(other)


@dataclass(frozen=True, eq=False, slots=True)
class FieldRef(PartRef):
    """A field of a record."""

    name: str

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`u.kind`."""
        return f"{self.base.printed(naming, sites=sites, marks=marks)}.{self.name}"


@dataclass(frozen=True, eq=False, slots=True)
class ItemRef(PartRef):
    """An item of a list, counted from 1."""

    number: int

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`u.weapons[2]`."""
        return f"{self.base.printed(naming, sites=sites, marks=marks)}[{self.number}]"


@dataclass(frozen=True, eq=False, slots=True)
class LengthRef(PartRef):
    """How many items a list has."""

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """`u.weapons.count`."""
        return f"{self.base.printed(naming, sites=sites, marks=marks)}.count"


def wholes(leaves: Iterable[Symbol]) -> set[Symbol]:
    """The leaves, and all that they are parts of."""
    found: set[Symbol] = set()
    for leaf in leaves:
        symbol = leaf
        while symbol not in found:
            found.add(symbol)
            if isinstance(symbol, PartRef):
                symbol = symbol.base
    return found


# The symbols that are no parts of others, by what makes them one. A declaration is named by its identity: two programs
# may each have a fact `turn`, and a symbol that is alive keeps its declaration alive.
_ROOTS: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()


def interned(key: tuple[Any, ...], make: Callable[..., Symbol], *parts: Any) -> Any:
    """The symbol of a key, made of `parts` if there is none yet."""
    found = _ROOTS.get(key)
    if found is None:
        found = _ROOTS[key] = make(*parts)
    return found


def input_symbol(name: str, edition: str = "") -> InputRef:
    """An input, by its name."""
    found: InputRef = interned((InputRef, name, edition), InputRef, name, edition)
    return found


def fact_symbol(fact: Fact, arguments: tuple[Symbol | Value, ...]) -> FactRef:
    """What the host says of a fact for some arguments."""
    found: FactRef = interned((id(fact), "", arguments), FactRef, fact, arguments, "", fact.result)
    return found


def path_symbol(path: Path | Fact, arguments: tuple[Symbol | Value, ...], aspect: str, result: Type) -> FactRef:
    """What the host's map says of a path: whether there is one, or with an `aspect` its `length` or its `ends`."""
    found: FactRef = interned((id(path), aspect, arguments), FactRef, path, arguments, aspect, result)
    return found


def answer_symbol(declaration: Rule, arguments: tuple[Symbol | Value, ...]) -> AnswerRef:
    """What a declaration answers for some arguments."""
    # An argument may be a record that is known in part only, which has no hash: of values, the text is as good a name.
    told = [
        part if isinstance(part, Symbol) else source(part, p.type)
        for part, p in zip(arguments, declaration.parameters, strict=True)
    ]
    found: AnswerRef = interned((AnswerRef, id(declaration), *told), AnswerRef, declaration, arguments)
    return found


def site_symbol(base: Symbol | None, line: int, column: int) -> SiteRef:
    """What is worked out at a place in the text."""
    found: SiteRef = interned((SiteRef, base, line, column), SiteRef, base, line, column)
    return found


def summary_symbol(what: str, line: int, column: int, key: Hashable) -> SummaryRef:
    """What is made of a list at a place in the text; elsewhere the same `key` is the same."""
    found: SummaryRef = interned((SummaryRef, what, key), SummaryRef, what, line, column, key)
    return found


def type_of(symbol: Symbol, inputs: Mapping[str, Type]) -> Type | None:
    """The type of a symbol, where the inputs have these; None where it is not known, or there is no such part."""
    match symbol:
        case FactRef(result=result):
            return result
        case InputRef(name=name, edition=""):
            return inputs.get(name)
        case FieldRef(base=base, name=name):
            record = type_of(base, inputs)
            return record.field(name) if isinstance(record, RecordType) else None
        case ItemRef(base=base):
            listed = type_of(base, inputs)
            return listed.item if isinstance(listed, ListType) else None
        case LengthRef(base=base):
            return IntType() if isinstance(type_of(base, inputs), ListType) else None
        case _:
            return None


def is_known(value: Any) -> bool:
    """Whether a value is known in full."""
    if isinstance(value, RecordValue):
        return all(is_known(part) for _, part in value.fields)
    if isinstance(value, tuple):
        return all(map(is_known, value))
    return isinstance(value, int | Fraction | Member | Handle)


def substituted(symbol: Symbol, inputs: Mapping[str, Any]) -> Any:
    """What a symbol is where its inputs are these: symbols again, or values.

    Of a record that is known a field is its value. None stands for an item that a list is too short for, and for a fact
    that is asked of something known in part only.
    """
    match symbol:
        case InputRef(name=name):
            return inputs.get(name, symbol)
        case FactRef(declaration=declaration, arguments=arguments, aspect=aspect, result=result):
            told = tuple(substituted(part, inputs) if isinstance(part, Symbol) else part for part in arguments)
            if not all(isinstance(part, Symbol) or is_known(part) for part in told):
                return None
            if isinstance(declaration, Path):
                return path_symbol(declaration, told, aspect, result)
            return fact_symbol(declaration, told)
        case FieldRef(base=base, name=name):
            record = substituted(base, inputs)
            if isinstance(record, Symbol):
                return record.field(name)
            return record.get(name) if isinstance(record, RecordValue) else record
        case ItemRef(base=base, number=number):
            listed = substituted(base, inputs)
            if isinstance(listed, Symbol):
                return listed.item(number)
            return (listed[number - 1] if number <= len(listed) else None) if isinstance(listed, tuple) else listed
        case LengthRef(base=base):
            listed = substituted(base, inputs)
            if isinstance(listed, Symbol):
                return listed.length()
            return len(listed) if isinstance(listed, tuple) else listed
        case _:
            return symbol
