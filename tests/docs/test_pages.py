"""Every code has a page, every page a code, and what a page shows is true."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest
from regola_cli.catalogue import ALL_CODES, index, localized_page, own_blocks, page, page_files, pages, paragraphs
from regola_crosscheck import run
from regola_dsl.diagnostics import Code
from regola_dsl.wording import CATALOGUES, ENGLISH, languages, speak
from support import crosscheck_cases as desk
from support.cases import Fence, announced, differences, read_fences
from support.command import Run
from support.pages import IN_WORDS
from support.paths import ROOT
from support.snapshot import hold

# What is between backquotes, and where links lead to.
_AS_IT_IS = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)|\]\(([^)]+)\)")
_BLOCKS = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LETTER = re.compile(r"\w")
OTHERS = [language for language in languages() if language != ENGLISH]
each_code = pytest.mark.parametrize("code", ALL_CODES, ids=lambda code: code.slug)


@each_code
def test_a_code_has_a_page(code: Code) -> None:
    text = page(code)
    assert text.startswith(f"# {code.slug} ({code.number})\n\n")
    assert re.search(r"^When to accept it: \S", text, re.MULTILINE)
    prose = re.split(r"^```.*?^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert len(prose) == 3 or desk.is_for_the_desk(read_fences(text))
    assert all(part.strip() for part in prose), "what it means, what to do, when to accept it"


def test_no_two_codes_share_a_number_or_a_name() -> None:
    assert len({code.number for code in ALL_CODES}) == len({code.slug for code in ALL_CODES}) == len(ALL_CODES)


def test_a_page_has_a_code() -> None:
    assert sorted(page_files()) == sorted(code.slug for code in ALL_CODES)


@each_code
def test_a_page_shows_its_finding_and_then_none(code: Code) -> None:
    fences = read_fences(page(code))
    rules = [fence for fence in fences if fence.language == "regola"]
    if code.slug in IN_WORDS:
        assert not rules
        assert len(fences) == 2
        return
    if rules and desk.is_for_the_desk(fences):
        _held_against_a_text(code, fences)
        return
    broken, corrected = rules
    (shown,) = announced(0, broken.text)
    assert (shown.slug, shown.severity) == (code.slug, code.severity.value)
    assert differences([broken.text], [broken.above], code.slug) == []
    assert not announced(0, corrected.text)
    assert differences([corrected.text], [corrected.above], code.slug) == []


def _held_against_a_text(code: Code, fences: list[Fence]) -> None:
    """A page of the translator's desk: rules, a text that is at fault, the text corrected."""
    broken, mended = desk.corrected(fences)
    assert broken != mended
    assert desk.announcements(broken)[0].slug == code.slug
    assert desk.differences(broken, code.slug) == []
    assert not desk.announcements(mended)
    assert desk.differences(mended, code.slug) == []
    report = desk.run(desk.sheet(mended))
    assert code not in {diagnostic.code for diagnostic in report.all}, "not even as a possibility"


def test_all_pages_are_written_as_one_document(regola: Run) -> None:
    assert regola("explain", "--all").stdout == pages()


@pytest.mark.parametrize("language", OTHERS)
@each_code
def test_a_page_in_another_language_shows_the_same(code: Code, language: str) -> None:
    """Its own sentences, each of them; the words of the rules, the examples and the links are what they were."""
    english = page(code)
    speak(language)
    try:
        told = localized_page(code)
    finally:
        speak(ENGLISH)
    assert _BLOCKS.findall(told) == (own_blocks(code, language) or _BLOCKS.findall(english))
    pairs = list(zip(paragraphs(told), paragraphs(english), strict=True))
    assert [said for here, said in pairs if here == said and _LETTER.search(said)] == [], "still in English"
    for here, said in pairs:
        assert sorted(_AS_IT_IS.findall(here)) == sorted(_AS_IT_IS.findall(said))


OWN = [(code, language) for code in ALL_CODES for language in OTHERS if own_blocks(code, language)]


def test_an_example_of_another_language_has_a_page_that_it_stands_in() -> None:
    folders = {path.parent / language for path in page_files().values() for language in OTHERS}
    files = sorted(path for folder in folders for path in folder.glob("*"))
    assert files == sorted(page_files()[code.slug].parent / language / f"{code.slug}.md" for code, language in OWN)
    assert {language for _, language in OWN} == set(OTHERS)


@pytest.mark.parametrize(("code", "language"), OWN, ids=lambda one: getattr(one, "slug", one))
def test_an_example_of_another_language_shows_its_finding_and_then_none(code: Code, language: str) -> None:
    """It tells the same story in as many blocks: all of its text in that language, or in two where two are held together.

    What is told of it stands there in that language too.
    """
    own, english = read_fences("\n\n".join(own_blocks(code, language))), read_fences(page(code))
    texts = [fence.language for fence in own if fence.language.startswith("text")]
    assert [fence.language.split()[0] for fence in own] == [fence.language.split()[0] for fence in english]
    if {fence.language for fence in english} == {"console"}:
        pairs = [pair for one, other in zip(own, english, strict=True) for pair in _answers(one, other)]
        assert [here for here, there in pairs if not _is_rendered(here, there, language)] == []
        assert len(pairs) == 1
        return
    assert set(texts) == {f"text {language}"} | ({"text en"} if "With two texts" in page(code) else set())
    speak(language)
    try:
        _held_against_a_text(code, own)
    finally:
        speak(ENGLISH)


def _answers(own: Fence, english: Fence) -> Iterator[tuple[str, str]]:
    """What two blocks of commands answer, line by line: what is told of a file, with its code."""
    for one, other in zip(own.text.splitlines(), english.text.splitlines(), strict=True):
        assert one.startswith("$ ") == other.startswith("$ ")
        if not one.startswith("$ "):
            (here, told), (there, said) = one.split("]: ", 1), other.split("]: ", 1)
            assert here.partition("[")[2] == there.partition("[")[2]
            yield told, said


def _is_rendered(told: str, said: str, language: str) -> bool:
    """Whether a sentence is what a template comes to in a language which comes to another one in English."""
    known = ((entry.msgid, entry.msgstr) for entry in polib.pofile(str(CATALOGUES / f"{language}.po")))
    return any(_comes_to(there, said) and _comes_to(here, told) for there, here in known if there and here)


def _comes_to(template: str, said: str) -> bool:
    """Whether a template comes to a sentence: it has words, and not its values alone."""
    parts = re.split(r"\{\w+\}", template)
    return bool(_LETTER.search("".join(parts))) and bool(re.fullmatch(".+".join(map(re.escape, parts)), said))


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_told_of_a_text_is_explained_in_the_language_it_is_told_in(language: str) -> None:
    """Who reads of a translation's findings in a language reads an example in it, but for what is told of any file."""
    pages = (page_files()[code.slug] for code in run.CODES)
    desks = {path.stem for path in pages if "regola_crosscheck" in path.parts}
    assert len(desks) > 50
    assert desks - {code.slug for code, known in OWN if known == language} == set()


def test_the_list_of_findings_leads_to_every_page() -> None:
    text = index(ROOT / "docs")
    hold(ROOT / "docs" / "codes.md", text)
    linked = {(ROOT / "docs" / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", text)}
    assert linked == {path.resolve() for path in page_files().values()}


def test_every_page_can_be_reached_from_the_top_of_the_document() -> None:
    """By the names that headings have where Markdown is shown: small letters, `-` for blanks, no other signs."""
    text = pages()
    headings = {
        re.sub(r"[^\w -]", "", line[3:]).lower().replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("## ")
    }
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert len(links) == len(ALL_CODES)
    assert set(links) == headings
