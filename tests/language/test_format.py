"""Layout: what `regola fmt` settles, and that it settles nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_cli.fmt import command
from regola_cli.new import STARTS
from regola_compiler.model.visitor import without_spans
from regola_dsl.format import format_source
from regola_dsl.layout.lines import WIDTH, LayoutLine, read_lines
from regola_dsl.lexer import RawToken, lex
from regola_dsl.parser import File, parse_source
from regola_dsl.source import Source
from support.cases import read_fences
from support.drawn import programs
from support.effort import drawn, some
from support.games import parse_once
from support.paths import GAMES, ROOT

RULE_FILES = sorted(GAMES.rglob("*.regola"))
PLACES = {path.read_text("utf-8"): path.relative_to(ROOT).as_posix() for path in RULE_FILES}
# All files of games are laid out; their blanks are spoilt in some, as that takes twice as long.
LEFT_ALONE = {*PLACES} - {*some(PLACES, every=9)}
PAGES = [
    ROOT / "docs" / "language.md",
    *sorted((ROOT / "tests" / "cases").glob("*.md")),
    *sorted((ROOT / "compiler").rglob("*.md")),
    *sorted((ROOT / "dsl").rglob("*.md")),
]
SETTINGS = settings(max_examples=drawn(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The program is drawn, and shrinks; what is done to its blanks is too much to be drawn one by one.
damages = st.builds(Random, st.integers(0, 10**9))


def texts() -> list[Any]:
    shown = [pytest.param(path.read_text("utf-8"), id=path.relative_to(ROOT).as_posix()) for path in RULE_FILES]
    for path in PAGES:
        fences = [fence for fence in read_fences(path.read_text("utf-8")) if fence.language == "regola"]
        params = (pytest.param(fence.text, id=f"{path.name}:{fence.above}") for fence in fences)
        shown += some(params, every=5)
    return shown


# A test asks the same of the same few texts several times: it is worked out once.
laid_out_once = lru_cache(maxsize=16)(format_source)


@lru_cache(maxsize=16)
def lines_of(text: str) -> tuple[LayoutLine, ...]:
    return tuple(read_lines(text))


@cache
def parsed(text: str) -> File:
    """The trees of a text; a file of a game is read under its name, as by all else in this process."""
    return parse_once(Source(PLACES[text], text)) if text in PLACES else parse_source(Source("sample.regola", text))


@lru_cache(maxsize=16)
def said(text: str) -> tuple[object, object]:
    """What a text says: its trees, and the kinds of its findings."""
    file = parsed(text)
    return without_spans(file.declarations), sorted(found.code.slug for found in file.diagnostics)


def comments(text: str) -> list[str]:
    return [line.comment for line in lines_of(text) if line.comment]


def check(text: str) -> str:
    """Format a text, and hold what must hold of every text."""
    once = laid_out_once(text)
    assert said(once) == said(text)
    assert laid_out_once(once) == once
    assert comments(once) == comments(text)
    assert all(line.kept or line.text == line.text.rstrip() for line in lines_of(once))
    assert "\n\n\n" not in once or any(line.kept for line in lines_of(once))
    assert not once or once[0] != "\n"
    assert not once or re.search(r"[^\n]\n\Z", once)
    return once


# --- damage ------------------------------------------------------------------------------


class Damage:
    """Spoils the layout of a text and leaves what it says."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.remarks = 0

    def blanks(self, least: int, most: int = 4) -> str:
        return " " * self.random.randint(least, most)

    def remark(self) -> str:
        self.remarks += 1
        more = self.random.choice(["", " | b |", ' "', " @8.3, 9", ' it "x"', " ("])
        return f"# remark {self.remarks}{more}"

    def spoil(self, text: str, *, more: bool = False) -> str:
        """A formatted text with other blanks; if `more`, with comments, empty lines and broken lines too."""
        out: list[str] = []
        home, steps = -2, [0]
        for line in lines_of(text)[:-1]:
            if line.home != home:
                home, steps = line.home, [0]
                for _ in range(60):
                    steps.append(steps[-1] + self.random.randint(1, 5))
            deeper = line.goes_on * self.random.randint(1, 9)
            indent = steps[line.level] + deeper if line.code else self.random.randint(0, 9) * bool(line.written)
            for part in self.parts(line, more=more):
                out.append(" " * indent + part + self.blanks(0, 2))
                indent = steps[line.level] + self.random.randint(1, 9)
                if more and self.random.random() < 0.1:
                    out.append(self.blanks(0, 9) + self.remark())
            if line.blank or (more and self.random.random() < 0.1):
                out += [self.blanks(0)] * self.random.randint(line.blank, 2)
        end = self.random.choice(["\n", "\r\n"])
        return self.random.choice(["", "\ufeff", end * 2]) + end.join(out) + end * self.random.randint(0, 3)

    def parts(self, line: LayoutLine, *, more: bool) -> list[str]:
        """The lines that one line is written as, without their indentation."""
        if not line.code:
            return [line.comment]
        written = self.words(line.tokens, loose=True)
        if told(written) != told_of(line.tokens):
            written = self.words(line.tokens, loose=False)
        broken = [written]
        if more:
            places = [place for place in range(1, len(line.tokens)) if self.breaks(line.tokens, place)]
            if places and line.tokens[0].kind != "ROW" and not line.goes_on:
                place = self.random.choice(places)
                halves = line.tokens[:place], line.tokens[place:]
                broken = [self.words(half, loose=False) for half in halves]
        comment = line.comment or (self.remark() if more and self.random.random() < 0.2 else "")
        broken[-1] += self.blanks(0) + comment
        return broken

    def breaks(self, tokens: tuple[RawToken, ...], place: int) -> bool:
        """Whether the line may be broken before a token."""
        before = [token.text for token in tokens[:place] if token.kind == "OPERATOR"]
        inside = sum((text in "([{") - (text in ")]}") for text in before) > 0
        word = tokens[place].kind == "WORD" and tokens[place].text in {"and", "or", "when", "unless", "except", "else"}
        return inside or word

    def words(self, tokens: tuple[RawToken, ...], *, loose: bool) -> str:
        """The words of a line with other blanks between them, and if `loose`, with some where there were none."""
        out = ""
        for place, token in enumerate(tokens):
            apart = place and tokens[place - 1].end_column < token.column
            out += self.blanks(1) if apart else ""
            if loose and place > 1 and self.random.random() < 0.4:
                before = tokens[place - 1].text
                if token.text in {",", ")", "]", "}", ":", ".."} or before in {"(", "[", "{", ".."}:
                    out += self.blanks(0, 2)
                elif before in {",", ":", "=", "<=", ">=", "->"} or token.text in {"->", "=", "<", ">"}:
                    out = out.rstrip()
            out += self.spaced(token)
        return out

    def spaced(self, token: RawToken) -> str:
        if token.kind == "ANCHORS" and '"' not in token.text:
            return token.text.replace(", ", f"{self.blanks(0)},{self.blanks(0)}")
        if token.kind == "ROW" and '"' not in token.text:
            cells = [cell.strip() for cell in token.text[1:-1].split("|")]
            return "|" + "|".join(self.blanks(0) + cell + self.blanks(0) for cell in cells) + "|"
        return token.text


