"""Scenarios: positions to start from, read from YAML and held against the rules."""

from __future__ import annotations

from typing import Any

from regola_dsl.diagnostics import Diagnostic, Missing, listed_few, meant, nearest
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import message_of, say

from regola_compiler.evaluate import codes
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.pieces import PLACE
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.reading import QueryError, read_fact
from regola_compiler.evaluate.setup.components import Components
from regola_compiler.evaluate.setup.printed import called_so
from regola_compiler.evaluate.setup.values import record_of, value_of
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Handle, HandleType, RecordType, RecordValue, Type, UnionType
from regola_compiler.project.game import RawScenario
from regola_compiler.project.yaml_file import place_of

NO_COMPONENTS = Components()


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


def read_scenarios(
    program: Program, raw: list[RawScenario], components: Components = NO_COMPONENTS
) -> tuple[dict[str, Scenario], list[Diagnostic]]:
    """The scenarios of a game, and what in them does not fit the rules, its counters and its maps.

    Where rules put up their pieces themselves and there is one map, no file of a scenario need say that it is laid.
    """
    found: list[Diagnostic] = []
    scenarios: dict[str, Scenario] = {}
    if not raw and program.setup and len(components.maps) == 1:
        [(name, printed)] = components.maps.items()
        scenarios[name] = Scenario(name, components.titles[name], (), (), {**components.counters, **printed}, ())
    for item in raw:
        reader = _ScenarioReader(program, item, found, components)
        scenario = reader.scenario()
        if scenario.id in scenarios:
            reader.report(say("two scenarios are called `{id}`", id=scenario.id), ["id"])
        scenarios.setdefault(scenario.id, scenario)
    return scenarios, found


