"""Texts that leave for translators' programs come back as they were, or as they were changed, and nothing else does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.exchange import desk, po, tmx, xliff
from regola_compiler.exchange.merge import ImportResult, Mismatch, document_of, import_
from regola_compiler.exchange.segments import Segment, read_segments, segments_of
from regola_compiler.exchange.splice import TextEdit, changed, quoted, unwritable
from regola_compiler.exchange.units import Document, Unit, Unreadable, decoded
from regola_compiler.exchange.xml import read_xml
from regola_compiler.project.game import Game, load_game
from regola_dsl.diagnostics import Severity
from regola_dsl.format import format_source
from regola_dsl.source import Source
from support.command import Run
from support.effort import drawn, every_third, some_games
from support.games import loaded
from support.paths import GAME_NAMES, GAMES

FORMATS = {"xliff": xliff, "tmx": tmx, "po": po}
each_format = pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
# All that can stand in a file, and more of what is written in a special way somewhere.
TEXTS = st.text(
    st.one_of(
        st.sampled_from("\"'\\<>&{}[]|#%@\n\t\r\x01\x0b\x7f\x85\u2028\ufffe]]> à€"),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=30,
)

RULES = """\
# The harbour.
enum Tide @1.1
  it "La marea"  en "The tide"
  high              it "Alta"
  low         @1.2  en "Low"
  "half way"        it "A metà"  en "Half way"

define depth(t: Tide) -> int 1..9 @1.3  # in fathoms
  it "Profondità"                       # and no more
  if t is high then 9 else 1
  exception storm @1.4 when t is low
    it "Con la tempesta"
    2

action sail(t: Tide) by t @2.1
  requires t is high @2.2
    it "Serve l'alta marea"  en "It takes high tide"
  requires t is not low @2.3
    it "Mai con la bassa"

erratum two_tides @9.1
  @9.1 says  it "due"  en "two"
  @9.2 silent
  ruling @9.1 because  it "lo dice la tabella"
