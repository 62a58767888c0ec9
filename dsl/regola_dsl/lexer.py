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
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

MAX_DEPTH = 60

# Every place of a line begins one of these, the last two where nothing else does. What begins with a letter stands
# first, as most do; `d6` is no word.
_TOKEN = re.compile(
    r"""[ ]*(?:(?P<DIE>d\d+(?![\w/-]))
  | (?P<WORD>[^\W\d_]\w*(?:[-/]\w+)*)
  | (?P<OPERATOR>->|\.\.|<=|>=|==|!=|[-+*/=<>(){}\[\],.:]|_(?!\w))
  | (?P<STRING>"(?:[^"\\]|\\.)*")
  | (?P<AT>@)
  | (?P<DICE>\d+d\d+(?![\w/-]))
  | (?P<SPELLED>\d\w*(?:[-/:]\w+)+)
  | (?P<DECIMAL>\d+\.\d+(?!\w))
  | (?P<INTEGER>\d+(?!\w))
  | (?P<NUMBERED>\d\w+)
  | (?P<REST>\#.*|\Z)
  | (?P<UNKNOWN>))
    """,
    re.VERBOSE,
)
_BRACKET = re.compile(r"[(){}\[\]]")
# Signs that leave no trace on the screen, by what they are called.
_UNSEEN = {
    "\t": later("a tab"),
    "\u00a0": later("a space that only looks like one"),
    "\u200b": later("a space without width"),
}
# What to do about some signs that nothing begins with.
_HINTS = {
    "\u201c": later('use straight quotation marks: `"`'),
    "\u201d": later('use straight quotation marks: `"`'),
    "\u2013": later("this is a long dash; write `-`"),
    "\u2212": later("this is a typographic minus; write `-`"),
    "\t": later("use spaces"),
    ";": later("put each thing on a line of its own"),
    "\u2026": later("write in its place what is meant"),
}
_LONGEST = 18
_LONG = re.compile(r"\d{19,}")
_ANCHOR = re.compile(r'\s*(?:"(?P<slug>[^"\\]*)"|(?P<number>[0-9A-Za-z][\w.-]*))')
_NO_SECTION = say('write `@8.3`, or `@"a-name"` where sections have no number')
_MORE_ANCHORS = re.compile(r'\s*,\s*(?=@|"|\d+(?:\.\d+)*[a-z]?(?![\w/:-]))@?')
# A stroke, and by which erratum what stands behind it stands; where sections end; a text, and where one may begin.
# Two whole numbers with nothing but a comma between them: one section, or one number, as it is printed elsewhere.
_COMMA = re.compile(r"\s*(\d+),(\d+)(?![\w.-]|,\d)")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d\d0")
_COMMA_NUMBER = re.compile(r"(0,\d+|[1-9]\d{0,2},\d{3})(?![\w.-]|,\d)")
# A quotation mark that ends a text, with a word right behind it, and where the next one stands; a text behind a tag.
_WITHIN = re.compile(r"\w[^\"]*\"")
_TAGGED = re.compile(r"[a-z]{2,3}\s+\"")
# A text that has run on into the tag of the next one, and the tag before a text.
_RUN_ON = re.compile(r"(?P<said>.*\S)(?P<gap>\s+)(?P<tag>[a-z]{2,3})\s+")
_OWN_TAG = re.compile(r"(?<![\w\"])(?P<tag>[a-z]{2,3})\s+\Z")
_STROKE = re.compile(r"(?P<bare>\|\s*)(?:by\s+\w+\s*)?")
_SECTIONS_END = re.compile(r"[|#]|\Z")
_TEXT = re.compile(r'[a-z]{2,3}(?:-\w+)*\s*"(?:[^"\\]|\\.)*"\s*(?:/\s*"(?:[^"\\]|\\.)*"\s*)?')
_TEXT_BEGINS = re.compile(r"(?<![^\s|])(?=[a-z])")
CONTINUES = frozenset("and or when unless except else where".split())
_TAKES_TEXTS = frozenset({"ruling", "unresolved", "because", "about"})
# What stands behind a `then` that begins a line of its own: `then exception`, `then at most 5 steps`.
_BEGINS = ({1: "exception"}, {1: "prefer"}, {1: "exactly"}, {1: "at", 2: "most"}, {1: "any", 2: "number"})
_ASKS = frozenset("+ - * / = == != < <= > >=".split())
_OPERATORS = frozenset("+ - * / = == != < <= > >= ) } ]".split())


