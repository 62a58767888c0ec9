"""Two editions asked the same question at once: one program made of two, explored on shared unknowns.

What is the same on both sides, with all it asks, stands in the program once. The rest stands there twice, the old
one as `name (before)`, and old rules ask old rules. Inputs and facts are the same leaves for both:

    u.ground in {forest}   ->   old: D1, new: D2       one box, both answers

so a run ends where both have answered, and a `Difference` is raised as an error of the rules is: the explorer then
leaves out the positions that cannot be, as it does for every problem.

Where a declared type is not the same on both sides, the leaf has the new one's values, and the old rules see them
through a seam (`crossed`): as long as they ask for nothing that only one side knows, both can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from regola_compiler.analysis.symbolic.domain import BudgetExceeded, SymbolicDomain
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.individuals import Individuals, named_in
from regola_compiler.analysis.symbolic.margins import margins
from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.analysis.symbolic.values import FiniteSymbolic, Outcome, UnknownList, UnknownRecord
from regola_compiler.diff.match import Editions, Renamer, callees, semantic_key, signature, types_used
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.model.graph import reaching
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Fact, Parameter, Path, Rule
from regola_compiler.model.types import (
    EnumType,
    HandleType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordType,
    RecordValue,
    Type,
    Value,
    holds,
    is_integer,
)

EDITION, ITSELF = "before", " (itself)"
BEFORE = f" ({EDITION})"
# Up to how many values an answer is told value by value.
FEW = 12


def unmarked(name: str) -> str:
    """The name that a declaration or a type of the old edition has in it."""
    return name.removesuffix(BEFORE)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """No answer, for a reason; two are the same where the reason is of one kind."""

    kind: str
    error: RuleError = field(compare=False, repr=False)

    @classmethod
    def of(cls, error: RuleError) -> Unanswered:
        """That an error was met."""
        return cls(error.slug, error)


@dataclass(frozen=True, slots=True)
class Multiple:
    """An answer that is not the same in the whole of a box."""


Told: TypeAlias = "Value | Unanswered | Multiple"


@dataclass(eq=False)
class Difference(RuleError):  # noqa: N818  what is looked for
    """Both editions have answered, and not the same: how each, as far as it is one thing."""

    slug = "differs"
    old: Any
    new: Any


@dataclass(eq=False)
class OnOneSide(RuleError):  # noqa: N818  as its siblings are called
    """A value that the other edition does not have was met: what is asked is no question of both."""

    slug = "elsewhere"


class ProductProgram:
    """The one program: what each side's declarations are called in it, and which of them may differ."""

    def __init__(self, editions: Editions) -> None:
        self.editions = editions
        old, new = editions.old.program, editions.new.program
        self.dirty = _dirty(editions)
        marked = {name for name in self.dirty if not self._shared(old.callables[name], new.callables[name])}
        self.before = {name: name + BEFORE for name in marked}
        self.types = {name: name + BEFORE for name in editions.types}
        self._rewrite = Renamer(self.before, self.types)
        apart = self._rewrite.program(old)
        callables = dict(new.callables)
        for name in old.callables:
            if name not in new.callables or name in marked:
                callables[self.before.get(name, name)] = apart.callables[self.before.get(name, name)]
        assumptions = dict(new.assumptions)
        for name, assumption in apart.assumptions.items():
            if name not in new.assumptions or semantic_key(assumption) != semantic_key(new.assumptions[name]):
                assumptions[name + BEFORE] = assumption
        self.program = replace(
            new,
            types={**new.types, **apart.types},
            callables=callables,
            assumptions=assumptions,
            builtin={**new.builtin, **apart.builtin},
        )
        self.explorer = ProductExecutor(self)

    def _shared(self, old: Rule, new: Rule) -> bool:
        """Whether both sides ask the host: a fact, or a path over his map."""
        same = isinstance(old, Fact | Path) and type(old) is type(new) and signature(old) == signature(new)
        return same and not types_used(signature_types(old)) & self.editions.types.keys()

    def old_body_in_new_program(self, name: str) -> str | None:
        """A name for the old declaration on top of all that is new; None where it does not fit on it."""
        old, new = self.editions.old.program, self.editions.new.program
        item = old.callables[name]
        if types_used(item) & self.editions.types.keys():
            return None
        fits = {
            asked
            for asked in callees(item)
            if asked in new.callables and signature(old.callables[asked]) == signature(new.callables[asked])
        }
        calls = {asked: to for asked, to in self.before.items() if asked not in fits}
        called = name + ITSELF
        if called not in self.program.callables:
            self.program.callables[called] = Renamer({**calls, name: called}, self.types)(item)
        return called

    def rewritten(self, piece: Any) -> Any:
        """A piece of the old edition as it stands in the one program."""
        return self._rewrite(piece)


def signature_types(item: Rule) -> tuple[Type, ...]:
    """The types of a declaration's inputs and of its answer."""
    return (*(parameter.type for parameter in item.parameters), item.result)


