"""Whether a text is the rulebook of a game at all, and two texts are one book.

The sections of a game's book speak of what our texts for them speak of; those of its other language have its numbers.
"""

from __future__ import annotations

from fractions import Fraction
from types import NoneType
from typing import Any

from regola_compiler.model.program import Apply, Call, Const, FieldOf, Fold, If, Logic, Var
from regola_compiler.model.types import Type
from regola_compiler.model.visitor import iter_children
from regola_dsl.diagnostics import Code, Diagnostic
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Text
from regola_dsl.wording import say, say_number

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.index import Index
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.morphology import stems

OTHER = Code("R708", "other-book", "the text does not seem to be the rulebook of this game")
CODES = (OTHER,)

# A section agrees if it has this share of the words of our texts for it. Measured over the sections that the text has,
# for it may be a part of the book: of its own game more than half of them agree, of another one in seven at most.
SHARE = 0.3
AGREEING = 0.25
# Of fewer sections nothing is said.
FEWEST = 6
# A text with so many sections is no leaf torn out: if next to none of them is known, it is no part of the book either.
WHOLE = 2 * FEWEST


def detect_other_book(context: CrosscheckContext, index: Index) -> Diagnostic | None:
    """The finding that the text is of another game, or None if it is of this one, or that cannot be told."""
    if _has_titles_of(context, index):  # asked first: it needs no rules
        return None
    ours = context.kept(
        f"own words {context.book.language} {context.book.numbering}",
        lambda plain: {tuple(key): set(map(str, words)) for key, words in plain},
        lambda: _own_words_by_section(context),
        lambda made: [(key, sorted(words)) for key, words in made.items()],
    )
    if len(ours) < FEWEST:
        return None
    there = {key: section for key in ours if (section := context.book.by_key.get(key)) is not None}
    agreeing = sum(
        len(ours[key] & stems(context.passage(section).text)) >= SHARE * len(ours[key])
        for key, section in there.items()
    )
    if len(there) >= FEWEST:
        other = agreeing < AGREEING * len(there)
    else:
        sections = len(context.book.sections)
        other = not sections or (sections >= WHOLE and (not agreeing or 2 * sections > len(ours)))
    return _diagnostic(context, agreeing, len(ours)) if other else None


def _has_titles_of(context: CrosscheckContext, index: Index) -> bool:
    """Whether half of the titles of a text are those that the index of the game has for the same sections."""
    known = {key: stems(entry.heading or entry.title) for key, entry in index.by_key(context.book.numbering).items()}
    titled = [(key, title) for key, section in context.book.by_key.items() if (title := stems(section.title))]
    # Of a long title the index has the beginning.
    same = sum(bool(known.get(key)) and known[key] <= title for key, title in titled)
    return same >= FEWEST and 2 * same >= len(titled)


def _diagnostic(context: CrosscheckContext, agreeing: int, known: int) -> Diagnostic:
    span = Span(context.book.path, 1, 1, 1, 2)
    message = (
        say_number(
            "this does not seem to be the rulebook: of {known} encoded sections {number} speaks of the same here",
            "this does not seem to be the rulebook: of {known} encoded sections {number} speak of the same here",
            agreeing,
            known=known,
        )
        if agreeing
        else say(
            "this does not seem to be the rulebook: of {known} encoded sections none speaks of the same here",
            known=known,
        )
    )
    help_ = say(
        "see whether it is the text of this game, in the language told before the `=`, with "
        "its section numbers; --force holds it against the rules all the same"
    )
    return Diagnostic(OTHER, message, span, help=help_)


# Two texts of one book have the same numbers in most of the sections that both have: measured, in four of five at
# least; texts of two books in one of seven at most. So many sections tell it.
SAME = 1 / 3
ENOUGH = 60


def detect_other_version(here: CrosscheckContext, there: CrosscheckContext) -> Diagnostic | None:
    """The finding that two texts are not of one book; None if they are, or that cannot be told."""
    if not here.numbered or not there.numbered:
        return None
    ours, theirs = here.book.by_key, there.book.by_key
    both = [key for key in ours if key in theirs]
    if not both and min(len(ours), len(theirs)) >= WHOLE:
        return _other_version(here, there, say("no section has the same number in both"))
    told = agreeing = 0
    for key in both:
        mine, foreign = _values(here, ours[key]), _values(there, theirs[key])
        told += bool(mine or foreign)
        agreeing += bool(mine & foreign) and 2 * len(mine & foreign) >= len(mine | foreign)
        if told == ENOUGH:
            break
    if told < FEWEST or agreeing >= SAME * told:
        return None
    if not agreeing:
        none = say("of {told} sections of the same number none say the same numbers", told=told)
        return _other_version(here, there, none)
    some = say_number(
        "of {told} sections of the same number {number} says the same numbers",
        "of {told} sections of the same number {number} say the same numbers",
        agreeing,
        told=told,
    )
    return _other_version(here, there, some)


def _values(context: CrosscheckContext, section: BookSection) -> set[Fraction]:
    """The values that a section says."""
    tokens = (token for token in context.tokens(section) if token.kind not in {"reference", "code"})
    return {value for token in tokens for value in token.values}


def _other_version(here: CrosscheckContext, there: CrosscheckContext, told: str) -> Diagnostic:
    return Diagnostic(
        OTHER,
        say(
            "this does not seem to be the book of `{path}` in another language: {told}", path=here.book.path, told=told
        ),
        Span(there.book.path, 1, 1, 1, 2),
        help=say("see whether both files are one book in one edition; --force holds them together all the same"),
    )


# What has no text of ours in it.
_WORDLESS = (str, int, Fraction, NoneType, Type, Span, Anchor, Var, Const, Call, Apply, Logic, FieldOf, If, Fold)


def _own_words_by_section(context: CrosscheckContext) -> dict[Key, set[str]]:
    """The words of our own texts in the language of the book, by section."""
    found: dict[Key, set[str]] = {}

    def walk(node: Any, sections: tuple[str, ...]) -> None:
        if isinstance(node, Text):
            if node.language == context.book.language:
                for section in sections:
                    found.setdefault(context.book.numbering.key(section), set()).update(stems(node.text))
            return
        anchors = getattr(node, "anchors", ())
        here = tuple(anchor.section for anchor in anchors) or sections if anchors else sections
        for part in iter_children(node):
            if not isinstance(part, _WORDLESS):
                walk(part, here)

    program = context.program
    for group in (program.types, program.callables, program.rules):
        for item in group.values():
            walk(item, ())
    return {key: words for key, words in found.items() if words}