class RawToken(NamedTuple):
    """A token before the parser has said which terminal it is; a tuple, as there are many.

    Lines and columns count from 1; the end column is exclusive. `anchors` are the sections it names.
    """

    kind: str
    text: str
    line: int
    column: int
    end_line: int
    end_column: int
    anchors: tuple[tuple[str, Span], ...] = ()

    def span(self, path: str) -> Span:
        """Its place in the file `path`."""
        return Span(path, self.line, self.column, self.end_line, self.end_column)


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A logical line: its tokens, and how far its first one is indented."""

    indent: int
    tokens: list[RawToken]


def lex(path: str, lines: list[tuple[int, str]], *, tried: bool = False) -> tuple[list[RawToken], list[Diagnostic]]:
    """The raw tokens of one declaration, given as numbered lines.

    Stops at the first thing it cannot read, which becomes a diagnostic.

    Args:
        path: Its file.
        lines: Its lines, with their numbers in the file.
        tried: Whether the same lines are read many times, beside one that is each time another.
    """
    read = lex_line_tried if tried else lex_line
    found: list[Diagnostic] = []
    logical: list[LogicalLine] = []
    depth = 0
    for number, text in lines:
        tokens, error = read(path, number, text)
        if error:
            found.append(error)
            return [], found
        if not tokens:
            continue
        indent = tokens[0].column - 1
        if logical and (depth > 0 or _goes_on(tokens) or _unfinished(logical[-1], tokens, indent)):
            logical[-1].tokens.extend(tokens)
        else:
            logical.append(LogicalLine(indent, [*tokens]))
        if not _BRACKET.search(text):
            continue
        for token in tokens:
            depth += (token.text in {"(", "{", "["}) - (token.text in {")", "}", "]"})
        if depth > MAX_DEPTH:
            message = say("brackets are nested more than {number} deep", number=MAX_DEPTH)
            found.append(Diagnostic(codes.TOO_LARGE, message, tokens[-1].span(path)))
            return [], found
        depth = max(depth, 0)
    return _indented(path, logical, found), found


def _goes_on(tokens: Sequence[RawToken]) -> bool:
    """Whether a line continues the one above it."""
    first = tokens[0]
    if first.kind == "WORD" and first.text in CONTINUES:
        return True
    if first.kind == "WORD" and first.text == "then":
        words = [token.text for token in tokens[:3]] + ["", "", ""]
        return not any(all(words[place] == word for place, word in wanted.items()) for wanted in _BEGINS)
    if first.kind == "OPERATOR" and first.text in _OPERATORS:
        # `+1 armour` starts a modifier line; `+ 1` goes on.
        return not (first.text in {"+", "-"} and len(tokens) > 1 and tokens[1].column == first.end_column)
    return False


def _unfinished(line: LogicalLine, following: Sequence[RawToken], indent: int) -> bool:
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
        return last.text in CONTINUES
    return last.kind == "OPERATOR" and last.text in _ASKS


def lex_line(path: str, number: int, text: str) -> tuple[Sequence[RawToken], Diagnostic | None]:
    """The tokens of one line, or what it is about it that cannot be read."""
    stripped = text.lstrip(" ")
    column = len(text) - len(stripped)
    if stripped.startswith("\t"):
        span = Span(path, number, column + 1, number, column + 2)
        message = say("a tab cannot indent a line")
        return [], Diagnostic(codes.BAD_INDENT, message, span, help=say("indent with blanks"))
    if stripped.startswith("|"):
        return _row(path, number, text, column)
    return _tokens(path, number, text, column)


@lru_cache(maxsize=1_000)
def lex_line_tried(path: str, number: int, text: str) -> tuple[Sequence[RawToken], Diagnostic | None]:
    """The same of a line that is read many times."""
    tokens, error = lex_line(path, number, text)
    return tuple(tokens), error


def _row(path: str, number: int, text: str, start: int) -> tuple[list[RawToken], Diagnostic | None]:
    remark = remark_in(text, start)
    end = text.rfind("|") + 1 if remark is None else remark + 1
    quote = text.find("#", start)
    if -1 < quote < end and text.count('"', start, quote) % 2 == 0:
        end = text.rfind("|", start, quote) + 1
    if end <= start + 1:
        span = Span(path, number, start + 1, number, end + 1)
        message = say("a table row needs a `|` at its end too")
        return [], Diagnostic(codes.SYNTAX_ERROR, message, span, help=say("close the row with `|`"))
    if long := _LONG.search(text, start, end):
        return [], _too_long(Span(path, number, long.start() + 1, number, long.end() + 1))
    row = RawToken("ROW", text[start:end], number, start + 1, number, end + 1)
    rest, error = _tokens(path, number, text, end)
    if rest and remark is None and rest[0].kind != "ANCHORS" and rest[0].text != "by":
        loose = Span(path, number, rest[0].column, number, rest[-1].end_column)
        help_text = say('close the row with `|`, or write a remark as a text: `en "{words}"`', words=text[end:].strip())
        if rest[0].kind in {"DECIMAL", "INTEGER"}:
            help_text = say("write `@{section}` if it is a section, or close the row with `|`", section=rest[0].text)
        return [], Diagnostic(codes.SYNTAX_ERROR, say("a table row needs a `|` at its end too"), loose, help=help_text)
    return [row, *rest], error


def remark_in(text: str, start: int) -> int | None:
    """The first stroke of a row with a remark behind it: a text, or what may stand before one, and then texts alone.

    Each place is looked at once, however long the row is.
    """
    if '"' not in text:
        return None
    known: dict[int, bool] = {}
    begins = [match.start() for match in _TEXT_BEGINS.finditer(text, start) if _texts_alone(text, match.start(), known)]
    for stroke in _STROKE.finditer(text, start) if begins else ():
        for head in {stroke.end("bare"), stroke.end()}:
            end = _SECTIONS_END.search(text, head)
            following = bisect_left(begins, head)
            if end is None or following == len(begins):
                continue
            if begins[following] == head or (text[head] == "@" and begins[following] < end.start()):
                return stroke.start()
    return None


def _texts_alone(text: str, place: int, known: dict[int, bool]) -> bool:
    """Whether from a place to the line's end, or its comment, there are texts and nothing else."""
    run = []
    while place not in known:
        run.append(place)
        match = _TEXT.match(text, place)
        if match is None:
            known[place] = False
            continue
        place = match.end()
        if place == len(text) or text[place] == "#":
            known[place] = True
    known.update(dict.fromkeys(run, known[place]))
    return known[place]


