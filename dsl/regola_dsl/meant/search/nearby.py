"""One change anywhere in a line, where nothing else is known of what was meant.

These lose nothing that was written, or as little as can be: two neighbours change places; a section, a bracket or a
condition stands elsewhere in the line; a word that stands twice, or a sign too many, is left out; a mark that is
missing is put in. None knows a word of any game, nor what is usual in other languages: what reads and goes with the
other declarations is what was meant (`repairs.py`), the cheapest first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from regola_dsl.declarations import KINDS
from regola_dsl.lexer import CONTINUES
from regola_dsl.meant.models import BELOW
from regola_dsl.meant.search.brackets import CLOSING, OPENING, with_brackets
from regola_dsl.meant.search.order import PART, grown_together, in_one, moved, parts
from regola_dsl.meant.stuck import Repair, Stuck, changed, follows, indent_of
from regola_dsl.parsing.words import CONTRARIES, keywords
from regola_dsl.records import dataclass

# How far before and behind the place where reading stops a change may lie, in parts of the line.
_BACK, _AHEAD = 6, 4
# How many of them another word may stand for.
_WORDS = 3
_TWO = 2
# What is closed again, and what is open, with as many values in it as somebody writes.
_CLOSED = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_OF_ANY_NUMBER = re.compile(r"\b(?:min|max)\([^()\[\]{}]*$")
# What a section, put elsewhere, stands before: a condition, and what is said of it.
_BEFORE = frozenset("when unless as until".split())
# What begins a clause that may stand before what it belongs to.
_CLAUSE = re.compile(
    r"^(?P<indent> *)(?P<word>when|if|unless|where) (?P<rest>[^\"#]+?)(?P<end>(?: +@.*| +[a-z]{2,3} +\".*)?)$"
)
# What denies, or makes another type of a die, is said or it is not.
_NO_GUESS = frozenset("not no never may must modified".split())
# Of what says the contrary neither stands for the other.
_OPPOSED = tuple(
    frozenset(pair)
    for pair in (*CONTRARIES, ("allowed", "forbidden"), ("all", "no"), ("start", "end"), ("when", "unless"))
)
_DENIES = frozenset("not no never non né nor neither without senza".split())
# What stands between the words of a sentence. Where one is missing, another that asks for it was read as a name.
_JOINS = frozenset("in of to by on over from with for and or where then else when is at as".split())
# Signs that are taken for one another.
_LIKE = {
    ":": (".", "=", ","),
    "=": (":", "is"),
    ".": (",", ":"),
    ",": (".", ":"),
    ";": (",", ":"),
    "->": (":", "."),
    "(": "{[",
    "{": "([",
    "[": "({",
    ")": "}]",
    "}": ")]",
    "]": ")}",
    "|": (",", " or"),
    "&": (",", " and"),
}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line on which reading stops: its parts, and which of them it stops at."""

    stuck: Stuck
    parts: tuple[re.Match[str], ...]
    here: int

    @property
    def text(self) -> str:
        """What is written."""
        return self.stuck.text

    @property
    def near(self) -> range:
        """The parts that may be at fault."""
        return range(max(self.here - _BACK, 0), min(self.here + _AHEAD, len(self.parts)))


def _line(stuck: Stuck) -> _Line:
    found = parts(stuck.text)
    return _Line(stuck, found, next((n for n, part in enumerate(found) if part.end() >= stuck.column), len(found)))


def nearby(stuck: Stuck) -> Iterator[Repair]:
    """The line with one change, the likeliest first."""
    line = _line(stuck)
    tried = {line.text.rstrip()}
    for way in _WAYS:
        for made in way(line):
            if made.rstrip() not in tried:
                tried.add(made.rstrip())
                yield changed(stuck, made)


def guesses(stuck: Stuck) -> Iterator[Repair]:
    """The line with another word of the language in place of one, or of two that nobody names, or with one more.

    Much can be read so that was never meant: only what alone fits is. In place of what nobody names it is first.
    """
    line = _line(stuck)
    tried = {stuck.text.rstrip()}
    near = dict.fromkeys((*range(line.here, line.here - _WORDS, -1), line.here + 1, line.here + _TWO, 0))
    places = [n for n in near if 0 <= n < len(line.parts)]
    for made in (*_in_place(line, places), *_put_in(line, places)):
        if made.rstrip() not in tried:
            tried.add(made.rstrip())
            yield changed(stuck, made)


