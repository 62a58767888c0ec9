"""The command line: exit codes, streams, bad input, nothing half-written."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from regola_cli.recipe_search import found_for, nearest
from ruamel.yaml import YAML
from support.command import Run
from support.paths import GAMES, ROOT

GOOD = """\
table omen(die: d6) -> bool @1.1
  en "Whether the omen is good"
  | die | good  |
  | 1-3 | true  |
  | 4-6 | false |

example a_low_omen @1.1
  omen(2)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "omens.regola").write_text(GOOD, "utf-8")
    return tmp_path


def test_a_single_file_can_be_checked_asked_tested_built(regola: Run, folder: Path) -> None:
    assert (
        regola("check", "omens.regola", cwd=folder).stdout
        == "omens: 1 rule or table, 1 example, 0 errata: no findings\n"
    )
    assert regola("ask", "omens.regola", "omen", "die=3", cwd=folder).stdout.startswith("true\n")
    assert regola("test", "omens.regola", cwd=folder).returncode == 0
    assert regola("build", "omens.regola", "-o", "out", cwd=folder).returncode == 0
    assert (folder / "out" / "omens.py").is_file()


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("(2)", "2\n"),
        ("2", "2\n"),
        ("1 + 1", "2\n"),
        ("1 / 3 + 1 / 6", "1/2\n"),
        ("not omen(3)", "false\n  because omen (1.1)\n"),
    ],
)
def test_an_expression_is_asked_as_a_rule_is(asked: str, answer: str, regola: Run, folder: Path) -> None:
    result = regola("ask", "omens.regola", asked, cwd=folder)
    assert (result.returncode, result.stdout) == (0, answer)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "nowhere"), "there is no game `nowhere`"),
        (("ask", "omens.regola", "omne", "die=3"), "did you mean `omen`?"),
        (("ask", "omens.regola", "1 +"), "`1 +` is neither a rule nor an expression: "),
        (("ask", "omens.regola", "1 + omne(2)"), "is neither a rule nor an expression: "),
        (("ask", "omens.regola", "1 + 1", "die=1"), "no parameter `die`"),
        (("ask", "omens.regola", "omen"), "`omen` needs `die=…` (d6), or roll it with `regola odds`"),
        (("ask", "omens.regola", "omen", "die=9"), "`die=9` is outside `d6`"),
        (("ask", "omens.regola", "omen", "3"), "`3` is not `name=value`: write `die=3`"),
        (("ask", "omens.regola", "omen", "die=3", "4"), "`4` is not `name=value`"),
        (
            ("play", "omens.regola"),
            "declares no sequence of play: write one, `sequence turn` with `phase NAME by PLAYER` below",
        ),
        (("walk", "omens.regola"), "declares no sequence of play: write one, `sequence turn`"),
        (("ask", "omens.regola", "omen", "die=1", "die=2"), "`die` is given twice"),
        (("ask", "omens.regola", "omen", "dice=1"), "did you mean `die`?"),
        (("explain", "table-gaps"), "did you mean `table-gap`?"),
        (("chekc",), "did you mean `check`?"),
    ],
)
def test_wrong_use_is_one_plain_sentence(words: tuple[str, ...], says: str, regola: Run, folder: Path) -> None:
    result = regola(*words, cwd=folder)
    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


CUSTOMS = """\
state purse: int 0..9 = 1 @2.1

action pay(coins: int 1..9) @2.2
  allowed unless forbidden
  requires coins <= purse @2.3
"""


def test_a_requirement_that_fails_is_told_in_the_words_of_the_rule(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "customs.regola").write_text(CUSTOMS, "utf-8")
    answer = regola("ask", "customs.regola", "pay", "coins=2", cwd=tmp_path).stdout
    told, taken = answer.split("  taken ")
    assert told == "forbidden\n  because pay (2.2)\n  because pay requires coins <= purse (2.3)\n"
    assert taken == "as it starts: purse = 1 (2: allowed)\n"


