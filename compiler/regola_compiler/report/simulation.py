"""What became of many games, for people and for programs."""

from __future__ import annotations

from typing import Any

from regola_dsl.diagnostics import counted
from regola_dsl.wording import as_spoken, localized, say

from regola_compiler.model.program import Action, Program
from regola_compiler.play.many.simulate import Shortest, Summary, speakers

# How wide a bar is that stands for all games.
BAR = 40
MOST_RULES = 30


def as_data(program: Program, summary: Summary, problems: list[tuple[int, Shortest]], seed: int) -> dict[str, Any]:
    """The report for programs; lengths are in moves."""
    rules = {name: summary.spoke[name] for name in speakers(program)}
    return {
        "games": summary.games,
        "seed": seed,
        "lengths": _lengths(summary),
        "ended": dict(sorted(summary.ended.items())),
        "winners": {name or "nobody": times for name, times in _winners(summary)},
        "done": {name: summary.done[name] for name in _actions(program)},
        "never_done": [name for name in _actions(program) if not summary.done[name]],
        "heard": summary.heard,
        "rules": rules,
        "never_spoke": [name for name, times in rules.items() if not times and summary.heard],
        "problems": [
            {
                "kind": found.trouble.kind,
                "about": found.trouble.about,
                "message": found.trouble.message,
                "place": found.trouble.place,
                "games": times,
                "length": found.length,
                "example": found.example,
            }
            for times, found in problems
        ],
    }


def as_text(program: Program, summary: Summary, problems: list[tuple[int, Shortest]], seed: int) -> str:
    """The report for people."""
    told = as_data(program, summary, problems, seed)
    lengths = told["lengths"]
    lines: list[str] = [say("{games}, seed {seed}", games=counted(summary.games, "game"), seed=seed)]
    if summary.games:
        lines.append(
            say(
                "moves: {least} to {most}, {mean} on average, half of them {median} or fewer",
                least=lengths["least"],
                most=lengths["most"],
                mean=as_spoken(lengths["mean"], "g"),
                median=lengths["median"],
            )
        )
    for name, times in told["winners"].items():
        lines.append(
            _bar(say("won by {name}", name=name) if name != "nobody" else say("won by nobody"), times, summary.games)
        )
    for name, what in (
        ("unfinished", say("longer than the limit")),
        ("stuck", say("stuck")),
        ("problem", say("broken off")),
    ):
        if summary.ended[name]:
            lines.append(_bar(what, summary.ended[name], summary.games))
    if told["never_done"]:
        lines.append(say("never done: {names}", names=", ".join(told["never_done"])))
    if told["never_spoke"]:
        more = len(told["never_spoke"]) - MOST_RULES
        listed: str = ", ".join(told["never_spoke"][:MOST_RULES])
        if more > 0:
            listed = say("{names}, and {number} more", names=listed, number=more)
        lines.append(
            say(
                "never had a say in {games} that the interpreter played: {names}",
                games=counted(summary.heard, "game"),
                names=listed,
            )
            if summary.heard < summary.games
            else say("never had a say: {names}", names=listed)
        )
    for problem in told["problems"]:
        wrong = say(
            "{kind}: {message} (in {games})",
            kind=problem["kind"],
            message=problem["message"],
            games=counted(problem["games"], "game"),
        )
        lines += ["", wrong]
        lines += [f"  {localized(say('the shortest history found:'))}", ""]
        lines += [f"    {line}".rstrip() for line in problem["example"].rstrip().splitlines()]
    if summary.games and not lengths["most"]:
        lines.append(say("nobody ever had a move: look at what is there at the start, with `ask`, and at who plays"))
    elif not problems:
        lines.append(say("nothing went wrong"))
    return "\n".join(map(localized, lines))


def _actions(program: Program) -> list[str]:
    return [name for name, item in program.callables.items() if isinstance(item, Action)]


def _winners(summary: Summary) -> list[tuple[str | None, int]]:
    return sorted(summary.winners.items(), key=lambda item: (-item[1], item[0] or ""))


def _lengths(summary: Summary) -> dict[str, Any]:
    if not summary.games:
        return {"least": 0, "most": 0, "mean": 0, "median": 0, "counts": {}}
    ordered = sorted(summary.lengths.items())
    total, half, median = 0, (summary.games + 1) // 2, 0
    for length, times in ordered:
        total += times
        if total >= half:
            median = length
            break
    mean = sum(length * times for length, times in ordered) / summary.games
    return {
        "least": ordered[0][0],
        "most": ordered[-1][0],
        "mean": round(mean, 2),
        "median": median,
        "counts": {str(length): times for length, times in ordered},
    }


def _bar(what: str, times: int, games: int) -> str:
    bar = "█" * round(BAR * times / games)
    return f"{localized(what):<24} {as_spoken(times, ','):>8}  {as_spoken(times / games, '.1%'):>6}  {bar}".rstrip()
