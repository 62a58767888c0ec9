"""Random small games with pieces: places, effects of every kind, limits, dice, called phases, loops, ends.

What is drawn is always sound: amounts stay within their bounds because whoever could leave them asks first. So whatever
goes wrong while one is played is a mistake of the program that plays it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

# Two sides, their spaces, and a piece whose other facts follow.
SIDES = """\
enum Side @1
  red, blue

players Side @1

place Space @2
  rough: bool

piece Unit @2
  side: Side
  cv: int 1..3
"""

PRELUDE = (
    SIDES
    + """\
  state steps: int 0..4 = cv
  state at: Space or none = none
  state tired: bool = false{tired}
  state flag: Side = {flag}

state gold(s: Side): int 0..9 = {gold} @3
state turns: int 0..{turns} = 0 @3
state score: int 0..40 = 0 @3
state plan(s: Side): int 0..9 = 0 hidden from all but s{open} @3
state purse: int 0..99 = 0 @3

define other(s: Side) -> Side @1
  if s is red then blue else red

{mine}

{here}

{met}

"""
)


# What is asked of a piece `v`, where a piece and a space are known; what is looked up stands before and behind the rest.
MEETING = (
    "v.at is h",
    "v.at is u.at",
    "v.at is none",
    "v.flag is u.side",
    "v.flag is not u.flag",
    "v.steps is u.cv",
    "v.side is u.flag",
    "not v.tired",
    "v is not u",
    "v.steps > u.cv",
    "v.flag is v.side",
)


@dataclass
class PlayWriter:
    """Writes one game."""

    random: Random
    aside: Random  # for what came later, so that the rest of a game stays what it was
    loops: Random  # for what loops do each time, which came later still
    lines: list[str] = field(default_factory=list)
    several: bool = True
    raiding: bool = False
    lasting: str = ""

    def some(self, *options: str) -> str:
        """One of some ways to say something."""
        return self.random.choice(options)

    def chance(self, probability: float) -> bool:
        """Whether something is said at all."""
        return self.random.random() < probability

    def game(self) -> str:
        """A whole game."""
        tired = self.some("", " lasting turn", " until turn", " until turn of red", " until move")
        self.lines.append(
            PRELUDE.format(
                tired=tired,
                gold=self.random.randint(0, 4),
                turns=self.random.randint(2, 4),
                open=self.some("", "", " unless gold(s) > 4"),
                mine=self.those("mine(s: Side)", "u.side is s"),
                here=self.those("here(h: Space, s: Side)", "u.side is s and u.at is h"),
                flag=self.some("side", "red", "other(side)"),
                met=self.met(),
            )
        )
        # For how long what rules make lasts, if they make any.
        self.raiding = self.chance(0.5)
        self.lasting = self.some("turn", "strike")
        self.sequence()
        self.march()
        self.fight()
        if self.chance(0.6):
            self.rest()
        if self.chance(0.5):
            self.event()
        if self.chance(0.3):
            self.weariness()
        if self.raiding:
            self.raids()
        if self.chance(0.5):
            self.levy()
        if self.chance(0.5):
            self.gather()
        self.barred()
        self.banners()
        self.setup()
        return "\n".join(self.lines) + "\n"

    def those(self, name: str, condition: str) -> str:
        """The units that fulfil something: as a definition, or as a choice without priorities."""
        if self.chance(0.5):
            return f"choice {name} @2\n  among u in Unit where {condition}"
        return f"define {name} -> list of Unit @2\n  those u in Unit where {condition}"

    def met(self) -> str:
        """How many there are of a kind that a piece and a space are asked for."""
        found = f"v in Unit where {' and '.join(self.random.sample(MEETING, self.random.randint(1, 3)))}"
        folded = self.some(
            f"count {found}", f"sum of v.steps for {found}", f"count w in (those {found}) where w is not u"
        )
        return f"define met(u: Unit, h: Space) -> int 0..99 @2\n  min(99, {folded})"

    def sequence(self) -> None:
        """The phases: a turn of each side, fights for spaces, battles that are called."""
        say = self.lines.append
        say("sequence game @4")
        say(f"  repeat until turns is {self.random.randint(1, 2)}")
        loop = self.some("red, blue", "blue, red", "Side")
        say(f"  for p in {loop}")
        say("    phase turn by p @4")
        ends = self.some("", " ends when times march in turn is 2", " ends when done march in turn")
        say(f"      phase move{ends} @4")
        if self.chance(0.5):
            say(f"        first effect gold(p) gains 1 when gold(p) < {self.random.randint(3, 8)}")
        if self.chance(0.6):
            self.skirmishes()
        say("      phase strike @4")
        if self.raiding and self.lasting == "turn":
            self.raided()
        if self.chance(0.5):
            say("      the game ends when no u in Unit where u.side is other(p) won by p")

        parley = self.chance(0.3)
        if parley:
            self.parley()
        several = [one for one in (self.council, self.orders, self.treaty) if self.chance(0.35) and self.several]
        deeds = [deed() for deed in several]
        if self.loops.random() < 0.5:
            say("    first effect score gains 1 when score < 30")
            say("    effect gold(p) loses 1 when gold(p) > 4")
        say("  phase last @4")
        if self.chance(0.3):
            say("    roll pair: 2 d6")
            say("    effect score gains 1 when score < 40 and (any one in pair where one is 6)")
        say("    effect turns gains 1")
        if self.chance(0.3):
            say("    effect reset gold")
        if self.chance(0.4):
            say(f"    the game ends when score >= {self.random.randint(1, 6)}")
        say("")
        if parley:
            self.boast()
        self.lines += [line for deed in deeds for line in deed]
        self.battle()

    def battle(self) -> None:
        """What is called, and what is done in it."""
        say = self.lines.append
        say("phase battle(h: Space, a: Side) when called @5")
        say("  phase fire @5")
        say(f"    roll shot(u: Unit among here(h, {self.some('a', 'other(a)')})): d6")
        least = self.random.randint(3, 6)
        say(f"    effect each u in here(h, a) where {self.some(f'u.cv >= {least - 3}', 'not u.tired')}")
        say("      each v in here(h, other(a)) where v.steps > 0 and (count w in here(h, a)) is 1")
        say("        v.steps loses 1")
        if self.chance(0.5):
            say(
                f"  phase rout by other(a) {self.some('ends when done flee in rout', 'stays until done flee in rout')} @5"
            )
            say("")
            say("action flee(u: Unit among here(h, other(a))) in rout @5")
            say("  allowed unless forbidden")
            say("  limit 1 each rout per u")
            say("  effect u.at becomes none")
        say("")

    def skirmishes(self) -> None:
        """A loop over spaces, in some order, perhaps not all of them."""
        say = self.lines.append
        order = self.some("", " in any order", " by most count u in here(h, p)", " by least count u in here(h, p)")
        order += self.some("", ", ties as p likes", ", ties at random") if " by " in order else ""
        order += self.some("", " optional")
        say(f"      for h in Space where any u in here(h, p) where not u.tired{order}")
        say("        phase skirmish @4")
        say("          roll luck: d6")
        say(f"          effect each u in {self.some('here(h, p)', 'mine(p)')} where luck >= 5")
        say("            u.tired becomes true")
        say("          effect score gains 1 when luck is 6 and score < 40")
        if self.loops.random() < 0.5:
            say("        effect each u in here(h, p) where u.steps > 2")
            say("          u.steps loses 1")

    def raided(self) -> None:
        """A loop over pieces that rules have made, some of which are gone when their turn comes."""
        say = self.lines.append
        order = self.some("", " in any order", " by most r.force, ties as p likes", " by least r.spent, ties at random")
        say(f"      for r in Raid{self.some('', ' where r.force > 0')}{order}")
        say("        phase landing @4")
        say("          roll surf: d6")
        say(f"          effect each q in Raid where q is not r and {self.some('q.to is r.to', 'q.met is r')}")
        say("            q leaves when surf > 3")
        say("          effect score gains 1 when surf is 6 and score < 40")

    def parley(self) -> None:
        """What is repeated, with something drawn in each round."""
        say = self.lines.append
        say(f"      repeat until {self.some('nobody acts', 'turns >= 0')}")
        say("        phase parley by other(p) @4")
        say("          draw spot among Space")
        say(f"          {self.some('', 'first ')}effect each u in here(spot, p) where not u.tired")
        say("            u.tired becomes true")

    def council(self) -> list[str]:
        """What several have to agree on, or one decides."""
        those = self.some("red, blue", "blue, red", "[p, other(p)]", "[p]")
        mark = self.some("", " ends when times settle in council is 2", " stays until done settle in council")
        self.lines.append(f"      phase council by {those} together, else {self.some('p', 'other(p)')}{mark} @4")
        lines = [
            f"action settle(u: Unit{self.some('', ' among mine(p)')}, s: Side){self.some('', ' by s')} in council @6",
            "  allowed unless forbidden",
            f"  limit 1 each {self.some('council per u', 'council', 'turn per s')}",
            f"  requires {self.some('not u.tired', 'u.side is s', 'u.at is not none or u.side is p')}",
            f"  effect u.tired becomes {self.some('true', 'not u.tired')}",
            "",
        ]
        if self.chance(0.3):
            lines[0] = lines[0].replace(" in council", " agreed by u.side in council")
        return lines

    def orders(self) -> list[str]:
        """What several do without seeing one another."""
        say = self.lines.append
        say(f"      phase orders by {self.some('red, blue', 'blue, red', '[other(p), p]')} at once @4")
        if self.chance(0.4):
            say("        effect score gains 1 when plan(p) > 2 and score < 40")
        lines = [
            "action order(u: Unit, n: int 1..2) by u.side in orders @6",
            "  allowed unless forbidden",
            f"  limit {self.random.randint(1, 2)} each orders{self.some('', ' per u', ' per u.side')}",
            "  requires plan(u.side) + n <= 8 and purse < 90",
            "  effect plan(u.side) gains n",
            "  effect purse gains n",
        ]
        if self.chance(0.5):
            lines.append(f"  effect show plan({self.some('u.side', 'other(u.side)')}) to other(u.side) when n is 2")
        if self.chance(0.5):
            lines.append(f"  effect u.tired becomes {self.some('n is 2', 'true')}")
        if self.chance(0.3):
            lines.append('  effect play battle("hill", u.side) when n is 2')
        if self.chance(0.3):
            lines.append("  effect v.steps loses 1 when n is 2".replace("v.", "u.").replace("n is 2", "u.steps > 0"))
        return [*lines, ""]

    def treaty(self) -> list[str]:
        """A deed to which another has to agree; what was planned is shown with it."""
        stays = self.some("", " stays until done grant in treaty")
        self.lines.append(f"      phase treaty by {self.some('p', 'other(p)')}{stays} @4")
        return [
            "action grant(u: Unit, s: Side) by s agreed by u.side in treaty @6",
            "  allowed unless forbidden",
            f"  limit {self.random.randint(1, 2)} each treaty{self.some('', ' per u')}",
            f"  effect gold(s) {self.some('gains 1 when gold(s) < 8', 'loses 1 when gold(s) > 0')}",
            f"  effect show {self.some('plan(u.side)', 'plan(s)')} to {self.some('s', 'other(s)', 'u.side')}",
            f"  effect plan({self.some('s', 'other(s)')}) becomes {self.random.randint(0, 2)}",
            "",
        ]

    def boast(self) -> None:
        """A deed of whoever has no turn."""
        say = self.lines.append
        say("action boast(u: Unit among mine(other(p))) by other(p) in parley @6")
        say("  allowed unless forbidden")
        say("  limit 1 each turn per u")
        say("  requires u.tired or u.at is none")
        say("  effect u.tired becomes false")
        say("")

    def march(self) -> None:
        """A move of a piece."""
        say = self.lines.append
        say("action march(u: Unit among mine(p), to: Space) by p in move @6")
        say(f"  {self.some('allowed unless forbidden', 'forbidden unless allowed')}")
        say("  requires u.at is not to")
        if self.chance(0.5):
            say(
                f"  limit {self.random.randint(1, 2)} each {self.some('turn', 'move', 'game')}{self.some('', ' per u', ' per to')}"
            )
        if self.chance(0.5):
            say("  pays 1 from gold(p)")
        if self.chance(0.4):
            say("  roll slip: d6")
            say("  effect u.tired becomes true when slip <= 2")
        say("  effect u.at becomes to")
        if self.chance(0.3):
            say(f"  effect u.flag becomes other(u.flag){self.some('', ' when met(u, to) is 0')}")
        say("")
        say("rule who_marches @6")
        say(f"  u {self.some('may', 'may only', 'must not')} march when {self.condition()}")
        if self.chance(0.5):
            say(f"  exception unless_rough @6 when to.rough{self.some('', ' and u.cv > 1')}")
        say("")
        if self.chance(0.4):
            self.haste()

    def haste(self) -> None:
        """A duty: at once, by the end of a phase, or one of two."""
        say = self.lines.append
        deeds, late = "march", self.some("at once", "by the end of move")
        if self.chance(0.3):
            deeds = "march or halt"
            say("action halt(u: Unit among mine(p)) by p in move @6")
            say("  allowed unless forbidden")
            say("  requires not u.tired")
            say("  effect u.tired becomes true")
            say("")
        say("rule haste over who_marches @6")
        condition = self.some("u.steps > 1", "not u.tired", "gold(u.side) > 0", "u.at is none")
        condition = self.condition() if deeds == "march" else condition
        failing = late != "at once" and self.chance(0.5)
        if failing:
            say("  let mine_too = mine(u.side)")
            say("  let weary = count v in mine_too where v.tired")
        say(f"  u must {deeds} {late}{'' if failing else ' where possible'} when {condition}")
        if failing:
            self.penalty()
        say("")

    def penalty(self) -> None:
        """What comes about where a duty was not done: for each of whom it was due, all of them together."""
        say = self.lines.append
        match self.random.randrange(4):
            case 0:
                say("  failing that: effect u.tired becomes true")
            case 1:
                say("  failing that: effect each v in Unit where v.side is u.side and v is not u")
                say("    v.tired becomes true")
            case 2:
                say(f"  failing that: effect score gains {self.some('weary', 'min(weary, 2)')} when score < 4")
            case _:
                say("  failing that: effect each v in mine_too where not v.tired and weary < 2")
                say("    v.tired becomes true")

    def fight(self) -> None:
        """A battle that is called."""
        say = self.lines.append
        say("action attack(h: Space) by p in strike @7")
        say("  allowed unless forbidden")
        say("  limit 1 each strike per h")
        say("  requires any u in here(h, p) where u.steps > 0")
        say("  requires any u in here(h, other(p)) where u.steps > 0")
        say("  effect play battle(h, p)")
        say("")

    def rest(self) -> None:
        """A deed that changes much at once."""
        say = self.lines.append
        say("change refresh(s: Side) @8")
        say("  effect each u in mine(s) where u.steps < 4")
        say("    u.steps gains 1")
        say("")
        say("also after refresh(side) @8 when gold(side) > 0")
        say("  effect gold(side) loses 1")
        say("")
        say("action rest by p in strike @8")
        say("  allowed unless forbidden")
        say("  limit 1 each turn")
        say(f"  requires {self.some('not done attack in strike', 'gold(p) > 0', 'times march in turn < 2')}")
        say("  effect refresh(p)")
        if self.chance(0.3):
            say("  effect refresh(p)")  # a second call with the same arguments is the same
        say("")

    def event(self) -> None:
        """What comes about by itself."""
        say = self.lines.append
        say("event gone(u: Unit) as soon as u.steps is 0 @9")
        say("  effect u leaves")
        if self.chance(0.5):
            say("  effect score gains 1 when score < 40")
        say("")

    def weariness(self) -> None:
        """What comes about as soon as somebody is tired, or rested, again and again or once."""
        say = self.lines.append
        condition = self.some("u.tired", "not u.tired", "u.at is none")
        once = self.some("", ", once a game")
        say(f"event weary(u: Unit) as soon as {condition}{once} @9")
        say("  effect gold(u.side) loses 1 when gold(u.side) > 3")
        say("  effect score gains 1 when score < 37")
        say("")

    def raids(self) -> None:
        """What rules make for the time of a phase: it has members, points at others, and may end before its time."""
        say, lasting = self.lines.append, self.lasting
        say(f"piece Raid lasting {lasting} @10")
        say("  side: Side")
        say(f"  force: int 0..4{self.some('', ' = 1')}")
        say("  to: Space")
        say("  state met: Raid or none = none")
        say(f"  state spent: int 0..3 = 0{self.some('', ' lasting strike', ' until strike')}")
        say("")
        if self.chance(0.5):
            say("state latest(s: Side): Raid or none = none @10")
            say("")
        say("action raid(h: Space) by p in strike @10")
        say("  allowed unless forbidden")
        say(f"  limit {self.random.randint(1, 3)} each {self.some('strike', 'turn')}{self.some('', ' per h')}")
        say("  requires (count r in Raid) < 4")
        force = self.some("2", "min(4, score)")
        if self.chance(0.5):
            say(f"  effect new Raid(side: p, force: {force}, to: h)")
        else:
            say(f"  effect each u in {self.some('here(h, p)', 'mine(p)')} where (count r in Raid) < 3")
            say(f"    new Raid(side: p, force: u.cv, to: h){self.some('', ' when not u.tired')}")
        say("")
        say("action meet(r: Raid, q: Raid) by p in strike @10")
        say("  allowed unless forbidden")
        say(f"  limit 1 each {self.some('strike', 'turn')} per {self.some('r', 'r, q', '{r, q}')}")
        say(f"  requires r is not q{self.some('', ' and r.met is none')}")
        say("  effect r.met becomes q")
        say(f"  effect r.spent gains 1 when r.spent < {self.random.randint(1, 3)}")
        if self.chance(0.5):
            say("  effect q leaves when r.spent > 0 or q.met is none")
        if self.chance(0.3):
            say("  roll luck: d6")
            say(
                "  effect 2 Raid(side: other(p), force: r.force, to: r.to) enter when luck > 4 and (count x in Raid) < 3"
            )
        say("")
        if self.chance(0.4):
            say("event wiped_out(r: Raid) as soon as r.spent > 1 @10")
            say("  effect r leaves")
            say(
                f"  effect new Raid(side: other(r.side), force: 1, to: r.to) when {self.some('score < 2', 'r.force > 1')}"
            )
            say("")

    def levy(self) -> None:
        """Pieces that rules make and that stay."""
        say = self.lines.append
        say("action levy(n: int 1..2, h: Space) by p in strike @11")
        say("  allowed unless forbidden")
        say(f"  limit 1 each {self.some('strike', 'turn')}")
        say(f"  requires (count u in Unit) < {self.random.randint(4, 6)}")
        if self.chance(0.3):
            say("  pays n from gold(p)")
        where = self.some("", ", at: h")
        say(f"  effect {self.some('n', '2', '(n + 1)')} Unit(side: p, cv: n{where}) enter")
        if self.chance(0.4):
            say("  effect each u in here(h, p) where u.steps is 1")
            say("    u leaves")
        say("")

    def gather(self) -> None:
        """A deed of several at once."""
        say = self.lines.append
        low, high = self.random.choice(((0, 1), (1, 2), (2, 2), (1, 3), (0, 2)))
        many = f"{low}" if low == high else f"{low} to {high}"
        after = self.chance(0.5)
        among = self.some("mine(p)", "Unit", "here(h, p)" if after else "mine(other(p))")
        say(f"action gather({'h: Space, ' if after else ''}those: {many} of {among}) by p in strike @12")
        say("  allowed unless forbidden")
        say(f"  limit 1 each {self.some('strike', 'turn')}")
        if self.chance(0.6):
            say(f"  requires {self.some('(sum of u.cv for u in those) <= 3', 'all u in those where not u.tired')}")
        if self.chance(0.5):
            say(f"  requires {self.some('any u in those where u.at is none', 'score + (count u in those) < 3')}")
        say("  effect each u in those where not u.tired")
        say("    u.tired becomes true")
        if self.chance(0.5):
            say("  effect each u in Unit where u not in those and u.steps < 4")
            say("    u.steps gains 1")
        if self.chance(0.3):
            say("  effect each u in those where u.steps > 1 and (count v in those) > 1")
            say(f"    {self.some('u.steps loses 1', 'u leaves')}")
        say("")
        if self.chance(0.4):
            say("rule not_all @12")
            say(f"  p must not gather when {self.some('count u in those is 2', 'any u in those where u.cv is 3')}")
            say("")

    def barred(self) -> None:
        """A ban of some ways to do what has to be done some way or other."""
        duty = next((line for line in self.lines if line.startswith("  u must march")), "")
        if self.aside.random() < 0.4 or " to" in duty:
            return
        self.lines.append("rule barred over who_marches @6")
        self.lines.append(f"  p must not march when {self.aside.choice(['to.rough', 'not to.rough', 'to is u.at'])}")
        if self.aside.random() < 0.3:
            self.lines.append("  exception let_through @6 when u.cv is 2")
        self.lines.append("")

    def banners(self) -> None:
        """What may be of one of several types, or nothing, and is asked where it has to be of one."""
        if self.aside.random() < 0.5:
            return

        def some(*options: str) -> str:
            return self.aside.choice(options)

        say = self.lines.append
        say(f"state marshal: Side or none = {some('none', 'red', 'blue')} @13")
        say("state banner(h: Space): Side or none = none @13")
        say("state warden(h: Space): Unit or none = none @13")
        say("")
        say("define rich(s: Side) -> bool @13")
        say(f"  gold(s) {some('> 1', '< 4')} or {some('not strong(s)', 's is red', 'strong(other(s))')}")
        say("")
        say("define strong(s: Side) -> bool @13")
        say("  any u in mine(s) where u.steps > 1")
        say("")
        say(f"define held_by(h: Space) -> {some('Side or none', 'Side or Unit or none')} @13")
        say("  if h.warden is a Unit and h.banner is a Side then h.banner else marshal")
        say("")
        asked = some("h.banner", "marshal", "held_by(h)")
        there = some("{0} is a Side", "{0} is not none" if asked != "held_by(h)" else "{0} is a Side").format(asked)
        say("define liege(h: Space) -> Side @13")
        say(f"  if {there} then {asked} else {some('red', 'if marshal is a Side then marshal else blue')}")
        say("")
        said = some("rich({0})", "strong({0})", "rich(other({0}))", "other({0}) is p", "gold({0}) < 5").format(asked)
        say("action raise_banner(h: Space, u: Unit among mine(p)) by p in strike @13")
        say("  allowed unless forbidden")
        say(f"  limit 1 each {some('strike', 'turn')} per h")
        say(f"  requires {some(f'not ({there}) or {said}', f'{there} and {said} or marshal is none')}")
        say(
            f"  effect h.banner becomes {some('p', 'liege(h)', f'if {there} then other({asked}) else p', 'other(liege(h))')}"
        )
        say(f"  effect marshal becomes {some('p', 'none', 'h.banner')} when {some('u.cv > 1', 'u.tired')}")
        say("  effect h.warden becomes u when h.warden is none or h.warden is not u")
        say(f"  effect gold({asked}) gains 1 when {there} and gold({asked}) < 8")
        say("")
        if self.aside.random() < 0.5:
            say("rule loyal @13")
            say(f"  p must not raise_banner when {there} and {said}")
            say("")

    def condition(self) -> str:
        """Something that is true of some pieces."""
        return self.some(
            "u.steps > 1",
            "not u.tired",
            "gold(u.side) > 0",
            "u.at is none",
            "to.rough or u.cv > 1",
            "no v in Unit where v.at is to and v.side is not u.side",
            "not done march(u, _) in turn",
            "(count v in Unit where v.at is to) < 2",
            "u.steps >= 1 at the start of turn",
            "met(u, to) < 2",
            "met(u, to) >= 1 or u.tired",
        )

    def setup(self) -> None:
        """What stands there at the start."""
        say = self.lines.append
        say("setup")
        for name in ("hill", "dale"):
            say(f"  {name}: Space(rough: {self.some('true', 'false')})")
        for side, letter in (("red", "r"), ("blue", "b")):
            for number in range(self.random.randint(1, 2)):
                place = self.some("", ', at: "hill"', ', at: "dale"')
                say(f"  {letter}{number + 1}: Unit(side: {side}, cv: {self.random.randint(1, 3)}{place})")


def play_program(seed: int, *, several: bool = True) -> str:
    """The game that a number stands for; with or without phases and deeds of several players."""
    return PlayWriter(Random(seed), Random(f"aside {seed}"), Random(f"loops {seed}"), several=several).game()
