"""Examples and errata: what is told, done and asked in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label, name_list
from regola_dsl.kinds import Outcome
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import belongs_to, last_part
from regola_compiler.model.program import (
    Apply,
    Call,
    Const,
    DoLine,
    Erratum,
    Example,
    ExampleLine,
    Expectation,
    Expr,
    GivenLine,
    Logic,
    PlayLine,
    Precedence,
    SetupLine,
    Statement,
    WithLine,
)
from regola_compiler.model.types import BOOL, FORBIDDEN, PERMISSION, ErrorType
from regola_compiler.model.visitor import FACT_KINDS, fact_assertion, structurally_equal
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import resolve_lets
from regola_compiler.resolve.play.effects import phase_arguments
from regola_compiler.resolve.play.phases import PhaseIndex
from regola_compiler.resolve.play.pieces import counted_fact
from regola_compiler.resolve.play.put_up import put_up, standing
from regola_compiler.resolve.reported.unknown import SET_AGAINST
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.words import shape


def phases_played(node: tree.Example, phases: PhaseIndex) -> tuple[object, ...]:
    """All that an example in which nothing is wrong knows of the phases: of each that it plays, where that is."""
    return tuple(phases.known_of(_named(line.expression)) for line in node.expectations if line.outcome == "played")


def resolve_example(node: tree.Example, phases: PhaseIndex, names: SymbolTable) -> Example:
    """The lines of an example, in order; the phases are asked of what is played, and of a deed that there is not."""
    before = names.count()
    put = [piece for line in node.expectations for piece in line.put_up]
    lets, scope = resolve_lets(node.lets, Scope(names, {}, dict(standing(put, names))))
    lines: list[ExampleLine] = []
    for line in node.expectations:
        match line.outcome:
            case "setup":
                assert isinstance(line.expression, tree.Word)
                lines.append(SetupLine(line.expression.text, line.span))
            case "played":
                lines.append(_played(line, phases, scope))
            case "with":
                lines.append(WithLine(put_up(line.put_up, scope), line.span))
            case "ended":
                names.report(codes.DANGLING, say("this version does not yet end a phase in an example"), line.span)
            case "given":
                expression = resolve(line.expression, scope, BOOL)
                _check_telling(expression, names)
                if lines and isinstance(lines[-1], GivenLine):
                    beside = [part for part in lines if part.span.end_line == line.span.line]
                    _check_given(expression, [part for part in beside if isinstance(part, GivenLine)], names)
                lines.append(GivenLine(expression, line.span))
            case "done" if (phase := _named(line.expression)) and not names.signature(phase) and phases.paths_to(phase):
                said = say("`{name}` is a phase: write `play {name}`", name=phase)
                names.unknown("action", phase, line.expression.span, [], said)
            case "done":
                expression = resolve(line.expression, scope)
                _check_doing(expression, names)
                rolled = _rolled(line, expression, scope)
                lines.append(DoLine(expression, line.span, rolled))
            case "holds" | "forbidden" | "missing" | "contradictory" as outcome:
                expression = resolve(line.expression, scope, BOOL if outcome == "holds" else None)
                lines.append(_stated(expression, outcome, line.span))
            case other:
                assert_never(other)
    if all(isinstance(line, GivenLine | SetupLine | WithLine) for line in lines) and names.count() == before:
        names.report(
            dsl_codes.SYNTAX_ERROR,
            say("example `{name}` states nothing", name=node.name.text),
            node.name.span,
            help=say("write what the book says on a line below: `… is …`"),
        )
    elif names.count() == before:
        _check_last(lines, names)
    return Example(node.name.text, lets, tuple(lines), node.anchors, node.texts, node.span, node.name.span)


def _check_last(lines: Sequence[ExampleLine], names: SymbolTable) -> None:
    """What an example is told last is told for a line below it, and there is none."""
    place = len(lines)
    while place and isinstance(lines[place - 1], GivenLine | WithLine):
        place -= 1
    told = [line for line in lines[place:] if isinstance(line, GivenLine)]
    if not told:
        return
    asks = [line for line in lines[:place] if isinstance(line, Expectation)]
    names.report(
        dsl_codes.SYNTAX_ERROR,
        say("nothing is asked below this line, and what it tells holds for the lines below it alone"),
        told[0].span.to(told[-1].span),
        related=(Label(asks[-1].span, say("this asks")),) if asks else (),
        help=say("put the line that asks below it; or leave out `given`, if it is asked itself")
        if len(asks) == 1
        else say("write it above the line that it is told for; or leave out `given`, if it is asked itself"),
    )


def _stated(expression: Expr, outcome: Outcome, span: Span) -> Expectation:
    """What is said of a question. Of an action, to be forbidden is an answer like others."""
    if outcome == "forbidden" and expression.type == PERMISSION:
        forbidden = Const(FORBIDDEN, PERMISSION, span)
        return Expectation(Apply(Operator.EQUAL, (expression, forbidden), BOOL, span), "holds", span)
    return Expectation(expression, outcome, span)


def _check_given(expression: Expr, others: list[GivenLine], names: SymbolTable) -> None:
    """The facts of a `given` line are one position: none of them is told twice."""
    fact, _, field = fact_assertion(expression)
    if not isinstance(fact, Call) or any(isinstance(one.type, ErrorType) for one in fact.arguments):
        return
    for other in others:
        earlier, _, its_field = fact_assertion(other.expression)
        same = isinstance(earlier, Call) and earlier.callee == fact.callee and field == its_field
        if same and structurally_equal(fact, earlier):
            names.report(
                codes.DUPLICATE,
                say("`{callee}` is told twice on one line", callee=fact.callee),
                expression.span,
                related=(Label(other.span, say("told here")),),
                help=say("keep one, or write a `given` line for each position"),
            )


def _rolled(line: tree.Expectation, done: Expr, scope: Scope) -> tuple[tuple[Expr, Expr], ...]:
    """What the dice of an action show."""
    action = done.callee if isinstance(done, Call) else ""
    prefix = f"{action}."
    names = [one.name for one in scope.names.chosen("", action)] if action else []
    inner = scope.seeing({name.removeprefix(prefix): name for name in names})
    return tuple(_resolve_rolled(die, shows, inner) for die, shows in line.rolled)


def _resolve_rolled(die: tree.Expr, shows: tree.Expr, scope: Scope) -> tuple[Expr, Expr]:
    left = resolve(die, scope)
    if not isinstance(left.type, ErrorType) and _kind_called(left, scope.names) != "rolled":
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("only what is rolled here can be told"),
            die.span,
            help=say("name a die of the line `roll …`"),
        )
    return left, resolve(shows, scope, left.type)


def _named(node: tree.Expr) -> str:
    """What a line names that is done or played."""
    if isinstance(node, tree.Call):
        return node.name.text
    return node.text if isinstance(node, tree.Word) else ""


def _played(line: tree.Expectation, phases: PhaseIndex, scope: Scope) -> PlayLine:
    """A `play` line names a phase, by as much of the way to it as tells it from others."""
    names = scope.names
    asked = line.expression
    written = asked.arguments if isinstance(asked, tree.Call) else ()
    name = _named(asked)
    ways = phases.paths_to(name)
    if not ways:
        action = names.signature(name)
        done = shape(name, [as_written(argument, "…") for _, argument in written])
        names.unknown(
            "phase",
            name,
            line.expression.span,
            phases.names,
            say("`{name}` is an action: write `do {done}`", name=name, done=done.strip("`"))
            if action is not None and action.kind == "action"
            else "",
        )
    if len(ways) > 1:
        listed = name_list([f"play {'/'.join(way[-2:])}" for way in ways], "or")
        names.report(
            codes.AMBIGUOUS,
            say("several phases are called `{name}`, and one is played", name=name),
            line.expression.span,
            help=say("write {listed}", listed=listed),
        )
    signature = names.signature(f"phase {name}")
    arguments: tuple[Expr, ...] = ()
    if signature is not None and (written or signature.parameters):
        arguments = phase_arguments(signature, written, line.span, scope) or ()
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    if line.rolled:
        rolls = [one.name for one in names.chosen("rolled")]
        # Several phases may have a die of one name: meant is that of the phase that is played, or of one inside it.
        within = {inside for way in ways for inside in phases.inside(way)}
        rolls.sort(key=lambda roll: belongs_to(roll) in within)
        inner = scope.seeing({last_part(roll): roll for roll in rolls})
        rolled = tuple(_resolve_rolled(die, shows, inner) for die, shows in line.rolled)
    return PlayLine(name, line.span, arguments, rolled)


def _check_telling(expression: Expr, names: SymbolTable) -> None:
    """A `given` line names a fact."""
    told = fact_assertion(expression)[0]
    unsure = isinstance(expression.type, ErrorType) or isinstance(told.type, ErrorType)
    counted = isinstance(told, Call) and counted_fact(told.callee, names) is not None
    if not unsure and not counted and _kind_called(told, names) not in FACT_KINDS:
        names.report(
            codes.TYPE_MISMATCH,
            say("only a fact of the position can be given"),
            expression.span,
            help=say("facts that are given stand one beside the other: write `,` in place of `and`")
            if isinstance(expression, Logic) and expression.kind == "and"
            else say(
                "if it is what comes out, write it on a line of its own, without `given`; a fact is given as "
                "`given NAME is VALUE`, `given NAME(…)` or `given not NAME(…)`"
            ),
        )


def _check_doing(expression: Expr, names: SymbolTable) -> None:
    """A `do` line names an action."""
    if not isinstance(expression.type, ErrorType) and _kind_called(expression, names) != "action":
        names.report(
            codes.TYPE_MISMATCH, say("only an action can be done"), expression.span, help=say("name an `action`")
        )


def _kind_called(expression: Expr, names: SymbolTable) -> str:
    """The kind of declaration that is called, if that is what an expression does."""
    signature = names.signature(expression.callee) if isinstance(expression, Call) else None
    return signature.kind if signature else ""


def winning_sections(node: tree.Erratum, sections: dict[str, tree.Anchors]) -> tree.Anchors:
    """The sections of the rule that an erratum's first ruling puts above another."""
    pair = node.rulings[0].pair if node.rulings else None
    return sections.get(pair[0].text, ()) if pair else ()


