"""`regola lsp`: the language server."""

from __future__ import annotations

import click
from regola_dsl.wording import say

from regola_cli.common import UsageError


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, as it does anyway.")
def command(stdio: bool) -> None:
    """Serve an editor: findings while you write, completion, definitions, renaming.

    An editor starts this by itself; what to tell it is said in docs/editors.md. It speaks the Language
    Server Protocol on standard input and output, and reads the files that the editor has open, with
    the game they belong to. No rule, policy or file can make it run anything.

    \b
    regola lsp
    """
    del stdio
    try:
        from regola_lsp.serve import serve
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] not in {"pygls", "lsprotocol", "cattrs", "attrs", "attr"}:
            raise
        raise UsageError(say('the language server wants pygls: install it with `pip install "regola[lsp]"`')) from None
    raise click.exceptions.Exit(serve(_page, _use))


def _page(name: str) -> str | None:
    """What a finding means, as Markdown."""
    from regola_cli.catalogue import find_code, localized_page

    code = find_code(name)
    return localized_page(code) if code is not None else None


def _use(word: str, language: str) -> str | None:
    """How a word of the language is used, as Markdown: a sentence of a book, and the rules that say it."""
    from regola_cli.recipes import shown_use, using

    found = using(word)
    if not found:
        return None
    said = found[0].sentence(language)
    return f"*{said.says[0]}*\n\n```regola\n{shown_use(found[0], word)}\n```\n\n{said.note}"
