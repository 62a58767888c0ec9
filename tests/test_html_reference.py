"""The HTML reference: everything said is there, everything linked exists, and nothing written in a game can run."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest
from regola_compiler.driver import Compiled, compile_game, understand
from regola_compiler.emit.html import reference
from regola_compiler.emit.places import Ids, book_order, slug
from regola_compiler.emit.prose import effect, plain, type_words, words
from regola_compiler.emit.texts import Languages
from regola_compiler.examples import alike
from regola_compiler.game import Game, load_game
from regola_compiler.model import Definition, Expr, Table
from regola_dsl.source import Source

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "games").glob("*/game.yaml"))
VOID = frozenset({"meta", "input", "wbr", "br"})

LANTERNS = """
enum Ground @2.1
  it "Terreno" en "Ground"
  open_field it "Campo aperto" en "Open field"
  marsh @2.2 it "Palude" en "Marsh"
scale Odds of ratios open @8.3
  1-2, 1-1, 2-1
scale Result @8.3
  A1 it "Perde chi attacca" en "The attacker loses"
  A1/DR, EX, DR
record Unit @2.2
  attack: int 0..20 it "Attacco" en "Attack"
  mounted: bool = false
table combat(die: d6, odds: Odds) -> Result @8.3
  it "Tabella" en "Combat table"
  | die \\ odds | 1-2   | 1-1   | 2-1   |
  | 1-3        | A1    | A1/DR | EX    |
  | 4, 5       | A1/DR | EX    | EX    | @8.10
  | 6          | EX    | DR    | DR    |
  beyond odds clamp by edges @8.4
  rising along die
table cost(u: Unit, ground: Ground) -> (points: int 0..9, halts: bool) @7.4
  | u.mounted | ground     | points | halts |
  | -         | open_field | 1      | false |
  | true      | marsh      | 4      | true  |
  | false     | marsh      | 2      | false |
modifiers shift(u: Unit, ground: Ground) in columns @9.5
  +1 riders it "A cavallo" en "Mounted" when u.mounted and ground is open_field
  -1 mud @9.6 when ground is marsh
define strength(u: Unit, ground: Ground) -> int 0..40 @8.2, 9
  it "Forza" en "Strength"
  u.attack
  exception bogged @9.4 when u.mounted and ground is marsh
    min(u.attack, 5)
    exception guides @15.5 when u.attack > 9
      u.attack
  then exception halved @9.1 when ground is not open_field
    half, round up
define outcome(die: d6, u: Unit, ground: Ground) -> Result @"appendix/all"
  combat(die, 1-1 shifted shift(u, ground))
erratum edges @8.4
  it "Oltre i bordi"
  @8.3 silent en "Nothing is said past the edges."
  ruling because en "The nearest column."
erratum quarrel @8.3, "example/one"
  @8.3 says combat(1, 2-1) is EX
  @"example/one" says combat(1, 2-1) is DR
  ruling @8.3 because it "Vale la tabella." en "The table counts."
example one @"example/one"
  it "Il primo" en "The first"
  let rider = Unit(attack: 7, mounted: true)
  strength(rider, marsh) is 3
  combat(1, 2-1) is DR
example two @8.3
  combat(6, 1-1) is DR
example wrong @8.3
  combat(1, 1-2) is EX