def test_a_walk_is_in_one_language(regola: Run) -> None:
    english, italian = (regola("walk", "lantern_pass", *more).stdout for more in ((), ("--language", "it")))
    assert "Movement [smugglers]" in english
    assert "may be done here: attack" in english
    assert "Movimento [smugglers]" in italian
    assert "qui si può: attack" in italian
    assert "may be done here" not in italian


def test_findings_end_with_1_and_write_nothing(regola: Run, folder: Path) -> None:
    (folder / "omens.regola").write_text(GOOD.replace("  | 4-6 | false |\n", ""), "utf-8")
    assert regola("check", "omens.regola", cwd=folder).returncode == 1
    result = regola("build", "omens.regola", "-o", "out", cwd=folder)
    assert result.returncode == 1
    assert "table-gap" in result.stderr
    assert not (folder / "out").exists()
    assert regola("docs", "omens.regola", "-o", "out", cwd=folder).returncode == 1
    assert not (folder / "out").exists()


def test_warnings_fail_only_when_strict(regola: Run, folder: Path) -> None:
    (folder / "omens.regola").write_text(GOOD.replace(" @1.1\n  en", "\n  en"), "utf-8")
    assert regola("check", "omens.regola", cwd=folder).returncode == 0
    assert regola("check", "omens.regola", "--strict", cwd=folder).returncode == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_told(regola: Run, folder: Path) -> None:
    (folder / "locked").mkdir(mode=0o500)
    result = regola("build", "omens.regola", "-o", "locked/out", cwd=folder)
    assert (result.returncode, "cannot write" in result.stderr) == (2, True)


def test_an_output_that_is_a_file_is_told_and_kept(regola: Run, folder: Path) -> None:
    (folder / "taken").write_text("mine", "utf-8")
    result = regola("build", "omens.regola", "-o", "taken", cwd=folder)
    assert result.returncode == 2
    assert "cannot write" in result.stderr
    assert (folder / "taken").read_text("utf-8") == "mine"


def test_what_was_built_before_survives_a_failed_build(regola: Run, folder: Path) -> None:
    regola("build", "omens.regola", "-o", "out", cwd=folder)
    before = (folder / "out" / "omens.py").read_text("utf-8")
    (folder / "omens.regola").write_text(GOOD.replace("4-6", "5-6"), "utf-8")
    assert regola("build", "omens.regola", "-o", "out", cwd=folder).returncode == 1
    assert (folder / "out" / "omens.py").read_text("utf-8") == before
    assert [path.name for path in (folder / "out").iterdir()] == ["omens.py"]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_same_input_same_bytes(form: str, regola: Run, folder: Path) -> None:
    (folder / "omens.regola").write_text(GOOD.replace("  | 4-6 | false |\n", ""), "utf-8")
    first = regola("check", "omens.regola", "--format", form, cwd=folder).stdout
    assert first == regola("check", "omens.regola", "--format", form, cwd=folder).stdout
    assert "table-gap" in first
    if form in {"json", "sarif"}:
        json.loads(first)


def test_builds_are_the_same_bytes(regola: Run, folder: Path) -> None:
    for name in ("a", "b"):
        regola("build", "omens.regola", "-o", name, cwd=folder)
        regola("docs", "omens.regola", "-o", f"{name}/reference", cwd=folder)
    files = sorted(path.relative_to(folder / "a") for path in (folder / "a").rglob("*") if path.is_file())
    assert files
    for file in files:
        assert (folder / "a" / file).read_bytes() == (folder / "b" / file).read_bytes()


def test_list_names_everything(regola: Run) -> None:
    rows = json.loads(regola("list", "caucasus", "--json").stdout)["declarations"]
    found = {row["name"]: row for row in rows if row["kind"] == "table"}
    for name in (
        "combat_results",
        "determined_defence",
        "weather",
        "axis_replacement",
        "soviet_event",
        "isolation_attrition",
    ):
        assert name in found
    assert [p["name"] for p in found["combat_results"]["parameters"]] == ["die", "odds"]
    assert found["combat_results"]["anchors"] == ["8.3", "tables/combat-results"]
    assert all(set(row) == {"kind", "name", "anchors", "parameters", "result"} for row in rows)


