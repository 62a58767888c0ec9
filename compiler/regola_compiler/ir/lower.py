"""The intermediate representation: a checked program as plain data.

It is what the emitters read and what `regola build --ir` writes, valid by `schemas/ir.schema.json`.
Spans are gone, names and types are explicit, and nothing needs looking up: an emitter for another
language needs this file alone. Values are numbers, truth values, `{"fraction": "1/2"}`,
`{"member": "3-1", "of": "Odds", "index": 3}`, `{"handle": "0812", "of": "Hex"}`, `{"record": …}` or lists.

What speaks of positions is lowered in declarations.py. A function whose answer rests on the position has `position`
true.
"""

from __future__ import annotations

from collections.abc import Mapping

from regola_dsl.source import NOWHERE

from regola_compiler.evaluate.scenarios import Scenario
from regola_compiler.evaluate.sequences import unrolled
from regola_compiler.ir.declarations import (
    lower_action,
    lower_assumption,
    lower_choice,
    lower_fact,
    lower_path,
    lower_phase,
    lower_rule,
)
from regola_compiler.ir.expressions import (
    Json,
    lower_anchors,
    lower_expression,
    lower_lets,
    lower_optional,
    lower_texts,
    lower_type,
    lower_value,
)
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Dimension,
    Fact,
    Modifiers,
    Path,
    Program,
    Rule,
    Table,
    TypeInfo,
)
from regola_compiler.model.types import PERMISSION, EnumType, HandleType, ListType, RecordType
from regola_compiler.model.visitor import state_independent
from regola_compiler.project.game import Game

VERSION = 2


def lower(program: Program, game: Game, scenarios: Mapping[str, Scenario] | None = None) -> Json:
    """The representation of a program that has no errors."""
    steady = state_independent(program)
    rows = [item.result for item in program.callables.values() if isinstance(item, Table | Fact)]
    inner = [type_.item if isinstance(type_, ListType) else type_ for type_ in rows]
    made = [type_ for type_ in inner if isinstance(type_, RecordType) and type_.name not in program.types]
    return {
        "regola": VERSION,
        "game": game.id,
        "title": dict(game.manifest.get("title", {})),
        "languages": game.languages,
        "types": [_info(info) for info in [*program.types.values(), *built_in(program)]]
        + [_made(type_) for type_ in made],
        "facts": [lower_fact(item) for item in program.callables.values() if isinstance(item, Fact)],
        "functions": [
            {**_function(item), "position": name not in steady}
            for name, item in program.callables.items()
            if not isinstance(item, Fact)
        ],
        "rules": [lower_rule(rule) for rule in program.rules.values()],
        "assumptions": [lower_assumption(assumption) for assumption in program.assumptions.values()],
        "scenarios": [_scenario(scenario, program) for scenario in (scenarios or {}).values()],
        "sequences": [lower_phase(unrolled(sequence)) for sequence in program.sequences.values()],
    }


def built_in(program: Program) -> list[TypeInfo]:
    """The types that are there without being declared, as far as they are used."""
    used = [*program.builtin.values()]
    if any(isinstance(item, Action) for item in program.callables.values()):
        used.append(PERMISSION)
    return [TypeInfo(t, (), (), tuple((m, (), (), NOWHERE) for m in t.members), NOWHERE, NOWHERE) for t in used]


def _scenario(scenario: Scenario, program: Program) -> Json:
    position = []
    for (name, arguments), value in scenario.position.items():
        fact = program.callables[name]
        types = [parameter.type for parameter in fact.parameters]
        listed = [lower_value(part, type_) for part, type_ in zip(arguments, types, strict=True)]
        position.append({"fact": name, "arguments": listed, "value": lower_value(value, fact.result)})
    return {
        "id": scenario.id,
        "title": scenario.title,
        "sections": list(scenario.sections),
        "variants": list(scenario.variants),
        "position": position,
        "setup": [
            {
                "at": piece.at,
                "count": piece.count,
                "note": piece.note,
                "value": None
                if piece.value is None
                else lower_value(piece.value, program.types[piece.value.record].type),
            }
            for piece in scenario.setup
        ],
    }


