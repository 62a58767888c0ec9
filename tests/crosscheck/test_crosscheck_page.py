"""The page of `regola crosscheck`: all that was found is on it once, at its place; nothing in a text can break it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from regola_compiler.driver import Compiled, understand
from regola_compiler.project.game import load_game
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import PARTLY, PROSE, Decision, Index, IndexEntry
from regola_crosscheck.base.inputs import KINDS
from regola_crosscheck.book.outline import outline
from regola_crosscheck.page.annotated_text import AnnotatedText
from regola_crosscheck.page.html import page
from regola_crosscheck.report import Report, apply_decisions, as_json, summary
from regola_crosscheck.run import collect
from regola_dsl.diagnostics import Code, Diagnostic, Label
from regola_dsl.source import NOWHERE, Span
from support.book_files import as_pdf
from support.browser import Browser
from support.checkers import axe, nu
from support.command import Run
from support.html_tree import Node, assert_sound, read
from support.paths import GAMES
from support.reference_games import PAYLOADS, compiled, hostile

GAME = GAMES / "lantern_pass"


@cache
def game() -> Compiled:
    return understand(load_game(GAME, "games/lantern_pass"))


@cache
def book(language: str) -> str:
    return (GAME / f"rulebook.{language}.md").read_text("utf-8")


def short(language: str) -> str:
    """The first chapters of the tutorial's text: enough where it is not the book that is asked about."""
    return book(language).partition("\n## 7")[0]


def damaged() -> str:
    """The tutorial's text with a broken reference, a doubled section, and one that nothing is encoded for."""
    text = book("it").replace("(10.4)", "(19.4)", 1).replace("**9.2 ", "**9.1 ", 1)
    return f"{text}\n## 77 Altro\n\n**77.1 Novità.** Si deve tirare un dado e aggiungere 7.\n"


def report(
    about: Compiled,
    texts: dict[str, str],
    more: tuple[CrosscheckFinding, ...] = (),
    accepted: dict[str, str] | None = None,
    prose: dict[str, str] | None = None,
    partly: dict[str, str] | None = None,
) -> Report:
    entries = tuple(
        IndexEntry(name, "", "", status, because, None, NOWHERE)
        for status, told in ((PROSE, prose), (PARTLY, partly))
        for name, because in (told or {}).items()
    )
    contexts = {
        language: CrosscheckContext(about.program, outline(language, f"book.{language}.txt", text))
        for language, text in texts.items()
    }
    indexes = {language: Index(f"sources/{language}.yaml", entries) for language in texts}
    return accepting(Report(contexts, indexes, [*collect(contexts, indexes), *more], [], 0, []), accepted or {})


def accepting(held: Report, accepted: dict[str, str]) -> Report:
    """A report in which some findings are accepted, each for a reason."""
    decisions = tuple(Decision(name, because, NOWHERE) for name, because in accepted.items())
    indexes = {language: replace(index, accepted=decisions) for language, index in held.indexes.items()}
    return Report(held.contexts, indexes, *apply_decisions(held.found, indexes, Confidence.POSSIBLE))


def written(about: Compiled, held: Report) -> Node:
    return read(page(about, held, Confidence.LIKELY))


@pytest.fixture(scope="module")
def held() -> Report:
    return report(game(), {"it": damaged(), "en": book("en")})


@pytest.fixture(scope="module")
def text(held: Report) -> str:
    return page(game(), held, Confidence.LIKELY)


@pytest.fixture(scope="module")
def shown(text: str) -> Node:
    return read(text)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def rows_of(shown: Node) -> dict[str, Node]:
    """The row of each section; of a doubled one the first."""
    rows: dict[str, Node] = {}
    for row in shown.classed("section"):
        if row.all("h2")[0].all("a"):
            rows.setdefault(squeezed(row.all("a")[0].text), row)
    return rows


def row_of(shown: Node, number: str) -> Node:
    return rows_of(shown)[number]


# --- the page holds together ---


def test_every_link_has_a_target_and_every_id_is_a_slug(shown: Node) -> None:
    assert_sound(shown)


