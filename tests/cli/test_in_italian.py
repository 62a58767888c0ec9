"""What commands say in Italian has no English left in it: a game whose names and texts are Italian, whatever is asked of it.

What is said is looked through for words that templates have in English and none has in Italian (`support/spoken.py`).
So a sentence that is written past the catalogue is found wherever one of these commands comes by.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
from pathlib import Path

import pytest
from regola_cli.main import COMMANDS
from support.command import Run, in_process
from support.spoken import english_lines, start, typed

# A book for the ruleset to start from, with a number, a permission and a word that it should not have.
BOOK = """\
# Il gioco

## 2.1 Scaramucce

Chi attacca tira un dado. Un’unità non perde mai più di 3 passi.

## 2.3 Trincerarsi

Un’unità trincerata perde al massimo 2 passi: si veda 9.9. I caduti restano nella la zona.

## 4.3 Passi

Una parte a cui resta un passo può entrare nel bosco.
"""
# Another edition, which says much in another way.
CHANGES = (
    ("| 4-5  | 1       |", "| 4-5  | 2       |"),
    ("  -1 fra_gli_alberi", "  -2 fra_gli_alberi"),
    ("enum Terreno @1.2", "enum Terreno @1.2, 1.4"),
    ('  bosco   it "Bosco"', '  bosco   it "Bosco"\n  palude  it "Palude"'),
    ("by parte @3.1", "by parte @3.1 when passi(parte) > 1"),
    ("effect passi(parte) loses 1 @4.2", "effect passi(parte) loses 2 @4.2"),
    ("when passi(parte) < 2", "when passi(parte) < 3"),
    ("exception in_trincea @2.3 when trincerata", "exception in_buca @2.3 when trincerata"),
    ("state passi(parte: Parte): int 0..4 = 4", "state passi(parte: Parte): int 0..5 = 5"),
)
# A ruleset with one of many mistakes.
WRONG = """\
enum Tempo @1
  sereno, mosso

table tariffa(dado: d6) -> int 0..9 @2
  | dado | tariffa |
  | 1-2  | 1       |
  | 2-4  | 3       |

define pedaggio(tempo: Tempo, n: int 0..9) -> int 0..9 @3
  if tempo is serenno then 1 else tariffa(1) + 9

define doppio(n: int 0..9) -> int 0..9
  n * 2

example sbagliato @2
  doppio(3) is 7

