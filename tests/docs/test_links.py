"""What a page points to is there: pages, headings, files of the code; and all of them make a site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from regola_cli.catalogue import page_files

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    {path for pattern in ("*.md", "docs/**/*.md", "games/**/*.md") for path in ROOT.glob(pattern)}
    | set(page_files().values())
)
# What names files of the code: what was true of an earlier version may be said in the changelog.
GUIDES = [path for path in PAGES if path.parent in {ROOT, ROOT / "docs"} and path.name != "CHANGELOG.md"]
PLACE = re.compile(r"(?:dsl|compiler|runtime|tests|schemas|docs)/[\w./-]*\w")


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(path: Path) -> str:
    """A page without its fences and without the code in its lines."""
    return re.sub(
        r"`[^`\n]+`", "", re.sub(r"^ *(```+).*?^ *\1$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    )


@cache
def headings(path: Path) -> set[str]:
    """The names of a page's headings, as Markdown is shown: small letters, `-` for blanks, no other signs."""
    text = re.sub(r"^ *(```+).*?^ *\1$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-")
        for line in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


def dead_links(path: Path) -> Iterator[str]:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(path)):
        if re.match(r"\w+:", link):
            continue
        place, _, heading = link.partition("#")
        target = (path.parent / place).resolve() if place else path
        if not target.exists() or (heading and heading not in headings(target)):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(dead_links(page)) == []


def test_a_dead_link_would_be_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n[a](page.md) [b](#a-page) [c](http://example.org) `[d](x.md)` [e](x.md)\n[f](page.md#b)\n"
        "```text\n[g](x.md)\n# not a heading\n```\n[h](#not-a-heading)\n",
        "utf-8",
    )
    assert list(dead_links(page)) == ["x.md", "page.md#b", "#not-a-heading"]


@pytest.mark.parametrize("page", GUIDES, ids=shown)
def test_every_file_of_the_code_that_a_page_names_is_there(page: Path) -> None:
    code = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    named = {place for text in code for place in PLACE.findall(text)}
    assert [place for place in sorted(named) if not (ROOT / place).exists()] == []


def on_the_map() -> dict[str, list[str]]:
    """The folders of the map in ARCHITECTURE.md, each with the files it names there."""
    (text,) = re.findall(r"```text\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.DOTALL)
    found: dict[str, list[str]] = {}
    above: list[str] = []
    for line in filter(None, text.splitlines()):
        depth, name = (len(line) - len(line.lstrip())) // 4, line.split()[0]
        above[depth:] = [name]
        found["".join(above)] = re.findall(r"\w+\.\w+", line)
    return found


def test_the_map_has_a_line_for_every_folder_of_the_packages() -> None:
    packages = {path.parent for folder in ("dsl", "compiler", "runtime") for path in ROOT.glob(f"{folder}/**/*.py")}
    assert sorted(on_the_map()) == sorted(f"{path.relative_to(ROOT).as_posix()}/" for path in packages)


def test_every_file_on_the_map_is_there() -> None:
    files = [(folder, name) for folder, names in on_the_map().items() for name in names if name != "game.yaml"]
    assert len(files) > len(on_the_map())
    assert [folder + name for folder, name in files if not (ROOT / folder / name).is_file()] == []


def test_the_pages_make_a_site_with_a_search(tmp_path: Path) -> None:
    """Strictly: a page that the menu forgets, and a link or a heading that the site does not have, are errors."""
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path), strict=True))
    assert (tmp_path / "search" / "search_index.json").is_file()
    for slug, path in page_files().items():
        text = (tmp_path / "codes" / f"{slug}.html").read_text("utf-8")
        assert path.read_text("utf-8").splitlines()[0].removeprefix("# ") in text
    for page in tmp_path.rglob("*.html"):
        fetched = re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(?:https?:)?//[^\"]+", page.read_text("utf-8"))
        assert fetched == [], "nothing is fetched from elsewhere"
