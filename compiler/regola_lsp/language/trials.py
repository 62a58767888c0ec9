"""What can be tried from the text, each answered as text: an example run, odds, what no sentence speaks of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from regola_compiler.analysis.permits.grid import Grid
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.reading import QueryError
from regola_compiler.evaluate.worked.examples import ExampleRun
from regola_compiler.evaluate.worked.explained import explain
from regola_compiler.incremental.reading import Reading
from regola_compiler.model.program import Definition, Program, Table
from regola_compiler.model.types import DiceType, show
from regola_compiler.play.chance.known import by_column, columns_of, known_odds
from regola_compiler.report.examples import SHOWN
from regola_compiler.report.permits import default_lines
from regola_dsl.wording import as_spoken, localized, localized_template, message_of, say

from regola_lsp.language.names import Names

Permits: TypeAlias = Callable[[Reading, Collection[str]], dict[str, Grid]]


def run_example(names: Names, name: str) -> str:
    """How an example comes out, line by line where one does not hold."""
    example = names.program.examples.get(name)
    if example is None:
        return localized(
            say("there is no example `{name}` that can be run: what it names may have an error", name=name)
        )
    result = ExampleRun(names.program, example).result()
    lines = [f"{localized_template(SHOWN[result.status])}: {name}"]
    for line in result.lines:
        if not line.passed:
            span = names.now(line.expectation.span)
            told = say("line {line}: {verdict}", line=span.line, verdict=line.verdict)
            lines.append(f"  {localized(told)}")
    return "\n".join(lines)


def odds(names: Names, name: str) -> str:
    """How likely each answer is over the dice: in one list, or in one for each value of the only other input."""
    item = names.program.callables.get(name)
    if not isinstance(item, Table | Definition):
        return localized(say("there is nothing called `{name}` whose odds could be told", name=name))
    others = [parameter.name for parameter in item.parameters if not isinstance(parameter.type, DiceType)]
    try:
        return "\n".join([localized(say("odds of {name}", name=name)), *_odds(names.program, item, others)])
    except (QueryError, RuleError) as none:
        told = message_of(none) if isinstance(none, QueryError) else explain(none, names.program)
        return localized(say("the odds of `{name}` cannot be told: {told}", name=name, told=told))


def _odds(program: Program, item: Table | Definition, others: list[str]) -> Iterator[str]:
    if len(others) > 1:
        said = " ".join(f"{other}=…" for other in others)
        yield localized(
            say(
                "it has several inputs; say what they are: regola odds GAME {name} {inputs}",
                name=item.name,
                inputs=said,
            )
        )
        return
    if not others:
        columns = [("", known_odds(program, item, {}, None, ()))]
        held = [(label, known) for label, known in columns]
    else:
        values = columns_of(item, others[0], {}, {})
        held = [(label, known) for label, known in by_column(program, item, {}, None, (), values, others[0]) if known]
    for label, known in held:
        if label:
            yield f"{others[0]} {label}"
        for value, chance in known.outcomes:
            yield f"  {show(value, item.result):>12}  {chance!s:>8}  {as_spoken(float(chance), '.1%'):>6}"


def unspoken(names: Names, name: str, permits: Permits) -> str:
    """For which kinds no sentence speaks of an action, so that its own line answers.

    Args:
        names: What stands where in the game.
        name: The action.
        permits: Works out who may do what where in some actions of a game, or knows it.
    """
    found = permits(names.reading, [name])
    if name not in found:
        return localized(say("there is no action `{name}` that can be asked", name=name))
    return "\n".join(default_lines([found[name]]))
