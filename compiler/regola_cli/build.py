"""`regola build`: games as Python modules, with their reference if it is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.wording import localized, say

from regola_cli import completion
from regola_cli.common import UsageError, asked_or_here, place_of, refusal, write_all
from regola_cli.desk.headings import load_published
from regola_cli.parallel import Job, cores, in_order
from regola_cli.trial import Trial

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be made of a game, beside its module."""

    game: str
    standalone: bool = False
    ir: bool = False
    docs: bool = False
    targets: tuple[str, ...] = ("python",)


@dataclass(frozen=True, slots=True)
class Built:
    """What a game came to: texts by their path in the game's folder, or why there are none."""

    game: str
    files: dict[Path, str | bytes]
    refusal: str | None = None
    remarks: tuple[str, ...] = ()


@click.command("build")
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=completion.games)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="The folder to write to [build/GAME]; of several games, each into a folder of its name in it.",
)
@click.option(
    "--docs",
    is_flag=True,
    help="Write the reference too, and a sheet and a summary in each language: folders `reference` and `print`.",
)
@click.option(
    "--standalone",
    is_flag=True,
    help="Put what the module needs beside it, so that nothing need be installed.",
)
@click.option(
    "--target",
    "targets",
    type=click.Choice(["python", "js", "page"]),
    multiple=True,
    help="What the rules become [python]: a Python module, a JavaScript one with its types, or a page to play the game "
    "on. May be given more than once.",
)
@click.option("--ir", "with_ir", is_flag=True, help="Write the intermediate representation as JSON too.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=None,
    metavar="N",
    help="Build N games at once [as many as there are cores].",
)
def command(
    games: tuple[str, ...],
    output: Path | None,
    docs: bool,
    standalone: bool,
    targets: tuple[str, ...],
    with_ir: bool,
    jobs: int | None,
) -> None:
    """Compile games into typed Python modules, or into JavaScript.

    Without GAME, the game of this folder is built, or every game under games/. Nothing is written of a
    game that has errors. A module needs the package regola_runtime, which --standalone puts beside it.

    \b
    regola build lantern_pass --standalone
    cd build/lantern_pass
    python3 -c "import lantern_pass as game; print(game.ask('combat_table', die=3, odds='2-1'))"

    A JavaScript module is one file that needs no other, for Node and for browsers.

    \b
    regola build lantern_pass --target js

    A page to play on is one HTML file, for any browser, without a network.

    \b
    regola build lantern_pass --target page
    """
    chosen = list(dict.fromkeys(asked_or_here(games)))
    work = [
        Job(game, _weight(place_of(game)), Wanted(game, standalone, with_ir, docs, targets or ("python",)))
        for game in chosen
    ]
    if len(chosen) > 1:
        _prepare()
    # A page is tried by who opens it, and where there are no processes, as in a browser, it can still be made.
    with Trial() if "python" in (targets or ("python",)) else nullcontext() as trial:
        code = _write(chosen, in_order(build, work, jobs or cores()), trial, output, docs=docs)
    raise click.exceptions.Exit(code)


def _write(chosen: list[str], made: Iterator[Built], trial: Trial | None, output: Path | None, *, docs: bool) -> int:
    """Write what each game came to as it is ready, and say so; what comes of it all as an exit code."""
    folders: dict[Path, str] = {}
    code = 0
    for name, built in zip(chosen, made, strict=True):
        if built.refusal is not None:
            click.echo(localized(built.refusal), err=True)
            code = max(code, 1)
            continue
        module = built.files.get(Path(f"{built.game}.py"))
        wrong = None if module is None or trial is None else trial.refusal(str(module))
        if wrong is not None:
            fault = say("an error of our own: Python cannot import the module: {wrong}", wrong=wrong)
            click.echo(f"regola: {built.game}: {localized(fault)}", err=True)
            click.echo(localized(say("Nothing was written of it; report it.")), err=True)
            code = 2
            continue
        folder = (output or Path("build")) / built.game if output is None or len(chosen) > 1 else output
        if folder in folders:
            raise UsageError(
                say(
                    "`{folders}` and `{name}` are both called `{game}`: build them one by one, with `-o`",
                    folders=folders[folder],
                    name=name,
                    game=built.game,
                )
            )
        folders[folder] = name
        write_all({folder / path: text for path, text in built.files.items()})
        for end in ("py", "mjs", "html"):
            if Path(f"{built.game}.{end}") in built.files:
                click.echo(localized(say("built {path}", path=folder / f"{built.game}.{end}")))
        if docs:
            click.echo(localized(say("wrote {path}", path=folder / "reference" / "index.html")))
            printed = [path.name for path in built.files if path.parts[0] == "print"]
            if printed:
                click.echo(localized(say("wrote {path}: {files}", path=folder / "print", files=", ".join(printed))))
        for remark in built.remarks:
            click.echo(f"regola: {built.game}: {localized(remark)}", err=True)
    return code


