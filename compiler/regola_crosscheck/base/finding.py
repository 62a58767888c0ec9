"""A finding about a rulebook text: a diagnostic, with how sure it is and the name it is accepted by."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, TypeAlias

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import Said, later, said_again, say

from regola_crosscheck.book.text import called

# Which of two texts has nothing of what a finding is about.
Lacking: TypeAlias = Literal["", "here", "there"]
# Of which part of a section or a table it is; of all of it.
Part: TypeAlias = Literal["", "heading", "row", "cell"]


class Confidence(IntEnum):
    """How sure a finding is. Unless more is asked for, what is at least likely is shown."""

    POSSIBLE = 1
    LIKELY = 2
    CERTAIN = 3

    @property
    def word(self) -> str:
        """As reports write it."""
        return self.name.lower()

    @property
    def said(self) -> Said:
        """As people are told it."""
        return say(_WORDS[self])


_WORDS = {
    Confidence.POSSIBLE: later("possible"),
    Confidence.LIKELY: later("likely"),
    Confidence.CERTAIN: later("certain"),
}


@dataclass(frozen=True, slots=True)
class ChangedWord:
    """The word that a finding is about, as texts write it; what is not known, or not there, is empty.

    `old` is the word that stood at the place of `new`, where something is kept of the text as it was; `expected` is the
    one that the rules, or the other language, ask for where `new` stands. Of two languages `here` is what the text
    itself would say if the other one is right, and `there` what the other would if this one is.
    """

    old: str = ""
    new: str = ""
    expected: str = ""
    here: str = ""
    there: str = ""


@dataclass(frozen=True, slots=True)
class CrosscheckFinding:
    """One finding.

    `section` is where in the book it stands; `key` tells it from others of its code in that section, and holds no line
    number, so that its name outlives an edit of the text. `picture` shows a difference of tables as lines of text.
    `kind` groups what a translator looks at together: it is the name of the check, which the run writes in. `word` is
    what a finding about one word names, for other programs. `lacking` says which of two texts (`here`, `there`) has
    nothing of what the finding is about, `against` is the path of the other text, and `through` is the last of several
    sections in a row that it is about. `part` says of which part of a section or a table a finding is that is not
    about all of it.
    `more` is in how many places the same stands that its diagnostic does not name.
    `formerly` are names under which earlier versions told the same: a decision about one of them holds on.
    """

    confidence: Confidence
    section: str
    key: str
    diagnostic: Diagnostic
    picture: tuple[str, ...] = ()
    kind: str = ""
    word: ChangedWord | None = None
    lacking: Lacking = ""
    against: str = ""
    part: Part = ""
    through: str = ""
    more: int = 0
    formerly: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which it may have been accepted."""
        return (self.name, *self.formerly)

    @property
    def name(self) -> str:
        """What the finding is accepted by, in every report the same."""
        where = f"{self.section}:{self.key}" if self.key else self.section
        return f"{self.diagnostic.code.slug}@{where}"


def new_finding(
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
    word: ChangedWord | None = None,
    lacking: Lacking = "",
    part: Part = "",
    through: str = "",
    more: int = 0,
) -> CrosscheckFinding:
    """A finding, as yet of no kind; what is not certain weighs as a warning."""
    if not section:
        message, label, help = (_of_front(text) for text in (message, label, help))  # noqa: A001
    weight = Severity.ERROR if confidence is Confidence.CERTAIN else Severity.WARNING
    weight = code.severity if code.severity is Severity.WARNING else weight
    diagnostic = Diagnostic(code, message, span, label, related, help, notes, severity=weight)
    return CrosscheckFinding(
        confidence,
        section,
        key,
        diagnostic,
        picture,
        word=word,
        lacking=lacking,
        part=part,
        through=through,
        more=more,
    )


def _of_front(text: str) -> str:
    """A message about what stands before the first section, with a word for the number that it lacks."""
    if not isinstance(text, Said):
        return text
    values = {name: _of_front(value) if isinstance(value, str) else value for name, value in text.values.items()}
    if values.get("section") == "":
        values["section"] = called("")
    return said_again(text, values)
