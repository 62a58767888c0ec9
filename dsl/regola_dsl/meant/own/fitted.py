"""How a proposal goes with the other declarations, and what of it they tell: what a name is, and what is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.diagnostics import closest
from regola_dsl.meant.keeps import Misfit, made_in, words_of
from regola_dsl.meant.own.here import inputs_of_head
from regola_dsl.meant.stuck import A_WORD, Repair, Stuck, changed

# What is a name in no text that says only that something is rolled.
_DICE = frozenset({"die", "dice"})


def misfits(stuck: Stuck, proposal: Repair) -> tuple[Misfit, ...] | None:
    """What would be wrong with a declaration as it is proposed, if that is known; its lines begin with 0."""
    if stuck.known is None or stuck.known.misfits is None or stuck.start != "start":
        return None
    texts = [""] * (stuck.lines[-1][0] + 1)
    for number, text in stuck.lines:
        line = proposal.text if number == proposal.line else text
        texts[number] = "" if line.lstrip().startswith("#") else line
    return stuck.known.misfits("\n".join(texts)) if texts[0] else (Misfit(),)


def called_as_read(stuck: Stuck, found: Repair, wrong: Sequence[Misfit] | None = None) -> Repair:
    """A repair that declares a name which nobody has said, or not so, with the name that is read and not declared.

    What a die is called where `roll d6` stands, the lines below it say; and whether it is `ground` or `Ground`, those
    who ask for it.

    Args:
        stuck: Where reading stopped.
        found: The repair.
        wrong: What is wrong with the declaration as it is repaired, if that was tried.
    """
    before = {*made_in(stuck.text)} if found.line == stuck.line else set()
    made = [name for name in dict.fromkeys(made_in(found.text)) if name not in before]
    if len(made) != 1 or stuck.known is None:
        return found
    missed = {one.missing for one in (misfits(stuck, found) or () if wrong is None else wrong)} - {""}
    if made[0] in A_WORD.findall(stuck.text) and made[0] not in _DICE:
        missed = {name for name in missed | stuck.known.missed if closest(name, made) is not None}
    if len(missed) != 1:
        return found
    read = missed.pop()
    text = re.sub(rf"(?<![\w\".@]){made[0]}(?!\w)", read, found.text)
    called = replace(changed(stuck, text), sure=True)
    return called if misfits(stuck, called) == () else found


def of_its_inputs(stuck: Stuck, found: Repair) -> Repair:
    """A repair that asks for what the game keeps, where an input of the same type would be asked for nowhere.

    Either may be meant: the night that it is, or the one that is asked about; so both are told.
    """
    if stuck.known is None or found.line == stuck.lines[0][0]:
        return found
    lines = [found.text if number == found.line else text for number, text in stuck.lines[1:]]
    read = {word for line in lines for word in words_of(line)}
    left = [(name, type_) for name, type_ in inputs_of_head(stuck.lines[0][1]).items() if name not in read]
    if len(left) != 1:
        return found
    name, type_ = left[0]
    kept = re.compile(rf"state (\w+): {re.escape(type_)}\b")
    states = {match[1] for text in stuck.texts if (match := kept.match(text))} & {*words_of(found.written)}
    if len(states) != 1:
        return found
    state = re.compile(rf"(?<![\w.]){states.pop()}\b")
    begin, end = found.column - 1, found.column - 1 + len(found.written)
    if found.text[begin:end] != found.written:
        return found
    written = state.sub(name, found.written)
    asked = replace(found, written=written, text=f"{found.text[:begin]}{written}{found.text[end:]}")
    return replace(asked, others=(found.written,)) if misfits(stuck, asked) == () else found
