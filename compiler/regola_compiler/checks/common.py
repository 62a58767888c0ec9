"""What several checks say in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Severity, Witness, counted, listed
from regola_dsl.tree import Anchors

from regola_compiler.model import Definition, Program, Table
from regola_compiler.operations import Problem
from regola_compiler.survey import Finding, Survey
from regola_compiler.unknowns import Box

# Where in the text an answer is asked for, as the explorer keeps apart what may differ.
_AT = re.compile(r" at \d+:\d+")


def tables(program: Program) -> Iterator[Table]:
    """The tables of a program."""
    return (item for item in program.examined() if isinstance(item, Table))


def definitions(program: Program) -> Iterator[Definition]:
    """The definitions of a program."""
    return (item for item in program.examined() if isinstance(item, Definition))


def cited(anchors: Anchors) -> str:
    """Sections in brackets, as a rulebook would cite them; nothing where there are none."""
    return f" ({', '.join(anchor.section for anchor in anchors)})" if anchors else ""


def shown_witness(witness: Witness) -> str:
    """The facts of a witness on one line."""
    return ", ".join(_fact(path, value) for path, value in witness.given)


def _fact(path: str, value: str) -> str:
    """A fact in words: `d.lead.kind is guards`, or how many items a list has."""
    head, dot, last = path.rpartition(".")
    if dot and last == "count" and value.isdigit():
        return f"{head} has {counted(int(value), 'item')}"
    return f"{path} is {value}"


def reported(
    survey: Survey, found: Finding, code: Code, describe: Callable[[Problem], tuple[str, str]], **more: Any
) -> Diagnostic:
    """A finding of the explorer: certain if its witness was replayed, else a warning.

    `describe` gives the message and the label for the problem as it was met by the witness.
    """
    shown = survey.witness(found)
    witness, problem = shown or (None, found.problem)
    message, label = describe(problem)
    others = len(found.boxes) - 1
    notes = [_shown(witness)] if witness else [_possible(found.boxes[0])]
    if others:
        notes.append(f"and in {counted(others, 'more case')}")
    return Diagnostic(
        code,
        message if witness else f"possible: {message}",
        found.problem.site,
        label,
        notes=tuple(notes),
        witness=witness,
        severity=None if witness else Severity.WARNING,
        **more,
    )


def _shown(witness: Witness) -> str:
    return f"for example {shown_witness(witness)}" if witness.given else "in every position"


def always(message: str, label: str) -> Callable[[Problem], tuple[str, str]]:
    """A description that does not depend on the position."""
    return lambda _: (message, label)


def _possible(box: Box) -> str:
    """What is said where no position was found: which answers were taken as they come."""
    answers = list(dict.fromkeys(_AT.sub("", leaf.removeprefix(":")) for leaf in box))
    if not answers:
        return "no position was found that shows it"
    one = len(answers) == 1
    return (
        f"this rests on the answer{'' if one else 's'} of {listed(answers, 'and')}, taken as any that the "
        f"type{'' if one else 's'} allow{'s' if one else ''}; no position was found that shows it"
    )
