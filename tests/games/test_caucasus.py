"""The Caucasus Campaign, held against the book: a second reading of its tables, and what analysis must find."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from regola_compiler.driver import Compiled, understand
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.worked.examples import ExampleRun
from regola_compiler.model.program import Table
from regola_compiler.model.types import show
from regola_compiler.report import text as report_text
from regola_dsl.source import Source
from ruamel.yaml import YAML
from support.command import Ask, Run
from support.effort import every_third, some
from support.games import edited, understood
from support.paths import DATA
from support.snapshot import hold

TABLES = "rules/20_tables.regola"


@pytest.fixture(scope="module")
def caucasus() -> Compiled:
    return understood("caucasus")


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """The tables as a second reader copied them from the book."""
    path = DATA / "caucasus_tables.yaml"
    data: dict[str, Any] = YAML(typ="safe").load(path.read_text("utf-8"))
    return data


def asked(compiled: Compiled, name: str, *values: str) -> Any:
    from regola_compiler.evaluate.queries import answer, as_json, lookup
    from regola_compiler.evaluate.reading import read_arguments

    item = lookup(compiled.program, name)
    words = {parameter.name: value for parameter, value in zip(item.parameters, values, strict=True)}
    return as_json(answer(compiled.program, item, read_arguments(compiled.program, item, words)).value, item.result)


# The book's own examples and captions that its rules contradict, in the order of the files.
WRONG_IN_THE_BOOK = [
    "two_zones_on_six",
    "retreat_to_1_and_2",
    "road_to_a_connected_railway",
    "turn_1_order_of_the_initial_phase",
    "turn_1_armies_with_a_choice",
    "turn_1_no_extended_move_beside_the_enemy",
    "turn_2_weather",
    "turn_2_replacement",
    "turn_2_primary_a",
    "turn_2_order_of_the_initial_phase",
    "turn_2_secondary_c_failed_stand",
]


def test_every_example_runs_and_errata_are_named_apart(said: Ask) -> None:
    result = said("test", "caucasus", "--json")
    assert result.code == 0, result.out
    examples = json.loads(result.out)["examples"]
    by_status = {status: [e["name"] for e in examples if e["status"] == status] for status in ("failed", "erratum")}
    assert by_status == {"failed": [], "erratum": WRONG_IN_THE_BOOK}
    combats = [e["name"] for e in examples if re.fullmatch(r"turn_\d_(primary|secondary)_[a-e]", e["name"])]
    assert len(combats) == 4 + 5 + 2 + 3  # both impulses of both turns
    passed, wrong = len(examples) - len(WRONG_IN_THE_BOOK), len(WRONG_IN_THE_BOOK)
    lines = sum(len(example["lines"]) for example in examples)
    assert lines >= 800
    assert said("test", "caucasus").out.endswith(
        f"{passed} passed, 0 failed, {wrong} explained by an erratum ({len(examples)} examples, {lines} lines)\n"
    )


# --- cell for cell ------------------------------------------------------------------------


def test_combat_results(caucasus: Compiled, printed: dict[str, Any]) -> None:
    for die, row in printed["combat_results"].items():
        for odds, result in row.items():
            assert asked(caucasus, "combat_results", str(die), odds) == result
    assert sum(len(row) for row in printed["combat_results"].values()) == 60


def test_determined_defence(caucasus: Compiled, printed: dict[str, Any]) -> None:
    for die, row in printed["determined_defence"].items():
        for terrain, result in row.items():
            assert asked(caucasus, "determined_defence", str(die), terrain) == result


@pytest.mark.parametrize("name", ["isolation_attrition", "weather", "axis_replacement", "soviet_event"])
def test_tables_of_one_die(caucasus: Compiled, printed: dict[str, Any], name: str) -> None:
    for die, result in printed[name].items():
        assert asked(caucasus, name, str(die)) == result


FEATURES = {
    "alpine_hexside": "alpine_hexside",
    "mountain_pass_hexside": "mountain_pass",
    "minor_river_hexside": "minor_river",
    "major_river_hexside": "major_river",
    "strategic_road_movement": "strategic_road",
    "leaving_ezoc": "leaving_enemy_zoc",
}


def test_terrain_effects(caucasus: Compiled, printed: dict[str, Any]) -> None:
    table = caucasus.program.callables["terrain_effects"]
    assert isinstance(table, Table)
    assert len(table.shown) - 1 == len(printed["terrain_effects"]) == 19
    for name, row in printed["terrain_effects"].items():
        note = " 1" if "1" in row["marks"].get("dtb", []) else ""
        assert asked(caucasus, "terrain_effects", FEATURES.get(name, name)) == {
            "foot": row["foot"],
            "mechanised": row["mech"],
            "bonus": row["dtb"] + note,
            "armour": row["armour_shift"],
            "retreat": row["blocks_retreat"],
        }


@pytest.mark.parametrize(
    ("encoded", "copied", "elsewhere"),
    [
        ("column_shift", "combat_modifiers", []),
        # What another section says of the same, and a ruling puts aside, is a line too.
        ("stand_modifier", "determined_defence_modifiers", [1]),
        ("attrition_modifier", "isolation_attrition_modifiers", [2]),
    ],
)
def test_modifiers(
    caucasus: Compiled, printed: dict[str, Any], encoded: str, copied: str, elsewhere: list[int]
) -> None:
    item: Any = caucasus.program.callables[encoded]
    interpreter = Interpreter(caucasus.program)
    amounts = sorted(interpreter.evaluate(line.amount, {}) for line in item.lines)
    assert amounts == sorted([*elsewhere, *(row.get("columns", row.get("amount")) for row in printed[copied])])


def test_odds_are_exact(regola: Run) -> None:
    outcomes = json.loads(regola("odds", "caucasus", "combat_results", "odds=5-1", "--json").stdout)["outcomes"]
    assert {o["value"]: Fraction(o["probability"]) for o in outcomes} == {
        "DR": Fraction(2, 6),
        "A1/D1": Fraction(1, 6),
        "D1": Fraction(2, 6),
        "A1/D2": Fraction(1, 6),
    }
    assert sum(Fraction(o["probability"]) for o in outcomes) == 1


def test_odds_of_a_combat_are_those_of_its_column(said: Ask, printed: dict[str, Any]) -> None:
    """Twelve against six is 2-1; the better troops shift it to 3-1, and anti-tank guns cancel the armour."""
    against = ('"Panzer 1".against=Granaio', "StuG.against=Granaio", "phase=primary_combat", "active=axis")
    where = ("battle.target=Granaio", "battle.side=axis", "battle.mobile=false")
    words = ("--play", "combat_roll", "--scenario", "last_days", *where, *against, "--of", "result", "--exact")
    told = dict(re.findall(r"^result is (\S+) +(\d+/\d+)", said("odds", "caucasus", *words).out, re.MULTILINE))
    column = [row["3-1"] for row in printed["combat_results"].values()]
    assert {name: Fraction(share) for name, share in told.items()} == {
        name: Fraction(column.count(name), 6) for name in column
    }


def test_ask_answers_and_cites(regola: Run) -> None:
    answer = json.loads(regola("ask", "caucasus", "combat_results", "die=5", "odds=5-1", "--json").stdout)
    assert answer["value"] == "D1"
    assert answer["because"][0]["name"] == "combat_results"
    assert "8.3" in answer["because"][0]["anchors"]


# --- the built module ----------------------------------------------------------------------


def test_module_agrees_with_ask_on_all_inputs_of_all_tables(
    caucasus: Compiled, built: Callable[..., Path], root: Path, tmp_path: Path
) -> None:
    """In `make test` on every thirtieth input of each."""
    questions: list[tuple[str, dict[str, str], str]] = []
    interpreter = Interpreter(caucasus.program)
    for name, table in caucasus.program.callables.items():
        if not isinstance(table, Table):
            continue
        from regola_compiler.model.types import domain

        ranges = []
        for parameter, dimension in zip(table.parameters, table.dimensions, strict=True):
            values = list(domain(parameter.type) or range(dimension.low - 3, dimension.high + 4))
            if getattr(parameter.type, "modified", False):
                values = list(range(dimension.low - 3, dimension.high + 4))
            ranges.append([(value, show(value, parameter.type)) for value in values])
        for chosen in some(itertools.product(*ranges), every=30):
            value = interpreter.call(name, [value for value, _ in chosen])
            given = {p.name: text for p, (_, text) in zip(table.parameters, chosen, strict=True)}
            questions.append((name, given, show(value, table.result)))
    assert {name for name, _, _ in questions} == {
        name for name, item in caucasus.program.callables.items() if isinstance(item, Table)
    }
    (tmp_path / "questions.json").write_text(json.dumps(questions), "utf-8")
    # Only the runtime's folder is on the path, and -I keeps everything else out.
    program = f"""