def told(text: str) -> list[tuple[str, object]]:
    return told_of(lex("", [(1, text)])[0])


def told_of(tokens: list[RawToken] | tuple[RawToken, ...]) -> list[tuple[str, object]]:
    shown = [token for token in tokens if not token.kind.startswith("_")]
    return [(token.kind, [name for name, _ in token.anchors] or re.sub(r" *\| *", "|", token.text)) for token in shown]


def with_texts(text: str, random: Random) -> str:
    """A program some of whose lines end in texts."""
    out = []
    for line in text.split("\n"):
        takes = re.search(r"@\d$|^  \w+: \w+( = \w+| 0\.\.3)?$", line) and random.random() < 0.5
        out.append(line + random.choice([' it "due  parole"', ' it "a, b"  en "c # d"']) if takes else line)
    return "\n".join(out)


# --- properties --------------------------------------------------------------------------


@SETTINGS
@given(programs, damages)
def test_layout_depends_on_no_blank(program: str, random: Random) -> None:
    text = check(with_texts(program, random))
    spoilt = Damage(random).spoil(text)
    assert said(spoilt.removeprefix("\ufeff")) == said(text)
    assert laid_out_once(spoilt) == text


@SETTINGS
@given(programs, damages)
def test_meaning_and_comments_stay_whatever_the_layout_was(program: str, random: Random) -> None:
    text = laid_out_once(with_texts(program, random))
    damage = Damage(random)
    spoilt = damage.spoil(text, more=True).removeprefix("\ufeff")
    assert said(spoilt) == said(text)
    assert not parsed(spoilt).diagnostics
    remarks = re.findall(r"# remark \d+", spoilt)
    assert len(remarks) == damage.remarks
    assert re.findall(r"# remark \d+", check(spoilt)) == remarks


