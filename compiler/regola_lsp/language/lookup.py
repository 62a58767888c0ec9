"""What a word can mean where it stands: by the model, whose nodes know their places, or else by what stands around it.

Two trees know about a word. The surface tree has every word with its place, and knows in which position it stands: that
is followed in `meaning`. The model knows what an expression came to: which enum a value is of, which record a field.
Both name places of the same home, so that a word of an expression is looked up in the model by its place; where the
declaration did not resolve, or the model keeps no trace of a word, it is looked up by its name, in what stands around
it first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Protocol

from regola_compiler.model import program as model
from regola_compiler.model.types import EnumType, HandleType, ListType, Member, RecordType, Type
from regola_dsl import tree
from regola_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Target:
    """What a word names.

    Attributes:
        kind: `declaration` (with types and rules), `member`, `field`, `local`, `part` (an exception, a line of
            modifiers), `phase`, `example`, `erratum`, `scenario`, `section` or `individual`.
        name: Its name.
        owner: What it is of: the type of a member or a field, the home of a local name, the declaration of a part.
    """

    kind: str
    name: str
    owner: str = ""


class Known(Protocol):
    """What is known of a game by name."""

    @property
    def program(self) -> model.Program:
        """What the rules mean."""

    def declared(self, name: str) -> bool:
        """Whether a type, a rule or something that can be asked is called so."""

    def owners_of_member(self, label: str) -> tuple[str, ...]:
        """The enums and scales that have a value of this name."""

    def owners_of_field(self, name: str) -> tuple[str, ...]:
        """The types that have a field of this name."""

    def owner_of_part(self, name: str, near: str) -> str | None:
        """Of what a part is: of `near` if that has one of this name."""

    def home_called(self, name: str) -> str | None:
        """The home of a declaration."""

    def has_phase(self, name: str) -> bool:
        """Whether a phase is called so."""


def model_of(node: tree.Declaration, program: model.Program) -> Iterator[Any]:
    """What a declaration became: the items of the model that hold what it says."""
    name = node.name.text
    rooms: tuple[Mapping[str, Any], ...] = (
        program.types,
        program.callables,
        program.assumptions,
        program.sequences,
        program.events,
        program.pieces,
    )
    match node:
        case tree.Example():
            rooms = (program.examples,)
        case tree.Erratum():
            rooms = (program.errata,)
        case tree.Rule():
            told = program.rules.get(name)
            for action in told.actions if told else ():
                yield program.callables.get(action)
            return
        case tree.ExceptionRule():
            yield from _excepted(node, program)
            return
        case tree.Piece():
            yield from (item for item in program.callables.values() if getattr(item, "owner", "") == name)
        case tree.Phase():
            yield from program.sequences.values()
            return
        case _:
            pass
    yield from (room[name] for room in rooms if name in room)


def _excepted(node: tree.ExceptionRule, program: model.Program) -> Iterator[Any]:
    """What an exception that stands alone is an exception to: where it is not known, all that may have some."""
    target = node.target.text if isinstance(node.target, tree.Name) else ""
    if target in program.callables:
        yield program.callables[target]
    elif target in program.rules:
        yield from (program.callables.get(action) for action in program.rules[target].actions)
    else:
        yield from (item for item in program.callables.values() if isinstance(item, model.Definition | model.Action))


class Lookup:
    """What the words of one declaration can mean."""

    def __init__(self, node: tree.Declaration, known: Known) -> None:
        self.node, self.known = node, known
        self.home = node.span.path
        self.at: dict[Span, list[Any]] = {}
        seen: set[int] = set()
        for item in model_of(node, known.program):
            self._collect(item, seen)
        self.locals = set(_locals(node))
        self.around = _around(node, known)

    def _collect(self, item: Any, seen: set[int]) -> None:
        """Enter the nodes of the model that stand in this home."""
        if isinstance(item, tuple | list | frozenset):
            for part in item:
                self._collect(part, seen)
        elif is_dataclass(item) and not isinstance(item, Type):
            if id(item) in seen:
                return
            seen.add(id(item))
            span = getattr(item, "span", None)
            if isinstance(span, Span) and span.path == self.home:
                self.at.setdefault(span, []).append(item)
            for field in fields(item):
                self._collect(getattr(item, field.name), seen)

    def root_of(self, node: Any) -> str:
        """The declaration that a part is of: this one, or what an exception that stands alone belongs to."""
        if isinstance(self.node, tree.ExceptionRule):
            if isinstance(self.node.target, tree.Name):
                target = self.node.target.text
                return target if self.known.declared(target) else self.known.owner_of_part(target, "") or target
            return ""
        del node
        return self.node.name.text

    def part(self, name: str, node: Any) -> Target | None:
        """A rule or an exception, by its name."""
        near = self.root_of(node)
        owner = self.known.owner_of_part(name, near)
        if owner is not None and (owner == near or not self.known.declared(name)):
            return Target("part", name, owner)
        if self.known.declared(name):
            return Target("declaration", name)
        return Target("part", name, near) if near else None

    def word(self, node: tree.Word) -> Target | None:
        """What a word of an expression means."""
        for item in self.at.get(node.span, ()):
            match item:
                case model.Var() if item.name == node.text:
                    return self._own(node.text)
                case model.Call():
                    found = self._called(item, node.text)
                    if found is not None:
                        return found
                case model.FieldOf() if item.name == node.text and isinstance(item.record.type, RecordType):
                    return Target("field", node.text, _record_name(item.record.type))
                case model.Const():
                    found = self._constant(item, node.text)
                    if found is not None or isinstance(item.value, Member):
                        return found
                case _:
                    pass
        if node.quoted:
            return Target("individual", node.text) if node.text in self.known.program.individuals else None
        return self.by_name(node.text)

    def _constant(self, item: model.Const, text: str) -> Target | None:
        type_: Any = item.type.item if isinstance(item.type, ListType) else item.type
        if isinstance(item.value, Member) and item.value.enum == "Phase":
            return Target("phase", text.rpartition("/")[2])
        if isinstance(item.value, Member):
            info = self.known.program.types.get(item.value.enum)
            if info is None or not isinstance(info.type, EnumType):
                return None
            return self.by_name(text) if info.type.index(text) is None else Target("member", text, info.type.name)
        if self.known.declared(text) and text == getattr(type_, "name", ""):
            return Target("declaration", text)
        if isinstance(type_, EnumType):
            return Target("phase", text) if type_.name == "Phase" else Target("member", text, type_.name)
        return Target("individual", text) if isinstance(type_, HandleType) else None

    def _called(self, item: model.Call, text: str) -> Target | None:
        """What a call names: a declaration, or a fact of a piece that is read as its field."""
        callee = item.callee
        if callee in {"phase", "active"} or " " in callee:
            return self.by_name(text) if self.known.declared(text) else None
        if callee == text:
            return Target("declaration", callee)
        owner, _, name = callee.rpartition(".")
        if name != text:
            return None
        if owner in self.known.owners_of_field(name):
            return Target("field", name, owner)
        if owner in self.known.program.types:
            return None
        return Target("declaration", callee) if self.known.declared(callee) else self.by_name(text)

    def by_name(self, text: str) -> Target | None:
        """What a word means that the model does not tell: what stands nearest."""
        if text in self.locals or text in self.around:
            return self.local(text)
        if self.known.declared(text):
            return Target("declaration", text)
        for kind, owners in (
            ("member", self.known.owners_of_member(text)),
            ("field", self.known.owners_of_field(text)),
        ):
            if len(owners) == 1:
                return Target(kind, text, owners[0])
        if text in self.known.program.errata:
            return Target("erratum", text)
        last = text.rpartition("/")[2]
        if self.known.has_phase(last):
            return Target("phase", last)
        return Target("scenario", text) if text in self.known.program.starts else None

    def _own(self, text: str) -> Target | None:
        """The same of a variable; `value`, what came out so far, is nobody's."""
        return None if text == "value" and text not in self.locals else self.local(text)

    def local(self, text: str) -> Target:
        """A name of this declaration, or of the one that it speaks of."""
        if text in self.locals:
            return Target("local", text, self.home)
        return Target("local", text, self.around.get(text, self.home))

    def field(self, node: tree.FieldOf) -> Target | None:
        """What the field of something means, or what is written like one."""
        name = node.field.text
        for item in self.at.get(node.span, ()):
            match item:
                case model.FieldOf() if item.name == name and isinstance(item.record.type, RecordType):
                    return Target("field", name, _record_name(item.record.type))
                case model.Call():
                    found = self._called(item, name)
                    if found is not None:
                        return found
                case model.Const() if isinstance(item.value, Member) and item.value.enum != "Phase":
                    return Target("member", name, item.value.enum)
                case _:
                    pass
        if isinstance(node.record, tree.Word):
            record = node.record.text
            if name in _members(self.known.program, record):
                return Target("member", name, record)
            if record == "Phase":
                return Target("phase", name)
        owners = self.known.owners_of_field(name)
        if len(owners) == 1:
            return Target("field", name, owners[0])
        return Target("declaration", name) if not owners and self.known.declared(name) else None


