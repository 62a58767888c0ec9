"""What of a Markdown file is a block of rules, and what is a heading.

What is a fence and what is not (inside a comment, a list, another fence) is CommonMark's to say, and markdown-it-py
reads it: nothing here looks for fences by itself, but where what looks like rules was read as something else, to say
so. The library is imported only where a Markdown file is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from regola_dsl import codes as dsl_codes
from regola_dsl.declarations import KINDS, MAX_BYTES
from regola_dsl.diagnostics import Diagnostic, Label, nearest
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.literate import codes

if TYPE_CHECKING:
    from markdown_it.token import Token

RULES = "regola"
# A section that begins within a paragraph lies below all headings.
RUN_IN = 7
_NUMBER = re.compile(r"(?:§\s*)?(?P<number>\d{1,4}(?:\.\d{1,4})*[a-z]?)(?:\s*[.:)]|\s+[-–—])?(?:\s+(?P<title>.*))?")
# The title ends with a stop, in bold or behind it; without one what comes next begins a sentence, or is nothing.
_RUN_IN = re.compile(
    r"(?P<mark>\*\*|__)(?:§\s*)?(?P<number>\d{1,4}(?:\.\d{1,4})+[a-z]?)[.:)]?(?:\s+(?P<title>[^\W\d_].*?))?"
    r"(?:[.:](?P=mark)|(?P=mark)(?:[.:]|\s*$|\s+[«“\"(]*(?P<next>[^\W\d_])))"
)
# What a line ends with where the next begins another sentence, marks of bold behind it.
_ENDED = re.compile(r"[.:;!?…][)»”\"]*[*_]*$|[*_]{2}$")
_LOOKS_LIKE_RULES = re.compile(r"^[ \t>*+-]*(?:`{3,}|~{3,})[ \t]*\{?\.?regola\b", re.IGNORECASE | re.MULTILINE)
# What stands at the beginning of a line of rules: a declaration, a remark, or a row that is not indented. What has
# more than one `#` is a heading.
_BEGIN, _PROSE = frozenset({*KINDS, "#", "|"}), re.compile(r"#{2,}")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of rules: the lines of the file on which its fence opens and closes."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, or a paragraph that begins as one.

    Attributes:
        number: Its number; empty if it bears none.
        stands_for: The section that what stands below it belongs to: by its number, that of a heading above it, or
            its own words. The title of the whole book stands for none.
        depth: 1 for the highest.
    """

    number: str
    title: str
    stands_for: str
    depth: int
    line: int
    column: int
    end_column: int


# Of so many blocks that are not closed each is told, and all else as if it had been.
_MOST_OPEN = 20


@dataclass(frozen=True, slots=True)
class _LeftOpen:
    """A block of rules in which another begins: the lines where it is opened, where its rules end, and of the other."""

    first: int
    ends: int
    following: int
    markup: str

    def told(self, path: str) -> Diagnostic:
        return Diagnostic(
            codes.RULES_NOT_READ,
            say(
                "the block of rules that begins at line {first} is not closed before the next one begins at line "
                "{following}",
                first=self.first,
                following=self.following,
            ),
            Span(path, self.ends, 1, self.ends, 2),
            say("below this line there are no rules any more"),
            related=(Label(Span(path, self.first, 1, self.first, len(self.markup) + 1), say("opened here")),),
            help=say("close it with a line of {markup} alone, below line {ends}", markup=self.markup, ends=self.ends),
        )


@dataclass(frozen=True, slots=True)
class MarkdownBook:
    """What was found in a file."""

    fences: tuple[Fence, ...] = ()
    headings: tuple[Heading, ...] = ()
    title: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


def front_matter_of(lines: Sequence[str]) -> int:
    """How many lines of a file say, between two lines of `---`, what it is; 0 if none do."""
    if lines[0].rstrip() != "---":
        return 0
    ends = (number for number, line in enumerate(lines[1:], 2) if line.rstrip() in {"---", "..."})
    return next(ends, 0)


