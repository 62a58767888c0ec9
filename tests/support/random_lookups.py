"""Random questions about pieces: which of them, whether any, how many, where some field is as something else says."""

from __future__ import annotations

from random import Random

from support.random_play_programs import SIDES

RULES = (
    SIDES
    + """\
  state owner: Side = {owner}
  state steps: int 0..4 = {steps}
  state at: Space or none = none
  state told: Space
  state by: Unit or none = none
  state tired: bool = false
  state grade: int 0..9 = grade_of(steps)

{table}

state leader(u: Unit): Unit or none = none @3
state mine: Side = red @3
state seen(s: Side): bool = false @3
state turns: int 0..40 = 0 @3

define other(s: Side) -> Side @1
  if s is red then blue else red

define stands_in(u: Unit, h: Space) -> bool @1
  u.at is h

define where(u: Unit, h: Space) -> Space @1
  if u.tired then h else u.told

define was(u: Unit) -> bool @1
  u.steps >= 2 at the start of turn

define here(h: Space) -> list of Unit @1
  those u in Unit where u.at is h and u.side is mine

define crowd(h: Space, s: Side) -> int 0..99 @1
  min(99, count x in here(h) where x.owner is s and not x.tired)

sequence game @4
  repeat until turns >= {turns}
  phase turn by mine @4
    effect turns gains 1
    effect mine becomes other(mine)

action march(u: Unit, to: Space) by mine in turn @5
  allowed unless forbidden
  limit 1 each turn
  effect u.at becomes to
  effect u.told becomes to
  effect u.tired becomes not u.tired

action flee(u: Unit) by mine in turn @5
  allowed unless forbidden
  limit 1 each turn
  requires u.at is not none
  effect u.at becomes none
  effect u.steps becomes min(4, u.steps + u.cv)

action desert(u: Unit, v: Unit) by mine in turn @5
  allowed unless forbidden
  limit 1 each turn
  effect u.owner becomes other(u.owner)
  effect u.by becomes v
  effect v.leader becomes u
  effect seen(u.owner) becomes true

action fall(u: Unit) by mine in turn @5
  allowed unless forbidden
  limit 1 each turn
  requires (count v in Unit) > 2
  effect u leaves
  effect each v in Unit where v.by is u
    v.by becomes none
{levy}
"""
)

RALLY = """
action rally(u: Unit) by mine in turn @5
  forbidden unless allowed
  limit 1 each turn
  effect u.tired becomes false

rule who_rallies @5
  u may rally when u.steps >= 3 at the start of turn
"""

LEVY = """
action levy(h: Space) by mine in turn @5
  allowed unless forbidden
  limit 1 each turn
  requires (count v in Unit) < 6
  effect new Unit(side: mine, cv: 2, at: h)
"""

TABLES = (
    "define grade_of(steps: int 0..4) -> int 0..9 @3\n  2 * steps",
    # Where one has no answer all are looked at.
    "define grade_of(steps: int 0..4) -> int 0..9 @3\n  3 * steps",
)

ATOMS = (
    "v.at is h",
    "h is v.at",
    "v.told is h",
    "v.side is s",
    "v.owner is s",
    "v.owner is not s",
    "v.owner is other(s)",
    "v.at is u.at",
    "v.at is u.told",
    "v.told is u.told",
    "v.at is none",
    "v.by is u",
    "v.by is none",
    "v.steps is u.cv",
    "v.steps is n",
    "v.steps is n + 1",
    "v.grade is n",
    "v.grade is not u.grade",
    "stands_in(v, h)",
    "not v.tired",
    "v.tired",
    "v is not u",
    "v.cv > 1",
    "seen(v.owner)",
    "v.steps > v.cv - 1",
    "v.owner is v.side",
    "(v.at is h or v.at is none)",
    "v.steps is (u.steps at the start of turn)",
    "v.at is (u.at at the start of turn)",
    "(v.at is h at the start of turn)",
    "v is u",
    "(v is u or v.by is u)",
    "(v is u or v.leader is u)",
    "v.leader is u",
    "v.leader is not none",
    "(any w in here(h) where w is v)",
    "crowd(h, v.owner) > n",
    "crowd(where(u, h), other(v.side)) is crowd(h, s)",
    "v.at is (if u.tired then h else where(u, h))",
)

FOLDS = (
    ("bool", "any v in Unit where {}"),
    ("bool", "all v in Unit where {}"),
    ("bool", "no v in Unit where {}"),
    ("int 0..99", "min(99, count v in Unit where {})"),
    ("int 0..99", "min(99, sum of v.steps for v in Unit where {})"),
    ("int 0..9", "min of v.steps for v in Unit where {}"),
    ("list of Unit", "those v in Unit where {}"),
    ("bool", "was(u) and any v in Unit where {}"),
    ("bool", "any w in Space where any v in Unit where {} and v.at is w"),
    ("int 0..99", "min(99, sum of (count v in Unit where {} and v.by is x) for x in Unit where x.side is s)"),
)


def lookups_program(seed: int, *, questions: int = 8) -> str:
    """A game with some questions, `q0` and so on, each of a piece, a place, a side and a number."""
    random = Random(seed)
    levy = random.choice((RALLY, LEVY))
    # Who has been made since was not there at the start of a turn: that is asked where nobody is.
    atoms = [one for one in ATOMS if levy == RALLY or "at the start" not in one]
    folds = [one for one in FOLDS if levy == RALLY or "was(" not in one[1]]
    text = RULES.format(
        owner=random.choice(("side", "red", "other(side)")),
        steps=random.choice(("cv", "2")),
        table=random.choice(TABLES),
        turns=random.randint(4, 12),
        levy=levy,
    )
    parts = [text]
    for number in range(questions):
        result, fold = random.choice(folds)
        condition = " and ".join(random.sample(atoms, random.randint(1, 4)))
        parts.append(
            f"define q{number}(u: Unit, h: Space, s: Side, n: int 0..4) -> {result} @6\n  {fold.format(condition)}\n"
        )
    parts.append("setup")
    parts += [f"  {name}: Space(rough: {random.choice(('true', 'false'))})" for name in ("hill", "dale")]
    for side, letter in (("red", "r"), ("blue", "b")):
        for number in range(random.randint(1, 2)):
            more = random.choice(("", ', at: "hill"', ', at: "dale"', ', at: "hill", told: "dale"', ', told: "hill"'))
            parts.append(f"  {letter}{number}: Unit(side: {side}, cv: {random.randint(1, 3)}{more})")
    return "\n".join(parts) + "\n"
