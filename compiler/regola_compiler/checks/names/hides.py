"""Parameters, `let` names and pieces of examples that hide what the lines they are known in could mean."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import let_names
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Action, Apply, Expr, Fact, Let, Parameter, Program, Rule, Table, Var, WithLine
from regola_compiler.model.types import EnumType, Type, fits
from regola_compiler.model.visitor import children, expressions_of

CODE = Code("R113", "hides", "a name that hides what its lines could mean", Severity.WARNING)
_COMPARED = frozenset({Operator.EQUAL, Operator.UNEQUAL, Operator.IN, Operator.CONTAINS})


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each name that stands for itself where something else of its name and type was at hand.

    A parameter that is called like a fact of its type is the fact handed on, more often than not: it hides it where it
    is compared with itself, which says nothing. A member of its own type is hidden wherever the parameter is read.
    """
    del survey
    yield from _put_up(program)
    yield from _named_in_examples(program)
    for item in program.examined():
        if isinstance(item, Table | Fact):
            continue
        lets = [*let_names(item)] if not isinstance(item, Action) else []
        parts: list[tuple[Parameter | Let, Type]] = [(p, p.type) for p in item.parameters]
        parts += [(let, let.value.type) for let in lets]
        for part, type_ in parts:
            hidden = _hidden(program, part.name, type_)
            if hidden is None:
                continue
            names = list(_read(item, part.name))
            alone = _is_member(type_, part.name)
            if (names and (alone or isinstance(part, Let))) or any(_with_itself(item, part.name)):
                yield _told(item, part, hidden, next(iter(_with_itself(item, part.name)), None))


def _put_up(program: Program) -> Iterator[Diagnostic]:
    """The pieces of examples that are called like a value: in the lines of the example the name is the piece's."""
    for example in program.examples.values():
        if not program.in_focus(example.name) or example.name in program.broken:
            continue
        for line in example.lines:
            for piece in line.pieces if isinstance(line, WithLine) else ():
                hidden = next((name for name, info in program.types.items() if _is_member(info.type, piece.name)), None)
                if hidden is not None:
                    yield Diagnostic(
                        CODE,
                        say(
                            "`{name}`, put up in `{example_name}`{cited}, hides the value of `{hidden}` of the "
                            "same name",
                            name=piece.name,
                            example_name=example.name,
                            cited=cited(example.anchors),
                            hidden=hidden,
                        ),
                        piece.span,
                        say("is meant wherever this name stands"),
                        help=say("give it another name"),
                        subject=example.name,
                    )


def _named_in_examples(program: Program) -> Iterator[Diagnostic]:
    """What an example names by `let` as a fact is called that it could tell: the rules go on asking the fact."""
    for example in program.examples.values():
        if not program.in_focus(example.name) or example.name in program.broken:
            continue
        for let in example.lets:
            fact = program.callables.get(let.name)
            if isinstance(fact, Fact) and not fact.parameters and fits(let.value.type, fact.result):
                yield Diagnostic(
                    CODE,
                    say(
                        "let `{name}` of `{item_name}`{cited} hides {hidden} of the same name",
                        name=let.name,
                        item_name=example.name,
                        cited=cited(example.anchors),
                        hidden=say("the fact"),
                    ),
                    let.span,
                    say("the rules do not see this value"),
                    help=say("to tell what the fact is write `given {name} is …`", name=let.name),
                    subject=f"{example.name}.{let.name}",
                )


def _is_member(type_: Type, name: str) -> bool:
    return isinstance(type_, EnumType) and name in type_.members


def _hidden(program: Program, name: str, type_: Type) -> str | None:
    """What else a name could mean where a value of a type stands, in words."""
    if isinstance(type_, EnumType) and name in type_.members:
        return say("the value of `{name}`", name=type_.name)
    other = program.callables.get(name)
    if other is None or other.parameters or other.result != type_:
        return None
    return say("the fact") if isinstance(other, Fact) else say("the definition")


def _told(item: Rule, part: Parameter | Let, hidden: str, itself: Expr | None) -> Diagnostic:
    return Diagnostic(
        CODE,
        say(
            later("let `{name}` of `{item_name}`{cited} hides {hidden} of the same name")
            if isinstance(part, Let)
            else later("parameter `{name}` of `{item_name}`{cited} hides {hidden} of the same name"),
            name=part.name,
            item_name=item.name,
            cited=cited(item.anchors),
            hidden=hidden,
        ),
        part.span,
        say("is meant wherever this name stands"),
        related=() if itself is None else (Label(itself.span, say("so this is compared with itself")),),
        help=say("give it another name"),
        subject=f"{item.name}.{part.name}",
    )


def _read(item: Rule, name: str) -> Iterator[Expr]:
    """Where a name is read in a declaration."""
    for node in _nodes(item):
        if isinstance(node, Var) and node.name == name:
            yield node


def _with_itself(item: Rule, name: str) -> Iterator[Expr]:
    """Where a name is compared with itself."""
    for node in _nodes(item):
        if isinstance(node, Apply) and node.operator in _COMPARED:
            first, *others = node.operands
            if isinstance(first, Var) and first.name == name and any(_is_name(other, name) for other in others):
                yield node


def _is_name(node: Expr, name: str) -> bool:
    return isinstance(node, Var) and node.name == name


def _nodes(item: Rule) -> Iterator[Expr]:
    waiting = expressions_of(item)
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(children(node))