def test_explain_tells_every_code(regola: Run) -> None:
    from regola_cli.catalogue import ALL_CODES

    listed = regola("explain").stdout
    for code in ALL_CODES:
        assert code.slug in listed
    assert "table-gap" in regola("explain", "R310").stdout


def test_text_with_control_characters_stays_text(regola: Run, folder: Path) -> None:
    nasty = GOOD.replace(
        "Whether the omen is good", '\\" + __import__(\\"os\\").system(\\"touch hacked\\") + \\"</script>\\\\'
    )
    (folder / "omens.regola").write_text(nasty, "utf-8")
    assert regola("build", "omens.regola", "-o", "out", "--standalone", cwd=folder).returncode == 0
    program = "import sys; sys.path.insert(0, 'out'); import omens; print(omens.ask('omen', die=1), omens.omen.__doc__)"
    import sys

    result = subprocess.run(
        [sys.executable, "-I", "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.stdout.startswith('True " + __import__'), result.stderr
    assert not (folder / "hacked").exists()


@pytest.mark.parametrize(
    ("called", "known_as", "title"),
    [
        ("Il mio gioco", "il_mio_gioco", "Il mio gioco"),
        ("città", "citta", "Città"),
        ("class", "game_class", "Class"),
        ("regola_x", "game_regola_x", "Regola x"),
        ("1914", "game_1914", "1914"),
        ("戦争", "game", "戦争"),
        ("a\"b: 'c'", "a_b_c", "A\"b: 'c'"),
    ],
)
def test_a_game_may_be_called_as_it_is(called: str, known_as: str, title: str, regola: Run, tmp_path: Path) -> None:
    made = regola("new", called, cwd=tmp_path)
    assert made.returncode == 0, made
    words = shlex.split(re.findall(r"`regola (check [^`]*)`", made.stdout)[0])
    assert words == ["check", called]
    assert regola(*words, "--strict", cwd=tmp_path).returncode == 0
    assert regola("build", called, "-o", "out", cwd=tmp_path).returncode == 0
    assert (tmp_path / "out" / f"{known_as}.py").is_file()
    assert YAML(typ="safe").load(tmp_path / called / "game.yaml")["title"] == {"en": title}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("enter(red)", "to do it in an example write `do …`"),
        ("active is red", "`phase NAME by PLAYER`"),
    ],
)
def test_what_the_play_lacks_is_told_with_what_to_write(line: str, wanted: str, regola: Run, tmp_path: Path) -> None:
    rules = "enum Side @1\n  red, blue\n\naction enter(side: Side) by side @2\n  allowed unless forbidden\n"
    (tmp_path / "gate.regola").write_text(f"{rules}\nexample e @2\n  {line}\n", "utf-8")
    checked = regola("check", "gate.regola", cwd=tmp_path)
    assert checked.returncode == 1
    assert wanted in checked.stdout