"""


def harbour(text: str = RULES) -> tuple[Game, list[Segment]]:
    """A game of one file."""
    game = Game("harbour", Path("harbour"), {"languages": ["it", "en"]}, [Source("harbour/rules.regola", text)])
    game.shown = "harbour"
    segments, found = read_segments(game)
    assert found == []
    return game, segments


def said(segments: list[Segment], language: str) -> dict[str, str | None]:
    return {segment.name: segment.text(language) for segment in segments}


def brought(form: ModuleType, text: str, rules: str = RULES) -> tuple[ImportResult, str]:
    """What a file of a format brings into the harbour, and the rules after it."""
    game, segments = harbour(rules)
    result = import_(game, segments, form.read(text), "file")
    return result, next(iter(result.files.values()), rules)


# --- names -------------------------------------------------------------------------------


def test_a_text_is_known_by_the_names_that_lead_to_it() -> None:
    _, segments = harbour()
    assert [segment.id.removeprefix("rules.regola#") for segment in segments] == [
        "Tide",
        "Tide.high",
        "Tide.low",
        "Tide.half%20way",
        "depth",
        "depth.storm",
        "sail.requirement@2.2",
        "sail.requirement@2.3",
        "two_tides.said@9.1",
        "two_tides.ruling@9.1",
    ]
    assert {segment.name: segment.sections for segment in segments}["Tide.high"] == ("1.1",)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_text_of_a_game_has_a_name_of_its_own(game: str) -> None:
    """And none is passed over: there are as many as texts, and short forms of them, stand in the files."""
    loaded = load_game(GAMES / game, f"games/{game}")
    segments, found = read_segments(loaded)
    assert found == []
    assert len({segment.id for segment in segments}) == len(segments)
    assert not [segment.id for segment in segments if re.search(r"\s", segment.id)]
    written = sum(
        1 + bool(short)
        for source in loaded.sources
        for line in source.lines
        for short in re.findall(r'(?<![\w"])it "(?:[^"\\]|\\.)*"( / ")?', re.sub(r"^\s*#.*", "", line))
    )
    assert sum("it" in segment.texts for segment in segments) == written


# --- there and back ----------------------------------------------------------------------


@each_format
@settings(deadline=None, max_examples=drawn(150))
@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), min_size=1, max_size=4))
def test_every_text_survives_a_format(form: ModuleType, texts: list[tuple[str, str | None]]) -> None:
    units = [
        Unit(f"f#t{n}", source, "en", target, file="f", sections=("1.1",)) for n, (source, target) in enumerate(texts)
    ]
    document = Document("harbour", "it", "en", units)
    written = form.write(document)
    back = form.read(decoded(written.encode()))
    assert [(unit.id, unit.source, unit.target or None) for unit in back.units if unit.target or form is not tmx] == [
        (unit.id, unit.source, unit.target) for unit in units if unit.target or form is not tmx
    ]
    assert not any(unit.trouble for unit in back.units)
    assert form.update(written, document).text == written


@each_format
@settings(deadline=None, max_examples=drawn(60))
@given(st.dictionaries(st.integers(0, 9), TEXTS, min_size=1, max_size=4))
def test_a_changed_translation_comes_in_and_nothing_else(form: ModuleType, changes: dict[int, str]) -> None:
    game, segments = harbour()
    document = document_of(game, segments, "it", "en")
    wanted = {n % len(document.units): text for n, text in changes.items()}
    for n, text in wanted.items():
        unit = document.units[n]
        document.units[n] = Unit(unit.id, unit.source, "en", text, unit.file)
    result = import_(game, segments, form.read(decoded(form.write(document).encode())), "file")
    after = next(iter(result.files.values()), RULES)
    expected = said(segments, "en")
    for n, text in wanted.items():
        plain = text.replace("\r\n", "\n")
        if not unwritable(plain):
            expected[document.units[n].id.partition("#")[2]] = plain
    again, wrong = segments_of(Source("rules.regola", after), "rules.regola")
    assert wrong == []
    assert said(again, "en") == expected
    assert said(again, "it") == said(segments, "it")
    assert format_source(after) == after
    assert (
        re.findall(r"#.*", after.split("\n")[0] + after.split("\n")[7]) == ["# The harbour."] or "# in fathoms" in after
    )


@settings(deadline=None, max_examples=drawn(300))
@given(TEXTS)
def test_a_text_ends_where_it_ends(text: str) -> None:
    """Whatever a translator writes, it is a text, and never a rule."""
    if unwritable(text):
        return
    _, segments = harbour()
    source = Source("rules.regola", RULES)
    after = changed(source, "rules.regola", [TextEdit(segment, "en", text) for segment in segments])
    assert after.count("\n") <= RULES.count("\n") + len(segments)
    again, _ = segments_of(Source("rules.regola", after), "rules.regola")
    assert said(again, "en") == dict.fromkeys(said(segments, "en"), text)
    assert said(again, "it") == said(segments, "it")
    assert "\n" not in quoted(text)


@pytest.mark.parametrize("n", range(10))
def test_a_text_is_put_where_it_belongs_and_nowhere_else(n: int) -> None:
    _, segments = harbour()
    assert len(segments) == 10
    text = 'say "no" \\ {x} | @8.3 # and\nso on'
    after = changed(Source("rules.regola", RULES), "rules.regola", [TextEdit(segments[n], "en", text)])
    assert after.count("\n") <= RULES.count("\n") + 1
    again, _ = segments_of(Source("rules.regola", after), "rules.regola")
    assert said(again, "en") == {**said(segments, "en"), segments[n].name: text}


def test_layout_and_comments_stay() -> None:
    game, segments = harbour()
    document = document_of(game, segments, "it", "en")
    unit = document.units[3]
    document.units[3] = Unit(unit.id, unit.source, "en", "Depth", unit.file)
    result = import_(game, segments, document, "file")
    before, after = RULES.split("\n"), next(iter(result.files.values())).split("\n")
    assert [line.split() for line in after if line not in before] == [
        'it "Profondità" en "Depth" # and no more'.split(),
    ]
    assert (result.changed, result.added) == (0, 1)


def test_a_file_that_was_not_laid_out_is_left_as_it_was() -> None:
    crooked = RULES.replace("  if t is high", "  if   t is   high").replace("\n", "\r\n")
    source = Source("rules.regola", crooked)
    segments, _ = segments_of(source, "rules.regola")
    after = changed(source, "rules.regola", [TextEdit(segments[0], "en", "Tides")])
    assert after == crooked.replace("The tide", "Tides")


def test_a_long_line_goes_on_below() -> None:
    _, segments = harbour()
    long = "word " * 21
    for segment in segments:
        text = changed(Source("rules.regola", RULES), "rules.regola", [TextEdit(segment, "fr", long)])
        assert all(len(line) <= 120 for line in text.split("\n") if "# " not in line)


@pytest.mark.parametrize("game", every_third(some_games(GAME_NAMES)))
def test_a_new_language_can_be_put_beside_every_text_of_a_game(game: str) -> None:
    rules = loaded(game)
    segments, _ = read_segments(rules)
    text = 'say "no" \\ {x} | @8.3 # and\nso on'
    for source in rules.sources:
        file = rules.within(source.path)
        mine = [TextEdit(segment, "de", text) for segment in segments if segment.file == file]
        again, _ = segments_of(Source(source.path, changed(source, file, mine)), file)
        assert {segment.text("de") for segment in again} <= {text}


# --- what is not the same any more -------------------------------------------------------


def document_with(**texts: str) -> Document:
    """The harbour's document, with other translations of the texts that are named `Tide_high`."""
    document = document_of(*harbour(), "it", "en")
    names = {unit.id.partition("#")[2].replace(".", "_"): n for n, unit in enumerate(document.units)}
    for name, text in texts.items():
        unit = document.units[names[name]]
        document.units[names[name]] = Unit(unit.id, unit.source, "en", text, unit.file)
    return document


