"""Words in one another's place, and words that are spelt otherwise: where reading stops, and right before it.

A word may be one of the language and fit where it stands, and still be the one that is wrong: `allowed if phase is …`
begins a value with `if`, and stops behind it. So the words before the place are looked at, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import nearest
from regola_dsl.meant.instead import BEGINS, INSTEAD, NUMBERS
from regola_dsl.meant.models import BELOW
from regola_dsl.meant.stuck import A_WORD, Stuck, follows, indent_of
from regola_dsl.meant.vocabulary import is_of_another_language
from regola_dsl.parsing.words import keywords

# What a line below a declaration may begin with, the likeliest first.
_LINES = tuple(
    "effect phase let exception roll requires limit given do with hit for state ruling because first then prefer among"
    " play pays".split()
)
# What is said first, and then once more.
_AGAIN = re.compile(r" *(?:then )?(prefer|exception) ")
# How many words before the place where reading stops are looked at.
_BACK = 8
# What joins two words of a line.
_JOINS = tuple("by of in from to over as and or with for among under at".split())


def other_words(stuck: Stuck) -> Iterator[str]:
    """Words in one another's place, and words that are spelt otherwise."""
    text, begin = stuck.text, stuck.column - 1
    fitting = fitting_words(stuck.accepted)
    ends = [match for match in A_WORD.finditer(text) if match.start() <= begin + 1][-3:]
    first = re.match(r" *(\w+):?", text)
    if first and stuck.start == "start" and stuck.line == stuck.lines[0][0]:
        word = first[1].lower()
        kinds = [kind for kind, others in BEGINS.items() if word in others]
        close = nearest(word, list(KINDS)) or (word if word in KINDS else None)
        for kind in [*kinds, *([close] if close else [])]:
            yield kind + text[first.end(1) :]
            yield kind + text[first.end() :]
    if first and not (stuck.start == "start" and stuck.line == stuck.lines[0][0]):
        for meant in dict.fromkeys((*_LINES, *BELOW.get(stuck.kind, ()))):
            if meant and (first[1] in INSTEAD.get(meant, ()) or nearest(first[1], [meant])):
                yield text[: first.start(1)] + meant + text[first.end(1) :]
    if (again := _once_more(stuck)) is not None:
        yield again
    for match in reversed(ends):
        word = match[0]
        for meant in fitting:
            if word in INSTEAD.get(meant, ()):
                yield put(text, match.start(), match.end(), meant)
    for match in reversed(ends):
        word = match[0]
        if word in NUMBERS:
            yield put(text, match.start(), match.end(), NUMBERS[word])
        known = [word for word in (*fitting, *_spelt()) if word.isalpha()]
        if word.lower() != word and word.lower() in known:
            yield put(text, match.start(), match.end(), word.lower())
        for _ in range(3 if word not in known else 0):
            if (close := nearest(word.lower(), known)) is None:
                break
            yield put(text, match.start(), match.end(), close)
            known = [other for other in known if other != close]
    yield from _words_before(stuck)


def joining_words(stuck: Stuck) -> Iterator[str]:
    """A line with what joins two words here in place of a word that joins them in another language.

    Between two good words it is that before it is a part of a name: `phase march di guild`, `rain e fog`.
    """
    text = stuck.text
    words = [match for match in A_WORD.finditer(text) if match[0][0].isalpha()]
    here = next((n for n, word in enumerate(words) if word.end() >= stuck.column), len(words))
    for word in words[max(here - 1, 1) : here + 3]:
        if word[0] in stuck.names or word[0] in keywords() or not is_of_another_language(word[0]):
            continue
        before, behind = text[: word.start()].rstrip(), text[word.end() :]
        fits = {*follows(stuck, text[: word.start()])}
        for meant in (",", *_JOINS):
            if fits & {*keywords().get(meant, ())} or meant == ",":
                yield f"{before},{behind}" if meant == "," else f"{before} {meant}{behind}"


def _once_more(stuck: Stuck) -> str | None:
    """A line that says once more what the one above says, after words of its own: `in a tie prefer` below `prefer`."""
    above = _AGAIN.match(stuck.above)
    found = above and re.match(rf" *(?:[^\W\d]\w*,? ){{1,4}}?{above[1]} (?P<rest>.+)", stuck.text)
    if not above or not found:
        return None
    return f"{' ' * indent_of(stuck.text)}then {above[1]} {found['rest']}"


def _words_before(stuck: Stuck) -> Iterator[str]:
    """A line with what fits in place of a word of the language before the place where reading stops, the last first."""
    text = stuck.text
    before = [match for match in A_WORD.finditer(text) if match.end() < stuck.column - 1][-_BACK:]
    for match in reversed([one for one in before if one[0] in keywords()]):
        if meant := [one for one, others in INSTEAD.items() if match[0] in others]:
            fits = fitting_words(follows(stuck, text[: match.start()]))
            yield from (put(text, match.start(), match.end(), one) for one in meant if one in fits)


def fitting_words(accepted: Sequence[str]) -> list[str]:
    """The words and signs of the grammar that fit."""
    return [word for word, names in keywords().items() if any(name in accepted for name in names)] + [
        sign
        for sign, name in (("<", "COMPARE"), ("+", "PLUS"), ("-", "MINUS"), ("*", "STAR"), ("/", "SLASH"))
        if name in accepted
    ]


def _spelt() -> list[str]:
    """The words of the grammar that are misspelt wherever they stand, as nothing is called like them by chance."""
    return [word for word in keywords() if word.isalpha() and len(word) >= 5]


def line_starts(stuck: Stuck) -> tuple[str, ...]:
    """The words a line may begin with where this one begins."""
    return KINDS if stuck.line == stuck.lines[0][0] and stuck.start == "start" else _LINES


def put(text: str, begin: int, end: int, written: str) -> str:
    """A line with something else in a place, and one blank on either side of words."""
    before, behind = text[:begin], text[end:]
    if written.startswith(" ") or (written[:1].isalpha() and before[-1:].strip() and before[-1:] not in "(["):
        before, written = before.rstrip() + " ", written.lstrip()
    if written.endswith(" ") or (written[-1:].isalpha() and behind[:1].strip() and behind[:1] not in ").,]:"):
        written, behind = written.rstrip() + " ", behind.lstrip()
    return before + written + behind
