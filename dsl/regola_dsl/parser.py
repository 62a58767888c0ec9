"""From a source text to surface trees.

A file falls apart into declarations at column 0, and each is parsed alone: a mistake in one is
reported and the next is still read. The grammar is in grammar.lark; this module feeds it tokens,
deciding for each word whether it is a keyword *there*, and says what was expected where it stops.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from regola_dsl import codes
from regola_dsl.builders.declarations import Builder
from regola_dsl.declarations import WORDS, Block, Cut, cut, read_no_further
from regola_dsl.diagnostics import MAX_FINDINGS, Diagnostic
from regola_dsl.lexer import RawToken, lex
from regola_dsl.parsing.loop import Stop, parse
from regola_dsl.parsing.words import merged
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span
from regola_dsl.tree import Anchor, Anchors, Declaration, Each, Expr, LabelText, Modifier, Repeat, Text
from regola_dsl.wording import say

if TYPE_CHECKING:
    from regola_dsl.meant.keeps import Known

MAX_LINE_TOKENS = 3_000

# A line of MAX_LINE_TOKENS operators nests that deep, a few Python frames each.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * MAX_LINE_TOKENS))


@dataclass(frozen=True, slots=True)
class File:
    """What one source declares, and what is wrong with its shape.

    `lost` are the words of declarations that could not be read: what is not known elsewhere may
    be declared there, so nothing is said of it. `texts` are all texts within the declarations, `cited` the sections
    that these cite, each with the declaration, in the order in which they stand.
    """

    source: Source
    declarations: tuple[Declaration, ...]
    diagnostics: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()
    texts: tuple[Text, ...] = ()
    cited: tuple[tuple[Anchor, Declaration], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedBlock:
    """What one declaration says: its tree, or None where it cannot be read, and then its words are `lost`.

    `texts` are all texts within the tree, `anchors` all sections that are cited in it.
    """

    declaration: Declaration | None
    diagnostics: tuple[Diagnostic, ...] = ()
    lost: frozenset[str] = frozenset()
    texts: tuple[Text, ...] = ()
    anchors: tuple[Anchor, ...] = ()


def parse_source(source: Source, only: Collection[int] | None = None) -> File:
    """Parse every declaration of `source`; never raises for what the text contains.

    Where `only` is given, the declarations that begin on these lines.
    """
    parts = cut(source)
    if only is not None:
        parts = replace(parts, blocks=tuple(block for block in parts.blocks if block.line in only))
    return joined(source, parts, (parse_block(block, source.path) for block in parts.blocks), whole=only is None)


def parse_block(block: Block, path: str, known: Known | None = None) -> ParsedBlock:
    """The tree of one declaration of the file `path`, and what is wrong in it, with their places in that file.

    It depends on the block and the path alone. A block with the same text on another line has the same tree, the same
    findings and the same lost words, every place in them as many lines further down or up. Where what the other
    declarations name is `known`, the findings tell better what was meant.
    """
    lines = block.lines
    tokens, errors = lex(path, lines)
    found = _unreadable(path, lines, errors, "start", known)
    wrong: list[Diagnostic] = []
    builder = Builder(path, wrong)
    declaration: Declaration | None = None if errors else _parsed(tokens, "start", builder, found, lines, known)
    if declaration is None:
        return ParsedBlock(None, tuple(found), frozenset(WORDS.findall(block.text)))
    around = _section_around(block.section, declaration)
    declaration = _citing(around, declaration) if around else declaration
    return ParsedBlock(declaration, (*found, *wrong), texts=tuple(builder.texts), anchors=(*around, *builder.anchors))


def _section_around(section: str, declaration: Declaration) -> Anchors:
    """The section that a declaration stands in and is of, if it cites none; a label is no rule of any.

    With it go the parts that answer for something themselves, if they cite none: exceptions, modifiers and phases.
    """
    if not section or declaration.anchors or isinstance(declaration, LabelText):
        return ()
    return (Anchor(section, Span(declaration.span.path, declaration.span.line, 1, declaration.span.line, 1)),)


def _citing(anchors: Anchors, node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_citing(anchors, one) for one in node)
    if not isinstance(node, Declaration | Modifier | Each | Repeat):
        return node
    changed: dict[str, Any] = {}
    if isinstance(node, Declaration | Modifier) and not node.anchors:
        changed["anchors"] = anchors
    for part in ("exceptions", "lines"):
        if hasattr(node, part):
            changed[part] = _citing(anchors, getattr(node, part))
    return replace(node, **changed)


def joined(source: Source, parts: Cut, parsed: Iterable[ParsedBlock], *, whole: bool = True) -> File:
    """A file, from its cut and what its blocks say: what `parse_source` answers, whoever has parsed them.

    A `whole` file that says nothing at all is a finding. Behind MAX_FINDINGS findings the rest of a file is taken for
    lost, and is not asked for.
    """
    declarations: list[Declaration] = []
    found = list(parts.diagnostics)
    lost = set(parts.lost)
    texts: list[Text] = []
    cited: list[tuple[Anchor, Declaration]] = []
    sayings = iter(parsed)
    for number, block in enumerate(parts.blocks):
        if len(found) >= MAX_FINDINGS:
            found.append(read_no_further(Span(source.path, block.line, 1, block.line, 2)))
            for other in parts.blocks[number:]:
                lost.update(WORDS.findall(other.text))
            break
        said = next(sayings)
        found += said.diagnostics
        lost |= said.lost
        if said.declaration is not None:
            declarations.append(said.declaration)
            texts += said.texts
            cited += [(anchor, said.declaration) for anchor in said.anchors]
    if len(found) > MAX_FINDINGS:
        found[MAX_FINDINGS:] = [read_no_further(found[MAX_FINDINGS].span)]
    if not declarations and not found and whole:
        found.append(
            Diagnostic(
                codes.EMPTY_FILE,
                say("the file declares nothing"),
                Span(source.path, 1, 1, 1, 2),
                help=say(
                    "take the file away if nothing is to stand in it yet; or begin with a declaration: `enum`, "
                    "`table`, `define`, `rule`, …"
                ),
            )
        )
    return File(source, tuple(declarations), tuple(found), frozenset(lost), tuple(texts), tuple(cited))


@lru_cache(maxsize=20_000)
def parse_expression(text: str, at: Span) -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Parse one expression that stands at `at`: a table cell, or a value typed at a command.

    The same text in the same place is one tree: counters, maps and scenarios are read again whenever a type changes.
    """
    lines = [(at.line, " " * (at.column - 1) + text.replace("\n", " "))]
    tokens, errors = lex(at.path, lines)
    found = _unreadable(at.path, lines, errors, "expression")
    # A cell is indented only by what stands before it on its line.
    tokens = [token for token in tokens if token.kind not in {"_INDENT", "_DEDENT"}]
    if found or not tokens:
        return None, tuple(found)
    wrong: list[Diagnostic] = []
    expression: Expr | None = _parsed(tokens, "expression", Builder(at.path, wrong), found, lines)
    found = found or wrong
    return (None if found else expression), tuple(found)