@each_format
def test_a_text_that_is_another_by_now_is_left_alone(form: ModuleType) -> None:
    rules = RULES.replace('"Alta"', '"Alta marea"')
    result, after = brought(form, form.write(document_with(Tide_high="High", depth="Depth")), rules)
    assert [(one.code.slug, one.message) for one in result.found] == [
        ("text-moved-on", "`Tide.high` says something else in it than when it was translated")
    ]
    assert result.found[0].span.line > 1
    assert after == format_source(rules.replace('it "Profondità"', 'it "Profondità"  en "Depth"'))


@each_format
def test_a_text_that_is_not_there_is_told_and_one_that_moved_is_found(form: ModuleType) -> None:
    text = form.write(document_with(Tide_high="High", depth="Depth"))
    text = text.replace("rules.regola#depth", "old.regola#depth").replace("Tide.high", "Tide.hihg")
    result, after = brought(form, text)
    assert [(one.code.slug, one.message, one.help) for one in result.found] == [
        ("text-unknown", "the game has no text `Tide.hihg`", "did you mean `rules.regola#Tide.high`?")
    ]
    assert after == format_source(RULES.replace('it "Profondità"', 'it "Profondità"  en "Depth"'))


@each_format
def test_one_name_twice_with_two_translations_is_told(form: ModuleType) -> None:
    document = document_with(depth="Depth", Tide="Tides")
    first = next(unit for unit in document.units if unit.id.endswith("#depth"))
    document.units.append(Unit(first.id, first.source, "en", "Deepness", first.file))
    result, after = brought(form, form.write(document))
    assert [(one.code.slug, one.message) for one in result.found] == [
        ("text-refused", "`depth` stands here a second time, and says something else")
    ]
    assert result.found[0].related[0].span.line < result.found[0].span.line
    assert after == RULES.replace("The tide", "Tides")


