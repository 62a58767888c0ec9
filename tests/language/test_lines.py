"""What is said of lines that were broken, lost, copied or put on the other side: the help of the first finding."""

from __future__ import annotations

import pytest
from support.cases import compiled

SIDES = "enum Side @1\n  red, blue\n"
BANDS = f"{SIDES}piece Band @1\n  side: Side\n  cv: int 0..9 = 1\n  state at: int 0..9 = 0\n"
RAFT = (
    f"{SIDES}players Side @1\nstate coins: int 0..9 = 3 @1\nsequence day @2\n  for s in red, blue\n    phase trade by s @2\n"
    "action buy(n: int 1..3) by s in trade @2\n  allowed unless forbidden\n  pays 1 from coins @2\n"
)

# What is written, the line at which the first finding stands, and what is to be written, or done, by its help.
SLIPS: dict[str, tuple[str, int, str]] = {
    "a bracket of another kind that is open": (
        "define best(pool: list of d6 from 1 up to 4) -> int 1..6 @1\n  max of d for d in pool\n"
        "example four @1\n  best([1, 4) is 4\n",
        4,
        "write `]` so that it holds `[1, 4]`: `best([1, 4]) is 4`",
    ),
    "a bracket that may close in two places": (
        "define half(a: int 0..9, b: int 0..9) -> int 0..99 @1\n  10 - (round down (a - min(b, a) / 2)\n",
        2,
        "write `)` so that it holds `(round down (a - min(b, a) / 2))` or `(a - min(b, a))`, whichever is meant",
    ),
    "a bracket too many": (
        "define most(a: int 0..9, b: int 0..9) -> int 0..9 @1\n  max(a, b))\n",
        2,
        "leave out `)`: `max(a, b)`",
    ),
    "a row over two lines": (
        "table loss(die: d6) -> (dead: int 0..9, hurt: int 0..9) @1\n  | die | dead | hurt |\n  | 1-3 | 0 |\n  | 1 |\n"
        "  | 4-6 | 1 | 2 |\n",
        3,
        "write it in one line: `| 1-3 | 0 | 1 |`",
    ),
    "a row over two lines, without its bars": (
        "table loss(die: d6) -> (dead: int 0..9, hurt: int 0..9) @1\n  | die | dead | hurt |\n  | 1-3 | 0\n    1 |\n"
        "  | 4-6 | 1 | 2 |\n",
        3,
        "write it in one line: `| 1-3 | 0 | 1 |`",
    ),
    "a row broken within a cell": (
        "table loss(die: d6) -> int 0..9 @1\n  | die     | loss |\n  | 1, 2,\n    3       | 0    |\n  | 4-6     | 1    |\n",
        3,
        "write it in one line: `| 1, 2, 3 | 0 |`",
    ),
    "a sentence over four lines": (
        f"{SIDES}define last(s: Side) -> int 0..9 @1\n  if s is red then\n    8\n  else\n    1\n",
        4,
        "write it in one line: `if s is red then 8 else 1`",
    ),
    "a comma left out at the end of a line": (
        f"{SIDES}record Hex @1\n  column: int 0..9\ndefine near(h: Hex, s: Side) -> int 0..9 @1\n  match s {{\n"
        "    red: h.column\n    blue: 3}\n",
        7,
        "write `,` before the end of the line: `red: h.column,`",
    ),
    "rows at the left edge": (
        "table loss(die: d6) -> int 0..9 @1\n  | die | loss |\n| 1-3 | 0 |\n| 4-6 | 1 |\n",
        3,
        "indent it, and the rows below it, by 2 blanks",
    ),
    "a head below a row": (
        "table loss(die: d6) -> int 0..9 @1\n  | 1-3 | 0 |\n  | die | loss |\n  | 4-6 | 1 |\n",
        3,
        "put `| die | loss |` above all rows",
    ),
    "one of two equal cells too many": (
        f"{SIDES}table step(s: Side) -> (up: int 0..9, right: int 0..9) @1\n  | s | up | right |\n  | red | 0 | 1 | 0 |\n"
        "  | blue | 1 | 2 |\n",
        5,
        "leave out one of `0`, `1` and `0`, whichever is too many",
    ),
    "a text before the inputs": (
        f'{SIDES}define worth en "What it is worth" (s: Side) -> int 0..9 @1\n  if s is red then 1 else 2\n',
        3,
        '`(s: Side) -> int 0..9 @1` stands before `en "What it is worth"`: '
        '`define worth(s: Side) -> int 0..9 @1 en "What it is worth"`',
    ),
    "a text whose line is lost": (
        f'{SIDES}define worth(s: Side) -> int 0..9 @1\n  3\n    en "In snow"\n    2\n',
        5,
        "write above it the line that it is the text of, such as `exception a_name @… when t.open`",
    ),
    "the first line of a second exception that is lost": (
        f'{SIDES}define worth(s: Side) -> int 0..9 @1\n  3\n  exception red_ones @1 when s is red\n    en "Red"\n    2\n'
        '    en "In snow"\n    1\n',
        8,
        "write it above this text: `exception … @… when …`",
    ),
    "a first line as far in as what belongs to it": (
        f"{SIDES}define worth(s: Side) -> int 0..9 @1\n  3\n  exception red_ones @1 when s is red\n    2\n"
        '    then exception late @1 when s is blue\n    en "Late"\n    1\n',
        7,
        "indent the first line of `late` by 2 blanks: what stands below it is its own",
    ),
    "a list that is declared as one thing": (
        f"{BANDS}define bands(s: Side) -> Band @2\n  those u in Band where u.side is s\n"
        "define many(s: Side) -> int 0..99 @2\n  min(9, count u in bands(s))\n",
        7,
        "write `list of Band` in place of `Band`",
    ),
    "a first line that was copied": (
        "define best(a: int 0..9) -> int 0..9 @1\n  a\ndefine best(a: int 0..9) -> int 0..9 @1\n  9 - a\n"
        "example both @1\n  best(3) is 3\n  worst(3) is 6\n",
        3,
        "`worst` is named and declared nowhere: write `worst` in place of `best` here, or there if that is it",
    ),
    "what comes out among what is given": (
        f"{RAFT}define rich -> bool @1\n  coins > 5\nexample purse @1\n  given coins is 6, rich()\n  rich()\n",
        14,
        "if it is what comes out, write it on a line of its own, without `given`; a fact is given as "
        "`given NAME is VALUE`, `given NAME(…)` or `given not NAME(…)`",
    ),
    "a line above the deed that it speaks of": (
        f"{RAFT}example buying @2\n  given phase is trade, active is red, day.s is red\n  coins is 2\n  do buy(1)\n  buy(1) is allowed\n",
        13,
        "put it below `do buy(1)`: then all of this example comes out; if the book has it here, look at the rule",
    ),
    "a line below the deed that it speaks of": (
        f"{RAFT}example buying @2\n  given phase is trade, active is red, day.s is red\n  do buy(1)\n  do buy(1)\n  coins is 2\n",
        15,
        "put it above `do buy(1)`: then all of this example comes out; if the book has it here, look at the rule",
    ),
    "a remark over two lines": (
        "# The goal is what is printed on the track\n(an absent table, below).\ndefine goal -> int 0..9 @1\n  3\n",
        2,
        "if it goes on with the remark above, it begins with `#`, too: `# (an absent table, below).`",
    ),
    "heads the other way round, of which one row alone shows it": (
        f"{SIDES}table loss(s: Side) -> (own: int 0..1, other: int 0..2) @1\n  | s | other | own |\n  | red | 0 | 1 |\n"
        "  | blue | 1 | 2 |\n",
        4,
        "write `own` in place of `other`, and `other` in place of `own`",
    ),
    "an exception a level too far out": (
        "enum Side @1\n  red, blue, green\ndefine worth(s: Side, wet: bool) -> int 0..9 @1\n  3\n"
        "  exception of_red @1 when s is red\n    2\n  exception in_rain @1 when wet\n    1\n"
        "  exception of_blue @1 when s is blue\n    4\n",
        7,
        "if `in_rain` is an exception to `of_red` alone, indent it, with what stands below it, by 4 blanks in all; if not: "
        "say which wins: `exception in_rain over of_red`, or the other way round",
    ),
    "an exception whose body is as far out as it": (
        f"{SIDES}define worth(s: Side) -> int 0..9 @1\n  3\n  exception red_ones @1 when s is red\n"
        '  en "Red ones"\n  2\n',
        7,
        "indent it, and the text above it, one step more: they belong to `red_ones`",
    ),
    "a bar left out, with one blank": (
        "table loss(die: d6) -> (dead: int 0..9, hurt: int 0..9) @1\n  | die | dead | hurt |\n  | 1-3 | 0 1 |\n"
        "  | 4-6 | 1 | 2 |\n",
        3,
        "a bar is missing: write `0 | 1` in place of `0 1`",
    ),
    "a condition whose line is lost": (
        f'{RAFT}rule poor @2\n  en "The poor buy nothing"\n  when coins is 0\n',
        13,
        "write above it the line that it is the condition of, such as `t must not buy when t.open`",
    ),
    "a statement that stands twice": (
        f"{RAFT}rule poor @2\n  s must not buy when coins is 0\n  s must not buy when coins is 0\n",
        13,
        "the same stands above already: leave out this line",
    ),
    "the first line of an action that is lost": (
        f"{SIDES}players Side @1\nsequence day @2\n  for s in red, blue\n    phase trade by s @2\n\n"
        "  allowed unless forbidden\n",
        8,
        "if the first line of what stands below the empty line was lost, write it there: `action … @…`; if it was not, "
        "such a line stands below `action`, not below `sequence`",
    ),
    "a phase inside one that has a turn": (
        f"{SIDES}players Side @1\nstate coins: int 0..9 = 3 @1\nsequence day @2\n  phase trade by red ends when coins is 0 @2\n"
        "    phase rest by blue @2\n",
        7,
        "indent it like `phase trade` above, by 2 blanks, if it comes after it; or leave out `ends when …`",
    ),
    "a piece that is put up twice alike": (
        f"{BANDS}setup @2\n  one: Band(side: red)\n  one: Band(side: red)\n",
        9,
        "the same stands there already: leave out one of the two lines",
    ),
    "another piece of the same name": (
        f"{BANDS}setup @2\n  one: Band(side: red)\n  one: Band(side: blue)\n",
        9,
        "give each piece a name of its own",
    ),
    "what one gains of whom there is an amount": (
        f"{SIDES}state leader: Side = red @1\nstate coins(s: Side): int 0..9 = 3 @1\n"
        "action tax @2\n  allowed unless forbidden\n  effect leader gains 1 @2\n",
        7,
        "say what of `leader` it is: `coins(leader)`",
    ),
    "a field that changes and is no state": (
        f"{SIDES}piece Cart @1\n  load: int 0..9\naction fill(c: Cart) @2\n  allowed unless forbidden\n"
        "  effect c.load becomes 9 @2\n",
        7,
        "if it changes in play, write `state` before it in `Cart`: `state load: …`",
    ),
    "a difference behind at most": (
        "scale Lead @1\n  low = 0, high = 2\ndefine lead(a: int 0..3, b: int 0..3) -> Lead @2\n"
        "  the last of Lead at most a - b\n",
        4,
        "a sum stands there in brackets: write `at most (a - b)`",
    ),
    "a number that leaves a scale of numbers": (
        "scale Lead @1\n  low = 0, high = 2\ndefine lead(a: int 0..3, b: int 0..3) -> Lead @2\n"
        "  the last of Lead at most (a - b)\n",
        4,
        "its steps stand for 0 to 2: keep the number within them, `max(0, …)`",
    ),
    "another chosen by where a piece may not be": (
        "place Town @1\n  next: list of Town\npiece Cart @1\n  state at: Town or none = none\n"
        "action drive(c: Cart, to: Town among c.at.next) @2\n  allowed unless forbidden\n  effect c.at becomes to @2\n",
        5,
        "let only those be chosen of which it is one: `c: Cart among (those x in Cart where x.at is a Town)`",
    ),
    "a value that is begun by another": (
        f"{SIDES}define far(s: Side) -> bool @1\n  s is redder\n"
        "example both @1\n  far(red)\n  not far(blue)\n  far(red) is true\n",
        4,
        "did you mean `red`?",
    ),
    "a dash among values": ("enum Result @1\n  AE, AR, -\n", 2, 'write `"-"` in place of `-`: `AE, AR, "-"`'),
    "signed numbers as values": (
        "scale Lead @1\n  -1, 0, +1\n",
        2,
        'a value is a word, or what is printed, in quotes; behind it stands its number: `"-1" = -1, "0" = 0, "+1" = 1`',
    ),
    "a text that is cut by a quotation mark": (
        'enum Coin @1\n  en "The "big" coin"\n  farthing\n',
        2,
        'a quotation mark within a text is written `\\"`: `"The \\"big\\"…"`',
    ),
    "a row that lost its bar above a line that is none": (
        "table loss(die: d6) -> int 0..9 @1\n  | die | loss |\n  | 1-3 | none\n  beyond die clamp @1\n",
        3,
        'close the row with `|`, or write a remark as a text: `en "none"`',
    ),
    "of two brackets one too many": (
        "define most(a: int 0..9, b: int 0..9) -> int 0..9 @1\n  max((a, b)\n",
        2,
        "leave out `(`: `max(a, b)`",
    ),
}


@pytest.mark.parametrize(("text", "line", "help_text"), SLIPS.values(), ids=SLIPS.keys())
def test_the_first_finding_says_how_it_is_mended(text: str, line: int, help_text: str) -> None:
    first = compiled((text,)).found[0]
    assert (first.span.line, str(first.help)) == (line, help_text)
