"""Values of the rules from those of YAML: what a scenario, a counter sheet or a map says of a fact."""

from __future__ import annotations

from typing import Any

from regola_dsl.diagnostics import nearest, or_meant
from regola_dsl.wording import say

from regola_compiler.evaluate.reading import QueryError, individual_called, option_of, read_value
from regola_compiler.model.program import Program
from regola_compiler.model.types import (
    BoolType,
    HandleType,
    ListType,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    is_integer,
)


def value_of(program: Program, data: Any, type_: Type, name: str) -> Value:
    """A value of the rules, from one of YAML.

    Args:
        program: Whose types they are.
        data: What was read: a number, a text, a list, a mapping.
        type_: What it is to be.
        name: What it is the value of, for findings.

    Raises:
        QueryError: if it is none of the type.
    """
    if isinstance(type_, UnionType):
        return _one_of(program, data, type_, name)
    if isinstance(type_, HandleType) and type_.individuals and isinstance(data, str | int):
        return individual_called(program, str(data), type_, name)
    if isinstance(type_, ListType) and isinstance(data, list):
        return tuple(value_of(program, item, type_.item, name) for item in data)
    if isinstance(type_, RecordType) and isinstance(data, dict):
        return record_of(program, data, type_, name)
    if isinstance(data, bool) and isinstance(type_, BoolType):
        return data
    if isinstance(data, int) and not isinstance(data, bool) and is_integer(type_):
        return read_value(program, str(data), type_, name)
    if isinstance(data, dict | list) or data is None:
        raise QueryError(say("`{name}` must be of `{type}`", name=name, type=type_))
    return read_value(program, str(data), type_, name)


def record_of(program: Program, data: dict[Any, Any], type_: RecordType, name: str) -> RecordValue:
    """A record, from the mapping of its fields.

    Raises:
        QueryError: if a field is not one of its own, or missing, or has another type.
    """
    known = dict(type_.fields)
    for key in data:
        if str(key) not in known:
            close = nearest(str(key), list(known))
            raise QueryError(or_meant(say("`{name}` has no field `{key}`", name=type_.name, key=key), close))
    told = {str(key): value_of(program, value, known[str(key)], str(key)) for key, value in data.items()}
    values = {**dict(type_.defaults), **told}
    missing = [field for field in known if field not in values]
    if missing:
        raise QueryError(
            say(
                "`{first}` is missing in `{name}`, which is a `{type_name}`",
                first=missing[0],
                name=name,
                type_name=type_.name,
            )
        )
    return RecordValue(type_.name, tuple((field, values[field]) for field in known))


def _one_of(program: Program, data: Any, type_: UnionType, name: str) -> Value:
    """A value of the first of several types that has it."""
    if (named := option_of(program, str(data), type_)) is not None:
        return named
    refused: QueryError | None = None
    for option in type_.options:
        try:
            return value_of(program, data, option, name)
        except QueryError as wrong:
            refused = refused or wrong
    assert refused is not None
    raise refused
