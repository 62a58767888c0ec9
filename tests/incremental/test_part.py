"""The part of a game that a question needs says what the whole says of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from regola_compiler.driver import understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.grounds import grounds, watched
from regola_compiler.incremental import check
from regola_compiler.incremental.part import part_for
from regola_compiler.model.program import Expr, Program, Statement
from regola_compiler.model.visitor import calls_in, free_names
from regola_compiler.project.game import load_game, peek_game
from regola_dsl import cache
from support.command import Run
from support.effort import drawn, every_third
from support.paths import GAMES


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of this test's own."""
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    cache.folder.cache_clear()
    check._sessions.clear()  # noqa: SLF001  what only a process knows


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("name", "many"), every_third([("lantern_pass", 400), ("caucasus", 40), ("axis_allies", 40)]))
def test_a_part_is_what_the_whole_has_of_it(name: str, many: int) -> None:
    place = GAMES / name
    check.check_game(peek_game(place, f"games/{name}"))
    whole = understand(load_game(place, f"games/{name}")).program
    names, errata = list(whole.callables), list(whole.errata.values())
    parts, pick = 0, Random(name)
    for asked in pick.sample(names, drawn(min(many, len(names)))):
        part = part_for(peek_game(place, f"games/{name}"), asked, ())
        assert part is not None, asked
        assert asked in part.callables
        assert all(item == whole.callables[one] for one, item in part.callables.items())
        parts += len(part.callables) < len(whole.callables) / 2
    assert parts
    for erratum in pick.sample(errata, drawn(len(errata))):
        for statement in erratum.statements:
            for asked in () if statement.claim is None else names_in(statement.claim):
                part = part_for(peek_game(place, f"games/{name}"), asked, ())
                assert part is not None, asked
                assert rests_on(part, statement, asked) == rests_on(whole, statement, asked)


def names_in(claim: Expr) -> set[str]:
    """What a claim asks with arguments of its own."""
    return {call.callee for call in calls_in(claim) if not call.aspect and not any(map(free_names, call.arguments))}


def rests_on(program: Program, statement: Statement, asked: str) -> object:
    """What the answer rests on, where somebody asks what a statement claims something of."""
    run = watched(program)
    call = next(call for call in calls_in(statement.claim) if call.callee == asked)
    with suppress(RuleError):
        run.call(asked, [run.evaluate(part, {}) for part in call.arguments])
    found = grounds(run)
    errata = [(bearing.erratum.name, bearing.erratum.ruling, bearing.how) for bearing in found.errata]
    return found.defaults, errata, found.unregulated


@pytest.mark.usefixtures("kept")
def test_what_is_not_plain_is_left_to_the_whole(tmp_path: Path) -> None:
    file = tmp_path / "toll.regola"
    file.write_text("state late: bool = false @1\n\ndefine toll(n: int 0..9) -> int 0..10 @2\n  n + 1\n", "utf-8")

    def part(name: str, *told: str) -> bool:
        return part_for(peek_game(file, file.as_posix()), name, told) is not None

    assert not part("toll", "n"), "nothing was checked yet"
    check.check_game(peek_game(file, file.as_posix()))
    assert part("toll", "n")
    assert part("toll", "n", "late")
    assert not part("tool", "n")
    assert not part("toll", "m")
    file.write_text(file.read_text("utf-8") + "# another text\n", "utf-8")
    assert not part("toll", "n")


def test_ask_says_the_same_before_and_after_a_check(
    regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    questions = [
        ("counters", "kind=patrol"),
        ("weather_rolled", "die=3", "which=2", "before=calm"),
        ("weather_rolled", "die=9", "which=2", "before=calm"),
        ("weather_roled", "die=3"),
        ("counters", "kind=wolf"),
        ("counters", "kind=patrol", "nothing=1"),
    ]
    before = [regola("ask", "lantern_pass", *words) for words in questions]
    assert regola("check", "lantern_pass").returncode == 0
    after = [regola("ask", "lantern_pass", *words) for words in questions]
    assert [(one.returncode, one.stdout, one.stderr) for one in before] == [
        (one.returncode, one.stdout, one.stderr) for one in after
    ]
    assert {one.returncode for one in before} >= {0, 2}
