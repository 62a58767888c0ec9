"""TBX-Basic, the glossary of translators' programs: a `conceptEntry` for each concept (ISO 30042:2019, DCA style).

The edition of 2008, TBX 2, which many programs still ask for, has other names for the same (`Dialect`), `martif` and
`termEntry`: it is read too, and written with `EDITION_2008`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from regola_dsl.wording import say

from regola_compiler.exchange.units import Unreadable, Updated, match_language
from regola_compiler.exchange.xml import Edits, Element, attribute, escaped, read_xml
from regola_compiler.project.glossary import Concept, Glossary, Terms, normal

NAMESPACE = "urn:iso:std:iso:30042:ed-2"
# How a form is used, as TBX-Basic says it, and what kind of form it is.
FormKind: TypeAlias = Literal["preferred", "variants", "abbreviations", "forbidden"]
_STATUS: dict[FormKind, str] = {
    "preferred": "preferredTerm-admn-sts",
    "variants": "admittedTerm-admn-sts",
    "abbreviations": "admittedTerm-admn-sts",
    "forbidden": "deprecatedTerm-admn-sts",
}
_KINDS: dict[str, FormKind] = {
    **{status: kind for kind, status in _STATUS.items() if kind != "abbreviations"},
    "supersededTerm-admn-sts": "forbidden",
}
_SHORT = frozenset({"abbreviation", "acronym"})


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an edition calls the parts of a glossary; `head` and `tail` are what stands around its concepts."""

    entry: str
    section: str
    term: str
    head: str
    tail: str


EDITION_2019 = Dialect(
    "conceptEntry",
    "langSec",
    "termSec",
    f'<tbx type="TBX-Basic" style="dca" xml:lang={{language}} xmlns="{NAMESPACE}">\n'
    "  <tbxHeader>\n    <fileDesc>\n      <titleStmt>\n        <title>{title}</title>\n      </titleStmt>\n"
    "      <sourceDesc>\n        <p>regola</p>\n      </sourceDesc>\n    </fileDesc>\n  </tbxHeader>\n",
    "</tbx>\n",
)
EDITION_2008 = Dialect(
    "termEntry",
    "langSet",
    "tig",
    '<martif type="TBX-Basic" xml:lang={language}>\n  <martifHeader>\n    <fileDesc>\n'
    "      <titleStmt>\n        <title>{title}</title>\n      </titleStmt>\n"
    "      <sourceDesc>\n        <p>regola</p>\n      </sourceDesc>\n    </fileDesc>\n"
    '    <encodingDesc>\n      <p type="XCSURI">TBXBasicXCSV02.xcs</p>\n    </encodingDesc>\n  </martifHeader>\n',
    "</martif>\n",
)

