"""Scenarios: positions to start from, read from YAML and held against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.source import Span

from regola_compiler.evaluate import codes
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.queries import QueryError, read_fact, read_value
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import BoolType, ListType, RecordType, RecordValue, Type, Value, is_integer
from regola_compiler.project.game import RawScenario
from regola_compiler.project.yaml_file import place_of


@dataclass(frozen=True, slots=True)
class SetupUnit:
    """Something that is set up: where, how often, and the record it is, if the rules know it as one."""

    at: str
    count: int
    value: RecordValue | None
    note: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position to start from, and what stands where."""

    id: str
    title: dict[str, str]
    sections: tuple[str, ...]
    variants: tuple[str, ...]
    position: Position
    setup: tuple[SetupUnit, ...]


def read_scenarios(program: Program, raw: list[RawScenario]) -> tuple[dict[str, Scenario], list[Diagnostic]]:
    """The scenarios of a game, and what in them does not fit the rules."""
    found: list[Diagnostic] = []
    scenarios: dict[str, Scenario] = {}
    for item in raw:
        reader = _ScenarioReader(program, item, found)
        scenario = reader.scenario()
        if scenario.id in scenarios:
            reader.report(f"two scenarios are called `{scenario.id}`", ["id"])
        scenarios.setdefault(scenario.id, scenario)
    return scenarios, found


class _ScenarioReader:
    def __init__(self, program: Program, raw: RawScenario, found: list[Diagnostic]) -> None:
        self.program, self.raw, self.found = program, raw, found
        self.run = Interpreter(program)

    def report(self, message: str, steps: list[Any], help_text: str = "") -> None:
        """Add a finding at the line that `steps` lead to."""
        span: Span = place_of(self.raw.data, steps, self.raw.shown)
        self.found.append(Diagnostic(codes.BAD_SCENARIO, message, span, help=help_text))

    def scenario(self) -> Scenario:
        """The scenario, as far as it can be read."""
        data = self.raw.data
        if data["id"] != self.raw.stem:
            self.report(f"the file is called `{self.raw.stem}`, and the scenario `{data['id']}`", ["id"], "rename one")
        for number, name in enumerate(data.get("variants", [])):
            self._switch(str(name), number)
        for key, value in data["position"].items():
            self._fact(str(key), value)
        setup = tuple(self._piece(part, number) for number, part in enumerate(data.get("setup", [])))
        return Scenario(
            str(data["id"]),
            {str(language): str(text) for language, text in data["title"].items()},
            tuple(map(str, data.get("sections", []))),
            tuple(map(str, data.get("variants", []))),
            self.run.position,
            setup,
        )

    def _switch(self, name: str, number: int) -> None:
        known = [n for n, item in self.program.callables.items() if isinstance(item, Fact) and item.kind == "variant"]
        if name in known:
            self.run.set_fact(name, (), True)
        elif name not in self.program.broken:
            close = nearest(name, known)
            hint = f"did you mean `{close}`?" if close else "declare it with `variant`"
            self.report(f"there is no variant `{name}`", ["variants", number], hint)

    def _fact(self, key: str, value: Any) -> None:
        name = key.partition("(")[0].strip()
        if name in self.program.broken:
            return
        try:
            fact, arguments = read_fact(self.program, key)
            self.run.set_fact(fact.name, arguments, self._value(value, fact.result, key))
        except QueryError as wrong:
            self.report(str(wrong), ["position", key])

    def _value(self, data: Any, type_: Type, name: str) -> Value:
        """A value of the rules, from one of YAML.

        Raises:
            QueryError: if it is none of the type.
        """
        if isinstance(type_, ListType) and isinstance(data, list):
            return tuple(self._value(item, type_.item, name) for item in data)
        if isinstance(type_, RecordType) and isinstance(data, dict):
            return self._record(data, type_, name)
        if isinstance(data, bool) and isinstance(type_, BoolType):
            return data
        if isinstance(data, int) and not isinstance(data, bool) and is_integer(type_):
            return read_value(self.program, str(data), type_, name)
        if isinstance(data, dict | list) or data is None:
            raise QueryError(f"`{name}` must be of `{type_}`")
        return read_value(self.program, str(data), type_, name)

    def _record(self, data: dict[Any, Any], type_: RecordType, name: str) -> RecordValue:
        known = dict(type_.fields)
        for key in data:
            if str(key) not in known:
                close = nearest(str(key), list(known))
                hint = f": did you mean `{close}`?" if close else ""
                raise QueryError(f"`{type_.name}` has no field `{key}`{hint}")
        values = {**dict(type_.defaults), **{str(k): self._value(v, known[str(k)], str(k)) for k, v in data.items()}}
        missing = [field for field in known if field not in values]
        if missing:
            raise QueryError(f"`{missing[0]}` is missing in `{name}`, which is a `{type_.name}`")
        return RecordValue(type_.name, tuple((field, values[field]) for field in known))

    def _piece(self, data: dict[str, Any], number: int) -> SetupUnit:
        value: RecordValue | None = None
        info = self.program.types.get(str(data.get("type", "")))
        if "type" in data and info is None:
            known = [name for name, other in self.program.types.items() if isinstance(other.type, RecordType)]
            close = nearest(str(data["type"]), known)
            self.report(
                f"there is no record `{data['type']}`",
                ["setup", number, "type"],
                f"did you mean `{close}`?" if close else "declare it with `record`",
            )
        if info is not None and isinstance(info.type, RecordType):
            try:
                value = self._record(dict(data.get("place", {})), info.type, info.type.name)
            except QueryError as wrong:
                self.report(str(wrong), ["setup", number, *(["place"] if "place" in data else [])])
        return SetupUnit(str(data["at"]), int(data.get("count", 1)), value, str(data.get("note", "")))
