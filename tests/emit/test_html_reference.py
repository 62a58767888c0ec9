"""The HTML reference: everything said is there, everything linked exists, and nothing written in a game can run."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from regola_compiler.driver import understand
from regola_compiler.emit.reference.html import reference
from regola_compiler.emit.reference.sections import Ids, parts_of, slug
from regola_compiler.emit.text.labels import WORDS
from regola_compiler.emit.text.languages import Languages
from regola_compiler.emit.text.lexicon import CODE, EN, IT
from regola_compiler.emit.text.source import effect, plain, words
from regola_compiler.emit.text.verbalizer import Verbalizer
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.ir.book import book_order
from regola_compiler.ir.conditions import conjuncts, split_unless
from regola_compiler.ir.lower import lower
from regola_compiler.ir.statements import phases_named
from regola_compiler.ir.tree import Apply, Call, Definition, Expr, Norm
from regola_compiler.model.program import Program, Table
from regola_compiler.model.types import Member, RecordValue
from regola_compiler.project.game import Game
from regola_compiler.project.glossary import load_glossary
from regola_dsl.source import Source
from support.effort import every_third, some_games
from support.games import reference_of
from support.games import understood as game_of
from support.html_tree import Node, assert_sound, read
from support.paths import GAME_NAMES, GAMES, ROOT
from support.reference_games import LANTERNS, PAYLOADS, compiled, hostile

FOLDERS = [GAMES / name for name in GAME_NAMES]


@pytest.fixture(scope="module")
def page() -> Node:
    return read(reference(compiled(LANTERNS))["index.html"])


def squeezed(text: str) -> str:
    return " ".join(text.split())


# --- the page holds together ---


def test_every_link_has_a_target_and_every_id_is_a_slug(page: Node) -> None:
    assert_sound(page)


def test_nothing_is_asked_of_the_network() -> None:
    text = reference(compiled(LANTERNS))["index.html"]
    assert not re.search(r"https?:|url\(|@import|\bsrc=|<link", text)


def test_the_policy_names_the_style_and_the_scripts_that_stand_in_the_page_and_no_other(page: Node) -> None:
    policy = next(node for node in page.all("meta") if "http-equiv" in node.attributes).attributes["content"]
    for tag, many in (("style", 1), ("script", 2)):
        digests = [base64.b64encode(hashlib.sha256(node.text.encode()).digest()).decode() for node in page.all(tag)]
        assert len(digests) == many
        named = " ".join(f"'sha256-{digest}'" for digest in digests)
        assert f" {tag}-src {named};" in policy
    assert not any("style" in node.attributes for node in page.walk())


def test_same_input_gives_the_same_bytes() -> None:
    script = (
        "import hashlib, sys; sys.path.insert(0, 'tests')\n"
        "from regola_compiler.emit.reference.html import *\nfrom support.reference_games import LANTERNS, compiled\n"
        "print(hashlib.sha256(reference(compiled(LANTERNS))['index.html'].encode()).hexdigest())"
    )
    # This process has a hash seed of its own, unless somebody asked for one.
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    other = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    ).stdout
    here = reference(compiled(LANTERNS))["index.html"]
    assert other.strip() == hashlib.sha256(here.encode()).hexdigest()


# --- nothing written in a game can run ---


def test_no_text_of_a_game_breaks_out_of_the_page() -> None:
    game = hostile()
    assert game.program.examples
    assert game.program.errata
    assert {"t", "d", "m"} <= set(game.program.callables)
    page = read(reference(game)["index.html"])
    assert_sound(page)
    assert [len(page.all(tag)) for tag in ("script", "style")] == [2, 1]
    assert not page.all("img")
    assert not any(name.startswith("on") for node in page.walk() for name in node.attributes)
    for payload in PAYLOADS:
        assert payload in page.text


def test_a_manifest_of_the_wrong_shape_is_no_reason_to_fail() -> None:
    for junk in (3, "text", [], [None], {"it": 4}, None):
        manifest = dict.fromkeys(("title", "languages", "sources", "credits"), junk)
        assert_sound(read(reference(compiled(LANTERNS, manifest))["index.html"]))


def test_a_game_with_errors_says_so_and_names_what_is_left_out() -> None:
    broken = compiled(LANTERNS + "define bad(u: Unit) -> int @1\n  u.atack\n")
    page = read(reference(broken)["index.html"])
    assert "bad" in page.classed("notice")[0].text
    assert_sound(page)


def test_a_game_with_nothing_in_it_is_a_page() -> None:
    assert "lanterns" in reference(compiled("", {}))["index.html"]


# --- everything said is there ---


def rows(table: Node, mode: str) -> list[list[str]]:
    return [[squeezed(cell.seen(mode)) for cell in row.children if isinstance(cell, Node)] for row in table.all("tr")]


def test_a_grid_is_set_as_the_book_prints_it(page: Node) -> None:
    (table,) = page.id("r-combat").all("table")
    assert rows(table, "1") == [
        ["", "odds", ""],
        ["die d6", "1-2", "1-1", "2-1", "Section"],
        ["1-3", "A1", "A1/DR", "EX", ""],
        ["4, 5", "A1/DR", "EX", "EX", "8.10"],
        ["6", "EX", "DR", "DR", ""],
    ]


def test_a_list_is_set_in_the_words_of_each_language(page: Node) -> None:
    (table,) = page.id("r-cost").all("table")
    assert rows(table, "0") == [
        ["u.mounted", "Terreno", "points", "halts"],
        ["qualsiasi", "Campo aperto", "1", "no"],
        ["sì", "Palude", "4", "sì"],
        ["no", "Palude", "2", "no"],
    ]
    assert rows(table, "1")[1] == ["any", "Open field", "1", "no"]


CALLED = """
enum Ground @2.1
  en "Ground" it "Terreno"
  open en "Open" it "Aperto"
  rough en "Rough" it "Sconnesso"
