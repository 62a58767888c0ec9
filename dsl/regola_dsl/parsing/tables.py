"""The tables of the grammar as plain data: what a parser does in each state, and what each rule makes.

They are kept from one run to the next (`grammar.py`), as text that is read as data and never run.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from regola_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class GrammarRule:
    """What one rule of the grammar makes of its parts, as Lark's trees have it.

    Attributes:
        name: Its alias, or else its own name: what the builder's method is called.
        origin: The number of the nonterminal it is a rule of.
        size: How many symbols it has, at least one.
        parts: Which of them are kept: the symbol's number; None where an optional part is missing; below zero, and
            counted from -1, a symbol whose own parts are put in its place.
        passes: Whether a single part stands for the whole.
        inline: Whether its parts are put in the place of whatever it is a part of.
    """

    name: str
    origin: int
    size: int
    parts: tuple[int | None, ...]
    passes: bool
    inline: bool

    @property
    def unit(self) -> bool:
        """Whether it makes of one symbol the very same."""
        return self.size == 1 and self.passes and self.parts == (0,)


@dataclass(frozen=True, slots=True)
class GrammarTables:
    """An LALR(1) automaton (Knuth 1965, DeRemer 1969) with what its reductions make.

    Attributes:
        actions: For each state and each terminal that fits there, the state after it, or below zero the rule to reduce
            by, counted from -1.
        gotos: For each state, the state after each nonterminal.
        rules: The rules, first those that are `unit`.
        starts: For each thing that can be read whole, the first state and the last.
        words: For each word or sign that the grammar has, its terminals.
        kept: The terminals of which some rule keeps something.
    """

    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[int, int], ...]
    rules: tuple[GrammarRule, ...]
    starts: dict[str, tuple[int, int]]
    words: dict[str, tuple[str, ...]]
    kept: frozenset[str]


def to_text(made: GrammarTables) -> str:
    """Tables as JSON; states that do the same share what is written of it."""
    actions, which_actions = _shared([list(row.items()) for row in made.actions])
    gotos, which_gotos = _shared([list(row.items()) for row in made.gotos])
    return json.dumps(
        {
            "actions": [[part for item in row for part in item] for row in actions],
            "gotos": [[part for item in row for part in item] for row in gotos],
            "states": [which_actions, which_gotos],
            "rules": [
                [rule.name, rule.origin, rule.size, list(rule.parts), rule.passes, rule.inline] for rule in made.rules
            ],
            "starts": made.starts,
            "words": made.words,
            "kept": sorted(made.kept),
        },
        ensure_ascii=True,
        separators=(",", ":"),
    )


def _shared(rows: list[Any]) -> tuple[list[Any], list[int]]:
    """The rows that differ, and for each row which of them it is."""
    numbers: dict[str, int] = {}
    which = [numbers.setdefault(repr(row), len(numbers)) for row in rows]
    return [rows[which.index(number)] for number in range(len(numbers))], which


def from_text(text: str) -> GrammarTables | None:
    """Tables from what `to_text` has written; None if it is anything else."""
    try:
        raw = json.loads(text)
        actions = [
            {sys.intern(terminal): int(act) for terminal, act in zip(row[::2], row[1::2], strict=True)}
            for row in raw["actions"]
        ]
        gotos = [
            {int(symbol): int(state) for symbol, state in zip(row[::2], row[1::2], strict=True)} for row in raw["gotos"]
        ]
        known = GrammarTables(
            tuple(actions[number] for number in raw["states"][0]),
            tuple(gotos[number] for number in raw["states"][1]),
            tuple(
                GrammarRule(str(name), int(origin), int(size), tuple(parts), bool(passes), bool(inline))
                for name, origin, size, parts, passes, inline in raw["rules"]
            ),
            {str(name): (int(first), int(last)) for name, (first, last) in raw["starts"].items()},
            {str(word): tuple(map(sys.intern, names)) for word, names in raw["words"].items()},
            frozenset(map(sys.intern, raw["kept"])),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
    return known if _holds_together(known) else None


def _holds_together(known: GrammarTables) -> bool:
    """Whether every number in the tables is that of something."""
    states, rules = len(known.actions), len(known.rules)
    return (
        len(known.gotos) == states
        and all(-rules <= act < states for row in known.actions for act in row.values())
        and all(0 <= state < states for row in known.gotos for state in row.values())
        and all(
            rule.size > 0 and all(part is None or -rule.size <= part < rule.size for part in rule.parts)
            for rule in known.rules
        )
        and all(0 <= state < states for ends in known.starts.values() for state in ends)
    )
