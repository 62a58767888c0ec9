"""What changes between two editions, for people and for programs: first what changed itself, then what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from regola_dsl.tree import Anchors
from regola_dsl.wording import enumerated, later, localized, localized_template, say, say_number

from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.diff.compare import Change, Comparison, share
from regola_compiler.diff.product import Multiple
from regola_compiler.diff.regions import Region, in_words, span_text, value_text
from regola_compiler.diff.witness import DifferenceWitness

# How many boxes of a change are shown.
SHOWN = 8
_COUNTED: dict[str, Callable[[int], str]] = {
    "changed": lambda number: say_number("{number} changed", "{number} changed", number),
    "follows": lambda number: say("{number} because of that", number=number),
    "shape": lambda number: say_number(
        "{number} asked or written otherwise", "{number} asked or written otherwise", number
    ),
    "added": lambda number: say_number("{number} new", "{number} new", number),
    "removed": lambda number: say_number("{number} gone", "{number} gone", number),
    "undecided": lambda number: say_number("{number} not decided", "{number} not decided", number),
}


def changes_answers(changes: Sequence[Change]) -> bool:
    """Whether an answer changes, or may: there is more than other words and other names."""
    return any(change.kind not in {"same", "remarks", "renamed"} for change in changes)


def as_text(comparison: Comparison, changes: Sequence[Change]) -> str:
    """The report for people, its verdict on the last line."""
    sections = ["\n".join([title, *lines, ""]) for title, lines in _sections(comparison, changes)]
    return "\n".join([*sections, _verdict(comparison, changes)])


def _cited(anchors: Anchors) -> list[str]:
    return [anchor.section for anchor in anchors]


def _sections(comparison: Comparison, changes: Sequence[Change]) -> Iterator[tuple[str, list[str]]]:
    own = sorted((c for c in changes if c.kind == "changed"), key=share, reverse=True)
    for change in own:
        yield _head(change), _body(comparison, change)
    follows = [change for change in changes if change.kind == "follows"]
    for because in dict.fromkeys(change.because for change in follows):
        lines = [line for c in follows if c.because == because for line in _following(c)]
        yield localized(say("Because of {names}", names=_listed(because))), lines
    for kind, title in (
        ("shape", later("Asked or written otherwise")),
        ("added", later("New")),
        ("removed", later("Gone")),
    ):
        chosen = [change for change in changes if change.kind == kind]
        if chosen:
            told = [line for c in chosen for line in (f"  {_head(c)}", *(f"    {localized(n)}" for n in c.notes))]
            yield localized_template(title), told
    for kind, title in (
        ("renamed", later("Renamed: {names}")),
        ("same", later("The same answers in other words: {names}")),
        ("remarks", later("Only texts or sections: {names}")),
    ):
        names = [_called(change) for change in changes if change.kind == kind]
        if names:
            yield localized(say(title, names=", ".join(names))), []
    undecided: dict[str, list[str]] = {}
    for change in changes:
        if change.undecided:
            undecided.setdefault(change.undecided, []).append(change.name)
    if undecided:
        told = [f"  {', '.join(n)}: {localized(reason)}" for reason, n in undecided.items()]
        yield localized(say("Not decided, or not for every input")), told


def _called(change: Change) -> str:
    return change.name if change.head.was == change.name else f"{change.head.was} → {change.name}"


def _head(change: Change) -> str:
    old, new = (", ".join(_cited(anchors)) for anchors in (change.head.old, change.head.new))
    sections = old if old == new or not new else new if not old else f"{old} → {new}"
    return f"{change.head.what} {_called(change)}" + (f" ({sections})" if sections else "")


_ASPECTS = {
    "lines": later("the lines that changed add up to"),
    "effects": later("what doing it changes"),
    "default": later("what holds where nothing is told"),
    "condition": later("a condition of it, for any places"),
    "reach": later("where what changed has a say; what else holds there was too much to be tried"),
}


def _body(comparison: Comparison, change: Change) -> list[str]:
    lines = [f"  {localized(note)}" for note in change.notes]
    if change.aspect in _ASPECTS:
        lines.append(f"  {localized_template(_ASPECTS[change.aspect])}")
    rows = [_row(comparison, change, region) for region in change.regions[:SHOWN]]
    width = min(max((len(where) for where, _ in rows), default=0), 60)
    lines += [f"  {where:{width}}  {became}" for where, became in rows]
    more = len(change.regions) - SHOWN
    if more > 0:
        share = float(sum(region.share for region in change.regions[SHOWN:]))
        told = say_number(
            "and {number} more box, {share:.1%} of the inputs",
            "and {number} more boxes, {share:.1%} of the inputs",
            more,
            share=share,
        )
        lines.append(f"  {localized(told)}")
    if change.because:
        lines.append(f"  {localized(say('in part because of {names}', names=_listed(change.because)))}")
    if change.witness:
        witness = change.witness
        lines.append(f"  {_was(witness)}")
        lines += [
            f"  {localized(say('as an example to paste:'))}",
            *(f"    {line}" for line in witness.example.split("\n")),
        ]
    elif change.regions and not change.aspect:
        lines.append(f"  {localized(say('possible: no position was found in which both could be asked'))}")
    return lines


def _row(comparison: Comparison, change: Change, region: Region) -> tuple[str, str]:
    where = localized(in_words(region, comparison.types))
    if isinstance(region.old, Multiple) and isinstance(region.new, Multiple):
        return where, localized(say("may answer otherwise") if change.aspect == "reach" else say("answers otherwise"))
    old, new = (value_text(value, comparison.types) or say("another answer") for value in (region.old, region.new))
    return where, f"{localized(old)} → {localized(new)}"


def _following(change: Change) -> list[str]:
    if change.witness is None:
        told: str = _head(change)
        if not change.regions:
            told = say("{what} may answer otherwise", what=told)
        elif change.aspect == "effects":
            told = say("{what} changes other things", what=told)
        return [f"  {localized(told)}"]
    return [f"  {_head(change)}", f"    {_was(change.witness)}"]


def _was(witness: DifferenceWitness) -> str:
    return localized(say("{asked} was {old}, is {new}", asked=witness.asked, old=witness.old, new=witness.new))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _verdict(comparison: Comparison, changes: Sequence[Change]) -> str:
    editions = comparison.editions
    names = {kind: {change.name for change in changes if change.kind == kind} for kind in _COUNTED}
    parts = [told(len(names[kind])) for kind, told in _COUNTED.items() if names[kind]]
    others = names["changed"] | names["follows"] | names["undecided"]
    as_before = sum(name not in others for name in editions.both)
    told = enumerated(parts, ", ") if parts else say("no answer changes")
    if as_before:
        told = say("{told}; {number} as before", told=told, number=as_before)
    return localized(say("{old} → {new}: {told}", old=editions.old.title, new=editions.new.title, told=told))


# --- for programs ---


def as_data(comparison: Comparison, changes: Sequence[Change]) -> dict[str, Any]:
    """The report for programs, as schemas/diff.schema.json has it."""
    return {
        "old": comparison.editions.old.title,
        "new": comparison.editions.new.title,
        "changes": [_change_data(comparison, change) for change in changes],
    }


def _change_data(comparison: Comparison, change: Change) -> dict[str, Any]:
    witness = change.witness
    return {
        "kind": change.kind,
        "declares": change.head.what,
        "name": change.name,
        "was": change.head.was,
        "anchors": {"old": _cited(change.head.old), "new": _cited(change.head.new)},
        "notes": list(change.notes),
        "aspect": change.aspect or "answer",
        "boxes": [_box_data(comparison, region) for region in change.regions],
        "witness": witness
        and {
            "given": dict(witness.given),
            "asked": witness.asked,
            "old": witness.old,
            "new": witness.new,
            "example": witness.example,
        },
        "because": list(change.because),
        "undecided": change.undecided or None,
    }


def _box_data(comparison: Comparison, region: Region) -> dict[str, Any]:
    types = comparison.types
    return {
        "text": in_words(region, types),
        "where": {
            part.symbol.printed(): [span_text(span, types) for span in part.runs]
            for part in region.parts
            if not isinstance(part.symbol, RelationRef)
        },
        "old": value_text(region.old, types) or None,
        "new": value_text(region.new, types) or None,
        "share": str(region.share),
    }
