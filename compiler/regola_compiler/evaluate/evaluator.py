"""What a program means, whatever its values are and whoever says what is known of the position.

It evaluates typed expressions:

- A **definition** is default logic (Reiter, 1980, A Logic for Default Reasoning). A clause's
  exceptions that hold win over its value; those of one level must agree, unless one is declared
  `over` another; and an exception is a clause with exceptions of its own, so the deepest that
  holds decides. Sequels (`then exception`) act in their order on whatever came out.
- A **table** is matched row by row over the ordinals of its inputs. An input past the printed
  edge goes by the table's `beyond` line, and has no answer where there is none. Each cell keeps within
  what is declared, and so does what is made of those that answer.
- **Modifiers** are summed.
- A **fact** is what the position says, or else its default. **Actions**, **paths** and **choices** have a
  module each (actions.py, paths.py, choices.py), written against this one.

Where the rules give no answer a `RuleError` is raised, which knows whose text is at fault.

All that touches a value is asked of a domain that is passed in. What is known of a position is asked of
four abstract methods: the interpreter (interpreter.py) fills them in for one position, the symbolic executor of the
analysis for all of them. Who wants to know what had a say observes it (protocol.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from typing import Any, assert_never

from regola_dsl.kinds import EdgePolicy, FoldKind, HitPolicy
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.evaluate import choices as evaluate_choices
from regola_compiler.evaluate.errors import (
    Contradiction,
    EmptyFold,
    Forbidden,
    MissingRule,
    OutOfRange,
    OutsideTable,
    RuleError,
    TableGap,
    TableOverlap,
)
from regola_compiler.evaluate.operations import shift
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.play.deeds import told_of
from regola_compiler.evaluate.protocol import Domain, Env, Observer
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Choice,
    Clause,
    Const,
    Definition,
    Dimension,
    Edge,
    Effect,
    Expr,
    Fact,
    FieldOf,
    Fold,
    If,
    Let,
    ListLiteral,
    Logic,
    Modifiers,
    Path,
    Program,
    RecordLiteral,
    Row,
    Rule,
    Selector,
    Supposed,
    Table,
    Var,
    from_ordinal,
    ordinal,
    selects,
)
from regola_compiler.model.types import EnumType, HandleType, ListType, RecordType, RecordValue, Type

# What a value that leaves its bounds is called where a declaration answers with it.
RESULT = say("the result")


@cache
def _field_called(name: str) -> str:
    return say("field `{name}`", name=name)


@cache
def _answer_of(name: str) -> str:
    return say("the answer of `{name}`", name=name)


# Taken out of their enums once: there each is looked for anew, which takes as long as an operation itself.
_CONTAINS, _EQUAL, _STEPS, _ADD = Operator.CONTAINS, Operator.EQUAL, Operator.STEPS, Operator.ADD
_THOSE, _ADDING = FoldKind.THOSE, frozenset({FoldKind.COUNT, FoldKind.SUM})


class ProgramEvaluator(Observer, ABC):
    """Gives the expressions of one program their values; what is known of a position is said on top of it."""

    def __init__(self, program: Program, domain: Domain) -> None:
        self.program = program
        # What touches a value is the domain's. Taken over one by one: an interpreter does little else.
        self.apply, self.lift, self.decide, self.concretize = (
            domain.apply,
            domain.lift,
            domain.decide,
            domain.concretize,
        )
        self.items, self.fold_items, self.all_items, self.total, self.field = (
            domain.items,
            domain.fold_items,
            domain.all_items,
            domain.total,
            domain.field,
        )
        self.table_input, self.scale_member, self.within = domain.table_input, domain.scale_member, domain.within
        self._spoken: Span | None = None
        self._matched: dict[tuple[str, tuple[int, ...]], tuple[int, ...] | RuleError] = {}

    # --- what is known of a position ---

    @abstractmethod
    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """What is said of a fact."""

    @abstractmethod
    def has_path(self, path: Path, env: Env) -> Any:
        """Whether there is a path between what its inputs say."""

    @abstractmethod
    def path_query(self, node: Call, arguments: list[Any]) -> Any:
        """The length of a path, the places where it can end, or its ways."""

    @abstractmethod
    def is_chosen(self, node: Apply, env: Env) -> Any:
        """Whether a list is one of some, as a way is one of a path's."""

    @abstractmethod
    def supposed(self, node: Supposed, env: Env) -> Any:
        """What is asked of another position, of the past or of what is possible."""

    @abstractmethod
    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """The answer of a declaration: worked out, remembered, or left open."""

    # --- expressions ---

    def evaluate(self, node: Expr, env: Env) -> Any:
        """The value of an expression where names mean what `env` says."""
        # Sorted by how often a check meets them, and the short ones said on the spot: nothing runs as often as this.
        match node:
            case Var():
                return env[node.name]
            case Call():
                return self._called(node, env)
            case Const():
                return node.value
            case Apply():
                return self._operation(node, env)
            case Logic():
                return self._logic(node, env)
            case FieldOf():
                return self.field(self.evaluate(node.record, env), node.name)
            case Fold():
                return self._fold(node, env)
            case RecordLiteral():
                return self._make(node, env)
            case If():
                chosen = node.then if self.decide(self.evaluate(node.condition, env)) else node.otherwise
                return self.evaluate(chosen, env)
            case ListLiteral():
                return self._listed(node, env)
            case Supposed():
                return self.supposed(node, env)
            case _:
                assert_never(node)

    def _called(self, node: Call, env: Env) -> Any:
        arguments = [self.evaluate(part, env) for part in node.arguments]
        return self.path_query(node, arguments) if node.aspect else self.call(node.callee, arguments, node)

    def _listed(self, node: ListLiteral, env: Env) -> tuple[Any, ...]:
        return tuple(self.evaluate(part, env) for part in node.items)

    def _logic(self, node: Logic, env: Env) -> bool:
        stop = node.kind == "or"
        for part in node.operands:
            if self.decide(self.evaluate(part, env)) is stop:
                return stop
        return not stop

    def _operation(self, node: Apply, env: Env) -> Any:
        if node.operator is _CONTAINS and isinstance(node.operands[0].type, ListType):
            return self.is_chosen(node, env)
        values = [self.evaluate(part, env) for part in node.operands]
        if node.scale is not None:
            return self.with_site(node, self._on_scale, node.operator, node.scale, values)
        if node.operator is _CONTAINS:
            choices = self.items(values[1])
            return any(self.decide(self.apply(_EQUAL, values[0], choice)) for choice in choices)
        if node.operator in _OF_WAYS:
            return self._of_way(node, values[0])
        return self.with_site(node, self.apply, node.operator, *values)

    def _of_way(self, node: Apply, way: Any) -> Any:
        """Where a way starts or ends, or its steps, each as the way of two places that it is."""
        if node.operator is _STEPS:
            return tuple(pairwise(self.all_items(way)))
        places = self.fold_items(FoldKind.MAX, way)  # one of them answers, as it does for the largest
        if not places:
            raise EmptyFold(node.operator).at(node.span)
        return places[0] if node.operator is Operator.START else places[-1]

    def _on_scale(self, operator: Operator, scale: EnumType, values: list[Any]) -> Any:
        """An operation that moves along a scale, or looks through one."""
        if operator is Operator.SHIFT:
            return self.lift(partial(shift, scale), *values)
        return self.scale_member(scale, "first" if operator is Operator.PICK_FIRST else "last", values[0])

    def with_site(self, node: Expr | Rule, run: Callable[..., Any], *arguments: Any) -> Any:
        """Run something; a problem that has no place yet is one of `node`."""
        try:
            return run(*arguments)
        except RuleError as problem:
            if problem.site is None:
                problem.site = node.span
            raise

    def _fold(self, node: Fold, env: Env) -> Any:
        if node.kind in _DECISIVE and isinstance(node.items, Apply) and node.items.operator is _STEPS:
            # One step decides, and so two places of a way: more of it need not be known.
            way = self.evaluate(node.items.operands[0], env)
            self.fold_items(node.kind, way)
            return self.fold_over(node, env, tuple(pairwise(self.fold_items(node.kind, way))))
        return self.fold_over(node, env, self.evaluate(node.items, env))

    def fold_over(self, node: Fold, env: Env, listed: Any) -> Any:
        """What a quantifier or aggregate makes of a list, item by item."""
        chosen: list[Any] = []
        decisive = _DECISIVE.get(node.kind)
        those = node.kind == _THOSE
        for item in self.all_items(listed) if those else self.fold_items(node.kind, listed):
            inner = {**env, node.variable: item}
            held = node.where is None or self.decide(self.evaluate(node.where, inner))
            if decisive is not None and held is decisive[0]:
                return decisive[1]
            if held and node.value is not None:
                chosen.append(self.evaluate(node.value, inner))
            elif held:
                chosen.append(item if those else 1)
        if those:
            return tuple(chosen)
        if decisive is not None:
            return not decisive[1]
        if node.kind in _ADDING:
            return self.total(chosen, listed)
        if not chosen:
            raise EmptyFold(node.kind).at(node.span)
        best = chosen[0]
        for value in chosen[1:]:
            best = self.apply(Operator(node.kind), best, value)
        return best

    def _make(self, node: RecordLiteral, env: Env) -> Any:
        fields = []
        for (name, part), (_, type_) in zip(node.fields, node.type.fields, strict=True):
            value = self.evaluate(part, env)
            fields.append((name, self.with_site(part, self.within, value, type_, _field_called(name))))
        made = RecordValue(node.type.name, tuple(fields))
        self.on_record(made)
        return made

    def check_bounds(self, value: Any, type_: Type, place: str, span: Span) -> None:
        """Hold a value to the bounds of its type; a problem is one of `span`."""
        try:
            self.within(value, type_, place)
        except RuleError as problem:
            problem.site = problem.site or span
            raise

    def repeats(self, effect: Effect, env: Env, arguments: tuple[Any, ...]) -> int:
        """How often an effect comes about with these names and arguments: once, as each name stands for one."""
        del effect, env, arguments
        return 1

    # --- definitions, tables, modifiers ---

    def work_out(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """The answer of the declaration called `name`, worked out."""
        callee = self.program.callables[name]
        self.on_asked(name)
        env: Env = {}
        is_table = isinstance(callee, Table)
        for parameter, value in zip(callee.parameters, arguments, strict=True):
            # A table may be asked of any number: its edges say what is outside.
            if is_table and not isinstance(parameter.type, _NAMED):
                env[parameter.name] = value
                continue
            what = told_of(callee, parameter) if isinstance(callee, Fact) else f"`{parameter.name}`"
            env[parameter.name] = self.with_site(node or callee, self.within, value, parameter.type, what)
        if isinstance(callee, Fact):
            return self.with_site(node or callee, self._told, callee, tuple(arguments))
        self.record_reason(callee.name, callee.anchors)
        speaker: Span | None = None
        # What is asked on the way has its own last word: whoever asks does not answer with it.
        before = self._spoken
        try:
            if isinstance(callee, Table):
                return self._lookup(callee, env, node)
            result = self._worked_out(callee, env)
            speaker = self._spoken if isinstance(callee, Definition) else None
            return self.within(result, callee.result, RESULT)
        except RuleError as problem:
            asked_outside = isinstance(callee, Table) and (
                _is_askers(callee, problem) or self._is_past_inputs(callee, problem, env)
            )
            if problem.site is None:
                problem.site = node.span if asked_outside and node is not None else speaker or callee.name_span
            if not asked_outside:
                problem.owner = problem.owner or name
            raise
        finally:
            self._spoken = before

    def _is_past_inputs(self, table: Table, problem: RuleError, env: Env) -> bool:
        """Whether a cell has no answer since the table is asked past its declared inputs: who asks is at fault then."""
        if problem.owner or getattr(problem, "table", "") == table.name:
            return False
        try:
            for parameter in table.parameters:
                self.within(env[parameter.name], parameter.type, "")
        except OutOfRange:
            problem.site = None
            if isinstance(problem, OutOfRange):
                problem.place = _answer_of(table.name)
            return True
        return False

    def _worked_out(self, callee: Rule, env: Env) -> Any:
        match callee:
            case Definition():
                return self._clause(callee, callee.root, env)
            case Modifiers():
                return self.sum_lines(callee, env)
            case Action():
                return actions.permission(self, callee, env)
            case Path():
                return self.has_path(callee, env)
            case Choice():
                return evaluate_choices.admissible_options(self, callee, env)
            case _:
                raise TypeError(callee)

    def _told(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        return self.within(self.fact(fact, arguments), fact.result, f"`{fact.name}`")

    def bind(self, lets: tuple[Let, ...], env: Env) -> Env:
        """`env` with the `let` lines added, in their order."""
        for let in lets:
            env = {**env, let.name: self.evaluate(let.value, env)}
        return env

    def _clause(self, definition: Definition, clause: Clause, env: Env) -> Any:
        env = self.bind(clause.lets, env)
        value = self._default(definition, clause, env)
        for sequel in clause.exceptions:
            if sequel.sequel:
                inner = {**env, "value": value}
                if self._holds(sequel, inner):
                    value = self._enter_exception(definition, sequel, inner)
        return value

    def _holds(self, clause: Clause, env: Env) -> bool:
        return clause.condition is None or self.decide(self.evaluate(clause.condition, env))

    def _enter_exception(self, definition: Definition, clause: Clause, env: Env) -> Any:
        self.on_clause(definition, clause, own=False)
        self.record_reason(f"{definition.name}.{clause.name}", clause.anchors)
        return self._clause(definition, clause, env)

    def _default(self, definition: Definition, clause: Clause, env: Env) -> Any:
        """The value of a clause before its sequels: from its exceptions, or else its own."""
        holding = [part for part in clause.exceptions if not part.sequel and self._holds(part, env)]
        if holding:
            holding = self._not_overruled(holding)
        if not holding:
            if clause.value is None:
                raise MissingRule(definition.name).at(clause.name_span)
            return self._own_value(definition, clause, clause.value, env)
        first = self._enter_exception(definition, holding[0], env)
        for other in holding[1:]:
            value = self._enter_exception(definition, other, env)
            if not self.decide(self.apply(_EQUAL, first, value)):
                raise Contradiction(holding[0], other, first, value).at(other.name_span)
        return first

    def _not_overruled(self, holding: list[Clause]) -> list[Clause]:
        """Of exceptions that hold, those that no other one of them stands over."""
        beaten = frozenset().union(*(part.over for part in holding))
        if not beaten:
            return holding
        for part in holding:
            if part.name in beaten:
                self.on_overruled(part)
        return [part for part in holding if part.name not in beaten]

    def _own_value(self, definition: Definition, clause: Clause, value: Expr, env: Env) -> Any:
        """What a clause says itself, where none of its exceptions holds."""
        self.on_clause(definition, clause, own=True)
        result = self.evaluate(value, env)
        self._spoken = value.span  # whose value it is, should it leave the declared bounds
        return result

    def sum_lines(self, modifiers: Modifiers, env: Env) -> Any:
        """The sum of the lines of a modifiers table whose conditions hold."""
        env = self.bind(modifiers.lets, env)
        total: Any = 0
        for line in modifiers.lines:
            if line.condition is None or self.decide(self.evaluate(line.condition, env)):
                self.record_reason(f"{modifiers.name}.{line.name}", line.anchors)
                total = self.apply(_ADD, total, self.evaluate(line.amount, env))
        return total

    def _lookup(self, table: Table, env: Env, node: Call | None) -> Any:
        inputs = [
            self.table_input(table, number, self.evaluate(dimension.value, env))
            for number, dimension in enumerate(table.dimensions)
        ]
        if not self.is_traced() and _printed_only(table):
            return self._summed(table, self._at_call(node, lambda *values: self._printed(table, values), inputs))

        if self.is_traced():
            self.on_lookup(table, inputs)
        rows = self.concretize(self._at_call(node, lambda *values: self._rows(table, values), inputs))
        outputs = []
        for index in rows:
            row = table.rows[index]
            self.on_row(table, row)
            outputs.append(self._row_value(table, row, env))
        return self._summed(table, self._at_call(node, lambda *_: self._combined(table, rows, outputs), []))

    def _summed(self, table: Table, found: Any) -> Any:
        """What rows give together: each keeps within what the table declares, and their sum has to, too."""
        return self.within(found, table.result, RESULT) if table.hit == HitPolicy.SUM else found

    def _printed(self, table: Table, values: tuple[Any, ...]) -> Any:
        """The answer of a table whose cells are plain values, straight from its inputs."""
        rows = self._rows(table, values)
        return self._combined(table, rows, [self._row_value(table, table.rows[index], {}) for index in rows])

    def _rows(self, table: Table, values: tuple[Any, ...]) -> tuple[int, ...]:
        """The rows that answer, remembered: tables are asked the same again and again."""
        places = tuple(ordinal(value) for value in values)
        key = (table.name, places)
        if key not in self._matched:
            try:
                self._matched[key] = matching(table, places)
            except RuleError as problem:
                self._matched[key] = problem
        found = self._matched[key]
        if isinstance(found, RuleError):
            raise found.again()
        return found

    def _at_call(self, node: Call | None, function: Callable[..., Any], values: list[Any]) -> Any:
        try:
            return self.lift(function, *values)
        except OutsideTable as problem:
            if node is not None and problem.site is None:
                problem.site = node.span
            raise

    def _row_value(self, table: Table, row: Row, env: Env) -> Any:
        type_ = table.row_result
        if table.outputs == ("",):
            return self._cell(row.outputs[0], type_, RESULT, env)
        assert isinstance(type_, RecordType)
        of_fields = dict(type_.fields)
        fields = [
            (name, self._cell(output, of_fields[name], _field_called(name), env))
            for name, output in zip(table.outputs, row.outputs, strict=True)
        ]
        return RecordValue(type_.name, tuple(fields))

    def _cell(self, output: Expr, type_: Type, place: str, env: Env) -> Any:
        """What a cell gives. What is printed was held to the type where it was read; what is worked out is here."""
        if isinstance(output, Const):
            return output.value
        return self.with_site(output, self.within, self.evaluate(output, env), type_, place)

    def _combined(self, table: Table, rows: tuple[int, ...], outputs: list[Any]) -> Any:
        if table.hit == HitPolicy.ALL:
            return tuple(outputs)
        if table.hit == HitPolicy.SUM:
            total: Any = 0
            for value in outputs:
                total = self.apply(_ADD, total, value)
            return total
        if table.hit in {HitPolicy.MAX, HitPolicy.MIN}:
            best = outputs[0]
            for value in outputs[1:]:
                best = self.apply(Operator(table.hit.value), best, value)
            return best
        for index, value in zip(rows[1:], outputs[1:], strict=True):
            if not self.decide(self.apply(_EQUAL, outputs[0], value)):
                raise TableOverlap(table.name, rows[0], index)
        return outputs[0]


# Types whose values are called by their names.
_NAMED = (HandleType, EnumType)
# What is asked of a way, which is a list of places.
_OF_WAYS = frozenset({Operator.START, Operator.END, _STEPS})
# What one item's condition must be for a quantifier to be decided by it, and what its answer is then.
_DECISIVE: dict[FoldKind, tuple[bool, bool]] = {
    FoldKind.ANY: (True, True),
    FoldKind.NO: (True, False),
    FoldKind.ALL: (False, False),
}


def _is_askers(table: Table, problem: RuleError) -> bool:
    """Whether who asks is at fault: past an edge, or where rows meet past the declared inputs alone.

    What a cell asks of another table is that cell's fault.
    """
    if not isinstance(problem, TableOverlap | OutsideTable) or problem.table != table.name:
        return False
    if isinstance(problem, OutsideTable):
        return True
    first, second = (table.rows[row].selectors for row in problem.rows)
    return any(
        dimension.closed and not _meet(first[i], second[i], dimension) for i, dimension in enumerate(table.dimensions)
    )


def _meet(one: Selector, other: Selector, dimension: Dimension) -> bool:
    """Whether two selectors share a place within a dimension's edges."""
    return any(
        max(a if a is not None else dimension.low, c if c is not None else dimension.low, dimension.low)
        <= min(b if b is not None else dimension.high, d if d is not None else dimension.high, dimension.high)
        for a, b in one
        for c, d in other
    )


def _printed_only(table: Table) -> bool:
    return all(isinstance(output, Const) for row in table.rows for output in row.outputs)


def matching(table: Table, places: tuple[int, ...]) -> tuple[int, ...]:
    """The rows that answer for these ordinals, by index.

    Raises:
        TableGap: where no row does.
        OutsideTable: past an edge of which nothing is said.
        Forbidden: past an edge that forbids.
    """
    rows = _direct(table, places)
    if rows or table.hit in {HitPolicy.SUM, HitPolicy.ALL}:
        return rows
    moved = list(places)
    for i, (dimension, place) in enumerate(zip(table.dimensions, places, strict=True)):
        if dimension.low <= place <= dimension.high:
            continue
        edge = dimension.below if place < dimension.low else dimension.above
        _past(table, dimension, edge, place)
        moved[i] = dimension.low if place < dimension.low else dimension.high
    rows = _direct(table, tuple(moved)) if tuple(moved) != places else ()
    if not rows:
        raise TableGap(table.name, places)
    return rows


def _past(table: Table, dimension: Dimension, edge: Edge | None, place: int) -> None:
    if edge is None:
        raise OutsideTable(table.name, dimension.label, from_ordinal(place, dimension.type))
    if edge.policy == EdgePolicy.FORBIDDEN:
        raise Forbidden(table.name, dimension.label, from_ordinal(place, dimension.type))


def _direct(table: Table, places: tuple[int, ...]) -> tuple[int, ...]:
    found = [
        index
        for index, row in enumerate(table.rows)
        if not row.last and all(selects(s, place) for s, place in zip(row.selectors, places, strict=True))
    ]
    if not found:
        found = [
            index
            for index, row in enumerate(table.rows)
            if row.last and all(selects(s, place) for s, place in zip(row.selectors, places, strict=True))
        ]
    return tuple(found[:1]) if table.hit == HitPolicy.FIRST else tuple(found)
