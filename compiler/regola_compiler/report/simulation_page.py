"""What became of many games as a page with pictures: one file, which nothing else is needed for.

Every picture is an SVG that says in words what it shows, and has its numbers below it as a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from regola_dsl.signs import visible
from regola_dsl.wording import later, template_in

WIDTH, HEIGHT, ROW = 640, 220, 26
# How many bars a picture of lengths has at most.
MOST_BARS = 40
# What the page says, in English.
WORDS = {
    "title": later("{game}: {games} games by chance"),
    "head": later(
        "{games} games, seed {seed}. Moves: {least} to {most}, {mean} on average, half of the games {median} or fewer."
    ),
    "lengths": later("How long the games were"),
    "moves": later("moves"),
    "games": later("games"),
    "winners": later("How they ended"),
    "won by": later("won by {name}"),
    "nobody": later("won by nobody"),
    "unfinished": later("longer than the limit"),
    "stuck": later("stuck"),
    "problem": later("broken off"),
    "done": later("What was done"),
    "times": later("times"),
    "action": later("action"),
    "never done": later("Never done"),
    "rules": later("How often each rule had a say"),
    "heard": later("Counted in positions of {heard} games, which the interpreter played."),
    "rule": later("rule"),
    "positions": later("positions"),
    "never spoke": later("Never had a say there"),
    "problems": later("What went wrong"),
    "nothing": later("Nothing went wrong."),
    "in games": later("in {games} games; the shortest history that was found stands below"),
    "numbers": later("The numbers"),
    "none": later("nothing"),
    "outcome": later("outcome"),
    # How the language writes numbers: its signs between thousands and before a part of one are read off here.
    "figures": later("1,234.5"),
}
STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --bar: #1f5fa8; --soft: #5b6470; --line: #c9ced6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --paper: #16191d; --bar: #7db3ee; --soft: #a7b0bb; --line: #444b55; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 44rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 13px; }
svg .soft { fill: var(--soft); } svg .bar { fill: var(--bar); } svg .line { stroke: var(--line); }
table { border-collapse: collapse; } th, td { text-align: left; padding: .15rem .8rem .15rem 0; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .6rem; }
summary { color: var(--soft); cursor: pointer; }
@media print { details > * { display: block; } body { margin: 0; } }
"""


