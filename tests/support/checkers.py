"""Checkers of pages that are not of our making: axe-core in a browser, the Nu HTML checker, page-validation for PDF/UA.

`make test` installs them; where one cannot be had, `skip_without` says which, and its tests are left out. (veraPDF, the
reference for PDF/UA, comes neither from PyPI nor from npm nor from Debian; page-validation is written anew in Rust and
passes veraPDF's own corpus.)
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from support.browser import Browser

_MODULES = Path(sys.prefix) / "node_modules"
_AXE = _MODULES / "axe-core" / "axe.min.js"
_NU = _MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"

# A page of a whole rulebook has a hundred thousand elements of some five hundred kinds: the first of each, with what it
# lies in, is looked at. A kind is an element and its classes with those of its parent and grandparent. What is laid out
# only when it comes into sight has no place that could be measured.
_SAMPLE = """(() => {
  const seen = new Set(), needed = new Set();
  const kind = (node) => node ? `${node.tagName}.${[...node.classList].sort().join(".")}` : "";
  for (const node of document.querySelectorAll("*")) {
    const kinds = [node, node.parentElement, node.parentElement?.parentElement].map(kind).join("<");
    if (seen.has(kinds)) continue;
    seen.add(kinds);
    for (let up = node; up && !needed.has(up); up = up.parentElement) needed.add(up);
  }
  for (const one of document.querySelectorAll(".entry, li, tr, .row, dl > div, section")) if (!needed.has(one)) one.remove();
  for (const one of document.querySelectorAll(".entry, .index, .glossary")) one.style.contentVisibility = "visible";
  return seen.size;
})()"""
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = f"""axe.run(document, {{ resultTypes: ["violations"], runOnly: {{ type: "tag", values: {json.dumps(_RULES)} }} }})
  .then(({{ violations }}) => violations.flatMap(({{ id, nodes }}) => nodes.map((node) =>
    `${{id}}: ${{node.html.slice(0, 160)}}: ${{[...node.any, ...node.all, ...node.none][0]?.message}}`)))"""

# What Nu says of pages in which nothing is wrong.
_BESIDE_THE_POINT = (
    "violates Content Security Policy",  # it does not compute the hashes that the policy names; tests of our own do
)


def skip_without(what: str) -> None:
    """Leave a test out where a checker is not installed: `axe-core`, `vnu-jar`."""
    missing = not (_MODULES / what).is_dir() or (what == "vnu-jar" and shutil.which("java") is None)
    if missing:
        pytest.skip(f"{what} is not installed here: `make test` would install it")


@cache
def _axe() -> str:
    return _AXE.read_text("utf-8") + ";0"


def axe(browser: Browser, page: Path, *, before: str = "0") -> list[str]:
    """What axe-core finds in a page of each kind of element: the rule, the element, what is wrong.

    Args:
        browser: Where it is opened.
        page: The file.
        before: A piece of script that brings the page into the state to be looked at.
    """
    skip_without("axe-core")
    browser.open(page)
    assert browser.value(_SAMPLE) > 2
    browser.value(_axe())
    browser.value(before)
    return _found(browser)


def axe_here(browser: Browser) -> list[str]:
    """What axe-core finds in the page that is open, all of it, as it is."""
    skip_without("axe-core")
    browser.value(_axe())
    return _found(browser)


def _found(browser: Browser) -> list[str]:
    found: list[str] = browser.value(_RUN)
    return found


def nu(pages: Sequence[Path]) -> list[str]:
    """What the Nu HTML checker finds in pages, warnings too: the file, the line, what is wrong."""
    skip_without("vnu-jar")
    options = ["-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]  # it runs for seconds: compiling takes longer
    words = ["java", *options, "-jar", _NU, "--format", "json", "--no-langdetect", "--exit-zero-always", *pages]
    told = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True).stderr
    return [
        f"{Path(one.get('url', '')).name}:{one.get('lastLine', 0)}: {one['message']}"
        for one in json.loads(told)["messages"]
        if not any(harmless in one["message"] for harmless in _BESIDE_THE_POINT)
    ]


def pdf_ua(pdf: bytes) -> list[str]:
    """Which rules of PDF/UA-1 a PDF breaks (ISO 14289-1, as in the Matterhorn Protocol): the clause, what is wrong."""
    import page  # type: ignore[import-untyped, unused-ignore]

    told = page.validate_pdf_bytes(pdf, profile=page.ValidationProfile.PDF_UA_1)
    assert told.rules.total > 100
    return [f"{one.rule_id}: {one.message}" for one in told.failures]
