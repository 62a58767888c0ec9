"""What the other declarations of a game offer to whoever writes this one: names to fill an example, and lines like it.

An example in words of another game has to be translated by who reads it; one out of his own does not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from regola_dsl.meant.keeps import Known
from regola_dsl.meant.stuck import Stuck, begun, plain, reads
from regola_dsl.parsing.words import keywords

# How many of the game's lines are tried for an example, and how long one may be.
_TRIED = 4
_SHORTEST, _WIDEST = 4, 72
# Of how many games, or versions of one, it is remembered what they offer: each stays in memory so long.
_VERSIONS = 8
# A text at the end of a line is nothing to be shown; a clause ends where another begins.
_TEXTS = re.compile(r"(?: +[a-z]{2,3} +\"(?:[^\"\\]|\\.)*\"(?: / \"[^\"]*\")?)+$")
_CLAUSE_ENDS = r"(?= (?:when|unless|where|then|else|until|won by)\b| @|[)}:]|$)"
_TAG = re.compile(r"(?:^| )([a-z]{2,3}) +\"")
_LIST = re.compile(r"(?:enum|scale) (\w+)")
_FACT_OF_ONE = re.compile(r"(?:given|state) (\w+)\(\w+: (\w+)\): (\w+)")
_OWNER = re.compile(r"(?:piece|place|record) (\w+)")
_OWN_FACT = re.compile(r"^ +(?:state )?(\w+): (\w+(?: of \w+)?(?: or none)?)", re.MULTILINE)
_ASKED = re.compile(r"\.(\w+)")
_NO_VALUES = re.compile(r"[\"#]|[a-z]{2,3} +\"")
_TYPE = re.compile(r"(?:piece|place|enum|scale|record) ([A-Z]\w*)")
_VALUE = re.compile(r"(?:^|, *)([^\W\d]\w*)")
_WORD = re.compile(r"[a-z]+")
_NUMBER_KEPT = re.compile(r"state (\w+)(?:\((\w+): ([A-Z]\w*)\))?: int\b")
# What stands for a name of a sort where a game has none: words that belong to no theme.
_ANY = {
    "players": "red, blue",
    "side": "Side",
    "piece": "Thing",
    "place": "Place",
    "list": "Thing",
    "flag": "open",
    "number": "size",
    "action": "move",
    "change": "change_it",
    "phase": "first_phase",
    "sequence": "turn",
    "die": "die",
    "define": "amount",
    "variant": "short_game",
    "tag": "en",
    "purse": "points(p)",
    "values": "first, second",
}
_DECLARES = {
    "piece": re.compile(r"^piece (\w+)"),
    "place": re.compile(r"^place (\w+)"),
    "side": re.compile(r"^players (\w+)"),
    "change": re.compile(r"^change (\w+)"),
    "variant": re.compile(r"^variant (\w+)"),
    "phase": re.compile(r"^ +phase (\w+)", re.MULTILINE),
    "sequence": re.compile(r"^sequence (\w+)"),
    "action": re.compile(r"^action (\w+)"),
    "list": re.compile(r"^(?:piece|place) (\w+)"),
    "define": re.compile(r"^define (\w+)"),
    "die": re.compile(r"^ +roll (\w+):", re.MULTILINE),
}


# A field that is a list, and a fact of something that lists others of its kind.
_LISTED = re.compile(r"^ +(?:state )?(?P<name>\w+): list of (?P<type>\w+)", re.MULTILINE)
_LISTED_OF = re.compile(r"(?:given|state) (?P<name>\w+)\(\w+: (?P<type>\w+)\): list of (?P=type)\b")


@lru_cache(maxsize=_VERSIONS)
def phases_of(texts: tuple[str, ...]) -> frozenset[str]:
    """The phases that a game's declarations have, and the sequences they are in.

    >>> sorted(phases_of(("sequence day\\n  phase dawn @1", "state hour: int")))
    ['dawn', 'day']
    """
    found = {name for text in texts for name in _DECLARES["phase"].findall(text)}
    return frozenset(found | {match[1] for text in texts if (match := re.match(r"(?:sequence|phase) (\w+)", text))})


@lru_cache(maxsize=_VERSIONS)
def offered(texts: tuple[str, ...]) -> dict[str, str]:
    """Of a game's declarations a name of each sort that an example may need; of one that it has none, any.

    >>> offered(("players Side", "enum Side @1\\n  north, south", "action march(u: Unit)"))["players"]
    'north, south'
    """
    found = dict(_ANY)
    found |= next(({"piece": match[1]} for text in texts if (match := re.match(r"record (\w+)", text))), {})
    for sort, pattern in _DECLARES.items():
        found |= next(({sort: match[1]} for text in texts if (match := pattern.search(text))), {})
    kept = _purses(texts)
    found["purse"] = next((asked for asked in kept.values() if re.search(r"\W", asked)), found["purse"])
    who = next((match[1] for text in texts if (match := re.match(r"players (\w+)", text))), "")
    values = next((_values(text) for text in texts if who and re.match(rf"enum {who}\b", text)), [])
    if len(values) > 1:
        found["players"] = ", ".join(values)
    own = next((text for text in texts if re.match(rf"(?:piece|record) {found['piece']}\b", text)), "")
    for sort, type_ in (("flag", "bool"), ("number", r"int\b")):
        fact = re.search(rf"^ +(?:state )?(\w+): {type_}", own, re.MULTILINE)
        found |= {sort: fact[1]} if fact else {}
    listed = next((values for text in texts if text.startswith("enum ") and (values := _values(text))), None)
    found |= {"values": ", ".join(listed[:3])} if listed else {}
    found["letter"], found["spot"] = found["piece"][:1].lower(), found["place"][:1].lower()
    found["player"] = found["players"].split(", ")[0]
    lists = dict.fromkeys(name for text in texts for name in _neighbours(text))
    found["neighbours"] = next(iter(lists)) if len(lists) == 1 else "…"
    tags = Counter(tag for text in texts for tag in _TAG.findall(text))
    return found | ({"tag": tags.most_common(1)[0][0]} if tags else {})


def _neighbours(text: str) -> list[str]:
    """What of a declaration lists, of a place, others of its kind."""
    own = re.match(r"(?:place|piece) (\w+)", text)
    below = [one["name"] for one in _LISTED.finditer(text) if own and one["type"] == own[1]]
    asked = _LISTED_OF.match(text)
    return [*below, *([asked["name"]] if asked else [])]


def listing(texts: Sequence[str], words: Sequence[str]) -> str | None:
    """The list of values that has two of some words; None if there is none.

    >>> listing(("enum Side @1\\n  north, south",), ["south", "north"])
    'Side'
    """
    for text in texts:
        found = re.match(r"enum (\w+)", text)
        if found and len({*_values(text)} & {*words}) > 1:
            return found[1]
    return None


def listed_by(texts: Sequence[str], name: str) -> str | None:
    """How something of that name is asked which lists things; None if there is none.

    >>> listed_by(("define attackers(s: Space) -> list of Unit @9.1",), "attackers")
    'attackers(…)'
    """
    head = re.compile(rf"(?:define|given|state|choice) {re.escape(name)}(\()?.*(?:->|:) list of ")
    found = next((match for text in texts if (match := head.match(text))), None)
    return found and (f"{name}(…)" if found[1] else name)


def purse_of(texts: Sequence[str], name: str) -> str | None:
    """A number that the game keeps, asked as a payment asks it; None if there is none of that name.

    >>> purse_of(("state coins(p: Player): int 0..9 = 3",), "coins")
    'coins(p)'
    """
    kept = _purses(texts)
    called = {name, f"{name}s", name.removesuffix("s")}
    return next((asked for one, asked in kept.items() if one in called), None)


def type_of(texts: Sequence[str], word: str) -> str | None:
    """The type that a word stands for, in one or in many; None if there is none.

    >>> type_of(("piece Cart",), "carts")
    'Cart'
    """
    types = {match[1] for text in texts if (match := _TYPE.match(text))}
    for name in (word, word.removesuffix("s"), word.removesuffix("ies") + "y", word.removesuffix("es")):
        if name[:1].upper() + name[1:] in types:
            return name[:1].upper() + name[1:]
    return None


def type_of_letter(texts: Sequence[str], letter: str) -> str | None:
    """The type that a letter is declared with most often in a game; None if it is with none.

    >>> type_of_letter(("action mend(c: Cart)", "action drive(c: Cart, g: Guild)"), "c")
    'Cart'
    """
    types = Counter(type_ for text in texts for type_ in re.findall(rf"[(,] ?{letter}: ([A-Z]\w*)", text))
    return types.most_common(1)[0][0] if types else None


def rolled_in(texts: Sequence[str], name: str) -> list[str]:
    """The dice that are rolled in a phase, an action or the like, as they are called there.

    >>> rolled_in(("sequence day\\n  phase dusk\\n    roll sky: d6\\n  phase dawn\\n    roll sea: d6",), "dusk")
    ['sky']
    """
    block = re.compile(rf"^( *)(?:phase|action|change|event) {re.escape(name)}\b.*((?:\n\1 .*)*)", re.MULTILINE)
    return [die for text in texts for found in block.finditer(text) for die in _DECLARES["die"].findall(found[2])]


def counted(stuck: Stuck) -> str | None:
    """The number that is kept of a whole game and goes up by one in its sequence; None if none does, or several do."""
    kept = {match[1] for text in stuck.texts if (match := _NUMBER_KEPT.match(text)) and not match[2]}
    lines = [line for _, line in stuck.lines] + [line for text in stuck.texts for line in text.split("\n")]
    found = {
        name
        for name in kept
        for line in lines
        if re.search(rf"\b{name} (?:gains 1\b|becomes (?:min\()?{name} \+ 1\b)", line)
    }
    return found.pop() if len(found) == 1 else None


def inputs_of(texts: Sequence[str], name: str) -> str:
    """What stands in the brackets of something that is declared, as it is asked; one letter where it is not.

    >>> inputs_of(("change fine(g: Guild, n: int 0..9) @7.9",), "fine")
    'g, n'
    >>> inputs_of(("action haul(c: Cart among ready(red), to: Street) by guild in day @4.1",), "haul")
    'c, to'
    """
    declared = re.compile(rf"[a-z]+ {re.escape(name)}\(((?:[^()]|\([^()]*\))*)\)")
    found = next((match[1] for text in texts if (match := declared.match(text))), "p: any")
    return ", ".join(re.findall(r"(?:^|, *)(\w+):", found))


@lru_cache(maxsize=_VERSIONS)
def lists_of(texts: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """The values of each `enum` and `scale` of a game that has no brackets around any, by its name.

    >>> sorted(lists_of(("enum Ground @1\\n  plain, crag",))["Ground"])
    ['crag', 'plain']
    """
    listed = {match[1]: text for text in texts if (match := _LIST.match(text))}
    return {name: frozenset(_values(text)) for name, text in listed.items()}


@lru_cache(maxsize=_VERSIONS)
def thing_with(texts: tuple[str, ...], value: str, kind: str = "place") -> tuple[str, str] | None:
    """A place, or a piece, that has a fact with such a value, and how that is asked of one; None if there is none.

    >>> thing_with(("enum Ground @1\\n  plain, crag", "place Space @2\\n  terrain: Ground"), "crag")
    ('Space', '{}.terrain')
    """
    of = [match[1] for text in texts if (match := re.match(rf"{kind} (\w+)", text))]
    return next(((one, fact) for one in of if (fact := fact_with(texts, one, value)) is not None), None)


def fact_with(texts: tuple[str, ...], of: str, value: str) -> str | None:
    """The fact of a piece, a place or a record that can have a value, as it is asked of one; None if it has none.

    >>> fact_with(("enum Ground @1\\n  plain, crag", "state soil(s: Space): Ground"), "Space", "crag")
    'soil({})'
    """
    types = {name for name, values in lists_of(texts).items() if value in values}
    return next((fact for type_, fact in facts_of(texts, of) if type_.removesuffix(" or none") in types), None)


def facts_of(texts: Sequence[str], of: str) -> Sequence[tuple[str, str]]:
    """The facts of a piece, a place or a record, as they are asked of one, each with its type: a number's is `int`.

    >>> facts_of(("place Town @1\\n  gate: bool = true", "state crowd(t: Town): int 0..4 = 0"), "Town")
    [('bool', '{}.gate'), ('int', 'crowd({})')]
    """
    return _facts_of(tuple(texts)).get(of, [])


@lru_cache(maxsize=_VERSIONS)
def _facts_of(texts: tuple[str, ...]) -> dict[str, list[tuple[str, str]]]:
    """The facts of each piece, place and record: what type each has, and how it is asked of one; its own first."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    for text in texts:
        if owner := _OWNER.match(text):
            found[owner[1]] += [(fact[2], f"{{}}.{fact[1]}") for fact in _OWN_FACT.finditer(text)]
    asked = {name for text in texts for name in _ASKED.findall(text)}
    for name, of, type_ in (match.groups() for text in texts if (match := _FACT_OF_ONE.match(text))):
        found[of].append((type_, f"{{}}.{name}" if name in asked else f"{name}({{}})"))
    return found


