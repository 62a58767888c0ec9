"""The cells and headings of tables, and the members they hold, as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from regola_dsl.tree import Texts

from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.tables import Part, Printed, legend, printed
from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.emit.text.titles import is_plain_word
from regola_compiler.model.program import Dimension, FieldOf, Table
from regola_compiler.model.types import EnumType, RecordType

# In a list a cell may hold a sentence; in a grid it would tear the columns apart.
_LONGEST_HEADING = 28


@dataclass
class Cells:
    """What the templates ask of a table."""

    page: Page

    def members(self, enum: str) -> dict[str, Texts]:
        """The texts of an enum's members."""
        info = self.page.program.types.get(enum)
        return {name: texts for name, _, texts, _ in info.parts} if info else {}

    def label(self, part: Part, *, grid: bool) -> ShownTexts | None:
        """How a member in a table's cell is shown by its text; None if its sign stays."""
        texts = self.members(part.of).get(part.text, ())
        if not is_plain_word(part.text) or (grid and any(len(text.text) > _LONGEST_HEADING for text in texts)):
            return None
        return self.page.languages.heading(texts, part.text.replace("_", " "))

    def hint(self, enum: str, label: str) -> str:
        """What a sign means, in all languages, for a tooltip."""
        texts = [text for text in self.members(enum).get(label, ()) if text.language in self.page.languages.tags]
        return " / ".join(text.text for text in texts)

    def printed(self, table: Table) -> Printed:
        """A table as the book prints it."""
        return printed(table)

    def key(self, table: Printed) -> list[tuple[str, ShownTexts]]:
        """The signs in a table that have a text, with it."""
        found = []
        for enum, label in legend(table):
            texts = self.members(enum).get(label, ())
            if texts and self.label(Part("member", label, enum), grid=table.down is not None) is None:
                found.append((label, self.page.languages.heading(texts, label)))
        return found

    def axis(self, table: Table, dimension: Dimension) -> ShownTexts:
        """What an axis is called: as its field or its type is, or as printed where that would be said twice."""
        texts = self._axis_texts(dimension)
        shared = sum(self._axis_texts(other) == texts for other in table.dimensions) > 1
        return self.page.languages.heading(() if shared else texts, dimension.label.replace("_", " "))

    def _axis_texts(self, dimension: Dimension) -> Texts:
        if isinstance(dimension.value, FieldOf) and isinstance(dimension.value.record.type, RecordType):
            texts = self.members(dimension.value.record.type.name).get(dimension.value.name, ())
            if texts:
                return texts
        info = self.page.program.types.get(dimension.type.name) if isinstance(dimension.type, EnumType) else None
        return info.texts if info else ()

    def dimension(self, table: Table, label: str) -> Dimension:
        """The dimension printed under `label`."""
        return next(dimension for dimension in table.dimensions if dimension.label == label)
