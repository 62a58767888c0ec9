"""A file falls apart into declarations at column 0: their lines, before anything in them is read."""

from __future__ import annotations

import re
from functools import lru_cache

from regola_dsl import codes
from regola_dsl.diagnostics import MAX_FINDINGS, Diagnostic, nearest
from regola_dsl.parsing.prose import prose_in
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

MAX_BYTES = 4_000_000
WORDS = re.compile(r"[\w*+][\w/:*+-]*")
KINDS = tuple(
    "enum scale record table modifiers define exception state given variant assume action rule sequence path choice"
    " example erratum accept label piece place players setup change also event limit phase".split()
)
# What a first line cannot end in.
_ASKS = re.compile(r"(?:[:,=(]|->|\b(?:by|in|over|under|of|to|after|when|until|as|with)) *$")
# Declarations that need nothing below their first line.
_ONE_LINE = (
    "piece ",
    "place ",
    "players ",
    "limit ",
    "phase ",
    "state ",
    "given ",
    "variant ",
    "action ",
    "exception ",
    "label ",
)


@dataclass(frozen=True, slots=True)
class Block:
    """One declaration as text: all that its tree depends on, but for its file's path.

    Attributes:
        line: The line of the file on which it begins, from 1.
        text: A line for each of the file's from there to the declaration's last. What says nothing there (an empty
            line, a comment alone) is an empty line, so that what is written in it changes no text.
        section: The section it cites where it cites none itself (see `Source.section_of`).
    """

    line: int
    text: str
    section: str = ""

    @property
    def end(self) -> int:
        """The line of the file on which it ends."""
        return self.line + self.text.count("\n")

    @property
    def kind(self) -> str:
        """What it begins with: `enum`, `rule`."""
        return self.text.split(maxsplit=1)[0]

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The lines that say something, with their numbers in the file."""
        return [(number, line) for number, line in enumerate(self.text.split("\n"), self.line) if line]


@dataclass(frozen=True, slots=True)
class Cut:
    """A file in its declarations: their texts, in the order in which they begin.

    `diagnostics` are of lines that stand in none of them, and `lost` the words of a declaration that was given up
    there: what is not known elsewhere may be declared in it.
    """

    blocks: tuple[Block, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    lost: frozenset[str] = frozenset()


@lru_cache(maxsize=500)
def cut(source: Source) -> Cut:
    """The declarations of a file as texts, before anything in them is read; never raises for what the file contains.

    Whoever writes changes one file, and it is asked again of all.

    Two files that have a block's text in common have its tree in common, moved by the lines between (see
    `regola_dsl.parser.parse_block`). Where a block ends is said by the lines at column 0 alone, with two exceptions.
    Below a first line that asks for more, a line at column 0 that begins no declaration takes that first line with it,
    and what is indented below the two counts to the declaration above. Where an indented line stands above all
    declarations, there are no blocks.
    """
    if len(source.text) * 4 > MAX_BYTES and len(source.text.encode("utf-8", "replace")) > MAX_BYTES:
        start = Span(source.path, 1, 1, 1, 2)
        return Cut(
            (), (Diagnostic(codes.TOO_LARGE, say("the file is larger than {number} bytes", number=MAX_BYTES), start),)
        )
    if (strange := _no_text(source)) is not None:
        return Cut((), (strange,), frozenset(WORDS.findall(source.text)))
    found: list[Diagnostic] = []
    lost: set[str] = set()
    blocks = tuple(_block(lines, source) for lines in split(source, found, lost))
    return Cut(blocks, tuple(found), frozenset(lost))


def _no_text(source: Source) -> Diagnostic | None:
    """What is told of a file that some program has saved as something else than plain lines of text."""
    start = Span(source.path, 1, 1, 1, 2)
    if source.text.startswith("{\\rtf"):
        return Diagnostic(
            codes.BAD_CHARACTER,
            say("this is a document of a word processor (RTF), and no plain text"),
            start,
            help=say("save it as plain text, in UTF-8"),
        )
    if "\r" in source.text and "\n" not in source.text and source.text.strip("\r").count("\r"):
        return Diagnostic(
            codes.BAD_CHARACTER,
            say("the line ends of this file are those of an old Mac (U+000D alone), so that all of it is one line"),
            start,
            help=say("save it with the line ends of Unix or Windows (LF or CRLF)"),
        )
    return None


def _block(lines: list[tuple[int, str]], source: Source) -> Block:
    first, texts, number = lines[0][0], [], lines[0][0]
    for at, line in lines:
        texts += [""] * (at - number)
        texts.append(line)
        number = at + 1
    return Block(first, "\n".join(texts), source.section_of(first))


def read_no_further(span: Span) -> Diagnostic:
    """The finding that ends those of a file that has too many."""
    message = say("{number} findings stand in this file, and it is read no further", number=MAX_FINDINGS)
    return Diagnostic(codes.TOO_LARGE, message, span, help=say("begin with the first of them"))


def chunks_of(source: Source) -> list[list[tuple[int, str]]] | None:
    """The numbered lines of each declaration; None if the file does not fall apart into declarations."""
    found: list[Diagnostic] = []
    if len(source.text.encode("utf-8", "replace")) > MAX_BYTES:
        return None
    chunks = split(source, found, set())
    return None if found else chunks


def split(source: Source, found: list[Diagnostic], lost: set[str]) -> list[list[tuple[int, str]]]:
    """The numbered lines of each declaration. Lines before the first are an error."""
    chunks: list[list[tuple[int, str]]] = []
    prose = prose_in(source.lines, KINDS)
    written = {number for run in prose for number in range(run.first, run.last + 1)}
    for run in prose[:MAX_FINDINGS]:
        span = Span(source.path, run.first, 1, run.first, len(source.lines[run.first - 1]) + 1)
        found.append(Diagnostic(codes.SYNTAX_ERROR, run.message, span, help=run.help))
    spoilt = False  # whether rows at the left edge have spoilt the table that they belong to
    given_up = False  # whether a first line was given up, and with it what stands below
    asked = 0  # how often a line began no declaration, each time a finding: here, or where its block is read
    for number, line in enumerate(source.lines, 1):
        if not line.strip() or line.lstrip().startswith("#") or number in written:
            continue
        spoilt = spoilt and (line[0].isspace() or line.startswith("|"))
        if spoilt or (line.startswith("|") and chunks and chunks[-1][0][1].startswith("table ")):
            if not spoilt:
                found.append(_row_at_the_edge(source, number))
                lost.update(WORDS.findall("\n".join(text for _, text in chunks.pop())))
            spoilt = True
            lost.update(WORDS.findall(line))
            continue
        if not line[0].isspace():
            word = re.match(r"\w*", line)
            bodiless = chunks and len(chunks[-1]) == 1 and not chunks[-1][0][1].startswith(_ONE_LINE)
            if bodiless and word and word[0] not in KINDS and _goes_on(chunks[-1][0][1], line):
                at, head = chunks.pop()[0]
                found.append(_broken_head(source, at, head, line))
                lost.update(WORDS.findall(f"{head} {line}"))
                given_up = True
                continue
            given_up = False
            if bodiless and word and word[0] not in KINDS:
                asked += 1
                span = Span(source.path, number, 1, number, len(line) + 1)
                if asked > MAX_FINDINGS:
                    found.append(read_no_further(span))
                    lost.update(WORDS.findall("\n".join(source.lines[number - 1 :])))
                    return chunks
                if not nearest(word[0], list(KINDS)):
                    found.append(
                        Diagnostic(
                            codes.BAD_INDENT,
                            say("this line stands below a declaration that has nothing in it yet, and is not indented"),
                            span,
                            help=say("indent what belongs to the declaration above"),
                        )
                    )
                    lost.update(WORDS.findall(chunks.pop()[0][1]))
                    continue
            chunks.append([])
        elif given_up:
            lost.update(WORDS.findall(line))
            continue
        elif not chunks:
            column = len(line) - len(line.lstrip()) + 1
            span = Span(source.path, number, column, number, len(line) + 1)
            found.append(
                Diagnostic(
                    codes.BAD_INDENT,
                    say("this line is indented, but no declaration stands above it"),
                    span,
                    help=say("a declaration starts at the beginning of a line")
                    if line.split()[0] in KINDS
                    else say(
                        "if its first line was lost, write it above; a declaration starts at the beginning of a line"
                    ),
                )
            )
            return []
        chunks[-1].append((number, line))
    return chunks


def _goes_on(head: str, line: str) -> bool:
    """Whether a first line is not whole and goes on in the line below it, at the left edge.

    >>> _goes_on("rule no_fords", "@3.2"), _goes_on("example", "far @3"), _goes_on("define a(n:", "int) -> bool @3")
    (True, True, True)
    >>> _goes_on("rule no_fords @3.2", "c must not drive"), _goes_on("define due -> bool @3", "(day is 4) or late")
    (False, False)
    """
    return (
        line[0] in ":,)"
        or (line[0] in "@=(" and "@" not in head)
        or line.startswith("->")
        or " " not in head
        or any(head.count(one) > head.count(other) for one, other in ("()", "[]"))
        or _ASKS.search(head) is not None
    )


def _broken_head(source: Source, number: int, head: str, line: str) -> Diagnostic:
    """The finding about a first line that goes on in the line below."""
    span = Span(source.path, number, 1, number, len(head.rstrip()) + 1)
    whole = f"{head.rstrip()} {line.rstrip()}"
    told = say("write it in one line: `{line}`", line=whole)
    return Diagnostic(codes.SYNTAX_ERROR, say("this line goes on in the line below"), span, help=told)


def _row_at_the_edge(source: Source, number: int) -> Diagnostic:
    """The finding about the first of some rows of a table that are not indented."""
    below = source.lines[number : number + 1]
    told = say("indent it by 2 blanks")
    if below and below[0].startswith("|"):
        told = say("indent it, and the rows below it, by 2 blanks")
    return Diagnostic(
        codes.BAD_INDENT,
        say("a row of a table is indented below its first line"),
        Span(source.path, number, 1, number, len(source.lines[number - 1].rstrip()) + 1),
        help=told,
    )
