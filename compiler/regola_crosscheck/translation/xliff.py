"""A book as segmented XLIFF, 1.2 and 2.0, and read back from both.

A unit is a paragraph, a segment a sentence: `mrk mtype="seg"` in 1.2, `segment` in 2.0. With each goes what the
translation was when it was written out (`extradata`, a note called `base`), so that newer words are known for newer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from regola_compiler.exchange.units import BOOK, Unreadable
from regola_compiler.exchange.xml import Element, attribute, inner_text, read_xml, with_placeholders
from regola_dsl.wording import later, localized_template, say

from regola_crosscheck.translation.units import BookDocument, BookUnit

SPACE_12, SPACE_20 = "urn:oasis:names:tc:xliff:document:1.2", "urn:oasis:names:tc:xliff:document:2.0"
_THROUGH = ("g", "mrk", "pc", "sm", "em")
_UNFINISHED = re.compile(r"new|initial|needs-.*")
_NAME = re.compile(r"[^\w.:-]")


@dataclass(frozen=True, slots=True)
class ReturnedUnit:
    """A unit as it came back: its segments in both languages, and whether its translator holds it to be good."""

    id: str
    source: str
    targets: tuple[str, ...]
    base: str
    line: int
    finished: bool = True
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """A file that came back."""

    source: str
    target: str
    units: tuple[ReturnedUnit, ...]


# What a note tells of, as whoever translates is told it.
_KINDS = {"section": later("section"), "rules": later("rules"), "term": later("term")}


def _said(text: str) -> str:
    return with_placeholders(text, lambda _number, _sign: "\N{REPLACEMENT CHARACTER}")


def write_12(document: BookDocument, *, filled: bool = False) -> str:
    """A document as XLIFF 1.2.

    Args:
        document: the book.
        filled: whether what is not translated stands in the place of its translation: OmegaT looks there, and nowhere
            else, for what is to be translated.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<xliff version="1.2" xmlns="{SPACE_12}">',
        f"  <file original={attribute(document.name)} source-language={attribute(document.source)}"
        f' target-language={attribute(document.target)} datatype="plaintext" product-name={attribute(BOOK)}>',
        "    <body>",
    ]
    for unit in document.units:
        lines += (f"      {line}" for line in _unit_12(unit, filled=filled))
    return "\n".join([*lines, "    </body>", "  </file>", "</xliff>", ""])


def _unit_12(unit: BookUnit, *, filled: bool) -> Iterator[str]:
    block = unit.block
    base = f" extradata={attribute(unit.base)}" if unit.base else ""
    approved = ' approved="yes"' if unit.approved else ""
    yield f'<trans-unit id={attribute(block.id)} xml:space="preserve"{approved}{base}>'
    yield f"  <source>{_said(block.words)}</source>"
    yield f"  <seg-source>{_marked(block.segments, block.inner_gaps)}</seg-source>"
    if unit.targets:
        state = "final" if unit.approved else "translated"
        yield f'  <target state="{state}">{_marked(unit.targets, block.inner_gaps)}</target>'
    elif filled:
        yield f"  <target>{_said(block.words)}</target>"
    yield '  <context-group purpose="information">'
    for kind, words in unit.notes:
        if kind != "term":
            yield f'    <context context-type="x-{kind}">{_said(words)}</context>'
    yield "  </context-group>"
    for kind, words in unit.notes:
        yield f'  <note from="regola">{localized_template(_KINDS[kind])}: {_said(words)}</note>'
    yield "</trans-unit>"


def _marked(segments: tuple[str, ...], gaps: tuple[str, ...]) -> str:
    parts = [
        f'<mrk mtype="seg" mid="{number}">{_said(text)}</mrk>{_said(gap)}'
        for number, (text, gap) in enumerate(zip(segments, gaps, strict=True), 1)
    ]
    return "".join(parts)


