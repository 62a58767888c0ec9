"""An exception to something that does not know what it speaks of: told with what does.

The inputs of what an exception is to are known in it. Where a name in it is unknown, and with another declaration in
the place of that one all of it can be understood, it may have been hung there by mistake.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Severity, name_list
from regola_dsl.meant.blocks import block_of, blocks_of, called
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.checks.fitting import EACH, Fitting
from regola_compiler.resolve.codes import UNKNOWN_NAME

_TO = re.compile(r"(?:then )?exception (?P<name>\w+) to (?P<to>\w+)\b")
# What exceptions are made to, and so many are told.
_KINDS, _FEW = frozenset({"rule", "define"}), 3
# Words that say something, as far as their endings.
_STEM = re.compile(r"[^\W\d_]{5}")


def told_where_hung(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; those of an exception that speaks of what is unknown there are one, with what it may belong to."""
    if fitting is None:
        return list(found)
    blocks = [(source.path, block) for source in sources for block in blocks_of(source)]
    of_block: dict[tuple[str, Block], list[Diagnostic]] = {}
    for one in found:
        here = block_of(one.span, sources) if _is_unknown(one) else None
        if here is not None and _TO.match(here.text):
            of_block.setdefault((one.span.path, here), []).append(one)
    told = list(found)
    # Each try resolves the game: of several exceptions the first is looked at.
    for (path, block), several in [*of_block.items()][:1]:
        if belongs := _may_belong(path, block, blocks, fitting):
            first = several[0]
            at = told.index(first)
            told = [one for one in told if one not in several]
            told.insert(at, _told(first, path, block, belongs))
    return told


def _is_unknown(one: Diagnostic) -> bool:
    """Whether a name is unknown, used in one declaration alone, and nothing near it is proposed."""
    missing = one.missing
    same = all(label.span.path == one.span.path for label in one.related)
    return (
        one.code == UNKNOWN_NAME
        and missing is not None
        and missing.kind == "name"
        and same
        and one.weight is Severity.ERROR
    )


def _may_belong(path: str, block: Block, blocks: Sequence[tuple[str, Block]], fitting: Fitting) -> list[str]:
    """To what else an exception may be, the likeliest first: what speaks of the same in the same words."""
    here = _TO.match(block.text)
    assert here is not None
    own = next((other for _, other in blocks if other.kind in _KINDS and called(other) == here["to"]), None)
    if own is None:
        return []
    words = _stems(block.text)
    others = [other for _, other in blocks if other.kind == own.kind and other is not own]
    often = Counter(stem for other in others for stem in _stems(other.text))
    likely = {
        called(other): sum(1 / often[stem] for stem in words & _stems(other.text)) for other in others if called(other)
    }
    ranked = sorted(likely, key=lambda name: (-likely[name], name))[:EACH]
    fits = [name for name in ranked if fitting.mends(path, block, _hung_to(block, here, name))]
    return fits[:_FEW]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem.lower() for stem in _STEM.findall(text))


def _hung_to(block: Block, here: re.Match[str], name: str) -> str:
    return f"{block.text[: here.start('to')]}{name}{block.text[here.end('to') :]}"


def _told(first: Diagnostic, path: str, block: Block, belongs: Sequence[str]) -> Diagnostic:
    here = _TO.match(block.text)
    assert here is not None
    assert first.missing is not None
    place = Span(path, block.line, here.start("to") + 1, block.line, here.end("to") + 1)
    return replace(
        first,
        message=say(
            "`{owner}` has no `{name}`, of which its exception `{exception}` speaks",
            owner=here["to"],
            name=first.missing.name,
            exception=here["name"],
        ),
        span=place,
        label="",
        related=(),
        help=say("is it an exception to {names}? write that behind `to`", names=name_list(belongs, "or")),
    )
