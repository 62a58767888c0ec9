"""What a name can mean while a program is resolved, and the findings met on the way."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal, TypeAlias, TypeVar

from regola_dsl import tree
from regola_dsl.diagnostics import (
    Code,
    Diagnostic,
    Label,
    Missing,
    akin,
    begun_by,
    listed_few,
    nearest,
    of_its_words,
    of_signs,
    sharing_a_word,
)
from regola_dsl.parsing.words import keywords
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.model.kinds import FactKind
from regola_compiler.model.made import is_made_label, made_name
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Expr, Parameter, TypeInfo
from regola_compiler.model.types import ERROR, PERMISSION, EnumType, HandleType, RecordType, Type, quoted
from regola_compiler.resolve import codes
from regola_compiler.resolve.elsewhere import said_elsewhere
from regola_compiler.resolve.other_kinds import named_type, of_another_kind, those_there_are

# An exception or a section that must be one of a few.
BESIDE, SET_AGAINST = "exception beside this one", "section among those that this erratum sets against each other"
# Of these there are only so many at a place: all are told.
_CLOSED = {
    *("value", "field", "property", "parameter", "column", "phase", "option", "list of neighbours"),
    *(BESIDE, SET_AGAINST),
}
# Kinds of names of which there are few in most games: they are listed if they are not many.
_OF_FEW = {"variant", "action", "change", "scale", "state fact", "erratum", "type of piece"}
# What is said of a name that is none of something's own, and of one that is no thing of its kind.
_HAS_NONE = {
    "field": later("{owner} has no field `{name}`"),
    "parameter": later("{owner} has no parameter `{name}`"),
    "property": later("{owner} has no property `{name}`"),
    "column": later("{owner} has no column `{name}`"),
}
_UNKNOWN = {
    BESIDE: later("there is no exception `{name}` beside this one"),
    SET_AGAINST: later("there is no section `{name}` among those that this erratum sets against each other"),
    "name": later("unknown name `{name}`"),
    "type": later("unknown type `{name}`"),
    "scale": later("unknown scale `{name}`"),
    "phase": later("unknown phase `{name}`"),
    "action": later("unknown action `{name}`"),
    "change": later("unknown change `{name}`"),
    "definition": later("unknown definition `{name}`"),
    "exception": later("unknown exception `{name}`"),
    "rule or exception": later("unknown rule or exception `{name}`"),
    "definition or exception": later("unknown definition or exception `{name}`"),
    "definition, rule or exception": later("unknown definition, rule or exception `{name}`"),
    "erratum": later("unknown erratum `{name}`"),
    "column": later("unknown column `{name}`"),
    "parameter": later("unknown parameter `{name}`"),
    "option": later("unknown option `{name}`"),
    "variant": later("unknown variant `{name}`"),
    "state fact": later("unknown state fact `{name}`"),
    "type of piece": later("unknown type of piece `{name}`"),
    "list of neighbours": later("unknown list of neighbours `{name}`"),
}
# What is said of the further places of a name.
AND_HERE = say("and here")
# What to do about a name of which nothing more is known, and about one of a kind.
TO_DECLARE = say("declare it, or correct the spelling")
_HINTS = {
    "type": later("declare it with `enum`, `scale`, `record`, `piece` or `place`"),
    "definition": later("declare it with `define`, `table` or `modifiers`"),
    "list of neighbours": later("declare it: `given neighbours(h: Hex): list of Hex`"),
}
# What other languages call our types.
_YES_OR_NO = frozenset({"yes", "no", "true", "false", "yesno", "yes_no", "flag", "sì", "si", "vero", "falso"})
_OTHER_NAMES = {"integer": "int", "boolean": "bool", "float": "number", "fraction": "number", "dice": "d6"}


T = TypeVar("T")
Item = TypeVar("Item")

# For a word that means something at its place alone (a die, what a phase is played with): what it stands for, a fact of
# some name, or a value.
Stands: TypeAlias = Mapping[str, "str | Expr"]
# How much was reported to a table: how many mistakes, findings, silent ones, and places of each unknown name.
Mark: TypeAlias = tuple[int, int, int, dict[Missing, int]]
# The kind of a fact, or what else can be called.
SignatureKind: TypeAlias = FactKind | Literal["define", "table", "modifiers", "action", "choice"]


@dataclass(frozen=True, slots=True)
class Signature:
    """How something that can be called looks from outside.

    `place` is what a path leads over, and `whole` that its steps cost whole numbers; `starts` says that a fact has a
    value at the start.
    """

    name: str
    kind: SignatureKind
    parameters: tuple[Parameter, ...]
    result: Type
    span: Span
    place: Type = ERROR
    starts: bool = False
    whole: bool = True


@dataclass(slots=True)
class SymbolTable:
    """Everything declared, and what is wrong with how it is used.

    An unknown name is told once, however often it is used: its places are collected here and
    become one finding when resolving ends. While something is `trying` whether another way would fit, what is reported
    is taken back.
    """

    types: dict[str, TypeInfo] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    builtin: dict[str, EnumType] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    lost: frozenset[str] = frozenset()
    trying: bool = False
    _silent: int = 0
    _unknown: dict[Missing, list[Span]] = field(default_factory=dict)
    _candidates: dict[Missing, list[str]] = field(default_factory=dict)
    _meant: dict[Missing, str] = field(default_factory=dict)
    _fits: dict[Missing, Type] = field(default_factory=dict)
    _beside: dict[Missing, list[str]] = field(default_factory=dict)

    def report(
        self,
        code: Code,
        message: str,
        span: Span,
        label: str = "",
        *,
        related: tuple[Label, ...] = (),
        help: str = "",  # noqa: A002  as it is called in a finding
        notes: tuple[str, ...] = (),
        missing: Missing | None = None,
    ) -> None:
        """Add a finding."""
        self.found.append(Diagnostic(code, message, span, label, related, help, notes, missing=missing))

    def unknown(
        self,
        kind: str,
        name: str,
        span: Span,
        candidates: list[str],
        meant: str | Callable[[], str] = "",
        *,
        owner: str = "",
        fit: Type | None = None,
    ) -> None:
        """Note that `name` was used as a `kind` and means nothing, unless what declares it was not readable.

        Args:
            kind: as what it was used: a name, a phase, a value.
            name: the name.
            span: where.
            candidates: what there is of the kind.
            meant: what to write in its place, where more is known of that place than how names are spelt; or what finds
                it, if that is dear: it is told once, however often the name is used.
            owner: what it would belong to: the enum of a value, the record of a field.
            fit: of what type something is asked for there, if that is known.
        """
        if name in self.lost:
            self._silent += 1
            return
        missing = Missing(kind, name, owner)
        self._unknown.setdefault(missing, []).append(span)
        if meant and not self.is_meant(missing) and (said := meant if isinstance(meant, str) else meant()):
            self._meant[missing] = said
        if fit is not None:
            self._fits.setdefault(missing, fit)
        self._candidates.setdefault(missing, []).extend(candidates)

    def is_meant(self, missing: Missing) -> bool:
        """Whether it is told already what to write for a name that means nothing."""
        return missing in self._meant

    def stands_beside(self, name: str, owner: str, others: list[str]) -> None:
        """Note which values stand in the same list as a name that is none: a list has each once, so none is meant."""
        self._beside.setdefault(Missing("value", name, owner), []).extend(others)

    def told_elsewhere(self) -> None:
        """Note that something is wrong here of which another step tells."""
        self._silent += 1

    def count(self) -> int:
        """How many mistakes were met so far: to tell whether a declaration resolved."""
        return len(self.found) + self._silent + sum(map(len, self._unknown.values()))

    def mark(self) -> Mark:
        """How much was reported so far, to take back to it what is reported from here on."""
        return self.count(), len(self.found), self._silent, {key: len(spans) for key, spans in self._unknown.items()}

    def take_back(self, mark: Mark) -> None:
        """Forget what was reported since a mark: something else is told in its place."""
        _, found, self._silent, unknown = mark
        del self.found[found:]
        for key in list(self._unknown):
            del self._unknown[key][unknown.get(key, 0) :]
            if not self._unknown[key]:
                for noted in (self._unknown, self._candidates, self._meant, self._fits, self._beside):
                    noted.pop(key, None)

    def missed(self, name: str, mark: Mark) -> bool:
        """Whether a name was found unknown since a mark."""
        return any(key.name == name and len(spans) > mark[3].get(key, 0) for key, spans in self._unknown.items())

    def absorb(self, other: SymbolTable) -> None:
        """Take over what was reported to another table."""
        self.found += other.found
        self._silent += other._silent
        for key, spans in other._unknown.items():
            self._unknown.setdefault(key, []).extend(spans)
            self._candidates.setdefault(key, []).extend(other._candidates[key])
        self._meant = {**other._meant, **self._meant}
        self._fits = {**other._fits, **self._fits}
        self._beside = {**other._beside, **self._beside}

    def finish(self) -> list[Diagnostic]:
        """All findings, unknown names grouped."""
        for missing, places in self._unknown.items():
            spans = list(dict.fromkeys(places))  # what is looked at twice is told of once
            help_text = self._instead(missing)
            related = tuple(Label(span, AND_HERE) for span in spans[1:])
            noun = _unknown(missing)
            if len(spans) > 1:
                noun = say("{unknown}, used in {places} places", unknown=noun, places=len(spans))
            self.found.append(
                Diagnostic(
                    codes.UNKNOWN_NAME,
                    noun,
                    spans[0],
                    say("not declared"),
                    related,
                    help_text,
                    missing=missing._replace(fit=named_type(self._fits.get(missing))),
                )
            )
        return self.found

    def _instead(self, missing: Missing) -> str:
        """What could be written in place of a name that nothing declares as what it was used."""
        kind, name, _, _ = missing
        beside = self._beside.get(missing, ())
        known = [one for one in dict.fromkeys(self._candidates[missing]) if one not in beside]
        there = those_there_are(self._fits.get(missing), self)
        said = self._meant.get(missing) or said_elsewhere(kind, name, known) or of_another_kind(missing, known, self)
        close = nearest(name, [*known, *there]) or akin(name, [*known, *there])
        if kind in _CLOSED:
            # A word of the language in the place of a name shortens none.
            begun = None if name in keywords() else begun_by(name, known)
            close = close or begun or of_its_words(name, known) or sharing_a_word(name, known) or of_signs(name, known)
        if said or close:
            return said or say("did you mean `{close}`?", close=_as_written(kind, close or ""))
        if there and name[:1].isupper():
            type_ = named_type(self._fits.get(missing))
            return say("of `{type}` {there_are}", type=type_, there_are=listed_few(there, len(there)))
        return self._hint(missing, known)

    def _hint(self, missing: Missing, known: list[str]) -> str:
        kind, name, owner, _ = missing
        for sign in "-/":
            if sign in name and kind == "name":
                return say(
                    "to calculate, put spaces around `{sign}`; to name a value, declare it in an enum or a scale",
                    sign=sign,
                )
        if name == "active":
            return say("`active` is whose turn it is, where a phase says whose: `phase NAME by PLAYER`")
        if kind == "type" and name.casefold() in _OTHER_NAMES:
            return say("did you mean `{other_names}`?", other_names=_OTHER_NAMES[name.casefold()])
        if kind == "type" and name.casefold() in _YES_OR_NO:
            return say("what is yes or no is a `bool`, with `true` or `false` as its value: `bool = false`")
        if kind == "type" and re.fullmatch(r"\d*[dD]\d+", name):
            return say("dice are written small: `{name}`", name=name.lower())
        if kind == "value":
            enum = PERMISSION if owner == PERMISSION.name else self.enum(owner)
            known = list(enum.members) if enum else []
        listed = listed_few(known, len(known)) if kind in _CLOSED else listed_few(known) if kind in _OF_FEW else ""
        return listed or (say(_HINTS[kind]) if kind in _HINTS else TO_DECLARE)

    def declare_type(self, name: str, info: TypeInfo) -> None:
        """Enter a declared type."""
        self.types[name] = info

    def declare_builtin(self, type_: EnumType) -> None:
        """Enter a type of the language's own: of the phases that the sequences have, of nothing."""
        self.builtin[type_.name] = type_

    def individual(self, name: str) -> HandleType | None:
        """The type of the piece or place of this name, if there is one, or if rules can make it."""
        known = self.signature(f"piece {name}")
        if known is None and name[-1:].isdecimal():
            made = (type_ for type_ in self.type_names() if is_made_label(type_, name))
            type_ = next((self.type_called(one) for one in made if self.signature(made_name(one)) is not None), None)
            return type_ if isinstance(type_, HandleType) else None
        return known.result if known is not None and isinstance(known.result, HandleType) else None

    def is_phase(self, name: str) -> bool:
        """Whether there is a phase of this name."""
        return self.signature(f"phase {name}") is not None

    def is_sequence(self, name: str) -> bool:
        """Whether there is a sequence of this name: what lasts so long lasts for the whole game."""
        return self.signature(f"sequence {name}") is not None

    def sign(self, signature: Signature) -> None:
        """Enter how something that can be asked looks from outside."""
        self.signatures[signature.name] = signature

    def signature(self, name: str) -> Signature | None:
        """How what is called `name` looks from outside; None if nothing that can be asked is."""
        return self.signatures.get(name)

    def signed(self) -> list[Signature]:
        """All that can be asked by its name, in the order of the files; what nobody can write is no name."""
        return [signature for name, signature in self.signatures.items() if " " not in name]

    def signed_as(self, last: str) -> list[Signature]:
        """What can be asked of which the last part of the name is this: `Unit.steps` for `steps`."""
        return [one for one in self.signed() if last_part(one.name) == last]

    def answering(self, results: Sequence[Type | None]) -> list[str]:
        """What is asked by its name alone, in the order of the files, and answers a value of one of some types."""
        return [one.name for one in self.signed() if not one.parameters and one.result in results]

    def chosen(self, kind: str, owner: str = "") -> list[Signature]:
        """All of a kind, or of any if none is named, in the order of the files; with an owner what belongs to that."""
        head = f"{owner}." if owner else ""
        return [s for name, s in self.signatures.items() if name.startswith(head) and kind in {"", s.kind}]

    def type_called(self, name: str) -> Type | None:
        """The declared type called `name`, or the language's own."""
        info = self.types.get(name)
        return self.builtin.get(name) if info is None else info.type

    def type_names(self) -> list[str]:
        """The names of the declared types."""
        return list(self.types)

    def enums(self) -> list[EnumType]:
        """The declared enums and scales."""
        return [info.type for info in self.types.values() if isinstance(info.type, EnumType)]

    def enums_with(self, label: str) -> list[EnumType]:
        """The enums and scales that have a value written `label`."""
        return [enum for enum in self.enums() if enum.index(label) is not None]

    def signature_of(self, node: tree.Declaration) -> Signature:
        """How a declaration looks from outside that was entered already."""
        found = self.signature(node.name.text)
        assert found is not None
        return found

    def silent_copy(self) -> SymbolTable:
        """The same names, for a look ahead whose findings nobody wants."""
        return SymbolTable(self.types, dict(self.signatures), self.builtin, lost=self.lost)

    def enum(self, name: str) -> EnumType | None:
        """The enum or scale called `name`."""
        found = self.type_called(name)
        return found if isinstance(found, EnumType) else self.builtin.get(name)

    def record(self, name: str) -> RecordType | None:
        """The record called `name`."""
        found = self.type_called(name)
        return found if isinstance(found, RecordType) else None


