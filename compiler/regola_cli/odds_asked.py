"""`regola odds NAME`: how likely each answer is, column by column or in a few numbers, on the screen or on paper."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.signs import visible
from regola_dsl.wording import as_spoken, localized, say, spoken

from regola_cli.common import Unanswered, UsageError, echo_json, place_of, put_question, write_all, written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regola_compiler.evaluate.grounds import Grounds
    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.program import Program, Rule
    from regola_compiler.model.types import Type, Value
    from regola_compiler.play.chance.known import Known, Summary

BAR = 40


@dataclass(frozen=True, slots=True)
class Manner:
    """How odds are to be told.

    Attributes:
        given: What is known of the roll and the answer.
        by: The input that has a column for each of its values; empty for none.
        at_least: Whether each value is told with those above it.
        summary: Whether mean, deviation and quantiles are told.
        output: The file that is printed instead; None for the screen.
        as_json: Whether it is told as JSON.
    """

    given: tuple[str, ...] = ()
    by: str = ""
    at_least: bool = False
    summary: bool = False
    output: Path | None = None
    as_json: bool = False


def show_answer_odds(
    game: str, name: str, pairs: tuple[str, ...], scenario: str | None, put_up: tuple[str, ...], manner: Manner
) -> None:
    """Ask, and show it.

    Raises:
        UsageError: if it cannot be asked so.
    """
    from regola_compiler.evaluate.grounds import grounds, watched
    from regola_compiler.evaluate.worked.explained import explain
    from regola_compiler.play.chance.known import by_column, columns_of, known_odds

    def ask(
        program: Program, item: Rule, arguments: dict[str, Value], position: Position
    ) -> tuple[list[tuple[str, Known | None]], Grounds]:
        require_order(item.result, f"`{item.name}`", manner)
        run = watched(program, position)
        if manner.by:
            columns = columns_of(item, manner.by, arguments, position)
            found = by_column(program, item, arguments, position, manner.given, columns, manner.by, run)
            return found, grounds(run)
        return [("", known_odds(program, item, arguments, position, manner.given, run))], grounds(run)

    try:
        _, item, (columns, rests_on) = put_question(game, name, pairs, scenario, ask, put_up)
    except Unanswered as none:
        told = say(
            "{problem} (in `{name}`)",
            problem=explain(none.problem, none.program),
            name=none.problem.owner or name,
        )
        click.echo(localized(say("no answer for some rolls: {told}", told=told)), err=True)
        raise click.exceptions.Exit(1) from none
    if manner.as_json:
        echo_json(_data(columns, item.result, manner, rests_on))
        return
    if manner.output is not None or manner.by:
        grid = _grid(columns, item.result, manner)
        if manner.output is not None:
            said = [localized(say("given {conditions}", conditions=_all_of(manner.given)))] if manner.given else []
            print_grid(grid, place_of(game), name, manner, said)
            return
        _show_grid(grid)
    else:
        assert columns[0][1] is not None
        _show_list(columns[0][1], item.result, manner)
    from regola_compiler.report.grounds import as_lines

    for line in as_lines(rests_on, name, item.result):
        click.echo(visible(f"  {localized(line)}", keep=""))


def require_order(type_: Type, what: str, manner: Manner) -> None:
    """Hold that what is asked for can be told of values of a type.

    Raises:
        UsageError: if it has no order.
    """
    from regola_compiler.resolve.values.comparisons import has_order

    if (manner.at_least or manner.summary) and not has_order(type_):
        raise UsageError(
            say("{what} has values without an order: --at-least and --summary go with numbers and scales", what=what)
        )


# --- as text ---


def _show_list(known: Known, type_: Type, manner: Manner) -> None:
    from regola_compiler.model.types import show
    from regola_compiler.play.chance.known import at_least

    rows = at_least(known.outcomes) if manner.at_least else dict(known.outcomes)
    sign = "≥ " if manner.at_least else ""
    told = [(f"{sign}{show(value, type_)}", rows[value]) for value, _ in known.outcomes]
    width = max(len(value) for value, _ in told)
    digits = max(len(str(chance)) for _, chance in told)
    for value, chance in told:
        bar = "█" * round(BAR * chance)
        click.echo(f"{value:>{width}}  {chance!s:>{digits}}  {as_spoken(float(chance), '.1%'):>6}  {bar}")
    for line in (*given_lines(manner, known.chance), *summary_lines(known.outcomes, type_, manner)):
        click.echo(f"  {line}")


def given_lines(manner: Manner, chance: Any) -> list[str]:
    """What was known, and how likely that is."""
    if not manner.given:
        return []
    exact = "" if isinstance(chance, float) else f" ({chance})"
    told = say(
        "given {conditions}, which holds in {chance}",
        conditions=_all_of(manner.given),
        chance=as_spoken(float(chance), ".1%") + exact,
    )
    return [localized(told)]


def _all_of(conditions: Iterable[str]) -> str:
    from regola_dsl.diagnostics import in_a_row

    return in_a_row(list(conditions), "and")


def summary_lines(outcomes: Iterable[tuple[Any, Any]], type_: Type, manner: Manner) -> list[str]:
    """The odds in a few numbers, if they are asked for."""
    from regola_compiler.model.types import show
    from regola_compiler.play.chance.known import summary

    if not manner.summary:
        return []
    found = summary(outcomes, type_)
    lines = []
    if found.mean is not None and found.deviation is not None:
        told = say(
            "mean {mean:.4g}, standard deviation {deviation:.4g}",
            mean=float(found.mean),
            deviation=found.deviation,
        )
        lines.append(localized(told))
    quantiles = ", ".join(f"{as_spoken(float(share), '.0%')} {show(value, type_)}" for share, value in found.quantiles)
    return [*lines, localized(say("quantiles: {quantiles}", quantiles=quantiles))]


Grid = tuple[list[str], list[tuple[str, list[str]]]]


def _grid(columns: list[tuple[str, Known | None]], type_: Type, manner: Manner) -> Grid:
    """What stands above the columns, and each row with what stands in it."""
    from regola_compiler.model.types import as_place, show
    from regola_compiler.play.chance.known import at_least, summary
    from regola_compiler.resolve.values.comparisons import has_order

    values = list(dict.fromkeys(value for _, known in columns if known for value, _ in known.outcomes))
    if has_order(type_):
        values.sort(key=as_place)
    told = [
        None if known is None else at_least(known.outcomes) if manner.at_least else dict(known.outcomes)
        for _, known in columns
    ]
    if manner.at_least:  # a value that does not come up is passed as often as the next that does
        listed: list[Any] = []
        for one in told:
            total: Any = 0
            listed.append(None if one is None else {v: (total := one.get(v, total)) for v in reversed(values)})
        told = listed
    sign = "≥ " if manner.at_least else ""
    rows = [(f"{sign}{show(value, type_)}", [_share(one, value) for one in told]) for value in values]
    if manner.summary:
        found = [None if known is None else summary(known.outcomes, type_) for _, known in columns]
        if any(one is not None and one.mean is not None for one in found):
            rows.append((localized(say("mean")), [_few(one, "mean") for one in found]))
            rows.append((localized(say("deviation")), [_few(one, "deviation") for one in found]))
        half = ["–" if one is None else show(dict(one.quantiles)[_HALF], type_) for one in found]
        rows.append((localized(say("median")), half))
    return [shown or localized(say("chance")) for shown, _ in columns], rows


_HALF = Fraction(1, 2)


def _share(told: dict[Any, Any] | None, value: Any) -> str:
    if told is None:
        return "–"
    chance = told.get(value, 0)
    return as_spoken(float(chance), ".1%") if chance else "·"


def _few(found: Summary | None, which: str) -> str:
    value = None if found is None else getattr(found, which)
    return "–" if value is None else as_spoken(float(value), ".3g")


def _show_grid(grid: Grid) -> None:
    heads, rows = grid
    first = max(len(value) for value, _ in rows)
    widths = [max(len(head), *(len(cells[place]) for _, cells in rows)) for place, head in enumerate(heads)]
    click.echo(" " * first + "".join(f"  {head:>{width}}" for head, width in zip(heads, widths, strict=True)))
    for value, cells in rows:
        shown = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        click.echo(f"{value:>{first}}{shown}")


# --- as data ---


def _data(columns: list[tuple[str, Known | None]], type_: Type, manner: Manner, rests_on: Grounds) -> dict[str, Any]:
    """The odds under `schemas/odds.schema.json`."""
    from regola_compiler.report.grounds import as_data

    if manner.by:
        listed = [{"at": at, **(known_data(known, type_, manner) if known else {})} for at, known in columns]
        return {"by": manner.by, "columns": listed, **as_data(rests_on, type_)}
    assert columns[0][1] is not None
    return {**known_data(columns[0][1], type_, manner), **as_data(rests_on, type_)}


def known_data(known: Known, type_: Type, manner: Manner) -> dict[str, Any]:
    """The odds of one question."""
    from regola_compiler.evaluate.queries import as_json
    from regola_compiler.play.chance.known import at_least

    reach = at_least(known.outcomes) if manner.at_least else {}
    rows = [
        {"value": as_json(value, type_), "probability": str(chance)}
        | ({"at_least": str(reach[value])} if reach else {})
        for value, chance in known.outcomes
    ]
    found: dict[str, Any] = {"outcomes": rows}
    if manner.given:
        found["given"] = {"conditions": list(manner.given), "probability": str(known.chance)}
    return found | summary_data(known.outcomes, type_, manner)


def summary_data(outcomes: Iterable[tuple[Any, Any]], type_: Type, manner: Manner) -> dict[str, Any]:
    """The odds in a few numbers, if they are asked for: fractions as texts, floats as numbers."""
    from regola_compiler.evaluate.queries import as_json
    from regola_compiler.play.chance.known import summary

    if not manner.summary:
        return {}
    few = summary(outcomes, type_)
    quantiles = [{"share": float(share), "value": as_json(value, type_)} for share, value in few.quantiles]
    told: dict[str, Any] = {"quantiles": quantiles}
    if few.mean is not None:
        told |= {"mean": exactly(few.mean), "variance": exactly(few.variance), "standard_deviation": few.deviation}
    return {"summary": told}


def exactly(value: Any) -> Any:
    """A number as it is kept: a float as itself, a fraction as a text."""
    return value if isinstance(value, float) else str(value)


# --- on paper ---


def print_grid(grid: Grid, game: Path, name: str, manner: Manner, said: list[str]) -> None:
    """Write odds as a page, with the titles that the game has; `said` stands below them.

    Raises:
        UsageError: if it is not clear as what, or it does not fit.
    """
    from regola_compiler.emit.print.names import Names
    from regola_compiler.emit.print.paper import Printable
    from regola_compiler.emit.print.tables import chances_document

    from regola_cli.forms import compiled_at
    from regola_cli.print import FORMATS, set_pages

    place = manner.output
    assert place is not None
    kind = next((one for one in FORMATS if one == place.suffix.lstrip(".").lower()), None)
    if kind is None:
        raise UsageError(
            say(
                "what kind of file is `{place}` to be? its name ends in .{listed}",
                place=place,
                listed=", .".join(FORMATS),
            )
        )
    ir = compiled_at(game).published
    names = Names(ir, spoken() if spoken() in ir.languages else next(iter(ir.languages), "en"))
    phases = (phase for outline in ir.outlines for phase in outline.walk())
    item = names.declarations.get(name) or next((phase for phase in phases if phase.name == name), None)
    title = names.title(item) if item is not None else names.text({}, name)
    inputs = {one.name: one.texts for one in getattr(item, "parameters", ())}
    across = names.text(inputs.get(manner.by, {}), manner.by)
    document = chances_document(title, names.text(ir.title, game.stem), grid, across, said, names.language)
    pages = set_pages(Printable(document, spill=True), kind)
    files = {place if n == 1 else place.with_stem(f"{place.stem}-{n}"): page for n, page in enumerate(pages, 1)}
    write_all(files)
    click.echo(localized(written(list(files))))
