"""A game played in the plainest way there is: phases are functions that wait in the middle for what is done.

Written from the documents alone, beside the engine and without a look at it. Nothing is kept twice and nothing is made
quick: what may be done is found by trying everything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

from regola_dsl import tree
from regola_dsl.kinds import EffectMode

from support.third.evaluator import Env
from support.third.play_facts import NONE, Done, Here, PlayGame, Playing, Standing, Table, Way
from support.third.play_several import Key, Own, Shown, joined, view
from support.third.values import Handle, Silent, belongs_to, check, faces, named

# A move: ("do", action, arguments), ("end", phase), ("pick", variable, item), ("pass", variable), ("offer", move),
# ("decline", move).
Move = tuple[Any, ...]
Die = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Choose:
    """Somebody is to choose a move."""

    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Throw:
    """Dice are to be thrown: which, and what each can show."""

    dice: tuple[tuple[Die, frozenset[Any]], ...]


@dataclass(frozen=True)
class Stuck:
    """Somebody has to act, and nobody can."""


@dataclass(frozen=True)
class Over:
    """The game is over."""

    winner: Any = None
    said: bool = False


Waits = Choose | Throw | Stuck | Over
Course = Generator[Waits, Any, None]


class Ended(Exception):  # noqa: N818  a game that ends is no error
    """A line says that the game is over."""

    def __init__(self, winner: Any) -> None:
        super().__init__()
        self.winner = winner


class Left(Exception):  # noqa: N818  nor is a phase that ends
    """A phase that has others inside ends by itself."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@dataclass
class Apart:
    """Several act at once: how they began, what was shown then, whose turn it is, what others have made of it."""

    begun: Standing
    shown: dict[tuple[Any, Key], Any]
    who: Any
    made: dict[Any, Own]


@dataclass
class Line:
    """What an effect changes: `how` is set, add, reset, leave, show or call."""

    how: str
    key: tuple[str, tuple[Any, ...]]
    value: Any = None


