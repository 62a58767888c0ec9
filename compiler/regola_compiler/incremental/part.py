"""The part of a game that one question needs, read without the rest.

A check that finds a game's texts as they are now leaves behind what each declaration rests on and where that stands. A
question about one of them therefore parses and resolves a handful of declarations in place of hundreds. Whatever is not
plain (a name that is not known, a scenario, a mistake) is left to whoever reads the whole.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from regola_dsl.cache import folder
from regola_dsl.declarations import Block
from regola_dsl.parser import parse_block
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.store import Pack
from regola_dsl.tree import Declaration, Erratum

from regola_compiler.incremental.kept import pack_name, texts_key
from regola_compiler.project.game import Game
from regola_compiler.project.qualified import qualified
from regola_compiler.resolve.program import resolve_program

if TYPE_CHECKING:
    from regola_compiler.incremental.digests.subjects import Subjects
    from regola_compiler.incremental.places import Home
    from regola_compiler.model.program import Program


def dump_index(subjects: Subjects, homes: Mapping[str, Home]) -> bytes:
    """What each declaration rests on, and the lines of the files on which it stands, as JSON."""
    order = {home: number for number, home in enumerate(homes)}
    places = [[home.path, home.above + 1, home.end] for home in homes.values()]
    graph = list(subjects.graph())
    # A rule that speaks of two actions is read only where both are.
    sharing: dict[str, list[str]] = {}
    for node, stands, _ in graph:
        for home in stands:
            sharing.setdefault(home, []).append(node)
    nodes = {
        node: [
            sorted(order[home] for home in stands if home in order),
            [*rests_on, *(other for home in stands for other in sharing[home] if other not in {node, *rests_on})],
        ]
        for node, stands, rests_on in graph
    }
    ruling = sorted({order[home] for home in subjects.ruling() if home in order})
    errata = [[order[home], *of_it] for home, *of_it in subjects.errata() if home in order]
    cited = {node: sorted(sections) for node, sections in subjects.cited() if node in nodes}
    data = {"places": places, "nodes": nodes, "ruling": ruling, "errata": errata, "cited": cited}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def part_for(game: Game, name: str, told: Collection[str]) -> Program | None:
    """The program of what a declaration rests on, itself among it; None if only the whole can tell.

    Args:
        game: The texts of the game, as `peek_game` reads them.
        name: What is asked.
        told: What is told beside it: its parameters, and facts.
    """
    if game.diagnostics or folder() is None:
        return None
    data = Pack(pack_name(game)).get(f"index {texts_key(game)}")
    if data is None:
        return None
    try:
        index = json.loads(data.decode("utf-8", "surrogatepass"))
        names = {name, *(one for one in told if one in index["nodes"])}
        chosen = _reached(index["nodes"], names)
        if chosen is None:
            return None
        bearing, claimed = _bearing(index, chosen)
        chosen = [*chosen, *(_reached(index["nodes"], claimed) or ())]
        ruling = {*index["ruling"]}
        silent = (ruling | bearing.keys()) - {number for number, claims in bearing.items() if claims}
        homes = {number for node in chosen for number in index["nodes"][node][0]}
        places = [_Place(number, *index["places"][number]) for number in sorted(homes | ruling | bearing.keys())]
        program = _program(game, places, _Errata(ruling | bearing.keys(), silent, ruling), names)
        if program is None:
            return None
        known = {parameter.name for parameter in program.callables[name].parameters} | names
        return program if known.issuperset(told) else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        return None


def _reached(nodes: Mapping[str, Any], names: Iterable[str]) -> list[str] | None:
    found = dict.fromkeys(names)
    if not found.keys() <= nodes.keys():
        return None
    todo = list(found)
    while todo:
        new = [other for other in nodes[todo.pop()][1] if other in nodes and other not in found]
        found.update(dict.fromkeys(new))
        todo += new
    return list(found)


def _bearing(index: Mapping[str, Any], chosen: Collection[str]) -> tuple[dict[int, bool], list[str]]:
    """The errata that can bear on what is asked, by where they stand, and whether what they claim can be asked too.

    The second result is what those claims rest on.
    """
    asked = set(chosen)
    sections = {section for node in chosen for section in index["cited"].get(node, ())}
    found: dict[int, bool] = {}
    claimed: dict[str, None] = {}
    for number, speaks_of, claims, rests_on in index["errata"]:
        if not asked.isdisjoint(claims):
            found[number] = True
            claimed |= dict.fromkeys(rests_on)
        elif not claims and not sections.isdisjoint(speaks_of):
            found[number] = False  # what claims something is about that alone
    return found, list(claimed)


@dataclass(frozen=True, slots=True)
class _Place:
    """A home: its number, and the lines of a file that it is."""

    number: int
    path: str
    start: int
    end: int

    def holds(self, span: Span) -> bool:
        """Whether something stands there."""
        return span.path == self.path and self.start <= span.line <= self.end


@dataclass(frozen=True, slots=True)
class _Errata:
    """The homes of errata: all; those of which only sections and ruling are read; those that put something in."""

    all: Collection[int]
    silent: Collection[int]
    ruling: Collection[int]


def _program(game: Game, places: list[_Place], errata: _Errata, names: Collection[str]) -> Program | None:
    """The program of the declarations that stand at some places; None if anything is wrong with them."""
    sources = {source.path: source for source in game.rules}
    shared = game.shared
    nodes = []
    for place in places:
        source = sources[place.path]
        text = "\n".join(source.lines[place.start - 1 : place.end])
        parsed = parse_block(Block(place.start, text, source.section_of(place.start)), place.path)
        if place.path in shared:
            parsed = qualified(parsed, shared[place.path])
        if parsed.declaration is None or parsed.diagnostics:
            return None
        nodes.append(_without_claims(parsed.declaration) if place.number in errata.silent else parsed.declaration)
    program, found = resolve_program(nodes)
    # An erratum is there for what it rules and for what it says of that; what it says of other things is not read.
    beside = [place for place in places if place.number in errata.all]
    if any(not any(place.holds(d.span) for place in beside) for d in found):
        return None
    ruling = [place for place in beside if place.number in errata.ruling]
    for name, erratum in program.errata.items():
        if any(place.holds(erratum.span) for place in ruling):
            program.ruled.setdefault(name, [])  # what it rules may be elsewhere; that it rules something is known
    return program if set(names) <= program.callables.keys() else None


def _without_claims(node: Declaration) -> Declaration:
    """An erratum without what it claims of rules that are not read."""
    if not isinstance(node, Erratum):
        return node
    return replace(node, statements=tuple(replace(one, claim=None, given=()) for one in node.statements))
