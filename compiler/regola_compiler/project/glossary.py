"""A game's glossary: what each thing is called in each language, and what it must not be called.

`games/ID/glossary.yaml`, by `schemas/glossary.schema.json`. A concept is a thing that has a name; a form is
a word or a few words that somebody may write for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, assert_never

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic, Label, Missing, akin, listed_few, meant, nearest, of_its_words
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import is_inside
from regola_dsl.wording import later, say

from regola_compiler.model.names import belongs_to, last_part
from regola_compiler.project import codes
from regola_compiler.project.yaml_file import load_yaml, place_of

FILE = "glossary.yaml"
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class ForbiddenForm:
    """A form that must not be used for a concept.

    `means` is the concept that it is the name of, if it is one. With `sections`, it is wrong in those alone;
    in the sections of `excepted` it is right after all.
    """

    form: str
    span: Span
    because: str = ""
    means: str | None = None
    sections: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()

    def stands_in(self, section: str) -> bool:
        """Whether it is wrong in a section: in the section itself, or in one that it is a part of.

        >>> ForbiddenForm("front", Span("", 1, 1, 1, 1), sections=("9.5",)).stands_in("9.51")
        False
        >>> ForbiddenForm("front", Span("", 1, 1, 1, 1), sections=("9.5",)).stands_in("9.5.1")
        True
        """
        return (not self.sections or _within(section, self.sections)) and not _within(section, self.excepted)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a concept is called in one language: `preferred` is written, `variants` and `abbreviations` may be."""

    preferred: str
    span: Span
    variants: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    forbidden: tuple[ForbiddenForm, ...] = ()
    note: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """All that may stand in a text, the preferred form first."""
        return (self.preferred, *self.variants, *self.abbreviations)


