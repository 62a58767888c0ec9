"""A choice whose words are those of the language that is spoken; the English ones are always taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from regola_dsl.wording import localized_template


class SpokenChoice(click.Choice[str]):
    """A choice between words that messages say too, such as kinds of findings.

    What the command is given is the English word, whichever was typed; help, completion and a refusal name those that
    are spoken. Lines that were written in English, in a script perhaps, go on working.
    """

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(words)

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """A word as it is shown."""
        del ctx
        return localized_template(str(choice))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The English word for the one that was typed."""
        return value if value in self.choices else super().convert(value, param, ctx)
