"""YAML as our files have it: no anchors, aliases and tags, no key but a word, and nothing very deep.

What is refused is refused before anything is built from it, so that no small file can become a large or a slow one. It
is what the scanner has read that is looked at, event by event, and nothing that stands in a comment or in a text.
"""

from __future__ import annotations

from typing import Any

from regola_dsl import codes
from regola_dsl.diagnostics import Code
from regola_dsl.wording import say
from ruamel.yaml.error import StreamMark
from ruamel.yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, MappingStartEvent, NodeEvent
from ruamel.yaml.parser import RoundTripParser

MAX_DEPTH = 40


class Refused(Exception):  # noqa: N818  said of a file, and caught where it is read
    """Something that our files never need: `strange` is what begins with one of `&*!`, `mark` the place."""

    def __init__(self, code: Code, message: str, help_text: str, mark: StreamMark, *, strange: bool = False) -> None:
        super().__init__(message)
        self.code, self.message, self.help, self.mark, self.strange = code, message, help_text, mark, strange


class PlainParser(RoundTripParser):
    """A parser that refuses what our files never need, where it begins."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Of each mapping that is open, how many nodes it has so far, every other one a key; None of a list.
        self._within: list[int | None] = []

    def get_event(self) -> Any:
        """The next event.

        Raises:
            Refused: if it may not be.
        """
        event = super().get_event()
        if isinstance(event, CollectionEndEvent):
            self._within.pop()
        elif isinstance(event, NodeEvent):
            self._look(event)
        return event

    def _look(self, event: NodeEvent) -> None:
        if isinstance(event, AliasEvent) or event.anchor is not None or getattr(event, "tag", None) is not None:
            raise Refused(codes.BAD_YAML, "", "", event.start_mark, strange=True)
        count = self._within[-1] if self._within else None
        if count is not None:
            self._within[-1] = count + 1
        if isinstance(event, CollectionStartEvent):
            if count is not None and count % 2 == 0:
                told = say("a list or a mapping cannot be what a value is called by")
                raise Refused(codes.BAD_YAML, told, say("write `key: value` lines"), event.start_mark)
            self._within.append(0 if isinstance(event, MappingStartEvent) else None)
            if len(self._within) > MAX_DEPTH:
                told = say("lists and mappings are nested more than {max_depth} deep", max_depth=MAX_DEPTH)
                raise Refused(codes.TOO_LARGE, told, say("write it flatter"), event.start_mark)