@each_format
def test_what_no_text_can_hold_is_refused(form: ModuleType) -> None:
    result, after = brought(form, form.write(document_with(depth="De\x07pth", Tide="The\ttide", Tide_high="High")))
    assert sorted(one.message for one in result.found) == [
        "the translation of `Tide` was left out: it has the control character U+0009",
        "the translation of `depth` was left out: it has the control character U+0007",
    ]
    assert said(segments_of(Source("", after), "rules.regola")[0], "en")["Tide.high"] == "High"


def test_markup_of_a_program_is_refused_and_a_mark_around_words_is_not() -> None:
    text = xliff.write(document_with(Tide="<1>", depth="<2>"))
    text = text.replace("&lt;1&gt;", '<mrk mtype="seg" mid="1"><g id="1">The</g> tides</mrk>')
    text = text.replace("&lt;2&gt;", 'Depth<bpt id="1">{\\b</bpt>')
    result, after = brought(xliff, text)
    assert [one.message for one in result.found] == [
        "the translation of `depth` was left out: it has markup (`bpt`) that a text of the rules cannot keep"
    ]
    assert after == RULES.replace('"The tide"', '"The tides"')


def test_what_is_not_finished_waits() -> None:
    text = xliff.write(document_with(depth="Depth")).replace('state="translated">Depth', 'state="needs-l10n">Depth')
    assert (brought(xliff, text)[0].unfinished, brought(xliff, text)[1]) == (1, RULES)
    text = po.write(document_with(depth="Depth")).replace(
        'msgctxt "rules.regola#depth"', '#, fuzzy\nmsgctxt "rules.regola#depth"'
    )
    assert (brought(po, text)[0].unfinished, brought(po, text)[1]) == (1, RULES)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda document: setattr(document, "source", "fr"),
            "it translates from `fr`; the texts of harbour are in it, en",
        ),
        (lambda document: setattr(document, "source", ""), "from no language that it names"),
        (lambda document: setattr(document, "source", "en"), "it translates from `en` into `en`"),
        (lambda document: setattr(document, "game", "port"), "it is of the game `port`, not of `harbour`"),
        (
            lambda document: document.units.__setitem__(slice(None), [Unit("a#b", "x", "en", "y")]),
            "none of its texts",
        ),
        (lambda document: document.units.append(Unit("a#b", "x", "Deutsch!", "y")), "`Deutsch!` is no language"),
    ],
)
def test_a_file_of_something_else_is_refused(change: Callable[[Document], None], says: str) -> None:
    game, segments = harbour()
    document = document_with(depth="Depth")
    change(document)
    with pytest.raises(Mismatch, match=re.escape(says)):
        import_(game, segments, document, "file")


# --- bringing a file up to date ----------------------------------------------------------

FOREIGN = """\
<?xml version='1.0' encoding="utf-8"?>
<!-- made by hand -->
<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" xmlns:mine="urn:mine" version="1.2">
  <x:file original="rules.regola" source-language="it" target-language="en-GB" datatype="plaintext" mine:job='7'>
    <x:header><x:skl><x:external-file href="a.skl"/></x:skl><mine:price>12 &#8364;</mine:price></x:header>
    <x:body>
      <x:group id="g1">
        <x:trans-unit id="rules.regola#Tide" mine:done="no" approved="yes">
          <x:source>La marea</x:source>
          <x:target state='final' mine:by="anna">The &#x74;ide<!-- good --></x:target>
          <x:alt-trans><x:source>x</x:source><x:target>Tides</x:target></x:alt-trans>
        </x:trans-unit>
      </x:group>
      <x:trans-unit id="rules.regola#depth"><x:source>Profondita</x:source><x:target state="final"/></x:trans-unit>
      <x:trans-unit id="rules.regola#gone"><x:source>Via</x:source><x:target>Gone</x:target><mine:note/></x:trans-unit>
    </x:body>
  </x:file>
</x:xliff>
"""


