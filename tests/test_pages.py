"""Every code has a page, every page a code, and what a page shows is true."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import regola_compiler
import regola_dsl
from cases import announced, differences, read_fences
from kept import hold
from regola_compiler.registry import ALL_CODES, page, pages
from regola_dsl.diagnostics import Code

Run = Callable[..., subprocess.CompletedProcess[str]]
COMPILER = Path(regola_compiler.__file__).parent
DSL = Path(regola_dsl.__file__).parent
PAGES = sorted([*(COMPILER / "checks").glob("*.md"), *(COMPILER / "pages").glob("*.md"), *(DSL / "pages").glob("*.md")])

# What no text of a single file can show: the page says it in words.
IN_WORDS = {
    "not-utf8",
    "empty-file",
    "too-large",
    "bad-yaml",
    "bad-scenario",
    "no-such-game",
    "term-twice",
    "term-contradicted",
    "term-of-nothing",
    "exchange-unreadable",
    "text-moved-on",
    "text-unknown",
    "text-refused",
}

each_code = pytest.mark.parametrize("code", ALL_CODES, ids=lambda code: code.slug)


@each_code
def test_a_code_has_a_page(code: Code) -> None:
    text = page(code)
    assert text.startswith(f"# {code.slug} ({code.number})\n\n")
    assert re.search(r"^When to accept it: \S", text, re.MULTILINE)
    prose = re.split(r"^```.*?^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert len(prose) == 3
    assert all(part.strip() for part in prose), "what it means, what to do, when to accept it"


def test_a_page_has_a_code() -> None:
    slugs = [path.stem.replace("_", "-") for path in PAGES]
    assert sorted(slugs) == sorted(code.slug for code in ALL_CODES)


@each_code
def test_a_page_shows_its_finding_and_then_none(code: Code) -> None:
    fences = [fence for fence in read_fences(page(code)) if fence.language == "regola"]
    if code.slug in IN_WORDS:
        assert not fences
        assert len(read_fences(page(code))) == 2
        return
    broken, corrected = fences
    (shown,) = announced(0, broken.text)
    assert (shown.slug, shown.severity) == (code.slug, code.severity.value)
    assert differences([broken.text], [broken.above], code.slug) == []
    assert not announced(0, corrected.text)
    assert differences([corrected.text], [corrected.above], code.slug) == []


def test_the_document_of_all_findings_is_the_pages(regola: Run) -> None:
    hold(Path(__file__).parents[1] / "docs" / "codes.md", pages())
    assert regola("explain", "--all").stdout == pages()


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
