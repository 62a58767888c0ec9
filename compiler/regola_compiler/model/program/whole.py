"""A whole game."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program.actions import Action, Event, RuleInfo
from regola_compiler.model.program.book import Acceptance, Erratum, Example
from regola_compiler.model.program.definitions import Definition
from regola_compiler.model.program.positions import Assumption, Fact, PieceInfo, Players, PutUp
from regola_compiler.model.program.searches import Choice, Path
from regola_compiler.model.program.sequences import Phase
from regola_compiler.model.program.tables import Modifiers, Table
from regola_compiler.model.types import EnumType, HandleType, RecordType, Value


@dataclass(frozen=True, slots=True)
class TypeInfo:
    """A declared type with what a reference prints of it."""

    tag = "TypeInfo"

    type: EnumType | RecordType | HandleType
    anchors: Anchors
    texts: Texts
    parts: tuple[tuple[str, Anchors, Texts, Span], ...]
    span: Span
    name_span: Span


Rule: TypeAlias = Definition | Table | Modifiers | Fact | Action | Path | Choice


@dataclass(slots=True)
class Program:
    """A whole game, in the order of its files.

    `broken` names what did not resolve, `unread` what is declared where nothing can be read; `starts` are the
    positions of its scenarios. Where `focus` is set, only
    the declarations it names are to be examined; the others are there because these rest on them. `ruled` names
    the declarations of which a part stands by an erratum, by its name; `standing_by` names the erratum by which a part
    stands, by the span of the part's name or that of a row. `labels` are what inputs, outputs and fields are
    called: `die` wherever it says nothing itself, `siege.turns` in one declaration. `languages` are those that texts
    are to be in; `texts_complete` says whether everything is to have one, or only what has one in some language.
    `libraries` are those whose declarations the game uses.
    `individuals` are the names of counters and places that sheets, maps and `setup` give, each with its type.
    `unplayable` are the sequences that rest on something broken: of these it is known who has the turn in which phase.
    """

    types: dict[str, TypeInfo] = field(default_factory=dict)
    callables: dict[str, Rule] = field(default_factory=dict)
    examples: dict[str, Example] = field(default_factory=dict)
    errata: dict[str, Erratum] = field(default_factory=dict)
    rules: dict[str, RuleInfo] = field(default_factory=dict)
    assumptions: dict[str, Assumption] = field(default_factory=dict)
    sequences: dict[str, Phase] = field(default_factory=dict)
    acceptances: list[Acceptance] = field(default_factory=list)
    builtin: dict[str, EnumType] = field(default_factory=dict)
    focus: frozenset[str] | None = None
    starts: dict[str, dict[tuple[str, tuple[Value, ...]], Value]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    unread: frozenset[str] = frozenset()
    ruled: dict[str, list[str]] = field(default_factory=dict)
    standing_by: dict[Span, str] = field(default_factory=dict)
    labels: dict[str, Texts] = field(default_factory=dict)
    pieces: dict[str, PieceInfo] = field(default_factory=dict)
    setup: tuple[PutUp, ...] = ()
    players: Players | None = None
    events: dict[str, Event] = field(default_factory=dict)
    individuals: dict[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    texts_complete: bool = False
    libraries: frozenset[str] = frozenset()
    unplayable: dict[str, Phase] = field(default_factory=dict)

    @property
    def overruled(self) -> set[str]:
        """The rules and exceptions that an erratum rules against: the book's words, which need not decide anything."""
        return {erratum.overruled for erratum in self.errata.values() if erratum.overruled}

    def is_shared(self, name: str) -> bool:
        """Whether a declaration is of a library, and stands there for other games too."""
        return bool(self.libraries) and name.partition(".")[0] in self.libraries

    def in_focus(self, name: str) -> bool:
        """Whether a declaration is to be examined."""
        return self.focus is None or name in self.focus

    def examined(self) -> list[Rule]:
        """What can be asked and is to be examined."""
        if self.focus is None:
            return list(self.callables.values())
        if len(self.focus) == 1:  # as in most checks, which look at one declaration after the other
            return [self.callables[name] for name in self.focus if name in self.callables]
        return [item for name, item in self.callables.items() if name in self.focus]
