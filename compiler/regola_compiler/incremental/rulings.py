"""Errata taken away one at a time: whether anything in the rules notices that a ruling is gone.

A ruling that nothing notices rules nothing: the side that lost is not written as a rule, so that the book's
disagreement stands in a comment. Without an erratum what is marked `by` its name does not stand, what it put over
another does not win, and an example that it explained fails. The game is then checked again as after an edit; what is
not touched is not looked at anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from regola_dsl import tree
from regola_dsl.cache import folder
from regola_dsl.diagnostics import Diagnostic, Missing
from regola_dsl.store import Pack

from regola_compiler.checks.book import erratum_stale, erratum_unnoticed, example_fails
from regola_compiler.checks.book.erratum_unnoticed import CODE
from regola_compiler.incremental.kept import pack_name
from regola_compiler.incremental.memory import Memory
from regola_compiler.incremental.places import Home, brought_home
from regola_compiler.incremental.session import Session
from regola_compiler.incremental.shapes import Shape
from regola_compiler.project.game import Game


@dataclass(frozen=True, slots=True)
class RulingResult:
    """An erratum with a ruling, what it is about, and what noticed that the ruling was gone."""

    name: str
    about: Literal["rules", "words"]
    found_by: Literal["analysis", "example", "nothing"]


@dataclass(slots=True)
class _Without(Session):
    """A session that reads a game as if one erratum were not there."""

    without: str = ""
    homes: dict[str, Home] = field(default_factory=dict)
    errata: tuple[tree.Erratum, ...] = ()
    accepted: frozenset[str] = frozenset()

    def _shape(self, game: Game) -> Shape:
        shape = Session._shape(self, game)  # noqa: SLF001  a slotted dataclass has no super()
        self.homes, nodes = shape.homes, shape.nodes
        self.errata = tuple(node for node in nodes if isinstance(node, tree.Erratum))
        accepts = (node for node in nodes if isinstance(node, tree.Accept) and node.name.text == CODE.slug)
        self.accepted = frozenset(node.declaration.text for node in accepts)
        kept = [node for node in nodes if not (isinstance(node, tree.Erratum) and node.name.text == self.without)]
        return replace(shape, nodes=kept)

    def ruled(self) -> list[tree.Erratum]:
        """The errata that have a ruling."""
        return [node for node in self.errata if any(ruling.settled for ruling in node.rulings)]

    def found_without(
        self, node: tree.Erratum, game: Game, before: set[tuple[str, str]]
    ) -> Literal["analysis", "example", "nothing"]:
        """What finds that an erratum is not there; `before` is what is found where it is."""
        self.without = node.name.text
        return _found_by(_told(self.check(game).found, node.name.text) - before)


def rulings(game: Game) -> Iterator[tuple[int, RulingResult]]:
    """Each erratum with a ruling, and what notices when it is taken away; before it, how many there are.

    Args:
        game: Its texts, as `peek_game` reads them.
    """
    session = _session(game)
    before = _told(session.check(game).found, "")
    ruled = session.ruled()
    for node in ruled:
        yield len(ruled), RulingResult(node.name.text, about(node), session.found_without(node, game, before))


def unnoticed(game: Game) -> list[Diagnostic]:
    """A finding for each erratum about rules whose ruling nothing notices, and that is not accepted.

    Args:
        game: Its texts, as `peek_game` reads them.
    """
    session = _session(game)
    first = session.check(game)
    if first.failed:
        return []  # what a ruling decides is known where the rules stand
    before = _told(first.found, "")
    asked = [node for node in session.ruled() if about(node) == "rules" and node.name.text not in session.accepted]
    homes = dict(session.homes)
    found = [erratum_unnoticed.told(node) for node in asked if session.found_without(node, game, before) == "nothing"]
    return [brought_home(one, homes) for one in found]


def _session(game: Game) -> _Without:
    # What earlier checks found is read, and nothing of what is found here is kept: it is of games that nobody wrote.
    return _Without(Memory(None if folder() is None else Pack(pack_name(game)), cures=False))


def about(erratum: tree.Erratum) -> Literal["rules", "words"]:
    """Whether an erratum is about the rules, or about words alone, which it says itself."""
    return "words" if erratum.words is not None else "rules"


def _found_by(new: set[tuple[str, str]]) -> Literal["analysis", "example", "nothing"]:
    if any(slug != example_fails.CODE.slug for slug, _ in new):
        return "analysis"
    return "example" if new else "nothing"


def _told(found: Iterable[Diagnostic], gone: str) -> set[tuple[str, str]]:
    """What was found, by kind and words; not that the erratum that is `gone` cannot be named."""
    counted = (one for one in found if one.code.slug != erratum_stale.CODE.slug)
    return {(one.code.slug, one.message) for one in counted if one.missing != Missing("erratum", gone)}