def write_20(document: BookDocument) -> str:
    """A document as XLIFF 2.0."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<xliff version="2.0" xmlns="{SPACE_20}" srcLang={attribute(document.source)}'
        f" trgLang={attribute(document.target)}>",
        f'  <file id="book" original={attribute(document.name)}>',
    ]
    for number, unit in enumerate(document.units, 1):
        lines += (f"    {line}" for line in _unit_20(unit, number))
    return "\n".join([*lines, "  </file>", "</xliff>", ""])


def _unit_20(unit: BookUnit, number: int) -> Iterator[str]:
    block = unit.block
    yield f'<unit id="u{number}-{_NAME.sub("-", block.id)}" name={attribute(block.id)} xml:space="preserve">'
    yield "  <notes>"
    for kind, words in [*unit.notes, *([("base", unit.base)] if unit.base else [])]:
        yield f'    <note category="{kind}">{_said(words)}</note>'
    yield "  </notes>"
    state = "final" if unit.approved else "translated" if unit.targets else "initial"
    targets = unit.targets or ("",) * len(block.segments)
    for place, (text, target, gap) in enumerate(zip(block.segments, targets, block.inner_gaps, strict=True), 1):
        told = f"<target>{_said(target)}</target>" if unit.targets else ""
        yield f'  <segment id="s{place}" state="{state}"><source>{_said(text)}</source>{told}</segment>'
        if gap:
            yield f"  <ignorable><source>{_said(gap)}</source></ignorable>"
    yield "</unit>"


def read(text: str) -> Returned:
    """A file that came back, of either version.

    Raises:
        Unreadable: if it is none.
    """
    top = read_xml(text)
    version = top.attributes.get("version", "")
    if top.name != "xliff" or not version.startswith(("1.", "2.")):
        raise Unreadable(say("this is no XLIFF of 1.2 or 2.0"), top.line)
    if version.startswith("2."):
        units = tuple(one for unit in top.every("unit") if (one := _returned_20(unit)) is not None)
        return Returned(top.attributes.get("srcLang", ""), top.attributes.get("trgLang", ""), units)
    file = top.child("file")
    if file is None:
        raise Unreadable(say("nothing is in it"), top.line)
    units = tuple(one for unit in top.every("trans-unit") if (one := _returned_12(unit)) is not None)
    return Returned(file.attributes.get("source-language", ""), file.attributes.get("target-language", ""), units)


def _returned_12(unit: Element) -> ReturnedUnit | None:
    source, target = unit.child("source"), unit.child("target")
    if source is None:
        return None
    said, strange = inner_text(source, _THROUGH, lambda _one: None)
    targets: tuple[str, ...] = ()
    if target is not None:
        marks = [one for one in target.every("mrk") if one.attributes.get("mtype") == "seg"]
        # Translate-toolkit, and so Weblate, writes new words before the segments and leaves these as they were.
        ahead = target.content[0] if target.content else ""
        if isinstance(ahead, str) and ahead.strip() and marks:
            parts = [(ahead, "")]
        else:
            parts = [inner_text(one, _THROUGH, lambda _one: None) for one in marks or [target]]
        targets = tuple(words.strip() for words, _ in parts)
        strange = strange or next((odd for _, odd in parts if odd), "")
    state = target.attributes.get("state", "") if target is not None else ""
    finished = bool(targets) and all(targets) and not _UNFINISHED.fullmatch(state)
    return ReturnedUnit(
        unit.attributes.get("id", ""),
        said,
        targets if any(targets) else (),
        unit.attributes.get("extradata", ""),
        unit.line,
        finished,
        strange,
    )


def _returned_20(unit: Element) -> ReturnedUnit | None:
    said, strange = "", ""
    targets: list[str] = []
    finished = True
    for part in unit.children("segment", "ignorable"):
        source, target = part.child("source"), part.child("target")
        words, odd = inner_text(source, _THROUGH, lambda _one: None) if source is not None else ("", "")
        said, strange = said + words, strange or odd
        if part.name == "ignorable":
            continue
        words, odd = inner_text(target, _THROUGH, lambda _one: None) if target is not None else ("", "")
        targets.append(words.strip())
        strange = strange or odd
        finished = finished and not _UNFINISHED.fullmatch(part.attributes.get("state", "initial"))
    notes = unit.child("notes")
    bases = [one.text for one in notes.children("note") if one.attributes.get("category") == "base"] if notes else []
    return ReturnedUnit(
        unit.attributes.get("name", ""),
        said.strip(),
        tuple(targets) if any(targets) else (),
        bases[0] if bases else "",
        unit.line,
        finished and all(targets),
        strange,
    )