def _parsed(
    tokens: list[RawToken],
    start: str,
    builder: Builder,
    found: list[Diagnostic],
    lines: list[tuple[int, str]],
    known: Known | None = None,
) -> Any:
    """What `builder` makes of `tokens`, or None after saying what was expected and not found."""
    queue = merged(tokens)
    limit = _too_many(queue)
    path = builder.file
    made = parse(queue, start, builder, limit)
    if not isinstance(made, Stop):
        return made
    if made.place == limit:
        message = say("a line has more than {number} words", number=MAX_LINE_TOKENS)
        found.append(Diagnostic(codes.TOO_LARGE, message, queue[limit].span(path)))
        return None
    from regola_dsl.meant.told import Stopped, told

    found.append(told(Stopped(path, tuple(lines), queue, made, start, known)))
    return None


def _unreadable(
    path: str, lines: list[tuple[int, str]], errors: list[Diagnostic], start: str, known: Known | None = None
) -> list[Diagnostic]:
    """What is said of signs that begin no word. What is perhaps meant is imported once something is wrong."""
    if not errors:
        return []
    from regola_dsl.meant.told import unreadable

    return [unreadable(path, lines, error, start, known) for error in errors]


def _too_many(queue: list[RawToken]) -> int | None:
    """The first token that its line has no room for."""
    if len(queue) < MAX_LINE_TOKENS:
        return None
    on_line = 0
    for place, token in enumerate(queue):
        on_line = 0 if token.kind == "_NL" else on_line + 1
        if on_line >= MAX_LINE_TOKENS:
            return place
    return None