def _in_place(line: _Line, places: Sequence[int]) -> Iterator[str]:
    """With another word, or a comma, in place of a word or two, or of a sign that parts them; what is known is last."""
    text, stuck = line.text, line.stuck
    for n in sorted(places, key=lambda n: line.parts[n][0] in stuck.names or line.parts[n][0] in keywords()):
        part, phrase = line.parts[n], line.parts[n : n + _TWO]
        parts_words = n > 0 and part[0] in ",;:"
        strange = len(phrase) == _TWO and all(one["word"] for one in phrase) and _is_strange(phrase, stuck)
        ends = [part.end()] * (part["word"] is not None or parts_words) + [phrase[-1].end()] * strange
        if not ends:
            continue
        before = text[: part.start()] + (" " if parts_words else "")
        fitting = _fitting(stuck, n, text[: part.start()], at_stop=n == line.here or parts_words)
        for word in (word for word in fitting if not any({word, part[0]} <= pair for pair in _OPPOSED)):
            # Of two words the second in place of both is the first left out, and that may have meant much.
            yield from (f"{before}{word}{text[end:]}" for end in ends if end == part.end() or word != phrase[-1][0])
        listed = n and not parts_words and not _takes_any_number(before)
        yield from (f"{before.rstrip()},{text[end:]}" for end in ends if listed)


def _takes_any_number(before: str) -> bool:
    """Whether what is open in front of a place takes as many values as there are: one more would always fit."""
    inside = before
    while (without := _CLOSED.sub("", inside)) != inside:
        inside = without
    return _OF_ANY_NUMBER.search(inside) is not None


def _put_in(line: _Line, places: Sequence[int]) -> Iterator[str]:
    """With one word more."""
    first = line.stuck.line == line.stuck.lines[0][0]
    goes_on = line.parts[0][0] in CONTINUES if line.parts else False
    for n in [n for n in places if n or not (first or goes_on)]:
        before, behind = line.text[: line.parts[n].start()], line.text[line.parts[n].start() :]
        yield from (f"{before}{word} {behind}" for word in _fitting(line.stuck, n, before, at_stop=n == line.here))


def _is_strange(phrase: Sequence[re.Match[str]], stuck: Stuck) -> bool:
    """Whether two words are none of the game, the first of them none of the language either, and neither denies."""
    first, second = (part[0] for part in phrase)
    if {first.lower(), second.lower()} & _DENIES:
        return False
    return not {first, second} & {*stuck.names} - {*keywords()} and first not in keywords()


def _fitting(stuck: Stuck, place: int, before: str, *, at_stop: bool) -> list[str]:
    """The words of the language that may stand behind the beginning of a line."""
    if not place and stuck.line == stuck.lines[0][0]:
        # Of what kind something is, those know that name it, and what stands below it.
        named = stuck.known is not None and not stuck.known.named.isdisjoint(stuck.text.split("(")[0].split()[1:2])
        below = stuck.kind not in KINDS and indent_of(stuck.following) > 0
        return [*KINDS] if named or below else []
    begins = [] if place else [word for word in BELOW.get(stuck.kind, ()) if word.isalpha()]
    fits = {*follows(stuck, before)}
    return begins + [
        word
        for word, terminals in keywords().items()
        if word.isalpha()
        and word not in _NO_GUESS
        and word not in begins
        and (fits & {*terminals} or (at_stop and place and word in _JOINS))
    ]


def _section(line: _Line) -> Iterator[str]:
    """With its sections before its condition, or at its end, or behind its name."""
    for section in line.parts:
        if not section["section"]:
            continue
        text = _without(line.text, section)
        rest = parts(text)
        places = [part.start() for part in rest if part[0] in _BEFORE]
        places += [rest[-1].end()] if rest else []
        places += [part.end() for part in rest[1:3]]
        for place in places:
            yield f"{text[:place].rstrip()} {section[0]} {text[place:].lstrip()}".rstrip()


