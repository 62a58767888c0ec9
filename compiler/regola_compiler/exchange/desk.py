"""What a translator asks of a game: its texts or terms as a file, a file brought in, a file brought up to date.

Nothing is written here: each answer holds the files to write, what is to be said, and what was found on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from regola_dsl.diagnostics import Diagnostic, Severity, counted, with_each
from regola_dsl.source import Source
from regola_dsl.wording import enumerated, message_of, say, say_number

from regola_compiler.exchange import tbx
from regola_compiler.exchange.formats import TEXTS, by_text
from regola_compiler.exchange.glossary import bring_terms, sound
from regola_compiler.exchange.merge import (
    Mismatch,
    document_of,
    import_,
    languages_of,
    output_files,
    summarize,
    unreadable,
)
from regola_compiler.exchange.segments import Segment, read_segments
from regola_compiler.exchange.splice import is_language
from regola_compiler.exchange.units import BOOK, Document, Unreadable, match_language
from regola_compiler.project.game import Game
from regola_compiler.project.glossary import FILE, Glossary


class ExchangeError(Exception):
    """What was asked for cannot be: why, in a sentence for who asked."""


@dataclass(frozen=True, slots=True)
class ExchangeResult:
    """What came of a question.

    Attributes:
        told: What was done, in a line or two; nothing where nothing could be.
        files: The files to write, by their places.
        found: What was left alone, or is wrong: where nothing was `told`, nothing is to be written.
        sources: The texts, beside the game's own, that findings speak of, by their paths.
        unread: The file that was given cannot be read at all.
    """

    told: str = ""
    files: Mapping[Path, str] = field(default_factory=dict)
    found: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    unread: bool = False

    def sources_with(self, game: Game) -> dict[str, Source]:
        """All texts that findings may speak of."""
        own = {source.path: source.written for source in (*game.data_sources, *game.sources)}
        return own | {path: Source(path, text) for path, text in self.sources.items()}


@dataclass(frozen=True, slots=True)
class GameTexts:
    """The texts of a game that can be read, and its languages, its own first."""

    game: Game
    segments: list[Segment]
    languages: list[str]

    def terms(self) -> Glossary:
        """The glossary.

        Raises:
            ExchangeError: If there is none.
        """
        if self.game.glossary is None:
            raise ExchangeError(say("{id} has no `glossary.yaml`", id=self.game.id))
        return self.game.glossary

    def document(self, source: str | None, target: str | None) -> Document:
        """The texts in one language with their translations into another; where none is named, the game's own.

        Raises:
            ExchangeError: If the languages are not two, or cannot be.
        """
        return document_of(self.game, self.segments, *language_pair(self.languages, source, target))


def read_texts(game: Game) -> GameTexts | ExchangeResult:
    """The texts of a game; or what is wrong with it, if not all of it can be read. A warning hides no text."""
    segments, found = read_segments(game)
    told = (*found, *(one for one in game.diagnostics if one not in found))
    wrong = tuple(one for one in told if one.weight is Severity.ERROR)
    return ExchangeResult(found=wrong) if wrong else GameTexts(game, segments, languages_of(game, segments))


def language_pair(languages: list[str], source: str | None, target: str | None) -> tuple[str, str]:
    """The languages to translate from and into, the game's first and second where none is named.

    Raises:
        ExchangeError: If they are not two, or cannot be.
    """
    chosen = match_language(source, languages) if source else next(iter(languages), None)
    if chosen is None:
        told = ", ".join(languages) or say("no language")
        raise ExchangeError(
            say("no text is in `{source}`: there is {languages}", source=source, languages=told)
            if source
            else say("the game has no texts")
        )
    others = [language for language in languages if language != chosen]
    into = (match_language(target, languages) or target) if target else next(iter(others), None)
    if into is None:
        raise ExchangeError(
            say("all texts are in `{chosen}`: say with `--to` which language they are translated into", chosen=chosen)
        )
    if into == chosen:
        raise ExchangeError(
            say(
                "a translation from `{chosen}` into `{chosen}` changes nothing: say another language with `--to`",
                chosen=chosen,
            )
        )
    if not is_language(into):
        raise ExchangeError(say("`{into}` is no language of texts: write one like `en` or `pt-BR`", into=into))
    return chosen, into


def export(texts: GameTexts, kind: str, source: str | None, target: str | None) -> tuple[str, str]:
    """A new file of a format, and what is in it, in words.

    Raises:
        ExchangeError: If the game has no such thing, or the languages cannot be.
    """
    if kind in tbx.DIALECTS:
        terms = texts.terms()
        written = tbx.write(terms, texts.game.title(texts.languages[0]), texts.languages[0], tbx.DIALECTS[kind])
        return written, counted(len(terms.concepts), "term")
    document = texts.document(source, target)
    open_ = sum(not unit.target for unit in document.units)
    told = say(
        "{texts} from {source} to {target}, {open}",
        texts=counted(len(document.units), "text"),
        source=document.source,
        target=document.target,
        open=say_number("{number} not translated", "{number} not translated", open_),
    )
    left = len(texts.segments) - len(document.units)
    if left:
        told = say_number(
            "{told}; {number} has no {source} and is left out",
            "{told}; {number} have no {source} and are left out",
            left,
            told=told,
            source=document.source,
        )
    return TEXTS[kind].write(document), told


def bring(texts: GameTexts, path: Path, text: str) -> ExchangeResult:
    """A file's translations brought into the rules, or its terms into the glossary.

    Raises:
        ExchangeError: If the file is of another game.
    """
    shown = path.as_posix()
    try:
        kind = by_text(text)
        if kind == "tbx":
            return _bring_terms(texts.game, shown, text)
        brought = import_(texts.game, texts.segments, TEXTS[kind].read(text), shown)
    except Unreadable as wrong:
        return _unread(shown, text, wrong)
    except Mismatch as wrong:
        raise ExchangeError(
            say("`{path}` cannot be brought in: {wrong}; nothing was written", path=path, wrong=message_of(wrong))
        ) from wrong
    told = summarize(brought, texts.game)
    return ExchangeResult(told, output_files(brought.files), tuple(brought.found), {shown: text})


def _bring_terms(game: Game, shown: str, text: str) -> ExchangeResult:
    after, changes, found = bring_terms(game, tbx.read(text), shown)
    files = {}
    if after is not None:
        glossary, wrong = sound(after)
        if wrong or glossary is None:
            return ExchangeResult(found=tuple(wrong), sources={FILE: after})
        files = {game.folder / FILE: after}
    return ExchangeResult(
        say_number(
            "{game}: {number} term changed or added", "{game}: {number} terms changed or added", changes, game=game.id
        ),
        files,
        tuple(found),
        {shown: text},
    )


def update(texts: GameTexts, path: Path, text: str, source: str | None, target: str | None) -> ExchangeResult:
    """A file brought up to date with the rules or the glossary; its own languages go before those named.

    Raises:
        ExchangeError: If the file is of another game, or the languages cannot be.
    """
    try:
        kind = by_text(text)
        if kind == "tbx":
            updated = tbx.update(text, texts.terms())
        else:
            there = TEXTS[kind].read(text)
            if there.game == BOOK:
                raise ExchangeError(
                    say("`{path}` is of a rulebook itself: `--book` writes it anew; nothing was written", path=path)
                )
            if there.game and there.game != texts.game.id:
                raise ExchangeError(
                    say("`{path}` is of the game `{game}`; nothing was written", path=path, game=there.game[:60])
                )
            updated = TEXTS[kind].update(text, texts.document(there.source or source, there.target or target))
    except Unreadable as wrong:
        return _unread(path.as_posix(), text, wrong)
    told = say(
        "{path}: {changed}, {added}",
        path=path,
        changed=say_number("{number} brought up to date", "{number} brought up to date", updated.changed),
        added=say_number("{number} added", "{number} added", updated.added),
    )
    if updated.unknown:
        told = say_number(
            "{told}, {number} no longer known and kept",
            "{told}, {number} no longer known and kept",
            updated.unknown,
            told=told,
        )
    return ExchangeResult(told, {path: updated.text} if updated.text != text else {})


def _unread(shown: str, text: str, wrong: Unreadable) -> ExchangeResult:
    found = unreadable(shown, wrong.message, wrong.line, wrong.column)
    return ExchangeResult(found=(found,), sources={shown: text}, unread=True)


def count(texts: GameTexts) -> str:
    """How many texts there are, by language, and how many terms."""
    game = texts.game
    spoken = Counter(language for segment in texts.segments for language in segment.texts)
    told = [say("{number} in {language}", number=spoken[language], language=language) for language in texts.languages]
    said = say(
        "{game}: {texts} in {files}: {told}",
        game=game.id,
        texts=counted(len(texts.segments), "text"),
        files=counted(len({segment.file for segment in texts.segments}), "file"),
        told=enumerated(told, ", "),
    )
    if game.glossary is None:
        return said
    terms = say(
        "{terms} in the glossary, in {languages}",
        terms=counted(len(game.glossary.concepts), "term"),
        languages=with_each(game.glossary.languages, "and"),
    )
    return enumerated([said, terms], "\n")