def _record_name(type_: RecordType) -> str:
    """What declares a record: a type of its own, or a table that answers several things at once."""
    return type_.name.removesuffix(" row")


def _members(program: model.Program, name: str) -> tuple[str, ...]:
    info = program.types.get(name)
    return info.type.members if info is not None and isinstance(info.type, EnumType) else ()


def _locals(node: Any, top: bool = True) -> Iterator[str]:
    """The names that a declaration gives to values of its own."""
    if isinstance(node, tuple):
        for part in node:
            yield from _locals(part, top=False)
        return
    if not is_dataclass(node) or isinstance(node, Span):
        return
    if isinstance(node, tree.Field) or type(node).__name__ in {
        "Let",
        "Fold",
        "Binding",
        "Among",
        "Each",
        "Roll",
        "PutUp",
    }:
        name = getattr(node, "variable", None) or getattr(node, "name", None)
        if isinstance(name, tree.Name):
            yield name.text
    if isinstance(node, tree.Leg):
        yield from (name.text for name in node.ends or ())
    if isinstance(node, tree.PathConstraint):
        yield from (name.text for name in node.places)
    if isinstance(node, tree.Preference) and node.variable:
        yield node.variable.text
    if isinstance(node, tree.AlsoAfter):
        yield from (name.text for name in node.parameters)
    if top and isinstance(node, tree.Record | tree.Piece):
        return
    for field in fields(node):
        if field.name not in {"span", "texts", "anchors", "reason"}:
            yield from _locals(getattr(node, field.name), top=False)


def _around(node: tree.Declaration, known: Known) -> dict[str, str]:
    """The names of another declaration that are known in this one, each with its home.

    A rule knows the parameters of its actions, an exception those of what it is an exception to, and an action what
    stands around its phases: that is found by name alone.
    """
    named: list[str] = []
    if isinstance(node, tree.Rule):
        named = [one.text for s in node.statements for one in (s.action, *(other.action for other in s.others))]
    elif isinstance(node, tree.ExceptionRule):
        target = node.target.text if isinstance(node.target, tree.Name) else ""
        named = [target if known.declared(target) else known.owner_of_part(target, "") or ""]
        told = known.program.rules.get(named[0])
        named += list(told.actions) if told else []
        named += [s.action.text for s in node.statements]
    found: dict[str, str] = {}
    for name in named:
        item, home = known.program.callables.get(name), known.home_called(name)
        for parameter in getattr(item, "parameters", ()) if home else ():
            found.setdefault(parameter.name, home or "")
        for let in (*getattr(item, "lets", ()), *getattr(getattr(item, "root", None), "lets", ())):
            found.setdefault(let.name, home or "")
    return found
