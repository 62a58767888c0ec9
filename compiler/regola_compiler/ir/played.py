"""Whether a game has anything that is played, what adds up in it, and what it asks of the past."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from regola_dsl.kinds import EffectMode

from regola_compiler.ir.tree import (
    Action,
    Apply,
    Call,
    Choice,
    Const,
    Effect,
    Expr,
    Fact,
    Fold,
    Ir,
    Path,
    Phase,
    Supposed,
    Table,
    Var,
)
from regola_compiler.ir.types import BoolType, HandleType, IntType
from regola_compiler.ir.visitor import children, descendants, expressions_of, phase_expressions
from regola_compiler.model.graph import reachable
from regola_compiler.model.kinds import Operator
from regola_compiler.model.made import made_name
from regola_compiler.model.names import extent_of, is_extent, type_of_extent

# How many steps an answer must take to be remembered, how many it takes then; how many items a list is taken to have.
WORTH = 1000
REMEMBERED = 10
ITEMS, MANY_ITEMS = 8, 100
_KEPT = frozenset({"pieces", "rolled", "entered", "counted", "shown"})


def by_host(fact: Fact) -> bool:
    """Whether a fact with arguments is said by the host alone, who may say it as a function."""
    return bool(fact.parameters) and fact.kind in {"given", "variant", "absent"} and not fact.owner


def straight_facts(ir: Ir) -> frozenset[str]:
    """The facts that are read from a position without a look at what is found: the position holds them to their bounds.

    What they are where nothing is said must rest on their arguments alone.
    """
    moving = {item.name for item in ir.functions if item.position} | {fact.name for fact in ir.facts}
    found = set()
    for fact in ir.facts:
        if not fact.parameters or by_host(fact) or (fact.counts is not None and fact.counts.unordered):
            continue
        bounded = isinstance(fact.result, IntType) and fact.result.low is not None
        if bounded and fact.kind not in {"given", "state"}:
            continue
        if fact.default is not None and not isinstance(fact.default, Const):
            nodes = list(descendants(fact.default))
            if bounded or any(isinstance(n, Supposed) or (isinstance(n, Call) and n.name in moving) for n in nodes):
                continue
        found.add(fact.name)
    return frozenset(found)


def own_facts(ir: Ir) -> dict[str, tuple[str, ...]]:
    """The facts of pieces that rest on nothing but facts of the same piece: each with all it rests on, itself first.

    What is kept of a piece may be a field of it, or a fact that is asked with it alone. Where nothing is said, it may
    be worked out from the others, by rules that rest on no position.
    """
    pieces = {one.name for one in ir.pieces}

    def is_of_one(fact: Fact) -> bool:
        types = [one.type for one in fact.parameters]
        return len(types) == 1 and isinstance(types[0], HandleType) and types[0].name in pieces and not by_host(fact)

    facts = {fact.name: fact for fact in ir.facts if is_of_one(fact)}
    moving = {item.name for item in ir.functions if item.position} | {fact.name for fact in ir.facts}
    found: dict[str, tuple[str, ...] | None] = {}

    def read(name: str) -> tuple[str, ...] | None:
        if name not in found:
            found[name] = None  # one that rested on itself would have no value
            found[name] = _read_for(facts[name])
        return found[name]

    def _read_for(fact: Fact) -> tuple[str, ...] | None:
        listed = [fact.name]
        for node in () if fact.default is None else descendants(fact.default):
            if isinstance(node, Fold | Supposed):
                return None
            if not isinstance(node, Call) or node.name not in moving:
                continue
            mine = node.name in facts and node.arguments == tuple(Var(one.name) for one in fact.parameters)
            more = read(node.name) if mine else None
            if more is None:
                return None
            listed += more
        return tuple(dict.fromkeys(listed))

    return {name: reads for name in facts if (reads := read(name)) is not None}


def is_played(ir: Ir) -> bool:
    """Whether a game has pieces, chance, limits, phases with conditions of their own, or asks of the past and possible.

    What is only asked, and stepped through by its phases, has a module without an engine.
    """
    if ir.pieces or ir.setup or ir.players or ir.events:
        return True
    if any(fact.kind in _KEPT or fact.life is not None for fact in ir.facts):
        return True
    actions = [function for function in ir.functions if isinstance(function, Action)]
    if any(action.rolls or action.candidates or _adds_up(action.effects) for action in actions):
        return True
    if any(norm.due is not None for action in actions for norm in action.norms):
        return True
    if any(_is_new(phase) for outline in ir.outlines for phase in outline.walk()):
        return True
    return any(isinstance(node, Supposed) for root in _roots(ir) for node in descendants(root))


def _adds_up(effects: Iterable[Effect]) -> bool:
    return any(effect.mode != EffectMode.BECOMES or effect.each for effect in effects)


def _is_new(phase: Phase) -> bool:
    own = (phase.items, phase.stays, phase.ends, phase.parameters, phase.first, phase.rolls, phase.endings)
    return any(own) or phase.called or phase.until_idle or _adds_up(phase.effects)


def _roots(ir: Ir) -> Iterable[Expr]:
    for item in (*ir.functions, *ir.facts):
        yield from expressions_of(item)
    for outline in ir.outlines:
        for phase in outline.walk():
            yield from phase_expressions(phase)
    for event in ir.events:
        yield event.condition


def unchanging(ir: Ir) -> frozenset[str]:
    """The facts that play hardly ever changes: what the host says, and what is printed on places and who they are."""
    places = {one.name for one in ir.pieces if one.piece == "place"}
    made = {one.name for one in ir.pieces if any(fact.name == made_name(one.name) for fact in ir.facts)}
    firm = {one.name for one in ir.pieces if one.name in places - made}
    return frozenset(
        fact.name
        for fact in ir.facts
        if by_host(fact) or (fact.owner in firm and fact.kind == "given") or type_of_extent(fact.name) in firm
    )


def adding_facts(ir: Ir) -> tuple[str, ...]:
    """The facts that actions only add to or take from, in the order of the game's: those add up."""
    effects = [effect for one in ir.functions if isinstance(one, Action) for effect in one.effects]
    counts = {fact.name for fact in ir.facts if fact.counts is not None and not isinstance(fact.result, BoolType)}
    adding = {effect.fact for effect in effects if effect.mode in {EffectMode.GAINS, EffectMode.LOSES}} | counts
    adding -= {effect.fact for effect in effects if effect.mode in {EffectMode.BECOMES, EffectMode.RESET}}
    return tuple(fact.name for fact in ir.facts if fact.name in adding)


