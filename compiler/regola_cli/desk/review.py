"""Findings gone through one by one, each with what is to become of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from regola_dsl.wording import localized, say

from regola_cli.desk.decisions import accept_one
from regola_cli.desk.written import named, require_text

if TYPE_CHECKING:
    from regola_crosscheck.report import Report


_HELP = say(
    "a accepts it, with a reason that is kept at once; n, Enter or a blank goes on without a decision; b goes back one;"
    " q stops, and what was decided stays; h shows this"
)


def review(whole: Report, shown: Report) -> None:
    """Show findings one by one and ask what is to become of each; what is decided is kept after every answer.

    Answers are keys at a terminal, and lines where there is none, so that it can be driven by another program.
    """
    from regola_compiler.report import text as report_text
    from regola_crosscheck.base.weight import by_weight
    from regola_dsl.diagnostics import counted

    require_text(whole)
    found, place, decided = by_weight(shown.found), 0, 0
    reasons: dict[str, str] = {}
    printed = -1
    while place < len(found):
        one = found[place]
        if printed != place:  # who pressed a key that leads nowhere still sees it above
            click.echo(report_text.text([named(one)], shown.sources))
            printed = place
        where = say("{place} of {number}", place=place + 1, number=len(found))
        if one.name in reasons:
            where = say("{where} (accepted: {reason})", where=where, reason=reasons[one.name])
        key = _key(localized(say("{where} · a accept, n next, b back, q stop, h help: ", where=where)))
        if key in {"q", ""}:
            break
        if key == "b" and not place:
            click.echo(localized(say("this is the first one")), err=True)
        elif key == "b":
            place -= 1
        elif key == "a":
            usual = localized(say("right as it is"))
            reason = _line(localized(say("because [{usual}]: ", usual=usual))) or usual
            accept_one(whole, one.name, reason)
            decided += one.name not in reasons
            reasons[one.name] = reason
            place += 1
        elif key in {"n", "\r", "\n", " "}:
            place += 1
        else:
            if key not in {"h", "?"}:
                click.echo(localized(say("no such key: `{key}`", key=key)), err=True)
            click.echo(localized(_HELP), err=True)
    told = say(
        "{decisions} kept, {findings} left",
        decisions=counted(decided, "decision"),
        findings=counted(len(found) - decided, "finding"),
    )
    click.echo(localized(told), err=True)


def _key(prompt: str) -> str:
    """A key that is pressed, or the first letter of a line; empty where nothing comes any more."""
    import sys

    click.echo(prompt, nl=False, err=True)
    if sys.stdin.isatty():
        key = click.getchar()
        click.echo(err=True)
        return key.casefold()
    line = sys.stdin.readline()
    return (line.strip()[:1] or "n").casefold() if line else ""


def _line(prompt: str) -> str:
    """A line that is typed."""
    import sys

    click.echo(prompt, nl=False, err=True)
    return sys.stdin.readline().strip()
