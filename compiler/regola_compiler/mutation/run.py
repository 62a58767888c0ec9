"""Which worked examples notice a change: those of which a line comes out otherwise than before.

Of an example only those lines are run again that asked for what was changed (for a table's row, that were answered by
it), each in the position it had; where a line leaves another position behind than it did, those after it as well, until
the two are the same again. Claims of errata are examples too: the encoding is held against what a section says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from regola_dsl.source import Span

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.worked.errata import claim_holds
from regola_compiler.evaluate.worked.examples import Attempt, ExampleRun
from regola_compiler.model.program import Example, ExampleLine, Program, Statement
from regola_compiler.model.types import RecordValue
from regola_compiler.model.visitor import transitive_callees
from regola_compiler.mutation.generate import Mutant


@dataclass(frozen=True, slots=True)
class MutantResult:
    """A change, the examples that ask for what was changed, and those that notice, or the first that does."""

    mutant: Mutant
    asking: tuple[str, ...]
    noticing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of an example as it came out: the positions around it, what it asked, the records it made.

    `asked` are names of declarations and places of table rows.
    """

    line: ExampleLine
    before: Position
    after: Position
    asked: frozenset[str | Span]
    made: frozenset[RecordValue]
    passed: bool


@dataclass(frozen=True, slots=True)
class _Baseline:
    """An example or a claim as it came out."""

    name: str
    asked: frozenset[str | Span]
    told: Example | Statement
    seconds: float
    lines: tuple[_Line, ...] = ()
    holds: bool | None = None


def verdicts(program: Program, mutants: Iterable[Mutant], *, all_of_them: bool = True) -> Iterator[MutantResult]:
    """For each change, which examples notice, in their order; or one that does, which is found much faster."""
    kept = list(_kept(program))
    cheapest = sorted(kept, key=lambda one: one.seconds)
    assumed = _assumed(program)
    for mutant in mutants:
        changed = mutant.of(program)
        everywhere = bool(mutant.names & assumed)
        asking = tuple(one.name for one in kept if one.asked & mutant.asked)
        noticing = (
            one.name
            for one in (kept if all_of_them else cheapest)
            if (one.asked & mutant.asked or (everywhere and one.lines))
            and _differs(changed, mutant, one, everywhere=everywhere)
        )
        yield MutantResult(mutant, asking, tuple(noticing if all_of_them else islice(noticing, 1)))


def _assumed(program: Program) -> frozenset[str]:
    """All that the assumptions rest on: what is changed there is looked at by every line of every example."""
    return frozenset().union(*(transitive_callees(program, item) for item in program.assumptions.values()))


def _kept(program: Program) -> Iterator[_Baseline]:
    for example in program.examples.values():
        start = perf_counter()
        lines = tuple(_lines(ExampleRun(program, example)))
        everything = frozenset[str | Span]().union(*(line.asked for line in lines))
        yield _Baseline(example.name, everything, example, perf_counter() - start, lines)
    for erratum in program.errata.values():
        for statement in erratum.statements:
            if statement.claim is not None and erratum.name not in program.broken:
                run = Interpreter(program)
                run.trace = []
                holds = claim_holds(run, statement)
                yield _Baseline(erratum.name, frozenset({*run.asked, *run.rows}), statement, 0.0, holds=holds)


def _lines(run: ExampleRun) -> Iterator[_Line]:
    for line in run.example.lines:
        before = run.position
        tried = run.attempt(line)
        heard: frozenset[str | Span] = frozenset({*tried.run.asked, *tried.run.rows})
        passed = tried.passed and tried.broken_assumption() is None
        yield _Line(line, before, run.position, heard, _made(tried), passed)


def _made(tried: Attempt) -> frozenset[RecordValue]:
    return frozenset(tried.run.made or ())


def _differs(program: Program, mutant: Mutant, kept: _Baseline, *, everywhere: bool) -> bool:
    """Whether a line comes out otherwise; assumptions that may have changed are asked `everywhere`."""
    if isinstance(kept.told, Statement):
        return claim_holds(Interpreter(program), kept.told) != kept.holds
    run = ExampleRun(program, kept.told)
    for line in kept.lines:
        astray = run.position != line.before
        if astray or everywhere or line.asked & mutant.asked:
            if _outcome(run, line, everywhere=everywhere or astray) != line.passed:
                return True
        else:
            run.position = line.after
    return False


def _outcome(run: ExampleRun, line: _Line, *, everywhere: bool) -> bool:
    """How a line comes out now. The assumptions are asked again only if what they would be asked of has changed."""
    tried = run.attempt(line.line, traced=False)
    if tried.run.position == line.after:
        run.position = line.after
    elsewhere = run.position is not line.after or not _made(tried) <= line.made
    if tried.passed and (everywhere or elsewhere or not line.passed):
        return tried.broken_assumption() is None
    return tried.passed
