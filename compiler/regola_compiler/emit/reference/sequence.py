"""The sequence of play as an outline, and which actions belong where in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sections import PhaseEntry, stages
from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.ir.tree import Action, Fact
from regola_compiler.ir.types import EnumType, ScaleType


@dataclass(frozen=True, slots=True)
class SequenceLine:
    """A phase of the outline. Of a repetition for several values, `title` is empty."""

    id: str
    stage: PhaseEntry
    title: ShownTexts
    paragraphs: tuple[ShownTexts, ...]
    actions: tuple[str, ...]
    inside: tuple[SequenceLine, ...]


@dataclass
class Outline:
    """The sequences of play, for the templates."""

    page: Page

    @cached_property
    def _actions(self) -> list[tuple[str, frozenset[int]]]:
        """The actions that belong to phases, with these phases by their place in the type Phase."""
        labels = self._labels
        return [
            (name, frozenset(labels[label] for label in action.phases if label in labels))
            for name, action in self.page.declarations.items()
            if isinstance(action, Action) and action.phases
        ]

    @cached_property
    def _labels(self) -> dict[str, int]:
        match self.page.declarations.get("phase"):
            case Fact(result=EnumType(name=name) | ScaleType(name=name)):
                return {label: place for place, label in enumerate(self.page.naming.members(name))}
            case _:
                return {}

    @cached_property
    def steps(self) -> dict[str, SequenceLine]:
        """The outermost step of each sequence, by the sequence's name."""
        return {sequence.name: self._step(stages(sequence), frozenset()) for sequence in self.page.ir.outlines}

    @property
    def anytime(self) -> list[str]:
        """The actions that belong to no phase in particular."""
        declarations = self.page.declarations.items()
        return [name for name, action in declarations if isinstance(action, Action) and not action.phases]

    def _step(self, stage: PhaseEntry, above: frozenset[str]) -> SequenceLine:
        """A step; an action stands at the outermost phase all of which it belongs to."""
        members = stage.members
        # The way of a whole sequence is one step.
        named = bool(stage.phase.name) and (stage.path.count("/") > 1 or stage.phase.called)
        here = tuple(name for name, covered in self._actions if named and name not in above and members <= covered)
        page, phase = self.page, stage.phase
        return SequenceLine(
            page.ids.give("p", stage.path),
            stage,
            page.heading(phase.texts, phase.name) if phase.name else (),
            page.paragraphs(phase, after_heading=True),
            here,
            tuple(self._step(inner, above | frozenset(here)) for inner in stage.inside),
        )

    def places_of(self, labels: tuple[str, ...]) -> list[tuple[str, ShownTexts]]:
        """The outermost phases that some innermost ones make up, as (id, title); each title once."""
        covered = frozenset(self._labels[label] for label in labels if label in self._labels)
        found: list[SequenceLine] = []
        for step in self.steps.values():
            found += self._covered(step, covered)
        first: dict[tuple[str, ...], tuple[str, ShownTexts]] = {}
        for step in found:
            phase = step.stage.phase
            title = self.page.languages.brief(phase.texts, phase.name)
            first.setdefault(tuple(shown.text for shown in title), (step.id, title))
        return list(first.values())

    def _covered(self, step: SequenceLine, covered: frozenset[int]) -> list[SequenceLine]:
        members = step.stage.members
        if step.title and members and members <= covered:
            return [step]
        return [found for inner in step.inside for found in self._covered(inner, covered)]
