"""What things are called within a sentence: by their texts, and by their names only where there are none."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from regola_compiler.emit.text.words.wording import Wording
from regola_compiler.ir.tree import (
    Action,
    Declaration,
    Enum,
    Field,
    Ir,
    Member,
    Parameter,
    Path,
    Phase,
    Record,
    Scale,
    Table,
    Titles,
    TypeDeclaration,
)
from regola_compiler.ir.types import HandleType, Type
from regola_compiler.model.names import last_part

# In a sentence a title stands for a thing: what it explains after a pause is left to the thing's own place.
_PAUSE = re.compile(r"[;:]\s")


def first_text(texts: Titles, tag: str) -> str:
    """The text in a language, else in any; empty if there is none."""
    return texts.get(tag) or next(iter(texts.values()), "")


@dataclass
class Naming:
    """The titles of a game's things, by language."""

    ir: Ir

    def rule(self, name: str, tag: str) -> str:
        """What a declaration is called; empty if it has no text, or shares it with another."""
        return self._titles(tag).get(name, "")

    def is_path(self, name: str) -> bool:
        """Whether a declaration is a path: of that is asked whether there is one."""
        return name in self._paths

    def is_of_a_piece(self, name: str) -> bool:
        """Whether a declaration is a fact of one piece, which is read as what belongs to it."""
        return name in self._of_pieces

    @staticmethod
    def own_name(name: str) -> str:
        """What a fact of a piece is called without its type: `steps` of `Unit.steps`."""
        return last_part(name).replace("_", " ")

    def is_action(self, name: str) -> bool:
        """Whether a declaration is an action, whose title is no name of a value."""
        return isinstance(self.declarations.get(name), Action)

    def member(self, enum: str, label: str, tag: str) -> str:
        """The text of a member; empty for signs, which stay as they are."""
        member = self.members(enum).get(label)
        return "" if member is None or member.printed else first_text(member.texts, tag)

    def members(self, enum: str) -> dict[str, Member]:
        """The members of an enum or a scale."""
        info = self.types.get(enum)
        return {member.label: member for member in info.members} if isinstance(info, Enum | Scale) else {}

    def field(self, record: str, name: str, tag: str) -> str:
        """The text of a record's field."""
        return next((first_text(field.texts, tag) for field in self.fields(record) if field.name == name), "")

    def fields(self, record: str) -> tuple[Field, ...]:
        """The fields of a record."""
        info = self.types.get(record)
        return info.fields if isinstance(info, Record) else ()

    def field_type(self, record: str, name: str) -> Type | None:
        """The type of a record's field."""
        return next((field.type for field in self.fields(record) if field.name == name), None)

    def output(self, row: str, name: str, tag: str) -> str:
        """The text of a column of a table, whose rows are records of the type `row`."""
        table = self.declarations.get(row.removesuffix(" row"))
        return first_text(table.output_texts.get(name, {}), tag) if isinstance(table, Table) else ""

    def result(self, name: str) -> Type | None:
        """The type of what a declaration answers with."""
        item = self.declarations.get(name)
        return item.result if item else None

    def place(self, name: str) -> Type | None:
        """What a path goes between."""
        item = self.declarations.get(name)
        return item.place if isinstance(item, Path) else None

    def inputs(self, name: str) -> tuple[Parameter, ...]:
        """What a declaration is asked of."""
        item = self.declarations.get(name)
        return item.parameters if item else ()

    @cached_property
    def declarations(self) -> dict[str, Declaration]:
        """What can be asked, by name."""
        return {item.name: item for item in (*self.ir.functions, *self.ir.facts)}

    def title(self, name: str, tag: str) -> str:
        """The text of a declaration, whether or not it shares it; empty if it has none."""
        item = self.declarations.get(name)
        return self.rule(name, tag) or (first_text(item.texts, tag).rstrip(".") if item else "")

    def wording(self, tag: str) -> Wording:
        """How the game's texts use their words in a language."""
        if tag not in self._wordings:
            self._wordings[tag] = Wording(self.ir, tag)
        return self._wordings[tag]

    def type(self, name: str, tag: str) -> str:
        """The text of a type."""
        info = self.types.get(name)
        return _short(first_text(info.texts, tag)) if info else ""

    def phase(self, label: str, tag: str) -> str:
        """The text of an innermost phase, after that of the phase it lies in where two have its name."""
        found = [_short(first_text(self._phases[name].texts, tag)) for name in label.split("/") if name in self._phases]
        return " › ".join(title for title in found if title)

    @cached_property
    def types(self) -> dict[str, TypeDeclaration]:
        """The types by name."""
        return {type_.name: type_ for type_ in self.ir.types}

    @cached_property
    def _of_pieces(self) -> frozenset[str]:
        pieces = {piece.name for piece in self.ir.pieces}
        return frozenset(
            fact.name
            for fact in (self.ir.facts if pieces else ())
            if fact.kind in {"state", "given"}
            and len(fact.parameters) == 1
            and isinstance(type_ := fact.parameters[0].type, HandleType)
            and type_.name in pieces
        )

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(item.name for item in self.ir.functions if isinstance(item, Path))

    def _titles(self, tag: str) -> dict[str, str]:
        if tag not in self._known:
            items = (*self.ir.functions, *self.ir.facts)
            whole = {item.name: first_text(item.texts, tag).rstrip(".") for item in items}
            short = {name: _short(title) for name, title in whole.items()}
            # Cut short, two titles may become one: then both keep all they say.
            count = Counter(short.values())
            chosen = {name: title if count[title] == 1 else whole[name] for name, title in short.items()}
            count = Counter(chosen.values())
            self._known[tag] = {name: title for name, title in chosen.items() if count[title] == 1}
        return self._known[tag]

    @cached_property
    def _known(self) -> dict[str, dict[str, str]]:
        return {}

    @cached_property
    def _wordings(self) -> dict[str, Wording]:
        return {}

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        found: dict[str, Phase] = {}
        for sequence in self.ir.outlines:
            for phase in sequence.walk():
                found.setdefault(phase.name, phase)
        return found


def _short(title: str) -> str:
    return _PAUSE.split(title.rstrip("."), maxsplit=1)[0]
