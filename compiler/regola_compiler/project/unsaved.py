"""A game as it stands in an editor: what is open and not saved counts for what is on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatch

from regola_dsl.source import Source

from regola_compiler.literate.source import holds_rules, is_literate, read_rules
from regola_compiler.project import codes
from regola_compiler.project.game import LISTS, Game, head_of


def with_unsaved(game: Game, texts: Mapping[str, str]) -> Game:
    """A game with some of its files as an editor has them; a file that is not on the disk yet is one of them.

    Args:
        game: Its texts, as `peek_game` reads them.
        texts: What is open, by the path it is shown under; what stands outside of the game's folder and is none of its
            files says nothing.
    """
    own = {path: text for path, text in texts.items() if path == game.shown or path.startswith(f"{game.shown}/")}
    rules = {path: read_rules(path, text) for path, text in own.items() if holds_rules(path)}
    data = {path: text for path, text in own.items() if _is_data(game.within(path))}
    shared = {source.path for library in game.libraries for source in library.sources}
    sources = _overlaid(game.sources, {path: source for path, (source, _) in rules.items() if path not in shared})
    # What could not be read on the disk is told no longer where the editor has it.
    found = [
        one for one in game.diagnostics if one.span.path not in own and not (sources and one.code == codes.NO_GAME)
    ]
    found += [one for path, (_, wrong) in rules.items() if path not in shared for one in wrong]
    libraries = tuple(
        replace(library, sources=tuple(one.with_text(texts.get(one.path, one.written.text)) for one in library.sources))
        for library in game.libraries
    )
    beside = [source for source in game.data_sources if not is_literate(source.path)]
    made = replace(
        game,
        sources=sources,
        data_sources=_overlaid(beside, {path: Source(path, text) for path, text in data.items()}),
        diagnostics=found,
        libraries=libraries,
        unsaved=frozenset(data),
    )
    made.data_sources += head_of(made)
    return made


def _is_data(within: str) -> bool:
    """Whether a file of this name is read beside the rules."""
    return within in {"game.yaml", "glossary.yaml"} or any(fnmatch(within, one) for one in LISTS)


def _overlaid(sources: list[Source], others: Mapping[str, Source]) -> list[Source]:
    """Texts with others in their place, and with what is new among them."""
    known = {source.path for source in sources}
    kept = [
        source if others.get(source.path, source).written.text == source.written.text else others[source.path]
        for source in sources
    ]
    new = [other for path, other in others.items() if path not in known]
    return sorted([*kept, *new], key=lambda source: source.path) if new else kept