def _dirty(editions: Editions) -> set[str]:
    """What may answer otherwise: what says something else, speaks of another type, or asks what is dirty."""
    old, new = editions.old.program.callables, editions.new.program.callables
    found = {
        name
        for name in editions.both
        if semantic_key(old[name]) != semantic_key(new[name]) or types_used(new[name]) & editions.types.keys()
    }
    asks = {name: callees(old[name]) | callees(new[name]) for name in editions.both}
    return reaching(asks, found | (old.keys() ^ new.keys())) & asks.keys()


class ProductDomain(SymbolicDomain):
    """Unknown values of the one program, with the seam between types that are not the same on both sides."""

    def __init__(self, twofold: ProductProgram) -> None:
        program = twofold.program
        super().__init__(margins(program), individuals=Individuals(named_in(program)) if program.pieces else None)
        self.program = twofold.program
        self._facing = {to: twofold.editions.types[name][1] for name, to in twofold.types.items()}

    def unknown(self, symbol: Symbol, type_: Type) -> Any:
        """An input; of a type that is another on the new side, the new one's leaf as the old side sees it."""
        facing = self._facing.get(str(type_))
        if facing is None or isinstance(type_, RecordType):
            return super().unknown(symbol, type_)
        return self.convert(super().unknown(symbol, facing), type_)

    def field(self, record: Any, name: str, /) -> Any:
        """A field; of a record that is another on the new side, the new one's field if it has it."""
        if isinstance(record, UnknownRecord) and isinstance(facing := self._facing.get(record.type.name), RecordType):
            ours, theirs = record.type.field(name), facing.field(name)
            if ours is not None and theirs is not None and comparable(ours, theirs):
                return self.convert(self.unknown(record.symbol.field(name), theirs), ours)
        return super().field(record, name)

    def convert(self, value: Any, type_: Type) -> Any:
        """A value of one side as the other writes it.

        Raises:
            OnOneSide: where the other side has no such value.
        """
        if isinstance(value, UnknownRecord) and isinstance(type_, RecordType):
            return UnknownRecord(value.symbol, type_)
        if isinstance(value, UnknownList) and isinstance(type_, ListType):
            return UnknownList(value.symbol, replace(value.type, item=type_.item))
        if isinstance(value, RecordValue) and isinstance(type_, RecordType):
            defaults = dict(type_.defaults)
            known = {name for name, _ in value.fields}
            if any(name not in known and name not in defaults for name, _ in type_.fields):
                raise OnOneSide
            parts = [
                (name, self.convert(self.field(value, name), part) if name in known else defaults[name])
                for name, part in type_.fields
            ]
            return RecordValue(type_.name, tuple(parts))
        if isinstance(value, tuple) and isinstance(type_, ListType):
            return tuple(self.convert(item, type_.item) for item in value)
        if isinstance(type_, EnumType):
            return self.lift(partial(self._convert, type_), value)
        if isinstance(type_, IntType) or is_integer(type_):
            return self._checked_across(value, type_)
        return value

    def _convert(self, type_: EnumType, value: Any) -> Any:
        return convert(value, self._known(value.enum), type_) if value.enum != type_.name else value

    def _checked_across(self, value: Any, type_: Type) -> Any:
        try:
            return self.within(value, type_, "")
        except RuleError as problem:
            raise OnOneSide from problem

    def _known(self, name: str) -> EnumType:
        info = self.program.types.get(name)
        type_ = self.program.builtin[name] if info is None else info.type
        assert isinstance(type_, EnumType)
        return type_


