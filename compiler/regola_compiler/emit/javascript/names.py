"""What each thing of a game is called in its JavaScript module.

What the module itself uses begins with `$`, and what it makes of a game's declarations ends in one (`toll$`), or has
one inside (`Terrain$marsh`). No name of a game has that sign, so that nothing can hide anything else: parameters and
`let` names stand as they are, but for JavaScript's own words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Final, TypeVar

from regola_compiler.emit.python.namespace import identifier, spoken_name
from regola_compiler.ir.bounds import held_answers
from regola_compiler.ir.played import copies_asked, is_played
from regola_compiler.ir.tree import Action, Callable, Enum, Fact, Ir, Path, Scale
from regola_compiler.ir.types import Type

# A step of indentation in what is written.
INDENT: Final = "  "

Key = TypeVar("Key", bound=Hashable)

# Words that no variable can be called by in a module, and what a function has of itself.
RESERVED = frozenset(
    """arguments await break case catch class const continue debugger default delete do else enum eval export extends
    false finally for function if implements import in instanceof interface let new null package private protected
    public return static super switch this throw true try typeof undefined var void while with yield NaN Infinity
    position value BigInt Map Set Number String Object Array Math JSON""".split()
)
# The errors that a module offers by name.
ERRORS = tuple(
    """NoAnswer MissingRule TableGap OutsideTable Contradiction TableOverlap Forbidden OutOfRange NoValue
    DivisionByZero TooLarge OffScale EmptyFold NoPath EffectClash NotGiven PieceGone TooManyPieces PlayError IllegalMove
    NotOver TooMany Disagreement Misfit UnknownName UnknownFact UnknownPiece UnknownScenario WrongValue WrongShape
    WrongGame""".split()
)
# What a module offers whatever the game is, and so cannot be the name of one of its rules there.
OFFERED = frozenset(
    {
        *ERRORS,
        *"ask explain distribution Position SCENARIOS FUNCTIONS PLAY Engine Game default then Value Fraction".split(),
        *"Answer Chance".split(),
    }
)


def distinct(wanted: Iterable[tuple[Key, str]], taken: Collection[str]) -> dict[Key, str]:
    """A name for each key: as it is where that can be, else with strokes behind it until it differs from all others.

    >>> distinct([(1, "new"), (2, "new_"), (3, "old")], {"new"})
    {1: 'new__', 2: 'new_', 3: 'old'}
    """
    wanted = list(wanted)
    given = dict.fromkeys((key for key, _ in wanted), "")
    used = set(taken)
    later = []
    for key, name in wanted:
        safe = identifier(name)
        if safe == name and safe not in used:
            given[key] = safe
            used.add(safe)
        else:
            later.append((key, safe))
    for key, name in later:
        safe = name
        while safe in used:
            safe += "_"
        given[key] = safe
        used.add(safe)
    return given


class Names:
    """The JavaScript names of a game's things.

    `moving` are the functions whose answer rests on the position, which they take first; `facts` are the facts by their
    place in a position, paths, events and copies among them; `results` and `parameters` are the types of what each
    declaration answers and is asked with, `held` those to which answers are held; `plays` says whether the game has
    anything that is played; `ends` are the places where paths end, `whole_paths` those paths whose steps cost whole
    numbers.
    """

    def __init__(self, ir: Ir) -> None:
        self.plays = is_played(ir)
        self.moving = frozenset(f.name for f in ir.functions if f.position) | {fact.name for fact in ir.facts}
        self.facts_by_name = {fact.name: fact for fact in ir.facts}
        self.results: dict[str, Type] = {f.name: f.result for f in (*ir.functions, *ir.facts)}
        self.held: Mapping[str, Type] = held_answers(ir)
        self.parameters = {f.name: tuple(p.type for p in f.parameters) for f in (*ir.functions, *ir.facts)}
        self.fields = {
            type_.name: {field.name: field.type for field in type_.fields}
            for type_ in ir.types
            if not isinstance(type_, Enum | Scale) and hasattr(type_, "fields")
        }
        self.actions = {function.name: function for function in ir.functions if isinstance(function, Action)}
        self.ends = {f.name: f.place for f in ir.functions if isinstance(f, Path)}
        self.whole_paths = frozenset(f.name for f in ir.functions if isinstance(f, Path) and not f.fractions)
        self.pieces = frozenset(piece.name for piece in ir.pieces)
        self.copies, self.whose = copies_asked(ir) if self.plays else ({}, frozenset())
        told = [fact.name for fact in ir.facts] + [one.name for one in ir.functions if isinstance(one, Path)]
        told += [f"event {event.name}" for event in ir.events] + list(self.copies)
        self.places = {name: place for place, name in enumerate(told)}
        listed = [("type", type_.name) for type_ in ir.types]
        listed += [("rule", one.name) for one in (*ir.functions, *ir.facts)]
        wanted = [(key, _pascal(key[1]) if key[0] == "type" else spoken_name(key[1])) for key in listed]
        self._own = distinct([(key, name) for key, name in wanted], ())
        self.exported = distinct([(key, name) for key, name in wanted], OFFERED)
        self._members = {
            type_.name: distinct([(one.label, _spoken(one.label)) for one in type_.members], ())
            for type_ in ir.types
            if isinstance(type_, Enum | Scale)
        }
        self._locals: dict[str, str] = {}
        self._taken = set(RESERVED)
        self._helpers: dict[Hashable, str] = {}
        self._used: set[str] = set()
        self.constants: dict[str, str] = {}
        self.kinds: dict[str, str] = {}

    def type(self, name: str) -> str:
        """The object of a type."""
        return f"{self._own['type', name]}$"

    def rule(self, name: str) -> str:
        """The function of a rule or a fact."""
        return f"{self._own['rule', name]}$"

    def beside(self, name: str, what: str) -> str:
        """A function that a rule has beside its own: the ends of a path, the doing of an action."""
        return f"{self._own['rule', name]}${what}"

    def fact(self, name: str) -> int:
        """The place of a fact in a position."""
        return self.places[name]

    def member(self, type_name: str, label: str) -> str:
        """The constant for a value of an enum or a scale; of one past the printed ends, how it is found."""
        known = self._members[type_name].get(label)
        if known is None:
            return f"{self.type(type_name)}.of({quoted(label)})"
        name = f"{self._own['type', type_name]}${known}"
        self.constants.setdefault(name, f"{self.type(type_name)}.of({quoted(label)})")
        return name

    def handle(self, type_name: str, text: str) -> str:
        """The constant for a value that only the host knows, or for a piece of the sheet."""
        name = f"{self._own['type', type_name]}$_{len(self.constants)}"
        key = f"{self.type(type_name)}.of({quoted(text)})"
        known = next((one for one, value in self.constants.items() if value == key), None)
        if known is None:
            self.constants[name] = key
        return known or name

    def constant_set(self, members: Iterable[str]) -> str:
        """The constant for some values, as a set."""
        value = f"new Set([{', '.join(members)}])"
        known = next((one for one, own in self.constants.items() if own == value), None)
        if known is None:
            known = f"$$$some_{len(self.constants)}"
            self.constants[known] = value
        return known

    def kept_kind(self, written: str) -> str:
        """The constant for a kind that is `written` so."""
        return self.kinds.setdefault(written, f"$$$kind_{len(self.kinds)}")

    def local(self, name: str) -> str:
        """A parameter, a `let`, a variable; the same in the whole module."""
        if name not in self._locals:
            safe = spoken_name(identifier(name)) or "_"
            while safe in self._taken:
                safe += "_"
            self._taken.add(safe)
            self._locals[name] = safe
        return self._locals[name]

    def helper(self, key: Hashable, wanted: str) -> str:
        """A function or constant of the module's own: always the same for a key, and no other's."""
        if key not in self._helpers:
            safe = f"$${identifier(wanted)}"
            while safe in self._used:
                safe += "_"
            self._used.add(safe)
            self._helpers[key] = safe
        return self._helpers[key]

    def field_type(self, record: str, name: str) -> Type | None:
        """The type of a field of a record."""
        return self.fields.get(record, {}).get(name)


def quoted(text: str) -> str:
    """A text as JavaScript writes it; nothing in it can end it, nor end a script on a page."""
    found = ['"']
    for sign in text:
        if sign in '"\\':
            found.append(f"\\{sign}")
        elif sign == "<" or not sign.isprintable():
            number = ord(sign)
            found.append(f"\\u{number:04x}" if number < 0x10000 else f"\\u{{{number:x}}}")
        else:
            found.append(sign)
    return "".join([*found, '"'])


def _pascal(name: str) -> str:
    """The rows of a table `going_by_road` have no name of their own: they are `GoingByRoadRow`."""
    return "".join(part.capitalize() for part in re.split(r"\W|_", name)) if " " in name else name


def _spoken(label: str) -> str:
    return re.sub(r"\W+", "_", label).strip("_") or "dash"


# What every value has of its own, in `values.mjs`.
_OWN = frozenset({"type", "id", "toString", "toJSON", "valueOf", "constructor"})


def field_property(name: str) -> str:
    """The property that a record keeps a field in.

    >>> field_property("strength"), field_property("type")
    ('strength', 'type$')
    """
    return f"{name}$" if name in _OWN else name


def parameters_of(function: Callable | Fact, names: Names) -> list[str]:
    """The parameters of a function, the position first where it rests on one."""
    own = [names.local(one.name) for one in function.parameters]
    return ["position", *own] if function.name in names.moving else own
