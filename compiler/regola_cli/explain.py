"""`regola explain`: the page of a finding."""

from __future__ import annotations

import click
from regola_dsl.wording import localized, localized_template, say

from regola_cli import completion
from regola_cli.common import UsageError


@click.command("explain")
@click.argument("code", metavar="[CODE]", required=False, shell_complete=completion.codes)
@click.option("--all", "whole", is_flag=True, help="Write every page, as one document.")
@click.option("--desk", is_flag=True, help="List the findings of the desk alone, those about a rulebook's text.")
def command(code: str | None, whole: bool, desk: bool) -> None:
    """Explain a finding: what it means, an example, and what to do.

    CODE is a slug such as table-gap, or a number such as R310; without one, all are listed.

    \b
    regola explain table-gap
    regola explain R401
    """
    from regola_dsl.diagnostics import meant, nearest

    from regola_cli.catalogue import find_code, localized_page, pages

    if whole:
        click.echo(pages(), nl=False)
        return
    if code is None:
        _list(desk_alone=desk)
        return
    found = find_code(code)
    if found is None:
        from regola_cli.catalogue import ALL_CODES

        close = nearest(code, [known.slug for known in ALL_CODES])
        hint = meant(close, say("`regola explain` lists them all"))
        raise UsageError(say("there is no finding `{code}`: {hint}", code=code, hint=hint))
    click.echo(localized_page(found).rstrip())


def _list(*, desk_alone: bool) -> None:
    """List the findings, those of the desk apart: there an error is one only where the desk is certain."""
    from regola_crosscheck.run import CODES

    from regola_cli.catalogue import ALL_CODES

    rules, desk = (
        say("Of rules (regola check):"),
        say("Of a rulebook's text (regola crosscheck), errors where certain:"),
    )
    for head, codes in ((rules, () if desk_alone else set(ALL_CODES) - set(CODES)), (desk, CODES)):
        if codes:
            click.echo(localized(head))
        for known in sorted(codes, key=lambda code: code.number):
            weight, title = localized_template(known.severity.value), localized_template(known.title)
            click.echo(f"{known.number}  {known.slug:24} {weight:8} {title}")
