"""What can be learnt while a program is evaluated: what was asked, what had a say, what was made."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from regola_dsl.tree import Anchors

from regola_compiler.model.program import Clause, Definition, Norm, Row, Table
from regola_compiler.model.types import RecordValue


class Observer:
    """Learns what happens, and makes nothing of it."""

    def is_traced(self) -> bool:
        """Whether somebody wants to know every row and every reason."""
        return False

    def reasons_suppressed(self) -> AbstractContextManager[None]:
        """While it is found out which rules speak, what they look at is no reason yet."""
        return nullcontext()

    def record_reason(self, name: str, anchors: Anchors) -> None:
        """Something has a say."""

    def on_asked(self, name: str) -> None:
        """A declaration is asked."""

    def on_record(self, made: RecordValue) -> None:
        """A record is made."""

    def on_row(self, table: Table, row: Row) -> None:
        """A row of a table answers."""

    def on_norm_applied(self, action: str, norm: Norm) -> None:
        """A norm has a say."""

    def on_clause(self, definition: Definition, clause: Clause, *, own: bool) -> None:
        """A clause is entered; or (`own`) none of its exceptions holds, and it must say something itself."""
