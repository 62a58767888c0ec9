"""Positions of a game that is played: frozen, hashable, equal by value, and as JSON.

A position is a table of facts. A fact with arguments is a mapping from tuples of them, which nobody changes: the next
position shares with the one before whatever did not change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as field_of
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar, cast

from regola_runtime.errors import NotGiven, PieceGone, UnknownFact, UnknownPiece, WrongShape, WrongValue
from regola_runtime.played.json_values import from_json, held, to_json
from regola_runtime.positions import UNTOLD, Untold
from regola_runtime.rules import within
from regola_runtime.values import Choice, Integer, Piece, Scale

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
S = TypeVar("S", bound="Situation")
# A fact with arguments, as a position keeps it.
Kept: TypeAlias = Mapping[tuple[Any, ...], T]
MOST_FACTS: Final = 1_000_000
# How many values of a fact are kept that are computed where nothing is said.
MOST_KNOWN: Final = 10_000
# From how many mappings back it is known in what the next differ.
KEPT: Final = 3
Since: TypeAlias = tuple[tuple[object, Collection[Any]], ...]
_new, _update, _get, _delete = dict.__new__, dict.update, dict.__getitem__, dict.__delitem__


class Frozen(dict[K, V]):
    """A mapping that is not changed, and so can be hashed; `fact` is what it says, if it is a fact of a position.

    What it does not say is as the fact begins. It remembers in what it differs from the few that it was made of, each
    known by a mark alone, so that it does not keep them.
    """

    __slots__ = ("_hash", "_mark", "_since", "fact")
    _hash: int | None
    _mark: object
    _since: Since
    fact: FactOf | None

    def __init__(self, *said: Any) -> None:
        """A mapping of what a dictionary would be made of."""
        super().__init__(*said)
        self._hash, self._mark, self._since, self.fact = None, object(), (), None

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none, since it changes
        found = self._hash
        if found is None:
            found = 0
            for item in self.items():
                found ^= hash(item)
            self._hash = found
        return found

    def __missing__(self, key: Any) -> V:
        if self.fact is None:
            raise KeyError(key)
        return cast("V", self.fact.start(key))

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        return type(self), (dict(self),)

    @property
    def marks(self) -> tuple[object, ...]:
        """What it is known by to those that are made of it, and the same of those that it was made of itself."""
        return (self._mark, *(mark for mark, _ in self._since))

    def changed_since(self, other: Frozen[K, V]) -> set[Any] | None:
        """The keys at which it may differ from another that it was made of; None where it was not, or long ago."""
        found: set[Any] = set()
        for mark, keys in self._since:
            found.update(keys)
            if mark is other._mark:
                return found
        return None

    def plus(self, changes: Iterable[tuple[K, V]] | Mapping[K, V]) -> Self:
        """The same with some values changed; a hash that is known is changed with them."""
        new, changed, kept = _new(type(self)), dict(changes), self._hash
        _update(new, self)
        if kept is not None:
            for key, value in changed.items():
                kept ^= hash((key, value))
                if key in new:
                    kept ^= hash((key, _get(new, key)))
        _update(new, changed)
        new._hash, new.fact, new._mark = kept, self.fact, object()  # noqa: SLF001  it is one of its own
        new._since = ((self._mark, changed), *self._since[:KEPT])  # noqa: SLF001
        return new

    def minus(self, keys: Collection[K]) -> Self:
        """The same without what it says of some keys; each is one that it says something of."""
        new, kept = _new(type(self)), self._hash
        _update(new, self)
        for key in keys:
            if kept is not None:
                kept ^= hash((key, _get(new, key)))
            _delete(new, key)
        new._hash, new.fact, new._mark = kept, self.fact, object()  # noqa: SLF001  it is one of its own
        new._since = ((self._mark, keys), *self._since[:KEPT])  # noqa: SLF001
        return new

    def _refused(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a position is not changed: `do` gives the next one")

    __setitem__ = __delitem__ = update = clear = pop = popitem = setdefault = __ior__ = _refused


class Doubtful(Frozen[K, V]):
    """What a host said of a fact, where some of it is outside its bounds: it is held to them when it is read."""

    __slots__ = ()

    def __getitem__(self, key: K) -> V:
        found = super().__getitem__(key)
        assert self.fact is not None
        kind = self.fact.result
        if isinstance(kind, Integer) and kind.low is not None and kind.high is not None:
            within(cast("int", found), kind.low, kind.high, self.fact.name)
        return found

    def get(self, key: K, default: Any = None) -> Any:
        """What is said, held to its bounds; the default where nothing is."""
        return self[key] if key in self else default  # noqa: SIM401  that would ask itself


def mark_of(facts: Any) -> Any:
    """What a mapping of a position is known by; what the host says as a function is known by itself."""
    return facts._mark if isinstance(facts, Frozen) else facts  # noqa: SLF001  it is one of its own


NOTHING: Final[Frozen[Any, Any]] = Frozen()


def plus(facts: Mapping[K, V], changes: Iterable[tuple[K, V]] | Mapping[K, V]) -> Frozen[K, V]:
    """A mapping with some values changed."""
    return (facts if isinstance(facts, Frozen) else Frozen(facts)).plus(changes)


@dataclass(frozen=True, slots=True)
class FactOf:
    """A fact as a position has it.

    Attributes:
        name: What it is called in the rules.
        parameters: The kinds of its arguments.
        result: The kind of its values.
        state: Whether the play keeps it; what is printed on a piece is not taken over by another.
        starts: Whether it has a value where nothing is said.
        unordered: Whether its two arguments may stand in either order.
        mark: Whether it says of what an event has come about.
        copied: The fields that it keeps a copy of, as they were when a phase began or was over.
        computed: The value where nothing is said, by its arguments, if it rests on them alone.
        empty: What a position has of it that does not speak of it.
        rows: Whether it is kept as a mapping.
        alone: Whether it is a fact of one piece whose values are no pieces.
    """

    name: str
    parameters: tuple[Any, ...]
    result: Any
    state: bool = False
    starts: bool = True
    unordered: bool = False
    mark: bool = False
    copied: tuple[str, ...] = ()
    computed: Callable[..., Any] | None = None
    empty: Frozen[Any, Any] = field_of(init=False, compare=False, repr=False)
    rows: bool = field_of(init=False, compare=False, repr=False)
    alone: bool = field_of(init=False, compare=False, repr=False)
    _known: dict[tuple[Any, ...], Any] = field_of(init=False, compare=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        empty: Frozen[Any, Any] = Frozen()
        empty.fact = self
        object.__setattr__(self, "empty", empty)
        object.__setattr__(self, "rows", bool(self.parameters or self.mark or self.copied))
        single = len(self.parameters) == 1 and not (self.mark or self.copied)
        object.__setattr__(self, "alone", single and _has_no_pieces(self.result))

    def start(self, arguments: tuple[Any, ...]) -> Any:
        """Its value for some arguments where a position says nothing.

        Raises:
            NotGiven: if it has none.
        """
        if self.computed is not None:
            try:
                return self._known[arguments]
            except KeyError:
                value = self.computed(*arguments)
                if len(self._known) < MOST_KNOWN:
                    self._known[arguments] = value
                return value
        raise untold(self.name, arguments)

    def own(self, said: Mapping[Any, Any]) -> Frozen[Any, Any]:
        """What is said of it, as a position keeps it."""
        if not said:
            return self.empty
        if isinstance(said, Frozen):
            if said.fact is self:
                return said
            if said.fact is None and self._is_held(said.values()):
                said.fact = self
                return said
        new: Frozen[Any, Any] = Frozen(said) if self._is_held(said.values()) else Doubtful(said)
        new.fact = self
        return new

    def _is_held(self, values: Iterable[Any]) -> bool:
        kind = self.result
        if not isinstance(kind, Integer) or kind.low is None or kind.high is None:
            return True
        try:
            return all(kind.low <= value <= kind.high for value in values)
        except TypeError:
            return False


def _has_no_pieces(kind: Any) -> bool:
    """Whether no value of a kind is a piece, or has any."""
    return kind is bool or isinstance(kind, Integer) or (isinstance(kind, type) and issubclass(kind, Choice | Scale))


class Situation:
    """What the positions of all games have in common; a game's own has a field for each fact."""

    facts: ClassVar[Mapping[str, FactOf]] = {}
    named: ClassVar[Mapping[str, str]] = {}
    extents: ClassVar[Mapping[type[Piece], str]] = {}
    places: ClassVar[tuple[str, ...]] = ()
    unchanging: ClassVar[frozenset[str]] = frozenset()
    _world: object

    def __post_init__(self) -> None:
        own, facts = self.__dict__, self.facts
        own["_world"] = object()  # what all positions are known by that say the same of what play hardly ever changes
        for name, value in own.items():
            if isinstance(value, Mapping):
                fact = facts.get(name)
                if fact is not None and fact.rows:
                    own[name] = fact.own(value)
                elif not isinstance(value, Frozen):
                    own[name] = Frozen(value)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def replaced(self, values: Mapping[str, Any]) -> Self:
        """The same but for some fields."""
        new = object.__new__(type(self))
        own, facts = new.__dict__, self.facts
        own.update(self.__dict__)
        own.update(values)
        if not self.unchanging.isdisjoint(values):
            own["_world"] = object()
        for name, value in values.items():
            if isinstance(value, Frozen) and value.fact is not (fact := facts[name]):
                own[name] = fact.own(value)
        return new

    # --- as JSON ---

    def to_json(self) -> dict[str, Any]:
        """What it says, as JSON can write it: by the name of each fact a value, or rows of arguments and value."""
        found: dict[str, Any] = {}
        for field, fact in self.facts.items():
            told = getattr(self, field)
            if fact.copied:
                if told:
                    found[fact.name] = [[*map(str, key), type(self)(**then).to_json()] for key, then in told.items()]
            elif fact.rows:
                rows = [
                    [*(to_json(part, kind) for part, kind in zip(key, fact.parameters, strict=True)), value]
                    for key, value in ((key, to_json(value, fact.result)) for key, value in told.items())
                ]
                if rows:
                    found[fact.name] = rows
            elif not isinstance(told, Untold) and told != ():
                found[fact.name] = to_json(told, fact.result)
        return found

    @classmethod
    def from_json(cls, written: Any) -> Self:
        """The position that some JSON writes.

        Raises:
            Misfit: if these rules know no such position; the class says what is wrong, `path` where.
        """
        return cls(**cls._read(written)).checked()

    @classmethod
    def _read(cls, written: Any) -> dict[str, Any]:
        if not isinstance(written, Mapping):
            raise WrongShape("", "a position is an object, with facts by their names")
        values: dict[str, Any] = {}
        for name, told in written.items():
            field = cls.named.get(name) if isinstance(name, str) else None
            if field is None:
                raise UnknownFact("", f"no fact is called `{str(name)[:100]}`")
            fact = cls.facts[field]
            if fact.copied:
                values[field] = cls._copies(fact, told)
            else:
                values[field] = _rows(fact, told) if fact.rows else from_json(told, fact.result, name)
        return values

    @classmethod
    def _copies(cls, fact: FactOf, told: Any) -> Frozen[tuple[Any, ...], Any]:
        """What was kept of how things stood: for nobody in particular, or by who acted."""
        found: dict[Any, Any] = {}
        if not isinstance(told, list) or len(told) > MOST_FACTS:
            raise WrongShape(fact.name, "is a list of copies")
        for number, row in enumerate(told):
            path = f"{fact.name}[{number}]"
            if not isinstance(row, list) or len(row) not in {1, 2}:
                raise WrongShape(path, "a copy is a list: who acted, if somebody did, and the facts")
            *who, then = row
            try:
                known = cls(**cls._read(then))
            except RecursionError:
                raise WrongShape(path, "lies too deep") from None
            key = tuple(from_json(one, fact.result, path) for one in who)
            found[key] = Frozen({field: getattr(known, field) for field in fact.copied})
        return Frozen(found)

    def checked(self) -> Self:
        """The position itself, if these rules know such a one.

        Raises:
            WrongValue: if a value is not of its type, or outside its bounds.
            UnknownPiece: if it speaks of a piece that there is not.
        """
        there = {piece for field in self.extents.values() for piece in getattr(self, field)}
        for field, fact in self.facts.items():
            told = getattr(self, field)
            if fact.copied or (fact.rows and isinstance(told, Untold)):
                continue
            if fact.rows and not isinstance(told, Mapping):
                raise WrongShape(fact.name, "a position that is played has its facts as a mapping, not as a function")
            rows = told.items() if fact.rows else () if isinstance(told, Untold) else (((), told),)
            for key, value in rows:
                if not isinstance(key, tuple) or len(key) != len(fact.parameters):
                    raise WrongShape(fact.name, f"{key!r} are no arguments of it")
                for part, kind in (*zip(key, fact.parameters, strict=True), (value, fact.result)):
                    held(part, kind, fact.name)
                    _is_there(part, there, fact.name)
        return self