@pytest.mark.parametrize("text", texts())
def test_every_text_here_keeps_what_it_says(text: str) -> None:
    laid_out = check(text)
    assert laid_out == text or text not in PLACES, "run `regola fmt`"
    lines = lines_of(laid_out)
    if not laid_out or text in LEFT_ALONE or any(line.kept for line in lines):
        return
    random = Random(len(text))
    if all(line.code or not line.comment for line in lines):
        assert laid_out_once(Damage(random).spoil(laid_out)) == laid_out
    worse = Damage(random).spoil(laid_out, more=True).removeprefix("\ufeff")
    check(worse)


WORDS = [
    *'a when and or then exception it en is "x" "a#b" "|" @8.3 @"s" , ( ) { } [ ] + - * / = == -> .. . :'.split(),
    *'1 2.5 3-1 d6 5+ # | ||a|b| |"|"|b| ruling because "open @ é ; –'.split(),
    *("\t", "\r", "\ufeff", "\x0c", "\xa0"),
]
words = st.tuples(st.sampled_from(WORDS), st.sampled_from(["", " ", "  "]))
lines = st.builds(lambda indent, parts: " " * indent + "".join(map("".join, parts)), st.integers(0, 7), st.lists(words))


@settings(max_examples=drawn(600), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(lines, max_size=6).map("\n".join))
def test_nothing_written_breaks_it(text: str) -> None:
    once = format_source(text)
    assert format_source(once) == once


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    once = format_source(text)
    assert format_source(once) == once


# --- what it settles ---------------------------------------------------------------------

SETTLED = {
    "indentation": (
        "define a(n: int 1..3) -> int @1\n     n\n     exception b @2 when n > 1\n          2\n",
        "define a(n: int 1..3) -> int @1\n  n\n  exception b @2 when n > 1\n    2\n",
    ),
    "blanks": (
        "define a( n:int  -1 .. 3,b : bool )->int  @1 ,2\n  (n+1)*2+f (n , -n ) - min( 1,2 )  # so\n",
        "define a(n: int -1..3, b: bool) -> int @1, 2\n  (n + 1) * 2 + f (n, -n) - min(1, 2)  # so\n",
    ),
    "brackets behind a word that asks": (
        "define a(n: U) -> bool @1\n  n.k in{a,b} and(n . x or not(n is 3-1))\n",
        "define a(n: U) -> bool @1\n  n.k in {a, b} and (n.x or not (n is 3-1))\n",
    ),
    "values are no sums": (
        "scale S @1\n  1-2,A1/DR ,  D1-B\n",
        "scale S @1\n  1-2, A1/DR, D1-B\n",
    ),
    "a signed line and one that goes on": (
        "modifiers m(n: int 1..3) @1\n   +1   a @1 when n\n     + 2 > 1\n   -1 b @1\n",
        "modifiers m(n: int 1..3) @1\n  +1 a @1 when n\n    + 2 > 1\n  -1 b @1\n",
    ),
    "a table": (
        'table t(n: d6) -> S @1\n  |n|s|@2\n  |1-3   |"a | b"|   @"x" , 3  # why\n  # or so\n  | otherwise ||\n',
        'table t(n: d6) -> S @1\n  | n         | s       | @2\n  | 1-3       | "a | b" | @"x", 3  # why\n  # or so\n  | otherwise |         |\n',
    ),
    "texts in columns": (
        'enum E @1\n  it "E" en "E"\n  a it "Uno" en "One"\n  longer it "Due" en "Two"\n  c\n  dd it "Tre parole"\n    en "Three"\n',
        'enum E @1\n  it "E"  en "E"\n  a       it "Uno"  en "One"\n  longer  it "Due"  en "Two"\n  c\n  dd      it "Tre parole"\n          en "Three"\n',
    ),
    "sections and texts in columns": (
        'record R @1\n  a: int 1..3 @2.1 it "x" en "y"\n  bcd: bool = false it "longer" en "z"\n  e: bool @12.11\n',
        'record R @1\n  a: int 1..3        @2.1  it "x"       en "y"\n  bcd: bool = false        it "longer"  en "z"\n  e: bool            @12.11\n',
    ),
    "sections alone, in a list": ("enum E @1\n  a @2\n  long @3\n", "enum E @1\n  a     @2\n  long  @3\n"),
    "sections alone, of sentences": (
        "choice c @1\n  prefer least a(u) @2\n  prefer most room_there(u) @3\n",
        "choice c @1\n  prefer least a(u) @2\n  prefer most room_there(u) @3\n",
    ),
    "no text stands in a comparison": (
        'example e @1\n  a(1) is "x"\n  b_longer(2) is "yy"\n',
        'example e @1\n  a(1) is "x"\n  b_longer(2) is "yy"\n',
    ),
    "a condition below a line that heads a block": (
        "define a -> int @1\n  1\n  exception b @2\n   when c\n   and d\n   unless e\n   or f\n    2\n",
        "define a -> int @1\n  1\n  exception b @2\n      when c\n        and d\n      unless e\n        or f\n    2\n",
    ),
    "a value that goes on": (
        "define a -> int @1\n  b\n      and c\n   or d\n",
        "define a -> int @1\n  b\n    and c\n    or d\n",
    ),
    "brackets over several lines": (
        "define a -> int @1\n  b(\n  c,\n  d(e,\n  f\n  and g),\n  [\n  h\n  ]\n  )\n",
        "define a -> int @1\n  b(\n    c,\n    d(e,\n      f\n      and g),\n    [\n      h\n    ]\n  )\n",
    ),
    "texts below a ruling": (
        'erratum e @1\n  ruling because\n        it "Perché"\n        en "Because"\n',
        'erratum e @1\n  ruling because\n    it "Perché"\n    en "Because"\n',
    ),
    "empty lines": (
        "\n\n# a\n\n\nenum E @1\n\n  a\n\n\n  b\nenum F @1\n  a\n# of G\nenum G @1\n  a\n\n\n",
        "# a\n\nenum E @1\n\n  a\n\n  b\n\nenum F @1\n  a\n\n# of G\nenum G @1\n  a\n",
    ),
    "facts may stand together": (
        'state a: bool @1\nstate bcd: bool @1 it "B" en "B"\nstate e: bool @1 it "E"\n\nstate f: bool @1\n  it "F"\nstate g: bool @1\naction h @1\n  a\n',
        'state a: bool    @1\nstate bcd: bool  @1  it "B"  en "B"\nstate e: bool    @1  it "E"\n\nstate f: bool @1\n  it "F"\nstate g: bool @1\n\naction h @1\n  a\n',
    ),
    "comments": (
        "define a -> int @1 # head\n# level with what follows\n      # and this\n  1\n  exception b @1\n    2\n    # the end of b\n  # of c\n  exception c @1\n    3\n     # the end of c\n# of d\n",
        "define a -> int @1  # head\n  # level with what follows\n  # and this\n  1\n  exception b @1\n    2\n    # the end of b\n  # of c\n  exception c @1\n    3\n    # the end of c\n# of d\n",
    ),
    "comments behind neighbours": (
        "define a -> int @1\n  let b = 1 # one\n  let cde = 12   # two\n\n  b # three\n",
        "define a -> int @1\n  let b = 1     # one\n  let cde = 12  # two\n\n  b  # three\n",
    ),
    "ends of lines": ("\ufeffenum E @1  \r\n  a \r\n\r\n\r\n", "enum E @1\n  a\n"),
    "what cannot be read": (
        "enum E @1\n   a“b”\n\n\n   c\nenum F  @1\n   a\n",
        "enum E @1\n   a“b”\n\n\n   c\n\nenum F @1\n  a\n",
    ),
    "nothing": ("\n  \n", ""),
}