def test_what_is_not_known_in_an_xliff_stays() -> None:
    updated = xliff.update(FOREIGN, document_with(depth="Depth"))
    assert (updated.added, updated.changed, updated.unknown) == (7, 1, 1)
    before, after = FOREIGN.split("\n"), updated.text.split("\n")
    depth = '<x:source>Profondità</x:source><x:target state="translated">Depth</x:target>'
    changed_line = before[13].replace('<x:source>Profondita</x:source><x:target state="final"/>', depth)
    assert [line for line in before if line not in after] == [before[13]]
    assert after[13] == changed_line
    back = {unit.id.partition("#")[2]: unit.target for unit in xliff.read(updated.text).units}
    assert (back["Tide"], back["gone"], back["depth"]) == ("The tide", "Gone", "Depth")
    assert len(back) == 10
    assert xliff.update(updated.text, document_with(depth="Depth")).text == updated.text


def test_a_translation_of_another_sentence_is_marked_for_review() -> None:
    text = FOREIGN.replace(
        'Profondita</x:source><x:target state="final"/>', "Fondo</x:source><x:target>Bottom</x:target>"
    )
    text = xliff.update(text, document_with()).text
    assert '<x:source>Profondità</x:source><x:target state="needs-review-translation">Bottom</x:target>' in text
    assert not [unit for unit in xliff.read(text).units if unit.id.endswith("#depth") and unit.finished]


@each_format
def test_an_update_never_overwrites_a_translation_that_is_there(form: ModuleType) -> None:
    text = form.write(document_with(Tide="The tides, by a translator"))
    assert form.update(text, document_with(Tide="The tide")).text == text


@each_format
def test_an_update_brings_what_is_new(form: ModuleType) -> None:
    full = document_with(Tide_high="High")
    less = document_with()
    del less.units[0]
    updated = form.update(form.write(less), full)
    assert (updated.added, updated.changed) == (1, 1)
    back = {unit.id: unit for unit in form.read(updated.text).units}
    assert {unit.id: unit.target for unit in full.units if unit.target} == {
        key: unit.target for key, unit in back.items() if unit.target
    }
    assert form.update(updated.text, full).text == updated.text


def test_what_is_not_known_in_a_po_stays() -> None:
    text = po.write(document_with(depth="Depth"))
    mine = text.replace(
        'msgctxt "rules.regola#depth"\nmsgid "Profondità"',
        '#  by anna\n#, no-wrap, fuzzy\n#| msgid "Fondo"\nmsgctxt "rules.regola#depth"\nmsgid "Fond"\n"o"',
    )
    mine += '\n#~ msgid "old"\n#~ msgstr "vecchio"\n\nmsgid "of somebody else"\nmsgstr ""\n'
    updated = po.update(mine, document_with(depth="Depth"))
    lines, after = mine.split("\n"), updated.text.split("\n")
    assert [line for line in lines if line not in after] == ['msgid "Fond"', '"o"']
    assert 'msgid "Profondità"' in after


def test_what_is_not_known_in_a_tmx_stays() -> None:
    text = tmx.write(document_with(depth="Depth"))
    mine = text.replace(
        '<tuv xml:lang="en"><seg>Depth',
        '<tuv xml:lang="de"><seg>Tiefe</seg></tuv><tuv xml:lang="EN-GB" changeid="anna"><prop type="x">1</prop><seg>Depth',
    )
    mine = mine.replace("<tmx", '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx').replace(
        "</header>", "<note>n</note></header>"
    )
    assert tmx.update(mine, document_with(depth="Other")).text == mine
    found = [unit.target for unit in tmx.read(mine).units if unit.id.endswith("#depth")]
    assert found == ["Tiefe", "Depth"]
    result, after = brought(tmx, mine)
    assert result.languages == {"de", "en"}
    assert 'it "Profondità"  de "Tiefe"  en "Depth"' in after or 'it "Profondità"  en "Depth"  de "Tiefe"' in after


# --- what the specifications ask for ----------------------------------------------------


