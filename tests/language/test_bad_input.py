"""Whatever stands in a file, the answer is a finding: never an exception, and never a long wait."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.driver import compile_game
from regola_compiler.evaluate.reading import QueryError, read_fact
from regola_compiler.project.game import load_game
from regola_compiler.project.yaml_file import load_yaml
from regola_compiler.report import text as report_text
from regola_compiler.report.ci.sarif import as_sarif
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from support.cases import compiled, findings, game_of, read_cases
from support.effort import drawn, some
from support.paths import GAMES, ROOT
from support.patience import bounded

ROLL = "define roll(die: d6) -> int 1..6 @1.1\n  die\n"
MANIFEST = "id: harbour\ntitle:\n  en: The Harbour\nlanguages: [en]\n"


def found_in(*texts: str) -> list[Diagnostic]:
    """The findings of these files, in bounded time."""
    with bounded():
        return findings(texts)


def slugs(found: list[Diagnostic]) -> list[str]:
    return [diagnostic.code.slug for diagnostic in found]


# --- files on disk -----------------------------------------------------------------------


@pytest.fixture
def harbour(tmp_path: Path) -> Callable[..., tuple[list[Diagnostic], str]]:
    """Write a game's files, load the folder, and give its findings and how they read."""

    def load(manifest: str | bytes | None = MANIFEST, **rules: str | bytes) -> tuple[list[Diagnostic], str]:
        folder = tmp_path / "harbour"
        (folder / "rules").mkdir(parents=True)
        files = {f"rules/{name}.regola": data for name, data in rules.items()}
        if manifest is not None:
            files["game.yaml"] = manifest
        for name, data in files.items():
            (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        with bounded():
            compiled = compile_game(load_game(folder, "harbour"))
            shown = report_text.text(compiled.found, compiled.sources)
        return compiled.found, shown

    return load


Harbour = Callable[..., tuple[list[Diagnostic], str]]


def test_a_sound_game_is_silent(harbour: Harbour) -> None:
    assert harbour(storm=ROLL) == ([], "")


def test_bytes_that_are_not_utf8(harbour: Harbour) -> None:
    found, shown = harbour(storm=ROLL.encode() + b"  # perch\xe9\n", sea=ROLL)
    (only,) = found
    assert only.code.slug == "not-utf8"
    assert (only.span.path, only.span.line, only.span.column) == ("harbour/rules/storm.regola", 3, 10)
    assert "save it as UTF-8" in shown


def test_a_file_in_utf16(harbour: Harbour) -> None:
    found, _ = harbour(storm=ROLL.encode("utf-16"))
    assert slugs(found) == ["not-utf8"]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "   \n  # and spaces\n"])
def test_an_empty_file(harbour: Harbour, text: str) -> None:
    found, _ = harbour(storm=text)
    assert slugs(found) == ["empty-file"]
    assert found[0].span.line == 1


def test_a_byte_order_mark_is_no_mistake(harbour: Harbour) -> None:
    assert harbour(storm=b"\xef\xbb\xbf" + ROLL.encode()) == ([], "")


def test_windows_line_ends_are_no_mistake(harbour: Harbour) -> None:
    text = (
        '# a remark\nenum Sea @1.1\n  calm en "Calm", rough\ntable storm(sea: Sea) -> int 0..9 @1.2\n'
        "  | sea   | loss |\n  | calm  | 0    |\n  | rough | 4    | # bad\n"
    )
    assert harbour(storm=text.replace("\n", "\r\n")) == ([], "")


def test_windows_line_ends_keep_the_place_of_a_mistake(harbour: Harbour) -> None:
    found, _ = harbour(storm=(ROLL + "define loss(die: d6) -> int 1..6 @1.2\n  dice\n").replace("\n", "\r\n"))
    assert [(d.code.slug, d.span.line, d.span.column) for d in found] == [("unknown-name", 4, 3)]


def test_binary_garbage(harbour: Harbour) -> None:
    found, shown = harbour(storm=bytes(range(256)) * 200)
    assert slugs(found) == ["not-utf8"]
    assert shown


def test_binary_garbage_that_is_text(harbour: Harbour) -> None:
    found, shown = harbour(storm=bytes(range(128)) * 200)
    assert found
    assert shown


def test_a_file_of_ten_megabytes(harbour: Harbour) -> None:
    found, _ = harbour(storm="enum Sea @1.1\n  " + "x" * 10_000_000)
    assert slugs(found) == ["too-large"]


def test_a_missing_folder(tmp_path: Path) -> None:
    compiled = compile_game(load_game(tmp_path / "nowhere", "nowhere"))
    assert slugs(compiled.found) == ["no-such-game"]
    assert "nowhere" in report_text.text(compiled.found, compiled.sources)


