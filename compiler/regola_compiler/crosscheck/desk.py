"""What every check of the desk reads: a game, a rulebook text, and what was seen in it once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.source import Span

from regola_compiler.crosscheck.book import Book, Passage, Section
from regola_compiler.crosscheck.encoded import Encoded, gather
from regola_compiler.crosscheck.finding import Confidence, Finding
from regola_compiler.crosscheck.lexicon import Lexicon, lexicon
from regola_compiler.crosscheck.tokens import Mark, Token, marks, scan
from regola_compiler.model import Program


@dataclass
class Desk:
    """A rulebook text beside the rules."""

    program: Program
    book: Book
    _tokens: dict[int, list[Token]] = field(default_factory=dict)
    _marks: dict[int, list[Mark]] = field(default_factory=dict)
    _passages: dict[int, Passage] = field(default_factory=dict)

    @cached_property
    def words(self) -> Lexicon:
        """The words of the book's language."""
        return lexicon(self.book.language)

    @cached_property
    def encoded(self) -> Encoded:
        """What the rules hold for each section."""
        return gather(self.program, self.book.numbering)

    @cached_property
    def numbered(self) -> bool:
        """Whether the book numbers its sections."""
        return any(section.numbered for section in self.book.sections)

    def passage(self, section: Section) -> Passage:
        """The text of a section."""
        return self._passages.setdefault(section.line, self.book.passage(section))

    def tokens(self, section: Section) -> list[Token]:
        """The numbers and references of a section."""
        if section.line not in self._tokens:
            self._tokens[section.line] = scan(self.passage(section), self.words, references=self.numbered)
        return self._tokens[section.line]

    def marks(self, section: Section) -> list[Mark]:
        """The words of permission of a section."""
        if section.line not in self._marks:
            self._marks[section.line] = marks(self.passage(section), self.words)
        return self._marks[section.line]

    def finding(
        self,
        code: Code,
        confidence: Confidence,
        section: str,
        key: str,
        message: str,
        span: Span,
        *,
        label: str = "",
        related: tuple[Label, ...] = (),
        help: str = "",  # noqa: A002  what the field of a diagnostic is called
        notes: tuple[str, ...] = (),
        picture: tuple[str, ...] = (),
    ) -> Finding:
        """A finding of the kind its code belongs to; what is not certain weighs as a warning."""
        weight = Severity.ERROR if confidence is Confidence.CERTAIN else Severity.WARNING
        weight = code.severity if code.severity is Severity.WARNING else weight
        diagnostic = Diagnostic(code, message, span, label, related, help, notes, severity=weight)
        return Finding(kind_of(code), confidence, section, key, diagnostic, picture)


# The codes of a kind share a stretch of numbers.
_KINDS = {
    "70": "sections",
    "71": "references",
    "72": "numbers",
    "73": "tables",
    "74": "permissions",
    "75": "terms",
    "76": "examples",
    "77": "languages",
    "78": "drift",
}


def kind_of(code: Code) -> str:
    """The kind a code belongs to."""
    return _KINDS[code.number[1:3]]
