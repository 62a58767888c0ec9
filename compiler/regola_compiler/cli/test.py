"""`regola test`: the rulebook's worked examples, run."""

from __future__ import annotations

import click
from regola_dsl.diagnostics import counted

from regola_compiler.cli.common import echo_json, game_argument, json_option, load, section_list


@click.command("test")
@game_argument
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Show every example, not only those that fail.")
def command(game: str, as_json: bool, verbose: bool) -> None:
    """Run the worked examples of a game.

    An example whose expectation an erratum explains is shown apart from a failure. Below stand the
    rules and tables that no example reached.
    """
    from regola_compiler.driver import understand
    from regola_compiler.examples import run_examples
    from regola_compiler.model import Fact

    compiled = load(game, understand)
    program = compiled.program
    results = run_examples(program)
    touched = {name for result in results for line in result.lines for name in line.touched}
    unreached = [name for name, item in program.callables.items() if name not in touched and not isinstance(item, Fact)]
    unreached += [name for name in program.rules if name not in touched | program.overruled]
    counts = {status: sum(result.status == status for result in results) for status in ("passed", "erratum", "failed")}
    broken = [d for d in compiled.found if d.weight.value == "error"]
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


def _show(result: object, verbose: bool) -> None:
    from regola_compiler.examples import ExampleResult

    assert isinstance(result, ExampleResult)
    sections = ", ".join(section_list(result.example.anchors))
    if result.status != "passed" or verbose:
        click.echo(f"{result.status:8} {result.example.name} ({sections})")
    for line in result.lines:
        if not line.passed:
            span = line.expectation.span
            reason = f"erratum `{line.erratum}`" if line.erratum else "the book and the rules disagree"
            click.echo(f"         {span.path}:{span.line}: the rules give {line.found}: {reason}")
