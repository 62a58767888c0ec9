"""The parse loop answers what Lark's own parser answers, in every text; and no text makes it take long."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_dsl import cache, declarations, parser
from regola_dsl.builders.declarations import Builder
from regola_dsl.declarations import MAX_BYTES, cut
from regola_dsl.diagnostics import MAX_FINDINGS, Diagnostic
from regola_dsl.kinds import OperationName
from regola_dsl.lexer import RawToken, lex, remark_in
from regola_dsl.parser import joined, parse_block, parse_expression, parse_source
from regola_dsl.parsing.grammar import tables
from regola_dsl.parsing.loop import Stop, acceptable, parse
from regola_dsl.parsing.tables import from_text, to_text
from regola_dsl.parsing.words import merged
from regola_dsl.source import Source, Span
from support.damage import STRAY, rule_texts, slipped
from support.drawn import position_programs, programs
from support.effort import drawn, some
from support.lark_reference import reference
from support.patience import bounded

SETTINGS = settings(max_examples=drawn(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
TEXTS = rule_texts()
SMALL = [text for texts in TEXTS.values() for text in texts if len(text) < 4000]
seeds = st.integers(0, 10**9)


def queues(text: str) -> Iterator[list[RawToken]]:
    """The tokens of each declaration that the lexer can read."""
    for block in cut(Source("a", text)).blocks:
        tokens, errors = lex("a", block.lines)
        if not errors:
            yield merged(tokens)


def agree(queue: list[RawToken], start: str) -> bool:
    """Hold that the loop says of tokens what Lark says; whether they can be read."""
    found: list[Diagnostic] = []
    made = parse(queue, start, Builder("a", found))
    if isinstance(made, Stop):
        assert (made.place, acceptable(made.states), made.known) == reference(queue, start, "a")
        return False
    assert (made, found) == reference(queue, start, "a")
    return True


@pytest.mark.parametrize("texts", some(TEXTS.values(), every=9), ids=some(TEXTS, every=9))
def test_the_trees_are_those_of_lark(texts: list[str]) -> None:
    """In `make test` of every ninth file, and below of random programs."""
    for text in texts:
        read = [agree(queue, "start") for queue in queues(text)]
        assert all(read) or parse_source(Source("a", text)).diagnostics


@SETTINGS
@given(st.one_of(programs, position_programs), st.integers(0, 6), seeds)
def test_the_trees_of_random_programs_are_those_of_lark(text: str, slips: int, seed: int) -> None:
    for queue in queues(slipped(text, Random(seed), slips)):
        agree(queue, "start")


@settings(SETTINGS, max_examples=drawn(400))
@given(st.integers(0, len(SMALL) - 1), st.integers(1, 6), seeds)
def test_a_damaged_text_stops_where_lark_stops(number: int, slips: int, seed: int) -> None:
    random = Random(seed)
    text = slipped(SMALL[number], random, slips)
    for queue in queues(text):
        agree(queue, "start")
        spoilt = list(queue)
        at = random.randrange(len(spoilt))
        spoilt[at : at + random.randint(0, 2)] = random.sample(queue, min(random.randint(0, 2), len(queue)))
        agree(spoilt, "start")


@settings(SETTINGS, max_examples=drawn(400))
@given(st.lists(st.sampled_from([*STRAY, "a", "b(c)", "{a}", "count", "first", "any x in", "last of S at most"])))
def test_words_in_any_order_are_an_expression_where_lark_says_so(words: list[str]) -> None:
    tokens, errors = lex("a", [(1, " ".join(words).replace("\n", " ").lstrip())])
    if not errors:
        agree(merged(tokens), "expression")


def test_what_is_damaged_is_not_all_unreadable() -> None:
    """The properties above are of texts that can be read and of texts that cannot."""
    random = Random(1)
    outcomes = [agree(queue, "start") for text in SMALL[::20] for queue in queues(slipped(text, random))]
    assert 0.2 < outcomes.count(True) / len(outcomes) < 0.98


# --- remarks of rows -----------------------------------------------------------------------

# What a remark is, said in one pattern, which takes time by the square of the row's length.
REMARK = re.compile(
    r"""\|\s*(?:by\s+\w+\s*)?(?:@[^|#]*?)?(?<![^\s|])
        (?:[a-z]{2,3}(?:-\w+)*\s*"(?:[^"\\]|\\.)*"\s*(?:/\s*"(?:[^"\\]|\\.)*"\s*)?)+(?:\#.*)?$""",
    re.VERBOSE,
)
PIECES = [
    *'| en it en-GB " "x" "" "a|b" / /"z" @8 @"s" @ by er # #c a abcd \\ \\" aa"q" , é 1'.split(),
    " ",
    "  ",
    "\u00a0",
    'en "x"',
]


@settings(SETTINGS, max_examples=drawn(500))
@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_a_remark_begins_where_its_pattern_says(row: str) -> None:
    match = REMARK.search(f"|{row}")
    assert remark_in(f"|{row}", 0) == (match.start() if match else None)


# --- the tables ----------------------------------------------------------------------------


def test_tables_are_read_as_they_were_written() -> None:
    assert from_text(to_text(tables())) == tables()


KEPT = to_text(tables())


@settings(SETTINGS, max_examples=drawn(100))
@given(st.integers(0, len(KEPT) - 1), st.integers(0, 7), st.booleans())
def test_tables_that_are_not_as_they_were_kept_are_not_read(
    tmp_path_factory: pytest.TempPathFactory, place: int, bit: int, short: bool
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "folder", lambda: folder)
        cache.keep_text("tables", KEPT)
        whole = (folder / "tables").read_bytes()
        spoilt = whole[:place] if short else whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :]
        (folder / "tables").write_bytes(spoilt)
        assert cache.load_text("tables") is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=3), parts, max_size=3),
)


