"""What the words of one declaration mean: each with its place and what it names.

Two trees know about a word. The surface tree has every word with its place, and knows in which position it stands: a
phase behind `in`, an action behind `must not`. The model knows what an expression came to: which enum a value is of,
which record a field. Both name places of the same home, so that a word of an expression is looked up in the model by
its place; where the declaration did not resolve, or the model keeps no trace of a word, it is looked up by its name, in
what stands around it first.
"""

from __future__ import annotations

import re
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


@dataclass(frozen=True, slots=True)
class Use:
    """A word, where it stands in its home, and what it names; whether it is declared there."""

    span: Span
    target: Target
    declares: bool = False


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


# What the names in these positions are. Positions that are not listed hold expressions, or declare.
_NAMED = {
    ("ExceptionRule", "over"): "part",
    ("ExceptionRule", "after"): "part",
    ("ExceptionRule", "target"): "part",
    ("Rule", "over"): "part",
    ("Ruling", "pair"): "part",
    ("ExceptionRule", "under"): "declaration",
    ("Rule", "under"): "declaration",
    ("ExceptionRule", "by"): "erratum",
    ("Rule", "by"): "erratum",
    ("Row", "by"): "erratum",
    ("Beyond", "by"): "erratum",
    ("Modifier", "by"): "erratum",
    ("ExceptionRule", "phases"): "phase",
    ("Rule", "phases"): "phase",
    ("Action", "phases"): "phase",
    ("Measure", "phases"): "phase",
    ("Due", "phase"): "phase",
    ("Life", "phase"): "phase",
    ("Past", "phase"): "phase",
    ("Done", "phase"): "phase",
    ("Copied", "phase"): "phase",
    ("Piece", "lasting"): "phase",
    ("Statement", "action"): "declaration",
    ("Deed", "action"): "declaration",
    ("After", "action"): "declaration",
    ("Can", "action"): "declaration",
    ("Done", "action"): "declaration",
    ("Limit", "actions"): "declaration",
    ("Path", "over"): "declaration",
    ("Players", "name"): "declaration",
    ("Players", "side"): "declaration",
    ("AlsoAfter", "name"): "declaration",
    ("Pick", "scale"): "declaration",
    ("Accept", "declaration"): "declaration",
    ("Said", "setup"): "scenario",
}
_DECLARES = {
    "Enum": "declaration",
    "Record": "declaration",
    "GivenType": "declaration",
    "Table": "declaration",
    "Modifiers": "declaration",
    "Define": "declaration",
    "Fact": "declaration",
    "Assume": "declaration",
    "Action": "declaration",
    "Rule": "declaration",
    "Sequence": "declaration",
    "Path": "declaration",
    "Choice": "declaration",
    "Piece": "declaration",
    "Change": "declaration",
    "Event": "declaration",
    "Limit": "declaration",
    "Example": "example",
    "Erratum": "erratum",
    "Phase": "phase",
    "ExceptionRule": "part",
    "Modifier": "part",
}
_WORD = re.compile(r"[^\W\d_]\w*(?:[-/]\w+)*|\d\w*(?:[-/:]\w+)+")


def uses_in(node: tree.Declaration, known: Known) -> list[Use]:
    """Every word of a declaration that names something, in the order in which they stand.

    Args:
        node: The declaration.
        known: What its words can mean.
    """
    walk = _Walk(node, known)
    walk.visit(node, type(node).__name__)
    found = {(use.span, use.target): use for use in walk.found}
    return sorted(found.values(), key=lambda use: (use.span.line, use.span.column, use.span.end_column))


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


