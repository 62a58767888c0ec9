"""What a name can mean while a program is resolved, and the findings met on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeAlias, TypeVar

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.model.kinds import FactKind
from regola_compiler.model.made import is_made_label, made_name
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Expr, Parameter, TypeInfo
from regola_compiler.model.types import ERROR, EnumType, HandleType, RecordType, Type
from regola_compiler.resolve.reported.reports import Reports

T = TypeVar("T")
Item = TypeVar("Item")

# For a word that means something at its place alone (a die, what a phase is played with): what it stands for, a fact of
# some name, or a value.
Stands: TypeAlias = Mapping[str, "str | Expr"]
# The kind of a fact, or what else can be called.
SignatureKind: TypeAlias = FactKind | Literal["define", "table", "modifiers", "action", "choice"]


@dataclass(frozen=True, slots=True)
class Signature:
    """How something that can be called looks from outside.

    `place` is what a path leads over, and `whole` that its steps cost whole numbers; `starts` says that a fact has a
    value at the start.
    """

    name: str
    kind: SignatureKind
    parameters: tuple[Parameter, ...]
    result: Type
    span: Span
    place: Type = ERROR
    starts: bool = False
    whole: bool = True


@dataclass(slots=True)
class SymbolTable(Reports):
    """Everything declared, and what is wrong with how it is used."""

    types: dict[str, TypeInfo] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    builtin: dict[str, EnumType] = field(default_factory=dict)

    def finish(self) -> list[Diagnostic]:
        """All findings, unknown names grouped."""
        return self.finished(self)

    def declare_type(self, name: str, info: TypeInfo) -> None:
        """Enter a declared type."""
        self.types[name] = info

    def declare_builtin(self, type_: EnumType) -> None:
        """Enter a type of the language's own: of the phases that the sequences have, of nothing."""
        self.builtin[type_.name] = type_

    def individual(self, name: str) -> HandleType | None:
        """The type of the piece or place of this name, if there is one, or if rules can make it."""
        known = self.signature(f"piece {name}")
        if known is None and name[-1:].isdecimal():
            made = (type_ for type_ in self.type_names() if is_made_label(type_, name))
            type_ = next((self.type_called(one) for one in made if self.signature(made_name(one)) is not None), None)
            return type_ if isinstance(type_, HandleType) else None
        return known.result if known is not None and isinstance(known.result, HandleType) else None

    def is_phase(self, name: str) -> bool:
        """Whether there is a phase of this name."""
        return self.signature(f"phase {name}") is not None

    def is_sequence(self, name: str) -> bool:
        """Whether there is a sequence of this name: what lasts so long lasts for the whole game."""
        return self.signature(f"sequence {name}") is not None

    def sign(self, signature: Signature) -> None:
        """Enter how something that can be asked looks from outside."""
        self.signatures[signature.name] = signature

    def signature(self, name: str) -> Signature | None:
        """How what is called `name` looks from outside; None if nothing that can be asked is."""
        return self.signatures.get(name)

    def signed(self) -> list[Signature]:
        """All that can be asked by its name, in the order of the files; what nobody can write is no name."""
        return [signature for name, signature in self.signatures.items() if " " not in name]

    def signed_as(self, last: str) -> list[Signature]:
        """What can be asked of which the last part of the name is this: `Unit.steps` for `steps`."""
        return [one for one in self.signed() if last_part(one.name) == last]

    def answering(self, results: Sequence[Type | None]) -> list[str]:
        """What is asked by its name alone, in the order of the files, and answers a value of one of some types."""
        return [one.name for one in self.signed() if not one.parameters and one.result in results]

    def chosen(self, kind: str, owner: str = "") -> list[Signature]:
        """All of a kind, or of any if none is named, in the order of the files; with an owner what belongs to that."""
        head = f"{owner}." if owner else ""
        return [s for name, s in self.signatures.items() if name.startswith(head) and kind in {"", s.kind}]

    def type_called(self, name: str) -> Type | None:
        """The declared type called `name`, or the language's own."""
        info = self.types.get(name)
        return self.builtin.get(name) if info is None else info.type

    def type_names(self) -> list[str]:
        """The names of the declared types."""
        return list(self.types)

    def enums(self) -> list[EnumType]:
        """The declared enums and scales."""
        return [info.type for info in self.types.values() if isinstance(info.type, EnumType)]

    def enums_with(self, label: str) -> list[EnumType]:
        """The enums and scales that have a value written `label`."""
        return [enum for enum in self.enums() if enum.index(label) is not None]

    def signature_of(self, node: tree.Declaration) -> Signature:
        """How a declaration looks from outside that was entered already."""
        found = self.signature(node.name.text)
        assert found is not None
        return found

    def silent_copy(self) -> SymbolTable:
        """The same names, for a look ahead whose findings nobody wants."""
        return SymbolTable(types=self.types, signatures=dict(self.signatures), builtin=self.builtin, lost=self.lost)

    def enum(self, name: str) -> EnumType | None:
        """The enum or scale called `name`."""
        found = self.type_called(name)
        return found if isinstance(found, EnumType) else self.builtin.get(name)

    def record(self, name: str) -> RecordType | None:
        """The record called `name`."""
        found = self.type_called(name)
        return found if isinstance(found, RecordType) else None