def page(game: str, told: Mapping[str, Any], language: str = "en") -> str:
    """The page.

    Args:
        game: what the game is called.
        told: what became of the games, as `report.simulation.as_data` says it.
        language: one that messages have.
    """
    words = {key: template_in(text, language) for key, text in WORDS.items()}
    lengths = told["lengths"]
    title = words["title"].format(game=game, games=_figure(told["games"], words))
    counts = {int(length): times for length, times in lengths["counts"].items()}
    ends = [
        (words["nobody"] if name == "nobody" else words["won by"].format(name=name), times)
        for name, times in told["winners"].items()
    ]
    ends += [(words[kind], told["ended"][kind]) for kind in ("unfinished", "stuck", "problem") if kind in told["ended"]]
    done = sorted(((name, times) for name, times in told["done"].items() if times), key=lambda item: -item[1])
    spoke = sorted(((name, times) for name, times in told["rules"].items() if times), key=lambda item: -item[1])
    figures = {name: _figure(lengths[name], words) for name in ("least", "most", "mean", "median")}
    head = words["head"].format(games=_figure(told["games"], words), seed=told["seed"], **figures)
    parts = [
        f"<h1>{_text(title)}</h1>",
        f"<p>{_text(head)}</p>",
        _section("lengths", words, _histogram(counts, words)),
        _section("winners", words, _bars("winners", ends, words, words["outcome"], words["games"], told["games"])),
        _section("done", words, _bars("done", done, words, words["action"], words["times"])),
        _listed(words["never done"], told["never_done"], words),
    ]
    if told["heard"]:
        remark = f"<p>{_text(words['heard'].format(heard=_figure(told['heard'], words)))}</p>"
        parts.append(_section("rules", words, remark + _bars("rules", spoke, words, words["rule"], words["positions"])))
        parts.append(_listed(words["never spoke"], told["never_spoke"], words))
    parts.append(_section("problems", words, _problems(told["problems"], words)))
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{_text(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return escape(visible(text, keep="\n"))


def _figure(number: float, words: Mapping[str, str], shape: str = ",") -> str:
    """A number with the signs of the page's language."""
    sample = words["figures"]
    return format(number, shape).translate({ord(","): sample[1], ord("."): sample[-2]})


def _section(name: str, words: Mapping[str, str], inside: str) -> str:
    return f'<section>\n<h2 id="{name}">{_text(words[name])}</h2>\n{inside}\n</section>'


def _listed(what: str, names: Sequence[str], words: Mapping[str, str]) -> str:
    listed = ", ".join(f"<code>{_text(name)}</code>" for name in names) or _text(words["none"])
    return f"<p><strong>{_text(what)}:</strong> {listed}</p>"


def _histogram(counts: Mapping[int, int], words: Mapping[str, str]) -> str:
    """How many games had how many moves: lengths next to one another taken together where there are many."""
    if not counts:
        return f"<p>{_text(words['none'])}</p>"
    least, most = min(counts), max(counts)
    step = -(-(most - least + 1) // MOST_BARS)
    bars = [
        (first, min(first + step - 1, most), sum(counts.get(n, 0) for n in range(first, first + step)))
        for first in range(least, most + 1, step)
    ]
    highest = max(times for _, _, times in bars)
    room, foot = HEIGHT - 40, HEIGHT - 24
    wide = min(64.0, WIDTH / len(bars))
    drawn = []
    for place, (_, _, times) in enumerate(bars):
        tall = room * times / highest
        drawn.append(
            f'<rect class="bar" x="{place * wide + 1:.1f}" y="{foot - tall:.1f}" width="{max(1.0, wide - 2):.1f}" '
            f'height="{tall:.1f}"/>'
        )
    drawn.append(f'<line class="line" x1="0" y1="{foot}" x2="{WIDTH}" y2="{foot}"/>')
    drawn.append(f'<text x="0" y="{HEIGHT - 6}">{least}</text>')
    drawn.append(f'<text x="{WIDTH}" y="{HEIGHT - 6}" text-anchor="end">{most} {_text(words["moves"])}</text>')
    drawn.append(f'<text class="soft" x="0" y="12">{_figure(highest, words)} {_text(words["games"])}</text>')
    rows = [(f"{first}" if first == last else f"{first}–{last}", times) for first, last, times in bars]
    return _picture("lengths", HEIGHT, drawn, rows, words, words["moves"], words["games"])


def _bars(
    name: str,
    rows: Sequence[tuple[str, int]],
    words: Mapping[str, str],
    what: str,
    unit: str,
    whole: int | None = None,
) -> str:
    """A bar for each of some things, with its number behind it."""
    if not rows:
        return f"<p>{_text(words['none'])}</p>"
    most = whole or max(times for _, times in rows)
    left, room = 250, WIDTH - 250 - 110
    drawn = []
    for place, (label, times) in enumerate(rows):
        y, wide = place * ROW, room * times / most
        shown = label if len(label) <= 34 else label[:33] + "…"
        share = f" ({_figure(times / whole, words, '.1%')})" if whole else ""
        drawn.append(f'<text x="{left - 8}" y="{y + 18}" text-anchor="end">{_text(shown)}</text>')
        drawn.append(f'<rect class="bar" x="{left}" y="{y + 5}" width="{max(1.0, wide):.1f}" height="{ROW - 9}"/>')
        drawn.append(f'<text class="soft" x="{left + wide + 6:.1f}" y="{y + 18}">{_figure(times, words)}{share}</text>')
    return _picture(name, ROW * len(rows), drawn, rows, words, what, unit)


def _picture(
    name: str,
    height: int,
    drawn: Iterable[str],
    rows: Sequence[tuple[str, int]],
    words: Mapping[str, str],
    what: str,
    unit: str,
) -> str:
    """A picture with its name, and its numbers as a table below."""
    cells = "".join(
        f'<tr><th scope="row">{_text(label)}</th><td class="n">{_figure(n, words)}</td></tr>' for label, n in rows
    )
    lines = "\n".join(drawn)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}">\n{lines}\n</svg>\n'
        f"<details><summary>{_text(words['numbers'])}</summary>\n"
        f'<table aria-labelledby="{name}"><thead><tr><th scope="col">{_text(what)}</th>'
        f'<th scope="col" class="n">{_text(unit)}</th></tr></thead><tbody>{cells}</tbody></table></details>'
    )


def _problems(problems: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> str:
    if not problems:
        return f"<p>{_text(words['nothing'])}</p>"
    found = []
    for problem in problems:
        where = words["in games"].format(games=_figure(problem["games"], words))
        found.append(
            f"<p><strong>{_text(problem['kind'])}</strong>: {_text(problem['message'])} ({_text(where)})</p>\n"
            f'<pre tabindex="0">{_text(problem["example"].rstrip())}</pre>'
        )
    return "\n".join(found)
