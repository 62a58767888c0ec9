"""Another name for something, in every file of its game; or why that cannot be.

What is to be changed is told by what each word names, and held by reading the game as it would then be: where that has
a fault more than it has now, nothing is renamed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.session import Session
from regola_compiler.project.unsaved import with_unsaved
from regola_dsl.declarations import KINDS
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_lsp.language.lookup import Target
from regola_lsp.language.names import Names

# What can have another name. Sections, pieces and places are the book's and the map's.
RENAMED = frozenset({"declaration", "member", "field", "local", "part", "phase", "example", "erratum"})
_NAME = re.compile(r"[^\W\d_]\w*")
# Keys of YAML files below which stand sentences.
_PROSE = re.compile(r"^\s*-?\s*\{?\s*(?:title|note|text|because|credits|means|[a-z]{2})\s*:")


@dataclass(frozen=True, slots=True)
class Refused:
    """Why something cannot have a name."""

    reason: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Another text in the place of one."""

    span: Span
    text: str


def renamed_at(names: Names, path: str, line: int, column: int) -> tuple[Span, str] | Refused:
    """What would be renamed at a place, and what it is called now."""
    use = names.at(path, line, column)
    if use is None:
        return Refused(say("nothing that has a name of its own stands here"))
    if use.target.kind not in RENAMED:
        what = {
            "section": say("a section is the book's"),
            "individual": say("what a sheet or a map names is renamed there"),
        }
        return Refused(what.get(use.target.kind, say("this has no name of its own")))
    if not names.declarations(use.target):
        return Refused(say("`{name}` is declared nowhere in this game", name=use.target.name))
    shared = names.reading.game.shared
    if any(place.name.path in shared for place in names.declarations(use.target)):
        return Refused(say("`{name}` belongs to a library, which other games use too", name=use.target.name))
    return use.span, use.target.name


def rename(names: Names, path: str, line: int, column: int, new: str) -> list[Edit] | Refused:
    """The edits that give something another name, in all files of the game."""
    known = renamed_at(names, path, line, column)
    if isinstance(known, Refused):
        return known
    use = names.at(path, line, column)
    assert use is not None
    target = use.target
    if new == target.name:
        return []
    if refusal := _unfit(names, target, new):
        return Refused(refusal)
    edits = [*_in_rules(names, target, new), *_in_data(names, target, new)]
    after = _read_with(names, edits)
    before, now = _faults(names.reading), _faults(after)
    worse = now - before
    if worse:
        (_, message), _ = worse.most_common(1)[0]
        return Refused(say("with the name `{name}` something would go wrong: {message}", name=new, message=message))
    return edits


def _unfit(names: Names, target: Target, new: str) -> str:
    """Why a name is none, or is taken; nothing if it can be had."""
    if target.kind == "member" and re.fullmatch(r"\d\w*(?:[-/:]\w+)+", new):
        return ""
    if not _NAME.fullmatch(new):
        return say("`{name}` is no name: it begins with a letter, and goes on with letters, digits and `_`", name=new)
    if new in keywords() or new in KINDS:
        return say("`{name}` is a word of the language", name=new)
    if target.kind in {"declaration", "example", "erratum", "part", "phase", "member", "field"}:
        taken = names.declarations(replace(target, name=new))
        if taken or (target.kind == "declaration" and names.declared(new)):
            return say("`{name}` is declared already", name=new)
    if target.kind == "local" and any(use.target == replace(target, name=new) for use in names.uses(target.owner)):
        return say("`{name}` means something else in this declaration already", name=new)
    return ""


def _in_rules(names: Names, target: Target, new: str) -> Iterator[Edit]:
    texts = names.reading.game.texts
    seen: set[Span] = set()
    for use in names.references(target):
        span = use.span
        written = texts[span.path].lines[span.line - 1][span.column - 1 : span.end_column - 1]
        bare = written.strip('"')
        head = bare[: len(bare) - len(target.name)] if bare.endswith(target.name) else ""
        if span not in seen and bare.endswith(target.name):
            seen.add(span)
            quote = '"' if written.startswith('"') else ""
            yield Edit(span, f"{quote}{head}{new}{quote}")


def _in_data(names: Names, target: Target, new: str) -> Iterator[Edit]:
    """In the game's YAML files: what a scenario tells, a sheet shows, a map or a counter has, a glossary declares."""
    if target.kind in {"local", "erratum", "part"}:
        return
    owner = re.escape(target.owner)
    word = re.escape(target.name)
    for source in names.reading.game.data_sources:
        if source.path.endswith("/glossary.yaml"):
            qualified = rf"(?<={owner}\.){word}" if target.owner else word
            pattern = re.compile(rf"^(\s*declares:\s*[\w.\"']*?)(?<!\w){qualified}(?!\w)")
        else:
            pattern = re.compile(rf"()(?<![\w\"'@#-]){word}(?![\w'-])")
        for number, line in enumerate(source.lines, 1):
            code = line.partition(" #")[0]
            if line.lstrip().startswith("#") or (_PROSE.match(code) and not source.path.endswith("/glossary.yaml")):
                continue
            for match in pattern.finditer(code):
                start = match.end() - len(target.name)
                if _is_scalar(code, start, match.end()) or source.path.endswith("/glossary.yaml"):
                    span = Span(source.path, number, start + 1, number, match.end() + 1)
                    yield Edit(span, new)


def _is_scalar(line: str, start: int, end: int) -> bool:
    """Whether a word is a key, a value or a name in a question, and not one of a sentence."""
    before, after = line[:start].rstrip(), line[end:].lstrip()
    return (not before or before[-1] in "-{[,:(.=") and (not after or after[0] in ":,]}().=")


def _read_with(names: Names, edits: list[Edit]) -> Reading:
    """The game as it would be read after some edits."""
    game = names.reading.game
    texts = {
        path: apply(source, [edit for edit in edits if edit.span.path == path]) for path, source in game.texts.items()
    }
    plain = replace(game, scenarios=[], sheets=[], components=[], diagnostics=[], glossary=None)
    return Session().read(with_unsaved(plain, texts))


def apply(source: Source, edits: list[Edit]) -> str:
    """A text with some edits made in it, each on one line."""
    lines = source.text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)


def _faults(reading: Reading) -> Counter[tuple[str, str]]:
    return Counter((one.code.slug, one.message) for one in reading.findings)
