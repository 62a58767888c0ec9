"""All that a definition can be asked, asked: the last word where an exploration found too many cases.

Five dice show 7776 things, and how many of them are alike is settled by going through them. That can only be done where
the answer rests on the arguments alone and these are few; then nothing is left open, and nothing is only possible.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from math import prod

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Definition, Rule
from regola_compiler.model.types import EnumType, HandleType, RecordType, RecordValue, Type, Value, domain

# So many are asked; each takes a tenth of a millisecond, and more the more is asked in it.
MOST_CASES = 10_000


def problems_of_all(run: Interpreter, item: Rule) -> set[Hashable] | None:
    """What goes wrong with a definition, over all its arguments, by what tells findings apart.

    Args:
        run: the rules; what is asked must rest on no position.
        item: the definition.

    Returns:
        The keys of the problems that are its own fault, or None where it has too many arguments.
    """
    if not isinstance(item, Definition):
        return None
    listed = [_values(parameter.type) for parameter in item.parameters]
    if not all(listed) or prod(len(values or ()) for values in listed) > MOST_CASES:
        return None
    return set(_problems(run, item.name, [values or [] for values in listed]))


def _problems(run: Interpreter, name: str, listed: list[list[Value]]) -> Iterator[Hashable]:
    for arguments in product(*listed):
        try:
            run.call(name, list(arguments))
        except RuleError as problem:
            if problem.owner == name:
                yield problem.finding_key()


def _values(type_: Type) -> list[Value] | None:
    """Every value of a type; None where they are too many, or only some of them are known."""
    if isinstance(type_, RecordType):
        fields = [_values(field) for _, field in type_.fields]
        if not all(fields) or prod(len(values or ()) for values in fields) > MOST_CASES:
            return None
        names = [name for name, _ in type_.fields]
        return [
            RecordValue(type_.name, tuple(zip(names, values, strict=True)))
            for values in product(*(values or () for values in fields))
        ]
    is_open = isinstance(type_, EnumType) and (type_.open_below or type_.open_above)
    if isinstance(type_, HandleType) or is_open:
        return None
    values = domain(type_)
    if values is None:
        return None
    found = []
    for value in values:
        found.append(value)
        if len(found) > MOST_CASES:
            return None
    return found