def _rows(fact: FactOf, told: Any) -> Frozen[tuple[Any, ...], Any]:
    if not isinstance(told, list) or len(told) > MOST_FACTS:
        raise WrongShape(fact.name, "a fact with arguments is a list of rows")
    found = {}
    kinds = (*fact.parameters, fact.result)
    for number, row in enumerate(told):
        path = f"{fact.name}[{number}]"
        if not isinstance(row, list) or len(row) != len(kinds):
            raise WrongShape(path, f"a row is a list of {len(kinds)}: the arguments, and the value")
        *key, value = (from_json(part, kind, path) for part, kind in zip(row, kinds, strict=True))
        if tuple(key) in found:
            raise WrongValue(path, "is said twice")
        found[tuple(key)] = value
    return Frozen(found)


def _is_there(value: Any, there: set[Piece], path: str) -> None:
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, Piece) and part not in there:
            raise UnknownPiece(path, f"there is no {type(part).__name__} called `{part}`")


def hold_there(piece: Piece, known: tuple[Piece, ...], what: str) -> None:
    """Hold that a piece is among those there are, as rules make pieces of its type.

    Raises:
        PieceGone: if it is not.
    """
    if piece not in known:
        raise PieceGone(f"{what} is asked of {piece}, which is not there")


def untold(name: str, arguments: tuple[Any, ...]) -> NotGiven:
    """That a position does not say a fact."""
    shown = f"{name}({', '.join(map(str, arguments))})" if arguments else name
    return NotGiven(f"the answer depends on {shown}, which the position does not say")


