"""What the words of one declaration mean: each with its place and what it names.

The surface tree has every word with its place, and knows in which position it stands: a phase behind `in`, an action
behind `must not`. What a word of an expression means is looked up (`lookup`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from regola_compiler.model import program as model
from regola_compiler.model.names import last_part
from regola_compiler.model.types import EnumType, RecordType, Type
from regola_dsl import tree
from regola_dsl.source import Span

from regola_lsp.language.lookup import Known, Lookup, Target


@dataclass(frozen=True, slots=True)
class Use:
    """A word, where it stands in its home, and what it names; whether it is declared there."""

    span: Span
    target: Target
    declares: bool = False


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


class _Walk:
    """One declaration, word by word."""

    def __init__(self, node: tree.Declaration, known: Known) -> None:
        self.node, self.known = node, known
        self.home = node.span.path
        self.found: list[Use] = []
        self.look = Lookup(node, known)
        self.actions: list[str] = []

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
                self.add(node.span, self.look.word(node))
            case tree.FieldOf():
                self.visit(node.record, role)
                self.add(node.field.span, self.look.field(node))
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
            self.add(name.span, self.look.part(name.text, node))
        elif role is not None:
            known = role != "declaration" or self.known.declared(name.text)
            self.add(name.span, Target(role, name.text) if known else self.look.by_name(name.text))
        elif isinstance(node, tree.Limit) and name.span == node.span:
            pass  # a limit of an action has no name
        elif (sort, field) == ("Beyond", "parameter"):
            self._path(name.text, name.span)
        elif field == "name" and sort in _DECLARES:
            kind = _DECLARES[sort]
            of = ""
            if kind == "part":
                of = self.look.root_of(node)
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

    def _call(self, node: tree.Call) -> None:
        name = node.name.text
        target = None
        for item in self.look.at.get(node.span, ()):
            if isinstance(item, model.RecordLiteral):
                target = Target("declaration", item.type.name)
            elif isinstance(item, model.Call) and last_part(item.callee) == name:
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
            elif match[0] in self.look.locals or self.known.declared(match[0]):
                self.add(span, self.look.by_name(match[0]))

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
        elif first in self.look.locals:
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
