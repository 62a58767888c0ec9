"""The tables of `grammar.lark`, as they lie beside it: where they are those of the grammar, Lark is not imported."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from regola_dsl import cache as results
from regola_dsl.parsing.tables import GrammarTables, from_text, to_text

GRAMMAR = Path(__file__).parents[1] / "grammar.lark"
# The tables of it, below what tells of which grammar they are; tests/language/test_grammar_tables.py writes them anew.
TABLES = GRAMMAR.with_suffix(".tables")
# Raised with every change of what the tables hold, and of how they are made.
_FORMAT = 2


@cache
def tables() -> GrammarTables:
    """The tables of `grammar.lark`: those beside it, or else those kept since it was changed, or made anew.

    To make them takes seconds, longer than to read most games.
    """
    text = GRAMMAR.read_text("utf-8")
    name = f"grammar-{version_of(text)}.json"
    for kept in (_beside(text), results.load_text(name)):
        if kept is not None and (known := from_text(kept)) is not None:
            return known
    from regola_dsl.parsing.from_lark import make_tables  # noqa: PLC0415  Lark is imported where it is needed

    made = make_tables(text)
    results.keep_text(name, to_text(made))
    return made


def version_of(grammar: str) -> str:
    """What tells tables of a grammar from those of any other, and of any other form."""
    return sha256(f"{_FORMAT} {grammar}".encode()).hexdigest()[:24]


def _beside(grammar: str) -> str | None:
    """The tables that lie beside the grammar, as text; None if they are of another one, or not there."""
    try:
        version, _, found = TABLES.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return found if version == version_of(grammar) else None