class ProductExecutor(SymbolicExecutor):
    """The explorer on the one program, with facts that are asked in the words of either side."""

    def __init__(self, twofold: ProductProgram) -> None:
        seam = ProductDomain(twofold)
        super().__init__(twofold.program, domain=seam)
        self.convert = seam.convert
        new = twofold.editions.new.program.callables
        self._twins = {
            twofold.before[name]: item
            for name, item in new.items()
            if name in twofold.before and isinstance(item, Fact) and len(item.parameters) == self._inputs(twofold, name)
        }

    @staticmethod
    def _inputs(twofold: ProductProgram, name: str) -> int:
        before = twofold.program.callables[twofold.before[name]]
        return len(before.parameters) if isinstance(before, Fact) else -1

    def differences(
        self, run: Callable[[], None], parameters: Iterable[Parameter], budget: int, *, first: bool = False
    ) -> list[Outcome]:
        """The outcomes of `run`, which raises a `Difference` where it finds one; perhaps only the first.

        Raises:
            BudgetExceeded: if the budget is spent; what was seen is in it.
        """
        self.begin(tuple(parameters))
        seen = False

        def watched() -> None:
            nonlocal seen
            if first and seen:
                raise BudgetExceeded("one is enough")
            try:
                run()
            except Difference:
                seen = True
                raise
            except RuleError:
                return

        return self.explore_with(watched, budget)

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """A fact; of one that has other types on the new side, the new one's leaf."""
        twin = self._twins.get(fact.name)
        if twin is None:
            return super().fact(fact, arguments)
        told = tuple(self.convert(value, p.type) for value, p in zip(arguments, twin.parameters, strict=True))
        return self.convert(super().fact(twin, told), fact.result)

    # --- answers ---

    def same(self, old: Any, new: Any, type_: Type) -> bool:
        """Whether two answers are the same, the old one as the new side writes it."""
        if isinstance(old, UnknownRecord | UnknownList) and old == new:
            return True
        if isinstance(type_, ListType):
            pairs = self.items(old), self.items(new)
            return len(pairs[0]) == len(pairs[1]) and all(
                self.same(a, b, type_.item) for a, b in zip(*pairs, strict=True)
            )
        if (
            isinstance(type_, RecordType)
            and not isinstance(old, FiniteSymbolic)
            and not isinstance(new, FiniteSymbolic)
        ):
            return all(self.same(self.field(old, name), self.field(new, name), part) for name, part in type_.fields)
        return self.decide(self.apply(Operator.EQUAL, old, new))

    def evaluate_or_no_answer(self, ask: Callable[[], Any]) -> Any:
        """What is answered, or the silence that is met.

        Raises:
            OnOneSide: where the question is none of both sides.
        """
        try:
            return ask()
        except OnOneSide:
            raise
        except RuleError as problem:
            return Unanswered.of(problem)

    def compare(self, old: Any, new: Any, type_: Type) -> None:
        """Two answers, held against each other.

        Raises:
            Difference: with both, as far as each is one.
        """
        if isinstance(old, Unanswered) or isinstance(new, Unanswered):
            if old == new:
                return
        else:
            try:
                old = self.convert(old, type_)
            except OnOneSide:
                pass
            else:
                if self.same(old, new, type_):
                    return
        raise Difference(self.concretized(old), self.concretized(new))

    def concretized(self, value: Any) -> Told:
        """A value as it is told: itself if it is one of a few, for which the box is divided."""
        if isinstance(value, FiniteSymbolic) and len(set(value.results.values())) <= FEW:
            value = self.concretize(value)
        if isinstance(value, RecordValue):
            parts = [(name, self.concretized(part)) for name, part in value.fields]
            whole = not any(isinstance(part, Multiple) for _, part in parts)
            return RecordValue(value.record, tuple(parts)) if whole else Multiple()  # type: ignore[arg-type]
        if isinstance(value, tuple):
            items = tuple(self.concretized(item) for item in value)
            return Multiple() if any(isinstance(item, Multiple) for item in items) else items  # type: ignore[return-value]
        known = isinstance(value, int | Unanswered | Member) or hasattr(value, "numerator") or hasattr(value, "text")
        return value if known else Multiple()


def comparable(old: Type, new: Type) -> bool:
    """Whether values of two types can be held against each other."""
    if isinstance(old, ListType) and isinstance(new, ListType):
        return comparable(old.item, new.item)
    if isinstance(old, EnumType | RecordType | HandleType):
        return type(old) is type(new) and unmarked(old.name) == unmarked(str(new))
    if isinstance(old, NumberType) or isinstance(new, NumberType) or is_integer(old) or is_integer(new):
        return all(isinstance(type_, NumberType) or is_integer(type_) for type_ in (old, new))
    return type(old) is type(new)


def convert(value: Value, before: Type, after: Type) -> Value:
    """A value as another edition's type has it.

    Raises:
        OnOneSide: if it has none such.
    """
    if isinstance(value, Member) and isinstance(before, EnumType) and isinstance(after, EnumType):
        label = before.label(value.index)
        index = after.index(label)
        if index is not None:
            return Member(after.name, index)
        raise OnOneSide
    if isinstance(value, RecordValue) and isinstance(before, RecordType) and isinstance(after, RecordType):
        defaults, fields = dict(after.defaults), []
        for name, type_ in after.fields:
            theirs = before.field(name)
            if theirs is not None and comparable(theirs, type_):
                fields.append((name, convert(value.get(name), theirs, type_)))
            elif name in defaults:
                fields.append((name, defaults[name]))
            else:
                raise OnOneSide
        return RecordValue(after.name, tuple(fields))
    if isinstance(value, tuple) and isinstance(before, ListType) and isinstance(after, ListType):
        return tuple(convert(item, before.item, after.item) for item in value)
    if is_integer(after) and not holds(value, after):
        raise OnOneSide
    return value


def match_parameters(old: Rule, new: Rule) -> list[tuple[Parameter | None, Parameter | None]]:
    """The inputs of both sides that are one: by name, and if as many are left on each, in their order."""
    theirs = {parameter.name: parameter for parameter in old.parameters}
    named = [
        (theirs.get(p.name) if p.name in theirs and comparable(theirs[p.name].type, p.type) else None, p)
        for p in new.parameters
    ]
    taken = {before.name for before, _ in named if before is not None}
    left = [parameter for parameter in old.parameters if parameter.name not in taken]
    found: list[tuple[Parameter | None, Parameter | None]] = []
    alone = sum(before is None for before, _ in named) == len(left)
    for before, after in named:
        other = left.pop(0) if before is None and alone else before
        if other is not None and not comparable(other.type, after.type):
            found += [(other, None), (None, after)]
        else:
            found.append((other, after))
    return found + [(parameter, None) for parameter in left]