def place_of(texts: Sequence[str]) -> str | None:
    """The fact that says where a piece is, if all pieces of a game have the same one; else None.

    >>> place_of(("place Space", "piece Cart\\n  state at: Space or none = none"))
    'at'
    """
    places = "|".join(match[1] for text in texts if (match := re.match(r"place (\w+)", text)))
    kept = re.compile(rf"^ +state (\w+): (?:{places})\b", re.MULTILINE) if places else None
    facts = {name for text in texts if kept and text.startswith("piece ") for name in kept.findall(text)[:1]}
    return facts.pop() if len(facts) == 1 else None


def _purses(texts: Sequence[str]) -> dict[str, str]:
    """The numbers that a game keeps by their names, each as it is asked: of a piece as its field."""
    pieces = {match[1] for text in texts if (match := re.match(r"(?:piece|place) (\w+)", text))}
    found: dict[str, str] = {}
    for text in texts:
        if (match := _NUMBER_KEPT.match(text)) is not None:
            name, of, type_ = match.groups()
            found[name] = f"{of}.{name}" if type_ in pieces else f"{name}({of})" if of else name
    return found


def without_texts(line: str) -> str:
    """A line without the texts at its end.

    >>> without_texts('die: d6 @1.2  it "Dado"  en "Die"')
    'die: d6 @1.2'
    """
    return _TEXTS.sub("", line)


