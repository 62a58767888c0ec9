"""The tables of the grammar, made by Lark: nothing else of this program knows that library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lark import Lark
from lark.grammar import Rule, Terminal
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from regola_dsl.parsing.tables import GrammarRule, GrammarTables

# What a declaration is parsed as, and a cell or a typed value.
STARTS = ("start", "expression")


def lark_of(grammar: str) -> Lark:
    """Lark's own parser of a grammar."""
    return Lark(
        grammar,
        start=list(STARTS),
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
    )


def make_tables(grammar: str) -> GrammarTables:
    """The tables of a grammar; their numbers are those of the grammar, however Lark has counted.

    Raises:
        ValueError: if a rule of it may be empty, which this parser has no place in the text for.
        lark.exceptions.GrammarError: if it is no LALR(1) grammar.
    """
    made = lark_of(grammar)
    table = made.parser.parser._parse_table  # noqa: SLF001  Lark has no other door to it
    symbols: dict[str, int] = {}
    states = list(_reached(table.states, [table.start_states[name] for name in STARTS]))
    used = {act[1] for row in table.states.values() for act in row.values() if act[0] is not Shift}
    rules = sorted(used, key=lambda rule: (not _rule(rule, {}).unit, str(rule), _rule(rule, {}).name))
    numbers = {rule: number for number, rule in enumerate(rules)}
    place = {state: number for number, state in enumerate(states)}
    actions: list[dict[str, int]] = []
    gotos: list[dict[int, int]] = []
    for state in states:
        row = dict(sorted(table.states[state].items()))
        actions.append(
            {
                name: place[target] if act is Shift else ~numbers[target]
                for name, (act, target) in row.items()
                if name.isupper()
            }
        )
        gotos.append(
            {
                symbols.setdefault(name, len(symbols)): place[target]
                for name, (_, target) in row.items()
                if not name.isupper()
            }
        )
    words: dict[str, list[str]] = {}
    for terminal in sorted(made.terminals, key=lambda one: str(one.name)):
        if isinstance(terminal.pattern, PatternStr):
            words.setdefault(terminal.pattern.value, []).append(terminal.name)
    return GrammarTables(
        tuple(actions),
        tuple(gotos),
        tuple(_rule(rule, symbols) for rule in rules),
        {name: (place[table.start_states[name]], place[table.end_states[name]]) for name in STARTS},
        {word: tuple(names) for word, names in words.items()},
        frozenset(
            symbol.name
            for rule in rules
            for symbol in rule.expansion
            if isinstance(symbol, Terminal) and (rule.options.keep_all_tokens or not symbol.filter_out)
        ),
    )


def _reached(states: Mapping[Any, Mapping[str, tuple[Any, Any]]], first: list[Any]) -> Iterator[Any]:
    """The states of an automaton, in the order in which they are met from the first ones by what leads to them."""
    met, waiting = set(first), first
    for state in waiting:
        yield state
        for name, (act, target) in sorted(states[state].items(), key=lambda item: item[0]):
            if (act is Shift or not name.isupper()) and target not in met:
                met.add(target)
                waiting.append(target)


def _rule(rule: Rule, symbols: dict[str, int]) -> GrammarRule:
    """A rule with the parts that Lark's tree of it would have (as `lark.parse_tree_builder` chooses them)."""
    if not rule.expansion:
        raise ValueError(f"`{rule.origin.name}` may be empty, and would stand nowhere")
    missing = "".join(str(int(gap)) for gap in rule.options.empty_indices or [False] * len(rule.expansion)).split("0")
    parts: list[int | None] = [None] * len(missing[0])
    for number, symbol in enumerate(rule.expansion):
        if isinstance(symbol, Terminal):
            kept = rule.options.keep_all_tokens or not symbol.filter_out
            parts += [number] if kept else []
        else:
            parts.append(~number if symbol.name.startswith("_") else number)
        parts += [None] * len(missing[number + 1])
    return GrammarRule(
        rule.alias or str(rule.origin.name),
        symbols.get(rule.origin.name, 0),
        len(rule.expansion),
        tuple(parts),
        rule.options.expand1 and not rule.alias,
        rule.origin.name.startswith("_"),
    )
