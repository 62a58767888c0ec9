"""What changes between two editions: told where it does, and nowhere else."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.analysis.symbolic.solver import holds as relation_holds
from regola_compiler.analysis.symbolic.symbols import Symbol, input_symbol
from regola_compiler.diff import report
from regola_compiler.diff.compare import Change, Comparison
from regola_compiler.diff.match import Edition, match_editions, signature
from regola_compiler.diff.regions import Region, in_words, place, value_text
from regola_compiler.driver import understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.model.program import Program, Rule
from regola_compiler.model.types import Value
from regola_compiler.project.game import Game
from regola_compiler.project.yaml_file import schema
from regola_dsl.source import Source
from support.command import Run
from support.console_examples import commands_in
from support.drawn import randoms
from support.effort import drawn, every_third, thorough
from support.paths import GAMES, ROOT
from support.random_programs import PRELUDE, random_program
from support.small_programs import values_of
from support.symbol_leaves import leaves

SETTINGS = settings(max_examples=drawn(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
MOST = 2000


def program_of(text: str) -> Program:
    compiled = understand(Game("sample", Path(), {}, [Source("sample.regola", text)]))
    assert not compiled.failed, [d.message for d in compiled.found]
    return compiled.program


def comparison_of(old: str, new: str) -> Comparison:
    return Comparison(match_editions(Edition("old", program_of(old)), Edition("new", program_of(new))))


def told(old: str, new: str) -> list[tuple[str, str, list[str]]]:
    """What is told, in short: the kind, the name, and the boxes in words."""
    comparison = comparison_of(old, new)
    return [(change.kind, change.name, boxes(comparison, change)) for change in comparison.changes()]


def boxes(comparison: Comparison, change: Change) -> list[str]:
    types = comparison.types
    return [f"{in_words(r, types)}: {value_text(r.old, types)} → {value_text(r.new, types)}" for r in change.regions]


# --- random programs: the boxes are exactly the inputs that change their answer --------------------------


def inside(region: Region, facts: dict[Symbol, Value]) -> bool:
    for part in region.parts:
        if isinstance(part.symbol, RelationRef):
            if relation_holds(part.symbol, facts) is not part.runs[0][0]:
                return False
        elif part.symbol not in facts or not any(
            place(low) <= place(facts[part.symbol]) <= place(high) for low, high in part.runs
        ):
            return False
    return True


def answer(program: Program, item: Rule, arguments: tuple[Value, ...]) -> Any:
    try:
        return "value", Interpreter(program).call(item.name, list(arguments))
    except RuleError as problem:
        return "problem", problem.slug


def mutated(text: str, random: Random) -> str:
    """The same program with one number, one member or one sign changed."""
    body = text[len(PRELUDE) :]
    spots = list(re.finditer(r"(?<![@\w.-])\d(?![\w-])|\b(?:red|green|low|high)\b|[<>]=?(?= \w)", body))
    spots = [
        m
        for m in spots
        if "@" not in body[body.rfind("\n", 0, m.start()) : m.end()].replace(" @5 when", "").replace(" @3 when", "")
    ]
    if not spots:
        return text
    spot = random.choice(spots)
    others = {
        "red": "blue",
        "green": "red",
        "low": "high",
        "high": "middle",
        "<": ">=",
        ">": "<",
        "<=": ">",
        ">=": "<=",
    }
    other = others.get(spot[0]) or str(random.choice([n for n in range(4) if str(n) != spot[0]]))
    return PRELUDE + body[: spot.start()] + other + body[spot.end() :]


@SETTINGS
@given(randoms())
def test_the_boxes_are_the_inputs_that_change_their_answer(random: Random) -> None:
    text = random_program(random)
    after = mutated(text, random)
    if understand(Game("sample", Path(), {}, [Source("sample.regola", after)])).failed:
        return
    comparison = comparison_of(text, after)
    changes = {change.name: change for change in comparison.changes() if change.kind != "shape"}
    old, new = comparison.old, comparison.new
    assert {change.kind for change in changes.values()} <= {"changed", "follows", "same", "undecided"}
    for name, item in new.callables.items():
        inputs = [values_of(parameter.type, 8, 2) for parameter in item.parameters]
        size = 1
        for values in inputs:
            size *= len(values)
        if size > MOST or signature(item)[:-1] != signature(old.callables[name])[:-1]:
            continue
        change = changes.get(name)
        found = list(change.regions) if change and change.aspect != "reach" else []
        if found and change is not None and change.witness is None:
            raise AssertionError(f"{name} has no witness")
        for arguments in itertools.product(*inputs):
            facts = dict(
                leaf
                for p, v in zip(item.parameters, arguments, strict=True)
                for leaf in leaves(input_symbol(p.name), v)
            )
            differs = answer(old, old.callables[name], arguments) != answer(new, item, arguments)
            boxed = [region for region in found if inside(region, facts)]
            assert len(boxed) <= 1, "boxes are disjoint"
            assert differs or not boxed, "every box is real"
            if change is None or change.kind == "same":
                assert not differs, "every silence is true"
            if change is not None and change.kind == "changed" and not change.undecided:
                assert bool(boxed) is differs
    for change in changes.values():
        if change.witness:
            pasted = understand(Game("s", Path(), {}, [Source("s.regola", f"{after}\n{change.witness.example}\n")]))
            results = run_examples(pasted.program)
            assert not pasted.failed
            assert [result.status for result in results] == ["passed"]


# --- small programs ------------------------------------------------------------------------------------

TABLE = """\
scale Odds of ratios open @8
  1-2, 1-1, 2-1