# The editions by the names of their formats.
DIALECTS = {"tbx": EDITION_2019, "tbx2": EDITION_2008}


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a concept in a language. `kind` is preferred, variants, abbreviations or forbidden."""

    concept: str
    language: str
    kind: FormKind
    text: str
    note: str = ""
    line: int = 1


def write(glossary: Glossary, title: str, language: str, dialect: Dialect = EDITION_2019) -> str:
    """A glossary as TBX; `language` is that of its title."""
    head = dialect.head.format(title=escaped(title), language=attribute(language))
    body = "".join(_concept(concept, dialect) for concept in _named_concepts(glossary))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{head}  <text>\n    <body>\n{body}    </body>\n  </text>\n'
        f"{dialect.tail}"
    )


def read(text: str) -> list[Form]:
    """The forms that a text has, in its order.

    Raises:
        Unreadable: if it is no TBX of this edition.
    """
    forms = []
    for entry in _entries(_top(text, either=True)):
        name = entry.attributes.get("id", "")
        for section in entry.children("langSec", "langSet"):
            language = section.attributes.get("lang", "")
            forms += [_form(one, name, language, word) for one, word in _terms(section)]
    return forms


def update(text: str, glossary: Glossary) -> Updated:
    """A text to which the concepts, languages and forms are added that it does not have; nothing else is changed.

    Raises:
        Unreadable: if it is no TBX of this edition.
    """
    top = _top(text)
    edits, updated = Edits(text), Updated(text)
    left = {concept.id: concept for concept in _named_concepts(glossary)}
    for entry in _entries(top):
        concept = left.pop(entry.attributes.get("id", ""), None)
        if concept is None:
            updated.unknown += 1
        else:
            updated.changed += _completed(entry, concept, edits)
    updated.added = len(left)
    edits.append(_body(top), "".join(_concept(concept, EDITION_2019) for concept in left.values()))
    updated.text = edits.done()
    return updated


def _forms_of(terms: Terms) -> Iterator[tuple[FormKind, str, str]]:
    """The forms of a concept in one language: kind, form, and what is said of it."""
    yield "preferred", terms.preferred, terms.note
    for form in terms.variants:
        yield "variants", form, ""
    for form in terms.abbreviations:
        yield "abbreviations", form, ""
    for wrong in terms.forbidden:
        yield "forbidden", wrong.form, wrong.because


def _named_concepts(glossary: Glossary) -> list[Concept]:
    """The concepts that have a name in some language; TBX has no others."""
    return [concept for concept in glossary.concepts if concept.terms]


def _top(text: str, *, either: bool = False) -> Element:
    top = read_xml(text)
    if top.name not in {"tbx", "martif"}:
        raise Unreadable(say("this is no TBX: it begins with `{name}`", name=top.name[:40]), top.line)
    if top.attributes.get("style", "dca") != "dca":
        raise Unreadable(say("this is TBX in the style DCT: save it in the style DCA"), top.line)
    _body(top)
    if top.name == "martif" and not either:
        raise Unreadable(
            say("this is TBX of 2008 (`martif`), which is brought in but not brought up to date"), top.line
        )
    return top


def _body(top: Element) -> Element:
    text = top.child("text")
    body = text.child("body") if text else None
    if body is None:
        raise Unreadable(say("the file has no `body`"), top.line)
    return body


def _entries(top: Element) -> list[Element]:
    return _body(top).children("conceptEntry", "termEntry")


def _terms(section: Element) -> Iterator[tuple[Element, str]]:
    groups = [group for wide in section.children("ntig") for group in wide.children("termGrp")]
    for one in [*section.children("termSec", "tig"), *groups]:
        term = one.child("term")
        if term is not None and (word := " ".join("".join(_words(term)).split())):
            yield one, word


def _words(one: Element) -> Iterator[str]:
    for item in one.content:
        if isinstance(item, str):
            yield item
        else:
            yield from _words(item)


def _form(one: Element, concept: str, language: str, word: str) -> Form:
    notes = {
        note.attributes.get("type", ""): note.text
        for group in (one, *one.children("termNoteGrp"))
        for note in group.children("termNote")
    }
    kind = _KINDS.get(notes.get("administrativeStatus", ""), "variants")
    if kind != "forbidden" and notes.get("termType") in _SHORT:
        kind = "abbreviations"
    note = one.child("note")
    return Form(concept, language, kind, word, note.text if note else "", one.line)


def _concept(concept: Concept, dialect: Dialect) -> str:
    lines = [f"      <{dialect.entry} id={attribute(concept.id)}>"]
    if concept.note:
        lines.append(f'        <descrip type="definition">{escaped(concept.note)}</descrip>')
    sections = "".join(_section(language, terms, dialect) for language, terms in concept.terms.items())
    return "".join(f"{line}\n" for line in lines) + f"{sections}      </{dialect.entry}>\n"


def _section(language: str, terms: Terms, dialect: Dialect) -> str:
    forms = "".join(_term(*form, dialect) for form in _forms_of(terms))
    return f"        <{dialect.section} xml:lang={attribute(language)}>\n{forms}        </{dialect.section}>\n"


def _term(kind: FormKind, form: str, note: str, dialect: Dialect) -> str:
    lines = [f"<{dialect.term}>", f"  <term>{escaped(form)}</term>"]
    if kind == "abbreviations":
        lines.append('  <termNote type="termType">abbreviation</termNote>')
    lines.append(f'  <termNote type="administrativeStatus">{_STATUS[kind]}</termNote>')
    if note:
        lines.append(f"  <note>{escaped(note)}</note>")
    return "".join(f"          {line}\n" for line in [*lines, f"</{dialect.term}>"])


def _completed(entry: Element, concept: Concept, edits: Edits) -> bool:
    """Add what an entry does not have; whether anything was missing."""
    there = {section.attributes.get("lang", ""): section for section in entry.children("langSec")}
    missing = False
    for language, terms in concept.terms.items():
        known = match_language(language, there)
        if known is None:
            edits.append(entry, _section(language, terms, EDITION_2019))
            missing = True
            continue
        words = {normal(word) for _, word in _terms(there[known])}
        more = [_term(*form, EDITION_2019) for form in _forms_of(terms) if normal(form[1]) not in words]
        edits.append(there[known], "".join(more))
        missing = missing or bool(more)
    return missing