@dataclass(frozen=True, slots=True)
class Concept:
    """A thing that has a name. `declares` is the declaration it is the name of, or a part of one: `Weather.fog`."""

    id: str
    span: Span
    terms: Mapping[str, Terms]
    declares: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Glossary:
    """The concepts of a game, in the order of the file."""

    path: str
    concepts: tuple[Concept, ...]
    declared_at: Mapping[str, Span] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its terms, in the order in which they come up."""
        return tuple(dict.fromkeys(language for concept in self.concepts for language in concept.terms))

    def concept(self, name: str) -> Concept | None:
        """The concept called `name`, or None."""
        return next((concept for concept in self.concepts if concept.id == name), None)


def load_glossary(
    place: Path, shown: str | None = None, text: str | None = None
) -> tuple[Glossary | None, list[Diagnostic]]:
    """The glossary in a file or in a game's folder, and what is wrong with it.

    Without a file, or with one that does not fit the schema, there is none; without a file there are no findings
    either. `shown` is what findings call the file, `text` what it says where that is not what is on the disk.
    """
    path = place / FILE if place.is_dir() else place
    if path.suffix == ".regola" or (text is None and not path.is_file()):
        return None, []
    shown = shown or path.as_posix()
    data, found = load_yaml(path, shown, "glossary", text)
    if data is None:
        return None, found
    glossary = _GlossaryReader(data, shown).glossary()
    return glossary, [*_contradicted(glossary, data), *_doubled(glossary, data), *_dangling(glossary, data)]


def normal(form: str) -> str:
    """A form as it is compared with others: small letters, single blanks.

    >>> normal("Fronte  Russo")
    'fronte russo'
    """
    return " ".join(form.casefold().split())


class _GlossaryReader:
    def __init__(self, data: dict[str, Any], shown: str) -> None:
        self.data, self.shown = data, shown

    def at(self, *steps: Any) -> Span:
        return place_of(self.data, ["terms", *steps], self.shown)

    def glossary(self) -> Glossary:
        concepts = [self.concept(name, said) for name, said in self.data["terms"].items()]
        declared = {name: self.at(name, "declares") for name, said in self.data["terms"].items() if "declares" in said}
        return Glossary(self.shown, tuple(concepts), declared)

    def concept(self, name: str, said: Mapping[str, Any]) -> Concept:
        languages = [key for key in said if _LANGUAGE.fullmatch(key)]
        terms = {language: self.terms(said[language], name, language) for language in languages}
        return Concept(str(name), self.at(name), terms, _text(said.get("declares")), _text(said.get("note")) or "")

    def terms(self, said: Any, *steps: str) -> Terms:
        span = self.at(*steps)
        if isinstance(said, str):
            return Terms(str(said), span)
        return Terms(
            str(said["preferred"]),
            self.at(*steps, "preferred"),
            _texts(said.get("variants")),
            _texts(said.get("abbreviations")),
            tuple(
                self.forbidden(item, *steps, "forbidden", number)
                for number, item in enumerate(said.get("forbidden", []))
            ),
            _text(said.get("note")) or "",
        )

    def forbidden(self, said: Any, *steps: Any) -> ForbiddenForm:
        span = self.at(*steps)
        if isinstance(said, str):
            return ForbiddenForm(str(said), span)
        because, means = _text(said.get("because")) or "", _text(said.get("means"))
        return ForbiddenForm(
            str(said["form"]), span, because, means, _texts(said.get("sections")), _texts(said.get("except"))
        )


def _text(said: Any) -> str | None:
    return None if said is None else str(said)


def _texts(said: Any) -> tuple[str, ...]:
    return tuple(map(str, said or ()))


def _within(section: str, others: tuple[str, ...]) -> bool:
    return any(is_inside(section, other) for other in others)


# --- findings ----------------------------------------------------------------------------


def _all_forms(glossary: Glossary, data: dict[str, Any]) -> Iterator[tuple[Concept, str, str, Span]]:
    """Every form that may be written, with its concept, its language and its place."""
    for concept in glossary.concepts:
        for language, terms in concept.terms.items():
            yield concept, language, terms.preferred, terms.span
            for kind in ("variants", "abbreviations"):
                for number, form in enumerate(getattr(terms, kind)):
                    yield (
                        concept,
                        language,
                        form,
                        place_of(data, ["terms", concept.id, language, kind, number], glossary.path),
                    )


def _doubled(glossary: Glossary, data: dict[str, Any]) -> Iterator[Diagnostic]:
    """Forms that stand for two things, or twice for one."""
    seen: dict[tuple[str, str], tuple[Concept, Span]] = {}
    for concept, language, form, span in _all_forms(glossary, data):
        key = (language, _told_apart(form))
        if key not in seen:
            seen[key] = concept, span
            continue
        other, first = seen[key]
        if other is concept:
            message, help_text = (
                say("`{form}` stands twice for `{id}` in {language}", form=form, id=concept.id, language=language),
                say("leave one of the two out"),
            )
        else:
            message = say(
                "`{form}` is the name of two things in {language}, `{id}` and `{concept_id}`",
                form=form,
                language=language,
                id=other.id,
                concept_id=concept.id,
            )
            help_text = say("a form can be the name of one thing: keep it there, and name the other by more words")
        yield Diagnostic(codes.TERM_TWICE, message, span, related=(Label(first, say("and here")),), help=help_text)


def _told_apart(form: str) -> str:
    """What two forms differ in: abbreviations are told apart by their capitals too, `MP` from `mp`."""
    return " ".join(form.split()) if form.isupper() else normal(form)


def _contradicted(glossary: Glossary, data: dict[str, Any]) -> Iterator[Diagnostic]:
    """Forms that may be written for a thing and must not.

    A variant or an abbreviation may be wrong in some sections; the preferred form is right everywhere.
    """
    allowed = {
        (concept.id, language, _told_apart(form)): span for concept, language, form, span in _all_forms(glossary, data)
    }
    for concept in glossary.concepts:
        for language, terms in concept.terms.items():
            for item in terms.forbidden:
                first = allowed.get((concept.id, language, _told_apart(item.form)))
                limited = (item.sections or item.excepted) and normal(item.form) != normal(terms.preferred)
                if first is None or limited:
                    continue
                yield Diagnostic(
                    codes.TERM_CONTRADICTED,
                    say(
                        "`{form}` is forbidden for `{id}` in {language}, and allowed for it too",
                        form=item.form,
                        id=concept.id,
                        language=language,
                    ),
                    item.span,
                    related=(Label(first, say("allowed here")),),
                    help=say("remove it from one of the two places"),
                )


def _dangling(glossary: Glossary, data: dict[str, Any]) -> Iterator[Diagnostic]:
    """Forbidden forms that are said to be the name of a concept that is not there."""
    known = [concept.id for concept in glossary.concepts]
    for concept in glossary.concepts:
        for language, terms in concept.terms.items():
            for number, item in enumerate(terms.forbidden):
                if item.means is not None and item.means not in known:
                    steps = ["terms", concept.id, language, "forbidden", number, "means"]
                    yield _nothing(
                        item.means, known, place_of(data, steps, glossary.path), later("the glossary has no `{name}`")
                    )


def _nothing(name: str, known: Iterable[str], span: Span, lead: str) -> Diagnostic:
    owner = belongs_to(name)
    beside = sorted(one for one in known if owner and belongs_to(one) == owner)
    parts = [last_part(one) for one in beside]
    own = last_part(name)
    part = nearest(own, parts) or akin(own, parts) or of_its_words(own, parts)
    close = f"{owner}.{part}" if part else nearest(name, list(known)) or of_its_words(name, list(known))
    return Diagnostic(
        codes.TERM_OF_NOTHING,
        say(lead, name=name[:60]),
        span,
        help=meant(close, listed_few(beside) or say("correct the name, or leave the line out")),
        missing=Missing("declaration", name),
    )


def undeclared(glossary: Glossary, names: frozenset[str], lost: frozenset[str] = frozenset()) -> Iterator[Diagnostic]:
    """Findings for terms whose `declares` names nothing; nothing is said of the declarations that could not be read."""
    for concept in glossary.concepts:
        name = concept.declares
        if name is not None and name not in names and name.partition(".")[0] not in lost:
            yield _nothing(name, names, glossary.declared_at[concept.id], later("the rules declare no `{name}`"))


def declared_names(nodes: Iterable[tree.Declaration]) -> frozenset[str]:
    """What `declares` may name: declarations, and `Weather.fog` for members, fields, columns, lines and phases."""
    return frozenset[str]().union(*map(declared_by, nodes))


def declared_by(node: tree.Declaration) -> frozenset[str]:
    """What of one declaration `declares` may name."""
    if isinstance(node, tree.ExceptionRule | tree.Accept | tree.Example | tree.Erratum | tree.LabelText):
        return frozenset()
    name = node.name.text
    return frozenset((name, *(f"{name}.{part}" for part in _declared_parts(node))))


def _declared_parts(node: tree.Declaration) -> Iterator[str]:
    match node:
        case tree.Enum():
            yield from (member.name.text for member in node.members)
        case tree.Record():
            yield from (item.name.text for item in node.fields)
        case tree.Table(result=tuple(outputs)):
            yield from (item.name.text for item in outputs)
        case tree.Modifiers():
            yield from (line.name.text for line in node.lines)
        case tree.Sequence():
            yield from _phases(node.lines)
        case (
            tree.Table() | tree.GivenType() | tree.Define() | tree.Fact() | tree.Assume() | tree.Action() | tree.Rule()
        ):
            pass
        case tree.Path() | tree.Choice() | tree.ExceptionRule() | tree.Example() | tree.Erratum() | tree.Accept():
            pass
        case tree.Piece():
            yield from (item.name.text for item in node.fields)
            yield from (item.name.text for item in node.states)
        case tree.Phase():
            yield from _phases([node])
        case tree.LabelText() | tree.Players() | tree.Setup() | tree.Change() | tree.AlsoAfter() | tree.Event():
            pass
        case tree.Limit():
            pass
        case _:
            assert_never(node)


def _phases(lines: Iterable[tree.PhaseLine]) -> Iterator[str]:
    for line in lines:
        if isinstance(line, tree.Phase):
            yield line.name.text
        if isinstance(line, tree.Phase | tree.Each | tree.Repeat):
            yield from _phases(line.lines)
