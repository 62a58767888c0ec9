"""A generated module beside rule engines: the same table of 60 cells, the same permission, the same table of 2,000 rows.

Run by `make bench`, or by hand: `python tests/benchmarks/engines.py`. The engines are the extra `bench`; one that is
not installed, or cannot say a thing, is named with the reason. Each is told the facts in the form it likes best,
made beforehand, and must answer as the module does on every sample before it is timed; only the ratios mean anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from by_hand import built, per_call, questions, understood
from regola_compiler.emit.python.oracle import CompiledModule
from support.paths import ROOT
from support.random_table_programs import large_table

RUNS = 3
ROWS = 2_000
FEW = 40  # of how many samples each engine is asked

Facts = dict[str, Any]
Ask = Callable[[Facts], Any]
# By name of a column what it is to be: a range of numbers, or some words.
Row = dict[str, tuple[int, int] | tuple[str, ...]]


class Cannot(Exception):  # noqa: N818  it says what is wrong
    """An engine that cannot say something, or not so that it could be timed."""


@dataclass(frozen=True)
class Question:
    """What is asked: of the module, and as facts; either rows with what they answer, or one condition."""

    name: str
    ours: Callable[..., Any]
    asked: list[tuple[Any, ...]]
    facts: list[Facts]
    wanted: list[Any]
    rows: list[tuple[Row, str]]


def condition(row: Row, equal: str, both: str, words: Callable[[str, tuple[str, ...]], str]) -> str:
    """The condition of a row, in an engine's spelling."""
    parts = []
    for name, cell in row.items():
        if isinstance(cell[0], int):
            parts.append(
                f"{name} >= {cell[0]} {both} {name} <= {cell[1]}" if cell[0] != cell[1] else f"{name} {equal} {cell[0]}"
            )
        else:
            parts.append(words(name, cell))  # type: ignore[arg-type]
    return f" {both} ".join(parts)


def listed(name: str, cell: tuple[str, ...]) -> str:
    """That a fact is one of some words."""
    return f"{name} in [{', '.join(map(repr, cell))}]"


# --- the engines -------------------------------------------------------------------------


def zen(question: Question) -> Ask:
    """A decision table of zen-engine, with its own hit policy `first`."""
    engine = import_module("zen").ZenEngine()
    names = list(question.facts[0])
    rules = []
    for place, (row, answer) in enumerate(question.rows):
        cells = {"_id": str(place), "answer": f'"{answer}"'}
        for name in names:
            cell = row.get(name)
            if cell is None:
                cells[name] = ""
            elif isinstance(cell[0], int):
                cells[name] = f"[{cell[0]}..{cell[1]}]"
            else:
                cells[name] = ", ".join(f'"{word}"' for word in cell)
        rules.append(cells)
    table = {
        "hitPolicy": "first",
        "inputs": [{"id": name, "name": name, "type": "expression", "field": name} for name in names],
        "outputs": [{"id": "answer", "name": "answer", "type": "expression", "field": "answer"}],
        "rules": rules,
    }
    nodes = [
        {"id": "in", "name": "in", "type": "inputNode", "content": {}},
        {"id": "table", "name": "table", "type": "decisionTableNode", "content": table},
        {"id": "out", "name": "out", "type": "outputNode", "content": {}},
    ]
    edges = [
        {"id": "1", "sourceId": "in", "targetId": "table", "type": "edge"},
        {"id": "2", "sourceId": "table", "targetId": "out", "type": "edge"},
    ]
    decision = engine.create_decision({"nodes": nodes, "edges": edges})
    return lambda facts: decision.evaluate(facts)["result"].get("answer")


def rule_engine(question: Question) -> Ask:
    """A rule of rule-engine for each row, asked one after the other."""
    rule = import_module("rule_engine").Rule
    rows = [(rule(condition(row, "==", "and", listed)), answer) for row, answer in question.rows]
    return lambda facts: next((answer for one, answer in rows if one.matches(facts)), None)