def read_markdown(text: str, path: str) -> MarkdownBook:
    """The blocks of rules and the headings of a Markdown text; never raises for what it contains."""
    if len(text) * 4 > MAX_BYTES and len(text.encode("utf-8", "replace")) > MAX_BYTES:
        message = say("the file is larger than {max_bytes} bytes", max_bytes=MAX_BYTES)
        help_text = say("a folder of several files may be one game, a chapter in each")
        return MarkdownBook(
            diagnostics=(Diagnostic(dsl_codes.TOO_LARGE, message, Span(path, 1, 1, 1, 2), help=help_text),)
        )
    from markdown_it import MarkdownIt  # noqa: PLC0415  nobody else has to wait for it

    lines = text.split("\n")
    front = front_matter_of(lines)
    # A line ends where an editor ends it: what else Markdown takes for an end is a blank to it.
    plain = "\n".join(["" if n < front else line.removesuffix("\r").replace("\r", " ") for n, line in enumerate(lines)])
    reader = MarkdownIt("commonmark").disable(["inline", "text_join"])
    tokens, shown = reader.parse(plain), plain.split("\n")
    found: list[Diagnostic] = []
    for _ in range(_MOST_OPEN):  # each is a reading of its own
        if (left_open := _left_open(tokens, shown)) is None:
            break
        # What stands below it is read as if it had been closed.
        found.append(left_open.told(path))
        shown[left_open.ends] = left_open.markup
        tokens = reader.parse("\n".join(shown))
    fences = tuple(_fences(tokens, shown, path, found))
    title, headings = _sections(list(_headings(tokens, shown)))
    return MarkdownBook(fences, headings, title, tuple(sorted(found, key=lambda one: one.span)))


def _left_open(tokens: Sequence[Token], lines: Sequence[str]) -> _LeftOpen | None:
    """The first block of rules in which another begins; None if there is none."""
    for token in tokens:
        if token.type != "fence" or token.map is None or token.info.split()[:1] != [RULES]:
            continue
        first, last = token.map[0] + 1, token.map[1]
        begins = (n for n in range(first + 1, last + 1) if _LOOKS_LIKE_RULES.match(lines[n - 1]))
        if (following := next(begins, None)) is not None:
            return _LeftOpen(first, _end_of_rules(lines, first, following), following, token.markup)
    return None


def _end_of_rules(lines: Sequence[str], first: int, following: int) -> int:
    """The last line of the rules below a fence, above the line in which another begins: below it there is prose."""
    ends = first
    for number in range(first + 1, following):
        line = lines[number - 1]
        if line.strip() and not line[0].isspace() and (_PROSE.match(line) or line.split()[0] not in _BEGIN):
            break
        ends = number if line.strip() else ends
    return ends


def _fences(tokens: Sequence[Token], lines: list[str], path: str, found: list[Diagnostic]) -> Iterator[Fence]:
    """The blocks of rules; what looks like one and is none is `found`."""
    begun = False
    for token in tokens:
        if token.map is None or token.type not in {"fence", "code_block", "html_block"}:
            continue
        first, last = token.map[0] + 1, token.map[1]
        span = Span(path, first, 1, first, len(lines[first - 1]) + 1)
        if token.type == "fence":
            words = token.info.split()
            closed = last > first and _closes(lines[last - 1], token.markup)
            if words and words[0].casefold() == RULES:
                if not closed:
                    found.append(_unclosed(span, say("this block of rules is never closed"), token.markup))
                elif token.level or not lines[first - 1].startswith(token.markup[0]):
                    found.append(_shifted(span, lists=bool(token.level)))
                else:
                    if begun:  # of the first block of all, whoever reads declarations says so
                        found += _begun_elsewhere(lines[first : last - 1], first + 1, path)
                    begun = True
                    yield Fence(first, last)
                continue
            if words and words[0].strip("{}.").casefold() != words[0] and _LOOKS_LIKE_RULES.match(lines[first - 1]):
                message = say("`{words}` is not what a block of rules begins with", words=words[0][:40])
                found.append(
                    Diagnostic(
                        codes.RULES_NOT_READ,
                        message,
                        span,
                        help=say("write {markup}{rules}", markup=token.markup, rules=RULES),
                    )
                )
                continue
            if words and nearest(words[0], [RULES]):
                message = say("a block of `{words}` is not read as rules", words=words[0][:40])
                found.append(
                    Diagnostic(
                        codes.RULES_NOT_READ,
                        message,
                        span,
                        help=say("write {markup}{rules}", markup=token.markup, rules=RULES),
                    )
                )
            elif not closed and _LOOKS_LIKE_RULES.search(token.content):
                message = say("this block is never closed, and rules stand in it")
                found.append(_unclosed(span, message, token.markup))
        elif _LOOKS_LIKE_RULES.search(token.content):
            found += _taken_for_something_else(token, span, path, first)


def _begun_elsewhere(inner: list[str], start: int, path: str) -> Iterator[Diagnostic]:
    """A finding where a block begins within a declaration: one ends where its block ends."""
    for number, line in enumerate(inner, start):
        if line.strip() and not line.lstrip().startswith("#"):
            if line[0].isspace():
                column = len(line) - len(line.lstrip()) + 1
                message = say("this line is indented, but no declaration stands above it in its block")
                span = Span(path, number, column, number, len(line) + 1)
                yield Diagnostic(
                    dsl_codes.BAD_INDENT, message, span, help=say("a declaration stands whole in one block")
                )
            return


def _closes(line: str, markup: str) -> bool:
    """Whether a line ends a fence, wherever that stands."""
    bare = line.strip(" \t").lstrip("> \t")
    return len(bare) >= len(markup) and not bare.strip(markup[0])


def _unclosed(span: Span, message: str, markup: str) -> Diagnostic:
    help_text = say("close it with a line of {markup} alone", markup=markup)
    return Diagnostic(codes.RULES_NOT_READ, message, span, say("opened here"), help=help_text)


def _shifted(span: Span, *, lists: bool) -> Diagnostic:
    help_text = say("begin the fence at the left margin, behind an empty line")
    return Diagnostic(
        codes.RULES_NOT_READ,
        (
            say("these rules stand in a list or a quotation, and are not read")
            if lists
            else say("these rules are indented, and are not read")
        ),
        span,
        help=help_text,
    )


def _taken_for_something_else(token: Token, span: Span, path: str, first: int) -> list[Diagnostic]:
    """What to say of a block of rules that Markdown takes for text: what is commented out is meant so."""
    inside = _LOOKS_LIKE_RULES.search(token.content)
    assert inside is not None
    if token.type == "code_block":
        line = first + token.content.count("\n", 0, inside.start())
        return [_shifted(Span(path, line, 1, line, 2), lists=False)]
    if not token.content.lstrip().startswith("<!--"):
        message = say("rules stand in a piece of HTML, and are not read")
        help_text = say("leave an empty line between the HTML and the fence")
        return [Diagnostic(codes.RULES_NOT_READ, message, span, help=help_text)]
    if "-->" in token.content:
        return []
    message = say("this comment is never closed, and rules stand in it")
    return [Diagnostic(codes.RULES_NOT_READ, message, span, say("opened here"), help=say("close it with `-->`"))]


def _headings(tokens: Sequence[Token], lines: list[str]) -> Iterator[Heading]:
    """The headings as they stand; what they stand for is not known yet."""
    for place, token in enumerate(tokens):
        if token.level or token.type not in {"heading_open", "paragraph_open"} or token.map is None:
            continue
        line, said = token.map[0] + 1, tokens[place + 1].content
        if token.type == "paragraph_open":
            yield from _run_in(said, lines, line)
            continue
        words = _plain(said.replace("\n", " "))
        numbered = _NUMBER.fullmatch(words)
        number, title = (numbered["number"], numbered["title"] or "") if numbered else ("", words)
        column, end = _extent(lines[line - 1])
        yield Heading(number, title.strip(), "", int(token.tag[1:]), line, column, end)


def _extent(line: str) -> tuple[int, int]:
    """Where the words of a line begin and end, in columns."""
    return len(line) - len(line.lstrip()) + 1, len(line.rstrip()) + 1


def _run_in(said: str, lines: list[str], start: int) -> Iterator[Heading]:
    """The sections that begin within a paragraph: with it, and with each line of it that begins a sentence so."""
    parts = said.split("\n")
    for place in range(len(parts)):
        if place and not _ENDED.search(parts[place - 1].rstrip()):
            continue
        found = _RUN_IN.match(" ".join(parts[place:]).lstrip())
        if found is None or not all(one[0].isupper() for one in (found["title"], found["next"]) if one):
            continue
        column, end = _extent(lines[start + place - 1])
        yield Heading(found["number"], _plain(found["title"] or ""), "", RUN_IN, start + place, column, end)


def _plain(words: str) -> str:
    """The words of a heading without what makes them bold or a link."""
    return re.sub(r"[*`]|(?<!\w)_+|_+(?!\w)|\\(?=[^\w\s])", "", _LINK.sub(r"\1", words)).strip()


def _sections(headings: list[Heading]) -> tuple[str, tuple[Heading, ...]]:
    """The title of the book, and the headings with what they stand for."""
    above: list[Heading] = []
    out: list[Heading] = []
    title = ""
    for place, heading in enumerate(headings):
        while above and above[-1].depth >= heading.depth:
            above.pop()
        if place == 0 and _is_title(heading, headings):
            title = f"{heading.number} {heading.title}".strip()
            out.append(heading if not heading.number else replace(heading, number="", title=title))
            continue
        if heading.number or not (above and above[-1].number):
            made = replace(heading, stands_for=heading.number or heading.title)
        else:
            made = replace(heading, stands_for=above[-1].stands_for)
        out.append(made)
        # What lies below a heading without a number, below one that has one, belongs to the latter.
        above.append(made if made.number else replace(made, number=above[-1].number if above else ""))
    return title, tuple(out)


def _is_title(first: Heading, headings: list[Heading]) -> bool:
    """Whether the first heading is the title of the book: the only one of its rank, and no chapter of sections."""
    if first.depth != 1 or any(other.depth == 1 for other in headings[1:]):
        return False
    others = [other.number for other in headings[1:] if other.number]
    if not first.number:
        return True
    return bool(others) and not any(number.startswith(f"{first.number}.") for number in others)
