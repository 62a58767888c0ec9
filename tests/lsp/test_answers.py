"""The answers, each a function of a game that was read and a place in it."""

from __future__ import annotations

from functools import partial

import pytest
from regola_compiler.incremental.session import Session
from regola_dsl.source import Source
from regola_lsp.language.actions import actions
from regola_lsp.language.completion import completions
from regola_lsp.language.hover import hover, hover_of_the_language
from regola_lsp.language.marks import formatted, inlays, lenses, tokens
from regola_lsp.language.names import Names
from regola_lsp.language.navigation import definition, document_symbols, references
from regola_lsp.language.rename import Refused, apply, rename
from regola_lsp.language.trials import odds, run_example, unspoken
from support.effort import some_games
from support.lsp_games import MARK, PATH, marked, names_of, names_of_game

RULES = """\
enum Guild @1.1
  weavers en "The weavers", dyers

enum Ground @1.2
  road, marsh

record Cart @1.3
  guild: Guild
  loaded: bool = false

state coins(guild: Guild): int 0..9 = 3 @1.4

sequence day @2
  phase haul by weavers @2.1
  phase trade by dyers @2.2

variant feuds @9

action drive(c: Cart, ground: Ground) by c.guild in haul @4.1
  allowed unless forbidden

rule marsh_swallows @5.1
  c must not drive(marsh) when c.loaded
  exception on_planks @5.2 when coins(c.guild) > 2

table toll(die: d6, ground: Ground) -> int 0..3 @6.1
  | die | ground | toll |
  | 1-3 | road   | 1    |
  | 4-6 | road   | 2    |
  | -   | marsh  | 3    |

define dear(c: Cart, die: d6) -> bool @6.2
  toll(die, road) > 1 and not c.loaded

example a_cart @5.1
  given phase is haul, active is weavers
  drive(Cart(guild: weavers, loaded: true), road) is allowed
"""


@pytest.fixture(scope="module")
def names() -> Names:
    return names_of(RULES)


def at(text: str, part: str, inside: str = "") -> tuple[int, int]:
    """The line and column of a part of a text, or of something inside it."""
    place = text.index(part) + (part.index(inside) if inside else 0)
    return text.count("\n", 0, place) + 1, place - (text.rfind("\n", 0, place) + 1) + 1


def written(spans: list[object]) -> list[str]:
    lines = RULES.split("\n")
    return [lines[span.line - 1].strip() for span in spans]  # type: ignore[attr-defined]


# --- what a word means ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "inside", "declared"),
    [
        ("drive(marsh)", "drive", "action drive("),
        ("drive(marsh)", "marsh", "road, marsh"),
        ("coins(c.guild) > 2", "coins", "state coins"),
        ("coins(c.guild) > 2", "guild", "guild: Guild"),
        ("coins(c.guild) > 2", "c.", "action drive(c"),
        ("(guild: weavers", "guild", "guild: Guild"),
        ("guild: weavers, loaded", "weavers", "weavers en"),
        ("in haul", "haul", "phase haul"),
        ("c: Cart, die", "Cart", "record Cart"),
        ("toll(die, road)", "die", "define dear"),
        ("| die |", "die", "table toll(die"),
        ("| marsh", "marsh", "road, marsh"),
        ("Cart(guild: w", "Cart", "record Cart"),
    ],
)
def test_every_word_leads_to_where_it_is_declared(names: Names, part: str, inside: str, declared: str) -> None:
    (place,) = definition(names, PATH, *at(RULES, part, inside))
    assert RULES.split("\n")[place.line - 1].strip().startswith(declared)


def test_a_section_leads_to_all_that_encodes_it(names: Names) -> None:
    found = references(names, PATH, *at(RULES, "rule marsh_swallows @5.1", "5.1"))
    assert written(list(found)) == ["rule marsh_swallows @5.1", "example a_cart @5.1"]
    said = hover(names, PATH, *at(RULES, "rule marsh_swallows @5.1", "5.1"))
    assert said is not None
    assert "rule `marsh_swallows`" in said[0]


def test_every_use_of_a_value_is_found_in_cells_too(names: Names) -> None:
    found = references(names, PATH, *at(RULES, "road, marsh", "marsh"))
    assert len(found) == 3
    assert {RULES.split("\n")[one.line - 1][one.column - 1 : one.end_column - 1] for one in found} == {"marsh"}


