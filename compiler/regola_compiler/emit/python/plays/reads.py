"""What of a position an answer rests on, as narrowly as can be said before it is asked: as a key to remember it by.

`may march(u, to)` rests on where `u` stands, on what is known of `to`, and on who stands there; not on all the others.
Two positions that are the same in that have one answer, whichever of them is asked first. A rule is gone through once,
with the rules that it asks, each with what it is asked with as far as that can be named: a parameter, a fact of one.
What is asked of something that has no name counts with all that is said of the fact (a polyvariant dependency analysis;
cf. P. Cousot and R. Cousot, *Abstract Interpretation*, 1977).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import product
from typing import Final, TypeAlias

from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass

from regola_compiler.emit.python.expressions import expression, tuple_of
from regola_compiler.emit.python.indexes import Kin, Looked, kin, looked_up
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import (
    Action,
    Call,
    Callable,
    Clause,
    Const,
    Definition,
    Expr,
    Fact,
    Fold,
    If,
    Let,
    Norm,
    Path,
    Supposed,
    Var,
)
from regola_compiler.ir.types import HandleValue, ListType, MemberValue, Type, UnionType
from regola_compiler.ir.visitor import children, descendants, expressions_of
from regola_compiler.model.names import extent_of

MOST: Final = 48  # of how many parts a key is worth to be made
ALIKE: Final = 3  # how many things a name may stand for


class _Unknown(Exception):  # noqa: N818  nothing went wrong
    """What an answer rests on cannot be said beforehand."""


@dataclass(frozen=True, slots=True)
class _Bucket:
    """The pieces that an index has for some values; `facts` are those that these are values of.

    One piece, `own`, may be among them itself, whatever its facts are.
    """

    index: str
    facts: tuple[str, ...]
    keys: tuple[Expr, ...]
    own: Expr | None = None


@dataclass(frozen=True, slots=True)
class _Of:
    """One of the pieces that an index has, or (`all`) some of them."""

    bucket: _Bucket
    listed: bool = False


# What a value can be, where it can be said; None where it cannot: then it rests on what was noted on the way.
_Value: TypeAlias = tuple[Expr | _Of, ...] | None
_Env: TypeAlias = Mapping[str, _Value]


@dataclass(slots=True)
class _Reads:
    """What has been found that an answer rests on."""

    names: Namespace
    of: str = ""
    values: dict[str, None] = field(default_factory=dict)
    facts: dict[tuple[str, tuple[Expr, ...]], None] = field(default_factory=dict)
    answers: dict[tuple[str, tuple[Expr, ...]], None] = field(default_factory=dict)
    there: dict[tuple[str, Expr], None] = field(default_factory=dict)
    buckets: dict[_Bucket, dict[str, None]] = field(default_factory=dict)
    whole: dict[str, None] = field(default_factory=dict)
    world: bool = False
    known: dict[tuple[str, tuple[_Value, ...]], _Value] = field(default_factory=dict)

    def use(self, value: _Value) -> _Value:
        """Note that an answer rests on a value itself."""
        for one in value or ():
            if isinstance(one, Var):
                self.values[one.name] = None
        return value

    def asked(self, node: Expr | None, env: _Env) -> None:
        """Note what an expression rests on, its value being needed."""
        if node is not None:
            self.use(self.value(node, env))

    def value(self, node: Expr, env: _Env) -> _Value:
        """What an expression can be; what that rests on is noted, but for a name that it may come to."""
        match node:
            case Const():
                return (node,) if isinstance(node.value, MemberValue | HandleValue | int | str) else None
            case Var():
                return env.get(node.name)  # what has a name of its own within rests on what has been noted
            case If():
                self.asked(node.condition, env)
                then, other = self.value(node.then, env), self.value(node.otherwise, env)
                return self._either(then, other)
            case Call() if node.name in self.names.facts:
                return self._fact(node, env)
            case Call():
                return self._rule(node, env)
            case Fold():
                return self._fold(node, env)
            case Supposed(kind="at_start" | "before"):
                # What is kept of how things stood then; where nothing is, they stand as they do now. It is kept of
                # whoever is asked for, who need not be one of those that are alike now.
                for part in descendants(node):
                    if isinstance(part, Var):
                        self.use(env.get(part.name))
                self.whole[f"{'start' if node.kind == 'at_start' else 'end'} of {node.of}"] = None
            case Supposed():
                raise _Unknown
        for part in children(node):
            self.asked(part, env)
        return None

    def _either(self, one: _Value, other: _Value) -> _Value:
        both = None if one is None or other is None else tuple(dict.fromkeys((*one, *other)))
        if both is None or len(both) > ALIKE:
            self.use(one)
            self.use(other)
            return None
        return both

    # --- facts ---

    def _fact(self, node: Call, env: _Env) -> _Value:
        fact = self.names.facts[node.name]
        if fact.kind == "pieces":
            self._all(fact)
            return None
        given = [self.value(part, env) for part in node.arguments]
        own: dict[str, _Value] = {p.name: one for p, one in zip(fact.parameters, given, strict=True)}
        found = self._read(fact, given)
        if fact.default is not None:
            self.asked(fact.default, own)
            if fact.owner in self.names.made and fact.name not in self.names.straight_facts:
                self._held(fact.owner, given[0])
        return found

    def _read(self, fact: Fact, given: Sequence[_Value]) -> _Value:
        plain = fact.counts is None or not fact.counts.unordered
        if fact.name in self.names.world or not plain:
            for one in given:
                self.use(one)
            self._all(fact)
            return None
        mixed = _is_mixed(fact.result, self.names)
        of = [one for one in (given[0] or () if len(given) == 1 else ()) if isinstance(one, _Of) and not one.listed]
        if of and not mixed and len(of) == len(given[0] or ()):
            for member in of:
                if fact.name not in member.bucket.facts:
                    self.buckets[member.bucket][fact.name] = None
            return None
        listed: list[tuple[Expr, ...]] = []
        for one in given:
            named = tuple(part for part in one or () if not isinstance(part, _Of))
            if not named or one is None or len(named) < len(one):
                break
            listed.append(named)
        else:
            found = [Call(fact.name, those) for those in product(*listed)]
            if len(found) <= ALIKE and not mixed:
                self.facts |= dict.fromkeys((fact.name, one.arguments) for one in found)
                return tuple(found)
        for one in given:
            self.use(one)
        self._all(fact)
        return None

    def _all(self, fact: Fact) -> None:
        if fact.name in self.names.world:
            self.world = True
        else:
            self.whole[fact.name] = None

    def _held(self, owner: str, piece: _Value) -> None:
        """Note whether a piece is still there."""
        for one in piece or ():
            if not isinstance(one, _Of):
                self.there[owner, one] = None
        if piece is None:
            self._all(self.names.facts[extent_of(owner)])

    # --- rules ---

    def _rule(self, node: Call, env: _Env) -> _Value:
        rule = self.names.functions.get(node.name)
        if rule is None:
            raise _Unknown
        given = tuple(self.value(part, env) for part in node.arguments)
        if isinstance(rule, Path):
            for one in given:
                self.use(one)
            self._walked(rule)
            return None
        if (node.name, given) in self.known:
            return self.known[node.name, given]
        if (answer := self._answer(rule, given)) is not None:
            return answer
        self.known[node.name, given] = None
        own: dict[str, _Value] = {p.name: one for p, one in zip(rule.parameters, given, strict=True)}
        if isinstance(rule, Action):
            raise _Unknown
        for parameter in rule.parameters:
            if _is_held(parameter.type):
                self.use(own[parameter.name])
        found: _Value = None
        if isinstance(rule, Definition):
            found = self.clause(rule.body, own)
        else:
            for one in given:
                self.use(one)
            for root in expressions_of(rule):
                self.asked(root, own)
        self.known[node.name, given] = found
        return found

    def _answer(self, rule: Callable, given: tuple[_Value, ...]) -> _Value:
        """The answer of a rule that is remembered itself, where that says less than all that it rests on; else None."""
        if not isinstance(rule, Definition) or rule.name == self.of or not self.names.is_remembered(rule.name):
            return None
        if rule.name not in self.names.moving or _is_mixed(rule.result, self.names):
            return None
        named = [one[0] if one is not None and len(one) == 1 else None for one in given]
        arguments = tuple(one for one in named if one is not None and not isinstance(one, _Of))
        if len(arguments) < len(given):
            return None
        alone = _Reads(self.names, rule.name)
        try:
            alone.clause(rule.body, {one.name: (Var(one.name),) for one in rule.parameters})
        except _Unknown:
            alone.whole[""] = None
        if not alone.whole:
            return None
        self.answers[rule.name, arguments] = None
        return (Call(rule.name, arguments),)

    def clause(self, clause: Clause, env: _Env) -> _Value:
        """What a value with its exceptions rests on; what it can be where it has none."""
        own = self._let(clause.lets, env)
        self.asked(clause.when, own)
        found = None if clause.value is None else self.value(clause.value, own)
        plain = clause.value is not None and not clause.exceptions and clause.when is None
        if not plain:
            self.use(found)
        for part in clause.exceptions:
            self.use(self.clause(part, {**own, "value": None}))
        return found if plain else None

    def norm(self, norm: Norm, env: _Env) -> None:
        """What it rests on whether a rule of an action speaks."""
        own = self._let(norm.lets, env)
        self.asked(norm.condition, own)
        for part in norm.exceptions:
            self.norm(part, own)

    def _let(self, lets: Iterable[Let], env: _Env) -> _Env:
        own = dict(env)
        for let in lets:
            own[let.name] = self.value(let.value, own)
        return own

    def _walked(self, path: Path) -> None:
        if not self.names.is_remembered(path.name):
            raise _Unknown
        for name in self.names.rests_on(path.name):
            if name in self.names.facts:
                self._all(self.names.facts[name])
            else:
                self.world = True

    # --- lists ---

    def _fold(self, node: Fold, env: _Env) -> _Value:
        own = dict(env)
        found = looked_up(node, self.names)
        those = kin(node, self.names) if found is None else None
        buckets = None if found is None else self._found(found, env)
        if those is not None and those.key is not None:
            buckets = self._kin(those, those.key, env)
        item: _Value
        if buckets is None:
            items = self.value(node.items, env)
            of = [one for one in items or () if isinstance(one, _Of) and one.listed]
            item = tuple(_Of(one.bucket) for one in of) if items and len(of) == len(items) else None
            if item is None:
                self.use(items)
            if those is not None and those.key is None:
                item = self.value(those.own, env)
        else:
            item = tuple(map(_Of, buckets))
            items = tuple(_Of(one, listed=True) for one in buckets)
        own[node.variable] = item
        self.asked(node.where, own)
        self.asked(node.value, own)
        return items if node.kind == FoldKind.THOSE and item is not None else None

    def _kin(self, those: Kin, key: Expr, env: _Env) -> list[_Bucket] | None:
        """One piece with those that an index has; None where it cannot be said beforehand which."""
        keys, own = self.value(key, env), self.value(those.own, env)
        match keys, own:
            case (Var() as named,), (Var() as itself,):
                bucket = _Bucket(those.index, (), (named,), itself)
                self.buckets.setdefault(bucket, {})
                return [bucket]
        self.use(keys)
        self.use(own)
        return None

    def _found(self, looked: Looked, env: _Env) -> list[_Bucket] | None:
        """The pieces that an index has; None where it cannot be said beforehand which."""
        given = [self.value(key, env) for key in looked.keys]
        for before in looked.before:
            self.asked(before, env)
        named = [tuple(part for part in one or () if not isinstance(part, _Of)) for one in given]
        found = [_Bucket(looked.index, looked.facts, those) for those in product(*named)]
        if len(found) > ALIKE or any(one is None or len(one) > len(own) for one, own in zip(given, named, strict=True)):
            for value in given:
                self.use(value)
            return None
        for bucket in found:
            self.buckets.setdefault(bucket, {})
        return found


def _is_held(type_: Type) -> bool:
    """Whether a rule looks at what it is asked with before it answers."""
    return not isinstance(type_, ListType) and getattr(type_, "low", None) is not None


def _is_mixed(type_: Type, names: Namespace) -> bool:
    """Whether values of a type may be equal and not the same."""
    if isinstance(type_, ListType):
        return _is_mixed(type_.item, names)
    return isinstance(type_, UnionType) and not names.alone(type_)


# --- written -----------------------------------------------------------------------------


def key_of_action(action: Action, names: Namespace) -> str:
    """The line above the function of what the rules say of an action, by which its answers are remembered, if any."""
    reads = _Reads(names)
    env: dict[str, _Value] = {one.name: (Var(one.name),) for one in action.parameters}
    try:
        for norm in action.norms:
            reads.norm(norm, env)
    except _Unknown:
        return ""
    return _written(reads, action)


def key_of(function: Definition, names: Namespace) -> str:
    """The line above a function that is worth remembering, by which its answers are; none where it would be no use."""
    reads = _Reads(names, function.name)
    env: dict[str, _Value] = {one.name: (Var(one.name),) for one in function.parameters}
    for one in function.parameters:
        if _is_held(one.type):
            reads.use(env[one.name])
    try:
        reads.use(reads.clause(function.body, env))
    except _Unknown:
        return ""
    return _written(reads, function)


def _written(reads: _Reads, function: Action | Definition) -> str:
    names = reads.names
    if any(_is_mixed(one.type, names) for one in function.parameters):
        return ""
    parts = [names.local(name) for name in reads.values]
    parts += ["position._world"] if reads.world else []
    parts += [_fact_text(name, arguments, names) for name, arguments in reads.facts]
    parts += [expression(Call(name, arguments), names) for name, arguments in reads.answers]
    parts += [f"{expression(one, names)} in position.{names.fact(extent_of(owner))}" for owner, one in reads.there]
    for number, (bucket, read) in enumerate(reads.buckets.items(), 1):
        own = names.helper(("bucket", number), f"those_{number}")
        keys = tuple_of(expression(key, names) for key in bucket.keys)
        those = f"{bucket.index}.found(position).get({keys}, ())"
        if bucket.own is not None:
            those = f"{bucket.index}.kin(position, {keys}, {expression(bucket.own, names)}, exact=True)"
        parts.append(f"({own} := {those})")
        piece = names.helper("member", "one")
        for name in read:
            parts.append(f"tuple([position.{names.fact(name)}.get(({piece},)) for {piece} in {own}])")
    exact = len(reads.facts) + len(reads.buckets) + len(reads.answers)
    for name in reads.whole:
        if name in names.facts and (names.facts[name].kind == "pieces" or not names.facts[name].parameters):
            parts.append(f"position.{names.fact(name)}")
        else:
            names.imports.add("mark_of")
            parts.append(f"mark_of(position.{names.fact(name)})")
    if not exact or len(parts) > MOST:
        return ""
    names.imports.add("remembered_by")
    scope = ", ".join(["position", *(names.local(one.name) for one in function.parameters)])
    return f"@remembered_by(lambda {scope}: {tuple_of(parts)})\n"


def _fact_text(name: str, arguments: tuple[Expr, ...], names: Namespace) -> str:
    own = f"position.{names.fact(name)}"
    return f"{own}.get({tuple_of(expression(one, names) for one in arguments)})" if arguments else own