@dataclass(frozen=True, slots=True)
class Scope:
    """The names visible at one place, innermost last."""

    names: SymbolTable
    locals: dict[str, Type]
    stands: Stands = field(default_factory=dict)

    def plus(self, name: str, type_: Type) -> Scope:
        """This scope with one name more."""
        return Scope(self.names, {**self.locals, name: type_}, self.stands)

    def knows(self, name: str) -> bool:
        """Whether a name is known at this place alone: a parameter, a variable, what a word stands for."""
        return name in self.locals or name in self.known()

    def known(self) -> dict[str, Type]:
        """All that is known at this place alone, with its type; of a word that stands for a fact, the fact's."""
        types = dict(self.locals)
        for word, meant in self.stands.items():
            signature = self.names.signature(meant) if isinstance(meant, str) else None
            if not isinstance(meant, str):
                types.setdefault(word, meant.type)
            elif signature is not None and not signature.parameters:
                types.setdefault(word, signature.result)
        return types

    def seeing(self, stands: Stands) -> Scope:
        """This scope where some words stand for facts more."""
        return Scope(self.names, self.locals, {**self.stands, **stands}) if stands else self

    def with_names(self, names: SymbolTable) -> Scope:
        """This scope with other names around it."""
        return Scope(names, self.locals, self.stands)


def parameter_scope(parameters: tuple[Parameter, ...], names: SymbolTable, stands: Stands | None = None) -> Scope:
    """The scope inside a declaration with these parameters."""
    return Scope(names, {parameter.name: parameter.type for parameter in parameters}, stands or {})


class Steps:
    """The steps of resolving: each declaration alone, against the names that all of them make.

    What a step is given and what it asks of the names is all it rests on. Whoever resolves the same program again and
    again may therefore keep what a step came to (`incremental/steps/resolution.py`); here each is taken anew.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}

    def names(self, lost: frozenset[str]) -> SymbolTable:
        """An empty table of names; `lost` are words that stand in declarations which could not be read."""
        return SymbolTable(lost=lost)

    def declared(self, names: SymbolTable) -> None:
        """All names are there that there will be: from here on steps ask for them."""

    def ended(self) -> None:
        """All steps are taken."""

    def take(self, key: Hashable, given: tuple[object, ...], names: SymbolTable, work: Callable[[SymbolTable], T]) -> T:
        """What `work` comes to.

        Args:
            key: What tells this step from the others.
            given: All that the step looks at beside the names.
            names: The names of the program; what is wrong is told to them.
            work: The step itself. It reads no names but from the table it is handed.
        """
        del key, given
        return work(names)

    def by_types(self, work: Callable[[Item, SymbolTable], T], item: Item, names: SymbolTable) -> T:
        """What `work` comes to, which looks at an item, and at no names but those of types."""
        return work(item, names)

    def of_item(self, work: Callable[[Item], T], item: Item) -> T:
        """What `work` comes to, which looks at nothing but an item, and is asked of it several times."""
        known = self._made.get((work, id(item)))
        if known is None:
            # The item is kept with it, so that no other comes to stand in its place.
            self._made[work, id(item)] = known = self._made_before(work, item) or (item, work(item))
        value: T = known[1]  # type: ignore[assignment]  # it is what this work came to
        return value

    def _made_before(self, work: Callable[[Item], T], item: Item) -> tuple[object, object] | None:
        """The same, of an item that was there in the last round."""
        del work, item
        return None