@pytest.mark.parametrize(("written", "settled"), SETTLED.values(), ids=SETTLED)
def test_what_is_settled(written: str, settled: str) -> None:
    assert format_source(written) == settled
    assert format_source(settled) == settled


def test_no_line_is_padded_past_the_width() -> None:
    short, long = "x" * 20, "y" * 90
    text = f'enum E @1\n  a it "{short}" en "{short}"\n  b it "{long}" en "c"\n  d it "e" en "f"\n'
    a, b, d = format_source(text).split("\n")[1:4]
    assert max(len(line) for line in (a, b, d)) <= WIDTH
    assert a.index("en ") == d.index("en ") == a.index("it ") + len(f'it "{short}"  ')
    assert b.endswith('y"  en "c"')


def test_a_construct_the_formatter_never_heard_of_is_laid_out() -> None:
    text = 'ritual dawn( h:Hex )@1\n   costs  2,3 @4 it "Costa" en "Costs"\n   chants [a ,b] until  not(h is lit)\n'
    assert format_source(text) == (
        'ritual dawn(h: Hex) @1\n  costs 2, 3 @4  it "Costa"  en "Costs"\n  chants [a, b] until not (h is lit)\n'
    )


BEGINNINGS = sorted(STARTS.rglob("*.regola"))


@pytest.mark.parametrize("path", BEGINNINGS, ids=lambda path: path.relative_to(STARTS).as_posix())
def test_what_a_new_ruleset_begins_with_is_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_source(text) == text


# --- the command -------------------------------------------------------------------------