def test_nothing_is_asked_of_the_network_and_nothing_else_may_run(text: str, shown: Node) -> None:
    assert not re.search(r"https?:|url\(|@import|\bsrc=|<link|<iframe|<object", text)
    policy = next(node for node in shown.all("meta") if "http-equiv" in node.attributes).attributes["content"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not any("style" in node.attributes for node in shown.walk())
    assert not any(name.startswith("on") for node in shown.walk() for name in node.attributes)


def test_same_input_gives_the_same_bytes() -> None:
    # This process has a hash seed of its own, unless somebody asked for one.
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    script = (
        "import hashlib, sys; sys.path[:0] = ['tests', 'tests/crosscheck']\n"
        "from test_crosscheck_page import *\n"
        "print(digest())"
    )
    other = subprocess.run(
        [sys.executable, "-c", script],
        cwd=GAME.parents[1],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    ).stdout
    assert other.strip() == digest()


def digest() -> str:
    """What tells the page of two texts from any other."""
    text = page(game(), report(game(), {"it": short("it"), "en": short("en")}), Confidence.LIKELY)
    return hashlib.sha256(text.encode()).hexdigest()


# --- all that was found is there ---


def test_each_finding_of_the_json_report_is_on_the_page_once(held: Report, shown: Node) -> None:
    listed = json.loads(as_json(held))["findings"]
    assert len({one["kind"] for one in listed} & set(KINDS)) > 2
    cards = Counter(
        (
            card.attributes["data-name"],
            card.attributes["data-kind"],
            card.attributes["data-sure"],
            card.classed("message")[0].text,
        )
        for card in shown.classed("card")
    )
    wanted = Counter(
        (one["name"], one["kind"], one["confidence"], one["message"].replace("`", "")) for one in listed if one["name"]
    )
    assert cards == wanted


def test_a_stretch_is_marked_where_it_stands_and_leads_to_its_finding(held: Report, shown: Node) -> None:
    for number, finding in enumerate(held.found, 1):
        span = finding.diagnostic.span
        source = [desk.book.path for desk in held.contexts.values()].index(span.path) + 1
        line = shown.id(f"l{source}-{span.line}")
        text = held.contexts["it" if source == 1 else "en"].book.lines[span.line - 1]
        assert line.text == text
        bits = [one for one in line.classed("found-here") if str(number) in one.attributes["data-found"].split()]
        end = span.end_column - 1 if span.line == span.end_line else len(text)
        assert "".join(bit.text for bit in bits) == text[span.column - 1 : end]
        assert any(node.attributes.get("id") == f"m-{number}" for node in line.walk())
        links = [link.attributes["href"] for link in shown.id(f"f-{number}").all("a")]
        assert f"#m-{number}" in links
        for other in finding.diagnostic.related:
            if other.span.path == span.path:
                assert f"#l{source}-{other.span.line}" in links


def test_the_shorter_of_two_stretches_wins_and_neither_is_lost() -> None:
    line = "abcdefghij"
    spans = [
        (1, Span("b", 1, 1, 1, 11)),
        (2, Span("b", 1, 3, 1, 6)),
        (3, Span("b", 1, 5, 1, 8)),
        (4, Span("b", 1, 20, 1, 21)),
    ]
    (block,) = AnnotatedText((line,), spans).blocks(1, 1)
    bits = block.lines[0].runs
    assert "".join(bit.text for bit in bits) == line
    assert [(bit.text, bit.findings) for bit in bits] == [
        ("ab", (1,)),
        ("cd", (2, 1)),
        ("e", (2, 3, 1)),
        ("fg", (3, 1)),
        ("hij", (1,)),
        ("", (4,)),
    ]
    assert [bit.begins for bit in bits if bit.begins] == [(1,), (2,), (3,), (4,)]


def test_the_whole_book_is_there_line_by_line(held: Report, shown: Node) -> None:
    for source, desk in enumerate(held.contexts.values(), 1):
        lines = [node for node in shown.classed("l") if node.attributes["id"].startswith(f"l{source}-")]
        assert sorted(int(node.attributes["data-n"]) for node in lines) == list(range(1, len(desk.book.lines) + 1))
        for node in lines:
            assert node.text == desk.book.lines[int(node.attributes["data-n"]) - 1]


def test_sections_stand_in_the_order_of_the_file_with_both_texts(held: Report, shown: Node) -> None:
    rows = [row for row in shown.classed("section") if row.attributes["id"] != "rest"]
    firsts = [
        int(row.classed("l")[0].attributes["data-n"])
        for row in rows
        if row.classed("leaf")[0].attributes["data-source"] == "1"
    ]
    assert firsts == [section.line for section in held.contexts["it"].book.sections]
    assert [leaf.attributes["lang"] for leaf in row_of(shown, "9.3").classed("leaf")] == ["it", "en"]
    assert len([row for row in rows if squeezed(row.all("h2")[0].all("a")[0].text) == "9.1"]) == 2


def test_columns_are_kept_together() -> None:
    lines = ("a", "x\ty", "longer\tz", "b", "| c | d |", "| e | f |")
    blocks = AnnotatedText(lines, []).blocks(1, 6)
    assert [[line.number for line in block.lines] for block in blocks] == [[1], [2, 3], [4], [5, 6]]
    assert [block.tab > 0 for block in blocks] == [False, True, False, True]
    assert blocks[1].tab == len("longer") + 1


# --- the rules beside it ---


def test_every_declaration_is_on_the_page_once(shown: Node) -> None:
    program_ = game().program
    heads = Counter(
        node.attributes["id"] for node in shown.classed("rule") if node.attributes.get("id", "").startswith("r-")
    )
    assert set(heads.values()) == {1}
    # What the play alone keeps nobody declares.
    declared = [item for item in program_.callables.values() if not getattr(item, "hidden", False)]
    assert len(heads) >= len(declared) - 2
    assert len([node for node in shown.classed("rule") if node.attributes.get("id", "").startswith("x-")]) == len(
        program_.examples
    )


def test_rules_stand_at_their_section_and_parts_at_theirs(shown: Node) -> None:
    rows = rows_of(shown)
    # An id stands once: `test_every_link_has_a_target_and_every_id_is_a_slug`.
    rules = {one.attributes.get("id"): one for one in shown.classed("rule")}
    for name, rule in game().program.callables.items():
        node = rules.get(f"r-{name.replace('_', '-')}")
        if node is None or not rule.anchors:
            continue
        assert any(one is node for one in rows[rule.anchors[0].section].walk()), name
    for name, action in ((name, rule) for name, rule in game().program.callables.items() if hasattr(rule, "norms")):
        for norm in action.norms:
            told = next((text.text for text in norm.texts if text.language == "it"), norm.name)
            for anchor in norm.anchors:
                assert told in rows[anchor.section].text, (name, norm.name, anchor.section)


def test_a_section_says_why_nothing_is_encoded() -> None:
    held = report(game(), {"it": damaged()}, prose={"77": "Un titolo, e nulla di più."})
    shown = written(game(), held)
    assert "Not encoded" in row_of(shown, "77.1").text
    assert "Un titolo, e nulla di più." in row_of(shown, "77").text
    (numbers,) = shown.classed("numbers")
    coverage = held.coverage("it")
    assert f"{coverage.sections} sections" in numbers.text
    assert f"{coverage.prose} prose" in numbers.text


def test_a_section_says_what_is_missing_of_it() -> None:
    held = report(game(), {"it": short("it")}, partly={"6.2": "Il ghiaccio.", "77": "nothing there"})
    shown = written(game(), held)
    assert "Encoded in part" in row_of(shown, "6.2").text
    assert "Il ghiaccio." in row_of(shown, "6.2").text
    assert held.coverage("it").partly == 1
    assert "1 of them in part" in summary(held)[0]
    assert "1 of them in part" in shown.classed("numbers")[0].text


def test_what_is_encoded_and_not_in_the_book_stands_behind_it() -> None:
    text = book("it")
    start, end = text.index("## 12"), text.index("## 13") if "## 13" in text else len(text)
    held = report(game(), {"it": text[:start] + text[end:]})
    assert any(finding.diagnostic.code.slug == "section-not-in-book" for finding in held.found)
    rest = written(game(), held).id("rest")
    assert "section-not-in-book" in "".join(card.attributes["data-name"] for card in rest.classed("card"))
    assert rest.classed("rule")


def test_what_is_accepted_is_told_apart_with_its_reason(held: Report) -> None:
    name = held.found[0].name
    accepted = accepting(held, {name: "Sta bene <così>."})
    shown = written(game(), accepted)
    cards = [card for card in shown.classed("accepted") if card.tag == "details"]
    assert {card.attributes["data-name"] for card in cards} == {name}
    assert "Sta bene <così>." in cards[0].text
    assert len([card for card in shown.classed("card") if "accepted" not in card.attributes["class"]]) == len(
        accepted.found
    )


def test_the_first_book_says_in_which_language_rules_are_read() -> None:
    for first, other in (("it", "en"), ("en", "it")):
        told = report(game(), {first: short(first), other: short(other)})
        root = written(game(), told).all("html")[0]
        tags = [one.all("span")[0].text for one in root.classed("languages")[0].all("label")]
        assert tags[int(root.attributes["data-show"])] == first


# --- nothing written in a text can run ---

BAD = (*PAYLOADS, "{% raw %}", "\x1b[31m\x00\x7f\x85", "\u202e", "<!--", "]]>", "&#0;", "' onfocus='x")
NOTICE = Code("R799", "made-up", "for this test")


def test_no_text_of_a_book_a_game_or_a_finding_breaks_out_of_the_page() -> None:
    heading = "\n".join(f"{place}.1 {text}\nPrima {text} dopo\t{text}\n" for place, text in enumerate(BAD, 1))
    paths = "book.it.txt"
    more = tuple(
        CrosscheckFinding(
            Confidence.CERTAIN,
            text,
            text,
            Diagnostic(
                NOTICE,
                f"{text} `{text}`",
                Span(paths, line, 1, line, 9),
                label=text,
                related=(Label(Span(text, 3, 1, 3, 2), text), Label(Span(paths, 1, 1, 1, 2), text)),
                help=text,
                notes=(text,),
            ),
            picture=(text, text),
            kind="numbers",
        )
        for line, text in enumerate(BAD, 2)
    )
    for about in (hostile(), compiled("enum A @1.1\n  x, y\n")):
        held = report(about, {"it": heading}, more, accepted={more[0].name: BAD[1]}, prose={"2.1": BAD[2]})
        text = page(about, held, Confidence.POSSIBLE)
        shown = read(text)
        assert_sound(shown)
        assert len(shown.all("script")) == len(shown.all("style")) == 1
        assert not shown.all("img")
        assert not any(name.startswith("on") for node in shown.walk() for name in node.attributes)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)
        assert "␛[31m␀␡" in shown.text
        for bad in BAD:
            if bad.isprintable():
                assert bad in shown.text
        names = Counter(card.attributes["data-name"] for card in shown.classed("card"))
        assert all(names[one.name] == 1 for one in more if one.name.isprintable())