class _ScenarioReader:
    def __init__(
        self, program: Program, raw: RawScenario, found: list[Diagnostic], components: Components = NO_COMPONENTS
    ) -> None:
        self.program, self.raw, self.found, self.components = program, raw, found, components
        self.map = self._map()
        self.run = Interpreter(program, {**components.counters, **components.maps.get(self.map or "", {})})
        # Where each counter was placed: the number of the line.
        self.placed: dict[Handle, int] = {}

    def report(self, message: str, steps: list[Any], help_text: str = "", *, missing: Missing | None = None) -> None:
        """Add a finding at the line that `steps` lead to; `missing` is what nothing declares, if it is about that."""
        span: Span = place_of(self.raw.data, steps, self.raw.shown)
        self.found.append(Diagnostic(codes.BAD_SCENARIO, message, span, help=help_text, missing=missing))

    def _map(self) -> str | None:
        """The map that a scenario is played on: the one it names, or the only one there is."""
        known = list(self.components.maps)
        told = self.raw.data.get("map")
        if told is None:
            if len(known) > 1:
                listed = ", ".join(f"`{name}`" for name in known)
                self.report(
                    say("the scenario does not say its map, and there are {listed}", listed=listed),
                    [],
                    say("write `map: {known}`", known=known[0]),
                )
            return known[0] if len(known) == 1 else None
        if str(told) not in known:
            close = nearest(str(told), known)
            hint = meant(close, say("write it under `maps/`"))
            self.report(say("there is no map `{told}`", told=told), ["map"], hint, missing=Missing("map", str(told)))
            return None
        return str(told)

    def scenario(self) -> Scenario:
        """The scenario, as far as it can be read."""
        data = self.raw.data
        if data["id"] != self.raw.stem:
            self.report(
                say("the file is called `{stem}`, and the scenario `{data}`", stem=self.raw.stem, data=data["id"]),
                ["id"],
                say("rename one"),
            )
        for number, name in enumerate(data.get("variants", [])):
            self._switch(str(name), number)
        for key, value in data.get("position", {}).items():
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
            hint = meant(close, say("declare it with `variant`"))
            self.report(
                say("there is no variant `{name}`", name=name),
                ["variants", number],
                hint,
                missing=Missing("variant", name),
            )

    def _fact(self, key: str, value: Any) -> None:
        name = key.partition("(")[0].strip()
        if name in self.program.broken:
            return
        try:
            fact, arguments = read_fact(self.program, key)
            self.run.set_fact(fact.name, arguments, value_of(self.program, value, fact.result, key))
        except QueryError as wrong:
            self.report(message_of(wrong), ["position", key], missing=wrong.missing)

    def _piece(self, data: dict[str, Any], number: int) -> SetupUnit:
        if "counter" in data:
            return self._counters(data, number)
        value: RecordValue | None = None
        info = self.program.types.get(str(data.get("type", "")))
        if "type" in data and info is None:
            known = [name for name, other in self.program.types.items() if isinstance(other.type, RecordType)]
            close = nearest(str(data["type"]), known)
            self.report(
                say("there is no record `{data}`", data=data["type"]),
                ["setup", number, "type"],
                meant(close, say("declare it with `record`")),
                missing=Missing("record", str(data["type"])),
            )
        if info is not None and isinstance(info.type, RecordType):
            try:
                value = record_of(self.program, dict(data.get("place", {})), info.type, info.type.name)
            except QueryError as wrong:
                steps = ["setup", number, *(["place"] if "place" in data else [])]
                self.report(message_of(wrong), steps, missing=wrong.missing)
        return SetupUnit(str(data["at"]), int(data.get("count", 1)), value, str(data.get("note", "")))

    # --- counters ---

    def _counters(self, data: dict[str, Any], number: int) -> SetupUnit:
        """Place a counter of the sheet, or the next few of a line of it, and say what else is so of them."""
        label, at = str(data["counter"]), str(data["at"])
        unit = SetupUnit(at, int(data.get("count", 1)), None, str(data.get("note", "")) or label)
        chosen = self._chosen(label, unit.count, number)
        for handle in chosen:
            self.placed[handle] = number
            self._tell(handle, PLACE, data["at"], ["setup", number, "at"])
            for key, value in data.get("place", {}).items():
                self._tell(handle, str(key), value, ["setup", number, "place", key])
        return unit

    def _chosen(self, label: str, count: int, number: int) -> list[Handle]:
        """The counters that a line of a scenario speaks of."""
        steps = ["setup", number, "counter"]
        listed = self.components.lines
        type_ = self.program.individuals.get(label)
        by_name = Handle(type_, label) if type_ else None
        if label in listed and (by_name is None or count > 1 or len(listed[label]) > 1):
            left = [handle for handle in listed[label] if handle not in self.placed]
            if len(left) < count:
                has = len(listed[label])
                self.report(
                    say(
                        "the sheet has {has} of `{label}`, and {placed} are placed",
                        has=has,
                        label=label,
                        placed=has - len(left) + count,
                    ),
                    steps,
                    say("place fewer of them, or put more on the sheet"),
                    missing=Missing("counter", label),
                )
            return left[:count]
        if by_name is None or not any(by_name in line for line in listed.values()):
            known = [*listed, *(handle.text for line in listed.values() for handle in line)]
            printed = called_so(self.program, label, known)
            close = nearest(label, known) or (printed[0] if len(printed) == 1 else None)
            hint = meant(close, listed_few(list(listed)) or say("put it on a sheet under `counters/`"))
            self.report(
                say("no sheet has a counter `{label}`", label=label), steps, hint, missing=Missing("counter", label)
            )
            return []
        if by_name in self.placed:
            before = place_of(self.raw.data, ["setup", self.placed[by_name]], self.raw.shown)
            self.report(
                say("`{label}` is placed twice: at line {line}, and here", label=label, line=before.line),
                steps,
                say("keep one of the two"),
                missing=Missing("counter", label),
            )
            return []
        return [by_name]

    def _tell(self, handle: Handle, key: str, data: Any, steps: list[Any]) -> None:
        """What a scenario says of a counter: a fact that the play keeps."""
        info = self.program.pieces[handle.type]
        fact = self.program.callables.get(f"{handle.type}.{key}") or self.program.callables.get(key)
        if not isinstance(fact, Fact) or len(fact.parameters) != 1 or str(fact.parameters[0].type) != handle.type:
            known = [name.partition(".")[2] for name in (*info.printed, *info.states)]
            close = nearest(key, known)
            hint = meant(close, say("declare it: `state {key}: …` in `{handle}`", key=key, handle=handle.type))
            missing = Missing("field", key, handle.type)
            self.report(
                say("`{handle}` has no field `{key}`", handle=handle.type, key=key), steps, hint, missing=missing
            )
            return
        if fact.name in info.printed:
            self.report(
                say("`{key}` is printed on `{handle}`, and no scenario changes it", key=key, handle=handle.text),
                steps,
                say("leave it out"),
            )
            return
        if (elsewhere := self._of_another_map(data, fact.result)) is not None:
            self.report(elsewhere, steps, say("choose another place, or another map"))
            return
        try:
            self.run.set_fact(fact.name, (handle,), value_of(self.program, data, fact.result, key))
        except QueryError as wrong:
            self.report(message_of(wrong), steps, missing=wrong.missing)

    def _of_another_map(self, data: Any, type_: Type) -> str | None:
        """That a place is not on the map of this scenario, if it is none."""
        options = type_.options if isinstance(type_, UnionType) else (type_,)
        place = Handle(self.program.individuals.get(str(data), ""), str(data))
        info = self.program.pieces.get(place.type)
        if info is None or info.kind != "place" or self.map is None:
            return None
        if not any(isinstance(option, HandleType) and option.name == place.type for option in options):
            return None
        on = self.components.map_of(place)
        if self.map in on or not on:
            return None
        return say(
            "`{place}` is on the map `{on}`, and this scenario is played on `{map}`",
            place=place.text,
            on=on[0],
            map=self.map,
        )