class NaivePlayer:
    """One game on the table."""

    def __init__(self, nodes: Sequence[tree.Declaration]) -> None:
        self.game = PlayGame(nodes)
        self.table = Table(self.game, _set_up(self.game))
        self.count = 0
        self.numbers = dict.fromkeys(self.game.kinds, 0)
        self.dead: list[tuple[int, Callable[[], bool]]] = []
        self.held = {key for key, holds in self._conditions() if holds}
        self.came: set[tuple[str, tuple[Any, ...]]] = set()
        self.shown = Shown(self.table)
        self.apart: Apart | None = None
        self.calls: list[Line] | None = None
        self.course = self._game()
        self.waits: Waits = next(self.course)

    def answer(self, said: Any) -> None:
        """A move that is made, or what dice show."""
        self.waits = self.course.send(said)

    def seen_by(self, viewer: Any, facts: dict[Key, Any]) -> dict[Key, Any]:
        """What a player sees of some facts; of what others do at once with him nothing."""
        table, apart = self.table, self.apart
        if apart is None or apart.who == viewer:
            return view(table, self.shown, viewer, facts)
        own = apart.made.get(viewer)
        now, shown = table.standing, self.shown.told
        table.standing, self.shown.told = (apart.begun, apart.shown) if own is None else (own.standing, own.shown)
        try:
            return view(table, self.shown, viewer, {key: table.fact(*key) for key in facts})
        finally:
            table.standing, self.shown.told = now, shown

    # --- the sequence ---

    def _game(self) -> Course:
        try:
            for root in self.game.roots:
                yield from self._block(root.lines, {}, (), None, None)
        except Ended as end:
            yield Over(end.winner, said=True)
        yield Over()

    def _played(self, node: tree.Phase, env: Env, way: Way, who: Any) -> Course:
        """One playing of a phase."""
        table = self.table
        if not table.holds(node.condition, env):
            return
        if node.actor is not None:
            who = table.value(node.actor, env, self.game.players_type)
        self.count += 1
        playing = Playing(node.name.text, self.count, who)
        table.open.append(playing)
        self._back(lambda life: life.phase.text == playing.name and self._of(life, who, env))
        table.copies.append((playing.name, who, _copied(table.standing)))
        before, size = table.here, len(self.dead)
        try:
            yield from self._block(node.lines, env, (*way, node.name.text), who, node)
        except Left as left:
            if left.number != playing.number:
                raise
            del self.dead[size:]
        self._fail(node.name.text, env)
        self._back(lambda life: life.kind == "lasting" and life.phase.text == playing.name)
        table.open.remove(playing)
        table.here = before

    def _fail(self, phase: str, env: Env) -> None:
        """What comes about for those who have not done by the end of a phase what was due by then."""
        found: list[Line] = []
        for rule in self.game.book.rules:
            due = next((line for line in rule.statements if line.due is not None and line.due.phase is not None), None)
            if not rule.failing or due is None or due.due is None or due.due.phase is None:
                continue
            if due.due.phase.text == phase:
                found += self._failed(rule, due, env)
        self._apply(found)

    def _failed(self, rule: tree.Rule, said: tree.Statement, env: Env) -> list[Line]:
        """Of those that an action is chosen among: each for whom the duty stands still, whatever else is filled in."""
        table = self.table
        node = self.game.book.items[said.action.text]
        assert isinstance(node, tree.Action)
        first, *rest = node.parameters
        found: list[Line] = []
        for one in table.every(first.type):
            inner = {**env, first.name.text: one}
            if first.among is not None and one not in table.value(first.among, inner):
                continue
            fillings = self._speaks_of(rest)
            stands = any(table.holds(said.condition, {**inner, **others}) for others in fillings)
            if stands and not table.met(said, inner):
                found += self._lines(rule.failing, inner, set())
        return found

    def _of(self, life: tree.Life, who: Any, env: Env) -> bool:
        return life.who is None or self.table.value(life.who, env, belongs_to(who)) == who

    def _back(self, which: Callable[[tree.Life], bool]) -> None:
        """Facts whose time is over have their defaults again."""
        gone = {
            name
            for name, item in self.game.book.items.items()
            if isinstance(item, tree.Fact) and item.life is not None and which(item.life)
        }
        told = self.table.position
        for key in [key for key in told if key[0] in gone]:
            del told[key]
        for name, kind in self.game.kinds.items():
            if kind.lasting is not None and which(tree.Life("lasting", kind.lasting, None, kind.span)):
                for piece in self.table.standing.there[name]:
                    self._leave(piece)
                self.numbers[name] = 0
        self.shown.settle()
        # What does not hold any more can turn true again.
        self.held &= {key for key, holds in self._conditions() if holds}

    def _block(self, lines: Sequence[Any], env: Env, way: Way, who: Any, phase: tree.Phase | None) -> Course:
        """What stands in a phase, or in the whole sequence."""
        env = yield from self._thrown([line for line in lines if isinstance(line, tree.Roll)], env)
        effects = [line for line in lines if isinstance(line, tree.Effect)]
        inside = [line for line in lines if isinstance(line, tree.Phase | tree.Each) or _owns(line)]
        again = next((line for line in lines if isinstance(line, tree.Repeat) and not line.lines), None)
        ends = None
        if inside and phase is not None and phase.ends is not None:
            ends = self.table.open[-1].number, _later(self.table, phase.ends, env)
            self.dead.append(ends)
        yield from self._come_about([line for line in effects if line.first], env, way, who)
        self._check_ends()
        while True:
            deeds = len(self.table.log)
            if inside:
                yield from self._inside(inside, env, way, who)
            else:
                yield from self._acts(phase, env, way, who)
            self.table.here = Here(way, who, env)
            if again is None:
                break
            yield from self._come_about([line for line in effects if not line.first], env, way, who)
            effects = [line for line in effects if line.first] if self._enough(again, deeds, env) else effects
            if self._enough(again, deeds, env):
                break
        if ends is not None:
            self.dead.remove(ends)
        yield from self._come_about([line for line in effects if not line.first], env, way, who)
        for line in lines:
            if isinstance(line, tree.GameEnds) and self.table.value(line.condition, env):
                wanted = self.game.players_type
                raise Ended(None if line.winner is None else self.table.value(line.winner, env, wanted))

    def _enough(self, again: tree.Repeat, deeds: int, env: Env) -> bool:
        if again.until is None:
            return len(self.table.log) == deeds
        return bool(self.table.value(again.until, env))

    def _inside(self, lines: Sequence[Any], env: Env, way: Way, who: Any) -> Course:
        for line in lines:
            if isinstance(line, tree.Phase):
                if not line.called:
                    yield from self._played(line, env, way, who)
                    self._check_ends()
            elif isinstance(line, tree.Each):
                yield from self._loop(line, env, way, who)
            else:
                while True:
                    deeds = len(self.table.log)
                    yield from self._block(line.lines, env, way, who, None)
                    if self._enough(line, deeds, env):
                        break

    def _check_ends(self) -> None:
        """A phase around this one may be over now."""
        for number, over in self.dead:
            if over():
                raise Left(number)

    def _loop(self, line: tree.Each, env: Env, way: Way, who: Any) -> Course:
        name, table = line.variable.text, self.table
        if line.items is None:
            left = [table.value(value, env) for value in line.values]
        else:
            left = list(table.value(line.items, env))

        def fits(one: Any) -> bool:
            if isinstance(one, Handle) and one not in table.standing.there.get(one.type, (one,)):
                return False
            return line.where is None or bool(self.table.value(line.where, {**env, name: one}))

        left = [one for one in left if fits(one)]
        while left := [one for one in left if fits(one)] if line.order is not None or line.optional else left:
            candidates = self._next(line, left, env)
            if not fits(candidates[0]):
                left.remove(candidates[0])
                continue
            one = candidates[0]
            by_chance = line.order is not None and line.order.amount is not None and line.order.ties is None
            if by_chance and len(candidates) > 1 and not line.optional:
                shown = yield Throw((((name, ()), frozenset(candidates)),))
                one = shown[name, ()]
            elif len(candidates) > 1 or line.optional:
                picks: list[Move] = [("pick", name, one) for one in candidates]
                move = yield Choose((*picks, ("end", name)) if line.optional else tuple(picks))
                if move[0] == "end":
                    return
                one = move[2]
            left.remove(one)
            yield from self._block(line.lines, {**env, name: one}, way, who, None)

    def _next(self, line: tree.Each, left: list[Any], env: Env) -> list[Any]:
        """Whose turn may come next: of those with the most or the least, as things stand now."""
        order = line.order
        if order is None or order.kind == "listed":
            return left if line.optional else left[:1]
        if order.amount is None:
            return left
        worths = [self.table.value(order.amount, {**env, line.variable.text: one}) for one in left]
        best = (max if order.kind == "most" else min)(worths)
        return [one for one, worth in zip(left, worths, strict=True) if worth == best]

    def _acts(self, phase: tree.Phase | None, env: Env, way: Way, who: Any) -> Course:
        """Whoever's phase it is does what is allowed, until it is ended or ends."""
        if phase is None:
            return
        if not phase.at_once:
            yield from self._turns(phase, env, way, None if phase.together else who)
            return
        table = self.table
        begun, log, shown = table.standing, list(table.log), dict(self.shown.told)
        several: list[Own] = []
        self.calls = []
        for one in self._those(phase.at_once, env):
            table.standing, table.log, self.shown.told = _copied(begun), list(log), dict(shown)
            self.apart = Apart(begun, shown, one, dict(self._made(several, phase, env)))
            yield from self._turns(phase, env, way, one)
            several.append(Own(table.standing, table.log[len(log) :], self.shown.told))
        self.apart = None
        calls, self.calls = self.calls, None
        if several:
            table.standing = joined(table, begun, several)
            table.log = [*log, *(deed for own in several for deed in own.log)]
            self.shown.told = {key: value for own in several for key, value in own.shown.items()}
            told = [(key, value) for own in several for key, value in own.shown.items()]
            self.shown.told = {key: value for key, value in told if self.shown.is_so(key[1], value)}
        table.here = Here(way, None, env)
        calls += self._events()
        self.shown.settle()
        yield from self._call(calls)

    def _made(self, several: list[Own], phase: tree.Phase, env: Env) -> list[tuple[Any, Own]]:
        return list(zip(self._those(phase.at_once, env), several, strict=False))

    def _those(self, written: Sequence[tree.Expr], env: Env) -> list[Any]:
        """Those who act: a list, or values written one after the other."""
        values = [self.table.value(part, env, self.game.players_type) for part in written]
        listed = values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
        return list(dict.fromkeys(listed))

    def _turns(self, phase: tree.Phase, env: Env, way: Way, who: Any) -> Course:
        """One after the other does something: who has the turn, or those who have to agree."""
        table = self.table
        refused: set[Move] = set()
        alone = False
        while True:
            table.here = Here(way, who, env)
            if phase.ends is not None and table.value(phase.ends, env):
                return
            asking, others = who, []
            if phase.together:
                asking, *others = self._those(phase.together, env) or [None]
                if alone or asking is None:
                    assert phase.actor is not None
                    asking, others = table.value(phase.actor, env, self.game.players_type), []
            stays = phase.stays is not None and not table.value(phase.stays, env)
            moves, held = self._allowed(refused, again=stays)
            if not moves:
                if not stays:
                    return
                yield Stuck()
            if not stays and not held and phase.ends is None:
                moves.append(("end", phase.name.text))
            asked = {move: self._asked(move, asking, others) for move in moves}
            move = yield Choose(tuple(("offer", one) if asked[one] else one for one in moves))
            if move[0] == "offer":
                move = move[1]
                left = list(asked[move])
                said: Move = move
                while left and said[0] != "decline":
                    said = yield Choose(((move if len(left) == 1 else ("offer", move)), ("decline", move)))
                    person = left.pop(0)
                if said[0] == "decline":
                    alone = alone or person in others
                    refused |= set() if person in others else {move}
                    continue
            if move[0] == "end":
                return
            refused, alone = set(), False
            yield from self._deed(move[1], move[2])
            self._check_ends()

    def _asked(self, move: Move, asking: Any, others: list[Any]) -> list[Any]:
        """Who has to agree to a move."""
        if move[0] == "end":
            return others
        node = self.game.book.items[move[1]]
        assert isinstance(node, tree.Action)
        if node.agreed is None:
            return others
        env = {**self.table.here.env, **dict(zip((p.name.text for p in node.parameters), move[2], strict=True))}
        other = self.table.value(node.agreed, env, self.game.players_type)
        return others if other in (asking, *others) else [*others, other]

    def _allowed(self, refused: set[Move], *, again: bool) -> tuple[list[Move], bool]:
        """What may be done now, and whether something is due that keeps the phase open.

        What was refused is not offered again, but where the phase cannot be ended and nothing else can be done.
        """
        moves, urgent, held = self._open_to(refused)
        if not moves and again and refused:
            moves, urgent, held = self._open_to(set())
        return (list(dict.fromkeys(urgent)), True) if urgent else (moves, held)

    def _open_to(self, refused: set[Move]) -> tuple[list[Move], list[Move], bool]:
        table = self.table
        here = table.here.way[-1]
        moves: list[Move] = []
        urgent: list[Move] = []
        held = False
        for action in self.game.actions():
            for env in table.fillings(action):
                move = "do", action.name.text, tuple(env.values())
                if move in refused:
                    continue
                moves.append(move)
                for _, said in table.duties(action, env):
                    assert said.due is not None
                    if said.due.kind == "at_once":
                        urgent.append(move)
                    elif said.due.phase is not None and said.due.phase.text == here:
                        held = held or not table.met(said, env)
        return moves, urgent, held

    # --- deeds ---

    def _thrown(self, rolls: Sequence[tree.Roll], env: Env) -> Generator[Waits, Any, Env]:
        """What is known when the dice are thrown."""
        dice: list[tuple[Die, frozenset[Any]]] = []
        for roll in rolls:
            dice += [((roll.name.text, of), faces_) for of, faces_ in self._dice(roll, env)]
        if not dice:
            return env
        shown = yield Throw(tuple(dice))
        for roll in rolls:
            own = {of: value for (name, of), value in shown.items() if name == roll.name.text}
            env = {**env, roll.name.text: own[()] if roll.each is None else own}
        return env

    def _dice(self, roll: tree.Roll, env: Env) -> Iterator[tuple[tuple[Any, ...], frozenset[Any]]]:
        if roll.dice is None:
            assert roll.pool is not None
            yield (), frozenset(self.table.value(roll.pool, env))
            return
        sides: frozenset[Any] = frozenset(faces(roll.dice.name))
        if roll.count is not None:
            assert roll.each is None
            several = combinations_with_replacement(sorted(sides), self.table.value(roll.count, env))
            yield (), frozenset(several)
        elif roll.each is None:
            yield (), sides
        elif roll.each.among is not None:
            for one in self.table.value(roll.each.among, env):
                yield (one,), sides

    def _deed(self, name: str, arguments: tuple[Any, ...]) -> Course:
        """A deed: dice, effects, events, and then the phases that it calls."""
        table, here = self.table, self.table.here
        node = self.game.book.items[name]
        assert isinstance(node, tree.Action)
        env = {**here.env, **dict(zip((p.name.text for p in node.parameters), arguments, strict=True))}
        env = yield from self._thrown(node.rolls, env)
        keys = tuple(table.key_of(limit, env) for limit in table.limits_of(node))
        playings = frozenset(playing.number for playing in table.open)
        found = list(self._lines(node.effects, env, set()))
        table.log.append(Done(name, arguments, playings, keys))
        yield from self._changed(found)
        table.here = here

    def _come_about(self, effects: Sequence[tree.Effect], env: Env, way: Way, who: Any) -> Course:
        if effects:
            self.table.here = Here(way, who, env)
            yield from self._changed(list(self._lines(effects, env, set())))
            self.table.here = Here(way, who, env)

    def _changed(self, found: list[Line]) -> Course:
        """Effects, then events in rounds, then what is called."""
        calls = self._apply(found)
        if self.calls is not None:  # the others see nothing of it yet
            self.calls += calls
            self.shown.settle()
            return
        calls += self._events()
        self.shown.settle()
        yield from self._call(calls)

    def _call(self, calls: list[Line]) -> Course:
        """The phases that are called, one after the other."""
        for call in calls:
            name, arguments = call.key
            node = self.game.called[name]
            env = dict(zip((p.name.text for p in node.parameters), arguments, strict=True))
            yield from self._called(node, env)

    def _called(self, node: tree.Phase, env: Env) -> Course:
        """A phase that is called is nobody's but who it says; nothing around it ends meanwhile."""
        here, dead = self.table.here, self.dead
        self.dead = []
        yield from self._played(node, env, (), None)
        self.table.here, self.dead = here, dead

    def _lines(self, effects: Sequence[tree.Effect], env: Env, seen: set[Any]) -> Iterator[Line]:
        """What effects change, read off the position as it is."""
        for effect in effects:
            for inner in self._each(effect.each, env):
                if self.table.holds(effect.condition, inner):
                    yield from self._line(effect, inner, seen)

    def _each(self, bindings: Sequence[tree.Binding], env: Env) -> Iterator[Env]:
        if not bindings:
            yield env
            return
        first, *rest = bindings
        for one in self.table.value(first.items, env):
            inner = {**env, first.variable.text: one}
            if first.where is None or self.table.value(first.where, inner):
                yield from self._each(rest, inner)

    def _line(self, effect: tree.Effect, env: Env, seen: set[Any]) -> Iterator[Line]:
        table, target = self.table, effect.target
        match effect.mode:
            case EffectMode.LEAVES:
                yield Line("leave", ("", (table.value(target, env),)))
            case EffectMode.ENTERS:
                name, told = self._described(target, env)
                many = 1 if effect.value is None else table.value(effect.value, env)
                yield Line("make", (name, ()), (many, told))
            case EffectMode.RESET:
                assert isinstance(target, tree.Word)
                yield Line("reset", (target.text, ()))
            case EffectMode.PLAYS | EffectMode.CHANGES:
                assert isinstance(target, tree.Call | tree.Word)
                name = target.name.text if isinstance(target, tree.Call) else target.text
                known = self.game.called if effect.mode == EffectMode.PLAYS else self.game.changes
                own = target.arguments if isinstance(target, tree.Call) else ()
                fields = zip(own, known[name].parameters, strict=True)
                values = tuple(table.value(part, env, named(f.type)) for (_, part), f in fields)
                if effect.mode == EffectMode.PLAYS:
                    yield Line("call", (name, values))
                elif (name, values) not in seen:
                    seen.add((name, values))
                    yield from self._change(self.game.changes[name], values, seen)
            case EffectMode.BECOMES | EffectMode.GAINS | EffectMode.LOSES:
                key, type_ = self._fact_of(target, env)
                assert effect.value is not None
                value = table.value(effect.value, env, named(type_))
                if effect.mode == EffectMode.BECOMES:
                    yield Line("set", key, value)
                else:
                    yield Line("add", key, value if effect.mode == EffectMode.GAINS else -value)
            case EffectMode.SHOWS:
                key, _ = self._fact_of(target, env)
                assert effect.value is not None
                viewer = table.value(effect.value, env, self.game.players_type)
                yield Line("show", ("", (viewer, key)), table.fact(*key))
            case _:
                raise NotImplementedError(effect.mode)

    def _described(self, target: tree.Expr, env: Env) -> tuple[str, dict[str, Any]]:
        """Of which type a piece is that is made, and what is said of it."""
        assert isinstance(target, tree.Call | tree.Word)
        name = _kind(target)
        node = self.game.kinds[name]
        types = {f.name.text: f.type for f in node.fields} | {f.name.text: f.type for f in node.states}
        told: dict[str, Any] = {}
        for label, argument in target.arguments if isinstance(target, tree.Call) else ():
            assert label is not None
            type_ = types[label.text]
            told[label.text] = check(self.table.value(argument, env, named(type_)), type_)
        return name, told

    def _make(self, name: str, told: dict[str, Any]) -> None:
        """A piece is made: it has the next number that no other piece of its type is called by."""
        standing = self.table.standing
        called = {piece.text for piece in standing.there[name]}
        while True:
            self.numbers[name] += 1
            text = f"{name.lower()}_{self.numbers[name]}"
            if text not in called:
                break
        piece = Handle(name, text)
        standing.there[name] = (*standing.there[name], piece)
        for label, value in told.items():
            standing.told[f"{name}.{label}", (piece,)] = value

    def _change(self, node: tree.Change, values: tuple[Any, ...], seen: set[Any]) -> Iterator[Line]:
        env = dict(zip((p.name.text for p in node.parameters), values, strict=True))
        yield from self._lines(node.effects, env, seen)
        for also in self.game.also:
            if also.name.text == node.name.text:
                inner = dict(zip((name.text for name in also.parameters), values, strict=True))
                if self.table.holds(also.condition, inner):
                    yield from self._lines(also.effects, inner, seen)

    def _fact_of(self, target: tree.Expr, env: Env) -> tuple[tuple[str, tuple[Any, ...]], tree.TypeName]:
        table, items = self.table, self.game.book.items
        if isinstance(target, tree.FieldOf):
            piece = table.value(target.record, env)
            name, values = f"{piece.type}.{target.field.text}", (piece,)
            name = name if name in items else target.field.text
            fact = items[name]
            assert isinstance(fact, tree.Fact)
            return (name, values), fact.type
        name = target.name.text if isinstance(target, tree.Call) else getattr(target, "text", "")
        fact = items[name]
        assert isinstance(fact, tree.Fact)
        parts = target.arguments if isinstance(target, tree.Call) else ()
        found = [table.value(p, env, named(f.type)) for (_, p), f in zip(parts, fact.parameters, strict=True)]
        return (name, tuple(found)), fact.type

    def _apply(self, found: list[Line]) -> list[Line]:
        """All that changes at once; the calls among it are still to come."""
        table = self.table
        after = dict(table.position)
        keys = dict.fromkeys(line.key for line in found if line.how in {"set", "add"})
        for line in found:
            if line.how == "reset":
                after = {key: value for key, value in after.items() if key[0] != line.key[0]}
        for key in keys:
            values = {repr(line.value): line.value for line in found if line.key == key and line.how == "set"}
            added = [line.value for line in found if line.key == key and line.how == "add"]
            if len(values) > 1 or (values and added):
                raise Silent("contradiction")
            fact = self.game.book.items[key[0]]
            assert isinstance(fact, tree.Fact)
            (value,) = values.values() or (table.fact(*key) + sum(added),)
            after[key] = check(value, fact.type)
        table.standing.told = after
        for line in found:
            if line.how == "make":
                many, told = line.value
                for _ in range(many):
                    self._make(line.key[0], told)
        for line in found:
            if line.how == "show":
                self.shown.told[line.key[1]] = line.value
            if line.how == "leave":
                self._leave(line.key[1][0])
        return [line for line in found if line.how == "call"]

    def _leave(self, piece: Handle) -> None:
        """A piece leaves, and what is aboard with it."""
        standing = self.table.standing
        aboard = [of[0] for (name, of), value in standing.told.items() if name.endswith(".at") and value == piece]
        those = standing.there[piece.type]
        standing.there[piece.type] = tuple(one for one in those if one != piece)
        standing.told = {k: value for k, value in standing.told.items() if piece not in k[1] and value != piece}
        # What was done with it was done with no other, whatever that one is called.
        gone = Handle(piece.type, f"the late {piece.text}")
        for place, done in enumerate(self.table.log):
            keys = tuple(tuple(gone if one == piece else one for one in key) for key in done.keys)
            arguments = tuple(gone if one == piece else one for one in done.arguments)
            self.table.log[place] = replace(done, arguments=arguments, keys=keys)
        for one in aboard:
            if one in standing.there.get(one.type, ()):
                self._leave(one)

    # --- events ---

    def _conditions(self) -> Iterator[tuple[tuple[str, tuple[Any, ...]], bool]]:
        for event in self.game.events:
            for env in self._speaks_of(event.parameters):
                yield (event.name.text, tuple(env.values())), bool(self.table.value(event.condition, env))

    def _speaks_of(self, parameters: Sequence[tree.Field]) -> Iterator[Env]:
        if not parameters:
            yield {}
            return
        first, *rest = parameters
        for value in self.table.every(first.type):
            for env in self._speaks_of(rest):
                yield {first.name.text: value, **env}

    def _events(self) -> list[Line]:
        """What has turned true comes about, in rounds; what comes about may call phases."""
        calls: list[Line] = []
        nodes = {event.name.text: event for event in self.game.events}
        while True:
            now = {key for key, holds in self._conditions() if holds}
            new = [key for key in now if key not in self.held and not (nodes[key[0]].once and key in self.came)]
            self.held = now
            if not new:
                return calls
            found: list[Line] = []
            seen: set[Any] = set()
            for name, values in new:
                self.came.add((name, values))
                env = dict(zip((p.name.text for p in nodes[name].parameters), values, strict=True))
                found += self._lines(nodes[name].effects, env, seen)
            calls += self._apply(found)


