"""What is asked of a game that is played: pieces, what was done, how things stood, and whether a deed is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from dataclasses import field as made
from itertools import combinations
from typing import Any

from regola_dsl import tree
from regola_dsl.kinds import EffectMode, OperationName, StatementModality

from support.third.evaluator import Book, Env, Position
from support.third.rules import FORBIDDEN, Game, Play, Voice, silenced_by
from support.third.values import Ambiguous, Handle, Member, Scale, Silent, belongs_to, named

# What `none` is.
NONE = Handle("none", "none")
Way = tuple[str, ...]


class PlayGame(Game):
    """A program with its pieces, and with phases as they are written: nothing is unrolled."""

    def __init__(self, nodes: Sequence[tree.Declaration]) -> None:
        self.book = Book([_with_alternatives(node) if isinstance(node, tree.Rule) else node for node in nodes])
        self.kinds = {node.name.text: node for node in nodes if isinstance(node, tree.Piece)}
        for kind in self.kinds.values():
            for state in kind.states:
                self.book.items[f"{kind.name.text}.{state.name.text}"] = state
        self.roots = [node for node in nodes if isinstance(node, tree.Sequence)]
        self.called = {node.name.text: node for node in nodes if isinstance(node, tree.Phase)}
        self.changes = {node.name.text: node for node in nodes if isinstance(node, tree.Change)}
        self.also = [node for node in nodes if isinstance(node, tree.AlsoAfter)]
        self.events = [node for node in nodes if isinstance(node, tree.Event)]
        self.limits = [node for node in nodes if isinstance(node, tree.Limit)]
        self.setup = [line for node in nodes if isinstance(node, tree.Setup) for line in node.lines]
        self.players_type = next((node.name.text for node in nodes if isinstance(node, tree.Players)), "")
        self.ways = {way for root in self.roots for way in _ways(root.lines, ())}
        self.ways |= {way for phase in self.called.values() for way in _ways([phase], ())}

    def covered(self, name: str) -> Any:
        """The ways of the phases that a name, or a part of a way, covers."""
        wanted = tuple(name.split("/"))
        return {way for way in self.ways for start in range(len(way)) if way[start : start + len(wanted)] == wanted}

    def actions(self) -> list[tree.Action]:
        """The actions, as they are written."""
        return [item for item in self.book.items.values() if isinstance(item, tree.Action)]


def _with_alternatives(rule: tree.Rule) -> tree.Rule:
    """`must A or B` says the same of each of them."""
    said: list[tree.Statement] = []
    for line in rule.statements:
        own = tree.Deed(line.action, line.arguments, line.span)
        for deed in (own, *line.others):
            others = tuple(other for other in (own, *line.others) if other is not deed)
            said.append(replace(line, action=deed.action, arguments=deed.arguments, others=others))
    return replace(rule, statements=tuple(said))


def _ways(lines: Sequence[Any], way: Way) -> Iterator[Way]:
    """The ways to all phases, those that have others inside among them."""
    for line in lines:
        if isinstance(line, tree.Phase):
            yield (*way, line.name.text)
            yield from _ways(line.lines, (*way, line.name.text))
        elif isinstance(line, tree.Each | tree.Repeat):
            yield from _ways(line.lines, way)


@dataclass
class Standing:
    """How things stand: what is told, and which pieces there are."""

    told: Position
    there: dict[str, tuple[Handle, ...]]


@dataclass(frozen=True)
class Done:
    """A deed: what was done, in which playings, and what its limits counted it for."""

    action: str
    arguments: tuple[Any, ...]
    playings: frozenset[int]
    keys: tuple[tuple[Any, ...], ...]


@dataclass
class Playing:
    """A phase that is being played."""

    name: str
    number: int
    who: Any


@dataclass
class Here:
    """The innermost phase: the way to it, who plays it, what it is played with."""

    way: Way = ()
    who: Any = None
    env: Env = made(default_factory=dict)


class Table(Play):
    """The position of a game at one moment, and what may be asked of it."""

    def __init__(self, game: PlayGame, standing: Standing) -> None:
        self.play_game = game
        self.game, self.book = game, game.book
        self.standing = standing
        self.open: list[Playing] = []
        self.log: list[Done] = []
        self.here = Here()
        self.copies: list[tuple[str, Any, Standing]] = []
        self.first = Standing(dict(standing.told), dict(standing.there))

    @property
    def position(self) -> Position:  # type: ignore[override]
        """What is told."""
        return self.standing.told

    # --- values ---

    def value(self, node: tree.Expr, env: Env, wanted: str = "") -> Any:
        """What an expression comes to."""
        if isinstance(node, tree.FieldOf):
            scale = isinstance(node.record, tree.Word) and node.record.text in self.book.scales
            if not scale or (isinstance(node.record, tree.Word) and node.record.text in env):
                record = self.value(node.record, env)
                if isinstance(record, Handle):
                    return self.of_piece(record, node.field.text)
                return record[node.field.text]
        if isinstance(node, tree.Past):
            return self._past(node, env)
        if isinstance(node, tree.Done):
            return self._done(node, env)
        if isinstance(node, tree.Can):
            action = self.book.items[node.action.text]
            assert isinstance(action, tree.Action)
            given = self._given(action, node.arguments, env)
            return any(all(f[name] == v for name, v in given.items()) for f in self.fillings(action))
        return super().value(node, env, wanted)

    def _given(self, action: tree.Action, arguments: Any, env: Env) -> Env:
        given: Env = {}
        for place, (label, argument) in enumerate(arguments):
            name = label.text if label is not None else action.parameters[place].name.text
            given[name] = self.value(argument, env)
        return given

    def of_piece(self, piece: Handle, name: str) -> Any:
        """What is printed on a piece, or kept of it."""
        if piece not in self.standing.there.get(piece.type, ()):
            raise Silent("left")
        kind = self.play_game.kinds[piece.type]
        if any(printed.name.text == name for printed in kind.fields):
            return self.position[f"{piece.type}.{name}", (piece,)]
        if any(state.name.text == name for state in kind.states):
            return self.fact(f"{piece.type}.{name}", (piece,))
        return self.ask(name, (piece,))

    def fact(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """What the position says, or else the value behind `=`, which may name what is printed on the piece."""
        node = self.book.items.get(name)
        if "." in name and isinstance(node, tree.Fact) and (name, arguments) not in self.position:
            (piece,) = arguments
            assert node.default is not None
            printed = {key[0].split(".")[1]: told for key, told in self.position.items() if key[1] == (piece,)}
            return self.value(node.default, printed, named(node.type))
        if "." in name:
            return self.position[name, arguments]
        return super().fact(name, arguments)

    def _word(self, node: tree.Word, env: Env, wanted: str) -> Any:
        if not node.quoted and node.text in env:
            return env[node.text]
        if not node.quoted and node.text not in self.book.items:
            if node.text == "none":
                return NONE
            if node.text in self.play_game.kinds:
                return self.standing.there.get(node.text, ())
            if node.text in self.book.scales:
                return self.every_of(node.text)
        for those in self.standing.there.values():
            for piece in those:
                if piece.text == node.text and (node.quoted or node.text not in self.book.items):
                    return piece
        return super()._word(node, env, wanted)

    def _call(self, node: tree.Call, env: Env, wanted: str) -> Any:
        """What one of several dice shows is asked like a fact."""
        dice = env.get(node.name.text)
        if isinstance(dice, dict):
            return dice[tuple(self.value(argument, env) for _, argument in node.arguments)]
        return super()._call(node, env, wanted)

    def _operation(self, node: tree.Operation, env: Env, wanted: str) -> Any:
        name, parts = node.operator, node.operands
        if name in {OperationName.IS_A, OperationName.IS_NOT_A}:
            kind = parts[1].text if isinstance(parts[1], tree.Word) else ""
            return (belongs_to(self.value(parts[0], env)) == kind) is (name == OperationName.IS_A)
        if name == OperationName.HAS_LEFT:
            piece = self.value(parts[0], env)
            return piece not in self.standing.there.get(piece.type, ())
        if name == OperationName.RANGE:
            low, high = (self.value(part, env) for part in parts)
            return tuple(range(low, high + 1))
        return super()._operation(node, env, wanted)

    def _past(self, node: tree.Past, env: Env) -> Any:
        """How things stood when the phase that is being played, or else the last of that name, began."""
        who = None if node.who is None else self.value(node.who, env)
        fitting = [then for name, by, then in self.copies if name == node.phase.text and who in (None, by)]
        if node.kind != "at_start":
            raise NotImplementedError
        now, self.standing = self.standing, fitting[-1] if fitting else self.first
        try:
            return self.value(node.value, env)
        finally:
            self.standing = now

    def _done(self, node: tree.Done, env: Env) -> Any:
        playing = self.playing(node.phase.text)
        action = self.book.items[node.action.text]
        assert isinstance(action, tree.Action)
        found = 0
        for deed in self.log:
            if deed.action == node.action.text and playing is not None and playing.number in deed.playings:
                asked = zip(node.arguments, deed.arguments, strict=False)
                found += all(part is None or self.value(part, env, belongs_to(one)) == one for part, one in asked)
        return found if node.counted else found > 0

    def playing(self, name: str) -> Playing | None:
        """The innermost playing of a phase."""
        return next((playing for playing in reversed(self.open) if playing.name == name), None)

    # --- what may be chosen ---

    def every_of(self, name: str) -> tuple[Any, ...]:
        """All values of a type that can be listed."""
        if name == "none":
            return (NONE,)
        if name in self.play_game.kinds:
            return self.standing.there.get(name, ())
        scale: Scale = self.book.scales[name]
        return tuple(Member(name, place) for place in range(len(scale.labels)))

    def every(self, type_: tree.TypeName) -> tuple[Any, ...]:
        """All values of a type as it is written."""
        match type_.kind:
            case "bool":
                return (False, True)
            case "int":
                assert type_.low is not None
                assert type_.high is not None
                return tuple(range(type_.low, type_.high + 1))
            case "union":
                return tuple(value for option in type_.options for value in self.every(option))
        return self.every_of(type_.name)

    def fillings(self, action: tree.Action) -> Iterator[Env]:
        """All that an action can be filled with and is allowed, out of everything there is."""
        told_apart = {
            parameter.name.text: read_of(action, self.limits_of(action), self.play_game.book.rules, parameter.name.text)
            for parameter in action.parameters
            if parameter.type.kind == "list"
        }
        seen: set[Any] = set()
        for values in self._filled(action.parameters, {}):
            env = dict(zip((p.name.text for p in action.parameters), values, strict=True))
            if self.ask(action.name.text, values) == FORBIDDEN:
                continue
            key = tuple(_seen(told_apart[name], one) if name in told_apart else one for name, one in env.items())
            if key not in seen:
                seen.add(key)
                yield env

    def _filled(self, parameters: Sequence[tree.Field], env: Env) -> Iterator[tuple[Any, ...]]:
        """Everything that parameters can be; a group is some of what it is chosen among, in that order."""
        if not parameters:
            yield ()
            return
        first, *rest = parameters
        match first.type.kind:
            case "group":
                values = self._groups(first, env)
            case "list":
                assert first.among is not None
                values = self.value(first.among, {**self.here.env, **env})
            case _:
                values = self.every(first.type)
        for value in values:
            for others in self._filled(rest, {**env, first.name.text: value}):
                yield value, *others

    def _groups(self, field: tree.Field, env: Env) -> tuple[Any, ...]:
        assert field.among is not None
        assert field.type.low is not None
        assert field.type.high is not None
        try:
            those = self.value(field.among, {**self.here.env, **env})
        except (Silent, KeyError, Ambiguous):
            return ()  # it can only be asked where the others are allowed
        different = [one for place, one in enumerate(those) if one not in those[:place]]
        return tuple(
            those for size in range(field.type.low, field.type.high + 1) for those in combinations(different, size)
        )

    def ask(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """An answer; what is asked of a place may be printed on it."""
        if name not in self.book.items and arguments and isinstance(arguments[0], Handle):
            return self.of_piece(arguments[0], name)
        return super().ask(name, arguments)

    def deed(self, node: tree.Action | tree.Path, env: Env) -> Any:
        """What an action answers; it sees what its phases are played with."""
        return super().deed(node, {**self.here.env, **env})

    def _open(self, node: tree.Action, env: Env) -> bool:
        if node.phases and self._phase() not in set().union(*(self.game.covered(name.text) for name in node.phases)):
            return False
        if node.actor is not None and self.here.who is not None:
            who = self.value(node.actor, env, self.play_game.players_type)
            if belongs_to(who) == belongs_to(self.here.who) and who != self.here.who:
                return False
        for field in node.parameters:
            if field.type.kind == "group" and field.among is not None:
                group, those = env[field.name.text], self.value(field.among, env)
                if len(set(group)) < len(group) or not set(group) <= set(those):
                    return False
            elif field.among is not None and env[field.name.text] not in self.value(
                field.among, env, named(field.type)
            ):
                return False
        if not all(self.value(line.condition, env) for line in node.requirements):
            return False
        return all(self._within(limit, env) for limit in self.limits_of(node))

    def limits_of(self, node: tree.Action) -> list[tree.Limit]:
        """The limits of an action: its own, and those that several share."""
        shared = [one for one in self.play_game.limits if node.name.text in {name.text for name in one.actions}]
        return [*node.limits, *shared]

    def _within(self, limit: tree.Limit, env: Env) -> bool:
        key = self.key_of(limit, env)
        numbers = {playing.number for name in limit.measure.phases if (playing := self.playing(name.text))}
        # By the name of a sequence it is for the whole game.
        whole = not {root.name.text for root in self.play_game.roots}.isdisjoint(
            name.text for name in limit.measure.phases
        )
        counted = 0
        for deed in self.log:
            action = self.book.items[deed.action]
            assert isinstance(action, tree.Action)
            for one, counts in zip(self.limits_of(action), deed.keys, strict=True):
                counted += one is limit and counts == key and (whole or bool(numbers & deed.playings))
        return bool(counted < self.value(limit.measure.amount, env))

    def key_of(self, limit: tree.Limit, env: Env) -> tuple[Any, ...]:
        """For what a deed is counted."""
        key = tuple(self.value(part, env) for part in limit.measure.keys)
        return tuple(sorted(key, key=str)) if limit.measure.unordered else key

    def _phase(self) -> Any:
        return self.here.way

    # --- duties ---

    def duties(self, action: tree.Action, env: Env) -> list[tuple[tree.Rule, tree.Statement]]:
        """The rules that say of a deed that it must be done, at once or by the end of a phase."""
        env = {**self.here.env, **env}
        voices: list[Voice] = []
        found: list[tuple[tree.Rule, tree.Statement, tuple[str, ...]]] = []
        for rule in self.book.rules:
            said = self._voices(rule, action, env)
            voices += said
            own = next((one for one in rule.statements if one.action.text == action.name.text), None)
            if own is not None and own.due is not None:
                speaks = [v.line for v in said if v.says == StatementModality.MUST and v.line == (rule.name.text,)]
                found += [(rule, own, line) for line in speaks]
        silenced = silenced_by(voices)
        return [(rule, own) for rule, own, line in found if not silenced & set(line)]

    def met(self, statement: tree.Statement, env: Env) -> bool:
        """Whether a deed since the phase began was what is to be done by its end: for the one it is said of.

        A duty that says when it is one is one as long as that is so: hits are taken until none is left.
        """
        if statement.condition.when is not None or statement.condition.unless:
            return False
        assert statement.due is not None
        assert statement.due.phase is not None
        playing = self.playing(statement.due.phase.text)
        assert playing is not None
        inner = {**self.here.env, **env}
        deeds = [tree.Deed(statement.action, statement.arguments, statement.span), *statement.others]
        return any(
            deed.action == wanted.action.text
            and playing.number in deed.playings
            and self._is_of(deed, wanted, statement, inner)
            for wanted in deeds
            for deed in self.log
        )

    def _is_of(self, deed: Done, wanted: tree.Deed, statement: tree.Statement, env: Env) -> bool:
        """Whether a deed is of what the duty names: each of the action's own parameters that it names, some other."""
        node = self.book.items[deed.action]
        assert isinstance(node, tree.Action)
        filled = {p.name.text: value for p, value in zip(node.parameters, deed.arguments, strict=True)}
        subject = statement.subject.text if isinstance(statement.subject, tree.Word) else ""
        if subject in filled and filled[subject] != env.get(subject):
            return False
        order = [name for name in filled if name != subject]
        for place, (label, argument) in enumerate(wanted.arguments):
            name = label.text if label is not None else order[place]
            if self.value(argument, env) != filled[name]:
                return False
        return True


