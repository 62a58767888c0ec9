"""From surface trees to the model: every name looked up, every type held, in three passes.

First the types, then how each definition and table looks from outside, then the bodies. A
declaration whose body has a mistake is left out of `Program.callables` and named in
`Program.broken`, so that the checks speak only of what is whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.source import Span

from regola_compiler import codes
from regola_compiler.closing import break_cycles, spread
from regola_compiler.declared import declare_types, type_of, unsure
from regola_compiler.expressions import BUILTINS, resolve
from regola_compiler.model import (
    Apply,
    Clause,
    Definition,
    Erratum,
    Example,
    Expectation,
    Expr,
    Let,
    Logic,
    Modifier,
    Modifiers,
    Parameter,
    Program,
    Statement,
)
from regola_compiler.scope import Names, Scope, Signature, given
from regola_compiler.tables import resolve_table
from regola_compiler.types import (
    BOOL,
    INT,
    IntType,
    ListType,
    RecordType,
    Type,
    is_integer,
)


def resolve_program(
    declarations: Sequence[tree.Declaration], lost: frozenset[str] = frozenset()
) -> tuple[Program, list[Diagnostic]]:
    """The model of all `declarations`, and what is wrong with their names and types.

    `lost` are words that stand in declarations which could not be read.
    """
    names, program = Names(lost=lost), Program()
    kept = _unique(declarations, names)
    declare_types(kept, names)
    program.types = names.types
    for node in kept:
        if isinstance(node, tree.Table | tree.Modifiers | tree.Define):
            names.signatures[node.name.text] = _signature(node, names)
    elsewhere = _elsewhere(kept, names)
    for node in kept:
        before = names.count()
        if isinstance(node, tree.Table):
            _hold_rulings(node, kept, names)
            signature = names.signatures[node.name.text]
            item = (
                signature.result.item
                if node.hit == "all" and isinstance(signature.result, ListType)
                else signature.result
            )
            table = resolve_table(node, signature.parameters, item, names)
            if table is not None:
                program.callables[node.name.text] = table
        elif isinstance(node, tree.Modifiers):
            program.callables[node.name.text] = _modifiers(node, names)
        elif isinstance(node, tree.Define):
            program.callables[node.name.text] = _define(node, elsewhere.get(node.name.text, []), names)
        elif isinstance(node, tree.Example):
            program.examples[node.name.text] = _example(node, names)
        elif isinstance(node, tree.Erratum):
            program.errata[node.name.text] = _erratum(node, names)
        known = names.signatures.get(node.name.text) if not isinstance(node, tree.Example | tree.Erratum) else None
        shaky = known is not None and any(unsure(t) for t in (known.result, *(p.type for p in known.parameters)))
        damaged = isinstance(node, tree.Table) and node.damaged
        if names.count() > before or shaky or damaged:
            program.broken.add(node.name.text)
            program.callables.pop(node.name.text, None)
            program.examples.pop(node.name.text, None)
    found = names.finish()
    break_cycles(program, found)
    spread(program)
    return program, found


def _hold_rulings(node: tree.Table, nodes: Sequence[tree.Declaration], names: Names) -> None:
    """The errata that a table's edges name must exist."""
    known = [other.name.text for other in nodes if isinstance(other, tree.Erratum)]
    for beyond in node.beyond:
        if beyond.by and beyond.by.text not in known:
            names.unknown("erratum", beyond.by.text, beyond.by.span, known)


def _unique(declarations: Sequence[tree.Declaration], names: Names) -> list[tree.Declaration]:
    """The declarations whose name is new; types and callables share one list of names."""
    seen: dict[tuple[str, str], Span] = {}
    kept = []
    for node in declarations:
        room = {
            tree.ExceptionRule: "exception",
            tree.Example: "example",
            tree.Erratum: "erratum",
        }.get(type(node), "declaration")
        target = node.target.text if isinstance(node, tree.ExceptionRule) and node.target else ""
        key = (room + target, node.name.text)
        if room == "declaration" and node.name.text in BUILTINS:
            names.report(
                codes.DUPLICATE,
                f"`{node.name.text}` has a meaning of its own already",
                node.name.span,
                help="rename it",
            )
            continue
        if key in seen:
            names.report(
                codes.DUPLICATE,
                f"`{node.name.text}` is declared twice",
                node.name.span,
                "again here",
                related=(Label(seen[key], "first declared here"),),
                help="rename one of them, or remove it",
            )
            continue
        seen[key] = node.name.span
        kept.append(node)
    return kept


