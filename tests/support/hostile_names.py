"""Names that a rulebook may well use and a program stumbles over: Python's own words, its builtins, ours."""

from __future__ import annotations

import re
from random import Random

# Words of Python, of its builtins, of the modules a generated module imports, and of what it defines itself.
HOSTILE = (
    *("class", "lambda", "def", "import", "None_", "global", "yield", "async", "del", "pass", "assert", "raise"),
    *("len", "print", "self", "int_", "tuple", "dict", "list_", "range", "object", "type", "super", "id", "str", "abs"),
    *("math", "operator", "dataclass", "field", "Enum", "Fraction", "cls", "args", "kwargs", "annotations", "enum"),
    *("place", "Position", "Facts", "FUNCTIONS", "ask", "explain", "call", "told", "result", "answer", "index", "name"),
    # Two names of the rules that are one of Python's: by a mark behind it, or under NFKC.
    *("len_", "class_", "print_", "fire", "ﬁre", "sa", "ſa"),
)
_WORD = re.compile(r"[^\W\d]\w*")


def renamed(text: str, names: tuple[str, ...], random: Random) -> str:
    """A program with some of its own `names` taken for hostile ones, each for another."""
    chosen = random.sample(names, min(len(names), len(HOSTILE), random.randint(1, 8)))
    other = dict(zip(chosen, random.sample(HOSTILE, len(chosen)), strict=True))
    return _WORD.sub(lambda word: other.get(word[0], word[0]), text)
