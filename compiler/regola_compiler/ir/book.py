"""What a book says beside its rules, lowered: examples, errata, scenarios, sections and the order they come in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from regola_dsl.tree import Texts

from regola_compiler.evaluate.setup.scenarios import Scenario
from regola_compiler.ir import tree, types
from regola_compiler.ir.expressions import (
    lower_all,
    lower_expression,
    lower_lets,
    lower_optional,
    lower_value,
    told,
)
from regola_compiler.model.names import last_part
from regola_compiler.model.program import (
    Acceptance,
    Action,
    Clause,
    Definition,
    DoLine,
    Erratum,
    Example,
    ExampleLine,
    Expectation,
    Expr,
    GivenLine,
    Modifiers,
    Norm,
    PlayLine,
    Program,
    PutUp,
    Rule,
    SetupLine,
    Statement,
    Table,
    WithLine,
)
from regola_compiler.model.visitor import phases_in
from regola_compiler.project.glossary import Glossary

_RUNS = re.compile(r"[0-9]+|[^0-9.]+")


def book_order(section: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts sections as a book does, numbers first.

    >>> sorted(["9", "8.10", "intro", "8.3"], key=book_order)
    ['8.3', '8.10', '9', 'intro']
    """
    runs = []
    for run in _RUNS.findall(section):
        if run[0] in "0123456789":
            # Compared by length first: no number is too long to be one.
            digits = run.lstrip("0")
            runs.append((0, len(digits), digits))
        else:
            runs.append((1, 0, run.casefold()))
    return tuple(runs) or ((2, 0, ""),)


def chapter(section: str) -> str:
    """The chapter a section belongs to: what stands before its first dot or slash."""
    return re.split(r"[./]", section, maxsplit=1)[0] or section


def tables_in_order(program: Program) -> tuple[str, ...]:
    """The names of the tables and modifiers, in the order in which the book prints them, the unplaced last."""
    found = [item for item in program.callables.values() if isinstance(item, Table | Modifiers)]
    return tuple(
        item.name
        for item in sorted(found, key=lambda item: book_order(item.anchors[0].section if item.anchors else ""))
    )


def lower_sections(titles: Mapping[str, Mapping[str, str]]) -> tuple[tree.Section, ...]:
    """The sections of the book, from their titles by language and by section, in the order of the book."""
    found: dict[str, dict[str, str]] = {}
    for language, sections in titles.items():
        for section, title in sections.items():
            found.setdefault(section, {})[language] = title
    order = sorted(found, key=book_order)
    return tuple(tree.Section(one, chapter(one), is_chapter(one), found[one]) for one in order)


def lower_terms(glossary: Glossary) -> tuple[tree.Term, ...]:
    """The concepts of a glossary, in the order of its file."""
    return tuple(
        tree.Term(
            concept.id,
            {
                language: tree.Forms(terms.preferred, terms.variants, terms.abbreviations, terms.note)
                for language, terms in concept.terms.items()
            },
            concept.declares or "",
        )
        for concept in glossary.concepts
    )


def is_chapter(section: str) -> bool:
    """Whether a section is a whole chapter: `9`, or `9.0` as some books number it.

    >>> [is_chapter(section) for section in ("9", "9.0", "9.1", "intro", "intro/aims")]
    [True, True, False, True, False]
    """
    return section in {chapter(section), f"{chapter(section)}.0"}


def lower_example(example: Example) -> tree.Example:
    """A worked example."""
    return tree.Example(
        name=example.name,
        lets=lower_lets(example.lets),
        lines=tuple(map(_line, example.lines)),
        **told(example.anchors, example.texts),
    )


def _line(line: ExampleLine) -> tree.Expectation:
    """A line of an example. The name of a scenario or of a phase stands where others have their expression."""
    match line:
        case SetupLine():
            return tree.Expectation(line.outcome, tree.Var(line.scenario))
        case PlayLine() if line.arguments:
            played = tree.Call(line.phase, lower_all(line.arguments))
            return tree.Expectation(line.outcome, played, _rolled(line.rolled))
        case PlayLine():
            return tree.Expectation(line.outcome, tree.Var(line.phase), _rolled(line.rolled))
        case WithLine():
            return tree.Expectation(line.outcome, tree.ListOf(tuple(map(_put_up, line.pieces))))
        case DoLine():
            return tree.Expectation(line.outcome, lower_expression(line.expression), _rolled(line.rolled))
        case Expectation() | GivenLine():
            return tree.Expectation(line.outcome, lower_expression(line.expression))
        case _:
            assert_never(line)