def copies_asked(ir: Ir) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """What is kept of how things stood: the facts, by the phase that began or was over; and which by who acted."""
    items = {item.name: item for item in (*ir.functions, *ir.facts)}
    facts = [fact.name for fact in ir.facts]

    def asked(name: str) -> list[str]:
        item = items.get(name)
        return [] if item is None else [one for root in expressions_of(item) for one in _called(root)]

    found: dict[str, set[str]] = {}
    whose: set[str] = set()
    for node in (node for root in _roots(ir) for node in descendants(root)):
        if isinstance(node, Supposed) and node.kind in {"at_start", "before"} and node.value is not None:
            name = f"{'start' if node.kind == 'at_start' else 'end'} of {node.of}"
            found.setdefault(name, set()).update(_with_those_there(reachable(_called(node.value), asked), ir.facts))
            if node.who is not None:
                whose.add(name)
    return {name: tuple(one for one in facts if one in read) for name, read in found.items()}, frozenset(whose)


def _with_those_there(read: Iterable[str], facts: Iterable[Fact]) -> set[str]:
    """Some names, and of pieces that rules make which of them there are: what was made since was not there then."""
    found, kept = set(read), {fact.name for fact in facts}
    owners = {fact.owner for fact in facts if fact.owner and fact.name in found}
    return found | {extent_of(owner) for owner in owners if made_name(owner) in kept}