def test_hover_on_a_word_of_the_language_shows_how_it_is_used(names: Names) -> None:
    asked: list[str] = []

    def use(word: str, language: str) -> str | None:
        asked.append(word)
        return f"{word} in {language}" if word != "unless" else None

    said, span = hover_of_the_language(names, PATH, *at(RULES, "must not drive", "must"), use, "it") or ("", None)
    assert said == "must in it"
    assert span is not None
    assert span.end_column - span.column == len("must")
    assert hover_of_the_language(names, PATH, *at(RULES, "allowed unless", "unless"), use) is None
    assert hover_of_the_language(names, PATH, *at(RULES, '"The weavers"', "The"), use) is None
    assert hover_of_the_language(names, PATH, 9_999, 3, use) is None
    assert asked == ["must", "unless"]


def test_hover_says_what_a_word_is_and_what_bears_on_it(names: Names) -> None:
    said, _ = hover(names, PATH, *at(RULES, "c must not drive", "drive")) or ("", None)
    assert "action drive(c: Cart, ground: Ground)" in said
    assert "`marsh_swallows` @5.1" in said
    assert "`a_cart`" in said
    said, _ = hover(names, PATH, *at(RULES, "not c.loaded", "c.")) or ("", None)
    assert "c: Cart" in said
    assert hover(names, PATH, 9_999, 3) is None


def test_a_text_of_the_game_is_no_markdown() -> None:
    text = 'enum A @1\n  en "<b>[x](y)</b> ```"\n  one\n'
    said, _ = hover(names_of(text), PATH, *at(text, "A @1")) or ("", None)
    assert "<b>" not in said.replace("```", "").split("regola")[-1].split("one")[-1]
    assert "````regola" in said


@pytest.mark.parametrize("game", some_games(["lantern_pass", "axis_allies"]))
def test_every_word_of_a_game_means_what_it_says(game: str) -> None:
    """What a word names is called as it is written, and is declared in the game."""
    known = names_of_game(game)
    count = 0
    for home in known.nodes:
        for use in known.uses(home):
            span = known.now(use.span)
            line = known.reading.game.texts[span.path].lines[span.line - 1]
            said = line[span.column - 1 : span.end_column - 1].strip('"')
            assert said == use.target.name or said.endswith((f".{use.target.name}", f"/{use.target.name}")), (said, use)
            if use.target.kind in {"declaration", "member", "field", "local", "part", "phase", "example", "erratum"}:
                count += 1
                assert known.declarations(use.target), (use, span)
    assert count > 1_500


# --- symbols, colours, marks ----------------------------------------------------------------


def test_symbols_are_nested_as_the_text_is(names: Names) -> None:
    found = {symbol.name: [part.name for part in symbol.parts] for symbol in document_symbols(names, PATH)}
    assert found["Guild"] == ["weavers", "dyers"]
    assert found["marsh_swallows"] == ["on_planks"]
    assert found["day"] == ["haul", "trade"]


def test_colours_stand_in_order_and_do_not_overlap(names: Names) -> None:
    found = tokens(names, PATH)
    ends = [(0, 0)]
    for span, _, _ in found:
        assert ends[-1] <= (span.line, span.column)
        ends.append((span.line, span.end_column))
    colours = {RULES.split("\n")[s.line - 1][s.column - 1 : s.end_column - 1]: colour for s, colour, _ in found}
    assert (colours["Guild"], colours["weavers"], colours["drive"], colours["haul"]) == (
        "type",
        "enumMember",
        "method",
        "namespace",
    )


def test_titles_of_sections_and_what_can_be_tried() -> None:
    known = names_of_game("lantern_pass")
    path = "games/lantern_pass/rules/09_combat.regola"
    shown = inlays(known, path, 1, 40, "en")
    assert shown
    assert all(1 <= line <= 40 and title for line, _, title in shown)
    counted = {"enter": (33, 35), "run": (0, 9)}
    found = [lens for path in known.homes_in for lens in lenses(known, path, counted)]
    assert {lens.command for lens in found} == {"regola.runExample", "regola.odds", "regola.unspoken"}
    assert [lens.name for lens in found if lens.command == "regola.unspoken"] == ["enter"]


def test_trials_answer_as_text(names: Names) -> None:
    assert run_example(names, "a_cart") == "passed: a_cart"
    assert "failed" in run_example(names_of(RULES.replace("is allowed", "is forbidden")), "a_cart")
    assert "50.0%" in odds(names, "toll")
    permits = Session().permits
    assert "drive" in unspoken(names, "drive", permits)
    for trial in (run_example, odds, partial(unspoken, permits=permits)):
        assert "there is no" in trial(names, "nothing")