def business_rules(question: Question) -> Ask:
    """A rule of business-rules for each row, of which the first stops."""
    variables, actions = import_module("business_rules.variables"), import_module("business_rules.actions")
    run_all = import_module("business_rules").run_all
    fields = import_module("business_rules.fields")
    own: dict[str, Any] = {}
    for name, value in question.facts[0].items():
        kind = variables.numeric_rule_variable if isinstance(value, int) else variables.string_rule_variable

        def read(self: Any, of: str = name) -> Any:
            return self.facts[of]

        read.__name__ = name
        own[name] = kind()(read)
    shape = type(
        "Shape", (variables.BaseVariables,), {**own, "__init__": lambda self, facts: setattr(self, "facts", facts)}
    )

    @actions.rule_action(params={"answer": fields.FIELD_TEXT})
    def say(self: Any, answer: str) -> None:
        self.found = answer

    doing = type("Doing", (actions.BaseActions,), {"say": say, "found": None})
    rules = []
    for row, answer in question.rows:
        parts: list[Any] = []
        for name, cell in row.items():
            if isinstance(cell[0], int):
                parts.append({"name": name, "operator": "greater_than_or_equal_to", "value": cell[0]})
                parts.append({"name": name, "operator": "less_than_or_equal_to", "value": cell[1]})
            else:
                parts.append({"any": [{"name": name, "operator": "equal_to", "value": word} for word in cell]})
        rules.append({"conditions": {"all": parts}, "actions": [{"name": "say", "params": {"answer": answer}}]})

    def ask(facts: Facts) -> Any:
        done = doing()
        run_all(rules, shape(facts), done, stop_on_first_trigger=True)
        return done.found

    return ask


def cedarpy(question: Question) -> Ask:
    """A policy of Cedar for each row; which answers is read from the policies that decided."""
    cedar = import_module("cedarpy")

    def words(name: str, cell: tuple[str, ...]) -> str:
        return "(" + " || ".join(f'{name} == "{word}"' for word in cell) + ")"

    policies = cedar.PolicySet if hasattr(cedar, "PolicySet") else str
    text = []
    for row, answer in question.rows:
        held = condition({f"context.{name}": cell for name, cell in row.items()}, "==", "&&", words)
        text.append(f'@answer("{answer}")\npermit(principal, action, resource) when {{ {held} }};')
    answers = {f"policy{place}": answer for place, (_, answer) in enumerate(question.rows)}
    try:
        whole = policies("\n".join(text))
    except TypeError:
        whole = "\n".join(text)
    who = {"principal": 'P::"p"', "action": 'Action::"a"', "resource": 'R::"r"'}

    def ask(facts: Facts) -> Any:
        found = cedar.is_authorized({**who, "context": facts}, whole, [])
        reasons = list(found.diagnostics.reasons)
        return answers[reasons[0]] if reasons else None

    return ask


def durable_rules(question: Question) -> Ask:
    """It keeps what it was told and acts on it: no way was found to put one question after the other to it."""
    import_module("durable.lang")
    raise Cannot("it acts on events by side effects; no way was found here to tell which answer is to which question")


ENGINES: dict[str, Callable[[Question], Ask]] = {
    "zen-engine": zen,
    "rule-engine": rule_engine,
    "business-rules": business_rules,
    "cedarpy": cedarpy,
    "durable_rules": durable_rules,
}


# --- what is asked -----------------------------------------------------------------------


def results_table(caucasus: Any) -> Question:
    """The combat results table of Caucasus: a die, and ten columns of odds."""
    columns = [str(caucasus.Odds.at(place)) for place in range(10)]
    rows: list[tuple[Row, str]] = []
    for die in range(1, 7):
        for place, odds in enumerate(columns):
            answer = str(caucasus.combat_results(die, caucasus.Odds.at(place)))
            rows.append(({"die": (die, die), "odds": (odds,)}, answer))
    random = Random(1)
    asked = [(random.randint(1, 6), caucasus.Odds.at(random.randrange(10))) for _ in range(FEW)]
    facts = [{"die": die, "odds": str(odds)} for die, odds in asked]
    wanted = [str(caucasus.combat_results(*one)) for one in asked]
    return Question("a table of 60 cells", caucasus.combat_results, asked, facts, wanted, rows)