UNTIDY = "table omen(die: d6) -> bool @1.1\n | die | good |\n | 1-3 | true |\n | 4-6 | false |\n"
TIDY = "table omen(die: d6) -> bool @1.1\n  | die | good  |\n  | 1-3 | true  |\n  | 4-6 | false |\n"
BROKEN = "table omen(die: d6) -> bool @1.1\n | die | good\n"

Fmt = Callable[..., Result]


@pytest.fixture
def fmt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fmt:
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(command, words)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "games" / "omens"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("id: omens\ntitle: {en: Omens}\nlanguages: [en]\n", "utf-8")
    (folder / "rules" / "1.regola").write_text(UNTIDY, "utf-8")
    (folder / "rules" / "2.regola").write_text(TIDY, "utf-8")
    return folder


@pytest.mark.parametrize("words", [(), ("omens",), ("games/omens",), ("games/omens/rules/1.regola", "omens")])
def test_files_are_laid_out_in_place(words: tuple[str, ...], fmt: Fmt, game: Path) -> None:
    result = fmt(*words)
    assert (result.exit_code, result.stdout) == (0, "games/omens/rules/1.regola\n1 of 2 files changed\n")
    assert (game / "rules" / "1.regola").read_text("utf-8") == TIDY
    assert sorted(path.name for path in (game / "rules").iterdir()) == ["1.regola", "2.regola"]
    again = fmt(*words)
    assert (again.exit_code, again.stdout) == (0, "0 of 2 files changed\n")


def test_check_lists_and_writes_nothing(fmt: Fmt, game: Path) -> None:
    result = fmt("--check")
    assert (result.exit_code, result.stdout) == (1, "games/omens/rules/1.regola\n")
    assert result.stderr == "1 of 2 files would change\n"
    assert (game / "rules" / "1.regola").read_text("utf-8") == UNTIDY
    assert fmt("--check", "games/omens/rules/2.regola").exit_code == 0


def test_diff_shows_and_writes_nothing(fmt: Fmt, game: Path) -> None:
    result = fmt("--diff")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "--- games/omens/rules/1.regola\t(as it is)\n+++ games/omens/rules/1.regola\t(laid out)\n@@"
    )
    assert "\n- | 4-6 | false |\n" in result.stdout
    assert "\n+  | 1-3 | true  |\n" in result.stdout
    assert (game / "rules" / "1.regola").read_text("utf-8") == UNTIDY
    assert fmt("--diff", "games/omens/rules/2.regola").stdout == ""


def test_a_file_that_cannot_be_read_is_left_and_told(fmt: Fmt, game: Path) -> None:
    (game / "rules" / "3.regola").write_text(BROKEN, "utf-8")
    (game / "rules" / "4.regola").write_bytes(b"\xff\n")
    result = fmt()
    assert result.exit_code == 1
    assert result.stdout == "games/omens/rules/1.regola\n1 of 3 files changed\n"
    assert "error[syntax-error]: a table row needs a `|` at its end too" in result.stderr
    assert "--> games/omens/rules/3.regola:2:" in result.stderr
    assert "error[not-utf8]" in result.stderr
    assert (game / "rules" / "1.regola").read_text("utf-8") == TIDY
    assert (game / "rules" / "3.regola").read_text("utf-8") == BROKEN
    assert (game / "rules" / "4.regola").read_bytes() == b"\xff\n"


def test_ends_of_lines_and_mark_go_and_who_may_read_stays(fmt: Fmt, game: Path) -> None:
    file = game / "rules" / "2.regola"
    file.write_bytes(b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode())
    file.chmod(0o600)
    assert fmt(str(file)).exit_code == 0
    assert file.read_bytes() == TIDY.encode()
    assert file.stat().st_mode & 0o777 == 0o600


def test_wrong_use_is_told(fmt: Fmt, game: Path) -> None:
    result = fmt("omen")
    assert (result.exit_code, result.stderr) == (2, "regola: there is no game `omen`: did you mean `omens`?\n")


def test_no_game_is_wrong_use(fmt: Fmt) -> None:
    result = fmt()
    assert (result.exit_code, result.stderr) == (
        2,
        "regola: there is no game here: name a folder or a `.regola` file\n",
    )


def test_a_text_below_one_that_begins_its_line_still_goes_on_from_it() -> None:
    text = 'define f(a: int 1..3) -> int @1\n  it "x"\n     en "y"\n      de "z"\n  a\n'
    assert format_source(text) == 'define f(a: int 1..3) -> int @1\n  it "x"\n    en "y"\n    de "z"\n  a\n'
