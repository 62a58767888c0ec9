"""The texts of sections as they were read, kept outside the repository: no sentence of a book may stand in it.

They lie in the user's own folder of results (`regola_dsl.cache`), by the fingerprint of their words that an index has.
So whoever wrote an index on this machine is shown what stood there; elsewhere the index alone tells which word changed.
"""

from __future__ import annotations

from functools import cached_property

from regola_dsl.store import Pack

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.fingerprints import fingerprint_of, words_fingerprint
from regola_crosscheck.book.numbering import Key


class TextsAsRead:
    """What is kept of the texts of books, of whatever game."""

    @cached_property
    def _pack(self) -> Pack:
        """The pack, of the same form whatever the version of the tools."""
        return Pack("crosscheck-texts", "1")

    def text(self, language: str, words: str) -> str:
        """A section as it was read, by the fingerprint of its words; empty if that is not kept here."""
        found = self._pack.get(f"{language} {words}")
        text = "" if found is None else found.decode("utf-8", "replace")
        return text if words_fingerprint(text) == words else ""

    def keep(self, context: CrosscheckContext, only: frozenset[Key] | None = None) -> None:
        """Keep the sections of a book as they are now; with `only`, those alone."""
        for section in context.book.stretches:
            if only is not None and context.book.numbering.key(section.id) not in only:
                continue
            key = f"{context.book.language} {fingerprint_of(context, section).words}"
            if key not in self._pack:
                self._pack.put(key, context.passage(section).text.encode("utf-8", "replace"))

    def save(self) -> None:
        """Write what is new; what is there already stays, however long nobody asked for it."""
        self._pack.renew(self._pack.keys(""))
        self._pack.save()