def test_a_missing_file(tmp_path: Path) -> None:
    compiled = compile_game(load_game(tmp_path / "nowhere.regola", "nowhere.regola"))
    assert slugs(compiled.found) == ["no-such-game"]


def test_a_folder_without_rules(harbour: Harbour) -> None:
    found, shown = harbour()
    assert slugs(found) == ["no-such-game"]
    assert "holds no `.regola` file" in shown


def test_a_single_file_needs_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "alone.regola"
    path.write_text(ROLL)
    assert compile_game(load_game(path, "alone.regola")).found == []


def test_a_folder_that_ends_like_a_file(harbour: Harbour, tmp_path: Path) -> None:
    (tmp_path / "harbour" / "rules" / "old.regola").mkdir(parents=True)
    (tmp_path / "harbour" / "rules" / "old.regola" / "storm.regola").write_text(ROLL)
    assert compile_game(load_game(tmp_path / "harbour", "harbour")).found == []


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.regola").write_text("define secret(die: d6) -> int 1..6 @1.1\n  dice\n")
    folder = tmp_path / "harbour"
    folder.mkdir()
    (folder / "storm.regola").write_text(ROLL)
    (folder / "link.regola").symlink_to(tmp_path / "secret.regola")
    compiled = compile_game(load_game(folder, "harbour"))
    assert [source.path for source in compiled.game.sources] == ["harbour/storm.regola"]
    assert compiled.found == []


# --- game.yaml ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("manifest", "line", "words"),
    [
        ("id: harbour\ntitle: [\n", 2, "the bracket `[` that opens here is not closed"),
        ("id: harbour\n\ttitle: x\n", 2, "a tab stands here"),
        ('id: "harbour\n', 1, "the quote that begins here has no end in its line"),
        ("id: harbour\nid: port\n", 2, "`id` stands here a second time"),
        ("id: *nothing\n", 1, "`*nothing` cannot begin a text that stands without quotes"),
        ("id: !!python/object/apply:os.system [ls]\n", 1, ""),
    ],
    ids=["bracket", "tab", "quote", "key twice", "alias", "python tag"],
)
def test_a_manifest_that_is_no_yaml(harbour: Harbour, manifest: str, line: int, words: str) -> None:
    found, _ = harbour(manifest, storm=ROLL)
    assert set(slugs(found)) == {"bad-yaml"}
    assert found[0].span.line == line
    assert words in found[0].message


@pytest.mark.parametrize(
    ("manifest", "line", "words"),
    [
        (MANIFEST.replace("id: harbour", "id: The Harbour"), 1, "`id`"),
        (MANIFEST.replace("id: harbour", "id: 7"), 1, "`id`"),
        (MANIFEST.replace("  en: The Harbour", "  en: 7"), 3, "`title.en`"),
        (MANIFEST.replace("[en]", "[]"), 4, "`languages`"),
        (MANIFEST.replace("[en]", "en"), 4, "`languages`"),
        (MANIFEST.replace("title:", "titel:"), 2, "titel"),
        (MANIFEST + "sources:\n  - language: en\n", 6, "`sources 1`"),
    ],
    ids=["pattern", "number", "title", "no language", "no list", "misspelt", "incomplete"],
)
def test_a_manifest_against_its_schema(harbour: Harbour, manifest: str, line: int, words: str) -> None:
    found, _ = harbour(manifest, storm=ROLL)
    assert set(slugs(found)) == {"bad-yaml"}
    assert (found[0].span.path, found[0].span.line) == ("harbour/game.yaml", line)
    assert any(words in diagnostic.message for diagnostic in found)


@pytest.mark.parametrize(
    ("title", "wanted"),
    [("  en: The Harbour", "[en]"), ("  it: Il porto\n  de: Der Hafen", "[it, de]"), ("  English: x", "[en]")],
)
def test_a_manifest_without_languages_is_told_what_to_write(harbour: Harbour, title: str, wanted: str) -> None:
    without = MANIFEST.replace("  en: The Harbour", title).replace("languages: [en]\n", "")
    assert "languages" not in without
    found, _ = harbour(without, storm=ROLL)
    assert f"add a line `languages: {wanted}`" in [one.help for one in found]


def test_a_misspelt_key_is_one_finding(harbour: Harbour) -> None:
    found, _ = harbour(MANIFEST.replace("title:", "titel:"), storm=ROLL)
    assert [(d.code.slug, d.span.line) for d in found] == [("bad-yaml", 2)]