def _values(text: str) -> list[str]:
    lines = (_TEXTS.sub("", plain(line)) for line in text.split("\n")[1:])
    return [name for line in lines if not _NO_VALUES.match(line) for name in _VALUE.findall(line)]


def line_of(
    texts: Sequence[str],
    kind: str,
    begun: str,
    words: frozenset[str],
    *,
    first: bool,
    like: str = "",
    said: frozenset[str] = frozenset(),
    head: str = "",
) -> str | None:
    """The line of the game that is most like a line, of the same sort: of a kind of declaration, begun with a word.

    Most like is the one that has most of its words in common; of several the shortest. A name alone is no model.

    Args:
        texts: The other declarations.
        kind: Of what kind of declaration.
        begun: The word that the line begins with; none of one that begins with none that the kind knows.
        words: The words that the kind knows.
        first: Whether it is the first line.
        like: A word that it has besides, if there is such a line.
        said: The words that stand in the line.
        head: The first line of its declaration: a list of ratios is no model for one of names.
    """
    wanted = said & keywords().keys()
    of = _list_of(head)
    own = (text for text in texts if text.startswith(f"{kind} ") and _list_of(text) == of)
    found = {
        (_TEXTS.sub("", plain(line)), text)
        for text in own
        for at, line in enumerate(text.split("\n"))
        if (at == 0) == first and (first or _begins(line, words) == begun)
    }
    short = sorted(
        (one for one in found if _is_short(one[0]) and not one[0].isidentifier()),
        key=lambda one: (-len(wanted & {*_WORD.findall(one[0])}), len(one[0]), one[0]),
    )
    return _readable([one for one in short if f" {like} " in one[0]]) or (None if like else _readable(short))


