"""How a line that cannot be read is put right: proposals from tables, each tried by reading on (Burke, Fisher 1987).

A proposal is the line as it would have to stand. It counts if the declaration can then be read to its end, or else
beyond that line; so nothing is proposed that would be the next mistake. The proposals come, the surest first, from
look-alikes (`signs.py`), from phrases of other languages and words in one another's place (`phrases.py`), from the
spelling of the words that fit, and from what is most often left out or too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from regola_dsl.builders.declarations import Builder
from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.lexer import RawToken, lex
from regola_dsl.meant.keeps import Known, in_digits, keeps, names_unknown, unquoted
from regola_dsl.meant.phrases import ARTICLES, BEGINS, FILLERS, INSTEAD, NUMBERS, PHRASES
from regola_dsl.meant.signs import BLANKS, QUOTES, REMARKS, SIGNS, UNSEEN
from regola_dsl.meant.vocabulary import translated
from regola_dsl.parsing.loop import Stop, acceptable, parse
from regola_dsl.parsing.words import keywords, merged

# How much text is read for all proposals to one mistake together.
_PATIENCE = 200_000
_TO_ITS_END = 2
# How many more things are put right in a line once one is, and in how many ways that is tried.
_STEPS = 2
_WAYS = 4
# A line that is longer is not one that somebody has typed: its patterns are not looked for.
WIDEST = 1_000
# What some sign of a declaration stands in, or begins a remark elsewhere; a line without any is prose.
_DECLARES = re.compile(r'[@(:|"=]|^(?://|/\*|--|%)')
# What is most often left out, and what closes a line.
_LEFT_OUT = (":", "->", "=", ",", "then", "when", "is", "(", ")", "of", "from", "over", "among", "by", "on", "in", '"')
# How far behind a phrase reading may stop because of it.
_NEAR = 10
# What a line below a declaration may begin with, the likeliest first; and declarations whose lines begin with names.
_LINES = tuple(
    "effect phase let exception roll requires limit given do with hit for state ruling because first then prefer among"
    " play pays".split()
)
_LISTS = frozenset({"enum", "scale", "record", "piece", "place"})
# Words that a phrase is told with, though they stay as they are.
_PART_OF_IT = frozenset("must may is not in round shifted half the exception then limit repeat reset each ends".split())
# Signs that are one where they touch.
_SIGN = frozenset("=<>-+:!&|*/.~^%")
_ENDS = (")", "}", "]", " else 0", " steps")
# A line without its remark.
_SAID = re.compile(r'(?:[^"#]|"(?:[^"\\]|\\.)*")*')
_LINE_ENDS = frozenset({"_NL", "_INDENT", "_DEDENT"})
_DENIED = re.compile(r"!(?!=) *")
# A range that runs from more to less is none.
_RANGE = re.compile(r"\b(\d+)\.\.(\d+)\b")
_OPERAND = re.compile(r" *(?:\d+|\w+\([^()]*\))")
# A name of several words where one is declared, and in a list of values.
_NAMED = re.compile(
    rf"^(?:(?:{'|'.join(KINDS)})| *(?:then )?(?:exception|phase|roll|let|[+-]\d+)) "
    r"(?P<words>[^\W\d]\w*(?: [^\W\d]\w*)+)"
)
_LISTED = re.compile(r"(?:^ +|, )([^\W\d]\w*(?: [^\W\d]\w*){1,2})(?=,|$| +[a-z]{2,3} +\"| @)")
# What separates the members of a list elsewhere; a list without any is of three words at least.
_SEPARATED = re.compile(r" *(?:[<>|/;]|<=|->|=>|\bor\b|\band\b|\bthen\b) *")
_FEW = 2
# An article that is no part of what the language says.
_ARTICLE = re.compile(r"(?<![\w@])(?:the|an?) (?!(?:last|first|game|end|start)\b)(?=[^\W\d]|\d)")
# The last row of a table, without its signs.
_OTHERWISE = re.compile(r"(?P<indent> *)otherwise:? +(?P<cells>[^|#]+)$")
_WORD = re.compile(r"\w+(?:\.\w+)*(?:['’]\w+)?|[^\w\s\"]+|\"")


@dataclass(frozen=True, slots=True)
class Stuck:
    """A declaration's lines with their numbers, what it is read as, and where reading stops.

    `column` and `end_column` count from 1; `accepted` are the terminals that fit there; `known` is what the other
    declarations name, if they are at hand.
    """

    lines: tuple[tuple[int, str], ...]
    start: str
    line: int
    column: int
    end_column: int
    accepted: tuple[str, ...] = ()
    known: Known | None = None

    @property
    def others(self) -> tuple[str, ...]:
        """The other lines of the declaration."""
        return tuple(text for number, text in self.lines if number != self.line)

    @property
    def text(self) -> str:
        """The line on which reading stops."""
        return next((text for number, text in self.lines if number == self.line), "")

    @property
    def met(self) -> str:
        """What stands there: a word, or signs that touch one another."""
        found = _WORD.match(self.text, self.column - 1)
        return found[0] if found else ""

    def places(self) -> tuple[Stuck, ...]:
        """The place itself; and where it begins a line, the end of the line above: what is missing there stops it."""
        before = [(number, text) for number, text in self.lines if number < self.line]
        if not before or self.text[: self.column - 1].strip():
            return (self,)
        number, text = before[-1]
        end = len(text.rstrip())
        return (self, replace(self, line=number, column=end + 1, end_column=end + 2))


@dataclass(frozen=True, slots=True)
class Repair:
    """A line as it would have to stand, and what of it is other: what stood there, and what stands in its place.

    What is `sure` is meant whatever else is wrong with the line, so that more may be put right behind it.
    """

    line: int
    column: int
    met: str
    written: str
    text: str
    sure: bool = False

    @property
    def end_column(self) -> int:
        """Where what stood there ends."""
        return self.column + max(len(self.met), 1)


def repair(stuck: Stuck, more: int = _STEPS) -> Repair | None:
    """The surest proposal that can be read and loses nothing; None if there is none.

    Where no proposal alone is enough, what it leads to is put right in its turn, up to `more` times.
    """
    if len(stuck.text) > WIDEST or (stuck.column == 1 and not _DECLARES.search(stuck.text)):
        return None
    return _Search(stuck, max(_PATIENCE // (sum(len(text) for _, text in stuck.lines) + 1), 4)).found(stuck, more)


@dataclass(slots=True)
class _Search:
    """A search for a proposal: where it began, and how many are still read."""

    begun: Stuck
    left: int

    def found(self, stuck: Stuck, more: int) -> Repair | None:
        """The proposal for a place, if there is one."""
        strange: list[Repair] = []
        beyond: list[Repair] = []
        further: list[Stuck] = []
        for place in stuck.places():
            tried = {place.text.rstrip()}
            for proposal in self._worthy(place, tried):
                self.left -= 1
                if self.left < 0:
                    return next(iter((*strange, *beyond)), None)
                read = _reads(place, proposal.text, stuck.line)
                if read == _TO_ITS_END and not self._is_strange(place, proposal.text):
                    return proposal
                if read:
                    (strange if read == _TO_ITS_END else beyond).append(proposal)
                elif (
                    more and proposal.sure and (there := _stops_at(place, proposal.text)) and _is_further(place, there)
                ):
                    further.append(there)
        if strange or beyond:
            return (*strange, *beyond)[0]
        for there in sorted(further, key=lambda one: len(one.text) - one.column)[:_WAYS]:
            if (found := self.found(there, more - 1)) is not None and found.line == stuck.line:
                return _changed(stuck, found.text)
        return None

    def _worthy(self, stuck: Stuck, tried: set[str]) -> Iterator[Repair]:
        """The proposals for a place that lose nothing, none twice; those with digits for words first."""
        for made in _proposals(stuck):
            plain = unquoted(in_digits(made.text, stuck.others, stuck.known), stuck.known)
            proposal = made if plain == made.text else replace(_changed(stuck, plain), sure=made.sure)
            if proposal.text not in tried:
                tried.add(proposal.text)
                if keeps(stuck.text, proposal.text, stuck.others, stuck.known):
                    yield proposal

    @staticmethod
    def _is_strange(stuck: Stuck, text: str) -> bool:
        return stuck.known is not None and names_unknown(stuck.text, text, stuck.others, stuck.known)


def _is_further(stuck: Stuck, there: Stuck) -> bool:
    """Whether less is left to be read of a line than before, or at least all its signs are signs of the language."""
    strange = isinstance(_read(stuck, stuck.text)[1], Diagnostic)
    return (strange and not isinstance(_read(there, there.text)[1], Diagnostic)) or len(
        there.text
    ) - there.column < len(stuck.text) - stuck.column


def _proposals(stuck: Stuck) -> Iterator[Repair]:
    """The line as it might have to stand."""
    yield from (replace(_changed(stuck, text), sure=True) for text in _signs(stuck))
    yield from (
        replace(_changed(stuck, text), sure=True) for text in translated(stuck.text, stuck.end_column - 1)
    )
    yield from (replace(found, sure=True) for found in _phrased(stuck))
    yield from (_changed(stuck, text) for text in (*_words(stuck), *_left_out(stuck)))


def _phrased(stuck: Stuck) -> Iterator[Repair]:
    """The line with the words of the language for a phrase of another, or of rulebooks."""
    for pattern, written in PHRASES:
        for match in pattern.finditer(stuck.text):
            if match.start() < stuck.end_column and match.end() + _NEAR >= stuck.column:
                instead = match.expand(written)
                text = stuck.text[: match.start()] + instead + stuck.text[match.end() :]
                if any(int(low) > int(high) for low, high in _RANGE.findall(instead)):
                    continue
                everywhere = _everywhere(pattern, written, stuck.text)
                if everywhere != text:
                    yield _changed(stuck, everywhere)
                if match.end() == len(stuck.text) and not stuck.text[: match.start()].strip():
                    yield _changed(stuck, text)
                    continue
                indent = len(match[0]) - len(match[0].lstrip())
                column = match.start() + 1 + indent
                yield _without_what_stays(
                    _shortened(Repair(stuck.line, column, match[0].strip(), instead.strip(), text.rstrip()))
                )


def _shortened(found: Repair) -> Repair:
    """A repair without the words before it that stay as they are, where they say nothing of it."""
    met, written, column = found.met, found.written, found.column
    while True:
        word, _, rest = met.partition(" ")
        same, _, more = written.partition(" ")
        if word != same or word in _PART_OF_IT or not rest or not more:
            return replace(found, met=met, written=written, column=column)
        column += len(met) - len(rest)
        met, written = rest, more


def _signs(stuck: Stuck) -> Iterator[str]:
    """Other signs for those that stand there."""
    text, at = stuck.text, stuck.column - 1
    if any(char in BLANKS or char in UNSEEN for char in text):
        yield "".join(" " if char in BLANKS else "" if char in UNSEEN else char for char in text)
    if text[at : at + 1] in set(";:,") and _put_out(text, at).strip():
        yield _put_out(text, at)
    for sign, written in SIGNS.items():
        if sign == "=>" and stuck.lines[0][1].startswith("example"):
            continue  # there it says what comes out
        for place in range(max(at - len(sign), 0), at + 2):
            if text.startswith(sign, place):
                yield _put(text, place, place + len(sign), written)
                yield text.replace(sign, written.strip())
    if text[at : at + 1] == "!" and text[at : at + 2] != "!=":
        yield _put(text, at, at + 1, "not ")
        yield _DENIED.sub("not ", text)
    for quote in {char for char in text if char in QUOTES}:
        yield text.replace(quote, '"')
    if any(char in QUOTES for char in text):
        yield re.sub(f"[{QUOTES}]", '"', text)
    for remark in REMARKS:
        place = text.rfind(remark, 0, at + len(remark))
        if place >= 0 and not (remark == "//" and _OPERAND.fullmatch(text, place + 2)):
            yield text[:place] + "# " + text[place + len(remark) :].strip()


def _put_out(text: str, at: int) -> str:
    """A line without the sign at a place, where it is the last of its line, or of what stands before a section."""
    rest = text[at + 1 :].strip()
    return text[:at] + text[at + 1 :] if not rest or rest[0] in "@#" else ""


def _words(stuck: Stuck) -> Iterator[str]:
    """Words in one another's place, and words that are spelt otherwise."""
    text, begin = stuck.text, stuck.column - 1
    fitting = _fitting(stuck.accepted)
    ends = [match for match in _WORD.finditer(text) if match.start() <= begin + 1][-3:]
    first = re.match(r" *(\w+):?", text)
    if first and stuck.start == "start" and stuck.line == stuck.lines[0][0]:
        word = first[1].lower()
        kinds = [kind for kind, others in BEGINS.items() if word in others]
        close = nearest(word, list(KINDS)) or (word if word in KINDS else None)
        for kind in [*kinds, *([close] if close else [])]:
            yield kind + text[first.end(1) :]
            yield kind + text[first.end() :]
    if first and not (stuck.start == "start" and stuck.line == stuck.lines[0][0]):
        for meant in _LINES:
            if first[1] in INSTEAD.get(meant, ()) or nearest(first[1], [meant]):
                yield text[: first.start(1)] + meant + text[first.end(1) :]
    for match in reversed(ends):
        word = match[0]
        for meant in fitting:
            if word in INSTEAD.get(meant, ()):
                yield _put(text, match.start(), match.end(), meant)
    for match in reversed(ends):
        word = match[0]
        if word in NUMBERS:
            yield _put(text, match.start(), match.end(), NUMBERS[word])
        known = [word for word in (*fitting, *_spelt()) if word.isalpha()]
        if word.lower() != word and word.lower() in known:
            yield _put(text, match.start(), match.end(), word.lower())
        for _ in range(3 if word not in known else 0):
            if (close := nearest(word.lower(), known)) is None:
                break
            yield _put(text, match.start(), match.end(), close)
            known = [other for other in known if other != close]