@pytest.mark.parametrize("manifest", ["- id: harbour\n", "harbour\n", "", "~\n"])
def test_a_manifest_that_is_no_mapping(harbour: Harbour, manifest: str) -> None:
    found, _ = harbour(manifest, storm=ROLL)
    assert slugs(found) == ["bad-yaml"]


@pytest.mark.parametrize(
    ("manifest", "foreign"),
    [
        ("", "None"),
        (MANIFEST.replace("harbour", "The Harbour"), "^["),
        (MANIFEST.replace("harbour", "!!set {a, b}"), "odict"),
        (MANIFEST.replace("harbour", "!foo bar"), "TaggedScalar"),
        (MANIFEST.replace("harbour", "9" * 5000), "ValueError"),
        (MANIFEST.replace("title:", "titel:"), "properties"),
    ],
)
def test_a_finding_in_a_manifest_speaks_to_its_writer(harbour: Harbour, manifest: str, foreign: str) -> None:
    found, _ = harbour(manifest, storm=ROLL)
    assert found
    assert not any(foreign in diagnostic.message for diagnostic in found)


def test_a_manifest_that_is_not_utf8(harbour: Harbour) -> None:
    found, _ = harbour(MANIFEST.encode() + b"# perch\xe9\n", storm=ROLL)
    assert slugs(found) == ["not-utf8"]


def test_a_manifest_of_ten_megabytes(harbour: Harbour) -> None:
    found, _ = harbour(MANIFEST + "#" * 10_000_000, storm=ROLL)
    assert slugs(found) == ["too-large"]


def test_a_manifest_of_brackets(harbour: Harbour) -> None:
    found, shown = harbour(MANIFEST.replace("harbour", "[" * 500 + "]" * 500), storm=ROLL)
    assert slugs(found) == ["too-large"]
    assert len(shown) < 1000


def bomb(levels: int, width: int) -> str:
    """A YAML text whose anchors multiply: `width ** levels` words when written out."""
    lines = [f"a0: &a0 [{', '.join(['word'] * width)}]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * width)}]" for i in range(1, levels)]
    return "\n".join([*lines, ""])


def test_a_manifest_that_multiplies(harbour: Harbour) -> None:
    found, shown = harbour(bomb(9, 9), storm=ROLL)
    assert found
    assert set(slugs(found)) <= {"bad-yaml", "too-large"}
    assert len(shown) < 100_000


def test_a_manifest_that_multiplies_where_a_word_is_asked(harbour: Harbour) -> None:
    found, shown = harbour(bomb(5, 9) + MANIFEST.replace("The Harbour", "*a4"), storm=ROLL)
    assert set(slugs(found)) <= {"bad-yaml", "too-large"}
    assert len(shown) < 100_000


def test_a_manifest_that_holds_itself(harbour: Harbour) -> None:
    found, _ = harbour("id: harbour\ntitle: &t\n  en: *t\nlanguages: [en]\n", storm=ROLL)
    assert set(slugs(found)) <= {"bad-yaml"}
    assert found


def test_a_manifest_of_other_yaml_types(harbour: Harbour) -> None:
    found, _ = harbour("2024-01-01: 1\n? [a]\n: b\nid: 2024-01-01\ntitle: {1: 2}\nlanguages: !!set {a}\n", storm=ROLL)
    assert set(slugs(found)) == {"bad-yaml"}


# --- one mistake of each kind ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("table t(die: d6) -> int 0..9 @1.1\n  hit first\n  | die | n |\n  | 1 |\n  | - | 2 |\n", "ragged-row"),
        ("define d(a: d6) -> int 1..6 @1.1\n  b\n", "unknown-name"),
        ("define d(a: d6) -> bool @1.1\n  a\n", "type-mismatch"),
        (ROLL + ROLL, "duplicate-declaration"),
        ("define d(a: d6) -> int 1..6 @1.1\n  d(a)\n", "cycle"),
        ("define d(a: d6) -> int 1..6 @1.1\n    let b = a\n  b\n", "bad-indent"),
        ("define d(a: d6) -> int 1..6 @1.1\n\ta\n", "bad-indent"),
        ("\tdefine d(a: d6) -> int 1..6 @1.1\n\t\ta\n", "bad-indent"),
        ("define d(a: d6) -> int 1..6 @1.1\n  a\x00\n", "bad-character"),
        ("define d(a: d6) -> int 1..6 @1.1\n  a\u200b\n", "bad-character"),
        ("define d(a: d6) -> int 1..6 @1.1\n  a\ud800\n", "bad-character"),
        ("define d(a: d6) -> int 1..6 @1.1\r  a\r", "bad-character"),
    ],
)
def test_one_mistake_is_one_finding(text: str, slug: str) -> None:
    assert slugs(found_in(text)) == [slug]


