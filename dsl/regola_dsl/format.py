"""From a source text to the same text in the one layout there is.

What a reader sees as layout is of two kinds. Some of it is meaning: how the lines below a line are
indented against one another, whether `+1` or `+ 1` begins a line, where a text in quotes begins
and ends. The rest is habit: how wide a step of indentation is, how many blanks stand between two
words, whether the columns of a table meet. This module settles the habits, so that nobody has to.

Normalised is:

- indentation: two blanks a block. A line that goes on below another hangs two blanks in, and four
  where a block stands below, so that the two are told apart; what belongs to a clause that hangs
  (`and` below `when`) two more; what stands inside a bracket opened on a line that hangs two more
  than that line. A text of another language hangs below the first.
- blanks between words: one, or none beside brackets, `.` and `..` and before commas and colons;
  two before a text, so that it stands apart from the rule it explains.
- columns: the cells of a table; in lines of one kind that follow one another, their sections and
  texts; comments behind lines that follow one another. A column stands where most lines meet within
  `WIDTH`; what would be pushed past it is not padded, the first column of a list of names excepted.
- empty lines: one between declarations, but for those of a single line and its texts, which may
  stand together; never two, and none at either end.
- the rest: no blanks at a line's end, `\\n` at its end, no byte order mark.

Never touched are the order of things, the breaking of lines, the inside of quotes and cells, and
comments, which at most move sideways with the line they stand above.

Why this cannot change what a text means: the grammar reads neither lines nor blanks but the tokens
that the lexer makes of them, `_INDENT`, `_DEDENT` and `_NL` among them.

    text --lex--> tokens --grammar--> tree
      |             ||                 ||
    format          ||                 ||
      v             ||                 ||
    text' --lex--> tokens --grammar--> tree

`format_source` lexes what it has written and compares. Where two words could grow together or fall
apart, the single line is lexed first and otherwise keeps its blanks. So whatever the grammar says,
now or later, says the same of both texts; and as no word of the grammar is known here but a few
that decide how a line looks, a new construct is laid out without a line of code.

Layout depends on tokens and on where lines are broken, not on the blanks that were there, but for
what only the writer knows: whether a blank stands before a bracket (`name(`, `round up (`) or
behind a sign (`-1`, `a - 1`), where a single empty line parts two things, and which block a comment
speaks of. These are kept as found, so that a second run finds what the first has left:
`format_source(format_source(t)) == format_source(t)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, takewhile

from regola_dsl.lexer import RawToken, lex

WIDTH = 120
_STEP = 2
_HANG = 4

_OPEN = frozenset("( [ {".split())
_CLOSE = frozenset(") ] }".split())
_SIGNS = frozenset("+ - * /".split())
_COMPARE = frozenset("= == != < <= > >= ->".split())
# Words that ask for more: a bracket behind them groups and is set apart, where one behind a name calls it.
_ASKS = frozenset("and or not when unless except where is in if then else".split())
# A line that begins with one of these belongs to the clause above it.
_JOINS = frozenset({"and", "or"})
# What names the language of a text, and what does not though it is as short.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-\w+)?")
_NO_LANGUAGE = frozenset("and at by if in is not of or to".split())
_MARK = re.compile(r"\A(?:\s*\ufeff)+")
_ANCHOR_PARTS = re.compile(r'"[^"]*"|[^"]+')


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """A line of the file, as read and as it will be written.

    Attributes:
        text: The line as it is in the file.
        home: The declaration it stands in, counted from 0; -1 above the first.
        tokens: Its tokens; none if it is blank or a comment.
        comment: Its comment, from the `#` on.
        level: How many blocks stand around it.
        goes_on: Whether it continues the line above.
        kept: Whether it could not be read, and stays as it is.
        indent: The blanks before its first word.
        words: Its tokens as they will be written.
        gaps: The blanks before each of them, 0 for the first.
        apart: The blanks before its comment, if that stands behind code.
    """

    text: str
    home: int
    tokens: tuple[RawToken, ...] = ()
    comment: str = ""
    level: int = 0
    goes_on: bool = False
    kept: bool = False
    indent: int = 0
    words: tuple[str, ...] = ()
    gaps: tuple[int, ...] = ()
    apart: int = 2

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return not (self.kept or self.tokens or self.comment)

    @property
    def code(self) -> bool:
        """Whether it says something to the compiler."""
        return bool(self.tokens)

    @property
    def written(self) -> int:
        """How far it was indented."""
        whole = self.text.expandtabs()
        return len(whole) - len(whole.lstrip())

    def end(self, upto: int | None = None) -> int:
        """The column behind its words, or behind those before the word numbered `upto`."""
        return self.indent + sum(map(len, self.words[:upto])) + sum(self.gaps[:upto])

    def column(self, word: int) -> int:
        """The column at which a word begins."""
        return self.end(word) + self.gaps[word]

    def moved(self, word: int, column: int) -> LayoutLine:
        """The line with a word, and what is behind it, at another column."""
        gaps = list(self.gaps)
        gaps[word] = column - self.end(word)
        return replace(self, gaps=tuple(gaps))

    def shown(self) -> str:
        """The line as it is written out."""
        if self.kept:
            return self.text
        code = _join_words(self.words, self.gaps)
        behind = " " * self.apart if code and self.comment else ""
        return f"{' ' * self.indent}{code}{behind}{self.comment}".rstrip()


def format_source(text: str) -> str:
    r"""A source text in the one layout there is.

    A declaration that cannot be read is left as it is.

    Raises:
        RuntimeError: if the result would mean something else, which is a defect of this module.

    >>> print(format_source('table omen( die:d6 )->bool @1.1\n   |die|good|\n   |1-3|true|'), end="")
    table omen(die: d6) -> bool @1.1
      | die | good |
      | 1-3 | true |
    """
    read = read_lines(text)
    lines = _parted(read)
    for step in (_spelled, _hung, _ruled, _aligned, _spoken, _remarked, _noted):
        lines = step(lines)
    result = "".join(f"{line.shown()}\n" for line in lines)
    if result != text and _meaning(read_lines(result)) != _meaning(read):
        raise RuntimeError("formatting would change what the text means")
    return result


# --- reading -----------------------------------------------------------------------------


def read_lines(text: str) -> list[LayoutLine]:
    """The lines of a text, with the tokens of those that can be read."""
    written = [line.rstrip("\r") for line in _MARK.sub("", text).split("\n")]
    homes, home = [], -1
    for line in written:
        home += _says(line) and not line[0].isspace()
        homes.append(home)
    lines: list[LayoutLine] = []
    for home, group in groupby(range(len(written)), key=homes.__getitem__):
        numbers = list(group)
        code = [number for number in numbers if _says(written[number])]
        tokens, errors = lex("", [(number, written[number]) for number in code])
        kept = range(code[0], code[-1] + 1) if code and (errors or home < 0) else range(0)
        placed = _blocks_of_lines(tokens)
        for number in numbers:
            line = written[number]
            if number in kept:
                lines.append(LayoutLine(line, home, kept=True))
            elif number in placed:
                level, goes_on, words = placed[number]
                comment = line[words[-1].end_column - 1 :].strip()
                lines.append(LayoutLine(line, home, tuple(words), comment, level, goes_on))
            else:
                lines.append(LayoutLine(line, home, comment=line.strip()))
    return lines


def _says(line: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _blocks_of_lines(tokens: Sequence[RawToken]) -> dict[int, tuple[int, bool, list[RawToken]]]:
    """For each line with tokens: the blocks around it, whether it continues another, and the tokens."""
    placed: dict[int, tuple[int, bool, list[RawToken]]] = {}
    level, begun = 0, False
    for token in tokens:
        if token.kind.startswith("_"):
            level += (token.kind == "_INDENT") - (token.kind == "_DEDENT")
            begun = begun and token.kind != "_NL"
            continue
        placed.setdefault(token.line, (level, begun, []))[2].append(token)
        begun = True
    return placed


def _meaning(lines: Sequence[LayoutLine]) -> list[object]:
    """All that the grammar is told of a text: its declarations, their logical lines, and the tokens of these."""
    told: list[object] = []
    for line in lines:
        if line.kept and line.text.strip():
            told.append((line.home, line.text))
        elif line.code:
            told.append((line.home, "goes on" if line.goes_on else line.level))
            told += _marks(line.tokens)
    return told


def _marks(tokens: Sequence[RawToken]) -> list[tuple[str, object]]:
    """What is said by tokens, without where it stands."""
    marks: list[tuple[str, object]] = []
    for token in tokens:
        if token.kind == "ANCHORS":
            marks.append((token.kind, [name for name, _ in token.anchors]))
        elif token.kind == "ROW":
            marks.append((token.kind, _cells(token.text)))
        elif not token.kind.startswith("_"):
            marks.append((token.kind, token.text))
    return marks


# --- empty lines -------------------------------------------------------------------------


def _parted(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with one empty line where one belongs, and none where none does."""
    sizes: dict[int, int] = {}  # how many lines a declaration has, texts apart
    for line in lines:
        counts = line.code and not line.goes_on and not _text_at(line.tokens, 0)
        sizes[line.home] = sizes.get(line.home, 0) + (2 if line.kept else counts)
    out: list[LayoutLine] = []
    for line in lines:
        if line.blank and (not out or out[-1].blank):
            continue
        starts = (line.code or line.kept) and out and line.home > out[-1].home
        if starts and sizes.get(line.home - 1, 0) + sizes[line.home] > 2:
            top = len(out)
            while top and out[top - 1].comment and not out[top - 1].code and out[top - 1].written == 0:
                top -= 1
            if top and not out[top - 1].blank:
                out.insert(top, LayoutLine("", out[top - 1].home))
        out.append(line)
    while out and out[-1].blank:
        out.pop()
    return out


