"""A declaration of another type than all that is said of it: `-> Unit` where `-> list of Unit` was meant.

What asks it as a list, and what it comes to, are right, and each is a finding; the one word of its type is what is
wrong. So each type near to the one that is written is tried; if one alone leaves nothing wrong of all this, it is told
at the declaration, and once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.meant.blocks import blocks_of
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.checks.common import SHOWN
from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.codes import TYPE_MISMATCH

# A name with its inputs and its type: in the first line of a declaration, or in a line below a record or a piece.
_TYPED = re.compile(
    r"^(?P<before>(?:(?:define|table|state|given) +|  +(?:state +)?)(?P<name>[^\W\d]\w*)"
    r"(?:\((?:[^()]|\([^()]*\))*\))?(?: ->|:) +)(?P<type>[^\W\d]\w*(?: \w+)*?(?: \d+\.\.\d+)?)"
    r"(?P<value> = (?:true|false)\b)?(?=$| [=@]|  | [a-z]{2,3} +\"| \d)",
    re.MULTILINE,
)
_NAME = re.compile(r"[^\W\d]\w*")
# A single word, or one of two, of a type.
_ONE = re.compile(r"[^\W\d]\w*(?: or none)?")
# Of so many declarations the type is tried, each of which so many findings name.
_MOST, _SEVERAL = 3, 2


class _Typed(NamedTuple):
    """A declaration of which a type is tried: its file, itself, and where the type stands in it."""

    path: str
    block: Block
    at: re.Match[str]


def told_where_typed_otherwise(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; those that another type of one declaration would leave none of are one, at that type."""
    wrong = [one for one in found if one.code == TYPE_MISMATCH and one.weight is Severity.ERROR]
    if fitting is None or len(wrong) < _SEVERAL:
        return list(found)
    for typed in _asked(wrong, sources):
        tried = {type_: fitting.mended(wrong, typed.path, typed.block, _with(typed, type_)) for type_ in _near(typed)}
        fits = {type_: mended for type_, mended in tried.items() if len(mended) >= _SEVERAL}
        if len(fits) == 1:
            (type_, mended), *_ = fits.items()
            first = next(place for place, one in enumerate(found) if one in mended)
            left = [one for one in found if one not in mended]
            left.insert(first, _told(typed, type_, mended))
            return left
    return list(found)


def _asked(wrong: Iterable[Diagnostic], sources: Sequence[Source]) -> Iterator[_Typed]:
    """The declarations with a type that findings are about, those that most are about first."""
    texts = {source.path: source.lines for source in sources}
    named: Counter[str] = Counter()
    for one in wrong:
        span = one.span
        line = texts[span.path][span.line - 1] if span.path in texts and span.line <= len(texts[span.path]) else ""
        end = span.end_column if span.end_line == span.line else len(line) + 1
        named.update({*_NAME.findall(line[span.column - 1 : end - 1])})
    own = Counter((one.span.path, one.span.line) for one in wrong)
    rated: list[tuple[int, _Typed]] = []
    for source in sources:
        for block in blocks_of(source):
            for at in _TYPED.finditer(block.text):
                inside = sum(own[source.path, number] for number, _ in block.lines) if not at.start() else 0
                if (many := named[at["name"]] + inside) >= _SEVERAL:
                    rated.append((many, _Typed(source.path, block, at)))
    rated.sort(key=lambda one: -one[0])
    yield from (typed for _, typed in rated[:_MOST])


def _near(typed: _Typed) -> list[str]:
    """The types near to the one that is written: of one thing a list, of a list one thing, with or without none.

    What begins as true or false may be a yes or a no, whatever is written.
    """
    type_ = typed.at["type"]
    if typed.at["value"] and type_ != "bool":
        return ["bool"]
    if type_.startswith("list of "):
        return [type_.removeprefix("list of ")]
    if not _ONE.fullmatch(type_):
        return []
    one = type_.removesuffix(" or none")
    return [f"list of {one}", one if one != type_ else f"{type_} or none"]


def _with(typed: _Typed, type_: str) -> str:
    text = typed.block.text
    return f"{text[: typed.at.start('type')]}{type_}{text[typed.at.end('type') :]}"


def _told(typed: _Typed, type_: str, mended: Sequence[Diagnostic]) -> Diagnostic:
    text, begin = typed.block.text, typed.at.start("type")
    line = typed.block.line + text.count("\n", 0, begin)
    column = begin - text.rfind("\n", 0, begin)
    return Diagnostic(
        TYPE_MISMATCH,
        say(
            "`{name}` is declared as `{type}`, and meant as `{other}` wherever it stands",
            name=typed.at["name"],
            type=typed.at["type"],
            other=type_,
        ),
        Span(typed.path, line, column, line, column + len(typed.at["type"])),
        related=tuple(Label(one.span, say("meant so here")) for one in mended[:SHOWN]),
        help=say("write `{written}` in place of `{met}`", written=type_, met=typed.at["type"]),
    )