def _as_written(kind: str, name: str) -> str:
    """A name as it is written where one of its kind stands: in quotation marks what would be read otherwise without."""
    if kind == SET_AGAINST:
        return f"@{name}"
    if kind == "piece":
        return quoted(name)
    signs_alone = kind == "value" and not any(map(str.isalnum, name))
    return quoted(name) if signs_alone or (kind == "name" and not re.fullmatch(r"[\w./-]+", name)) else name


def says_only_to_declare(found: Diagnostic) -> bool:
    """Whether of a name that means nothing no more is said than how things of its kind are declared."""
    return found.help in {TO_DECLARE, *map(say, _HINTS.values())}


def _unknown(missing: Missing) -> str:
    """What is said of a name that means nothing as a `kind` of thing."""
    kind, name, owner, _ = missing
    if kind == "value" and owner == PERMISSION.name:
        return say("`{name}` is not what an action answers", name=name)
    if kind == "value":
        return say("`{name}` is not a value of {owner}", name=name, owner=f"`{owner}`")
    if kind == "label":
        return say("no input, output or field is called `{name}`", name=name)
    if kind == "piece":
        return say("no sheet and no map names a {kind} `{name}`", kind=f"`{owner}`", name=name)
    return say(_HAS_NONE[kind], owner=f"`{owner}`", name=name) if owner else say(_UNKNOWN[kind], name=name)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names visible at one place, innermost last."""

    names: SymbolTable
    locals: dict[str, Type]
    stands: Stands = field(default_factory=dict)

    def plus(self, name: str, type_: Type) -> Scope:
        """This scope with one name more."""
        return Scope(self.names, {**self.locals, name: type_}, self.stands)

    def knows(self, name: str) -> bool:
        """Whether a name is known at this place alone: a parameter, a variable, what a word stands for."""
        return name in self.locals or name in self.known()

    def known(self) -> dict[str, Type]:
        """All that is known at this place alone, with its type; of a word that stands for a fact, the fact's."""
        types = dict(self.locals)
        for word, meant in self.stands.items():
            signature = self.names.signature(meant) if isinstance(meant, str) else None
            if not isinstance(meant, str):
                types.setdefault(word, meant.type)
            elif signature is not None and not signature.parameters:
                types.setdefault(word, signature.result)
        return types

    def seeing(self, stands: Stands) -> Scope:
        """This scope where some words stand for facts more."""
        return Scope(self.names, self.locals, {**self.stands, **stands}) if stands else self

    def with_names(self, names: SymbolTable) -> Scope:
        """This scope with other names around it."""
        return Scope(names, self.locals, self.stands)


