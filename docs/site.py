"""The site's pages, where they lie: a hook of mkdocs.

A page is linked to by its path in the repository, so that links are right on a code host and on the site. In the
address the folder `docs/` is left out, and a finding's page, which lies beside the check that makes it, goes to
`codes/`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from regola_cli.catalogue import page_files

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("*.md", "docs/*.md", "games/**/*.md")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of the theme, every page, and their pictures."""
    kept = [file for file in files if not file.is_documentation_page() and not file.src_uri.startswith("img/")]
    return Files([*kept, *(_file(path, place, config) for path, place in (pages() | pictures()).items())])


def on_page_markdown(markdown: str, **_: Any) -> str:
    """A page as Python-Markdown reads it, which makes the site: as code hosts read it, but for lists and fences.

    There an item's text goes on below the word it began with, here four blanks to the right. There a fence may stand
    in a list and have several words behind it, a list may follow its paragraph without an empty line, and a star behind
    a word is a star.
    """
    lines: list[str] = []
    items: list[int] = []  # how far to the right the text of each open item stands
    begun = 0  # where the text of the last item begins
    fence = ""
    for line in markdown.splitlines():
        indent = len(line) - len(line.lstrip())
        if fence:
            end = line.strip() == fence
            fence = "" if end else fence
            if not items:
                lines.append(line)
            else:
                lines.append("" if end else " " * (4 * len(items) + 4) + line[items[-1] :])
            continue
        if not line.strip():
            lines.append("")
            continue
        item = _ITEM.match(line)
        paragraphs = not items or "" in lines[begun:]
        follows = bool(item and paragraphs and lines and lines[-1])
        if item or not lines or not lines[-1]:
            while items and indent < items[-1]:
                items.pop()
        if follows:
            lines.append("")
        text = line[items[-1] :] if items and indent >= items[-1] else line.lstrip() if items else line
        if opened := _FENCE.match(line):
            fence = opened[1]
            lines.append("" if items else f"{opened[1]}{opened[2]}")
            continue
        if text.startswith("|") and not _OPENS.search(text):
            text = text.replace("*", r"\*")
        lines.append(" " * (4 * len(items)) + text)
        if item:
            items.append(len(item[0]))
            begun = len(lines)
    return "\n".join(lines)


_ITEM = re.compile(r" *(?:[-*]|\d+\.) +(?=\S)")
_OPENS = re.compile(r"(?<!\w)\*+\w")  # a star that begins emphasis, not one that points to a footnote
_FENCE = re.compile(r" *(`{3,})(\w*)")


def pages() -> dict[str, str | None]:
    """Where each page goes, by its path in the repository; nowhere in particular means the same path."""
    found: dict[str, str | None] = {}
    for path in sorted(path.relative_to(ROOT) for pattern in PAGES for path in ROOT.glob(pattern)):
        found[path.as_posix()] = f"{path.stem}.html" if path.parts[0] == "docs" else None
    codes = {path.relative_to(ROOT).as_posix(): f"codes/{slug}.html" for slug, path in page_files().items()}
    return found | codes


def pictures() -> dict[str, str | None]:
    """Where the pictures of the pages under `docs/` go: beside these, as they lie."""
    return {f"docs/img/{path.name}": f"img/{path.name}" for path in sorted((ROOT / "docs" / "img").glob("*.png"))}


def _file(path: str, place: str | None, config: MkDocsConfig) -> File:
    return File(path, str(ROOT), config.site_dir, config.use_directory_urls, dest_uri=place)
