"""What a rule says of an action, taken apart as a sentence has it: who may, must or must not, where and when."""

from __future__ import annotations

from regola_compiler.ir.conditions import conjuncts, is_denial, without_double_negation
from regola_compiler.ir.tree import Apply, Call, Const, Expr, Parameter, Says, Statement, Var
from regola_compiler.ir.types import MemberValue, RecordType
from regola_compiler.ir.visitor import children
from regola_compiler.model.kinds import Modality, Operator

_SAYS: dict[Modality, Says] = {
    Modality.MAY: "may",
    Modality.MUST: "must",
    Modality.MUST_NOT: "must_not",
    Modality.LIFT: "lift",
}


def statement_parts(
    actor: Expr | None,
    parameters: tuple[Parameter, ...],
    modality: Modality,
    condition: Expr | None,
    when: Expr | None,
    under: str | None,
    *,
    rule: bool,
) -> Statement:
    """What a norm says.

    Args:
        actor: who does the action, if anybody in particular does.
        parameters: what the action is done with.
        modality: what the norm says.
        condition: all that it holds under: the phases, the variant, who acts, and its own condition.
        when: its own condition, as written.
        under: the variant it belongs to.
        rule: whether it is a rule; False for an exception to one.
    """
    phases: tuple[str, ...] = ()
    variant, subject, left = None, None, []
    for part in conjuncts(condition):
        if not phases and (found := phases_named(part)):
            phases = found
        elif variant is None and under and isinstance(part, Call) and part.name == under:
            variant = under
        elif modality != Modality.LIFT and subject is None and (one := _subject(actor, part)) is not None:
            subject = one
        else:
            left.append(part)
    only = None
    says = _SAYS[modality]
    own = None if when is None else without_double_negation(when)
    if rule and modality == Modality.MUST_NOT and isinstance(own, Apply) and is_denial(own):
        only, says = own.operands[0], "may_only"
        left = [part for part in left if part != when]
    return Statement(says, subject or _anyone(actor, parameters), phases, variant, tuple(left), only)


def phases_named(part: Expr) -> tuple[str, ...]:
    """The phases that a condition asks for, if that is what it does."""
    match part:
        case Apply(operator=Operator.IN, operands=(Call(name="phase"), *options)):
            labels = [
                option.value.member
                for option in options
                if isinstance(option, Const) and isinstance(option.value, MemberValue)
            ]
            return tuple(labels) if len(labels) == len(options) else ()
    return ()


def _subject(actor: Expr | None, part: Expr) -> Expr | None:
    """Who alone is spoken of, if the condition is that this one acts."""
    match part:
        case Apply(operator=Operator.EQUAL, operands=(one, Const(value=MemberValue()) as value)) if one == actor:
            return value
    return None


def _anyone(actor: Expr | None, parameters: tuple[Parameter, ...]) -> Expr | None:
    """Who acts, as a sentence has it: the parameter that the actor is, or is read from."""
    if actor is not None:
        node = actor
        while (inner := children(node)) and not isinstance(node, Var):
            node = inner[0]
        return node if isinstance(node, Var) else actor
    first = parameters[0] if parameters else None
    return Var(first.name) if first and isinstance(first.type, RecordType) else None