def _left_out(stuck: Stuck) -> Iterator[str]:
    """What is too much or too little: names in two words, fillers, a first word, a sign."""
    text, begin = stuck.text, stuck.column - 1
    ends = [match for match in _WORD.finditer(text) if match.start() <= begin + 1][-3:]
    listed = not text.lstrip().startswith("|") and stuck.lines[0][1].split(" ", 1)[0] in _LISTS
    if listed and (members := _members(text)) is not None and _SEPARATED.search(text):
        yield members
    yield from _joined(stuck)
    yield from _last_row(stuck)
    if not text.lstrip().startswith("|") and stuck.lines[0][1].split(" ", 1)[0] in _LISTS:
        yield re.sub(r" (?:or|and|/) ", ", ", text)
        if (members := _members(text)) is not None:
            yield members
    for match in reversed(ends):
        if match[0].lower() in ARTICLES and match[0] not in _words_of(stuck):
            yield text[: match.start()] + text[match.end() :].lstrip(" ")
    yield _ARTICLE.sub("", text)
    if len(ends) >= 2 and _names(stuck, ends[-2:]):
        spaced = re.search(r"[^\W\d]\w*(?: [^\W\d]\w*)+", text[ends[-2].start() :])
        if spaced:
            words = spaced[0].split(" ")
            for many in range(2, min(len(words), 6) + 1):
                name = "_".join(words[:many])
                place = ends[-2].start() + spaced.start()
                yield _put(text, place, place + len(" ".join(words[:many])), name)
    for match in reversed(ends):
        if match[0].lower() in FILLERS:
            yield _without(text, match)
    indent = len(text) - len(text.lstrip(" "))
    for word in _at_line_start(stuck):
        yield f"{text[:indent]}{word} {text[indent:]}"
    fitting = _fitting(stuck.accepted)
    for sign in _LEFT_OUT:
        if sign in fitting:
            before = text[:begin].rstrip(" ") + ("" if sign in ":,)(" else " ")
            yield before + sign + ("" if sign == "(" else " ") + text[begin:].lstrip(" ")
    if not text[begin:].strip():
        for end in _ENDS:
            yield text.rstrip() + end
    if "|" in text and not text.lstrip().startswith("|"):
        above = next((other for number, other in reversed(stuck.lines) if number < stuck.line), "")
        for blanks in (text[:indent], above[: len(above) - len(above.lstrip(" "))]):
            yield f"{blanks}| {text[indent:].rstrip()}"
            yield f"{blanks}| {text[indent:].rstrip()} |"
    if text.lstrip().startswith("|") and ";" in text:
        yield text.replace(";", "|")
    if text.lstrip().startswith("|") and not text.rstrip().endswith("|"):
        yield f"{text.rstrip()} |"