def _list_of(declaration: str) -> str:
    """What a scale is of; nothing of one of names, and of other declarations."""
    found = re.match(r"scale \w+ (?:of )?(ratios?)\b", declaration)
    return found[1].removesuffix("s") if found else ""


def clause_of(texts: Sequence[str], kind: str, word: str) -> str | None:
    """The shortest clause of the game that begins with a word, out of declarations of the same kind if there is one."""
    pattern = re.compile(rf"\b{word} .+?{_CLAUSE_ENDS}")
    for own in (f"{kind} ", ""):
        found = {
            (match[0].strip(), text)
            for text in texts
            if text.startswith(own)
            for line in text.split("\n")
            if not line.lstrip().startswith("#") and '"' not in line
            for match in pattern.finditer(plain(line))
            if match[0].count("(") == match[0].count(")") and match[0].count("{") == match[0].count("}")
        }
        clauses = sorted((one for one in found if " is " in one[0] or len(one[0]) > len(word) + 6), key=_by_length)
        if (clause := _readable([one for one in clauses if _is_short(one[0])])) is not None:
            return clause
    return None


def _by_length(one: tuple[str, str]) -> tuple[int, str]:
    return len(one[0]), one[0]


def _begins(line: str, words: frozenset[str]) -> str:
    word = begun(line)
    return word if word in words else ""