def test_an_xliff_has_what_xliff_requires() -> None:
    text = xliff.write(document_with(depth="Depth <b>\x01"))
    space = f"{{{xliff.NAMESPACE}}}"
    top = ET.fromstring(text)  # noqa: S314  our own
    assert (top.tag, top.attrib) == (f"{space}xliff", {"version": "1.2"})
    order = ["source", "target", "note"]
    for file in top:
        assert file.tag == f"{space}file"
        assert {"original", "source-language", "datatype"} <= set(file.attrib)
        assert [child.tag for child in file] == [f"{space}body"]
        names = [unit.attrib["id"] for unit in file.iter(f"{space}trans-unit")]
        assert names
        assert len(set(names)) == len(names)
        for unit in file.iter(f"{space}trans-unit"):
            parts = [child.tag.removeprefix(space) for child in unit]
            assert parts[0] == "source"
            assert parts == sorted(parts, key=order.index)
            assert len(set(parts)) == len(parts)
        for inline in file.iter(f"{space}x"):
            assert inline.attrib["id"]
            assert inline.attrib["ctype"].startswith("x-")
        for target in file.iter(f"{space}target"):
            assert target.attrib["state"] == "translated"


def test_a_tmx_has_what_tmx_requires() -> None:
    top = ET.fromstring(tmx.write(document_with(depth="Depth <b>\x01")))  # noqa: S314  our own
    assert (top.tag, top.attrib, [child.tag for child in top]) == ("tmx", {"version": "1.4"}, ["header", "body"])
    required = {"creationtool", "creationtoolversion", "segtype", "o-tmf", "adminlang", "srclang", "datatype"}
    assert required <= set(top[0].attrib)
    assert top[0].attrib["segtype"] in {"block", "paragraph", "sentence", "phrase"}
    for unit in top[1]:
        assert unit.tag == "tu"
        assert not re.search(r"\s", unit.attrib["tuid"])
        parts = [child.tag for child in unit]
        assert parts == sorted(parts, key=["note", "prop", "tuv"].index)
        assert "tuv" in parts
        for variant in unit.iter("tuv"):
            assert variant.attrib["{http://www.w3.org/XML/1998/namespace}lang"]
            assert [child.tag for child in variant] == ["seg"]


def test_a_po_is_what_gettext_reads(tmp_path: Path) -> None:
    """By the standard library's own reader of what msgfmt makes, where msgfmt is there; its rules by hand otherwise."""
    text = po.write(document_with(depth="Depth\nand width\n\x01"))
    blocks = text.strip().split("\n\n")
    assert blocks[0].startswith('msgid ""\nmsgstr ""\n')
    assert "Content-Type: text/plain; charset=UTF-8\\n" in blocks[0]
    for block in blocks[1:]:
        keys = re.findall(r"^(#[.:]|msgctxt|msgid|msgstr) ", block, re.MULTILINE)
        assert keys[-3:] == ["msgctxt", "msgid", "msgstr"]
        assert all(re.fullmatch(r'#.*|(?:\w+ )?"(?:[^"\\\x00-\x1f]|\\.)*"', line) for line in block.split("\n"))
    if shutil.which("msgfmt"):
        (tmp_path / "a.po").write_text(text, "utf-8")
        subprocess.run(["msgfmt", "--check-format", "-o", str(tmp_path / "a.mo"), str(tmp_path / "a.po")], check=True)


# --- files nobody should trust -----------------------------------------------------------