def resolve_erratum(node: tree.Erratum, winner: tree.Anchors, names: SymbolTable) -> Erratum:
    """What the sections say, and the ruling; `winner` are the sections of the rule that is put above another."""
    statements = []
    for statement in node.statements:
        claim = None if statement.claim is None else resolve(statement.claim, Scope(names, {}), BOOL)
        supposed = tuple(resolve(part, Scope(names, {}), BOOL) for part in statement.given)
        for part in supposed:
            _check_telling(part, names)
        setup = statement.setup.text if statement.setup else None
        statements.append(
            Statement(statement.anchors, claim, statement.texts, statement.silent, statement.span, supposed, setup)
        )
    rulings = node.rulings
    if len(rulings) != 1:
        names.report(
            codes.DANGLING,
            say("erratum `{name}` has more than one ruling", name=node.name.text)
            if rulings
            else say("erratum `{name}` has no ruling", name=node.name.text),
            rulings[1].span if rulings else node.name.span,
            help=say("leave out one of the two")
            if rulings
            else say('end it with `ruling @… because en "…"`, or with `unresolved`'),
        )
    sections = {anchor.section for statement in statements for anchor in statement.anchors}
    for ruling in rulings[:1]:
        for anchor in ruling.anchors:
            if anchor.section not in sections:
                names.unknown(SET_AGAINST, anchor.section, anchor.span, sorted(sections))
    first = rulings[0] if rulings else None
    ruled = first.anchors if first else ()
    if first and first.pair:
        # What the winning rule is anchored at is what the book is held to say.
        ruled = tuple(anchor for anchor in winner if anchor.section in sections)
    return Erratum(
        node.name.text,
        tuple(statements),
        first.settled if first else False,
        ruled,
        first.reason if first else (),
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
        first.pair[1].text if first and first.pair else None,
        node.words.reason if node.words else (),
        _ranks(*first.pair) if first and first.pair else None,
    )


def _ranks(above: tree.Name, below: tree.Name) -> Precedence:
    return Precedence(above.text, below.text, above.span.to(below.span))