def test_a_book_without_sections_and_a_game_without_rules_are_a_page() -> None:
    assert_sound(written(game(), report(game(), {"it": "Nulla\n"})))
    assert "Nulla" in written(compiled("", {}), report(compiled("", {}), {"xx": "Nulla\n"})).text


# --- the command ---


def test_the_command_writes_the_page_and_names_files_as_they_were_given(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "libro.txt").write_text(damaged(), "utf-8")
    source = ("crosscheck", str(GAME), "--source", "it=libro.txt")
    ran = regola(*source, "-o", "pagina.HTM", cwd=tmp_path)
    told = regola(*source, "--json", "--confidence", "possible", cwd=tmp_path)
    assert ran.returncode == told.returncode, ran.stderr
    text = (tmp_path / "pagina.HTM").read_text("utf-8")
    assert str(tmp_path) not in text
    assert "libro.txt" in text
    names = Counter(one["name"] for one in json.loads(told.stdout)["findings"] if one["name"])
    assert Counter(card.attributes["data-name"] for card in read(text).classed("card")) == names


def test_a_page_needs_a_file_and_a_text(regola: Run, tmp_path: Path) -> None:
    ran = regola("crosscheck", str(GAME), "--format", "html", cwd=tmp_path)
    assert ran.returncode == 2
    assert "-o report.html" in ran.stderr
    (tmp_path / "b.txt").write_bytes(b"\x00\x01\x02")
    ran = regola("crosscheck", str(GAME), "--source", "it=b.txt", "-o", "p.html", cwd=tmp_path)
    assert ran.returncode == 1
    assert "binary" in ran.stderr
    assert not (tmp_path / "p.html").exists()