def test_a_space_that_does_not_break_is_one_finding() -> None:
    assert slugs(found_in("define d(a: d6) -> int 1..6 @1.1\n\u00a0\u00a0a\n")) == ["bad-character"]


# --- too much ----------------------------------------------------------------------------

HEAD = "define much(a: int 1..6) -> int @1.1\n  "


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        (HEAD + "(" * 5000 + "a" + ")" * 5000 + "\n", "too-large"),
        (HEAD + "(" * 5000 + "\n", "too-large"),
        (HEAD + "(\n    " * 5000 + "a" + ")" * 5000 + "\n", "too-large"),
        (HEAD + "[" * 5000 + "]" * 5000 + "\n", "too-large"),
        (HEAD + ")" * 2000 + "\n", "syntax-error"),
        (HEAD + " + ".join(["a"] * 4000) + "\n", "too-large"),
        (HEAD + "a" + "\n    + a" * 20_000 + "\n", "too-large"),
        (HEAD + "if a then " * 2000 + "\n", "too-large"),
        (HEAD + "a." * 2000 + "a\n", "too-large"),
        (HEAD + "a + " + "9" * 5000 + "\n", "too-large"),
        ("define much(a: int 1..6) -> bool @1.1\n  a > 0." + "9" * 5000 + "\n", "too-large"),
        ("enum Sea @1.1\n  " + ", ".join(f"m{i}" for i in range(5000)) + "\n", "too-large"),
        ("x" * 3_000_000 + "\n", "syntax-error"),
        ('enum Sea @1.1\n  calm en "' + "x" * drawn(3_000_000) + "\n", "bad-character"),
        ("table t(die: d6) -> int 0..9 @1.1\n  | die | n |\n  |" + " 1 |" * 20_000 + "\n  | - | 1 |\n", "ragged-row"),
    ],
    ids=lambda value: None if len(value) > 40 else value,
)
def test_too_much_is_one_finding(text: str, slug: str) -> None:
    assert slugs(found_in(text)) == [slug]


NESTED = "".join("  " * (i + 1) + f"exception e{i} when a is 1\n" + "  " * (i + 2) + "1\n" for i in range(1000))


def test_a_thousand_nested_exceptions() -> None:
    assert slugs(found_in("define much(a: int 1..6) -> int 1..6 @1.1\n  a\n" + NESTED)) == ["too-large"]


@pytest.mark.parametrize("operator", ["and", "or"])
def test_four_hundred_conditions(operator: str) -> None:
    text = f"define much(a: bool) -> bool @1.1\n  {f' {operator} '.join(['a'] * 401)}\n"
    assert slugs(found_in(text)) == ["same-twice"]


def test_four_hundred_operators_do_not_nest_too_deep() -> None:
    text = "define much(a: int 0..1) -> int 0..401 @1.1\n  " + " + ".join(["a"] * 401) + "\n"
    assert found_in(text) == []


# As deep as a line has room for: each brings a pass that calls itself to its deepest.
DEEP = {
    "if in if": ("int", "if b then " * 300 + "n" + " else n" * 300),
    "else if": ("int", "if b then n else " * 300 + "n"),
    "sums": ("int", " + ".join(["n"] * 1400)),
    "signs": ("int", "n" + " - -n" * 900),
    "not": ("bool", "not " * 2900 + "b"),
    "and": ("bool", " and ".join(["b"] * 1400)),
}


@pytest.mark.parametrize(("kind", "value"), some(DEEP.values(), every=2), ids=some(DEEP, every=2))
def test_deep_is_not_too_deep(kind: str, value: str) -> None:
    found = found_in(f"define much(n: int 1..6, b: bool) -> {kind} @1.1\n  {value}\n")
    # A condition within its own branch decides nothing, nor does one that is there already, and that is told.
    assert set(slugs(found)) <= {"unused-parameter", "not-decided", "never-holds", "same-twice"}


@pytest.mark.parametrize("value", [" + ".join(["n"] * 2000), "if b then n else " * 800 + "n"])
def test_what_is_deeper_than_a_line_is_a_finding(value: str) -> None:
    assert slugs(found_in(f"define much(n: int 1..6, b: bool) -> int @1.1\n  {value}\n")) == ["too-large"]


def test_a_thousand_times_not() -> None:
    assert found_in("define much(a: bool) -> bool @1.1\n  " + "not " * 1000 + "a\n") == []


def test_a_sum_of_four_hundred_facts() -> None:
    listed = ", ".join(f"a{i}: int 0..1" for i in range(400))
    text = f"define much({listed}) -> int 0..400 @1.1\n  {' + '.join(f'a{i}' for i in range(400))}\n"
    assert set(slugs(found_in(text))) <= {"not-decided"}


