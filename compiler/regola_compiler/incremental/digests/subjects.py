"""What the checks look at one by one, and what tells whether they have to look again.

A *subject* is a declaration that can be asked, or the sequences of play, or the assumptions, or an erratum or an
example: whatever is found in it depends on its meaning, on that of all it asks, on the assumptions that bear on what it
asks, and on a few things more that are put into its key here. As long as the key is the same, so are the findings.

No key knows on which line something stands. Findings do: they keep with them, for each home in which they name a place,
what tells whether anything in it has moved (`Subjects.standing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from regola_dsl.records import dataclass
from regola_dsl.tree import Anchors

from regola_compiler.analysis.breath import breathe
from regola_compiler.analysis.symbolic.individuals import named_in
from regola_compiler.analysis.symbolic.margins import MARGIN
from regola_compiler.evaluate.assumptions import broken_assumption
from regola_compiler.evaluate.grounds import claimed_by, sections_of
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.incremental.digests.memo import OF_THE_SEQUENCE, TURNS, MeaningMemo
from regola_compiler.model.program import Action, Call, Example, Fact, Phase, PlayLine, Program, SetupLine
from regola_compiler.model.types import Type
from regola_compiler.model.visitor import calls_in, phases_in

SEQUENCES = "the sequences"
ASSUMPTIONS = "the assumptions"
WHOLE = "the whole"


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to look at: its name, the declarations that are looked at with it, and its key."""

    name: str
    looked_at: frozenset[str]
    key: str


