"""TBX 2 (ISO 30042:2008, TBX-Basic), which many translators' programs still ask for: a `termEntry` for each concept."""

from __future__ import annotations

from regola_compiler.exchange.tbx import FormKind, forms_of, standing_of
from regola_compiler.exchange.xml import attribute, escaped
from regola_compiler.project.glossary import Concept, Glossary, Terms


def write(glossary: Glossary, title: str, language: str) -> str:
    """A glossary as TBX 2; `language` is that of its title."""
    body = "".join(_concept(concept) for concept in glossary.concepts if concept.terms)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<martif type="TBX-Basic" xml:lang={attribute(language)}>\n  <martifHeader>\n    <fileDesc>\n'
        f"      <titleStmt>\n        <title>{escaped(title)}</title>\n      </titleStmt>\n"
        "      <sourceDesc>\n        <p>regola</p>\n      </sourceDesc>\n    </fileDesc>\n"
        '    <encodingDesc>\n      <p type="XCSURI">TBXBasicXCSV02.xcs</p>\n    </encodingDesc>\n  </martifHeader>\n'
        f"  <text>\n    <body>\n{body}    </body>\n  </text>\n</martif>\n"
    )


def _concept(concept: Concept) -> str:
    lines = [f"      <termEntry id={attribute(concept.id)}>"]
    if concept.note:
        lines.append(f'        <descrip type="definition">{escaped(concept.note)}</descrip>')
    sections = "".join(_section(language, terms) for language, terms in concept.terms.items())
    return "".join(f"{line}\n" for line in lines) + f"{sections}      </termEntry>\n"


def _section(language: str, terms: Terms) -> str:
    forms = "".join(_term(*form) for form in forms_of(terms))
    return f"        <langSet xml:lang={attribute(language)}>\n{forms}        </langSet>\n"


def _term(kind: FormKind, form: str, note: str) -> str:
    lines = ["<tig>", f"  <term>{escaped(form)}</term>"]
    if kind == "abbreviations":
        lines.append('  <termNote type="termType">abbreviation</termNote>')
    lines.append(f'  <termNote type="administrativeStatus">{standing_of(kind)}</termNote>')
    if note:
        lines.append(f"  <note>{escaped(note)}</note>")
    return "".join(f"          {line}\n" for line in [*lines, "</tig>"])
