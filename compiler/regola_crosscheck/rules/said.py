"""One thing that the rules say, as the desk asks it; what makes it of the rules is in `statements`."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from regola_dsl.records import dataclass

StatementKind: TypeAlias = Literal[
    "rule", "exception", "modifier", "definition", "requirement", "effect", "table", "member", "phase", "path", "fact"
]


@dataclass(frozen=True, slots=True)
class RuleStatement:
    """One thing that the rules say.

    Args:
        path: the declaration, and its part behind points: `stacking_limit.narrow`.
        kind: what it is.
        sections: those it is anchored to; of a part without any those of what it is part of.
        caption: our text for it in the language; empty if there is none.
        said: what the reference prints of it in the language; empty for what has no sentence.
        modality: of a rule whether it says may, must or must_not; of an exception that only lifts a rule what it leaves
            (waived of a duty); else empty.
        restated: what stands behind the title, a sentence each: the rule in our own words.
    """

    path: str
    kind: StatementKind
    sections: tuple[str, ...]
    caption: str
    said: str = ""
    modality: str = ""
    restated: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        """The declaration that it is part of."""
        return self.path.partition(".")[0]


def statements_of_plain(plain: Any) -> tuple[RuleStatement, ...]:
    """The statements that an earlier run kept as plain data (`dataclasses.astuple`)."""
    return tuple(
        RuleStatement(path, kind, tuple(sections), caption, said, modality, tuple(restated))
        for path, kind, sections, caption, said, modality, restated in plain
    )
