"""Who decided, where no change lets an example come out: every line that fails here contradicts one that does not."""

from __future__ import annotations

from regola_compiler.checks.book.example_fails import CODE
from regola_compiler.driver import compile_game
from regola_dsl.diagnostics import Diagnostic
from support.cases import game_of

RULES = """\
enum Ground @1
  plain, hill

piece Cart @1
  state load: int 0..9 = 0

state tide: int 0..6 = 2 @2
state pilot: bool = no @2

table price(g: Ground) -> int 0..9 @3
  | g     | price |
  | plain | 2     |
  | hill  | 4     |

define due(g: Ground, n: int 0..6) -> int 0..9 @3.1
  price(g)
  exception late @3.2 when n > 3
    9

define minus(a: int 0..9, b: int 0..9) -> int -9..9 @3.5
  a - b

define shares(g: Ground, n: int 0..6) -> int 0..99 @3.3
  due(g, n) * n

modifiers odds(n: int 0..6) @3.4
  +1 high @3.4 when n > 4
  -1 low @3.4 when n < 2

action sail(n: int 0..6) @5
  allowed unless forbidden
  requires tide > 0 @5.2

rule ebb @5.1
  anyone must not sail when n < 2 and tide < 3
  exception led @5.3 when pilot

rule alone @5.4
  anyone must not sail when n > 5

action fill(c: Cart, n: int 0..9) @6
  allowed unless forbidden
  effect c.load becomes n

action hire @6.2
  allowed unless forbidden
  effect pilot becomes yes

action burn(c: Cart) @6.3
  allowed unless forbidden
  effect c leaves

action empty(c: Cart) @6.1
  allowed unless forbidden
  effect tide becomes 3

example sailing @5.1
  sail(1) is forbidden
  sail(3) is allowed

example ashore @5.2
  given tide is 0
  sail(3) is forbidden

example filling @6
  with one: Cart
  do fill(one, 3)
  one.load is 3

example prices @3.1
  due(hill, 2) is 4
  due(hill, 5) is 9
  shares(hill, 2) is 8
  price(plain) is 2
  odds(1) is -1
  odds(6) is 1
"""


def _told(lines: str, rules: str = RULES) -> tuple[Diagnostic, str]:
    """The only finding, with all it says of other places."""
    head = "example other @9\n"
    found = compile_game(game_of([rules + "\n" + head + "".join(f"  {one}\n" for one in lines.split("; "))])).found
    (first,) = [one for one in found if one.code == CODE]
    return first, " / ".join(label.text for label in first.related)


def test_the_rules_are_as_their_examples_say() -> None:
    assert [one for one in compile_game(game_of([RULES])).found if one.code == CODE] == []


def test_what_forbids_is_shown_with_the_exception_that_does_not_hold() -> None:
    first, shown = _told("sail(1) is allowed")
    assert "`ebb` forbids it, and none of its exceptions holds here" in str(first.help)
    assert shown == ("`ebb` decides it: `n < 2 and tide < 3` holds / `led` has no say here: `pilot` does not hold")


def test_what_does_not_forbid_is_shown_with_what_of_its_condition_does_not_hold() -> None:
    first, shown = _told("sail(3) is forbidden")
    assert "no rule forbids it here" in str(first.help)
    assert shown == (
        "`ebb` has no say here: `n < 2` does not hold, `n` is 3 / "
        "`alone` has no say here: `n > 5` does not hold, `n` is 3 / "
        "`tide > 0` holds, `tide` is 2"
    )


def test_what_is_required_is_shown_where_it_is_not_so() -> None:
    _, shown = _told("given tide is 0; sail(3) is allowed")
    assert shown == "`tide > 0` does not hold, `tide` is 0"


def test_what_gives_a_value_is_followed_to_the_row_that_has_it() -> None:
    first, shown = _told("due(hill, 2) is 5")
    assert "hold this row of `price` against the book" in str(first.help)
    assert shown == (
        "this row answers: `g` is hill / asked here / `late` has no say here: `n > 3` does not hold, `n` is 2"
    )


def test_what_is_worked_out_is_shown_with_what_it_is_worked_out_of() -> None:
    first, shown = _told("shares(hill, 2) is 9")
    assert "`shares` gives it" in str(first.help)
    assert shown == "this gives 8: `due(g, n)` is 4, `n` is 2"


def test_what_adds_up_is_shown_line_by_line() -> None:
    _, shown = _told("odds(1) is 0")
    assert shown == "this adds -1 / `high` has no say here: `n > 4` does not hold, `n` is 1"


def test_of_what_a_deed_left_as_it_was_it_is_said_which_deeds_write_it() -> None:
    first, shown = _told("with one: Cart; do fill(one, 3); do empty(one); one.load is 4")
    assert str(first.help) == (
        "`fill` made it so, and no effect of `empty` below it writes `load`: write one there, such as "
        "`effect c.load gains 1`, or correct that of `fill`, or this line"
    )
    assert shown == "no effect of this writes `load` / this made it what it is / this writes it, if anything does"


