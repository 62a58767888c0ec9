"""`regola texts --book`: the rulebook itself to translators' programs, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.diagnostics import counted
from regola_dsl.system_errors import system_words
from regola_dsl.wording import enumerated, localized, message_of, say, say_number

from regola_cli.common import UsageError, load, place_of, write_all
from regola_cli.desk.look import named_texts
from regola_cli.terminal import data

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_crosscheck.base.context import CrosscheckContext
    from regola_crosscheck.base.index import Index
    from regola_crosscheck.book.text import Book
    from regola_crosscheck.translation.units import BookDocument
    from regola_dsl.diagnostics import Diagnostic
    from regola_dsl.source import Source


def exchange_book(
    game: str | None,
    books: tuple[str, ...],
    form: str | None,
    output: Path | None,
    target: str | None,
    incoming: Path | None,
) -> None:
    """Write the sentences of a book for a translator's program, or bring those it made into the translation.

    Raises:
        UsageError: if the words of the command do not go together, or a file cannot be read.
    """
    from regola_compiler.driver import understand
    from regola_crosscheck.run import no_game
    from regola_crosscheck.translation.units import document_of

    texts = _texts(books)
    source, *others = texts
    into = others[0] if others else target
    if into is None:
        raise UsageError(say("say with `--to` which language the book is translated into"))
    if into == source or (target is not None and others and target != into):
        raise UsageError(
            say(
                "the book is translated from `{source}` into another language, not into `{value}`",
                source=source,
                value=target or into,
            )
        )
    if incoming is not None:
        _bring(texts, source, into, incoming, output)
        return
    compiled = no_game(texts) if game is None else load(game, understand)
    contexts, indexes = _contexts(compiled, None if game is None else place_of(game), texts)
    document = document_of(contexts[source], into, contexts.get(into), indexes, texts[source].name)
    text = _written(document, form, output)
    open_ = sum(not unit.targets for unit in document.units)
    segments = sum(len(unit.block.segments) for unit in document.units)
    if output is None:
        data(text)
        return
    write_all({output: text})
    told = say(
        "wrote {path}: {sentences} in {paragraphs} from {source} to {into}, {open}",
        path=output,
        sentences=counted(segments, "sentence"),
        paragraphs=counted(len(document.units), "paragraph"),
        source=source,
        into=into,
        open=say_number("{number} not translated", "{number} not translated", open_),
    )
    click.echo(localized(told))


def _written(document: BookDocument, form: str | None, output: Path | None) -> str:
    """The document in the format that is asked for, or that the name of the new file promises."""
    from regola_compiler.exchange.formats import by_name
    from regola_crosscheck.translation import memory, xliff

    kind = form or (by_name(output) if output else None)
    if output is not None and output.exists():
        raise UsageError(say("`{path}` is there already: write the book's sentences to a new file", path=output))
    match kind:
        case "xliff":
            return xliff.write_12(document)
        case "omegat":
            return xliff.write_12(document, filled=True)
        case "xliff2":
            return xliff.write_20(document)
        case "tmx":
            return memory.write(document)
        case _:
            raise UsageError(say("a book is written as `--format xliff`, xliff2, omegat or tmx"))


def _bring(texts: dict[str, Path], source: str, into: str, incoming: Path, output: Path | None) -> None:
    """Bring what came back into the translated book; a book that is not there yet is made of the first."""
    from regola_compiler.exchange.merge import changed_and_added
    from regola_compiler.exchange.units import Unreadable, decoded
    from regola_compiler.report import text as report_text
    from regola_crosscheck.translation import memory, xliff
    from regola_crosscheck.translation.merge import OtherBook, merge
    from regola_dsl.source import Source

    here = _book(source, texts[source], source)
    there = _book(into, texts[into]) if into in texts else None
    place = output or texts.get(into)
    if place is None:
        raise UsageError(say("name the file of the translation: `-o book.{into}.md`", into=into))
    if place.suffix.casefold() not in {".md", ".markdown", ".txt", ""}:  # what is written is plain text
        raise UsageError(
            say(
                "`{name}` cannot be written into: say with `-o book.{into}.md` where to write",
                name=place.name,
                into=into,
            )
        )
    if there is None and place.exists():
        raise UsageError(
            say(
                "`{place}` is there already: name it as the translation, `--book {into}={place}`",
                place=place,
                into=into,
            )
        )
    try:
        text = decoded(incoming.read_bytes())
        returned = memory.read(text, here, into) if memory.is_memory(text) else xliff.read(text)
        merged = merge(returned, here, there, into, incoming.as_posix())
    except OSError as error:
        raise UsageError(
            say("cannot read `{incoming}`: {strerror}", incoming=incoming, strerror=system_words(error))
        ) from error
    except Unreadable as wrong:
        raise UsageError(
            say(
                "cannot read `{incoming}`, line {line}: {message}",
                incoming=incoming,
                line=wrong.line,
                message=wrong.message,
            )
        ) from wrong
    except OtherBook as wrong:
        raise UsageError(
            say(
                "`{incoming}` cannot be brought in: {wrong}; nothing was written",
                incoming=incoming,
                wrong=message_of(wrong),
            )
        ) from wrong
    wanted = output is not None and output.resolve() != (texts[into].resolve() if into in texts else None)
    nothing = there is None and not merged.added  # it would be the book itself
    written = bool(merged.changed or merged.added) or (wanted and not nothing)
    if written:
        write_all({place: merged.text})
    told = changed_and_added(merged.changed, merged.added, merged.unfinished)
    if left := merged.untranslated:
        told.append(
            say_number(
                "{number} not translated, and left in `{source}`",
                "{number} not translated, and left in `{source}`",
                left,
                source=source,
            )
        )
    summed = say("{path}: paragraphs {told}", path=place, told=enumerated(told, ", "))
    if not written:
        summed = say("{summary}; nothing was written", summary=summed)
    click.echo(localized(summed))
    if nothing and not merged.found:
        raise UsageError(
            say("`{incoming}` has no translation that is finished: it would be the book itself", incoming=incoming)
        )
    if merged.found:
        shown = {incoming.as_posix(): Source(incoming.as_posix(), text)}
        click.echo(report_text.text(merged.found, shown, most=report_text.MOST), err=True)
        click.echo(report_text.summary(merged.found), err=True)
        raise click.exceptions.Exit(1)


def _texts(books: tuple[str, ...]) -> dict[str, Path]:
    texts = named_texts(books, "--book")
    if len(texts) > 2:
        raise UsageError(say("a book has one file that is translated from, and one that is translated into"))
    return texts


def _source(path: Path, told: str = "") -> Source:
    """The text of a file, in the language that it is told to be in, if any: a translation begun is in two.

    Raises:
        Exit: if it cannot be read, or is in another language; why is said.
    """
    from regola_compiler.report import text as report_text
    from regola_crosscheck.files.read import read_file
    from regola_crosscheck.language.other_language import detect_other_language

    found: list[Diagnostic]
    source, found = read_file(path, path.as_posix())
    if found:
        click.echo(report_text.text(found, {}), err=True)
    if source is None:
        raise click.exceptions.Exit(1)
    if told and (other := detect_other_language(told, source, "--book")) is not None:
        click.echo(report_text.text([other], {source.path: source}), err=True)
        raise click.exceptions.Exit(1)
    return source


def _book(language: str, path: Path, told: str = "") -> Book:
    from regola_crosscheck.base.index import Index
    from regola_crosscheck.run import read_book

    return read_book(language, _source(path, told), Index(f"{language}.yaml"))


def _contexts(
    compiled: Compiled, place: Path | None, texts: dict[str, Path]
) -> tuple[dict[str, CrosscheckContext], dict[str, Index]]:
    """The books beside the rules, and what is kept of them as they were read."""
    from regola_compiler.project.glossary import load_glossary
    from regola_crosscheck.base.context import CrosscheckContext
    from regola_crosscheck.base.index import Index, read_index
    from regola_crosscheck.base.inputs import beside, index_path
    from regola_crosscheck.run import read_book

    folder = next(iter(texts.values())).parent if place is None else place if place.is_dir() else place.parent
    glossary = compiled.game.glossary or load_glossary(folder)[0]
    contexts: dict[str, CrosscheckContext] = {}
    indexes: dict[str, Index] = {}
    for language, path in texts.items():
        kept = beside(path) if place is None else index_path(folder, language)
        index = (read_index(kept, kept.as_posix())[0] if kept.is_file() else None) or Index(f"{language}.yaml")
        indexes[language] = index
        text = _source(path, "" if contexts else language)
        contexts[language] = CrosscheckContext(compiled.program, read_book(language, text, index), glossary)
    return contexts, indexes