class _Walk:
    """One declaration, word by word."""

    def __init__(self, node: tree.Declaration, known: Known) -> None:
        self.node, self.known = node, known
        self.home = node.span.path
        self.found: list[Use] = []
        self.at: dict[Span, list[Any]] = {}
        seen: set[int] = set()
        for item in model_of(node, known.program):
            self._collect(item, seen)
        self.locals = set(_locals(node))
        self.around = _around(node, known)
        self.actions: list[str] = []

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

    def add(self, span: Span, target: Target | None, *, declares: bool = False) -> None:
        """Enter a word."""
        if target is not None and target.name and span.path == self.home:
            self.found.append(Use(span, target, declares))

    def visit(self, node: Any, role: str, owner: str = "") -> None:
        """Enter the words of a part of the tree; `role` is what it is, and `owner` the type or declaration it is of."""
        if isinstance(node, tuple):
            for part in node:
                self.visit(part, role, owner)
            return
        match node:
            case tree.Anchor():
                self.add(node.span, Target("section", node.section))
            case tree.Word():
                self.add(node.span, self._word(node))
            case tree.FieldOf():
                self.visit(node.record, role)
                self.add(node.field.span, self._field(node))
            case tree.Call():
                self._call(node)
            case tree.TypeName():
                self._type(node)
            case tree.Cell():
                pass
            case tree.Table():
                self._parts(node)
                self._table(node)
            case tree.Statement():
                self.actions = [node.action.text, *(other.action.text for other in node.others)]
                self._parts(node)
                for action, arguments in (
                    (node.action, node.arguments),
                    *((o.action, o.arguments) for o in node.others),
                ):
                    self._arguments(action.text, arguments)
            case tree.LabelText():
                self._label(node)
                self._parts(node)
            case _ if is_dataclass(node):
                self._parts(node)
            case _:
                pass

    def _parts(self, node: Any) -> None:
        """Enter what a node declares or names, and go on with its parts."""
        sort = type(node).__name__
        owner = self.node.name.text
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name in {"span", "texts", "reason"} or value is None:
                continue
            role = _NAMED.get((sort, field.name))
            if isinstance(value, tree.Name):
                self._name(node, sort, field.name, value, role)
            elif role is not None and value and all(isinstance(one, tree.Name) for one in value):
                for one in value:
                    self._name(node, sort, field.name, one, role)
            elif field.name == "arguments":
                if sort in {"After", "Can", "Done"}:
                    self._arguments(node.action.text, value)
            elif sort == "Path" and field.name == "over":
                self.visit(value, sort)
            elif sort == "Shape" and field.name == "axes":
                for one in value:
                    self._path(one.text, one.span)
            elif isinstance(value, tuple) and all(isinstance(one, tree.Name) for one in value):
                for one in value:
                    self.add(one.span, Target("local", one.text, self.home), declares=True)
            elif is_dataclass(value) or isinstance(value, tuple):
                self.visit(value, sort, owner)

    def _name(self, node: Any, sort: str, field: str, name: tree.Name, role: str | None) -> None:
        """A name that stands in a position of its own."""
        owner = self.node.name.text
        if role == "phase":
            self.add(name.span, Target("phase", name.text.rpartition("/")[2]))
        elif role == "part":
            self.add(name.span, self._part(name.text, node))
        elif role is not None:
            known = role != "declaration" or self.known.declared(name.text)
            self.add(name.span, Target(role, name.text) if known else self._by_name(name.text))
        elif isinstance(node, tree.Limit) and name.span == node.span:
            pass  # a limit of an action has no name
        elif (sort, field) == ("Beyond", "parameter"):
            self._path(name.text, name.span)
        elif field == "name" and sort in _DECLARES:
            kind = _DECLARES[sort]
            of = ""
            if kind == "part":
                of = self._root_of(node)
            if node is not self.node and isinstance(node, tree.Fact):
                kind, of = "field", owner
            self.add(name.span, Target(kind, name.text, of), declares=True)
        elif sort == "Member" and field == "name":
            self.add(name.span, Target("member", name.text, owner), declares=True)
        elif sort == "Field" and field == "name":
            kind = "field" if self._is_field(node) else "local"
            self.add(name.span, Target(kind, name.text, owner if kind == "field" else self.home), declares=True)
        elif sort == "PutUp":
            self.add(name.span, Target("local", name.text, self.home), declares=True)
        elif sort in {"Accept", "Setup", "LabelText", "Modifiers"}:
            pass  # a slug, no name at all, a path, a unit
        else:
            self.add(name.span, Target("local", name.text, self.home), declares=True)

    def _is_field(self, node: tree.Field) -> bool:
        """Whether a field is one of a type or an output of a table, not a parameter."""
        root = self.node
        if isinstance(root, tree.Record | tree.Piece):
            return any(node is one for one in root.fields)
        return isinstance(root, tree.Table) and isinstance(root.result, tuple) and any(node is o for o in root.result)

    def _root_of(self, node: Any) -> str:
        """The declaration that a part is of: this one, or what an exception that stands alone belongs to."""
        if isinstance(self.node, tree.ExceptionRule):
            if isinstance(self.node.target, tree.Name):
                target = self.node.target.text
                return target if self.known.declared(target) else self.known.owner_of_part(target, "") or target
            return ""
        del node
        return self.node.name.text

    def _part(self, name: str, node: Any) -> Target | None:
        """A rule or an exception, by its name."""
        near = self._root_of(node)
        owner = self.known.owner_of_part(name, near)
        if owner is not None and (owner == near or not self.known.declared(name)):
            return Target("part", name, owner)
        if self.known.declared(name):
            return Target("declaration", name)
        return Target("part", name, near) if near else None

    def _word(self, node: tree.Word) -> Target | None:
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
        return self._by_name(node.text)

    def _constant(self, item: model.Const, text: str) -> Target | None:
        type_: Any = item.type.item if isinstance(item.type, ListType) else item.type
        if isinstance(item.value, Member) and item.value.enum == "Phase":
            return Target("phase", text.rpartition("/")[2])
        if isinstance(item.value, Member):
            info = self.known.program.types.get(item.value.enum)
            if info is None or not isinstance(info.type, EnumType):
                return None
            return self._by_name(text) if info.type.index(text) is None else Target("member", text, info.type.name)
        if self.known.declared(text) and text == getattr(type_, "name", ""):
            return Target("declaration", text)
        if isinstance(type_, EnumType):
            return Target("phase", text) if type_.name == "Phase" else Target("member", text, type_.name)
        return Target("individual", text) if isinstance(type_, HandleType) else None

    def _called(self, item: model.Call, text: str) -> Target | None:
        """What a call names: a declaration, or a fact of a piece that is read as its field."""
        callee = item.callee
        if callee in {"phase", "active"} or " " in callee:
            return self._by_name(text) if self.known.declared(text) else None
        if callee == text:
            return Target("declaration", callee)
        owner, _, name = callee.rpartition(".")
        if name != text:
            return None
        if owner in self.known.owners_of_field(name):
            return Target("field", name, owner)
        if owner in self.known.program.types:
            return None
        return Target("declaration", callee) if self.known.declared(callee) else self._by_name(text)

    def _by_name(self, text: str) -> Target | None:
        """What a word means that the model does not tell: what stands nearest."""
        if text in self.locals or text in self.around:
            return self._local(text)
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
        return None if text == "value" and text not in self.locals else self._local(text)

    def _local(self, text: str) -> Target:
        """A name of this declaration, or of the one that it speaks of."""
        if text in self.locals:
            return Target("local", text, self.home)
        return Target("local", text, self.around.get(text, self.home))

    def _field(self, node: tree.FieldOf) -> Target | None:
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

    def _call(self, node: tree.Call) -> None:
        name = node.name.text
        target = None
        for item in self.at.get(node.span, ()):
            if isinstance(item, model.RecordLiteral):
                target = Target("declaration", item.type.name)
            elif isinstance(item, model.Call) and item.callee.rpartition(".")[2] == name:
                target = Target("declaration", item.callee) if self.known.declared(item.callee) else None
            if target:
                break
        if target is None and self.known.declared(name):
            target = Target("declaration", name)
        if target is None and self.known.has_phase(name):
            target = Target("phase", name)
        self.add(node.name.span, target)
        self._arguments(target.name if target else name, node.arguments)

    def _arguments(self, called: str, arguments: Any) -> None:
        """The arguments of a call, each perhaps by its name: that of a field, or of a parameter."""
        is_type = called in self.known.program.types
        home = self.known.home_called(called)
        for one in arguments:
            if not isinstance(one, tuple):
                self.visit(one, "argument")
                continue
            name, value = one
            if name is not None and (is_type or home is not None):
                where = Target("field", name.text, called) if is_type else Target("local", name.text, home or "")
                if is_type and called not in self.known.owners_of_field(name.text) and self.known.declared(name.text):
                    where = Target("declaration", name.text)  # a fact with one piece for its parameter
                self.add(name.span, where)
            self.visit(value, "argument")

    def _type(self, node: tree.TypeName) -> None:
        for part in (node.item, *node.options):
            if part is not None:
                self._type(part)
        if node.kind == "named" and self.known.declared(node.name):
            self.add(node.span, Target("declaration", node.name))

    def _label(self, node: tree.LabelText) -> None:
        """`label siege.turns`, `label die`: what is meant in one declaration, or in all."""
        owner, dot, part = node.name.text.rpartition(".")
        span = node.name.span
        if not dot:
            return
        middle = span.column + len(owner)
        kind = "declaration" if self.known.declared(owner) else "phase"
        self.add(Span(span.path, span.line, span.column, span.line, middle), Target(kind, owner))
        last = Span(span.path, span.line, middle + 1, span.line, span.end_column)
        if part in self.known.owners_of_field(part) or owner in self.known.owners_of_field(part):
            self.add(last, Target("field", part, owner))
        elif part == owner:
            self.add(last, Target("declaration", owner))
        elif home := self.known.home_called(owner):
            self.add(last, Target("local", part, home))

    # --- tables ---------------------------------------------------------------------------

    def _table(self, node: tree.Table) -> None:
        """The words of a table's cells: its header names inputs and outputs, the others values of these."""
        if not node.rows:
            return
        header, *rows = node.rows
        item = self.known.program.callables.get(node.name.text)
        types: dict[str, Type] = {}
        result: Type | None = None
        if isinstance(item, model.Table):
            types = {dimension.label: dimension.type for dimension in item.dimensions}
            result = item.result
            if isinstance(result, RecordType):
                types |= dict(result.fields)
                result = None
        corner = [part.strip() for part in header.cells[0].text.split("\\")] if header.cells else []
        if len(corner) == 2:
            self._cell(header.cells[0], None, names=True)
            for cell in header.cells[1:]:
                self._cell(cell, types.get(corner[1]))
            for row in rows:
                for place, cell in enumerate(row.cells):
                    self._cell(cell, types.get(corner[0]) if place == 0 else result)
            return
        for cell in header.cells:
            self._cell(cell, None, names=True)
        for row in rows:
            for cell, head in zip(row.cells, header.cells, strict=False):
                name = head.text.strip()
                self._cell(cell, types.get(name, result if name == node.name.text else None))

    def _cell(self, cell: tree.Cell, type_: Type | None, *, names: bool = False) -> None:
        """The words of a cell: names of inputs and outputs, or values of a type."""
        if names:
            for match in re.finditer(r"[^\W\d_][\w.]*", cell.text):
                self._path(match[0], self._within(cell.span, match.start(), match.end()))
            return
        members = type_.members if isinstance(type_, EnumType) else ()
        text = cell.text.strip('"')
        if isinstance(type_, EnumType) and text in members:
            quoted = cell.text.startswith('"')
            self.add(self._within(cell.span, quoted, quoted + len(text)), Target("member", text, type_.name))
            return
        for match in _WORD.finditer(cell.text):
            span = self._within(cell.span, match.start(), match.end())
            if isinstance(type_, EnumType) and match[0] in members:
                self.add(span, Target("member", match[0], type_.name))
            elif match[0] in self.locals or self.known.declared(match[0]):
                self.add(span, self._by_name(match[0]))

    def _path(self, text: str, span: Span) -> None:
        """`fort.walls`: an input of a table, or a way that begins with one; or an output."""
        first, *rest = text.split(".")
        root = self.node
        if (
            isinstance(root, tree.Table)
            and isinstance(root.result, tuple)
            and first in {f.name.text for f in root.result}
        ):
            target = Target("field", first, root.name.text)
        elif first in self.locals:
            target = Target("local", first, self.home)
        else:
            return
        self.add(self._within(span, 0, len(first)), target)
        at = len(first) + 1
        for part in rest:
            owners = self.known.owners_of_field(part)
            if len(owners) == 1:
                self.add(self._within(span, at, at + len(part)), Target("field", part, owners[0]))
            at += len(part) + 1

    @staticmethod
    def _within(span: Span, start: int, end: int) -> Span:
        return Span(span.path, span.line, span.column + start, span.line, span.column + end)


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
