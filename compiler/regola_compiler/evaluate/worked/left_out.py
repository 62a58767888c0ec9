"""Which deed an example has left out: with it done before a line that fails all of its lines come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.worked.examples import ExampleRun, LineResult
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Call, Const, DoLine, Example, Expectation, Expr, Program
from regola_compiler.model.types import FORBIDDEN, source
from regola_compiler.model.visitor import free_names, iter_nodes, lets_read, structurally_equal

# So many deeds are tried for an example.
_TRIES = 40


def left_out(program: Program, example: Example, line: LineResult) -> str:
    """The one deed, as it is written, that lets a whole example come out if it is done before a line that fails.

    What is tried are the actions that the example speaks of, done to what it speaks of, and none that it does itself:
    twice, it might make up for what is wrong with the action. That something is forbidden is brought about by too many
    deeds, so of a line that says so none is told.
    """
    wanted = line.expectation
    if line.passed or line.erratum is not None or not isinstance(wanted, Expectation | DoLine):
        return ""
    if any(isinstance(node, Const) and node.value == FORBIDDEN for node in iter_nodes(wanted)):
        return ""
    place = next(place for place, one in enumerate(example.lines) if one is wanted)
    found: list[str] = []
    for deed in islice(_deeds(program, example), _TRIES):
        lines = (*example.lines[:place], DoLine(deed, wanted.span), *example.lines[place:])
        run = ExampleRun(program, replace(example, lines=lines))
        if run.result().status == "passed":
            found.append(_written(program, example, deed, place))
        if len(found) > 1:
            return ""
    return found[0] if found else ""


def _deeds(program: Program, example: Example) -> Iterator[Call]:
    """The actions that an example speaks of as they are done to what it speaks of; first those that it speaks of so."""
    nodes = [node for line in example.lines for node in iter_nodes(line)]
    lets = {one.name for one in example.lets}
    # What stands below `all a in …` is asked of each, and of nothing that has a name outside.
    asked = [node for node in nodes if isinstance(node, Call) and lets.issuperset(free_names(node))]
    spoken = [one for one in asked if isinstance(program.callables.get(one.callee), Action)]
    done = [line.expression for line in example.lines if isinstance(line, DoLine)]
    tried: list[Expr] = [*done]
    for deed in (*spoken, *_others(spoken, asked)):
        if not any(structurally_equal(deed, one) for one in tried):
            tried.append(deed)
            yield deed


def _others(spoken: list[Call], asked: list[Call]) -> Iterator[Call]:
    """The same actions done to other things of the same types that something is asked of."""
    for deed in {one.callee: one for one in spoken}.values():
        pools = [
            [other for one in asked for other in one.arguments if other.type == argument.type]
            for argument in deed.arguments
        ]
        for arguments in product(*map(_each_once, pools)):
            yield replace(deed, arguments=tuple(arguments))


def _each_once(terms: list[Expr]) -> list[Expr]:
    once: list[Expr] = []
    for term in terms:
        if not any(structurally_equal(term, one) for one in once):
            once.append(term)
    return once


def _written(program: Program, example: Example, deed: Call, place: int) -> str:
    """A deed as one writes it in an example."""
    run = ExampleRun(program, example)
    for above in example.lines[:place]:
        run.attempt(above, traced=False)
    asking = Interpreter(program, run.position)
    env = asking.bind(lets_read(example, DoLine(deed, deed.span)), {})
    types = [parameter.type for parameter in program.callables[deed.callee].parameters]
    values = [
        source(asking.evaluate(argument, env), type_) for argument, type_ in zip(deed.arguments, types, strict=True)
    ]
    name = last_part(deed.callee)
    return f"{name}({', '.join(values)})" if values else name
