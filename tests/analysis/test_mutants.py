"""Changes of a program: each is one, is the same in the model as in the text, and is noticed by what would fail."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from regola_compiler.diff.match import semantic_key
from regola_compiler.driver import Compiled, understand
from regola_compiler.evaluate.worked.errata import run_errata
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.model.program import Program
from regola_compiler.mutation.generate import KINDS, Mutant, mutants
from regola_compiler.mutation.report import said
from regola_compiler.mutation.run import verdicts
from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game
from regola_compiler.project.yaml_file import schema
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source, Span
from support.command import Run
from support.effort import drawn, every_third
from support.games import understood

SMALL = """\
enum Sky @1
  clear, fog, snow

table omen(die: d6, sky: Sky) -> int 0..3 @2
  | die \\\\ sky | clear | fog | snow |
  | 1-3       | 0     | 1   | 1    |
  | 4-6       | 2     | 1   | 1    |

modifiers luck(n: int 1..9) -> int -1..2 @3
  +2 many @3 when n >= 5
  -1 alone @3 when n is 1

define omens(die: d6, n: int 1..9) -> int 0..4 @4
  omen(die, clear)
  exception crowd @5 when n > 6 and die in {5, 6}
    3

example first @2
  omen(1, clear) is 0
  omen(4, clear) is 2
  luck(5) is 2

example second @5
  omens(5, 7) is 3
  omens(5, 2) is 2
