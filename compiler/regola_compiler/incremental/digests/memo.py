"""What a session remembers of the meaning of a program: as long as an item is the same object, so is what it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b

from regola_compiler.analysis.breath import breathe
from regola_compiler.analysis.symbolic.individuals import names_of
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.sequences import actors_by_phase
from regola_compiler.incremental.digests.meaning import Closures, Meaning, meaning_of
from regola_compiler.model.graph import reachable
from regola_compiler.model.program import Phase, Program, Rule
from regola_compiler.model.types import Handle, Type, Value
from regola_compiler.model.visitor import calls_in, phases_in

# Asked like facts, and told by the sequence of play.
OF_THE_SEQUENCE = frozenset({"phase", "active"})
# What these rest on: who has the turn in which phase.
TURNS = "the turns"


class MeaningMemo:
    """The meanings of items and what follows from them, from one round to the next."""

    def __init__(self) -> None:
        self.bearing: dict[str, tuple[bytes, list[bytes]]] = {}
        self.closures = Closures()
        self._known: dict[str, tuple[object, Meaning]] = {}
        self._types: dict[str, Type] = {}
        self._names: dict[str, tuple[object, tuple[Handle, ...]]] = {}
        self._next: dict[str, tuple[Meaning, list[str], list[str]]] = {}
        self._keys: dict[str, tuple[list[bytes], str]] = {}
        self._starts: tuple[list[object], list[bytes]] = ([], [])
        self._turns: tuple[list[Phase], dict[str, bytes], bytes] | None = None

    def types(self, declared: dict[str, Type]) -> None:
        """Take over the declared types. An item that speaks of one that is another now is another item."""
        self._types = declared

    def names_of(self, item: Rule | Phase) -> tuple[Handle, ...]:
        """The pieces that an item names."""
        key = f"{item.tag} {item.name}"
        known = self._names.get(key)
        if known is None or known[0] is not item:
            self._names[key] = known = (item, names_of(item))
        return known[1]

    def of(self, node: str, item: object) -> Meaning:
        """What an item means."""
        known = self._known.get(node)
        if known is None or known[0] is not item:
            breathe()
            self._known[node] = known = (item, meaning_of(item, self._types))
        return known[1]

    def rests_on(self, node: str, sequences: list[str]) -> list[str]:
        """What a node rests on at once, where it is known what it means: if it plays a phase, on the sequences too."""
        meaning = self._known[node][1]
        known = self._next.get(node)
        if known is None or known[0] is not meaning or (meaning.plays and known[1] != sequences):
            found = sorted(meaning.asks) + [f"type {name}" for name in sorted(meaning.types) if f"type {name}" != node]
            found += [TURNS] if meaning.asks & OF_THE_SEQUENCE or node in OF_THE_SEQUENCE else []
            self._next[node] = known = (meaning, sequences, [*found, *(sequences if meaning.plays else ())])
        return known[2]

    def key(self, name: str, parts: list[bytes]) -> str:
        """A digest of a name and of some parts that it stands for."""
        known = self._keys.get(name)
        if known is None or known[0] != parts:
            made = blake2b(name.encode("utf-8", "replace"), digest_size=16)
            for part in parts:
                made.update(len(part).to_bytes(4, "big") + part)
            self._keys[name] = known = (parts, made.hexdigest())
        return known[1]

    def starts(self, starts: Mapping[str, Mapping[tuple[str, tuple[Value, ...]], Value]]) -> list[bytes]:
        """What tells whether the positions that a game begins from are others."""
        given: list[object] = [one for item in starts.items() for one in item]
        if len(given) != len(self._starts[0]) or any(a is not b for a, b in zip(given, self._starts[0], strict=True)):
            told = [repr((name, sorted(map(repr, start.items())))).encode() for name, start in starts.items()]
            self._starts = (given, told)
        return self._starts[1]

    def turns(self, program: Program, own: Mapping[str, bytes], rests_on: Mapping[str, Iterable[str]]) -> bytes:
        """What tells whether somebody else has the turn in a phase: all that whoever asks for the phase rests on.

        Args:
            program: The program.
            own: What each node means by itself.
            rests_on: What each rests on.
        """
        sequences = sorted([*program.sequences.values(), *program.unplayable.values()], key=lambda one: one.name)
        actors = [phase.actor for one in sequences for phase in phases_in(one) if phase.actor]
        asked = {call.callee for actor in actors for call in calls_in(actor)}
        below = {node: own.get(node, b"") for node in reachable(sorted(asked), lambda node: rests_on.get(node, ()))}
        known = self._turns
        if known is None or known[1] != below or known[0] != sequences:
            told = actors_by_phase(Interpreter(program), program).items()
            shown = [(phase, who if who is None else sorted(map(repr, who))) for phase, who in told]
            self._turns = known = (sequences, below, repr(shown).encode("utf-8", "replace"))
        return known[2]
