"""A program's module beside its interpreter: no finding is shown that only one of the two meets.

The module is made as `regola build` makes it, and asked in the position of a witness. What a position says of a path,
which in a game is the host's map to walk, is told to the module in the path's place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import Any

from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.evaluate.errors import ImpossibleDuty, RuleError, TooLarge
from regola_compiler.evaluate.protocol import Position
from regola_compiler.ir.tree import Ir
from regola_compiler.model.program import Action, Path, Program, Rule
from regola_compiler.model.types import (
    EnumType,
    HandleType,
    ListType,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    is_of,
    show,
)


def to_python(module: Any, names: Namespace, value: Value, type_: Type) -> Any:
    """A value of the interpreter as the module has it; `names` are those the module was made with."""
    if isinstance(type_, UnionType):
        type_ = next((option for option in type_.options if is_of(value, option)), type_)
    if isinstance(type_, EnumType | HandleType):
        return getattr(module, names.type(type_.name))(show(value, type_))
    if isinstance(type_, RecordType):
        assert isinstance(value, RecordValue)
        made = getattr(module, names.type(type_.name))
        fields = {name: to_python(module, names, value.get(name), part) for name, part in type_.fields}
        return made(**{names.field(type_.name, name): part for name, part in fields.items()})
    if isinstance(type_, ListType):
        assert isinstance(value, tuple)
        return tuple(to_python(module, names, item, type_.item) for item in value)
    return value


def only_answers(program: Program) -> Program:
    """A program with what can be asked alone: the module of a game of which something is broken has no more."""
    return replace(program, sequences={}, assumptions={}, examples={}, errata={}, rules={}, acceptances=[])


class CompiledModule:
    """The module of a program, made when it is first asked; `lowered` gives its representation."""

    def __init__(self, program: Program, lowered: Callable[[], Ir]) -> None:
        self.program = program
        self._lowered = lowered

    @cached_property
    def _ir(self) -> Ir:
        return self._lowered()

    @cached_property
    def names(self) -> Namespace:
        """What the game's things are called in the module."""
        return Namespace(self._ir)

    @cached_property
    def text(self) -> str:
        """Its source."""
        return python_module(self._ir)

    @cached_property
    def module(self) -> ModuleType:
        """The module, under a name of its own that nothing else imports."""
        module = ModuleType(f"regola_twin_{id(self)}")
        sys.modules[module.__name__] = module  # dataclasses look their module up
        try:
            exec(compile(self.text, f"<{module.__name__}>", "exec"), module.__dict__)  # noqa: S102  our own text
        finally:
            del sys.modules[module.__name__]
        return module

    def reproduces(self, position: Position, item: Rule, arguments: list[Value], problem: RuleError) -> bool:
        """Whether the module, asked the same in the same position, raises the error of the same name.

        Only what the rules raise is compared. Whatever else goes wrong in the module is a mistake of ours in what was
        generated, which says nothing about the rules and so is not taken for an answer.

        Raises:
            Exception: what else the module raises, with a note of what it was asked.
        """
        if isinstance(problem, TooLarge):
            return False  # the module counts on where the interpreter gives up
        with self._walked(position) as told:
            where = (self.module.Position(**told),) if hasattr(self.module, "Position") else ()
            given = {p.name: self._own(value, p.type) for p, value in zip(item.parameters, arguments, strict=True)}
            try:
                answer = self.module.ask(item.name, *where, **given)
                if isinstance(problem, ImpossibleDuty):
                    return str(answer) == "forbidden"
                if isinstance(item, Action) and item.effects:
                    rolled: list[dict[Any, Any]] = [{}] if item.rolls else []  # its dice stand in the position
                    getattr(self.module, self.names.function(f"do {item.name}"))(*where, *given.values(), *rolled)
            except self.module.NoAnswer as raised:
                return type(raised).__name__ == type(problem).__name__
            except Exception as mistake:
                shown = ", ".join(f"{name}: {value}" for name, value in given.items())
                mistake.add_note(f"in the module generated for `{item.name}`, asked with ({shown})")
                raise
        return False

    def _own(self, value: Value, type_: Type) -> Any:
        return to_python(self.module, self.names, value, type_)

    @contextmanager
    def _walked(self, position: Position) -> Iterator[dict[str, Any]]:
        """A position as the module's fields; its paths answer what the position says while it is asked."""
        fields: dict[str, Any] = {}
        paths: dict[str, dict[tuple[Any, ...], Any]] = {}
        for (name, values), value in position.items():
            fact = self.program.callables[name]
            key = tuple(self._own(part, p.type) for part, p in zip(values, fact.parameters, strict=True))
            if isinstance(fact, Path):
                paths.setdefault(name, {})[key] = value
                continue
            field = self.names.fact(name)
            if fact.parameters:
                fields.setdefault(field, {})[key] = self._own(value, fact.result)
            else:
                fields[field] = self._own(value, fact.result)
        functions = {name: self.names.function(name) for name in paths}
        before = {name: getattr(self.module, function) for name, function in functions.items()}
        for name, answers in paths.items():
            setattr(self.module, functions[name], _answering(answers))
        try:
            yield fields
        finally:
            for name, function in before.items():
                setattr(self.module, functions[name], function)


def _answering(answers: dict[tuple[Any, ...], Any]) -> Callable[..., Any]:
    return lambda _, *arguments: answers[arguments]
