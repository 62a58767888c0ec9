"""The rulebook itself goes to translators' programs sentence by sentence, and what comes back changes what it should and
nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_cli.texts import command
from regola_compiler.exchange.units import Unreadable
from regola_crosscheck.book.outline import outline
from regola_crosscheck.translation import memory
from regola_crosscheck.translation.blocks import blocks_of
from regola_crosscheck.translation.merge import Merged, OtherBook, merge
from regola_crosscheck.translation.units import translations
from regola_crosscheck.translation.xliff import read
from support.command import Run
from support.effort import drawn
from support.paths import GAME_NAMES, GAMES, ROOT
from support.patience import bounded
from translate.storage.tmx import tmxfile
from translate.storage.xliff import xlifffile
from translate.storage.xliff2 import Xliff2File

GAME = GAMES / "lantern_pass"
STORES = {"xliff": xlifffile, "xliff2": Xliff2File, "tmx": tmxfile}
VERSIONS = ("xliff", "xliff2")
RETURNED = (*VERSIONS, "tmx")

ITALIAN = """\
# Il molo

**1.1 La marea.** Ogni barca può muovere di 3 spazi. Chi non muove prima di notte perde il turno.

**1.2 Il carico.** Una barca porta al massimo 4 barili (vedere 1.1).

- le barche grandi, 6;
- le barche piccole, 2.

| barca | barili |
|---|---|
| grande | 6 |
| piccola | 2 |

> *Esempio 1.2.* Una barca con 4 barili
> non ne può prendere un altro.

**1.3 La fine.** Si gioca fino all'alba.

**1.4 Il resto.** Vale 1.2.
"""
ENGLISH = """\
# The quay

**1.1 The tide.** Each boat may move 3 spaces. Whoever does not move before night
loses the turn.

**1.2 The cargo.** A boat carries at most 4 barrels (see 1.1).

- large boats, 6;
- small boats, 2.

| boat  | barrels |
|-------|--------:|
| large |       6 |
| small |       2 |

> *Example 1.2.* A boat with 4 barrels
> cannot take another.

**1.3 The end.** Play goes on until dawn.