def test_layout_is_that_of_the_command_or_none() -> None:
    assert formatted("enum A\n   one,   two\n") == "enum A\n  one, two\n"
    assert formatted("enum A\n  one, two\n") is None
    assert formatted("enum enum enum\n") is None


# --- completion -----------------------------------------------------------------------------


def offered(text: str, names: Names | None = None) -> list[str]:
    bare, line, column = marked(text)
    return [one.label for one in completions(names or names_of(RULES), PATH, bare, line, column)]


@pytest.mark.parametrize(
    ("draft", "first", "never"),
    [
        ("define a(c: ‸", ["Cart", "Guild", "int", "bool"], ["weavers", "toll"]),
        ("define a(c: Cart) -> bool @1\n  c.‸", ["guild", "loaded"], ["road", "toll"]),
        ("define a(c: Cart) -> bool @1\n  c.guild is ‸", ["weavers", "dyers"], []),
        ("define a(c: Cart) -> bool @1\n  c.guild in {weavers, ‸", ["weavers", "dyers"], []),
        ("define a(c: Cart) -> int 1..3 @1\n  toll(3, ‸", ["road", "marsh"], []),
        ("define a(c: Cart) -> bool @1\n  ‸", ["c", "coins", "toll", "not", "let", "exception"], ["must", "haul"]),
        ("rule b @1\n  c may ‸", ["drive", "only"], ["toll", "weavers"]),
        ("rule b @1\n  c must not drive when c.‸", ["guild", "loaded"], []),
        ("rule b over ‸", ["marsh_swallows", "on_planks"], ["toll"]),
        ("rule b under ‸", ["feuds"], ["coins"]),
        ("rule b in ‸", ["haul", "trade"], ["weavers"]),
        ("exception b to ‸", ["dear", "marsh_swallows"], ["toll"]),
        ("accept ‸", ["table-gap", "missing-rule"], ["toll"]),
        ("accept table-gap in ‸", ["toll"], []),
        ("example e @1\n  given ‸", ["coins"], []),
        ("example e @1\n  do ‸", ["drive"], ["toll"]),
        ("‸", ["enum", "table", "rule"], ["weavers"]),
        ("define a(c: Cart) -> bool @‸", ["1.1", "5.1", "9"], ["toll"]),
        ("define a(c: Cart) -> bool @1, 5‸", ["5.1", "5.2"], ["toll"]),
        ("define a(carts: list of Cart) -> bool @1\n  any x in carts where x.‸", ["loaded"], []),
        ("# a comment ‸", [], ["enum"]),
    ],
)
def test_what_fits_is_offered(draft: str, first: list[str], never: list[str]) -> None:
    text = RULES + "\n" + draft + "\n"
    found = offered(text, names_of(text.replace(MARK, "")))
    assert set(first) <= set(found)
    assert not set(never) & set(found)


def test_the_values_that_are_asked_for_come_first() -> None:
    assert offered(RULES + "\ndefine a(c: Cart) -> bool @1\n  c.guild is not ‸\n")[:2] == ["dyers", "weavers"]


def test_sections_come_with_their_titles_and_texts_with_terms() -> None:
    known = names_of_game("lantern_pass")
    found = completions(known, PATH, "rule x @9.", 1, 11, "it")
    assert [one.label for one in found if one.label.startswith("9.")]
    assert all(one.detail for one in found if one.label == "9.1")
    terms = [one.label for one in completions(known, PATH, 'rule x @9 en "war', 1, 18)]
    assert "wardens" in terms


def test_wherever_the_cursor_is_something_or_nothing_is_offered() -> None:
    """At no place of a text, whole or cut off there, does asking fail."""
    known = names_of(RULES)
    for place in range(0, len(RULES), 3):
        text = RULES[:place]
        line, column = text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1
        completions(known, PATH, text, line, column)
        completions(known, PATH, RULES, line, column)
        hover(known, PATH, line, column)


# --- renaming -------------------------------------------------------------------------------


def renamed(text: str, line: int, column: int, new: str) -> str | Refused:
    known = names_of(text)
    edits = rename(known, PATH, line, column, new)
    return edits if isinstance(edits, Refused) else apply(Source(PATH, text), edits)