# --- how the play tells and forgets ------------------------------------------------------


class Keeper:
    """Tells positions facts by the names that the rules have for them."""

    def __init__(self, position: type[Situation]) -> None:
        self._named = position.named
        # By name the field, and whether it is kept as a mapping.
        self._told = {name: (field, position.facts[field].rows) for name, field in position.named.items()}

    def tell(self, position: S, told: Iterable[tuple[str, tuple[Any, ...], Any]], /) -> S:
        """A position that says some facts more; of those that there are."""
        values: dict[str, Any] = {}
        own, known = position.__dict__, self._told
        for name, arguments, value in told:
            if name not in known:
                continue
            field, rows = known[name]
            before = values[field] if field in values else own[field]
            if rows:
                values[field] = plus(before, ((arguments, value),))
            elif before is not value:
                values[field] = value
        return position.replaced(values) if values else position

    def there(self, position: S, item: Any, /) -> bool:
        """Whether one that a loop comes to is still there, if it is a piece."""
        field = position.extents.get(type(item)) if isinstance(item, Piece) else None
        return field is None or item in getattr(position, field)

    def forget(self, position: S, facts: Iterable[str], /) -> S:
        """A position that says nothing of some facts any more."""
        return forgotten(position, [field for name in facts if (field := self._named.get(name)) is not None])


def forgotten(position: S, told: Iterable[str]) -> S:
    """A position that says nothing of the facts in some fields any more."""
    values: dict[str, Any] = {}
    own, facts = position.__dict__, position.facts
    for field in told:
        before = own[field]
        if before is UNTOLD:
            continue
        fact = facts[field]
        empty: Any = fact.empty if fact.rows else UNTOLD
        if before is not empty and before != empty:
            values[field] = empty
    return position.replaced(values) if values else position


def put_up(position: S, pieces: Iterable[tuple[Piece, Mapping[str, Any]]]) -> S:
    """A position with some pieces more, each with what is said of its facts, by field."""
    values: dict[str, dict[Any, Any]] = {}
    more: dict[type[Piece], dict[Piece, None]] = {}
    for piece, told in pieces:
        more.setdefault(type(piece), {})[piece] = None
        for field, value in told.items():
            values.setdefault(field, {})[piece,] = value
    new: dict[str, Any] = {field: plus(getattr(position, field), told.items()) for field, told in values.items()}
    for type_, listed in more.items():
        field = position.extents[type_]
        new[field] = tuple(dict.fromkeys((*getattr(position, field), *listed)))
    return position.replaced(new)
