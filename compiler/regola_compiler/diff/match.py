"""Two editions of a game, laid side by side: what stands in both, what in one, and what only goes by another name.

Nothing is asked here yet. `meaning` is a declaration without its place, its sections and its texts: where two
meanings are equal, and what they ask is the same, the answers are the same and need no comparing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, assert_never

from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Text

from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import (
    Action,
    Apply,
    Assumption,
    Binding,
    Call,
    Choice,
    Clause,
    Const,
    Definition,
    Effect,
    Fact,
    FieldOf,
    Fold,
    Guard,
    If,
    Leg,
    ListLiteral,
    Logic,
    Modifier,
    Modifiers,
    Norm,
    Path,
    Phase,
    Program,
    PutUp,
    Roll,
    Rule,
    Supposed,
    Table,
    TypeInfo,
    Var,
)
from regola_compiler.model.types import (
    BOOL,
    EnumType,
    Handle,
    HandleType,
    Member,
    RecordType,
    RecordValue,
    source,
)
from regola_compiler.model.visitor import (
    calls_in,
    expressions_of,
    fold,
    iter_children,
    iter_fields,
    iter_nodes,
    kind_of,
    map_children,
)

# What has no part in an answer: where it stands, how it is called and printed, and what is told a second time.
_BESIDE = frozenset(
    {"span", "name_span", "line", "anchors", "texts", "shown", "label", "by", "unit", "where", "shapes"}
)
_TWICE: dict[type, frozenset[str]] = {
    Norm: frozenset({"when", "under", "phases"}),
    Action: frozenset({"name", "phases"}),
    Modifiers: frozenset({"name", "result"}),
    **dict.fromkeys((Definition, Table, Modifier, Fact, Path, Choice, Assumption, Guard), frozenset({"name"})),
    # Of what type an expression is follows from what it speaks of.
    **dict.fromkeys((Var, FieldOf, Call, Apply, Logic, If, Fold, ListLiteral, Supposed), frozenset({"type"})),
}
# These carry a meaning where other declarations have a remark of the same name.
_KEPT: dict[type, frozenset[str]] = dict.fromkeys((Leg, Fold, Choice, Binding, Phase), frozenset({"where"}))
Declared: TypeAlias = EnumType | RecordType | HandleType


def semantic_key(node: Any) -> Any:
    """What a piece of the model says, as plain data that can be compared."""
    if isinstance(node, Declared):
        return "type", node.name
    if isinstance(node, Const):
        return "const", str(node.type), source(node.value, node.type)
    if isinstance(node, frozenset):
        return tuple(sorted(node))
    if isinstance(node, Span):
        return node
    if isinstance(node, Definition):
        node = replace(node, root=replace(node.root, name=""))  # there it goes by the definition's own name
    kind = type(node)
    return fold(node, semantic_key, (_BESIDE - _KEPT.get(kind, frozenset())) | _TWICE.get(kind, frozenset()))


def metadata(node: Any) -> Any:
    """What else a declaration has: its sections and its texts, those of its parts among them."""
    if isinstance(node, Declared):
        return ()
    if isinstance(node, Anchor | Text):
        return tuple(value for name, value in iter_fields(node) if name != "span")
    return tuple(found for part in iter_children(node) if (found := metadata(part)))


def types_used(node: Any) -> frozenset[str]:
    """The names of the declared types that a piece of the model speaks of."""
    return frozenset(found.name for found in iter_nodes(node) if isinstance(found, Declared))


def signature(item: Rule) -> tuple[Any, ...]:
    """What a declaration is asked with, and the type of its answer; modifiers reach as far as their lines do."""
    answer = "int" if isinstance(item, Modifiers) else str(item.result)
    return (*((parameter.name, str(parameter.type)) for parameter in item.parameters), answer)


def callees(item: Rule) -> frozenset[str]:
    """The names of everything a declaration asks, for its answer and for what it does."""
    names = {call.callee for part in expressions_of(item) for call in calls_in(part)}
    return frozenset(names | {item.over} if isinstance(item, Path) else names)


# The fields of a node that name a declaration, or several, and those that name a type.
_CALLED: dict[type[Any], tuple[str, ...]] = {
    **dict.fromkeys((Definition, Table, Modifiers, Fact, Action, Choice, Roll, PutUp), ("name",)),
    Path: ("name", "over"),
    Call: ("callee",),
    Effect: ("fact", "fields"),
}
_OF_TYPES: dict[type[Any], tuple[str, ...]] = {
    **dict.fromkeys((EnumType, RecordType, HandleType), ("name",)),
    Member: ("enum",),
    RecordValue: ("record",),
    Handle: ("type",),
}


@dataclass(frozen=True)
class Renamer:
    """Puts other names of declarations and of types into a piece of the model, or fixes a fact's value."""

    calls: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, bool] = field(default_factory=dict)

    def __call__(self, node: Any) -> Any:
        """The same piece, rewritten; what has nothing to rewrite is the same object."""
        if isinstance(node, Call) and node.callee in self.fixed:
            return Const(self.fixed[node.callee], BOOL, node.span)
        node = map_children(node, self)
        changed = {field: word for field, was, word in self._words(node) if word != was}
        return replace(node, **changed) if changed else node

    def _words(self, node: Any) -> Iterator[tuple[str, Any, Any]]:
        """The fields of a node that name something: what it is called there, and what it is to be called."""
        kind = type(node)
        for names, field_names in ((self.calls, _CALLED.get(kind, ())), (self.types, _OF_TYPES.get(kind, ()))):
            for field_name in field_names:
                word = getattr(node, field_name)
                if isinstance(word, tuple):
                    yield field_name, word, tuple(names.get(one, one) for one in word)
                else:
                    yield field_name, word, names.get(word, word)

    def program(self, program: Program) -> Program:
        """A program, rewritten."""
        if not (self.calls or self.types or self.fixed):
            return replace(program, examples={}, errata={})
        known = [self(info) for info in program.types.values()]
        items = [self(item) for item in program.callables.values()]
        return replace(
            program,
            types={info.type.name: info for info in known},
            callables={item.name: item for item in items},
            assumptions={name: self(item) for name, item in program.assumptions.items()},
            sequences={name: self(item) for name, item in program.sequences.items()},
            builtin={self.types.get(name, name): self(type_) for name, type_ in program.builtin.items()},
            examples={},
            errata={},
        )