def parameter_scope(parameters: tuple[Parameter, ...], names: SymbolTable, stands: Stands | None = None) -> Scope:
    """The scope inside a declaration with these parameters."""
    return Scope(names, {parameter.name: parameter.type for parameter in parameters}, stands or {})


class Steps:
    """The steps of resolving: each declaration alone, against the names that all of them make.

    What a step is given and what it asks of the names is all it rests on. Whoever resolves the same program again and
    again may therefore keep what a step came to (`incremental/steps/resolution.py`); here each is taken anew.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}

    def names(self, lost: frozenset[str]) -> SymbolTable:
        """An empty table of names; `lost` are words that stand in declarations which could not be read."""
        return SymbolTable(lost=lost)

    def declared(self, names: SymbolTable) -> None:
        """All names are there that there will be: from here on steps ask for them."""

    def take(self, key: Hashable, given: tuple[object, ...], names: SymbolTable, work: Callable[[SymbolTable], T]) -> T:
        """What `work` comes to.

        Args:
            key: What tells this step from the others.
            given: All that the step looks at beside the names.
            names: The names of the program; what is wrong is told to them.
            work: The step itself. It reads no names but from the table it is handed.
        """
        del key, given
        return work(names)

    def by_types(self, work: Callable[[Item, SymbolTable], T], item: Item, names: SymbolTable) -> T:
        """What `work` comes to, which looks at an item, and at no names but those of types."""
        return work(item, names)

    def of_item(self, work: Callable[[Item], T], item: Item) -> T:
        """What `work` comes to, which looks at nothing but an item, and is asked of it several times."""
        known = self._made.get((work, id(item)))
        if known is None:
            # The item is kept with it, so that no other comes to stand in its place.
            self._made[work, id(item)] = known = self._made_before(work, item) or (item, work(item))
        value: T = known[1]  # type: ignore[assignment]  # it is what this work came to
        return value

    def _made_before(self, work: Callable[[Item], T], item: Item) -> tuple[object, object] | None:
        """The same, of an item that was there in the last round."""
        del work, item
        return None


def with_subjects(found: Sequence[Diagnostic], declarations: Sequence[tree.Declaration]) -> list[Diagnostic]:
    """The same findings, each about the declaration in whose text it arises, and the exception of that."""
    if not found:
        return []
    nodes = sorted(declarations, key=lambda node: _start(node.span))
    starts = [_start(node.span) for node in nodes]
    return [_with_subject(diagnostic, nodes, starts) for diagnostic in found]


def _with_subject(
    diagnostic: Diagnostic, nodes: Sequence[tree.Declaration], starts: Sequence[tuple[str, int, int]]
) -> Diagnostic:
    before = bisect_right(starts, _start(diagnostic.span))
    home = nodes[before - 1] if before else None
    if diagnostic.subject or home is None or not _within(diagnostic.span, home.span):
        return diagnostic
    parts = [home.declaration.text if isinstance(home, tree.Accept) else home.name.text]
    if isinstance(home, tree.ExceptionRule) and isinstance(home.target, tree.Name):
        parts.insert(0, home.target.text)
    inner = home.exceptions if isinstance(home, tree.Define | tree.Rule | tree.ExceptionRule) else ()
    while exception := next((part for part in inner if _within(diagnostic.span, part.span)), None):
        parts.append(exception.name.text)
        inner = exception.exceptions
    return replace(diagnostic, subject=".".join(parts))


def _start(span: Span) -> tuple[str, int, int]:
    return span.path, span.line, span.column


def _within(place: Span, around: Span) -> bool:
    return _start(around) <= _start(place) <= (around.path, around.end_line, around.end_column)
