"""Whatever is given as a rulebook, or said on the command line, the answer is a plain message: never a traceback, never a
long wait, nothing written that was not asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft4Validator, Draft202012Validator
from referencing import Registry, Resource
from regola_cli.crosscheck import command
from regola_compiler.project.yaml_file import schema
from regola_crosscheck.base.inputs import KINDS
from support.crosscheck_cases import held
from support.crosscheck_faults import tutorial
from support.effort import some
from support.paths import DATA
from support.patience import bounded

SARIF = Draft4Validator(json.loads((DATA / "sarif-2.1.0-rtm.5.json").read_text("utf-8")))
JSON = Draft202012Validator(
    schema("crosscheck"),
    registry=Registry().with_resource(str(schema("diagnostics")["$id"]), Resource.from_contents(schema("diagnostics"))),
)

RULES = """
define toll() -> int 1..9 @1.1
  it "Il pedaggio del ponte per i viandanti"  en "The toll of the bridge for travellers"
  4
define ferry() -> int 1..9 @1.2
  it "Il prezzo del traghetto sul fiume"  en "The price of the ferry across the river"
  7
define lanterns() -> int 1..9 @1.3
  it "Le lanterne accese lungo il molo"  en "The lanterns that burn along the quay"
  3
define boats() -> int 1..9 @1.4
  it "Le barche ormeggiate al pontile"  en "The boats that wait at the landing"
  2
define crew() -> int 1..9 @1.5
  it "I rematori di ogni barca"  en "The rowers of every boat"
  5
define cargo() -> int 1..9 @1.6
  it "I barili che una barca trasporta"  en "The barrels that a boat carries"
  6
"""
TEXT = """\
**1.1** Il pedaggio del ponte per i viandanti è di 4 monete.

**1.2** Il prezzo del traghetto sul fiume è di 7 monete.

**1.3** Lungo il molo sono accese 3 lanterne.

**1.4** Al pontile sono ormeggiate 2 barche: né più né meno.

**1.5** Ogni barca ha 5 rematori.

**1.6** Una barca trasporta 6 barili.
"""
ENGLISH = """\
**1.1** The toll of the bridge for travellers is 4 coins.

**1.2** The price of the ferry across the river is 7 coins.

**1.3** Along the quay burn 3 lanterns.

**1.4** At the landing wait 2 boats.

**1.5** Every boat has 5 rowers.

**1.6** A boat carries 6 barrels.
"""
OTHER = "\n\n".join(
    f"**1.{n}** {words}" for n, words in enumerate("Mescola tutto,Dai carte,Guarda,Cuori,Picche,Fiori".split(","), 1)
)

Said = Callable[..., Result]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    place = tmp_path / "harbour"
    (place / "rules").mkdir(parents=True)
    (place / "game.yaml").write_text("id: harbour\ntitle:\n  it: Il porto\n  en: The harbour\nlanguages: [it, en]\n")
    (place / "rules" / "1.regola").write_text(RULES, "utf-8")
    return place


@pytest.fixture
def say(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """Hold some bytes against the game; nothing may be written but what the command was asked for."""
    monkeypatch.chdir(tmp_path)

    def run(data: bytes | str, *words: str, language: str = "it", writes: bool = False) -> Result:
        (tmp_path / "book.txt").write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
        before = _files(tmp_path)
        with bounded():
            result = CliRunner().invoke(command, [str(game), "--source", f"{language}=book.txt", *words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        assert "\x1b" not in result.output
        assert writes or _files(tmp_path) == before
        return result

    return run


def _files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_clean_text_is_silent(say: Said) -> None:
    for words in ((), ("--strict",), ("--json",)):
        assert say(TEXT, *words).exit_code == 0
    assert say(ENGLISH, language="en").exit_code == 0


KNOWN = """
erratum a_toll_by_night @1.1
  @1.1 silent en "Nothing is said of the night"
  unresolved en "To be asked of the ferrymen"
