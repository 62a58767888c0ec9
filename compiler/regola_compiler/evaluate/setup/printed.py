"""What things are called on the printed page: a file of data may name them so, in whatever language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_compiler.model.program import Program


def called_so(program: Program, text: str, known: Sequence[str]) -> list[str]:
    """Those of some names that are printed as a text, in any language, or for what is.

    A counter `Patrol` is meant by `Pattuglia` where a kind of counters is called both.
    """
    wanted = text.casefold()
    others = {name for names in _names(program) if wanted in names for name in names} - {wanted}
    return [name for name in known if name.casefold() in others]


def _names(program: Program) -> Iterator[frozenset[str]]:
    """What each thing is called: by the rules, and on the page in each language, in small letters."""
    for info in program.types.values():
        for name, _, texts, _ in info.parts:
            yield frozenset(
                {name.casefold(), name.replace("_", " ").casefold(), *(one.text.casefold() for one in texts)}
            )