import json, sys
sys.path[:0] = [{str(root / "runtime")!r}, {str(built("caucasus"))!r}]
import caucasus, regola_runtime
for name, given, wanted in json.load(open({str(tmp_path / "questions.json")!r}, encoding="utf-8")):
    value = caucasus.ask(name, **given)
    shown = regola_runtime.written(value)
    if hasattr(value, "__dataclass_fields__"):
        shown = shown.split("(", 1)[1].replace('"', "")
        wanted = wanted.split("(", 1)[1].replace('"', "")
    assert shown == wanted, (name, given, shown, wanted)
assert not any(name.startswith(("regola_dsl", "regola_compiler", "lark")) for name in sys.modules)
print("agreed", len(caucasus.FUNCTIONS))
"""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert result.stdout.startswith("agreed"), result.stderr


def test_standalone_module_needs_nothing_installed(built: Callable[..., Path]) -> None:
    place = str(built("caucasus", "--standalone"))
    program = f"import sys; sys.path.insert(0, {place!r}); import caucasus; print(caucasus.ask('weather', die=5))"
    result = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout == "bad\n", result.stderr


def test_module_explains_and_rolls(built: Callable[..., Path]) -> None:
    place = str(built("caucasus", "--standalone"))
    program = f"""
import sys; sys.path.insert(0, {place!r}); import caucasus
from fractions import Fraction
defiance = caucasus.Defiance(lead=caucasus.Quality("elite"), cover=caucasus.Cover("clear"))
answer = caucasus.explain("stand_result", d=defiance, die=5)
print(answer.value, [name for name, _ in answer.because])
odds = caucasus.distribution("combat_results", odds="5-1")
print(sum(odds.values()), odds[caucasus.Result("D1")])
"""
    result = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout.splitlines() == [
        "* -1 ['stand_result', 'stand_modifier', 'stand_modifier.lead_elite', 'determined_defence']",
        "1 1/3",
    ], result.stderr


# --- what analysis finds -------------------------------------------------------------------


RULINGS = {
    "determined_defence": ("  beyond die clamp by determined_defence_edges @10.4\n", "stand_result", {0, 9}),
    "isolation_attrition": ("  beyond die clamp by isolation_attrition_edges @14.6\n", "attrition", {-1, 0, 7, 8, 9}),
}


@pytest.mark.parametrize("table", every_third(RULINGS))
def test_without_the_ruling_analysis_finds_the_edge(table: str) -> None:
    ruling, asker, past = RULINGS[table]
    unruled = edited("caucasus", TABLES, ruling, "")
    found = unruled.found
    outside = [d for d in found if d.code.slug == "lookup-outside-table"]
    assert len(outside) == 1
    assert f"`{asker}` can look up `{table}`" in outside[0].message
    listed = outside[0].message.split("with die ")[1].split(", past")[0]
    assert {int(number) for number in re.findall(r"-?\d+", listed)} == past
    assert outside[0].witness is not None
    # The witness is an example ready to paste: pasted, it runs and passes.
    example = outside[0].witness.example
    game = unruled.game
    pasted = Source("games/caucasus/examples/pasted.regola", f"{example}\n")
    again = understand(replace(game, sources=[*game.sources, pasted]))
    result = ExampleRun(again.program, again.program.examples[example.split()[1]]).result()
    assert result.status == "passed"


@pytest.mark.parametrize("table", every_third(RULINGS))
def test_the_unruled_report_is_kept(table: str) -> None:
    """The full report on the unruled game, as a person reads it; update the file with care."""
    unruled = edited("caucasus", TABLES, RULINGS[table][0], "")
    outside = [d for d in unruled.found if d.code.slug == "lookup-outside-table"]
    hold(DATA / f"caucasus_unruled_{table}.txt", report_text.text(outside, unruled.game.texts))


def only(found: list[Any]) -> Any:
    assert len(found) == 1, [f"{d.code.slug} {d.span.line}: {d.message}" for d in found]
    return found[0]


def test_a_deleted_row_is_one_gap() -> None:
    row = "  | 4             | -1     | -     | -       | * -1     |\n"
    changed = edited("caucasus", TABLES, row, "")
    finding = only(changed.found)
    assert finding.code.slug == "table-gap"
    assert "no row for die 4" in finding.message
    assert "determined_defence" in changed.text(finding.span.path).splitlines()[finding.span.line - 1]


def test_a_doubled_row_is_one_dead_row() -> None:
    row = "  | 4   | cavalry_replacement    |\n"
    changed = edited("caucasus", TABLES, row, row + row)
    finding = only(changed.found)
    assert (finding.code.slug, finding.span.line) == ("dead-row", changed.line + 1)


def test_a_doubled_row_that_disagrees_is_one_overlap() -> None:
    row = "  | 4   | cavalry_replacement    |\n"
    changed = edited("caucasus", TABLES, row, row + "  | 4   | naval_brigade          |\n")
    finding = only(changed.found)
    assert (finding.code.slug, finding.span.line) == ("table-overlap", changed.line + 1)


def test_a_changed_cell_breaks_the_shape_once() -> None:
    row = "  | 5          | EX    | DR    | DR    | A1/D1 | D1    | D1    | A1/D2 |"
    changed = edited("caucasus", TABLES, row, row.replace("| D1    | D1    |", "| D1    | EX    |"))
    finding = only(changed.found)
    assert (finding.code.slug, finding.span.line, finding.span.column) == ("broken-shape", changed.line, 58)


def test_a_changed_cell_that_keeps_the_shape_fails_one_example() -> None:
    changed = edited(
        "caucasus", TABLES, "  | 1-4 | loss   |\n  | 5-6 | none   |\n", "  | 1-3 | loss   |\n  | 4-6 | none   |\n"
    )
    finding = only(changed.found)
    assert finding.code.slug == "example-fails"
    assert "isolated_german_near_a_city" in finding.message
    assert any(label.span.line in {changed.line, changed.line + 1} for label in finding.related), (
        "the row that answered is shown"
    )


def test_a_cell_changed_to_no_result_is_one_unknown_name() -> None:
    row = "  | 6          | DR    | DR    | A1/D1 |"
    changed = edited("caucasus", TABLES, row, row.replace("A1/D1", "A1/DI"))
    finding = only(changed.found)
    assert (finding.code.slug, finding.span.line) == ("unknown-name", changed.line)
    assert finding.help == "did you mean `A1/D1`?"


@pytest.mark.parametrize(
    ("file", "old", "new", "meant"),
    [
        (
            "rules/30_combat.regola",
            "  +1 air @16.12 when b.support is air\n",
            "  +1 air @16.12 when b.suport is air\n",
            "did you mean `support`?",
        ),
        (
            TABLES,
            "table soviet_event(die: d6) -> SovietEvent @4.7",
            "table soviet_event(die: d6) -> SovietEvnt @4.7",
            "did you mean `SovietEvent`?",
        ),
        (
            "rules/30_combat.regola",
            "define odds_column(",
            "define odds_colum(",
            "write `odds_column` here, or `odds_colum` there",
        ),
    ],
)
def test_a_misspelt_name_is_one_unknown_name(file: str, old: str, new: str, meant: str) -> None:
    changed = edited("caucasus", file, old, new)
    finding = only(changed.found)
    assert finding.code.slug == "unknown-name"
    assert finding.help == meant
    assert finding.span.line == changed.line