def test_a_circle_of_five_hundred_definitions() -> None:
    text = "".join(f"define f{i}(a: bool) -> bool @1.1\n  f{(i + 1) % 500}(a)\n" for i in range(500))
    assert slugs(found_in(text)) == ["cycle"]


def test_five_hundred_records_inside_one_another() -> None:
    text = "".join(f"record R{i} @1.1\n  a: R{i + 1}\n" for i in range(500)) + "record R500 @1.1\n  b: bool\n"
    assert found_in(text) == []


def test_five_hundred_definitions_that_ask_the_next() -> None:
    text = "".join(f"define f{i}(a: bool) -> bool @1.1\n  f{i + 1}(a)\n" for i in range(500))
    assert found_in(text + "define f500(a: bool) -> bool @1.1\n  a\n") == []


def doubling(levels: int) -> str:
    """Definitions each of which asks the next one twice."""
    asked = "".join(f"define f{i}(a: bool) -> int @1.1\n  f{i + 1}(a) + f{i + 1}(a)\n" for i in range(levels))
    return f"{asked}define f{levels}(a: bool) -> int @1.1\n  if a then 1 else 2\n"


def test_definitions_that_double() -> None:
    assert set(slugs(found_in(doubling(40)))) <= {"not-decided"}


def test_an_example_of_definitions_that_double() -> None:
    with bounded(3):
        findings([doubling(40) + "example all @1.1\n  f0(true) is 3\n"])


def test_five_hundred_exceptions_beside_one_another() -> None:
    """`make test` asks of a sixth of them, which would take as long if each were held against each other."""
    listed = "".join(f"  exception e{i} when a is {i}\n    {i % 7}\n" for i in range(drawn(500)))
    with bounded():
        findings([f"define much(a: int 0..2000) -> int 0..9 @1.1\n  1\n{listed}"])


@pytest.mark.xfail(
    strict=True, reason="numbers grow without a limit: twenty-four such lines take minutes, forty all memory"
)
def test_a_number_squared_sixteen_times() -> None:
    lets = "".join(f"  let a{i + 1} = a{i} * a{i}\n" for i in range(16))
    found = found_in(f"define much(a0: int 2..9) -> int @1.1\n{lets}  a16\n")
    assert set(slugs(found)) & {"too-large", "not-decided", "out-of-range", "type-mismatch"}


class Counted(str):
    """A text that counts how often it is cut into pieces."""

    __slots__ = ("cuts",)

    def split(self, *arguments: Any, **more: Any) -> list[str]:
        self.cuts = getattr(self, "cuts", 0) + 1
        return super().split(*arguments, **more)


@pytest.mark.parametrize("line", ["\0", "\0\r", "@@"])
@pytest.mark.parametrize("rendered", ["text", "sarif"])
def test_a_file_that_is_wrong_in_every_line_is_cut_into_lines_once(line: str, rendered: str) -> None:
    def cuts(lines: int) -> int:
        source = Source("1.regola", Counted(f"{line}\n" * lines))
        found = parse_source(source).diagnostics
        assert len(found) >= lines // 2
        if rendered == "text":
            report_text.text(found, {source.path: source})
        else:
            as_sarif(found, {source.path: source}, page=lambda code: f"# {code.slug}\n\nWrong.\n")
        return source.text.cuts  # type: ignore[attr-defined]

    assert cuts(2000) == cuts(20) <= 3


@pytest.mark.parametrize("size", [1, 1_000_000])
def test_a_line_of_zeros_is_one_finding(size: int) -> None:
    source = Source("1.regola", "\0" * size)
    found = parse_source(source).diagnostics
    assert slugs(found) == ["bad-character"]
    assert len(report_text.text(found, {source.path: source})) < 1000


def test_a_table_of_five_hundred_rows() -> None:
    rows = "".join(f"  | {i} | {i % 7} |\n" for i in range(500))
    assert found_in(f"table much(a: int 0..499) -> int 0..9 @1.1\n  | a | n |\n{rows}") == []


def test_a_long_line_is_not_printed_whole() -> None:
    compiled = compile_game(game_of([HEAD + "a + " * 5000 + "b\n"]))
    assert len(report_text.text(compiled.found, compiled.sources)) < 2000


NINES = "9" * 5000


