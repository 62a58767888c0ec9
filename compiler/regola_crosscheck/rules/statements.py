"""What the rules say, a statement at a time, in the words of one language: what a sentence of the book may render.

Everything of a game that is anchored to a section and says something is a statement: a rule, an exception, a line of
modifiers, a definition, a requirement, what an action does, a row of members, a phase. It has its caption, which we
wrote, and what the reference prints of it, which is made of the model by the words of `regola_compiler.emit.text`. What
a statement says is asked of these words only; so there is one list of meaning words for book and rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from regola_compiler.emit.reference.sections import is_kept, is_shown, stages
from regola_compiler.emit.text.languages import Languages
from regola_compiler.emit.text.multilingual import MultilingualText, SaidTexts
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.tree import (
    Action,
    Anchors,
    Choice,
    Clause,
    Definition,
    Effect,
    Enum,
    Expr,
    Fact,
    HandleClass,
    Ir,
    Let,
    Modifiers,
    Norm,
    Path,
    Record,
    Scale,
    Table,
    Told,
)

from regola_crosscheck.rules.said import RuleStatement, StatementKind

# What is left where an exception lifts a rule.
_LIFTED = {"must_not": "may", "must": "waived", "may": "must_not"}


def statements_of(ir: Ir, language: str) -> tuple[RuleStatement, ...]:
    """Everything that a game says, in the order of its files.

    Args:
        ir: the game.
        language: the language whose words are taken (`it`); what has none in it stands with its name.
    """
    return tuple(_Statements(ir, language).all())


class _Statements:
    """One walk through a game."""

    def __init__(self, ir: Ir, language: str) -> None:
        self.ir = ir
        self.language = language
        self.voice = MultilingualText(Naming(ir), Languages((language,)))

    def all(self) -> Iterator[RuleStatement]:
        """Every statement that has a section."""
        for one in self._each():
            if one.sections and (one.caption or one.said):
                yield one

    def _each(self) -> Iterator[RuleStatement]:
        for item in (*self.ir.functions, *self.ir.facts):
            if not is_shown(item) or is_kept(item):
                continue
            match item:
                case Definition():
                    yield from self._definition(item)
                case Modifiers():
                    yield self._statement(item, item.name, "definition", item.anchors)
                    for line in item.lines:
                        said = self._join(self._text(self.voice.modifier(line)), self._when(line.when))
                        yield self._part(item, line.name, "modifier", line, said)
                case Table():
                    columns = " ".join(
                        texts.get(self.language, "") for texts in (*item.output_texts.values(), *self._remarks(item))
                    )
                    yield self._statement(item, item.name, "table", item.anchors, columns)
                case Action():
                    yield from self._action(item)
                case Path():
                    yield from self._path(item)
                case Choice():
                    told = [self._text(self.voice.options(item))]
                    told += [self._text(self.voice.preference(one)) for one in item.preferences]
                    yield self._statement(item, item.name, "definition", item.anchors, ". ".join(told))
                case Fact():
                    life = "" if item.life is None else self._text(self.voice.life(item.life))
                    yield self._statement(item, item.name, "fact", item.anchors, life)
                case _:
                    assert_never(item)
        yield from self._types()
        for assumption in self.ir.assumptions:
            said = self._text(self.voice.requirement(assumption.value))
            yield self._statement(assumption, assumption.name, "requirement", assumption.anchors, said)
        for event in self.ir.events:
            said = self._join(self._text(self.voice.requirement(event.condition)), self._changes(event.effects))
            yield self._statement(event, event.name, "effect", event.anchors, said)
        yield from self._phases()

    # --- declarations ---------------------------------------------------------------------------

    def _definition(self, item: Definition) -> Iterator[RuleStatement]:
        body = item.body
        said = self._join(self._lets(body.lets), self._value(body.value, sequel=False), self._when(body.when))
        yield self._statement(item, item.name, "definition", item.anchors, said)
        yield from self._clauses(item.name, item.anchors, body.exceptions)

    def _clauses(self, above: str, around: Anchors, clauses: tuple[Clause, ...]) -> Iterator[RuleStatement]:
        for clause in clauses:
            path, sections = f"{above}.{clause.name}", clause.anchors or around
            value = self._value(clause.value, sequel=clause.sequel)
            said = self._join(self._lets(clause.lets), value, self._when(clause.when))
            yield self._statement(clause, path, "exception", sections, said)
            yield from self._clauses(path, sections, clause.exceptions)

    def _action(self, item: Action) -> Iterator[RuleStatement]:
        yield self._statement(item, item.name, "definition", item.anchors, "", _of_default(item))
        for guard in item.guards:
            said = self.voice.requirement(guard.condition) if guard.kind == "requires" else self.voice.limit(guard)
            yield self._part(item, guard.name, "requirement", guard, self._text(said))
        for roll in item.rolls:
            said = self.voice.roll(roll, item)
            yield self._part(item, roll.name, "effect", roll, self._text(said))
        for effect in item.effects:
            yield self._part(item, effect.fact, "effect", effect, self._text(self.voice.change(effect)))
        yield from self._norms(item, item.name, item.norms, "rule")

    def _norms(
        self, action: Action, above: str, norms: tuple[Norm, ...], kind: StatementKind, lifted: str = ""
    ) -> Iterator[RuleStatement]:
        for norm in norms:
            path = f"{above}.{norm.name}"
            lifts = norm.statement.says == "lift"
            said = self._when(norm.when) if lifts else self._text(self.voice.norm(action, norm.statement, norm.due))
            modality = _LIFTED.get(lifted, "") if lifts else norm.says.name.lower()
            yield self._statement(norm, path, kind, norm.anchors or action.anchors, said, modality)
            yield from self._norms(action, path, norm.exceptions, "exception", modality)

    def _path(self, item: Path) -> Iterator[RuleStatement]:
        legs = [self._text(self.voice.leg(leg)) for leg in item.legs]
        end = self._text(self.voice.end(item))
        yield self._statement(item, item.name, "path", item.anchors, self._join(*legs, end))
        for place, bar in enumerate(item.bars):
            yield self._part(item, str(place), "path", bar, self._text(self.voice.bar(bar)))

    def _types(self) -> Iterator[RuleStatement]:
        for info in self.ir.types:
            if info.built_in:
                continue
            yield self._statement(info, info.name, "definition", info.anchors)
            match info:
                case Enum() | Scale():
                    parts: list[tuple[str, Told]] = [(one.label, one) for one in info.members if not one.printed]
                case Record():
                    parts = [(one.name, one) for one in info.fields]
                case HandleClass():
                    parts = []
                case _:
                    assert_never(info)
            for name, part in parts:
                if part.anchors:
                    yield self._statement(part, f"{info.name}.{name}", "member", part.anchors)

    def _phases(self) -> Iterator[RuleStatement]:
        for sequence in self.ir.outlines:
            for stage in stages(sequence).walk():
                phase = stage.phase
                changes = self._changes((*phase.first, *phase.effects))
                told = [self._when(phase.condition), changes]
                told += [self._text(self.voice.ending(one)) for one in phase.endings]
                path, sections = f"{sequence.name}.{phase.name or stage.path}", phase.anchors or sequence.anchors
                yield self._statement(phase, path, "phase", sections, self._join(*told))

    def _remarks(self, table: Table) -> Iterator[Mapping[str, str]]:
        return (line.texts for line in table.sheet.lines)

    # --- words ----------------------------------------------------------------------------------

    def _part(
        self, owner: Path | Action | Modifiers, name: str, kind: StatementKind, part: Told, said: str
    ) -> RuleStatement:
        return self._statement(part, f"{owner.name}.{name}", kind, part.anchors or owner.anchors, said)

    def _statement(
        self, told: Told, path: str, kind: StatementKind, sections: Anchors, said: str = "", modality: str = ""
    ) -> RuleStatement:
        """What is told of something: its title is its caption, with what stands behind it."""
        more = told.more.get(self.language, ())
        caption = ". ".join(text for text in (told.texts.get(self.language, ""), *more) if text)
        return RuleStatement(path, kind, sections, caption, said, modality, more)

    def _value(self, value: Expr | None, *, sequel: bool) -> str:
        if value is None:
            return ""
        return self._text(self.voice.sequel(value) if sequel else self.voice.expression(value))

    def _when(self, condition: Expr | None) -> str:
        if condition is None:
            return ""
        word = self.voice.say(lambda speaker: speaker.when(condition), condition)
        return self._text(word)

    def _lets(self, lets: tuple[Let, ...]) -> str:
        return self._join(*(self._text(self.voice.expression(let.value)) for let in lets))

    def _changes(self, effects: tuple[Effect, ...]) -> str:
        return self._join(*(self._text(self.voice.change(effect)) for effect in effects))

    @staticmethod
    def _text(said: SaidTexts) -> str:
        return "".join(piece.text for one in said[:1] for piece in one.pieces).strip()

    @staticmethod
    def _join(*parts: str) -> str:
        return ", ".join(part for part in parts if part)


def _of_default(action: Action) -> str:
    """What holds of an action where no rule speaks."""
    return {"allowed": "may", "forbidden": "must_not", "required": "must"}.get(action.default or "", "")