# --- blanks between words ----------------------------------------------------------------


def _spelled(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with their words, and the blanks between these."""
    return [_spell(line) if line.code else line for line in lines]


def _spell(line: LayoutLine) -> LayoutLine:
    words = tuple(_word(token) for token in line.tokens)
    gaps = tuple(_gap(line.tokens, place) for place in range(len(words)))
    written = tuple(token.text for token in line.tokens)
    if (words, gaps) == (written, _blanks(line.tokens)):
        return replace(line, words=words, gaps=gaps)
    again, _ = lex("", [(1, _join_words(words, gaps))])
    if _marks(again) != _marks(line.tokens):
        words = written
        gaps = tuple(int(_set_apart(line.tokens, place)) for place in range(len(words)))
    return replace(line, words=words, gaps=gaps)


def _blanks(tokens: Sequence[RawToken]) -> tuple[int, ...]:
    """How many blanks were written before each token of a line, none before the first."""
    return (0, *(token.column - before.end_column for before, token in pairwise(tokens)))


def _join_words(words: Sequence[str], gaps: Sequence[int]) -> str:
    return "".join(" " * gap + word for gap, word in zip(gaps, words, strict=True))


def _word(token: RawToken) -> str:
    """A token as it is written: itself, but for the blanks within `@8.3, 9.5`."""
    if token.kind != "ANCHORS":
        return token.text
    parts = _ANCHOR_PARTS.findall(token.text)
    return "".join(part if part[0] == '"' else "".join(part.split()).replace(",", ", ") for part in parts)


def _set_apart(tokens: Sequence[RawToken], place: int) -> bool:
    """Whether a blank was written before a token."""
    return place > 0 and tokens[place - 1].end_column < tokens[place].column


def _gap(tokens: Sequence[RawToken], place: int) -> int:
    """The blanks that belong before a token."""
    if place == 0:
        return 0
    as_written = int(_set_apart(tokens, place))
    left, right = _sign(tokens[place - 1]), _sign(tokens[place])
    if place == 1 and left in {"+", "-"}:
        return as_written  # `+1 armour` begins a line, `+ 1` goes on from one
    if right in _CLOSE or right in {",", ":", ".."} or left in _OPEN or left == "..":
        return 0
    if left in {",", ":"} or left in _COMPARE or right in _COMPARE:
        return 1
    if "." in {left, right}:
        other = tokens[place] if left == "." else tokens[place - 1]
        return 0 if other.kind == "WORD" or other.text in _CLOSE else as_written
    if right in _SIGNS:
        return 1 if _operand(tokens[place - 1]) else as_written
    if left in _SIGNS:
        between = place > 1 and _operand(tokens[place - 2])
        tight = left in {"+", "-"} and _set_apart(tokens, place - 1)
        return 1 if between and not tight else as_written
    if right == "{":
        return 1
    if right in _OPEN:
        return 1 if tokens[place - 1].text in _ASKS else as_written
    if _text_at(tokens, place) or (place > 1 and _text_at(tokens, place - 2)):
        return 2
    return as_written if _unknown(left) or _unknown(right) else 1


def _sign(token: RawToken) -> str:
    """A token's text if it is an operator or a bracket, else nothing."""
    return token.text if token.kind == "OPERATOR" else ""


def _unknown(sign: str) -> bool:
    """Whether a sign has no rule here."""
    return bool(sign) and sign not in _CLOSE


def _operand(token: RawToken) -> bool:
    """Whether a sign behind this token can stand between two values."""
    return token.kind != "OPERATOR" or token.text in _CLOSE


def _text_at(tokens: Sequence[RawToken], place: int) -> bool:
    """Whether a text in a language begins here: `it "…"`."""
    if place + 1 >= len(tokens) or tokens[place + 1].kind != "STRING" or tokens[place].kind != "WORD":
        return False
    word = tokens[place].text
    return bool(_LANGUAGE.fullmatch(word)) and word not in _NO_LANGUAGE


# --- indentation -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Frame:
    """A bracket that is open, or the line itself: where what is inside begins, and whether a clause stands there."""

    indent: int
    clause: bool = False


def _hung(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with their indentation; texts that go on from others have it from `_spoken`."""
    out = list(lines)
    logical = list(_logical(lines))
    for order, places in enumerate(logical):
        first = lines[places[0]]
        indent = _STEP * first.level
        heads = order + 1 < len(logical) and _opens_block(first, lines[logical[order + 1][0]])
        inner = indent + (_HANG if heads else _STEP)
        frames = [_Frame(inner)]
        for number, place in enumerate(places):
            line = lines[place]
            if number:
                indent = _continued(line, lines[places[number - 1]].tokens[-1], frames)
                inner = indent + _STEP
            for token in line.tokens:
                if _sign(token) in _OPEN:
                    frames.append(_Frame(inner, clause=token is not line.tokens[-1]))
                elif _sign(token) in _CLOSE and len(frames) > 1:
                    frames.pop()
            out[place] = replace(line, indent=indent)
    return out


def _opens_block(line: LayoutLine, following: LayoutLine) -> bool:
    """Whether the line that follows begins a block below this one."""
    return following.home == line.home and following.level > line.level


def _continued(line: LayoutLine, last: RawToken, frames: list[_Frame]) -> int:
    """The indentation of a line that goes on behind the token `last`; notes a clause that begins with it."""
    first = line.tokens[0]
    closing = sum(1 for _ in takewhile(lambda token: _sign(token) in _CLOSE, line.tokens))
    if closing:
        opened = frames[1:][-closing:]
        # Never at the beginning of the line, where a declaration would begin.
        return max(opened[0].indent - _STEP, _STEP) if opened else frames[0].indent
    frame = frames[-1]
    if _sign(last) in _OPEN or _sign(last) == ",":
        frames[-1] = replace(frame, clause=False)
        return frame.indent
    asked = (last.kind == "OPERATOR" and _sign(last) not in _CLOSE) or last.text in _ASKS
    if asked or first.kind == "OPERATOR" or first.text in _JOINS:
        return frame.indent + (_STEP if frame.clause else 0)
    frames[-1] = replace(frame, clause=True)
    return frame.indent


def _logical(lines: Sequence[LayoutLine]) -> Iterator[list[int]]:
    """The places of the lines with code, those that go on together with the one they go on from."""
    together: list[int] = []
    for place, line in enumerate(lines):
        if not line.code:
            continue
        if together and not line.goes_on:
            yield together
            together = []
        together.append(place)
    if together:
        yield together


def _spoken(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with each text that goes on from another below the first one."""
    out = list(lines)
    for places in _logical(lines):
        below: int | None = None
        base = _STEP * lines[places[0]].level
        for place in places:
            line = out[place]
            first = next((i for i in range(len(line.tokens)) if _text_at(line.tokens, i)), None)
            if line.goes_on and first == 0:
                length = line.end() - line.indent
                fits = below is not None and below + length <= WIDTH
                # Below a text that begins the line it would begin a line of its own.
                indent = base + _STEP if below is None or below == base else below if fits else base + _HANG
                line = out[place] = replace(line, indent=indent)
            if below is None and first is not None:
                below = line.column(first)
    return out


def _noted(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with each comment level with the line it stands above.

    One that was indented deeper belongs to the end of the block above it, and stays there.
    """
    out = list(lines)
    blocks: list[int] = []  # how far the lines around the last one, and itself, were indented
    home = -1
    following = _following(lines)
    for place, line in enumerate(lines):
        if line.kept or line.code:
            home = line.home
            if not line.goes_on:
                blocks = [*blocks[: line.level], line.written]
        elif line.comment:
            deepest = max((level for level, indent in enumerate(blocks) if indent <= line.written), default=0)
            after = following[place]
            if after is not None and after.home == home and home >= 0:
                deeper = line.written > after.written and not after.goes_on and after.level < len(blocks)
                indent = max(after.indent, _STEP * deepest) if deeper else after.indent
            else:
                indent = _STEP * max(1, deepest) if line.written and home >= 0 else 0
            out[place] = replace(line, indent=indent)
    return out


def _following(lines: Sequence[LayoutLine]) -> list[LayoutLine | None]:
    """For each line the next one with code."""
    out: list[LayoutLine | None] = []
    after: LayoutLine | None = None
    for line in reversed(lines):
        out.append(after)
        after = line if line.code or line.kept else after
    return out[::-1]


# --- columns -----------------------------------------------------------------------------


def _cells(row: str) -> list[str]:
    """The cells of a row, trimmed: what stands between `|` signs outside quotes."""
    cells, start, quoted = [], 1, False
    for place, char in enumerate(row):
        quoted ^= char == '"'
        if place and (place == len(row) - 1 or (char == "|" and not quoted)):
            cells.append(row[start:place].strip())
            start = place + 1
    return cells


def _ruled(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with the cells of each table as wide as the widest of their column."""
    out = list(lines)
    for is_table, group in groupby(_logical(lines), key=lambda places: lines[places[0]].tokens[0].kind == "ROW"):
        if not is_table:
            continue
        for _, table in groupby(
            (places[0] for places in group), key=lambda place: (lines[place].home, lines[place].level)
        ):
            rows = {place: _cells(lines[place].tokens[0].text) for place in table}
            count = max(map(len, rows.values()))
            widths = [max((len(row[i]) for row in rows.values() if i < len(row)), default=0) for i in range(count)]
            for place, row in rows.items():
                padded = " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
                out[place] = replace(lines[place], words=(f"| {padded} |", *lines[place].words[1:]))
    return out


def _aligned(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with the sections and texts of neighbours of one kind in columns.

    Sections alone are brought into a column only in lists of names: a sentence reads on to its section.
    """
    out = list(lines)
    for run in _runs(lines):
        ends = {place: ranked for place in run if (ranked := _trailing(lines[place].tokens))}
        entries = _entry(lines[run[0]].tokens)
        kinds = {rank for ranked in ends.values() for rank, _ in ranked}
        if len(ends) < 2 or not (entries or kinds > {0}):
            continue
        if any({0, 1} <= {rank for rank, _ in ranked} for ranked in ends.values()):
            # Sections have a column of their own, and what has none begins behind it.
            _meet(out, {place: min(ranked.values()) for place, ranked in ends.items()}, strict=not entries)
        else:
            ends = {
                place: {(rank or 1, i): word for (rank, i), word in ranked.items()} for place, ranked in ends.items()
            }
        for key in sorted({key for ranked in ends.values() for key in ranked if key[0] > 0}):
            words = {place: ranked[key] for place, ranked in ends.items() if key in ranked}
            _meet(out, words, strict=not entries or key > (1, 0))
    return out


def _meet(lines: list[LayoutLine], words: dict[int, int], *, strict: bool = True) -> None:
    """Move one word of each line, and what is behind it, to the column where most of them meet within `WIDTH`.

    A line that would reach beyond it there stays out of it if `strict`, and meets the others otherwise.
    """
    spans: dict[int, tuple[int, int]] = {}
    for place, word in words.items():
        line = lines[place]
        spans[place] = (line.end(word) + 2, line.end() - line.column(word))

    def fits(place: int, column: int) -> bool:
        first, length = spans[place]
        return first <= column <= WIDTH - length

    def rank(column: int) -> tuple[int, int, int]:
        reached = 0 if strict else sum(first <= column for first, _ in spans.values())
        return sum(fits(place, column) for place in spans), reached, -column

    best = max({first for first, _ in spans.values()}, key=rank)
    for place, word in words.items():
        first, _ = spans[place]
        meets = fits(place, best) if strict else first <= best
        lines[place] = lines[place].moved(word, best if meets else first)


def _runs(lines: Sequence[LayoutLine]) -> Iterator[list[int]]:
    """Lines of one kind, level with one another, with no other line of code and no empty line between them.

    A line with lines below it is no part of a run, and one that goes on only if texts alone do.
    """
    logical = list(_logical(lines))
    run: list[int] = []
    kind: object = None
    last = -1
    for order, places in enumerate(logical):
        first = lines[places[0]]
        heads = order + 1 < len(logical) and _opens_block(first, lines[logical[order + 1][0]])
        hangs = any(not _text_at(lines[place].tokens, 0) for place in places[1:])
        shape = None if heads or hangs else _shape(first)
        parted = any(lines[place].blank or lines[place].kept for place in range(last + 1, places[0]))
        if run and (parted or shape is None or shape != kind):
            yield run
            run = []
        kind, last = shape, places[-1]
        if shape is not None:
            run.append(places[0])
    if run:
        yield run


def _shape(line: LayoutLine) -> object:
    """What makes lines neighbours of one kind, or None: the first word, or being an entry of a list."""
    tokens = line.tokens
    if tokens[0].kind == "ROW" or _text_at(tokens, 0):
        return None
    if _entry(tokens):
        return line.level, "entry"
    return line.level, tokens[0].kind, "" if tokens[0].kind in {"ANCHORS", "OPERATOR"} else tokens[0].text


def _entry(tokens: Sequence[RawToken]) -> bool:
    """Whether a line is an entry of a list, a member or a field: a name, perhaps with `: type` or `= value`."""
    head = min(_trailing(tokens).values(), default=len(tokens))
    return tokens[0].kind not in {"OPERATOR", "ANCHORS"} and (head == 1 or _sign(tokens[1]) in {":", "="})


def _trailing(tokens: Sequence[RawToken]) -> dict[tuple[int, int], int]:
    """The sections and texts a line ends in, by rank and order.

    Rank 0 are sections before all texts, 1 texts, 2 sections behind a text.
    """
    found: list[int] = []
    end = len(tokens)
    while end > 1:
        if tokens[end - 1].kind == "ANCHORS":
            end -= 1
        elif end > 2 and _text_at(tokens, end - 2):
            end -= 2
        elif end > 4 and _sign(tokens[end - 2]) == "/" and _text_at(tokens, end - 4):
            end -= 4  # a text with its short form
        else:
            break
        found.append(end)
    ranked: dict[tuple[int, int], int] = {}
    texts = 0
    for word in reversed(found):
        if tokens[word].kind == "ANCHORS":
            ranked[2 if texts else 0, texts] = word
        else:
            ranked[1, texts] = word
            texts += 1
    return ranked


def _remarked(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with the comments behind neighbours in a column."""
    out = list(lines)
    for both, group in groupby(range(len(lines)), key=lambda place: lines[place].code and bool(lines[place].comment)):
        if not both:
            continue
        places = list(group)
        for place in places:
            line = out[place]
            out[place] = replace(line, words=(*line.words, line.comment), gaps=(*line.gaps, 2))
        _meet(out, {place: len(lines[place].words) for place in places})
        for place in places:
            out[place] = replace(lines[place], apart=out[place].gaps[-1])
    return out
