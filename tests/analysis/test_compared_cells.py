"""Cells that compare an input with another one: what they answer, and what is proved of them, against brute force."""

from __future__ import annotations

import json
import operator
import re
from itertools import product
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import compile_game, twin_of, understand
from regola_compiler.emit.print.names import Names
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.ir.tree import Table
from regola_compiler.model.types import RecordValue
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from support.command import Run
from support.effort import drawn

SIGNS = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "is": operator.eq,
    "is not": operator.ne,
}
DICE, MORALE, ROUNDS = range(1, 7), range(1, 5), range(3)
# A row: what its cells ask of the die, of morale (which may have no column) and of the round, and its answer.
OF_DIE = st.one_of(
    st.sampled_from(sorted(SIGNS)).map(lambda sign: f"{sign} p.morale"),
    st.sampled_from(sorted(SIGNS)).map(lambda sign: f"{sign} turn"),
    st.sampled_from(["-", "3", "4+", "1-2"]),
)
OF_ROUND = st.one_of(st.just("< p.morale"), st.sampled_from(["-", "0", "1+"]))
ROWS = st.lists(
    st.tuples(OF_DIE, st.sampled_from(["-", "2", "3+"]), OF_ROUND, st.integers(0, 3)), min_size=1, max_size=4
)


def text_of(rows: list[tuple[str, str, str, int]], hit: str, *, column: bool) -> str:
    """The table, with a column for morale or without."""
    lines = [("die", "p.morale", "turn", "answer"), *((*cells, str(answer)) for *cells, answer in rows)]
    kept = [line if column else (line[0], *line[2:]) for line in lines]
    return (
        "record Unit @1\n  morale: int 1..4\n\n"
        "table asked(die: d6, p: Unit, turn: int 0..2) -> int 0..3 @1\n"
        f"  hit {hit}\n" + "\n".join(f"  | {' | '.join(line)} |" for line in kept) + "\n"
    )


def fits(cell: str, value: int, inputs: dict[str, int]) -> bool:
    """Whether a cell fits, read by hand."""
    sign, _, other = cell.rpartition(" ")
    if other in inputs:
        return bool(SIGNS[sign](value, inputs[other]))
    low, high = {"-": (0, 9), "4+": (4, 9), "3+": (3, 9), "1+": (1, 9), "1-2": (1, 2)}.get(cell) or (int(cell),) * 2
    return low <= value <= high


@settings(deadline=None, max_examples=drawn(60))
@given(ROWS, st.sampled_from(["first", "unique"]), st.booleans())
def test_a_table_of_compared_inputs_is_what_brute_force_finds(
    rows: list[tuple[str, str, str, int]], hit: str, column: bool
) -> None:
    text = text_of(rows, hit, column=column)
    game = Game("asked", Path(), {}, [Source("asked.regola", text)])
    compiled = understand(game)
    known = [one for one in compiled.found if one.code.slug == "bad-header"]
    if known:  # where nothing asks for an input, that is said
        assert len(compiled.found) == len(known)
        return
    assert compiled.found == []
    run, module = Interpreter(compiled.program), twin_of(compiled).module
    gaps, clashes = 0, 0
    for die, morale, turn in product(DICE, MORALE, ROUNDS):
        inputs = {"p.morale": morale, "turn": turn, "die": die}
        answers = [
            answer
            for of_die, of_morale, of_round, answer in rows
            if fits(of_die, die, inputs)
            and (not column or fits(of_morale, morale, inputs))
            and fits(of_round, turn, inputs)
        ]
        expected = None if not answers else answers[0] if hit == "first" or len(set(answers)) == 1 else None
        gaps += not answers
        clashes += hit == "unique" and len(set(answers)) > 1
        unit = module.Unit(morale=morale)
        try:
            told = module.asked(die, unit, turn)
        except module.NoAnswer:
            told = None
        assert told == expected
        try:
            said = run.call("asked", [die, RecordValue("Unit", (("morale", morale),)), turn])
        except RuleError:
            said = None
        assert said == expected
    slugs = {one.code.slug for one in compile_game(game).found}
    assert ("table-gap" in slugs) == (gaps > 0)
    assert ("table-overlap" in slugs) == (clashes > 0)


def test_what_a_cell_cannot_be_compared_with_is_said(regola: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.regola"
    head = "enum Side @1\n  red, blue\n\ntable t(die: d6, n: int, s: Side) -> int 0..3 @1\n  | die | n | s | out |\n"
    for cell, message in (
        ("> n", "`> n` compares with a whole number, which has no bounds or more than 200 values"),
        ("> s", "`> s` compares a die with a value of `Side`"),
        ("> nobody", "`> nobody` cannot be read here"),
    ):
        path.write_text(f"{head}  | {cell} | - | - | 1 |\n  | otherwise | - | - | 2 |\n")
        found = json.loads(regola("check", str(path), "--format", "json").stdout)["findings"]
        assert [(one["slug"], one["location"]["line"]) for one in found] == [("bad-cell", 6)], cell
        assert message.partition(" compares")[0] in found[0]["message"]
        assert message.rpartition("`")[2] in found[0]["message"]


def test_a_page_shows_such_a_cell_by_the_name_of_the_input(regola: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.regola"
    labels = 'label die  en "Die"\nlabel morale  en "Nerve"\n\n'
    rows = [("> p.morale", "-", "-", 1), ("otherwise", "-", "-", 0)]
    path.write_text(labels + text_of(rows, "first", column=False))
    done = regola("build", str(path), "-o", str(tmp_path / "out"), "--docs")
    assert done.returncode == 0, done.stdout
    page = (tmp_path / "out" / "reference" / "index.html").read_text("utf-8")
    assert "&gt; Nerve" in re.sub(r"<[^>]*>", "", page)
    names = Names(understand(Game("a", Path(), {}, [Source("a.regola", path.read_text())])).ir, "en")
    table = next(one for one in names.ir.functions if isinstance(one, Table))
    assert names.cell(table.sheet.lines[0].cells[0], narrow=True, table=table) == "> Nerve"
