"""The reference interpreter: what a program answers in one position.

Everything else (the symbolic executor, the generated module, the references) is held against it. What the words of a
program mean is said in evaluator.py; here is what one position adds: facts as they are told, paths walked on the map,
answers remembered, and effects carried out.

With a `trace`, every declaration and exception that had a say is noted in order, and every row that answered; with
`notes` beside it, what else an answer rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from regola_dsl.source import Span
from regola_dsl.tree import Anchors

from regola_compiler.evaluate import paths, ways
from regola_compiler.evaluate.errors import NoPath, NotGiven, PieceGone, RuleError
from regola_compiler.evaluate.evaluator import ProgramEvaluator
from regola_compiler.evaluate.operations import CONCRETE
from regola_compiler.evaluate.play.deeds import Turnout, turnout
from regola_compiler.evaluate.play.pieces import changed_position
from regola_compiler.evaluate.play.supposing import suppose
from regola_compiler.evaluate.protocol import Env, Position
from regola_compiler.model.made import made_name
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Clause,
    Edge,
    Effect,
    Fact,
    Path,
    Program,
    Row,
    Supposed,
    Table,
    ordinal,
)
from regola_compiler.model.types import Handle, RecordValue, Value

# What stands for an answer that there is not; None is one of a rule's own.
_UNTOLD: Any = object()


@dataclass(slots=True)
class Notes:
    """What an answer rests on beside its reasons.

    `defaults` are the facts of which the position says nothing, with what was taken in their place, in the order they
    were read; `unregulated` the actions that no rule spoke of, `overruled` the exceptions that another one stands over,
    `edges` those of tables that were passed.
    """

    defaults: dict[tuple[str, tuple[Value, ...]], Value] = field(default_factory=dict)
    unregulated: list[str] = field(default_factory=list)
    overruled: list[Clause] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


class Interpreter(ProgramEvaluator):
    """Evaluates the expressions of one program in one position.

    `trace` collects the reasons of an answer, `touched` the names of all that had a say in it, `rows` the table rows;
    `asked` the declarations that were asked at all, facts too; `notes` what else an answer rests on.
    """

    def __init__(self, program: Program, position: Position | None = None, *, own: bool = True) -> None:
        super().__init__(program, CONCRETE)
        # A position that is somebody else's is read and never changed: it need not be copied.
        self.position: Position = dict(position or {}) if own or position is None else position
        self.made: list[RecordValue] | None = None
        self.trace: list[tuple[str, Anchors]] | None = None
        self.touched: set[str] = set()
        self.asked: set[str] = set()
        self.notes: Notes | None = None
        self._quiet = 0
        self.rows: list[Span] = []
        self._answers: dict[Any, Any] = {}
        # The pieces that there are, of the types of which there are some, in the position at hand.
        self._there: tuple[Position, frozenset[Any], frozenset[str]] | None = None

    # --- what is known of the position ---

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """What the position says of a fact."""
        if fact.counts is not None and fact.counts.unordered:
            arguments = tuple(sorted(arguments, key=repr))
        key = (fact.name, arguments)
        if fact.owner:
            self._hold_there(arguments[0])
        told = self.position.get(key, _UNTOLD)
        if told is not _UNTOLD:
            return told
        if fact.default is not None:
            value = self.evaluate(fact.default, {p.name: a for p, a in zip(fact.parameters, arguments, strict=True)})
            if self.notes is not None:
                self.notes.defaults[key] = value
            return value
        raise NotGiven(*key)

    def _hold_there(self, piece: Any) -> None:
        """Hold that a piece is there, where the position says which are.

        Raises:
            PieceGone: if it is not.
        """
        if self._there is None or self._there[0] is not self.position:
            lists = {name: self.position.get((extent_of(name), ())) for name in self.program.pieces}
            listed = {name: value for name, value in lists.items() if value is not None}
            known = frozenset(
                one for value in listed.values() if isinstance(value, tuple) for one in value if isinstance(one, Handle)
            )
            # That there is none is said of what rules make, too, once they have made one.
            made = {name for name in listed if made_name(name) in self.program.callables}
            self._there = (self.position, known, frozenset(one.type for one in known) | made)
        _, known, types = self._there
        if isinstance(piece, Handle) and piece not in known and piece.type in types:
            raise PieceGone(piece)

    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """The answer of the declaration called `name`, asked once for the same arguments."""
        key = (name, tuple(arguments))
        found = self._answers.get(key, _UNTOLD)  # a key is hashed as seldom as may be: that takes as long as the rest
        if found is _UNTOLD:
            try:
                found = self._answers[key] = self.work_out(name, arguments, node)
            except RuleError as problem:
                self._answers[key] = problem
                raise
        elif isinstance(found, RuleError):
            raise found
        return found

    def was_asked(self, name: str, arguments: tuple[Value, ...]) -> bool:
        """Whether a declaration was asked with some arguments, in the position as it is."""
        return (name, arguments) in self._answers

    def has_path(self, path: Path, env: Env) -> Any:
        """What the position says of a path, or else whether a walk comes to an end."""
        told = self.position.get((path.name, tuple(env.values())))
        return bool(paths.ends(self, path, env)) if told is None else told

    def path_query(self, node: Call, arguments: list[Any]) -> Any:
        """The length of a path, the places where it can end, or its ways."""
        path, env = self._asked_path(node, arguments)
        if node.aspect == "ways":
            return self.with_site(node, ways.ways, self, path, env)
        found = self.with_site(node, paths.ends, self, path, env)
        if node.aspect == "ends":
            return tuple(found)
        if not found:
            raise NoPath(path.name).at(node.span)
        return min(found.values())

    def is_chosen(self, node: Apply, env: Env) -> Any:
        """Whether a list is one of some; a way of a path is walked alone, and no other is looked for."""
        chosen, listed = self.evaluate(node.operands[0], env), node.operands[1]
        if not isinstance(listed, Call) or listed.aspect != "ways":
            return chosen in self.evaluate(listed, env)
        path, inner = self._asked_path(listed, [self.evaluate(part, env) for part in listed.arguments])
        return self.with_site(listed, ways.is_way, self, path, inner, chosen)

    def _asked_path(self, node: Call, arguments: list[Any]) -> tuple[Path, Env]:
        path = self.program.callables[node.callee]
        assert isinstance(path, Path)
        self.on_asked(path.name)
        self.record_reason(path.name, path.anchors)
        return path, {p.name: value for p, value in zip(path.parameters, arguments, strict=True)}

    def supposed(self, node: Supposed, env: Env) -> Any:
        """What is asked of another position."""
        return suppose(self, node, env)

    # --- positions ---

    def set_fact(self, name: str, arguments: tuple[Value, ...], value: Value) -> None:
        """A fact takes a value; what was answered before is forgotten."""
        self.position = {**self.position, (name, arguments): value}
        self._answers = {}

    def elsewhere(self, position: Position) -> Interpreter:
        """The same in another position; what has a say there has one here."""
        other = Interpreter(self.program, position, own=False)
        other.trace, other.touched, other.rows = self.trace, self.touched, self.rows
        other.asked, other.made, other.notes = self.asked, self.made, self.notes
        other._quiet = self._quiet
        return other

    def replace_position(self, position: Position) -> None:
        """Another position; what was answered before is forgotten."""
        self.position = position
        self._answers = {}

    def apply_effects(self, effects: tuple[Effect, ...], env: Env) -> list[tuple[str, tuple[Value, ...]]]:
        """Carry out effects, all of them as things stood before; what they call is still to be played."""
        found = turnout(self, effects, env)
        self.bring_about(found)
        return found.played

    def bring_about(self, found: Turnout) -> None:
        """Change the position as some effects have it."""
        if not (found.told or found.resets or found.left or found.replaced or found.made):
            return
        self.position = changed_position(self.program, self.position, found)
        self._answers = {}

    # --- what had a say ---

    def is_traced(self) -> bool:
        """Whether a trace is kept."""
        return self.trace is not None

    @contextmanager
    def reasons_suppressed(self) -> Iterator[None]:
        """While it is found out which rules speak, what they look at is no reason yet."""
        self._quiet += 1
        answers = self._answers
        if self.trace is not None:
            self._answers = dict(answers)  # what is answered in here would be no reason when it is asked again
        try:
            yield
        finally:
            self._quiet -= 1
            self._answers = answers

    def record_reason(self, name: str, anchors: Anchors) -> None:
        """Something has a say."""
        self.touched.add(name)
        if self.trace is not None and not self._quiet:
            self.trace.append((name, anchors))

    def on_asked(self, name: str) -> None:
        """A declaration is asked."""
        self.asked.add(name)

    def on_record(self, made: RecordValue) -> None:
        """A record is made."""
        if self.made is not None:
            self.made.append(made)

    def on_row(self, table: Table, row: Row) -> None:
        """A row of a table answers."""
        if self.trace is not None:
            self.rows.append(row.span)
        if row.anchors:
            self.record_reason(table.name, row.anchors)

    def on_unregulated(self, action: Action) -> None:
        """No rule speaks of an action, and its own line answers."""
        if self.notes is not None and not self._quiet:
            self.notes.unregulated.append(action.name)

    def on_overruled(self, clause: Clause) -> None:
        """An exception holds, and another one stands over it."""
        if self.notes is not None:
            self.notes.overruled.append(clause)

    def on_lookup(self, table: Table, inputs: Sequence[Any]) -> None:
        """A table is entered; an edge that is passed has a say."""
        for dimension, value in zip(table.dimensions, inputs if self.notes is not None else (), strict=False):
            edge = dimension.below if ordinal(value) < dimension.low else dimension.above
            if self.notes is not None and edge is not None and not dimension.low <= ordinal(value) <= dimension.high:
                self.notes.edges.append(edge)
