"""A finding with the slip that it comes of: what to write in place of what, or which of a few changes to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.source import Source
from regola_dsl.wording import later, say

from regola_compiler.checks.book import example_fails
from regola_compiler.checks.definitions import no_value, out_of_range
from regola_compiler.checks.names import never_read
from regola_compiler.checks.tables import lookup_outside_table
from regola_compiler.mutation.slips.in_a_table import copied_from
from regola_compiler.mutation.slips.slip import Slip, Way

# What nobody thought of, or has not written yet, is found by these like a slip: what to do about that is told first.
NOT_YET = frozenset(one.CODE.slug for one in (lookup_outside_table, never_read, no_value, out_of_range))


def told_with(first: Diagnostic, found: list[Slip], also: list[Label], *, alone: bool, proven: bool) -> Diagnostic:
    """A finding with what mends it, and what else goes with it.

    Args:
        first: The finding.
        found: The changes, each of which mends it.
        also: Where the same is found.
        alone: Whether nothing else is found.
        proven: Whether something else goes with it, which shows that a change was meant.
    """
    slip = found[0]
    here = (slip.place.path, slip.place.line) == (first.span.path, first.span.line)
    shown = tuple(Label(one.place, _shown(one)) for one in found if len(found) > 1 or not here)
    if len(found) > 1:
        cure = say("each of the changes shown mends this and makes nothing else wrong: look which of them is meant")
    else:
        cure = say(_THEN[alone], cure=_to_write(slip, here=here))
    if len(found) == 1 and slip.as_in is not None:
        shown = (*shown, Label(slip.as_in, say("it is asked so here")))
        cure = (
            say("{cure}; or {help}", cure=cure, help=first.help) if first.code.slug in NOT_YET and first.help else cure
        )
    elif first.code.slug in NOT_YET and not proven and first.help:
        cure = say("{help}; or, if it is a slip: {cure}", help=first.help, cure=cure)
    fixes = tuple(one.fix for one in found)
    return replace(first, related=(*shown, *first.related, *also), help=cure, fixes=fixes)


def with_copy(first: Diagnostic, sources: Sequence[Source]) -> Diagnostic:
    """What an example shows of one cell; of a row that answers what the one beside it does all cells are doubted.

    Args:
        first: The finding, with what mends it.
        sources: The texts.
    """
    place = first.related[0].span if first.code == example_fails.CODE and first.related else None
    lines = next((one.lines for one in sources if place is not None and one.path == place.path), ())
    beside = copied_from(lines, place.line) if place is not None and lines else None
    if place is None or beside is None:
        return first
    label = lines[beside.line - 1][beside.column - 1 : beside.end_column - 1]
    return replace(
        first,
        related=(*first.related, Label(replace(beside, path=place.path), say("this row answers the same"))),
        help=say(
            "{help}; that row answers in all columns what the row `{label}` does: if it was copied, hold all of it "
            "against the book",
            help=first.help,
            label=label,
        ),
    )


def _to_write(slip: Slip, *, here: bool) -> str:
    """What is to be written, at the line of the finding or in another one that is shown."""
    if not slip.now:
        return say("leave `{was}` out", was=slip.was)
    if slip.way == "instead":
        return say(_HERE if here else _SHOWN_THERE, now=slip.now, was=slip.was)
    return say(_WAYS[slip.way], **slip.parts)


def _shown(slip: Slip) -> str:
    return say(_SHOWN[slip.way], **slip.parts) if slip.now else say("without `{was}` it is mended", was=slip.was)


# What comes of it, by whether all is mended.
_THEN = {
    True: later("{cure}: then nothing is found any more"),
    False: later("{cure}: then this is mended, and nothing else is found"),
}
_HERE, _SHOWN_THERE = (
    later("write `{now}` in place of `{was}`"),
    later("write `{now}` in place of `{was}` in the line shown"),
)
# What is done otherwise; and how it is shown at its place.
_WAYS: dict[Way, str] = {
    "both": later(
        "write `{now}` in place of `{was}` in line {line}, and `{and_now}` in place of `{also}` in line {below}"
    ),
    "below": later("move `{now}` below `{other}`, as an exception to it"),
    "rows": later("exchange what the rows `{was}` and `{now}` say, all but their labels"),
    "order": later("let `{now}` stand above `{was}` in `{other}`"),
    "line": later("write the line `{now}` below `{was}`"),
}
_SHOWN: dict[Way, str] = {
    "instead": later("with `{now}` in place of `{was}` it is mended"),
    "both": later(
        "with `{now}` in place of `{was}`, and in line {below} `{and_now}` in place of `{also}`, it is mended"
    ),
    "below": later("with `{now}` as a part of `{other}` it is mended"),
    "rows": later("with what this row and the row `{now}` say exchanged it is mended"),
    "order": later("with `{now}` above it in `{other}` it is mended"),
    "line": later("with the line `{now}` below it is mended"),
}
