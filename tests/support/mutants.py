"""Lines of a game as somebody might have written them instead: one general change each, of many kinds, tied to no game.

A kind is a function that answers every way to change a line in it. What is changed is the code of a line; texts, remarks
and sections stay, but for the kinds that are about those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from regola_dsl.meant.vocabulary import vocabularies

from support.mutant_blocks import BLOCKS
from support.mutant_lines import TOKEN, Line, Mutant
from support.mutant_names import NAMES
from support.mutant_shapes import SHAPES
from support.mutant_words import ROLES, THESAURUS, UNITS

_NO_CODE = re.compile(r'^\s*(?:#|[a-z]{2,3} "|$)')
_HEAD = re.compile(r"^(?P<kind>[a-z]+) (?P<name>[^\W\d]\w*)")
_MEMBERS = re.compile(r"^  (?P<names>[a-z]\w*(?:, [a-z]\w*)*),?(?=$| +[a-z]{2,3} \"| +[@#])")


Kind = Callable[[Line], Iterator[str]]
KINDS: dict[str, Kind] = {}


def _kind(make: Kind) -> Kind:
    KINDS[make.__name__.strip("_").replace("_", "-")] = make
    return make


@_kind
def _word_for_word(line: Line) -> Iterator[str]:
    for word in line.own:
        for role in ROLES:
            if word[0] in role:
                yield from (line.put(word, other) for other in sorted(role - {word[0]}))


@_kind
def _synonym(line: Line) -> Iterator[str]:
    known = {other for vocabulary in vocabularies() for other in vocabulary.words}
    for word in line.own:
        yield from (line.put(word, other) for other in THESAURUS.get(word[0], "").split() if other not in known)


@_kind
def _word_left_out(line: Line) -> Iterator[str]:
    yield from (line.put(word, "") for word in line.own if word[0] not in {"not", "bool"})


@_kind
def _name_left_out(line: Line) -> Iterator[str]:
    yield from (line.put(word, "") for word in line.names)


@_kind
def _sign_left_out(line: Line) -> Iterator[str]:
    for token in line.tokens:
        if token["sign"] and token["sign"] not in "-+":
            yield line.put(token, "") if token[0] not in ".:" else line.text[: token.start()] + line.text[token.end() :]


@_kind
def _sign_for_sign(line: Line) -> Iterator[str]:
    signs = {":": "=;", "=": ":", ",": ";.", "->": (":", "=>", "="), ".": (":", "'s ", "->"), "(": "[{", ")": "]}"}
    signs |= {"<=": ("=<", "≤"), ">=": ("=>", "≥"), "..": ("-", " to ", "..."), "{": "[(", "}": "])"}
    for token in line.tokens:
        yield from (line.put(token, other) for other in (signs.get(token[0], ()) if token["sign"] else ()))


@_kind
def _sign_too_much(line: Line) -> Iterator[str]:
    for token in line.tokens[:-1]:
        yield from (line.text[: token.end()] + sign + line.text[token.end() :] for sign in ",:;()" if not token["text"])
    yield from (f"{line.text}{sign}" for sign in ".:;)" if line.tokens)


@_kind
def _neighbours_exchanged(line: Line) -> Iterator[str]:
    for one, other in zip(line.tokens, line.tokens[1:], strict=False):
        between = line.text[one.end() : other.start()]
        apart = line.text[one.start() - 1 : one.start()].strip() or line.text[other.end() : other.end() + 1].strip()
        if between != " " or apart or one[0] == other[0] or "|" in {one[0], other[0]}:
            continue
        yield line.text[: one.start()] + other[0] + between + one[0] + line.text[other.end() :]


@_kind
def _bracket_moved(line: Line) -> Iterator[str]:
    for found in re.finditer(r"(?<=[\w(])\((?P<inside>[^()]+)\)(?P<behind>[^()]*)", line.text):
        before, inside, behind = line.text[: found.start()], found["inside"], found["behind"]
        rest = line.text[found.end() :]
        for comma in re.finditer(r",", inside):
            yield f"{before}({inside[: comma.start()]}){inside[comma.start() :]}{behind}{rest}"
        if further := re.match(r"[^@\"]*?\w(?=\W|$)", behind):
            yield f"{before}({inside}{further[0]}){behind[further.end() :]}{rest}"


@_kind
def _without_at(line: Line) -> Iterator[str]:
    for token in line.tokens:
        if token["section"]:
            yield line.put(token, token[0][1:])
            yield line.put(token, token[0].replace("@", "@ "))
            yield line.put(token, token[0].replace("@", "§"))
            yield line.put(token, token[0].replace(", ", " "))
            yield line.put(token, token[0].replace(", ", ", @"))


@_kind
def _section_elsewhere(line: Line) -> Iterator[str]:
    sections = [token for token in line.tokens if token["section"]]
    if len(sections) == 1 and len(line.tokens) > 2:
        without = line.put(sections[0], "")
        for word in line.own:
            if word.start() > 4:
                yield f"{without[: word.start()]}{sections[0][0]} {without[word.start() :]}"
        yield f"{without.rstrip()} {sections[0][0]}"


@_kind
def _value_of_another_type(line: Line) -> Iterator[str]:
    for word in line.names:
        types = [name for name, values in line.values.items() if word[0] in values]
        if types:
            for name, values in line.values.items():
                yield from (line.put(word, value) for value in values if word[0] not in line.values[name])


@_kind
def _arguments_exchanged(line: Line) -> Iterator[str]:
    for found in re.finditer(r"\(([^(),:]+), ([^(),:]+)", line.text):
        yield f"{line.text[: found.start()]}({found[2]}, {found[1]}{line.text[found.end() :]}"


@_kind
def _argument_too_many_or_few(line: Line) -> Iterator[str]:
    for found in re.finditer(r"\w\(([^(),:]+)((?:, [^(),:]+)*)\)", line.text):
        rest = line.text[found.end() :]
        if found[2]:
            yield f"{line.text[: found.start(2)]}){rest}"
        else:
            yield f"{line.text[: found.start(1) - 1]}{rest}"
        yield f"{line.text[: found.end() - 1]}, {found[1]}){rest}"


@_kind
def _type_for_type(line: Line) -> Iterator[str]:
    for word in line.words:
        if word[0] in line.types:
            yield from (line.put(word, other) for other in line.types if other != word[0])
        elif word[0] in {"bool", "int"}:
            yield from (line.put(word, other) for other in ("bool", "int", "d6", *line.types[:2]) if other != word[0])


@_kind
def _plural(line: Line) -> Iterator[str]:
    for word in line.names:
        yield line.put(word, word[0][:-1] if word[0].endswith("s") else f"{word[0]}s")


@_kind
def _capital(line: Line) -> Iterator[str]:
    for word in line.words:
        yield line.put(word, word[0].lower() if word[0][0].isupper() else word[0].capitalize())


@_kind
def _letter(line: Line) -> Iterator[str]:
    for word in line.words:
        if len(word[0]) > 3:
            for at in range(1, len(word[0]) - 1):
                yield line.put(word, word[0][:at] + word[0][at + 1 :])
                yield line.put(word, word[0][:at] + word[0][at + 1] + word[0][at] + word[0][at + 2 :])


@_kind
def _name_in_words(line: Line) -> Iterator[str]:
    for word in line.names:
        if "_" in word[0]:
            yield line.put(word, word[0].replace("_", " "))
            yield line.put(word, word[0].replace("_", "-"))
            yield line.put(word, word[0].title().replace("_", ""))
            yield line.put(word, word[0].split("_")[0])


@_kind
def _quotes(line: Line) -> Iterator[str]:
    for word in line.names:
        yield line.put(word, f'"{word[0]}"')
        yield line.put(word, f"'{word[0]}'")
    for token in line.tokens:
        if token["text"]:
            yield from (line.put(token, written) for written in (token[0][1:-1], token[0][1:], token[0][:-1]))
    for token in TOKEN.finditer(line.text):
        if token["kept"] and token[0][-1] == '"':
            yield from (
                line.put(token, written) for written in (token[0][:-1], token[0].replace(' "', " "), token[0][3:])
            )


@_kind
def _unit(line: Line) -> Iterator[str]:
    for token in line.tokens:
        if token["number"]:
            yield from (line.put(token, f"{token[0]}{' ' if unit[0].isalpha() else ''}{unit}") for unit in UNITS)


@_kind
def _field_otherwise(line: Line) -> Iterator[str]:
    for found in re.finditer(r"\b([a-z]\w*)\.([a-z]\w*)\b(?![.(])", line.text):
        for written in (f"{found[2]} of {found[1]}", f"{found[1]}'s {found[2]}", f"{found[2]}({found[1]})", found[2]):
            yield line.text[: found.start()] + written + line.text[found.end() :]


@_kind
def _call_otherwise(line: Line) -> Iterator[str]:
    for found in re.finditer(r"(?<![\w.] )\b([a-z]\w\w+)\((\w+)\)", line.text):
        for written in (f"{found[1]} {found[2]}", f"{found[1]} of {found[2]}", f"{found[2]}.{found[1]}", found[1]):
            yield line.text[: found.start()] + written + line.text[found.end() :]


@_kind
def _denied_otherwise(line: Line) -> Iterator[str]:
    for word in line.own:
        if word[0] == "not" and (behind := re.match(r" (\w+)", line.text[word.end() :])):
            rest = line.text[word.end() + len(behind[0]) :]
            yield f"{line.text[: word.start()]}{behind[1]} not{rest}"
            if line.text[: word.start()].endswith(("must ", "is ", "may ")):
                yield f"{line.text[: word.start()].rstrip()}n't {behind[1]}{rest}"
        if line.text[word.start() :].startswith("is not "):
            rest = line.text[word.end() + len(" not") :]
            yield from (f"{line.text[: word.start()]}{way}{rest}" for way in ("doesn't equal", "isn't", "differs from"))


@_kind
def _doubled(line: Line) -> Iterator[str]:
    yield from (line.put(word, f"{word[0]} {word[0]}") for word in line.words)


@_kind
def _condition_first(line: Line) -> Iterator[str]:
    found = re.match(r"^( +)(.+?) (when|unless|if|where) ([^@\"#]+?)((?: +@.*| +[a-z]{2} \".*)?)$", line.text)
    if found and found[4] not in {"allowed", "forbidden"}:
        indent, what, word, condition, end = found.groups()
        yield f"{indent}{word} {condition} {what}{end}"
        yield f"{indent}{word} {condition}, {what}{end}"
        yield f"{indent}if {condition} then {what}{end}"


@_kind
def _article(line: Line) -> Iterator[str]:
    yield from (line.put(word, f"the {word[0]}") for word in line.names)
    yield from (line.put(word, f"a {word[0]}") for word in line.names)


@_kind
def _compared_otherwise(line: Line) -> Iterator[str]:
    ways = {">=": ("is at least", "not less than", "is more or equal"), "<": ("is under", "below", "is smaller than")}
    ways |= {"<=": ("is at most", "up to", "does not exceed"), ">": ("exceeds", "is above", "is greater than")}
    for token in line.tokens:
        if token["sign"] and token[0] in ways:
            yield from (line.put(token, way) for way in ways[token[0]])


@_kind
def _cell(line: Line) -> Iterator[str]:
    if line.text.lstrip().startswith("|"):
        cells = line.text.strip().strip("|").split("|")
        indent = line.text[: len(line.text) - len(line.text.lstrip())]
        for at in range(len(cells)):
            yield f"{indent}|{'|'.join([*cells[:at], *cells[at + 1 :]])}|"
            yield f"{indent}|{'|'.join([*cells[:at], cells[at], *cells[at:]])}|"
            if at:
                yield f"{indent}|{'|'.join([*cells[: at - 1], cells[at], cells[at - 1], *cells[at + 1 :]])}|"
                yield f"{indent}|{'|'.join([*cells[: at - 1], cells[at - 1].rstrip() + cells[at], *cells[at + 1 :]])}|"
        yield line.text.rstrip().rstrip("|").rstrip()
        yield indent + line.text.strip().lstrip("|").lstrip()


# --- kinds of more than one line ------------------------------------------------------------


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _moved(line: Line) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """The first line, those that were, those that are, and what tells of it."""
    at, text = line.number - 1, line.text
    by = f"by {_indent(text)} blank"
    yield at, (text,), (f"  {text}",), (by, "level with")
    if _indent(text):
        yield at, (text,), (text[2:],), (by, "level with")
    below = line.lines[at + 1] if at + 1 < len(line.lines) else ""
    if below.strip() and at and line.lines[at - 1].strip():
        yield at, (text, below), (below, text), (f"`{text.strip()}`", "the line above", "before", "first")
    if _indent(text) == 2 and not _NO_CODE.match(text):
        yield (
            at,
            (text,),
            (text, text),
            ("twice", "indent what belongs", "another name", "leave out", "keep one", "rename one", "remove"),
        )


def _copied(line: Line) -> Iterator[Mutant]:
    """A line that stands twice, once adapted in a part of it."""
    at = line.number - 1
    for word in line.names[1:]:
        now = line.put(word, f"{word[0]}_now")
        says = ("twice", "rename one", "leave out", word[0])
        yield Mutant("line-copied", line.path, at + 1, (line.text,), (line.text, now), says)


def _renamed(line: Line, *, declared: bool) -> Iterator[tuple[str, str]]:
    head = _HEAD.match(line.text)
    if declared and head:
        yield line.text[: head.start("name")] + f"{head['name']}_now" + line.text[head.end("name") :], head["name"]
    for word in line.names if not declared and not head else ():
        yield line.put(word, f"{word[0]}_now"), word[0]


def mutants(texts: Mapping[str, str], pick: Random, each: int, kinds: Sequence[str] = ()) -> list[Mutant]:
    """Some mutants of each kind, of lines picked by chance; fewer where there are not as many places.

    Args:
        texts: The files of the rules, by path.
        pick: The chance.
        each: How many of a kind.
        kinds: Which kinds, if not all.
    """
    places = lines_of(texts)
    found: list[Mutant] = []
    for kind in kinds or ALL:
        left = each
        for line in pick.sample(places, len(places)):
            ways = [one for one in _ways(kind, line, texts) if one.was != one.now]
            if ways:
                found.append(pick.choice(ways))
                left -= 1
            if not left:
                break
    return found


def _ways(kind: str, line: Line, texts: Mapping[str, str]) -> Iterator[Mutant]:
    if kind in BLOCKS | NAMES:
        yield from (BLOCKS | NAMES)[kind](line)
    elif kind == "line-copied":
        yield from _copied(line)
    elif kind == "line-moved":
        for at, was, now, says in _moved(line):
            yield Mutant(kind, line.path, at + 1, was, now, says)
    elif kind in {"renamed-declaration", "renamed-use"}:
        for now, name in _renamed(line, declared=kind == "renamed-declaration"):
            also = [n for n, other in enumerate(line.lines, 1) if re.search(rf"\b{name}\b", other)]
            yield Mutant(kind, line.path, line.number, (line.text,), (now,), (f"{name}_now", name), tuple(also))
    else:
        for now in dict.fromkeys((KINDS | SHAPES)[kind](line)):
            yield Mutant(kind, line.path, line.number, (line.text,), (now,))


ALL = (*KINDS, *SHAPES, *BLOCKS, *NAMES, "line-moved", "line-copied", "renamed-declaration", "renamed-use")


def lines_of(texts: Mapping[str, str]) -> list[Line]:
    """The lines of some files that can be changed."""
    return [line for path, text in sorted(texts.items()) for line in _lines(path, text, texts)]


def _lines(path: str, text: str, texts: Mapping[str, str]) -> Iterator[Line]:
    values: dict[str, list[str]] = {}
    types: list[str] = []
    for other in texts.values():
        kind = name = ""
        for one in other.split("\n"):
            if head := _HEAD.match(one):
                kind, name = head["kind"], head["name"]
                types += [name] if kind in {"enum", "piece", "place", "record"} else []
            elif kind in {"enum", "scale"} and (members := _MEMBERS.match(one)):
                values.setdefault(name, []).extend(members["names"].split(", "))
    lines = text.split("\n")
    for number, one in enumerate(lines, 1):
        if not _NO_CODE.match(one):
            yield Line(path, lines, number, values, types)
