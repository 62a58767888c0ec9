"""`regola test`: the rulebook's worked examples, run; and what they would notice, were a rule another."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import click
from regola_dsl.diagnostics import counted

from regola_cli.common import echo_json, game_argument, json_option, load, section_list

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.evaluate.examples import ExampleResult
    from regola_compiler.mutation.generate import Mutant

# More changes than this are not tried unless that is asked for.
MANY = 4_000


@click.command("test")
@game_argument
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Show every example, not only those that fail; every change.")
@click.option("--mutate", is_flag=True, help="Change the rules one small thing at a time: which changes are noticed?")
@click.option("--limit", metavar="N", type=click.IntRange(0), default=MANY, help="How many changes; 0 means all.")
@click.option("--seed", metavar="N", type=int, default=0, help="What the sample is drawn with, where there are more.")
def command(game: str, as_json: bool, verbose: bool, mutate: bool, limit: int, seed: int) -> None:
    """Run the worked examples of a game.

    An example whose expectation an erratum explains is shown apart from a failure. Below stand the
    rules and tables that no example reached.

    With --mutate a cell, a number, a condition, an exception, a modality is changed, one at a time,
    and the examples are run again. What none of them notices could be wrong today: it stands at its
    line, to write an example for.
    """
    from regola_compiler.driver import understand
    from regola_compiler.evaluate.examples import run_examples
    from regola_compiler.model.program import Fact

    compiled = load(game, understand)
    program = compiled.program
    results = run_examples(program)
    touched = {name for result in results for line in result.lines for name in line.touched}
    unreached = [name for name, item in program.callables.items() if name not in touched and not isinstance(item, Fact)]
    unreached += [name for name in program.rules if name not in touched | program.overruled]
    counts = {status: sum(result.status == status for result in results) for status in ("passed", "erratum", "failed")}
    broken = [d for d in compiled.found if d.weight.value == "error"]
    if mutate:
        _mutate(game, compiled, results, as_json=as_json, verbose=verbose, limit=limit, seed=seed)
        return
    if as_json:
        echo_json(
            {
                "examples": [
                    {
                        "name": result.example.name,
                        "anchors": section_list(result.example.anchors),
                        "status": result.status,
                        "lines": [
                            {
                                "path": line.expectation.span.path,
                                "line": line.expectation.span.line,
                                "passed": line.passed,
                                "found": line.found,
                                "erratum": line.erratum,
                            }
                            for line in result.lines
                        ],
                    }
                    for result in results
                ],
                "unreached": unreached,
                "not_run": sorted(name for name in program.broken),
            }
        )
    else:
        for result in results:
            _show(result, verbose)
        if unreached:
            click.echo(f"no example reaches: {', '.join(unreached)}")
        if broken:
            declared = sum(line.startswith("example ") for s in compiled.game.sources for line in s.lines())
            left = declared - len(results)
            count = counted(len(broken), "error")
            click.echo(
                f"the game has {count}, and {left} examples rest on them and were not run: `regola check {game}`"
            )
        lines = sum(len(result.lines) for result in results)
        click.echo(
            f"{counts['passed']} passed, {counts['failed']} failed, {counts['erratum']} explained by an erratum "
            f"({len(results)} examples, {lines} lines)"
        )
    raise click.exceptions.Exit(1 if counts["failed"] or broken else 0)


def _mutate(
    game: str, compiled: Compiled, results: list[ExampleResult], *, as_json: bool, verbose: bool, limit: int, seed: int
) -> None:
    """Show what the examples notice. They must come out right to begin with."""
    from regola_compiler.mutation import report
    from regola_compiler.mutation.generate import mutants
    from regola_compiler.mutation.run import verdicts

    failed = [result.example.name for result in results if result.status == "failed"]
    if compiled.failed or failed:
        wrong = f"`{failed[0]}` fails" if failed else "the game has errors"
        click.echo(f"{wrong}, so it cannot be said what examples notice: `regola check {game}`", err=True)
        raise click.exceptions.Exit(1)
    everything = list(mutants(compiled.program))
    chosen = _sample(everything, limit, seed)
    left = len(everything) - len(chosen)
    with click.progressbar(chosen, label="changes", file=sys.stderr, hidden=not sys.stderr.isatty()) as shown:
        found = list(verdicts(compiled.program, shown, all_of_them=as_json))
    if as_json:
        echo_json(report.as_data(compiled.game.id, compiled.program, found, left=left, seed=seed))
    else:
        click.echo(report.as_text(compiled.game.id, compiled.program, found, left=left, verbose=verbose))


def _sample(everything: list[Mutant], limit: int, seed: int) -> list[Mutant]:
    """So many of them, in their order; the same for the same seed."""
    if not limit or len(everything) <= limit:
        return everything
    chosen = Random(seed).sample(range(len(everything)), limit)  # noqa: S311  no secret
    return [everything[place] for place in sorted(chosen)]


def _show(result: ExampleResult, verbose: bool) -> None:
    sections = ", ".join(section_list(result.example.anchors))
    if result.status != "passed" or verbose:
        click.echo(f"{result.status:8} {result.example.name} ({sections})")
    for line in result.lines:
        if not line.passed:
            span = line.expectation.span
            reason = f"erratum `{line.erratum}`" if line.erratum else "the book and the rules disagree"
            click.echo(f"         {span.path}:{span.line}: {line.verdict}: {reason}")
