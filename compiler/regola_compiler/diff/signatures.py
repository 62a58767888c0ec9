"""How two declarations of one name are others, in a line of words each: members, fields, inputs, exceptions, phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from regola_dsl.tree import Anchors
from regola_dsl.wording import later, say, say_number

from regola_compiler.diff.match import Declared, parts_of, semantic_key, signature
from regola_compiler.diff.play import CHANGED, GONE, NEW, phase_notes
from regola_compiler.diff.product import match_parameters
from regola_compiler.model.names import type_of_extent
from regola_compiler.model.program import Action, Choice, Effect, Fact, Phase, Rule
from regola_compiler.model.types import EnumType, HandleType, RecordType, source
from regola_compiler.model.visitor import kind_of, phases_in


def _sections(old: Anchors, new: Anchors | None = None) -> str:
    shown = [", ".join(anchor.section for anchor in anchors) for anchors in (old, old if new is None else new)]
    if not any(shown):
        return ""
    return f" ({shown[0]})" if shown[0] == shown[1] else f" ({shown[0]} → {shown[1]})"


def type_word(type_: Declared) -> str:
    """The word a type is declared with."""
    match type_:
        case EnumType():
            return "scale" if type_.ordered else "enum"
        case RecordType():
            return "record"
        case HandleType():
            return "piece" if type_.individuals else "type"
        case _:
            assert_never(type_)


def type_notes(old: Declared, new: Declared) -> Iterator[str]:
    """How a declared type is another: its members, or its fields."""
    if isinstance(old, EnumType) and isinstance(new, EnumType):
        came = [f"`{member}`" for member in new.members if member not in old.members]
        went = [f"`{member}`" for member in old.members if member not in new.members]
        if came:
            yield say_number("{members} is new", "{members} are new", len(came), members=", ".join(came))
        if went:
            yield say_number("{members} is gone", "{members} are gone", len(went), members=", ".join(went))
        kept = [[m for m in a.members if m in b.members] for a, b in ((old, new), (new, old))]
        if kept[0] != kept[1] and new.ordered:
            yield say("its order is another")
        if old.open_below != new.open_below:
            yield say("it is open below now") if new.open_below else say("it is closed below now")
        if old.open_above != new.open_above:
            yield say("it is open above now") if new.open_above else say("it is closed above now")
        worths = [dict(zip(type_.members, type_.worths, strict=False)) for type_ in (old, new)]
        for member in old.members:
            if member in new.members and worths[0].get(member) != worths[1].get(member):
                yield say(
                    "`{member}` is worth {before} → {after}",
                    member=member,
                    before=worths[0].get(member),
                    after=worths[1].get(member),
                )
    if isinstance(old, RecordType) and isinstance(new, RecordType):
        before, after = dict(old.fields), dict(new.fields)
        defaults = dict(old.defaults), dict(new.defaults)
        for name in {**before, **after}:
            if name not in before or name not in after:
                yield say(NEW if name in after else GONE, what=say("field `{name}`", name=name))
            elif str(before[name]) != str(after[name]):
                yield say("field `{name}`: {before} → {after}", name=name, before=before[name], after=after[name])
            elif defaults[0].get(name) != defaults[1].get(name) and before[name] == after[name]:
                shown = [source(d[name], before[name]) if name in d else "none" for d in defaults]
                yield say(
                    "field `{name}` is, if nothing is said: {before} → {after}",
                    name=name,
                    before=shown[0],
                    after=shown[1],
                )
    if type(old) is not type(new):
        yield f"{type_word(old)} → {type_word(new)}"


def shape_notes(old: Rule, new: Rule) -> Iterator[str]:
    """How a declaration is asked otherwise, or answers with another type."""
    if kind_of(old) != kind_of(new) or type(old) is not type(new):
        word = [
            say("{kind} printed elsewhere", kind=kind_of(item))
            if isinstance(item, Fact) and item.kind == "absent"
            else kind_of(item)
            for item in (old, new)
        ]
        yield say("{before} → {after}", before=word[0], after=word[1])
    if signature(old) == signature(new):
        return
    for before, after in match_parameters(old, new):
        if before is None and after is not None:
            yield say(NEW, what=say("input `{input}`", input=f"{after.name}: {after.type}"))
        elif after is None and before is not None:
            yield say(GONE, what=say("input `{input}`", input=f"{before.name}: {before.type}"))
        elif (
            before is not None
            and after is not None
            and (before.name, str(before.type)) != (after.name, str(after.type))
        ):
            name = before.name if before.name == after.name else f"{before.name} → {after.name}"
            types = "" if str(before.type) == str(after.type) else f": {before.type} → {after.type}"
            yield say("input `{input}`{types}", input=name, types=types)
    if signature(old)[-1] != signature(new)[-1]:
        yield say("answers with: {before} → {after}", before=old.result, after=new.result)


def sequence_notes(old: Phase, new: Phase) -> Iterator[str]:
    """What is another in a sequence: phases, their order, their conditions, actors and effects."""
    before, after = ({phase.name: phase for phase in phases_in(top)[1:] if phase.name} for top in (old, new))
    for name in {**before, **after}:
        if name not in before or name not in after:
            anchors = (after if name in after else before)[name].anchors
            yield say(NEW if name in after else GONE, what=_phase(name, _sections(anchors)))
    order = [[name for name in a if name in b] for a, b in ((before, after), (after, before))]
    if order[0] != order[1]:
        yield say("its phases come in another order")
    inside = [(name, before[name], after[name]) for name in after if name in before]
    for name, theirs, ours in [("", old, new), *inside]:
        who = _phase(name, _sections(theirs.anchors, ours.anchors)) if name else say("the whole")
        for aspect, words in (
            ("actor", later("{phase} is another side's")),
            ("condition", later("{phase} is played under another condition")),
            ("until", later("{phase} is repeated until something else holds")),
            ("effects", later("{phase} has other effects")),
        ):
            if semantic_key(getattr(theirs, aspect)) != semantic_key(getattr(ours, aspect)):
                yield say(words, phase=who)
        yield from phase_notes(theirs, ours, who)


def _phase(name: str, sections: str) -> str:
    return say("phase {name}{sections}", name=name, sections=sections)


def part_notes(old: Rule, new: Rule, changed: str) -> Iterator[str]:
    """Which of a declaration's named parts are new or gone, or are what a template says of those that are others."""
    before, after = parts_of(old), parts_of(new)
    for name in {**before, **after}:
        if name not in before:
            yield say(NEW, what=f"{name}{_sections(after[name][1].anchors)}")
        elif name not in after:
            yield say(GONE, what=f"{name}{_sections(before[name][1].anchors)}")
        elif before[name][0] != after[name][0]:
            yield say(changed, what=f"{name}{_sections(before[name][1].anchors, after[name][1].anchors)}")
    if isinstance(old, Action) and isinstance(new, Action):
        if old.default != new.default:
            said = [source(a.default, a.result) if a.default else say("nothing") for a in (old, new)]
            yield say("where no rule speaks: {before} → {after}", before=said[0], after=said[1])
        guards = [{guard.name: semantic_key(guard) for guard in action.guards} for action in (old, new)]
        for name in {**guards[0], **guards[1]}:
            if guards[0].get(name) != guards[1].get(name):
                became = NEW if name not in guards[0] else GONE if name not in guards[1] else CHANGED
                yield say(became, what=say("requirement `{name}`", name=name))
    if isinstance(old, Choice) and isinstance(new, Choice) and semantic_key(old.actor) != semantic_key(new.actor):
        yield say("another side chooses")


def effect_notes(old: Action, new: Action) -> Iterator[str]:
    """Which facts an action changes otherwise."""

    def facts(effects: Iterable[Effect]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for effect in effects:
            found.setdefault(effect.fact, []).append(semantic_key(effect))
        return found

    before, after = facts(old.effects), facts(new.effects)
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            became = NEW if name not in before else GONE if name not in after else CHANGED
            of = type_of_extent(name)
            told = say("pieces `{name}`", name=of) if of != name else f"`{name}`"
            yield say(became, what=say("effect on {fact}", fact=told))
