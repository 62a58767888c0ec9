"""What is said of slips in the structure of a text: how it is mended stands in the help of the first finding."""

from __future__ import annotations

import pytest
from support.cases import compiled

SIDES = "enum Side @1.1\n  red, blue\n"
GROUND = "enum Ground @1.1\n  plain, hill, marsh, wood\n"

# What is written, the line at which the first finding stands, and what is to be written, or done, by its help.
SLIPS: dict[str, tuple[str, int, str]] = {
    "a bar in place of a comma": (
        "enum Month @1.1\n  march, april, may, june\ntable loss(month: Month) -> int 0..9 @1.1\n"
        "  | month | loss |\n  | march | april | 0 |\n  | may, june | 1 |\n",
        5,
        "both `march` and `april` stand under `month`: write a comma in place of the `|` between them, or leave out one "
        "of them",
    ),
    "a value too many, as the other rows show": (
        f"{GROUND}table cost(g: Ground, wet: bool) -> int 0..9 @1.1\n  | g | wet | cost |\n  | plain | hill | - | 1 |\n"
        "  | marsh | yes | 4 |\n  | marsh | no | 3 |\n  | hill | - | 4 |\n",
        5,
        "both `plain` and `hill` stand under `g`: write a comma in place of the `|` between them, or leave out one of "
        "them",
    ),
    "a cell too few, which may be any": (
        f"{GROUND}table cost(die: d6, g: Ground) -> int 0..9 @1.1\n  | die \\ g | plain | hill | marsh | wood |\n"
        "  | 1-3 | 1 | 2 | 3 | 4 |\n  | 4-6 | 2 | 3 | 4 |\n",
        6,
        "add 1 cell: as it stands it has nothing under `wood`; if it is not the last that was left out, what stands "
        "behind it moves to the right",
    ),
    "a head that was lost": (
        "enum Way @1.1\n  north, south\ntable step(way: Way) -> (down: int -1..1, right: int -1..1) @1.1\n"
        "  | north | -1 | 0 |\n  | south | 1 | 0 |\n",
        4,
        "write its head above it: `| way | down | right |`",
    ),
    "the head of a grid that was lost": (
        f"{GROUND}table cost(die: d6, g: Ground) -> int 0..9 @1.1\n  | 1-3 | 1 | 2 | 3 | 4 |\n  | 4-6 | 2 | 3 | 4 | 5 |\n",
        4,
        "write its head above it: `| die \\ g | plain | hill | marsh | wood |`",
    ),
    "the minus of print": (
        "table won(points: int) -> int 0..9 @1.1\n  | points | won |\n  | −3..3 | 1 |\n  | 4+ | 2 |\n  | -4- | 0 |\n",
        3,
        "`−` is printed for a minus: write `-3..3`",
    ),
    "a number in words": ("define rich(coins: int 0..99) -> bool @1.1\n  coins >= thirty\n", 2, "write `30`"),
    "a number in words of Italian": (
        "define rich(coins: int 0..99) -> bool @1.1\n  coins >= venti\n",
        2,
        "write `20` in place of `venti`: `coins >= 20`",
    ),
    "a number in joined words": (
        "define rich(coins: int 0..99) -> bool @1.1\n  coins >= forty-five\n",
        2,
        "write `45`",
    ),
    "a heading without `#`": (
        f"{SIDES}--- the march ---\n",
        3,
        "what is for the reader alone begins with `#`: write `# --- the march ---`",
    ),
    "a line of signs": (
        f"{SIDES}===========\n",
        3,
        "what is for the reader alone begins with `#`: write `# ===========`",
    ),
    "what is put up without a name": (
        "place Town @1.1\n  size: int 0..9 = 1\nsetup @1.2\n  north: Town(size: 3)\n  Town(size: 2)\n",
        5,
        "what stands there at the start has a name of its own in front, with a colon: `one: Town(size: 2)`",
    ),
    "a `given` below the line that asks": (
        "state coins: int 0..9 = 3 @1.1\ndefine toll -> int 0..9 @1.1\n  if coins > 5 then 3 else 1\n"
        "example rich @1.1\n  toll() is 3\n  given coins is 6\n  toll() is 3\n",
        5,
        "write the line with this `given` above it: what is told holds for the lines below alone",
    ),
    "a `given` below which nothing is asked": (
        "state coins: int 0..9 = 3 @1.1\ndefine toll -> int 0..9 @1.1\n  if coins > 5 then 3 else 1\n"
        "example rich @1.1\n  toll() is 3\n  given coins is 6\n",
        6,
        "put the line that asks below it; or leave out `given`, if it is asked itself",
    ),
    "what a definition comes to is not said": (
        f"{SIDES}{GROUND}define enemy(s: Side) @1.2\n  if s is red then blue else red\n",
        5,
        "write `-> Side` before `@`: `define enemy(s: Side) -> Side @1.2`",
    ),
    "what a fact is is not said": (
        f"{SIDES}{GROUND}state ground = hill @1.2\n",
        5,
        "write `: Ground` before `=`: `state ground: Ground = hill @1.2`",
    ),
    "a die that nobody rolls": (
        "state day: int 0..9 = 1 @1\ndefine later(die: d6) -> int 1..6 @1.1\n  die\n"
        "sequence fair @1.2\n  phase night @1.3\n    effect day becomes later(die) @1.3\n",
        6,
        "what a die shows is rolled on a line above, in an action or a phase: `roll die: d6`; elsewhere it is an input: "
        "`die: d6`",
    ),
    "a first line that was lost": (
        f"{SIDES}sequence fair @1.2\n  for s in red, blue\n    phase night by s @1.3\naction rest(n: int 1..2) by s in "
        "night @2\n  allowed unless forbidden\nrule once @2.1\n  s must not rest when n is 1\n\n"
        "  s must not rest when n is 2\n",
        11,
        "if the first line of what stands below the empty line was lost, write it there: `rule … @…`; if it was not, "
        "make a rule of each, or join their conditions with `or`",
    ),
    "a comma before a text": (
        'enum Sky @1.1\n  calm,  en "Calm"\n  gale  en "Gale"\n',
        2,
        'leave out `,`: `calm  en "Calm"`',
    ),
    "a text without the mark at its beginning": (
        f'{SIDES}state calm: bool = true @1.1\n  en Whether the sky is calm"\n',
        4,
        'write `"Whether` in place of `Whether`: `en "Whether the sky is calm"`',
    ),
    "brackets round what is asked with": (
        f"{SIDES}define enemy s: Side -> Side @1.2\n  if s is red then blue else red\n",
        3,
        "write `(s: Side)` in place of `s: Side`: `define enemy(s: Side) -> Side @1.2`",
    ),
    "two lines in one": (
        "piece Cart @1.1\n  size: int 0..9 = 1, state empty: bool = true\n",
        2,
        "these are two lines: `size: int 0..9 = 1`, and below it `state empty: bool = true`",
    ),
    "two facts in one": (
        "piece Cart @1.1\n  state row, column: int 1..8\n",
        2,
        "each stands on a line of its own: `state row: int 1..8`, and below it `state column: int 1..8`",
    ),
    "two declarations in one line": (
        f'{SIDES}state calm: bool = true @1.1 define enemy(s: Side) -> Side @"second"\n  if s is red then blue else red\n',
        3,
        "a declaration begins on a line of its own: `state calm: bool = true @1.1`, and below it "
        '`define enemy(s: Side) -> Side @"second"`',
    ),
    "nothing below a first line": (
        f"{SIDES}rule once @1.1\n",
        3,
        "write below it, indented, what belongs to it, such as `t must not move when t.open`",
    ),
    "a modifier without how much": (
        "modifiers mud(wet: bool) @1.1\n  deep @1.1 when wet\n",
        2,
        "a modifier begins with how much it changes: `+1 deep …`, or `-1 deep …`",
    ),
    "a phase without a name": ("sequence fair @1.1\n  phase @1.2\n", 2, "a phase has a name: `phase a_name …`"),
    "a head that stands twice": (
        "table loss(die: d6) -> int 0..9 @1.1\n  | die | loss |\n  | die | loss |\n  | 1-3 | 1 |\n  | 4-6 | 2 |\n",
        3,
        "leave out this line",
    ),
    "a value that stands twice": (
        "define toll -> int 0..9 @1.1\n  3\n  3\n",
        3,
        "the same stands above already: leave out this line",
    ),
    "a bar at the end of what is no row": (
        f"{SIDES}define toll -> int 0..9 @1.1\n  3 |\n",
        4,
        "leave out `|`: `3`",
    ),
    "a heading of words": (
        f"{SIDES}\nDie Nacht\n\n",
        4,
        "if it is a heading, for the reader alone, write `# Die Nacht`; a declaration begins with a word for what it is: "
        "`enum`, `table`, `define`, `action`, `rule`, `sequence`, …",
    ),
    "a line too far in, among the texts of another": (
        f"{SIDES}state day: int 0..9 = 1 @1\nsequence fair @1.2\n  for s in red, blue\n    phase night by s @1.3\n"
        'action rest(n: int 1..2) by s in night @2\n  allowed unless forbidden\n  requires n > 1 @2.1\n    en "Two"\n'
        '    requires day > 1 @2.2\n    en "Late"\n',
        11,
        "indent it like `requires n > 1 @2.1` above, by 2 blanks",
    ),
    "a loop over the players that was lost": (
        f"{SIDES}players Side @1\nsequence fair @1.2\n  phase night by s @1.3\n",
        5,
        "write `for s in red, blue` above `phase night by s`, and indent the phase below it",
    ),
    "two conditions that nothing joins": (
        f"{SIDES}define calm(s: Side, day: int 0..9) -> bool @1.1\n  s is red\n  day > 3\n",
        5,
        "join the two with `and` or `or`, or keep one, or make the other an exception with `when`",
    ),
    "values without the names of their facts": (
        f"{SIDES}piece Cart @1.1\n  side: Side\n  size: int 0..9\nsetup @1.2\n  one: Cart(red, 3)\n",
        7,
        "each value has the name of its fact in front: `side: red, size: 3`",
    ),
}


@pytest.mark.parametrize(("text", "line", "help_text"), SLIPS.values(), ids=SLIPS.keys())
def test_the_first_finding_says_how_it_is_mended(text: str, line: int, help_text: str) -> None:
    first = compiled((text,)).found[0]
    assert (first.span.line, str(first.help)) == (line, help_text)
