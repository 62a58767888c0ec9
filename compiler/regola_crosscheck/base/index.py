"""The index of a rulebook, `sources/<language>.yaml`: its sections, their fingerprints, and what was decided.

The file is written for people: it is read and written with its comments and its order kept, a section a line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, astuple, field, replace
from pathlib import Path
from typing import Any

from regola_compiler.project.written_yaml import as_yaml, round_trip
from regola_compiler.project.yaml_file import load_yaml, place_of
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, localized_template
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.fingerprints import SectionFingerprint, fingerprint_of
from regola_crosscheck.book.numbering import Key, Numbering

# What is longer is no title; of a title so many words are kept.
LONGEST, WORDS = 100, 7
# The name that the file has for what stands before the first section; a section whose slug this is has a heading.
FRONT = "front"
_SCHEMA = "../../../schemas/source.schema.json"
_ABOUT = later("The sections of the book as they were last read, and what was decided about its findings.")
ENCODED, PARTLY, OPEN, PROSE = "encoded", "partly", "open", "prose"


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A section as the index has it. `heading` is what an unnumbered one is found by."""

    id: str
    title: str
    heading: str
    status: str
    because: str
    fingerprint: SectionFingerprint | None
    span: Span


@dataclass(frozen=True, slots=True)
class Decision:
    """A finding that is accepted, and why."""

    finding: str
    because: str
    span: Span


@dataclass
class Index:
    """An index. `data` is the file as it was read, to be written again; empty if there is none yet.

    Of one that was kept from an earlier run, it is read from `file` when it is to be written. `texts` has the texts of
    sections as they were read, by the fingerprint of their words, as far as they are kept on this machine.
    """

    path: str
    entries: tuple[IndexEntry, ...] = ()
    accepted: tuple[Decision, ...] = ()
    data: Any = field(default=None)
    file: Path | None = None
    texts: Callable[[str], str] = field(default=lambda _: "")

    def as_read(self, language: str) -> Any:
        """The file with its comments and its order; a new one if there is none."""
        if self.data is None and self.file is not None:
            self.data, _ = load_yaml(self.file, self.path, "source")
        return self.data if self.data is not None else _empty(language, Path(self.path))

    @property
    def language(self) -> str:
        """The language of its book, where its file tells it."""
        return str(self.data.get("language", "")) if self.data is not None else ""

    def plain(self) -> list[Any]:
        """What it says, as JSON can hold it."""
        return [[astuple(entry) for entry in self.entries], [astuple(decision) for decision in self.accepted]]

    @classmethod
    def of_plain(cls, plain: Any, path: str, file: Path) -> Index:
        """The index that `plain` was made of, shown under another path perhaps."""

        def place(span: list[Any]) -> Span:
            _, line, column, end_line, end_column = span
            return Span(path, int(line), int(column), int(end_line), int(end_column))

        entries = []
        for id_, title, heading, status, because, kept, span in plain[0]:
            fingerprint = None if kept is None else SectionFingerprint(*map(str, kept))
            entries.append(
                IndexEntry(str(id_), str(title), str(heading), str(status), str(because), fingerprint, place(span))
            )
        accepted = tuple(Decision(str(finding), str(because), place(span)) for finding, because, span in plain[1])
        return cls(path, tuple(entries), accepted, file=file)

    def text_of(self, kept: SectionFingerprint) -> str:
        """A section as it was when something was kept of it; empty if that is not known here."""
        return self.texts(kept.words)

    @property
    def unread(self) -> Index:
        """The same as if no section had been read, and nothing decided."""
        return replace(self, entries=tuple(replace(one, fingerprint=None) for one in self.entries), accepted=())

    @property
    def titles(self) -> dict[str, str]:
        """Our slugs for headings without a number."""
        return {entry.id: entry.heading for entry in self.entries if entry.heading}

    @property
    def known_titles(self) -> dict[str, str]:
        """The titles of all sections that have one."""
        return {entry.id: entry.heading or entry.title for entry in self.entries if entry.heading or entry.title}

    def prose(self, numbering: Numbering) -> frozenset[Key]:
        """The sections that need no rule."""
        return frozenset(numbering.key(entry.id) for entry in self.entries if entry.status == PROSE)

    def partly(self, numbering: Numbering) -> dict[Key, str]:
        """The sections of which something is not encoded, and what."""
        return {numbering.key(entry.id): entry.because for entry in self.entries if entry.status == PARTLY}

    def by_key(self, numbering: Numbering) -> dict[Key, IndexEntry]:
        """The entries, by the place of their section."""
        return {numbering.key(entry.id): entry for entry in self.entries}


