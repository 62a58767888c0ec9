"""What click says itself is in the catalogues, and the words of a choice are taken in the language that is spoken."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import polib
import pytest
from click import core, exceptions, formatting, parser, types
from regola_dsl.wording import CATALOGUES, ENGLISH, languages
from support.command import Run

# What only somebody who writes a command can be told, or a command that we do not have: passwords, dates, completion.
NOT_OURS = {
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Value must be an iterable.",
    "Could not determine name for option with declarations {decls!r}",
    "No options defined but a name was passed ({name}). Did you mean to declare an argument instead? Did you mean to"
    " pass '--{name}'?",
    "Arguments take exactly one parameter declaration, got {length}: {decls}.",
    "Name '{name}' defined twice",
    "Boolean option {decl!r} cannot use the same flag for true/false.",
    "Choice({choices})",
    "{value!r} does not match the format {format}.",
    "{value!r} is not a valid UUID.",
    "{len_type} values are required, but {len_value} was given.",
}


def _said(module: ModuleType) -> Iterator[str]:
    """What a module of click says through gettext, the singular of what it counts."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "ngettext"}:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_what_click_says_is_in_the_catalogue(language: str) -> None:
    known = {entry.msgid for entry in polib.pofile(str(CATALOGUES / f"{language}.po"))}
    said = {text for module in (core, exceptions, formatting, parser, types) for text in _said(module)}
    names = {kind.name for kind in (click.STRING, click.INT, click.FLOAT, click.IntRange(), click.FloatRange())}
    assert len(said) > 30
    assert sorted((said | names) - known - NOT_OURS) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("crosscheck", "--max", "x"), "'x' non è un valore valido (intero)"),
        (("crosscheck", "--sourc"), "Forse una di queste"),
        (("crosscheck", "--source"), "richiede un valore"),
        (("crosscheck", "a", "b"), "C’è un argomento in più (b)"),
        (("crosscheck", "--kind", "linguee"), "'lingue'"),
        (("ask",), "GIOCO"),
        (("simulate",), "[OPZIONI]"),
    ],
)
def test_wrong_use_is_told_in_the_language_of_messages(regola: Run, words: tuple[str, ...], told: str) -> None:
    said = regola("--messages", "it", *words)
    assert said.returncode == 2
    assert told in said.stderr
    for english in ("Did you mean", "Option ", "requires", "range", "Got ", "Usage", "Error:", "[OPTIONS]", "GAME"):
        assert english not in said.stderr


def test_the_kinds_of_findings_are_taken_in_either_language(regola: Run, tmp_path: Path) -> None:
    text = tmp_path / "libro.md"
    text.write_text("**1.1 Porto.** La barca di di notte entra.\n\n**1.2 Mare.** Vedi 7.7.\n", "utf-8")
    source = ("crosscheck", "--source", f"it={text}", "--json")
    english = regola(*source, "--kind", "spelling", "--confidence", "possible")
    spoken = regola("--messages", "it", *source, "--kind", "ortografia", "--confidence", "possibile")
    typed = regola("--messages", "it", *source, "--kind", "spelling", "--confidence", "possible")
    assert "spelling" in english.stdout
    assert english.stdout.count('"name"') == spoken.stdout.count('"name"') == typed.stdout.count('"name"') > 0
    shown = regola("--messages", "it", "crosscheck", "--source", f"it={text}", "--confidence", "possibile").stdout
    assert "ortografia 1" in shown
    assert "(spelling)" not in shown


def test_the_findings_of_the_desk_are_listed_apart(regola: Run) -> None:
    both, alone = regola("explain").stdout, regola("explain", "--desk").stdout
    assert both.endswith(alone)
    assert "word-doubled" in alone
    assert "table-gap" in both.removesuffix(alone)
    assert "table-gap" not in alone
