"""Exceptions, and rules, that say the same under the same condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Action, Clause, Definition, Norm, Program
from regola_compiler.model.visitor import canonical_form

CODE = Code("R408", "doubled-exception", "two exceptions, or two rules, that say the same", Severity.WARNING)
_RULES = later("rule `{name}`{cited} of {owner} says what `{first_name}`{first_cited} says, under the same condition")
_EXCEPTIONS = later(
    "exception `{name}`{cited} of {owner} says what `{first_name}`{first_cited} says, under the same condition"
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each that repeats one before it."""
    del survey
    for item in program.examined():
        if isinstance(item, Definition):
            yield from _nested_exceptions(item.root, item.name, f"`{item.name}`{cited(item.anchors)}")
        if isinstance(item, Action):
            yield from _doubled(item.norms, _RULES, item.name, f"`{item.name}`{cited(item.anchors)}")
            for norm in item.norms:
                subject = f"{item.name}.{norm.name}"
                yield from _nested_exceptions(
                    norm, subject, say("rule `{name}`{cited}", name=norm.name, cited=cited(norm.anchors))
                )


def _nested_exceptions(part: Clause | Norm, subject: str, owner: str) -> Iterator[Diagnostic]:
    """The exceptions of one part, and those of each of them."""
    yield from _doubled(part.exceptions, _EXCEPTIONS, subject, owner)
    for inner in part.exceptions:
        yield from _nested_exceptions(inner, f"{subject}.{inner.name}", owner)


def _doubled(parts: Sequence[Clause | Norm], message: str, subject: str, owner: str) -> Iterator[Diagnostic]:
    # In groups by what is said, so that each is looked at once and not once for each of the others. The first of its
    # group stands for all of it: what repeats one that repeats it repeats it too.
    groups: dict[object, list[int]] = {}
    for place, part in enumerate(parts if len(parts) > 1 else ()):
        groups.setdefault(_says(part), []).append(place)
    repeated: dict[str, tuple[int, int]] = {}
    for pair in sorted((alike[0], place) for alike in groups.values() for place in alike[1:]):
        repeated.setdefault(parts[pair[1]].name, pair)
    for first, second in ((parts[one], parts[other]) for one, other in repeated.values()):
        sections = ", ".join(dict.fromkeys(anchor.section for anchor in (*first.anchors, *second.anchors)))
        yield Diagnostic(
            CODE,
            say(
                message,
                name=second.name,
                cited=cited(second.anchors),
                owner=owner,
                first_name=first.name,
                first_cited=cited(first.anchors),
            ),
            second.name_span,
            say("says the same"),
            (Label(first.name_span, say("said here"), first.name),),
            say("keep one of them, with the sections of both: `@{sections}`", sections=sections)
            if sections
            else say("keep one of them"),
            subject=f"{subject}.{second.name}",
        )


def _says(part: Clause | Norm) -> object:
    """What tells one from another, but for its name and its sections. What acts on a value acts each time anew."""
    said = part.modality if isinstance(part, Norm) else part.name if part.sequel else canonical_form(part.value)
    lets = tuple((let.name, canonical_form(let.value)) for let in part.lets)
    return said, canonical_form(part.condition), lets, part.over, tuple(_says(inner) for inner in part.exceptions)