def _info(info: TypeInfo) -> Json:
    type_ = info.type
    common = {"name": type_.name, "anchors": lower_anchors(info.anchors), "texts": lower_texts(info.texts)}
    parts = {
        name: {"anchors": lower_anchors(anchors), "texts": lower_texts(texts)} for name, anchors, texts, _ in info.parts
    }
    if isinstance(type_, EnumType):
        return {
            "kind": "scale" if type_.ordered else "enum",
            **common,
            "members": [{"label": member, **parts[member]} for member in type_.members],
            "open": [type_.open_below, type_.open_above],
            "ratios": type_.ratios,
            "worths": [str(worth) for worth in type_.worths],
        }
    if isinstance(type_, HandleType):
        return {"kind": "handle", **common}
    return {"kind": "record", **common, "fields": _fields(type_, parts)}


def _made(type_: RecordType) -> Json:
    return {"kind": "record", "name": type_.name, "anchors": [], "texts": {}, "fields": _fields(type_, {})}


def _fields(type_: RecordType, parts: Json) -> list[Json]:
    defaults = dict(type_.defaults)
    return [
        {
            "name": name,
            "type": lower_type(field),
            **({"default": lower_value(defaults[name], field)} if name in defaults else {}),
            **parts.get(name, {"anchors": [], "texts": {}}),
        }
        for name, field in type_.fields
    ]


def _function(item: Rule) -> Json:
    common = {
        "name": item.name,
        "anchors": lower_anchors(item.anchors),
        "texts": lower_texts(item.texts),
        "parameters": [{"name": p.name, "type": lower_type(p.type)} for p in item.parameters],
        "result": lower_type(item.result),
    }
    match item:
        case Definition():
            return {"kind": "define", **common, "body": _clause(item.root)}
        case Table():
            return {"kind": "table", **common, **_table(item)}
        case Action():
            return {"kind": "action", **common, **lower_action(item)}
        case Path():
            return {"kind": "path", **common, **lower_path(item)}
        case Choice():
            return {"kind": "choice", **common, **lower_choice(item)}
        case Fact():
            raise TypeError(item)
        case Modifiers():
            lines = [
                {
                    "name": line.name,
                    "anchors": lower_anchors(line.anchors),
                    "texts": lower_texts(line.texts),
                    "amount": lower_expression(line.amount),
                    "when": lower_optional(line.condition),
                }
                for line in item.lines
            ]
            return {
                "kind": "modifiers",
                **common,
                "unit": item.unit,
                "lets": lower_lets(item.lets),
                "lines": lines,
            }


def _clause(clause: Clause) -> Json:
    return {
        "name": clause.name,
        "anchors": lower_anchors(clause.anchors),
        "texts": lower_texts(clause.texts),
        "when": lower_optional(clause.condition),
        "lets": lower_lets(clause.lets),
        "value": lower_optional(clause.value),
        "over": sorted(clause.over),
        "sequel": clause.sequel,
        "exceptions": [_clause(part) for part in clause.exceptions],
    }


def _table(table: Table) -> Json:
    return {
        "hit": table.hit,
        "dimensions": [_dimension(dimension) for dimension in table.dimensions],
        "outputs": list(table.outputs),
        "rows": [
            {
                "when": [[list(interval) for interval in selector] for selector in row.selectors],
                "then": [lower_expression(output) for output in row.outputs],
                "anchors": lower_anchors(row.anchors),
                "otherwise": row.last,
            }
            for row in table.rows
        ],
        "printed": [list(row) for row in table.shown],
        "grid": table.grid,
    }


def _dimension(dimension: Dimension) -> Json:
    return {
        "label": dimension.label,
        "value": lower_expression(dimension.value),
        "type": lower_type(dimension.type),
        "low": dimension.low,
        "high": dimension.high,
        "below": dimension.below.policy if dimension.below else None,
        "above": dimension.above.policy if dimension.above else None,
    }
