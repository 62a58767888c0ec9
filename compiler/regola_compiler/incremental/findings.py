"""What the checks find in a program, of which only what has to be is looked at again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import monotonic
from types import ModuleType

from regola_dsl.diagnostics import Diagnostic, Ground, Severity

from regola_compiler.analysis.breath import nothing, once_in
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.phases import PhaseEffects
from regola_compiler.checks.book import example_fails
from regola_compiler.checks.registry import OF_EACH, OF_EACH_DEED, OF_THE_TEXTS, OF_THE_WHOLE
from regola_compiler.emit.python.oracle import CompiledModule, only_answers
from regola_compiler.evaluate.worked.examples import ExampleResult, running_examples
from regola_compiler.incremental.digests.subjects import SEQUENCES, Subject, Subjects
from regola_compiler.incremental.memory import Looked, Memory, Ran, Raw
from regola_compiler.incremental.results import FoundInSubject, dump_found, homes_come_upon, homes_of, load_found
from regola_compiler.ir.lower import lower
from regola_compiler.ir.tree import Ir
from regola_compiler.model.program import Program
from regola_compiler.project.game import Game

# Up to how many subjects are looked at in a part of the program made for them.
FEW = 40
# What was found is told every so many seconds, until all has been looked at; and once after so many already, while that
# is still explored which was changed itself.
SLICE = 0.5
SOON = 0.1


@dataclass
class Round:
    """The checks of one program, of which only those are run that have to be.

    `between` is called before each look; `early` is told what is known once what was changed itself has been looked at,
    with what was found last in all else; `amid` is told what is known, and of which of those nothing is, where it takes
    long to look at them. What is found in the `foremost` subject is told before anything else is looked at. Where
    something cannot be understood, the game is not `sound`. `trees` tells what each home says.
    """

    memory: Memory
    game: Game
    program: Program
    between: Callable[[], None] = nothing
    early: Callable[[Raw], None] | None = None
    amid: Callable[[Raw, frozenset[str]], None] | None = None
    sound: bool = True
    trees: Mapping[str, object] = field(default_factory=dict)
    foremost: tuple[str, Callable[[list[Diagnostic]], object]] | None = None
    subjects: Subjects = field(init=False)

    def __post_init__(self) -> None:
        self.subjects = self.memory.subjects_of(self.program)

    def findings(self) -> Raw:
        """What is found in all subjects, and what was left untried."""
        if self.memory.last is not None and self.memory.last[0] is self.program:
            return self.memory.last[1]
        self.memory.last = self.program, self._findings()
        return self.memory.last[1]

    def _findings(self) -> Raw:
        memory, before = self.memory, self.memory.looked
        subjects = list(self.subjects.all())
        known = {subject.name: self._known(subject, before.get(subject.name)) for subject in subjects}
        fresh = [subject for subject in subjects if known[subject.name] is None]
        survey = self._survey_of(fresh)
        meant = {subject.name: self.subjects.meant(subject) for subject in subjects}
        if self.foremost is not None:
            name, tell = self.foremost
            for subject in (one for one in fresh if one.name == name):
                known[name] = looked = Looked(subject.key, self._look(subject, survey))
                tell(list(looked.found.diagnostics))
        # What was changed itself comes first: whoever writes waits for that, and less for what rests on it.
        changed = [
            subject for subject in fresh if memory.meant and memory.meant.get(subject.name) != meant[subject.name]
        ]
        first = [one for one in changed if known[one.name] is None and (self.sound or self._was_edited(one))]
        with once_in(SOON, lambda: self._tell_amid(known, first)):
            for subject in first:
                known[subject.name] = Looked(subject.key, self._look(subject, survey))
        # What cannot be understood is no subject: then nothing was changed itself, and the rest is not waited for.
        if self.early is not None and fresh and memory.meant:
            self.early(self._so_far(known))
        told = monotonic()
        for subject in self.subjects.nearest_first(fresh, changed):
            if known[subject.name] is not None:
                continue
            known[subject.name] = looked = Looked(subject.key, self._look(subject, survey))
            last = before.get(subject.name)
            anew = looked.found.diagnostics != (last.found.diagnostics if last is not None else ())
            if self.early is not None and anew and monotonic() - told > SLICE:
                self.early(self._so_far(known))
                told = monotonic()
        memory.looked = {name: one for name, one in known.items() if one is not None}
        memory.meant, memory.trees = meant, self.trees
        memory.failing = self._failing(known, survey)
        whole = self.subjects.whole()
        memory.whole = self._known(whole, memory.whole)
        if memory.whole is None:
            if self.early is not None:
                self.early(self._so_far(known))
            memory.whole = Looked(whole.key, self._of_the_whole(whole, survey))
        deeds = {subject: self._known(subject, memory.deeds.get(subject.name)) for subject in self.subjects.deeds()}
        memory.deeds = {s.name: one or Looked(s.key, self._of_a_deed(s, survey)) for s, one in deeds.items()}
        return self._so_far(known)

    def _was_edited(self, subject: Subject) -> bool:
        """Whether a part of a subject says something else.

        Of one that has only lost what cannot be understood, a part or the phases it belongs to, nobody waits for what
        is found.
        """
        return any(self.memory.trees.get(home) is not self.trees.get(home) for home in self.subjects.homes(subject))

    def _tell_amid(self, known: Mapping[str, Looked | None], changed: Iterable[Subject]) -> None:
        """Tell what is known while some subjects are looked at that were changed themselves."""
        left = frozenset(subject.name for subject in changed if known[subject.name] is None)
        if self.amid is not None and left:
            self.amid(self._so_far(known, left), left)

    def _so_far(self, known: Mapping[str, Looked | None], changed: Collection[str] = ()) -> Raw:
        """What is known now: of what was not looked at yet, what was found there last; nothing where it was changed."""
        memory = self.memory
        looked = [one or (None if name in changed else memory.looked.get(name)) for name, one in known.items()]
        beside = [*memory.deeds.values(), *([] if memory.whole is None else [memory.whole])]
        parts = [one.found for one in (*looked, *beside) if one is not None]
        found = [diagnostic for one in parts for diagnostic in one.diagnostics]
        found += self._of_the_texts
        limits = {limit for one in parts for limit in one.limits}
        return [*found, *memory.failing], tuple(sorted(limits))

    @cached_property
    def _of_the_texts(self) -> list[Diagnostic]:
        """What is found in names and texts, which have no meaning."""
        survey = Analysis(Program(), cited=self.subjects.ruled)
        return [diagnostic for module in OF_THE_TEXTS for diagnostic in module.check(self.program, survey)]

    def _known(self, subject: Subject, before: Looked | None) -> Looked | None:
        """What was found in a subject, if it is as it was and all stands there as it did."""
        if before is not None and before.key == subject.key and self._stand(before.found.places):
            return before
        kept = self._kept(subject)
        return None if kept is None or not self._stand(kept.places) else Looked(subject.key, kept)

    def _of_the_whole(self, subject: Subject, survey: Analysis) -> FoundInSubject:
        """Hold everything against everything."""
        return self._by(OF_THE_WHOLE, self.program, subject, survey)

    def _of_a_deed(self, subject: Subject, survey: Analysis) -> FoundInSubject:
        """Look at an action as somebody does it."""
        return self._by(OF_EACH_DEED, replace(self.program, focus=subject.looked_at), subject, survey)

    def _by(self, checks: Iterable[ModuleType], program: Program, subject: Subject, survey: Analysis) -> FoundInSubject:
        """What some checks find in a program that is, or is examined for, a subject."""
        found: list[Diagnostic] = []
        for module in checks:
            self.between()
            found += module.check(program, survey)
        return self._remembered(subject, FoundInSubject(tuple(found), places=self._standing(homes_of(found))))

    def _survey_of(self, fresh: list[Subject]) -> Analysis:
        """What the checks share when they look at some subjects: all that these rest on, and what is tried in all."""
        program = self.program if fresh else Program()
        if 0 < len(fresh) < FEW:
            program = self._part({name for subject in fresh for name in subject.looked_at})
        return Analysis(program, far=self.subjects.far, named=self.subjects.named)

    def _part(self, names: set[str]) -> Program:
        """The program without what some declarations do not rest on."""
        reached = self.subjects.reached(names)
        if names & self.program.sequences.keys():
            reached |= self.subjects.reached(self.subjects.changing)
        return self._with_only(reached)

    def _with_only(self, names: set[str]) -> Program:
        """The program with no other declarations that can be asked than these."""
        chosen = {name: item for name, item in self.program.callables.items() if name in names}
        return replace(self.program, callables=chosen)

    def _stand(self, places: Iterable[tuple[str, str]]) -> bool:
        """Whether all stands in some homes as it did."""
        return all(stood and self.subjects.standing(home) == stood for home, stood in places)

    def _standing(self, homes: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Some homes, each with what tells how all stands in it."""
        return tuple((home, self.subjects.standing(home)) for home in sorted(homes))

    def _kept(self, subject: Subject) -> FoundInSubject | None:
        """What was found in a subject in an earlier round, or by an earlier process."""
        if subject.key in self.memory.found:
            return self.memory.found[subject.key]
        pack = self.memory.pack
        data = pack.get(f"found {subject.key}") if pack else None
        return load_found(data) if data is not None else None

    def _look(self, subject: Subject, survey: Analysis) -> FoundInSubject:
        """Look at a subject."""
        self.between()
        names = subject.looked_at
        if subject.name == SEQUENCES:
            made = survey.program.callables.values()
            names |= {item.name for item in made if isinstance(item, PhaseEffects)}
        survey.looking_at(names)
        survey.confirm = CompiledModule(self.program, lambda: self._lowered(names)).reproduces
        program = replace(self.program, focus=subject.looked_at)
        before = set(survey.told_tables)
        found = [diagnostic for module in OF_EACH for diagnostic in module.check(program, survey)]
        limits = {limit for name in names for limit in survey.limited.get(name, ())}
        told = bool(survey.told_tables - before)
        return self._remembered(
            subject, FoundInSubject(tuple(found), tuple(sorted(limits)), told, self._standing(homes_of(found)))
        )

    def _remembered(self, subject: Subject, found: FoundInSubject) -> FoundInSubject:
        """What was found in a subject, kept for later rounds and processes."""
        self.memory.remember(subject.key, found)
        if self.memory.pack is not None:
            self.memory.pack.put(f"found {subject.key}", dump_found(found))
        return found

    def _lowered(self, names: Iterable[str]) -> Ir:
        """What the module is made of that has the last word on a witness: what some declarations rest on."""
        part = only_answers(self._with_only(self.subjects.reached(names, in_play=False)))
        return lower(part, self.game)

    def _failing(self, looked_at: Mapping[str, Looked | None], survey: Analysis) -> list[Diagnostic]:
        """What is wrong in examples. Those that pass are not run again; if one fails, all are held together.

        That they fail is told before it is looked for what would cure them, with what is known of all `looked_at`.
        """
        memory, subjects = self.memory, list(self.subjects.examples())
        kept = {s.name: known for s in subjects if (known := memory.ran_before(s)) is not None}
        fresh = [subject for subject in subjects if subject.name not in kept and not self._passes(subject)]
        memory.examples = {**kept, **self._run(fresh)}
        if all(_is_clean(ran.result) for ran in memory.examples.values()):
            return []
        # What failing lines have in common are places too, and so these have to be those of now.
        missing = [
            s for s in subjects if s.name not in memory.examples or not self._stand(memory.examples[s.name].places)
        ]
        memory.examples |= self._run(missing)
        results = [memory.examples[subject.name].result for subject in subjects]
        survey = self._survey_of_failures(results, survey)
        survey.told_tables |= {name for name, one in memory.looked.items() if one.found.told}
        looked = (one.found.diagnostics for one in memory.looked.values())
        survey.faults = frozenset(one.span for found in looked for one in found if _is_fault(one))
        faults = map(str, sorted(survey.faults))
        key = " ".join([*faults, *(subject.key for subject in subjects), *sorted(survey.told_tables)])
        if memory.failed is None or memory.failed.key != key or not self._stand(memory.failed.found.places):
            between = self.between if memory.cures else None
            if self.early is not None and between is not None:
                memory.failing = list(example_fails.failures(self.program, survey, results))
                self.early(self._so_far(looked_at))
            memory.would_do = {}
            found = list(example_fails.failures(self.program, survey, results, between, memory.would_do))
            memory.failed = Looked(key, FoundInSubject(tuple(found), places=self._standing(homes_of(found))))
        return list(memory.failed.found.diagnostics)

    def _survey_of_failures(self, results: list[ExampleResult], survey: Analysis) -> Analysis:
        """What tells whether a problem that an example runs into was told already: in whose answer it arises.

        What the `survey` of this round has found of a declaration is not found again.
        """
        problems = [line.problem for result in results for line in result.lines if not line.passed and line.problem]
        owners = {problem.owner for problem in problems if problem.owner in self.program.callables}
        # What goes wrong while something is done or played is nobody's answer: it is told of what stands there.
        places = {p.site.path for p in problems if p.owner not in owners and p.site is not None}
        if places & {sequence.span.path for sequence in self.program.sequences.values()}:
            return survey.of_another_part(self.program)
        near = owners | self.subjects.standing_in(places)
        part = survey.of_another_part(self._with_only(self.subjects.reached(near)))
        part.looking_at(frozenset(near))
        return part

    def _run(self, subjects: list[Subject]) -> dict[str, Ran]:
        """Run some examples, and keep which of them pass: one by one, as the rest may be given up."""
        if not subjects:
            return {}
        by_name = {subject.name: subject for subject in subjects}
        names = frozenset(name for subject in subjects for name in subject.looked_at)
        ran: dict[str, Ran] = {}
        self.between()
        for result in running_examples(replace(self.program, focus=names)):
            subject = by_name[f"example {result.example.name}"]
            ran[subject.name] = Ran(subject.key, result, self._standing(homes_come_upon(result)))
            self.memory.remember_run([ran[subject.name]])
            if self.memory.pack is not None and _is_clean(result):
                self.memory.pack.put(f"passes {subject.key}", b"yes")
            self.between()
        return ran

    def examples_hold(self, first: str = "") -> bool:
        """Whether all examples come out, `first` before all others; those that were run before are not run again."""
        fresh = [subject for subject in self.subjects.examples() if self.memory.ran_before(subject) is None]
        fresh.sort(key=lambda subject: subject.name != f"example {first}")
        return all(_is_clean(ran.result) for subject in fresh for ran in self._run([subject]).values())

    def _passes(self, subject: Subject) -> bool:
        """Whether an earlier process saw an example pass."""
        pack = self.memory.pack
        return pack is not None and pack.get(f"passes {subject.key}") == b"yes"


def _is_clean(result: ExampleResult) -> bool:
    """Whether no line of an example failed, but for what an erratum explains."""
    return all(line.passed or line.erratum is not None for line in result.lines)


def _is_fault(one: Diagnostic) -> bool:
    """Whether a finding may be why examples fail: an error that is not itself drawn from what they come to."""
    return one.weight is Severity.ERROR and Ground.EXAMPLE not in one.code.ground
