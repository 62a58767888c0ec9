"""What one declaration has to do with another: examples and the rules they reach, rules and who asks them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from regola_compiler.emit.places import parts_of
from regola_compiler.emit.printed import printed
from regola_compiler.examples import ExampleResult, run_errata, run_examples
from regola_compiler.model import Program, Statement, Table, calls_in, expressions_of


@dataclass
class Relations:
    """The relations of a program. Rules go by name, their parts by path: `rule.exception`."""

    program: Program

    @cached_property
    def results(self) -> dict[str, ExampleResult]:
        """How each example came out."""
        return {result.example.name: result for result in run_examples(self.program)}

    def tally(self, status: str) -> int:
        """How many examples came out so."""
        return sum(result.status == status for result in self.results.values())

    @cached_property
    def _examples(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, result in self.results.items():
            for path in sorted({path for line in result.lines for path in line.touched}):
                found.setdefault(path, []).append(name)
        return found

    def examples_of(self, path: str) -> list[str]:
        """The examples that reach a rule or a part of one."""
        return self._examples.get(path, [])

    @property
    def reached(self) -> int:
        """How many rules some example reaches."""
        return sum(name in self._examples for name in self.program.callables)

    @cached_property
    def _paths(self) -> list[str]:
        rules = self.program.callables.items()
        return [path for name, rule in rules for path in (name, *(path for path, _ in parts_of(rule)))]

    def reached_by(self, example: str) -> list[str]:
        """What an example reaches, in the order of the files; the parts instead of the whole."""
        touched = {path for line in self.results[example].lines for path in line.touched}
        wholes = {path.partition(".")[0] for path in touched if "." in path}
        return [path for path in self._paths if path in touched and path not in wholes]

    @cached_property
    def _askers(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, rule in self.program.callables.items():
            for callee in dict.fromkeys(call.callee for part in expressions_of(rule) for call in calls_in(part)):
                found.setdefault(callee, []).append(name)
        return found

    def asked_by(self, rule: str) -> list[str]:
        """The rules that ask this one."""
        return self._askers.get(rule, [])

    @cached_property
    def _settled(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for rule in self.program.callables.values():
            for past in printed(rule).past if isinstance(rule, Table) else ():
                if past.edge.by:
                    found.setdefault(past.edge.by, []).append(("r", rule.name))
        for name, result in self.results.items():
            for line in result.lines:
                if line.erratum:
                    found.setdefault(line.erratum, []).append(("x", name))
        return {name: list(dict.fromkeys(uses)) for name, uses in found.items()}

    def settled_by(self, erratum: str) -> list[tuple[str, str]]:
        """What an erratum decides, as (room, name): table edges, and examples it explains."""
        return self._settled.get(erratum, [])

    @cached_property
    def _claims(self) -> list[tuple[Statement, bool]]:
        return [(result.statement, result.holds) for result in run_errata(self.program)]

    def agrees(self, statement: Statement) -> bool:
        """Whether the rules as encoded say what this statement of an erratum claims."""
        return next((holds for claim, holds in self._claims if claim is statement), False)
