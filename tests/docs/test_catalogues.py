"""The catalogues of messages: all that is said is in them, with the same values, and nothing that is not said.

`REGOLA_RENEW=1 .venv/bin/pytest tests/docs/test_catalogues.py` brings them up to date; what is new then waits for its
translation.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from string import Formatter

import polib
import pytest
from regola_dsl.wording import (
    CATALOGUES,
    ENGLISH,
    from_plain,
    languages,
    localized,
    number_as_written,
    plain,
    say,
    speak,
)
from support.catalogues import CLICK, SOURCES, messages, renew
from support.paths import ROOT

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


# A count before a word in the plural, in a message that is only said of several.
OF_SEVERAL = {
    "{number} blanks",
    "the PDF has {pages} pages: more than {most} are not read",
    "the file has {lines:,} lines: more than {most:,} are no rulebook",
    "its text has {lines:,} lines and {letters:,} letters: no rulebook has",
    "{number:,} states …",
    "wrote {path} and {number} more",
    "narrow this row, which disagrees with {beside} others, or declare `hit first`",
    "nothing is encoded for {number} sections of {chapter} that have numbers or rules: {names}",
    "the text is a part of the book: it lacks {number} encoded sections, {names}",
    "{number} sections, {first} to {last}, are not in the other text ({language})",
    "{number} sections of the other text ({language}), {first} to {last}, are missing here",
    "nothing in the book explains `{word}`, which stands {number} times",
    "{unknown}, used in {places} places",
    ", which stands {times} times",
    ", which stands {times} times,",
    ", {number} times",
    "section {section} says `{form}`, where the book says `{usual}` {often} times",
    "nothing names `{other}`, and `{name}` is named in {places} places and declared nowhere",
}
# What counts, in a call, and is no limit that the tools have.
COUNTS = re.compile(r"^(?:len|sum)\(|\.total\(\)|\.count\(|^(?:number|times|merged|brought|updated)\b")


def test_what_is_counted_is_said_of_one_thing_too() -> None:
    """`1 new findings`: a count before a word is `counted` or `say_number`, which have a template for one."""
    wrong = []
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for template, values in _calls(ast.parse(path.read_text("utf-8"))):
                counts = [name for name, value in values.items() if COUNTS.search(value)]
                plural = [name for name in counts if re.search(rf"\{{{name}[^}}]*\}} (?:[a-z]+ )?[a-z]+s\b", template)]
                if plural and template not in OF_SEVERAL:
                    wrong.append((path.name, template))
    assert wrong == []


def _calls(tree: ast.AST) -> Iterator[tuple[str, dict[str, str]]]:
    """The templates that are said in one form alone, each with what its values are written as."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("say"), args=[ast.Constant(str(template))], keywords=words):
                yield template, {word.arg: ast.unparse(word.value) for word in words if word.arg}


def test_numbers_have_the_marks_of_the_language_they_are_told_in() -> None:
    told = say(
        "more than {most:,} lines, {share:.1%} of {path}, line {line}",
        most=2_000_000,
        share=0.125,
        path="3.5",
        line=1500,
    )
    assert told == "more than 2,000,000 lines, 12.5% of 3.5, line 1500"
    assert from_plain(plain(told)) == told
    try:
        speak("it")
        assert number_as_written(1234567.25, ",.2f", "it") == "1.234.567,25"
        assert localized(say("the PDF has more than {most:,} letters: no rulebook has", most=2_000_000)).startswith(
            "il PDF ha più di 2.000.000 lettere"
        )
    finally:
        speak("en")
