"""Actions with their rules, effects, the sequence of play, and paths, read off the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count, product
from typing import Any

from regola_dsl import tree
from regola_dsl.kinds import OperationName, StatementModality

from support.third.evaluator import Book, Env, Position, Run
from support.third.values import Handle, Member, Scale, Silent, belongs_to, check, named

ALLOWED, FORBIDDEN, REQUIRED, DUE = (Member("Permission", place) for place in range(4))


@dataclass(frozen=True)
class Stage:
    """A phase as it is played: loops written out, copies with their values exchanged."""

    way: tuple[str, ...]
    leaf: tuple[str, ...]
    actor: tuple[tree.Expr, Env] | None
    conditions: tuple[tree.Condition, ...]
    until: tree.Expr | None
    effects: tuple[tree.Effect, ...]
    env: Env
    inside: tuple[Stage, ...]


@dataclass(frozen=True)
class Voice:
    """A rule, or an exception that speaks in its place: what it says, over what, and for whom it stands."""

    says: StatementModality
    over: frozenset[str]
    line: tuple[str, ...]
    can_wait: bool
    # Of a duty what it leaves open, and what is asked of a deed, where either speaks.
    leaves: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()


class Game:
    """A program with its sequence of play."""

    def __init__(self, nodes: Sequence[tree.Declaration]) -> None:
        self.book = Book(nodes)
        self.roots = [node for node in nodes if isinstance(node, tree.Sequence)]
        self.written = {p.name.text: (way, p) for root in self.roots for way, p in _written(root.lines, ())}
        self.stages = [stage for root in self.roots for stage in self._stages(root.lines, (), (), {})]
        leaves = list(dict.fromkeys(stage.leaf for stage in _leaves(self.stages)))
        self.labels = {leaf: _shortest(leaf, leaves) for leaf in leaves}
        if leaves:
            self.book.scales["Phase"] = Scale("Phase", tuple(self.labels.values()))
        self.players = {stage.leaf: stage.actor for stage in _leaves(self.stages) if stage.actor is not None}
        self.free = {self.labels[stage.leaf] for stage in _leaves(self.stages) if stage.actor is None}

    def _stages(
        self, lines: Sequence[tree.PhaseLine], way: tuple[str, ...], leaf: tuple[str, ...], env: Env, actor: Any = None
    ) -> Iterator[Stage]:
        for line in lines:
            if isinstance(line, tree.Each):
                for value in line.values:
                    known = Run(self.book, {}).value(value, env)
                    yield from self._stages(line.lines, way, leaf, {**env, line.variable.text: known}, actor)
            if isinstance(line, tree.Phase):
                yield self._stage(line, (*way, line.name.text), (*leaf, line.name.text), env, actor)

    def _stage(self, node: tree.Phase, way: tuple[str, ...], leaf: tuple[str, ...], env: Env, actor: Any) -> Stage:
        conditions, lines = (node.condition,), node.lines
        if node.copied is not None:
            where, original = self.written[node.copied.phase.text]
            whole = _exchanged(original, node.copied.one, node.copied.other)
            conditions, lines = (whole.condition, node.condition), (*whole.lines, *node.lines)
            inner = any(isinstance(line, tree.Phase | tree.Each) for line in lines)
            leaf = where if inner else leaf
            actor = (whole.actor, env) if whole.actor is not None else actor
        actor = (node.actor, env) if node.actor is not None else actor
        until = next((line.until for line in lines if isinstance(line, tree.Repeat)), None)
        effects = tuple(line for line in lines if isinstance(line, tree.Effect))
        inside = tuple(self._stages(lines, way, leaf, env, actor))
        return Stage(way, leaf, actor, conditions, until, effects, env, inside)

    def covered(self, name: str) -> set[str]:
        """The innermost phases that a name, or a part of a way, covers."""
        wanted = tuple(name.split("/"))
        return {
            self.labels[stage.leaf]
            for stage in _leaves(self.stages)
            for start in range(len(stage.way))
            if stage.way[start : start + len(wanted)] == wanted
        }


def _written(lines: Sequence[tree.PhaseLine], way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tree.Phase]]:
    for line in lines:
        if isinstance(line, tree.Phase):
            yield (*way, line.name.text), line
        if isinstance(line, tree.Phase | tree.Each):
            yield from _written(line.lines, (*way, line.name.text) if isinstance(line, tree.Phase) else way)


def _leaves(stages: Sequence[Stage]) -> Iterator[Stage]:
    for stage in stages:
        yield from _leaves(stage.inside) if stage.inside else (stage,)


def _shortest(leaf: tuple[str, ...], leaves: Sequence[tuple[str, ...]]) -> str:
    """As much of the way, from its end, as no other has."""
    return "/".join(
        next(leaf[-n:] for n in count(1) if n == len(leaf) or [o[-n:] for o in leaves].count(leaf[-n:]) == 1)
    )


def _exchanged(node: Any, one: tree.Expr, other: tree.Expr) -> Any:
    """A piece of the tree with each of two values in the place of the other."""
    assert isinstance(one, tree.Word)
    assert isinstance(other, tree.Word)
    if isinstance(node, tree.Word) and node.text in {one.text, other.text}:
        return replace(node, text=other.text if node.text == one.text else one.text)
    if isinstance(node, tuple):
        return tuple(_exchanged(part, one, other) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        return type(node)(**{f.name: _exchanged(getattr(node, f.name), one, other) for f in fields(node)})
    return node


def silenced_by(voices: Iterable[Voice]) -> frozenset[str]:
    """What some voices stand over: what they say, and duties of which a ban leaves other ways to do them."""
    heard = list(voices)
    left = {
        duty.line[0]
        for ban, duty in product(heard, heard)
        if ban.says == StatementModality.MUST_NOT and duty.says == StatementModality.MUST
        if duty.leaves & ban.asks and not duty.over & set(ban.line)
    }
    return frozenset(left).union(*(voice.over for voice in heard))


def _words(node: Any) -> frozenset[str]:
    """The words that stand in a part of a rule, and the names that arguments are given."""
    if isinstance(node, tree.Word | tree.Name):
        return frozenset({node.text})
    if isinstance(node, list | tuple):
        return frozenset().union(*map(_words, node))
    if is_dataclass(node) and not isinstance(node, type):
        return frozenset().union(*(_words(getattr(node, f.name)) for f in fields(node)))
    return frozenset()


class Play(Run):
    """One position of a game, in which things are asked and done."""

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__(game.book, dict(position))
        self.game = game

    def deed(self, node: tree.Action | tree.Path, env: Env) -> Any:
        """What an action or a path answers."""
        return self._permission(node, env) if isinstance(node, tree.Action) else self._led(node, env)

    # --- actions ---

    def _permission(self, node: tree.Action, env: Env) -> Member:
        """The guards, then the rules, then the action's own line."""
        if not self._open(node, env):
            return FORBIDDEN
        voices = [voice for rule in self.book.rules for voice in self._voices(rule, node, env)]
        silenced = silenced_by(voices)
        heard = [voice for voice in voices if not silenced & set(voice.line)]
        said = {voice.says for voice in heard}
        if not said:
            if node.default is None:
                raise Silent("missing")
            return ALLOWED if node.default == "allowed" else FORBIDDEN
        if StatementModality.MUST_NOT in said:
            if len(said) > 1:
                raise Silent("contradiction")
            return FORBIDDEN
        duties = [voice for voice in heard if voice.says == StatementModality.MUST]
        if not duties:
            return ALLOWED
        return DUE if all(voice.can_wait for voice in duties) else REQUIRED

    def _open(self, node: tree.Action, env: Env) -> bool:
        if node.phases and self._phase() not in set().union(*(self.game.covered(name.text) for name in node.phases)):
            return False
        if node.actor is not None and self.game.players:
            who = self.value(node.actor, env, self._players())
            if belongs_to(who) == self._players() and self._phase_is_anothers(who):
                return False
        return all(self.value(line.condition, env) for line in node.requirements)

    def _players(self) -> str:
        """The type of those who play phases."""
        expression, env = next(iter(self.game.players.values()))
        return belongs_to(self.value(expression, env))

    def _phase_is_anothers(self, who: Any) -> bool:
        if self.position.get(("active", ())) == who:
            return False
        if self.game.free and self._phase() in self.game.free:
            return False
        return bool(self.ask("active", ()) != who)

    def _phase(self) -> str:
        return self.book.scales["Phase"].label(self.ask("phase", ()).place)

    def _voices(self, rule: tree.Rule, action: tree.Action, env: Env) -> list[Voice]:
        """What a rule, or what stands in its place, says of an action."""
        said = next((one for one in rule.statements if one.action.text == action.name.text), None)
        if said is None:
            return []
        in_force, voices = self._in_force(rule, said, action, (), env)
        names = frozenset(field.name.text for field in action.parameters)
        # An argument that is the parameter itself speaks of it, and asks nothing of it.
        passed = [part for _, part in said.arguments if isinstance(part, tree.Word) and part.text in names]
        others = [part for part in said.arguments if part[1] not in passed]
        asks = names & _words((rule.lets, others, said.condition, self.book.exceptions(rule)))
        is_duty = said.due is not None or said.possible or bool(said.others)
        leaves = names - asks - _words((said.subject, passed)) if is_duty else frozenset[str]()
        return [replace(voice, leaves=leaves, asks=asks) for voice in voices] if in_force else []

    def _in_force(
        self,
        node: tree.Rule | tree.ExceptionRule,
        said: tree.Statement | None,
        action: tree.Action,
        above: tuple[str, ...],
        env: Env,
    ) -> tuple[bool, list[Voice]]:
        env = self.let(node.lets, env)
        if node.under is not None and not self.ask(node.under.text, ()):
            return False, []
        if node.phases and self._phase() not in set().union(*(self.game.covered(name.text) for name in node.phases)):
            return False, []
        if isinstance(node, tree.ExceptionRule) and not self.holds(node.condition, env):
            return False, []
        if said is not None and not self._speaks(said, action, env):
            return False, []
        line = (*above, node.name.text)
        parts = [
            self._in_force(part, next(iter(part.statements), None), action, line, env)
            for part in self.book.exceptions(node)
        ]
        if any(in_force for in_force, _ in parts):
            instead = [voice for in_force, voices in parts if in_force for voice in voices]
            return bool(instead), instead
        if said is None:
            return True, []
        says = StatementModality.MUST_NOT if said.modality == StatementModality.MAY_ONLY else said.modality
        # By the end of a phase there is time, and one of several deeds is not the only one that will do.
        can_wait = bool(said.others) or (said.due is not None and said.due.phase is not None)
        return True, [Voice(says, frozenset(name.text for name in node.over), line, can_wait)]

    def _speaks(self, said: tree.Statement, action: tree.Action, env: Env) -> bool:
        """Whether a statement speaks here: of this actor, of these arguments, under this condition."""
        names = [field.name.text for field in action.parameters]
        actor = action.actor if action.actor is not None else None
        subject = said.subject
        passing = isinstance(subject, tree.Word) and not subject.quoted and subject.text in {"anyone", *names}
        if not passing:
            who = env[names[0]] if actor is None else self.value(actor, env)
            if self.value(subject, env, belongs_to(who)) != who:
                return False
        order = list(names)
        spoken_of = subject.text if passing and isinstance(subject, tree.Word) else _first_word(actor)
        unnamed = [argument for label, argument in said.arguments if label is None]
        if order and order[0] == spoken_of and len(unnamed) < len(order):
            order = order[1:]
        place = iter(order)
        for label, argument in said.arguments:
            key = label.text if label is not None else next(place)
            field = next(field for field in action.parameters if field.name.text == key)
            if self.value(argument, env, named(field.type)) != env[key]:
                return False
        return self.holds(said.condition, env) is (said.modality != StatementModality.MAY_ONLY)

    # --- what is done ---

    def do(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Carry an action out.

        Raises:
            Silent: where it is forbidden, or an effect has no value.
        """
        node = self.book.items[name]
        assert isinstance(node, tree.Action)
        if self.ask(name, arguments) == FORBIDDEN:
            raise Silent("not-allowed")
        self.change(node.effects, dict(zip((f.name.text for f in node.parameters), arguments, strict=True)))

    def change(self, effects: Sequence[tree.Effect], env: Env) -> None:
        """All effects look at the position as it was before."""
        changed: list[tuple[str, Any, Any]] = []
        for line in effects:
            if not self.holds(line.condition, env):
                continue
            name = line.target.name.text if isinstance(line.target, tree.Call) else getattr(line.target, "text", "")
            fact = self.book.items[name]
            assert isinstance(fact, tree.Fact)
            if line.value is None:
                changed.append((name, None, None))
                continue
            given = [part for _, part in line.target.arguments] if isinstance(line.target, tree.Call) else []
            asked = [self.value(part, env, named(f.type)) for part, f in zip(given, fact.parameters, strict=True)]
            changed.append((name, tuple(asked), check(self.value(line.value, env, named(fact.type)), fact.type)))
        for name, of, value in changed:
            if of is None:
                self.position = {key: told for key, told in self.position.items() if key[0] != name}
            else:
                self.position[name, of] = value

    # --- the sequence of play ---

    def steps(self) -> Iterator[tuple[str, Any]]:
        """The innermost phases as they are played, each with who plays it; what repeats is played once."""
        for root in self.game.roots:
            effects = tuple(line for line in root.lines if isinstance(line, tree.Effect))
            until = next((line.until for line in root.lines if isinstance(line, tree.Repeat)), None)
            yield from self._round(self.game.stages, until, effects, {})

    def _round(
        self, inside: Sequence[Stage], until: tree.Expr | None, effects: Sequence[tree.Effect], env: Env
    ) -> Iterator[tuple[str, Any]]:
        for stage in inside:
            yield from self._played(stage)
        self.change(effects, env)
        if until is not None:
            self.value(until, env)

    def _played(self, stage: Stage) -> Iterator[tuple[str, Any]]:
        if not all(self.holds(condition, stage.env) for condition in stage.conditions):
            return
        who = None if stage.actor is None else self.value(stage.actor[0], stage.actor[1])
        if not stage.inside:
            label = self.game.labels[stage.leaf]
            self.position["phase", ()] = self.book.member(label, "Phase")
            if who is not None:
                self.position["active", ()] = who
            yield label, who
        yield from self._round(stage.inside, stage.until, stage.effects, stage.env)

    # --- paths ---

    def _led(self, node: tree.Path, env: Env) -> bool:
        told = self.position.get((node.name.text, tuple(env.values())))
        return bool(self._ends(node, env)) if told is None else bool(told)

    def ends(self, name: str, arguments: tuple[Any, ...]) -> dict[Any, Any]:
        """Where a path can end, nearest first, each with the least that is spent on the way."""
        node = self.book.items[name]
        assert isinstance(node, tree.Path)
        return self._ends(node, dict(zip((f.name.text for f in node.parameters), arguments, strict=True)))

    def _of_path(self, name: OperationName, node: tree.Expr, env: Env) -> Any:
        assert isinstance(node, tree.Call)
        path = self.book.items[node.name.text]
        assert isinstance(path, tree.Path)
        values = [self.value(p, env, named(f.type)) for (_, p), f in zip(node.arguments, path.parameters, strict=True)]
        inputs = dict(zip((f.name.text for f in path.parameters), values, strict=True))
        if name == OperationName.WAYS_OF:
            return self._ways(path, inputs)
        ends = self._ends(path, inputs)
        if name == OperationName.ENDS_OF:
            return tuple(ends)
        if not ends:
            raise Silent("no-path")
        return min(ends.values())

    def _ways(self, node: tree.Path, env: Env) -> tuple[tuple[Any, ...], ...]:
        """Every way, each walked in every manner there is: cheapest first, then the shortest, then by names."""
        env = self.let(node.lets, env)
        limits = [(self._limit(leg.limit, env), self._limit(leg.steps, env)) for leg in node.legs]
        starts = [place for part in node.starts for place in _several(self.value(part, env))]
        todo = [((place,), 0, 0, 0, 0, 0) for place in starts]
        cheapest: dict[tuple[Any, ...], Any] = {}
        while todo:
            way, number, spent, made, total, since = todo.pop()
            leg, (limit, most), here = node.legs[number], limits[number], way[-1]
            if leg.kind != "exactly" or made == limit:
                if number + 1 == len(node.legs):
                    if self._may_end(node, here, env):
                        cheapest[way] = min(total, cheapest.get(way, total))
                else:
                    fresh = leg.kind == "exactly" or node.legs[number + 1].kind == "exactly"
                    todo.append((way, number + 1, 0, 0, total, len(way) - 1 if fresh else since))
            if len(way) > 1 and (
                self._barred(node, "stops_in", (here,), env) or self._barred(node, "stops_after", way[-2:], env)
            ):
                continue
            for after in self.ask(node.over.text, (here,)):
                cost = self._cost(node, leg, (here, after), env)
                if cost is None or after in way[since:]:
                    continue
                if (limit is None or spent + cost <= limit) and (most is None or made < most):
                    todo.append(((*way, after), number, spent + cost, made + 1, total + cost, since))
        return tuple(
            sorted(cheapest, key=lambda way: (cheapest[way], len(way), [self._written(place) for place in way]))
        )

    def _limit(self, limit: tree.Expr | None, env: Env) -> Any:
        return None if limit is None else self.value(limit, env)

    def _cost(self, node: tree.Path, leg: tree.Leg, step: tuple[Any, ...], env: Env) -> Any:
        """What a step costs; None if it may not be made."""
        inner = env if leg.ends is None else {**env, leg.ends[0].text: step[0], leg.ends[1].text: step[1]}
        if leg.where and not self.value(leg.where, inner):
            return None
        if self._barred(node, "never_into", step[1:], env) or self._barred(node, "never_across", step, env):
            return None
        cost = 1 if leg.cost is None else self.value(leg.cost, inner)
        if cost < 0:
            raise Silent("range")
        return cost

    def _ends(self, node: tree.Path, env: Env) -> dict[Any, Any]:
        """Where a walk can end, and the least that is spent: every walk is made that is not dearer than one before."""
        env = self.let(node.lets, env)
        limits = [None if leg.limit is None else self.value(leg.limit, env) for leg in node.legs]
        most = [None if leg.steps is None else self.value(leg.steps, env) for leg in node.legs]
        starts = [place for part in node.starts for place in _several(self.value(part, env))]
        least: dict[Any, Any] = {}
        found: dict[Any, Any] = {}
        todo = [((0, place, 0, 0, False, False, frozenset([place])), 0) for place in starts]
        while todo:
            walk, total = todo.pop()
            if least.get(walk, total + 1) <= total:
                continue
            least[walk] = total
            number, place, spent, made, moved, stopped, been = walk
            leg, limit = node.legs[number], limits[number]
            if leg.kind != "exactly" or spent == limit:
                if number + 1 < len(node.legs):
                    todo.append(((number + 1, place, 0, 0, moved, stopped, frozenset([place])), total))
                elif self._may_end(node, place, env):
                    found[place] = min(total, found.get(place, total))
            if stopped or (moved and self._barred(node, "stops_in", (place,), env)):
                continue
            for after in self.ask(node.over.text, (place,)):
                inner = env if leg.ends is None else {**env, leg.ends[0].text: place, leg.ends[1].text: after}
                if (leg.kind == "exactly" and after in been) or (leg.where and not self.value(leg.where, inner)):
                    continue
                cost = 1 if leg.cost is None else self.value(leg.cost, inner)
                if cost < 0:
                    raise Silent("range")
                counted = most[number]
                if (limit is not None and spent + cost > limit) or (counted is not None and made + 1 > counted):
                    continue
                if self._barred(node, "never_into", (after,), env) or self._barred(
                    node, "never_across", (place, after), env
                ):
                    continue
                stop = self._barred(node, "stops_after", (place, after), env)
                now = 0 if limit is None else spent + cost
                seen = been | {after} if leg.kind == "exactly" else frozenset()
                steps = 0 if counted is None else made + 1
                todo.append(((number, after, now, steps, True, stop, seen), total + cost))
        return dict(sorted(found.items(), key=lambda end: (end[1], self._written(end[0]))))

    def _written(self, place: Any) -> str:
        return place.text if isinstance(place, Handle) else self.book.scales[place.type].label(place.place)

    def _may_end(self, node: tree.Path, place: Any, env: Env) -> bool:
        if node.end is not None and self.value(node.end, env, belongs_to(place)) == place:
            return True
        lines = [bar for bar in node.bars if bar.kind == "ends"]
        return self._barred(node, "ends", (place,), env) if lines else node.end is None

    def _barred(self, node: tree.Path, kind: str, places: tuple[Any, ...], env: Env) -> bool:
        return any(
            self.holds(
                bar.condition, {**env, **{name.text: place for name, place in zip(bar.places, places, strict=True)}}
            )
            for bar in node.bars
            if bar.kind == kind
        )


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _first_word(node: tree.Expr | None) -> str:
    """The parameter that `by` speaks of."""
    while isinstance(node, tree.FieldOf):
        node = node.record
    return node.text if isinstance(node, tree.Word) else ""