table losses(die: d6, ground: Ground) -> (attacker: int 0..2, defender: int 0..2) @8.3
  en "Losses" it "Perdite"
  | die | ground | attacker | defender |
  | 1-3 | -      | 2        | 0        | en "a <rout>"
  | 4-6 | open   | 0        | 2        | @8.31 en "not in a city" it "non in città"
  | 4-6 | rough  | 1        | 1        |
label die en "Die" it "Dado"
label losses.attacker en "Attacker loses" / "Att." it "Perde l'attaccante" / "Att."
"""


def test_columns_and_parameters_go_by_their_texts_and_keep_their_names_as_a_tooltip() -> None:
    losses = read(reference(compiled(CALLED))["index.html"]).id("r-losses")
    assert rows(losses.all("table")[0], "1")[0] == [
        "Die d6",
        "Ground",
        "Attacker loses",
        "defender",
        "Section",
        "Remark",
    ]
    assert rows(losses.all("table")[0], "0")[0][2] == "Perde l'attaccante"
    heads = losses.all("table")[0].all("tr")[0].classed("word")
    assert [node.attributes["title"] for node in heads if "title" in node.attributes] == ["attacker", "defender"]
    terms = losses.classed("signature")[0].classed("term")
    assert squeezed(terms[0].seen("0")) == "Dado die: d6;"
    assert terms[0].attributes["title"] == "die"
    assert squeezed(terms[1].seen("0")) == "ground: Terreno"


def test_a_remark_behind_a_row_stands_in_the_last_column() -> None:
    (table,) = read(reference(compiled(CALLED))["index.html"]).id("r-losses").all("table")
    assert [row[-1] for row in rows(table, "0")[1:]] == ["a <rout>", "non in città", ""]
    assert [row[-1] for row in rows(table, "1")[1:]] == ["a <rout>", "not in a city", ""]


def test_a_wide_table_heads_its_columns_by_short_names() -> None:
    outputs = ", ".join(f"c{n}: int 0..2" for n in range(6))
    text = f"table wide(die: d6) -> ({outputs}) @8\n  | die | {' | '.join(f'c{n}' for n in range(6))} |\n"
    text += "  | 1-6 |" + " 1 |" * 6 + '\nlabel wide.c1 en "The first column" / "First"\n'
    (table,) = read(reference(compiled(text))["index.html"]).id("r-wide").all("table")
    assert rows(table, "0")[0][1:4] == ["c0", "First", "c2"]


def test_a_table_says_what_holds_past_its_edges_and_what_it_promises(page: Node) -> None:
    (notes,) = page.id("r-combat").classed("notes")
    said = [squeezed(item.seen("1")) for item in notes.all("li")]
    assert said == [
        "One cell for each row and column.",
        "odds below 1-2 counts as 1-2, as ruled in edges 8.4",
        "odds above 2-1 counts as 2-1, as ruled in edges 8.4",
        "Results rise along die.",
    ]


def test_signs_are_explained_below_the_table(page: Node) -> None:
    (key,) = page.id("r-combat").classed("key")
    assert squeezed(key.seen("1")) == "A1The attacker loses"


@pytest.mark.parametrize("folder", every_third(some_games(FOLDERS)), ids=lambda folder: folder.name)
def test_every_cell_of_every_game_is_on_its_page(folder: Path) -> None:
    game = game_of(folder.name)
    page = read(reference_of(folder.name))
    assert_sound(page)
    by_id = {node.attributes["id"]: node for node in page.walk() if "id" in node.attributes}
    for name, rule in game.program.callables.items():
        if not isinstance(rule, Table):
            continue
        table = by_id[f"r-{slug(name)}"].all("table")[0]
        body = table.all("tbody")[0].all("tr")
        assert len(body) == len(rule.shown) - 1
        for written, row in zip(rule.shown[1:], body, strict=True):
            cells = [cell for cell in row.children if isinstance(cell, Node)]
            for raw, cell in zip(written, cells, strict=False):
                named = [node.attributes["title"] for node in cell.classed("word")]
                bare = squeezed(cell.text).replace('"', "")
                kept = raw.replace('"', "") == bare or raw in {"-", "otherwise", "true", "false", "yes", "no"}
                assert kept or (named and all(part in raw for part in named)), (name, raw, cell.text)


def test_modifiers_are_lines_with_their_sign_and_condition(page: Node) -> None:
    riders, mud = page.id("r-shift").classed("lines")[0].all("li")
    assert squeezed(riders.classed("amount")[0].text) == "+1"
    assert squeezed(riders.all("p")[0].seen("1")) == "Mounted"
    assert squeezed(riders.classed("row")[0].seen("1")).endswith("u.mounted and the ground is Open field")
    assert squeezed(riders.classed("row")[0].seen("0")).endswith("u.mounted e il terreno è Campo aperto")
    assert squeezed(mud.classed("amount")[0].text) == "−1"
    assert "9.6" in mud.text


def test_exceptions_are_nested_and_sequels_come_after(page: Node) -> None:
    bogged, guides, halved = (page.id(f"r-strength-{name}") for name in ("bogged", "guides", "halved"))
    assert guides in list(bogged.walk())
    assert halved.parent is not None
    assert halved.parent.tag == "ol"
    assert "acts on the value before it" in halved.seen("1")
    assert "half, round up" in halved.text
    order = [node.attributes.get("id") for node in page.id("r-strength").walk()]
    assert order.index("r-strength-bogged") < order.index("r-strength-halved")


def test_an_example_shows_how_it_came_out(page: Node) -> None:
    marks = [line.attributes["class"] for line in page.id("x-one").classed("checks")[0].all("li")]
    assert marks == ["is-passed", "is-erratum"]
    assert "#e-quarrel" in {node.attributes["href"] for node in page.id("x-one").all("a")}
    wrong = page.id("x-wrong").classed("is-failed")[0]
    assert squeezed(wrong.classed("found")[0].seen("1")) == "found A1"


def test_rules_and_the_examples_that_reach_them_link_to_each_other(page: Node) -> None:
    def linked(name: str) -> set[str]:
        return {node.attributes["href"] for node in page.id(name).all("a")}

    assert "#x-one" in linked("r-strength-bogged")
    assert {"#r-strength-bogged", "#r-strength-halved"} <= linked("x-one")
    assert "#x-one" not in linked("r-strength-guides")
    assert "no example reaches this" in page.id("r-strength-guides").seen("1")
    assert "no example reaches this" in page.id("r-cost").seen("1")


def test_an_erratum_says_what_each_section_says_and_how_it_is_settled(page: Node) -> None:
    said = squeezed(page.id("e-quarrel").seen("1"))
    assert "8.3 says the combat table (1, 2-1) is EX as encoded here" in said
    assert "example/one says the combat table (1, 2-1) is DR not as encoded here" in said
    assert "Ruling follow 8.3 The table counts." in said
    assert "8.3 is silent Nothing is said past the edges." in squeezed(page.id("e-edges").seen("1"))
    assert "#r-combat" in {node.attributes["href"] for node in page.id("e-edges").all("a")}


def test_a_rule_names_the_errata_that_bear_on_it(page: Node) -> None:
    foot = next(node for node in page.id("r-combat").all("div") if node.seen("1").startswith("Errata"))
    assert [node.attributes["href"] for node in foot.all("a")] == ["#e-edges", "#e-quarrel"]
    assert not any(node.seen("1").startswith("Errata") for node in page.id("r-cost").all("div"))


def test_a_text_that_a_language_lacks_is_borrowed_and_a_heading_falls_back_to_the_name(page: Node) -> None:
    edges = page.id("e-edges")
    assert edges.all("h3")[0].seen("0") == "Oltre i bordi"
    assert edges.all("h3")[0].seen("1") == "edges"
    assert "Nothing is said past the edges." in edges.seen("0")


def test_side_by_side_shows_both_texts_and_one_language_of_the_page_itself(page: Node) -> None:
    heading = page.id("h-r-strength")
    assert heading.seen("all") == "ForzaStrength"
    assert page.id("errata").seen("all") == "Errata"
    assert page.id("rules").seen("all") == "Regole"


def test_the_index_lists_sections_in_the_order_of_the_book(page: Node) -> None:
    listed = [item.all("b")[0].text for item in page.classed("index")[0].children if isinstance(item, Node)]
    numbers = ["2.1", "2.2", "7.4", "8.2", "8.3", "8.4", "8.10", "9", "9.1", "9.4", "9.5", "9.6", "15.5"]
    assert listed == [*numbers, "appendix/all", "example/one"]
    here = {node.attributes["href"] for node in page.id("s-8-10").all("a")}
    assert here == {"#r-combat"}


# --- the words of the book ---

GLOSSARY = """
terms:
  strength:
    declares: strength
    it: {preferred: forza, abbreviations: [FZ], variants: [potenza]}
    en: strength
  hostile:
    it: {preferred: "<b>detto</b>", abbreviations: ["</script>"], note: "{{ 7*7 }}"}
