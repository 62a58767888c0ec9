"""Conditions over several names as nested loops: each is asked as soon as its names are known, and nothing twice.

`requires may_jump(m, way)` is asked for every man in every direction. What it says is taken apart into conditions one
after the other; what they read of the man alone is read once for each man; who stands on a square is looked up in the
index that the position keeps. The order of the conditions stays. What is read early may have no answer although
nobody would have asked: then the general way answers, which asks for one after the other as the rules do. So what is
found is what the general way finds (loop-invariant code motion: A. V. Aho, R. Sethi, J. D. Ullman, *Compilers*, 1986,
section 10.7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field
from itertools import groupby
from typing import Final

from msgspec.structs import replace
from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass

from regola_compiler.emit.python.expressions import expression, given_name, plainly_written, tuple_of
from regola_compiler.emit.python.indexes import Looked, looked_up
from regola_compiler.emit.python.names import INDENT
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.sharing import Sharing
from regola_compiler.emit.python.straight.deep import is_deep
from regola_compiler.emit.python.straight.quick import called_after, is_short
from regola_compiler.emit.python.straight.safe import can_be_read, is_safe
from regola_compiler.ir.bounds import Bounds, answer_held_to, held_to, is_bounded, is_within
from regola_compiler.ir.conditions import conjuncts
from regola_compiler.ir.tree import (
    And,
    Apply,
    Call,
    Const,
    Definition,
    Expr,
    FieldOf,
    Fold,
    If,
    ListOf,
    Or,
    Supposed,
    Var,
)
from regola_compiler.ir.visitor import children, descendants, with_children
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import is_extent

LONG: Final = 400  # from how many parts on it is left to the general way
NESTED: Final = 4  # how deep rules are written in one another


@dataclass(frozen=True, slots=True)
class Asked:
    """A step of the search: a condition that must hold, or (`named`) what has to have an answer before the next.

    It waits until so many names are known (`after`), even if it asks for fewer: what these are chosen among may have no
    answer, and is asked before.
    """

    node: Expr
    named: bool = False
    after: int = 0


@dataclass(slots=True)
class Level:
    """What is asked once some names are known, and what is read then for what is asked further in.

    `first` is what is read before anything is asked, as several of the steps ask for it; `fixed` what rests on the name
    alone that is known last, whatever the position.
    """

    steps: list[Asked] = field(default_factory=list)
    first: list[Expr] = field(default_factory=list)
    fixed: list[Expr] = field(default_factory=list)
    read: list[Expr] = field(default_factory=list)


# --- conditions taken apart --------------------------------------------------------------


def steps_of(condition: Expr, known: Mapping[str, Bounds], names: Namespace, deep: int = NESTED) -> list[Asked]:
    """A condition as conditions one after the other, plain rules written out.

    Args:
        condition: what must hold.
        known: the bounds of the names it reads.
        names: those of the module.
        deep: how many rules are still written in one another.
    """
    found: list[Asked] = []
    for part in conjuncts(condition):
        inner = children(part)[0] if _is_denied(part) else part
        body = _written_out(inner, known, names, deep) if isinstance(inner, Call) else None
        if body is None:
            found.append(Asked(_inside(part, known, names, deep)))
            continue
        given, value = body
        found += [Asked(_inside(one, known, names, deep), named=True) for one in given]
        if inner is part:
            found += steps_of(value, known, names, deep - 1)
        else:
            found.append(Asked(_denied(_inside(value, known, names, deep - 1))))
    return found


def _is_denied(node: Expr) -> bool:
    return isinstance(node, Apply) and node.operator is Operator.NOT


def _denied(node: Expr) -> Expr:
    return Apply(Operator.NOT, (node,))


def _inside(node: Expr, known: Mapping[str, Bounds], names: Namespace, deep: int) -> Expr:
    """An expression with plain rules written out in it, as far as that changes nothing about what is asked."""
    if isinstance(node, Call) and deep:
        body = _written_out(node, known, names, deep)
        if body is not None and not body[0]:
            return _inside(body[1], known, names, deep - 1)
    inner = children(node)
    if not inner:
        return node
    return with_children(node, [_inside(part, known, names, deep) for part in inner])


def _written_out(
    node: Call, known: Mapping[str, Bounds], names: Namespace, deep: int
) -> tuple[list[Expr], Expr] | None:
    """What a plain rule says with its arguments put in, and those that must have an answer first; None of all else."""
    rule = names.definitions.get(node.name)
    if not deep or rule is None or node.aspect or not _is_plain(rule, names):
        return None
    body = rule.body.value
    assert body is not None
    given: list[Expr] = []
    body = _renamed(body, frozenset().union(*map(free, node.arguments)), names)
    for parameter, argument in zip(rule.parameters, node.arguments, strict=True):
        if held_to(argument, parameter.type, names.results) is not None:
            return None  # it is held to its type where the rule is asked
        if not is_within(argument, parameter.type, known, names):
            return None
        if not is_safe(argument, names) and not _is_certain(parameter.name, body):
            given.append(argument)
    values = dict(zip((one.name for one in rule.parameters), node.arguments, strict=True))
    return given, _put_in(body, values)


def _is_plain(rule: Definition, names: Namespace) -> bool:
    """Whether a rule is one short expression whose answer is within its bounds; it may go through a list."""
    body = rule.body
    if body.value is None or body.exceptions or body.lets or body.when is not None or names.is_remembered(rule.name):
        return False
    if answer_held_to(rule, names.results) is not None:
        return False
    if is_short(rule, names):
        return True
    nodes = list(descendants(body.value))
    plain = not is_bounded(rule.result) and len(nodes) <= LONG // 4
    return plain and not any(isinstance(one, Supposed) for one in nodes)


def _is_certain(name: str, node: Expr) -> bool:
    """Whether a name is read whenever an expression is asked."""
    match node:
        case Var():
            return node.name == name
        case And() | Or():
            return _is_certain(name, node.operands[0])
        case If():
            return _is_certain(name, node.condition)
        case Fold():
            return _is_certain(name, node.items)
    return any(_is_certain(name, part) for part in children(node))


def _put_in(node: Expr, values: Mapping[str, Expr]) -> Expr:
    """An expression with others in the place of some names."""
    if isinstance(node, Var):
        return values.get(node.name, node)
    if isinstance(node, Fold):
        inner = {name: value for name, value in values.items() if name != node.variable}
        first, *others = children(node)
        return with_children(node, [_put_in(first, values), *(_put_in(one, inner) for one in others)])
    parts = children(node)
    return with_children(node, [_put_in(part, values) for part in parts]) if parts else node


def _renamed(node: Expr, taken: frozenset[str], names: Namespace) -> Expr:
    """An expression of which no list gives its items a name that is taken."""
    parts = [_renamed(part, taken, names) for part in children(node)]
    if not isinstance(node, Fold) or node.variable not in taken:
        return with_children(node, parts) if parts else node
    other = f"other {node.variable}"
    text = names.helper(("other", node.variable), f"{node.variable}_")
    names.called[other] = text, (text,)
    first, *others = (_put_in(part, {node.variable: Var(other)}) if place else part for place, part in enumerate(parts))
    return replace(with_children(node, [first, *others]), variable=other)


def free(node: Expr) -> frozenset[str]:
    """The names that an expression reads and does not give itself."""
    if isinstance(node, Var):
        return frozenset({node.name})
    if isinstance(node, Fold):
        first, *others = children(node)
        inner: frozenset[str] = frozenset().union(*map(free, others)) - {node.variable}
        return free(first) | inner
    return frozenset().union(*map(free, children(node)))


# --- what is read when -------------------------------------------------------------------


def needed(node: Expr, variables: Sequence[str]) -> int:
    """How many of some names must be known before an expression can be asked."""
    read = free(node)
    return max((place for place, name in enumerate(variables, 1) if name in read), default=0)


def arranged(
    steps: Sequence[Asked],
    variables: Sequence[str],
    names: Namespace,
    listed: Collection[str] = (),
    known: Mapping[str, Bounds] | None = None,
) -> list[Level]:
    """The steps by how many of some names must be known; none is asked before those that stand before it.

    What a step reads that needs fewer names than it is read as soon as these are known, if that is cheap. What rests on
    one of the `listed` names alone, which are always chosen among the same, is worked out once and for all. Of some
    names the bounds are `known`.
    """
    levels = [Level() for _ in range(len(variables) + 1)]
    upto = 0
    seen: list[Expr] = []

    def needs(node: Expr) -> int:
        return needed(node, variables)

    def read_early(node: Expr, bound: frozenset[str], level: int) -> None:
        if isinstance(node, Const | Var):
            return
        if _is_denied(node):
            read_early(children(node)[0], bound, level)
            return
        own, read = needs(node), free(node)
        if len(read) == 1 and not read.isdisjoint(listed) and not bound & read and _is_fixed(node, names):
            if node not in levels[own].fixed:
                levels[own].fixed.append(node)
            return
        if own == level and level and not bound & free(node) and _is_row(node, names):
            (levels[own].first if node in seen and node not in levels[own].first else seen).append(node)
        if own < level and not bound & free(node) and _is_cheap(node, known or {}, names):
            if node not in levels[own].read:
                levels[own].read.append(node)
            return
        if isinstance(node, Fold):
            first, *others = children(node)
            if not (isinstance(first, Call) and is_extent(first.name)):
                read_early(first, bound, level)
            for part in others:
                read_early(part, bound | {node.variable}, level)
            return
        for part in children(node):
            read_early(part, bound, level)

    for step in steps:
        upto = max(upto, step.after, needs(step.node))
        levels[upto].steps.append(step)
        read_early(step.node, frozenset(), upto)
    return levels


def _is_fixed(node: Expr, names: Namespace) -> bool:
    """Whether an expression rests on nothing but the names in it, and always has an answer."""
    calls = [one for one in descendants(node) if isinstance(one, Call)]
    plain = all(one.name in names.plain_tables for one in calls) and isinstance(node, FieldOf | Apply)
    return plain and bool(calls) and is_safe(node, names)


def _is_row(node: Expr, names: Namespace) -> bool:
    """Whether an expression is a row of a table that has one for everything."""
    return isinstance(node, Call) and not node.aspect and node.name in names.plain_tables


def _is_cheap(node: Expr, known: Mapping[str, Bounds], names: Namespace) -> bool:
    """Whether an expression is quickly worked out, so that it does no harm where nobody would have asked."""
    match node:
        case Const() | Var():
            return True
        case Call():
            read = node.name in names.straight_facts or node.name in names.plain_tables
            read |= node.name in names.facts and not node.arguments
            read &= not node.aspect and can_be_read(node, known, names)
            return read and all(_is_cheap(part, known, names) for part in node.arguments)
        case FieldOf() | Apply() | If() | And() | Or() | ListOf():
            return all(_is_cheap(part, known, names) for part in children(node))
        case _:
            return False


# --- written -----------------------------------------------------------------------------


class Search:
    """Writes what is asked as nested loops.

    A first writing only counts what stands in it twice; the second is what is kept.
    """

    def __init__(self, names: Namespace, counts: dict[str, int] | None) -> None:
        """Where `counts` is None it is counted."""
        self.view = copy(names)
        self.view.sharing = Sharing({}, counts=counts or {}, counting=counts is None, early=True)
        self.tables: dict[str, str] = {}
        self.known: list[str] = []

    @property
    def _sharing(self) -> Sharing:
        assert self.view.sharing is not None
        return self.view.sharing

    @property
    def counts(self) -> dict[str, int]:
        """How often each part stands in what was written."""
        return self._sharing.counts

    def level(self, level: Level, indent: str, leave: str) -> list[str]:
        """The statements of one level: they `leave` where something does not hold."""
        lines = [line for node in level.first for line in self.named(node, indent)]
        for compared, steps in groupby(level.steps, lambda step: not step.named and _is_compared(step.node)):
            if compared:
                lines += self._together([step.node for step in steps], indent, leave)
                continue
            for step in steps:
                lines += self.named(step.node, indent) if step.named else self._asked(step.node, indent, leave)
        for node in level.read:
            lines += self.named(node, indent)
        return lines

    def named(self, node: Expr, indent: str) -> list[str]:
        """The statement that gives an expression a name, where it has none."""
        return [f"{indent}{line}" for line in given_name(node, self.view)]

    def fixed(self, node: Expr) -> str:
        """The name of what is worked out beforehand, as it is called in here."""
        sharing = self._sharing
        own = self.view.helper(("fixed", called_after(node), len(self.known)), called_after(node))
        sharing.named[plainly_written(node, self.view)] = own
        self.known.append(own)
        return own

    def written(self, node: Expr) -> str:
        """An expression that is worked out for certain here."""
        return expression(node, self.view)

    def _together(self, nodes: list[Expr], indent: str, leave: str) -> list[str]:
        listed = [self.written(node) for node in nodes]
        whole = listed[0] if len(listed) == 1 else f"({' and '.join(listed)})"
        return [f"{indent}if not {whole}:", f"{indent}{INDENT}{leave}"]

    def _asked(self, node: Expr, indent: str, leave: str) -> list[str]:
        denied = _is_denied(node)
        inner = node.operands[0] if isinstance(node, Apply) and denied else node
        if isinstance(inner, Fold) and inner.kind in {FoldKind.ANY, FoldKind.NO}:
            return self._any(inner, indent, leave, wanted=denied is (inner.kind == FoldKind.NO))
        return [f"{indent}if {'' if denied else 'not '}{self.written(inner)}:", f"{indent}{INDENT}{leave}"]

    def _any(self, node: Fold, indent: str, leave: str, *, wanted: bool) -> list[str]:
        """The statements that leave where there is none of a list that fulfils a condition; or, not `wanted`, one."""
        assert node.where is not None
        found = looked_up(node, self.view)
        lines: list[str] = []
        rest: tuple[Expr, ...] = (node.where,)
        if found is None:
            items = self.written(node.items)
        else:
            for part in found.before:
                lines += self.named(part, indent)
            table, key = self._table(found), tuple_of(map(self.written, found.keys))
            if not found.rest:
                return [*lines, f"{indent}if {key} {'not ' * wanted}in {table}:", f"{indent}{INDENT}{leave}"]
            items, rest = f"{table}.get({key}, ())", found.rest
        variable = self.view.local(node.variable)
        with self._sharing.within(variable):
            self._sharing.binding = wanted  # a statement, which has no names of its own
            asked = " and ".join(self._parts(rest))
        if not wanted:
            return [*lines, f"{indent}if any({asked} for {variable} in {items}):", f"{indent}{INDENT}{leave}"]
        lines += [f"{indent}for {variable} in {items}:", f"{indent}{INDENT}if {asked}:", f"{indent}{INDENT * 2}break"]
        return [*lines, f"{indent}else:", f"{indent}{INDENT}{leave}"]

    def _parts(self, nodes: Sequence[Expr]) -> Iterator[str]:
        first, *others = nodes
        yield self.written(first)
        with self._sharing.perhaps():
            for node in others:
                yield self.written(node)

    def _table(self, found: Looked) -> str:
        """The name of what an index has for this position; it is read first of all."""
        if found.index not in self.tables:
            self.tables[found.index] = self.view.helper(("found", found.index), f"found{found.index.lower()}")
        return self.tables[found.index]

    def tables_read(self, indent: str) -> list[str]:
        """The statements that read the indexes which are asked."""
        return [f"{indent}{own} = {index}.found(position)" for index, own in self.tables.items()]


def _is_compared(node: Expr) -> bool:
    return isinstance(node, Apply) and not _is_denied(node) and not any(isinstance(p, Fold) for p in descendants(node))


def is_too_much(steps: Sequence[Asked]) -> bool:
    """Whether some steps are better left to the general way: what is deep, long, or of another position."""
    nodes = [step.node for step in steps]
    listed = [list(descendants(node)) for node in nodes]
    other = any(isinstance(one, Supposed) for part in listed for one in part)
    return other or is_deep(nodes) or sum(map(len, listed)) > LONG