def _everywhere(pattern: re.Pattern[str], written: str, text: str) -> str:
    """A line with other words wherever a pattern finds its own, but for the remark at its end."""
    said = _SAID.match(text)
    end = said.end() if said else len(text)
    return pattern.sub(written, text[:end].rstrip()) + text[len(text[:end].rstrip()) :]


def _joined(stuck: Stuck) -> Iterator[str]:
    """A name in several words as one: behind a word that declares, or in a list of names."""
    text = stuck.text
    for named in _NAMED.finditer(text):
        words = named["words"].split(" ")
        if words[0].lower() in ARTICLES and len(words) > 1:
            yield text[: named.start("words")] + text[named.start("words") + len(words[0]) + 1 :]
        if named.start("words") <= stuck.column and named.end("words") + 2 >= stuck.column:
            for many in range(2, min(len(words), 6) + 1):
                yield "".join(
                    (
                        text[: named.start("words")],
                        "_".join(words[:many]),
                        text[named.start("words") :][len(" ".join(words[:many])) :],
                    )
                )
    if stuck.lines[0][1].split(" ", 1)[0] in _LISTS:
        for named in _LISTED.finditer(text):
            yield text[: named.start(1)] + named[1].replace(" ", "_") + text[named.end(1) :]


def _members(text: str) -> str | None:
    """The members of a list with commas between them, if other signs or blanks alone stand there."""
    names = [name for name in re.split(r"[ ,]+", _SEPARATED.sub(" ", text)) if name]
    if len(names) < _FEW or not all(re.fullmatch(r"\w+(?:-\w+)?", name) for name in names):
        return None
    return text[: len(text) - len(text.lstrip())] + ", ".join(names)