"""
TITLES = "language: it\nsections:\n  - {id: '8', title: IL COMBATTIMENTO}\n  - {id: '8.3', title: La tabella}\n"


@pytest.fixture(scope="module")
def worded(tmp_path_factory: pytest.TempPathFactory) -> Node:
    folder = tmp_path_factory.mktemp("lanterns")
    (folder / "sources").mkdir()
    (folder / "sources" / "it.yaml").write_text(TITLES, "utf-8")
    (folder / "glossary.yaml").write_text(GLOSSARY, "utf-8")
    game = Game("lanterns", folder, {"languages": ["it", "en"]})
    game.sources.append(Source("lanterns.regola", LANTERNS))
    game.glossary, wrong = load_glossary(folder)
    assert not wrong
    return read(reference(understand(game))["index.html"])


def test_chapters_and_sections_bear_the_titles_of_the_book(worded: Node) -> None:
    chapter = next(node for node in worded.classed("chapter") if node.attributes.get("id") == "c-8")
    assert squeezed(chapter.seen("0")) == "Sezione 8 Il combattimento"
    assert squeezed(chapter.seen("1")) == "Section 8 Il combattimento"
    assert squeezed(worded.id("s-8-3").classed("titled")[0].seen("0")) == "La tabella"
    assert not worded.id("s-8-4").classed("titled")


def test_the_glossary_is_a_part_of_the_page_by_its_terms_and_abbreviations(worded: Node) -> None:
    assert_sound(worded)
    term = worded.id("g-strength")
    assert squeezed(term.seen("0")) == "forza FZ potenza → Forza"
    assert squeezed(term.seen("1")) == "strength → Strength"
    assert term.attributes["data-forms"].split("\n") == ["forza", "FZ", "potenza", "strength"]
    assert "#r-strength" in linked(term)
    assert "#glossary" in linked(worded.all("nav")[0])
    assert squeezed(worded.id("g-hostile").seen("0")) == "<b>detto</b> </script> {{ 7*7 }}"


def test_a_page_without_a_glossary_has_no_part_for_it(page: Node) -> None:
    assert not page.classed("glossary")
    assert "#glossary" not in linked(page)


# --- on paper ---


def test_every_part_has_a_running_head_in_each_language(worded: Node) -> None:
    css = worded.all("style")[0].text
    for part in ("rules", "types", "glossary", "sections"):
        assert worded.id(part).tag == "h2"
        for mode in ("0", "1", "all"):
            assert f'[data-show="{mode}"] section[aria-labelledby="{part}"]{{page:p-{part}-{mode}}}' in css
    assert '@page p-rules-0{@top-left{content:"lanterns"}@top-right{content:"Regole"}}' in css
    assert '@top-right{content:"Rules"}' in css


def test_no_text_of_a_game_ends_the_string_of_its_running_head() -> None:
    css = read(reference(hostile())["index.html"]).all("style")[0].text
    heads = re.findall(r"@top-left\{content:\"(.*?)\"\}", css)
    assert heads
    assert "\\3c \\2f script" in heads[0]
    assert not any(re.search(r"[<>{}&']", head) for head in heads)


def test_on_paper_there_is_nothing_to_press_and_nothing_folded(page: Node) -> None:
    paper = page.all("style")[0].text.partition("@media print {\n")[2]
    gone = paper.partition("{ display: none !important; }")[0]
    for name in (".find", ".languages", ".skip", ".signature", ".folded:not(.named)", ".more"):
        assert re.search(rf"{re.escape(name)}[,\s]", gone), name


# --- positions, actions, sequences, paths and choices ---

PLAY = """
enum Side @1
  it "Le parti" en "The sides"
  red it "Rossi" en "Reds"
  blue it "Blu" en "Blues"
