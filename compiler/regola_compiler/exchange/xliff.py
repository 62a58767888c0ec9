"""XLIFF 1.2, which translators' programs work on: a `file` for each file of the rules, a `trans-unit` for each text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from regola_dsl.wording import say

from regola_compiler.exchange.units import Document, Unit, Unreadable, Updated
from regola_compiler.exchange.xml import Edits, Element, attribute, inner_text, read_xml, with_placeholders

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
# Elements that hold a part of the sentence; all others stand for something that is not in it.
_THROUGH = ("g", "mrk")
_CONTROL = re.compile(r"x-control-([0-9a-f]{4})")
_UNFINISHED = re.compile(r"new|needs-.*")
_STATE = re.compile(rb"""\sstate\s*=\s*(?:"[^"]*"|'[^']*')""")
REVIEW = "needs-review-translation"


def write(document: Document) -> str:
    """A document as XLIFF."""
    files = [
        _file(document, file, list(units), "", "  ") for file, units in groupby(document.units, lambda unit: unit.file)
    ]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="{NAMESPACE}">\n'
    return f"{head}{''.join(files)}</xliff>\n"


def read(text: str) -> Document:
    """The document that a text is.

    Raises:
        Unreadable: if it is no XLIFF 1.2.
    """
    top = _top(text)
    files = top.children("file")
    first = files[0].attributes if files else {}
    document = Document(
        first.get("product-name", ""), first.get("source-language", ""), first.get("target-language", "")
    )
    for file in files:
        for key, wanted in (("source-language", document.source), ("target-language", document.target)):
            if file.attributes.get(key, "") != wanted:
                raise Unreadable(say("the parts of the file have different languages: see `{key}`", key=key), file.line)
        for one in file.every("trans-unit"):
            unit = _unit(one, document.target, file.attributes.get("original", ""))
            if unit is not None:
                document.units.append(unit)
    return document


def update(text: str, document: Document) -> Updated:
    """A text brought up to date with a document.

    Sentences that changed are replaced, with their translation if there is one, and else marked for review. A
    translation that is there stays; where there is none, the document's comes in. Units that are not there are added.

    Raises:
        Unreadable: if it is no XLIFF 1.2.
    """
    top = _top(text)
    edits, updated = Edits(text), Updated(text)
    left = {unit.id: unit for unit in document.units}
    for file in top.children("file"):
        for one in file.every("trans-unit"):
            unit = left.pop(one.attributes.get("id", ""), None)
            if unit is None:
                updated.unknown += 1
            else:
                updated.changed += _renewed(one, unit, edits)
    updated.added = len(left)
    for name, group in groupby(left.values(), lambda unit: unit.file):
        units = list(group)
        homes = [one for one in top.children("file") if one.attributes.get("original") == name]
        body = homes[0].child("body") if homes else None
        if body is None:
            edits.append(top, _file(document, name, units, top.prefix, "  "))
        else:
            edits.append(body, "".join(_unit_text(unit, body.prefix, "      ") for unit in units))
    updated.text = edits.done()
    return updated


def _top(text: str) -> Element:
    top = read_xml(text)
    if top.name != "xliff":
        raise Unreadable(say("this is no XLIFF: it begins with `{name}`", name=top.name[:40]), top.line)
    if top.attributes.get("version") != "1.2":
        raise Unreadable(
            say("this is XLIFF {version}, not 1.2", version=top.attributes["version"][:20])
            if "version" in top.attributes
            else say("this is XLIFF of no version, not 1.2"),
            top.line,
        )
    if top.empty:
        raise Unreadable(say("nothing is in it"), top.line)
    return top


def _file(document: Document, name: str, units: Iterable[Unit], prefix: str, indent: str) -> str:
    x = prefix
    head = (
        f"{indent}<{x}file original={attribute(name)} source-language={attribute(document.source)}"
        f' target-language={attribute(document.target)} datatype="plaintext"'
        f" product-name={attribute(document.game)}>\n{indent}  <{x}body>\n"
    )
    body = "".join(_unit_text(unit, prefix, f"{indent}    ") for unit in units)
    return f"{head}{body}{indent}  </{x}body>\n{indent}</{x}file>\n"


def _unit_text(unit: Unit, prefix: str, indent: str) -> str:
    x, name = prefix, unit.id.partition("#")[2]
    lines = [f'<{x}trans-unit id={attribute(unit.id)} resname={attribute(name)} xml:space="preserve">']
    lines.append(f"  <{x}source>{_with_placeholders(unit.source, x)}</{x}source>")
    if unit.target:
        lines.append(f"  {_target(unit.target, x)}")
    if unit.note:
        lines.append(f'  <{x}note from="regola">{_with_placeholders(unit.note, x)}</{x}note>')
    lines.append(f"</{x}trans-unit>")
    return "".join(f"{indent}{line}\n" for line in lines)


def _target(text: str, prefix: str) -> str:
    return f'<{prefix}target state="translated">{_with_placeholders(text, prefix)}</{prefix}target>'


def _with_placeholders(text: str, prefix: str) -> str:
    return with_placeholders(text, lambda number, sign: f'<{prefix}x id="{number}" ctype="x-control-{ord(sign):04x}"/>')


def _control(one: Element) -> str | None:
    found = _CONTROL.fullmatch(one.attributes.get("ctype", "")) if one.name == "x" else None
    return chr(int(found[1], 16)) if found else None


def _unit(one: Element, language: str, file: str) -> Unit | None:
    source, target = one.child("source"), one.child("target")
    if source is None or one.attributes.get("translate") == "no":
        return None
    said, _ = inner_text(source, _THROUGH, _control)
    words, strange = inner_text(target, _THROUGH, _control) if target else (None, "")
    state = target.attributes.get("state", "") if target else ""
    trouble = (
        say("it has markup (`{strange}`) that a text of the rules cannot keep", strange=strange) if strange else ""
    )
    name = one.attributes.get("id", "")
    done = not _UNFINISHED.fullmatch(state)
    return Unit(name, said, language, words, file, line=one.line, finished=done, trouble=trouble)


def _renewed(one: Element, unit: Unit, edits: Edits) -> bool:
    """Bring one unit up to date; whether anything had to be changed."""
    source, target, x = one.child("source"), one.child("target"), one.prefix
    if source is None:
        return False
    anew = inner_text(source, _THROUGH, _control)[0] != unit.source
    behind = one.child("seg-source") or source
    if anew:
        edits.fill(source, _with_placeholders(unit.source, x))
    if target is None:
        if unit.target:
            edits.replace(behind.end, behind.end, f"\n        {_target(unit.target, x)}")
        return anew or bool(unit.target)
    has = inner_text(target, _THROUGH, _control)[0]
    if unit.target and (anew or not has) and has != unit.target:
        edits.replace(
            target.start, target.end, _with_state(edits, target, "translated", _with_placeholders(unit.target, x))
        )
        return True
    if anew and has and has != unit.target:
        edits.replace(target.start, target.inside, _with_state(edits, target, REVIEW, None))
    return anew


def _with_state(edits: Edits, target: Element, state: str, words: str | None) -> str:
    """A target's opening tag with its state; with `words`, the whole element."""
    data = edits.text.encode("utf-8")
    tag = _STATE.sub(b"", data[target.start : target.inside]).decode("utf-8")
    tag = f'{tag.rstrip(">").rstrip("/").rstrip()} state="{state}">'
    return tag if words is None else f"{tag}{words}</{target.written}>"
