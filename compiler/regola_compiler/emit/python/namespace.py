"""What each thing of a game is called in its Python module: two things are never one name.

A game's names are words of any script, Python's are identifiers, and not all of those are free: keywords, what the
module imports, what its own functions keep their values in. Python also folds compatibility forms (NFKC), so that a
ligature from a PDF and the letters it is made of are one name to it and two to a game. So every name is folded first,
then made an identifier, and then given a stroke (`_`) for each time that it is taken already. Those that can stand as
they are come first: `len_` stays `len_`, and beside it `len` becomes `len__`.

The scopes, in each of which the names differ:

- the module: types, functions, facts; and, with a stroke in front, which no name of a game has, its helpers
- locals: parameters, `let`, variables of lists and paths. A name has one form in the whole module, and none is the
  name of something the module has, so that no function hides what it needs
- the members of each enum, the fields of each record, and the fields of the position
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from copy import copy
from typing import TypeVar
from unicodedata import normalize

from regola_compiler.emit.python.sharing import Sharing
from regola_compiler.ir.bounds import held_answers
from regola_compiler.ir.played import copies_asked, is_played, own_facts, rests_on, straight_facts, unchanging
from regola_compiler.ir.tree import (
    Action,
    Callable,
    Choice,
    Clause,
    Definition,
    Effect,
    Enum,
    Fact,
    Fold,
    Ir,
    Modifiers,
    Norm,
    Path,
    Phase,
    Record,
    Roll,
    Scale,
    Table,
)
from regola_compiler.ir.types import (
    EnumType,
    FractionValue,
    HandleType,
    HandleValue,
    ListValue,
    MemberValue,
    RecordValue,
    Type,
    UnionType,
)
from regola_compiler.ir.visitor import descendants, effect_expressions, expressions_of, phase_expressions
from regola_compiler.model.made import made_name

Key = TypeVar("Key", bound=Hashable)

# What the module itself uses, so that no rule of a game takes its name; tests/emit/test_names.py holds it whole.
SOFT = frozenset({"_", "case", "match"})  # words that are keywords where they begin a statement
RESERVED = SOFT | frozenset(
    """position Position chosen Leg Limits reach reach_in_fractions shortest Guard Norm permitted UNTOLD WHY Handle
    Relation NotGiven floored raised rounded Routes way_start way_end way_steps
    Untold changed told Stage Tracker Iterator Mapping SEQUENCES SCENARIOS step
    Answer Choice Dice Forbidden Function Integer ListOf MissingRule NoAnswer Number Scale agreed best combined
    divided look_up nearest note place settled within ask batch distribution explain FUNCTIONS Final Fraction Any
    dataclass math annotations value held rows row values bool int str tuple list dict sum min max any all print
    len type range changes following found Rows""".split()
)
# What the module of a game that is played uses beside that.
PLAYED = frozenset(
    """Arguments Calls Deed Do Due Event FactOf Frozen Index Keeper Kept NOTHING Node OneOf PLAY Piece Play Roll Rolled
    Rules Situation Turnout actor alone already_so arguments before came_about changes contains copied drawn due
    every faces forgotten forgotten_of groups hold hold_there Joiner Secret Secrets in_order kept late mark_of
    new_deed onto past possible plus put_up remembered remembered_always remembered_by rolled rules same scenario
    several start turnout unique untold without without_any""".split()
)
# What every position that is played has, and so cannot be the name of a fact in it.
SITUATION = frozenset(
    {"facts", "named", "extents", "places", "replaced", "to_json", "from_json", "checked", "unchanging"}
)
# What every member of an enum has, and so cannot be the name of one.
MEMBERS = frozenset({"index", "name", "value", "mro", "labels", "position", *dir(str)})


def distinct(wanted: Iterable[tuple[Key, str]], taken: Collection[str]) -> dict[Key, str]:
    """A Python name for each key, no two alike and none of those that are `taken`.

    >>> distinct([(1, "len"), (2, "len_"), (3, "class"), (4, "\\N{LATIN SMALL LIGATURE FI}re"), (5, "fire")], {"len"})
    {1: 'len__', 2: 'len_', 3: 'class_', 4: 'fire_', 5: 'fire'}
    """
    wanted = list(wanted)
    given: dict[Key, str] = dict.fromkeys((key for key, _ in wanted), "")
    used = set(taken)
    later = []
    for key, name in wanted:
        safe = identifier(name)
        if safe != name or safe in used or keyword.iskeyword(safe):
            later.append((key, safe))
        else:
            given[key] = safe
            used.add(safe)
    for key, name in later:
        safe = name
        while safe in used or keyword.iskeyword(safe):
            safe += "_"
        given[key] = safe
        used.add(safe)
    return given


def identifier(name: str) -> str:
    """A name as Python folds it, with a stroke for each sign that an identifier cannot have.

    >>> identifier("A1/DR"), identifier("2d6"), identifier("a\\N{SUPERSCRIPT TWO}")
    ('A1_DR', 'n2d6', 'a2')
    """
    safe = name if name.isascii() else normalize("NFKC", name)
    safe = re.sub(r"\W", "_", safe)
    if not safe.isascii():
        safe = "".join(sign if f"a{sign}".isidentifier() else "_" for sign in safe)
    return safe if safe.isidentifier() else f"n{safe}"


class Namespace:
    """The Python names of a game's things.

    `plays` says whether the game has anything that is played. `own_facts` are the facts of pieces that rest on nothing
    but facts of the same piece, each with these; `indexes` the lists of them by which pieces are looked up, with all
    facts that are read for it. `copies` are the facts that are kept as they were when a phase began, or was over, by
    what they are kept under; `whose` of these are also asked by who acted. `moving` are the functions whose answer
    rests on the position, which they take first; `fact_types` has the type of each fact, `results` that of each answer,
    `held` those to which answers are held, `field_types` those of the fields of each record, `parameter_types` those of
    what each declaration is asked with. `answering` says that `value` is the answer so far,
    as in what stands under
    a `then exception`. `parts` are functions that were made of what lies too deep in an expression; `called` says how
    the expression calls each, and with which names. `imports` is what the module needs of the runtime beyond what every
    module does; `constants` the values that its functions name, by how they are written. `sharing` is
    what a function has worked out where it is written without reasons; `short` says which rules are written where they
    are asked, `plain_tables` has the constants of tables that are looked up by closed places alone, `closed_tables`
    which of these places are truth values.
    """

    def __init__(self, ir: Ir) -> None:
        self.moving = frozenset(f.name for f in ir.functions if f.position) | {fact.name for fact in ir.facts}
        self.facts = {fact.name: fact for fact in ir.facts}
        self.fact_types = {fact.name: fact.result for fact in ir.facts}
        self.results: dict[str, Type] = {**{one.name: one.result for one in ir.functions}, **self.fact_types}
        self.held: Mapping[str, Type] = held_answers(ir)
        self.parameter_types = {f.name: tuple(p.type for p in f.parameters) for f in (*ir.functions, *ir.facts)}
        self.answering = False
        self.plays = is_played(ir)
        self.pieces = frozenset(piece.name for piece in ir.pieces)
        self.made = frozenset(name for name in self.pieces if made_name(name) in self.fact_types)
        self.definitions = {one.name: one for one in ir.functions if isinstance(one, Definition)}
        self.choices = {one.name: one for one in ir.functions if isinstance(one, Choice)}
        self.straight_facts = straight_facts(ir) if self.plays else frozenset()
        self.own_facts = own_facts(ir)
        self.functions = {one.name: one for one in ir.functions}
        self.world = unchanging(ir) if self.plays else frozenset()
        self._remembered = rests_on(ir) if self.plays else {}
        self.actions = {function.name: function for function in ir.functions if isinstance(function, Action)}
        self.copies, self.whose = copies_asked(ir) if self.plays else ({}, frozenset())
        own = RESERVED | PLAYED if self.plays else RESERVED
        self._module = distinct(list(_declared(ir)), own)
        self._local = distinct([(name, name) for name in _locals(ir)], own | set(self._module.values()))
        told = [fact.name for fact in ir.facts] + [one.name for one in ir.functions if isinstance(one, Path)]
        told += [f"event {event.name}" for event in ir.events] + list(self.copies)
        self._facts = distinct([(name, spoken_name(name)) for name in told], SOFT | SITUATION if self.plays else SOFT)
        self._fields: dict[str, dict[str, str]] = {}
        self.field_types = {
            one.name: {field.name: field.type for field in one.fields} for one in ir.types if isinstance(one, Record)
        }
        self._members: dict[str, dict[str, str]] = {}
        for type_ in ir.types:
            if isinstance(type_, Record):
                self._fields[type_.name] = self._named_fields(type_)
            elif isinstance(type_, Enum | Scale):
                wanted = [(member.label, _spoken(member.label)) for member in type_.members]
                self._members[type_.name] = distinct(wanted, MEMBERS)
        self._counting = [fact for fact in ir.facts if fact.counts is not None]
        self._helpers: dict[Hashable, str] = {}
        self._used: set[str] = {"_Distribution", "_ask", "_batch", "_distribution", "_explain", "_find"}
        self.indexes: dict[tuple[str, tuple[str, ...]], dict[str, None]] = {}
        self.imports: set[str] = set()
        self.routes: set[str] = set()
        self.constants: dict[str, str] = {}
        self.sharing: Sharing | None = None
        self.short: dict[str, bool] = {}
        self.plain_tables: dict[str, str] = {}
        self.closed_tables: dict[str, tuple[bool, ...]] = {}
        self.parts: list[str] = []
        self.called: dict[str, tuple[str, tuple[str, ...]]] = {}

    def alone(self, union: UnionType) -> bool:
        """Whether values of several types are pieces, or members of one enum: no two of them are called alike."""
        others = [one for one in union.options if not (isinstance(one, HandleType) and one.name in self.pieces)]
        return len(others) <= 1 and all(isinstance(one, EnumType) for one in others)

    def sequel(self) -> Namespace:
        """The same names where `value` is the answer so far."""
        view = copy(self)
        view.answering = True
        return view

    def counting(self, action: str) -> tuple[Fact, ...]:
        """The facts that count the deeds of an action."""
        return tuple(
            fact for fact in self._counting if fact.counts and any(one.action == action for one in fact.counts.deeds)
        )

    def remembered(self, function: str) -> str:
        """The line above a function whose answers are remembered while what they rest on stays as it is."""
        if function not in self._remembered:
            return ""
        self.imports.add("remembered" if function in self.moving else "remembered_always")
        fields = ", ".join(repr(self.fact(one)) for one in self._remembered[function])
        return f"@remembered({fields})\n" if function in self.moving else "@remembered_always\n"

    def rests_on(self, function: str) -> tuple[str, ...]:
        """The facts and paths that the answers of a function rest on which are remembered.

        Raises:
            KeyError: if they are not.
        """
        return self._remembered[function]

    def is_remembered(self, function: str) -> bool:
        """Whether the answers of a function are remembered."""
        return function in self._remembered

    def type(self, name: str) -> str:
        """The class of a type."""
        return self._module["type", name]

    def function(self, name: str) -> str:
        """The function of a rule; `ends of x` and `do x` are those that a path and an action have beside it."""
        return self._module["function", name]

    def local(self, name: str) -> str:
        """A parameter, a `let`, a variable; `value` in a sequel; the call of a part of the expression."""
        if name in self.called:
            return self.called[name][0]
        return "value" if self.answering and name == "value" else self._local[name]

    def fact(self, name: str) -> str:
        """The field of the position for a fact or a path."""
        return self._facts[name]

    def field(self, record: str, name: str) -> str:
        """The field of a record."""
        return self._fields[record][name]

    def members(self, type_name: str) -> list[str]:
        """The attributes for all members, in their order."""
        return list(self._members[type_name].values())

    def member(self, type_name: str, label: str) -> str:
        """The attribute for a member."""
        return self._members[type_name][label]

    def helper(self, key: Hashable, wanted: str) -> str:
        """A function or constant of the module's own: always the same for a key, and no other's.

        Args:
            key: what it is of, such as a table or a clause of a definition.
            wanted: what it is called unless that is taken; the stroke in front is set before it.
        """
        if key not in self._helpers:
            safe = f"_{identifier(wanted)}"
            while safe in self._used:
                safe += "_"
            self._used.add(safe)
            self._helpers[key] = safe
        return self._helpers[key]

    def once(self, written: str, wanted: str) -> str:
        """The constant for a value that is `written` so, which the module makes once."""
        if written not in self.constants:
            self.constants[written] = self.helper(("once", written), wanted)
        return self.constants[written]

    def constant(self, item: Table | Phase) -> str:
        """The constant that the rows of a table, or a sequence of play, are kept in."""
        return self.helper((type(item).__name__, item.name), identifier(item.name).upper())

    def clause(self, definition: str, part: Clause) -> str:
        """The function that an exception of a definition becomes."""
        return self.helper(("clause", definition, id(part)), f"{identifier(definition)}__{identifier(part.name)}")

    def _named_fields(self, record: Record) -> dict[str, str]:
        """The fields of a record: none hides a class that the default of one after it is written with."""
        needed = {self._module.get(key, key[1]) for field in record.fields for key in _written_with(field.default)}
        return distinct([(field.name, field.name) for field in record.fields], SOFT | needed)


def _declared(ir: Ir) -> Iterator[tuple[tuple[str, str], str]]:
    """What the module has to offer, each with the name that it is to have."""
    played = is_played(ir)
    for type_ in ir.types:
        # The rows of a table `going_by_road` have no name of their own: they are `GoingByRoadRow`.
        made = "".join(part.capitalize() for part in re.split(r"\W|_", type_.name)) if " " in type_.name else type_.name
        yield ("type", type_.name), made
    for function in ir.functions:
        yield ("function", function.name), function.name
        if isinstance(function, Path):
            yield ("function", f"ends of {function.name}"), f"ends_of_{function.name}"
        if isinstance(function, Action) and (function.effects or played):
            yield ("function", f"do {function.name}"), f"do_{function.name}"
    for fact in ir.facts:
        yield ("function", fact.name), spoken_name(fact.name)


def _locals(ir: Ir) -> list[str]:
    """Every name that is given within a function, each once."""
    found: dict[str, None] = {}
    for item in (*ir.functions, *ir.facts):
        names = [parameter.name for parameter in item.parameters]
        names += _named_within(item)
        names += [
            node.variable for root in expressions_of(item) for node in descendants(root) if isinstance(node, Fold)
        ]
        found |= dict.fromkeys(names)
    for sequence in (*ir.sequences, *ir.outlines):
        for phase in sequence.walk():
            found |= dict.fromkeys(_in_effects((*phase.effects, *phase.first), phase.rolls))
            roots = phase_expressions(phase)
            found |= dict.fromkeys(n.variable for root in roots for n in descendants(root) if isinstance(n, Fold))
    for event in ir.events:
        found |= dict.fromkeys(parameter.name for parameter in event.parameters)
        found |= dict.fromkeys(_in_effects(event.effects))
        roots = (event.condition, *(root for effect in event.effects for root in effect_expressions(effect)))
        found |= dict.fromkeys(n.variable for root in roots for n in descendants(root) if isinstance(n, Fold))
    return list(found)


def _in_effects(effects: Iterable[Effect], rolls: Iterable[Roll] = ()) -> Iterator[str]:
    """The names of those for whom effects come about, or dice are rolled."""
    yield from (one.variable for effect in effects for one in effect.each)
    yield from (roll.each.variable for roll in rolls if roll.each is not None)


def _named_within(item: Callable | Fact) -> Iterator[str]:
    """The names of a declaration's own lines."""
    match item:
        case Definition():
            yield from _lets(item.body)
        case Action():
            yield from _in_effects(item.effects, item.rolls)
            for norm in item.norms:
                yield from _lets(norm)
                yield from _in_effects(norm.failing)
        case Modifiers():
            yield from (let.name for let in item.lets)
        case Path():
            yield from (let.name for let in item.lets)
            yield from (end for leg in item.legs for end in leg.ends)
            yield from (place for bar in item.bars for place in bar.places)
        case Choice():
            yield from (let.name for let in item.lets)
            yield item.variable
        case Table() | Fact():
            return