**1.4 The rest.** 1.2 holds.
"""

Desk = Callable[..., Result]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.md").write_text(ITALIAN, "utf-8")
    (tmp_path / "en.md").write_text(ENGLISH, "utf-8")

    def run(*words: str) -> Result:
        with bounded():
            result = CliRunner().invoke(command, list(words))
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


BOTH = ("--book", "it=it.md", "--book", "en=en.md")


def written(desk: Desk, form: str, *words: str) -> str:
    name = f"book.{form}"
    assert desk(*(words or BOTH), "--format", form, "-o", name).exit_code == 0
    return Path(name).read_text("utf-8")


# --- out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", STORES)
def test_translate_toolkit_reads_every_sentence(desk: Desk, form: str) -> None:
    store = STORES[form].parsestring(written(desk, form).encode("utf-8"))
    pairs = [(one.source, one.target) for one in store.units if one.istranslatable()]
    if form == "xliff":  # a unit is a paragraph
        assert ("**1.3 La fine.** Si gioca fino all'alba.", "**1.3 The end.** Play goes on until dawn.") in pairs
        assert ("le barche grandi, 6;", "large boats, 6;") in pairs
    else:
        assert ("Si gioca fino all'alba.", "Play goes on until dawn.") in pairs
        assert ("Ogni barca può muovere di 3 spazi.", "Each boat may move 3 spaces.") in pairs
        assert ("grande", "large") in pairs
    assert all(source and target for source, target in pairs)


def test_a_sentence_goes_with_its_section_its_rules_and_the_definitions(desk: Desk) -> None:
    books = ("--book", f"it={GAME / 'rulebook.it.md'}", "--book", f"en={GAME / 'rulebook.en.md'}")
    assert desk(str(GAME), *books, "-o", "pass.xlf").exit_code == 0
    unit = next(one for one in xlifffile.parsefile("pass.xlf").units if one.getid().endswith("1.1/1"))
    notes = unit.getnotes()
    for part in ("section: 1.1 Le parti", "rules: Side", "term: pedina = counter", "friendly: of one's own side"):
        assert part in notes


def test_what_was_read_in_both_languages_is_approved_until_it_changes(desk: Desk) -> None:
    from regola_cli.crosscheck import command as crosscheck

    texts = ("--source", "it=it.md", "--source", "en=en.md")
    assert CliRunner().invoke(crosscheck, [*texts, "--index"]).exit_code == 0
    path = Path("en.md")
    path.write_text(path.read_text("utf-8").replace("until dawn", "until noon"), "utf-8")
    for form in VERSIONS:
        store = STORES[form].parsestring(written(desk, form).encode("utf-8"))
        approved = {one.source: one.isapproved() for one in store.units if one.istranslatable()}
        assert sum(approved.values()) > 5
        assert not any(yes for words, yes in approved.items() if "fino all'alba" in words)


# --- there and back ------------------------------------------------------------------------------


def brought(text: str, english: str | None = ENGLISH, italian: str = ITALIAN) -> Merged:
    there = None if english is None else outline("en", "en.md", english)
    here = outline("it", "it.md", italian)
    returned = memory.read(text, here, "en") if memory.is_memory(text) else read(text)
    return merge(returned, here, there, "en", "book.xlf")


@pytest.mark.parametrize("form", RETURNED)
def test_what_comes_back_as_it_went_changes_nothing(desk: Desk, form: str) -> None:
    written(desk, form)
    assert "0 changed, 0 added" in desk(*BOTH, "--import", f"book.{form}").output
    assert Path("en.md").read_text("utf-8") == ENGLISH


@pytest.mark.parametrize("form", RETURNED)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Play goes on until dawn.", "The game is played until dawn."),
        ("large boats, 6;", "the big boats, 6;"),
        ("cannot take another.", "may not take one more."),
        ("small", "little"),
    ],
)
def test_a_changed_sentence_changes_its_paragraph_and_nothing_else(desk: Desk, form: str, old: str, new: str) -> None:
    text = written(desk, form)
    Path("book.xlf").write_text(
        re.sub(rf">([^<]*){re.escape(old)}([^<]*)</(mrk|target|seg)>", rf">\1{new}\2</\3>", text), "utf-8"
    )
    result = desk(*BOTH, "--import", "book.xlf")
    now, before = Path("en.md").read_text("utf-8"), ENGLISH
    assert new in now
    changed = set(now.split("\n")) ^ set(before.split("\n"))
    assert all(new in line or line in ENGLISH for line in changed)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("form", RETURNED)
def test_a_program_that_rewrites_the_file_is_understood(desk: Desk, form: str) -> None:
    """Translate-toolkit sets a target, and writes the file as it likes."""
    store = STORES[form].parsestring(written(desk, form).encode("utf-8"))
    unit = next(one for one in store.units if "fino all'alba" in (one.source or ""))
    unit.target = unit.target.replace("Play goes on", "One plays")
    Path("book.xlf").write_bytes(bytes(store))
    assert "1 changed" in desk(*BOTH, "--import", "book.xlf").output
    assert "One plays until dawn." in Path("en.md").read_text("utf-8")


@pytest.mark.parametrize("form", VERSIONS)
def test_a_language_that_is_new_makes_a_book_of_the_same_shape(desk: Desk, form: str) -> None:
    """Translated into itself it is the book again, its paragraphs on one line."""
    text = written(desk, form, "--book", "it=it.md", "--to", "fr")
    if form == "xliff":
        same = re.sub(r"<seg-source>(.*?)</seg-source>", r"<seg-source>\1</seg-source><target>\1</target>", text)
    else:
        same = re.sub(r"<source>([^<]*)</source></segment>", r"<source>\1</source><target>\1</target></segment>", text)
        same = same.replace('state="initial"', 'state="translated"')
    Path("book.xlf").write_text(same, "utf-8")
    assert desk("--book", "it=it.md", "--import", "book.xlf", "--to", "fr", "-o", "fr.md").exit_code == 0
    assert Path("fr.md").read_text("utf-8").replace("barili\n> non", "barili non") == ITALIAN.replace("\n> non", " non")
    again = desk("--book", "it=it.md", "--import", "book.xlf", "--to", "fr", "-o", "fr.md")
    assert "is there already" in again.output


def test_what_is_the_same_in_every_language_is_not_left_untranslated(desk: Desk) -> None:
    left = []
    for rows in ("", "| AX | AR |\n| DR | – |\n"):
        Path("molo.md").write_text(ITALIAN.replace("| piccola | 2 |\n", f"| piccola | 2 |\n{rows}"), "utf-8")
        Path("book.xliff").unlink(missing_ok=True)
        text = written(desk, "xliff", "--book", "it=molo.md", "--to", "fr")
        same = re.sub(r"<seg-source>(.*?)</seg-source>", r"<seg-source>\1</seg-source><target>\1</target>", text)
        same = same.replace(
            '<target><mrk mtype="seg" mid="1">**1.3 La fine.', '<target><mrk mtype="seg" mid="1">**1.3 Fin.'
        )
        assert same.count("**1.3 Fin.") == 1
        Path("book.xlf").write_text(same, "utf-8")
        Path("fr.md").unlink(missing_ok=True)
        done = desk("--book", "it=molo.md", "--import", "book.xlf", "--to", "fr", "-o", "fr.md")
        assert ("| AX | AR |" in Path("fr.md").read_text("utf-8")) == bool(rows)
        left += re.findall(r"(\d+) not translated", done.output)
    assert len(left) == 2
    assert left[0] == left[1]


@pytest.mark.parametrize("name", ["fr.docx", "fr.pdf", "fr.odt", "fr.html"])
def test_a_translation_is_written_as_plain_text_alone(desk: Desk, name: str) -> None:
    Path("book.xlf").write_text(written(desk, "xliff", "--book", "it=it.md", "--to", "fr"), "utf-8")
    done = desk("--book", "it=it.md", "--import", "book.xlf", "--to", "fr", "-o", name)
    assert done.exit_code == 2
    assert f"`{name}` cannot be written into: say with `-o book.fr.md` where to write" in done.output
    assert not Path(name).exists()


@pytest.mark.parametrize("form", RETURNED)
def test_newer_words_are_never_overwritten_in_silence(desk: Desk, form: str) -> None:
    text = written(desk, form).replace("until dawn.", "until the dawn.")
    Path("book.xlf").write_text(text, "utf-8")
    newer = ENGLISH.replace("until dawn.", "until noon.")
    Path("en.md").write_text(newer, "utf-8")
    result = desk(*BOTH, "--import", "book.xlf")
    assert result.exit_code == 1
    assert "error[text-newer]" in result.output
    assert "until noon." in result.output
    assert "until the dawn." in result.output
    assert Path("en.md").read_text("utf-8") == newer


@pytest.mark.parametrize("form", ["xliff", "tmx"])
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("may move 3 spaces", "may move 4 spaces", "the number `3` is not in it, but `4` is"),
        ("may move 3 spaces", "may move", "the number `3` is not in it"),
        ("(see 1.1)", "(see 1.3)", "the number `1.1` is not in it, but `1.3` is"),
        ("**1.3 The end.**", "1.3 The end.", "`**` does not stand in it as often"),
        ("Play goes on", "Play\ngoes on", "a line end"),
        ("Play goes on", "<x id='1'/>One plays", "it has markup (`x`)"),
    ],
)
def test_what_lost_a_number_or_a_mark_stays_out(desk: Desk, form: str, old: str, new: str, told: str) -> None:
    merged = brought(written(desk, form).replace(old, new))
    (found,) = merged.found
    assert found.code.slug == "text-refused"
    assert told in found.message
    assert merged.text == ENGLISH


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Each boat may move", "Each boat must not move", "says `must not` where the book says `può`"),
        ("before night", "after night", "says `after` where the book says `prima di`"),
        ("carries at most 4", "carries at least 4", "says `at least` where the book says `al massimo`"),
    ],
)
def test_a_small_word_that_says_the_contrary_is_told(desk: Desk, old: str, new: str, words: str) -> None:
    merged = brought(written(desk, "xliff").replace(old, new))
    (found,) = merged.found
    assert found.code.slug == "text-means"
    assert words in found.message
    assert new in merged.text.replace("\n", " ")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Captains may.", "Captains must not.", "says `must not` where the book says `possono`"),
        ("may leave a watched space", "must not leave a watched space", "says `must not` where the book says `può`"),
        ("at Ponte it may;", "at Ponte it must not;", "says `must not` where the book says `può`"),
        ("trains never attack", "trains attack", "has no word for `non`, which the book says"),
        ("die is rolled once", "die is rolled twice", "says `twice` where the book says `una volta`"),
    ],
)
def test_of_a_paragraph_each_sentence_is_held_against_its_own(desk: Desk, old: str, new: str, words: str) -> None:
    files = {code: GAME / f"rulebook.{code}.md" for code in ("it", "en")}
    sent = written(desk, "xliff", *(part for code, file in files.items() for part in ("--book", f"{code}={file}")))
    assert sent.count(old) == 1
    books = {code: outline(code, f"{code}.md", file.read_text("utf-8")) for code, file in files.items()}
    merged = merge(read(sent.replace(old, new)), books["it"], books["en"], "en", "x.xlf")
    assert [one.message.partition("` ")[2] for one in merged.found] == [words]


def test_a_true_translation_is_taken_over_without_a_word(desk: Desk) -> None:
    books = ("--book", f"it={GAME / 'rulebook.it.md'}", "--book", f"en={GAME / 'rulebook.en.md'}")
    text = written(desk, "xliff", *books)
    italian = (GAME / "rulebook.it.md").read_text("utf-8")
    merged = merge(read(re.sub(r' extradata="\w+"', "", text)), outline("it", "it.md", italian), None, "en", "x.xlf")
    assert [one.message for one in merged.found] == []
    assert merged.untranslated == 0


def test_a_sentence_that_moved_on_is_told(desk: Desk) -> None:
    merged = brought(written(desk, "xliff"), italian=ITALIAN.replace("3 spazi", "5 spazi"))
    assert [one.code.slug for one in merged.found] == ["text-moved-on"]


def test_of_a_memory_the_sentences_of_the_book_are_looked_for(desk: Desk) -> None:
    """Programs give their own names, drop notes, and put sentences of other texts beside."""
    sent = written(desk, "tmx")
    bare = re.sub(r' tuid="[^"]*"|<prop type="x-(?!game).*?</prop>', "", sent)
    other = re.sub(r">[^<]+</seg>", ">Altro.</seg>", re.findall(r"<tu>.*?</tu>", bare, re.DOTALL)[0])
    mixed = bare.replace("</body>", f"{other}</body>")
    again = brought(mixed, english=None)
    assert not again.found
    assert (again.untranslated, again.unfinished) == (0, 0)
    assert "**1.3 The end.** Play goes on until dawn." in again.text
    assert (brought(mixed).changed, brought(mixed).found) == (0, [])
    # Without what it was when it went out, nobody knows which of the two is newer.
    newer = brought(mixed.replace("until dawn.", "until the dawn."))
    assert [one.code.slug for one in newer.found] == ["text-newer"]


def test_of_a_memory_a_paragraph_is_whole_or_waits(desk: Desk) -> None:
    sent = written(desk, "tmx")
    (lost,) = (one for one in re.findall(r"    <tu .*?</tu>\n", sent, re.DOTALL) if "Play goes on" in one)
    part = brought(sent.replace(lost, ""), english=None)
    assert (part.unfinished, part.found) == (1, [])
    assert "Si gioca fino all'alba." in part.text
    # A sentence that is translated in two ways is not known.
    twice = lost.replace("Play goes on", "One plays").replace(' tuid="1.3/1:2"', "")
    unnamed = lost.replace(' tuid="1.3/1:2"', "")
    assert twice != lost != unnamed
    assert brought(sent.replace(lost, unnamed + twice), english=None).unfinished == 1
    assert "One plays" not in brought(sent.replace(lost, lost + twice), english=None).text


def test_a_memory_of_another_book_or_language_is_refused(desk: Desk) -> None:
    sent = written(desk, "tmx")
    for text, told in (
        (re.sub(r">[^<]+</seg>", ">Altro.</seg>", sent), "none of its sentences"),
        (sent.replace('lang="it"', 'lang="fr"').replace('srclang="it"', 'srclang="fr"'), "it is in `fr`, not in `it`"),
        (sent.replace('lang="en"', 'lang="de"'), "it is in `de`, not in `en`"),
    ):
        with pytest.raises(OtherBook, match=re.escape(told)):
            brought(text)


@pytest.mark.parametrize("form", ["xliff", "tmx"])
def test_a_file_of_a_book_is_no_file_of_a_game(form: str, desk: Desk, regola: Run) -> None:
    books = ("--book", f"it={GAME / 'rulebook.it.md'}", "--book", f"en={GAME / 'rulebook.en.md'}")
    written(desk, form, *books)
    for option in ("--import", "--update"):
        assert "is of a rulebook itself" in desk(str(GAME), option, f"book.{form}").output
    told = regola("--messages", "it", "texts", str(GAME), "--import", str(Path(f"book.{form}").absolute())).stderr
    assert "è di un regolamento" in told
    assert "it is of" not in told


def test_an_unfinished_sentence_waits(desk: Desk) -> None:
    text = written(desk, "xliff").replace("Play goes on", "Play stops").replace('"translated"', '"needs-translation"')
    merged = brought(text)
    assert (merged.unfinished, merged.changed, merged.text) == (1, 0, ENGLISH)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<x/>", "this is no XLIFF"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><xliff version="1.2"/>', "declares something"),
        ('<xliff version="1.2">', "not well-formed"),
        ('<xliff version="1.2"><file/></xliff>', "it is in ``"),
        ('<xliff version="2.0" srcLang="it" trgLang="de"/>', "it is in `de`"),
        (
            '<xliff version="2.0" srcLang="it" trgLang="en"><unit name="1/1"><segment><source>Altro.</source>'
            "<target>Other.</target></segment></unit></xliff>",
            "none of its sentences stands in the book",
        ),
    ],
)
def test_what_is_none_of_ours_is_refused_whole(desk: Desk, text: str, told: str) -> None:
    Path("book.xlf").write_text(text, "utf-8")
    result = desk(*BOTH, "--import", "book.xlf")
    assert result.exit_code == 2
    assert told in result.output
    assert Path("en.md").read_text("utf-8") == ENGLISH


def test_a_book_without_numbers_is_paired_by_its_headings() -> None:
    italian, english = "# Uno\n\nPrimo.\n\n# Due\n\nSecondo.\n", "# One\n\nFirst.\n\n# Two\n\nSecond.\n"
    pairs = translations(outline("it", "a", italian), outline("en", "b", english))
    assert [other.words for other in pairs.values()] == ["One", "First.", "Two", "Second."]


LINE = st.text(alphabet="aB1. |*#>-\t(è)", max_size=30)


@given(st.lists(LINE, max_size=8))
@settings(deadline=None, max_examples=drawn(200))
def test_a_block_is_its_segments_and_what_stands_between(lines: list[str]) -> None:
    book = outline("it", "x", "\n".join(lines))
    for block in blocks_of(book):
        assert "".join(block.text.split()) == "".join(
            re.sub(r"\n\s*>", "\n", "\n".join(book.lines[block.first - 1 : block.last])).split()
        )
        assert all(re.search(r"[^\W\d_]", segment) for segment in block.segments)
        assert not any("\n" in segment for segment in block.segments)


@pytest.mark.parametrize("game", [name for name in GAME_NAMES if name != "lantern_pass"])
def test_every_word_of_a_real_book_is_in_a_block(game: str) -> None:
    path = ROOT.parent / f"shared/rulebooks/{game}.it.txt"
    if not path.is_file():
        pytest.skip("the rulebooks are not here")
    text = path.read_text("utf-8", "replace")
    book = outline("it", "x", text)
    there = "".join(block.text for block in blocks_of(book))
    letters = re.findall(r"[^\W\d_]", text)
    assert len(re.findall(r"[^\W\d_]", there)) >= 0.999 * len(letters)


def test_a_broken_file_is_told(desk: Desk) -> None:
    text = written(desk, "xliff")
    for cut in range(0, len(text), 211):
        try:
            brought(text[:cut])
        except (Unreadable, OtherBook):
            continue
        raise AssertionError


def test_a_file_that_is_asked_for_is_written_though_nothing_changed(desk: Desk) -> None:
    written(desk, "xliff")
    before = Path("en.md").read_text("utf-8")
    done = desk(*BOTH, "--import", "book.xliff")
    assert (done.exit_code, "nothing was written" in done.output) == (0, True)
    done = desk(*BOTH, "--import", "book.xliff", "-o", "new.md")
    assert (done.exit_code, "nothing was written" in done.output) == (0, False)
    assert Path("new.md").read_text("utf-8") == before


def test_a_file_without_a_translation_makes_no_book(desk: Desk) -> None:
    written(desk, "xliff", "--book", "it=it.md", "--to", "fr")
    done = desk("--book", "it=it.md", "--import", "book.xliff", "--to", "fr", "-o", "fr.md")
    assert done.exit_code == 2
    assert "no translation that is finished" in done.output
    assert not Path("fr.md").exists()


def test_each_sentence_of_a_paragraph_in_italics_is_a_segment_and_notes_are_in_the_language_of_messages(
    regola: Run, tmp_path: Path
) -> None:
    book = tmp_path / "libro.md"
    book.write_text(
        "*Regole del gioco. Due giocatori.*\n\nNota* qui. Altro.\n\nSi *va. E si viene* qui.\n\n**1.1 Porto.** La barca entra.\n",
        "utf-8",
    )
    words = ("texts", "--book", f"it={book}", "--to", "en", "--format", "xliff")
    told = regola("--messages", "it", *words).stdout
    assert 'mid="1">Regole del gioco.</mrk> <mrk mtype="seg" mid="2">Due giocatori.</mrk>' in told
    assert 'mid="1">Si *va. E si viene* qui.</mrk>' in told, "what begins inside is not cut in two"
    assert 'mid="2">Altro.</mrk>' in told
    assert '<note from="regola">sezione: inizio del testo</note>' in told
    assert '<note from="regola">section: start of the text</note>' in regola(*words).stdout


STARRED = "# La valle\n\n{}**1.1 Porto.** La barca entra.\n"


@pytest.mark.parametrize("stars", ["*", "**", "***"])
@pytest.mark.parametrize("lead", ["", "> "])
def test_the_stars_around_a_paragraph_stay_as_the_translated_book_has_them(lead: str, stars: str) -> None:
    here = outline("it", "it.md", STARRED.format(f"{lead}{stars}Si va. Si viene.{stars}\n\n"))
    (block,) = [one for one in blocks_of(here) if "Si va." in one.segments]
    assert (block.lead, block.segments, block.gaps) == (lead + stars, ("Si va.", "Si viene."), (" ", stars))
    assert block.text == f"{lead}{stars}Si va. Si viene.{stars}"


@pytest.mark.parametrize("stars", ["", "*"])
def test_a_paragraph_that_went_out_in_one_with_its_stars_is_taken_back(stars: str, desk: Desk) -> None:
    """As versions before this one wrote it; `stars` are those of the translated book."""
    italian = STARRED.format("*Si va. Si viene.*\n\n")
    english = "# The valley\n\n" + f"{stars}One goes. One comes.{stars}\n\n" + "**1.1 Port.** The boat enters.\n"
    Path("it.md").write_text(italian, "utf-8")
    Path("en.md").write_text(english, "utf-8")
    text = written(desk, "xliff")
    for old, new in (("Si va. Si viene.", "*Si va. Si viene.*"), ("One goes. One comes.", "*One went. One came.*")):
        text = re.sub(rf">{re.escape(old)}<", f">{new}<", text)
    text = re.sub(
        r'<(seg-source|target)( [^>]*)?><mrk mtype="seg" mid="1">(Si|One) \w+\.</mrk> <mrk.*?</\1>', _in_one, text
    )
    merged = brought(text, english, italian)
    assert not merged.found, merged.found
    assert f"\n{stars}One went. One came.{stars}\n" in merged.text


def _in_one(match: re.Match[str]) -> str:
    """A segment of what were two."""
    words = "*Si va. Si viene.*" if match[1] == "seg-source" else "*One went. One came.*"
    return f'<{match[1]}{match[2] or ""}><mrk mtype="seg" mid="1">{words}</mrk></{match[1]}>'
