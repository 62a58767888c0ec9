"""TMX 1.4b, the memory of translators' programs: a `tu` for each text, a `tuv` in it for each language."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

from regola_dsl.wording import say

from regola_compiler.exchange.units import Document, Unit, Unreadable, Updated, match_language
from regola_compiler.exchange.xml import Edits, Element, attribute, escaped, inner_text, read_xml, with_placeholders

_THROUGH = ("hi",)
_CONTROL = re.compile(r"control-([0-9a-f]{4})")


def write(document: Document) -> str:
    """A document as TMX."""
    try:
        number = version("regola")
    except PackageNotFoundError:
        number = "0"
    head = (
        f'  <header creationtool="regola" creationtoolversion={attribute(number)} segtype="block" o-tmf="regola"'
        f' adminlang="en" srclang={attribute(document.source)} datatype="plaintext">\n'
        f'    <prop type="x-game">{escaped(document.game)}</prop>\n  </header>\n'
    )
    body = "".join(_unit_text(unit, document.source) for unit in document.units)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n{head}  <body>\n{body}  </body>\n</tmx>\n'


def read(text: str) -> Document:
    """The document that a text is; where it has translations in several languages, a unit for each.

    Raises:
        Unreadable: if it is no TMX.
    """
    top = memory(text)
    header, body = top.child("header"), top.child("body")
    general = header.attributes.get("srclang", "") if header else ""
    game = (
        next((one.text for one in header.children("prop") if one.attributes.get("type") == "x-game"), "")
        if header
        else ""
    )
    document = Document(game, general, "")
    for one in body.children("tu") if body else []:
        source = one.attributes.get("srclang", general)
        said = {tuv.attributes.get("lang", ""): tuv for tuv in one.children("tuv")}
        own = match_language(source, said)
        words, _ = _variant_text(said.pop(own)) if own else (None, "")
        for language, place in said.items() if words is not None else ():
            target, strange = _variant_text(place)
            trouble = (
                say("it has markup (`{strange}`) that a text of the rules cannot keep", strange=strange)
                if strange
                else ""
            )
            document.target = document.target or language
            name = one.attributes.get("tuid", "")
            document.units.append(Unit(name, words or "", language, target, line=place.line, trouble=trouble))
    return document


def update(text: str, document: Document) -> Updated:
    """A text brought up to date with a document, as `xliff.update` says.

    Raises:
        Unreadable: if it is no TMX.
    """
    top = memory(text)
    body = top.child("body")
    if body is None:
        raise Unreadable(say("the file has no `body`"), top.line)
    edits, updated = Edits(text), Updated(text)
    left = {unit.id: unit for unit in document.units}
    for one in body.children("tu"):
        unit = left.pop(one.attributes.get("tuid", ""), None)
        if unit is None:
            updated.unknown += 1
        else:
            updated.changed += _renewed(one, unit, document.source, edits)
    updated.added = len(left)
    edits.append(body, "".join(_unit_text(unit, document.source) for unit in left.values()))
    updated.text = edits.done()
    return updated


def memory(text: str) -> Element:
    """The outermost element of a TMX file.

    Raises:
        Unreadable: if it is no TMX.
    """
    top = read_xml(text)
    if top.name != "tmx":
        raise Unreadable(say("this is no TMX: it begins with `{name}`", name=top.name[:40]), top.line)
    if not top.attributes.get("version", "").startswith("1."):
        raise Unreadable(
            say("this is TMX {version}, not 1.4", version=top.attributes["version"][:20])
            if "version" in top.attributes
            else say("this is TMX of no version, not 1.4"),
            top.line,
        )
    return top


def _variant_text(variant: Element) -> tuple[str | None, str]:
    """The sentence of a variant, and what in it has no meaning in a text of the rules."""
    segment = variant.child("seg")
    return (None, "") if segment is None else inner_text(segment, _THROUGH, _control)


def _control(one: Element) -> str | None:
    found = _CONTROL.fullmatch(one.attributes.get("type", "")) if one.name == "ph" else None
    return chr(int(found[1], 16)) if found else None


def _with_placeholders(text: str) -> str:
    return with_placeholders(text, lambda number, sign: f'<ph x="{number}" type="control-{ord(sign):04x}"/>')


def _variant(language: str, text: str) -> str:
    return f"<tuv xml:lang={attribute(language)}><seg>{_with_placeholders(text)}</seg></tuv>"


def _unit_text(unit: Unit, source: str) -> str:
    lines = [f"<tu tuid={attribute(unit.id)}>"]
    if unit.note:
        lines.append(f"  <note>{_with_placeholders(unit.note)}</note>")
    lines.append(f"  {_variant(source, unit.source)}")
    if unit.target:
        lines.append(f"  {_variant(unit.language, unit.target)}")
    return "".join(f"    {line}\n" for line in [*lines, "</tu>"])


def _renewed(one: Element, unit: Unit, source: str, edits: Edits) -> bool:
    """Bring one unit up to date; whether anything had to be changed."""
    said = {tuv.attributes.get("lang", ""): tuv for tuv in one.children("tuv")}
    own, other = match_language(source, said), match_language(unit.language, said)
    segment = said[own].child("seg") if own else None
    if own is None or segment is None:
        return False
    anew = _variant_text(said[own])[0] != unit.source
    if anew:
        edits.fill(segment, _with_placeholders(unit.source))
    there = said[other].child("seg") if other else None
    if there is None:
        if unit.target:
            last = list(said.values())[-1]
            edits.replace(last.end, last.end, f"\n      {_variant(unit.language, unit.target)}")
        return anew or bool(unit.target)
    has = inner_text(there, _THROUGH, _control)[0]
    if unit.target and (anew or not has) and has != unit.target:
        edits.fill(there, _with_placeholders(unit.target))
        return True
    return anew