@pytest.mark.parametrize(
    "text",
    [
        f"record Ship @1.1\n  hull: int 0..{NINES}\n",
        f"record Ship @1.1\n  hull: int -{NINES}..0\n",
        f"record Ship @1.1\n  crew: list of bool up to {NINES}\n",
        f"record Ship @1.1\n  hull: d{NINES}\n",
        f"define d(a: {NINES}d6) -> bool @1.1\n  a > 3\n",
        f"modifiers m(a: bool) @1.1\n  +{NINES} x when a\n",
        f"table t(a: d6) -> int 0..9 @1.1\n  | a | n |\n  | {NINES} | 1 |\n",
        f"table t(a: d6) -> int 0..9 @1.1\n  | a | n |\n  | 1-{NINES} | 1 |\n",
        f"table t(a: d6) -> int 0..9 @1.1\n  | a | n |\n  | {NINES}+ | 1 |\n",
        f"scale Odds of ratios @1.1\n  1-1, {NINES}-1\n",
    ],
    ids=["high", "low", "list", "sides", "dice", "modifier", "cell", "range", "open range", "ratio"],
)
def test_a_number_of_five_thousand_digits(text: str) -> None:
    assert "too-large" in slugs(found_in(text))


def test_a_list_that_asks_for_five_thousand_digits_of_items() -> None:
    assert "too-large" in slugs(found_in(f"record Ship @1.1\n  crew: list of bool from {NINES}\n"))


def test_twelve_dice_of_a_thousand_sides() -> None:
    with bounded(2):
        assert set(slugs(findings(["define d(a: 12d1000) -> bool @1.1\n  a > 3\n"]))) == {"type-mismatch"}


# --- what made the compiler itself fail --------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        'enum Sea @1.1\n  en "Sea"\ndefine d(s: Sea) -> bool @1.2\n  s is s\n',
        'enum Sea @1.1\n  en "Sea"\ntable t(s: Sea) -> int 0..9 @1.2\n  | s | n |\n  | - | 1 |\n',
        'scale Odds of ratios open @1.1\n  en "Odds"\ndefine d(a: d6) -> Odds @1.2\n  the last of Odds at most a\n',
    ],
    ids=["define", "table", "pick"],
)
def test_an_enum_without_values(text: str) -> None:
    assert found_in(text)


def test_the_word_number_in_a_calculation() -> None:
    assert slugs(found_in("define d(a: d6) -> int 1..6 @1.1\n  number\n")) == ["unknown-name"]


@pytest.mark.parametrize("result", ["Sea", "(sea: Sea, n: int 0..9)"])
def test_words_that_are_added_up(result: str) -> None:
    cells = "calm" if result == "Sea" else "calm | 1"
    head = "sea" if result == "Sea" else "sea | n"
    text = f"enum Sea @1.1\n  calm, rough\ntable t(a: d6) -> {result} @1.2\n  hit sum\n  | a | {head} |\n  | - | {cells} |\n"
    ask = "t(a)" if result == "Sea" else "t(a).sea"
    assert slugs(found_in(f"{text}define d(a: d6) -> Sea @1.3\n  {ask}\n")) == ["type-mismatch"]


def test_every_row_that_answers() -> None:
    text = "table t(a: d6) -> int 0..9 @1.1\n  hit all\n  | a | n |\n  | - | 1 |\n  | 2 | 2 |\n"
    assert found_in(f"{text}define d(a: d6) -> int 0..9 @1.2\n  sum of n for n in t(a)\n") == []


@pytest.mark.parametrize("body", ["max(a, b)", "min(a, b)", "a\n  then exception x @1.3\n    at most b"])
def test_the_better_of_two_records(body: str) -> None:
    text = f"record Ship @1.1\n  hull: int 1..9\ndefine d(a: Ship, b: Ship) -> Ship @1.2\n  {body}\n"
    assert slugs(found_in(text)) == ["type-mismatch"]


@pytest.mark.parametrize(
    "text",
    [
        "define d(a: d6) -> bool @1.1\n  d(a)\nerratum e @1.1\n  @1.1 says d(3)\n  unresolved\n",
        "define d(a: d6) -> bool @1.1\n  b\nerratum e @1.1\n  @1.1 says d(3)\n  unresolved\n",
        "table d die: d6 -> int 0..9 @1.1\n  | die | n |\n  | - | 1 |\n",
        "define d(a: int 9..1) -> bool @1.1\n  a > 3\n",
    ],
    ids=["erratum of a circle", "erratum of something broken", "no bracket", "range backwards"],
)
def test_what_once_made_the_compiler_fail(text: str) -> None:
    assert len(found_in(text)) == 1


# --- anything at all ---------------------------------------------------------------------

HARBOUR = read_cases(ROOT / "tests" / "cases" / "harbour.md")[0].fences[0].text
WORDS = sorted({word for word in HARBOUR.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split() if word})
KEYWORDS = (
    "hit sum all first unique open below above round half at most least no any count of from up to modified".split()
)

