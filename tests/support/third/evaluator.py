"""Expressions, definitions, tables and modifiers, read off the tree."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from regola_dsl import tree
from regola_dsl.kinds import Degree, EdgePolicy, FoldKind, HitPolicy, OperationName
from regola_dsl.parser import parse_expression

from support.third.values import (
    Ambiguous,
    Handle,
    Member,
    Rec,
    Scale,
    Silent,
    belongs_to,
    check,
    faces,
    named,
    pieces,
    rank,
)

Env = dict[str, Any]
# A position: what is told, by a fact's name and what it is asked of.
Position = dict[tuple[str, tuple[Any, ...]], Any]
HUGE = 10**60
ANSWERS = Scale("Permission", ("allowed", "forbidden", "required", "due"))
_ORDERS: dict[OperationName, Callable[[Any, Any], bool]] = {
    OperationName.LESS: operator.lt,
    OperationName.LESS_EQUAL: operator.le,
    OperationName.GREATER: operator.gt,
    OperationName.GREATER_EQUAL: operator.ge,
}
_SUMS: dict[OperationName, Callable[[Any, Any], Any]] = {
    OperationName.ADD: operator.add,
    OperationName.SUBTRACT: operator.sub,
    OperationName.MULTIPLY: operator.mul,
}
_ROUND: dict[str, Callable[[Fraction], int]] = {
    "up": math.ceil,
    "down": math.floor,
    "nearest": lambda x: math.floor(x + Fraction(1, 2)),
}


class Book:
    """The declarations of a game, by name."""

    def __init__(self, nodes: Sequence[tree.Declaration]) -> None:
        self.scales = {"Permission": ANSWERS}
        self.records = {node.name.text: node for node in nodes if isinstance(node, tree.Record)}
        self.hosts = {node.name.text for node in nodes if isinstance(node, tree.GivenType)}
        self.rules = [node for node in nodes if isinstance(node, tree.Rule)]
        self.sequences = [node for node in nodes if isinstance(node, tree.Sequence)]
        asked = tree.Table | tree.Modifiers | tree.Define | tree.Fact | tree.Action | tree.Path | tree.Choice
        self.items = {node.name.text: node for node in nodes if isinstance(node, asked)}
        for node in nodes:
            if isinstance(node, tree.Enum):
                labels = tuple(member.name.text for member in node.members)
                worths = [Run(self, {}).value(m.worth, {}) for m in node.members if m.worth is not None]
                open_ = node.open_below, node.open_above
                self.scales[node.name.text] = Scale(
                    node.name.text, labels, node.ratios, *open_, tuple(map(Fraction, worths))
                )
        self.apart: dict[str, list[tree.ExceptionRule]] = {}
        for node in nodes:
            if isinstance(node, tree.ExceptionRule) and node.target is not None:
                self.apart.setdefault(self._meant(node.target, nodes), []).append(node)

    def _meant(self, target: tree.Name | tree.Anchors, nodes: Sequence[tree.Declaration]) -> str:
        """What an exception that stands apart belongs to: by name, or by the section that stands there first."""
        if isinstance(target, tree.Name):
            return target.text
        todo: list[Any] = [n for n in nodes if isinstance(n, tree.Rule | tree.Define | tree.ExceptionRule)]
        found = []
        while todo:
            node = todo.pop()
            todo += node.exceptions
            if node.anchors and node.anchors[0].section == target[0].section:
                found.append(node.name.text)
        (only,) = found
        return str(only)

    def exceptions(self, node: Any) -> list[tree.ExceptionRule]:
        """The exceptions to something, those that stand apart with them."""
        found = list(node.exceptions)
        for one in self.apart.get(node.name.text, []):
            names = [other.name.text for other in found]
            found.insert(names.index(one.after.text) + 1 if one.after is not None else len(found), one)
        return found

    def member(self, text: str, wanted: str) -> Any:
        """The value that is written so, of the type that is wanted if it is known."""
        if wanted in self.hosts:
            return Handle(wanted, text)
        known = self.scales.get(wanted)
        if known is not None and (place := known.place(text)) is not None:
            return Member(wanted, place)
        fitting = [(scale, place) for scale in self.scales.values() if (place := scale.place(text)) is not None]
        printed = [(scale, place) for scale, place in fitting if text in scale.labels] or fitting
        if not printed and (parts := re.fullmatch(r"(\d+)/([1-9]\d*)", text)):
            return Fraction(int(parts[1]), int(parts[2]))
        if len(printed) != 1:
            raise Ambiguous(text)
        return Member(printed[0][0].name, printed[0][1])


class Run:
    """One position, in which things are asked."""

    def __init__(self, book: Book, position: Position) -> None:
        self.book, self.position = book, position

    # --- expressions ---

    def value(self, node: tree.Expr, env: Env, wanted: str = "") -> Any:
        """What an expression comes to; `wanted` is the declared type that the place asks for."""
        match node:
            case tree.Number():
                whole = Fraction(node.numerator, node.denominator)
                return whole.numerator if whole.denominator == 1 and node.denominator == 1 else whole
            case tree.Truth():
                return node.value
            case tree.Word():
                return self._word(node, env, wanted)
            case tree.FieldOf(tree.Word(text=text), name) if text not in env and text in self.book.scales:
                return self.book.member(name.text, text)
            case tree.FieldOf():
                return self.value(node.record, env)[node.field.text]
            case tree.Call():
                return self._call(node, env, wanted)
            case tree.If():
                return self.value(node.then if self.value(node.condition, env) else node.otherwise, env, wanted)
            case tree.Fold():
                return self._fold(node, env)
            case tree.ListLiteral():
                return tuple(self.value(part, env, wanted) for part in node.items)
            case tree.Pick():
                return self._pick(node, env)
            case tree.Match():
                subject = self.value(node.subject, env)
                kind = belongs_to(subject)
                for values, answer in node.arms:
                    if not values or any(self.value(one, env, kind) == subject for one in values):
                        return self.value(answer, env, wanted)
                raise AssertionError("a match without a case")
            case tree.Operation():
                return self._operation(node, env, wanted)

    def _word(self, node: tree.Word, env: Env, wanted: str) -> Any:
        if not node.quoted and node.text in env:
            return env[node.text]
        if not node.quoted and (node.text in self.book.items or node.text in {"phase", "active"}):
            return self.ask(node.text, ())
        return self.book.member(node.text, wanted)

    def _call(self, node: tree.Call, env: Env, wanted: str) -> Any:
        name = node.name.text
        if name in {"min", "max"}:
            values = self._alike([argument for _, argument in node.arguments], env, wanted)
            return (min if name == "min" else max)(values, key=rank)
        record = self.book.records.get(name)
        fields = record.fields if record is not None else self.book.items[name].parameters
        told: Env = {}
        for place, (label, argument) in enumerate(node.arguments):
            field = fields[place] if label is None else next(f for f in fields if f.name.text == label.text)
            told[field.name.text] = self.value(argument, env, named(field.type))
        if record is None:
            return self.ask(name, tuple(told[field.name.text] for field in fields))
        return self._record(name, fields, told)

    def _record(self, name: str, fields: Sequence[tree.Field], told: Env) -> Rec:
        made = []
        for field in fields:
            value = told.get(field.name.text)
            if field.name.text not in told:
                assert field.default is not None
                value = self.value(field.default, {}, named(field.type))
            made.append((field.name.text, check(value, field.type)))
        return Rec(name, tuple(made))

    def _fold(self, node: tree.Fold, env: Env) -> Any:
        chosen = []
        for item in self.value(node.items, env):
            inner = {**env, node.variable.text: item}
            held = node.where is None or self.value(node.where, inner)
            if node.kind in {FoldKind.ANY, FoldKind.NO} and held:
                return node.kind == FoldKind.ANY
            if node.kind == FoldKind.ALL and not held:
                return False
            if held and node.kind not in {FoldKind.ANY, FoldKind.NO, FoldKind.ALL}:
                one = item if node.kind == FoldKind.THOSE else 1
                chosen.append(one if node.value is None else self.value(node.value, inner))
        if node.kind == FoldKind.THOSE:
            return tuple(chosen)
        if node.kind in {FoldKind.COUNT, FoldKind.SUM}:
            return sum(chosen)
        if node.kind in {FoldKind.MIN, FoldKind.MAX}:
            if not chosen:
                raise Silent("empty")
            return (min if node.kind == FoldKind.MIN else max)(chosen, key=rank)
        return node.kind != FoldKind.ANY

    def _pick(self, node: tree.Pick, env: Env) -> Member:
        scale, limit = self.book.scales[node.scale.text], self.value(node.limit, env)
        worths = [(worth, place) for place in scale.places() if (worth := scale.worth(place)) is not None]
        fitting = [place for worth, place in worths if (worth <= limit if node.direction == "last" else worth >= limit)]
        if not fitting:
            raise Silent("off-scale")
        return Member(scale.name, fitting[-1] if node.direction == "last" else fitting[0])

    def _alike(self, nodes: Sequence[tree.Expr], env: Env, wanted: str = "") -> list[Any]:
        """The values of expressions of one type; one that says which type it is says it for the others."""
        for node in nodes:
            try:
                wanted = wanted or belongs_to(self.value(node, env))
            except (Ambiguous, Silent):
                continue
        return [self.value(node, env, wanted) for node in nodes]

    def _operation(self, node: tree.Operation, env: Env, wanted: str) -> Any:
        name, parts = node.operator, node.operands
        match name:
            case OperationName.AND:
                return all(self.value(part, env) for part in parts)
            case OperationName.OR:
                return any(self.value(part, env) for part in parts)
            case OperationName.NOT:
                return not self.value(parts[0], env)
            case OperationName.GROUP:
                return self.value(parts[0], env, wanted)
            case OperationName.IS | OperationName.IS_NOT:
                return self._is(parts[0], parts[1], env) is (name == OperationName.IS)
            case OperationName.EQUAL | OperationName.UNEQUAL:
                one, two = self._alike(parts, env)
                return (one == two) is (name == OperationName.EQUAL)
            case OperationName.IN | OperationName.NOT_IN:
                one = self.value(parts[0], env)
                return (one in self.value(parts[1], env, belongs_to(one))) is (name == OperationName.IN)
            case OperationName.LESS | OperationName.LESS_EQUAL | OperationName.GREATER | OperationName.GREATER_EQUAL:
                one, two = self._alike(parts, env)
                return _ORDERS[name](rank(one), rank(two))
            case OperationName.SHIFT:
                moved, steps = self.value(parts[0], env, wanted), self.value(parts[1], env)
                scale = self.book.scales[moved.type]
                place = moved.place + steps
                if (place < 0 and not scale.below) or (place >= len(scale.labels) and not scale.above):
                    raise Silent("off-scale")
                return Member(moved.type, place)
            case OperationName.AT_MOST | OperationName.AT_LEAST:
                limit = self.value(parts[0], env, belongs_to(env["value"]))
                return (min if name == OperationName.AT_MOST else max)((env["value"], limit), key=rank)
            case OperationName.ENDS_OF | OperationName.LENGTH_OF | OperationName.WAYS_OF:
                return self._of_path(name, parts[0], env)
            case OperationName.STEPS_OF:
                way = self.value(parts[0], env)
                return tuple((way[i], way[i + 1]) for i in range(len(way) - 1))
            case OperationName.START_OF | OperationName.END_OF | OperationName.LAST_STEP_OF:
                way = self.value(parts[0], env)
                if len(way) < 1 + (name == OperationName.LAST_STEP_OF):
                    raise Silent("empty")
                return (
                    way[-2:] if name == OperationName.LAST_STEP_OF else way[0 if name == OperationName.START_OF else -1]
                )
        return self._number(name, parts, env)

    def _number(self, name: OperationName, parts: Sequence[tree.Expr], env: Env) -> Any:
        if name in {OperationName.HALF_UP, OperationName.HALF_DOWN, OperationName.HALF_NEAREST}:
            return _ROUND[name.removeprefix("half_")](Fraction(env["value"]) / 2)
        values = [self.value(part, env) for part in parts]
        if name in {OperationName.ROUND_UP, OperationName.ROUND_DOWN, OperationName.ROUND_NEAREST}:
            return _ROUND[name.removeprefix("round_")](Fraction(values[0]))
        if name == OperationName.NEGATE:
            return -values[0]
        if name == OperationName.DIVIDE:
            if values[1] == 0:
                raise Silent("division")
            found = Fraction(values[0]) / Fraction(values[1])
        else:
            found = _SUMS[name](*values)
        if max(abs(Fraction(found).numerator), Fraction(found).denominator) > HUGE:
            raise Silent("huge")
        return found

    def _is(self, one: tree.Expr, two: tree.Expr, env: Env) -> bool:
        """`u is mechanised`: a field, a definition of one parameter, or a value."""
        if isinstance(two, tree.Word) and not two.quoted:
            subject = self._quietly(one, env)
            if isinstance(subject, Rec) and two.text in dict(subject.fields):
                return bool(subject[two.text])
            item = self.book.items.get(two.text)
            if item is not None and two.text not in env and len(item.parameters) == 1:
                return bool(self.ask(two.text, (self.value(one, env, named(item.parameters[0].type)),)))
        first, second = self._alike((one, two), env)
        return bool(first == second)

    def _quietly(self, node: tree.Expr, env: Env) -> Any:
        try:
            return self.value(node, env)
        except (Ambiguous, Silent):
            return None

    def _of_path(self, name: OperationName, node: tree.Expr, env: Env) -> Any:
        raise NotImplementedError

    # --- what is asked ---

    def ask(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """The answer of a declaration."""
        node = self.book.items.get(name)
        if node is None or isinstance(node, tree.Fact):
            return self.fact(name, arguments)
        env = {field.name.text: value for field, value in zip(node.parameters, arguments, strict=True)}
        if isinstance(node, tree.Table):
            return self.fact(name, arguments) if node.absent is not None else self._look_up(node, env)
        for field in node.parameters:
            check(env[field.name.text], field.type)
        match node:
            case tree.Define():
                return check(self._clause(node, env, named(node.result)), node.result)
            case tree.Modifiers():
                inner = self.let(node.lets, env)
                total = sum(self.value(m.amount, inner) for m in node.lines if self.holds(m.condition, inner))
                return total if node.result is None else check(total, node.result)
            case tree.Choice():
                return self._choose(node, self.let(node.lets, env))
        return self.deed(node, env)

    def deed(self, node: tree.Action | tree.Path, env: Env) -> Any:
        """What an action or a path answers."""
        raise NotImplementedError

    def fact(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """What the position says, or else the value behind `=`."""
        node = self.book.items.get(name)
        if (name, arguments) in self.position:
            told = self.position[name, arguments]
        elif isinstance(node, tree.Fact) and node.kind == "variant":
            told = False
        elif isinstance(node, tree.Fact) and node.default is not None:
            env = {field.name.text: value for field, value in zip(node.parameters, arguments, strict=True)}
            told = self.value(node.default, env, named(node.type))
        else:
            raise Silent("not-given")
        return check(told, node.type) if isinstance(node, tree.Fact) else told

    def let(self, lets: Sequence[tree.Let], env: Env) -> Env:
        """The names with those of some `let` lines."""
        for one in lets:
            env = {**env, one.name.text: self.value(one.value, env)}
        return env

    def holds(self, condition: tree.Condition, env: Env) -> bool:
        """`when a unless b`."""
        if condition.when is not None and not self.value(condition.when, env):
            return False
        return not any(self.value(part, env) for part in condition.unless)

    # --- definitions ---

    def _clause(self, node: tree.Define | tree.ExceptionRule, env: Env, wanted: str) -> Any:
        """A value and its exceptions: what holds wins over it, the deepest that holds decides."""
        env = self.let(node.lets, env)
        parts = self.book.exceptions(node)
        holding = [part for part in parts if not part.sequel and self._holding(part, env)]
        beaten = {name.text for part in holding for name in part.over}
        left = [part for part in holding if part.name.text not in beaten]
        if left:
            value = self._clause(left[0], env, wanted)
            for part in left[1:]:
                if self._clause(part, env, wanted) != value:
                    raise Silent("contradiction")
        elif node.value is None:
            raise Silent("missing")
        else:
            value = self.value(node.value, env, wanted)
        for part in parts:
            if part.sequel and self._holding(part, inner := {**env, "value": value}):
                value = self._clause(part, inner, wanted)
        return value

    def _holding(self, part: tree.ExceptionRule, env: Env) -> bool:
        if part.under is not None and not self.ask(part.under.text, ()):
            return False
        return self.holds(part.condition, env)

    # --- tables ---

    def _look_up(self, node: tree.Table, env: Env) -> Any:
        """The rows that fit, and what the hit policy makes of them."""
        header, *printed = node.rows
        corner = header.cells[0].text
        lines: list[tuple[list[str], list[str]]] = []
        if "\\" in corner:
            labels = [part.strip() for part in corner.split("\\")]
            for row in printed:
                for head, cell in zip(header.cells[1:], row.cells[1:], strict=True):
                    lines.append(([row.cells[0].text, head.text], [cell.text]))
            outputs = [""]
        else:
            inputs = [cell.text.split(".")[0] in env for cell in header.cells]
            labels = [cell.text for cell, own in zip(header.cells, inputs, strict=True) if own]
            outputs = [cell.text for cell, own in zip(header.cells, inputs, strict=True) if not own]
            for row in printed:
                cells = [(cell.text, own) for cell, own in zip(row.cells, inputs, strict=True)]
                lines.append(([text for text, own in cells if own], [text for text, own in cells if not own]))
        values = [self._entered(label, env) for label in labels]
        columns = [self._column(node, label) for label in labels]
        rows = self._fitting(lines, values, columns)
        if not rows and node.hit not in {HitPolicy.SUM, HitPolicy.ALL}:
            rows = self._past_edges(node, lines, labels, values, columns)
        if node.hit == HitPolicy.FIRST:
            rows = rows[:1]
        answers = [self._printed(node, outputs, row[1], env) for row in rows]
        if node.hit == HitPolicy.ALL:
            return tuple(answers)
        if node.hit == HitPolicy.SUM:
            assert isinstance(node.result, tree.TypeName)
            return check(sum(answers), node.result)
        if node.hit in {HitPolicy.MAX, HitPolicy.MIN}:
            return (max if node.hit == HitPolicy.MAX else min)(answers)
        if any(answer != answers[0] for answer in answers):
            raise Silent("overlap")
        return answers[0]

    def _entered(self, label: str, env: Env) -> Any:
        first, *fields = label.split(".")
        value = env[first]
        for field in fields:
            value = value[field]
        return value

    def _column(self, node: tree.Table, label: str) -> tree.TypeName:
        first, *fields = label.split(".")
        type_ = next(field.type for field in node.parameters if field.name.text == first)
        for name in fields:
            type_ = next(field.type for field in self.book.records[type_.name].fields if field.name.text == name)
        return type_

    def _fitting(
        self, lines: list[tuple[list[str], list[str]]], values: list[Any], columns: list[tree.TypeName]
    ) -> list[tuple[list[str], list[str]]]:
        """The rows that select the values; `otherwise` where no other does."""
        for last in (False, True):
            found = [
                line
                for line in lines
                if ("otherwise" in line[0]) is last and all(map(self._selects, line[0], values, columns))
            ]
            if found:
                return found
        return []

    def _selects(self, cell: str, value: Any, type_: tree.TypeName) -> bool:
        return cell == "otherwise" or any(low <= rank(value) <= high for low, high in self._ranges(cell, type_))

    def _ranges(self, cell: str, type_: tree.TypeName) -> list[tuple[float, float]]:
        """What a cell selects, as ranges with both ends."""
        scale = self.book.scales.get(type_.name) if type_.kind == "named" else None
        if cell == "-" and (scale is None or "-" not in scale.labels):
            return [(-math.inf, math.inf)]
        return [self._range(piece, type_, scale) for piece in pieces(cell)]

    def _range(self, text: str, type_: tree.TypeName, scale: Scale | None) -> tuple[float, float]:
        if type_.kind == "bool":
            return (1, 1) if text in {"yes", "true"} else (0, 0)

        def place(word: str) -> float:
            found = int(word) if scale is None else scale.place(word.strip('"'))
            assert found is not None
            return found

        if scale is not None and scale.place(text.strip('"')) is not None:
            return place(text), place(text)
        if match := re.fullmatch(r"(.+?)\s*(\+|or more)", text):
            return place(match[1]), math.inf
        if match := re.fullmatch(r"(.+?)\s*(or less|-|–)", text):
            return -math.inf, place(match[1])
        if re.fullmatch(r"[+-]?\d+", text):
            return place(text), place(text)
        between = r"\s*\.\.\s*" if scale is not None or ".." in text else r"(?<=\d)\s*[-–]\s*"
        low, high = re.split(between, text, maxsplit=1)
        return place(low) if low else -math.inf, place(high) if high else math.inf

    def _past_edges(
        self,
        node: tree.Table,
        lines: list[tuple[list[str], list[str]]],
        labels: list[str],
        values: list[Any],
        columns: list[tree.TypeName],
    ) -> list[tuple[list[str], list[str]]]:
        """The nearest rows, where a `beyond` line says so."""
        moved = []
        for i, (label, value, type_) in enumerate(zip(labels, values, columns, strict=True)):
            low, high = self._printed_ends(type_, [line[0][i] for line in lines])
            nearest = min(max(rank(value), low), high)
            if nearest != rank(value):
                side = "below" if rank(value) < low else "above"
                said = [
                    line.policy
                    for line in node.beyond
                    if line.side in {None, side} and (line.parameter is None or line.parameter.text == label)
                ]
                if not said:
                    raise Silent("outside")
                if said[0] == EdgePolicy.FORBIDDEN:
                    raise Silent("forbidden")
            moved.append(Member(value.type, int(nearest)) if isinstance(value, Member) else nearest)
        rows = self._fitting(lines, moved, columns)
        if not rows:
            raise Silent("gap")
        return rows

    def _printed_ends(self, type_: tree.TypeName, cells: list[str]) -> tuple[float, float]:
        """The edges of a column: those of its type, or else the outermost numbers that are printed."""
        if type_.kind == "bool":
            return 0, 1
        if type_.kind == "named":
            return 0, len(self.book.scales[type_.name].labels) - 1
        if type_.low is not None and type_.high is not None:
            return type_.low, type_.high
        if type_.kind in {"dice", "modified"}:
            return min(faces(type_.name)), max(faces(type_.name))
        ends = [
            e
            for cell in cells
            if cell != "otherwise"
            for r in self._ranges(cell, type_)
            for e in r
            if abs(e) < math.inf
        ]
        return min(ends, default=0), max(ends, default=0)

    def _printed(self, node: tree.Table, outputs: list[str], cells: list[str], env: Env) -> Any:
        """What stands in the output cells of a row."""
        if isinstance(node.result, tree.TypeName):
            return self._cell(node, cells[0], node.result, env)
        told = {}
        for name, cell in zip(outputs, cells, strict=True):
            told[name] = self._cell(node, cell, next(f.type for f in node.result if f.name.text == name), env)
        return self._record("", node.result, told)

    def _cell(self, node: tree.Table, text: str, type_: tree.TypeName, env: Env) -> Any:
        scale = self.book.scales.get(type_.name) if type_.kind == "named" else None
        if scale is not None and (place := scale.place(text.strip('"'))) is not None:
            return Member(scale.name, place)
        if type_.kind == "bool" and text in {"yes", "no"}:
            return text == "yes"
        parsed, found = parse_expression(re.sub(r"^\+(?=\d)", "", text), node.span)
        assert parsed is not None, found
        return check(self.value(parsed, env, named(type_)), type_)

    # --- choices ---

    def _choose(self, node: tree.Choice, env: Env) -> tuple[Any, ...]:
        (among,) = node.among
        name = among.variable.text
        options = list(self.value(among.items, env))
        if among.where is not None:
            where = among.where
            options = [one for one in options if self.value(where, {**env, name: one})]
        for wish in node.preferences:
            if len(options) < 2:
                break
            worths = [self.value(wish.value, {**env, name: one}) for one in options]
            if wish.degree == Degree.WHERE:
                best: Any = any(map(bool, worths))
            else:
                best = (min if wish.degree == Degree.LEAST else max)(worths, key=rank)
            options = [one for one, worth in zip(options, worths, strict=True) if worth == best]
        return tuple(options)
