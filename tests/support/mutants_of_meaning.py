"""Lines of a game that say another thing than was meant, and look right: one general change each, tied to no game.

What is changed is the code of a line; texts, remarks and sections stay. An example is left as it is: it is what shows that
a rule says another thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from support.mutant_lines import Line, Mutant
from support.mutants import lines_of
from support.mutants_of_blocks import BLOCKS, OF_EXAMPLES, blocks_changed

_HEAD = re.compile(r"^(?P<kind>[a-z]+) (?P<name>[^\W\d]\w*)")
_PHASE = re.compile(r"^ +phase (\w+)|^phase (\w+)")
_FACT = re.compile(r"^ *(?:state|given) (\w+)(?:\([^)]*\))?: (\w+)|^  (\w+): (\w+)")
_TURN = re.compile(r"define (\w+)\(\w+: ([A-Z]\w*)\) -> \2(?!\w)")
_DATA = re.compile(r"^ +\|")
_TOLD = frozenset({"example", "erratum", "text", "setup", "enum", "scale"})

_PERMITS = (
    ("allowed unless forbidden", "forbidden unless allowed"),
    ("forbidden unless allowed", "allowed unless forbidden"),
    (" may ", " must "),
)

# A condition without another in it, whatever it asks in brackets.
_CONDITION = r"(?:(?!\b(?:and|or|when|where|until|requires|effect|if|then)\b)(?:[^()]|\((?:[^()]|\([^()]*\))*\)))+?"
_WAITS = (("stays until", "ends when"), ("ends when", "stays until"))

Kind = Callable[[Line, "Words"], Iterator[str]]
KINDS: dict[str, Kind] = {}


class Words:
    """The words of a game by what they are: phases, facts of one type, rules and exceptions, what turns to the other."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        lines = [line for text in texts.values() for line in text.split("\n")]
        self.phases = [found[1] or found[2] for line in lines if (found := _PHASE.match(line))]
        self.overs = [found[1] for line in lines if (found := re.match(r"^ *(?:rule|exception) (\w+)", line))]
        turns = [found[1] for line in lines if (found := _TURN.match(line))]
        # What makes of a value another of its type, with what it is asked of somewhere.
        self.turned = {name: {asked[1] for line in lines for asked in _asked_of(name, line)} for name in turns}
        self.facts: dict[str, list[str]] = {}
        for line in lines:
            if found := _FACT.match(line):
                self.facts.setdefault(found[2] or found[4], []).append(found[1] or found[3])

    def like(self, name: str) -> list[str]:
        """The other facts of the same type."""
        return [one for names in self.facts.values() if name in names for one in names if one != name]


def _kind(make: Kind) -> Kind:
    KINDS[make.__name__.strip("_").replace("_", "-")] = make
    return make


