"""The position that shows a finding as a scenario: a file that `regola play`, `regola ask` and examples begin from."""

from __future__ import annotations

import json
import re

from regola_compiler.evaluate.reading import QueryError, read_fact
from regola_compiler.evaluate.setup.values import value_of
from regola_compiler.model.program import Fact, Program
from regola_dsl.diagnostics import Diagnostic

from regola_lsp.language.names import Names

# Told by the sequence of play, and by no scenario.
_OF_THE_PLAY = frozenset({"phase", "active"})
_PLAIN = re.compile(r"[^\W\d_]\w*|-?\d+")
# Words that YAML takes for something else.
_OTHERWISE = frozenset("true false yes no on off null y n".split())


def scenario_of(names: Names, path: str, found: Diagnostic) -> tuple[str, str] | None:
    """The path and the text of a scenario in which a finding's position holds; None where none can tell it.

    Pieces that only an example puts up have no place in a scenario, which places the counters of a sheet; and what is
    asked, the inputs of a table or a definition, is no part of a position.

    Args:
        names: What stands where.
        path: The file in which the finding stands.
        found: The finding.
    """
    game = names.reading.game
    if found.witness is None or path == game.shown or not path.startswith(f"{game.shown}/"):
        return None
    told = _told(names.program, found)
    if not told:
        return None
    stem = re.sub(r"\W+", "_", f"{found.code.slug}_{found.subject or 'position'}").strip("_").lower()
    taken = {source.path for source in game.data_sources}
    name = next(one for one in (stem, *(f"{stem}_{n}" for n in range(2, 1_000))) if _file(game.shown, one) not in taken)
    titles = ", ".join(f'{language}: "{name}"' for language in game.languages)
    lines = [f"id: {name}", f"title: {{{titles}}}", "position:", *(f"  {key}: {value}" for key, value in told)]
    return _file(game.shown, name), "\n".join(lines) + "\n"


def _file(shown: str, name: str) -> str:
    return f"{shown}/scenarios/{name}.yaml"


def _told(program: Program, found: Diagnostic) -> list[tuple[str, str]]:
    """What a scenario says of a position, as YAML; nothing where something of it cannot be said there."""
    asked = next((program.callables[part] for part in found.subject.split(".") if part in program.callables), None)
    inputs = {parameter.name for parameter in asked.parameters} if asked is not None else set[str]()
    lines: list[tuple[str, str]] = []
    for name, value in found.witness.given if found.witness is not None else ():
        if name in _OF_THE_PLAY or re.split(r"[.\[(]", name)[0] in inputs - program.callables.keys():
            continue
        try:
            fact, _ = read_fact(program, name)
            said = {"true": True, "false": False}.get(value, value)
            value_of(program, said, fact.result, name)
        except QueryError:
            return []
        if not isinstance(fact, Fact) or fact.kind not in {"state", "given", "variant"}:
            return []
        lines.append((_yaml(name), value if isinstance(said, bool) else _yaml(value)))
    return lines


def _yaml(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text.lower() not in _OTHERWISE
    return text if plain else json.dumps(text, ensure_ascii=False)