def _signature(node: tree.Table | tree.Modifiers | tree.Define, names: Names) -> Signature:
    parameters: list[Parameter] = []
    for field in node.parameters:
        if any(field.name.text == other.name for other in parameters):
            names.report(codes.DUPLICATE, f"parameter `{field.name.text}` stands twice", field.name.span)
            continue
        parameters.append(Parameter(field.name.text, type_of(field.type, names), field.name.span))
    if isinstance(node, tree.Define):
        return Signature(node.name.text, "define", tuple(parameters), type_of(node.result, names), node.name.span)
    if isinstance(node, tree.Modifiers):
        result = type_of(node.result, names) if node.result else _reach(node)
        return Signature(node.name.text, "modifiers", tuple(parameters), result, node.name.span)
    if isinstance(node.result, tuple):
        fields = tuple((field.name.text, type_of(field.type, names)) for field in node.result)
        output: Type = RecordType(f"{node.name.text} row", fields)
    else:
        output = type_of(node.result, names)
    if node.hit == "all":
        output = ListType(output)
    return Signature(node.name.text, "table", tuple(parameters), output, node.name.span)


def _reach(node: tree.Modifiers) -> IntType:
    """The least and the most that printed amounts can add up to; unbounded where one is calculated."""
    amounts = []
    for line in node.lines:
        amount, sign = line.amount, 1
        if isinstance(amount, tree.Operation) and amount.operator == "negate":
            amount, sign = amount.operands[0], -1
        if not isinstance(amount, tree.Number):
            return INT
        amounts.append(sign * amount.numerator)
    return IntType(sum(a for a in amounts if a < 0), sum(a for a in amounts if a > 0))


# --- bodies ------------------------------------------------------------------------------


def _lets(nodes: Sequence[tree.Let], scope: Scope) -> tuple[tuple[Let, ...], Scope]:
    lets = []
    for node in nodes:
        value = resolve(node.value, scope)
        if node.name.text in scope.locals:
            scope.names.report(
                codes.DUPLICATE,
                f"`{node.name.text}` has a meaning here already",
                node.name.span,
                help="choose another name",
            )
        lets.append(Let(node.name.text, value, node.name.span))
        scope = scope.plus(node.name.text, value.type)
    return tuple(lets), scope


def _condition(node: tree.Condition, scope: Scope) -> Expr | None:
    """`when a unless b, c` as one expression: a, and not b, and not c."""
    parts: list[Expr] = [] if node.when is None else [resolve(node.when, scope, BOOL)]
    for unless in node.unless:
        inner = resolve(unless, scope, BOOL)
        parts.append(Apply("not", (inner,), BOOL, inner.span))
    if len(parts) < 2:
        return parts[0] if parts else None
    return Logic("and", tuple(parts), BOOL, parts[0].span.to(parts[-1].span))


