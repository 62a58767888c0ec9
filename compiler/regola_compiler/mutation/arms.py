"""The cases of a `match` as they are written: in the model they are choices one after the other.

What is changed of them is told as it stands in the file, and never as the chain they come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from regola_dsl.diagnostics import Fix
from regola_dsl.source import Span

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Const, Expr, If
from regola_compiler.model.types import EnumType, domain, show
from regola_compiler.model.visitor import structurally_equal
from regola_compiler.mutation.mutation import Changed, Mutation, inside, to_source

# Of so many values at most that have no case the last case is named; of more it is written `otherwise`.
_NAMED = 2


def cases_of(node: If) -> Apply | None:
    """What a case of a `match` is for; None where `if` is written.

    The subject is written once, before all cases, and the condition of each stands where its values do.
    """
    condition = node.condition
    if not isinstance(condition, Apply) or condition.operator is not Operator.IN:
        return None
    return None if inside(condition.operands[0].span, condition.span) else condition


def exchanged_answers(node: If) -> Iterator[Changed[If]]:
    """Of two cases of a `match` each with the other's answer; nothing of an `if`."""
    links = _links(node)
    answers = [*(one.then for one in links), links[-1].otherwise] if links else []
    if [(one.span.line, one.span.column) for one in answers] != sorted((o.span.line, o.span.column) for o in answers):
        return  # `otherwise` stands among the cases
    labels = [*map(_label, links), _rest(links)] if links else []
    for one, other in combinations(range(len(answers)), 2):
        first, second = answers[one], answers[other]
        if first.type != second.type or structurally_equal(first, second):
            continue
        turned = [*answers]
        turned[one], turned[other] = second, first
        was, now = (_written(labels, values, one, other) for values in (answers, turned))
        begin, end = links[one].condition.span, second.span
        place = Span(begin.path, begin.line, begin.column, end.end_line, end.end_column)
        edit = Fix(place, now) if begin.line == end.end_line else None
        yield Mutation("operation", "", place, was, now, edit), _chained(links, turned)


def _links(node: If) -> list[If]:
    """The choices that a `match` comes to, from this one on."""
    links: list[If] = []
    rest: Expr = node
    while isinstance(rest, If) and rest.span == node.span and cases_of(rest) is not None:
        links.append(rest)
        rest = rest.otherwise
    return links


def _label(link: If) -> str:
    cases = cases_of(link)
    assert cases is not None
    written = [part for part in cases.operands[1:] if isinstance(part, Const)]
    return " or ".join(show(part.value, part.type) for part in written)


def _rest(links: Sequence[If]) -> str:
    """How the last case is written, of which the model keeps the answer alone."""
    subject = links[0].condition.operands[0].type if isinstance(links[0].condition, Apply) else None
    if not isinstance(subject, EnumType) or subject.open_above or subject.open_below:
        return "otherwise"
    seen = {part.value for link in links for part in getattr(link.condition, "operands", ()) if isinstance(part, Const)}
    left = [value for value in domain(subject) or () if value not in seen]
    before, last = links[-1].then.span, links[-1].otherwise.span
    room = last.column - before.end_column - len(", : ") if last.line == before.end_line else 0
    if len(left) > _NAMED or room == len("otherwise"):
        return "otherwise"
    return " or ".join(show(value, subject) for value in left)


def _written(labels: Sequence[str], answers: Sequence[Expr], one: int, other: int) -> str:
    """The cases from one to another."""
    return ", ".join(f"{labels[place]}: {to_source(answers[place])}" for place in range(one, other + 1))


def _chained(links: Sequence[If], answers: Sequence[Expr]) -> If:
    rest = answers[-1]
    for link, answer in zip(reversed(links), reversed(answers[:-1]), strict=True):
        rest = replace(link, then=answer, otherwise=rest)
    assert isinstance(rest, If)
    return rest