def read_index(path: Path, shown: str) -> tuple[Index | None, list[Diagnostic]]:
    """The index in a file; an empty one where there is no file, None where it cannot be read."""
    if not path.is_file():
        return Index(shown), []
    data, found = load_yaml(path, shown, "source")
    if data is None:
        return None, found
    entries = tuple(
        IndexEntry(
            _id_of(item),
            str(item.get("title", "")),
            str(item.get("heading", "")),
            str(item.get("status", OPEN)),
            str(item.get("because", "")),
            SectionFingerprint.from_index(item) if item.get("words") else None,
            place_of(data, ["sections", place], shown),
        )
        for place, item in enumerate(data.get("sections") or [])
    )
    accepted = tuple(
        Decision(str(item["finding"]), str(item["because"]), place_of(data, ["accepted", place], shown))
        for place, item in enumerate(data.get("accepted") or [])
    )
    return Index(shown, entries, accepted, data), found


def _id_of(row: Any) -> str:
    """What a row is about; the front of a book has no name of its own."""
    return "" if row["id"] == FRONT and not row.get("heading") else str(row["id"])


def refreshed(index: Index, context: CrosscheckContext, only: frozenset[Key] | None = None) -> str:
    """The index with the sections as they are now; with `only`, the fingerprints of those sections alone.

    What a person wrote is kept: titles, reasons, what is encoded in part or prose, comments, order, decisions.
    """
    data = index.as_read(context.book.language)
    rows = data.setdefault("sections", CommentedSeq())
    numbering = context.book.numbering
    known = {numbering.key(_id_of(row)): row for row in rows}
    place = 0
    for section in context.book.stretches:
        key = numbering.key(section.id)
        row = known.get(key)
        if row is None:
            if only is not None:
                continue
            row = CommentedMap({"id": DoubleQuotedScalarString(section.id or FRONT)})
            if section.title and len(section.title) <= LONGEST:
                # A long title by its beginning: a heading is found by that too, and is no sentence of the book.
                row["title"] = DoubleQuotedScalarString(" ".join(section.title.split()[:WORDS]))
            row.fa.set_flow_style()
            rows.insert(min(place, len(rows)), row)
            known[key] = row
        place = list(rows).index(row) + 1
        # Of a doubled section the first is kept, as it is the one that is found by its number.
        if (only is None or key in only) and context.book.section(section.id) is section:
            _fill_row(row, fingerprint_of(context, section))
            if section.id and row.get("status") != PROSE:
                whole = PARTLY if row.get("status") == PARTLY else ENCODED
                row["status"] = whole if _is_encoded(context, key) else OPEN
    rows.fa.set_block_style()
    return as_yaml(data)


def with_decision(index: Index, name: str, because: str, language: str = "") -> str:
    """The index with one more finding accepted; a decision that is there already has its reason renewed.

    `language` is that of a new index; by its name if it is not told.
    """
    data = index.as_read(language or Path(index.path).stem)
    rows = data.setdefault("accepted", CommentedSeq())
    for row in rows:
        if str(row["finding"]) == name:
            row["because"] = because
            return as_yaml(data)
    rows.append(CommentedMap({"finding": DoubleQuotedScalarString(name), "because": because}))
    return as_yaml(data)


def without_decision(text: str, name: str) -> str:
    """An index as its file has it without a decision; all else stays as it is written, the comments around it too."""
    data = round_trip().load(text)
    rows = data["accepted"]
    place = next((place for place, row in enumerate(rows) if str(row["finding"]) == name), None)
    if place is None:
        return text
    wanted = [dict(row) for number, row in enumerate(rows) if number != place]
    spliced = _without_lines(text, data, place)
    try:
        again = round_trip().load(spliced)
        if {**again, "accepted": again.get("accepted") or []} == {**data, "accepted": wanted}:
            return spliced
    except YAMLError:
        pass
    if wanted:
        del rows[place]
    else:
        del data["accepted"]
    return as_yaml(data)


def _without_lines(text: str, data: Any, place: int) -> str:
    """A text without the lines of an entry of `accepted`, and without that word where it was the last one."""
    rows = data["accepted"]
    lines = text.splitlines(keepends=True)
    first = rows.lc.item(place)[0]
    starts = sorted([*(rows.lc.item(number)[0] for number in range(len(rows))), *(data.lc.key(key)[0] for key in data)])
    last = next((line for line in starts if line > first), len(lines))
    while last > first + 1 and (not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#")):
        last -= 1
    head = [data.lc.key("accepted")[0]] if len(rows) == 1 else []
    return "".join(line for number, line in enumerate(lines) if not first <= number < last and number not in head)


def _empty(language: str, path: Path) -> CommentedMap:
    """A new index; an editor is told of its schema where that lies, as it does for the games of this repository."""
    data = CommentedMap({"language": language})
    known = path.parent.name == "sources" and (path.parent / _SCHEMA).is_file()
    data.yaml_set_start_comment(f"yaml-language-server: $schema={_SCHEMA}" if known else localized_template(_ABOUT))
    return data


def _fill_row(row: Any, kept: SectionFingerprint) -> None:
    for name, value in asdict(kept).items():
        if value:
            row[name] = DoubleQuotedScalarString(value)
        elif name in row:
            del row[name]


def _is_encoded(context: CrosscheckContext, key: Key) -> bool:
    return any(known[: len(key)] == key for known in context.encoded.names)