"""


def compiled(text: str, manifest: dict[str, object] | None = None) -> Compiled:
    game = Game("lanterns", Path(), {"languages": ["it", "en"]} if manifest is None else manifest)
    game.sources.append(Source("lanterns.regola", text))
    return compile_game(game)


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def seen(self, mode: str) -> str:
        """The text that is seen in a mode of the page."""
        if mode not in self.attributes.get("data-in", mode).split():
            return ""
        return "".join(child if isinstance(child, str) else child.seen(mode) for child in self.children)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, tag: str) -> list[Node]:
        return [node for node in self.walk() if node.tag == tag]

    def classed(self, name: str) -> list[Node]:
        return [node for node in self.walk() if name in node.attributes.get("class", "").split()]

    def id(self, name: str) -> Node:
        return next(node for node in self.walk() if node.attributes.get("id") == name)


class Reader(HTMLParser):
    """A tree of the page, which must close what it opens in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.here = Node("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice"
        node = Node(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.here.tag, f"</{tag}> closes <{self.here.tag}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def read(text: str) -> Node:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.tag}> is never closed"
    return reader.root


@pytest.fixture(scope="module")
def page() -> Node:
    return read(reference(compiled(LANTERNS))["index.html"])


def squeezed(text: str) -> str:
    return " ".join(text.split())


# --- the page holds together ---


def assert_sound(page: Node) -> None:
    ids = [node.attributes["id"] for node in page.walk() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in ids)
    targets = [node.attributes["href"] for node in page.all("a")]
    assert targets
    assert {target for target in targets if target.removeprefix("#") not in ids} == set()
    for name in ("for", "aria-labelledby"):
        assert all(node.attributes[name] in ids for node in page.walk() if name in node.attributes)
    assert all(node.all("caption") for node in page.all("table"))
    assert all("scope" in node.attributes for node in page.all("th"))


def test_every_link_has_a_target_and_every_id_is_a_slug(page: Node) -> None:
    assert_sound(page)


def test_nothing_is_asked_of_the_network() -> None:
    text = reference(compiled(LANTERNS))["index.html"]
    assert not re.search(r"https?:|url\(|@import|\bsrc=|<link", text)


def test_the_policy_names_the_style_and_the_script_that_stand_in_the_page(page: Node) -> None:
    policy = next(node for node in page.all("meta") if "http-equiv" in node.attributes).attributes["content"]
    for tag in ("style", "script"):
        (node,) = page.all(tag)
        digest = base64.b64encode(hashlib.sha256(node.text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not any("style" in node.attributes for node in page.walk())


def test_same_input_gives_the_same_bytes() -> None:
    script = (
        "import hashlib, sys; sys.path.insert(0, 'tests')\n"
        "from test_html_reference import LANTERNS, compiled, reference\n"
        "print(hashlib.sha256(reference(compiled(LANTERNS))['index.html'].encode()).hexdigest())"
    )
    root = Path(__file__).parents[1]
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


# --- nothing written in a game can run ---

PAYLOADS = (
    "</script><b>",
    '"><img src=x onerror=alert(1)>',
    "</style><script>alert(2)</script>",
    "{{ 7*7 }}",
    "&lt;i&gt;",
)
HOSTILE = """
enum Sign @"{0}", "{1}"
  it "{0}" en "{1}"
  "{0}" @"{2}" it "{3}", "{1}" en "{4}", plain_word en "{0}"
record Thing @1
  it "{2}"
  sign: Sign = "{0}" en "{1}"
table t(s: Sign) -> Sign @"{3}"
  en "{2}"
  | s | {3} |
  | "{0}" | "{1}" | @"{4}"
  | otherwise | "{0}" |
  beyond clamp by e @"{2}"
define d(s: Sign) -> Sign @1
  it "{4}"
  s
  exception x @"{1}" en "{0}" when s is "{0}"
    "{1}"
modifiers m(s: Sign) @1
  +1 line @"{0}" en "{1}" when s is not "{1}"
erratum e @"{1}"
  en "{0}"
  @"{1}" says d("{0}") is "{0}" it "{2}"
  @"{0}" says en "{1}"
  ruling @"{0}" because en "{0}"
example ex @"{1}"
  en "{2}"
  d("{0}") is "{0}"
  t("{1}") is "{0}"
"""


def hostile() -> Compiled:
    written = [payload.replace("\\", "\\\\").replace('"', '\\"') for payload in PAYLOADS]
    slugs = [payload.replace('"', "'") for payload in PAYLOADS]
    text = re.sub(
        r'(@(?:"\{\d\}"(?:, )?)+)|\{(\d)\}',
        lambda found: found[1].format(*slugs) if found[1] else written[int(found[2])],
        HOSTILE,
    )
    title = {"it": PAYLOADS[0], "en": PAYLOADS[1], 'x" onload="y': PAYLOADS[2]}
    sources = [{"language": PAYLOADS[1], "title": PAYLOADS[0]}]
    languages = ["it", "en", 'x"onload="y']
    return compiled(text, {"title": title, "languages": languages, "sources": sources, "credits": [PAYLOADS[2]]})


def test_no_text_of_a_game_breaks_out_of_the_page() -> None:
    game = hostile()
    assert game.program.examples
    assert game.program.errata
    assert {"t", "d", "m"} <= set(game.program.callables)
    page = read(reference(game)["index.html"])
    assert_sound(page)
    assert len(page.all("script")) == len(page.all("style")) == 1
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


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_cell_of_every_game_is_on_its_page(folder: Path) -> None:
    game = understand(load_game(folder, folder.name))
    page = read(reference(game)["index.html"])
    assert_sound(page)
    for name, rule in game.program.callables.items():
        if not isinstance(rule, Table):
            continue
        table = next(node for node in page.walk() if node.attributes.get("id") == f"r-{slug(name)}").all("table")[0]
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
    assert squeezed(riders.all("p")[0].seen("1")) == "Mounted riders"
    assert squeezed(riders.classed("row")[0].seen("1")).endswith("u.mounted and ground is open_field")
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
    assert "8.3 says combat(1, 2-1) is EX as encoded here" in said
    assert "example/one says combat(1, 2-1) is DR not as encoded here" in said
    assert "Ruling follow 8.3 The table counts." in said
    assert "8.3 is silent Nothing is said past the edges." in squeezed(page.id("e-edges").seen("1"))
    assert "#r-combat" in {node.attributes["href"] for node in page.id("e-edges").all("a")}


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
    rule = game.program.callables["tried"]
    assert isinstance(rule, Definition)
    assert rule.root.value is not None
    return rule.root.value


@pytest.mark.parametrize(
    ("text", "result"), [(text, "number") for text in EXPRESSIONS] + [(text, "bool") for text in CONDITIONS]
)
def test_what_is_written_out_reads_back_as_the_same_expression(text: str, result: str) -> None:
    once = value(text, result)
    written = plain(words(once))
    assert alike(once, value(written, result)), written


def test_an_effect_is_written_as_it_was() -> None:
    halved = compiled(LANTERNS).program.callables["strength"]
    assert isinstance(halved, Definition)
    sequel = halved.root.exceptions[-1].value
    assert sequel is not None
    assert plain(effect(sequel)) == "half, round up"


def test_chains_of_one_kind_are_written_as_one() -> None:
    expression = value("(u.mounted and u.attack > 1) and not (ground is marsh)", "bool")
    assert plain(words(expression)) == "u.mounted and u.attack > 1 and ground is not marsh"


def test_types_are_written_as_declared() -> None:
    program = compiled(LANTERNS).program
    assert plain(type_words(program.callables["cost"].result)) == "(points: int 0..9, halts: bool)"
    assert [plain(type_words(parameter.type)) for parameter in program.callables["combat"].parameters] == ["d6", "Odds"]


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
    languages = Languages.of(["it"], ["en", "it", *(f"x{number}" for number in range(50))])
    assert languages.tags[:2] == ("it", "en")
    assert len(languages.tags) == 6