def _too_long(span: Span) -> Diagnostic:
    message = say("a number has more than {number} digits", number=_LONGEST)
    return Diagnostic(codes.TOO_LARGE, message, span, help=say("write fewer digits"))


def _tokens(path: str, number: int, text: str, at: int) -> tuple[list[RawToken], Diagnostic | None]:
    tokens: list[RawToken] = []
    make, end = tuple.__new__, at
    while True:
        for match in _TOKEN.finditer(text, end):
            kind, end = match.lastgroup or "", match.end()
            word = match[kind]
            at = end - len(word)
            if kind == "REST":
                return tokens, None
            if kind == "AT":
                break
            if kind == "UNKNOWN":
                return [], _unreadable(path, number, text, at)
            if kind == "STRING" and (within := _quotes_within(path, number, text, at, end)) is not None:
                return [], within
            if kind in {"INTEGER", "DECIMAL"} and (other := _number_of_elsewhere(path, number, text, kind, at)):
                return [], other
            if len(word) > _LONGEST and kind not in {"STRING", "OPERATOR"} and _LONG.search(word):
                return [], _too_long(Span(path, number, at + 1, number, end + 1))
            if kind == "NUMBERED":
                return [], Diagnostic(
                    codes.BAD_CHARACTER,
                    say("`{word}` is neither a number nor a name", word=word),
                    Span(path, number, at + 1, number, end + 1),
                    help=say("a name begins with a letter"),
                )
            if word == "-" and text.startswith("- ", end) and text[end + 2 :].strip():
                return [], _unreadable(path, number, text, at)
            if kind == "DIE":
                kind = "DICE"
            tokens.append(make(RawToken, (kind, word, number, at + 1, number, end + 1, ())))
        if comma := _COMMA.match(text, end):
            return [], _comma_in_section(comma, Span(path, number, at + 1, number, comma.end() + 1))
        anchors, end = _anchors(path, number, text, end)
        if not anchors:
            if unclosed := re.fullmatch(r'"([^"]*?) *', text[end:]):
                return [], _unclosed(unclosed[1], Span(path, number, end + 1, number, len(text) + 1))
            meant = re.match(r"\W{0,2}(\d+(?:\.\d+)*)", text[end:])
            help_text = say("write `@{section}`", section=meant[1]) if meant else _NO_SECTION
            message = say("`@` is not followed by a section")
            return [], Diagnostic(
                codes.SYNTAX_ERROR, message, Span(path, number, at + 1, number, at + 2), help=help_text
            )
        if (blank := next((span for name, span in anchors if not name.strip()), None)) is not None:
            return [], Diagnostic(
                codes.SYNTAX_ERROR, say("nothing stands in the quotation marks of a section"), blank, help=_NO_SECTION
            )
        tokens.append(RawToken("ANCHORS", text[at:end], number, at + 1, number, end + 1, anchors))