@SETTINGS
@given(st.dictionaries(st.sampled_from("actions gotos states rules starts words kept".split()), JSON), JSON)
def test_what_is_no_table_is_not_read(some: dict[str, object], other: object) -> None:
    import json

    assert from_text(json.dumps(some)) is None or set(some) == {"kept"}
    assert from_text(json.dumps(other)) is None


@pytest.mark.parametrize(
    ("there", "instead"), [('"states":[[0', '"states":[[99999'), ('"starts":{"start":[', '"starts":{"start":[-1')]
)
def test_tables_whose_numbers_are_of_nothing_are_not_read(there: str, instead: str) -> None:
    assert there in KEPT
    assert from_text(KEPT.replace(there, instead)) is None


def test_lark_is_not_imported_to_read_a_text() -> None:
    code = (
        "import sys; from regola_dsl.parser import parse_source; from regola_dsl.source import Source;"
        "assert parse_source(Source('a', 'enum E @1\\n  a, b c\\n')).diagnostics; print('lark' in sys.modules)"
    )
    environment = {"REGOLA_CACHE": "off", "PATH": ""}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


# --- budgets -------------------------------------------------------------------------------

HEAD = "define much(a: int 1..6) -> int @1.1\n  "
TABLE = "table t(die: d6) -> int 0..9 @1.1\n  | die | n |\n"
LONG = {
    "zeros": "\0\n" * 150_000,
    "one zero": "\0" * 300_000,
    "words": "a\n" * 150_000,
    "first lines": "enum E\n" * 40_000,
    "first lines and others": "enum E\nfoooooo\n" * 20_000,
    "first lines nearly": "enmu E\n" * 40_000,
    "lines that go on": HEAD + "a\n" + "    + a\n" * 40_000,
    "and": HEAD + "a" + "\n    and" * 40_000,
    "a bracket never closed": HEAD + "(\n" + "    a,\n" * 40_000,
    "equal rows": TABLE + "  | 1 | 2 |\n" * 16_000,
    "ragged rows": TABLE + "  ||\n" * 50_000,
    "a row with a remark": TABLE + "  | @ " + 'aa "x" ' * 40_000 + "!\n",
    "a row with texts": TABLE + "  " + '| aa "x" ' * 40_000 + "!\n",
    "a row of blanks": TABLE + "  | by " + " " * 300_000 + '"!\n',
    "sections": "define f -> int @" + "1," * 150_000 + "1\n  1\n",
    "values": HEAD + "1\n" + "  1\n" * 60_000,
    "phases": "sequence s @1\n  for a in b\n" + "    phase p by a\n" * 15_000,
    "values and repeats": "sequence s @1\n  for a in "
    + ", ".join(["b"] * 1400)
    + "\n"
    + "    repeat until a\n" * 15_000,
    "ends": "path p over q @1\n" + "  ends at a\n" * 25_000,
    "stairs": HEAD + "a\n" + "".join(" " * (i % 40) + "a\n" for i in range(15_000)),
    "quotes": HEAD + '"' * 300_000 + "\n",
    "strokes in quotes": TABLE + "  | " + '" | ' * 80_000 + "\n",
}


@pytest.mark.parametrize("text", some(LONG.values(), every=6), ids=some(LONG, every=6))
def test_what_is_written_to_take_long_takes_in_proportion(text: str) -> None:
    """Each is a third of a megabyte or less, and was or could be a place that grows with the square."""
    assert len(text) < MAX_BYTES
    with bounded(15):
        file = parse_source(Source("a", text))
    assert len(file.diagnostics) <= MAX_FINDINGS + 1


def test_behind_many_findings_a_file_is_read_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 100
    for module in (declarations, parser):
        monkeypatch.setattr(module, "MAX_FINDINGS", most)
    source = Source("a", "\0\n  a\n" * (most + 50) + "enum Sea @1\n  calm\n")
    file = parse_source(source)
    assert len(file.diagnostics) == most + 1
    assert (file.diagnostics[-1].code.slug, file.diagnostics[-1].span.line) == ("too-large", 2 * most + 1)
    assert file.declarations == ()
    assert {"Sea", "calm"} <= file.lost
    parts = cut(source)
    assert joined(source, parts, [parse_block(block, "a") for block in parts.blocks]) == file


def test_a_table_with_many_ragged_rows_is_told_to_have_them_and_is_read() -> None:
    file = parse_source(Source("a", TABLE + "  | 1 |\n  | 1 | 2 | 3 |\n" * (MAX_FINDINGS // 2 + 5)))
    assert [found.code.slug for found in file.diagnostics] == ["ragged-row"] * MAX_FINDINGS + ["too-large"]
    assert len(file.declarations) == 1


@pytest.mark.parametrize(
    "expression",
    ["if a then " * 300 + "a" + " else a" * 300, " + ".join(["n"] * 1400), "not " * 2900 + "a", "a" + ".b" * 1400],
    ids=["if", "+", "not", "field"],
)
def test_deep_is_not_too_deep_for_the_loop(expression: str) -> None:
    parsed, found = parse_expression(expression, Span("a", 1, 1, 1, 2))
    assert parsed is not None
    assert found == ()


def test_every_rule_of_the_grammar_is_built() -> None:
    """What can be read and nobody builds would end in an error of our own, on the first line that says it."""
    operations = {name.value for name in OperationName}
    unbuilt = [
        rule.name
        for rule in tables().rules
        if not (rule.inline or rule.passes or hasattr(Builder, rule.name) or rule.name in operations)
    ]
    assert unbuilt == []
