"""Actions as a page shows them: who, when, what is required, and every rule with its exceptions."""

from __future__ import annotations

from dataclasses import dataclass

from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sections import norms_below
from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.emit.text.multilingual import SaidTexts
from regola_compiler.ir.book import book_order
from regola_compiler.ir.conditions import conjunction, split_unless
from regola_compiler.ir.statements import phases_named
from regola_compiler.ir.tree import Action, Expr, Guard, Logic, Norm, Statement

Link = tuple[str, ShownTexts]


@dataclass(frozen=True, slots=True)
class ShownNorm:
    """A rule, or an exception to one, as the page shows it.

    `depth` is 0 for a rule. `sentence` is empty for an exception that only lifts what it belongs to: then
    `when` says when. `over` is what it wins over, and `under` what wins over it.
    `badge` tells whether what it says (must, may not) stands beside its title in a word.
    """

    path: str
    id: str
    norm: Norm
    depth: int
    sentence: SaidTexts
    badge: bool
    when: Expr | None
    title: ShownTexts
    over: tuple[Link, ...]
    under: tuple[Link, ...]
    exceptions: tuple[ShownNorm, ...]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Among what an input of an action is chosen."""

    parameter: str
    items: Expr


def _agrees(statement: Statement, depth: int) -> bool:
    """Whether the word for what a norm says is sure not to gainsay a title written by hand.

    A title says what matters to a player: of an exception, or of what is forbidden but for some, it may be what *is*
    allowed, and beside it "must not" would say the contrary.
    """
    return not depth and not any(split_unless(part)[1] for part in statement.conditions)


@dataclass
class Actions:
    """What the templates ask of an action."""

    page: Page

    def rules(self, action: Action) -> list[ShownNorm]:
        """The rules about an action, in the order of the book."""
        norms = sorted(action.norms, key=lambda norm: book_order(norm.anchors[0] if norm.anchors else ""))
        return [self._shown(action, norm, action.name, 0) for norm in norms]

    def _shown(self, action: Action, norm: Norm, above: str, depth: int) -> ShownNorm:
        page, path = self.page, f"{above}.{norm.name}"
        every = list(norms_below(action.name, action.norms))
        statement = norm.statement
        lifts = statement.says == "lift"
        return ShownNorm(
            path,
            page.ids.give("r", path),
            norm,
            depth,
            () if lifts else page.voice.norm(action, statement, norm.due),
            not lifts and (not norm.texts or _agrees(statement, depth)),
            conjunction(statement.conditions) if lifts else None,
            page.heading(norm.texts, norm.name),
            tuple(link for name in norm.over for link in self._links(action, name)),
            tuple(self._link(other, found) for other, found in every if norm.name in found.over),
            tuple(self._shown(action, inner, path, depth + 1) for inner in norm.exceptions),
        )

    def _links(self, action: Action, name: str) -> list[Link]:
        """The rules and exceptions of this name about an action."""
        return [self._link(path, norm) for path, norm in norms_below(action.name, action.norms) if norm.name == name]

    def _link(self, path: str, norm: Norm) -> Link:
        return self.page.ids.give("r", path), self.page.languages.brief(norm.texts, norm.name)

    @staticmethod
    def in_turn(action: Action) -> str:
        """Whether the actor must be the one whose turn it is: yes, no, or shared where some phases are everyone's."""
        guard = next((guard for guard in action.guards if guard.kind == "actor"), None)
        if guard is None:
            return ""
        options = guard.condition.operands if isinstance(guard.condition, Logic) else ()
        shared = {label for option in options for label in phases_named(option)}
        return "shared" if shared and (not action.phases or shared & set(action.phases)) else "yes"

    @staticmethod
    def requirements(action: Action) -> list[Guard]:
        """What must hold for the action to be possible at all."""
        return [guard for guard in action.guards if guard.kind == "requires"]

    @staticmethod
    def limits(action: Action) -> list[Guard]:
        """How often the action may be done."""
        return [guard for guard in action.guards if guard.kind == "limit"]

    @staticmethod
    def candidates(action: Action) -> list[Candidates]:
        """Among what its inputs are chosen, where that is said."""
        pairs = zip(action.parameters, action.candidates, strict=False)
        return [Candidates(parameter.name, items) for parameter, items in pairs if items is not None]
