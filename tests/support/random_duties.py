"""Random games of which the rules say what must be done: by when, and what else would do."""

from __future__ import annotations

from random import Random

HEAD = """
enum Side @1
  red, blue
players Side @1
state told: bool = false @1
sequence day @2
  phase work by red @2
  phase night by blue @2
action rest(a: bool, b: bool) by red in work @3
  allowed unless forbidden
action act(a: bool, b: bool) by red in work @3
  allowed unless forbidden
"""
ENDS = ("", " or rest(a, b)", " by the end of work", " or rest(a, b) by the end of work", " at once", " where possible")
CONDITIONS = ("a", "b", "told", "not a", "a or told")


def duties_program(random: Random) -> str:
    """A game with some duties, permissions and what lifts them or stands over them."""
    text, names = HEAD, list[str]()
    for place in range(random.randint(1, 4)):
        over = f" over {random.choice(names)}" if names and random.random() < 0.4 else ""
        said = random.choice(["must", "must", "must", "may", "must not"])
        end = random.choice(ENDS) if said == "must" else ""
        # What is left out is open: a ban of some of what it may be leaves the others.
        deed = random.choice(["act(a, b)", "act(a)", "act", "act(b: b)", "act(a: true)"])
        text += f"rule r{place}{over} @4\n  anyone {said} {deed}{end} when {random.choice(CONDITIONS)}\n"
        if random.random() < 0.4:
            text += f"  exception x{place} @4 when {random.choice(CONDITIONS)}\n"
        names.append(f"r{place}")
    return text