def _rolled(pairs: tuple[tuple[Expr, Expr], ...]) -> tuple[tuple[tree.Expr, tree.Expr], ...]:
    return tuple((lower_expression(die), lower_expression(value)) for die, value in pairs)


def _put_up(piece: PutUp) -> tree.Make:
    """A piece that stands there, as if it were a record: its name, and what is said of its facts."""
    facts = {last_part(name): lower_expression(value) for name, value in piece.facts}
    return tree.Make(piece.type, {"": tree.Const(types.HandleValue(piece.name, piece.type)), **facts})


def lower_erratum(erratum: Erratum, program: Program) -> tree.Erratum:
    """An erratum, with the names of the declarations that can be asked and stand by it."""
    owners = program.ruled.get(erratum.name, [])
    rules = [program.rules[owner].actions if owner in program.rules else (owner,) for owner in owners]
    decides = dict.fromkeys(name for names in rules for name in names if name in program.callables)
    return tree.Erratum(
        name=erratum.name,
        statements=tuple(_claim(statement) for statement in erratum.statements),
        ruling=tree.Ruling(settled=erratum.settled, **told(erratum.ruling, erratum.reason)),
        overruled=erratum.overruled,
        decides=tuple(decides),
        words=tree.Told(**told((), erratum.words)) if erratum.words else None,
        **told(erratum.anchors, erratum.texts),
    )


def _claim(statement: Statement) -> tree.Claim:
    return tree.Claim(
        claim=lower_optional(statement.claim),
        given=lower_all(statement.given),
        setup=statement.setup,
        silent=statement.silent,
        **told(statement.anchors, statement.texts),
    )


def lower_acceptance(acceptance: Acceptance) -> tree.Acceptance:
    """A finding that is accepted."""
    return tree.Acceptance(
        code=acceptance.code, declaration=acceptance.declaration, **told(acceptance.anchors, acceptance.reason)
    )


def lower_scenario(scenario: Scenario, program: Program) -> tree.Scenario:
    """A position to start from."""
    position = []
    for (name, arguments), value in scenario.position.items():
        fact = program.callables[name]
        pairs = zip(arguments, fact.parameters, strict=True)
        listed = tuple(lower_value(part, parameter.type) for part, parameter in pairs)
        position.append(tree.Assignment(name, listed, lower_value(value, fact.result)))
    setup = []
    for unit in scenario.setup:
        known = None if unit.value is None else lower_value(unit.value, program.types[unit.value.record].type)
        setup.append(tree.SetupUnit(unit.at, unit.count, unit.note, known))
    return tree.Scenario(
        scenario.id, scenario.title, scenario.sections, scenario.variants, tuple(position), tuple(setup)
    )


def languages_of_texts(program: Program, declared: list[str]) -> tuple[str, ...]:
    """The languages that texts are written in: the declared ones first, then any other in the order they come.

    Of a program without texts those that are declared.
    """
    written = list(dict.fromkeys(text.language for texts in _all_texts(program) for text in texts))
    return tuple(dict.fromkeys([*(tag for tag in declared if tag in written or not written), *written]))


def _all_texts(program: Program) -> Iterator[Texts]:
    yield from program.labels.values()
    for info in program.types.values():
        yield info.texts
        yield from (texts for _, _, texts, _ in info.parts)
    for item in program.callables.values():
        yield item.texts
        yield from _texts_inside(item)
    for sequence in program.sequences.values():
        for phase in phases_in(sequence):
            yield from (phase.texts, *(roll.texts for roll in phase.rolls), *(end.texts for end in phase.endings))
    yield from (event.texts for event in program.events.values())
    yield from (assumption.texts for assumption in program.assumptions.values())
    yield from (acceptance.reason for acceptance in program.acceptances)
    yield from (example.texts for example in program.examples.values())
    for erratum in program.errata.values():
        yield from (erratum.texts, erratum.reason, *(statement.texts for statement in erratum.statements))


def _texts_inside(rule: Rule) -> Iterator[Texts]:
    """The texts of the named parts of a rule."""
    match rule:
        case Modifiers():
            yield from (line.texts for line in rule.lines)
        case Table():
            yield from (row.texts for row in rule.rows)
        case Definition():
            yield from (part.texts for part in _below(rule.root))
        case Action():
            yield from (guard.texts for guard in rule.guards if guard.kind in {"requires", "limit"})
            yield from (roll.texts for roll in rule.rolls)
            yield from (part.texts for norm in rule.norms for part in (norm, *_below(norm)))


def _below(part: Clause | Norm) -> Iterator[Clause | Norm]:
    for exception in part.exceptions:
        yield exception
        yield from _below(exception)
