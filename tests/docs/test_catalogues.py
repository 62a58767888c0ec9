"""The catalogues of messages: all that is said is in them, with the same values, and nothing that is not said.

`REGOLA_RENEW=1 .venv/bin/pytest tests/docs/test_catalogues.py` brings them up to date; what is new then waits for its
translation.
"""

from __future__ import annotations

import os
from string import Formatter

import polib
import pytest
from regola_dsl.wording import CATALOGUES, ENGLISH, languages
from support.catalogues import CLICK, messages, renew

OTHERS = [language for language in languages() if language != ENGLISH]


def _catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(CATALOGUES / f"{language}.po"))


def _told(entry: polib.POEntry) -> bool:
    return bool(entry.msgstr) if not entry.msgid_plural else all(entry.msgstr_plural.values())


def _values(template: str) -> list[str]:
    return sorted({name for _, name, _, _ in Formatter().parse(template) if name is not None})


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_what_is_said_and_nothing_else(language: str) -> None:
    if "REGOLA_RENEW" in os.environ:
        renew(CATALOGUES / f"{language}.po")
    known = {entry.msgid: entry for entry in _catalogue(language)}
    said = messages()
    ours = {text for text, entry in known.items() if all(file != CLICK for file, _ in entry.occurrences)}
    assert sorted(ours - said.keys()) == [], "nobody says this any more"
    assert sorted(said.keys() - known.keys()) == [], "this is not in the catalogue"
    empty = [text for text in said if not _told(known[text])]
    assert empty == [], "this is not translated"
    assert [text for text, entry in known.items() if entry.fuzzy or entry.obsolete] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_values_of_its_template(language: str) -> None:
    for entry in _catalogue(language):
        wanted = _values(entry.msgid) + (_values(entry.msgid_plural) if entry.msgid_plural else [])
        for told in (entry.msgstr, *entry.msgstr_plural.values()):
            if told and "python-brace-format" in entry.flags:
                # For one thing a language may have a word where English writes the figure.
                spare = {"number"} if told == entry.msgstr_plural.get(0) else set()
                assert set(wanted) - spare <= set(_values(told)) <= set(wanted), entry.msgid