@dataclass(frozen=True, eq=False)
class Edition:
    """A program as it is to be compared: what is called so, and what holds in every position of it."""

    title: str
    program: Program
    told: Position = field(default_factory=dict)


def variants_of(program: Program) -> list[str]:
    """The names of a game's variants."""
    return [name for name, item in program.callables.items() if isinstance(item, Fact) and item.kind == "variant"]


def with_variants(edition: Edition, on: tuple[str, ...]) -> Edition:
    """A game with these variants in play, and no other."""
    fixed = {name: name in on for name in variants_of(edition.program)}
    told: Position = {(name, ()): True for name in on}
    return Edition(edition.title, Renamer(fixed=fixed).program(edition.program), told)


@dataclass(frozen=True)
class Editions:
    """Two editions under the names of the new one.

    `was` has the old names of what was renamed, `types` the declared types that are not the same on both sides.
    """

    old: Edition
    new: Edition
    was: dict[str, str]
    types: Mapping[str, tuple[Declared, Declared]]

    @property
    def variants(self) -> bool:
        """Whether one game is compared with and without variants."""
        return bool(self.new.told)

    @property
    def both(self) -> list[str]:
        """The declarations that stand in both, in the new order."""
        return [name for name in self.new.program.callables if name in self.old.program.callables]