def _elsewhere(nodes: Sequence[tree.Declaration], names: Names) -> dict[str, list[tree.ExceptionRule]]:
    """The exceptions that stand alone, by the definition they belong to."""
    homes = {node.name.text: node.name.text for node in nodes if isinstance(node, tree.Define)}
    nested: dict[str, set[str]] = {}

    def gather(home: str, exceptions: tuple[tree.ExceptionRule, ...]) -> None:
        for exception in exceptions:
            nested.setdefault(exception.name.text, set()).add(home)
            gather(home, exception.exceptions)

    others = {n.name.text: n for n in nodes if isinstance(n, tree.Table | tree.Modifiers | tree.Enum | tree.Record)}
    alone = [node for node in nodes if isinstance(node, tree.ExceptionRule)]
    for node in nodes:
        if isinstance(node, tree.Define):
            gather(node.name.text, node.exceptions)
    for _ in alone:  # an exception to an exception to …: each round reaches one step further
        for node in alone:
            if node.target:
                owner = {node.target.text} & set(homes) or nested.get(node.target.text, set())
                nested.setdefault(node.name.text, set()).update(owner)
    found: dict[str, list[tree.ExceptionRule]] = {}
    for node in alone:
        assert node.target is not None
        target = node.target.text
        owners = {homes[target]} if target in homes else nested.get(target, set())
        if len(owners) == 1:
            found.setdefault(next(iter(owners)), []).append(node)
        else:
            candidates = [*homes, *nested]
            if target in others:
                names.report(
                    codes.DANGLING,
                    f"`{target}` is {_noun(others[target])}, and only definitions have exceptions",
                    node.target.span,
                    related=(Label(others[target].name.span, "declared here"),),
                    help="ask it in a definition, and write the exception there",
                )
            elif owners:
                names.report(
                    codes.DANGLING,
                    f"`{target}` is an exception of several definitions: {', '.join(sorted(f'`{o}`' for o in owners))}",
                    node.target.span,
                    help="name the definition",
                )
            else:
                names.unknown("definition or exception", target, node.target.span, candidates)
    return found


def _noun(node: tree.Declaration) -> str:
    nouns = {tree.Table: "a table", tree.Modifiers: "a table of modifiers", tree.Record: "a record"}
    return nouns.get(type(node), "a type")


def _define(node: tree.Define, elsewhere: list[tree.ExceptionRule], names: Names) -> Definition:
    signature = names.signatures[node.name.text]
    scope = given(signature.parameters, names)
    lets, scope = _lets(node.lets, scope)
    value = None if node.value is None else resolve(node.value, scope, signature.result)
    taken: set[str] = set()
    exceptions = _exceptions(node.exceptions, node.name.text, elsewhere, signature.result, scope, taken)
    for outside in elsewhere:
        if outside.name.text not in taken and outside.target and outside.target.text not in taken | {node.name.text}:
            names.unknown("definition or exception", outside.target.text, outside.target.span, sorted(taken))
    root = Clause(
        node.name.text,
        node.anchors,
        node.texts,
        None,
        lets,
        value,
        exceptions,
        False,
        frozenset(),
        node.span,
        node.name.span,
    )
    return Definition(
        node.name.text,
        signature.parameters,
        signature.result,
        root,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )


def _exceptions(
    nodes: tuple[tree.ExceptionRule, ...],
    parent: str,
    elsewhere: list[tree.ExceptionRule],
    result: Type,
    scope: Scope,
    taken: set[str],
) -> tuple[Clause, ...]:
    """The exceptions of one clause: its own, and those elsewhere that name it, in their order."""
    mine = [node for node in elsewhere if node.target and node.target.text == parent]
    ordered = list(nodes)
    for node in mine:
        if node.sequel and node.after:
            places = [i for i, other in enumerate(ordered) if other.name.text == node.after.text]
            if not places:
                scope.names.unknown(
                    "exception", node.after.text, node.after.span, [other.name.text for other in ordered]
                )
            ordered.insert(places[0] + 1 if places else len(ordered), node)
        else:
            if node.sequel and any(other.sequel for other in ordered):
                scope.names.report(
                    codes.DANGLING,
                    f"`{node.name.text}` acts on the value of `{parent}`, and so do others: say which comes first",
                    node.name.span,
                    help=f"write `to {parent} after {[o.name.text for o in ordered if o.sequel][-1]}`",
                )
            ordered.append(node)
    siblings = [node.name.text for node in ordered]
    beats = {(node.name.text, over.text): over for node in ordered for over in node.over}
    for winner, loser in [
        pair for pair in beats if pair[::-1] in beats and siblings.index(pair[0]) < siblings.index(pair[1])
    ]:
        scope.names.report(
            codes.CYCLE,
            f"`{winner}` and `{loser}` are each declared over the other",
            beats[winner, loser].span,
            related=(Label(beats[loser, winner].span, "and the other way round"),),
            help="keep one of the two",
        )
    clauses = []
    for node in ordered:
        if node.name.text in taken:
            scope.names.report(
                codes.DUPLICATE, f"`{parent}` has two exceptions called `{node.name.text}`", node.name.span
            )
            continue
        taken.add(node.name.text)
        clauses.append(_clause(node, siblings, elsewhere, result, scope, taken))
    return tuple(clauses)