enum Ground @1.1
  plain
  bog it "Pantano" en "Bog"
given type Place @1.2 it "Un posto" en "A place"
record Piece @1.3
  it "Un pezzo" en "A piece"
  side: Side
  heavy: bool = false it "È pesante" en "Is heavy"
state day: int 1..9 = 1 @3 it "Giorno" en "Day"
state spent(s: Side): int 0..9 = 0 @3.1 it "Punti spesi" en "Points spent"
given next(p: Place): list of Place = [] @2 it "Posti vicini" en "Places nearby"
given held(p: Place, s: Side): bool @2.1 it "Posto tenuto" en "Place held"
variant frost @21 it "Gelo" en "Frost"
assume blues_are_light(p: Piece) @1.4
  it "I Blu sono leggeri" en "Blues are light"
  not p.heavy or p.side is red
action enter(p: Piece, g: Ground) by p.side in march @7.1
  it "Entrare" en "Enter"
  allowed unless forbidden
  requires spent(p.side) < 9 @7.2 it "Ha ancora punti" en "Has points left"
  effect spent(p.side) becomes spent(p.side) + 1 @7.3 when p.heavy
rule sunk @7.6
  it "I pesanti affondano" en "The heavy sink"
  p must not enter when p.heavy and g is bog
  exception causeway @7.61 it "La strada" en "The causeway" when day > 2
    exception flood @7.62 under frost it "La piena" en "The flood" when spent(p.side) > 3
  exception pass @7.63 it "Il permesso" en "The pass" when day is 1 unless spent(p.side) > 1
    p may enter
rule eager over weary @7.7
  red must enter(bog) when day is 9
rule weary @7.8
  it "Stanchi" en "Weary"
  p must not enter when day is 9 unless p.heavy
  exception hardy @7.81 it "Temprati" en "Hardy" when p.side is red
rule in_time in march @9.1
  p may only enter when day < 9
action rest(s: Side) by s @8
  it "Riposare" en "Rest"
  forbidden unless allowed
rule truce @8.1
  s may rest
sequence a_day @3.0
  it "Una giornata" en "A day of play"
  repeat until day > 8
  for side in red, blue
    phase march by side @4 it "Marcia" en "March"
  phase close @5 when day > 1 it "Chiusura" en "Close"
    effect day becomes day + 1 @5.1
    effect reset spent
path line(s: Side, start: Place) over next @14
  it "La linea" en "The line"
  from start
  first at most 1 steps
  then any number of steps from a to b where held(b, s)
  ends at h where held(h, s) @14.2
  never into h where not held(h, s) @14.3
  never from a to b where held(a, s) unless held(b, s) @14.4
  stops in h where h is start @14.5
choice refuge(s: Side, start: Place) by s @11
  it "Il rifugio" en "The refuge"
  among h in ends of line(s, start) where h is not start
  prefer least length of line(s, h) @11.1
  then prefer h where held(h, s) @11.2 it "Meglio se tenuto" en "Rather where held"
table lots(die: d6) -> int 0..3 @14.9
  it "Le sorti" en "The lots"
  absent @"map/lots"
define odd(p: Piece) -> bool @15
  p.heavy
  exception by_frost @15.1 when frost and not p.heavy
    false
example stuck @7.6
  it "Nel pantano" en "In the bog"
  let heavy = Piece(side: red, heavy: true)
  given phase is march, active is red
  given day is 2
  enter(heavy, bog) is forbidden
  given day is 3
  do enter(heavy, bog)
  spent(red) is 1
accept dead-rule in rest @8.1
  because it "Vedi `sunk`" en "See `sunk` and `nothing`"
"""


@pytest.fixture(scope="module")
def play() -> Node:
    game = understand(loaded(PLAY))
    assert not game.failed, [diagnostic.message for diagnostic in game.found]
    return read(reference(game)["index.html"])


def loaded(text: str) -> Game:
    game = Game("lanterns", Path(), {"languages": ["it", "en"]})
    game.sources.append(Source("lanterns.regola", text))
    return game


def linked(node: Node) -> set[str]:
    return {found.attributes["href"] for found in node.all("a")}


def sentence(node: Node, mode: str) -> str:
    """The sentence of a rule, without those of its exceptions."""
    return squeezed(node.classed("sentence")[0].seen(mode))


def test_a_page_of_play_holds_together(play: Node) -> None:
    assert_sound(play)


def test_rules_are_sentences_in_each_language(play: Node) -> None:
    sunk = play.id("r-enter-sunk")
    assert sentence(sunk, "0") == "Il pezzo non può entrare quando è pesante e g è Pantano."
    assert sentence(sunk, "1") == "The piece must not enter when it is heavy and g is Bog."
    assert sentence(sunk, "all").startswith("Il pezzo non può entrare")
    assert "The piece must not enter" in sentence(sunk, "all")


def test_what_may_be_done_is_said_in_a_word_and_not_by_colour_alone(play: Node) -> None:
    said = {
        name: squeezed(play.id(f"r-{name}").classed("modal")[0].seen("1"))
        for name in ("enter-sunk", "enter-eager", "enter-in-time", "rest-truce")
    }
    assert said == {
        "enter-sunk": "must not",
        "enter-eager": "must",
        "enter-in-time": "may only",
        "rest-truce": "may",
    }
    css = play.all("style")[0].text
    signs = {
        re.search(rf"\.{name}::before {{{{ content: (\S+);".replace("{{", "{"), css)[1]
        for name in ("is-may", "is-must", "is-must-not", "is-may-only")
    }  # type: ignore[index]
    assert len(signs) == 4


def test_a_title_written_by_hand_comes_first_and_its_conditions_are_folded_below(play: Node) -> None:
    for name, title in (
        ("r-enter-sunk", "The heavy sink 7.6"),
        ("r-enter-sunk-pass", "The pass 7.63 exception"),
        ("r-enter-eager", "eager 7.7"),
    ):
        node = play.id(name)
        assert squeezed(node.seen("1")).startswith(title)
        folded = [fold for fold in node.classed("folded") if fold.parent is node]
        assert len(folded) == (name != "r-enter-eager")
        for fold in folded:
            assert fold.tag == "details"
            assert "open" not in fold.attributes
            assert fold.classed("sentence")


def test_no_badge_gainsays_its_title(play: Node) -> None:
    def badges(name: str) -> list[str]:
        (head,) = [node for node in play.id(name).classed("head") if node.parent is play.id(name)]
        return [node.attributes["class"] for node in head.classed("modal")]

    assert badges("r-enter-sunk") == ["modal aside is-must-not"]
    assert badges("r-enter-eager") == ["modal is-must"]
    for name in ("r-enter-sunk-causeway", "r-enter-sunk-pass", "r-enter-weary", "r-enter-weary-hardy"):
        assert not badges(name), name


def test_a_definition_folds_what_its_title_says_and_shows_what_wins_over_it(page: Node) -> None:
    (body,) = page.id("r-strength").classed("body")
    folded, exceptions = [child for child in body.children if isinstance(child, Node)][:2]
    assert squeezed(folded.seen("1")) == "In full gives the attack (u)"
    assert exceptions.attributes["class"] == "exceptions"
    assert not page.id("r-strength-bogged").classed("folded")
    assert not page.id("r-outcome").classed("folded")


def test_a_rule_for_one_side_says_which_and_a_limit_is_a_condition(play: Node) -> None:
    eager = play.id("r-enter-eager")
    assert sentence(eager, "1") == "Reds must enter when g is Bog and the day is 9."
    assert sentence(eager, "0") == "Rossi: si deve entrare quando g è Pantano e il giorno è 9."


def test_unless_and_only_are_said_as_they_were_meant(play: Node) -> None:
    weary = play.id("r-enter-weary")
    assert sentence(weary, "1") == "The piece must not enter when the day is 9, unless it is heavy."
    assert sentence(weary, "0") == "Il pezzo non può entrare quando il giorno è 9, salvo se è pesante."
    assert sentence(play.id("r-enter-in-time"), "1") == "The piece may enter only when the day is less than 9."
    assert "the sides are Reds" in squeezed(play.id("r-enter-weary-hardy").seen("1"))
    assert "only in March" in squeezed(play.id("r-enter-in-time").seen("1"))


def test_exceptions_stand_below_their_rule_and_say_what_they_do(play: Node) -> None:
    sunk, causeway, flood, leave = (
        play.id(f"r-enter-sunk{name}") for name in ("", "-causeway", "-causeway-flood", "-pass")
    )
    assert causeway in list(sunk.walk())
    assert flood in list(causeway.walk())
    assert "when the day is more than 2" in squeezed(causeway.seen("1"))
    assert "the rule does not hold" in causeway.classed("lifts")[0].seen("1")
    assert "the exception does not hold" in flood.classed("lifts")[0].seen("1")
    assert "Variant Frost" in squeezed(flood.seen("1"))
    assert "frost" not in squeezed(flood.classed("row")[0].seen("1")).lower()
    assert sentence(leave, "1") == (
        "The piece may enter when the day is 1, unless the points spent (the sides) are more than 1."
    )


def test_who_wins_over_whom_is_said_on_both_sides(play: Node) -> None:
    assert "wins over Weary" in squeezed(play.id("r-enter-eager").seen("1"))
    assert "#r-enter-weary" in linked(play.id("r-enter-eager"))
    assert "yields to eager" in squeezed(play.id("r-enter-weary").seen("1"))


def test_an_action_says_who_when_what_it_takes_and_what_follows(play: Node) -> None:
    rows = [squeezed(row.seen("1")) for row in play.id("r-enter").classed("row")[:5]]
    assert rows == [
        "By the sides in their own turn",
        "In March",
        "Requires Has points left 7.2 In full the points spent (the sides) are less than 9",
        "In general allowed, where no rule speaks",
        "Then Points spent (the sides) become the points spent (the sides) + 1, if it is heavy 7.3",
    ]
    rest = squeezed(play.id("r-rest").seen("1"))
    assert "In any phase" in rest
    assert "forbidden, where no rule speaks" in rest


def test_rules_and_examples_of_actions_link_to_each_other(play: Node) -> None:
    assert "#x-stuck" in linked(play.id("r-enter-sunk-causeway"))
    assert "#x-stuck" not in linked(play.id("r-enter-sunk-causeway-flood"))
    assert "#x-stuck" not in linked(play.id("r-enter-weary"))
    assert "#r-enter-sunk-causeway" in linked(play.id("x-stuck"))
    assert "#r-enter-sunk" in linked(play.id("s-7-6"))
    assert "#r-enter-sunk-pass" in linked(play.id("s-7-63"))
    for section, owner in (
        ("7-2", "r-enter"),
        ("7-3", "r-enter"),
        ("14-3", "r-line"),
        ("11-2", "r-refuge"),
        ("1-4", "a-blues-are-light"),
        ("5-1", "q-a-day"),
        ("21", "r-frost"),
    ):
        assert f"#{owner}" in linked(play.id(f"s-{section}")), section


def test_a_rule_of_one_action_is_not_reached_by_an_example_of_another() -> None:
    shared = PLAY + "rule both @8.9\n  p must not enter when day is 7\n  anyone must not rest when day is 7\n"
    shared += "example seventh @8.9\n  given day is 7, phase is march, active is red\n"
    shared += "  enter(Piece(side: red), bog) is forbidden\n"
    page = read(reference(understand(loaded(shared)))["index.html"])
    assert "#x-seventh" in linked(page.id("r-enter-both"))
    assert "#x-seventh" not in linked(page.id("r-rest-both"))


def test_the_sequence_is_an_outline_with_its_actions(play: Node) -> None:
    said = squeezed(play.id("q-a-day").seen("1"))
    assert "repeats until the day is more than 8" in said
    assert "once for each side: Reds, Blues" in said
    march = next(node for node in play.classed("step") if "March" in node.seen("1"))
    assert squeezed(march.seen("1")) == "March 4 acts: side Action Enter"
    close = next(node for node in play.classed("step") if "Close" in node.seen("1"))
    assert squeezed(close.seen("1")) == (
        "Close 5 only if the day is more than 1 At its end Day becomes the day + 1 5.1 Points spent goes back to its starting value"
    )
    assert "In no phase in particular Rest" in said
    order = [node.attributes.get("id") for node in play.all("h2")]
    assert order.index("sequences") < order.index("rules")


def test_an_action_of_a_whole_phase_stands_at_it_and_not_at_each_part() -> None:
    text = """
