"""Which facts, left as they start, make a line of an example fail."""

from __future__ import annotations

from itertools import islice

from regola_dsl.wording import say

from regola_compiler.evaluate.grounds import TRIES, Default, alternatives
from regola_compiler.evaluate.interpreter import Notes
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.worked.examples import ExampleRun, LineResult
from regola_compiler.model.program import DoLine, Example, Expectation, Fact, Program
from regola_compiler.model.types import Value, show, source


def mending(program: Program, example: Example, line: LineResult) -> list[tuple[Default, Value]]:
    """The facts that nobody told of which one alone, told otherwise, would let a failed line come out, and that value.

    The lines above are carried out again. As many values as for an answer are tried (`TRIES`).
    """
    wanted = line.expectation
    if line.passed or line.erratum is not None or not isinstance(wanted, Expectation | DoLine):
        return []
    run = ExampleRun(program, example)
    for above in example.lines:
        if above is wanted:
            break
        run.attempt(above, traced=False)
    before, notes = run.position, Notes()
    run.attempt(wanted, traced=False, notes=notes)
    found, left = [], TRIES
    for (name, arguments), value in notes.defaults.items():
        fact = program.callables[name]
        if not isinstance(fact, Fact):
            continue
        default = Default(fact, arguments, value)
        tried = list(islice(alternatives(default), left))
        left -= len(tried)
        for other in tried:
            if _comes_out(run, wanted, {**before, (name, arguments): other}):
                found.append((default, other))
                break
    return found


def explained(found: list[tuple[Default, Value]]) -> list[str]:
    """The same in words, a sentence for each."""
    return [
        say(
            "the answer rests on `{written}`, which nobody told and which starts as {default}: told {other}, the "
            "line comes out",
            written=written(default),
            default=show(default.value, default.fact.result),
            other=show(other, default.fact.result),
        )
        for default, other in found
    ]


def written(default: Default) -> str:
    """A fact with its arguments, as one tells it."""
    arguments = zip(default.arguments, default.fact.parameters, strict=True)
    shown = ", ".join(source(value, parameter.type) for value, parameter in arguments)
    return f"{default.fact.name}({shown})" if default.arguments else default.fact.name


def _comes_out(run: ExampleRun, line: Expectation | DoLine, position: Position) -> bool:
    """Whether a line comes out in a position that can be."""
    run.position = position
    tried = run.attempt(line, traced=False)
    return tried.passed and tried.broken_assumption() is None