def _owns(line: Any) -> bool:
    return isinstance(line, tree.Repeat) and bool(line.lines)


def _later(table: Table, condition: tree.Expr, env: Env) -> Callable[[], bool]:
    return lambda: bool(table.value(condition, env))


def _copied(standing: Standing) -> Standing:
    return Standing(dict(standing.told), dict(standing.there))


def _set_up(game: PlayGame) -> Standing:
    """What stands there at the start: all pieces by name, and then what is said of them."""
    standing = Standing({}, dict.fromkeys(game.kinds, ()))
    for line in game.setup:
        assert line.name is not None
        assert isinstance(line.piece, tree.Call | tree.Word)
        kind = _kind(line.piece)
        standing.there[kind] = (*standing.there[kind], Handle(kind, line.name.text))
    table = Table(game, standing)
    for line in game.setup:
        assert line.name is not None
        assert isinstance(line.piece, tree.Call | tree.Word)
        node = game.kinds[_kind(line.piece)]
        piece = Handle(node.name.text, line.name.text)
        types = {f.name.text: f.type for f in node.fields} | {f.name.text: f.type for f in node.states}
        for label, argument in line.piece.arguments if isinstance(line.piece, tree.Call) else ():
            assert label is not None
            value = table.value(argument, {}, named(types[label.text]))
            standing.told[f"{piece.type}.{label.text}", (piece,)] = check(value, types[label.text])
    return standing


def _kind(piece: tree.Call | tree.Word) -> str:
    return piece.name.text if isinstance(piece, tree.Call) else piece.text


__all__ = ["NONE", "Choose", "NaivePlayer", "Over", "Stuck", "Throw"]