quick = settings(max_examples=drawn(150), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def survives(text: str) -> None:
    """Parse, resolve, check and show a text: nothing may raise."""
    with bounded(30):
        findings([text])


def test_the_harbour_is_clean() -> None:
    assert findings([HARBOUR]) == []


@quick
@given(st.text())
def test_random_text_never_raises(text: str) -> None:
    survives(text)


@quick
@given(st.binary())
def test_random_bytes_never_raise(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("bytes") / "x.regola"
    path.write_bytes(data)
    compiled = compile_game(load_game(path, "x.regola"))
    assert isinstance(report_text.text(compiled.found, compiled.sources), str)


@quick
@given(
    st.lists(
        st.tuples(st.sampled_from(["", "  ", "    ", "      "]), st.lists(st.sampled_from([*WORDS, *KEYWORDS]))),
        max_size=12,
    )
)
def test_random_words_never_raise(lines: list[tuple[str, list[str]]]) -> None:
    survives("\n".join(indent + " ".join(words) for indent, words in lines))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The harbour with a few slips: letters, words and lines left out, doubled, exchanged or replaced."""
    text = HARBOUR
    for _ in range(draw(st.integers(1, 4))):
        unit = draw(st.sampled_from(["", " ", "\n"]))
        parts = list(text) if unit == "" else text.split(unit)
        place = draw(st.integers(0, len(parts) - 2))
        match draw(st.sampled_from(["delete", "double", "swap", "replace"])):
            case "delete":
                del parts[place]
            case "double":
                parts.insert(place, parts[place])
            case "swap":
                parts[place], parts[place + 1] = parts[place + 1], parts[place]
            case _:
                parts[place] = draw(st.sampled_from([*WORDS, *KEYWORDS]))
        text = unit.join(parts)
    return text


@quick
@given(mutated())
def test_slips_of_the_keyboard_never_raise(text: str) -> None:
    survives(text)


@quick
@given(mutated())
def test_a_finding_stands_in_its_file(text: str) -> None:
    file = parse_source(Source("1.regola", text))
    lines = file.source.lines
    for diagnostic in file.diagnostics:
        for span in (diagnostic.span, *(label.span for label in diagnostic.related)):
            assert span.path == "1.regola"
            assert 1 <= span.line <= len(lines)
            assert 1 <= span.column <= len(lines[span.line - 1]) + 1
            assert (span.line, span.column) <= (span.end_line, span.end_column)


# --- YAML that our files never need --------------------------------------------------------

PLAIN_YAML = [
    "a: b",
    "a: it's",
    "a: 'x & y'",
    "a: x#0",
    "a: '#1'",
    "a: # it's",
    "a: [b, 'c*d']",
    "a: {b: c}",
    "a:\n  - b",
    "? a\n: b",
]
STRANGE_YAML = ["&x b", "*x", "!foo b", "!!python/object/apply:os.system [ls]", "&x [b]"]


@given(
    st.lists(st.sampled_from(PLAIN_YAML), max_size=4),
    st.sampled_from(STRANGE_YAML),
    st.sampled_from(["z: {}", "z:\n  - {}", "z: [a, {}]", "z: {{y: {}}}", "x#0: {}"]),
    st.lists(st.sampled_from(PLAIN_YAML), max_size=2),
)
def test_what_is_strange_in_yaml_is_found_at_its_line(
    before: list[str], strange: str, place: str, after: list[str]
) -> None:
    plain = [line.replace("a", f"k{number}", 1) for number, line in enumerate([*before, *after])]
    lines = [*plain[: len(before)], place.format(strange), *plain[len(before) :]]
    at = sum(line.count("\n") + 1 for line in lines[: len(before)]) + place.format(strange).count("\n") + 1
    found = read_yaml("\n".join([*lines, ""]))
    assert slugs(found) == ["bad-yaml"]
    assert (found[0].span.line, f"`{strange.split(' ', maxsplit=1)[0]}`" in found[0].message) == (at, True)


@given(st.lists(st.sampled_from(PLAIN_YAML), min_size=1, max_size=5))
def test_what_is_plain_in_yaml_is_not_strange(lines: list[str]) -> None:
    text = "\n".join(line.replace("a", f"k{number}", 1) for number, line in enumerate(lines))
    assert {finding.message.partition(" ")[0] for finding in read_yaml(text)} <= {
        "nothing",
        "`id`",
        "`title`",
        "`languages`",
    }


@pytest.mark.parametrize("opened", ["? ", "- ", "[", "{", "{a: ", "[{a: ", "- a: "])
def test_yaml_however_deep_is_read_in_steps_that_are_few(opened: str) -> None:
    with bounded(2):
        assert set(slugs(read_yaml("a:\n  " + opened * 60 + "a\n"))) <= {"bad-yaml", "too-large"}


def read_yaml(text: str) -> list[Diagnostic]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(text, "utf-8")
        return load_yaml(path, "game.yaml", "game")[1]


@pytest.mark.parametrize("name", ["class", "os", "regola_runtime", "regola_dsl", "json", "lambda"])
def test_a_game_is_not_called_what_no_module_can_be(name: str, harbour: Harbour) -> None:
    found, _ = harbour(MANIFEST.replace("id: harbour", f"id: {name}"), storm=ROLL)
    assert slugs(found) == ["bad-yaml"]
    assert found[0].help == f"write `id: {name}_game`"


# --- small files that ask for much -----------------------------------------------------------


@pytest.mark.parametrize("levels", [12, 27, 60])
def test_records_that_double_are_one_finding(levels: int) -> None:
    records = "record R0 @1.1\n  a: bool\n  b: bool\n" + "".join(
        f"record R{i} @1.1\n  a: R{i - 1}\n  b: list of R{i - 1} up to 2\n" for i in range(1, levels)
    )
    asked = f"given u: R{levels - 1} @1.2\ndefine f(v: R{levels - 1}) -> bool @1.3\n  v.a is u.a\n"
    with bounded(5):
        assert slugs(findings([records + asked])) == ["too-large"]


def test_many_equal_rows_are_told_in_a_few_findings() -> None:
    with bounded(6):
        found = findings(["table t(a: int 0..9) -> int 0..9 @1.1\n  | a | n |\n" + "  | 1 | 2 |\n" * 6000])
    assert set(slugs(found)) == {"table-gap", "dead-row"}
    assert len(found) < 20


def test_a_row_of_a_hundred_and_twenty_inputs() -> None:
    names = [f"a{i}" for i in range(120)]
    text = f"table t({', '.join(f'{name}: int 0..3' for name in names)}) -> int 0..9 @1.1\n"
    text += f"  | {' | '.join(names)} | n |\n  |{' 1 |' * 120} 1 |\n"
    with bounded(10):
        assert slugs(findings([text])) == ["table-gap"]


# --- what is said of facts -------------------------------------------------------------------

KEPT = "enum Sky @1\n  clear, fog\nstate sky: Sky = clear @1\nstate coins(s: Sky): int 0..9 = 3 @1\n"


@settings(max_examples=drawn(400), suppress_health_check=[HealthCheck.too_slow])
@given(
    st.text(max_size=12)
    | st.lists(st.sampled_from('sky coins ( ) , fog clear . " 12 -'.split(" ")), max_size=6).map(" ".join)
)
def test_whatever_a_scenario_says_of_a_fact_is_read_or_told(key: str) -> None:
    program = compiled((KEPT,)).program
    try:
        fact, values = read_fact(program, key)
    except QueryError:
        return
    assert len(values) == len(fact.parameters)


# --- data files of the games -----------------------------------------------------------------


def entries() -> list[tuple[str, str, str, str]]:
    """Lines of the games' data in which two keys stand side by side: the file, its kind, the text, and the line."""
    kinds = {"scenarios": "scenario", "counters": "counters", "maps": "map"}
    found = []
    for folder, kind in kinds.items():
        for path in sorted(GAMES.glob(f"*/{folder}/*.yaml")):
            text = path.read_text("utf-8")
            lines = [
                line for line in text.split("\n") if re.fullmatch(r" *- \{[^{}\[\]\"]+: [^{}\[\]\"]+, \w+: .*\}", line)
            ]
            found += [(path.name, kind, text, line) for line in some(dict.fromkeys(lines), every=120)]
    return found


def test_a_sign_that_is_gone_between_keys_is_told_as_that() -> None:
    """Whoever follows another advice, such as to put it all in quotes, loses what is said behind it."""
    tried = 0
    for name, kind, text, line in entries():
        for sign in re.finditer(
            r"(?P<comma>, )(?=(?P<next>\w+): )|(?<=[{ ])(?P<key>\w+):(?P<blank> )(?=[^\W\d])", line
        ):
            comma, blank = sign.span("comma"), sign.span("blank")
            begin, end, put = (*comma, " ") if sign["comma"] else (*blank, "")
            slipped = line[:begin] + put + line[end:]
            wanted = (
                f"a comma is missing before `{sign['next']}`" if put else f"a blank is missing behind `{sign['key']}:`"
            )
            _, found = load_yaml(Path(name), name, kind, text.replace(line, slipped, 1))  # type: ignore[arg-type]
            assert [one.message for one in found] == [wanted], (name, slipped)
            assert found[0].span.line == text.split("\n").index(line) + 1
            tried += 1
    assert tried > 60
