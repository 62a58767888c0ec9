"""An input that stands twice, where another is named below it: the second is that one, under a wrong name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.meant.blocks import block_of
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.codes import DUPLICATE, UNKNOWN_NAME


def told_where_doubled(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; of an input that stands twice it is told what the second was called, and nothing else of it."""
    told = list(found)
    if fitting is None:
        return told
    for one in found:
        block = block_of(one.span, sources) if one.code == DUPLICATE else None
        if block is None or one.span.line != block.line:
            continue
        lost = [
            other
            for other in found
            if other.code == UNKNOWN_NAME and other.missing is not None and _is_within(other, one, block)
        ]
        names = {
            other.missing.name: other
            for other in lost
            if other.missing is not None
            and fitting.mends(one.span.path, block, _called(one, other.missing.name, block))
        }
        if len(names) == 1:
            ((name, other),) = names.items()
            told = [each for each in told if each not in lost and not _is_asked_of(each, one, block)]
            here = told.index(one)
            told[here] = replace(
                one,
                related=(*one.related, Label(other.span, say("named here, and declared nowhere"))),
                help=say("write `{name}` in place of the second `{twice}`", name=name, twice=_doubled(one, block)),
            )
    return told


def _is_within(other: Diagnostic, one: Diagnostic, block: Block) -> bool:
    return other.span.path == one.span.path and block.line <= other.span.line <= block.end


def _is_asked_of(other: Diagnostic, one: Diagnostic, block: Block) -> bool:
    """Whether a finding is about how many inputs the declaration has."""
    return other.weight is Severity.ERROR and any(
        (label.span.path, label.span.line) == (one.span.path, block.line) for label in other.related
    )


def _doubled(one: Diagnostic, block: Block) -> str:
    return block.text.split("\n")[0][one.span.column - 1 : one.span.end_column - 1]


def _called(one: Diagnostic, name: str, block: Block) -> str:
    """The declaration with another name in the second place."""
    return f"{block.text[: one.span.column - 1]}{name}{block.text[one.span.end_column - 1 :]}"
