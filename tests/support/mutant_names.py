"""Kinds of slips with names: called otherwise where they are declared, another's name, cut short, grown together, glued to signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from regola_dsl.parsing.words import keywords

from support.mutant_lines import TOKEN, Line, Mutant

# Where a name is declared within a line: a field, a parameter, a deed's or a phase's name, a value at the line's begin.
_DECLARED = re.compile(
    r"(?<=[(,] )(?P<given>[a-z]\w*)(?=: )|(?<=\()(?P<first>[a-z]\w*)(?=: )|^ +(?:state |given )?(?P<field>[a-z]\w*)(?=(?:\([^()]*\))?: )"
    r"|^ *(?:phase|action|exception|let|roll|define|state|given|table|choice|rule|scale|enum|event|case|sequence|piece|place|assume|"
    r"change|number|example) (?P<named>[^\W\d]\w*)"
)
_VALUE = re.compile(r'^ +(?P<value>[a-z]\w*)(?=  +[a-z]{2,3} "|,|$)|(?<=, )(?P<more>[a-z]\w*)(?=,|$| +[@"])')

Kind = Callable[[Line], Iterator[Mutant]]
NAMES: dict[str, Kind] = {}


def _kind(make: Kind) -> Kind:
    NAMES[make.__name__.strip("_").replace("_", "-")] = make
    return make


def _one(kind: str, line: Line, now: str, says: tuple[str, ...] = (), also: tuple[int, ...] = ()) -> Mutant:
    return Mutant(kind, line.path, line.number, (line.text,), (now,), says, also)


def _otherwise(name: str) -> Iterator[str]:
    """What somebody might call it instead."""
    yield name[:-1] if name.endswith("s") and len(name) > 3 else f"{name}s"
    if "_" in name:
        first, *rest = name.split("_")
        yield from (first, "_".join(rest), "_".join([*rest, first]), name.replace("_", ""))
    elif len(name) > 4:
        yield from (name[:3], name[: len(name) - 2])
    yield from (f"the_{name}", f"{name}_of", f"{name}2")


def _renamed(kind: str, line: Line, found: re.Match[str]) -> Iterator[Mutant]:
    name = next(part for part in found.groups() if part)
    begin = line.text.index(name, found.start())
    also = tuple(n for n, other in enumerate(line.lines, 1) if re.search(rf"\b{name}\b", other))
    for other in _otherwise(name):
        now = line.text[:begin] + other + line.text[begin + len(name) :]
        yield _one(kind, line, now, also=also)


@_kind
def _declared_otherwise(line: Line) -> Iterator[Mutant]:
    for found in _DECLARED.finditer(line.text):
        yield from _renamed("declared-otherwise", line, found)


@_kind
def _value_otherwise(line: Line) -> Iterator[Mutant]:
    declared = {value for values in line.values.values() for value in values}
    for found in _VALUE.finditer(line.text):
        if next(part for part in found.groups() if part) in declared:
            yield from _renamed("value-otherwise", line, found)


@_kind
def _column_otherwise(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    if line.text.lstrip().startswith("|") and not line.lines[at - 1].lstrip().startswith("|"):
        for found in re.finditer(r"(?<=\| )([a-z]\w*)(?= )", line.text):
            yield from _renamed("column-otherwise", line, found)


@_kind
def _name_of_another(line: Line) -> Iterator[Mutant]:
    """A name of the game, whatever it is of, where another stands."""
    code = re.sub(r'".*?"|#.*', "", "\n".join(line.lines))
    others = sorted({*re.findall(r"\b[a-z]\w{2,}\b", code)} - {*keywords()})
    places = [word for word in line.names if not _DECLARED.match(line.text) or word.start() > 12]
    for word in places:
        for other in others:
            if other != word[0] and other[0] == word[0][0]:
                yield _one("name-of-another", line, line.put(word, other))


@_kind
def _name_cut(line: Line) -> Iterator[Mutant]:
    for word in line.words:
        name = word[0]
        if len(name) > 4 and not _DECLARED.match(line.text[: word.end()]):
            ways = (name[:-2], name[2:], name[: len(name) // 2], f"{name}{name[-1]}", f"{name[:2]} {name[2:]}")
            yield from (_one("name-cut", line, line.put(word, way)) for way in ways)


@_kind
def _neighbouring_letter(line: Line) -> Iterator[Mutant]:
    keys = "qwertyuiop asdfghjkl zxcvbnm"
    for word in line.words:
        for at, letter in enumerate(word[0]):
            place = keys.find(letter)
            for other in (
                (keys[place - 1], keys[min(place + 1, len(keys) - 1)]) if place >= 0 and len(word[0]) > 2 else ()
            ):
                if other.strip():
                    yield _one("neighbouring-letter", line, line.put(word, word[0][:at] + other + word[0][at + 1 :]))


@_kind
def _name_added(line: Line) -> Iterator[Mutant]:
    """Something more than there is: a field of a field, brackets behind what takes nothing."""
    for word in line.names:
        behind = line.text[word.end() : word.end() + 1]
        if behind not in "(.:_" or not behind:
            yield _one("name-added", line, line.put(word, f"{word[0]}()"))
            yield _one("name-added", line, line.put(word, f"{word[0]}.{word[0]}"))
            yield _one("name-added", line, line.put(word, f"{word[0]}.value"))


@_kind
def _bracket_lost(line: Line) -> Iterator[Mutant]:
    for token in line.tokens:
        if token["sign"] and token[0] in "()[]{}":
            yield _one("bracket-lost", line, line.text[: token.start()] + line.text[token.end() :])


@_kind
def _quote_lost(line: Line) -> Iterator[Mutant]:
    if "#" not in line.text:
        for found in re.finditer('"', line.text):
            yield _one("quote-lost", line, line.text[: found.start()] + line.text[found.end() :])


@_kind
def _label_glued(line: Line) -> Iterator[Mutant]:
    """A text of a language glued to what stands before it, or to its language."""
    for token in TOKEN.finditer(line.text):
        if token["kept"] and token[0][-1] == '"':
            before = line.text[: token.start()].rstrip()
            yield _one(
                "label-glued",
                line,
                line.text[: token.start()] + token[0].replace(' "', '"', 1) + line.text[token.end() :],
            )
            if before:
                yield _one("label-glued", line, before + line.text[token.start() :])
                yield _one("label-glued", line, line.text[: token.start()] + token[0][3:] + line.text[token.end() :])
        elif token["section"] and (before := line.text[: token.start()].rstrip()):
            yield _one("label-glued", line, before + line.text[token.start() :])