def test_a_record_is_told_as_rules_write_it(regola: Run, tmp_path: Path) -> None:
    """With the names of its fields or in their order; what has to be asked first is no value."""
    rules = """enum Suit @1
  moons, suns

record Card @1
  suit: Suit
  rank: int 1..5

define points(c: Card) -> int 1..6 @2
  c.rank + (if c.suit is moons then 1 else 0)

define best -> Card @2
  Card(suns, 5)
"""
    (tmp_path / "cards.regola").write_text(rules, "utf-8")
    for told in ("Card(moons, 3)", "Card(suit: moons, rank: 3)"):
        assert regola("ask", "cards.regola", "points", f"c={told}", cwd=tmp_path).stdout.startswith("4\n")
    bare = regola("ask", "cards.regola", "points", "Card(moons, 3)", cwd=tmp_path)
    assert "write `c=Card(moons, 3)`" in bare.stderr
    asked = regola("ask", "cards.regola", "points", "c=best()", cwd=tmp_path)
    assert "write the value itself" in asked.stderr


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "No more than three counters of the same nationality may ever be stacked in one hex at the end of the movement"
            " phase, and headquarters do not count towards this limit",
            "stacking",
        ),
        (
            "Cavalry units have their movement allowance halved, rounding fractions up, whenever the weather for the turn"
            " is mud or snow",
            "halved",
        ),
        (
            "a unit that has been attacked in this turn may never move into a swamp hex unless it is supplied by a friendly"
            " headquarters within three hexes",
            "lifted-ban",
        ),
        (
            "Il giocatore che alla fine dell'ultimo turno controlla il maggior numero di città vince la partita; in caso di"
            " parità vince il difensore",
            "most-points",
        ),
        (
            "Our company was founded in Turin nineteen years ago and now employs forty people in three other countries",
            None,
        ),
        ("la nonna prepara una torta di mele per tutti i nipoti che vengono a trovarla la domenica in campagna", None),
    ],
)
def test_a_long_sentence_is_found_by_what_it_speaks_of(said: str, wanted: str | None) -> None:
    found = found_for(said)
    assert (wanted in [recipe.id for recipe in found or nearest(said)]) if wanted else found == []