def _words_of(stuck: Stuck) -> set[str]:
    """The words of the other lines, where something may be called like an article."""
    return {word for line in stuck.others for word in re.findall(r"\w+", line)}


def _last_row(stuck: Stuck) -> Iterator[str]:
    """The row for what no other has, if it is written without its signs: a cell of each input left open."""
    found = _OTHERWISE.match(stuck.text)
    row = next((line for number, line in reversed(stuck.lines) if number < stuck.line), "").strip()
    if found is None or not row.startswith("|"):
        return
    cells = re.split(r" *, *", found["cells"].strip())
    left = row.strip("|").count("|") - len(cells)
    if left >= 0:
        yield f"{found['indent']}| {' | '.join(['otherwise', *['-'] * left, *cells])} |"


def _without(text: str, match: re.Match[str]) -> str:
    """A line without one of its words, or signs."""
    sign = not match[0][0].isalnum()
    before, behind = text[: match.start()], text[match.end() :].lstrip(" ")
    return f"{before.rstrip(' ')} {behind}".rstrip() if sign and before.strip() else before + behind


def _names(stuck: Stuck, words: Sequence[re.Match[str]]) -> bool:
    """Whether two words stand where one name is declared: behind a word that declares, or in a list of names."""
    before = stuck.text[: words[0].start()].rstrip()
    last = before.rsplit(" ", 1)[-1]
    return all(word[0].replace("_", "a").isalnum() and not word[0][0].isdigit() for word in words) and (
        (not before and stuck.lines[0][1].split(" ", 1)[0] in _LISTS)
        or last in {*KINDS, "phase", "exception", "let", "roll", ",", "label", "state"}
        or last[:1] in ("+", "-")
        or last.endswith(",")
    )


