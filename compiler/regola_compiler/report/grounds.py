"""What an answer rests on, for people in a few lines, for programs whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from regola_dsl.tree import Anchors, Texts
from regola_dsl.wording import enumerated, later, say, spoken

from regola_compiler.evaluate.grounds import Bearing, Default, Grounds
from regola_compiler.evaluate.queries import as_json
from regola_compiler.evaluate.worked.mending import written
from regola_compiler.ir.expressions import first_texts
from regola_compiler.model.names import is_extent, type_of_extent
from regola_compiler.model.program import Erratum
from regola_compiler.model.types import Type, show

# How many errata are told in full, and how many names or facts a line has.
ERRATA = 3
NAMES = 6


def as_lines(found: Grounds, name: str, result: Type) -> Iterator[str]:
    """A line or two for each thing that the answer of `name`, which is a `result`, rests on."""
    if found.defaults:
        # What turns the answer comes first: of the others it is enough that they are many.
        defaults = sorted(found.defaults, key=lambda default: default.turn is None)
        yield say("taken as it starts: {facts}", facts=_some([_taken(default, result) for default in defaults]))
    told, left = found.errata[:ERRATA], found.errata[ERRATA:]
    yield from (_erratum(bearing.erratum) for bearing in told)
    if left:
        yield say("errata besides: {errata}", errata=_some([bearing.erratum.name for bearing in left]))
    for action in found.unregulated:
        yield (
            say("no rule speaks: the action's own line answers")
            if action == name
            else say("no rule speaks of `{action}`: its own line answers", action=action)
        )


def as_data(found: Grounds, result: Type) -> dict[str, Any]:
    """The same, whole: the facts that were taken at their default, the errata, the actions that no rule spoke of."""
    return {
        "defaults": [_default_data(default, result) for default in found.defaults],
        "errata": [_erratum_data(bearing) for bearing in found.errata],
        "own_line": list(found.unregulated),
    }


def _taken(default: Default, result: Type) -> str:
    if is_extent(default.fact.name) and not default.value:
        return say("no {piece} is there", piece=type_of_extent(default.fact.name))
    taken = f"{written(default)} = {show(default.value, default.fact.result)}"
    if default.turn is None:
        return taken
    other = say("no answer") if default.turn.answer is None else show(default.turn.answer, result)
    value = show(default.turn.value, default.fact.result)
    return say("{taken} ({value}: {answer})", taken=taken, value=value, answer=other)


def _default_data(default: Default, result: Type) -> dict[str, Any]:
    turn = default.turn
    type_ = default.fact.result
    return {
        "fact": written(default),
        "value": as_json(default.value, type_),
        "otherwise": None
        if turn is None
        else {
            "value": as_json(turn.value, type_),
            "answer": None if turn.answer is None else as_json(turn.answer, result),
        },
    }


def _erratum(erratum: Erratum) -> str:
    """An erratum in a line: how it is ruled and why, or why it is open."""
    reason = _text(erratum.reason)
    against = _against(erratum)
    silent = _once(s.anchors for s in erratum.statements if s.silent)
    if not erratum.settled:
        where = _opposed(against)
        if silent:
            where = (
                say("{sections}, {silent} silent", sections=where, silent=_at(silent))
                if against
                else say("{silent} silent", silent=_at(silent))
            )
        told = say("unresolved: {name} — {where}", name=erratum.name, where=where)
        return say("{told}: {reason}", told=told, reason=reason) if reason else told
    told = say("errata: {name} — {how}", name=erratum.name, how=_how(erratum, against, silent))
    return say("{told} because {reason}", told=told, reason=reason) if reason else told


def _opposed(anchors: Anchors) -> str:
    """Sections that stand against one another."""
    if not anchors:
        return ""
    first, *others = anchors
    told: str = _at((first,))
    for other in others:
        told = say("{one} against {other}", one=told, other=_at((other,)))
    return told


def _how(erratum: Erratum, against: Anchors, silent: Anchors) -> str:
    """How an erratum is ruled."""
    if erratum.ruling:
        ruled = say("ruled {sections}", sections=_at(erratum.ruling))
        return say("{ruled} over {sections}", ruled=ruled, sections=_at(against)) if against else ruled
    if silent:
        one = len(silent) == 1
        where = later("ruled, where {sections} is silent,") if one else later("ruled, where {sections} are silent,")
        return say(where, sections=_at(silent))
    if erratum.overruled:
        return say("ruled against {name}", name=erratum.overruled)
    return say("ruled on {sections}", sections=_at(against)) if against else say("ruled")


def _against(erratum: Erratum) -> Anchors:
    """The sections that say something which a ruling does not follow."""
    ruled = {anchor.section for anchor in erratum.ruling}
    said = _once(s.anchors for s in erratum.statements if not s.silent)
    return tuple(anchor for anchor in said if anchor.section not in ruled)


def _erratum_data(bearing: Bearing) -> dict[str, Any]:
    erratum = bearing.erratum
    return {
        "name": erratum.name,
        "settled": erratum.settled,
        "ruled": _names(erratum.ruling),
        "over": _names(_against(erratum)) if erratum.settled else [],
        "sections": _names(_once([erratum.anchors, *(s.anchors for s in erratum.statements)])),
        "reason": first_texts(erratum.reason),
        "how": list(bearing.how),
    }


def _once(anchors: Iterable[Anchors]) -> Anchors:
    """Each section once, in order."""
    return tuple({anchor.section: anchor for some in anchors for anchor in some}.values())


def _names(anchors: Anchors) -> list[str]:
    return [anchor.section for anchor in anchors]


def _at(anchors: Anchors) -> str:
    return ", ".join(f"@{anchor.written}" for anchor in anchors)


def _some(parts: Sequence[str]) -> str:
    more = len(parts) - NAMES
    told = enumerated(parts[:NAMES], ", ")
    return say("{told} and {number} more", told=told, number=more) if more > 0 else told


def _text(texts: Texts) -> str:
    """In the language of what is said around it, where it can be."""
    by_language = first_texts(texts)
    return by_language.get(spoken()) or by_language.get("en") or next(iter(by_language.values()), "")
