"""Kinds of slips beside those of `mutants.py`: words and signs of elsewhere, parts in another order, and other shapes of signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from support.mutant_elsewhere import SIGNS, WORDS
from support.mutant_lines import Line

_TEXT = re.compile(r'(?:(?P<tag>@|[a-z]{2,3} )(?:"[^"]*"))|"[^"]*"')
_CURLY = ("“{}”", "«{}»", "‘{}’", "„{}“", "''{}''", "``{}''", "'{}'", "”{}”", '"{}”', '“{}"')
_STRETCH = re.compile(r"(?<![\w.-])(?P<low>\d+)\.\.(?P<high>\d+)(?![\w.])")
_CELL_STRETCH = re.compile(r"(?<=\| )(?P<low>\d+)(?P<sign>-|\.\.)(?P<high>\d+)(?= +\|)")
_OPEN = re.compile(r"(?<=\| )(?P<low>\d+)\+(?= +\|)")
_ACCENTS = str.maketrans("aeiou", "àèìòù")
_PART = re.compile(
    r"(?:^ *)?(?:->|[:=]| (?:by|in|from|to|over|under|when|unless|where|becomes|gains|loses|at|among|lasting|until|with|as|"
    r"and|or|is|then|else|must not|must|may only|may|for|of|along|stays|ends|each|per) )"
)

Kind = Callable[[Line], Iterator[str]]
SHAPES: dict[str, Kind] = {}


def _kind(make: Kind) -> Kind:
    SHAPES[make.__name__.strip("_").replace("_", "-")] = make
    return make


def _bare(line: Line) -> str:
    """A line in which texts, remarks and sections are blanks, so that its code stands where it stood."""
    code = line.text
    for token in re.finditer(r'(?:[a-z]{2,3} )?"[^"]*"|#.*$|@[\w./-]+(?:, \d[\w.]*)*|@', line.text):
        code = code[: token.start()] + " " * len(token[0]) + code[token.end() :]
    return code


@_kind
def _word_of_elsewhere(line: Line) -> Iterator[str]:
    code = _bare(line)
    for word, others in WORDS.items():
        for found in re.finditer(rf"(?<![\w.]){word}(?!\w)(?![.(](?!\.))", code):
            longer = any(
                other != word and word in other.split() and re.match(rf"{other}\b", code[at:])
                for other in WORDS
                for at in [found.start() - other.find(word)]
                if at >= 0
            )
            for other in () if longer else others:
                yield line.text[: found.start()] + other + line.text[found.end() :]


@_kind
def _sign_of_elsewhere(line: Line) -> Iterator[str]:
    code = _bare(line)
    for sign, others in SIGNS.items():
        apart = rf"(?<= ){re.escape(sign)}(?= )" if sign in "<>+-*/=" or sign == "->" else re.escape(sign)
        for found in re.finditer(apart, code):
            for other in others:
                blank = " " if sign in ",:" and other[0].isalnum() else ""
                yield line.text[: found.start()] + blank + other + line.text[found.end() :]


def _cuts(line: Line, *, behind_the_word: bool = False) -> list[int]:
    """Where one part of a line ends and the next begins, none inside brackets."""
    code = _bare(line).rstrip()
    first = re.match(r" *[^\s(]+ ", code)
    begin = first.end() - 1 if behind_the_word and first else len(code) - len(code.lstrip())
    found = [one.start() for one in _PART.finditer(code) if one.start() > begin]
    return [begin, *(cut for cut in found if code.count("(", 0, cut) == code.count(")", 0, cut)), len(code)]


@_kind
def _parts_exchanged(line: Line) -> Iterator[str]:
    cuts = _cuts(line, behind_the_word=True)
    for one, two, three in zip(cuts, cuts[1:], cuts[2:], strict=False):
        left, right = line.text[one:two].strip(), line.text[two:three].strip()
        if left and right and left != right:
            yield f"{line.text[:one]} {right} {left}{line.text[three:]}"


@_kind
def _part_left_out(line: Line) -> Iterator[str]:
    for one, two in pairwise(_cuts(line)[1:]):
        if line.text[one:two].strip():
            yield f"{line.text[:one]}{line.text[two:]}"


@_kind
def _part_doubled(line: Line) -> Iterator[str]:
    for one, two in pairwise(_cuts(line)[1:]):
        if line.text[one:two].strip():
            yield f"{line.text[:two].rstrip()} {line.text[one:two].strip()}{line.text[two:]}"


@_kind
def _quotes_of_elsewhere(line: Line) -> Iterator[str]:
    for found in _TEXT.finditer(line.text):
        tag = found["tag"] or ""
        for shape in _CURLY:
            yield (
                line.text[: found.start()] + tag + shape.format(found[0][len(tag) + 1 : -1]) + line.text[found.end() :]
            )


@_kind
def _bracket_of_elsewhere(line: Line) -> Iterator[str]:
    others = {
        "(": ("[", "{", "((", ""),
        ")": ("]", "}", "))", ""),
        "{": ("(", "[", ""),
        "}": (")", "]", ""),
        "[": "({",
        "]": ")}",
    }
    for found in re.finditer(r"[()\[\]{}]", _bare(line)):
        for other in others[found[0]]:
            yield line.text[: found.start()] + other + line.text[found.end() :]
    for found in re.finditer(r"([({])([^(){}]*)[)}]", _bare(line)):
        inside = line.text[found.start() + 1 : found.end() - 1]
        for shape in ("[{}]", "({})" if found[1] == "{" else "{{{}}}", "<{}>", " {}"):
            yield line.text[: found.start()] + shape.format(inside) + line.text[found.end() :]


@_kind
def _bar_of_elsewhere(line: Line) -> Iterator[str]:
    if line.text.lstrip().startswith("|"):
        for found in re.finditer(r"\|", _bare(line)):
            for other in ("", "||", "¦", ";", ",", "/", "\t", "I", "l", "│"):
                yield line.text[: found.start()] + other + line.text[found.end() :]


@_kind
def _stretch_of_elsewhere(line: Line) -> Iterator[str]:
    ways = (
        "{} to {}",
        "{}-{}",
        "da {} a {}",
        "from {} to {}",
        "between {} and {}",
        "{}...{}",
        "{} .. {}",
        "{}–{}",
        "{}:{}",
    )
    more = "{}, {}", "{} a {}", "[{}, {}]", "({}-{})", "{}/{}", "tra {} e {}", "{}…{}", "{} through {}", "({}..{})"
    for found in _STRETCH.finditer(_bare(line)):
        for way in (*ways, *more):
            yield line.text[: found.start()] + way.format(found["low"], found["high"]) + line.text[found.end() :]
    for found in _CELL_STRETCH.finditer(line.text):
        for way in (*ways, *more[:2], "{} or {}", "{} e {}", "tra {} e {}", "{}/{}"):
            yield line.text[: found.start()] + way.format(found["low"], found["high"]) + line.text[found.end() :]
    for found in _OPEN.finditer(line.text):
        for way in (
            ">={}",
            "{} or higher",
            "{} o più",
            "{} and up",
            "+{}",
            "{}-",
            ">= {}",
            "{} up",
            "from {}",
            "almeno {}",
        ):
            yield line.text[: found.start()] + way.format(found["low"]) + line.text[found.end() :]


@_kind
def _number_of_elsewhere(line: Line) -> Iterator[str]:
    names = "zero one two three four five six seven eight nine".split()
    nomi = "zero uno due tre quattro cinque sei sette otto nove".split()
    for found in re.finditer(r"(?<![\w.,/-])(\d)(?![\w./+-])", _bare(line)):
        digit = int(found[1])
        for other in (names[digit], nomi[digit], f"{digit},0", f"{digit}°", f"n. {digit}", f"#{digit}", f"{digit}."):
            yield line.text[: found.start()] + other + line.text[found.end() :]
    for found in re.finditer(r"(?<![\w.])(\d+)\.(\d+)(?![\w.])|(?<= )1/2(?= |$)", _bare(line)):
        for other in (found[0].replace(".", ","), "½", "0,5") if found[0] == "1/2" else (found[0].replace(".", ","),):
            yield line.text[: found.start()] + other + line.text[found.end() :]


@_kind
def _accent(line: Line) -> Iterator[str]:
    for word in line.words:
        if len(word[0]) > 3 and word[0][-1] in "aeiou":
            yield line.put(word, word[0][:-1] + word[0][-1].translate(_ACCENTS))
            yield line.put(word, f"{word[0]}'")


@_kind
def _blanks_of_elsewhere(line: Line) -> Iterator[str]:
    inner = line.text.lstrip()
    depth = len(line.text) - len(inner)
    if depth:
        yield "\t" * (depth // 2) + inner
        yield " " * (depth - 1) + inner
        yield " " * (depth + 1) + inner
        yield "\u00a0" * depth + inner
    yield inner and f"{line.text[:depth]}- {inner}"
    yield inner and f"{line.text[:depth]}* {inner}"
    yield inner and f"{line.text}\\"


@_kind
def _capitals_of_all(line: Line) -> Iterator[str]:
    yield from (line.put(word, word[0].upper()) for word in line.words if len(word[0]) > 1)
    yield from (line.put(word, word[0].capitalize()) for word in line.own)


@_kind
def _glued(line: Line) -> Iterator[str]:
    for found in re.finditer(r"(?<=\w) (?=\w)", _bare(line)):
        for other in ("", "_", "-"):
            yield line.text[: found.start()] + other + line.text[found.end() :]
