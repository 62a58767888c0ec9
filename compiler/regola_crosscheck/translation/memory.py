"""A book and its translation as TMX 1.4b, the memory of a translator's program, and read back from one.

A `tu` is a sentence in both languages. Behind its name stands what the translation was when it was written out, as in
XLIFF; a memory has no paragraphs, and may hold sentences of other texts, so those of the book are looked for in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regola_compiler.exchange import tmx
from regola_compiler.exchange.formats import by_text
from regola_compiler.exchange.units import BOOK, Unreadable, match_language
from regola_compiler.exchange.xml import Element, attribute, inner_text, with_placeholders
from regola_dsl.records import dataclass

from regola_crosscheck.book.text import Book
from regola_crosscheck.translation.blocks import BookBlock, blocks_of
from regola_crosscheck.translation.units import BookDocument
from regola_crosscheck.translation.xliff import Returned, ReturnedUnit

_LETTER = re.compile(r"[^\W\d_]")
# The name of a sentence: its block, and its place in it.
_OURS = re.compile(r"(?P<block>.+/\d+):\d+")


def write(document: BookDocument) -> str:
    """A document as TMX; what is not translated is not in it."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<tmx version="1.4">',
        '  <header creationtool="regola" creationtoolversion="1" segtype="sentence" o-tmf="regola" adminlang="en"'
        f' srclang={attribute(document.source)} datatype="plaintext">',
        f'    <prop type="x-game">{BOOK}</prop>',
        "  </header>",
        "  <body>",
    ]
    for unit in document.units:
        if not unit.targets:
            continue
        section = f"{unit.block.section} {unit.block.title}".strip()
        for number, (text, target) in enumerate(zip(unit.block.segments, unit.targets, strict=True), 1):
            lines += [
                f"    <tu tuid={attribute(f'{unit.block.id}:{number}')}>",
                f'      <prop type="x-section">{_said(section)}</prop>',
                f'      <prop type="x-base">{unit.base}</prop>',
                f"      <tuv xml:lang={attribute(document.source)}><seg>{_said(text)}</seg></tuv>",
                f"      <tuv xml:lang={attribute(document.target)}><seg>{_said(target)}</seg></tuv>",
                "    </tu>",
            ]
    return "\n".join([*lines, "  </body>", "</tmx>", ""])


def _said(text: str) -> str:
    return with_placeholders(text, lambda _number, _sign: "\N{REPLACEMENT CHARACTER}")


@dataclass(frozen=True, slots=True)
class _Pair:
    """A sentence of a memory and its translation; `trouble` is the markup in it that a book cannot keep."""

    id: str
    source: str
    target: str
    base: str
    line: int
    trouble: str


def is_memory(text: str) -> bool:
    """Whether a file that came back is TMX."""
    try:
        return by_text(text) == "tmx"
    except Unreadable:
        return False


def read(text: str, book: Book, target: str) -> Returned:
    """What a memory has of a book: each paragraph any sentence of which is translated there.

    A sentence is the one that has its name and its words, or any with its words where all such are translated alike. A
    paragraph of which a sentence is missing, or is translated in several ways, is not finished. A pair of ours that no
    longer is in the book comes back as it is, so that it is told; those of other texts are left out.

    Args:
        text: the file.
        book: the book that was translated from.
        target: the language that it was translated into.

    Raises:
        Unreadable: if it is no TMX.
    """
    top = tmx.memory(text)
    pairs, languages = _pairs(top, book.language, target)
    by_words: dict[str, list[_Pair]] = {}
    for one in pairs:
        by_words.setdefault(one.source, []).append(one)
    used: set[int] = set()
    units = []
    for block in blocks_of(book):
        # A paragraph that has another number of sentences in the other language went out in one.
        shapes = dict.fromkeys((block.segments, (block.words,), (block.starred,)))
        tried = [
            _unit(block, shape, [_translation(block, number, said, by_words) for number, said in enumerate(shape, 1)])
            for shape in shapes
        ]
        units += sorted((unit for unit in tried if unit is not None), key=lambda unit: not unit.finished)[:1]
        for shape in shapes:
            used.update(one.line for said in shape for one in by_words.get(said.strip(), ()))
    left = [one for one in pairs if one.line not in used and (_OURS.fullmatch(one.id) or not units)]
    units += [
        ReturnedUnit(one.id.partition(":")[0], one.source, (one.target,), one.base, one.line, trouble=one.trouble)
        for one in left
    ]
    return Returned(*languages, tuple(units))


def _pairs(top: Element, source: str, target: str) -> tuple[list[_Pair], tuple[str, str]]:
    """The pairs of a memory in two languages, and these as the file has them; those it has instead, if it lacks one."""
    body, header = top.child("body"), top.child("header")
    pairs = []
    general = header.attributes.get("srclang", "") if header is not None else ""
    other = ""
    for one in body.children("tu") if body is not None else ():
        variants = {tuv.attributes.get("lang", ""): tuv.child("seg") for tuv in one.children("tuv")}
        own, theirs = match_language(source, variants), match_language(target, variants)
        other = other or next((tag for tag in variants if match_language(tag, [general, source]) is None), "")
        said = variants[own] if own is not None else None
        into = variants[theirs] if theirs is not None else None
        if said is None or into is None:
            continue
        words, odd = inner_text(said, ("hi",), lambda _one: None)
        put, strange = inner_text(into, ("hi",), lambda _one: None)
        base = next((prop.text for prop in one.children("prop") if prop.attributes.get("type") == "x-base"), "")
        pairs.append(_Pair(one.attributes.get("tuid", ""), words.strip(), put.strip(), base, one.line, odd or strange))
    return pairs, (source, target) if pairs else (general, other)


def _translation(block: BookBlock, number: int, text: str, by_words: Mapping[str, Sequence[_Pair]]) -> _Pair | None:
    """What a sentence of a block is translated with; None where nothing is, or several things are."""
    alike = [one for one in by_words.get(text.strip(), ()) if one.target]
    named = [one for one in alike if one.id == f"{block.id}:{number}"]
    chosen = named or alike
    return chosen[0] if len({one.target for one in chosen}) == 1 else None


def _unit(block: BookBlock, shape: Sequence[str], found: Sequence[_Pair | None]) -> ReturnedUnit | None:
    """A block as it came back, None if nothing of it did; what has no letter is the same in every language."""
    known = [one for one in found if one is not None]
    if not known:
        return None
    targets = tuple(
        one.target if one is not None else "" if _LETTER.search(text) else text
        for text, one in zip(shape, found, strict=True)
    )
    return ReturnedUnit(
        block.id,
        block.starred if tuple(shape) == (block.starred,) else block.words,
        targets,
        next((one.base for one in known if one.id.partition(":")[0] == block.id), ""),
        min(one.line for one in known),
        finished=all(targets),
        trouble=next((one.trouble for one in known if one.trouble), ""),
    )