enum Result @8
  A1, EX, D1
table results(die: d6, odds: Odds) -> Result @8.3
  | die \\ odds | 1-2 | 1-1 | 2-1 |
  | 1-2        | A1  | A1  | EX  |
  | 3-4        | A1  | EX  | D1  |
  | 5-6        | EX  | D1  | D1  |
  beyond odds clamp
define attack(die: d6, odds: Odds) -> Result @8.4
  results(die, odds)
"""
ATTACK = """\
enum Kind @2
  foot, horse
record Unit @2
  kind: Kind
  led: bool = false
variant fog @13
state turn: int 1..9 = 1 @3
action attack(u: Unit) @9
  allowed unless forbidden
rule horse_rest @9.1
  u must not attack when u.kind is horse
  exception led @9.2 when u.led
"""
POWER = """\
enum Ground @2
  open, forest
record Unit @2
  strength: int 0..6
  ground: Ground = open
modifiers bonus(u: Unit) @4.1
  +1 cover @4.2 when u.ground is forest
define power(u: Unit) -> int 0..20 @4
  u.strength + bonus(u)
  exception weak @4.3 when u.strength < 2
    0
"""


def test_a_cell_is_a_box_and_what_asks_it_follows() -> None:
    after = TABLE.replace("| 3-4        | A1  | EX ", "| 3-4        | A1  | D1 ")
    assert told(TABLE, after) == [
        ("changed", "results", ["die 3 to 4, odds 1-1: EX → D1"]),
        ("follows", "attack", ["die 3, odds 1-1: EX → D1"]),
    ]
    (_, follows) = comparison_of(TABLE, after).changes()
    assert follows.because == ("results",)
    assert follows.witness is not None
    assert follows.witness.example == "example attack_changed @8.4\n  attack(3, 1-1) is D1"


def test_past_the_edge_the_nearest_row_changes_too() -> None:
    after = TABLE.replace("| D1  | D1  |\n  beyond", "| D1  | EX  |\n  beyond")
    assert told(TABLE, after)[0] == ("changed", "results", ["die 5 to 6, odds 2-1 to 3-1: D1 → EX"])


def test_rows_in_another_order_say_the_same() -> None:
    rows = TABLE.split("\n")
    rows[7], rows[9] = rows[9], rows[7]
    assert told(TABLE, "\n".join(rows)) == [("same", "results", [])]


def test_an_exception_that_changes_is_told_where_it_has_a_say() -> None:
    after = POWER.replace("u.strength < 2", "u.strength < 3")
    comparison = comparison_of(POWER, after)
    (change,) = comparison.changes()
    assert (change.kind, change.notes) == ("changed", ("exception weak (4.3) is changed",))
    assert sorted(boxes(comparison, change)) == [
        "u.strength 2, u.ground forest: 3 → 0",
        "u.strength 2, u.ground open: 2 → 0",
    ]


def test_modifiers_tell_the_lines_that_changed() -> None:
    after = POWER.replace("+1 cover", "+2 cover")
    comparison = comparison_of(POWER, after)
    bonus, power = comparison.changes()
    assert boxes(comparison, bonus) == ["u.ground forest: 1 → 2"]
    assert (bonus.aspect, bonus.notes) == ("lines", ("line cover (4.2) is changed",))
    assert (power.kind, power.because) == ("follows", ("bonus",))


def test_what_changed_itself_and_follows_is_told_as_both() -> None:
    after = POWER.replace("+1 cover", "+2 cover").replace("u.strength < 2", "u.strength < 1")
    (power,) = [change for change in comparison_of(POWER, after).changes() if change.name == "power"]
    assert (power.kind, power.because) == ("changed", ("bonus",))


def test_other_words_without_a_change_of_their_own_only_follow() -> None:
    after = POWER.replace("+1 cover", "+2 cover").replace("u.strength < 2", "u.strength <= 1")
    (power,) = [change for change in comparison_of(POWER, after).changes() if change.name == "power"]
    assert (power.kind, power.because) == ("follows", ("bonus",))


def test_a_rule_changes_what_may_be_done() -> None:
    after = ATTACK.replace("when u.led", "when u.led and turn > 3")
    comparison = comparison_of(ATTACK, after)
    (change,) = comparison.changes()
    assert change.notes == ("exception horse_rest.led (9.2) is changed",)
    assert boxes(comparison, change) == ["u.kind horse, u.led, turn 1 to 3: allowed → forbidden"]
    assert change.witness is not None
    assert change.witness.example == "example attack_changed @9\n  attack(Unit(kind: horse, led: true)) is forbidden"


PIECES = """enum Side @1
  north, south

