"""What the errata of a game say, as plain data: kept for the next run, so that an edit of a text needs no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regola_compiler.model.program import Program
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Text

from regola_crosscheck.rules.kept import plain_span, span_of_plain

Texts = tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class DisputedStatement:
    """What an erratum says of some sections."""

    sections: tuple[str, ...]
    texts: Texts
    silent: bool


@dataclass(frozen=True, slots=True)
class Dispute:
    """An erratum: what its statements say, and where it is ruled."""

    name: str
    sections: tuple[str, ...]
    statements: tuple[DisputedStatement, ...]
    settled: bool
    name_span: Span
    texts: Texts
    reason: Texts


def disputes_of(program: Program) -> tuple[Dispute, ...]:
    """The errata of a program."""
    return tuple(
        Dispute(
            one.name,
            tuple(anchor.section for anchor in one.anchors),
            tuple(
                DisputedStatement(tuple(anchor.section for anchor in said.anchors), tuple(said.texts), said.silent)
                for said in one.statements
            ),
            one.settled,
            one.name_span,
            tuple(one.texts),
            tuple(one.reason),
        )
        for one in program.errata.values()
    )


def plain_disputes(disputes: Sequence[Dispute]) -> Any:
    """Errata as JSON can say them."""
    return [
        [
            one.name,
            one.sections,
            [[said.sections, _plain_texts(said.texts), int(said.silent)] for said in one.statements],
            int(one.settled),
            plain_span(one.name_span),
            _plain_texts(one.texts),
            _plain_texts(one.reason),
        ]
        for one in disputes
    ]


def disputes_of_plain(plain: Any) -> tuple[Dispute, ...]:
    """Errata as `plain_disputes` wrote them."""
    return tuple(
        Dispute(
            str(name),
            tuple(map(str, sections)),
            tuple(
                DisputedStatement(tuple(map(str, of)), _texts(said), bool(silent)) for of, said, silent in statements
            ),
            bool(settled),
            span_of_plain(span),
            _texts(texts),
            _texts(reason),
        )
        for name, sections, statements, settled, span, texts, reason in plain
    )


def _plain_texts(texts: Texts) -> Any:
    return [[one.language, one.text, plain_span(one.span), one.short] for one in texts]


def _texts(plain: Any) -> Texts:
    return tuple(Text(str(of), str(text), span_of_plain(span), short) for of, text, span, short in plain)
