"""A declaration that was taken out while others still name it: told once, with how what is lost was declared.

A name that several lines agree upon is no misspelling. Where nothing that could be its declaration has lost its uses
(`renamed.py`), it is there no more, and of the sort that those need which name it: a fact of what it is asked of, a
value of the list it is sought in, a state that an effect changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Label, Missing, Severity
from regola_dsl.meant.blocks import block_at, blocks_of, called, place_in
from regola_dsl.source import Source
from regola_dsl.wording import later, say

from regola_compiler.checks.common import places_of
from regola_compiler.resolve.codes import UNKNOWN_NAME
from regola_compiler.resolve.reported.unknown import AND_HERE
from regola_compiler.resolve.undecided import is_a_guess, is_undecided, lists_others

# How often a name must be missing to be the one that all have agreed upon.
_OFTEN = 2
_FACT, _VALUE, _DEFINITION = "field", "value", "definition"
# How a declaration of some sort begins, by the kind of name that is missing.
_BEGINS = {
    "type": "enum {name}",
    "type of piece": "piece {name}",
    "scale": "scale {name}",
    "phase": "phase {name}",
    "action": "action {name}(…)",
    "change": "change {name}(…)",
    "variant": "variant {name}",
    "erratum": "erratum {name}",
    "definition": "define {name}(…) -> …",
    "rule or exception": "rule {name}",
    "definition or exception": "exception {name}",
    "definition, rule or exception": "rule {name}",
}
_KINDS = {*_BEGINS, _FACT, _VALUE, "name"}
# The type of all phases.
_PHASES = "Phase"
_AGAIN = later("declare it again, `{line}`, or take it out of these places")


def told_once_where_lost(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; those about a name that several places have, and nothing declares any more, are one."""
    by_name: dict[str, list[tuple[Diagnostic, Missing]]] = {}
    for one in found:
        if one.missing is not None and one.code == UNKNOWN_NAME and one.weight is Severity.ERROR:
            by_name.setdefault(one.missing.name, []).append((one, one.missing))
    told = list(found)
    for name, missed in by_name.items():
        several = [one for one, _ in missed]
        kinds = {missing.kind for _, missing in missed}
        # Where it stands for a value of each of two types it is undecided for one, and almost a name of the other.
        if places_of([*filter(_is_open, several)]) >= _OFTEN and kinds <= _KINDS and _is_open(several[0]):
            once = _told(several, name, _declared_again(name, missed, sources))
            once = _with_its_list(once, {missing.owner for _, missing in missed if missing.kind == _VALUE}, sources)
            told = [once if one is several[0] else one for one in told if one not in several[1:]]
    return told


def _is_open(one: Diagnostic) -> bool:
    return is_undecided(one) or is_a_guess(one)


def _told(several: Sequence[Diagnostic], name: str, meant: str) -> Diagnostic:
    """One finding for all about a name, at the first place that has it."""
    first, *others = several
    message = first.message
    if others:
        places = places_of(several)
        message = say("`{name}` is named in {places} places, and declared nowhere", name=name, places=places)
    further = [label for one in others for label in (Label(one.span, AND_HERE), *one.related)]
    return replace(first, message=message, related=(*first.related, *further), help=meant)


def _with_its_list(one: Diagnostic, owners: set[str], sources: Sequence[Source]) -> Diagnostic:
    """A finding about a value, with the list that it would stand in shown first."""
    places = [
        place_in(source.path, block, owner)
        for owner in sorted(owners)
        for source in sources
        for block in blocks_of(source)
        if block.kind in {"enum", "scale"} and called(block) == owner
    ]
    return replace(one, related=(*(Label(place, say("its values stand here")) for place in places), *one.related))


def _declared_again(name: str, missed: Sequence[tuple[Diagnostic, Missing]], sources: Sequence[Source]) -> str:
    """How a name is to be declared that is lost, as far as those tell that have it."""
    kinds = {missing.kind: missing for _, missing in missed}
    blocks = [block for source in sources for block in blocks_of(source)]
    if _FACT in kinds:
        owner = kinds[_FACT].owner
        is_record = any(block.kind == "record" and block.text.split()[1] == owner for block in blocks)
        line = f"{name}: …" if is_record else f"state {name}: …"
        return say("declare it again below `{owner}`, `{line}`, or take it out of these places", owner=owner, line=line)
    type_ = next((missing.fit or missing.owner for _, missing in missed if missing.fit or missing.owner), "…")
    spans = [one.span for one, _ in missed]
    named = {block_at(blocks_of(s), span.line) for span in spans for s in sources if s.path == span.path}
    asked = _DEFINITION in kinds or (_VALUE in kinds and _is_list(kinds[_VALUE].owner, blocks))
    in_examples = all(block is not None and block.kind == "example" for block in named)
    if len(named) == 1 and in_examples and not asked:
        piece = any(block.kind == "piece" and called(block) == type_ for block in blocks)
        put = f"with {name}: {type_}(…)" if piece else f"let {name} = …"
        return say("put it up again above these lines, `{line}`, or take it out of them", line=put)
    changed = re.compile(rf"\b{re.escape(name)}(?:\([^()]*\))? (?:becomes|gains|loses)\b")
    if any(changed.search(block.text) for block in blocks):
        return say(_AGAIN, line=f"state {name}{'(…)' if _DEFINITION in kinds else ''}: {type_}")
    if _VALUE in kinds and kinds[_VALUE].owner == _PHASES:
        return say(_AGAIN, line=f"phase {name}")
    if _VALUE in kinds:
        owner = kinds[_VALUE].owner
        listed = next((one.help for one, _ in missed if lists_others(one)), "")
        again = say(
            "add it to `{owner}` again, or declare it, `define {name} -> {owner}`; or take it out of these places",
            owner=owner,
            name=name,
        )
        return say("{again}; {there_are}", again=again, there_are=listed) if listed else again
    played = re.compile(rf"(?:^ *do |\bdone |\bmust not |\bmust |\bmay ){re.escape(name)}\b", re.MULTILINE)
    kind = "action" if any(played.search(block.text) for block in blocks) else next(iter(kinds))
    line = _BEGINS[kind].format(name=name) if kind in _BEGINS else f"state {name}: {type_}"
    return say(_AGAIN, line=line)


def _is_list(name: str, blocks: Sequence[Block]) -> bool:
    """Whether a name is that of a list of values."""
    return any(block.kind in {"enum", "scale"} and called(block) == name for block in blocks)
