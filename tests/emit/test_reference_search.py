"""Searching a reference in a browser: what is found is left, and what comes back comes a screen at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.browser import Browser
from support.games import reference_of

SCREEN, LATER = 60, 240


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Browser:
    file = tmp_path / "reference.html"
    file.write_text(reference_of("lantern_pass"), "utf-8")
    browser.open(file)
    return browser


def search(browser: Browser, text: str) -> None:
    browser.value(
        f"{{ const field = document.getElementById('search'); field.value = '{text}'; field.dispatchEvent(new Event('input')); }}"
    )


HIDDEN = "document.querySelectorAll('main section[hidden], .entry[hidden], .index > li[hidden], nav li[hidden]').length"
FRAME = "new Promise((go) => requestAnimationFrame(() => setTimeout(go, 5)))"
# How many elements an empty field changes before the next frame, and in each frame after it until nothing is hidden.
WORK = f"""(async () => {{
  const rounds = [], seen = new MutationObserver(() => {{}}), field = document.getElementById("search");
  seen.observe(document.documentElement, {{ attributes: true, subtree: true }});
  field.value = "";
  field.dispatchEvent(new Event("input"));
  do {{ rounds.push(seen.takeRecords().length); await {FRAME}; }} while ({HIDDEN} && rounds.length < 100);
  seen.disconnect();
  return rounds;
}})()"""


def test_a_search_leaves_what_has_its_words_and_clearing_brings_all_back(opened: Browser) -> None:
    everything = opened.value("document.querySelectorAll('.entry:not([hidden])').length")
    search(opened, "mulattiera")
    left = opened.value(
        "[...document.querySelectorAll('.entry:not([hidden])')].map((one) => one.textContent.toLowerCase())"
    )
    assert 0 < len(left) < everything
    assert all("mulattiera" in text for text in left)
    search(opened, "")
    for _ in range(20):
        opened.value(FRAME)
    assert opened.value("document.querySelectorAll('.entry:not([hidden])').length") == everything
    assert opened.value(HIDDEN) == 0


@pytest.mark.parametrize("text", ["zxq", "mulattiera"])
def test_clearing_touches_no_more_than_a_screen_at_once(text: str, opened: Browser) -> None:
    """However long the rulebook: what is touched before the next frame is what can be seen, the rest follows in rounds."""
    search(opened, text)
    hidden = opened.value(HIDDEN)
    assert hidden > 2 * SCREEN
    first, *others = opened.value(WORK)
    # Beside what comes back: what says that one searches, the count and the notice.
    assert first <= SCREEN + 6
    assert all(round_ <= LATER for round_ in others)
    assert opened.value(HIDDEN) == 0


def test_who_types_while_things_come_back_sees_what_was_asked_for_last(opened: Browser) -> None:
    for text in ("zxq", "", "mulattiera"):
        search(opened, text)
    wanted = opened.value("[...document.querySelectorAll('.entry:not([hidden])')].map((one) => one.id)")
    for _ in range(20):
        opened.value(FRAME)
    search(opened, "")
    search(opened, "mulattiera")
    for _ in range(20):
        opened.value(FRAME)
    found = opened.value(
        "[...document.querySelectorAll('.entry:not([hidden])')].filter((one) => one.textContent.toLowerCase().includes('mulattiera')).map((one) => one.id)"
    )
    shown = opened.value("[...document.querySelectorAll('.entry:not([hidden])')].map((one) => one.id)")
    assert shown == found
    assert set(wanted) >= set(shown)


def test_a_link_to_what_is_hidden_shows_it_at_once(opened: Browser) -> None:
    last = opened.value("[...document.querySelectorAll('.entry')].at(-1).id")
    search(opened, "zxq")
    opened.value(f"location.hash = '{last}'")
    opened.value(FRAME)
    assert opened.value(HIDDEN) == 0
    top = opened.value(f"document.getElementById('{last}').getBoundingClientRect().top")
    assert 0 <= top < opened.value("innerHeight")
