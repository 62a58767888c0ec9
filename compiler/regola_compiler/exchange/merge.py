"""Translations brought back into the rules: what changes, and what is left alone and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from regola_dsl.diagnostics import Code, Diagnostic, Label, counted, meant, nearest
from regola_dsl.source import Source, Span
from regola_dsl.wording import enumerated, say, say_number

from regola_compiler.exchange import codes
from regola_compiler.exchange.segments import Segment
from regola_compiler.exchange.splice import TextEdit, changed, is_language, unwritable
from regola_compiler.exchange.units import BOOK, Document, Unit, match_language
from regola_compiler.project.game import Game


class Mismatch(Exception):  # noqa: N818  wrong use, told in a sentence
    """A file and a game that do not belong together."""


@dataclass(slots=True)
class ImportResult:
    """What a file changes: the new texts of files by their place, and what is to be said of it."""

    files: dict[Path, str] = field(default_factory=dict)
    changed: int = 0
    added: int = 0
    unfinished: int = 0
    languages: set[str] = field(default_factory=set)
    found: list[Diagnostic] = field(default_factory=list)


def document_of(game: Game, segments: Iterable[Segment], source: str, target: str) -> Document:
    """The texts of a game that are there in the language `source`, with their translations into `target`."""
    units = [
        Unit(segment.id, said, target, segment.text(target), file=segment.file, sections=segment.sections)
        for segment in segments
        if (said := segment.text(source))
    ]
    return Document(game.id, source, target, units)


def languages_of(game: Game, segments: Iterable[Segment]) -> list[str]:
    """The languages of a game: those it says it has, and those that some text is in."""
    spoken = Counter(language for segment in segments for language in segment.texts)
    return list(dict.fromkeys([*game.manifest.get("languages", []), *spoken]))


def import_(game: Game, segments: list[Segment], document: Document, shown: str) -> ImportResult:
    """What a document, read from the file that is called `shown`, changes in the rules of a game.

    Raises:
        Mismatch: if it is of another game, or does not translate from a language that the game has.
    """
    bringer = _Importer(game, segments, document, shown)
    bringer.look()
    bringer.write()
    return bringer.brought


class _Importer:
    def __init__(self, game: Game, segments: list[Segment], document: Document, shown: str) -> None:
        self.game, self.document, self.shown = game, document, shown
        self.segments = {segment.id: segment for segment in segments}
        self.languages = languages_of(game, segments)
        self.changes: dict[tuple[str, str], tuple[TextEdit, Unit]] = {}
        self.brought = ImportResult()

    def report(self, unit: Unit, code: Code, message: str, help_text: str, other: Unit | None = None) -> None:
        related = (Label(self.at(other), say("the other one")),) if other else ()
        self.brought.found.append(Diagnostic(code, message, self.at(unit), related=related, help=help_text))

    def at(self, unit: Unit) -> Span:
        return Span(self.shown, unit.line, 1, unit.line, 2)

    def look(self) -> None:
        """See what each unit changes."""
        source = self._source()
        refused: set[tuple[str, str]] = set()
        by_name: dict[str, list[Segment]] = {}
        for segment in self.segments.values():
            by_name.setdefault(segment.name, []).append(segment)
        seen: dict[tuple[str, str], Unit] = {}
        for unit in self.document.units:
            moved = by_name.get(unit.id.partition("#")[2], [])
            alone = len(moved) == 1 and moved[0].text(source) == unit.source
            found = self.segments.get(unit.id) or (moved[0] if alone else None)
            if found is None:
                self._unknown(unit)
                continue
            segment = found
            language = match_language(unit.language, self.languages) or unit.language
            key = (segment.id, language)
            if key in seen and seen[key].target != unit.target:
                message = say("`{name}` stands here a second time, and says something else", name=segment.name)
                self.report(unit, codes.TEXT_REFUSED, message, say("keep one of the two"), seen[key])
                refused.add(key)
            seen.setdefault(key, unit)
            self._look_at(unit, segment, source, language)
        for key in refused:
            self.changes.pop(key, None)

    def _source(self) -> str:
        """The language that is translated from, as the game has it."""
        document, game = self.document, self.game
        if document.game == BOOK:
            raise Mismatch(say("it is of a rulebook itself, which `--book` brings in, and not of `{id}`", id=game.id))
        if document.game and document.game != game.id:
            raise Mismatch(say("it is of the game `{game}`, not of `{id}`", game=document.game[:60], id=game.id))
        source = match_language(document.source, self.languages)
        if source is None:
            known = ", ".join(self.languages)
            said = (
                say("from `{source}`", source=document.source[:40])
                if document.source
                else say("from no language that it names")
            )
            raise Mismatch(
                say("it translates {said}; the texts of {id} are in {known}", said=said, id=game.id, known=known)
            )
        for language in {unit.language for unit in document.units}:
            here = match_language(language, self.languages) or language
            if here == source:
                raise Mismatch(say("it translates from `{source}` into `{source}`", source=source))
            if not is_language(here):
                raise Mismatch(
                    say("`{language}` is no language of texts: write one like `en` or `pt-BR`", language=language[:40])
                )
        if document.units and not {unit.id for unit in document.units} & self.segments.keys():
            raise Mismatch(say("none of its texts is one of {id}", id=game.id))
        return source

    def _unknown(self, unit: Unit) -> None:
        name = unit.id.partition("#")[2] or unit.id
        close = nearest(unit.id, [one for one in self.segments if one.startswith(unit.id.partition("#")[0])])
        help_text = meant(close, say("it was renamed or removed: `--update` adds the texts there are"))
        self.report(unit, codes.TEXT_UNKNOWN, say("the game has no text `{name}`", name=name[:80]), help_text)

    def _look_at(self, unit: Unit, segment: Segment, source: str, language: str) -> None:
        has = segment.text(language)
        if not unit.target or unit.target == has:
            return
        words = unit.target.replace("\r\n", "\n")
        if unit.source != segment.text(source):
            message = say(
                "`{name}` says something else in {source} than when it was translated", name=segment.name, source=source
            )
            self.report(
                unit, codes.TEXT_MOVED_ON, message, say("`--update` brings the file up to date; then look at it again")
            )
        elif not unit.finished:
            self.brought.unfinished += 1
        elif trouble := unit.trouble or self._trouble(words):
            message = say("the translation of `{name}` was left out: {trouble}", name=segment.name, trouble=trouble)
            self.report(unit, codes.TEXT_REFUSED, message, say("write it as plain text"))
        elif words != has:
            self.changes.setdefault((segment.id, language), (TextEdit(segment, language, words), unit))

    @staticmethod
    def _trouble(words: str) -> str:
        sign = unwritable(words)
        return say("it has {sign}", sign=sign) if sign else ""

    def write(self) -> None:
        """Make the changes, file by file."""
        by_file: dict[str, list[tuple[TextEdit, Unit]]] = {}
        for change, unit in self.changes.values():
            by_file.setdefault(change.segment.file, []).append((change, unit))
        for source in self.game.sources:
            file = self.game.within(source.path)
            if file in by_file:
                self._write_file(source, file, by_file[file])

    def _write_file(self, source: Source, file: str, pairs: list[tuple[TextEdit, Unit]]) -> None:
        good = pairs
        try:
            text = changed(source, file, [change for change, _ in pairs])
        except ValueError:
            good = [pair for pair in pairs if self._can(source, file, *pair)]
            if not good:
                return
            text = changed(source, file, [change for change, _ in good])
        self.brought.files[self.game.folder / file] = text
        for change, _ in good:
            self.brought.languages.add(change.language)
            if change.language in change.segment.texts:
                self.brought.changed += 1
            else:
                self.brought.added += 1

    def _can(self, source: Source, file: str, change: TextEdit, unit: Unit) -> bool:
        try:
            changed(source, file, [change])
        except ValueError:
            message = say("the translation of `{name}` cannot stand where its text stands", name=change.segment.name)
            self.report(unit, codes.TEXT_REFUSED, message, say("write it into {file} by hand", file=file))
            return False
        return True


def changed_and_added(changed: int, added: int, unfinished: int) -> list[str]:
    """How many texts became others, how many are new, and how many a file says are not finished."""
    told: list[str] = [
        say_number("{number} changed", "{number} changed", changed),
        say_number("{number} added", "{number} added", added),
    ]
    if unfinished:
        told.append(say_number("{number} not finished, and left", "{number} not finished, and left", unfinished))
    return told


def summarize(brought: ImportResult, game: Game) -> str:
    """What was brought, in a line or two."""
    parts = changed_and_added(brought.changed, brought.added, brought.unfinished)
    files = counted(len(brought.files), "file")
    lines = [say("{game}: texts {told}, in {files}", game=game.id, told=enumerated(parts, ", "), files=files)]
    new = sorted(brought.languages - set(game.manifest.get("languages", brought.languages)))
    lines += [say("add `{language}` to `languages` in game.yaml", language=language) for language in new]
    return enumerated(lines, "\n")


def unreadable(shown: str, message: str, line: int, column: int) -> Diagnostic:
    """The finding that a file cannot be read."""
    span = Span(shown, line, column, line, column + 1)
    return Diagnostic(
        codes.EXCHANGE_UNREADABLE, message, span, help=say("export it again from the program that wrote it")
    )


def output_files(files: Mapping[Path, str]) -> dict[Path, str]:
    """The files to write; one that began with a byte order mark still does."""
    marked = {path: path.is_file() and path.read_bytes().startswith(b"\xef\xbb\xbf") for path in files}
    return {path: f"\ufeff{text}" if marked[path] else text for path, text in files.items()}