""".replace("\\\\", "\\")


def small() -> Compiled:
    compiled = understand(Game("small", Path(), {}, [Source("small.regola", SMALL)]))
    assert compiled.found == []
    return compiled


@pytest.fixture(scope="module")
def tour() -> Compiled:
    return understood("lantern_pass")


def noticed(program: Program) -> dict[str, list[str]]:
    """What is said of each change, and the examples that notice it."""
    return {
        f"{verdict.mutant.declaration}: {said(verdict.mutant.change)}": list(verdict.noticing)
        for verdict in verdicts(program, mutants(program))
    }


def test_what_is_changed_and_who_notices() -> None:
    found = noticed(small().program)
    assert found["omen: row die 1 to 3, sky clear: `0` -> `1`"] == ["first"]
    assert found["omen: row die 1 to 3, sky fog: `1` -> `2`"] == []
    assert found["omen: column die: `1-3 | 4-6` -> `1-2 | 3-6`"] == []
    assert found["luck: line many: `+2` -> `-2`"] == ["first"]
    assert found["luck: line many: `n >= 5` -> `n > 5`"] == ["first"]
    assert found["luck: line many: `n >= 5` -> `n >= 4`"] == []
    assert found["luck: line alone: `-1` -> `+1`"] == []
    assert found["omens: `exception crowd` left out"] == ["second"]
    assert found["omens: exception crowd: `n > 6` left out"] == ["second"]
    assert found["omens: exception crowd: `die in {5, 6}` left out"] == []
    assert found["omens: exception crowd: `5` left out"] == ["second"]
    assert found["omens: exception crowd: `3` -> `4`"] == ["second"]


def test_where_two_columns_say_the_same_their_border_is_none() -> None:
    assert not any("sky: `fog | snow`" in change for change in noticed(small().program))


def edited(compiled: Compiled, place: Span, text: str) -> Program:
    """The program with one stretch of its text replaced."""
    files = []
    for source in compiled.game.sources:
        if source.path == place.path:
            assert place.line == place.end_line or "\n" not in text
            lines = source.text.split("\n")
            head = lines[place.line - 1][: place.column - 1]
            tail = lines[place.end_line - 1][place.end_column - 1 :]
            lines[place.line - 1 : place.end_line] = [head + text + tail]
            source = Source(source.path, "\n".join(lines))  # noqa: PLW2901
            file = parse_source(source)
            assert not file.diagnostics, (place, text)
            files.append(file.declarations)
        else:
            files.append([node for node in compiled.nodes if node.span.path == source.path])
    program, wrong = resolve_program(
        [node for nodes in files for node in nodes], individuals=individuals(compiled.game.components)
    )
    assert not wrong, (place, text)
    return program


def same_meaning(a: Program, b: Program, mutant: Mutant) -> bool:
    """Whether what is changed is the same in both."""
    pairs: list[tuple[Any, Any]] = [(a.callables[name], b.callables[name]) for name, _ in mutant.callables]
    pairs += [(a.sequences[name], b.sequences[name]) for name, _ in mutant.sequences]
    return all(semantic_key(one) == semantic_key(other) for one, other in pairs)


def test_a_change_in_the_model_is_the_same_change_in_the_text(tour: Compiled) -> None:
    # A sequence's phases may stand twice, with sides exchanged: there the text changes both.
    written = [m for m in mutants(tour.program) if m.change.edit is not None and not m.sequences]
    first_of_kind = {mutant.change.kind: mutant for mutant in reversed(written)}
    for mutant in [*first_of_kind.values(), *Random(1).sample(written, drawn(60))]:
        assert mutant.change.edit is not None
        text = edited(tour, *mutant.change.edit)
        assert same_meaning(mutant.of(tour.program), text, mutant), (said(mutant.change), mutant.change.edit)


def test_no_change_leaves_everything_as_it_was(tour: Compiled) -> None:
    for mutant in mutants(tour.program):
        assert not same_meaning(mutant.of(tour.program), tour.program, mutant), said(mutant.change)
        assert mutant.change.kind in KINDS


def outcomes(program: Program) -> dict[str, list[bool]]:
    """How every line and every claim comes out, with nothing remembered."""
    found: dict[str, list[bool]] = {}
    for result in run_examples(program):
        found[result.example.name] = [line.passed for line in result.lines]
    for claim in run_errata(program):
        found.setdefault(claim.erratum.name, []).append(claim.holds)
    return found


@pytest.mark.parametrize("game", every_third(["lantern_pass", "world_in_flames"]))
def test_what_is_run_again_is_enough(game: str) -> None:
    compiled = understood(game)
    program = compiled.program
    before = outcomes(program)
    tried = Random(2).sample(list(mutants(program)), drawn(12))
    quick = list(verdicts(program, tried, all_of_them=False))
    for verdict, one in zip(verdicts(program, tried), quick, strict=True):
        after = outcomes(verdict.mutant.of(program))
        wanted = {name for name in {**before, **after} if before.get(name) != after.get(name)}
        assert set(verdict.noticing) == wanted, said(verdict.mutant.change)
        assert set(one.noticing) <= wanted
        assert bool(one.noticing) == bool(wanted)


def test_the_command_says_it_and_the_schema_holds(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "small.regola").write_text(SMALL, "utf-8")
    shown = regola("test", "small.regola", "--mutate", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    assert "table      omen (2)" in shown.stdout
    assert "   6  row die 1 to 3, sky fog: `1` -> `2`: no example asks" in shown.stdout
    data = json.loads(regola("test", "small.regola", "--mutate", "--json", cwd=tmp_path).stdout)
    Draft202012Validator(schema("mutations")).validate(data)
    assert f"examples notice {data['noticed']} of {data['tried']} changes" in shown.stdout
    assert sum(row["tried"] for row in data["declarations"]) == data["tried"] == len(data["changes"])
    shares = [row["noticed"] / row["tried"] for row in data["declarations"]]
    assert shares == sorted(shares)


def test_a_sample_is_drawn_the_same_each_time(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "small.regola").write_text(SMALL, "utf-8")
    sample = ("test", "small.regola", "--mutate", "--limit", "9", "--json", "--seed")
    one, again, other = (regola(*sample, seed, cwd=tmp_path).stdout for seed in ("1", "1", "2"))
    assert one == again != other
    assert json.loads(one)["tried"] == 9


def test_examples_that_fail_come_first(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "small.regola").write_text(SMALL.replace("omens(5, 7) is 3", "omens(5, 7) is 2"), "utf-8")
    shown = regola("test", "small.regola", "--mutate", cwd=tmp_path)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "`second` fails" in shown.stderr