def _text(line: _Line) -> Iterator[str]:
    """With a text in a language at its end."""
    for part in PART.finditer(line.text):
        if part["kept"] and not part[0].startswith("#") and line.text[part.end() :].strip():
            before, behind = line.text[: part.start()].rstrip(), line.text[part.end() :].strip()
            yield f"{before}{'' if behind.startswith('(') else ' '}{behind} {part[0]}"


def _marked_as_section(line: _Line) -> Iterator[str]:
    """With the sign of a section before a number or a name in quotation marks."""
    for n in line.near:
        ranged = n + 1 < len(line.parts) and line.parts[n + 1][0] == ".."
        if (line.parts[n]["number"] and not ranged) or line.parts[n]["text"]:
            begin = line.parts[n].start()
            yield f"{line.text[:begin]}@{line.text[begin:]}"
    if (found := re.search(r"@ +(?=[\w\"])", line.text)) is not None:
        yield line.text[: found.start()] + "@" + line.text[found.end() :]
    if (found := re.search(r"(@[\d.]+),? @?(?=\d)", line.text)) is not None:
        yield f"{line.text[: found.end(1)]}, {line.text[found.end() :]}"


def _unquoted(line: _Line) -> Iterator[str]:
    """With a name without its quotation marks."""
    quoted = [line.parts[n] for n in line.near if line.parts[n]["text"]]
    for part in quoted:
        inside = part[0][1:-1]
        if re.fullmatch(r"[^\W\d]\w*", inside):
            yield line.text[: part.start()] + inside + line.text[part.end() :]


def _exchanged(line: _Line) -> Iterator[str]:
    """With two neighbours in the other order: single words and signs, or one and what is in brackets behind it."""
    text = line.text
    # A denial stands before what is denied, and is written behind it more often than before it.
    for n in sorted(line.near, key=lambda n: (line.parts[min(n + 1, len(line.parts) - 1)][0] != "not", -n)):
        for m in (n + 1, n + 2):
            if m >= len(line.parts):
                continue
            one, other = line.parts[n], line.parts[m]
            if one["section"] or other["section"] or {one[0], other[0]} & {*OPENING, *CLOSING, "|"}:
                continue
            middle = text[one.end() : other.start()]
            behind = text[other.end() :]
            apart = " " if one["word"] and behind[:1].isalnum() else ""
            if other["word"] and not middle and text[: one.start()][-1:] == " " and one["sign"]:
                middle = " "
            yield text[: one.start()] + other[0] + middle + one[0] + apart + behind


def _turned_round(line: _Line) -> Iterator[str]:
    """With two neighbours in the other order, and a word between them that joins them: `1 from coins` for `coins 1`."""
    for n in line.near:
        if n > 0 and n + 1 < len(line.parts):
            one, other = line.parts[n], line.parts[n + 1]
            if not (one["sign"] or other["sign"] or one["section"] or other["section"]):
                before, behind = line.text[: one.start()], line.text[other.end() :]
                yield from (f"{before}{other[0]} {word} {one[0]}{behind}" for word in ("from", "of", "by", "in"))


def _brackets(line: _Line) -> Iterator[str]:
    """With a bracket elsewhere, or left out, or one more."""
    yield from with_brackets(line.text)


def _in_one(line: _Line) -> Iterator[str]:
    """With a name in one word that stands in several."""
    yield from in_one(line.stuck)


def _asked_of(line: _Line) -> Iterator[str]:
    """With brackets, or a dot, for `of` between what is asked and what it is asked of."""
    for n in line.near:
        if (
            0 < n < len(line.parts) - 1
            and line.parts[n][0] == "of"
            and line.parts[n - 1]["word"]
            and line.parts[n + 1]["word"]
        ):
            asked, of = line.parts[n - 1], line.parts[n + 1]
            before, behind = line.text[: asked.start()], line.text[of.end() :]
            yield f"{before}{asked[0]}({of[0]}){behind}"
            yield f"{before}{of[0]}.{asked[0]}{behind}"
            if (dot := re.match(r"\.\w+", behind)) is not None:
                yield f"{before}{asked[0]}({of[0]}{dot[0]}){behind[dot.end() :]}"


