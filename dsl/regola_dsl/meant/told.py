"""What is said where reading stops: what was being read, what was met, and how it is written.

Never what the grammar would have taken: a list of words helps nobody who does not know them. A proposal was tried
(`repairs.py`); where none can be read, there is a hint (`phrases.py`), or else an example of what was being read, out
of the grammar itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl import codes
from regola_dsl.builders.declarations import Builder
from regola_dsl.diagnostics import Code, Diagnostic, Fix, in_a_row
from regola_dsl.lexer import CONTINUES, RawToken, lex
from regola_dsl.meant.alone import bracket_alone, bracket_within
from regola_dsl.meant.instead import BLANKS, QUOTES, UNSEEN
from regola_dsl.meant.keeps import Known
from regola_dsl.meant.laid.broken import broken_row, from_the_one_above, in_one_line, on_into_the_next
from regola_dsl.meant.laid.headings import as_heading
from regola_dsl.meant.laid.indents import further_in, further_out, level_with
from regola_dsl.meant.laid.lines import Laid, belongs_elsewhere, on_the_wrong_line, too_long
from regola_dsl.meant.laid.lost_lines import line_lost_above, stands_beside, without_its_line
from regola_dsl.meant.laid.side_by_side import as_two_lines, as_two_statements
from regola_dsl.meant.models import BELOW, line_below, model, section_of
from regola_dsl.meant.phrases.hinted import as_stated, hinted
from regola_dsl.meant.phrases.hints import HINTS, SURE
from regola_dsl.meant.proposed import END, put_right, quoted
from regola_dsl.meant.reading import BEGINNING, reading
from regola_dsl.meant.repairs import in_order, repair, that_fit
from regola_dsl.meant.search.quotes import closed_at_its_end, with_its_other_mark
from regola_dsl.meant.stuck import TO_ITS_END, Stuck, changed, how_far, indent_of, plain, reads, without_line
from regola_dsl.parsing.loop import Stop, acceptable, parse
from regola_dsl.parsing.words import merged
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import Said, say

_STATEMENT = re.compile(r"\w+ (?:may|must)\b")
_HEAD = re.compile(r"\w+ \w+")
_DIE = re.compile(r"d\d+")
_ROLLS = re.compile(r"^ *roll\b")
# A section in quotation marks that are not straight.
_QUOTED_SECTION = re.compile(rf"@(?:[{QUOTES}])")
# What begins no line but goes on with one.
_SIGN_FIRST = re.compile(r"[^\w\s|+\-\"]|\d")
# What a declaration with a value below it results in.
_RESULT = re.compile(r"-> ([A-Za-z]\w*(?: (?:of|or) \w+)*)")
_VALUED = frozenset({"define", "exception"})
# What may be a heading.
_FEW_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,4}")
_LINE_ENDS = {"_NL", "_DEDENT", "_INDENT", "$END"}


@dataclass(frozen=True, slots=True)
class Stopped:
    """A declaration's or an expression's lines and tokens, and where the grammar stops in them.

    Attributes:
        path: The file they stand in.
        lines: Its lines, with their numbers.
        queue: The tokens.
        stop: Where the grammar stops.
        start: What they were read as.
        known: What the other declarations name, if they are at hand.
    """

    path: str
    lines: tuple[tuple[int, str], ...]
    queue: Sequence[RawToken]
    stop: Stop
    start: str
    known: Known | None = None


def told(where: Stopped) -> Diagnostic:
    """The finding about the place where the grammar stops."""
    queue, place = where.queue, where.stop.place
    raw = queue[min(place, len(queue) - 1)]
    if place == len(queue):
        raw = RawToken("$END", "", *queue[-1][4:6], *queue[-1][4:6])
    elif raw.kind in {"_DEDENT", "_NL"} and place:
        raw = RawToken(raw.kind, "", *queue[place - 1][4:6], *queue[place - 1][4:6])
    stuck = Stuck(
        where.lines,
        where.start,
        raw.line,
        raw.column,
        max(raw.end_column if raw.end_line == raw.line else raw.column, raw.column + 1),
        tuple(acceptable(where.stop.states)),
        where.known,
    )
    stuck = _where_it_goes_on(queue, place, stuck) or stuck
    above = _open_above(where.path, queue, place)
    goes_on = above is not None or place == len(queue) or raw.kind in _LINE_ENDS
    if goes_on and (broken := on_into_the_next(stuck)) is not None:
        return _laid_so(where.path, broken, broken.wrong, codes.SYNTAX_ERROR)
    if above is not None:
        at = above.span
        there = replace(stuck, line=at.line, column=at.column, end_column=at.end_column)
        if (bracket := bracket_alone(there)) is not None:
            return _laid_so(where.path, bracket, bracket.wrong, codes.SYNTAX_ERROR)
        found = repair(there)
        return put_right(above, found, there) if found is not None and found.line == at.line else above
    read = reading(queue, where.stop, where.start)
    return _finding(where.path, stuck, read, raw.text, codes.SYNTAX_ERROR, indented=raw.kind == "_INDENT")


def _where_it_goes_on(queue: Sequence[RawToken], place: int, stuck: Stuck) -> Stuck | None:
    """The end of the line above, if that was taken to go on where reading stops, in a line like any other."""
    first = place
    while first > 0 and (first == len(queue) or queue[first - 1].line == stuck.line) and queue[first - 1].kind != "_NL":
        first -= 1
    if (
        not 0 < first < place
        or first == len(queue)
        or queue[first - 1].kind in _LINE_ENDS
        or queue[first].line != stuck.line
    ):
        return None
    if queue[first].kind != "WORD" or queue[first].text in {*CONTINUES, "then"}:
        return None
    end = queue[first - 1]
    return replace(stuck, line=end.end_line, column=end.column, end_column=end.end_column)


def unreadable(
    path: str, lines: Sequence[tuple[int, str]], error: Diagnostic, start: str, known: Known | None = None
) -> Diagnostic:
    """The finding about a sign that begins no word, in the words of this module where it knows what is meant by it."""
    span = error.span
    row = any(number == span.line and text.lstrip().startswith("|") and ";" in text for number, text in lines)
    first = Stuck(tuple(lines), start, lines[0][0], 1, 2, (), known) if lines else None
    if error.code == codes.BAD_INDENT and first is not None and (joined := from_the_one_above(first)) is not None:
        return _laid_so(path, joined, joined.wrong, error.code)
    if error.code == codes.BAD_INDENT:
        laid = level_with(Stuck(tuple(lines), start, span.line, span.column, span.end_column, (), known))
        place = Span(path, laid.line, laid.column, laid.line, laid.end_column) if laid else span
        less = say("this line is indented less than what belongs beside it")
        return Diagnostic(error.code, laid.wrong or less, place, help=laid.told) if laid else error
    if (broken := broken_row(error, lines)) is not None:
        return _laid_so(path, broken, broken.wrong, error.code)
    if (bare := _bar_at_its_end(error, lines)) is not None:
        return bare
    if error.code != codes.BAD_CHARACTER and not row and not _QUOTED_SECTION.search(_line_of(lines, span.line)):
        return error
    before = [(number, text) for number, text in lines if number < span.line]
    text = _line_of(lines, span.line)
    tokens, wrong = lex(
        path, [*before, (span.line, text[: span.column - 1])] if text[: span.column - 1].strip() else before
    )
    queue = merged([token for token in tokens if start == "start" or token.kind not in {"_INDENT", "_DEDENT"}])
    while queue and queue[-1].kind in _LINE_ENDS:
        queue.pop()
    stop = None if wrong or not queue else parse(queue, start, Builder(path, []), len(queue))
    fits = tuple(acceptable(stop.states)) if isinstance(stop, Stop) else ()
    stuck = Stuck(tuple(lines), start, span.line, span.column, span.column + 1, fits, known)
    closed = closed_at_its_end(text, span.column - 1)
    if closed is not None and how_far(stuck, closed, span.line) == TO_ITS_END:
        # It wants its other mark and nothing else: its words are none of the line's.
        return replace(error, fixes=(Fix(Span(path, span.line, 1, span.line, len(text) + 1), closed),))
    read = reading(queue, stop, start) if isinstance(stop, Stop) else ""
    if (marked := _with_its_other_mark(path, stuck, error.code)) is not None:
        return marked
    char = text[span.column - 1 : span.column]
    if char in BLANKS or char in UNSEEN:
        message = say("{sign} stands here, and cannot be seen", sign=say((BLANKS | UNSEEN)[char]))
        help_text = say("write a plain blank in its place; indent with blanks") if char in BLANKS else say("remove it")
        return Diagnostic(error.code, message, span, help=help_text)
    return _finding(path, stuck, read, "", error.code, error)


def _with_its_other_mark(path: str, stuck: Stuck, code: Code) -> Diagnostic | None:
    """The finding about a name with one quotation mark; None of others, and where it is not known what was meant."""
    fits = that_fit(stuck, (changed(stuck, text) for text in with_its_other_mark(stuck.text)))
    if len(fits) != 1:
        return None
    found = fits[0]
    place = Span(path, found.line, found.column, found.line, found.column + max(len(found.met), 1))
    return put_right(Diagnostic(code, say("a quotation mark has none to go with it"), place), found, stuck)


def _bar_at_its_end(error: Diagnostic, lines: Sequence[tuple[int, str]]) -> Diagnostic | None:
    """The finding about the bar at the end of a line that is no row, in what is no table; None of another."""
    text = plain(_line_of(lines, error.span.line))
    said = text[:-1].rstrip()
    if error.code != codes.SYNTAX_ERROR or not text.endswith("|") or "|" in said or lines[0][1].startswith("table "):
        return None
    message = say("`|` stands in the rows of a table alone, and this is none")
    return Diagnostic(error.code, message, error.span, help=say("leave out `|`: `{line}`", line=said))


def _line_of(lines: Sequence[tuple[int, str]], line: int) -> str:
    return next((text for number, text in lines if number == line), "")


def _finding(
    path: str,
    stuck: Stuck,
    read: str,
    met: str,
    code: Code,
    otherwise: Diagnostic | None = None,
    *,
    indented: bool = False,
) -> Diagnostic:
    """What was being read, what was met, and how it is written."""
    here = Span(path, stuck.line, stuck.column, stuck.line, max(stuck.end_column, stuck.column + len(stuck.met)))
    if (twice := _declared_twice(stuck)) is not None:
        return Diagnostic(code, _message(read, met or stuck.met or END), here, help=twice)
    if (heading := as_heading(stuck.text)) is not None and stuck.start == "start":
        whole = Span(path, stuck.line, indent_of(stuck.text) + 1, stuck.line, len(stuck.text.rstrip()) + 1)
        told = say("what is for the reader alone begins with `#`: write `{remark}`", remark=heading.strip())
        return Diagnostic(code, say("this is a heading, and no rule"), whole, help=told)
    if stuck.text == stuck.above and reads(without_line(stuck)):
        again = Span(path, stuck.line, indent_of(stuck.text) + 1, stuck.line, len(stuck.text.rstrip()) + 1)
        told = say("the same stands above already: leave out this line")
        return Diagnostic(code, say("this line stands twice"), again, help=told)
    if (within := bracket_within(stuck)) is not None:
        place = Span(path, within.line, within.column, within.line, within.end_column)
        return put_right(Diagnostic(code, say("a bracket is closed here and not opened"), place), within, stuck)
    if (alone := bracket_alone(stuck) or without_its_line(stuck)) is not None:
        return _laid_so(path, alone, alone.wrong, code)
    joined = from_the_one_above(stuck) if stuck.line == stuck.lines[0][0] else None
    if joined is not None and (_SIGN_FIRST.match(stuck.text) or further_in(stuck) is None):
        return _laid_so(path, joined, joined.wrong, code)
    out = further_out(stuck)
    laid = out or further_in(stuck) or on_the_wrong_line(stuck)
    # Where its own words in another order can be read, the line is neither too far in nor too far out.
    if laid is not None and (ordered := in_order(stuck)) is None:
        further = say("this line is indented more than the line above, and does not belong to that")
        message = laid.wrong or further if laid is out else _message(read, laid.met or stuck.met or END)
        return _laid_so(path, laid, message, code)
    if (bare := _nothing_below(path, stuck, code)) is not None:
        return bare
    if (broken := in_one_line(stuck)) is not None:
        return _laid_so(path, broken, broken.wrong, code)
    if (two := as_two_statements(stuck)) is not None:
        return _laid_so(path, two, _message(read, two.met), code)
    rolled = _ROLLS.search(stuck.text[: stuck.column - 1]) is not None
    sure = hinted(stuck, SURE)
    found = ordered if laid is not None else in_order(stuck) if sure or indented else None
    found = found or (None if sure else repair(stuck))
    if found is not None and found.guess and (too_long(stuck) or belongs_elsewhere(stuck) or hinted(stuck, HINTS)):
        found = None
    if found is not None:
        seen = found.met or stuck.met or END
        place = Span(path, found.line, found.column, found.line, found.end_column)
        if not found.met and found.line == stuck.line:
            place = Span(
                path, stuck.line, stuck.column, stuck.line, max(stuck.end_column, stuck.column + len(stuck.met))
            )
        return put_right(Diagnostic(code, _message(read, seen, rolled=rolled), place), found, stuck)
    if not sure and (laid := too_long(stuck) or as_two_lines(stuck)) is not None:
        return _laid_so(path, laid, _message(read, laid.met or stuck.met or END), code)
    hint = sure or (None if indented else belongs_elsewhere(stuck)) or as_stated(stuck, hinted(stuck, HINTS))
    if hint is None and indented and (lost := line_lost_above(stuck)) is not None:
        return _laid_so(path, lost, lost.wrong, code)
    if hint is None and indented and stands_beside(stuck):
        message = say("this line is indented, but nothing can stand below the line above")
        help_text = say("indent it like the line above, by {number} blanks", number=indent_of(stuck.above))
        return Diagnostic(code, message, here, help=help_text)
    if hint is None and otherwise is not None:
        return otherwise
    said = _message(read, met or stuck.met or END, rolled=rolled)
    return Diagnostic(code, said, here, help=hint or _example(stuck))


def _laid_so(path: str, laid: Laid, message: str, code: Code) -> Diagnostic:
    """The finding about lines that have to stand otherwise."""
    return Diagnostic(code, message, Span(path, laid.line, laid.column, laid.line, laid.end_column), help=laid.told)


def _nothing_below(path: str, stuck: Stuck, code: Code) -> Diagnostic | None:
    """The finding about a line below which something has to stand, and nothing does; None of others."""
    if set(stuck.accepted) != {"_INDENT"} or stuck.start != "start":
        return None
    begins = not stuck.text[: stuck.column - 1].strip()
    number, head = next((one for one in reversed(stuck.lines) if one[0] < stuck.line + (not begins)), stuck.lines[0])
    here = Span(path, number, indent_of(head) + 1, number, len(head.rstrip()) + 1)
    below = BELOW.get(stuck.kind, {}) if number == stuck.lines[0][0] else {}
    told = say("write below it, indented, what belongs to it")
    type_ = _RESULT.search(head)
    if type_ and stuck.kind in _VALUED and type_[1] not in {"int", "number", "bool"}:
        told = say("write below it, indented, its value: {type}", type=f"`{type_[1].strip()}`")
    elif "" in below:
        kind = "assume" if type_ and stuck.kind in _VALUED and type_[1] == "bool" else stuck.kind
        first = "among" if kind == "choice" else ""
        example = line_below(kind, first, section_of([head]), stuck.texts)
        told = say("write below it, indented, what belongs to it, such as `{example}`", example=example)
    return Diagnostic(code, say("nothing stands below `{head}`", head=plain(head)), here, help=told)


def _declared_twice(stuck: Stuck) -> Said | None:
    """What to do with a first line below which nothing stands, where the same is declared once more."""
    begun = _HEAD.match(stuck.lines[0][1])
    if stuck.start != "start" or len(stuck.lines) > 1 or begun is None or stuck.column <= len(stuck.text.rstrip()):
        return None
    if any(re.match(rf"{re.escape(begun[0])}\b", text) for text in stuck.texts):
        return say("`{head}` stands twice, and nothing below this line: leave out one of the two lines", head=begun[0])
    return None


def _message(read: str, met: str, *, rolled: bool = False) -> str:
    """What was being read, and what was met; a die that is `rolled` is none that stands for a piece."""
    if read == BEGINNING:
        return say("{met} begins no declaration", met=quoted(met))
    if read and _DIE.fullmatch(met) and not rolled:
        return say(
            "I was reading {read} and met the die {met}: a piece of that name stands in quotes, {quoted}",
            read=read,
            met=quoted(met),
            quoted=f'`"{met}"`',
        )
    if read:
        return say("I was reading {read} and met {met}", read=read, met=quoted(met))
    return say("{met} is no sign of the language", met=quoted(met))


def _open_above(path: str, queue: Sequence[RawToken], place: int) -> Diagnostic | None:
    """A bracket that is opened and that nothing closes: all that follows was read as if inside it."""
    opened: list[int] = []
    for number, raw in enumerate(queue):
        if raw.kind == "OPERATOR" and raw.text in "([{":
            opened.append(number)
        elif raw.kind == "OPERATOR" and raw.text in ")]}" and opened:
            opened.pop()
    end = queue[min(place, len(queue) - 1)]
    ends = place == len(queue) or end.kind in _LINE_ENDS
    left = [queue[number] for number in opened if number < place and (ends or queue[number].line < end.line)]
    if not left:
        return None
    bracket = left[-1].text
    return Diagnostic(
        codes.SYNTAX_ERROR,
        say("the bracket `{bracket}` is opened and not closed", bracket=bracket),
        left[-1].span(path),
        say("opened here"),
        help=say(
            "close it with `{closing}` where what belongs to it ends",
            closing=dict(zip("([{", ")]}", strict=True))[bracket],
        ),
    )


def _example(stuck: Stuck) -> str:
    """How what was being read is written, by a model of its line."""
    if stuck.start == "start":
        place = next((at for at, (number, _) in enumerate(stuck.lines) if number == stuck.line), 0)
        example = model(tuple(text for _, text in stuck.lines), place, stuck.text[: stuck.column - 1], stuck.texts)
        if example is not None and _STATEMENT.match(example):
            return say(
                "a statement says who, whether he `may`, `must` or `must not`, the action, and behind `when` the "
                "condition: `{example}`",
                example=example,
            )
        if example is not None:
            return say("it is written like this: `{example}`", example=example)
        if len(stuck.lines) == 1 and _FEW_WORDS.fullmatch(plain(stuck.text)):
            return say(
                "if it is a heading, for the reader alone, write `# {words}`; a declaration begins with a word for "
                "what it is: `enum`, `table`, `define`, `action`, `rule`, `sequence`, …",
                words=plain(stuck.text),
            )
        if stuck.line == stuck.lines[0][0]:
            return say(
                "a declaration begins with a word for what it is: `enum`, `table`, `define`, `action`, `rule`, "
                "`sequence`, …; what a rulebook says `regola how` finds: `regola how {words}`",
                words=" ".join(re.findall(r"[^\W\d_]+", stuck.text)[:6]),
            )
    return say("it is written like this: `u.attack + 1`, `battle.terrain is forest`")


def word_list(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words in backquotes, unless they have them or are several, the last two joined by a word."""
    quoted = [word if "`" in word or " " in word else f"`{word}`" for word in words]
    return in_a_row(quoted, last)