def read_of(action: tree.Action, limits: Sequence[tree.Limit], rules: Sequence[tree.Rule], way: str) -> set[str] | None:
    """What lines about an action say of the way that is chosen for it; None if they speak of the whole of it."""
    others = [one.among for one in action.parameters if one.name.text != way]
    about = [rule for rule in rules if any(said.action.text == action.name.text for said in rule.statements)]
    found: set[str] = set()
    waiting: list[Any] = [others, action.requirements, action.effects, action.rolls, limits, about]
    while waiting:
        node = waiting.pop()
        match node:
            case tree.Word(text=text) if text == way:
                return None
            case tree.Operation(
                operator=OperationName.START_OF | OperationName.END_OF | OperationName.LAST_STEP_OF as said,
                operands=(tree.Word(text=text),),
            ) if text == way:
                found.add(said)
                continue
            case tree.Operation(
                operator=OperationName.IN | OperationName.NOT_IN, operands=(one, tree.Word(text=text))
            ) if text == way:
                found.add("places")
                waiting.append(one)
                continue
            case tree.Fold(items=tree.Word(text=text)) if text == way:
                found.add("places")
                waiting += [node.value, node.where]
                continue
            case tree.Effect() if any(isinstance(one.items, tree.Word) and one.items.text == way for one in node.each):
                if node.mode == EffectMode.PLAYS:
                    return None
                found.add("places")
                waiting += [node.target, node.value, node.condition, *(one.where for one in node.each)]
                waiting += [one.items for one in node.each if not isinstance(one.items, tree.Word)]
                continue
        if isinstance(node, list | tuple):
            waiting += node
        elif is_dataclass(node):
            waiting += [getattr(node, part.name) for part in fields(node)]
    return found


def _seen(read: set[str] | None, way: tuple[Any, ...]) -> Any:
    """What is seen of a way, if only some of it is looked at."""
    if read is None:
        return way
    parts = {
        "places": frozenset((one, way.count(one)) for one in way),
        OperationName.START_OF: way[0],
        OperationName.END_OF: way[-1],
        OperationName.LAST_STEP_OF: way[-2:],
    }
    return frozenset((name, parts[name]) for name in read)
