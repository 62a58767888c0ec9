"""From lines to raw tokens: indentation, continuation lines, table rows, anchors.

The lexer knows shape only. Whether a word is a keyword is for the parser to say, since a
keyword is one only where the grammar expects it; here every word is a WORD. Three habits of
printed rules make it different from a programming language's lexer:

- `3-1`, `1-2`, `A1/DR` and `D1-B` are single values, because that is how tables print them.
  An operator therefore stands between spaces: `a - b`, `a / b`.
- A line that begins with `and`, `or`, `when`, `unless`, `except`, `else`, `where` or an
  operator goes on from the line above, however it is indented, as do lines inside brackets.
- A line that begins with `|` is one token: what its cells mean depends on the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span

MAX_DEPTH = 60

_TOKEN = re.compile(
    r"""(?P<SPACE>[ ]+)
  | (?P<COMMENT>\#.*)
  | (?P<STRING>"(?:[^"\\]|\\.)*")
  | (?P<AT>@)
  | (?P<DICE>\d*d\d+(?![\w/-]))
  | (?P<SPELLED>\d\w*(?:[-/:]\w+)+)
  | (?P<DECIMAL>\d+\.\d+(?!\w))
  | (?P<INTEGER>\d+(?!\w))
  | (?P<NUMBERED>\d\w+)
  | (?P<WORD>[^\W\d_]\w*(?:[-/]\w+)*)
  | (?P<OPERATOR>->|\.\.|<=|>=|==|!=|[-+*/=<>(){}\[\],.:])
    """,
    re.VERBOSE,
)
# Signs that leave no trace on the screen, by what they are called.
_UNSEEN = {"\t": "a tab", "\u00a0": "a space that only looks like one", "\u200b": "a space without width"}
_LONG = re.compile(r"\d{19,}")
_NUMERIC = frozenset({"INTEGER", "DECIMAL", "SPELLED", "DICE", "NUMBERED", "WORD"})
_ANCHOR = re.compile(r'\s*(?:"(?P<slug>[^"\\]*)"|(?P<number>[0-9A-Za-z][\w.-]*))')
_MORE_ANCHORS = re.compile(r'\s*,\s*(?=@|"|\d+(?:\.\d+)*[a-z]?(?![\w/:-]))@?')
# The last stroke of a row with a remark: a text, or what may stand before one, and then nothing else but texts.
_REMARK = re.compile(
    r"""\|\s*(?:by\s+\w+\s*)?(?:@[^|#]*?)?(?<![^\s|])
        (?:[a-z]{2,3}(?:-\w+)*\s*"(?:[^"\\]|\\.)*"\s*(?:/\s*"(?:[^"\\]|\\.)*"\s*)?)+(?:\#.*)?$""",
    re.VERBOSE,
)
_CONTINUES = frozenset("and or when unless except else where".split())
_TAKES_TEXTS = frozenset({"ruling", "unresolved", "because"})
# What stands behind a `then` that begins a line of its own: `then exception`, `then at most 5 steps`.
_BEGINS = ({1: "exception"}, {1: "prefer"}, {1: "exactly"}, {1: "at", 2: "most"}, {1: "any", 2: "number"})
_ASKS = frozenset("+ - * / = == != < <= > >=".split())
_OPERATORS = frozenset("+ - * / = == != < <= > >= ) } ]".split())


@dataclass(frozen=True, slots=True)
class RawToken:
    """A token before the parser has said which terminal it is."""

    kind: str
    text: str
    span: Span
    anchors: tuple[tuple[str, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A logical line: its tokens, and how far its first one is indented."""

    indent: int
    tokens: tuple[RawToken, ...]


def lex(path: str, lines: list[tuple[int, str]]) -> tuple[list[RawToken], list[Diagnostic]]:
    """The raw tokens of one declaration, given as numbered lines.

    Stops at the first thing it cannot read, which becomes a diagnostic.
    """
    found: list[Diagnostic] = []
    logical: list[LogicalLine] = []
    depth = 0
    for number, text in lines:
        tokens, error = _lex_line(path, number, text)
        if error:
            found.append(error)
            return [], found
        if not tokens:
            continue
        indent = tokens[0].span.column - 1
        if logical and (depth > 0 or _goes_on(tokens) or _unfinished(logical[-1], tokens, indent)):
            logical[-1] = LogicalLine(logical[-1].indent, logical[-1].tokens + tokens)
        else:
            logical.append(LogicalLine(indent, tokens))
        for token in tokens:
            depth += (token.text in {"(", "{", "["}) - (token.text in {")", "}", "]"})
        if depth > MAX_DEPTH:
            found.append(
                Diagnostic(codes.TOO_LARGE, f"brackets are nested more than {MAX_DEPTH} deep", tokens[-1].span)
            )
            return [], found
        depth = max(depth, 0)
    return _indented(logical, found), found


def _goes_on(tokens: tuple[RawToken, ...]) -> bool:
    """Whether a line continues the one above it."""
    first = tokens[0]
    if first.kind == "WORD" and first.text in _CONTINUES:
        return True
    if first.kind == "WORD" and first.text == "then":
        words = [token.text for token in tokens[:3]] + ["", "", ""]
        return not any(all(words[place] == word for place, word in wanted.items()) for wanted in _BEGINS)
    if first.kind == "OPERATOR" and first.text in _OPERATORS:
        # `+1 armour` starts a modifier line; `+ 1` goes on.
        return not (first.text in {"+", "-"} and len(tokens) > 1 and tokens[1].span.column == first.span.end_column)
    return False


def _unfinished(line: LogicalLine, following: tuple[RawToken, ...], indent: int) -> bool:
    """Whether a line ends in a word that asks for more, or in a text that another language follows."""
    first, last = line.tokens[0], line.tokens[-1]
    is_text = len(following) > 1 and following[0].kind == "WORD" and following[1].kind == "STRING"
    if is_text and indent > line.indent:
        # `when b.x is "y"` ends in a value, not in a text.
        text = last.kind == "STRING" and not (len(line.tokens) > 1 and line.tokens[-2].text in {"is", "not"})
        return text or first.kind == "ANCHORS" or first.text in _TAKES_TEXTS
    if first.kind == "ANCHORS" and following[0].text == "given" and indent > line.indent:
        return True  # what an erratum's claim supposes
    if last.kind == "WORD":
        return last.text in _CONTINUES
    return last.kind == "OPERATOR" and last.text in _ASKS


def _lex_line(path: str, number: int, text: str) -> tuple[tuple[RawToken, ...], Diagnostic | None]:
    stripped = text.lstrip(" ")
    column = len(text) - len(stripped)
    if stripped.startswith("\t"):
        span = Span(path, number, column + 1, number, column + 2)
        return (), Diagnostic(codes.BAD_INDENT, "a tab cannot indent a line", span, help="indent with spaces")
    if stripped.startswith("|"):
        return _row(path, number, text, column)
    return _tokens(path, number, text, column)


def _row(path: str, number: int, text: str, start: int) -> tuple[tuple[RawToken, ...], Diagnostic | None]:
    remark = _REMARK.search(text, start)
    end = remark.start() + 1 if remark else text.rfind("|") + 1
    quote = text.find("#", start)
    if -1 < quote < end and text.count('"', start, quote) % 2 == 0:
        end = text.rfind("|", start, quote) + 1
    span = Span(path, number, start + 1, number, end + 1)
    if end <= start + 1:
        return (), Diagnostic(
            codes.SYNTAX_ERROR, "a table row needs a `|` at its end too", span, help="close the row with `|`"
        )
    if long := _LONG.search(text, start, end):
        return (), _too_long(Span(path, number, long.start() + 1, number, long.end() + 1))
    row = RawToken("ROW", text[start:end], span)
    rest, error = _tokens(path, number, text, end)
    if rest and not remark and rest[0].kind != "ANCHORS" and rest[0].text != "by":
        end_column = rest[-1].span.end_column
        loose = Span(path, number, rest[0].span.column, number, end_column)
        return (), Diagnostic(
            codes.SYNTAX_ERROR, "a table row needs a `|` at its end too", loose, help="close the row with `|`"
        )
    return (row, *rest), error


def _too_long(span: Span) -> Diagnostic:
    return Diagnostic(codes.TOO_LARGE, "a number has more than 18 digits", span, help="write fewer digits")


_SKIPPED = frozenset({"SPACE", "COMMENT"})


def _tokens(path: str, number: int, text: str, at: int) -> tuple[tuple[RawToken, ...], Diagnostic | None]:
    tokens: list[RawToken] = []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            return (), _unreadable(path, number, text, at)
        kind, end = match.lastgroup or "", match.end()
        if kind in _SKIPPED:
            at = end
            continue
        span = Span(path, number, at + 1, number, end + 1)
        if kind == "AT":
            anchors, end = _anchors(path, number, text, end)
            if not anchors:
                return (), Diagnostic(
                    codes.SYNTAX_ERROR,
                    "`@` is not followed by a section",
                    span,
                    help='write `@8.3`, or `@"a-name"` where sections have no number',
                )
            tokens.append(RawToken("ANCHORS", text[at:end], Span(path, number, at + 1, number, end + 1), anchors))
        elif kind in _NUMERIC and _LONG.search(match[0]):
            return (), _too_long(span)
        elif kind == "NUMBERED":
            return (), Diagnostic(
                codes.BAD_CHARACTER,
                f"`{match[0]}` is neither a number nor a name",
                span,
                help="a name begins with a letter",
            )
        else:
            tokens.append(RawToken(kind, match[0], span))
        at = end
    return tuple(tokens), None


def _anchors(path: str, number: int, text: str, at: int) -> tuple[tuple[tuple[str, Span], ...], int]:
    """The sections listed from `at` on: `8.3, 9.5`, numbers or quoted slugs."""
    found: list[tuple[str, Span]] = []
    while match := _ANCHOR.match(text, at):
        group = "slug" if match["slug"] is not None else "number"
        name = match[group].rstrip(".-") if group == "number" else match[group]
        end = match.start(group) + len(name) + (group == "slug")
        found.append((name, Span(path, number, match.start(group) + 1, number, end + 1)))
        at = end
        more = _MORE_ANCHORS.match(text, at)
        if not more:
            break
        at = more.end()
    return tuple(found), at


def _unreadable(path: str, number: int, text: str, at: int) -> Diagnostic:
    span = Span(path, number, at + 1, number, at + 2)
    if text[at] == '"':
        return Diagnostic(
            codes.BAD_CHARACTER,
            "a text is opened here and not closed",
            span,
            help='close it with `"` on the same line',
        )
    hints = {
        "\u201c": 'use straight quotation marks: `"`',
        "\u201d": 'use straight quotation marks: `"`',
        "\u2013": "this is a long dash; write `-`",
        "\u2212": "this is a typographic minus; write `-`",
        "\t": "use spaces",
        ";": "put each thing on a line of its own",
    }
    shown = f"`{text[at]}`" if text[at].isprintable() else _UNSEEN.get(text[at], f"the sign U+{ord(text[at]):04X}")
    return Diagnostic(
        codes.BAD_CHARACTER,
        f"{shown} means nothing here",
        span,
        help=hints.get(text[at], "remove it, or quote it"),
    )


def _indented(lines: list[LogicalLine], found: list[Diagnostic]) -> list[RawToken]:
    """The tokens of `lines` with INDENT, DEDENT and NL put in."""
    out: list[RawToken] = []
    stack = [0]
    for line in lines:
        first = line.tokens[0].span
        here = Span(first.path, first.line, first.column, first.line, first.column)
        if line.indent > stack[-1]:
            stack.append(line.indent)
            if len(stack) > MAX_DEPTH:
                found.append(Diagnostic(codes.TOO_LARGE, f"lines are nested more than {MAX_DEPTH} deep", first))
                return []
            out.append(RawToken("_INDENT", "", here))
        while line.indent < stack[-1]:
            stack.pop()
            out.append(RawToken("_DEDENT", "", here))
        if line.indent != stack[-1]:
            levels = sorted({*stack, *(other.indent for other in lines if other.indent > 0)} - {0, line.indent}) or [2]
            found.append(
                Diagnostic(
                    codes.BAD_INDENT,
                    "this line is indented less than the one above, but level with none before it",
                    first,
                    help=f"indent it like the lines around it, by {' or '.join(map(str, levels))} spaces",
                )
            )
            return []
        out.extend(line.tokens)
        last = line.tokens[-1].span
        out.append(RawToken("_NL", "", Span(last.path, last.end_line, last.end_column, last.end_line, last.end_column)))
    end = out[-1].span if out else None
    out.extend(RawToken("_DEDENT", "", end) for _ in stack[1:] if end)
    return out