piece Unit @1
  side: Side
  state steps: int 0..3 = 2 @1

define fleet(s: Side) -> bool @2
  any u in Unit where u.side is s and u.steps >= 2

define led(u: Unit) -> bool @3
  any w in Unit where w is not u and fleet(w.side)
"""


@pytest.mark.parametrize(
    ("old", "new"), [("u.steps >= 2", "u.steps >= 1"), ("any w", "all w"), ("w is not u", "w is u")]
)
def test_a_difference_between_pieces_is_shown_with_them(old: str, new: str) -> None:
    """Those that there are stand in the example: without them both editions would answer for an empty board."""
    after = PIECES.replace(old, new)
    changes = [one for one in comparison_of(PIECES, after).changes() if one.kind in {"changed", "follows"}]
    assert changes
    for change in changes:
        assert change.witness is not None, change.head.name
        for text, passes in ((after, True), (PIECES, False)):
            pasted = understand(Game("s", Path(), {}, [Source("s.regola", f"{text}\n{change.witness.example}\n")]))
            (result,) = run_examples(pasted.program)
            assert all(line.passed for line in result.lines) is passes, change.witness.example


def test_an_effect_is_told_where_it_comes_about_otherwise() -> None:
    before = ATTACK + "state spent(k: Kind): int 0..3 = 0 @9\n"
    before = before.replace(
        "  allowed unless forbidden\n", "  allowed unless forbidden\n  effect spent(u.kind) becomes 1 @9\n"
    )
    after = before.replace("becomes 1 @9", "becomes 2 @9")
    comparison = comparison_of(before, after)
    (change,) = comparison.changes()
    assert (change.kind, change.aspect, change.notes) == ("changed", "effects", ("effect on `spent` is changed",))
    assert boxes(comparison, change)[0] == "u.kind foot: spent(foot) becomes 1 → spent(foot) becomes 2"


def test_assumptions_leave_out_what_cannot_be() -> None:
    assumed = POWER + "assume forests_are_weak(u: Unit) @2\n  u.ground is open or u.strength < 2\n"
    after = assumed.replace("+1 cover", "+2 cover")
    kinds = {change.name: change for change in comparison_of(assumed, after).changes()}
    assert kinds["bonus"].kind == "changed"
    assert kinds["power"].kind == "same" or "power" not in kinds or not kinds["power"].regions


def test_what_is_new_gone_renamed_or_only_said_otherwise() -> None:
    after = (
        POWER.replace("power", "might").replace("is forest\n", 'is forest\n    en "Cover helps"\n')
        + "define fresh -> int @5\n  1\n"
    )
    changes = {
        change.name: change for change in comparison_of(POWER + "define stale -> int @6\n  2\n", after).changes()
    }
    assert {name: change.kind for name, change in changes.items()} == {
        "fresh": "added",
        "stale": "removed",
        "might": "renamed",
        "bonus": "remarks",
    }
    assert changes["might"].head.was == "power"


def test_a_member_more_leaves_what_both_know_comparable() -> None:
    after = POWER.replace("open, forest", "swamp, open, forest")
    assert [(kind, name) for kind, name, _ in told(POWER, after)] == [("shape", "Ground")]
    changed = after.replace("+1 cover", "+2 cover")
    assert ("changed", "bonus", ["u.ground forest: 1 → 2"]) in told(POWER, changed)


def test_a_field_more_is_told_where_it_matters() -> None:
    after = POWER.replace("  ground: Ground = open\n", "  ground: Ground = open\n  tired: bool = false\n")
    after = after.replace("u.strength < 2", "u.strength < 2 or u.tired")
    comparison = comparison_of(POWER, after)
    changes = {change.name: change for change in comparison.changes()}
    assert changes["Unit"].notes == ("field `tired` is new",)
    assert all("u.tired" in box for box in boxes(comparison, changes["power"]))
    assert changes["power"].witness is not None
    assert "tired: true" in changes["power"].witness.example


def test_inputs_that_both_know_are_compared_when_bounds_change() -> None:
    after = POWER.replace("int 0..6", "int 0..9")
    assert [(kind, name) for kind, name, _ in told(POWER, after)] == [("shape", "Unit")]
    wider = TABLE.replace("die: d6, odds: Odds) -> Result @8.4", "die: d6, odds: Odds, night: bool) -> Result @8.4")
    wider = wider.replace("  results(die, odds)", "  if night then A1 else results(die, odds)")
    comparison = comparison_of(TABLE, wider)
    shape, changed = comparison.changes()
    assert shape.notes == ("input `night: bool` is new",)
    assert all("night" in box and "not night" not in box for box in boxes(comparison, changed))


def test_a_sequence_is_compared_by_its_phases() -> None:
    before = "sequence turn @3\n  phase move @3.1\n  phase fight @3.2\n"
    after = "sequence turn @3\n  phase fight @3.2\n  phase move @3.1\n  phase rest @3.3\n"
    (change,) = comparison_of(before, after).changes()
    assert change.notes == ("phase rest (3.3) is new", "its phases come in another order")


def test_a_path_is_compared_by_its_conditions() -> None:
    before = (
        "given type Hex @1\ngiven next_to(h: Hex): list of Hex = [] @1\ngiven river(a: Hex, b: Hex): bool = false @1\n"
        "path line(h: Hex) over next_to @2\n  from h\n  first at most 4 steps\n  never from a to b where river(a, b) @2.1\n"
    )
    comparison = comparison_of(before, before.replace("where river(a, b)", "where river(b, a)"))
    (change,) = comparison.changes()
    assert (change.kind, change.aspect) == ("changed", "condition")
    (longer,) = comparison_of(before, before.replace("at most 4", "at most 5")).changes()
    assert (longer.kind, [value_text(r.new, {}) for r in longer.regions]) == ("changed", ["5"])


def test_of_what_is_too_large_it_is_told_where_what_changed_has_a_say() -> None:
    facts = "".join(f"state s{i}: int 0..3 = 0 @1\n" for i in range(16))
    rules = "".join(f"rule r{i} @2\n  anyone must not pass when s{i} > s{(i + 1) % 16}\n" for i in range(16))
    before = f"{facts}state hour: int 0..9 = 0 @1\naction pass @2\n  allowed unless forbidden\n{rules}"
    before += "rule late @3\n  anyone must not pass when hour > 6\n"
    comparison = comparison_of(before, before.replace("hour > 6", "hour > 4"))
    (change,) = comparison.changes()
    assert (change.kind, change.aspect) == ("changed", "reach")
    assert "more than" in change.undecided
    assert boxes(comparison, change) == ["hour 5 to 6:  → "]
    assert change.witness is not None
    assert change.witness.example == "example pass_changed @2\n  given hour is 5\n  pass is forbidden"


# --- the command ----------------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "old.regola").write_text(TABLE, "utf-8")
    (tmp_path / "new.regola").write_text(TABLE.replace("| 1-2        | A1 ", "| 1-2        | EX "), "utf-8")
    (tmp_path / "broken.regola").write_text("define f -> int @1\n  nowhere\n", "utf-8")
    return tmp_path


def test_the_command_tells_a_reader(regola: Run, games: Path) -> None:
    result = regola("diff", "old.regola", "new.regola", cwd=games)
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout == (
        "table results (8.3)\n"
        "  die 1 to 2, odds 1-3 to 1-2  A1 → EX\n"
        "  results(1, 1-2) was A1, is EX\n"
        "  as an example to paste:\n"
        "    example results_changed @8.3\n"
        "      results(1, 1-2) is EX\n"
        "\n"
        "Because of `results`\n"
        "  define attack (8.4)\n"
        "    attack(1, 1-2) was A1, is EX\n"
        "\n"
        "old.regola → new.regola: 1 changed, 1 because of that\n"
    )


def test_the_same_twice_is_no_change(regola: Run, games: Path) -> None:
    result = regola("diff", "old.regola", "old.regola", cwd=games)
    assert (result.returncode, result.stdout) == (0, "old.regola → old.regola: no answer changes; 2 as before\n")


def test_the_data_fit_their_schema(regola: Run, games: Path) -> None:
    result = regola("diff", "old.regola", "new.regola", "--json", cwd=games)
    data = json.loads(result.stdout)
    Draft202012Validator(schema("diff")).validate(data)
    assert data["changes"][0]["boxes"][0]["where"] == {"die": ["1 to 2"], "odds": ["1-3 to 1-2"]}
    assert data["changes"][0]["witness"]["given"] == {"die": "1", "odds": "1-2"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["old.regola"], "name two games to compare, or one with `--variant NAME` or `--since REV`"),
        (["old.regola", "nowhere.regola"], "there is no file `nowhere.regola`"),
        (["old.regola", "broken.regola"], "1 error in NEW, `broken.regola`: nothing was compared"),
        (["broken.regola", "old.regola"], "1 error in OLD, `broken.regola`: nothing was compared"),
        (["old.regola", "--variant", "fog"], "there is no variant `fog`: the game has none"),
        (["old.regola", "--since", "HEAD"], "is not kept in git"),
        (["old.regola", "new.regola", "--since", "HEAD"], "name two games to compare"),
    ],
)
def test_wrong_use_is_told_in_plain_words(regola: Run, games: Path, words: list[str], said: str) -> None:
    result = regola("diff", *words, cwd=games)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def _commit(folder: Path, *files: str) -> None:
    """Keep files of a folder in git."""
    for words in (["init", "-q"], ["add", *files], ["commit", "-q", "-m", "first"]):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words],
            cwd=folder,
            check=True,
            capture_output=True,
        )


def test_counters_in_a_table_are_had_as_they_were(regola: Run, tmp_path: Path) -> None:
    game = tmp_path / "haul"
    (game / "counters").mkdir(parents=True)
    (game / "game.yaml").write_text("id: haul\nlanguages: [en]\ntitle: {en: Haul}\n", "utf-8")
    (game / "haul.regola").write_text(
        'piece Cart @1\n  load: int 1..6\n\ndefine heaviest -> int 1..6 @1\n  "Dray".load\n', "utf-8"
    )
    counters = game / "counters" / "all.csv"
    counters.write_text("name,load\nDray,3\n", "utf-8")
    _commit(tmp_path, "haul")
    counters.write_text("name,load\nDray,3\nVan,4\n", "utf-8")
    # The rules name what only the table has.
    result = regola("diff", "haul", "--since", "HEAD", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert "no answer changes" in result.stdout


def test_a_git_revision_is_compared_with_what_is_there_now(regola: Run, games: Path) -> None:
    _commit(games, "old.regola")
    shutil.copy(games / "new.regola", games / "old.regola")
    result = regola("diff", "old.regola", "--since", "HEAD", cwd=games)
    assert result.returncode == 1
    assert "A1 → EX" in result.stdout
    for wrong in ("nowhere", "--output=x", "HEAD:old.regola"):
        result = regola("diff", "old.regola", f"--since={wrong}", cwd=games)
        assert (result.returncode, "git does not know" in result.stderr) == (2, True)
    (games / "late.regola").write_text(TABLE, "utf-8")
    assert "git does not know `HEAD:late.regola`" in regola("diff", "late.regola", "--since", "HEAD", cwd=games).stderr


# --- real games ------------------------------------------------------------------------------------------


@thorough
def test_a_cell_of_a_real_game(regola: Run, tmp_path: Path) -> None:
    copy = tmp_path / "second_edition"
    shutil.copytree(GAMES / "caucasus", copy)
    tables = copy / "rules" / "20_tables.regola"
    text = tables.read_text("utf-8")
    row = next(line for line in text.split("\n") if line.startswith("  | 3          | A1    | A1/DR"))
    tables.write_text(text.replace(row, row.replace("A1/D1", "D1   ", 1)), "utf-8")
    result = regola("diff", "caucasus", str(copy), "--json")
    changes = json.loads(result.stdout)["changes"]
    assert [(c["kind"], c["name"], [b["text"] for b in c["boxes"]][:1]) for c in changes if c["kind"] != "follows"] == [
        ("changed", "combat_results", ["die 3, odds 5-1"]),
        ("undecided", "result_rolled", []),  # which asks it of a battle's units, more than can be tried
    ]
    follows = [change for change in changes if change["kind"] == "follows"]
    assert {change["name"] for change in follows} == {"combat_result"}
    assert all(change["because"] == ["combat_results"] for change in follows)
    assert changes[0]["witness"]["example"].endswith("combat_results(3, 5-1) is D1")


# Of a variant: what changes by it, what only follows from that, and what is shown at an example of it.
VARIANTS = [
    ("third_reich", "harsh_winter", {"price_of_option", "choose_option"}, "choose_option", "price_of_option"),
    ("lantern_pass", "hounds_in_play", {"watched", "bribe"}, "enter", "bribe"),
]


@pytest.mark.parametrize(
    ("game", "variant", "changed", "follows", "shown"),
    every_third(VARIANTS),
    ids=[f"{variant}-{game}" for game, variant, *_ in every_third(VARIANTS)],
)
def test_a_variant_of_a_real_game(
    regola: Run, game: str, variant: str, changed: set[str], follows: str, shown: str
) -> None:
    """In `make test` of the game that takes less."""
    result = regola("diff", game, "--variant", variant, "--json")
    changes = json.loads(result.stdout)["changes"]
    Draft202012Validator(schema("diff")).validate(json.loads(result.stdout))
    kinds = {(change["name"], change["kind"]) for change in changes}
    assert {name for name, kind in kinds if kind == "changed"} == changed
    assert (follows, "follows") in kinds
    (one,) = [change for change in changes if change["name"] == shown]
    assert variant in one["witness"]["example"]


@thorough
def test_what_the_document_shows_is_printed(regola: Run) -> None:
    """Of the variant of the game that takes more."""
    page = (ROOT / "docs" / "analysis.md").read_text("utf-8")
    ((words, shown),) = [(words, shown) for words, shown in commands_in(page) if words[0] == "diff"]
    printed = regola(*words).stdout.splitlines()
    places = [printed.index(line) for line in shown.splitlines() if line.strip() not in {"", "…"}]
    assert places == sorted(places)


def test_the_report_is_a_function_of_the_comparison() -> None:
    old = "define toll(n: int 1..3) -> int @1\n  n\n"
    comparison = comparison_of(old, old.replace("  n", "  n + 1"))
    changes = comparison.changes()
    assert report.changes_answers(changes)
    assert report.as_text(comparison, changes).splitlines()[-1].endswith("1 changed")
    assert [change["name"] for change in report.as_data(comparison, changes)["changes"]] == ["toll"]
    same = comparison_of(old, old)
    assert not report.changes_answers(same.changes())
