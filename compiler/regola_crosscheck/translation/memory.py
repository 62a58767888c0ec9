"""A book and its translation as TMX 1.4b, the memory of a translator's program: a `tu` for each sentence in both."""

from __future__ import annotations

from regola_compiler.exchange.xml import attribute, with_placeholders

from regola_crosscheck.translation.units import BookDocument


def write(document: BookDocument) -> str:
    """A document as TMX; what is not translated is not in it."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<tmx version="1.4">',
        '  <header creationtool="regola" creationtoolversion="1" segtype="sentence" o-tmf="regola" adminlang="en"'
        f' srclang={attribute(document.source)} datatype="plaintext"/>',
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
                f"      <tuv xml:lang={attribute(document.source)}><seg>{_said(text)}</seg></tuv>",
                f"      <tuv xml:lang={attribute(document.target)}><seg>{_said(target)}</seg></tuv>",
                "    </tu>",
            ]
    return "\n".join([*lines, "  </body>", "</tmx>", ""])


def _said(text: str) -> str:
    return with_placeholders(text, lambda _number, _sign: "\N{REPLACEMENT CHARACTER}")
