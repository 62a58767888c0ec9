"""Texts put into the rules: at the stretch where each stands, and nowhere else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from regola_dsl import tree
from regola_dsl.format import format_source
from regola_dsl.layout.lines import WIDTH
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.exchange.segments import Segment, segments_of

# What may stand before a text, and the words that the language has there.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-\w+)*")
_TAKEN = frozenset("and as at by if in is not of or to up".split())


@dataclass(frozen=True, slots=True)
class TextEdit:
    """A text that becomes another, or that comes into being beside the texts of other languages."""

    segment: Segment
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class _Writing:
    """A text and its short form, as they will stand together.

    Attributes:
        language: In which they are.
        text: What is said; empty if only the short form is known, which cannot be written.
        short: What stands for it where there is little room; may be empty.
        place: What stands there now; None if nothing does in this language.
        last: The text, of whatever language, behind which a new one comes.
    """

    language: str
    text: str
    short: str
    place: tree.Text | None
    last: tree.Text

    @property
    def written(self) -> str:
        """As it stands in the rules."""
        short = f" / {quoted(self.short)}" if self.short else ""
        return f"{self.language} {quoted(self.text)}{short}"


def _together(changes: Iterable[TextEdit]) -> list[_Writing]:
    """The changes by the place where they are made: a text and its short form are written as one."""
    found: dict[tuple[Span, str], _Writing] = {}
    for change in changes:
        segment, language = change.segment, change.language
        last = max(segment.nodes.values(), key=lambda text: text.span)
        key = (last.span, language)
        here = segment.nodes.get(language)
        known = found.get(key) or _Writing(language, here.text if here else "", here.short if here else "", here, last)
        if segment.is_short:
            found[key] = replace(known, short=change.text)
        else:
            found[key] = replace(known, text=change.text)
    return list(found.values())


def is_language(word: str) -> bool:
    """Whether a word may name the language of a text.

    >>> is_language("pt-BR"), is_language("italiano"), is_language("if")
    (True, False, False)
    """
    return _LANGUAGE.fullmatch(word) is not None and word not in _TAKEN


def unwritable(text: str) -> str | None:
    """What in a text no text of the rules can hold, in a few words; None if there is nothing.

    >>> unwritable("two lines\\nand a tab\\t")
    'the control character U+0009'
    """
    for char in text:
        if char != "\n" and unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"}:
            return say("the control character U+{ord:04X}", ord=ord(char))
    return None


def quoted(text: str) -> str:
    r"""A text as it stands in the rules: whatever is in it, it ends where it ends.

    >>> quoted('say "no"\n')
    '"say \\"no\\"\\n"'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def changed(source: Source, file: str, changes: Iterable[TextEdit]) -> str:
    """A file's text with its changes. If it was laid out in the one way there is, it still is.

    Raises:
        ValueError: if one of the changes cannot be made so that the file says that and nothing else.
    """
    wanted = list(changes)
    meant = _meant(source, file, wanted)
    for beside in (True, False):
        text = _spliced(source.written, wanted, beside=beside)
        if _says(source.with_text(text), file, meant):
            break
    else:
        raise ValueError(file)
    is_laid_out = source.changed(format_source) == source.written.text
    laid_out = source.with_text(text).changed(format_source) if is_laid_out else text
    if laid_out != text and not _says(source.with_text(laid_out), file, meant):
        raise ValueError(file)
    return laid_out


def _spliced(source: Source, changes: list[TextEdit], *, beside: bool) -> str:
    """The text with each change in its place; a long line goes on below, unless all must stand `beside` another."""
    lines = source.text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    edits: list[tuple[int, int, str]] = []
    for change in _together(changes):
        said = change.written
        old = change.place
        if old is not None:
            edits.append((*_stretch(old.span, starts), said))
            continue
        other = change.last
        _, end = _stretch(other.span, starts)
        line = lines[other.span.end_line - 1]
        rest = line[other.span.end_column - 1 :].strip()
        room = len(line.rstrip()) + len(said) + 2 <= WIDTH
        if room or not beside or not (rest == "" or rest.startswith("#")):
            edits.append((end, end, f"  {said}"))
            continue
        below = starts[other.span.end_line] - 1  # behind a comment, if there is one
        ends = "\r" if line.endswith("\r") else ""
        edits.append((below, below, f"\n{' ' * (other.span.column - 1)}{said}{ends}"))
    text = source.text
    for start, end, said in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:start] + said + text[end:]
    return text


def _stretch(span: Span, starts: list[int]) -> tuple[int, int]:
    return starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1


def _meant(source: Source, file: str, changes: list[TextEdit]) -> dict[str, Mapping[str, str]]:
    """What a file must say after some changes: the texts of each segment by language."""
    before, _ = segments_of(source, file)
    meant: dict[str, Mapping[str, str]] = {one.id: _texts(one) for one in before}
    for change in changes:
        meant[change.segment.id] = {**meant[change.segment.id], change.language: change.text}
    return meant


def _says(source: Source, file: str, meant: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a file says what is meant, and nothing else."""
    after, wrong = segments_of(source, file)
    return not wrong and meant == {one.id: _texts(one) for one in after}


def _texts(segment: Segment) -> dict[str, str]:
    return {language: text.text for language, text in segment.texts.items()}
