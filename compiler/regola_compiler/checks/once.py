"""One finding where a name is declared that nothing names, in place of those where another is named in its stead."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.resolve.codes import UNKNOWN_NAME


def places_of(several: Sequence[Diagnostic]) -> int:
    """In how many places some findings are about a name."""
    return sum(1 + len(one.related) for one in several)


def told_once_at(
    found: Sequence[Diagnostic],
    several: Sequence[Diagnostic],
    name: str,
    other: str,
    place: Span,
    follow: Sequence[Diagnostic] = (),
) -> list[Diagnostic]:
    """The findings with one at a declaration in place of those at the places that name it otherwise.

    Args:
        found: All findings.
        several: Those about the name that nothing declares.
        name: That name.
        other: The name that is declared and named nowhere.
        place: Where that stands.
        follow: What else is found only because of it.
    """
    places = places_of(several)
    spans = [span for one in several for span in (one.span, *(label.span for label in one.related))]
    once = Diagnostic(
        UNKNOWN_NAME,
        say(
            "nothing names `{other}`, and `{name}` is named in {places} places and declared nowhere",
            other=other,
            name=name,
            places=places,
        )
        if places > 1
        else say("nothing names `{other}`, and `{name}` is named and declared nowhere", other=other, name=name),
        place,
        related=tuple(Label(span, say("named here")) for span in spans),
        help=say("write `{name}` here, or `{other}` there", name=name, other=other),
    )
    gone = [*several, *follow]
    first = min(found.index(one) for one in gone)
    before = [one for one in found[:first] if one not in gone]
    return [*before, once, *(one for one in found[first:] if one not in gone)]