def rests_on(ir: Ir) -> dict[str, tuple[str, ...]]:
    """By function that is worth remembering: the facts and paths that its answer rests on.

    Worth it is what goes through a list, looks up a table, walks over a map, or asks another rule. What asks of another
    position rests on more than facts that it names.
    """
    asked = _Asked(ir)
    found = {}
    effort = {one.name: WORTH for one in ir.functions if isinstance(one, Path | Choice)}
    own, facts = own_facts(ir), frozenset(fact.name for fact in ir.facts)
    for function in ir.functions:
        if isinstance(function, Action):
            continue
        name = function.name
        asks = any(not isinstance(asked.items.get(one), Fact) for one in asked.called[name])
        asks |= isinstance(function, Table | Choice | Path)
        if not asks and not any(isinstance(n, Fold) for n in asked.nodes[name]):
            continue
        read = asked.facts_read([name])
        if read is not None and _effort(name, asked.roots, effort, own, facts) >= WORTH:
            found[name] = read
    return found


def events_rest_on(ir: Ir) -> dict[str, tuple[str, ...]]:
    """By event the facts and paths that its condition rests on; those are left out that ask of another position."""
    asked = _Asked(ir)
    found = {}
    for event in ir.events:
        other = any(isinstance(node, Supposed) for node in descendants(event.condition))
        read = None if other else asked.facts_read(_called(event.condition))
        if read is not None:
            found[event.name] = read
    return found


class _Asked:
    """What the rules of a game ask of one another."""

    def __init__(self, ir: Ir) -> None:
        self.facts = ir.facts
        self.items = {item.name: item for item in (*ir.functions, *ir.facts)}
        self.roots = {name: expressions_of(item) for name, item in self.items.items()}
        self.called = {name: [one for root in those for one in _called(root)] for name, those in self.roots.items()}
        for item in ir.functions:
            if isinstance(item, Path):
                self.called[item.name].append(item.over)
        self.nodes = {
            name: [node for root in those for node in descendants(root)] for name, those in self.roots.items()
        }

    def facts_read(self, names: Iterable[str]) -> tuple[str, ...] | None:
        """The facts and paths that some rules and facts rest on; None where they ask of another position."""
        whole = reachable(names, lambda one: self.called.get(one, []))
        if any(isinstance(node, Supposed) for one in whole for node in self.nodes.get(one, ())):
            return None
        read = _with_those_there(whole, self.facts)
        return tuple(one for one in self.items if one in read and isinstance(self.items[one], Fact | Path))


def _effort(
    name: str,
    roots: Mapping[str, Iterable[Expr]],
    known: dict[str, int],
    own: Mapping[str, tuple[str, ...]],
    facts: Collection[str],
) -> int:
    """About how many steps it takes to answer a rule, lists being of a few items, and all pieces of a type many."""

    def steps(node: Expr) -> int:
        inner = 1 + sum(map(steps, children(node)))
        if isinstance(node, Fold):
            return (MANY_ITEMS if _goes_through_all(node, own, facts) else ITEMS) * inner
        if not isinstance(node, Call):
            return inner
        asked = _effort(node.name, roots, known, own, facts)
        return inner + (REMEMBERED if asked >= WORTH else asked)

    if name not in known:
        known[name] = 0
        known[name] = min(WORTH, sum(map(steps, roots.get(name, ()))))
    return known[name]


def _goes_through_all(node: Fold, own: Mapping[str, tuple[str, ...]], facts: Collection[str]) -> bool:
    """Whether a list has all pieces of a type, and nothing is said of those wanted by which they could be found."""
    if not isinstance(node.items, Call) or not is_extent(node.items.name):
        return False
    mine = Var(node.variable)
    for part in () if node.where is None else descendants(node.where):
        match part:
            case Call() if part.name not in facts and mine in part.arguments:
                return False
            case Apply(operator=Operator.EQUAL):
                asked = [one.name for one in part.operands if isinstance(one, Call) and one.arguments == (mine,)]
                if mine in part.operands or any(name in own for name in asked):
                    return False
    return True


def _called(root: Expr) -> list[str]:
    return [node.name for node in descendants(root) if isinstance(node, Call)]
