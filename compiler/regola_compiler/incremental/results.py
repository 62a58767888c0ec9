"""What a check has to say, and how it is kept: as JSON, nothing of which is ever run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Missing, Severity, Witness
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span
from regola_dsl.wording import from_plain, plain

if TYPE_CHECKING:
    from regola_compiler.checks.suppressions import Accepted
    from regola_compiler.evaluate.worked.examples import ExampleResult
    from regola_compiler.model.program import Acceptance
    from regola_compiler.project.game import Game

T = TypeVar("T")
# What the texts of the last check are kept under.
LAST = "last"


@dataclass
class Checked:
    """What a check has to say of a game.

    While it runs, `awaited` are the names of what was changed and is looked at still: of them nothing is told yet.
    """

    game: Game
    found: list[Diagnostic]
    rules: int
    examples: int
    errata: int
    limits: tuple[str, ...]
    accepted: tuple[Accepted, ...]
    awaited: frozenset[str] = frozenset()

    @property
    def sources(self) -> dict[str, Source]:
        """The texts by the path they are shown under."""
        return self.game.texts

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(diagnostic.weight is Severity.ERROR for diagnostic in self.found)


@dataclass(frozen=True, slots=True)
class FoundInSubject:
    """What was found in a subject, what was left untried in it, and whether it is a table whose cells were told of.

    `places` has the homes of the declarations in which the findings name a place, with what told how these stood.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    limits: tuple[str, ...] = ()
    told: bool = False
    places: tuple[tuple[str, str], ...] = ()


def dump_found(found: FoundInSubject) -> bytes:
    """A subject's findings as JSON."""
    data = {
        "found": [plain_diagnostic(d) for d in found.diagnostics],
        "limits": [*map(plain, found.limits)],
        "told": found.told,
        "places": found.places,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def load_found(data: bytes) -> FoundInSubject | None:
    """A subject's findings from JSON; None if it is something else."""
    return _read(
        data,
        lambda said: FoundInSubject(
            tuple(diagnostic_from_plain(d) for d in said["found"]),
            tuple(map(from_plain, said["limits"])),
            bool(said["told"]),
            tuple((str(home), str(stood)) for home, stood in said["places"]),
        ),
    )


def dump_checked(checked: Checked) -> bytes:
    """All that a check said, as JSON."""
    data = {
        "id": checked.game.id,
        "found": [plain_diagnostic(d) for d in checked.found],
        "counts": [checked.rules, checked.examples, checked.errata],
        "limits": [*map(plain, checked.limits)],
        "accepted": [
            [plain_diagnostic(item.finding), _dumped_acceptance(item.acceptance)] for item in checked.accepted
        ],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def load_checked(data: bytes, game: Game) -> Checked | None:
    """All that a check said of these texts of a game; None if `data` is something else."""

    def shape(said: Any) -> Checked:
        rules, examples, errata = said["counts"]
        known = replace(game, id=str(said["id"]))
        accepted = tuple(_loaded_accepted(finding, by) for finding, by in said["accepted"])
        found = [diagnostic_from_plain(d) for d in said["found"]]
        return Checked(
            known, found, int(rules), int(examples), int(errata), tuple(map(from_plain, said["limits"])), accepted
        )

    return _read(data, shape)


def _dumped_acceptance(acceptance: Acceptance) -> list[Any]:
    anchors = [[anchor.section, _place(anchor.span)] for anchor in acceptance.anchors]
    reason = [[text.language, text.text, _place(text.span), text.short] for text in acceptance.reason]
    return [acceptance.code, acceptance.declaration, anchors, reason, _place(acceptance.span)]


def _loaded_accepted(finding: list[Any], by: list[Any]) -> Accepted:
    from regola_dsl.tree import Anchor, Text

    from regola_compiler.checks.suppressions import Accepted
    from regola_compiler.model.program import Acceptance

    code, declaration, anchors, reason, place = by
    cited = tuple(Anchor(str(section), _span(where)) for section, where in anchors)
    because = tuple(Text(str(lang), str(said), _span(where), str(short)) for lang, said, where, short in reason)
    return Accepted(
        diagnostic_from_plain(finding), Acceptance(str(code), str(declaration), cited, because, _span(place))
    )


def _read(data: bytes, shape: Callable[[Any], T]) -> T | None:
    try:
        return shape(json.loads(data.decode("utf-8", "surrogatepass")))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None


def _place(span: Span) -> list[Any]:
    return [span.path, span.line, span.column, span.end_line, span.end_column]


def _span(place: list[Any]) -> Span:
    path, line, column, end_line, end_column = place
    return Span(str(path), int(line), int(column), int(end_line), int(end_column))


def plain_diagnostic(d: Diagnostic, place: Callable[[Span], list[Any]] = _place) -> list[Any]:
    """A diagnostic as JSON can hold it; `place` says how its places are."""
    witness = d.witness and [d.witness.given, d.witness.answer, d.witness.example]
    related = [[place(label.span), plain(label.text), label.subject] for label in d.related]
    code = [d.code.number, d.code.slug, d.code.title, d.code.severity.value, d.code.ground.value]
    severity = d.severity and d.severity.value
    message, notes = plain(d.message), [plain(note) for note in d.notes]
    about = [d.subject, d.missing and list(d.missing)]
    return [code, message, place(d.span), plain(d.label), related, plain(d.help), notes, witness, severity, *about]


def diagnostic_from_plain(data: list[Any], span: Callable[[list[Any]], Span] = _span) -> Diagnostic:
    """The diagnostic of which `plain_diagnostic` made `data`; `span` reads its places.

    Raises:
        ValueError, TypeError, KeyError, IndexError, AttributeError: if `data` is something else.
    """
    code, message, place, label, related, help_, notes, witness, severity, subject, missing = data
    return Diagnostic(
        Code(str(code[0]), str(code[1]), str(code[2]), Severity(code[3]), Ground(code[4])),
        from_plain(message),
        span(place),
        from_plain(label),
        tuple(Label(span(where), from_plain(text), str(about)) for where, text, about in related),
        from_plain(help_),
        tuple(map(from_plain, notes)),
        None
        if witness is None
        else Witness(tuple((str(a), str(b)) for a, b in witness[0]), str(witness[1]), str(witness[2])),
        None if severity is None else Severity(severity),
        str(subject),
        None if missing is None else Missing(*map(str, missing)),
    )


def homes_of(found: Iterable[Diagnostic]) -> set[str]:
    """The homes in which findings name a place."""
    return {span.path for one in found for span in (one.span, *(label.span for label in one.related))}


def homes_come_upon(result: ExampleResult) -> set[str]:
    """The homes of the places that an example came upon: its lines, rows that answered, and what went wrong."""
    lines = {line.expectation.span.path for line in result.lines}
    rows = {span.path for line in result.lines for span in line.rows}
    sites = {line.problem.site for line in result.lines if line.problem is not None}
    return {result.example.span.path} | lines | rows | {site.path for site in sites if site is not None}
