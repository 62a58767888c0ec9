"""The part of a game that one question needs, read without the rest.

A check that finds a game's texts as they are now leaves behind what each declaration rests on and where that stands. A
question about one of them therefore parses and resolves a handful of declarations in place of hundreds. Whatever is not
plain (a name that is not known, a scenario, a mistake) is left to whoever reads the whole.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from regola_dsl.cache import folder
from regola_dsl.declarations import Block
from regola_dsl.parser import parse_block
from regola_dsl.store import Pack

from regola_compiler.incremental.names import pack_name, texts_key
from regola_compiler.project.game import Game
from regola_compiler.resolve.program import resolve_program

if TYPE_CHECKING:
    from regola_compiler.incremental.places import Home
    from regola_compiler.incremental.subjects import Subjects
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
    data = {"places": places, "nodes": nodes, "ruling": ruling}
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
        numbers = sorted({number for node in chosen for number in index["nodes"][node][0]} | set(index["ruling"]))
        places = [index["places"][number] for number in numbers]
        errata = [index["places"][number] for number in index["ruling"]]
        program = _program(game, places, errata, names)
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


def _program(game: Game, places: list[Any], errata: list[Any], names: Collection[str]) -> Program | None:
    """The program of the declarations that stand at some places; None if anything is wrong with them."""
    lines = {source.path: source.lines for source in game.sources}
    nodes = []
    for path, start, end in places:
        parsed = parse_block(Block(start, "\n".join(lines[path][start - 1 : end])), path)
        if parsed.declaration is None or parsed.diagnostics:
            return None
        nodes.append(parsed.declaration)
    program, found = resolve_program(nodes)
    # An erratum is there for what it rules; what it says of other things is not read.
    wrong = [d for d in found if not any(d.span.path == p and a <= d.span.line <= b for p, a, b in errata)]
    return None if wrong or not set(names) <= program.callables.keys() else program
