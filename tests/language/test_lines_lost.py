"""What is said of lines that were lost, joined, broken in two or moved, and of names that lost what parted them."""

from __future__ import annotations

import pytest
from support.cases import compiled

SIDES = "enum Side @1\n  red, blue\n"
FAIR = f"{SIDES}players Side @1\nsequence fair @1.2\n  for s in red, blue\n    phase night by s @1.3\n"
WORTH = f"{SIDES}define worth(s: Side) -> int 0..9 @1\n  if s is red then 1 else 2\n"
TOTAL = "define total(s: Side) -> int 0..99 @1\n  worth(s) + bonus(s)\n"

# What is written, the line at which the first finding stands, and what is to be written, or done, by its help.
SLIPS: dict[str, tuple[str, int, str]] = {
    "a first line that others name, grown together with what stands above": (
        f"{WORTH}  if s is red then 3 else 4\n{TOTAL}",
        5,
        "write its first line above this line: `define bonus(…) -> … @…`",
    ),
    "a first line that others name, below an empty line": (
        f"{WORTH}\n  if s is red then 3 else 4\n{TOTAL}",
        6,
        "write its first line above this line: `define bonus(…) -> … @…`",
    ),
    "the first line of a table": (
        f"{WORTH}enum Way @1\n  north, south\n  | s | bonus |\n  | red | 1 |\n  | blue | 2 |\n{TOTAL}",
        7,
        "write its first line above this line: `table bonus(…) -> … @…`",
    ),
    "the first line of an action that nothing names": (
        f"{FAIR}  allowed unless forbidden\n  requires s is red @2\n",
        7,
        "if the first line of what stands from here on was lost, write it above: `action … @…`; if it was not, such a line "
        "stands below `action`, not below `sequence`",
    ),
    "a second value where nothing is missing": (
        f"{WORTH}  if s is red then 3 else 4\n",
        5,
        "keep one, or make the other an exception with `when`",
    ),
    "a value that lost its exception": (
        f"{SIDES}define worth(s: Side) -> int 0..9 @1\n  1\n    3\n",
        5,
        "write above it the line that it stands below, such as `exception a_name @… when t.open`",
    ),
    "a first line below which nothing is left, of a condition": (
        f"{SIDES}define calm(s: Side) -> bool @1\nstate day: int 0..9 = 1 @1\n",
        3,
        "write below it, indented, what belongs to it, such as `not t.open or t.size > 0`",
    ),
    "a first line below which nothing is left, of one of a list": (
        f"{SIDES}define other(s: Side) -> Side @1\nstate day: int 0..9 = 1 @1\n",
        3,
        "write below it, indented, its value: `Side`",
    ),
    "a first line over two, at its section": (
        f"{SIDES}rule late\n@2.1\n  s must not rest\n",
        3,
        "write it in one line: `rule late @2.1`",
    ),
    "a first line over two, within its brackets": (
        f"{SIDES}define worth(s:\nSide) -> int 0..9 @1\n  1\n",
        3,
        "write it in one line: `define worth(s: Side) -> int 0..9 @1`",
    ),
    "a line that goes on at the left edge": (
        f"{WORTH}example one @1\n  worth(red) is\n1\n",
        6,
        "write it in one line: `worth(red) is 1`",
    ),
    "a line that goes on at the left edge with its section": (
        f"{SIDES}state day: int 0..9 = 1 @1\nchange late(s: Side) @1\n  effect day becomes 2\n@1.1\n",
        6,
        "write it in one line: `effect day becomes 2 @1.1`",
    ),
    "two statements of an example in one line": (
        f"{WORTH}example one @1\n  worth(red) is 1 worth(blue) is 2\n",
        6,
        "these are two lines: `worth(red) is 1`, and below it `worth(blue) is 2`",
    ),
    "two rows in one": (
        f"{SIDES}table worth(s: Side) -> int 0..9 @1\n  | s | worth |\n  | red | 1 || blue | 2 |\n",
        5,
        "these are two rows: `| red | 1 |`, and below it `| blue | 2 |`",
    ),
    "a value of two cases behind a first line": (
        f"{SIDES}define worth(s: Side) -> int 0..9 @1 if s is red then 1 else 2\n",
        3,
        "what belongs to it stands on a line of its own, indented: `define worth(s: Side) -> int 0..9 @1`, and below it "
        "`if s is red then 1 else 2`",
    ),
    "what belongs to a phase above it": (
        f"{SIDES}players Side @1\nstate day: int 0..9 = 1 @1\nsequence fair @1.2\n  for s in red, blue\n"
        "      effect day gains 1\n    phase night by s @1.3\n",
        7,
        "indent it like the line `phase night by s @1.3` below it, by 4 blanks; or write it below that line, if it "
        "belongs to it",
    ),
    "an exception as far in as its value": (
        f"{WORTH}    exception late @2 when s is blue\n    3\n",
        5,
        "indent it like `if s is red then 1 else 2` above, by 2 blanks",
    ),
    "a bracket lost between two names": (
        f"{WORTH}define all -> int 0..99 @1\n  worthred) + worth(blue)\n",
        6,
        "write `worth(red` in place of `worthred`: `worth(red) + worth(blue)`",
    ),
    "a name with a blank in it": (
        f"{WORTH}define all -> int 0..99 @1\n  wor th(red) + worth(blue)\n",
        6,
        "write `worth` in place of `wor th`: `worth(red) + worth(blue)`",
    ),
    "a field of what has none": (
        f"{SIDES}define worth(s: Side) -> int 0..9 @1\n  if s is red.value then 1 else 2\n",
        4,
        "write `red` in place of `red.value`: `if s is red then 1 else 2`",
    ),
    "brackets behind a value": (
        f"{SIDES}define worth(s: Side) -> int 0..9 @1\n  if s is red() then 1 else 2\n",
        4,
        "leave out `()`: `if s is red then 1 else 2`",
    ),
    "a name that is asked of itself": (
        f"{FAIR}action rest(n: int 1..2) by s in night @2\n  allowed unless forbidden\nrule late.late @2.1\n"
        "  s must not rest when n is 1\n",
        9,
        "write `late` in place of `late.late`: `rule late @2.1`",
    ),
    "a value that is lost, beside one that nothing names": (
        'enum Land @1\n  malta  en "Malta"\n  rhodes  en "Rhodes"\ndefine far(l: Land) -> bool @1\n  l is rhodes or l is crete\n'
        "define near(l: Land) -> bool @1\n  l is crete\n",
        2,
        "write `crete` here, or `malta` there; if the line of `crete` was lost, write it again",
    ),
    "two names that what was renamed would not do for": (
        f"{SIDES}state day: Side = red @1\ndefine a -> int 0..9 @1\n  day_one + 1\ndefine b -> int 0..9 @1\n  day_two + 1\n"
        "define c -> int 0..9 @1\n  day_one + day_two\n",
        5,
        "declare it again, `state day_one: …`, or take it out of these places",
    ),
}


@pytest.mark.parametrize(("text", "line", "help_text"), SLIPS.values(), ids=SLIPS.keys())
def test_the_first_finding_says_how_it_is_mended(text: str, line: int, help_text: str) -> None:
    first = compiled((text,)).found[0]
    assert (first.span.line, str(first.help)) == (line, help_text)
