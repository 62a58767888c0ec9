"""What the things of a game are called on paper, in one language: by their texts, else by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from regola_dsl.tree import is_inside
from regola_dsl.wording import primary_subtag

from regola_compiler.emit.text.labels import WORDS
from regola_compiler.emit.text.verbalizer import Verbalizer
from regola_compiler.emit.text.words.titles import Naming, first_text
from regola_compiler.ir.tree import (
    Action,
    Cell,
    CellPart,
    Clause,
    Declaration,
    Definition,
    Dimension,
    Expr,
    FieldOf,
    Ir,
    Modifier,
    Modifiers,
    Named,
    Norm,
    Phase,
    Table,
    Titles,
    Told,
)
from regola_compiler.ir.types import EnumType, ScaleType

# What stands in front of a number that is less than nothing, as it is typed: of `1-3` and `CR-2` it is no minus.
_MINUS = re.compile(r"(?<![\w.])-(?=\d)")


@dataclass
class Names:
    """The words of a game, and of the page, in one language."""

    ir: Ir
    language: str

    @cached_property
    def words(self) -> dict[str, str]:
        """The words of the page itself."""
        return WORDS.get(primary_subtag(self.language), WORDS["en"])

    @cached_property
    def declarations(self) -> dict[str, Declaration]:
        """What can be asked, by name."""
        return {item.name: item for item in (*self.ir.functions, *self.ir.facts)}

    @cached_property
    def naming(self) -> Naming:
        """The titles of types, members and phases."""
        return Naming(self.ir)

    def text(self, titles: Titles, name: str = "") -> str:
        """A text in this language, or in any; without one, the name as words."""
        return first_text(titles, self.language) or name.replace("_", " ")

    def title(self, item: Named) -> str:
        """What a declaration is called, without the full stop of a sentence."""
        return self.text(item.texts, item.name).rstrip(".")

    def briefly(self, item: Told, name: str) -> str:
        """What stands for something where there is little room."""
        return item.short.get(self.language) or self.text(item.texts, name).rstrip(".")

    def more(self, item: Told) -> tuple[str, ...]:
        """What is said of something after its title."""
        return item.more.get(self.language) or next(iter(item.more.values()), ())

    def sentence(self, claim: Expr, given: tuple[Expr, ...] = ()) -> str:
        """What an expression says, and where something is supposed, that too."""
        spoken = []
        for node in (claim, *given):
            speaker = Verbalizer(self.naming, self.language)
            speaker.node(node)
            spoken.append("".join(piece.text for piece in speaker.pieces))
        supposed = f" ({self.words['line_given']} {', '.join(spoken[1:])})" if given else ""
        return spoken[0] + supposed

    # --- rules and their parts ---

    @cached_property
    def rules(self) -> dict[str, Named]:
        """Every rule, exception and line of modifiers by its name, and by the path that leads to it.

        Of several that share a name the first is found by it, the others by their paths alone.
        """
        found: dict[str, Named] = {}
        for path, part in self._parts():
            found.setdefault(path, part)
            found.setdefault(part.name, part)
        for rule in self.ir.rules:
            found.setdefault(rule.name, rule)
        return found

    def _parts(self) -> Iterator[tuple[str, Named]]:
        for item in self.ir.functions:
            yield item.name, item
            match item:
                case Definition():
                    yield from _below(item.name, item.body)
                case Action():
                    for norm in item.norms:
                        yield f"{item.name}.{norm.name}", norm
                        yield from _below(f"{item.name}.{norm.name}", norm)
                    yield from ((f"{item.name}.{guard.name}", guard) for guard in item.guards if guard.texts)
                case Modifiers():
                    yield from ((f"{item.name}.{line.name}", line) for line in item.lines)
                case _:
                    pass

    def of_action(self, action: Action) -> tuple[Named, ...]:
        """What is said of an action: what it requires and what rules say, in the order of the book."""
        required = tuple(guard for guard in action.guards if guard.kind == "requires" and guard.texts)
        return (*required, *action.norms)

    def of_section(self, section: str) -> tuple[Named, ...]:
        """The rules, exceptions and values that stand in a section or below it."""
        found: dict[int, Named] = {}
        for _, part in self._parts():
            if isinstance(part, Norm | Clause | Definition | Modifier) and any(
                is_inside(one, section) for one in part.anchors
            ):
                found.setdefault(id(part), part)
        return tuple(found.values())

    @cached_property
    def phases(self) -> dict[str, Phase]:
        """The phases of the sequences of play by name, the sequences themselves among them."""
        found: dict[str, Phase] = {}
        for sequence in self.ir.outlines:
            for phase in sequence.walk():
                if phase.name:
                    found.setdefault(phase.name, phase)
        return found

    # --- tables ---

    def spelled(self, cell: Cell) -> str:
        """A cell as it was typed."""
        return "".join(part.text for part in cell.parts).strip()

    def cell(self, cell: Cell, *, narrow: bool, table: Table | None = None) -> str:
        """A cell as it is read: signs as they are, words by their texts, in a `narrow` place by their short ones.

        The inputs of its `table` that it compares with are called as above their columns.
        """
        return "".join(self._part(part, narrow=narrow, table=table) for part in cell.parts).strip()

    def _part(self, part: CellPart, *, narrow: bool, table: Table | None) -> str:
        match part.kind:
            case "axis" if table is not None and any(one.label == part.text for one in table.dimensions):
                return self.axis(table, next(one for one in table.dimensions if one.label == part.text))
            case "member":
                member = self.naming.members(part.of).get(part.text)
                if member is None or not member.texts:
                    return part.text
                # What is a sign is printed as that, unless something shorter is told for it.
                if member.printed and not (narrow and self.language in member.short):
                    return part.text
                return self.briefly(member, part.text) if narrow else self.text(member.texts, part.text)
            case "word":
                return self.words[part.text]
            case "any":
                return "–"
            case "axis" | "text":
                return _MINUS.sub("−", part.text.replace(" .. ", "–").replace("..", "–"))

    def heading(self, table: Table, cell: Cell) -> str:
        """What stands above a column of a table that is no grid."""
        label = self.spelled(cell)
        for dimension in table.dimensions:
            if dimension.label == label:
                return self.axis(table, dimension)
        name = label.replace(" ", "_")
        short, texts = table.output_short.get(name, {}), table.output_texts.get(name, {})
        return short.get(self.language) or self.text(texts, label)

    def axis(self, table: Table, dimension: Dimension) -> str:
        """What is looked up along a dimension: as its field, its parameter or its type is called."""
        if isinstance(dimension.value, FieldOf):
            node = dimension.value
            for field in self.naming.fields(node.record):
                if field.name == node.name and (field.texts or field.short):
                    return self.briefly(field, field.name)
        for parameter in table.parameters:
            if parameter.name == dimension.label and (parameter.texts or parameter.short):
                return parameter.short.get(self.language) or self.text(parameter.texts)
        if isinstance(dimension.type, EnumType | ScaleType):
            info = self.naming.types.get(dimension.type.name)
            shared = sum(other.type == dimension.type for other in table.dimensions) > 1
            if info and info.texts and not shared:
                return self.briefly(info, info.name)
        return dimension.label.replace("_", " ").replace(".", " ")


def _below(path: str, part: Clause | Norm) -> Iterator[tuple[str, Named]]:
    for exception in part.exceptions:
        yield f"{path}.{exception.name}", exception
        yield from _below(f"{path}.{exception.name}", exception)
