"""`regola print`: sheets, summaries and errata on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import click
from regola_dsl.wording import enumerated, localized, message_of, say

from regola_cli import completion
from regola_cli.common import UsageError, game_argument, require_sound, write_all, written
from regola_cli.desk.headings import load_published
from regola_cli.desk.look import books_of, texts_beside

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.emit.print.document import Block
    from regola_compiler.emit.print.paper import Printable
    from regola_compiler.emit.print.typesetting import DoesNotFit

Kind: TypeAlias = Literal["pdf", "svg", "png", "html", "docx"]
FORMATS: tuple[Kind, ...] = get_args(Kind)


@click.command("print")
@game_argument
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to [build/GAME/print].",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS, case_sensitive=False),
    help="What to write [by the end of FILE, or pdf].",
)
@click.option(
    "--lang", metavar="LANGUAGE", shell_complete=completion.languages, help="In which language [the game's first]."
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "a5", "letter"], case_sensitive=False),
    help="On which paper [as the sheet says; a5].",
)
@click.option("--sheet", metavar="NAME", help="Which of the game's sheets [the first].")
@click.option("--summary", is_flag=True, help="The rules in the order of the book, a line each.")
@click.option("--errata", is_flag=True, help="What the book contradicts, both readings and the ruling.")
@click.option("--booklet", is_flag=True, help="Two pages a side, in the order in which they are folded.")
@click.option("--grey", is_flag=True, help="For a printer without colours.")
def command(
    game: str,
    output: Path | None,
    form: str | None,
    lang: str | None,
    paper: str | None,
    sheet: str | None,
    summary: bool,
    errata: bool,
    booklet: bool,
    grey: bool,
) -> None:
    """Print a game: a sheet for the table, a summary of its rules, or its errata.

    A sheet is described in games/GAME/sheets/NAME.yaml (docs/print.md); a game without one gets a sheet of its
    sequence of play, its tables and its modifiers. What a sheet names and the rules do not have is left out, and told
    with its line. A sheet that does not fit on its paper is not written: what is too long is named, with how much.

    \b
    regola print lantern_pass
    regola print lantern_pass --lang en --paper letter -o aid.pdf
    regola print lantern_pass --summary --booklet -o rules.pdf
    regola print lantern_pass --format png
    """
    if sum(map(bool, (sheet, summary, errata))) > 1:
        raise UsageError(say("`--sheet`, `--summary` and `--errata` are three things: ask for one at a time"))
    kind = _format(form, output)
    sheet = sheet.removesuffix(".yaml") if sheet else None
    if booklet and kind != "pdf":
        raise UsageError(say("a booklet is a PDF, and not {kind}: leave `--booklet` or `--format` out", kind=kind))
    compiled = load_published(game)
    require_sound(compiled)
    if errata and not compiled.published.errata:
        raise UsageError(say("the game has no errata: there is nothing to print"))
    wanted = _wanted(compiled, _language(compiled, lang), paper, sheet, summary=summary, errata=errata)
    what = "summary" if summary else "errata" if errata else sheet or "sheet"
    pages = set_pages(wanted, kind, grey=grey, booklet=booklet)
    place = output or Path("build") / compiled.game.id / "print" / f"{what}.{wanted.document.language}.{kind}"
    named = {place: pages[0]} if len(pages) == 1 else {_numbered(place, n): one for n, one in enumerate(pages, 1)}
    write_all(named)
    if summary or errata:
        _untitled(compiled, wanted.document.language)
    else:
        _remark(compiled, wanted.document.language, sheet)
    click.echo(localized(written(list(named))))


def _remark(compiled: Compiled, language: str, name: str | None) -> None:
    """Say what is left out of the sheet that was printed, or that nobody has described one."""
    from regola_compiler.emit.print.findings import remarks
    from regola_compiler.literate.source import holds_rules
    from regola_compiler.project.yaml_file import place_of
    from regola_compiler.report.text import text

    sheets = compiled.game.sheets
    if not sheets:
        told = (
            say("regola: a game of one file has no sheet described: all tables, in order")
            if holds_rules(compiled.game.shown)
            else say(
                "regola: no sheet is described in {game}/sheets/*.yaml: all tables, in order", game=compiled.game.shown
            )
        )
        click.echo(localized(told), err=True)
        return
    (raw,) = [one for one in sheets if one.stem == (name or sheets[0].stem)]
    found = list(remarks(compiled.published, raw, language, place_of))
    if found:
        click.echo(text(found, compiled.sources), err=True)


def _untitled(compiled: Compiled, language: str) -> None:
    """Say why sections are headed by their numbers, and what to write, where no title of any is known."""
    from regola_compiler.literate.source import holds_rules

    game = compiled.game
    if holds_rules(game.shown) or any(language in section.titles for section in compiled.published.sections):
        return
    listed = [book for book in books_of(game) if str(book.get("language")) == language and book.get("file")]
    if not listed:
        told = say(
            "regola: sections have no titles; they are read from the rulebook, if it lies in {game} and game.yaml "
            "names it: `sources: [{{language: {language}, title: …, file: …}}]`",
            game=game.shown,
            language=language,
        )
    elif language in texts_beside(game.folder, listed):
        told = say("regola: sections have no titles: none is found in `{file}`", file=listed[0]["file"])
    else:
        told = say(
            "regola: sections have no titles: the rulebook `{file}` does not lie in {game}",
            file=listed[0]["file"],
            game=game.shown,
        )
    click.echo(localized(told), err=True)


def _format(form: str | None, output: Path | None) -> Kind:
    """What is asked for, in words or by the end of the file's name."""
    ending = form or (output.suffix.lstrip(".").lower() if output else "pdf")
    found = next((kind for kind in FORMATS if kind == ending), None)
    if found is None:
        raise UsageError(
            say(
                "what kind of file is `{output}` to be? say it with `--format`: {listed}",
                output=output,
                listed=", ".join(FORMATS),
            )
        )
    return found


