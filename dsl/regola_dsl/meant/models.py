"""How each line is written: a model for the line in hand, where nothing better is known of what was meant.

Each belongs to one kind of declaration, and there to its first line, to a line that begins with a word, or to any other
line. Only what stands in the middle of a line and is written alike everywhere has a model of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regola_dsl.declarations import KINDS
from regola_dsl.meant.game import clause_of, line_of, offered
from regola_dsl.meant.own.here import inputs_of_action, named_action, own_names
from regola_dsl.meant.stuck import begun, plain
from regola_dsl.meant.vocabulary import translated

# Of each kind: its first line, with {name} and {section} for what somebody has written there, and what the game has of
# each sort for the rest (`game.py`); a line below that begins with no word that the kind knows; and one for each word
# that it does.
FIRST: dict[str, str] = {
    "enum": "enum {name} {section}",
    "scale": "scale {name} of ratios open {section}",
    "record": "record {name} {section}",
    "table": "table {name}(die: d6) -> int 0..9 {section}",
    "modifiers": "modifiers {name}({letter}: {piece}) {section}",
    "define": "define {name}({letter}: {piece}) -> int 0..9 {section}",
    "exception": "exception {name} to {define} {section} when {letter}.{flag}",
    "state": "state {name}(p: {side}): int 0..9 = 0 {section}",
    "given": "given {name}({letter}: {piece}): bool = false {section}",
    "variant": "variant {name} {section}",
    "assume": "assume {name}({letter}: {piece}) {section}",
    "action": "action {name}({letter}: {piece}) by {player} in {phase} {section}",
    "rule": "rule {name} over another_rule under {variant} {section}",
    "sequence": "sequence {name} {section}",
    "path": "path {name}({letter}: {piece}) over neighbours {section}",
    "choice": "choice {name}({letter}: {piece}) by {player} {section}",
    "example": "example {name} {section}",
    "erratum": "erratum {name} {section}",
    "accept": "accept never-read in {name} {section}",
    "label": 'label {name} en "Name" / "N."',
    "piece": "piece {name} {section}",
    "place": "place {name} {section}",
    "players": "players {name} {section}",
    "setup": "setup {section}",
    "change": "change {name}(p: {side}) {section}",
    "also": "also after {name}(p) {section} when {purse} is 0",
    "event": "event {name}(p: {side}) as soon as {purse} is 0, once a game {section}",
    "limit": "limit {name} 1 each {phase} per {letter} on {action} {section}",
    "phase": "phase {name}({letter}: {piece}) when called",
}
_OF_VALUES = {
    "let": "let total = a + b",
    "exception": "exception a_name {section} when {letter}.{flag}",
    "then": "then exception a_name {section} when {letter}.{flag}",
    "at": "at most 3",
    "half": "half, round up",
    "match": "match {letter}.{number} {{1 or 2: 1, otherwise: 2}}",
    "if": "if a > b then a else b",
}
_OF_FACTS = {"state": "state {number}: int 0..9 = 2 {section}"}
_OF_EFFECTS = {"effect": "effect {purse} loses 1 {section} when {letter}.{flag}"}
BELOW: dict[str, dict[str, str]] = {
    "enum": {"": "{values}"},
    "scale": {"": "low, middle, high"},
    "record": {"": "{number}: int 0..9 = 0 {section}"},
    "piece": {"": "{number}: int 0..9 = 0 {section}", **_OF_FACTS},
    "place": {"": "{number}: int 0..9 = 0 {section}", **_OF_FACTS},
    "table": {
        "": "| 1-2 | miss | hit |",
        "|": "| 1-2 | miss | hit |",
        "hit": "hit first",
        "beyond": "beyond die clamp {section}",
        "absent": "absent {section}",
        "rising": "rising along die",
        "falling": "falling along die",
    },
    "modifiers": {"": "+1 a_name {section} when {letter}.{flag}", "let": "let most = a + b"},
    "define": {"": "{letter}.{number} + 1", **_OF_VALUES},
    "exception": {"": "{letter}.{number} + 1", **_OF_VALUES},
    "assume": {"": "not {letter}.{flag} or {letter}.{number} > 0", "let": "let total = a + b"},
    "action": {
        "": "requires not {letter}.{flag} {section}",
        "allowed": "allowed unless forbidden",
        "forbidden": "forbidden unless allowed",
        "requires": "requires not {letter}.{flag} {section}",
        "pays": "pays 2 from {purse} {section}",
        "limit": "limit 1 each {phase} per {letter} {section}",
        "roll": "roll die: d6 {section}",
        **_OF_EFFECTS,
    },
    "rule": {
        "": "{letter} must not {action} when {letter}.{flag}",
        "let": "let most = a + b",
        "exception": "exception a_name {section} when {letter}.{flag}",
        "failing": "failing that {section}: effect {letter} leaves",
    },
    "sequence": {
        "": "phase {phase} by {player} {section}",
        "phase": "phase {phase} by {player} {section}",
        "for": "for p in {players}",
        "repeat": "repeat until {purse} is 0",
        "the": "the game ends when {purse} is 0 won by {player} {section}",
        "roll": "roll die: d6 {section}",
        **_OF_EFFECTS,
    },
    "path": {
        "": "never into x where x.{flag} {section}",
        "from": "from {letter}.at",
        "first": "first at most 3 steps",
        "then": "then any number of steps from a to b where b.{flag}",
        "ends": "ends at x where x.{flag}",
        "never": "never into x where x.{flag} {section}",
        "stops": "stops in x where x.{flag}",
    },
    "choice": {
        "": "prefer least {letter}.{number} {section}",
        "among": "among {letter} in {piece} where {letter}.{flag}",
        "prefer": "prefer least {letter}.{number} {section}",
        "then": "then prefer {letter} where {letter}.{flag} {section}",
    },
    "example": {
        "": "{define}(3) is 4",
        "with": "with one: {piece}({number}: 3)",
        "given": "given {purse} is 3",
        "do": "do {action}(one)",
        "play": "play {phase} rolling die is 1",
        "end": "end {phase}",
        "let": "let amount = {define}(3)",
    },
    "erratum": {
        "": '{section} says {tag} "the lower number counts"',
        "ruling": 'ruling {section} because {tag} "the rule is the general statement"',
        "unresolved": 'unresolved {tag} "to be asked"',
    },
    "accept": {"": 'because {tag} "the book leaves it to the players"'},
    "setup": {"": "one: {piece}({number}: 3)"},
    "change": {"": "effect {purse} becomes 3", **_OF_EFFECTS},
    "also": {"": "effect {purse} gains 1", **_OF_EFFECTS},
    "event": {"": "effect play {phase}", **_OF_EFFECTS},
    "phase": {
        "": "phase {phase} {section}",
        "roll": "roll die: d6 {section}",
        "repeat": "repeat until {purse} is 0",
        **_OF_EFFECTS,
    },
}
# What stands behind a word in the middle of a line.
WITHIN: dict[str, str] = {
    "when": "when {letter}.{flag}",
    "unless": "unless {letter}.{flag}",
    "match": "match {letter}.{number} {{1 or 2: 1, otherwise: 2}}",
    "if": "if a > b then a else b",
    "count": "count {letter} in {piece} where {letter}.{flag}",
    "where": "{letter} in {piece} where {letter}.{flag}",
    "until": "until {phase} of {player}",
}
# Statements, by what they say of an action.
_STATEMENTS = {
    "must not": "{letter} must not {action} when {letter}.{flag}",
    "may only": "{letter} may only {action} when {letter}.{flag}",
    "must": "{letter} must {action} when {letter}.{flag}",
    "may": "{letter} may {action} when {letter}.{flag}",
}
_NAME = re.compile(r"^(?:accept [\w-]+ in|\w+)(?: after)? ([^\W\d]\w*)")
_DENIED = re.compile(r"\b(?:never|not|cannot|no)\b|n['’]t\b")
_SECTION = re.compile(r"@[\w./\"-]+")


def first_line(kind: str, name: str, section: str, texts: tuple[str, ...] = ()) -> str:
    """The first line of a declaration as a model, in the words of the game whose other declarations are given."""
    return FIRST[kind].format(**offered(texts) | {"name": name, "section": section})


def line_below(kind: str, word: str, section: str, texts: tuple[str, ...] = ()) -> str:
    """A line below a declaration that begins with a word, as a model, in the words of the game."""
    return BELOW[kind][word].format(**offered(texts) | {"section": section})


def section_of(lines: Sequence[str]) -> str:
    """The section that some lines cite first, or one that stands for any."""
    found = _SECTION.search(" ".join(lines))
    return found[0] if found else "@1.2"


def model(lines: tuple[str, ...], line: int, before: str, texts: tuple[str, ...] = ()) -> str | None:
    """A model for a line of a declaration; None where that is no declaration at all.

    Args:
        lines: All its lines.
        line: The place of the line in them.
        before: What of the line stands before the place where it cannot be read.
        texts: The other declarations of the game: a line of theirs is a better model than any of ours.
    """
    kind = lines[0].split(" ", 1)[0]
    if kind not in KINDS:
        return None
    name = _NAME.match(lines[0])
    values = (
        offered(texts)
        | own_names(lines, lines[line], texts)
        | {"name": name[1] if name else "name", "section": section_of(lines)}
    )
    words = re.findall(r"[a-z]+|\|", before)
    inside = next((word for word in reversed(words[1:]) if word in WITHIN), None)
    if inside is not None:
        return clause_of(texts, kind, inside) or WITHIN[inside].format(**values)
    said = frozenset(re.findall(r"[a-z]+", _in_english(lines[line])))
    if line == 0:
        own = line_of(texts, kind, "", frozenset(), first=True, said=said)
        return _other_than(lines[line], own, FIRST[kind].format(**values))
    known = BELOW.get(kind, {"": ""})
    first = begun(lines[line])
    word = first if first in known else ""
    how = _how(lines[line]) if kind == "rule" else ""
    if how and (action := named_action(lines[line], texts)):
        who = next(iter(inputs_of_action(action, texts)), "anyone")
        return f"{who} {how} {action} when …"
    own = line_of(texts, kind, word, frozenset(known), first=False, like=how, said=said, head=lines[0])
    ours = ((_STATEMENTS.get(how) if not word else None) or known[word]).format(**values)
    return _other_than(lines[line], own, ours)


def _other_than(text: str, *models: str | None) -> str | None:
    """The first model that is not the line itself: that is written as it is, and helps nobody."""
    said = plain(_SECTION.sub("", text)).split()
    return next((one for one in models if one and plain(_SECTION.sub("", one)).split() != said), None)


def _in_english(text: str) -> str:
    return next(translated(text, len(text)), text)


def _how(text: str) -> str:
    """What a statement says of an action, in whatever language: that one must, may, must not."""
    said = _in_english(text)
    denied = "must not" if _DENIED.search(said) else ""
    return next((how for how in _STATEMENTS if re.search(rf"\b{how}\b", said)), denied)
