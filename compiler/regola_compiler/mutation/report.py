"""What examples notice, for people and for programs: each declaration with its share, the worst first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from regola_dsl.wording import as_spoken, localized, say

from regola_compiler.model.program import Program
from regola_compiler.mutation.generate import MutantKind
from regola_compiler.mutation.mutation import KINDS, Mutation
from regola_compiler.mutation.run import MutantResult

# How many changes of one declaration are listed, unless all are asked for.
SHOWN = 6


@dataclass(slots=True)
class Tally:
    """The changes of one declaration, and those of them that an example notices."""

    kind: MutantKind
    name: str
    anchors: tuple[Any, ...]
    verdicts: list[MutantResult] = field(default_factory=list)

    @property
    def survivors(self) -> list[MutantResult]:
        """What no example notices, in the order of the text."""
        missed = [verdict for verdict in self.verdicts if not verdict.noticing]
        return sorted(missed, key=lambda v: (v.mutant.change.span.path, v.mutant.change.span.line))

    @property
    def killed(self) -> int:
        """How many changes are noticed."""
        return len(self.verdicts) - len(self.survivors)

    @property
    def share(self) -> float:
        """The part that is noticed."""
        return self.killed / len(self.verdicts)


def tallies(program: Program, verdicts: Sequence[MutantResult]) -> list[Tally]:
    """The declarations, those first of whose changes the smallest part is noticed; of two alike, the larger."""
    found: dict[str, Tally] = {}
    declared: dict[str, Any] = {**program.callables, **program.rules, **program.sequences}
    for verdict in verdicts:
        name = verdict.mutant.declaration
        tally = found.setdefault(name, Tally(verdict.mutant.kind, name, declared[name].anchors))
        tally.verdicts.append(verdict)
    return sorted(found.values(), key=lambda tally: (tally.share, -len(tally.verdicts)))


def said(change: Mutation) -> str:
    """A change in a line: `row die 3, odds 2-1: A1 -> A2`, in the words of the rules."""
    where = "" if change.part in {"", change.was} else say("{part}: ", part=change.part)
    if change.now:
        return say("{where}`{was}` -> `{now}`", where=where, was=change.was, now=change.now)
    return say("{where}`{was}` left out", where=where, was=change.was)


def as_text(title: str, program: Program, verdicts: Sequence[MutantResult], *, left: int, verbose: bool) -> str:
    """The report for people. `left` says how many more changes there are than were tried."""
    return "\n".join(_lines(title, tallies(program, verdicts), left=left, verbose=verbose))


def _lines(title: str, found: list[Tally], *, left: int, verbose: bool) -> Iterator[str]:
    short = [tally for tally in found if tally.survivors]
    whole = [tally.name for tally in found if not tally.survivors]
    kinds, names = (max((len(part(tally)) for tally in short), default=0) for part in (_kind, _name))
    digits = max((len(str(len(tally.verdicts))) for tally in found), default=0)
    for tally in short:
        count = say(
            "noticed {noticed} of {changes}",
            noticed=f"{tally.killed:{digits}}",
            changes=f"{len(tally.verdicts):{digits}}",
        )
        yield f"{_kind(tally):{kinds}}  {_name(tally):{names}}  {localized(count)}  {as_spoken(tally.share, '.0%'):>4}"
    if whole:
        yield localized(
            say("every change is noticed in: {names}", names=", ".join(whole))
            if verbose
            else say("every change is noticed in {number} more", number=len(whole))
        )
    for tally in short:
        missed = tally.survivors
        yield ""
        yield f"{tally.kind} {tally.name}, {missed[0].mutant.change.span.path}"
        shown = missed if verbose or len(missed) <= SHOWN + 1 else missed[:SHOWN]
        for verdict in shown:
            change = said(verdict.mutant.change)
            told = (
                say("{change}: no example notices", change=change)
                if verdict.asking
                else say("{change}: no example asks", change=change)
            )
            yield f"  {verdict.mutant.change.span.line:4}  {localized(told)}"
        if len(shown) < len(missed):
            yield f"        {localized(say('and {number} more, shown by -v', number=len(missed) - len(shown)))}"
    total, noticed = sum(len(tally.verdicts) for tally in found), sum(tally.killed for tally in found)
    yield ""
    told = say("{noticed} of {changes} changes", noticed=noticed, changes=total)
    if total:
        told = say("{told} ({share})", told=told, share=as_spoken(noticed / total, ".0%"))
    if left:
        told = say("{told}, drawn from {number}", told=told, number=total + left)
    yield localized(say("{title}: examples notice {told}", title=title, told=told))


def _kind(tally: Tally) -> str:
    return tally.kind


def _name(tally: Tally) -> str:
    sections = ", ".join(anchor.section for anchor in tally.anchors[:2])
    more = ", …" if len(tally.anchors) > 2 else ""
    return f"{tally.name} ({sections}{more})" if sections else tally.name


def as_data(game: str, program: Program, verdicts: Sequence[MutantResult], *, left: int, seed: int) -> dict[str, Any]:
    """The report for programs, as schemas/mutations.schema.json has it."""
    found = tallies(program, verdicts)
    kinds = [kind for kind in KINDS if any(verdict.mutant.change.kind == kind for verdict in verdicts)]
    return {
        "game": game,
        "seed": seed,
        "tried": len(verdicts),
        "left_out": left,
        "noticed": sum(tally.killed for tally in found),
        "declarations": [
            {
                "kind": tally.kind,
                "name": tally.name,
                "anchors": [anchor.section for anchor in tally.anchors],
                "tried": len(tally.verdicts),
                "noticed": tally.killed,
            }
            for tally in found
        ],
        "kinds": [
            {
                "kind": kind,
                "of": KINDS[kind],
                "tried": sum(v.mutant.change.kind == kind for v in verdicts),
                "noticed": sum(v.mutant.change.kind == kind and bool(v.noticing) for v in verdicts),
            }
            for kind in kinds
        ],
        "changes": [_entry(verdict) for verdict in verdicts],
    }


def _entry(verdict: MutantResult) -> dict[str, Any]:
    change = verdict.mutant.change
    return {
        "declaration": verdict.mutant.declaration,
        "kind": change.kind,
        "part": change.part,
        "path": change.span.path,
        "line": change.span.line,
        "column": change.span.column,
        "was": change.was,
        "now": change.now,
        "asked_by": list(verdict.asking),
        "noticed_by": list(verdict.noticing),
    }
