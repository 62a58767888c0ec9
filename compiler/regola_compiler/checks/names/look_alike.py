"""Names that a reader cannot tell apart: a ligature beside its letters, a Cyrillic letter beside a Latin one.

Two names are alike if they have one skeleton: what is left when compatibility forms are folded (NFKC) and letters of
other scripts are put into the Latin ones they are drawn like (Unicode Technical Standard #39, Unicode Security
Mechanisms, section 4, of which the letters of the Greek and Cyrillic scripts are taken).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never
from unicodedata import name as unicode_name
from unicodedata import normalize

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Fact,
    Modifiers,
    Path,
    Program,
    Rule,
    Table,
)

CODE = Code(
    "R108",
    "look-alike",
    "two names that cannot be told from one another",
    Severity.WARNING,
    ground=Ground.ABSENCE,
)
_DRAWN_ALIKE = str.maketrans(
    "аеорсхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅԌԚԜαινορυϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɑɡ",
    "aeopcxyijshdqwABEKMHOPCTXYIJSGQWaivopujABEZHIKMNOPTYXiag",
)


def skeleton(name: str) -> str:
    """What is left of a name when signs that are drawn alike are one.

    >>> skeleton("\\N{LATIN SMALL LIGATURE FI}re"), skeleton("\\N{CYRILLIC SMALL LETTER ER}ace")
    ('fire', 'pace')
    """
    return name if name.isascii() else normalize("NFKC", normalize("NFKC", name).translate(_DRAWN_ALIKE))


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """A warning for each name that looks like one before it in the same scope."""
    del survey
    declared = (*program.types.values(), *program.callables.values(), *program.rules.values())
    yield from _alike((_name_of(item), item.name_span) for item in declared)
    for info in program.types.values():
        yield from _alike(((part, span) for part, _, _, span in info.parts), info.type.name)
    for item in program.examined():
        yield from _alike(_own(item), item.name)


def _name_of(item: object) -> str:
    name: str = getattr(item, "name", None) or item.type.name  # type: ignore[attr-defined]
    return name


def _alike(names: Iterable[tuple[str, Span]], owner: str = "") -> Iterator[Diagnostic]:
    """A finding for each name that looks like another; they stand within `owner`, or each for itself."""
    listed = dict(names)
    if all(map(str.isascii, listed)):
        return
    seen: dict[str, str] = {}
    for name, span in listed.items():
        other = seen.setdefault(skeleton(name), name)
        if other != name:
            strange = next(sign for sign in name + other if not sign.isascii())
            yield Diagnostic(
                CODE,
                say("`{name}` cannot be told from `{other}`", name=name, other=other),
                span,
                say("this name"),
                (Label(listed[other], say("looks like this one")),),
                help=say(
                    "give one of them another name: `{strange}` is {called}", strange=strange, called=_called(strange)
                ),
                subject=owner or name,
            )


def _called(sign: str) -> str:
    name = unicode_name(sign, "").lower() or say("a sign without a name")
    return say("{code}, {name}", code=f"U+{ord(sign):04X}", name=name)


def _own(item: Rule) -> Iterator[tuple[str, Span]]:
    """The names that a declaration gives within itself."""
    yield from ((parameter.name, parameter.span) for parameter in item.parameters)
    match item:
        case Definition():
            yield from _within(item.root)
        case Modifiers():
            yield from ((let.name, let.span) for let in item.lets)
            yield from ((line.name, line.name_span) for line in item.lines)
        case Path() | Choice():
            yield from ((let.name, let.span) for let in item.lets)
        case Table() | Fact() | Action():
            return
        case _:
            assert_never(item)


def _within(clause: Clause) -> Iterator[tuple[str, Span]]:
    yield from ((let.name, let.span) for let in clause.lets)
    for part in clause.exceptions:
        yield part.name, part.name_span
        yield from _within(part)
