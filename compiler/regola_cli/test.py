"""`regola test`: the rulebook's worked examples, run; and what they would notice, were a rule another."""

from __future__ import annotations

import sys
from typing import Any

import click
from regola_dsl.wording import localized, say, say_number, spoken

from regola_cli.common import UsageError, echo_json, game_argument, json_option, load, place_of
from regola_cli.terminal import behind, tell

# More changes than this are not tried unless that is asked for.
MANY = 4_000
FORMATS = ("text", "json", "junit")


@click.command("test")
@game_argument
@json_option
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How the report is written.")
@click.option("-v", "--verbose", is_flag=True, help="Show every example, not only those that fail; every change.")
@click.option("--mutate", is_flag=True, help="Change the rules one small thing at a time: which changes are noticed?")
@click.option("--errata", is_flag=True, help="Take each ruling away in turn: is that noticed?")
@click.option("--limit", metavar="N", type=click.IntRange(0), default=MANY, help="How many changes; 0 means all.")
@click.option("--seed", metavar="N", type=int, default=0, help="What the sample is drawn with, where there are more.")
def command(
    game: str, as_json: bool, form: str, verbose: bool, mutate: bool, errata: bool, limit: int, seed: int
) -> None:
    """Run the worked examples of a game.

    An example whose expectation an erratum explains is shown apart from a failure. Below stand the
    rules and tables that no example reached.

    With --mutate a cell, a number, a condition, an exception, a modality is changed, one at a time,
    and the examples are run again. What none of them notices could be wrong today: it stands at its
    line, to write an example for.

    With --errata the rulings of the errata are taken away, one at a time. What nothing notices then,
    neither the analysis nor an example, is not written as a rule.

    \b
    regola test lantern_pass
    regola test lantern_pass --verbose
    """
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game

    if mutate and errata:
        raise UsageError(say("--mutate and --errata are asked for one at a time"))
    form = "json" if as_json else form
    if form == "junit" and (mutate or errata):
        raise UsageError(say("only the examples themselves are written as JUnit: leave out --mutate and --errata"))
    as_json = form == "json"
    if errata:
        _errata(game, as_json=as_json, verbose=verbose)
        return
    if mutate:
        _mutate(game, as_json=as_json, verbose=verbose, limit=limit, seed=seed)
        return
    place = place_of(game)
    texts = peek_game(place, place.as_posix())
    code, said = kept_or_made(
        texts, repr(("tested", game, form, verbose, spoken())), lambda: _tested(game, form=form, verbose=verbose)
    )
    if as_json:
        echo_json(said)
    else:
        click.echo(said, nl=form == "text")
    raise click.exceptions.Exit(code)


def _tested(game: str, *, form: str, verbose: bool) -> tuple[int, Any]:
    """How the examples come out: the exit code, and the report as text or for JSON."""
    from regola_compiler.driver import told, understand
    from regola_compiler.evaluate.worked.examples import run_examples
    from regola_compiler.report import examples as report

    compiled = load(game, understand)
    program = compiled.program
    results = run_examples(program)
    broken = [d for d in compiled.found if d.weight.value == "error"]
    code = 1 if broken or any(result.status == "failed" for result in results) else 0
    if form == "json":
        return code, report.as_data(program, results)
    if form == "junit":
        from regola_compiler.report.ci.junit import as_junit, cases_of

        cases = [*cases_of(told(compiled, broken) if broken else [], ()), *report.as_cases(program, results)]
        return code, as_junit("regola test", cases)
    declared = sum(line.startswith("example ") for s in compiled.game.sources for line in s.lines)
    note = report.not_run(declared - len(results), game) if broken else ""
    return code, report.as_text(program, results, verbose=verbose, note=note)


def _errata(game: str, *, as_json: bool, verbose: bool) -> None:
    """Show which rulings are noticed when they are taken away."""
    from regola_compiler.incremental.rulings import rulings
    from regola_compiler.project.game import peek_game

    place = place_of(game)
    found = []
    for many, result in rulings(peek_game(place, place.as_posix())):
        found.append(result)
        tell(say("{number} of {errata} errata …", number=len(found), errata=many))
    tell()
    if as_json:
        rows = [{"name": one.name, "about": one.about, "found_by": one.found_by} for one in found]
        echo_json({"errata": rows})
        return
    width = max((len(one.name) for one in found), default=0)
    unnoticed = [one for one in found if one.found_by == "nothing" and one.about == "rules"]
    for one in found if verbose else unnoticed:
        told = say("noticed by {found_by}", found_by=one.found_by)
        if one.about == "words":
            told = say("{told}, about words", told=told)
        click.echo(f"{one.name:<{width}}  {localized(told)}")
    summed = say_number(
        "{noticed} of {number} ruling is noticed when it is taken away",
        "{noticed} of {number} rulings are noticed when they are taken away",
        len(found),
        noticed=len(found) - len(unnoticed),
    )
    click.echo(localized(summed))


def _mutate(game: str, *, as_json: bool, verbose: bool, limit: int, seed: int) -> None:
    """Show what the examples notice. They must come out right to begin with."""
    from regola_compiler.driver import understand
    from regola_compiler.evaluate.worked.examples import run_examples
    from regola_compiler.mutation import report
    from regola_compiler.mutation.generate import mutants, sample
    from regola_compiler.mutation.run import verdicts

    compiled = load(game, understand)
    results = run_examples(compiled.program)
    failed = [result.example.name for result in results if result.status == "failed"]
    if compiled.failed or failed:
        wrong = say("`{name}` fails", name=failed[0]) if failed else say("the game has errors")
        told = say("{wrong}, so it cannot be said what examples notice: `regola check {game}`", wrong=wrong, game=game)
        click.echo(localized(told), err=True)
        raise click.exceptions.Exit(1)
    everything = list(mutants(compiled.program))
    chosen = sample(everything, limit, seed)
    left = len(everything) - len(chosen)
    with click.progressbar(
        chosen, label=localized(say("changes")), file=behind(sys.stderr), hidden=not sys.stderr.isatty()
    ) as shown:
        found = list(verdicts(compiled.program, shown, all_of_them=as_json))
    if as_json:
        echo_json(report.as_data(compiled.game.id, compiled.program, found, left=left, seed=seed))
    else:
        click.echo(report.as_text(compiled.game.id, compiled.program, found, left=left, verbose=verbose))
