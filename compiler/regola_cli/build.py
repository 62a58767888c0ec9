"""`regola build`: a game as a Python module."""

from __future__ import annotations

import json
from pathlib import Path

import click

from regola_cli.common import game_argument, load, require_sound, write_all


@click.command("build")
@game_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="The folder to write to [build/GAME].",
)
@click.option(
    "--standalone",
    is_flag=True,
    help="Put what the module needs beside it, so that nothing need be installed.",
)
@click.option("--ir", "with_ir", is_flag=True, help="Write the intermediate representation as JSON too.")
def command(game: str, output: Path | None, standalone: bool, with_ir: bool) -> None:
    """Compile a game into a typed Python module.

    Nothing is written unless the game has no errors. The module needs the package regola_runtime,
    which --standalone puts beside it.

    \b
    regola build caucasus --standalone
    cd build/caucasus
    python3 -c "import caucasus; print(caucasus.ask('weather', die=3))"
    """
    from regola_compiler.driver import compile_game
    from regola_compiler.emit.python.module import python_module

    compiled = load(game, compile_game)
    require_sound(compiled)
    folder = output or Path("build") / compiled.game.id
    files = {folder / f"{compiled.game.id}.py": python_module(compiled.ir)}
    if with_ir:
        files[folder / f"{compiled.game.id}.json"] = json.dumps(compiled.ir, ensure_ascii=False, indent=1) + "\n"
    if standalone:
        files |= {folder / "regola_runtime" / name: text for name, text in _runtime().items()}
    write_all(files)
    click.echo(f"built {folder / (compiled.game.id + '.py')}")


def _runtime() -> dict[str, str]:
    """The runtime's files, found without importing it: the compiler emits text that does."""
    from importlib.util import find_spec

    spec = find_spec("regola_runtime")
    assert spec is not None
    assert spec.origin is not None
    return {path.name: path.read_text("utf-8") for path in sorted(Path(spec.origin).parent.glob("*.py"))}
