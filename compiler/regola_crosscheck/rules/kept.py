"""What the desk asks of the rules, as plain data: kept for the next run, so that an edit of a text needs no rules.

What is gathered of a program has the parts of it that are anchored to a section; of these a fingerprint is kept, for
that is all that is asked of them. A number is written once, and named by its place wherever it stands again.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, get_args

from regola_compiler.model.kinds import Modality
from regola_dsl.source import Span
from regola_dsl.tree import Text

from regola_crosscheck.book.numbering import Key, Numbering
from regola_crosscheck.rules.limits import AIDE, BOUND, LIMIT, RULE
from regola_crosscheck.rules.numbers import Amount, Encoded, EncodedNorm, EncodedNumber, NumberKind

# What a number is for is asked by identity: what is read back has the very words.
_ROLES = {role: role for role in (RULE, AIDE, BOUND, LIMIT)}
_AMOUNTS: dict[str, Amount] = {amount: amount for amount in get_args(Amount)}
_KINDS: dict[str, NumberKind] = {kind: kind for kind in get_args(NumberKind)}
_Shared = Literal["span", "text", "sections", "fraction"]


class _Written:
    """Values that stand many times, each written once."""

    def __init__(self) -> None:
        self.lists: dict[_Shared, dict[Any, int]] = {"span": {}, "text": {}, "sections": {}, "fraction": {}}

    def of(self, kind: _Shared, value: Any) -> int:
        """The place of a value among those of its kind."""
        known = self.lists[kind]
        return known.setdefault(value, len(known))

    def plain(self) -> Any:
        """All of them."""
        texts = [[one.language, one.text, self.of("span", one.span), one.short] for one in self.lists["text"]]
        return [
            texts,
            [plain_span(span) for span in self.lists["span"]],
            list(self.lists["sections"]),
            [[one.numerator, one.denominator] for one in self.lists["fraction"]],
        ]


def plain_span(span: Span) -> list[Any]:
    """A place in a file of the rules."""
    return [span.path, span.line, span.column, span.end_line, span.end_column]


def span_of_plain(plain: Any) -> Span:
    """A place as `plain_span` wrote it."""
    path, line, column, end_line, end_column = plain
    return Span(str(path), int(line), int(column), int(end_line), int(end_column))


def plain_spans(spans: Mapping[str, Span]) -> Any:
    """Places by the names of what stands there."""
    return {name: plain_span(span) for name, span in spans.items()}


def spans_of_plain(plain: Any) -> dict[str, Span]:
    """Places as `plain_spans` wrote them."""
    return {str(name): span_of_plain(span) for name, span in plain.items()}


def plain_encoded(encoded: Encoded) -> Any:
    """All that is asked of what the rules hold, as JSON can say it."""
    written = _Written()
    atoms = [atom for several in encoded.by_owner.values() for atom in several]
    places = {id(atom): place for place, atom in enumerate(atoms)}
    plain_atoms = [
        [
            atom.kind,
            [written.of("fraction", value) for value in atom.values],
            written.of("sections", atom.sections),
            written.of("span", atom.span),
            atom.role,
            int(atom.negative),
            [written.of("fraction", value) for value in atom.near],
            int(atom.overruled),
            [written.of("text", text) for text in atom.about],
            atom.amount,
        ]
        for atom in atoms
    ]
    norms = [
        [
            key,
            [
                [
                    None if norm.modality is None else norm.modality.name,
                    norm.name,
                    written.of("sections", norm.sections),
                    written.of("span", norm.span),
                    int(norm.exception),
                    int(norm.conditional),
                ]
                for norm in several
            ],
        ]
        for key, several in encoded.norms.items()
    ]
    texts = [[key, [written.of("text", text) for text in several]] for key, several in encoded.texts.items()]
    spans = [[key, written.of("span", span)] for key, span in encoded.spans.items()]
    return {
        "atoms": plain_atoms,
        "owners": [[owner, len(several)] for owner, several in encoded.by_owner.items()],
        "numbers": [[key, [places[id(one)] for one in several]] for key, several in encoded.numbers.items()],
        "amounts": [[key, [places[id(one)] for one in several]] for key, several in encoded.amounts.items()],
        "norms": norms,
        "names": list(encoded.names.items()),
        "spelling": list(encoded.spelling.items()),
        "spans": spans,
        "errata": list(encoded.errata.items()),
        "calls": encoded.calls,
        "texts": texts,
        "meanings": [[key, encoded.fingerprint(key)] for key in encoded.anchored],
        "shared": written.plain(),
    }


def encoded_of_plain(plain: Any, numbering: Numbering) -> Encoded:
    """What `plain_encoded` wrote; anything else raises what plain data does that is not in shape."""
    texts, spans, sections, fractions = plain["shared"]
    all_spans = [span_of_plain(one) for one in spans]
    all_texts = [Text(str(language), str(text), all_spans[span], str(short)) for language, text, span, short in texts]
    all_sections = [tuple(map(str, one)) for one in sections]
    all_values = [Fraction(above, below) for above, below in fractions]
    owners = [owner for owner, count in plain["owners"] for _ in range(count)]
    atoms = [
        EncodedNumber(
            _KINDS[kind],
            tuple([all_values[value] for value in values]),
            all_sections[where],
            owner,
            all_spans[span],
            _ROLES[role],
            bool(negative),
            tuple([all_values[value] for value in near]),
            bool(overruled),
            tuple([all_texts[text] for text in about]),
            _AMOUNTS[amount],
        )
        for owner, (kind, values, where, span, role, negative, near, overruled, about, amount) in zip(
            owners, plain["atoms"], strict=True
        )
    ]
    found = Encoded(numbering)
    at = 0
    for owner, count in plain["owners"]:
        found.by_owner[owner] = atoms[at : at + count]
        at += count
    for name, several in (("numbers", found.numbers), ("amounts", found.amounts)):
        several.update({_key(key): [atoms[place] for place in places] for key, places in plain[name]})
    for key, norms in plain["norms"]:
        found.norms[_key(key)] = [
            EncodedNorm(
                None if modality is None else Modality[modality],
                str(name),
                all_sections[where],
                all_spans[span],
                bool(exception),
                bool(conditional),
            )
            for modality, name, where, span, exception, conditional in norms
        ]
    found.names.update({_key(key): list(map(str, names)) for key, names in plain["names"]})
    found.spelling.update({_key(key): str(name) for key, name in plain["spelling"]})
    found.spans.update({_key(key): all_spans[span] for key, span in plain["spans"]})
    found.errata.update({_key(key): list(map(str, names)) for key, names in plain["errata"]})
    found.calls.update({str(name): list(map(str, called)) for name, called in plain["calls"].items()})
    found.texts.update({_key(key): [all_texts[text] for text in several] for key, several in plain["texts"]})
    found.fingerprints.update({_key(key): str(one) for key, one in plain["meanings"]})
    return found


def _key(plain: Any) -> Key:
    return tuple(plain)
