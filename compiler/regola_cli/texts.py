"""`regola texts`: texts and terms to translators' programs, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.system_errors import system_words
from regola_dsl.wording import localized, message_of, say

from regola_cli import completion
from regola_cli.common import UsageError, load, write_all
from regola_cli.terminal import data

if TYPE_CHECKING:
    from regola_compiler.exchange.desk import ExchangeResult
    from regola_compiler.project.game import Game

FORMATS = ("xliff", "xliff2", "tmx", "tbx", "tbx2", "po", "omegat")
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("texts")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=completion.games)
@click.option("--format", "form", type=click.Choice(FORMATS), help="What to write [by the end of FILE].")
@click.option(
    "--book",
    "books",
    multiple=True,
    metavar="LANG=FILE",
    help="Exchange the rulebook itself: its file, and that of its translation.",
)
@click.option("-o", "--output", metavar="FILE", type=_FILE, help="Where to write it, if not to the screen.")
@click.option("--from", "source", metavar="LANGUAGE", help="The language to translate from [the game's first].")
@click.option("--to", "target", metavar="LANGUAGE", help="The language to translate into [the game's second].")
@click.option("--import", "incoming", metavar="FILE", type=_FILE, help="Bring a file's translations into the rules.")
@click.option(
    "--update", "existing", metavar="FILE", type=_FILE, help="Bring a file up to date; what else is in it stays."
)
def command(
    game: str | None,
    form: str | None,
    books: tuple[str, ...],
    output: Path | None,
    source: str | None,
    target: str | None,
    incoming: Path | None,
    existing: Path | None,
) -> None:
    """Exchange texts and terms with translators' programs.

    XLIFF, TMX and PO hold the texts of the rules, TBX the glossary. A file that was exported comes back with --import,
    which writes what changed into the rules, and leaves alone what was translated from a text that is another by now.
    --update brings what is new in the rules into a file; translations that are there stay. Without any of these,
    the texts are counted.

    With --book it is the rulebook itself, sentence by sentence (xliff, xliff2, tmx): the file that is translated
    from, and the one of the translation, if there is one already. What comes back is held against the book first; in a
    memory (tmx) a paragraph comes back whose sentences are all there.
    GAME is not needed then; with it, rules and glossary stand beside the sentences.

    \b
    regola texts lantern_pass
    regola texts lantern_pass --from it --to en -o pass.xlf
    regola texts lantern_pass --import pass.xlf
    regola texts lantern_pass --format tbx -o terms.tbx
    regola texts lantern_pass --book it=regole.pdf --to en -o book.xlf
    regola texts lantern_pass --book it=regole.pdf --book en=rules.md --import book.xlf
    """
    if books:
        if existing is not None:
            raise UsageError(say("a book's file is written anew with `-o`; `--update` is for the texts of the rules"))
        from regola_cli.book_texts import exchange_book

        exchange_book(game, books, form, output, target, incoming)
        return
    chosen = [word for word, path in (("--import", incoming), ("--update", existing), ("-o", output)) if path]
    if len(chosen) > 1:
        raise UsageError(say("`{chosen}` and `{chosen_2}` do not go together", chosen=chosen[0], chosen_2=chosen[1]))
    if game is None:
        raise UsageError(say("name a game, or a rulebook's file: --book it=FILE"))
    if form in {"xliff2", "omegat"}:
        raise UsageError(say("`{form}` is written of a book: --book it=FILE", form=form))
    from regola_compiler.exchange import desk

    read = load(game, _read)
    texts = desk.read_texts(read)
    try:
        if isinstance(texts, desk.ExchangeResult):
            _conclude(read, texts)
        elif incoming is not None:
            _conclude(read, desk.bring(texts, incoming, _text_of(incoming)))
        elif existing is not None:
            _conclude(read, desk.update(texts, existing, _text_of(existing), source, target))
        elif output is not None or form is not None:
            kind = _format(form, output)
            text, told = desk.export(texts, kind, source, target)
            if output is None:
                data(text)
            else:
                write_all({output: text})
                click.echo(localized(say("wrote {output}: {told}", output=output, told=told)))
        else:
            click.echo(localized(desk.count(texts)))
    except desk.ExchangeError as wrong:
        raise UsageError(message_of(wrong)) from wrong


def _read(game: Game) -> Game:
    return game


def _format(form: str | None, output: Path | None) -> str:
    """The format that is asked for, or that the name of the new file promises."""
    from regola_compiler.exchange.formats import by_name

    kind = form or (by_name(output) if output else None)
    if kind is None:
        raise UsageError(say("what is `{output}` to be? Say `--format xliff`, tmx, tbx or po", output=output))
    if output is not None and output.exists():
        raise UsageError(say("`{output}` is there already: `--update` brings it up to date", output=output))
    return kind


def _text_of(path: Path) -> str:
    """What a file says."""
    from regola_compiler.exchange.units import Unreadable, decoded

    try:
        return decoded(path.read_bytes())
    except OSError as error:
        raise UsageError(say("cannot read `{path}`: {strerror}", path=path, strerror=system_words(error))) from error
    except Unreadable as wrong:
        raise UsageError(
            say("cannot read `{path}`, line {line}: {message}", path=path, line=wrong.line, message=wrong.message)
        ) from wrong


def _conclude(game: Game, answer: ExchangeResult) -> None:
    """Write and say what came of it; findings give exit code 1, a file that cannot be read 2."""
    from regola_compiler.report import text as report_text

    write_all(answer.files)
    if answer.told:
        click.echo(localized(answer.told))
    if answer.found:
        after = say("these were left alone") if answer.told else say("nothing was written")
        click.echo(report_text.text(answer.found, answer.sources_with(game), most=report_text.MOST), err=True)
        click.echo(f"{localized(report_text.summary(answer.found))}: {localized(after)}", err=True)
        raise click.exceptions.Exit(2 if answer.unread else 1)
