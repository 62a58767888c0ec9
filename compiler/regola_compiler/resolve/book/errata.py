"""What stands only by an erratum's ruling: `by NAME` behind a rule, an exception, a modifier, a row or an edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar, assert_never

from regola_dsl import tree
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Steps, SymbolTable

Ruled: TypeAlias = tree.Rule | tree.ExceptionRule | tree.Modifier | tree.Row | tree.Beyond
Part = TypeVar("Part", bound=Ruled)


def apply_rulings(
    nodes: Sequence[tree.Declaration], names: SymbolTable, steps: Steps
) -> tuple[list[tree.Declaration], dict[str, list[str]], dict[Span, str]]:
    """The declarations without what no erratum rules any more, and what each erratum rules.

    What names an erratum that is not there is told and left out: then the analysis sees the book as it is
    without that ruling. The second result names declarations by the errata that put something into them, the third
    the errata by what they put there: by the span of its name, or that of a row.
    """
    bench = _RulingFilter(names, {node.name.text for node in nodes if isinstance(node, tree.Erratum)})
    kept: list[tree.Declaration] = []
    for node in nodes:
        if not steps.of_item(_stands_by_some, node):
            kept.append(node)
        elif bench.has_ruling(node, _owner(node)):
            kept.append(bench.without_unruled_parts(node))
    return kept, bench.uses, bench.parts


def check_about_words(
    nodes: Sequence[tree.Declaration], ruled: Mapping[str, Sequence[str]], names: SymbolTable
) -> None:
    """Tell of errata that are about words alone by their own word, and by which rules stand or win all the same."""
    for node in nodes:
        if not isinstance(node, tree.Erratum) or node.words is None:
            continue
        if ruled.get(node.name.text) or any(ruling.pair for ruling in node.rulings):
            names.report(
                codes.DANGLING,
                say("erratum `{name}` is about words alone, but rules stand by it", name=node.name.text),
                node.words.span,
                help=say("take `about words` out"),
            )


def _stands_by_some(node: tree.Declaration) -> bool:
    """Whether a declaration, or a part of one, stands by an erratum's ruling."""
    return any(part.by is not None for part in _ruled_parts(node))


def _ruled_parts(node: tree.Declaration | Ruled) -> Iterator[Ruled]:
    """All of a declaration that may stand by a ruling, itself among it; nothing else of it is looked at."""
    if isinstance(node, Ruled):
        yield node
    match node:
        case tree.Table():
            yield from node.rows
            yield from node.beyond
        case tree.Modifiers():
            yield from node.lines
        case tree.Define() | tree.Rule() | tree.ExceptionRule():
            for part in node.exceptions:
                yield from _ruled_parts(part)
        case _:
            return


def _owner(node: tree.Declaration) -> str:
    """What a declaration belongs to: itself, or what it is an exception to."""
    target = node.target if isinstance(node, tree.ExceptionRule) else None
    return target.text if isinstance(target, tree.Name) else node.name.text


class _RulingFilter:
    def __init__(self, names: SymbolTable, errata: set[str]) -> None:
        self.names, self.errata = names, errata
        self.uses: dict[str, list[str]] = {}
        self.parts: dict[Span, str] = {}

    def has_ruling(self, part: tree.Declaration | Ruled, owner: str) -> bool:
        """Whether the ruling that a part needs is there."""
        by = part.by if isinstance(part, Ruled) else None
        if by is None:
            return True
        if by.text in self.errata:
            self.uses.setdefault(by.text, []).append(owner)
            self.parts[part.span if isinstance(part, tree.Row | tree.Beyond) else part.name.span] = by.text
            return True
        self.names.unknown("erratum", by.text, by.span, sorted(self.errata))
        if isinstance(part, tree.Rule | tree.ExceptionRule):
            self.names.lost |= {part.name.text}
        return False

    def without_unruled_parts(self, node: tree.Declaration) -> tree.Declaration:
        """A declaration without the parts that do not stand."""
        owner = _owner(node)
        match node:
            case tree.Table():
                rows, beyond = self._kept(node.rows, owner), self._kept(node.beyond, owner)
                same = rows is node.rows and beyond is node.beyond
                return node if same else replace(node, rows=rows, beyond=beyond)
            case tree.Modifiers():
                lines = self._kept(node.lines, owner)
                return node if lines is node.lines else replace(node, lines=lines)
            case tree.Define() | tree.Rule() | tree.ExceptionRule():
                exceptions = self._exceptions(node.exceptions, owner)
                return node if exceptions is node.exceptions else replace(node, exceptions=exceptions)
            case tree.Enum() | tree.Record() | tree.GivenType() | tree.Fact() | tree.Assume() | tree.Action():
                return node
            case tree.Sequence() | tree.Path() | tree.Choice() | tree.Example() | tree.Erratum() | tree.Accept():
                return node
            case tree.LabelText() | tree.Piece() | tree.Players() | tree.Setup() | tree.Change() | tree.AlsoAfter():
                return node
            case tree.Event() | tree.Limit() | tree.Phase():
                return node
            case _:
                assert_never(node)

    def _kept(self, parts: tuple[Part, ...], owner: str) -> tuple[Part, ...]:
        """The parts that stand; the same tuple where all do, so that what has not changed can be told."""
        kept = tuple([part for part in parts if self.has_ruling(part, owner)])
        return parts if len(kept) == len(parts) else kept

    def _exceptions(self, parts: tuple[tree.ExceptionRule, ...], owner: str) -> tuple[tree.ExceptionRule, ...]:
        kept = self._kept(parts, owner)
        inner = [self._exceptions(part.exceptions, owner) for part in kept]
        if all(one is part.exceptions for one, part in zip(inner, kept, strict=True)):
            return kept
        return tuple(replace(part, exceptions=one) for part, one in zip(kept, inner, strict=True))
