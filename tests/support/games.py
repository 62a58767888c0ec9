"""The games under `games/`: each is read once and checked once in a process, and built once in a run, whoever asks."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType

from regola_compiler import driver
from regola_compiler.checks.registry import run_checks
from regola_compiler.driver import Compiled, compile_game, understand
from regola_compiler.emit.reference.html import reference
from regola_compiler.exchange import segments
from regola_compiler.incremental.permits import kept_grids
from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game, load_game
from regola_compiler.project.glossary import declared_names, undeclared
from regola_compiler.resolve.program import resolve_program
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import File, parse_source
from regola_dsl.source import Source

from support.paths import GAMES
from support.slices import outline

# Trees are frozen, and reading is the dearest step of most commands: the same text is read once in a process.
parse_once = cache(parse_source)


def share_trees() -> None:
    """From here on no text of a game is read twice in this process, whichever command asks."""

    def parse(source: Source) -> File:
        return (
            parse_once(source) if any(GAMES.name in part for part in Path(source.path).parts) else parse_source(source)
        )

    for module in (driver, segments):
        module.parse_source = parse


@cache
def loaded(name: str) -> Game:
    """A game's texts."""
    return load_game(GAMES / name, f"games/{name}")


@cache
def understood(name: str) -> Compiled:
    """A game, read and resolved. Nobody may change it. Who may do what where is worked out by one process for all."""
    compiled = understand(loaded(name))
    compiled.work_out_permits = partial(kept_grids, compiled.game)
    return compiled


@cache
def checked(name: str) -> Compiled:
    """A game, read, resolved and checked as a whole. Nobody may change it."""
    return compile_game(loaded(name))


@cache
def reference_of(name: str) -> str:
    """The page of a game's reference, written once."""
    return reference(understood(name))["index.html"]


@cache
def imported(path: Path) -> ModuleType:
    """A module that was built."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Edited:
    """A game with one of its texts changed: the first line of the change, and what is found now that was not before."""

    line: int
    compiled: Compiled

    @property
    def found(self) -> list[Diagnostic]:
        """What is found now that was not before."""
        return self.compiled.found

    def text(self, path: str) -> str:
        """A text after the change."""
        return self.compiled.sources[path].text


def edited(name: str, file: str, old: str, new: str) -> Edited:
    """A game with the one place where `old` stands in a file replaced by `new`.

    Everything is read and resolved anew; of what the checks look at, all that the change can have touched, as a
    check after a change does (tests/analysis/test_incremental.py holds that nothing else can be found).
    """
    before = checked(name)
    path = f"games/{name}/{file}"
    (text,) = [source.text for source in before.game.sources if source.path == path]
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    changed = Source(path, text.replace(old, new))
    game = replace(before.game, sources=[changed if source.path == path else source for source in before.game.sources])
    line = text[: text.index(old)].count("\n") + 1
    return Edited(line, checked_again(before, game))


def checked_again(before: Compiled, game: Game) -> Compiled:
    """A game after a change of its texts, with what is found in it that was not found `before`."""
    files = [parse_once(source) for source in game.sources]
    nodes = [node for file in files for node in file.declarations]
    lost = frozenset().union(*(file.lost for file in files))
    program, wrong = resolve_program(nodes, lost, individuals=individuals(game.components))
    scenarios, more = driver.read_starts(program, game)
    terms = undeclared(game.glossary, declared_names(nodes), lost) if game.glossary else ()
    was, now = outline(before.game), outline(game)
    assert was is not None
    if now is not None:
        kept = set(was.keys)
        chunks = zip(now.chunks, now.keys, strict=True)
        program.focus = frozenset(chunk.name for chunk, key in chunks if key not in kept)
    compiled = Compiled(game, program, [], scenarios, nodes=nodes)
    found = [*game.diagnostics, *(one for file in files for one in file.diagnostics), *wrong, *more, *terms]
    compiled.found = found
    asked = None if compiled.failed else driver.twin_of(compiled).reproduces
    known = {said(one) for one in before.raw}
    compiled.raw = [*found, *run_checks(program, asked)[0]]
    compiled.found = [one for one in compiled.raw if said(one) not in known]
    return compiled


def said(found: Diagnostic) -> tuple[str, str]:
    """What a finding says, wherever it stands."""
    return found.code.number, found.message
