"""Whether what a finding says can be said in another language: each of its texts a template, and no English left in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

import polib
from regola_cli.catalogue import ALL_CODES
from regola_cli.main import COMMANDS
from regola_cli.new import STARTS
from regola_compiler.report.rows import KINDS
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.wording import CATALOGUES, Said, in_language

# What stands between such marks is somebody's own: a name, a word of the language, a value.
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'|\([^()]*\)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
# Words of English that Italian has not, that a sentence of some length can hardly do without, and that the cases give
# no names to.
_ENGLISH = re.compile(
    r"\b(?:the|an|and|or|is|are|of|to|its|this|that|these|there|here|where|when|which|what|who|not|nor|has|have|had|"
    r"with|without|from|into|be|been|was|were|can|cannot|must|more|most|than|one|two|other|others|another|above|below|"
    r"for|always|never|only|write|add|remove|declare|name|rename|keep|give|choose|correct|put)\b"
)


def texts_of(diagnostic: Diagnostic) -> Iterator[str]:
    """All that a finding says."""
    yield from (diagnostic.message, diagnostic.label, diagnostic.help, *diagnostic.notes)
    yield from (label.text for label in diagnostic.related)


def no_templates(diagnostic: Diagnostic) -> list[str]:
    """What of a finding is said in words of ours and in no template."""
    return [text for text in texts_of(diagnostic) if not isinstance(text, Said) and _LETTERS.search(_bare(text))]


def left_in_english(diagnostic: Diagnostic, language: str = "it") -> list[str]:
    """What a finding says in a language, where English is left in it."""
    told = (in_language(text, language) for text in texts_of(diagnostic))
    return [text for text in told if _ENGLISH.search(_bare(text))]


def _bare(text: str) -> str:
    return _QUOTED.sub("", text)


# What is no prose: blocks of a page, lines of a file, how a command is used and examples of it, what may be chosen,
# paths, options, names with a stroke or a hyphen.
_OURS = re.compile(
    r"^```.*?^```$|^ *\d+ \|.*$|^(?:Uso:| *\$?) *regola .*$|\[\w+(?:\|\w+)+\]|[\w.{}*-]*/[\w./{}*-]*|\b\w+\.\w+\b"
    r"|--[a-z][\w-]*|\b[a-z]\w*(?:-\w+)+\b|\b\w*_\w*\b",
    re.MULTILINE | re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def words_in(text: str) -> set[str]:
    """The words of a text outside what is somebody's own; those in capitals stand for what is to be filled in."""
    return {word.casefold() for word in _WORD.findall(_bare(_OURS.sub("", text))) if not word.isupper()}


@cache
def english_words(language: str = "it") -> frozenset[str]:
    """Words that templates have in English and none in a language."""
    catalogue = polib.pofile(str(CATALOGUES / f"{language}.po"))
    ours, theirs = set[str](), set[str]()
    for entry in catalogue:
        ours |= words_in(entry.msgid) | words_in(entry.msgid_plural or "")
        for told in (entry.msgstr, *entry.msgstr_plural.values()):
            theirs |= words_in(told)
    return frozenset(word for word in ours - theirs if len(word) > 1)


def english_lines(text: str, names: Collection[str], language: str = "it") -> list[str]:
    """The lines of what was said in a language that have words of English, other than the names of a game."""
    known = english_words(language) - {name.casefold() for name in names}
    blocks = _OURS.sub(lambda found: "\n" * found[0].count("\n"), text)
    return [line for line in blocks.splitlines() if words_in(line) & known]


def start(language: str) -> str:
    """The rules to start from in a language, with their examples."""
    return "\n".join(path.read_text("utf-8") for path in sorted((STARTS / language).glob("*.regola")))


def typed(*rules: str) -> set[str]:
    """What is typed: names and words of the language in some rules, none of their texts; commands, kinds and codes."""
    words = {*KINDS, *(name for name, _, _ in COMMANDS), *(code.slug for code in ALL_CODES), "terms"}
    return words.union(*(re.findall(r"[^\W\d]+", re.sub(r'"[^"]*"|#.*', "", text)) for text in rules))