class Subjects:
    """The subjects of one program."""

    def __init__(self, program: Program, memo: MeaningMemo) -> None:
        self._program, self._memo = program, memo
        declared: dict[str, Type] = {name: info.type for name, info in program.types.items()}
        declared |= program.builtin
        memo.types(declared)
        rooms: list[tuple[str, Mapping[str, object]]] = [
            ("", program.callables),
            ("type ", declared),
            ("sequence ", program.sequences),
            ("assumption ", program.assumptions),
            ("erratum ", program.errata),
            ("example ", program.examples),
            ("event ", program.events),
        ]
        self._meanings = {
            f"{room}{name}": memo.of(room + name, item) for room, items in rooms for name, item in items.items()
        }
        self.far = self._farthest()
        self.named = named_in(program, memo.names_of)
        self._own = {node: meaning.digest for node, meaning in self._meanings.items()}
        for name, steps in self.far.items():
            if f"type {name}" in self._own:
                self._own[f"type {name}"] += b" %d" % steps
        pieces = [*program.pieces]
        for name, info in program.pieces.items():
            # Which are tried in all rules, and in which order a witness puts them up.
            self._own[f"type {name}"] += repr((info, pieces, self.named.get(name))).encode("utf-8", "replace")
        sequences = [f"sequence {name}" for name in program.sequences]
        self._rests_on = {node: memo.rests_on(node, sequences) for node in self._meanings}
        # Whoever asks for the phase has to have the sequences, but rests only on who has the turn in which phase.
        self._own[TURNS] = memo.turns(program, self._own, self._rests_on)
        self._deep = memo.closures.of(self._own, {**self._rests_on, TURNS: []})
        self._rests_on[TURNS] = sequences

    def all(self) -> Iterator[Subject]:
        """Every subject, examples aside."""
        for name in self._program.callables:
            breathe()
            parts = [self._deep[name], *self._bearing([name]), *self._overruled(name)]
            yield Subject(name, frozenset({name, f"start of {name}"}), self._key(name, parts))
        if self._program.sequences:
            nodes = [f"sequence {name}" for name in self._program.sequences]
            parts = [
                *(self._deep[node] for node in nodes),
                *self._bearing(nodes),
                *(self._deep[name] for name in self.changing),
                *self._starts,
            ]
            broken = [b"broken"] if self._program.broken else []
            yield Subject(SEQUENCES, frozenset(self._program.sequences), self._key(SEQUENCES, parts + broken))
        if self._program.assumptions:
            parts = [*(self._deep[f"assumption {name}"] for name in self._program.assumptions), *self._starts]
            yield Subject(ASSUMPTIONS, frozenset(self._program.assumptions), self._key(ASSUMPTIONS, parts))
        for name in self._program.errata:
            node = f"erratum {name}"
            parts = [*self._erratum(name), *self._bearing([node])]
            yield Subject(node, frozenset({name}), self._key(node, parts))

    def actions(self) -> Iterator[Subject]:
        """Every action, asked of each kind of piece and place, whether or not it speaks of what tells these apart."""
        program = self._program
        facts = [
            name for name, item in program.callables.items() if isinstance(item, Fact) and len(item.parameters) == 1
        ]
        nodes = [
            *facts,
            *(OF_THE_SEQUENCE & program.callables.keys()),
            *(f"sequence {name}" for name in program.sequences),
        ]
        yield from self._acted("kinds in", [self._deep[node] for node in sorted(nodes)])

    def deeds(self) -> Iterator[Subject]:
        """Every action as somebody does it in any position, if something is hidden from somebody."""
        program = self._program
        facts = (item for item in program.callables.values() if isinstance(item, Fact))
        if not any(fact.secret is not None for fact in facts):
            return
        # Who does it is said by the phases, or by the action itself; on whose side he is, by the players.
        acting = {call.callee for one in program.sequences.values() for call in _asked_for_actors(one)}
        acting |= {program.players.side} if program.players is not None and program.players.side else set()
        beside = [self._own[node] for node in (TURNS, *(f"sequence {name}" for name in program.sequences))]
        beside += [*(self._deep[name] for name in sorted(acting & self._deep.keys())), self._assumptions]
        named = (sorted(program.broken), [*program.pieces])
        yield from self._acted("deed", [*beside, repr(named).encode("utf-8", "replace")])

    def _acted(self, what: str, beside: list[bytes]) -> Iterator[Subject]:
        """Every action, resting on the players and on some parts more."""
        program = self._program
        beside += [self._memo.of("players", program.players).digest] if program.players is not None else []
        for name, item in program.callables.items():
            if isinstance(item, Action):
                parts = [self._deep[name], *self._bearing([name]), *beside]
                yield Subject(name, frozenset({name}), self._key(f"{what} {name}", parts))

    def whole(self) -> Subject:
        """All of it, for what is found where everything is held against everything. Texts are no part of it."""
        program = self._program
        beside = [self._memo.of("players", program.players).digest] if program.players is not None else []
        named = (sorted(program.broken), sorted(program.rules), program.individuals, sorted(program.ruled), self.far)
        beside.append(repr((*named, sorted(program.overruled), sorted(program.libraries))).encode("utf-8", "replace"))
        own = [part for node, digest in self._own.items() for part in (node.encode("utf-8", "replace"), digest)]
        return Subject(WHOLE, frozenset(), self._key(WHOLE, [*own, *beside, *self._starts]))

    def meant(self, subject: Subject) -> bytes:
        """What a subject means by itself, whatever it rests on."""
        return b"".join(self._own.get(node, b"") for node in _nodes_of(subject))

    def homes(self, subject: Subject) -> frozenset[str]:
        """The homes in which a subject has a part."""
        nodes = (node for node in _nodes_of(subject) if node in self._meanings)
        return frozenset().union(*(self._meanings[node].homes for node in nodes))

    def examples(self) -> Iterator[Subject]:
        """Every example."""
        for name, example in self._program.examples.items():
            breathe()
            node = f"example {name}"
            lines = example.lines
            parts = [self._deep[node], *self._bearing([node]), *self._excuses(example)]
            parts += self._starts if any(isinstance(line, SetupLine) for line in lines) else []
            played = any(isinstance(line, PlayLine) for line in lines)
            parts += [self._deep[f"sequence {other}"] for other in self._program.sequences] if played else []
            yield Subject(node, frozenset({name}), self._key(node, parts))

    def nearest_first(self, subjects: Iterable[Subject], changed: Iterable[Subject]) -> list[Subject]:
        """Some subjects, those that ask what was changed before those that ask these, and so on; others stay behind."""
        asking: dict[str, list[str]] = {}
        for node, others in self._rests_on.items():
            for other in others:
                asking.setdefault(other, []).append(node)
        steps = {name: 0 for subject in changed for name in (subject.name, *subject.looked_at)}
        ring = list(steps)
        while ring:
            ring = [node for node in dict.fromkeys(n for one in ring for n in asking.get(one, ())) if node not in steps]
            steps |= dict.fromkeys(ring, max(steps.values()) + 1)
        return sorted(subjects, key=lambda subject: steps.get(subject.name, len(self._rests_on)))

    def standing(self, home: str) -> str:
        """What tells how things stand in a home from how they stood there; nothing if that is not known."""
        placed = self._standing.get(home)
        return self._key(home, sorted(placed)) if placed else ""

    @cached_property
    def _standing(self) -> dict[str, list[bytes]]:
        found: dict[str, list[bytes]] = {}
        for meaning in self._meanings.values():
            for home in meaning.homes:
                found.setdefault(home, []).append(meaning.placed)
        return found

    def reached(self, names: Iterable[str], *, in_play: bool = True) -> set[str]:
        """The declarations that some rest on, with what assumptions rest on, themselves among them.

        Args:
            names: What is looked at.
            in_play: Whether what the sequences rest on is there too: who has the turn in which phase.
        """
        nodes = {*names, *OF_THE_SEQUENCE, *(f"assumption {name}" for name in self._program.assumptions)}
        sequences = {f"sequence {name}" for name in self._program.sequences}
        return self._reach(nodes | sequences) if in_play else self._reach(nodes - sequences, but=sequences)

    @cached_property
    def changing(self) -> list[str]:
        """The actions with effects: what a sequence waits for may be brought about by any of them."""
        return [name for name, item in self._program.callables.items() if isinstance(item, Action) and item.effects]

    def standing_in(self, homes: set[str]) -> set[str]:
        """What can be asked and has a part in some homes."""
        return {name for name in self._program.callables if self._meanings[name].homes & homes}

    def graph(self) -> Iterator[tuple[str, frozenset[str], list[str]]]:
        """Each declaration that can be asked, type and sequence: the homes it stands in, and what it rests on."""
        yield TURNS, frozenset(), self._rests_on[TURNS]
        for node, meaning in self._meanings.items():
            room, _, name = node.rpartition(" ")
            if room == "type" and name in self._program.types:
                yield node, frozenset({self._program.types[name].span.path}), self._rests_on[node]
            elif room in {"", "type", "sequence"} or node in self._program.callables:
                item = self._program.callables.get(node)
                # What lasts until a phase, or belongs to one, has to have it there too, and the phases that one plays.
                in_play = isinstance(item, Fact) and (item.life is not None or item.kind in {"entered", "rolled"})
                of_play = [f"sequence {one}" for one in self._program.sequences] if in_play else []
                yield node, meaning.homes, [*self._rests_on[node], *of_play]

    def ruling(self) -> set[str]:
        """The homes of the errata by which something stands, or stands over something else."""
        errata = self._program.errata.items()
        return {e.span.path for name, e in errata if name in self._program.ruled or e.overruled is not None}

    def errata(self) -> Iterator[tuple[str, list[str], list[str], list[str]]]:
        """Each erratum's home, the sections by which it bears on something, what it claims, what its claims rest on."""
        for name, erratum in self._program.errata.items():
            if name not in self._program.broken:
                rests_on = self._rests_on[f"erratum {name}"]
                by_section = name not in self._program.ruled and erratum.overruled is None
                sections = sorted(sections_of(erratum)) if by_section else []
                yield erratum.span.path, sections, sorted(claimed_by(erratum)), rests_on

    def cited(self) -> Iterator[tuple[str, frozenset[str]]]:
        """What can be asked, with the sections that it and its parts cite, where it does cite some."""
        for name in self._program.callables:
            if sections := self._meanings[name].sections:
                yield name, sections

    @cached_property
    def ruled(self) -> frozenset[str]:
        """The sections that something cites which is no example."""
        kinds, rules = self._program.types.values(), self._program.rules.values()
        beside = [*(kind.anchors for kind in kinds), *(rule.anchors for rule in rules)]
        beside += [anchors for kind in kinds for _, anchors, *_ in kind.parts]
        examples = {f"example {name}" for name in self._program.examples}
        cited = (one.sections for node, one in self._meanings.items() if node not in examples)
        return frozenset(anchor.section for anchors in beside for anchor in anchors).union(*cited)

    def _farthest(self) -> dict[str, int]:
        """How far past the ends of open scales values are tried: past the farthest that any declaration names."""
        found: dict[str, int] = {}
        for name in self._program.callables:
            for scale, past in self._meanings[name].far:
                found[scale] = max(found.get(scale, 0), past + MARGIN)
        return found

    # --- what a subject rests on -------------------------------------------------------------

    def _reach(self, nodes: Iterable[str], but: Iterable[str] = ()) -> set[str]:
        left_out, seen = set(but), set(nodes)
        todo = list(seen)
        while todo:
            new = set(self._rests_on.get(todo.pop(), ())) - seen - left_out
            seen |= new
            todo += new
        return seen

    def _bearing(self, nodes: list[str]) -> list[bytes]:
        """What the assumptions mean that bear on what some nodes rest on, and on what these speak of, and so on."""
        if not self._program.assumptions:
            return []
        sign = b"".join([*(self._deep[node] for node in nodes), self._assumptions])
        known = self._memo.bearing.get(nodes[0])
        if known is None or known[0] != sign:
            self._memo.bearing[nodes[0]] = known = (sign, self._bearing_anew(nodes))
        return known[1]

    @cached_property
    def _assumptions(self) -> bytes:
        return b"".join(self._deep[f"assumption {name}"] for name in self._program.assumptions)

    def _bearing_anew(self, nodes: list[str]) -> list[bytes]:
        reached = self._reach(nodes)
        left = dict(self._assumed)
        chosen: list[str] = []
        while met := [name for name, speaks in left.items() if speaks & reached]:
            for name in met:
                reached |= left.pop(name)
            chosen += met
        return [*sorted(self._deep[f"assumption {name}"] for name in chosen), *self._broken_at_once]

    @cached_property
    def _assumed(self) -> dict[str, set[str]]:
        """For each assumption, what it speaks of: facts, what these rest on, and the types of its inputs."""
        return {name: self._reach([f"assumption {name}"]) for name in self._program.assumptions}

    @cached_property
    def _broken_at_once(self) -> list[bytes]:
        """An assumption that does not even hold where nothing is told: then it holds of no witness."""
        broken = broken_assumption(Interpreter(self._program))
        return [] if broken is None else [broken.encode()]

    @cached_property
    def _starts(self) -> list[bytes]:
        """What scenarios tell, and the rules put up where any of them begins."""
        setup = self._program.setup
        called = {call.callee for piece in setup for _, value in piece.facts for call in calls_in(value)}
        own = [self._memo.of("setup", setup).digest, *(self._deep[name] for name in sorted(called))] if setup else []
        return [*self._memo.starts(self._program.starts), *own]

    @cached_property
    def _against(self) -> set[str]:
        return self._program.overruled

    def _overruled(self, name: str) -> list[bytes]:
        """The parts of a declaration that an erratum rules against."""
        return [part.encode() for part in sorted(self._meanings[name].parts & self._against)] if self._against else []

    def _excuses(self, example: Example) -> list[bytes]:
        """What the errata say that speak of the example's sections."""
        names = {name for section in _sections(example.anchors) for name in self._speaking_of.get(section, ())}
        return [part for name in sorted(names) for part in self._erratum(name)]

    def _erratum(self, name: str) -> list[bytes]:
        set_up = any(statement.setup for statement in self._program.errata[name].statements)
        starts = self._starts if set_up else []
        return [self._deep[f"erratum {name}"], str(name in self._program.broken).encode(), *starts]

    @cached_property
    def _speaking_of(self) -> dict[str, set[str]]:
        """The errata that say something of a section."""
        found: dict[str, set[str]] = {}
        for name, erratum in self._program.errata.items():
            for statement in erratum.statements:
                for section in _sections(statement.anchors):
                    found.setdefault(section, set()).add(name)
        return found

    def _key(self, name: str, parts: list[bytes]) -> str:
        return self._memo.key(name, parts)


def _asked_for_actors(sequence: Phase) -> Iterator[Call]:
    """What is asked to say whose turn a phase is."""
    return (call for phase in phases_in(sequence) if phase.actor is not None for call in calls_in(phase.actor))


def _nodes_of(subject: Subject) -> list[str]:
    """What of the program a subject is."""
    rooms = {SEQUENCES: "sequence ", ASSUMPTIONS: "assumption "}
    return (
        [f"{rooms[subject.name]}{name}" for name in sorted(subject.looked_at)]
        if subject.name in rooms
        else [subject.name]
    )


def _sections(anchors: Anchors) -> set[str]:
    return {anchor.section for anchor in anchors}
