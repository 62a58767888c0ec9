"""What the worked examples of the rules come to, run once for all texts that are held against the same rules."""

from __future__ import annotations

from collections import deque

from regola_compiler.evaluate.assumptions import AssumptionMemo
from regola_compiler.evaluate.worked.examples import ExampleResult, ExampleRun
from regola_compiler.model.program import Program

# A desk holds the texts of one game against its rules, as they were and as they are.
_AT_ONCE = 2


class WorkedExamples:
    """The examples of one program, each run when it is asked for: one section does not ask for the examples of all."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._assumed = AssumptionMemo(program)
        self._results: dict[str, ExampleResult] = {}

    def result(self, name: str) -> ExampleResult:
        """What the example called `name` comes to."""
        if name not in self._results:
            self._results[name] = ExampleRun(self.program, self.program.examples[name], self._assumed).result()
        return self._results[name]


_known: deque[WorkedExamples] = deque(maxlen=_AT_ONCE)


def worked_examples(program: Program) -> WorkedExamples:
    """The examples of a program; the same for the same program, however many ask."""
    found = next((one for one in _known if one.program is program), None)
    if found is None:
        found = WorkedExamples(program)
        _known.append(found)
    return found
