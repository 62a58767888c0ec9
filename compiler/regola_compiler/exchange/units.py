"""What every exchange format holds: texts in two languages, each under the name it has in the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag, say

MAX_BYTES = 20_000_000
# What a file of a rulebook itself names in the place of a game.
BOOK = "regola-book"


class Unreadable(Exception):  # noqa: N818  what is wrong is in somebody's file, not in the program
    """A file that cannot be read as what it should be, from this line on."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


@dataclass(frozen=True, slots=True)
class Unit:
    """A text and its translation, as a file has it.

    Attributes:
        id: The name of the text, as `texts.Segment` has it.
        source: What is translated.
        language: The language of the translation.
        target: The translation; None or empty where there is none yet.
        file: The file of the rules it stands in.
        sections: Where the rulebook says it.
        line: The line of the exchange file.
        finished: Whether its translator holds the translation to be good.
        trouble: Why it cannot be taken over, if it cannot.
    """

    id: str
    source: str
    language: str
    target: str | None
    file: str = ""
    sections: tuple[str, ...] = ()
    line: int = 1
    finished: bool = True
    trouble: str = ""

    @property
    def note(self) -> str:
        """Its sections, as a note to the translator."""
        return f"section {', '.join(self.sections)}" if self.sections else ""


@dataclass(slots=True)
class Document:
    """The units of a file, with the languages and the game they are of; nothing where the file does not say."""

    game: str
    source: str
    target: str
    units: list[Unit] = field(default_factory=list)


@dataclass(slots=True)
class Updated:
    """A file brought up to date: its text, and how many units came in, were changed, or are no longer known."""

    text: str
    added: int = 0
    changed: int = 0
    unknown: int = 0


def match_language(tag: str, known: Iterable[str]) -> str | None:
    """Which of the `known` languages a tag means: itself however it is capitalised, or one where either has no region.

    >>> match_language("EN-us", ["it", "en"]), match_language("pt-BR", ["pt-br"]), match_language("de", ["it"])
    ('en', 'pt-br', None)
    >>> match_language("en", ["EN-US"]), match_language("pt-PT", ["pt-BR"])
    ('EN-US', None)
    """
    plain = {language.casefold(): language for language in known}
    wanted = tag.casefold().replace("_", "-")
    regions = [language for key, language in plain.items() if primary_subtag(key) == wanted]
    return plain.get(wanted) or plain.get(primary_subtag(wanted)) or next(iter(regions), None)


def decoded(data: bytes) -> str:
    """A file's text.

    Raises:
        Unreadable: if it is none.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(say("the file is larger than {max_bytes:,} bytes", max_bytes=MAX_BYTES))
    if not data.strip():
        raise Unreadable(say("the file is empty"))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(say("the file is neither UTF-8 nor UTF-16 text"), line) from error
    if "\0" in text:
        raise Unreadable(say("the file is not text"), text[: text.index("\0")].count("\n") + 1)
    return text
