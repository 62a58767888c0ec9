"""How each line is written: a model for the line in hand, where nothing better is known of what was meant.

Each belongs to one kind of declaration, and there to its first line, to a line that begins with a word, or to any other
line. Only what stands in the middle of a line and is written alike everywhere has a model of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regola_dsl.declarations import KINDS
from regola_dsl.meant.game import clause_of, line_of
from regola_dsl.meant.stuck import begun
from regola_dsl.meant.vocabulary import translated

# Of each kind: its first line, with {name} and {section} for what somebody has written there; a line below that begins
# with no word that the kind knows; and one for each word that it does.
FIRST: dict[str, str] = {
    "enum": "enum {name} {section}",
    "scale": "scale {name} of ratios open {section}",
    "record": "record {name} {section}",
    "table": "table {name}(die: d6, odds: Odds) -> Result {section}",
    "modifiers": "modifiers {name}(a: Attack) {section}",
    "define": "define {name}(attack: int 0..9, defence: int 1..9) -> int 0..9 {section}",
    "exception": "exception {name} to strength {section} when u.alpine",
    "state": "state {name}(p: Player): int 0..6 = 0 {section}",
    "given": "given {name}(u: Unit): bool = false {section}",
    "variant": "variant {name} {section}",
    "assume": "assume {name}(u: Unit) {section}",
    "action": "action {name}(u: Unit, to: Hex) by u.side in movement {section}",
    "rule": "rule {name} over another_rule under a_variant {section}",
    "sequence": "sequence {name} {section}",
    "path": "path {name}(u: Unit) over neighbours {section}",
    "choice": "choice {name}(u: Unit) by u.side {section}",
    "example": "example {name} {section}",
    "erratum": "erratum {name} {section}",
    "accept": "accept never-read in {name} {section}",
    "label": 'label {name} en "Name" / "N."',
    "piece": "piece {name} {section}",
    "place": "place {name} {section}",
    "players": "players {name} {section}",
    "setup": "setup {section}",
    "change": "change {name}(p: Player) {section}",
    "also": "also after {name}(p) {section} when turn > 4",
    "event": "event {name}(p: Player) as soon as coins(p) is 0, once a game {section}",
    "limit": "limit {name} 1 each turn per u on move, attack {section}",
    "phase": "phase {name}(h: Hex) when called",
}
_OF_VALUES = {
    "let": "let total = a + b",
    "exception": "exception in_the_dark @9.4 when night",
    "then": "then exception in_the_dark @9.4 when night",
    "at": "at most 3",
    "half": "half, round up",
    "match": "match u.kind {infantry or militia: 1, otherwise: 2}",
    "if": "if a > b then a else b",
}
_OF_FACTS = {"state": "state steps: int 0..6 = 2 @2.4"}
_OF_EFFECTS = {"effect": "effect fuel(u.side) loses 1 @7.3 when u.motorised"}
BELOW: dict[str, dict[str, str]] = {
    "enum": {"": "plain, hill, marsh"},
    "scale": {"": "low, middle, high"},
    "record": {"": "attack: int 0..20 = 0 @2.2"},
    "piece": {"": "attack: int 0..20 = 0 @2.2", **_OF_FACTS},
    "place": {"": "terrain: Terrain = plain @2.2", **_OF_FACTS},
    "table": {
        "": "| 1-2 | miss | hit |",
        "|": "| 1-2 | miss | hit |",
        "hit": "hit first",
        "beyond": "beyond die clamp @6.4",
        "absent": "absent @6.5",
        "rising": "rising along die",
        "falling": "falling along die",
    },
    "modifiers": {"": "+1 armour @9.5 when u.armoured unless night", "let": "let most = a + b"},
    "define": {"": "u.attack + 1", **_OF_VALUES},
    "exception": {"": "u.attack + 1", **_OF_VALUES},
    "assume": {"": "not (u.at_sea and u.in_city)", "let": "let total = a + b"},
    "action": {
        "": "requires not u.tired @6.2",
        "allowed": "allowed unless forbidden",
        "forbidden": "forbidden unless allowed",
        "requires": "requires not u.tired @6.2",
        "pays": "pays 2 from coins(u.side) @6.3",
        "limit": "limit 1 each movement per u @6.4",
        "roll": "roll die: d6 @6.5",
        **_OF_EFFECTS,
    },
    "rule": {
        "": "u must not enter when u.mechanised and to.terrain is marsh",
        "let": "let most = a + b",
        "exception": "exception on_roads @7.2 when to.road",
        "failing": "failing that @7.3: effect u leaves",
    },
    "sequence": {
        "": "phase movement by axis @7.0 when turn > 1",
        "phase": "phase movement by axis @7.0 when turn > 1",
        "for": "for side in axis, soviet",
        "repeat": "repeat until turn > 14",
        "the": "the game ends when turn > 14 won by axis @10.1",
        "roll": "roll die: d6 @6.5",
        **_OF_EFFECTS,
    },
    "path": {
        "": "never into x where x.terrain is marsh @8.3",
        "from": "from u.hex",
        "first": "first at most 3 steps",
        "then": "then any number of steps from a to b where road(a, b)",
        "ends": "ends at x where x.town",
        "never": "never into x where x.terrain is marsh @8.3",
        "stops": "stops in x where x.terrain is marsh",
    },
    "choice": {
        "": "prefer least u.steps @8.4",
        "among": "among u in Unit where u.side is side",
        "prefer": "prefer least u.steps @8.4",
        "then": "then prefer u where u.armoured @8.4",
    },
    "example": {
        "": "odds(15, 4) is 3-1",
        "with": 'with tank: Unit(kind: armour, at: "Kiev")',
        "given": "given turn is 6, controls(axis, rostov)",
        "do": "do enter(u, swamp)",
        "play": 'play flak("Kiev") rolling die is 1',
        "end": "end movement",
        "let": "let odds = odds(15, 4)",
    },
    "erratum": {
        "": '@4.8 says en "the lower number counts"',
        "ruling": 'ruling @4.8 because en "the rule is the general statement"',
        "unresolved": 'unresolved en "to be asked"',
    },
    "accept": {"": 'because en "the book leaves it to the players"'},
    "setup": {"": 'tank: Unit(kind: armour, at: "Kiev")'},
    "change": {"": "effect owner(t) becomes p", **_OF_EFFECTS},
    "also": {"": "effect morale(p) gains 1", **_OF_EFFECTS},
    "event": {"": "effect play vichy", **_OF_EFFECTS},
    "phase": {
        "": "phase losses @7.1",
        "roll": "roll die: d6 @6.5",
        "repeat": "repeat until turn > 14",
        **_OF_EFFECTS,
    },
}
# What stands behind a word in the middle of a line.
WITHIN: dict[str, str] = {
    "when": "when u.armoured unless b.terrain is forest",
    "unless": "unless b.night",
    "match": "match u.kind {infantry or militia: 1, otherwise: 2}",
    "if": "if a > b then a else b",
    "count": "count u in units where u.armoured",
    "where": "u in units where u.armoured",
    "until": "until movement of axis",
}
# Statements, by what they say of an action.
_STATEMENTS = {
    "must not": "u must not enter when to.full",
    "may only": "u may only enter when to.open",
    "must": "u must enter when u.called",
    "may": "u may enter when to.open",
}
_NAME = re.compile(r"^(?:accept [\w-]+ in|\w+)(?: after)? ([^\W\d]\w*)")
_SECTION = re.compile(r"@[\w./\"-]+")


def model(lines: tuple[str, ...], line: int, before: str, texts: Sequence[str] = ()) -> str | None:
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
    words = re.findall(r"[a-z]+|\|", before)
    inside = next((word for word in reversed(words[1:]) if word in WITHIN), None)
    if inside is not None:
        return clause_of(texts, kind, inside) or WITHIN[inside]
    if line == 0:
        own = line_of(texts, kind, "", frozenset(), first=True)
        if own is not None:
            return own
        name, section = _NAME.match(lines[0]), _SECTION.search(lines[0])
        return FIRST[kind].format(name=name[1] if name else "name", section=section[0] if section else "@1.2")
    known = BELOW.get(kind, {"": ""})
    first = begun(lines[line])
    word = first if first in known else ""
    how = _how(lines[line]) if kind == "rule" else ""
    own = line_of(texts, kind, word, frozenset(known), first=False, like=how)
    return own or (_STATEMENTS.get(how) if not word else None) or known[word] or None


def _how(text: str) -> str:
    """What a statement says of an action, in whatever language: that one must, may, must not."""
    said = next(translated(text, len(text)), text)
    return next((how for how in _STATEMENTS if re.search(rf"\b{how}\b", said)), "")
