"""Pieces found by what is kept of them, where a rule looks through all of a type for those of a certain kind.

`any m in Man where m.row is row and m.column is column` goes through every man. Which men stand where is the same
until one moves: it is looked up in an index, and the whole condition asked of what is found there. Who is left out has
a fact, read without fail, that the condition denies: the answer is that of going through all. What stands before that
in the condition must have an answer whatever it is asked of, or be such a fact itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass

from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.straight.safe import is_safe
from regola_compiler.ir.conditions import conjuncts
from regola_compiler.ir.tree import Apply, Call, Const, Expr, FieldOf, Fold, Or, Var
from regola_compiler.ir.visitor import children, descendants, with_children
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import extent_of, last_part, type_of_extent

_PURE = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.NEGATE, Operator.EQUAL})
# What is known before it is asked: names, numbers, and what is added of them.
_NAMED = re.compile(r"(?:(?<!\w)\(|[\w) +*-])*")
Write = Callable[[Expr, Namespace], str]


@dataclass(frozen=True, slots=True)
class Looked:
    """How the pieces that a fold need look at are looked up.

    Attributes:
        index: The index.
        facts: The facts by which it has the pieces.
        keys: What its facts are to be.
        before: What is asked of others on the way, and may have no answer.
        rest: What is left of the condition; nothing where it asks no more than that the facts are so.
    """

    index: str
    facts: tuple[str, ...]
    keys: tuple[Expr, ...]
    before: tuple[Expr, ...]
    rest: tuple[Expr, ...]


def _chosen_of_all(node: Fold, names: Namespace) -> tuple[str, Expr] | None:
    """The type of which a fold goes through every piece that is as its condition has it; None of another fold."""
    items = node.items
    if not isinstance(items, Call) or node.where is None or node.kind == FoldKind.ALL:
        return None
    piece = type_of_extent(items.name)
    return (piece, node.where) if piece != items.name and piece in names.pieces else None


def looked_up(node: Fold, names: Namespace) -> Looked | None:
    """How the pieces that a fold need look at are looked up; None where it must look at all."""
    chosen = _chosen_of_all(node, names)
    if chosen is None:
        return None
    piece, condition = chosen
    keys: list[tuple[str, Expr]] = []
    needed: list[str] = []
    before: list[Expr] = []
    rest: list[Expr] = []
    parts = _written_out(condition, names)
    for place, part in enumerate(parts):
        found = _equality(part, node.variable, names)
        if found is None:
            if is_safe(part, names):  # it is the same whether it is asked before what follows or after
                rest.append(part)
                continue
            rest += parts[place:]
            break
        fact, other, same = found
        if same and all(fact != known for known, _ in keys):  # of one that is to be two things the first is looked up
            keys.append((fact, other))
            rest += [part] if _is_across(part, names) else []
        else:
            before.append(other)
            rest.append(part)
        needed.append(fact)
    if not keys:
        return None
    keys.sort(key=lambda pair: pair[0])
    facts = tuple(fact for fact, _ in keys)
    own = names.helper(("index", piece, facts), f"{piece}_by_{'_'.join(last_part(one) for one in facts)}")
    names.indexes.setdefault((piece, facts), {}).update(dict.fromkeys([*facts, *needed]))
    return Looked(own, facts, tuple(other for _, other in keys), tuple(before), tuple(rest))


@dataclass(frozen=True, slots=True)
class Kin:
    """How one piece is found, and (by an index) those of which a fact names something.

    Attributes:
        own: The piece itself.
        index: The index; empty where it is the piece alone.
        key: What the fact of the others is to be.
    """

    own: Expr
    index: str = ""
    key: Expr | None = None


def kin(node: Fold, names: Namespace) -> Kin | None:
    """How a fold finds `v` where its condition begins with `v is x`, or `v is x or v.leader is y`; None elsewhere."""
    chosen = _chosen_of_all(node, names)
    if chosen is None:
        return None
    piece, condition = chosen
    first, *_ = conjuncts(condition)
    if not isinstance(first, Or):
        own = _itself(first, node.variable)
        return None if own is None else Kin(own)
    if len(first.operands) != 2 or (own := _itself(first.operands[0], node.variable)) is None:
        return None
    found = _equality(first.operands[1], node.variable, names)
    if found is None or not found[2] or not isinstance(own, Var) or not isinstance(found[1], Var):
        return None
    fact, key, _ = found
    index = names.helper(("index", piece, (fact,)), f"{piece}_by_{last_part(fact)}")
    names.indexes.setdefault((piece, (fact,)), {}).update({fact: None})
    return Kin(own, index, key)


def _itself(part: Expr, variable: str) -> Expr | None:
    """What something is to be itself, where that is what is asked."""
    if not isinstance(part, Apply) or part.operator != Operator.EQUAL:
        return None
    for mine, other in (part.operands, part.operands[::-1]):
        if mine == Var(variable) and not any(
            isinstance(one, Var) and one.name == variable for one in descendants(other)
        ):
            return other
    return None


def _is_across(part: Expr, names: Namespace) -> bool:
    """Whether what is compared may be of several types, so that what is called alike need not be the same."""
    return isinstance(part, Apply) and part.across is not None and not names.alone(part.across)


def indexed(node: Fold, names: Namespace, write: Write) -> str | None:
    """The pieces that a fold need look at, as Python; None where it must look at all."""
    found = looked_up(node, names)
    if found is None:
        if (those := kin(node, names)) is None:
            return None
        itself = write(those.own, names)
        if those.key is None:
            names.imports.add("alone")
            return f"alone({write(node.items, names)}, lambda: {itself})"
        return f"{those.index}.kin(position, ({write(those.key, names)},), {itself})"
    own, before = found.index, found.before
    written = [write(part, names) for part in [*before, *found.keys]]
    if all(map(_NAMED.fullmatch, written)):
        return f"{own}.at(position, ({', '.join(written[len(before) :])},))"
    asked = ", ".join(written)
    return f"{own}(position, lambda: ({asked},){f'[{len(before)}:]' if before else ''})"


def index_constants(names: Namespace) -> str:
    """The indexes that the rules ask, each once."""
    lines = []
    for (piece, keys), read in names.indexes.items():
        own, of = names.helper(("index", piece, keys), ""), names.type(piece)
        fields = "".join(f", {names.fact(fact)!r}" for fact in read)
        functions = "".join(f"{names.function(fact)}, " for fact in read)
        more = dict.fromkeys(one for fact in read for one in names.own_facts[fact] if one not in read)
        fields += "".join(f", {names.fact(fact)!r}" for fact in more)
        every = names.fact(extent_of(piece))
        lines.append(f"{own}: Final[Index[{of}]] = Index({len(keys)}, ({every!r}{fields}), ({functions}))")
    return "\n".join(["", *lines, ""])


def _written_out(where: Expr, names: Namespace) -> list[Expr]:
    """The parts of a condition; of a plain rule what it says, with what it is asked for put in."""
    found: list[Expr] = []
    for part in conjuncts(where):
        body = _body(part, names)
        found += [part] if body is None else conjuncts(body)
    return found


def _body(part: Expr, names: Namespace) -> Expr | None:
    rule = names.definitions.get(part.name) if isinstance(part, Call) else None
    if rule is None or not isinstance(part, Call) or not all(isinstance(one, Var | Const) for one in part.arguments):
        return None
    body = rule.body
    if body.value is None or body.lets or body.exceptions or body.when is not None:
        return None
    return _put_in(body.value, dict(zip((p.name for p in rule.parameters), part.arguments, strict=True)))


def _put_in(node: Expr, values: Mapping[str, Expr]) -> Expr:
    if isinstance(node, Var):
        return values.get(node.name, node)
    if isinstance(node, Fold):
        return node  # it names what it goes through itself, and is not looked into
    inner = children(node)
    return with_children(node, [_put_in(part, values) for part in inner]) if inner else node


def _equality(part: Expr, variable: str, names: Namespace) -> tuple[str, Expr, bool] | None:
    """The fact of the piece that is compared, with what, and whether they are to be the same; None of all else."""
    same = True
    if isinstance(part, Apply) and part.operator == Operator.NOT:
        part, same = part.operands[0], False
    if not isinstance(part, Apply) or part.operator not in {Operator.EQUAL, Operator.UNEQUAL}:
        return None
    same = same is (part.operator == Operator.EQUAL)
    for mine, other in (part.operands, part.operands[::-1]):
        if isinstance(mine, Call) and mine.arguments == (Var(variable),) and mine.name in names.own_facts:
            reads = any(isinstance(one, Var) and one.name == variable for one in descendants(other))
            return None if reads or not _is_pure(other, names) else (mine.name, other, same)
    return None


def _is_pure(node: Expr, names: Namespace) -> bool:
    """Whether an expression is short, and cheap to ask once more."""
    match node:
        case Var() | Const():
            return True
        case FieldOf():
            return _is_pure(node.of, names)
        case Call():
            plain = node.name in names.fact_types or node.name not in names.moving
            return plain and not node.aspect and all(_is_pure(part, names) for part in node.arguments)
        case Apply():
            return node.operator in _PURE and all(_is_pure(part, names) for part in node.operands)
    return False