def _is_short(line: str) -> bool:
    return _SHORTEST <= len(line) <= _WIDEST and not line.startswith("#") and '"' not in line


def _readable(found: Sequence[tuple[str, str]]) -> str | None:
    """The first of some lines whose declaration can be read: what cannot is no example."""
    return next((line for line, text in islice(found, _TRIED) if _is_read(text)), None)


@lru_cache(maxsize=500)
def _is_read(text: str) -> bool:
    return reads(Stuck(tuple(_numbered(text)), "start", 0, 1, 2))


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n")) if line.strip())


# --- values that a line takes for something else: for a condition, for a place, for a number ---

# Several values behind one `is`, and nothing that would make a condition of the last.
_ONE_OF = re.compile(
    r"(?:\bis|==) (?P<no>not )?(?P<values>[a-z]\w*(?: or [a-z]\w*)+)\b(?! *(?:[(.<>=+*/-]|(?:is|in|not)\b))"
)
# Where a way never goes, stops or ends: the word that is taken for a place, and the condition.
_OF_PLACES = re.compile(
    r"^(?P<how> +(?:never into|stops in|ends at)) (?P<value>[a-z]\w*)"
    r"(?: (?:where|when|if) (?P<rest>[^@\"]+?))?(?P<end> +(?:@|[a-z]{2,3} +\").*)?$"
)
_FRACTION = re.compile(r"\d+/\d+")


def in_braces(text: str, known: Known | None) -> str:
    """A line with `in {a, b}` for `is a or b`, where both are values of one list: `b` alone is no condition."""
    if known is None:
        return text

    def written(found: re.Match[str]) -> str:
        values = found["values"].split(" or ")
        if not any({*values} <= listed for listed in lists_of(known.texts).values()):
            return found[0]
        return f"{'not ' if found['no'] else ''}in {{{', '.join(values)}}}"

    return _ONE_OF.sub(written, text)


def as_places(text: str, stuck: Stuck) -> str:
    """A line of a `path` with a value for the places that have it: `never into h where h.terrain is crag`."""
    known = stuck.known
    found = _OF_PLACES.match(text) if stuck.kind == "path" and known else None
    place = thing_with(known.texts, found["value"]) if found and known else None
    if found is None or place is None:
        return text
    used = {word for _, line in stuck.lines for word in re.findall(r"\w+", line)}
    name = next((letter for letter in (place[0][:1].lower(), *"hxyz") if letter not in used), None)
    if name is None:
        return text
    rest = found["rest"] or ""
    rest = f" and {f'({rest})' if ' or ' in rest else rest}" if rest else ""
    line = f"{found['how']} {name} where {place[1].format(name)} is {found['value']}{rest}"
    return f"{line}{found['end'] or ''}"


def as_printed(number: str, known: Known | None) -> str | None:
    """The value that a game has for a decimal number, as it is printed: `"1/2"` for `0.5`; None if it has none."""
    if known is None or not re.fullmatch(r"\d+[.,]\d+", number):
        return None
    share = Fraction(number.replace(",", "."))
    return next((f'"{one}"' for one in sorted(known.quoted) if _FRACTION.fullmatch(one) and _is(one, share)), None)


def _is(printed: str, share: Fraction) -> bool:
    above, below = printed.split("/")
    return int(below) != 0 and Fraction(int(above), int(below)) == share
