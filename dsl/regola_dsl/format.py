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

from collections.abc import Sequence

from regola_dsl.layout.columns import aligned, remarked, ruled
from regola_dsl.layout.indentation import hung, noted, spoken
from regola_dsl.layout.lines import LayoutLine, meaning_of, read_lines
from regola_dsl.layout.spacing import is_text_at, spelled


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
    for step in (spelled, hung, ruled, aligned, spoken, remarked, noted):
        lines = step(lines)
    result = "".join(f"{line.shown()}\n" for line in lines)
    if result != text and meaning_of(read_lines(result)) != meaning_of(read):
        raise RuntimeError("formatting would change what the text means")
    return result


def _parted(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with one empty line where one belongs, and none where none does."""
    sizes: dict[int, int] = {}  # how many lines a declaration has, texts apart
    for line in lines:
        counts = line.code and not line.goes_on and not is_text_at(line.tokens, 0)
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