def _language(compiled: Compiled, asked: str | None) -> str:
    known = compiled.ir.languages
    if asked and asked not in known:
        there = (
            say("it has {listed}", listed=" and ".join(f"`{tag}`" for tag in known))
            if known
            else say("it has none: leave `--lang` out")
        )
        raise UsageError(say("the game has no texts in `{asked}`: {there}", asked=asked, there=there))
    return asked or next(iter(known), "en")


def _wanted(
    compiled: Compiled, language: str, paper: str | None, sheet: str | None, *, summary: bool, errata: bool
) -> Printable:
    from regola_compiler.emit.print.paper import printable_errata, printable_sheet, printable_summary

    ir = compiled.published
    on: dict[str, str] = {"paper": paper} if paper else {}
    if summary:
        return printable_summary(ir, language, **on)  # type: ignore[arg-type]
    if errata:
        return printable_errata(ir, language, **on)  # type: ignore[arg-type]
    try:
        return printable_sheet(ir, compiled.game.sheets, language, name=sheet or "", **on)  # type: ignore[arg-type]
    except KeyError:
        known = [one.stem for one in compiled.game.sheets]
        hint = (
            say("there is {listed}", listed=", ".join(known))
            if known
            else say("the game has none of its own: leave `--sheet` out")
        )
        raise UsageError(say("there is no sheet `{sheet}`: {hint}", sheet=sheet, hint=hint)) from None


def printables(compiled: Compiled) -> Iterator[tuple[str, Printable]]:
    """What is printed of a game without being asked: its sheets and its summary in each language, by file name."""
    from regola_compiler.emit.print.paper import printable_sheet, printable_summary

    ir, sheets = compiled.published, compiled.game.sheets
    for language in ir.languages:
        for name in [sheet.stem for sheet in sheets] or [""]:
            yield f"{name or 'sheet'}.{language}", printable_sheet(ir, sheets, language, name=name)
        yield f"summary.{language}", printable_summary(ir, language)


def set_pages(wanted: Printable, kind: Kind, *, grey: bool = False, booklet: bool = False) -> list[bytes]:
    """The file, or a file for each page.

    Raises:
        UsageError: if something does not fit, or what sets it is not installed.
    """
    from regola_compiler.emit.print import typesetting

    try:
        if kind == "html":
            from regola_compiler.emit.print.screen import html

            return [html(wanted.document, grey=grey)]
        if kind == "docx":
            from regola_compiler.emit.print.office import docx

            return [docx(wanted.document, grey=grey)]
        setter = typesetting.fitted(wanted.document, grey=grey, spill=wanted.spill)
        return [setter.booklet()] if booklet else setter.pages(kind)
    except typesetting.SetterMissing as missing:
        raise UsageError(message_of(missing)) from missing
    except typesetting.DoesNotFit as full:
        raise UsageError(_too_much(full, spill=wanted.spill)) from full


def _too_much(full: DoesNotFit, *, spill: bool) -> str:
    """Which column is too full, by how much, and its longest blocks; which table is too wide, and where it stands."""
    document = full.document
    lines: list[str] = [say("the sheet does not fit, even at {least:g} pt:", least=document.least)]
    for one in full.overfull:
        blocks = document.sides[one.side].columns[one.column].blocks
        longest = sorted(zip(one.blocks, blocks, strict=False), key=lambda pair: -pair[0])[:3]
        listed = enumerated(
            [say("{block} {height:.0f} mm", block=_named(block), height=height) for height, block in longest], ", "
        )
        told = say(
            "side {side}, column {column} is {excess:.1f} mm too long; its longest blocks: {blocks}",
            side=one.side + 1,
            column=one.column + 1,
            excess=one.excess,
            blocks=listed,
        )
        lines.append(say("  {told}", told=told))
    for wide in full.too_wide:
        block = document.sides[wide.side].columns[wide.column].blocks[wide.block]
        told = say(
            "side {side}, column {column}: in {block} the table that begins with `{head}` is {excess:.1f} mm too wide",
            side=wide.side + 1,
            column=wide.column + 1,
            block=say("the block {name}", name=_named(block)) if block.title else _named(block),
            head=wide.head,
            excess=wide.excess,
        )
        lines.append(say("  {told}", told=told))
    lines.append(
        say("move or shorten something")
        if spill
        else say("move or shorten something, or write `overflow: another-sheet`")
    )
    return enumerated(lines, "\n")


def _named(block: Block) -> str:
    """A block by its title; without one by those that it has side by side."""
    from regola_compiler.emit.print.document import Beside

    if block.title:
        return f"`{block.title}`"
    inner = [one.title for part in block.parts if isinstance(part, Beside) for one in part.blocks if one.title]
    return " beside ".join(f"`{title}`" for title in inner) or say("a block without a title")


def _numbered(place: Path, number: int) -> Path:
    return place.with_stem(f"{place.stem}-{number}")
