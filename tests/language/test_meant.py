"""What is proposed for a line that cannot be read: that it loses nothing, and is of the line in hand."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from regola_dsl.declarations import KINDS, cut
from regola_dsl.diagnostics import akin
from regola_dsl.meant import stuck
from regola_dsl.meant.keeps import Names, keeps
from regola_dsl.meant.models import BELOW, first_line, line_below, model
from regola_dsl.meant.phrases import phrases_of
from regola_dsl.meant.phrases.hints import HINTS, SURE
from regola_dsl.meant.ready import make_ready
from regola_dsl.parser import parse_block
from regola_dsl.source import Source
from regola_dsl.wording import localized
from support.cases import compiled


def _reads(text: str) -> bool:
    (block,) = cut(Source("a.regola", text)).blocks
    return parse_block(block, "a.regola").declaration is not None


def _first(kind: str) -> str:
    return first_line(kind, "name", "@1.2")


def _below(kind: str, word: str = "") -> str:
    return line_below(kind, word, "@1.2") if word in BELOW.get(kind, {}) else ""


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_of_a_first_line_is_one(kind: str) -> None:
    below = _below(kind)
    assert _reads(f"{_first(kind)}\n" + (f"  {below}\n" if below else ""))


@pytest.mark.parametrize(("kind", "word"), [(kind, word) for kind, lines in BELOW.items() for word in lines])
def test_the_model_of_a_line_below_is_one_there(kind: str, word: str) -> None:
    line = _below(kind, word)
    assert line.startswith(word)
    inside = "    u.attack\n" if kind in {"define", "exception"} and "exception" in line else ""
    more = "    phase losses\n" if line.startswith("for ") else ""
    assert _reads(f"{_first(kind)}\n  {_below(kind)}\n  {line}\n{inside}{more}")


def test_a_model_has_the_name_and_the_section_that_somebody_wrote() -> None:
    assert model(("state turn of play @3.1",), 0, "state turn") == "state turn(p: Side): int 0..9 = 0 @3.1"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  c.strength * 0,5", "  c.strength #* 0,5"),
        ("  a < b ? 1 : 2", "  a < b # 1 : 2"),
        ("  requires !c.tired", "  requires c.tired"),
        ("  +1 if morale is high @6.5", "  +1 if_morale_is_high @6.5"),
        ("  -2 marshy when in a marsh", "  -2 marshy when in a(marsh)"),
        ("  c must not enter when turn > 3", "  c must not enter when turn"),
    ],
)
def test_nothing_is_proposed_that_loses_what_was_written(old: str, new: str) -> None:
    assert not keeps(old, new, ("modifiers name(c: Company)",))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  c.strength * 0,5", "  c.strength * 0.5"),
        ("  roll die: 1d6", "  roll die: d6"),
        ("  coins no less than 3", "  coins >= 3"),
        ("  c.strength // all of it", "  c.strength # all of it"),
        ("rule two to a space @5.4", "rule two_to_a_space @5.4"),
    ],
)
def test_what_says_the_same_may_be_proposed(old: str, new: str) -> None:
    assert keeps(old, new, ("modifiers name(c: Company)",))


def test_words_that_are_used_each_for_itself_are_members_and_no_name() -> None:
    named = Names(
        ("modifiers m(a: Attack)\n  +1 brave when a.morale is high\n  -1 shy when a.morale in {low, steady}",)
    )
    known = named.without("scale Morale")
    assert not keeps("  low steady high", "  low_steady_high", ("scale Morale",), known)
    assert keeps("  deep marsh", "  deep_marsh", ("enum Ground",), known)


def _moved(kind: str) -> str:
    """The first line of a kind with its section behind its name."""
    return re.sub(r"^(\w+ (?:after )?\w+)(.*?) @1\.2", r"\1 @1.2\2", _first(kind))


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind not in {"players", "setup", "label", "limit", "accept"}]
)
def test_of_a_section_in_another_place_the_line_is_told_whole(kind: str) -> None:
    below = _below(kind)
    text = f"{_moved(kind)}\n" + (f"  {below}\n" if below else "")
    (block,) = cut(Source("a.regola", text)).blocks
    read = parse_block(block, "a.regola")
    if read.declaration is None:
        assert _first(kind) in str(read.diagnostics[0].help)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"setup", "label"}])
@pytest.mark.parametrize("where", ["at its end", "before its section"])
def test_of_a_colon_too_many_it_is_told_to_leave_it_out(kind: str, where: str) -> None:
    first = _first(kind)
    if where == "before its section" and " @1.2" not in first:
        pytest.skip("it cites none")
    below = _below(kind)
    slip = f"{first}:" if where == "at its end" else first.replace(" @1.2", ": @1.2")
    (block,) = cut(Source("a.regola", f"{slip}\n" + (f"  {below}\n" if below else ""))).blocks
    read = parse_block(block, "a.regola")
    assert read.declaration is not None or "leave out `:`" in str(read.diagnostics[0].help), read.diagnostics


def test_a_piece_that_is_called_like_a_die_is_said_to_be_one() -> None:
    rules = "piece Toy @1\naction take(t: Toy) @2\n  allowed unless forbidden\nexample e @2\n  with d4: Toy\n  do take({})\n"
    (found,) = compiled((rules.format("d4"),)).found
    assert 'met the die `d4`: a piece of that name stands in quotes, `"d4"`' in localized(found.message)
    assert compiled((rules.format('"d4"'),)).found == []


GROUND = 'enum Ground @1\n  plain, crag, marsh\n\nenum Cost @1\n  "1/2", "1", none\n\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("define c(g: Ground) -> Cost @2\n  if g is plain then 0,5 else none\n", '`"1/2"`'),
        ("define c(g: Ground) -> bool @2\n  g is crag oppure marsh\n", "`in {crag, marsh}`"),
        ("define c(g: Ground) -> bool @2\n  g is not crag || marsh\n", "`not in {crag, marsh}`"),
        ("define c(g: Ground, wet: bool) -> bool @2\n  g is crag || wet\n", "`g is crag or wet`"),
        ('define c(g: Ground) -> bool @2 it "Sulla rupe en "On a crag"\n  g is crag\n', '`it "Sulla rupe" en'),
        (
            "define a(g: Ground, wet: bool) -> bool @2\n  wet\n\ndefine c(g: Ground) -> bool @3\n  a(true, g)\n",
            "`a(g, true)`",
        ),
        (
            "define c(wet: bool) -> int 0..3 @2\n  1\n  exception rain @3 when wet\n  3\n",
            "the value of `rain`, indent it",
        ),
        ('define c(g: Ground) -> bool @2 en "The word "fire" is"\n  g is crag\n', '\\"fire\\"'),
    ],
)
def test_a_value_or_a_text_is_seen_in_what_was_taken_for_something_else(text: str, said: str) -> None:
    found = compiled((GROUND + text,)).found
    assert said in found[0].help, found[0]


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("bribery", ["bribing", "bridge"], "bribing"),
        ("supplies", ["supply_line", "supply"], "supply"),
        ("march", ["marsh", "mark"], None),
        ("movement", ["moves", "moved"], None),
        ("car", ["carry"], None),
    ],
)
def test_a_word_of_the_same_root_is_offered_where_it_is_the_only_one(
    name: str, known: list[str], meant: str | None
) -> None:
    assert akin(name, known) == meant


def test_a_text_that_is_only_open_is_closed_and_nothing_else_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    reading = stuck.read_with
    monkeypatch.setattr(stuck, "read_with", lambda *told: (tried.append(told[1]), reading(*told))[1])
    (block,) = cut(Source("", 'enum Side @1.1\n  crew en "Those who land, unless')).blocks
    (found,) = parse_block(block, "").diagnostics
    assert found.message == "a text is opened here and not closed"
    assert tried == ['  crew en "Those who land, unless"']
    (fix,) = found.fixes
    assert fix.written(block.text) == f'{block.text}"'


def test_no_row_stands_behind_its_like_where_nothing_reaches_it() -> None:
    for kind in KINDS:
        rows = Counter((pattern.pattern, meant) for pattern, meant in phrases_of(kind, first=True))
        assert [row for row, times in rows.items() if times > 1] == [], kind
    hints = Counter((hint.pattern.pattern, hint.kinds) for hint in (*SURE, *HINTS))
    assert [hint for hint, times in hints.items() if times > 1] == []


def test_what_lines_are_held_against_is_read_part_by_part_and_what_was_read_stays() -> None:
    times = 0

    def once() -> None:
        nonlocal times
        times += 1
        if times == 2:
            raise InterruptedError

    phrases_of.cache_clear()
    with pytest.raises(InterruptedError):
        make_ready(once)
    assert phrases_of.cache_info().currsize == 1
    make_ready(lambda: None)
    assert phrases_of.cache_info().currsize == len(KINDS)
    read = phrases_of.cache_info().misses
    phrases_of("define", first=True)
    assert phrases_of.cache_info().misses == read