def test_a_new_game_is_a_copy_of_one_that_comes_along(regola: Run, tmp_path: Path) -> None:
    """Under a name of its own, without what leads out of its folder; checked in `regola test` of the tour."""
    made = regola("new", "my pass", "--like", "lantern_pass", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    texts = {path: path.read_text("utf-8") for path in (tmp_path / "my pass").rglob("*") if path.is_file()}
    assert len(texts) == len([path for path in (ROOT / "games" / "lantern_pass").rglob("*") if path.is_file()])
    assert [path for path, text in texts.items() if "../.." in text] == []
    checked = regola("check", "my pass", "--strict", cwd=tmp_path)
    assert checked.stdout.startswith("my_pass: ")
    assert checked.returncode == 0, checked.stdout


def test_a_game_that_does_not_come_along_cannot_be_copied(regola: Run, tmp_path: Path) -> None:
    told = regola("new", "x", "--like", "nowhere", cwd=tmp_path)
    assert told.returncode == 2
    assert "no game `nowhere` comes with Regola, but" in told.stderr
    assert "`lantern_pass`" in told.stderr
    both = regola("new", "x", "--like", "lantern_pass", "--literate", cwd=tmp_path)
    assert "`--like` and `--literate` do not go together" in both.stderr
    assert not (tmp_path / "x").exists()


def test_a_new_ruleset_checks_tests_builds_and_is_never_written_over(regola: Run, tmp_path: Path) -> None:
    assert regola("new", "My First Game!", cwd=tmp_path).returncode == 0
    assert "no findings" in regola("check", "My First Game!", "--strict", cwd=tmp_path).stdout
    assert "3 passed, 0 failed" in regola("test", "My First Game!", cwd=tmp_path).stdout
    assert regola("build", "My First Game!", cwd=tmp_path).returncode == 0
    assert (tmp_path / "build" / "my_first_game" / "my_first_game.py").is_file()
    outcomes = json.loads(
        regola("odds", "My First Game!", "losses", "ground=open", "entrenched=false", "--json", cwd=tmp_path).stdout
    )
    assert outcomes["outcomes"] == [
        {"value": 0, "probability": "1/2"},
        {"value": 1, "probability": "1/3"},
        {"value": 2, "probability": "1/6"},
    ]
    again = regola("new", "My First Game!", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "regola: `My First Game!/game.yaml` is there already, and nothing is written over it: name a new folder\n",
    )


def test_a_game_is_begun_in_a_folder_that_has_the_book(regola: Run, tmp_path: Path) -> None:
    place = tmp_path / "marsh"
    place.mkdir()
    shutil.copy(GAMES / "lantern_pass" / "rulebook.en.md", place / "book.md")
    begun = regola("new", ".", "--from", "en=book.md", cwd=place)
    assert begun.returncode == 0, begun.stderr
    assert regola("check", ".", cwd=place).returncode == 0
    kept = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    (place / "game.yaml").rename(place / "other.yaml")
    again = regola("new", ".", cwd=place)
    assert (again.returncode, again.stderr.count("is there already")) == (2, 1), "its folder of rules is another game's"
    (place / "other.yaml").rename(place / "game.yaml")
    assert kept == {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_files_of_translators_that_cannot_be_read_change_nothing(regola: Run, game_copy: Callable[[str], Path]) -> None:
    place = game_copy("lantern_pass")
    root = place.parents[1]
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    bomb = '<!DOCTYPE tmx [\n<!ENTITY a "aa">]><tmx version="1.4">&a;</tmx>'
    files = {
        "empty.xlf": (b"", "is empty"),
        "binary.po": (b"\x00\xff\xfe\x80", "neither UTF-8 nor UTF-16"),
        "zeros.po": (b"msgid\x00", "is not text"),
        "bomb.tmx": (bomb.encode(), "declares something of its own"),
        "open.xlf": (b"<xliff version='1.2'>\n<file>\n</xliff>", "3:"),
        "new.xlf": (b"<xliff version='2.0'/>", "this is XLIFF 2.0, not 1.2"),
        "page.xlf": (b"<html/>", "it begins with `html`"),
        "words.po": (b"some words\n", "neither XLIFF, TMX, TBX nor PO"),
        "odd.po": (b'msgid "a"\nmsgstr "b\n', "this is no line of a PO file"),
        "old.tbx": (b"<martif type='TBX'/>", "the file has no `body`"),
        "elsewhere.tmx": (
            b'<tmx version="1.4"><header srclang="it"/><body><tu tuid="a#b"><tuv xml:lang="it"><seg>x</seg></tuv>'
            b'<tuv xml:lang="en"><seg>y</seg></tuv></tu></body></tmx>',
            "none of its texts is one of lantern_pass",
        ),
        "german.tmx": (b'<tmx version="1.4"><header srclang="de"/><body/></tmx>', "it translates from `de`"),
    }
    for name, (data, says) in files.items():
        (root / name).write_bytes(data)
        for option in ("--import", "--update") if name not in {"elsewhere.tmx", "german.tmx"} else ("--import",):
            result = regola("texts", "lantern_pass", option, name, cwd=root)
            assert (result.returncode, "Traceback" in result.stderr) == (2, False), name
            assert says in result.stderr, (name, result.stderr)
        assert (root / name).read_bytes() == data
    assert before == {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_an_export_never_overwrites_what_a_translator_has(regola: Run, game_copy: Callable[[str], Path]) -> None:
    root = game_copy("lantern_pass").parents[1]
    (root / "mine.xlf").write_text("mine")
    result = regola("texts", "lantern_pass", "-o", "mine.xlf", cwd=root)
    assert (result.returncode, (root / "mine.xlf").read_text()) == (2, "mine")
    assert "`--update` brings it up to date" in result.stderr
    assert "no text is in `fr`" in regola("texts", "lantern_pass", "--from", "fr", "-o", "a.po", cwd=root).stderr


def test_terms_come_back_with_comments_and_order_kept(regola: Run, game_copy: Callable[[str], Path]) -> None:
    place = game_copy("lantern_pass")
    root, glossary = place.parents[1], place / "glossary.yaml"
    before = glossary.read_text("utf-8").split("\n")
    assert regola("texts", "lantern_pass", "-o", "t.tbx", cwd=root).returncode == 0
    text = (root / "t.tbx").read_text("utf-8")
    new = (
        '<langSec xml:lang="fr"><termSec><term>brouillard</term></termSec><termSec><term>brume</term>'
        '<termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termSec></langSec>'
    )
    entry = text.index("</conceptEntry>", text.index('id="fog"'))
    text = (text[:entry] + new + text[entry:]).replace("<term>scree</term>", "<!-- hm --><term>talus</term>")
    (root / "t.tbx").write_text(text, "utf-8")
    result = regola("texts", "lantern_pass", "--import", "t.tbx", cwd=root)
    assert (result.returncode, result.stdout) == (0, "lantern_pass: 3 terms changed or added\n"), result.stderr
    after = glossary.read_text("utf-8").split("\n")
    assert [line.strip() for line in before if line not in after] == ["en: scree"]
    assert [line.strip() for line in after if line not in before] == [
        "en: talus",
        "fr:",
        "preferred: brouillard",
        "- brume",
    ]
    assert regola("check", "lantern_pass", cwd=root).returncode == 0
    assert regola("texts", "lantern_pass", "--update", "t.tbx", cwd=root).returncode == 0
    updated = (root / "t.tbx").read_text("utf-8")
    assert "<!-- hm --><term>talus</term>" in updated
    assert new in updated


def test_a_file_of_rules_whose_name_is_misspelt_is_found_in_its_folder(tmp_path: Path, regola: Run) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "library.regola").write_text("enum Sky @1\n  clear\n", "utf-8")
    for asked, meant in (("lib/libary.regola", "lib/library.regola"), ("lib/library", "lib/library.regola")):
        ran = regola("check", asked, cwd=tmp_path)
        assert ran.returncode == 2
        assert ran.stderr == f"regola: there is no game `{asked}`: did you mean `{meant}`?\n"


def test_where_there_are_no_games_it_is_said_how_to_get_one(regola: Run, tmp_path: Path) -> None:
    told = regola("check", "caucasus", cwd=tmp_path)
    (command,) = re.findall(r"`(regola new [^`]*)`", told.stderr)
    assert told.returncode == 2
    assert regola(*command.split()[1:], cwd=tmp_path).returncode == 0
    assert regola("list", command.split()[2], cwd=tmp_path).returncode == 0
    assert regola("check", "own.regola", cwd=tmp_path).stderr == "regola: there is no file `own.regola` here\n"


@pytest.mark.parametrize("command", ["check", "test", "simulate"])
def test_a_folder_that_holds_games_and_is_none_is_not_taken_for_one(command: str, regola: Run, tmp_path: Path) -> None:
    assert regola("new", str(tmp_path / "shelf" / "ferry"), cwd=tmp_path).returncode == 0
    told = regola(command, ".", cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "regola: `.` is no game, and holds some: name one, as `shelf/ferry`\n"


@pytest.mark.parametrize("command", ["check", "fmt", "build"])
def test_where_games_lie_further_down_one_is_named(command: str, regola: Run, tmp_path: Path) -> None:
    assert regola("new", "ferry", cwd=tmp_path).returncode == 0
    told = regola(command, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "regola: there is no game here, but below there is: name it, as `ferry`\n"


UNREAD = """\
define speed(storm: bool) -> int 0..9 @2.1
  4
  exception becalmed @2.3 wen storm
    0

example a_storm @2.3
  speed(true) is 0
"""


def test_what_cannot_be_read_is_told_alike_and_is_not_said_to_be_missing(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "sail.regola").write_text(UNREAD, "utf-8")
    meant = "write `when` in place of `wen`"
    assert meant in regola("check", "sail.regola", cwd=tmp_path).stdout
    assert meant in regola("fmt", "sail.regola", cwd=tmp_path).stderr
    assert meant in regola("test", "sail.regola", "--format", "junit", cwd=tmp_path).stdout
    asked = regola("ask", "sail.regola", "speed", "storm=true", cwd=tmp_path)
    assert asked.stderr == "regola: `speed` cannot be asked while it has errors: run `regola check`\n"