def _exchanged(line: Line, pairs: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for token in line.tokens:
        if not token["text"] and not token["section"]:
            yield from (line.put(token, other) for other in pairs.get(token[0], ()))


def _both_ways(*pairs: tuple[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


@_kind
def _comparison_turned(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, _both_ways(("<", ">"), ("<=", ">=")))


@_kind
def _comparison_edge(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, _both_ways(("<", "<="), (">", ">=")))


@_kind
def _and_or(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, _both_ways(("and", "or")))


@_kind
def _number_off(line: Line, words: Words) -> Iterator[str]:
    if _DATA.match(line.text):
        return
    for token in line.tokens:
        around = line.text[max(0, token.start() - 2) : token.end() + 2]
        if token["number"] and ".." not in around:
            yield from (line.put(token, str(int(token[0]) + step)) for step in (1, -1) if int(token[0]) + step >= 0)


@_kind
def _bound_off(line: Line, words: Words) -> Iterator[str]:
    for found in re.finditer(r"(\d+)\.\.(\d+)", line.text):
        low, high = int(found[1]), int(found[2])
        for now in ((low, high - 1), (low + 1, high), (low, high + 1), *(((low - 1, high),) if low else ())):
            if now[0] < now[1]:
                yield f"{line.text[: found.start()]}{now[0]}..{now[1]}{line.text[found.end() :]}"


@_kind
def _cell_off(line: Line, words: Words) -> Iterator[str]:
    if _DATA.match(line.text):
        for token in line.tokens:
            if token["number"]:
                yield from (line.put(token, str(int(token[0]) + step)) for step in (1, -1) if int(token[0]) + step >= 0)
            elif token["word"]:
                values = [names for names in line.values.values() if token[0] in names]
                yield from (line.put(token, value) for names in values for value in names if value != token[0])


@_kind
def _phase_of_another(line: Line, words: Words) -> Iterator[str]:
    if not _PHASE.match(line.text):
        for found in re.finditer(r"\b(in|during|lasting|until|each|of) (\w+)", line.text):
            if found[2] in words.phases:
                for other in words.phases:
                    if other != found[2]:
                        yield f"{line.text[: found.start(2)]}{other}{line.text[found.end(2) :]}"


@_kind
def _value_of_its_type(line: Line, words: Words) -> Iterator[str]:
    if not _DATA.match(line.text):
        for word in line.names:
            for names in line.values.values():
                if word[0] in names:
                    yield from (line.put(word, other) for other in names if other != word[0])


@_kind
def _fact_of_its_type(line: Line, words: Words) -> Iterator[str]:
    if not _FACT.match(line.text):
        for word in line.names:
            yield from (line.put(word, other) for other in words.like(word[0]))


@_kind
def _promise_turned(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, _both_ways(("rising", "falling")))


@_kind
def _effect_turned(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, {"gains": ["loses", "becomes"], "loses": ["gains", "becomes"]})


@_kind
def _true_false(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, _both_ways(("true", "false")))


@_kind
def _how_many(line: Line, words: Words) -> Iterator[str]:
    if not _FACT.match(line.text) and not _DATA.match(line.text):
        yield from _exchanged(line, {"any": ["no", "all"], "all": ["any"], "no": ["any"], "count": ["any"]})


@_kind
def _extreme(line: Line, words: Words) -> Iterator[str]:
    pairs = (("min", "max"), ("most", "least"), ("first", "last"), ("up", "down"), ("above", "below"))
    yield from _exchanged(line, _both_ways(*pairs))


@_kind
def _permission(line: Line, words: Words) -> Iterator[str]:
    yield from (line.text.replace(one, other) for one, other in _PERMITS if one in line.text)
    if " must not " in line.text:
        yield line.text.replace(" must not ", " may ", 1)
        yield line.text.replace(" must not ", " must ", 1)


@_kind
def _over_turned(line: Line, words: Words) -> Iterator[str]:
    if found := re.search(r"\b(\w+(?:\.\w+)*) over (\w+(?:\.\w+)*)", line.text):
        if "ruling" in line.text:
            yield f"{line.text[: found.start()]}{found[2]} over {found[1]}{line.text[found.end() :]}"
        for other in words.overs:
            if other not in found.groups():
                yield f"{line.text[: found.start(2)]}{other}{line.text[found.end(2) :]}"


@_kind
def _same_twice(line: Line, words: Words) -> Iterator[str]:
    for found in re.finditer(r"(\w[\w.]*(?:\([^()]*\))?) (and|or|is|<|>|<=|>=) (\w[\w.]*(?:\([^()]*\))?)", line.text):
        before, behind = line.text[: found.start()], line.text[found.end() :]
        if not {found[1], found[3]} & {"not", "none", "is"} and found[1] != found[3]:
            yield f"{before}{found[1]} {found[2]} {found[1]}{behind}"
            yield f"{before}{found[3]} {found[2]} {found[3]}{behind}"
    for found in re.finditer(r"(?:min|max)\(([^(),]+), ([^(),]+)\)", line.text):
        yield line.text.replace(f"{found[1]}, {found[2]}", f"{found[1]}, {found[1]}", 1)


@_kind
def _not_lost(line: Line, words: Words) -> Iterator[str]:
    for word in line.own:
        if word[0] == "not":
            yield line.put(word, "")
        elif word[0] in {"when", "and", "or", "where"} and not line.text[word.end() :].startswith(" not"):
            yield f"{line.text[: word.end()]} not{line.text[word.end() :]}"


@_kind
def _when_unless(line: Line, words: Words) -> Iterator[str]:
    yield from _exchanged(line, _both_ways(("when", "unless")))


@_kind
def _setup_misspelt(line: Line, words: Words) -> Iterator[str]:
    for token in line.tokens:
        if token["text"] and len(token[0]) > 5:
            yield line.put(token, f"{token[0][:3]}{token[0][4:]}")


@_kind
def _arguments_turned(line: Line, words: Words) -> Iterator[str]:
    for found in re.finditer(r"\w\(([^(),:]+), ([^(),:]+)(?=[,)])", line.text):
        at = found.start() + 2
        yield f"{line.text[:at]}{found[2]}, {found[1]}{line.text[found.end() :]}"


@_kind
def _end_turned(line: Line, words: Words) -> Iterator[str]:
    if found := re.search(r"\bfrom (\w+) to (\w+)", line.text):
        yield f"{line.text[: found.start()]}from {found[2]} to {found[1]}{line.text[found.end() :]}"


@_kind
def _sum_turned(line: Line, words: Words) -> Iterator[str]:
    if not _DATA.match(line.text):
        for found in re.finditer(r" ([+-]) ", line.text):
            yield f"{line.text[: found.start(1)]}{'-' if found[1] == '+' else '+'}{line.text[found.end(1) :]}"


@_kind
def _level_out(line: Line, words: Words) -> Iterator[str]:
    if re.match(r" {4,}(?:then )?exception ", line.text):
        yield line.text[2:]


@_kind
def _without_condition(line: Line, words: Words) -> Iterator[str]:
    if found := re.search(r" (when|where|unless) [^@\"]+?(?=$| +@| +[a-z]{2} \")", line.text):
        yield line.text[: found.start()] + line.text[found.end() :]


@_kind
def _line_left_out(line: Line, words: Words) -> Iterator[str]:
    if re.match(r" +(?:then )?(?:effect|requires|pays|limit|exception|otherwise|beyond) ", line.text):
        yield "  #" + line.text


def _asked_of(name: str, line: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<![\w.]){name}\(([\w.]+)\)", line)


@_kind
def _side_turned(line: Line, words: Words) -> Iterator[str]:
    for name, asked in words.turned.items():
        for found in _asked_of(name, line.text):
            yield f"{line.text[: found.start()]}{found[1]}{line.text[found.end() :]}"
        for one in asked - {"p"} if not line.text[:1].isalpha() else ():
            for found in re.finditer(rf"(?<![\w.@\"(]){re.escape(one)}(?![\w.(:\"]| m)", line.text):
                yield f"{line.text[: found.start()]}{name}({one}){line.text[found.end() :]}"


@_kind
def _amount_words(line: Line, words: Words) -> Iterator[str]:
    ways = ("at most", "at least", "exactly")
    for found in re.finditer(r"\b(?:at most|at least|exactly)\b", line.text.split('"')[0]):
        yield from (f"{line.text[: found.start()]}{way}{line.text[found.end() :]}" for way in ways if way != found[0])


@_kind
def _part_lost(line: Line, words: Words) -> Iterator[str]:
    code = re.split(r" +(?:@|#|[a-z]{2} \")", line.text, maxsplit=1)[0]
    if _HEAD.match(line.text) or _PHASE.match(line.text):
        return
    for found in re.finditer(
        rf"(?:(?<= when )|(?<= where )|(?<=requires )|^ +)(?P<one>{_CONDITION}) (?:and|or) ", code
    ):
        yield f"{code[: found.start('one')]}{line.text[found.end() :]}"
    if found := re.search(rf" (?:and|or) {_CONDITION}$", code):
        yield f"{code[: found.start()]}{line.text[len(code) :]}"


@_kind
def _stays_ends(line: Line, words: Words) -> Iterator[str]:
    yield from (
        line.text.replace(one, other) for one, other in _WAITS if one in line.text and "the game" not in line.text
    )


@_kind
def _let_of_another(line: Line, words: Words) -> Iterator[str]:
    head = next((n for n in range(line.number - 1, -1, -1) if line.lines[n][:1].isalpha()), 0)
    lets = [found[1] for text in line.lines[head : line.number - 1] if (found := re.match(r" +let (\w+) =", text))]
    for word in line.names:
        yield from (line.put(word, other) for other in lets if word[0] in lets and other != word[0])


@_kind
def _cells_exchanged(line: Line, words: Words) -> Iterator[str]:
    if _DATA.match(line.text) and _DATA.match(line.lines[line.number - 2]):
        cells = line.text.split("|")
        for at in range(2, len(cells) - 2):
            if cells[at].strip() != cells[at + 1].strip():
                one, other = (cell.strip() for cell in cells[at : at + 2])
                now = (f" {one:<{len(cells[at + 1]) - 1}}", f" {other:<{len(cells[at]) - 1}}")
                yield "|".join([*cells[:at], *now[::-1], *cells[at + 2 :]])


def mutants_of_meaning(texts: Mapping[str, str], pick: Random, each: int, kinds: Sequence[str] = ()) -> list[Mutant]:
    """Some mutants of each kind, of lines of rules picked by chance; fewer where there are not as many places.

    Args:
        texts: The files of the rules, by path.
        pick: The chance.
        each: How many of a kind.
        kinds: Which kinds, if not all.
    """
    words, places = Words(texts), [line for line in lines_of(texts) if _is_of_rules(line)]
    setups = [line for line in lines_of(texts) if _block(line) == "setup"]
    examples = [line for line in lines_of(texts) if _block(line) == "example"]
    found: list[Mutant] = []
    for kind in kinds or ALL:
        lines = setups if kind == "setup-misspelt" else examples if kind in OF_EXAMPLES else places
        left = each
        for line in pick.sample(lines, len(lines)):
            if ways := _ways(kind, line, words):
                found.append(pick.choice(ways))
                left -= 1
            if not left:
                break
    return found


def _ways(kind: str, line: Line, words: Words) -> list[Mutant]:
    if kind in BLOCKS:
        return blocks_changed(kind, line)
    ways = dict.fromkeys(KINDS[kind](line, words))
    return [Mutant(kind, line.path, line.number, (line.text,), (now,)) for now in ways if now != line.text]


ALL = (*KINDS, *BLOCKS)


def _block(line: Line) -> str:
    """The word that the declaration begins with in which a line stands."""
    heads = (line.lines[n] for n in range(line.number - 1, -1, -1))
    head = next((one for one in heads if one[:1].isalpha()), "")
    return head.split(" ")[0]


def _is_of_rules(line: Line) -> bool:
    return _block(line) not in _TOLD or bool(re.match(r"^  ruling ", line.text))