def permission(caucasus: Any, axis: Any) -> Question:
    """May this unit enter (`permission.regola`)? The engines are told what kind of unit and land it is beforehand."""
    asked = questions(caucasus, axis)[-1][4][:FEW]
    near = {axis.Region.chinese, axis.Region.kiangsu_manchuria, axis.Region.kwangtung_itself}
    combat, later = str(axis.Phase("combat_move")), str(axis.Phase("noncombat_move"))
    no, yes = ("no",), ("yes",)

    def told(position: Any, unit: Any, land: Any) -> Facts:
        def said(value: object) -> str:
            return "yes" if value else "no"

        branch = axis.unit_profile(unit.kind).branch
        return {
            "phase": str(position.phase),
            "own": said(position.active == unit.owner),
            "far": said(unit.owner == axis.Power.china and land.region not in near),
            "status": str(land.status),
            "kind": str(unit.kind),
            "branch": str(branch),
            "loaded": said(unit.cargo and unit.aboard_since_before),
            "rested": said(unit.deed in (axis.Deed.rested, axis.Deed.moved_later)),
            "captured": said(unit.just_captured),
        }

    plain: Row = {"own": yes, "far": no}
    plain["status"] = tuple(str(one) for one in axis.Status if one != axis.Status.neutral)
    kinds = [one for one in axis.Kind if one != axis.Kind.complex and axis.unit_profile(one).branch != axis.Branch.sea]
    others = tuple(str(one) for one in kinds if one != axis.Kind.aa_gun)
    gun, air, ground = (str(axis.Kind.aa_gun),), (str(axis.Branch.air),), (str(axis.Branch.land),)
    calm = tuple(str(one) for one in axis.Status if one not in (axis.Status.neutral, axis.Status.hostile))
    branches = tuple({str(axis.unit_profile(one).branch) for one in kinds} - {*air})
    friendly: Row = {**plain, "phase": (later,), "rested": yes, "status": calm}
    rows: list[tuple[Row, str]] = [
        ({**plain, "phase": (combat,), "kind": others}, "yes"),
        ({**plain, "phase": (combat,), "kind": gun, "loaded": yes}, "yes"),
        ({**plain, "phase": (later,), "branch": air, "kind": others}, "yes"),
        ({**friendly, "branch": tuple(sorted(branches)), "kind": others}, "yes"),
        ({**friendly, "branch": ground, "kind": gun, "captured": no}, "yes"),
    ]
    wanted = ["yes" if str(axis.enter(*one)) != "forbidden" else None for one in asked]
    return Question("a permission", axis.enter, asked, [told(*one) for one in asked], wanted, rows)


def many_rows() -> Question:
    """A table of five columns that answers everything once."""
    random = Random(ROWS)
    table = large_table(random, 5, ROWS)
    module = CompiledModule(*understood(f"rows{ROWS}", table.text())).module
    words = list(module.Kind)
    rows: list[tuple[Row, str]] = []
    for row in table.cells:
        cells: Row = {}
        for name, cell in zip("abcde", row, strict=True):
            cells[name] = tuple(str(words[one]) for one in sorted(cell)) if isinstance(cell, frozenset) else cell
        one = [words[min(cell)] if isinstance(cell, frozenset) else cell[0] for cell in row]
        rows.append((cells, str(module.t(*one))))
    asked = [tuple(random.choice(words) if i % 2 else random.randint(0, 999) for i in range(5)) for _ in range(FEW)]
    facts = [
        {name: value if isinstance(value, int) else str(value) for name, value in zip("abcde", one, strict=True)}
        for one in asked
    ]
    return Question(f"a table of {ROWS:,} rows", module.t, asked, facts, [str(module.t(*one)) for one in asked], rows)


# --- timing ------------------------------------------------------------------------------


def compared(question: Question) -> None:
    """Print how long each takes, and how many times the module's time that is."""
    ours = min(per_call(question.ours, question.asked, 50) for _ in range(RUNS))
    print(f"| {question.name} | Regola | {ours:,.2f} us | 1 |", flush=True)
    for name, made in ENGINES.items():
        try:
            ask = made(question)
            found = [ask(facts) for facts in question.facts]
        except ImportError:
            print(f"| {question.name} | {name} | not installed | |", flush=True)
            continue
        except Cannot as why:
            print(f"| {question.name} | {name} | cannot: {why} | |", flush=True)
            continue
        if found != question.wanted:
            wrong = sum(one != other for one, other in zip(found, question.wanted, strict=True))
            print(f"| {question.name} | {name} | answers {wrong} of {len(found)} otherwise | |", flush=True)
            continue
        samples = [(facts,) for facts in question.facts]
        theirs = min(per_call(ask, samples, 1) for _ in range(RUNS))
        print(f"| {question.name} | {name} | {theirs:,.2f} us | {theirs / ours:,.0f} |", flush=True)


def main() -> None:
    """Print the table; the aim is to be faster than each in each."""
    print("| | engine | an answer | x Regola (aim: above 1) |\n|---|---|--:|--:|", flush=True)
    caucasus, axis = built(ROOT / "games" / "caucasus"), built(Path(__file__).parent / "permission.regola")
    for question in (results_table(caucasus), permission(caucasus, axis), many_rows()):
        compared(question)


if __name__ == "__main__":
    main()
