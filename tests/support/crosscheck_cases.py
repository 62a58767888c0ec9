"""The translator's desk in process: rules, texts, an index and a glossary in memory; and pages and cases for it.

A case for the desk has a ```text block besides its rules, or two, marked by their languages, ```text it and ```text en.
What must be found stands at the end of the line where it must be found, in a comment that the desk never sees:

    **9.5 Riders.** Riders have a strength of 2 at most.   <!-- error: [number-differs] "says `2`" -->

`error` and `warning` are what the report shows, `possible` what it shows only where it is asked to. A block
```yaml index, or ```yaml index it, is an index of the game, ```yaml glossary its glossary; in these a comment begins
with `#`. What is shown must be announced; what is only possible may be.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from operator import is_
from pathlib import Path
from tempfile import TemporaryDirectory

from regola_cli.catalogue import page
from regola_compiler.driver import Compiled, compile_game
from regola_compiler.ir.tree import Ir
from regola_compiler.model.program import Program
from regola_compiler.project.glossary import Glossary, load_glossary
from regola_compiler.report import text as report_text
from regola_compiler.report.ci.github import as_github
from regola_compiler.report.ci.sarif import as_sarif
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import Index, read_index
from regola_crosscheck.report import Report, as_json, summary
from regola_crosscheck.rules.statements import statements_of
from regola_crosscheck.run import crosscheck
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Source

from support.cases import ANNOUNCED, Announced, Case, Fence, announced, game_of, read_cases

_COMMENT = re.compile(r"[ \t]*<!--(?P<told>.*?)-->[ \t]*$", re.MULTILINE)
LANGUAGE = "en"


def held(
    program: Program,
    texts: Mapping[str, str],
    indexes: Mapping[str, Index] | None = None,
    glossary: Glossary | None = None,
    paths: Mapping[str, str] | None = None,
    ir: Ir | None = None,
) -> Report:
    """A run of the desk over texts by language, with everything in it that was found, however sure.

    `paths` are what findings call the texts; else `it.md` and the like. With `ir` sentences are held against rules too.
    What was worked out of the same rules before is not worked out again, as on a desk that stays open.
    """
    sources = {
        language: Source((paths or {}).get(language, f"{language}.md"), text) for language, text in texts.items()
    }
    speaking = None if ir is None else partial(statements_of, ir)
    earlier = _worked_out(program, glossary, ir)
    report = crosscheck(program, sources, indexes, glossary, speaking=speaking, earlier=earlier)
    earlier |= report.contexts
    return report


_of_rules: deque[tuple[tuple[object, ...], dict[str, CrosscheckContext]]] = deque(maxlen=8)


def _worked_out(*rules: object) -> dict[str, CrosscheckContext]:
    """The last contexts over these very rules, by language."""
    known = next((found for these, found in _of_rules if all(map(is_, these, rules))), None)
    if known is None:
        known = {}
        _of_rules.append((rules, known))
    return known


def shown(report: Report) -> list[CrosscheckFinding]:
    """The findings of a report that are shown unless it is asked for more."""
    return [finding for finding in report.found if finding.confidence >= Confidence.LIKELY]


# --- pages and cases ---------------------------------------------------------------------------


@dataclass
class Sheet:
    """The blocks of a case, by what they are; `numbers` says which block is which file."""

    rules: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    indexes: dict[str, str] = field(default_factory=dict)
    glossary: str = ""
    numbers: dict[str, int] = field(default_factory=dict)


def read_desk_cases(path: Path) -> list[Case]:
    """The cases of a Markdown file that have a text; one without rules has those of the case before it."""
    rules: tuple[Fence, ...] = ()
    found = []
    for case in read_cases(path, ("regola", "text", "yaml")):
        own = tuple(fence for fence in case.fences if fence.language == "regola")
        rules = own or rules
        if is_for_the_desk(case.fences):
            others = tuple(fence for fence in case.fences if fence.language != "regola")
            found.append(replace(case, fences=(*rules, *others)))
    return found


def is_for_the_desk(fences: Iterable[Fence]) -> bool:
    """Whether a rulebook's text is among some blocks."""
    return any(fence.language.partition(" ")[0] == "text" for fence in fences)