def _prepare() -> None:
    """What each process needs, made once: the grammar's tables, and the compiler where they begin as copies."""
    import regola_compiler.driver  # noqa: F401  only to be there
    from regola_dsl.parser import parse_source
    from regola_dsl.source import Source

    parse_source(Source("", "enum Any\n  one\n"))


def build(wanted: Wanted) -> Built:
    """All that is wanted of one game, from one check; nothing is printed and nothing written."""
    from regola_compiler.project.game import name_taken

    compiled = load_published(wanted.game)
    wrong = refusal(compiled)
    if wrong:
        return Built(compiled.game.id, {}, wrong)
    taken = name_taken(compiled.game.id)
    if taken:  # of a file, or of a folder without a manifest; what a manifest says is a finding
        name = re.sub(r"\W", "_", compiled.game.id)
        other = f"{name}_game" if name.isidentifier() else f"game_{name}"
        return Built(
            compiled.game.id,
            {},
            say("regola: `{id}` is {taken}: call it `{other}`", id=compiled.game.id, taken=taken, other=other),
        )
    files = _files(compiled, wanted)
    remarks = _print(compiled, files) if wanted.docs else ()
    return Built(compiled.game.id, files, None, remarks)


def _print(compiled: Compiled, files: dict[Path, str | bytes]) -> tuple[str, ...]:
    """Add the sheets and the summary in each language; what could not be printed is told and keeps nothing back."""
    from regola_cli.print import printables, set_pages

    remarks = []
    for name, wanted in printables(compiled):
        try:
            files[Path("print", f"{name}.pdf")] = set_pages(wanted, "pdf")[0]
        except UsageError as wrong:
            remarks.append(wrong.format_message())
    return tuple(dict.fromkeys(remarks))


def _files(compiled: Compiled, wanted: Wanted) -> dict[Path, str | bytes]:
    game = compiled.game.id
    files: dict[Path, str | bytes] = {}
    if "python" in wanted.targets:
        from regola_compiler.emit.python.module import python_module

        files[Path(f"{game}.py")] = python_module(compiled.ir)
    if "js" in wanted.targets:
        from regola_compiler.emit.javascript.module import javascript_declarations, javascript_module

        files[Path(f"{game}.mjs")] = javascript_module(compiled.ir)
        files[Path(f"{game}.d.mts")] = javascript_declarations(compiled.ir)
    if "page" in wanted.targets:
        from regola_compiler.emit.board.html import board, can_be_played

        if not can_be_played(compiled.ir):
            raise UsageError(
                say(
                    "`{game}` has no sequence of play with something to do in it: there is no page to play it on",
                    game=game,
                )
            )
        files[Path(f"{game}.html")] = board(compiled)
    if wanted.ir:
        from regola_compiler.ir.json import dump

        files[Path(f"{game}.json")] = dump(compiled.published)
    if wanted.standalone and "python" in wanted.targets:
        files |= {Path("regola_runtime", name): text for name, text in _runtime().items()}
    if wanted.docs:
        from regola_compiler.emit.reference.html import reference

        files |= {Path("reference", name): text for name, text in reference(compiled).items()}
    return files


def _runtime() -> dict[str, str]:
    """The runtime's files, found without importing it: the compiler emits text that does."""
    from importlib.util import find_spec

    spec = find_spec("regola_runtime")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))}


def _weight(place: Path) -> int:
    """About how much work a game is: the size of its rules in bytes."""
    files = [place] if place.is_file() else [*place.rglob("*.regola"), *place.rglob("*.regola.md")]
    return sum(file.stat().st_size for file in files if file.is_file())
