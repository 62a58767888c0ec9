"""`regola texts`: texts and terms to translators' programs, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from regola_cli.common import UsageError, game_argument, load, write_all

if TYPE_CHECKING:
    from regola_compiler.exchange.segments import Segment
    from regola_compiler.project.game import Game
    from regola_compiler.project.glossary import Glossary
    from regola_dsl.diagnostics import Diagnostic

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("texts")
@game_argument
@click.option(
    "--format", "form", type=click.Choice(["xliff", "tmx", "tbx", "po"]), help="What to write [by the end of FILE]."
)
@click.option("-o", "--output", metavar="FILE", type=_FILE, help="Where to write it, if not to the screen.")
@click.option("--from", "source", metavar="LANGUAGE", help="The language to translate from [the game's first].")
@click.option("--to", "target", metavar="LANGUAGE", help="The language to translate into [the game's second].")
@click.option("--import", "incoming", metavar="FILE", type=_FILE, help="Bring a file's translations into the rules.")
@click.option(
    "--update", "existing", metavar="FILE", type=_FILE, help="Bring a file up to date; what else is in it stays."
)
def command(
    game: str,
    form: str | None,
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

    \b
    regola texts lantern_pass
    regola texts lantern_pass --from it --to en -o pass.xlf
    regola texts lantern_pass --import pass.xlf
    regola texts lantern_pass --format tbx -o terms.tbx
    """
    chosen = [word for word, path in (("--import", incoming), ("--update", existing), ("-o", output)) if path]
    if len(chosen) > 1:
        raise UsageError(f"`{chosen[0]}` and `{chosen[1]}` do not go together")
    desk = _Desk(load(game, _read), source, target)
    if incoming is not None:
        desk.bring(incoming)
    elif existing is not None:
        desk.update(existing)
    elif output is not None or form is not None:
        desk.export(form, output)
    else:
        desk.count()


def _read(game: Game) -> Game:
    return game


