"""The cells and headings of tables, and the members they hold, as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sections import members_of
from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.ir.tree import Cell, CellPart, Dimension, FieldOf, Member, Sheet, Table, Titles, Told, Var
from regola_compiler.ir.types import EnumType, ScaleType

# In a list a cell may hold a sentence; in a grid it would tear the columns apart.
_LONGEST_HEADING = 28
# With more columns than these, their heads are cut short where a short name is given.
_WIDEST_HEAD = 5


@dataclass
class Cells:
    """What the templates ask of a table."""

    page: Page

    def _told(self, type_: str, name: str) -> Told | None:
        """A member of a type, or a field of a record."""
        return self._members.get((type_, name))

    @cached_property
    def _members(self) -> dict[tuple[str, str], Told]:
        types = self.page.naming.types.values()
        return {(type_.name, name): member for type_ in types for name, member in members_of(type_)}

    def label(self, part: CellPart, *, grid: bool) -> ShownTexts | None:
        """How a member in a table's cell is shown by its text; None if its sign stays."""
        member = self._told(part.of, part.text)
        if not isinstance(member, Member) or member.printed:
            return None
        if grid and any(len(text) > _LONGEST_HEADING for text in _all_texts(member)):
            return None
        return self.page.languages.heading(member.texts, part.text.replace("_", " "))

    def hint(self, enum: str, label: str) -> str:
        """What a sign means, in all languages, for a tooltip."""
        member = self._told(enum, label)
        return " / ".join(_all_texts(member, self.page.languages.tags)) if member else ""

    def key(self, table: Table) -> list[tuple[str, list[ShownTexts]]]:
        """The signs in a table that have a text, each once, with what they mean in one column or another."""
        found: dict[str, dict[ShownTexts, None]] = {}
        for part in _members_in(table.sheet):
            member = self._told(part.of, part.text)
            if member and member.texts and self.label(part, grid=table.grid) is None:
                found.setdefault(part.text, {})[self.page.languages.heading(member.texts, part.text)] = None
        return [(sign, list(meanings)) for sign, meanings in found.items()]

    def axis(self, table: Table, dimension: Dimension) -> ShownTexts:
        """What an axis is called: as its field or its type is, or as printed where that would be said twice."""
        texts = self._axis_texts(table, dimension)
        shared = sum(self._axis_texts(table, other) == texts for other in table.dimensions) > 1
        return self.page.languages.heading({} if shared else texts, dimension.label.replace("_", " "))

    def _axis_texts(self, table: Table, dimension: Dimension) -> Titles:
        if isinstance(dimension.value, FieldOf):
            field = self._told(dimension.value.record, dimension.value.name)
            if field and field.texts:
                return field.texts
        parameter = next((one for one in table.parameters if dimension.value == Var(one.name)), None)
        if parameter is not None and parameter.texts:
            return parameter.texts
        if not isinstance(dimension.type, EnumType | ScaleType):
            return {}
        info = self.page.naming.types.get(dimension.type.name)
        return info.texts if info else {}

    def output(self, table: Table, cell: Cell) -> tuple[str, ShownTexts]:
        """What stands above a column of answers: its name in the files, and what it is called.

        Where the table is wide, its short name is enough.
        """
        printed = "".join(part.text for part in cell.parts)
        name = next((name for name in table.outputs if name.replace("_", " ") == printed), printed)
        texts = table.output_texts.get(name, {})
        if len(table.sheet.head) > _WIDEST_HEAD:
            texts = {**texts, **table.output_short.get(name, {})}
        return name, self.page.languages.heading(texts, printed)

    def dimension(self, table: Table, label: str) -> Dimension:
        """The dimension printed under `label`."""
        return next(dimension for dimension in table.dimensions if dimension.label == label)


def _members_in(sheet: Sheet) -> list[CellPart]:
    """The members that appear in a table, each once and in order of appearance."""
    cells = [*sheet.head, *(cell for line in sheet.lines for cell in line.cells)]
    return list(dict.fromkeys(part for cell in cells for part in cell.parts if part.kind == "member"))


def _all_texts(item: Told, tags: tuple[str, ...] | None = None) -> list[str]:
    """All texts of something, or those in some languages."""
    found = [*item.texts.items(), *((tag, text) for tag, texts in item.more.items() for text in texts)]
    return [text for tag, text in found if tags is None or tag in tags]
