"""Whole battles of Axis & Allies: the odds are those of a reckoning by hand, which knows the book and nothing else.

The profiles, the steps of a round and who can hit whom are written down here once more, from the sections of the book
that stand beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import TypeAlias

import pytest
from regola_cli.forms import form_of
from regola_cli.playing import load_played
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.setup.put_up import put_up_from
from regola_compiler.model.program import Program
from regola_compiler.model.types import show
from regola_compiler.play.chance.phase_odds import played_odds
from regola_compiler.play.forms import Form
from regola_compiler.play.many.policy import Policy
from regola_compiler.play.notation import read_item
from regola_compiler.play.rules import Playing
from regola_compiler.project.yaml_file import load_yaml
from regola_runtime.play import PlayError
from support.command import Ask
from support.games import understood
from support.paths import GAMES

GAME = GAMES / "axis_allies"
# units: what a unit costs, and what it hits at: attacking, and defending.
PROFILES = {
    "infantry": (3, 1, 2),
    "artillery": (4, 2, 2),
    "tank": (5, 3, 3),
    "fighter": (10, 3, 4),
    "bomber": (12, 4, 1),
    "battleship": (20, 4, 4),
    "carrier": (14, 1, 2),
    "cruiser": (12, 3, 3),
    "destroyer": (8, 2, 2),
    "submarine": (6, 2, 1),
    "transport": (7, 0, 0),
}
AIRCRAFT = {"fighter", "bomber"}
HOLED = "battleship, holed"
# A side of a battle: its units, sorted.
Side: TypeAlias = tuple[str, ...]
Odds: TypeAlias = dict[tuple[Side, Side], Fraction]


def cost(unit: str) -> int:
    return PROFILES["battleship" if unit == HOLED else unit][0]


def value(unit: str, attacking: bool, supported: bool = False) -> int:
    """units/artillery: an infantry that an artillery supports attacks with 2."""
    _, attack, defence = PROFILES["battleship" if unit == HOLED else unit]
    return (attack + supported) if attacking else defence


def weapon(unit: str) -> str:
    return "torpedo" if unit == "submarine" else "bomb" if unit in AIRCRAFT else "gun"


def hits_of(units: Side, attacking: bool) -> Iterator[tuple[dict[str, int], Fraction]]:
    """How many hits of each weapon some units have, each unit with a die."""
    found: dict[tuple[tuple[str, int], ...], Fraction] = {(): Fraction(1)}
    supported = units.count("artillery") if attacking else 0
    for unit in units:
        helped = unit == "infantry" and supported > 0
        supported -= helped
        chance = Fraction(value(unit, attacking, helped), 6)
        after: dict[tuple[tuple[str, int], ...], Fraction] = {}
        for known, part in found.items():
            more = Counter(dict(known))
            more[weapon(unit)] += 1
            for hits, share in ((known, 1 - chance), (tuple(sorted(more.items())), chance)):
                if share:
                    after[hits] = after.get(hits, Fraction(0)) + part * share
        found = after
    for told, part in found.items():
        yield dict(told), part


def lose(units: Side, hits: Mapping[str, int], destroyer: bool) -> tuple[Side, Side]:
    """Who is left, and who is lost: a battleship is holed first, then the cheapest goes, transports last."""
    left, lost = [*units], list[str]()

    def can(shot: str, unit: str) -> bool:
        if shot == "torpedo":  # units/submarine: never an aircraft
            return unit not in AIRCRAFT
        return shot != "bomb" or unit != "submarine" or destroyer  # units/destroyer

    for shot in ("gun", "bomb", "torpedo"):
        for _ in range(hits.get(shot, 0)):
            able = [unit for unit in left if can(shot, unit)]
            able = [unit for unit in able if unit != "transport"] or able
            if "battleship" in able:
                left[left.index("battleship")] = HOLED
            elif able:
                who = min(able, key=cost)
                left.remove(who)
                lost.append(who)
    return tuple(sorted(left)), tuple(sorted(lost))


def round_of(attack: Side, defence: Side) -> Odds:
    """One round: surprise strikes, whose losses do not fire; the attackers' fire; the defenders', the lost ones among them."""
    found: Odds = {}
    destroyer = "destroyer" in (*attack, *defence)
    # units/submarine: they strike first where no enemy destroyer is.
    first = tuple(u for u in attack if u == "submarine" and "destroyer" not in defence)
    first_back = tuple(u for u in defence if u == "submarine" and "destroyer" not in attack)
    for struck, part in hits_of(first, attacking=True):
        there, _ = lose(defence, struck, destroyer)
        for back, share in hits_of(first_back, attacking=False):
            here, _ = lose(attack, back, destroyer)
            firing = tuple(u for u in here if not (u == "submarine" and first))
            still = "destroyer" in (*here, *there)
            for shots, more in hits_of(firing, attacking=True):
                left, lost = lose(there, shots, still)
                answering = tuple(sorted(u for u in (*left, *lost) if not (u == "submarine" and first_back)))
                for replies, most in hits_of(answering, attacking=False):
                    mine, _ = lose(here, replies, still)
                    end = mine, left
                    found[end] = found.get(end, Fraction(0)) + part * share * more * most
    return found


@cache
def fought(attack: Side, defence: Side, rounds: int | None = None) -> dict[tuple[Side, Side], Fraction]:
    """How a battle ends, to the last unit or for so many rounds."""
    if not attack or not defence or rounds == 0:
        return {(attack, defence): Fraction(1)}
    if set(defence) == {"transport"} and any(value(unit, attacking=True) for unit in attack):
        return {(attack, ()): Fraction(1)}  # combat/defenceless-transports
    ends: Odds = {}
    after = round_of(attack, defence)
    again = Fraction(0) if rounds is not None else after.pop((attack, defence), Fraction(0))
    for (mine, theirs), part in after.items():
        for end, share in fought(mine, theirs, None if rounds is None else rounds - 1).items():
            ends[end] = ends.get(end, Fraction(0)) + part * share / (1 - again)
    return ends


# --- the same, asked of the rules ---


@dataclass
class Battle:
    """A battle that is put up: who attacks, who defends, whether at sea, and what else there is."""

    attack: Side
    defence: Side
    sea: bool = False
    there: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    from_there: str = "A"


@pytest.fixture(scope="module")
def form() -> Form:
    return form_of(load_played(str(GAME), watched="battle"), interpreter=False)


def policy(form: Form, *first: dict[str, object]) -> Policy:
    """The cheapest first, as the file of the game has it; before that what a test wants."""
    data, wrong = load_yaml(GAME / "policies" / "cheapest_first.yaml", "cheapest_first.yaml", "policy")
    assert data is not None
    assert not wrong
    return Policy.of(form.program, [*first, *data["priorities"]])


def asked(form: Form, battle: Battle, who: Policy) -> Odds:
    """How a battle ends, as the rules play it."""
    water = ", sea: true" if battle.sea else ""
    lines = [f"A: Space(original: germany{water})", f"B: Space(original: ussr, neighbours: [A]{water})"]
    for owner, units in (("germany", battle.attack), ("ussr", battle.defence)):
        came = f", came_from: {battle.from_there}" if owner == "germany" else ""
        lines += [f"{owner} {at}: Unit(kind: {kind}, owner: {owner}, at: B{came})" for at, kind in enumerate(units)]
    lines += battle.besides
    quoted = [f'"{name}":{rest}' for name, _, rest in (line.partition(":") for line in (*battle.there, *lines))]
    program, position = put_up_from(Playing(understood("axis_allies").program).program, tuple(quoted), {})
    for name, text in (("battle.z", "B"), ("battle.who", "germany")):
        position[name, ()] = read_item(program, position, text, program.callables[name].result, name)
    found: Odds = {}
    for end in played_odds(form, "battle", position, policy=who, exact=True).ends:
        key = units_of(program, end.position, "germany"), units_of(program, end.position, "ussr")
        found[key] = found.get(key, Fraction(0)) + end.chance
    return found


def units_of(program: Program, position: Position, owner: str) -> Side:
    """The units of a power that fight, in the battle or out of it."""
    kind, owned = program.callables["Unit.kind"].result, program.callables["Unit.owner"].result
    run = Interpreter(program, position)
    found = []
    for unit in there_are(position, "Unit"):
        who = show(run.fact(program.callables["Unit.owner"], (unit,)), owned)
        what = show(run.fact(program.callables["Unit.kind"], (unit,)), kind)
        if who == owner and what != "aa_gun":
            found.append(what)
    return tuple(sorted(found))


def whole(odds: Odds) -> Odds:
    """Odds of who is left, a holed battleship being one that is left."""
    found: Odds = {}
    for (mine, theirs), part in odds.items():
        key = tuple(sorted(u.partition(",")[0] for u in mine)), tuple(sorted(u.partition(",")[0] for u in theirs))
        found[key] = found.get(key, Fraction(0)) + part
    return found


BATTLES = {
    "infantry that artillery supports": Battle(("artillery", "infantry", "infantry", "tank"), ("infantry", "tank")),
    "aircraft over land": Battle(("bomber", "fighter", "infantry"), ("fighter", "infantry")),
    "submarines that strike by surprise": Battle(("submarine", "submarine"), ("cruiser", "transport"), sea=True),
    "submarines that a destroyer finds": Battle(("cruiser", "submarine"), ("destroyer", "submarine"), sea=True),
    "submarines against each other": Battle(("carrier", "submarine"), ("submarine", "submarine"), sea=True),
    "a battleship takes two hits": Battle(("battleship",), ("cruiser", "destroyer"), sea=True),
    "two battleships": Battle(("battleship", "destroyer"), ("battleship",), sea=True),
    "transports that nobody escorts": Battle(("cruiser",), ("transport", "transport"), sea=True),
}


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_to_the_end(name: str, form: Form) -> None:
    battle = BATTLES[name]
    attack, defence = tuple(sorted(battle.attack)), tuple(sorted(battle.defence))
    assert asked(form, battle, policy(form)) == whole(fought(attack, defence))


BROKEN_OFF = {
    "on land": Battle(("infantry", "tank"), ("infantry", "infantry")),
    "aircraft that a destroyer shows the way": Battle(("destroyer", "fighter"), ("submarine", "submarine"), sea=True),
}


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("name", BROKEN_OFF)
def test_a_battle_that_is_broken_off(name: str, rounds: int, form: Form) -> None:
    battle = BROKEN_OFF[name]
    until = {"from_round": rounds, "of": "battle_rounds"}
    found = asked(form, battle, policy(form, {"do": "retreat", **until}, {"do": "break_off", **until}))
    assert found == whole(fought(battle.attack, battle.defence, rounds))


def test_a_battle_in_which_nobody_can_hit_the_other_is_told(form: Form) -> None:
    with pytest.raises(PlayError, match="may go on for ever"):
        asked(form, Battle(("fighter",), ("submarine",), sea=True), policy(form))


def test_antiaircraft_fire_comes_first(form: Form) -> None:
    # units/aa-gun/fire: a die for each aircraft, which a 1 brings down.
    attack, defence = ("fighter", "fighter", "infantry"), ("infantry",)
    expected: Odds = {}
    for lost in range(3):
        chance = Fraction(comb(2, lost) * 5 ** (2 - lost), 36)
        for end, part in fought(attack[lost:], defence).items():
            expected[end] = expected.get(end, Fraction(0)) + chance * part
    gun = Battle(attack, defence, besides=("gun: Unit(kind: aa_gun, owner: ussr, at: B)",))
    assert asked(form, gun, policy(form)) == whole(expected)


def test_ships_bombard_before_a_landing(form: Form) -> None:
    # amphibious/bombardment: at its attack value, once; who is hit still fires before he is taken off.
    attack, defence = ("infantry", "tank"), ("infantry", "infantry")
    expected: Odds = {}
    for hit, chance in ((0, Fraction(1, 2)), (1, Fraction(1, 2))):
        there = defence[hit:]
        for shots, part in hits_of(attack, attacking=True):
            left, _ = lose(there, shots, destroyer=False)
            for replies, share in hits_of(defence, attacking=False):
                mine, _ = lose(attack, replies, destroyer=False)
                for end, most in fought(mine, left).items():
                    expected[end] = expected.get(end, Fraction(0)) + chance * part * share * most
    zone, ships = ("S: Space(sea: true)",), ("guns: Unit(kind: cruiser, owner: germany, at: S)",)
    landing = Battle(attack, defence, there=zone, besides=ships, from_there="S")
    found = asked(form, landing, policy(form, {"do": "bombard"}))
    assert found == {(("cruiser", *mine), theirs): part for (mine, theirs), part in whole(expected).items()}


def test_odds_by_the_command_with_the_file_of_the_game(said: Ask) -> None:
    words = ["--scenario", "scenario_1941", "--play", "battle", "battle.z=B", "battle.who=germany", "--exact"]
    words += [
        "--policy",
        str(GAME / "policies" / "cheapest_first.yaml"),
        "--of",
        "B.controller is germany",
    ]
    pieces = (
        "B: Space(original: ussr)",
        "one: Unit(kind: tank, at: B)",
        "two: Unit(kind: infantry, owner: ussr, at: B)",
    )
    for piece in pieces:
        words += ["--with", piece]
    result = said("odds", "axis_allies", *words)
    assert result.code == 0, result.err
    won = sum(part for (mine, theirs), part in fought(("tank",), ("infantry",)).items() if mine and not theirs)
    assert str(won) in result.out
