"""What is said where the grammar stops: what stands there, and what the writer most likely meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regola_dsl import codes
from regola_dsl.builders.declarations import Builder
from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.lexer import RawToken
from regola_dsl.parsing.loop import Stop, acceptable, parse
from regola_dsl.parsing.words import LATER, LEADS, keywords

_SHOWN = {
    "NAME": "a name",
    "STRING": "a text in quotes",
    "ANCHORS": "a section such as `@8.3`",
    "SPELLED": "a value",
    "INTEGER": "a number",
    "DECIMAL": "a number",
    "DICE": "dice such as `d6`",
    "ROW": "a table row",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "$END": "the end of the declaration",
    "COMPARE": "a comparison",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "RATIOS": "`of ratios`",
    "_ANY_ORDER": "`in any order`",
    "_STEPS_OF": "`steps of`",
}


_RARE = frozenset(
    """true false all any no count max min sum the first last not if ends ways start end length match half round
    at""".split()
)
_SIGNS = frozenset({"->", ":", "=", ")", "}", ",", "]", ".."})


@dataclass(frozen=True, slots=True)
class Stopped:
    """A declaration's or an expression's tokens, and where the grammar stops in them.

    Attributes:
        path: The file they stand in.
        queue: The tokens.
        stop: Where the grammar stops.
        start: What they were read as.
    """

    path: str
    queue: Sequence[RawToken]
    stop: Stop
    start: str


def told(where: Stopped) -> Diagnostic:
    """The finding about the place where the grammar stops."""
    path, queue, place = where.path, where.queue, where.stop.place
    expected = acceptable(where.stop.states)
    previous = queue[place - 1] if place else None
    if place == len(queue):
        raw = RawToken("$END", "", *(previous[2:6] if previous else (0, 0, 0, 0)))
        above = _open_above(path, queue, place - 1) if previous else None
        return above or _unexpected(path, raw, previous, expected, first=False)
    known = _open_above(path, queue, place) or _modality(path, queue, place)
    if known is not None:
        return known
    if where.stop.known:
        return _unexpected(path, queue[place], previous, expected, first=False)
    if expected == ["STRING"] and previous is not None and previous.kind == "WORD" and place > 1:
        return _no_language(where)
    return _unexpected(path, queue[place], previous, expected, first=place == 0 and where.start == "start")


def _open_above(path: str, queue: Sequence[RawToken], place: int) -> Diagnostic | None:
    """A bracket that a line above opens and nothing closes: all that follows was read as if inside it."""
    opened: list[int] = []
    for number, raw in enumerate(queue):
        if raw.kind == "OPERATOR" and raw.text in "([{":
            opened.append(number)
        elif raw.kind == "OPERATOR" and raw.text in ")]}" and opened:
            opened.pop()
    left = [queue[number] for number in opened if number < place and queue[number].line < queue[place].line]
    if not left:
        return None
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"the bracket `{left[0].text}` is opened and not closed",
        left[0].span(path),
        "opened here",
        help="close it where what belongs to it ends",
    )


def _modality(path: str, queue: Sequence[RawToken], place: int) -> Diagnostic | None:
    """`may not` and `must only`, which the language does not have: what was meant is not for it to guess."""
    meant = {("may", "not"): "to forbid, write `must not`", ("must", "only"): "write `may only`, or `must`"}
    words = tuple(raw.text for raw in queue[max(place - 2, 0) : place])
    if words not in meant:
        return None
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"`{words[1]}` does not stand behind `{words[0]}`",
        queue[place - 1].span(path),
        help=meant[words],
    )


def _no_language(where: Stopped) -> Diagnostic:
    """A word was taken for the language of a text, and no text follows: it was meant to be something else."""
    path, queue, place = where.path, where.queue, where.stop.place
    before, word = queue[place - 2], queue[place - 1]
    earlier: Stop = parse(queue, where.start, Builder(path, []), place - 1)
    accepted = acceptable(earlier.states)
    words = {text for text, names in keywords().items() if any(name in accepted for name in names)}
    at_start = before.kind in {"_NL", "_INDENT", "_DEDENT"}
    if word.text in words and (broken := _broken_lead(path, word, queue[place:])) is not None:
        return broken
    close = nearest(word.text, [text for text in words if text.isalpha()])
    habit = "a condition begins with `when` here" if word.text == "if" and "when" in words else ""
    if at_start:
        kinds = ["a text such as `en` and its words in quotes"] if "NAME" in accepted else []
        spoken = sorted(f"`{text}`" for text in words if text.isalpha() and text not in _RARE)
        expected = word_list([*spoken[:7], *kinds], "or")
    else:
        expected = _expected([name for name in accepted if name != "NAME"], words)
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"`{word.text}` begins no line here" if at_start else f"`{word.text}` does not fit here",
        word.span(path),
        help=habit or (f"did you mean `{close}`?" if close else f"expected {expected}"),
    )


def _broken_lead(path: str, word: RawToken, following: Sequence[RawToken]) -> Diagnostic | None:
    """A keyword that begins a line here, and is not followed by what goes with it."""
    leads = [lead for name in keywords().get(word.text, ()) for lead in LEADS.get(name, ()) if None not in lead]
    if not leads:
        return None
    fits = [
        next((n for n, (raw, w) in enumerate(zip(following, lead, strict=False)) if raw.text != w), len(lead))
        for lead in leads
    ]
    wrong = following[max(fits)] if max(fits) < len(following) else following[-1]
    if all(lead[0] == LATER for lead in leads):  # what must follow may stand anywhere up to the end of the line
        wrong = next((raw for raw in following if raw.kind == "_NL"), wrong)
    spoken = [(word.text, *("…" if part == LATER else part or "" for part in lead)) for lead in leads]
    said = " or ".join(f"`{' '.join(words)} …`" for words in spoken)
    shown = f"`{wrong.text}`" if wrong.text.strip() else "the end of the line"
    return Diagnostic(codes.SYNTAX_ERROR, f"{shown} does not fit here", wrong.span(path), help=f"write {said}")


def _unexpected(path: str, raw: RawToken, previous: RawToken | None, accepted: list[str], *, first: bool) -> Diagnostic:
    """What the writer is told where the grammar stops."""
    if first:
        close = nearest(raw.text, list(KINDS))
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"`{raw.text}` begins no declaration",
            raw.span(path),
            help=f"did you mean `{close}`?" if close else f"begin with one of {word_list(KINDS)}",
        )
    words = {word for word, names in keywords().items() if any(n in accepted for n in names)}
    message = {
        "_NL": "the line ends here too early",
        "_INDENT": "this line is indented, but nothing can stand below the line above",
        "_DEDENT": "the block ends here too early",
        "$END": "the declaration ends here too early",
    }.get(raw.kind, f"`{raw.text}` does not fit here")
    span = previous.span(path) if raw.kind in {"_DEDENT", "$END"} and previous else raw.span(path)
    help_text = _habit(raw, previous, accepted, words) or f"expected {_expected(accepted, words)}"
    return Diagnostic(codes.SYNTAX_ERROR, message, span, help=help_text)


def _habit(raw: RawToken, previous: RawToken | None, accepted: list[str], words: set[str]) -> str:
    """What the writer most likely meant, where a common slip shows it; else nothing."""
    spoken = [word for word in words if word.isalpha()]
    if raw.kind == "WORD":
        if raw.text.lower() != raw.text and raw.text.lower() in spoken:
            return f"words of the language are written small: `{raw.text.lower()}`"
        if raw.text == "if" and "when" in words:
            return "a condition begins with `when` here"
        if close := nearest(raw.text, spoken):
            return f"did you mean `{close}`?"
    if previous and previous.text == "not" and raw.kind == "WORD" and "when" in words:
        return "to forbid, write `must not`"
    if accepted == ["WITH"]:
        return "write `as … with … and … exchanged`"
    if raw.kind == "ANCHORS" and "unless" in words and "when" not in words:
        return "sections stand before the condition: `@… when …`"
    if {",", "together"} <= words and "when" not in words:
        return "say how several play it: `by a, b together, else c`, or `by a, b at once`"
    if raw.text == "=" and "is" in words:
        return "to compare, write `is`"
    if raw.kind == "SPELLED" and previous and previous.text == "int":
        return f"write the range with two dots: `{raw.text.replace('-', '..')}`"
    if raw.kind == "SPELLED" and previous and previous.kind in {"WORD", "INTEGER"}:
        return "put spaces around an operator"
    if previous and previous.kind == "WORD" and previous.text not in keywords():
        close = nearest(previous.text, [*KINDS, "then", "when", "unless", *spoken])
        if close:
            return f"did you mean `{close}` instead of `{previous.text}`?"
    if raw.kind in {"_NL", "_DEDENT", "$END", "_INDENT"}:
        if "else" in words and "then" not in words:
            return "`if … then …` needs an `else` that says what holds otherwise"
        if ")" in words or "}" in words:
            return "a bracket is opened and not closed"
        if "_INDENT" in accepted:
            return "write what belongs to it on the lines below, indented"
    return ""


def _expected(accepted: list[str], words: set[str]) -> str:
    """What could stand here: kinds of things first, then the words and signs of the grammar."""
    kinds = list(dict.fromkeys(_SHOWN[name] for name in _SHOWN if name in accepted))
    signs = sorted(f"`{word}`" for word in words if word not in _RARE and (word.isalpha() or word in _SIGNS))
    if "a name" in kinds:
        kinds = [kind for kind in kinds if kind not in {"a value", "a text in quotes", "`+`", "`-`"}]
    return word_list([*kinds, *signs][:5] or ["`(`" if "(" in words else "something else"], "or")


def word_list(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words in backquotes, unless they have them or are several, the last two joined by a word."""
    quoted = [word if "`" in word or " " in word else f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
