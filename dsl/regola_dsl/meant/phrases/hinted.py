"""Which hint is told where other words put no line right, and how it is filled: out of the line, out of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from regola_dsl.meant.game import counted, inputs_of, listed_by, listing, offered, phases_of, purse_of, type_of
from regola_dsl.meant.models import section_of
from regola_dsl.meant.own.here import affirmed, asked_of, denied, fact_asked, own_names, things_at
from regola_dsl.meant.own.inputs import edged, inputs_without_type
from regola_dsl.meant.own.statements import stated
from regola_dsl.meant.phrases.hints import NAMED_ALONE, Hint
from regola_dsl.meant.stuck import WIDEST, Stuck
from regola_dsl.meant.vocabulary import translated
from regola_dsl.wording import Said, say


def hinted(stuck: Stuck, hints: Sequence[Hint]) -> Said | None:
    """What to do where other words do not put it right."""
    if len(stuck.text) > WIDEST:
        return None
    for place in stuck.places():
        for text, column, end_column in _spoken(place):
            for hint in hints:
                if hint.kinds and stuck.kind not in hint.kinds:
                    continue
                for match in hint.pattern.finditer(text):
                    if not _is_in_the_game(match.groupdict(), stuck):
                        continue
                    if match.start() < end_column and match.end() + 10 >= column:
                        return _filled(hint.told, match, stuck)
    return None


def _is_in_the_game(found: Mapping[str, str | None], stuck: Stuck) -> bool:
    """Whether what a pattern has found is what it must be in the game: a phase, a fact of what is known there."""
    played, fact = found.get("played"), found.get("owned")
    if played is not None and played not in phases_of(stuck.texts):
        return False
    if fact is not None and fact_asked(fact, things_at(stuck), stuck.texts) is None:
        return False
    return "counted" not in found or counted(stuck) is not None


def as_stated(stuck: Stuck, hint: Said | None) -> Said | None:
    """How a sentence is stated in a rule, where no more is known of it; else the hint."""
    if len(stuck.text) > WIDEST or (hint is not None and hint.template != NAMED_ALONE):
        return hint
    return next((told for text, *_ in _spoken(stuck) if (told := stated(stuck, text)) is not None), hint)


def _spoken(place: Stuck) -> Iterator[tuple[str, int, int]]:
    """The line with the place where reading stops: as it stands, and in the words of the language."""
    yield place.text, place.column, place.end_column
    before = place.text[: place.column - 1]
    for text in islice(translated(place.text, place.end_column - 1, place.names), 1):
        column = len(next(translated(before, len(before), place.names), before)) + 1
        yield text, column, column + place.end_column - place.column


def _filled(hint: str, match: re.Match[str], stuck: Stuck) -> Said:
    """A hint with what its pattern has found: of a type a letter to call one by, of a text the name it would make.

    What it needs besides is out of the game (`game.py`).
    """
    values = offered(stuck.texts) | own_names([text for _, text in stuck.lines], stuck.text, stuck.texts)
    values |= {name: value or "" for name, value in match.groupdict().items()}
    what = values.get("what", "")
    values["purse"] = purse_of(stuck.texts, what) or values["purse"]
    if what:
        values["list"] = type_of(stuck.texts, what) or listed_by(stuck.texts, what) or "…"
    values["section"] = values.get("section") or section_of([text for _, text in stuck.lines])
    values["letter"] = values.get("type", values["letter"])[:1].lower()
    values["inputs"] = inputs_of(stuck.texts, values.get("name", ""))
    values["edged"] = edged(stuck)
    if (fact := fact_asked(values.get("owned", ""), things_at(stuck), stuck.texts)) is not None:
        values |= {"of": fact[0].partition(".")[0], "affirmed": affirmed(*fact), "denied": denied(*fact)}
    values["counted"] = counted(stuck) or ""
    values["here"] = next((asked_of(name, of, stuck.texts) for name, of in things_at(stuck).items()), "…")
    inputs = inputs_without_type(stuck)
    values["typed"] = ", ".join(f"{name}: {next(iter(types), '…')}" for name, types in inputs) or "die: d6"
    values["whose"] = listing(stuck.texts, re.findall(r"\w+", stuck.text)[1:]) or "Side"
    values["whom"] = values["side"][:1].lower()
    values["joined"] = "_".join(re.findall(r"\w+", values.get("text", "").lower()))
    return say(hint, **values)
