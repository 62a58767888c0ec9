"""What stands on the wrong line, what the game itself offers for an example, and what an error keeps from being told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import peek_game
from regola_dsl.declarations import KINDS, cut
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant.keeps import Names
from regola_dsl.meant.models import first_line, line_below
from regola_dsl.parser import parse_block
from regola_dsl.source import Source

GAME = """\
enum Guild @1
  weavers, dyers

players Guild @1

state coins(g: Guild): int 0..9 = 3 @2

define fee(n: int 0..9) -> int 0..9 @3
  n

rule thrift @4
  g must not beg when coins(g) > 5

action beg(g: Guild) by g in trade @4
  allowed unless forbidden
  effect coins(g) becomes min(coins(g) + 1, 9)

sequence turn @5
  repeat until coins(weavers) is 9
  for g in weavers, dyers
    phase trade by g
"""

# What a row of phrases, or a hint, leaves open, to be filled out of the game.
_PLACEHOLDER = re.compile(r"\b(?:NAME|TYPE|LIST|ACTION|DEFINE|CASE|COLUMN|EXCHANGED|TAG|ITEM)\b|\b(?:IN|WITH|HAS)\(")


def _told(text: str) -> str:
    """The help for the last declaration of a text, with what the game names at hand."""
    blocks = cut(Source("a.regola", f"{GAME}\n{text}")).blocks
    block = blocks[-1]
    known = Names(one.text for one in blocks).without(block.text)
    (found,) = parse_block(block, "a.regola", known).diagnostics
    return str(found.help)


def _found(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    path = folder / "game.regola"
    path.write_text(text, encoding="utf-8")
    return tuple(Session().check(peek_game(path, "game")).found)


@pytest.mark.parametrize("kind", ["enum", "scale", "rule", "change", "define", "exception", "event", "choice"])
def test_a_body_in_the_first_line_is_told_where_it_stands(kind: str) -> None:
    first = first_line(kind, "name", "@1.2").replace(" under short_game", "").replace(" over another_rule", "")
    body = line_below(kind, "", "@1.2")
    assert parse_block(cut(Source("a.regola", f"{first}\n  {body}\n")).blocks[0], "a.regola").declaration is not None
    (block,) = cut(Source("a.regola", f"{first} {body}\n")).blocks
    read = parse_block(block, "a.regola")
    assert read.declaration is None
    told = str(read.diagnostics[0].help)
    assert f"`{first}`" in told
    assert f"`{body}`" in told


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (("if n > 5 then 2", "if n > 3 then 1", "otherwise 0"), "if n > 5 then 2 else if n > 3 then 1 else 0"),
        (("2 when n > 5", "1 if n > 3", "0 otherwise"), "if n > 5 then 2 else if n > 3 then 1 else 0"),
        (("0: 1", "1 or 2: 4", "otherwise: 3"), "match n {0: 1, 1 or 2: 4, otherwise: 3}"),
    ],
)
def test_cases_one_below_the_other_are_told_as_one_value(lines: tuple[str, ...], value: str) -> None:
    body = "".join(f"  {line}\n" for line in lines)
    assert f"`{value}`" in _told(f"define price(n: int 0..9) -> int 0..9 @3.1\n{body}")


def test_a_line_at_the_margin_is_told_below_what_it_stands() -> None:
    assert "`sequence`" in _told("the game ends when coins(weavers) is 9 won by weavers @5.7")
    assert "`rule`" in _told("g may beg when coins(g) < 2")


def test_an_example_is_a_line_of_the_game_where_it_has_one() -> None:
    assert "`g must not beg when coins(g) > 5`" in _told("rule open @4.4\n  nobody begs from a friend")
    assert "`for x in weavers, dyers`" in _told("sequence other @5.5\n  each guild, weavers first\n    phase walk by x")
    assert "`pays 1 from coins(g)`" in _told("action buy(g: Guild) by g in trade @6\n  pays 1 coin @6.1")


@pytest.mark.parametrize(
    "who", ["each guild", "every Guild at once", "all guilds", "weavers and dyers", "each of Guild"]
)
def test_of_a_phase_that_is_by_everybody_it_is_told_how_all_play_it(who: str) -> None:
    told = _told(f"sequence other @5.5\n  phase walk by {who} @5.6")
    assert "`by weavers, dyers at once`" in told
    assert "`for x in weavers, dyers`" in told


def test_everybody_is_no_name_of_one_who_plays(tmp_path: Path) -> None:
    found = _found(tmp_path, f"{GAME}\nsequence other @5.5\n  phase walk by both @5.6\n")
    (help_text,) = [str(one.help) for one in found if one.code.slug == "unknown-name"]
    assert "`by weavers, dyers at once`" in help_text
    assert "for both" not in help_text


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("start turn", "`given phase is trade`"),
        ("next phase", "`play trade`"),
        ("scenario midwinter", "`given setup of midwinter`"),
        ("setup midwinter", "`given setup of midwinter`"),
    ],
)
def test_an_example_tells_where_the_game_stands_and_does_not_start_it(line: str, wanted: str) -> None:
    assert wanted in _told(f"example first @6\n  {line}\n  coins(weavers) is 3")


def test_an_exception_that_stands_alone_without_its_rule_is_not_given_any() -> None:
    (found,) = parse_block(
        cut(Source("a.regola", "exception generous @2.2 when n is 3\n  7")).blocks[0], "a.regola"
    ).diagnostics
    assert " to " not in str(found.help)


def test_once_a_game_is_a_limit_by_the_name_of_the_sequence() -> None:
    assert "`limit 1 each turn`" in _told("rule rare @6\n  g may only beg once per game")


def test_no_example_is_shown_with_a_placeholder() -> None:
    for kind in KINDS:
        for text in (f"{kind} @1.2 x y z", f"{kind}\n  x", f"{kind} name(\n", f"{kind} a b c d e f"):
            for block in cut(Source("a.regola", text)).blocks:
                for one in parse_block(block, "a.regola").diagnostics:
                    assert not _PLACEHOLDER.search(str(one.help)), text


def test_an_acceptance_is_not_called_unused_where_something_is_wrong(tmp_path: Path) -> None:
    accept = '\naccept never-read in beg @9\n  because en "it is kept for later"\n'
    assert "acceptance-unused" in {one.code.slug for one in _found(tmp_path, GAME + accept)}
    wrong = _found(tmp_path, GAME.replace("coins(g) > 5", "coin(g) > 5") + accept)
    assert "unknown-name" in {one.code.slug for one in wrong}
    assert "acceptance-unused" not in {one.code.slug for one in wrong}


def test_of_a_name_that_a_condition_made_it_is_told_that_it_ends(tmp_path: Path) -> None:
    ends = "  phase night\n    the game ends when any l in Guild where coins(l) is 9 won by l\n"
    found = _found(tmp_path, GAME + ends)
    (help_text,) = [str(one.help) for one in found if one.code.slug == "unknown-name"]
    assert "`l` is known within `any l in Guild where …`" in help_text


@pytest.mark.parametrize("written", ["yes or no = no", "true = true"])
def test_what_is_yes_or_no_is_told_its_type(tmp_path: Path, written: str) -> None:
    told = [str(one.help) for one in _found(tmp_path, f"{GAME}\nstate fair: {written} @6\n")]
    assert "`bool = " in told[0]


def test_a_field_of_what_a_piece_is_at_is_told_with_the_way_to_it(tmp_path: Path) -> None:
    pieces = "\nplace Town @6\n  price: int 1..9\n\npiece Cart @7\n  at: Town\n"
    worth = "\ndefine worth(c: Cart) -> int 1..9 @8\n  c.price\n"
    (found,) = [one for one in _found(tmp_path, GAME + pieces + worth) if one.code.slug == "unknown-name"]
    assert "`c.at.price`" in str(found.help)


@pytest.mark.parametrize(
    ("called", "wanted"),
    [("COUNTIF", "count x in"), ("SUM", "sum of"), ("VLOOKUP", "a table"), ("Math.max", "`max`"), ("ROUND", "round")],
)
def test_what_other_tools_call_is_told_by_how_it_is_said_here(tmp_path: Path, called: str, wanted: str) -> None:
    body = f"define worth(n: int 0..9) -> int 0..9 @3.3\n  {called}(n, 2)\n"
    if called == "ROUND":
        body = body.replace(", 2", "")
    (found,) = [one for one in _found(tmp_path, f"{GAME}\n{body}") if one.code.slug == "unknown-name"]
    assert wanted in str(found.help)
