"""A phase that is to end by itself, and in which others stand: it is over when they are, whatever it says."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.wording import say

from regola_compiler.model.program import Phase
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import SymbolTable


def tell_never_on(node: tree.Phase, inner: Phase, names: SymbolTable) -> None:
    """A finding about the first phase inside one that stays, or ends, by what is done in it.

    Args:
        node: The outer phase.
        inner: The first that stands in it.
        names: What is known, and what is reported.
    """
    word = "stays until" if node.stays is not None else "ends when"
    said = node.stays if node.stays is not None else node.ends
    assert said is not None
    names.report(
        codes.DANGLING,
        say(
            "`{inner}` stands inside `{name}`, which has no turn of its own then: its `{word}` says nothing",
            inner=inner.name,
            name=node.name.text,
            word=word,
        ),
        inner.span,
        related=(Label(said.span, say("`{word}` stands here", word=word)),),
        help=say(
            "indent it like `phase {name}` above, by {number} blanks, if it comes after it; or leave out `{word} …`",
            name=node.name.text,
            number=node.span.column - 1,
            word=word,
        ),
    )