def _unclosed(section: str, span: Span) -> Diagnostic:
    """What is said of a section in quotation marks that nothing closes."""
    return Diagnostic(
        codes.SYNTAX_ERROR,
        say("the quotation marks of a section are not closed"),
        span,
        help=say('write `@"{section}"`', section=section) if section else _NO_SECTION,
    )


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


def _quotes_within(path: str, number: int, text: str, at: int, end: int) -> Diagnostic | None:
    """A text that a quotation mark within it has ended: a word stands right behind it; None if it is none.

    `at` and `end` are where the text that was read begins and ends.
    """
    within = _WITHIN.match(text, end)
    if within is None or (text[end - 2] != " " and _TAGGED.match(text, end)):
        return None
    word = within[0][:-1]
    if (missing := _not_closed(path, number, text, at, end)) is not None:
        return missing
    meant = "".join((text[at : end - 1], '\\"', word, '\\"…"'))
    return Diagnostic(
        codes.BAD_CHARACTER,
        say("the text ends at this quotation mark, and `{word}` stands right behind it", word=word),
        Span(path, number, end, number, within.end() + 1),
        help=say('a quotation mark within a text is written `\\"`: `{text}`', text=meant),
    )


def _not_closed(path: str, number: int, text: str, at: int, end: int) -> Diagnostic | None:
    """A text whose closing quotation mark is forgotten, so that it ends where the text of the next language begins.

    One mark too few makes their number odd; words that somebody quotes within a text come with two.
    """
    run_on, own = _RUN_ON.fullmatch(text, at + 1, end - 1), _OWN_TAG.search(text, 0, at)
    if run_on is None or own is None or own["tag"] == run_on["tag"] or _odd_marks(text) == 0:
        return None
    behind = Span(path, number, run_on.end("said"), number, end + 1)
    return Diagnostic(
        codes.BAD_CHARACTER,
        say("the text before `{tag}` has no quotation mark at its end", tag=run_on["tag"]),
        behind,
        help=say(
            "close it before `{tag}`: `{text}`",
            tag=run_on["tag"],
            text=f'{own["tag"]} "{run_on["said"]}"{run_on["gap"]}{run_on["tag"]} "…"',
        ),
    )


def _odd_marks(text: str) -> int:
    """Whether a quotation mark of a line has none to go with it, those behind a backslash aside."""
    return len(re.findall(r'(?<!\\)"', text)) % 2


def _comma_in_section(comma: re.Match[str], span: Span) -> Diagnostic:
    """Two numbers behind `@` that touch their comma: one section with a comma, or two sections."""
    first, second = comma.groups()
    return Diagnostic(
        codes.SYNTAX_ERROR,
        say("`@{first},{second}` can be one section or two", first=first, second=second),
        span,
        help=say(
            "write `@{first}.{second}` for a section within {first}, or `@{first}, {second}` for both",
            first=first,
            second=second,
        ),
    )


