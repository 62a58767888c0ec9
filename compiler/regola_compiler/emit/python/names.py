"""What the parts of the Python emitter share: names, annotations, docstrings, function heads."""

from __future__ import annotations

from typing import Final, assert_never

from regola_compiler.emit.python.kinds import kind
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.bounds import Bounds, bounds_of_type, is_bounded
from regola_compiler.ir.tree import Callable, Declaration, Named, Parameter, Row, Table, Told
from regola_compiler.ir.types import (
    BoolType,
    DiceType,
    EnumType,
    HandleType,
    IntType,
    ListType,
    NumberType,
    RecordType,
    ScaleType,
    Type,
    UnionType,
    UnknownType,
)

# A step of indentation in what is written.
INDENT: Final = "    "


def docstring(*lines: str) -> str:
    """A docstring of these lines, nothing in them unescaped."""
    text = "\n".join(line for line in lines if line).strip() or "No text."
    safe = text.replace("\\", "\\\\").replace('"', '\\"')
    safe = "".join(
        char if char.isprintable() or char == "\n" else f"\\x{ord(char):02x}" for char in safe if char != "\r"
    )
    return f'"""{safe}"""'


def told_text(item: Named, indent: str = "") -> str:
    """The docstring of something: its texts, then its sections."""
    texts = [item.more.get(language, (text,))[-1] for language, text in item.texts.items()]
    sections = f"Sections: {', '.join(item.anchors)}." if item.anchors else ""
    lines = [*(texts or [item.name]), sections]
    return docstring(*[line.replace("\n", " ") for line in lines]).replace("\n", "\n" + indent)


def annotation(type_: Type, names: Namespace) -> str:
    """A type as Python annotates it."""
    match type_:
        case ListType():
            return f"tuple[{annotation(type_.item, names)}, ...]"
        case EnumType() | ScaleType() | RecordType() | HandleType():
            return names.type(type_.name)
        case UnionType():
            return " | ".join(annotation(option, names) for option in type_.options)
        case IntType() | DiceType():
            return "int"
        case BoolType():
            return "bool"
        case NumberType() | UnknownType():
            return "Number"
        case _:
            assert_never(type_)


def head(function: Callable, names: Namespace) -> list[str]:
    """The first lines of a function: signature, docstring, note and the bounds of what it takes."""
    parameters = ", ".join(parameter_list(function, names))
    result = annotation(function.result, names)
    lines = [
        f"\n{names.remembered(function.name)}def {names.function(function.name)}({parameters}) -> {result}:",
        f"    {told_text(function, '    ')}",
        f"    {noted(function.name, function)}",
    ]
    if not isinstance(function, Table):
        lines += [f"    {check}" for parameter in function.parameters for check in checked(parameter, names)]
    return lines


def noted(name: str, item: Told | Row) -> str:
    """The statement that says which rule had a say, and where it stands."""
    return f"if WHY: note({', '.join(map(repr, [name, *item.anchors]))})"


def parameter_list(function: Declaration, names: Namespace) -> list[str]:
    """The parameters of a function as Python declares them, the position first where it rests on one."""
    position = ["position: Position"] if function.name in names.moving else []
    return position + [f"{names.local(one.name)}: {annotation(one.type, names)}" for one in function.parameters]


def checked(parameter: Parameter, names: Namespace) -> list[str]:
    """The line that holds a parameter to its bounds, if it has any."""
    return outside(names.local(parameter.name), parameter.type, parameter.name, names)


def outside(value: str, type_: Type, name: str, names: Namespace) -> list[str]:
    """The statement that holds what has a name already to the bounds of its type, if that has any."""
    if not is_bounded(type_):
        return []
    limits, held = _limits(type_), within(value, type_, name, names)
    return [held if limits is None else f"if not {limits[0]} <= {value} <= {limits[1]}: {held}"]


def within(value: str, type_: Type, name: str, names: Namespace) -> str:
    """A value held to the bounds of its type, if that has any; `name` is what is said to be out of range."""
    if not is_bounded(type_):
        return value
    if (limits := _limits(type_)) is not None:
        return f"within({value}, {limits[0]}, {limits[1]}, {name!r})"
    names.imports.add("held")
    return f"held({value}, {names.once(kind(type_, names, lengths=True), 'kind')}, {name!r})"


def _limits(type_: Type) -> Bounds | None:
    """The ends between which all numbers are of a type; None where there is more to hold."""
    return None if isinstance(type_, DiceType) and type_.digits else bounds_of_type(type_)