@pytest.mark.parametrize(
    ("part", "inside", "new"),
    [
        ("enum Guild", "Guild", "House"),
        ("road, marsh", "marsh", "bog"),
        ("record Cart", "Cart", "Wagon"),
        ("loaded: bool", "loaded", "full"),
        ("state coins", "coins", "purse"),
        ("phase haul", "haul", "hauling"),
        ("(c: Cart, ground", "c:", "cart"),
        ("action drive(c", "drive", "go"),
        ("rule marsh_swallows", "marsh_swallows", "bog_swallows"),
        ("exception on_planks", "on_planks", "planked"),
        ("table toll(die", "die", "roll_of"),
        ("table toll(die", "toll", "fee"),
        ("example a_cart", "a_cart", "one_cart"),
        ("variant feuds", "feuds", "quarrels"),
    ],
)
def test_what_is_renamed_means_the_same(part: str, inside: str, new: str) -> None:
    after = renamed(RULES, *at(RULES, part, inside), new)
    assert isinstance(after, str)
    assert after != RULES
    again = names_of(after)
    assert again.reading.findings == []
    word = inside.rstrip(":")
    back = renamed(after, *at(after, part.replace(word, new, 1) if part.count(word) == 1 else part, new), word)
    assert back == RULES


@pytest.mark.parametrize("new", ["when", "enum", "Ground", "2nd", "a b", "", 'x"', "dear"])
def test_a_name_that_is_none_or_taken_is_refused(new: str) -> None:
    assert isinstance(renamed(RULES, *at(RULES, "record Cart", "Cart"), new), Refused)


def test_what_has_no_name_of_its_own_is_not_renamed() -> None:
    assert isinstance(renamed(RULES, *at(RULES, "rule marsh_swallows @5.1", "5.1"), "x"), Refused)
    assert isinstance(renamed(RULES, *at(RULES, "allowed unless", "unless"), "x"), Refused)


def test_renaming_reaches_scenarios_sheets_maps_and_examples() -> None:
    known = names_of_game("lantern_pass")
    path = "games/lantern_pass/rules/02_components.regola"
    text = known.reading.game.texts[path].text
    edits = rename(known, path, *at(text, "terrain", "terrain"), "ground_of")
    assert not isinstance(edits, Refused), edits
    files = {edit.span.path.removeprefix("games/lantern_pass/") for edit in edits}
    assert {"maps/pass.yaml", "rules/02_components.regola", "examples/09_combat.regola"} <= files


# --- what can be done about a finding -------------------------------------------------------


def done(text: str, title: str) -> str:
    known = names_of(text)
    session = Session()
    found = session.judge(session.read(known.reading.game)).found
    offered = [one for one in actions(known, PATH, found) if title in one.title]
    assert offered, [one.title for one in actions(known, PATH, found)]
    lines = known.reading.game.texts[PATH].text.split("\n")
    for edit in sorted(offered[0].edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)


def slugs(text: str) -> list[str]:
    session = Session()
    return [one.code.slug for one in session.check(names_of(text).reading.game).found]


def test_a_misspelt_name_is_written_as_it_was_meant() -> None:
    text = RULES.replace("is allowed", "is alowed").replace("toll(die, road) > 1", "tol(die, road) > 1")
    assert "toll(die, road)" in done(text, "`toll`")
    assert "is allowed" in done(text, "`allowed`")
    assert "table tol(" in done(text, "`tol` where it is declared")


def test_a_value_of_signs_is_written_in_quotation_marks_once() -> None:
    value = '\nenum Result @9\n  "-", hit\n\ndefine no_effect -> Result @9.1\n  "–"\n'
    assert done(RULES + value, '`"-"`').endswith('@9.1\n  "-"\n')


def test_missing_rows_are_put_in_with_their_answers_left_open() -> None:
    text = RULES.replace("  | 4-6 | road   | 2    |\n", "")
    after = done(text, "missing row")
    assert "| 4..6 | road | ? |" in after
    assert "table-gap" not in slugs(after.replace("| ? |", "| 2 |"))


def test_a_witness_becomes_an_example_and_a_finding_is_accepted() -> None:
    text = RULES.replace("  | 4-6 | road   | 2    |\n", "")
    assert "table-gap" in slugs(text)
    assert "example " in done(text, "example")[len(text) :]
    accepted = done(text, "Accept")
    assert 'accept table-gap in toll @6.1\n  because en "?"' in accepted
    assert not {"table-gap", "acceptance-unused"} & set(slugs(accepted))


def test_an_erratum_of_the_book_is_begun() -> None:
    text = RULES.replace("  | 4-6 | road   | 2    |\n", "")
    after = done(text, "erratum")
    assert "erratum toll_table_gap @6.1\n  @6.1 silent" in after
    assert "syntax-error" not in slugs(after)
