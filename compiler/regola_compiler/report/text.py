"""Findings as a person reads them.

Nothing here prints; every function returns text. Same findings in, same bytes out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click
from regola_dsl.diagnostics import Diagnostic, Label, Severity, counted
from regola_dsl.signs import visible
from regola_dsl.source import Source
from regola_dsl.wording import later, localized, localized_template, say, say_number

from regola_compiler.checks.ordered import ordered

WIDTH = 160
# A finding that stands in more places than these names the others by their number.
PLACES = 6
# More findings than these nobody reads: the rest is counted.
MOST = 25
# What stands before a finding, and before what it proposes.
WEIGHTS = {"error": later("error"), "warning": later("warning")}
HELP = later("help:")
_COLOURS = {"error": "red", "warning": "yellow", "^": "red", "-": "blue"}


def text(
    found: Sequence[Diagnostic], sources: dict[str, Source], *, most: int | None = None, colour: bool = False
) -> str:
    """The findings in full, each with the lines it speaks of.

    Of more than `most`, errors before warnings, the others are told by their number.
    """
    shown = sorted(ordered(found), key=lambda d: d.weight is not Severity.ERROR)[:most]
    told = "\n".join(_render_finding(diagnostic, sources, _Paint(colour)) for diagnostic in ordered(shown))
    return told + not_shown(found, shown)


def in_groups(
    groups: Sequence[tuple[str, Sequence[Diagnostic]]], sources: dict[str, Source], *, most: int | None = None
) -> str:
    """Findings in the order they are given, each group below its title; of more than `most` the first ones."""
    found = [diagnostic for _, group in groups for diagnostic in group]
    told: list[str] = []
    room = len(found) if most is None else most
    for title, group in groups:
        shown = group[:room]
        room -= len(shown)
        heads = [f"{visible(title)}\n" * bool(title), *[""] * len(shown)]
        told += [
            head + _render_finding(one, sources, _Paint(colour=False)) for head, one in zip(heads, shown, strict=False)
        ]
    return "\n".join(told) + not_shown(found, found[:most])


def not_shown(found: Sequence[Diagnostic], shown: Sequence[Diagnostic]) -> str:
    """A line that counts what is left out, by its kind; nothing if all is shown."""
    left = Counter(d.code.slug for d in found) - Counter(d.code.slug for d in shown)
    if not left:
        return ""
    kinds = ", ".join(f"{number} {slug}" for slug, number in left.most_common())
    told = say_number(
        "… and {number} more finding not shown ({kinds}): `--all` shows all",
        "… and {number} more findings not shown ({kinds}): `--all` shows all",
        left.total(),
        kinds=kinds,
    )
    return f"\n{localized(told)}\n"


class _Paint:
    """Colours for a terminal, or none."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, words: str, name: str = "", *, bold: bool = False) -> str:
        if not self.colour or not words:
            return words
        return click.style(words, fg=_COLOURS.get(name, name) or None, bold=bold or None)


def _render_finding(diagnostic: Diagnostic, sources: dict[str, Source], paint: _Paint) -> str:
    diagnostic = diagnostic.as_shown
    weight = diagnostic.weight.value
    labels = [Label(diagnostic.span, diagnostic.label), *diagnostic.related[:PLACES]]
    more = len(diagnostic.related) - PLACES
    marks = [_mark(label, sources) for label in labels]
    width = max(map(len, marks))
    bar = f"{' ' * width} {paint('|', 'blue')}"
    equals = f"{' ' * width} {paint('=', 'blue')}"
    message = visible(diagnostic.message)
    kind = f"{localized_template(WEIGHTS[weight])}[{diagnostic.code.slug}]"
    out = [f"{paint(kind, weight, bold=True)}{paint(f': {message}', bold=True)}"]
    path = None
    for place, label in enumerate(labels):
        if label.span.path != path:
            arrow = "-->" if place == 0 else ":::"
            out.append(f"{' ' * width}{paint(arrow, 'blue')} {visible(_place(label, sources))}")
            out.append(bar)
            path = label.span.path
        excerpt = _excerpt(label, sources, "^" if place == 0 else "-")
        if excerpt:
            line, margin, under = excerpt
            mark = weight if place == 0 else "-"
            out.append(f"{paint(f'{marks[place]:>{width}} |', 'blue')} {visible(line)}")
            out.append(f"{bar} {margin}{paint(f'{under} {visible(label.text)}'.rstrip(), mark)}".rstrip())
    if more > 0:
        out.append(
            f"{equals} {localized(say_number('and in {number} more place', 'and in {number} more places', more))}"
        )
    out += [f"{equals} {visible(note)}" for note in diagnostic.notes]
    if diagnostic.help:
        out.append(f"{equals} {paint(localized_template(HELP), 'cyan', bold=True)} {visible(diagnostic.help)}")
    if diagnostic.witness and diagnostic.witness.example:
        out.append(f"{equals} {localized(say('as an example to paste:'))}")
        out += [f"{' ' * width}     {visible(line)}" for line in diagnostic.witness.example.split("\n")]
    return "\n".join(out) + "\n"


def _mark(label: Label, sources: dict[str, Source]) -> str:
    """What stands in the margin beside the line of a label: its number, or its place in a file without lines."""
    source = sources.get(label.span.path)
    return str(label.span.line) if source is None else source.mark(label.span.line, label.span.column)


def _place(label: Label, sources: dict[str, Source]) -> str:
    """Where a label is: a line and a column of its file, or what the file has instead, a page or a paragraph."""
    span = label.span
    place = sources[span.path].place(span.line, span.column) if span.path in sources else ""
    return f"{span.path}: {localized(place)}" if place else f"{span.path}:{span.line}:{span.column}"


def _excerpt(label: Label, sources: dict[str, Source], mark: str) -> tuple[str, str, str] | None:
    """The line a label is about, the margin up to it, and the marks under it; of a very long line only a part."""
    source = sources.get(label.span.path)
    lines = source.lines if source else ()
    if not 0 < label.span.line <= len(lines):
        return None
    line = lines[label.span.line - 1]
    column, end = label.span.column, label.span.end_column if label.span.end_line == label.span.line else len(line) + 1
    if source is not None and (signs := source.signs(label.span.line)):
        put_in = [place for sign in signs for place in sign]
        column, end = (at - sum(place < at - 1 for place in put_in) for at in (column, end))
        line = "".join(char for place, char in enumerate(line) if place not in put_in)
    if len(line) > WIDTH:
        start = max(0, min(column - 1 - WIDTH // 4, len(line) - WIDTH))
        end = min(end, start + WIDTH + 1)
        before, after = "…" * (start > 0), "…" * (start + WIDTH < len(line))
        shown, margin = line[start : start + WIDTH], " " * (len(before) + column - 1 - start)
        return f"{before}{shown}{after}", margin, mark * max(1, end - column)
    margin = "".join("\t" if char == "\t" else " " for char in line[: column - 1])
    return line, margin, mark * max(1, min(end, len(line) + 1) - column)


def summary(found: Sequence[Diagnostic]) -> str:
    """How many findings of each weight."""
    errors = sum(diagnostic.weight is Severity.ERROR for diagnostic in found)
    warnings = len(found) - errors
    if errors and warnings:
        both = say("{errors} and {warnings}", errors=counted(errors, "error"), warnings=counted(warnings, "warning"))
        return localized(both)
    if errors or warnings:
        return localized(counted(errors, "error") if errors else counted(warnings, "warning"))
    return localized(say("no findings"))