def match_editions(old: Edition, new: Edition) -> Editions:
    """Two editions, with what was renamed found again by its sections and its shape."""
    types = _renamed_types(old.program, new.program)
    bridged = Renamer(types=types).program(old.program)
    names = _renamed(bridged, new.program)
    rows = {f"{before} row": f"{after} row" for before, after in names.items()}
    program = Renamer(names, rows).program(bridged)
    was = {after: before for before, after in {**types, **names}.items()}
    told = {(names.get(name, name), values): value for (name, values), value in old.told.items()}
    before, after = _types(program), _types(new.program)
    changed = {name: (before[name], after[name]) for name in after if name in before and before[name] != after[name]}
    return Editions(Edition(old.title, program, told), new, was, changed)


def _types(program: Program) -> dict[str, Declared]:
    return {**program.builtin, **{name: info.type for name, info in program.types.items()}}


def _sections(item: Rule | TypeInfo) -> tuple[str, ...]:
    return tuple(anchor.section for anchor in item.anchors)


def _renamed_types(old: Program, new: Program) -> dict[str, str]:
    gone = {name: _shape(info.type) for name, info in old.types.items() if name not in new.types}
    come = {name: _shape(info.type) for name, info in new.types.items() if name not in old.types}
    return _only_pairs(gone, come)


def _shape(type_: Declared) -> Any:
    return type(type_), *(value for name, value in iter_fields(type_) if name != "name")


def _renamed(old: Program, new: Program) -> dict[str, str]:
    """What is gone and has come again under another name: the same sections and signature, or the same in all."""
    gone = {name: item for name, item in old.callables.items() if name not in new.callables}
    come = {name: item for name, item in new.callables.items() if name not in old.callables}
    same = _only_pairs(
        {n: semantic_key(item) for n, item in gone.items()}, {n: semantic_key(item) for n, item in come.items()}
    )

    def placed(items: dict[str, Rule], done: Any) -> dict[str, Any]:
        return {
            name: (kind_of(item), _sections(item), signature(item))
            for name, item in items.items()
            if item.anchors and name not in done
        }

    return same | _only_pairs(placed(gone, same), placed(come, same.values()))


def _only_pairs(gone: Mapping[str, Any], come: Mapping[str, Any]) -> dict[str, str]:
    """The names on both sides that say the same, where one alone does on each."""
    found = {}
    for name, said in gone.items():
        others = [other for other, theirs in come.items() if theirs == said]
        if len(others) == 1 and sum(theirs == said for theirs in gone.values()) == 1:
            found[name] = others[0]
    return found


# --- the parts of a declaration, by name -----------------------------------------------------------------


def parts_of(item: Rule) -> dict[str, tuple[Any, Any]]:
    """The exceptions, rules or lines of a declaration: what each says by itself, and the part."""
    found: dict[str, tuple[Any, Any]] = {}
    match item:
        case Definition():
            _add_clauses(found, item.root, "")
        case Action():
            _add_norms(found, item.norms, "")
        case Modifiers():
            found = {f"line {line.name}": (semantic_key(line), line) for line in item.lines}
        case Table() | Fact() | Path() | Choice():
            pass
        case _:
            assert_never(item)
    return found


def _add_clauses(found: dict[str, tuple[Any, Any]], clause: Clause, above: str) -> None:
    for part in clause.exceptions:
        name = f"{above}{part.name}"
        found[f"exception {name}"] = (semantic_key(replace(part, exceptions=())), part)
        _add_clauses(found, part, f"{name}.")


def _add_norms(found: dict[str, tuple[Any, Any]], norms: tuple[Norm, ...], above: str) -> None:
    for norm in norms:
        name = f"{above}{norm.name}"
        word = "exception" if above else "rule"
        said, _ = found.get(f"{word} {name}", ((), None))
        found[f"{word} {name}"] = ((*said, semantic_key(replace(norm, exceptions=()))), norm)
        _add_norms(found, norm.exceptions, f"{name}.")
