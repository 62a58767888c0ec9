"""`regola new`: a ruleset that builds, to start from."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

import click
from regola_dsl.wording import ENGLISH, localized, say, spoken

from regola_cli import completion
from regola_cli.common import UsageError, write_all

# The rulesets to start from, a folder for each language: its names, its comments and the book's texts are in it.
STARTS = Path(__file__).parent / "starts"
# What leads out of a game's folder to what lies beside it: a link in a text, the schema of a file.
_LEADS_OUT = re.compile(r"\[([^\]]*)\]\((?:\.\./){2,}[^)]*\)|^# yaml-language-server: .*\n()", re.MULTILINE)


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--from", "books", multiple=True, metavar="LANG=FILE", help="Start from a rulebook's text; may come twice."
)
@click.option(
    "--like",
    "model",
    metavar="GAME",
    shell_complete=completion.packaged_games,
    help="Copy a game that comes with Regola: lantern_pass.",
)
@click.option("--literate", is_flag=True, help="Write one Markdown file: a rulebook whose blocks are its rules.")
def command(folder: Path, books: tuple[str, ...], model: str | None, literate: bool) -> None:
    """Write a small ruleset that builds, to start from.

    DIR is the folder to make; its name becomes the game's. It may be there, with the book in it; nothing that is there
    is touched.

    With --from it is drafted from a rulebook: the index of its sections, a glossary of the terms it seems to
    have, and a file of rules that lists the sections. Nothing else of the text is kept. What was decided about the
    text in FILE.desk.yaml is taken along.

    With --literate it is a rulebook in Markdown, rulebook.regola.md, in which the rules stand below the prose that
    says them.

    With --like it is a whole game with its rulebook, the tutorial's, to read and to change.

    \b
    regola new my_game
    regola new lantern_pass --like lantern_pass
    regola new my_game --literate
    regola new my_game --from it=rulebook.txt
    """
    from regola_compiler.project.game import game_id

    called = folder.resolve().name
    name = game_id(called)
    if folder.exists() and not folder.is_dir():
        raise UsageError(say("`{folder}` is a file: name a folder", folder=folder))
    title = re.sub(r"[_\s]+", " ", called).strip() or name
    title = title[:1].upper() + title[1:]
    typed = _typed(folder)
    asked = [option for option, given in (("--from", books), ("--like", model), ("--literate", literate)) if given]
    if len(asked) > 1:
        raise UsageError(say("`{one}` and `{other}` do not go together", one=asked[0], other=asked[1]))
    if model:
        _write(folder, _like(model, name))
        click.echo(_wrote(folder, f"regola check {typed}", f"regola test {typed}"))
        return
    if books:
        _write(folder, _from_books(name, title, books))
        given = " ".join(f"--source {book}" for book in books)
        click.echo(_wrote(folder, f"regola check {typed}", f"regola crosscheck {typed} {given}"))
        return
    start = _start(spoken(), name, title)
    kept = {"rulebook.regola.md": ""} if literate else _PLACES
    _write(folder, {Path(place) / one: start[one] for one, place in kept.items()})
    click.echo(_wrote(folder, f"regola check {typed}", f"regola odds {typed} {start[_ASKED].strip()}"))


def _write(folder: Path, files: Mapping[str, str] | Mapping[Path, str]) -> None:
    """Write a game's files into a folder, in which other files may lie: the book, a letter, notes.

    Raises:
        UsageError: if something is there that is, or would become, a part of the game.
    """
    for top in dict.fromkeys(Path(path).parts[0] for path in files):
        if (folder / top).exists():
            place = folder / top
            raise UsageError(
                say("`{place}` is there already, and nothing is written over it: name a new folder", place=place)
            )
    write_all({folder / path: text for path, text in files.items()})


# The files of a start, and the folder each is written to. Beside them lie a question to ask, and all as a rulebook.
_PLACES = {"game.yaml": "", "glossary.yaml": "", "rules.regola": "rules", "examples.regola": "examples"}
_ASKED = "asked.txt"


def _start(language: str, name: str, title: str) -> dict[str, str]:
    """The files to start from in a language, English where there are none in it, for a game called so."""
    folder = STARTS / language if (STARTS / language).is_dir() else STARTS / ENGLISH
    words = {"{id}": name, "{title}": title, "{quoted}": json.dumps(title, ensure_ascii=False)}
    found = {}
    for path in sorted(folder.iterdir()):
        text = path.read_text("utf-8")
        found[path.name] = re.sub("|".join(map(re.escape, words)), lambda match: words[match[0]], text)
    return found


def _wrote(folder: Path, first: str, then: str) -> str:
    return localized(say("wrote {path}: try `{first}`, then `{then}`", path=folder, first=first, then=then))


def _typed(folder: Path) -> str:
    """A path as it is typed: in quotes that all shells know, where it must be."""
    told = str(folder)
    if '"' in told:
        return shlex.quote(told)
    return f'"{told}"' if re.search(r"[^\w./\\:-]", told) else told


def _like(model: str, name: str) -> dict[Path, str]:
    """The files of a game that comes with Regola, by their path, called `name`."""
    from regola_compiler.project.game import all_games
    from regola_compiler.project.yaml_file import packaged

    games = packaged("games")
    known = all_games(games.parent)
    if model not in known:
        listed = ", ".join(f"`{one}`" for one in known)
        raise UsageError(say("no game `{name}` comes with Regola, but {known}", name=model, known=listed))
    place = games / model
    files = sorted(path for path in place.rglob("*") if path.suffix in {".md", ".regola", ".yaml", ".csv"})
    found = {path.relative_to(place): path.read_text("utf-8") for path in files}
    manifest = Path("game.yaml")
    found[manifest] = re.sub(r"(?m)^id: .*$", f"id: {name}", found[manifest], count=1)
    return {path: _LEADS_OUT.sub(r"\1", text) for path, text in found.items()}


def _from_books(name: str, title: str, books: tuple[str, ...]) -> dict[str, str]:
    """The files of a game drafted from rulebooks, by their path.

    Raises:
        Exit: if one cannot be read; why is told.
    """
    from regola_compiler.report import text as report_text
    from regola_crosscheck.base.index import read_index
    from regola_crosscheck.base.inputs import beside
    from regola_crosscheck.draft import drafted
    from regola_crosscheck.files.read import read_file
    from regola_crosscheck.language.other_language import detect_other_language

    from regola_cli.desk.look import named_texts

    texts = named_texts(books, "--from")
    read = {language: read_file(path, path.as_posix()) for language, path in texts.items()}
    kept = {language: read_index(beside(path), beside(path).as_posix()) for language, path in texts.items()}
    wrong = [one for source, found in read.values() if source is None for one in found]
    wrong += [one for index, found in kept.values() if index is None for one in found]
    for language, (source, _) in read.items():
        other = None if source is None else detect_other_language(language, source, "--from")
        wrong += [] if other is None else [other]
    if wrong:
        click.echo(report_text.text(wrong, {}), err=True)
        raise click.exceptions.Exit(1)
    return drafted(
        name,
        title,
        {language: source for language, (source, _) in read.items() if source is not None},
        {language: index for language, (index, _) in kept.items() if index is not None},
    )
