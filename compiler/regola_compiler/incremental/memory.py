"""What is remembered of the last rounds of a game's checks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.store import Pack

from regola_compiler.evaluate.worked.examples import ExampleResult
from regola_compiler.incremental.digests.memo import MeaningMemo
from regola_compiler.incremental.digests.subjects import Subject, Subjects
from regola_compiler.incremental.results import FoundInSubject
from regola_compiler.model.program import Program
from regola_compiler.mutation.cures import Cure

# How many findings of earlier rounds a process remembers, for edits that are undone and lines half-written again.
MANY = 4000


# What is found, in homes, and what was left untried.
Raw: TypeAlias = tuple[list[Diagnostic], tuple[str, ...]]


@dataclass(slots=True)
class Looked:
    """What was found in a subject, and with which key."""

    key: str
    found: FoundInSubject


@dataclass(slots=True)
class Ran:
    """How an example came out, with which key, and how the places stand that it came upon."""

    key: str
    result: ExampleResult
    places: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Memory:
    """What is remembered of the last round: findings by subject, examples by name, each with its key.

    `found` and `ran` have those of earlier rounds too, by their keys; `pack` is where earlier processes left theirs, if
    there is one. `meant` tells what each subject meant by itself, and `trees` what each home said; `whole` what was
    found by holding everything against everything, `deeds` what in each action as it is done; `failed` what was said of
    examples that failed, `would_do` what lets each of them come out, `last` all that was said of the last program;
    `known_subjects` are those of a program. Without `cures` nobody looks for what would let failing examples come out.
    """

    pack: Pack | None = None
    meanings: MeaningMemo = field(default_factory=MeaningMemo)
    looked: dict[str, Looked] = field(default_factory=dict)
    found: OrderedDict[str, FoundInSubject] = field(default_factory=OrderedDict)
    examples: dict[str, Ran] = field(default_factory=dict)
    ran: OrderedDict[str, Ran] = field(default_factory=OrderedDict)
    meant: dict[str, bytes] = field(default_factory=dict)
    trees: Mapping[str, object] = field(default_factory=dict)
    whole: Looked | None = None
    deeds: dict[str, Looked] = field(default_factory=dict)
    failing: list[Diagnostic] = field(default_factory=list)
    failed: Looked | None = None
    would_do: dict[str, list[Cure]] = field(default_factory=dict)
    cures: bool = True
    last: tuple[Program, Raw] | None = None
    known_subjects: tuple[Program, Subjects] | None = None

    def subjects_of(self, program: Program) -> Subjects:
        """The subjects of a program."""
        if self.known_subjects is None or self.known_subjects[0] is not program:
            self.known_subjects = program, Subjects(program, self.meanings)
        return self.known_subjects[1]

    def remember(self, key: str, found: FoundInSubject) -> None:
        """Remember what was found under a key, and forget what was found longest ago."""
        self.found[key] = found
        self.found.move_to_end(key)
        while len(self.found) > MANY:
            self.found.popitem(last=False)

    def ran_before(self, subject: Subject) -> Ran | None:
        """How an example came out that has the same key, in the last round or in an earlier one."""
        known = self.examples.get(subject.name)
        return known if known is not None and known.key == subject.key else self.ran.get(subject.key)

    def remember_run(self, ran: Iterable[Ran]) -> None:
        """Remember how some examples came out, and forget those that were run longest ago."""
        for one in ran:
            self.ran[one.key] = one
            self.ran.move_to_end(one.key)
        while len(self.ran) > MANY:
            self.ran.popitem(last=False)

    def needed(self) -> set[str]:
        """The keys of the pack that the last round knew by heart, and so did not ask for."""
        whole = [] if self.whole is None else [self.whole]
        looked = {f"found {one.key}" for one in (*self.looked.values(), *self.deeds.values(), *whole)}
        return looked | {f"passes {one.key}" for one in self.examples.values()}
