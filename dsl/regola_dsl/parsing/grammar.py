"""The tables of `grammar.lark`, made once and kept: where they are, Lark is not imported."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from regola_dsl import cache as results
from regola_dsl.parsing.tables import GrammarTables, from_text, to_text

GRAMMAR = Path(__file__).parents[1] / "grammar.lark"
# Raised with every change of what the tables hold, and of how they are made.
_FORMAT = 1


@cache
def tables() -> GrammarTables:
    """The tables of `grammar.lark`: those kept, or else made anew, which takes longer than reading most games."""
    text = GRAMMAR.read_text("utf-8")
    name = f"grammar-{sha256(f'{_FORMAT} {text}'.encode()).hexdigest()[:24]}.json"
    kept = results.load_text(name)
    if kept is not None and (known := from_text(kept)) is not None:
        return known
    from regola_dsl.parsing.from_lark import make_tables  # noqa: PLC0415  Lark is imported where it is needed

    made = make_tables(text)
    results.keep_text(name, to_text(made))
    return made
