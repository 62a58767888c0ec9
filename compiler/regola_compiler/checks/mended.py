"""What lets failing examples come out, where something else is wrong just there: told of that, and once.

That a condition never holds and that an example fails for want of it is one slip; which words mend it the example
knows, as it was tried with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.diagnostics import Diagnostic, Label, Severity

from regola_compiler.checks.book import example_fails
from regola_compiler.checks.definitions import never_changes
from regola_compiler.mutation.mutation import inside


def told_with_what_mends(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings; where a failing example says what mends it, what is found there says so in its place.

    Of several examples that one fault lets fail each is shown there whose change is the same; any other stays a
    finding of its own.
    """
    told = list(found)
    gone: set[int] = set()
    for number, one in enumerate(found):
        fault = next((place for place, other in enumerate(found) if _is_at_fault(other, one)), None)
        if fault is None or (told[fault] is not found[fault] and told[fault].help != one.help):
            continue
        told[fault] = _with_example(told[fault], one)
        gone.add(number)
    return [one for number, one in enumerate(told) if number not in gone]


def _with_example(fault: Diagnostic, example: Diagnostic) -> Diagnostic:
    """What is found, with what to write, and the example that fails because of it: so it is an error."""
    fails = Label(example.span, example.label)
    # Of a state that never changes what is to change it is shown, too.
    there = [one for one in example.related if fault.code == never_changes.CODE and one.span != fault.span]
    related = (*fault.related, *there, fails)
    return replace(fault, help=example.help, fixes=example.fixes, severity=Severity.ERROR, related=related)


def _is_at_fault(fault: Diagnostic, example: Diagnostic) -> bool:
    """Whether a change where something is wrong lets an example come out, or that of a state which never changes."""
    if example.mends is None or fault.code == example_fails.CODE:
        return False
    if fault.code == never_changes.CODE:
        return fault.span == example.mends
    return fault.weight is Severity.ERROR and inside(example.mends, fault.span)
