"""What became of many games, for people and for programs."""

from __future__ import annotations

from typing import Any

from regola_dsl.diagnostics import counted

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
    lines = [f"{counted(summary.games, 'game')}, seed {seed}"]
    if summary.games:
        lines.append(
            f"moves: {lengths['least']} to {lengths['most']}, {lengths['mean']:g} on average, half of them "
            f"{lengths['median']} or fewer"
        )
    for name, times in told["winners"].items():
        lines.append(_bar(f"won by {name}" if name != "nobody" else "won by nobody", times, summary.games))
    for name, what in (("unfinished", "longer than the limit"), ("stuck", "stuck"), ("problem", "broken off")):
        if summary.ended[name]:
            lines.append(_bar(what, summary.ended[name], summary.games))
    if told["never_done"]:
        lines.append(f"never done: {', '.join(told['never_done'])}")
    if told["never_spoke"]:
        more = len(told["never_spoke"]) - MOST_RULES
        listed = ", ".join(told["never_spoke"][:MOST_RULES])
        where = (
            f" in {counted(summary.heard, 'game')} that the interpreter played" if summary.heard < summary.games else ""
        )
        lines.append(f"never had a say{where}: {listed}{f', and {more} more' if more > 0 else ''}")
    for problem in told["problems"]:
        lines += ["", f"{problem['kind']}: {problem['message']} (in {counted(problem['games'], 'game')})"]
        lines += ["  the shortest history found:", ""]
        lines += [f"    {line}".rstrip() for line in problem["example"].rstrip().splitlines()]
    if not problems:
        lines.append("nothing went wrong")
    return "\n".join(lines)


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
    return f"{what:<24} {times:>8,}  {times / games:6.1%}  {'█' * round(BAR * times / games)}".rstrip()