def sheet(fences: Sequence[Fence]) -> Sheet:
    """Blocks sorted by what they are, without what they announce.

    Raises:
        ValueError: if a block is of no kind there is.
    """
    found = Sheet()
    for number, fence in enumerate(fences):
        kind, *rest = fence.language.split()
        match kind, rest:
            case "regola", []:
                found.rules.append(fence.text)
            case "text", _:
                language = rest[0] if rest else LANGUAGE
                found.texts[language] = _COMMENT.sub("", fence.text)
                found.numbers[f"{language}.md"] = number
            case "yaml", ["index", *which]:
                language = which[0] if which else LANGUAGE
                found.indexes[language] = fence.text
                found.numbers[f"{language}.yaml"] = number
            case "yaml", ["glossary"]:
                found.glossary = fence.text
            case _:
                raise ValueError(f"line {fence.above}: no case has a block of `{fence.language}`")
    return found


@cache
def _compiled(texts: tuple[str, ...]) -> Compiled:
    compiled = compile_game(game_of(texts))
    errors = [
        found for found in compiled.found if found.weight is Severity.ERROR and found.code.slug != "example-fails"
    ]
    assert not errors, report_text.text(errors, compiled.sources)
    return compiled


def run(blocks: Sheet) -> Report:
    """The desk over the blocks of a case; each way of showing its findings is tried on the way.

    Raises:
        AssertionError: if the rules, the index or the glossary are wrong themselves.
    """
    with TemporaryDirectory() as folder:
        indexes = {}
        for language, text in blocks.indexes.items():
            path = Path(folder, f"{language}.yaml")
            path.write_text(text, "utf-8")
            index, wrong = read_index(path, path.name)
            assert index is not None, wrong
            indexes[language] = index
        glossary = None
        if blocks.glossary:
            Path(folder, "glossary.yaml").write_text(blocks.glossary, "utf-8")
            glossary, wrong = load_glossary(Path(folder), "glossary.yaml")
            assert not wrong, wrong
    compiled = _compiled(tuple(blocks.rules))
    report = held(compiled.program, blocks.texts, indexes, glossary, ir=compiled.ir)
    assert json.loads(as_json(report))
    assert json.loads(as_sarif(report.all, report.sources, report.suppressed, page=page))
    assert as_github(report.all).count("\n") == len(report.all)
    assert summary(report)
    report_text.text(report.all, report.sources)
    return report


def announcements(fences: Sequence[Fence]) -> list[Announced]:
    """What the blocks of a case announce."""
    found = []
    for number, fence in enumerate(fences):
        if fence.language.startswith("yaml"):
            found += announced(number, fence.text)
        elif fence.language.startswith("text"):
            for line, text in enumerate(fence.text.split("\n"), 1):
                for comment in _COMMENT.finditer(text):
                    told = list(ANNOUNCED.finditer(comment["told"]))
                    assert told, f"a comment announces nothing: {comment['told']}"
                    found += [Announced(number, line, one["severity"], one["slug"], one["part"] or "") for one in told]
    return found


def differences(fences: Sequence[Fence], where: str) -> list[str]:
    """What was announced and not found, and what was shown and not announced, a line each."""
    wanted = announcements(fences)
    blocks = sheet(fences)
    report = run(blocks)
    told: list[tuple[bool, Diagnostic]] = [(True, diagnostic) for diagnostic in report.diagnostics]
    told += [(finding.confidence >= Confidence.LIKELY, finding.diagnostic) for finding in report.found]
    out = []
    for is_shown, diagnostic in told:
        number = blocks.numbers[diagnostic.span.path]
        seen = diagnostic.weight.value if is_shown else "possible"
        match = next((one for one in wanted if one.tells(number, diagnostic, seen)), None)
        if match is not None:
            wanted.remove(match)
        elif is_shown:
            place = f"{where}:{fences[number].above + diagnostic.span.line}"
            out.append(f"+ {place}: {seen}: [{diagnostic.code.slug}] {diagnostic.message}   found, not announced")
    for one in wanted:
        place = f"{where}:{fences[one.block].above + one.line}"
        out.append(f"- {place}: {one.severity}: [{one.slug}] {one.part}   announced, not found")
    return sorted(out)


def corrected(fences: Sequence[Fence]) -> tuple[list[Fence], list[Fence]]:
    """The blocks of a page as the fault has them, and corrected: a block that comes again stands for the one before.

    What a block announces that does not come again is of the fault.
    """
    first: dict[str, Fence] = {}
    second: dict[str, Fence] = {}
    for fence in fences:
        (second if fence.language in first else first)[fence.language] = fence
    silent = {language: replace(fence, text=_COMMENT.sub("", fence.text)) for language, fence in first.items()}
    return list(first.values()), list((silent | second).values())
