"""PO, as gettext has it: an entry for each text, its name as `msgctxt`, its sections as a comment.

Read line by line, and changed in place: comments, flags, references, earlier sentences and entries that are no longer
used stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from regola_dsl.wording import say

from regola_compiler.exchange.units import Document, Unit, Unreadable, Updated

_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+(".*")\s*')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_WRITTEN = {"\\": "\\\\", '"': '\\"', **{sign: f"\\{name}" for name, sign in _NAMED.items()}}


@dataclass(slots=True)
class _Entry:
    """An entry: its strings by keyword, the lines each takes, and what its comments say."""

    line: int
    strings: dict[str, str] = field(default_factory=dict)
    lines: dict[str, list[int]] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    flagged_at: int | None = None

    @property
    def name(self) -> str:
        return self.strings.get("msgctxt", "")


def write(document: Document) -> str:
    """A document as PO."""
    head = {
        "Project-Id-Version": document.game,
        "Language": document.target,
        "X-Source-Language": document.source,
        "X-Game": document.game,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "regola",
    }
    told = "".join(f'"{_escaped(f"{key}: {value}")}\\n"\n' for key, value in head.items())
    return "\n".join([f'msgid ""\nmsgstr ""\n{told}', *map(_entry_text, document.units)])


def read(text: str) -> Document:
    """The document that a text is.

    Raises:
        Unreadable: if it is no PO, or counts its texts.
    """
    entries = list(_entries(text.split("\n")))
    head = next(
        (one.strings.get("msgstr", "") for one in entries if one.strings.get("msgid") == "" and not one.name), ""
    )
    said = dict(line.partition(":")[::2] for line in head.split("\n") if ":" in line)
    values = {key.strip(): value.strip() for key, value in said.items()}
    document = Document(values.get("X-Game", ""), values.get("X-Source-Language", ""), values.get("Language", ""))
    for one in entries:
        if one.name:
            source, target = one.strings.get("msgid", ""), one.strings.get("msgstr")
            done = "fuzzy" not in one.flags
            document.units.append(Unit(one.name, source, document.target, target, line=one.line, finished=done))
    return document


def update(text: str, document: Document) -> Updated:
    """A text brought up to date with a document, as `xliff.update` says.

    Raises:
        Unreadable: if it is no PO.
    """
    lines = text.split("\n")
    updated = Updated(text)
    left = {unit.id: unit for unit in document.units}
    edits: list[tuple[int, int, list[str]]] = []
    for one in _entries(lines):
        unit = left.pop(one.name, None)
        if unit is None:
            updated.unknown += bool(one.name)
        else:
            updated.changed += _renewed(one, unit, edits, lines)
    for start, end, words in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[start:end] = words
    updated.added = len(left)
    ends = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    rest = "".join(f"\n{_entry_text(unit)}" for unit in left.values()).replace("\n", ends)
    body = "\n".join(lines)
    updated.text = f"{body}{'' if body.endswith(chr(10)) else ends}{rest}" if rest else body
    return updated


def _entries(lines: list[str]) -> Iterator[_Entry]:
    """The entries of a file, but for those that are commented out."""
    entry, key = _Entry(1), ""
    for number, raw in enumerate(lines):
        line = raw.strip()
        started = _KEYWORD.fullmatch(line)
        begins = not line or line.startswith("#") or (started is not None and started[1] in {"msgctxt", "msgid"})
        if begins and "msgstr" in " ".join(entry.strings):
            yield entry
            entry, key = _Entry(number + 1), ""
        if line.startswith("#,"):
            entry.flags += [flag.strip() for flag in line[2:].split(",")]
            entry.flagged_at = number
        if not line or line.startswith("#"):
            continue
        if started is not None:
            key = started[1]
            if key in entry.strings:
                raise Unreadable(say("`{key}` stands twice in one entry", key=key), number + 1)
            if key.startswith(("msgid_plural", "msgstr[")):
                raise Unreadable(say("texts that depend on a number are not known here"), number + 1)
            if not entry.strings:
                entry.line = number + 1
            entry.strings[key], entry.lines[key] = _string(started[2], number), [number]
        elif key and line.startswith('"'):
            entry.strings[key] += _string(line, number)
            entry.lines[key].append(number)
        else:
            raise Unreadable(say("this is no line of a PO file"), number + 1)
    if entry.strings:
        if "msgstr" not in entry.strings:
            raise Unreadable(say("the entry has no `msgstr`"), entry.line)
        yield entry


def _string(written: str, number: int) -> str:
    if not _STRING.fullmatch(written):
        raise Unreadable(say("the quotes of this line do not match"), number + 1)
    return _ESCAPE.sub(lambda found: _unescaped(found[1]), written[1:-1])


def _unescaped(code: str) -> str:
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if code[0] in "01234567" else _NAMED.get(code, code)


def _escaped(text: str) -> str:
    r"""A text as it stands between quotes; other control characters in octal digits, three of them.

    >>> _escaped('a "b"\n\x01')
    'a \\"b\\"\\n\\001'
    """
    return "".join(
        _WRITTEN.get(char) or (f"\\{ord(char):03o}" if ord(char) < 32 or ord(char) == 127 else char) for char in text
    )


def _lines(key: str, text: str) -> list[str]:
    """The lines of a string: one, or after an empty one a line for each of its own."""
    parts = re.findall(r"[^\n]*\n|[^\n]+", text)
    if len(parts) < 2:
        return [f'{key} "{_escaped(text)}"']
    return [f'{key} ""', *(f'"{_escaped(part)}"' for part in parts)]


def _entry_text(unit: Unit) -> str:
    lines = [f"#. {unit.note}"] if unit.note else []
    lines += [f"#: {unit.file}"] if unit.file and not re.search(r"\s", unit.file) else []
    lines += _lines("msgctxt", unit.id) + _lines("msgid", unit.source) + _lines("msgstr", unit.target or "")
    return "".join(f"{line}\n" for line in lines)


def _renewed(one: _Entry, unit: Unit, edits: list[tuple[int, int, list[str]]], lines: list[str]) -> bool:
    """Bring one entry up to date; whether anything had to be changed."""
    has, anew = one.strings.get("msgstr", ""), one.strings.get("msgid") != unit.source
    ends = "\r" if lines[one.lines["msgid"][0]].endswith("\r") else ""

    def put(key: str, text: str) -> None:
        at = one.lines[key]
        edits.append((at[0], at[-1] + 1, [f"{line}{ends}" for line in _lines(key, text)]))

    if anew:
        put("msgid", unit.source)
    if unit.target and (anew or not has) and has != unit.target:
        put("msgstr", unit.target)
        if one.flagged_at is not None and "fuzzy" in one.flags:
            flags = ", ".join(flag for flag in one.flags if flag != "fuzzy")
            edits.append((one.flagged_at, one.flagged_at + 1, [f"#, {flags}{ends}"] if flags else []))
        return True
    if anew and has and has != unit.target and "fuzzy" not in one.flags:
        at = one.line - 1
        edits.append((at, at, [f"#, fuzzy{ends}"]))
    return anew