def _small(line: _Line) -> Iterator[str]:
    """With a word of the language in small letters."""
    for n in line.near:
        if (
            line.parts[n]["word"]
            and line.parts[n][0].lower() != line.parts[n][0]
            and line.parts[n][0].lower() in keywords()
        ):
            yield line.text[: line.parts[n].start()] + line.parts[n][0].lower() + line.text[line.parts[n].end() :]


def _sign_for_sign(line: _Line) -> Iterator[str]:
    """With another sign in place of one."""
    text = line.text
    for n in reversed(line.near):
        for other in _LIKE.get(line.parts[n][0], ()) if line.parts[n]["sign"] else ():
            behind = text[line.parts[n].end() :]
            if behind[:1] in "=<>:":
                continue  # it is part of a sign of two
            yield text[: line.parts[n].start()] + other + (behind.lstrip() if other == "." else behind)


def _too_much(line: _Line) -> Iterator[str]:
    """Without a sign."""
    for n in reversed(line.near):
        between = n and n + 1 < len(line.parts) and line.parts[n - 1]["number"] and line.parts[n + 1]["number"]
        if line.parts[n][0] == "." and n and n + 1 < len(line.parts) and line.parts[n + 1]["word"]:
            yield line.text[: line.parts[n].start()] + line.text[line.parts[n + 1].end() :]
            continue
        if line.parts[n]["sign"] and line.parts[n][0] not in OPENING + CLOSING and not between:
            yield _without(line.text, line.parts[n])


def _clause(line: _Line) -> Iterator[str]:
    """With a condition that begins the line behind what it belongs to."""
    found = _CLAUSE.match(line.text)
    if found is None:
        return
    indent, word, rest, end = found.groups()
    words = ("when", "where") if word == "if" else (word,)
    for cut in re.finditer(r",? then |, | (?=\w)", rest):
        condition, what = rest[: cut.start()], rest[cut.end() :]
        for said in words:
            if end.lstrip().startswith("@"):
                yield f"{indent}{what}{end} {said} {condition}"
            yield f"{indent}{what} {said} {condition}{end}"


def _unknown(line: _Line) -> Iterator[str]:
    """Without a word behind a number, as of a unit."""
    for n in line.near:
        if n and line.parts[n - 1]["number"] and (line.parts[n]["word"] or line.parts[n][0] in "%°"):
            yield line.text[: line.parts[n - 1].end()] + line.text[line.parts[n].end() :]


def _missing(line: _Line) -> Iterator[str]:
    """With a sign between two words."""
    for n in reversed(line.near):
        if n and not line.parts[n]["sign"] and not line.parts[n - 1]["sign"]:
            for sign in (",", ":", " ->", " =", "."):
                behind = line.text[line.parts[n - 1].end() :].lstrip()
                yield f"{line.text[: line.parts[n - 1].end()]}{sign}{'' if sign == '.' else ' '}{behind}"


def _without(text: str, part: re.Match[str]) -> str:
    before, behind = text[: part.start()], text[part.end() :]
    joined = before.endswith(" ") and (not behind or behind.startswith((" ", ",", ")")))
    return (before[:-1] if joined and before.strip() else before) + behind


def _grown_together(line: _Line) -> Iterator[str]:
    """With a blank between two words that have grown together."""
    yield from grown_together(line.stuck)


def _moved(line: _Line) -> Iterator[str]:
    """With its parts in another order."""
    yield from moved(line.text)


# The ways to change a line, those that lose nothing first.
_WAYS: tuple[Callable[[_Line], Iterator[str]], ...] = (
    _in_one,
    _grown_together,
    _asked_of,
    _small,
    _section,
    _text,
    _marked_as_section,
    _unquoted,
    _exchanged,
    _brackets,
    _sign_for_sign,
    _too_much,
    _clause,
    _unknown,
    _missing,
    _turned_round,
    _moved,
)