def _fitting(accepted: Sequence[str]) -> list[str]:
    """The words and signs of the grammar that fit."""
    return [word for word, names in keywords().items() if any(name in accepted for name in names)] + [
        sign
        for sign, name in (("<", "COMPARE"), ("+", "PLUS"), ("-", "MINUS"), ("*", "STAR"), ("/", "SLASH"))
        if name in accepted
    ]


def _spelt() -> list[str]:
    """The words of the grammar that are misspelt wherever they stand, as nothing is called like them by chance."""
    return [word for word in keywords() if word.isalpha() and len(word) >= 5]


def _at_line_start(stuck: Stuck) -> tuple[str, ...]:
    """The words a line may begin with where this one begins."""
    return KINDS if stuck.line == stuck.lines[0][0] and stuck.start == "start" else _LINES


def _put(text: str, begin: int, end: int, written: str) -> str:
    """A line with something else in a place, and one blank on either side of words."""
    before, behind = text[:begin], text[end:]
    if written.startswith(" ") or (written[:1].isalpha() and before[-1:].strip() and before[-1:] not in "(["):
        before, written = before.rstrip() + " ", written.lstrip()
    if written.endswith(" ") or (written[-1:].isalpha() and behind[:1].strip() and behind[:1] not in ").,]:"):
        written, behind = written.rstrip() + " ", behind.lstrip()
    return before + written + behind