enum Side @1
  red, blue
sequence s @3
  phase whole by red @3
    phase one @3.1
    phase two @3.2
action act(s: Side) by s in whole @4
  allowed unless forbidden
action part(s: Side) by s in two @4
  allowed unless forbidden
"""
    page = read(reference(understand(loaded(text)))["index.html"])
    steps = [squeezed(node.seen("1")) for node in page.classed("step")]
    assert steps == ["whole 3 acts: red Action act", "one 3.1", "two 3.2 Action part"]


def test_facts_say_their_value_at_the_start_or_that_they_must_be_said(play: Node) -> None:
    def row(name: str, mode: str) -> list[str]:
        cells = [cell for cell in play.id(f"r-{name}").children if isinstance(cell, Node)]
        for cell in cells:
            for label in cell.classed("narrow"):
                label.children.clear()
        return [squeezed(cell.seen(mode)) for cell in cells]

    assert row("day", "1")[0].startswith("Day day Used by")
    assert row("day", "1")[1:] == ["number 1…9", "1", "3"]
    assert row("held", "0")[1:] == ["sì o no", "va detto", "2.1"]
    assert row("next", "1")[1:] == ["list of A place", "none", "2"]
    assert "Changed by Enter · Close" in row("spent", "1")[0]


def test_a_variant_lists_what_it_switches(play: Node) -> None:
    frost = play.id("r-frost")
    assert {"#r-enter-sunk-causeway-flood", "#r-odd-by-frost"} <= linked(frost)
    assert "#r-enter-sunk" not in linked(frost)


def test_an_absent_table_says_where_it_is(play: Node) -> None:
    said = squeezed(play.id("r-lots").seen("1"))
    assert "The lots" in said
    assert "map/lots" in said


def test_assumptions_are_said_without_unless(play: Node) -> None:
    said = squeezed(play.id("a-blues-are-light").seen("1"))
    assert "Always it is not heavy or the sides are Reds" in said


def test_a_path_says_from_where_how_far_where_not_and_where_it_ends(play: Node) -> None:
    rows = [squeezed(row.seen("1")) for row in play.id("r-line").classed("row")]
    assert rows == [
        "From the place",
        "Over Places nearby",
        "How far at most 1 step"
        " any number of steps, each from another place to a place (3) where place held (place (3))",
        "End ends at another place where place held (other place) 14.2",
        "Not never into another place where “place held (other place)” does not hold 14.3"
        " never from another place to a place (3) where place held (other place),"
        " unless place held (place (3)) 14.4"
        " having entered another place where the other place is the place, one goes no further 14.5",
    ]


def test_a_choice_lists_its_priorities_in_order(play: Node) -> None:
    refuge = play.id("r-refuge")
    assert "Among another place among the ends of the line (place) where the other" in squeezed(refuge.seen("1"))
    (priorities,) = refuge.classed("preferences")
    assert priorities.tag == "ol"
    assert [squeezed(line.seen("1")) for line in priorities.all("li")] == [
        "the least of: the length of the line (other place) 11.1",
        "Rather where held 11.2 In full those where place held (other place)",
    ]


def test_what_an_example_gives_and_does_is_shown_with_what_comes_out(play: Node) -> None:
    lines = play.id("x-stuck").classed("checks")[0].all("li")
    assert [squeezed(line.seen("1")) for line in lines] == [
        "Given the phase is March; who acts is Reds; the day is 2",
        "as in the book: Enter (heavy, Bog) is forbidden",
        "Given the day is 3",
        "Is done: Enter (heavy, Bog)",
        "as in the book: the points spent (Reds) are 1",
    ]


def test_what_is_accepted_is_told_and_names_in_backquotes_are_linked(play: Node) -> None:
    (told,) = play.id("r-rest").classed("ruling")
    assert "#r-enter-sunk" in linked(told)
    assert "See The heavy sink and `nothing`" in squeezed(told.seen("1"))


def test_a_rule_of_another_chapter_is_pointed_to_from_its_own(play: Node) -> None:
    strays = {link for node in play.classed("strays") for link in linked(node)}
    assert "#r-enter-in-time" in strays
    assert "#r-enter-sunk" not in strays


def test_a_number_of_one_is_not_said_as_many() -> None:
    one = squeezed(read(reference(compiled(LANTERNS))["index.html"]).classed("sums")[0].seen("1"))
    assert "Errata 2" in one
    assert "1 settled by an erratum" in one
    single = re.sub(r"(?s)erratum quarrel.*?\nexample one", "example one", LANTERNS)
    assert "Erratum 1" in squeezed(read(reference(compiled(single))["index.html"]).classed("sums")[0].seen("1"))


def test_the_page_begins_by_saying_what_it_is_and_how_to_read_it(play: Node) -> None:
    cover = play.classed("cover")[0]
    assert cover.classed("intro")[0].seen("1").startswith("The rules of the game")
    assert cover.classed("intro")[0].seen("0").startswith("Le regole del gioco")
    assert "must not" in squeezed(cover.classed("how")[0].seen("1"))


def test_pages_of_play_escape_what_a_game_says() -> None:
    payload = PAYLOADS[0]
    hurt = re.sub(r'en "[^"]*"', f'en "{payload}"', PLAY)
    page = read(reference(understand(loaded(hurt)))["index.html"])
    assert_sound(page)
    assert len(page.all("script")) == 2
    assert payload in page.id("r-enter-sunk").text


def test_what_a_rule_says_is_all_of_its_condition_and_nothing_else() -> None:
    checked = 0
    for action in understand(loaded(PLAY)).ir.functions:
        for path, norm in parts_of(action):
            if not isinstance(norm, Norm):
                continue
            said = norm.statement
            whole = conjuncts(norm.condition)
            shown = list(said.conditions)
            shown += [part for part in whole if said.only is not None and denied(part) == said.only]
            shown += [part for part in whole if isinstance(part, Call) and part.name == said.variant]
            shown += [part for part in whole if said.phases and phases_named(part) == said.phases]
            shown += [part for part in whole if isinstance(part, Apply) and part.operands[1:] == (said.subject,)]
            assert sorted(map(str, shown)) == sorted(map(str, whole)), path
            checked += 1
    assert checked == 9


def denied(node: Expr) -> Expr:
    return node.operands[0] if isinstance(node, Apply) and node.operator == "not" else node


# --- the pieces it is made of ---

EXPRESSIONS = (
    "u.attack + 2 * (u.attack - 1) - -3",
    "(u.attack - 1) - (2 - u.attack)",
    "round up (u.attack + 1) / 2 + round down u.attack / 3",
    "if u.mounted then 1 else if ground is marsh then 2 else 3",
    "(if u.mounted then 1 else 2) + 1",
    "sum of v.attack + 1 for v in us where (v.mounted and v.attack > 2)",
    "(count v in us where v.mounted) + 1 - count v in us where (v.mounted and v.attack > 2)",
    "1 + (count v in us where v.mounted) + 1",
    "max of strength(v, ground) for v in us",
    "min(u.attack, strength(u, ground), 4)",
    "cost(u, ground).points",
    "strength(Unit(attack: 3, mounted: true), marsh) + strength(Unit(attack: 3), open_field)",
)
CONDITIONS = (
    "u.mounted and (ground is marsh or u.attack > 3) and not u.mounted",
    "u.mounted or (ground is not marsh and u.attack <= 3)",
    "not (u.mounted or ground in {marsh, open_field})",
    "ground not in {marsh} and u in us and u not in us",
    "no v in us where (v.mounted and any w in us where w.attack > v.attack)",
    "(any v in us where v.mounted) and u.mounted",
    "(all v in us where not v.mounted) is u.mounted",
    "(not any v in us where v.mounted or v.attack > 2) and u.mounted",
    "u.mounted and no v in us where (v.mounted and all w in us where w.attack > v.attack)",
    "the last of Odds at most u.attack / 2 is 2-1",
    "the first of Odds at least 1/2 shifted (u.attack - 1) >= 3-1",
    'combat(3, 1-1 shifted -2) in {A1/DR, EX, "A1"}',
    "u.attack != 3",
    "3 > (count v in us where v.mounted) and u.mounted",
    "not (any v in us where v.mounted) or u.mounted",
)


def value(text: str, result: str) -> Expr:
    game = compiled(
        LANTERNS + f"define tried(u: Unit, us: list of Unit up to 3, ground: Ground) -> {result} @1\n  {text}\n"
    )
    rule = next(item for item in game.ir.functions if item.name == "tried")
    assert isinstance(rule, Definition)
    assert rule.body.value is not None
    return rule.body.value


@pytest.mark.parametrize(
    ("text", "result"), [(text, "number") for text in EXPRESSIONS] + [(text, "bool") for text in CONDITIONS]
)
def test_what_is_written_out_reads_back_as_the_same_expression(text: str, result: str) -> None:
    once = value(text, result)
    written = plain(words(once))
    assert once == value(written, result), written


SPOKEN = (
    *CONDITIONS,
    "u.mounted and not (u.attack > 3) and not (ground is marsh and u.attack > 1)",
    "not u.mounted and not (u.attack > 3)",
    "u.attack > 9 or (u.mounted and not (u.attack > 3))",
    "u.attack > 2 and (ground is marsh or not (u.mounted and not (u.attack > 5)))",
    "not (not u.mounted) and ground is marsh",
    "u.mounted and not (if u.attack > 3 then ground is marsh else u.attack > 2) and not (u.attack > 9)",
    "not (if u.attack > 3 then ground is marsh else u.attack > 2) and not u.mounted",
    "u.attack > 1 and not (any v in us where v.mounted) and not u.mounted",
    "(no v in us where (v.mounted and not (v.attack > 3))) and not u.mounted",
    "not (u.mounted or u.attack > 3) and not not (ground is marsh)",
    "(u.mounted and not (u.attack > 3)) is (ground is marsh)",
    "u.mounted and not ((any v in us where (v.mounted and not (v.attack > 3))) or u.attack > 3)",
)
# The words of a sentence with the signs of the language, so that it can be read back.
READABLE = {**EN, **CODE, "unless": ", unless ", "answer": " is ", "true": "true", "false": "false", "record": "("}


def understood(text: str) -> str:
    """A sentence as its reader takes it: `unless` denies all to the end of its bracket or of the sentence."""
    out, open_brackets = "", [0]
    for bit in re.split(r"(, unless |[(){}\[\]])", text):
        if bit == ", unless ":
            out += " and not ("
            open_brackets[-1] += 1
        elif bit in {"(", "{", "["}:
            out += bit
            open_brackets.append(0)
        elif bit in {")", "}", "]"}:
            out += ")" * open_brackets.pop() + bit
        else:
            out += bit
    return out + ")" * open_brackets[0]


@pytest.mark.parametrize("text", SPOKEN)
def test_a_spoken_condition_says_what_the_rule_says(text: str) -> None:
    once = value(text, "bool")
    speaker = Verbalizer(
        Naming(lower(Program(), Game("", Path(), {}))), "en"
    )  # nothing has a title, so everything goes by its name
    speaker.lexicon = READABLE
    alone = not split_unless(once)[0]
    (speaker.negated if alone else speaker.condition)(once)
    said = understood(plain(tuple(speaker.pieces)))
    said = f"not ({said})" if alone else said
    head = "(u: Unit, us: list of Unit up to 3, ground: Ground) -> bool @1"
    game = compiled(f"{LANTERNS}define first{head}\n  {text}\ndefine second{head}\n  {said}\n")
    assert {"first", "second"} <= set(game.program.callables), said
    units = [
        RecordValue("Unit", (("attack", attack), ("mounted", on))) for attack in (0, 2, 4, 10) for on in (False, True)
    ]
    lists = [(), *((unit,) for unit in units), (units[1], units[4]), (units[3], units[6], units[7])]
    seen = set()
    for unit, listed, ground in product(units, lists, (Member("Ground", 0), Member("Ground", 1))):
        answers = []
        for name in ("first", "second"):
            try:
                answers.append(Interpreter(game.program).call(name, [unit, listed, ground]))
            except RuleError as problem:
                answers.append(problem.slug)
        assert answers[0] == answers[1], (said, unit, listed, ground)
        seen.add(answers[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("u.mounted and not (u.attack > 3)", "u.mounted, unless the attack (u) is more than 3"),
        ("not u.mounted and not (u.attack > 3)", "u.mounted or the attack (u) is more than 3"),
        ("u.attack > 9 or not u.mounted", "the attack (u) is more than 9 or not u.mounted"),
        ("u.mounted and ground is not marsh", "u.mounted and ground is not Marsh"),
        ("ground in {marsh}", "ground is Marsh"),
        ("ground in {marsh, open_field}", "ground is Marsh or Open field"),
        ("all v in us where not v.mounted", "for every v among us: not v.mounted"),
        ("(count v in us where v.mounted) >= 2", "(the number of v among us where v.mounted) is at least 2"),
        ("cost(u, ground).points < 2", "column points of cost (u, ground) is less than 2"),
        ("strength(u, ground) is 3", "the strength (u, ground) is 3"),
    ],
)
def test_conditions_are_said_in_titles_and_words(text: str, said: str) -> None:
    once = value(text, "bool")
    speaker = Verbalizer(Naming(compiled(LANTERNS).ir), "en")
    (speaker.condition if split_unless(once)[0] else speaker.negated)(once)
    assert plain(tuple(speaker.pieces)) == said


def test_two_things_of_one_title_go_by_their_names() -> None:
    twice = LANTERNS + 'define force(u: Unit) -> int @8\n  it "Forza" en "Power"\n  u.attack\n'
    naming = Naming(compiled(twice).ir)
    assert [naming.rule("force", "it"), naming.rule("strength", "it")] == ["", ""]
    assert [naming.rule("force", "en"), naming.rule("strength", "en")] == ["Power", "Strength"]


def test_an_effect_is_written_as_it_was() -> None:
    halved = next(item for item in compiled(LANTERNS).ir.functions if item.name == "strength")
    assert isinstance(halved, Definition)
    sequel = halved.body.exceptions[-1].value
    assert sequel is not None
    assert plain(effect(sequel)) == "half, round up"


def test_chains_of_one_kind_are_written_as_one() -> None:
    expression = value("(u.mounted and u.attack > 1) and not (ground is marsh)", "bool")
    assert plain(words(expression)) == "u.mounted and u.attack > 1 and ground is not marsh"


def test_ids_are_unique_whatever_the_names() -> None:
    ids = Ids()
    names = ["Città", "citta", '"><b>', "", "città", "x" * 500]
    given = [ids.give("r", name) for name in names]
    assert len(set(given)) == len(names)
    assert given == [ids.give("r", name) for name in names]


def test_no_section_number_is_too_long_to_sort() -> None:
    long = "1" * 10_000
    assert sorted(["b", long, "8.3a", "8.3", "8.10", "x.2"], key=book_order) == [
        "8.3",
        "8.3a",
        "8.10",
        long,
        "b",
        "x.2",
    ]


def test_a_page_never_has_more_languages_than_fit_side_by_side() -> None:
    text = 'enum E @1\n  a en "A", b it "B", ' + ", ".join(f'c{n} x{n} "C"' for n in range(50)) + "\n"
    languages = Languages.of(compiled(text, {"languages": ["de", "it"]}).ir.speaks)
    assert languages.tags[:2] == ("it", "en")
    assert len(languages.tags) == 6


def test_the_page_says_the_same_things_in_each_language() -> None:
    assert set(WORDS["it"]) == set(WORDS["en"])
    assert set(IT) == set(EN)
    assert set(CODE) <= set(EN)