def _lets(part: Clause | Norm) -> Iterator[str]:
    yield from (let.name for let in part.lets)
    for inner in part.exceptions:
        yield from _lets(inner)


def _written_with(value: object) -> Iterator[tuple[str, str]]:
    """The classes that a value is written with."""
    match value:
        case FractionValue():
            yield "runtime", "Fraction"
        case MemberValue() | HandleValue():
            yield "type", value.of
        case RecordValue():
            yield "type", value.record
            for part in value.fields.values():
                yield from _written_with(part)
        case ListValue():
            for part in value.items:
                yield from _written_with(part)
        case _:
            return


def spoken_name(name: str) -> str:
    """What a fact is to be called that nobody declares: `done move(_, _) in turn` becomes `done_move_in_turn`."""
    return re.sub(r"\W+(?:_\W+)*", "_", name).strip("_") if " " in name or "." in name else name


def _spoken(label: str) -> str:
    """What a member is to be called: `A1/DR` becomes `A1_DR`, `* -1` becomes `star_minus_1`."""
    spoken = re.sub(r"(?<!\w)-(?=\w)", " minus ", label)
    for sign, word in (("*", " star "), ("+", " plus ")):
        spoken = spoken.replace(sign, word)
    safe = re.sub(r"\W+", "_", spoken).strip("_") or "dash"
    return f"v{safe}" if safe[0].isdigit() else safe