def test_what_an_effect_is_to_add_is_called_as_the_deed_calls_it() -> None:
    first, _ = _told("with one: Cart; do fill(one, 3); one.load is 3; do sail(3); tide is 5")
    assert "`effect tide gains n`" in str(first.help)


def test_what_is_to_be_nothing_is_emptied_whatever_it_was() -> None:
    first, _ = _told("with one: Cart; given one.load is 2; do fill(one, 3); do empty(one); one.load is 0")
    assert "`effect c.load becomes 0`" in str(first.help)


def test_of_what_nothing_wrote_it_is_said_who_could() -> None:
    first, shown = _told("with one: Cart; do empty(one); one.load is 4")
    assert "no effect of `empty` writes `load`, as `fill` does" in str(first.help)
    assert shown == "no effect of this writes `load` / what it does is said here"


def test_who_is_to_leave_is_called_as_the_deed_calls_him() -> None:
    first, shown = _told("with one: Cart; do empty(one); (count c in Cart) is 0")
    assert str(first.help) == (
        "if a `Cart` leaves by `empty`, as by `burn`, write `effect c leaves` there, or correct this line"
    )
    assert shown == "no `Cart` leaves by this, and none enters / what it does is said here"


def test_of_a_deed_that_speaks_of_none_it_is_left_open_who_leaves() -> None:
    first, _ = _told("with one: Cart; do hire; (count c in Cart) is 0")
    assert "write `effect … leaves` there" in str(first.help)


def test_of_what_a_deed_wrote_its_effect_is_shown() -> None:
    first, shown = _told("with one: Cart; do fill(one, 3); one.load is 3; one.load is 4")
    assert "`fill` made it so" in str(first.help)
    assert shown == "this made it what it is / this writes it, if anything does"


def test_of_what_is_asked_of_those_to_whom_something_was_done_it_is_said_what_none_of_it_wrote() -> None:
    rules = RULES.replace("  state load: int 0..9 = 0\n", "  state load: int 0..9 = 0\n  state full: bool = no\n")
    rules += (
        "\naction seal(c: Cart) @6.3\n  allowed unless forbidden\n  requires c.full @6.3\n  effect c.full becomes no\n"
    )
    rules += "\nexample unsealed @6.3\n  with one: Cart\n  do fill(one, 5)\n  seal(one) is forbidden\n"
    _, shown = _told("with one: Cart; do fill(one, 5); seal(one) is allowed", rules)
    assert shown == '`c.full` does not hold / `full` of `"one"` is false, and nothing done above writes it'


def test_what_is_forbidden_for_another_reason_is_not_asked_on_the_other_side_of_a_deed() -> None:
    rules = RULES + "\nrule once @6.4\n  anyone must not hire when pilot\n"
    first, _ = _told("hire is forbidden; do sail(3)", rules)
    assert "put it" not in str(first.help)


def test_that_a_deed_is_to_make_something_true_is_proposed_as_its_effect() -> None:
    rules = RULES.replace("  state load: int 0..9 = 0\n", "  state load: int 0..9 = 0\n  state full: bool = no\n")
    rules += "\naction seal(c: Cart) @6.3\n  allowed unless forbidden\n  effect c.full becomes yes\n"
    rules += "\nexample at_first @6.3\n  with one: Cart\n  not one.full\n"
    first, _ = _told("with one: Cart; do fill(one, 5); one.full", rules)
    assert "such as `effect c.full becomes true`" in str(first.help)


def test_of_whom_an_effect_is_to_say_it_is_left_open_where_the_deed_does_not_name_one() -> None:
    rules = RULES + "\nstate held(n: int 1..3, m: int 1..3): bool = no @7\n\nexample at_first @7\n  not held(1, 2)\n"
    first, _ = _told("do hire; held(1, 2)", rules)
    assert "`effect held(…) becomes true`" in str(first.help)


def test_two_values_that_an_example_asks_with_in_each_others_place_are_told() -> None:
    first, shown = _told("minus(5, 2) is 3; minus(1, 6) is 5")
    assert str(first.help) == (
        "write `minus(6, 1)` in place of `minus(1, 6)`: then all of this example comes out; if the book has it so, look "
        "at the rule"
    )
    assert shown == ""


def test_two_values_that_are_asked_for_in_each_others_place_are_told() -> None:
    first, shown = _told("minus(5, 2) is 4; minus(5, 1) is 3")
    assert "with their values exchanged, `minus(5, 2) is 3` and `minus(5, 1) is 4`" in str(first.help)
    assert shown == "one value of these may be another’s"


def test_where_two_exchanges_would_do_none_is_told() -> None:
    first, _ = _told("minus(minus(1, 4), minus(2, 5)) is 9")
    assert "in place of" not in str(first.help)
