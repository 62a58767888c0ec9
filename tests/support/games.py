"""The games under `games/`: each is read once and checked once in a process, and built once in a run, whoever asks."""

from __future__ import annotations

import importlib.util
import sys
from collections import deque
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from regola_compiler import driver
from regola_compiler.analysis.permits.grid import Grid
from regola_compiler.analysis.permits.matrix import actions_of
from regola_compiler.driver import Compiled, understand
from regola_compiler.emit.python import module as emitter
from regola_compiler.emit.python import oracle
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.reference.html import reference
from regola_compiler.evaluate.worked import examples
from regola_compiler.evaluate.worked.examples import ExampleResult, running_examples
from regola_compiler.exchange import segments
from regola_compiler.incremental import check, kept, part, rulings
from regola_compiler.incremental.digests.memo import MeaningMemo
from regola_compiler.incremental.digests.subjects import Subjects
from regola_compiler.incremental.memory import Memory
from regola_compiler.incremental.results import Checked
from regola_compiler.incremental.session import Session
from regola_compiler.incremental.sought import permits
from regola_compiler.incremental.sought.permits import Permits, kept_grids
from regola_compiler.ir.tree import Ir
from regola_compiler.model.program import Program
from regola_compiler.project.game import Game, load_game
from regola_dsl import parser
from regola_dsl.cache import folder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import File, parse_source
from regola_dsl.source import Source
from regola_dsl.store import Pack

from support.effort import dear, some_games
from support.paths import GAMES

# Trees are frozen, and reading is the dearest step of most commands: the same text is read once in a process.
parse_once = cache(parse_source)
# Of games with so many letters of text it is dear to understand them, and few are asked in turn.
_LONG = 20_000
_IN_TURN = 12


def share_trees() -> None:
    """From here on no game is read, understood, written as a module or has its examples run twice in this process."""

    def parse(source: Source) -> File:
        return (
            parse_once(source) if any(GAMES.name in part for part in Path(source.path).parts) else parse_source(source)
        )

    for module in (parser, segments):
        module.parse_source = parse
    driver.understand = understand_once
    examples.run_examples = run_once
    for asked in (emitter, oracle):
        asked.python_module = written_once
    for keeper in (check, kept, part, permits, rulings):
        keeper.pack_name = pack_name


def pack_name(game: Game) -> str:
    """The name of the pack of a game, wherever it stands: of its copies, which tests make, one is as the game was before.

    What is kept is kept under texts, as a game is edited where it stands; so what was found of one copy is found of the next.
    """
    return f"game-{sha256(f'{game.shown} {game.id}'.encode()).hexdigest()[:24]}"


@dataclass(frozen=True)
class _Read:
    """A game by all that was read of it: two that say the same are one."""

    said: tuple[object, ...]
    game: Game = field(compare=False)


@dataclass
class _Shared:
    """A program that is understood once for all that ask, and how its examples came out, once they were run."""

    program: Program
    results: list[ExampleResult] = field(default_factory=list)


class _Again(Compiled):
    """A game that was understood before: what is made of its model is made once for all that ask."""

    same: Compiled

    @cached_property
    def ir(self) -> Ir:
        """That of the game as it was understood first."""
        return self.same.ir


_shared: deque[_Shared] = deque(maxlen=_IN_TURN)


@lru_cache(maxsize=_IN_TURN)
def _understood(read: _Read) -> Compiled:
    compiled = understand(read.game)
    _shared.append(_Shared(compiled.program))
    return compiled


def understand_once(game: Game) -> Compiled:
    """A game, read and resolved; of what was understood before, the model, the scenarios and the findings are shared."""
    texts = tuple((source.path, source.text) for source in game.texts.values())
    if sum(len(text) for _, text in texts) < _LONG:
        return understand(game)
    told = tuple(map(said, game.diagnostics))
    same = _understood(_Read((game.id, game.shown, texts, told, game.unread, game.indexed, game.unsaved), game))
    found, scenarios, nodes = [*same.found], dict(same.scenarios), [*same.nodes]
    again = _Again(game, same.program, found, scenarios, nodes=nodes, lost=same.lost)
    again.same = same
    return again


def run_once(program: Program) -> list[ExampleResult]:
    """The examples of a program, run; those of one that commands share are run for the first that asks."""
    shared = next((known for known in _shared if known.program is program), None)
    if shared is None or program.focus is not None:
        return list(running_examples(program))
    shared.results = shared.results or list(running_examples(program))
    return [*shared.results]


_written: deque[tuple[Ir, str]] = deque(maxlen=_IN_TURN)


def written_once(ir: Ir) -> str:
    """The module of a representation; it is written anew unless this very one has been."""
    known = next((text for one, text in _written if one is ir), None)
    if known is None:
        known = python_module(ir)
        _written.append((ir, known))
    return known


@cache
def loaded(name: str) -> Game:
    """A game's texts."""
    return load_game(GAMES / name, f"games/{name}")


@cache
def understood(name: str) -> Compiled:
    """A game, read and resolved. Nobody may change it. Who may do what where is worked out by one process for all."""
    compiled = understand_once(loaded(name))
    compiled.work_out_permits = partial(kept_grids, compiled.game) if some_games([name]) else _some_grids
    return compiled


def _some_grids(program: Program) -> tuple[Grid, ...]:
    """Who may do what where, of two actions: of the largest games it takes longer than all else that is made of them."""
    permits, actions = Permits(program, Subjects(program, MeaningMemo()), None, {}), list(actions_of(program))
    many = dear(len(actions))
    return tuple(permits.of(action) for action in actions[:: max(1, len(actions) // many)][:many])


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
    game: Game
    found: list[Diagnostic]

    def text(self, path: str) -> str:
        """A text after the change."""
        return self.game.texts[path].text


@cache
def followed(name: str) -> tuple[Session, frozenset[tuple[str, str]]]:
    """A session of a game that was checked once, and what was found then.

    The check is that of the command: what one process has found of a game the others need not find, too.
    """
    game = loaded(name)
    session = Session(Memory(Pack(pack_name(game)) if folder() else None))
    found = session.check(game)
    session.save()
    return session, frozenset(map(said, raw(found)))


def raw(said_of: Checked) -> list[Diagnostic]:
    """What the checks found, whether or not it is accepted, and without what is said of acceptances."""
    found = [*said_of.found, *(item.finding for item in said_of.accepted)]
    return [one for one in found if one.code.slug != "acceptance-unused"]


def edited(name: str, file: str, old: str, new: str) -> Edited:
    """A game with the one place where `old` stands in a file replaced by `new`.

    It is checked as an editor does after a change (tests/incremental holds that nothing else can be found).
    """
    game, path = loaded(name), f"games/{name}/{file}"
    (text,) = [source.text for source in game.sources if source.path == path]
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    changed = Source(path, text.replace(old, new))
    game = replace(game, sources=[changed if source.path == path else source for source in game.sources])
    session, known = followed(name)
    found = [one for one in raw(session.check(game)) if said(one) not in known]
    return Edited(text[: text.index(old)].count("\n") + 1, game, found)


def said(found: Diagnostic) -> tuple[str, str]:
    """What a finding says, wherever it stands."""
    return found.code.number, found.message
