"""The terms of a book, how often and in which forms each stands, and what renders it in the other language.

It is written as a table for a spreadsheet (CSV), as plain text, or as one HTML file that asks the network for nothing.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from regola_dsl.diagnostics import counted
from regola_dsl.wording import localized, number_as_written, say, spoken

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.terms.rendered_terms import rendered_terms
from regola_crosscheck.concordance.candidates import by_forms, term_candidates
from regola_crosscheck.language.dictionary_form import dictionary_form
from regola_crosscheck.language.morphology import keys_of

# Of a term so many forms and renderings are shown.
MOST = 5
_STYLE = Markup(
    "body{font:16px/1.45 system-ui,sans-serif;max-width:70rem;margin:1.5rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}td,th{padding:.25rem .8rem .25rem 0;vertical-align:top;text-align:left;"
    "border-top:1px solid #bbb}td:nth-child(2){text-align:right}:root{color-scheme:light dark}"
)
Counted = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term as a dictionary has it; `concept` is its name in the glossary, empty for one that is not there."""

    term: str
    times: int
    concept: str
    forms: Counted
    renderings: Counted


def term_rows(context: CrosscheckContext, other: CrosscheckContext | None) -> list[TermRow]:
    """The terms of a book, the most telling first, with their renderings in another text if there is one."""
    language = context.book.language
    concepts = {
        keys_of(form, language): concept.id
        for concept in (context.glossary.concepts if context.glossary is not None else ())
        if (terms := concept.terms.get(language)) is not None
        for form in terms.forms
    }
    texts = [
        one.text for section in context.book.stretches for one in context.sentences(section) if one.kind != "heading"
    ]
    candidates = [
        term
        for term in by_forms(term_candidates(texts, language), language)
        if context.is_noun(term.keys) or term.keys in concepts
    ]
    renderings = rendered_terms(context, other, [term.keys for term in candidates]) if other is not None else {}
    return [
        TermRow(
            dictionary_form(term.form, language, (form for form, _ in term.forms)),
            term.times,
            concept,
            term.forms[:MOST],
            tuple(renderings.get(term.keys, Counter()).most_common(MOST)),
        )
        for term in candidates
        for concept in [concepts.get(term.keys, "")]
    ]


def as_csv(rows: Sequence[TermRow], languages: Sequence[str]) -> str:
    """The terms as a table, a term a line; what comes several times in a cell stands with its count.

    A spreadsheet program reads it as it is: it takes a file for UTF-8 by the mark at its beginning, and where a comma
    stands before decimals it wants a semicolon between cells.
    """
    file = io.StringIO()
    between = ";" if number_as_written(0.5, ".1f", spoken()) == "0,5" else ","
    file.write("\ufeff")
    out = csv.writer(file, lineterminator="\n", delimiter=between)
    heads = (say("term"), say("times"), say("glossary"), say("forms"))
    renderings = [say("renderings {language}", language=code) for code in languages[1:]]
    out.writerow(map(localized, (*heads, *renderings)))
    for row in rows:
        out.writerow(
            [row.term, row.times, row.concept, _said(row.forms), *[_said(row.renderings)] * (len(languages) - 1)]
        )
    return file.getvalue()


def as_text(rows: Sequence[TermRow], path: str) -> str:
    """The terms as plain text: a term a line with its forms, and below it what renders it."""
    parts = [f"{path}: {localized(counted(len(rows), 'term'))}\n\n"]
    for row in rows:
        forms = f"  [{_said(row.forms)}]" if len(row.forms) > 1 else ""
        parts.append(f"{row.times:5}  {row.term}{f' ({row.concept})' if row.concept else ''}{forms}\n")
        parts.append(f"         = {_said(row.renderings)}\n" if row.renderings else "")
    return "".join(parts)


def as_page(rows: Sequence[TermRow], path: str, languages: Sequence[str]) -> str:
    """The terms as a page."""
    said = (say("term"), say("times"), say("forms"), *languages[1:], say("glossary"))
    heads = [localized(head) for head in said]
    parts = [
        Markup('<!DOCTYPE html>\n<html lang="{}">\n<head>\n<meta charset="utf-8">\n').format(languages[0]),
        Markup(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        ),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
        Markup("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n").format(path, _STYLE, path),
        Markup("<table>\n<tr>{}</tr>\n").format(Markup("").join(Markup("<th>{}</th>").format(head) for head in heads)),
    ]
    for row in rows:
        renderings = [_said(row.renderings)] * (len(languages) - 1)
        cells = [row.term, str(row.times), _said(row.forms), *renderings, row.concept]
        parts.append(
            Markup("<tr>{}</tr>\n").format(Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells))
        )
    return str(Markup("").join([*parts, Markup("</table>\n</body>\n</html>\n")]))


def _said(several: Counted) -> str:
    return "; ".join(f"{form} {times}" for form, times in several)