def _number_of_elsewhere(path: str, number: int, text: str, kind: str, at: int) -> Diagnostic | None:
    """A number with a comma, or with a full stop between its thousands; None if it is none."""
    if kind == "DECIMAL":
        found = _THOUSANDS.match(text, at)
        if found is None:
            return None
        message = say(
            "`{number}` is a fraction here: the full stop stands before what is less than one", number=found[0]
        )
        bare = found[0].rstrip("0").rstrip(".")
        help_text = say(
            "write `{whole}`, or `{fraction}` if the fraction is meant", whole=found[0].replace(".", ""), fraction=bare
        )
    else:
        found = _COMMA_NUMBER.match(text, at)
        if found is None:
            return None
        message = say("`{number}` is two numbers here: a comma stands between one thing and the next", number=found[0])
        one = found[0].replace(",", ".") if found[0].startswith("0,") else found[0].replace(",", "")
        help_text = say("write `{one}`, or `{two}` for two", one=one, two=found[0].replace(",", ", "))
    return Diagnostic(codes.BAD_CHARACTER, message, Span(path, number, at + 1, number, found.end() + 1), help=help_text)


def _unreadable(path: str, number: int, text: str, at: int) -> Diagnostic:
    span = Span(path, number, at + 1, number, at + 2)
    if text[at] == '"':
        return Diagnostic(
            codes.BAD_CHARACTER,
            say("a text is opened here and not closed"),
            span,
            help=say('close it with `"` on the same line'),
        )
    if text[at] == "|" and text.rstrip().endswith("|"):
        first = len(text) - len(text.lstrip(" "))
        return Diagnostic(
            codes.SYNTAX_ERROR,
            say("a row of a table begins with `|`, and this line does not"),
            Span(path, number, first + 1, number, at + 2),
            help=say("write `| {row}`", row=text.strip()),
        )
    sign = text[at]
    if sign.isprintable():
        shown = f"`{sign}`"
    elif sign in _UNSEEN:
        shown = say(_UNSEEN[sign])
    else:
        shown = say("the sign {code}", code=f"U+{ord(sign):04X}")
    message = say("{sign} means nothing here", sign=shown)
    help_text = say(_HINTS[sign]) if sign in _HINTS else say("remove it, or quote it")
    return Diagnostic(codes.BAD_CHARACTER, message, span, help=help_text)


def _alternatives(numbers: Sequence[int]) -> str:
    """Numbers of which one is meant."""
    shown = str(numbers[0])
    for number in numbers[1:]:
        shown = say("{one} or {other}", one=shown, other=number)
    return shown


def _indented(path: str, lines: list[LogicalLine], found: list[Diagnostic]) -> list[RawToken]:
    """The tokens of `lines` with INDENT, DEDENT and NL put in."""
    out: list[RawToken] = []
    stack = [0]
    for line in lines:
        first = line.tokens[0]
        here = (first.line, first.column, first.line, first.column)
        if line.indent > stack[-1]:
            stack.append(line.indent)
            if len(stack) > MAX_DEPTH:
                message = say("lines are nested more than {number} deep", number=MAX_DEPTH)
                found.append(Diagnostic(codes.TOO_LARGE, message, first.span(path)))
                return []
            out.append(RawToken("_INDENT", "", *here))
        while line.indent < stack[-1]:
            stack.pop()
            out.append(RawToken("_DEDENT", "", *here))
        if line.indent != stack[-1]:
            levels = sorted({*stack, *(other.indent for other in lines if other.indent > 0)} - {0, line.indent}) or [2]
            alike = {other.indent for other in lines if other.tokens[0].text == line.tokens[0].text} - {0, line.indent}
            # Beside what begins with the same word, if that is near; else a step of the hand away.
            near = [level for level in levels if abs(level - line.indent) == 1]
            levels = [level for level in near if level in alike] or near or levels
            found.append(
                Diagnostic(
                    codes.BAD_INDENT,
                    say("this line is indented less than the one above, but level with none before it"),
                    first.span(path),
                    help=say("indent it like the lines around it, by {levels} blanks", levels=_alternatives(levels)),
                )
            )
            return []
        out += line.tokens
        last = line.tokens[-1]
        end = (last.end_line, last.end_column, last.end_line, last.end_column)
        out.append(RawToken("_NL", "", *end))
    if out:
        end = out[-1][2:6]
        out += [RawToken("_DEDENT", "", *end)] * (len(stack) - 1)
    return out
