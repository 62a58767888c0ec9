"""Parts of a line in another order, parts that stand twice, and words that have grown together.

Nothing that was written is lost by any of these, so what reads and goes with the other declarations was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from regola_dsl.declarations import KINDS
from regola_dsl.meant.stuck import Stuck
from regola_dsl.parsing.printed import CITED, KEPT
from regola_dsl.parsing.words import keywords

# What a line consists of: texts of a language and remarks are not touched.
PART = re.compile(
    rf"(?P<kept>{KEPT})|(?P<section>{CITED})"
    r"|(?P<text>\"(?:[^\"\\]|\\.)*\"|'[^\"']*')|(?P<word>[^\W\d]\w*)|(?P<number>\d+)"
    r"|(?P<sign>->|[<>!]=|\.\.|[^\w\s])"
)
# What changes places as one: a name with its fields and its brackets, a range, a text, a sign.
_ATOM = re.compile(
    CITED + r'|(?:"[^"]*"|[^\W\d]\w*)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?'
    r"|\([^()]*\)|\{[^{}]*\}|\d+(?:(?:\.\.|-|/|\.)\d+)*|->|[<>!=]=|[^\w\s]"
)
_KEPT = re.compile(rf" *(?:{KEPT}).*$")
# Of so many words and signs at most another run of them may be taken, and a line may have so many.
_RUN, _ATOMS = 5, 24
_ANSWERS = frozenset("allowed forbidden required due missing none true false".split())
_COMPARES = frozenset("is < > <= >= == !=".split())
# How many words of a line may stand twice together.
_TWICE = 30
# A word with what a word of the language may have grown together with.
_GROWN = re.compile(r"(?<![\w.@\"])[^\W\d][\w-]*(?:\.\.\d+)?")
_SHORTEST = 2
# How near to a place a name stands in several words, and in how many.
_BACK, _MANY = 6, 7


def parts(text: str) -> tuple[re.Match[str], ...]:
    """The words, numbers, sections and signs of a line."""
    return tuple(part for part in PART.finditer(text) if part["kept"] is None)


def once(text: str) -> Iterator[str]:
    """A line without words that stand twice in a row.

    >>> list(once("  u.kind is is horse"))
    ['  u.kind is horse']
    >>> list(once("effect leader becomes other(leader) becomes other(leader)"))
    ['effect leader becomes other(leader)']
    """
    own = parts(text)
    words = [part[0] for part in own]
    for many in range(1, min(_TWICE, len(own) // 2) + 1):
        for at in range(len(own) - 2 * many + 1):
            run = words[at : at + many]
            if run == words[at + many : at + 2 * many] and any(not part["sign"] for part in own[at : at + many]):
                yield text[: own[at + many - 1].end()] + text[own[at + 2 * many - 1].end() :]


def moved(text: str) -> Iterator[str]:
    """A line with two neighbouring runs of words in the other order, the shortest way first.

    >>> "state shown: bool = false" in moved("state shown = false: bool")
    True
    >>> "  the game ends when full @8" in moved("  the ends when full game @8")
    True
    """
    kept = _KEPT.search(text)
    end = kept.start() if kept else len(text.rstrip())
    line, rest = text[:end], text[end:]
    indent = len(line) - len(line.lstrip())
    atoms = _ATOM.findall(line)
    if len(atoms) > _ATOMS:
        return
    ways = [
        (three - one, one, two, three)
        for one in range(len(atoms))
        for two in range(one + 1, min(one + _RUN, len(atoms)) + 1)
        for three in range(two + 1, min(two + _RUN, len(atoms)) + 1)
    ]
    made = [[*atoms[:one], *atoms[two:three], *atoms[one:two], *atoms[three:]] for _, one, two, three in sorted(ways)]
    for ordered in sorted(made, key=_compares_a_number):
        other = line[:indent] + _spaced(ordered) + rest
        if _sections(other) == _sections(text):
            yield other


def _compares_a_number(atoms: Sequence[str]) -> bool:
    """Whether a number or an answer stands before what compares: there stands what is asked, and these behind it."""
    return any((one[0].isdigit() or one in _ANSWERS) and other in _COMPARES for one, other in pairwise(atoms))


def _sections(text: str) -> list[str]:
    return sorted(part[0] for part in parts(text) if part["section"])


def _spaced(atoms: Sequence[str]) -> str:
    """Words and signs as they are written: no blank before `:` and `,`."""
    return re.sub(r" (?=[:,](?: |$))", "", " ".join(atoms))


def grown_together(stuck: Stuck) -> Iterator[str]:
    """A line with a blank between a word of the language and what it has grown together with.

    A name that others know is none of these; nor is one of which no part is a word of the language.
    """
    text, known = stuck.text, stuck.names
    first = stuck.line == stuck.lines[0][0] and stuck.start == "start"
    for found in _GROWN.finditer(text):
        if found[0] in known or found[0] in keywords() or text.count('"', 0, found.start()) % 2:
            continue
        begins = first and not found.start()
        for before, behind in _cut(found[0]):
            own = [part for part in (before, behind) if part in keywords()]
            declares = begins and before in KINDS
            if own and (declares or len(own) > 1 or _is_known({before, behind}.difference(own).pop(), stuck, known)):
                yield f"{text[: found.start()]}{before} {behind}{text[found.end() :]}"


def in_one(stuck: Stuck) -> Iterator[str]:
    """A line with a name that the game has in one word, where it stands in several, or with a hyphen, near a place."""
    words, known = parts(stuck.text), stuck.names
    near = next((n for n, part in enumerate(words) if part.end() >= stuck.column), len(words))
    for n in range(max(near - _BACK, 0), min(near + _BACK, len(words))):
        for many in range(2, _MANY + 1):
            named = [part[0] for part in words[n : n + many] if part[0] != "-"]
            if len(named) > 1 and "_".join(named) in known and n + many <= len(words):
                yield stuck.text[: words[n].start()] + "_".join(named) + stuck.text[words[n + many - 1].end() :]


def fallen_apart(stuck: Stuck) -> Iterator[str]:
    """A line with one word for two that have a blank in them where it is, near a place, if one of the two is none.

    >>> line = "  effect hand becomes de alt"
    >>> list(fallen_apart(Stuck(((1, "define dealt"), (2, line)), "start", 2, 27, 28)))
    ['  effect hand becomes dealt']
    """
    words, known = parts(stuck.text), stuck.names | keywords().keys()
    near = next((n for n, part in enumerate(words) if part.end() >= stuck.column), len(words))
    for one, other in pairwise(words[max(near - _BACK, 0) : near + _BACK]):
        apart = stuck.text[one.end() : other.start()]
        if (
            apart == " "
            and one["word"]
            and other["word"]
            and one[0] + other[0] in known
            and not {one[0], other[0]} <= known
        ):
            yield stuck.text[: one.end()] + stuck.text[other.start() :]


def _cut(word: str) -> Iterator[tuple[str, str]]:
    """A word in two, at a line or between any two letters.

    >>> list(_cut("is_due"))[:1], ("in", "1..8") in _cut("in1..8")
    ([('is', 'due')], True)
    """
    joints = [found.span() for found in re.finditer(r"[_-]", word)]
    yield from ((word[:begin], word[end:]) for begin, end in joints if begin and end < len(word))
    for at in range(1, len(word)):
        before, behind = word[:at], word[at:]
        if all(part[0].isalnum() and part[-1].isalnum() for part in (before, behind)):
            one = before if before in keywords() else behind
            if len(one) >= _SHORTEST:
                yield before, behind


def _is_known(word: str, stuck: Stuck, known: frozenset[str]) -> bool:
    if word[0].isdigit() or word in known:
        return True
    here = {one for part in parts(stuck.text) if (one := part[0]) and part["word"]}
    return word in here