define rotto(n: int 0..9 -> int
"""

# Nobody can ever act: the play has no end.
ENDLESS = """\
enum Chi @1
  rosso, blu
players Chi
state passi(c: Chi): int 0..9 = 0 @1.1
sequence corsa @2
  repeat until passi(rosso) is 9 @2
  phase muove by rosso @2.1
action salta by rosso in muove @3
  allowed unless forbidden
  requires passi(rosso) > 3 @3
  effect passi(rosso) gains 1 @3 when passi(rosso) < 9
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in Italian, another edition, a broken one, and a book."""
    folder = tmp_path_factory.mktemp("italiano")
    assert in_process("--messages", "it", "new", "gioco", cwd=folder).returncode == 0
    shutil.copytree(folder / "gioco", folder / "altra")
    rules = folder / "altra" / "rules" / "rules.regola"
    text = rules.read_text("utf-8")
    for old, new in CHANGES:
        assert old in text, old
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
    (folder / "altra" / "examples" / "examples.regola").unlink()
    (folder / "sbagliato.regola").write_text(WRONG, "utf-8")
    (folder / "libro.md").write_text(BOOK, "utf-8")
    return folder


def _left(said: str) -> list[str]:
    return english_lines(said, typed(start("it"), WRONG, *(new for _, new in CHANGES)))


@pytest.mark.parametrize("command", ["", *(name for name, _, _ in COMMANDS)])
def test_the_help_of_a_command_is_italian(regola: Run, command: str) -> None:
    told = regola("--messages", "it", *([command] if command else []), "--help")
    assert told.returncode == 0
    assert _left(told.stdout) == []


def test_what_the_runtime_says_of_a_play_is_italian(regola: Run, tmp_path: Path) -> None:
    game = tmp_path / "corsa.regola"
    game.write_text(ENDLESS, "utf-8")
    told = regola("--messages", "it", "play", str(game), "--seed", "1")
    assert "corsa si ripete senza fine" in told.stderr + told.stdout
    told = regola("--messages", "it", "simulate", str(game), "-n", "1")
    assert "corsa si ripete senza fine" in told.stdout


ASKED = """\
list gioco
list gioco --inputs
list gioco --kind nulla
walk gioco
walk gioco --sequence nulla
test gioco -v
test gioco --mutate -v
test gioco --errata
test sbagliato.regola
check gioco
check gioco --defaults
check sbagliato.regola
check sbagliato.regola --format sarif
check altra --strict
check niente
explain
explain --all
explain tabel-gap
perft gioco -n 3
simulate gioco -n 5
simulate gioco -n 5 --html partite.html
docs gioco -o guida
print gioco -o foglio.html
print gioco --summary -o compendio.html
print gioco --errata -o errata.html
print gioco --lang de
build gioco -o fatto
texts gioco
texts gioco -o testi.xliff
texts gioco -o testi.po
texts --book it=libro.md --to en -o libro.xlf
texts --book it=libro.md --to en --import libro.xlf -o tradotto.md
texts --book it=libro.md --to en --import niente.xlf -o tradotto.md
ask gioco perdite 6 bosco true
ask gioco perdite
ask gioco perdite 6 palude true
ask gioco entrare rossa bosco phase=marcia active=rossa
odds gioco perdite terreno=bosco trincerata=false
odds gioco scaramuccia
odds gioco copertura
odds gioco chi
diff gioco altra
diff altra gioco
diff gioco altra --json
diff gioco
crosscheck gioco --source it=libro.md --all
crosscheck gioco --source it=libro.md --all --confidence possibile
crosscheck gioco --source it=libro.md --sections
crosscheck --source it=libro.md --sections
crosscheck gioco --source it=libro.md --report lettera.html
crosscheck gioco --source it=libro.md --no-index --format json
crosscheck --source it=libro.md
crosscheck gioco --source it=libro.md --kind nulla
crosscheck gioco --source it=manca.md
crosscheck gioco --source it=gioco
new altro --from libro.md
crosscheck gioco --source it=libro.md -o pagina.html
new gioco
new bozza --from it=libro.md
new libro --literate
how qwerty
fmt gioco --check
fmt sbagliato.regola --check
chek gioco
check --strct
"""
# Those that no command understands.
USED_WRONGLY = {"crosscheck gioco --source it=libro.md --kind nulla", "chek gioco", "check --strct"}


@pytest.mark.parametrize("words", ASKED.splitlines())
def test_an_answer_is_italian(regola: Run, folder: Path, words: str) -> None:
    told = regola("--messages", "it", *words.split(), cwd=folder)
    assert told.stdout + told.stderr
    assert ("Uso:" in told.stderr) == (words in USED_WRONGLY), "only what is to be is not understood"
    assert _left(told.stdout + told.stderr) == []


@pytest.mark.parametrize(
    "words", ["simulate gioco --seed 2 -n 3", "odds gioco perdite terreno=bosco trincerata=false --summary"]
)
def test_numbers_are_written_as_in_italian(regola: Run, folder: Path, words: str) -> None:
    told = regola("--messages", "it", *words.split(), cwd=folder)
    numbers = re.findall(r"\d+[.,]\d+(?:%|, )", told.stdout)
    assert len(numbers) > 1
    assert [number for number in numbers if "." in number] == []


@pytest.mark.parametrize(
    "words", ["test gioco --mutate", "diff gioco altra", "check sbagliato.regola", "walk gioco", "explain"]
)
def test_english_would_be_found(regola: Run, folder: Path, words: str) -> None:
    assert _left(regola("--messages", "en", *words.split(), cwd=folder).stdout)


@pytest.mark.parametrize("path", ["bozza/rules/rules.regola", "bozza/glossary.yaml", "libro/rulebook.regola.md"])
def test_what_is_written_to_start_from_is_italian(regola: Run, folder: Path, tmp_path: Path, path: str) -> None:
    for words in (["bozza", "--from", f"it={folder / 'libro.md'}"], ["libro", "--literate"]):
        assert regola("--messages", "it", "new", *words, cwd=tmp_path).returncode == 0
    assert _left((tmp_path / path).read_text("utf-8")) == []


def test_a_game_at_the_terminal_is_italian(regola: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        "help, show, why entrare(rossa, bosco), entrare(rossa, bosco), 1, end, undo, ask passi(rossa), foo, record x"
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*lines.split(", "), "quit"]) + "\n"))
    told = regola("--messages", "it", "play", "gioco", cwd=folder)
    assert _left(told.stdout + told.stderr) == []


@pytest.mark.parametrize("words", ["--concordance lista.txt", "--terms lista.txt", "--terms lista.html"])
def test_a_list_beside_the_report_is_italian(regola: Run, folder: Path, words: str) -> None:
    told = regola("--messages", "it", "crosscheck", "gioco", "--source", "it=libro.md", *words.split(), cwd=folder)
    assert told.returncode in {0, 1}, told.stderr
    text = (folder / words.split()[1]).read_text("utf-8")
    assert _left(told.stderr) == []
    text = re.sub(r"<style>.*?</style>", "", text)
    assert not re.search(r"\b(terms?|times|forms|line|modal|number|bound|glossary)\b", text)
