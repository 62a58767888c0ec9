"""`regola list`: what a game declares."""

from __future__ import annotations

from typing import Any

import click

from regola_cli.common import UsageError, echo_json, game_argument, json_option, load

KINDS = tuple(
    "enum scale record type table define exception modifiers state given variant assume action rule sequence phase"
    " path choice scenario example erratum acceptance".split()
)


@click.command("list")
@game_argument
@json_option
@click.option("--kind", default=None, help="Only this kind: table, define, modifiers, example, erratum, enum, …")
def command(game: str, as_json: bool, kind: str | None) -> None:
    """List what a game declares: types, tables, definitions, examples and errata."""
    from regola_compiler.driver import understand

    if kind is not None and kind not in KINDS:
        raise UsageError(f"there is no kind `{kind}`: one of {', '.join(KINDS)}")
    compiled = load(game, understand)
    scenarios = [_row("scenario", item.id, item.sections) for item in compiled.scenarios.values()]
    rows = [row for row in [*_rows(compiled.program), *scenarios] if kind in {None, row["kind"]}]
    if as_json:
        echo_json({"declarations": rows})
        return
    for row in rows:
        parameters = ", ".join(f"{p['name']}: {p['type']}" for p in row["parameters"])
        shape = f"({parameters})" if row["parameters"] else ""
        result = f" -> {row['result']}" if row["result"] and row["kind"] != "action" else ""
        sections = f"  @{', '.join(row['anchors'])}" if row["anchors"] else ""
        click.echo(f"{row['kind']:10} {row['name']}{shape}{result}{sections}")


def _rows(program: Any) -> list[dict[str, Any]]:
    from regola_compiler.model.program import Action, Definition, Fact, Program
    from regola_compiler.model.types import EnumType, HandleType
    from regola_compiler.model.visitor import phases_in

    assert isinstance(program, Program)
    rows = []
    for info in program.types.values():
        kind = "record" if not isinstance(info.type, EnumType) else "scale" if info.type.ordered else "enum"
        rows.append(_row("type" if isinstance(info.type, HandleType) else kind, info.type.name, info.anchors))
    listed: set[str] = set()
    for item in program.callables.values():
        if isinstance(item, Fact) and item.kind in {"phase", "active"}:
            continue
        kind = {"Definition": "define"}.get(type(item).__name__, type(item).__name__.lower())
        if isinstance(item, Fact):
            kind = "table" if item.kind == "absent" else item.kind
        parameters = [{"name": parameter.name, "type": str(parameter.type)} for parameter in item.parameters]
        rows.append(_row(kind, item.name, item.anchors, parameters, str(item.result)))
        if isinstance(item, Definition):
            rows += [_row("exception", f"{item.name}.{part.name}", part.anchors) for part in _exceptions(item.root)]
        for norm in item.norms if isinstance(item, Action) else ():
            for part in _exceptions(norm):
                name = f"{norm.name}.{part.name}"
                if name not in listed:
                    rows.append(_row("exception", name, part.anchors))
                    listed.add(name)
    rows += [_row("rule", rule.name, rule.anchors) for rule in program.rules.values()]
    rows += [_row("assume", item.name, item.anchors) for item in program.assumptions.values()]
    for sequence in program.sequences.values():
        inside = [phase for phase in phases_in(sequence)[1:] if phase.name]
        rows.append(_row("sequence", sequence.name, sequence.anchors))
        rows += [_row("phase", phase.name, phase.anchors) for phase in inside]
    rows += [_row("example", example.name, example.anchors) for example in program.examples.values()]
    rows += [_row("erratum", erratum.name, erratum.anchors) for erratum in program.errata.values()]
    rows += [_row("acceptance", f"{item.code} in {item.declaration}", item.anchors) for item in program.acceptances]
    return rows


def _row(
    kind: str,
    name: str,
    anchors: Any,
    parameters: list[dict[str, str]] | None = None,
    result: str | None = None,
) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "anchors": [anchor if isinstance(anchor, str) else anchor.section for anchor in anchors],
        "parameters": parameters or [],
        "result": result,
    }


def _exceptions(clause: Any) -> list[Any]:
    return [found for part in clause.exceptions for found in [part, *_exceptions(part)]]