"""


def test_an_erratum_that_the_game_knows_is_certain_and_fails_only_a_strict_run(game: Path, say: Said) -> None:
    (game / "rules" / "2.regola").write_text(KNOWN, "utf-8")
    (only,) = json.loads(say(TEXT, "--json").output)["findings"]
    assert (only["slug"], only["severity"], only["confidence"]) == ("known-erratum", "warning", "certain")
    assert say(TEXT).exit_code == 0
    assert say(TEXT, "--strict").exit_code == 1
    wrong = say(TEXT.replace("4 monete", "8 monete"))
    assert "error[number-differs]" in wrong.output
    assert wrong.exit_code == 1


# --- what is no text ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary file"),
        (b"%PDF-1.7\n\x00\x01\x02", "the file is damaged"),
        (b"PK\x03\x04\x14\x00", "the file is damaged"),
        (b"x" * 10_000_000, "larger than 8 million bytes"),
        (b"9.5 " * 1_500_000, "is longer than 20000 characters"),
        (TEXT.encode() + b"\x00" * 10, "binary file"),
        (b"\x00" * 1_000_000, "binary file"),
        (b"\x00\n" * 500_000, "binary file"),
    ],
    ids=[
        "nothing",
        "blanks",
        "picture",
        "pdf",
        "archive",
        "too large",
        "one line",
        "noughts",
        "nothing but noughts",
        "a nought a line",
    ],
)
def test_what_is_no_text_is_said_to_be_none(say: Said, data: bytes, part: str) -> None:
    result = say(data)
    assert result.exit_code == 1
    assert "error[not-a-text]" in result.output
    assert part in result.output
    assert len(result.output) < 3000


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("cp1252"),
        TEXT.encode("utf-16"),
        b"\xff\xfe" + TEXT.encode("utf-16-le"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
    ids=["cp1252", "utf-16", "utf-16-le", "utf-16-be", "mark", "dos", "old mac"],
)
def test_other_encodings_are_read(say: Said, data: bytes) -> None:
    assert say(data).exit_code == 0


def test_mixed_encodings_are_told_once_at_the_place(say: Said) -> None:
    result = say(TEXT.encode() + "**1.7** La città è lontana.\n".encode("cp1252"), "--format", "github")
    assert result.output.count("mixed-encoding") == 1
    assert "line=12" in result.output


# --- what is another text ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language"), [(OTHER, "it"), (ENGLISH, "it"), (TEXT, "en"), ("Ciao.\n", "it")],
    ids=["another game", "English told as Italian", "Italian told as English", "no sections"],
)  # fmt: skip
def test_another_text_is_one_finding(say: Said, text: str, language: str) -> None:
    result = say(text, "--json", language=language)
    assert result.exit_code == 1
    assert [one["slug"] for one in json.loads(result.output)["findings"]] == ["other-book"]
    assert "--force" in result.output


def test_what_is_forced_is_held_against_the_rules(say: Said) -> None:
    assert "other-book" not in say(OTHER, "--force").output


# --- the words of the command ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--source", "it"], "is not a language and a file"),
        (["--source", "=x"], "is not a language and a file"),
        (["--source", "it="], "is not a language and a file"),
        (["--source", "italian=book.txt"], "is not a language and a file"),
        (["--source", "en=nowhere.txt"], "there is no file `nowhere.txt`"),
        (["--source", "en=harbour"], "`harbour` is a folder"),
        (["--source", "it=book.txt"], "given twice"),
        (["--accept", "number-differs@1.1:5"], "needs a reason"),
        (["--accept", "number-differs@1.1:5", "--because", "so"], "there is no finding `number-differs@1.1:5`"),
        (["-o", "harbour/report.html"], "outside the game's folder"),
        (["-o", "harbour/rules/report.json"], "outside the game's folder"),
        (["--kind", "smells"], "is not one of"),
        (["--confidence", "absolute"], "is not one of"),
        (["--max", "0"], "--max"),
    ],
    ids=lambda value: " ".join(value).replace("\x00", "0") if isinstance(value, list) else "",
)
def test_wrong_words_are_told(say: Said, words: list[str], part: str) -> None:
    result = say(TEXT, *words)
    assert result.exit_code in {1, 2}
    assert part in result.output


def test_a_text_in_the_place_of_a_game_is_told_how_to_be_given(tmp_path: Path) -> None:
    book = tmp_path / "book.docx"
    book.write_bytes(b"")
    result = CliRunner().invoke(command, [str(book)])
    assert result.exit_code == 2
    assert f"--source it={book}" in result.output


def test_a_near_name_is_suggested(say: Said) -> None:
    result = say(TEXT.replace("4 monete", "8 monete"), "--accept", "number-differs@1.1:9", "--because", "so")
    assert "did you mean `number-differs@1.1:8`?" in result.output


def test_a_report_is_never_written_into_a_repository(say: Said, root: Path) -> None:
    for place in ("report.html", "docs/report.json", "games/lantern_pass/report.sarif"):
        assert "outside the" in say(TEXT, "-o", str(root / place)).output
        assert not (root / place).exists()


@pytest.mark.parametrize(
    "index",
    [
        "sections: [",
        "language: it\nsections: 5\n",
        "- a\n- b\n",
        "language: &a it\n",
        "language: it\nshoes: 5\n",
        "\x00",
    ],
)
def test_a_broken_index_is_told_and_left_as_it_is(say: Said, game: Path, index: str) -> None:
    (game / "sources").mkdir()
    (game / "sources" / "it.yaml").write_text(index)
    for words in ((), ("--index",), ("--accept", "number-differs@1.1:8", "--because", "so")):
        result = say(TEXT.replace("4 monete", "8 monete"), *words)
        assert result.exit_code in {1, 2}
        assert "sources/it.yaml" in result.output or "there is no finding" in result.output


# --- what stands in a text ---------------------------------------------------------------------


def test_signs_for_the_terminal_do_not_reach_it(say: Said) -> None:
    text = TEXT.replace("4 monete", "8 \x9b31mmonete\u202e \x1b[31m").replace("**1.2**", "**1.2**\u2028")
    for words in ((), ("--format", "github"), ("--confidence", "possible", "--all")):
        output = say(text.replace("8 ", "8 \x7f"), *words).output
        assert "number-differs" in output
        assert not {"\x9b", "\x1b", "\x7f", "\x00", "\u202e", "\u2028"} & set(output)


BOMBS = {
    "digits": "9" * 19_000,
    "brackets": "(9.5" * 4_500,
    "opened": "(" * 19_000,
    "points": "." * 19_000,
    "blanks": "9.5" + " " * 19_000 + "x",
    "strokes": "|" * 19_000,
    "tabs": "\t" * 19_000,
    "levels": "1." * 9_000,
    "commas": "1," * 9_000,
    "ranges": "1-" * 9_000,
    "signs": "- 1 " * 4_500,
    "denials": "non può " * 2_300,
    "letters": "è" * 19_000,
    "references": "\n".join("9.5 A" for _ in range(3_000)),
    "rows": "\n".join("| 1 | 2 |" for _ in range(2_000)),
    "wide": "| 1 " * 4_500 + "|\n" + "| 2 " * 4_500 + "|",
    "fences": "```\n" * 5_000,
}


@pytest.mark.parametrize("name", some(BOMBS, every=6))
def test_what_is_absurd_is_read_in_bounded_time(name: str) -> None:
    book = tutorial("it")
    with bounded():
        held(book.program, {"it": f"{book.text}\n\n**14.3 Fine.** Testo {BOMBS[name]}\n"}, glossary=book.glossary)


def test_a_line_of_ninety_thousand_signs_is_refused(say: Said) -> None:
    for sign in ("9", "(9.5", "a."):
        assert "error[not-a-text]" in say(TEXT + sign * 90_000).output


# --- what is written ---------------------------------------------------------------------------


def test_a_decision_keeps_the_comments_and_the_order_of_the_index(say: Said, game: Path) -> None:
    path = game / "sources" / "it.yaml"
    path.parent.mkdir()
    path.write_text(
        "# read twice, by two people\nlanguage: it  # the second printing\nsections:\n"
        '  - {id: "1.6", status: open}   # at the end of the book\n  - {id: "1.1", status: prose, because: no rule}\n'
        '  - {id: "1.2", status: partly, because: the second coin}\n'
        "accepted:\n  # the printer's fault\n  - finding: number-differs@1.2:8\n    because: misprint\n",
        "utf-8",
    )
    text = TEXT.replace("4 monete", "8 monete").replace("7 monete", "8 monete")
    result = say(text, "--accept", "number-differs@1.1:8", "--because", "as printed: 8", writes=True)
    assert result.exit_code == 0, result.output
    now = path.read_text("utf-8")
    kept = ["# read twice, by two people", "# the second printing", "# at the end of the book", "# the printer's fault"]
    places = [now.index(part) for part in [*kept, "number-differs@1.2:8", "number-differs@1.1:8", "as printed: 8"]]
    assert places == sorted(places)
    assert now.index('"1.6"') < now.index('"1.1"')
    assert "nothing found; 2 accepted" in say(text).output
    say(text, "--index", writes=True)
    later = path.read_text("utf-8")
    assert all(part in later for part in kept)
    assert later.index('"1.6"') < later.index('"1.1"')
    assert "because: no rule" in later
    assert "status: partly, because: the second coin" in later
    assert "number-differs@1.1:8" in later


FAULTY = (
    TEXT.replace("4 monete", "8 monete").replace("5 rematori", "5 rematori (vedere 1.9)")
    + "\n**1.8** Si può salpare.\n"
)


def test_json_fits_its_schema_and_sarif_its_own(say: Said) -> None:
    for text in (TEXT, FAULTY, OTHER, ""):
        for level in ("certain", "possible"):
            told = json.loads(say(text, "--json", "--confidence", level).output)
            JSON.validate(told)
            log = json.loads(say(text, "--format", "sarif", "--confidence", level).output)
            SARIF.validate(log)
            assert len(log["runs"][0]["results"]) == len(told["findings"]) + len(told["accepted"])
    told["findings"][0]["confidence"] = "absolute"
    assert not JSON.is_valid(told)


def test_the_schema_has_every_kind_there_is() -> None:
    kinds = schema("crosscheck")["$defs"]["desk"]["properties"]["kind"]["enum"]
    assert set(kinds) == {*KINDS, ""}