BOMB = '<?xml version="1.0"?><!DOCTYPE xliff [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><xliff version="1.2">&b;</xliff>'


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (BOMB, 1, "declares something of its own"),
        ('<!DOCTYPE xliff [\n<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<xliff>&x;</xliff>', 1, "declares something"),
        (
            '<!DOCTYPE tmx SYSTEM "http://localhost/tmx14.dtd">\n<tmx>\n&secret;</tmx>',
            3,
            "the entity `secret` is not known",
        ),
        ('<!DOCTYPE xliff [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]>\n<xliff/>', 1, "declares something"),
        ("<xliff>\n<file>\n</xliff>", 3, "not well-formed XML: mismatched tag"),
        ("<xliff>\n&nothing;</xliff>", 2, "undefined entity"),
        ("<xliff>", 1, "no element found"),
        ("<a>" * 100 + "</a>" * 100, 1, "nested more than"),
        ("<a b='1' b='2'/>", 1, "duplicate attribute"),
        ("<a>\n<x:b/></a>", 2, "unbound prefix"),
        ("<a>\x01</a>", 1, "not well-formed"),
    ],
)
def test_xml_that_is_not_to_be_read(text: str, line: int, says: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        read_xml(text)
    assert says in wrong.value.message
    assert wrong.value.line == line


@settings(deadline=None, max_examples=drawn(200))
@given(st.text(max_size=60) | st.text("<>/ax=\"'&;! \n[]-?", max_size=60), st.sampled_from(list(FORMATS.values())))
def test_whatever_stands_in_a_file_the_answer_is_a_sentence(text: str, form: ModuleType) -> None:
    try:
        document = form.read(decoded(text.encode()))
    except Unreadable as wrong:
        told = wrong.message, wrong.line >= 1
    else:
        told = "a document", isinstance(document, Document)
    assert all(told)


@settings(deadline=None, max_examples=drawn(150))
@given(st.sampled_from(list(FORMATS.values())), st.integers(0, 5000), st.integers(0, 40), st.text(max_size=5))
def test_a_damaged_file_is_read_or_told(form: ModuleType, at: int, length: int, put: str) -> None:
    text = form.write(document_with(depth="Depth"))
    at %= len(text)
    try:
        result, after = brought(form, text[:at] + put + text[at + length :])
    except (Unreadable, Mismatch):
        return
    again, wrong = segments_of(Source("", after), "rules.regola")
    assert (wrong, [one.text("it") for one in again]) == ([], [one.text("it") for one in harbour()[1]])
    assert result.changed + result.added <= 20


def test_a_warning_hides_no_text_and_what_was_done_is_said_in_the_language_of_messages(
    tmp_path: Path, regola: Run
) -> None:
    """A folder that is called otherwise than its game is warned of; a text in an unknown shape is not there."""
    game = tmp_path / "copy"
    shutil.copytree(GAMES / "lantern_pass", game)
    read = load_game(game, "copy")
    assert [one.weight for one in read.diagnostics] == [Severity.WARNING]
    assert isinstance(desk.read_texts(read), desk.GameTexts)
    file = tmp_path / "pass.xlf"
    regola("texts", str(game), "-o", str(file))
    told = regola("--messages", "it", "texts", str(game), "--import", str(file))
    assert (told.returncode, told.stdout) == (0, "lantern_pass: testi 0 cambiati, 0 aggiunti, in 0 file\n")
    (game / "game.yaml").write_text("id: [", "utf-8")
    assert isinstance(desk.read_texts(load_game(game, "copy")), desk.ExchangeResult)


def test_what_a_translator_asks_is_answered_without_writing(tmp_path: Path) -> None:
    """The functions behind `regola texts`, as an editor calls them."""
    shutil.copytree(GAMES / "lantern_pass", tmp_path / "lantern_pass")
    files = {path: path.read_bytes() for path in (tmp_path / "lantern_pass").rglob("*") if path.is_file()}
    texts = desk.read_texts(load_game(tmp_path / "lantern_pass", "lantern_pass"))
    assert isinstance(texts, desk.GameTexts)
    assert desk.count(texts).startswith(f"lantern_pass: {len(texts.segments)} texts in ")
    written, _ = desk.export(texts, "xliff", "it", "en")
    given = next(unit.target for unit in texts.document("it", "en").units if unit.target)
    answer = desk.bring(texts, tmp_path / "pass.xlf", written.replace(f">{given}<", ">Another<"))
    assert [text for text in answer.files.values() if '"Another"' in text]
    assert desk.bring(texts, tmp_path / "pass.xlf", "no file of any kind").unread
    with pytest.raises(desk.ExchangeError, match="changes nothing"):
        desk.export(texts, "xliff", "it", "it")
    assert files == {path: path.read_bytes() for path in (tmp_path / "lantern_pass").rglob("*") if path.is_file()}