def test_what_was_asked_for_is_ticked_and_decides_the_outcome(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "libro.txt").write_text(damaged(), "utf-8")
    source = ("crosscheck", str(GAME), "--source", "it=libro.txt", "--kind", "drift", "--confidence", "certain")
    assert regola(*source, "-o", "p.html", cwd=tmp_path).returncode == 0
    shown = read((tmp_path / "p.html").read_text("utf-8"))
    assert shown.classed("card")
    ticked = [
        box.attributes["value"]
        for box in shown.all("input")
        if "checked" in box.attributes and box.attributes["type"] == "checkbox"
    ]
    assert ticked == ["drift", "certain"]


# --- in a browser ---


@pytest.fixture(scope="module")
def file(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(text, "utf-8")
    return file


@pytest.fixture
def opened(browser: Browser, file: Path) -> Browser:
    browser.open(file)
    return browser


VISIBLE = "[...document.querySelectorAll('.card')].filter((card) => card.checkVisibility()).map((card) => card.id)"
FOCUSED = "document.activeElement.closest('.card')?.id ?? document.activeElement.id"


def test_the_page_asks_for_nothing_and_nothing_goes_wrong(opened: Browser) -> None:
    opened.press("n", "?", "Escape", "/", "Escape")
    assert len(opened.asked) == 1
    assert opened.asked[0].startswith("file:")
    assert opened.wrong == []


def test_keys_go_from_finding_to_finding_and_back(opened: Browser, held: Report) -> None:
    cards = opened.value(VISIBLE)
    likely = [f"f-{n}" for n, one in enumerate(held.found, 1) if one.confidence >= Confidence.LIKELY]
    assert sorted(cards) == sorted(likely)
    assert len(cards) > 3
    for key, wanted in (("n", 0), ("j", 1), ("n", 2), ("p", 1), ("k", 0), ("k", -1), ("n", 0)):
        opened.press(key)
        assert opened.value(FOCUSED) == cards[wanted]
        inside = "(() => { const box = document.activeElement.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()"
        assert opened.value(inside)
    assert opened.value("document.getElementById('at').textContent") == f"1 / {len(cards)}"


def test_enter_leads_to_the_place_and_back_and_space_folds(opened: Browser) -> None:
    opened.press("n")
    card = opened.value(FOCUSED)
    opened.press("Enter")
    place = "document.activeElement.className.includes('found-here') && document.activeElement.dataset.found.split(' ')"
    assert card.removeprefix("f-") in opened.value(place)
    opened.press("Enter")
    assert opened.value(FOCUSED).startswith("f-")
    open_ = "document.activeElement.closest('.card').open"
    assert opened.value(open_) is True
    opened.press(" ")
    assert opened.value(open_) is False


def test_the_page_passes_checkers_that_are_not_ours(browser: Browser, file: Path) -> None:
    assert nu([file]) == []
    assert axe(browser, file) == []


def test_digits_hide_kinds_and_show_them_again(opened: Browser) -> None:
    kinds = "[...new Set([...document.querySelectorAll('.card')].filter((c) => c.checkVisibility()).map((c) => c.dataset.kind))]"
    before = opened.value(kinds)
    # Where two findings stand at one word the mark has the kind of the first.
    kind = next(
        one
        for one in before
        if opened.value(f"document.querySelector('.found-here:not(.off)[data-kind={one}]') !== null")
    )
    digit = str((KINDS.index(kind) + 1) % 10)
    opened.press(digit)
    assert opened.value(kinds) == [one for one in before if one != kind]
    marks = f"document.querySelectorAll('.found-here:not(.off)[data-kind={kind}]').length"
    assert opened.value(marks) == 0
    opened.press(digit)
    assert opened.value(kinds) == before
    assert opened.value(marks) > 0


def test_what_is_only_possible_is_shown_when_asked_for(opened: Browser, held: Report) -> None:
    opened.value("document.querySelector('input[name=sure][value=possible]').click()")
    assert len(opened.value(VISIBLE)) == len(held.found)


def test_what_is_accepted_is_shown_when_asked_for(browser: Browser, held: Report, tmp_path: Path) -> None:
    name = next(one.name for one in held.found if one.confidence is Confidence.CERTAIN)
    file = tmp_path / "report.html"
    accepted = accepting(held, {name: "Sta bene."})
    file.write_text(page(game(), accepted, Confidence.LIKELY), "utf-8")
    browser.open(file)
    seen = f"document.querySelector('.card.accepted[data-name=\"{name}\"]').checkVisibility()"
    assert browser.value(seen) is False
    browser.value("document.querySelector('input[name=accepted]').click()")
    assert browser.value(seen) is True


def test_the_name_is_copied_at_a_press(opened: Browser) -> None:
    opened.press("n")
    told = (
        "(async () => { const button = document.activeElement.closest('.card').querySelector('.copy'); button.click(); "
    )
    told += (
        "for (let i = 0; i < 50 && button.textContent === 'copy'; i++) await new Promise((go) => setTimeout(go, 20)); "
    )
    assert opened.value(told + "return button.textContent; })()") == "copied"


def test_search_leaves_the_sections_that_have_the_words(opened: Browser) -> None:
    opened.press("/")
    assert opened.value("document.activeElement.id") == "search"
    opened.press(*"novita")
    left = "[...document.querySelectorAll('main > .section')].filter((s) => !s.hidden).map((s) => s.querySelector('h2 a')?.textContent)"
    assert opened.value(left) == ["77.1"]
    assert opened.value("document.getElementById('keys').open") is False
    opened.press("Escape")
    assert len(opened.value(left)) > 20


def test_the_keys_are_told_and_the_other_language_is_a_press_away(opened: Browser) -> None:
    opened.press("?")
    assert opened.value("document.getElementById('keys').open") is True
    opened.press("Escape")
    assert opened.value("document.getElementById('keys').open") is False
    opened.value("document.querySelector('input[name=language]:not(:checked)').click()")
    lit = "[...document.querySelectorAll('.rule h3 [lang]')].filter((one) => one.checkVisibility()).map((one) => one.lang)"
    assert set(opened.value(lit)) == {"en"}
    opened.value("document.querySelector('input[name=book][value=\"2\"]').click()")
    leaves = "[...document.querySelectorAll('main .section .leaf')].filter((one) => one.checkVisibility()).map((one) => one.lang)"
    assert set(opened.value(leaves)) == {"en"}


def test_nothing_sticks_out_of_a_narrow_screen(browser: Browser, file: Path) -> None:
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
    browser.open(file)
    assert browser.value("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]
    side = "(() => { const row = document.querySelector('.pair'); return row.children[0].offsetLeft < row.children[1].offsetLeft + 20 && row.children[0].offsetTop < row.children[1].offsetTop; })()"
    assert browser.value(side)
    browser.call("Emulation.clearDeviceMetricsOverride")


def test_the_page_is_read_without_script(browser: Browser, file: Path) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(file)
    try:
        tree = browser.call("DOM.getDocument", depth=0)["root"]["nodeId"]
        (line,) = browser.call("DOM.querySelectorAll", nodeId=tree, selector=".tools > .line")["nodeIds"]
        told = browser.call("CSS.enable") or browser.call("CSS.getComputedStyleForNode", nodeId=line)["computedStyle"]
        assert {"name": "display", "value": "none"} in told
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


def test_signs_that_our_own_reading_put_in_are_not_shown_but_meant() -> None:
    """Of a PDF or a Word file; a file that has them itself is shown as it is."""
    lines = ("## 1.0 Il porto", "- **La barca.** Ogni *barca* salpa.", "*Nota* di *due* parole", "2 ** 3")
    spans = [(1, Span("b", 1, 1, 1, 16)), (2, Span("b", 2, 5, 2, 14))]

    def shown(*, marked: bool) -> list[list[tuple[str, str, tuple[int, ...]]]]:
        (block,) = AnnotatedText(lines, spans, marked=marked).blocks(1, 4)
        return [[(run.text, run.style, run.begins) for run in line.runs] for line in block.lines]

    heading, item, note, sum_ = shown(marked=True)
    assert heading == [("", "", (1,)), ("1.0 Il porto", "strong", ())]
    assert item == [("- ", "", ()), ("La barca.", "strong", (2,)), (" Ogni *barca* salpa.", "", ())]
    assert note == [("Nota", "slanted", ()), (" di *due* parole", "", ())]
    assert sum_ == [("2 ** 3", "", ())]
    assert ["".join(text for text, _, _ in line) for line in shown(marked=False)] == list(lines)


def test_a_book_that_was_printed_is_shown_without_signs_of_ours(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(as_pdf(book("it")))
    done = regola("crosscheck", "--source", f"it={tmp_path / 'book.pdf'}", "-o", str(tmp_path / "a.html"))
    assert done.returncode in {0, 1}, done.stderr
    shown = (tmp_path / "a.html").read_text("utf-8")
    text = "".join(re.findall(r'<div class="l"[^>]*>(.*?)</div>', shown, re.DOTALL))
    assert '<span class="strong">' in text
    assert not re.search(r"#{1,6} |\*\*", re.sub(r"<[^>]+>", "", text))