def _clause(
    node: tree.ExceptionRule,
    siblings: list[str],
    elsewhere: list[tree.ExceptionRule],
    result: Type,
    scope: Scope,
    taken: set[str],
) -> Clause:
    names = scope.names
    if node.sequel:
        scope = scope.plus("value", INT if is_integer(result) else result)
    for over in node.over:
        if over.text == node.name.text:
            names.report(codes.DANGLING, f"`{over.text}` cannot win over itself", over.span)
        elif over.text not in siblings:
            names.unknown("exception beside this one", over.text, over.span, siblings)
    condition = _condition(node.condition, scope)
    lets, inner = _lets(node.lets, scope)
    value = None if node.value is None else resolve(node.value, inner, result)
    if (
        node.value is None
        and not node.exceptions
        and not any(other.target and other.target.text == node.name.text for other in elsewhere)
    ):
        names.report(
            codes.DANGLING,
            f"exception `{node.name.text}` says nothing",
            node.name.span,
            help="write its value on the line below",
        )
    exceptions = _exceptions(node.exceptions, node.name.text, elsewhere, result, inner, taken)
    return Clause(
        node.name.text,
        node.anchors,
        node.texts,
        condition,
        lets,
        value,
        exceptions,
        node.sequel,
        frozenset(over.text for over in node.over),
        node.span,
        node.name.span,
    )


def _modifiers(node: tree.Modifiers, names: Names) -> Modifiers:
    signature = names.signatures[node.name.text]
    lets, scope = _lets(node.lets, given(signature.parameters, names))
    lines, seen = [], dict[str, Span]()
    for line in node.lines:
        if line.name.text in seen:
            names.report(
                codes.DUPLICATE,
                f"modifier `{line.name.text}` stands twice in `{node.name.text}`",
                line.name.span,
                "again here",
                related=(Label(seen[line.name.text], "first here"),),
                help="rename one of them, or remove it",
            )
            continue
        seen[line.name.text] = line.name.span
        amount = resolve(line.amount, scope, INT)
        condition = _condition(line.condition, scope)
        lines.append(Modifier(line.name.text, amount, condition, line.anchors, line.texts, line.span, line.name.span))
    return Modifiers(
        node.name.text,
        signature.parameters,
        signature.result,
        node.unit.text if node.unit else None,
        lets,
        tuple(lines),
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )


def _example(node: tree.Example, names: Names) -> Example:
    lets, scope = _lets(node.lets, Scope(names, {}))
    if not node.expectations:
        names.report(
            dsl_codes.SYNTAX_ERROR,
            f"example `{node.name.text}` states nothing",
            node.name.span,
            help="write what the book says on a line below: `… is …`",
        )
    lines = []
    for line in node.expectations:
        wanted = BOOL if line.outcome == "holds" else None
        lines.append(Expectation(resolve(line.expression, scope, wanted), line.outcome, line.span))
    return Example(node.name.text, lets, tuple(lines), node.anchors, node.texts, node.span, node.name.span)


def _erratum(node: tree.Erratum, names: Names) -> Erratum:
    statements = []
    for statement in node.statements:
        claim = None if statement.claim is None else resolve(statement.claim, Scope(names, {}), BOOL)
        statements.append(Statement(statement.anchors, claim, statement.texts, statement.silent, statement.span))
    rulings = node.rulings
    if len(rulings) != 1:
        names.report(
            codes.DANGLING,
            f"erratum `{node.name.text}` has {'no ruling' if not rulings else 'more than one ruling'}",
            node.name.span,
            help='end it with `ruling @… because en "…"`, or with `unresolved`',
        )
    sections = {anchor.section for statement in statements for anchor in statement.anchors}
    for ruling in rulings[:1]:
        for anchor in ruling.anchors:
            if anchor.section not in sections:
                names.unknown("section in this erratum", anchor.section, anchor.span, sorted(sections))
    first = rulings[0] if rulings else None
    return Erratum(
        node.name.text,
        tuple(statements),
        first.settled if first else False,
        first.anchors if first else (),
        first.reason if first else (),
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )
