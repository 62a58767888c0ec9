"""The terms of a glossary found in a text, in every form they are inflected in."""

from __future__ import annotations

from collections.abc import Iterable

from regola_compiler.model.names import belongs_to
from regola_compiler.project.glossary import Concept, Glossary
from regola_dsl.records import dataclass

from regola_crosscheck.language.morphology import TextWord, keys_of


@dataclass(frozen=True, slots=True)
class TermOccurrence:
    """A form of a concept somewhere in a text. `how` is preferred, variant, abbreviation or forbidden."""

    concept: Concept
    form: str
    how: str
    start: int
    end: int
    text: str


class TermIndex:
    """Every form of a glossary in one language, ready to be looked for."""

    def __init__(self, glossary: Glossary, language: str) -> None:
        self.language = language
        self.first: dict[str, list[tuple[tuple[str, ...], Concept, str, str]]] = {}
        self.exact: dict[str, list[tuple[Concept, str]]] = {}
        for concept in glossary.concepts:
            terms = concept.terms.get(language)
            if terms is None:
                continue
            self._add(concept, terms.preferred, "preferred")
            for form in terms.variants:
                self._add(concept, form, "variant")
            for wrong in terms.forbidden:
                self._add(concept, wrong.form, "forbidden")
            for form in terms.abbreviations:
                self.exact.setdefault(form, []).append((concept, form))

    def _add(self, concept: Concept, form: str, how: str) -> None:
        keys = keys_of(form, self.language)
        if keys:
            self.first.setdefault(keys[0], []).append((keys, concept, form, how))

    def uses(self, words: Iterable[TextWord]) -> list[TermOccurrence]:
        """Where forms stand among some words; of several that begin at one word the longest."""
        listed = list(words)
        keys = [word.key for word in listed]
        found: list[TermOccurrence] = []
        place = 0
        while place < len(listed):
            here = listed[place]
            best: list[tuple[tuple[str, ...], Concept, str, str]] = []
            for option in self.first.get(keys[place], ()):
                length = len(option[0])
                if tuple(keys[place : place + length]) == option[0] and (not best or length >= len(best[0][0])):
                    best = [*(best if best and len(best[0][0]) == length else []), option]
            for form_keys, concept, form, how in best:
                last = listed[place + len(form_keys) - 1]
                found.append(TermOccurrence(concept, form, how, here.start, last.end, here.text))
            found += [
                TermOccurrence(concept, form, "abbreviation", here.start, here.end, here.text)
                for concept, form in self.exact.get(here.text, ())
            ]
            place += len(best[0][0]) if best else 1
        return found


def siblings(one: Concept, other: Concept) -> bool:
    """Whether two concepts are members of one type of the rules, so that one may be written for the other."""
    mine, theirs = one.declares, other.declares
    if not mine or not theirs:
        return False
    return "." in mine and "." in theirs and belongs_to(mine) == belongs_to(theirs)