class _Desk:
    """A game's texts, and the languages that are asked for."""

    def __init__(self, game: Game, source: str | None, target: str | None) -> None:
        from regola_compiler.exchange.merge import languages_of
        from regola_compiler.exchange.segments import read_segments

        self.game = game
        segments, found = read_segments(game)
        self.segments: list[Segment] = segments
        if found or game.diagnostics:
            self.show([*found, *(one for one in game.diagnostics if one not in found)])
            raise click.exceptions.Exit(1)
        self.languages = languages_of(game, segments)
        self.given = source, target

    def show(
        self, found: list[Diagnostic], more: dict[str, str] | None = None, after: str = "nothing was written"
    ) -> None:
        """Findings, with the lines they speak of."""
        from regola_compiler.report import text as report_text
        from regola_dsl.source import Source

        sources = {source.path: source for source in [*self.game.sources, *self.game.data_sources]}
        sources |= {path: Source(path, text) for path, text in (more or {}).items()}
        click.echo(report_text.text(found, sources, most=report_text.MOST), err=True)
        click.echo(f"{report_text.summary(found)}: {after}", err=True)

    def pair(self) -> tuple[str, str]:
        """The two languages.

        Raises:
            Fault: if they are not two, or cannot be.
        """
        from regola_compiler.exchange.splice import is_language
        from regola_compiler.exchange.units import match_language

        asked, wanted = self.given
        source = match_language(asked, self.languages) if asked else next(iter(self.languages), None)
        if source is None:
            told = ", ".join(self.languages) or "no language"
            raise UsageError(f"no text is in `{asked}`: there is {told}" if asked else "the game has no texts")
        others = [language for language in self.languages if language != source]
        target = (match_language(wanted, self.languages) or wanted) if wanted else next(iter(others), None)
        if target is None:
            raise UsageError(f"all texts are in `{source}`: say with `--to` which language they are translated into")
        if target == source:
            raise UsageError(
                f"a translation from `{source}` into `{source}` changes nothing: say another language with `--to`"
            )
        if not is_language(target):
            raise UsageError(f"`{target}` is no language of texts: write one like `en` or `pt-BR`")
        return source, target

    def text_of(self, path: Path) -> str:
        """What a file says.

        Raises:
            Fault: if there is no such file.
        """
        from regola_compiler.exchange.units import Unreadable, decoded

        try:
            return decoded(path.read_bytes())
        except OSError as error:
            raise UsageError(f"cannot read `{path}`: {error.strerror}") from error
        except Unreadable as wrong:
            raise UsageError(f"cannot read `{path}`, line {wrong.line}: {wrong.message}") from wrong

    def refuse(self, path: Path, text: str, message: str, line: int, column: int) -> None:
        """A file that cannot be read, told with its line; exit code 2."""
        from regola_compiler.exchange.merge import unreadable

        self.show([unreadable(path.as_posix(), message, line, column)], {path.as_posix(): text})
        raise click.exceptions.Exit(2)

    def export(self, form: str | None, output: Path | None) -> None:
        """Write a new file, or show it."""
        from regola_compiler.exchange.formats import TEXTS, by_name
        from regola_compiler.exchange.merge import document_of

        kind = form or (by_name(output) if output else None)
        if kind is None:
            raise UsageError(f"what is `{output}` to be? Say `--format xliff`, tmx, tbx or po")
        if output is not None and output.exists():
            raise UsageError(f"`{output}` is there already: `--update` brings it up to date")
        if kind == "tbx":
            from regola_compiler.exchange import tbx

            text = tbx.write(self.terms(), self.game.title(self.languages[0]), self.languages[0])
            told = f"{len(self.terms().concepts)} terms"
        else:
            document = document_of(self.game, self.segments, *self.pair())
            text = TEXTS[kind].write(document)
            open_ = sum(not unit.target for unit in document.units)
            told = f"{len(document.units)} texts from {document.source} to {document.target}, {open_} not translated"
            left = len(self.segments) - len(document.units)
            told += f"; {left} have no {document.source} and are left out" if left else ""
        if output is None:
            click.echo(text, nl=False)
        else:
            write_all({output: text})
            click.echo(f"wrote {output}: {told}")

    def terms(self) -> Glossary:
        """The glossary.

        Raises:
            Fault: if there is none.
        """
        if self.game.glossary is None:
            raise UsageError(f"{self.game.id} has no `glossary.yaml`")
        return self.game.glossary

    def bring(self, path: Path) -> None:
        """Bring a file's translations into the rules, or its terms into the glossary."""
        from regola_compiler.exchange.formats import TEXTS, by_text
        from regola_compiler.exchange.merge import Mismatch, import_, output_files, summarize
        from regola_compiler.exchange.units import Unreadable

        text = self.text_of(path)
        try:
            kind = by_text(text)
            if kind == "tbx":
                self.bring_terms(path, text)
                return
            brought = import_(self.game, self.segments, TEXTS[kind].read(text), path.as_posix())
        except Unreadable as wrong:
            self.refuse(path, text, wrong.message, wrong.line, wrong.column)
            return
        except Mismatch as wrong:
            raise UsageError(f"`{path}` cannot be brought in: {wrong}; nothing was written") from wrong
        write_all(output_files(brought.files))
        click.echo(summarize(brought, self.game))
        if brought.found:
            self.show(brought.found, {path.as_posix(): text}, "these were left alone")
            raise click.exceptions.Exit(1)

    def bring_terms(self, path: Path, text: str) -> None:
        """Bring a file's terms into the glossary."""
        from regola_compiler.exchange import tbx
        from regola_compiler.exchange.glossary import bring_terms, sound
        from regola_compiler.project.glossary import FILE

        after, changes, found = bring_terms(self.game, tbx.read(text), path.as_posix())
        if after is not None:
            glossary, wrong = sound(after)
            if wrong or glossary is None:
                self.show(wrong, {FILE: after})
                raise click.exceptions.Exit(1)
            write_all({self.game.folder / FILE: after})
        click.echo(f"{self.game.id}: {changes} terms changed or added")
        if found:
            self.show(found, {path.as_posix(): text}, "these were left alone")
            raise click.exceptions.Exit(1)

    def update(self, path: Path) -> None:
        """Bring a file up to date with the rules or the glossary."""
        from regola_compiler.exchange import tbx
        from regola_compiler.exchange.formats import TEXTS, by_text
        from regola_compiler.exchange.merge import document_of
        from regola_compiler.exchange.units import Unreadable

        text = self.text_of(path)
        try:
            kind = by_text(text)
            if kind == "tbx":
                updated = tbx.update(text, self.terms())
            else:
                there = TEXTS[kind].read(text)
                if there.game and there.game != self.game.id:
                    raise UsageError(f"`{path}` is of the game `{there.game[:60]}`; nothing was written")
                self.given = (there.source or self.given[0], there.target or self.given[1])
                document = document_of(self.game, self.segments, *self.pair())
                updated = TEXTS[kind].update(text, document)
        except Unreadable as wrong:
            self.refuse(path, text, wrong.message, wrong.line, wrong.column)
            return
        if updated.text != text:
            write_all({path: updated.text})
        told = f"{path}: {updated.changed} brought up to date, {updated.added} added"
        click.echo(f"{told}, {updated.unknown} no longer known and kept" if updated.unknown else told)

    def count(self) -> None:
        """How many texts there are, by language."""
        from collections import Counter

        spoken = Counter(language for segment in self.segments for language in segment.texts)
        told = ", ".join(f"{spoken[language]} in {language}" for language in self.languages)
        files = len({segment.file for segment in self.segments})
        click.echo(f"{self.game.id}: {len(self.segments)} texts in {files} files: {told}")
        if self.game.glossary is not None:
            languages = " and ".join(self.game.glossary.languages)
            click.echo(f"{len(self.game.glossary.concepts)} terms in the glossary, in {languages}")