def _stops_at(stuck: Stuck, proposal: str) -> Stuck | None:
    """Where reading stops in a line as proposed; None where it does not, or in another line."""
    queue, made = _read(stuck, proposal)
    lines = tuple((number, proposal if number == stuck.line else text) for number, text in stuck.lines)
    if isinstance(made, Diagnostic):
        if made.span.line != stuck.line:
            return None
        return replace(stuck, lines=lines, column=made.span.column, end_column=made.span.column + 1, accepted=())
    if not isinstance(made, Stop) or made.place >= len(queue):
        return None
    raw = queue[made.place]
    if raw.line != stuck.line:
        return None
    fits = tuple(acceptable(made.states))
    end = raw.end_column if raw.kind not in _LINE_ENDS else len(proposal.rstrip()) + 1
    column = raw.column if raw.kind not in _LINE_ENDS else end
    return replace(stuck, lines=lines, column=column, end_column=max(end, column + 1), accepted=fits)


def _read(stuck: Stuck, proposal: str) -> tuple[Sequence[RawToken], Any]:
    """The declaration with a line as proposed: its tokens, and what is made of them or the place where it stops.

    A sign that begins no word stops it as well: then it is the finding about that, and there are no tokens.
    """
    lines = [(number, proposal if number == stuck.line else text) for number, text in stuck.lines]
    tokens, errors = lex(
        "", [(number, text) for number, text in lines if text.strip() and not text.lstrip().startswith("#")]
    )
    if errors:
        return (), errors[0]
    if stuck.start == "expression":
        tokens = [token for token in tokens if token.kind not in {"_INDENT", "_DEDENT"}]
    queue = merged(tokens)
    return queue, parse(queue, stuck.start, Builder("", [])) if queue else None


def reads(stuck: Stuck) -> bool:
    """Whether a declaration can be read from its beginning to its end."""
    return _reads(stuck, stuck.text, stuck.line) == _TO_ITS_END


def _reads(stuck: Stuck, proposal: str, upto: int) -> int:
    """How far the declaration can be read with a line as proposed: to its end 2, beyond the line `upto` 1, else 0."""
    queue, made = _read(stuck, proposal)
    if isinstance(made, Diagnostic):
        return 1 if made.span.line > upto else 0
    if not isinstance(made, Stop):
        return _TO_ITS_END
    return 1 if made.place < len(queue) and queue[made.place].line > upto and _begins(queue, made.place) > 1 else 0


def _begins(queue: Sequence[RawToken], place: int) -> int:
    """How many tokens of its line stand before a place, the marks of its indentation among them."""
    line = queue[place].line
    return sum(1 for token in queue[max(place - 50, 0) : place] if token.line == line and token.text)


def _changed(stuck: Stuck, proposal: str) -> Repair:
    """What is other in a proposal, in whole words."""
    old, new = stuck.text.rstrip(), proposal.rstrip()
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    room = min(len(old), len(new)) - same
    tail = next((n for n in range(room) if old[-1 - n] != new[-1 - n]), room)
    while same and _joins(old[same - 1 : same + 1], new[same - 1 : same + 1]):
        same -= 1
    while tail and _joins(
        old[len(old) - tail - 1 : len(old) - tail + 1], new[len(new) - tail - 1 : len(new) - tail + 1]
    ):
        tail -= 1
    met, written = old[same : len(old) - tail], new[same : len(new) - tail]
    column = same + 1 + len(met) - len(met.lstrip())
    met, written = met.strip(), written.strip()
    return _without_what_stays(Repair(stuck.line, column, met, written, new))


def _without_what_stays(found: Repair) -> Repair:
    """A repair that takes a sign away, told as that."""
    if found.met[:-1] == found.written and found.met[-1:] in set(".,:;!?"):
        return replace(found, column=found.column + len(found.met) - 1, met=found.met[-1], written="")
    return found


def _joins(*pairs: str) -> bool:
    """Whether two signs belong to one word, in one of two texts."""
    return any(
        len(pair) == 2
        and (all(char.isalnum() or char in "_.'\"’@" for char in pair) or all(char in _SIGN for char in pair))
        for pair in pairs
    )
