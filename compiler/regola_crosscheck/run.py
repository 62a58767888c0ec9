"""The crosscheck: rulebook texts held against the encoded rules, against one another and against themselves.

The pipeline, a pass a line: `read_text` and `outline` make a book of a file; each check reads the `CrosscheckContext`
and yields findings; `collect` puts them in the order of the text; `apply_decisions` takes out what is accepted.
`crosscheck` is that whole run in memory, `crosscheck_files` the same over files: the command, an editor and the tests
call nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from regola_compiler.driver import Compiled, understood_later
from regola_compiler.incremental.kept import texts_key
from regola_compiler.model.program import Program
from regola_compiler.project.game import Game
from regola_compiler.project.glossary import Glossary, load_glossary
from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.records import dataclass
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_crosscheck import report as reporting
from regola_crosscheck.base.as_read import TextsAsRead
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import Index, read_index
from regola_crosscheck.base.inputs import beside, dictionaries, index_path
from regola_crosscheck.base.kept import Kept, KeptOfRules
from regola_crosscheck.base.own_rules import without_libraries
from regola_crosscheck.base.readings import Readings
from regola_crosscheck.bilingual.misspelt import without_misspelt
from regola_crosscheck.book import few_sections, odd_letters
from regola_crosscheck.book import text as book_text
from regola_crosscheck.book.outline import outline
from regola_crosscheck.book.text import Book
from regola_crosscheck.checks import (
    drift,
    errata,
    examples,
    languages,
    numbers,
    other_book,
    permissions,
    references,
    sections,
    spelling,
    statements,
    tables,
    terms,
    words,
)
from regola_crosscheck.files import read as files_read
from regola_crosscheck.files.read import read_file
from regola_crosscheck.language import other_language
from regola_crosscheck.language.language_file import known_languages
from regola_crosscheck.report import Report, apply_decisions
from regola_crosscheck.rules.kept import plain_span, span_of_plain
from regola_crosscheck.rules.said import RuleStatement, statements_of_plain

Contexts: TypeAlias = Mapping[str, CrosscheckContext]
Indexes: TypeAlias = Mapping[str, Index]
Step: TypeAlias = Callable[[str], None]
# Every choice of what a check needs, each with a few words that say whose turn it is.
Needs: TypeAlias = Callable[[Contexts, Indexes], Iterator[tuple[str, tuple[object, ...]]]]


def _each_book(contexts: Contexts, indexes: Indexes) -> Iterator[tuple[str, tuple[object, ...]]]:
    """A book."""
    del indexes
    for language, context in contexts.items():
        yield language, (context,)


def _each_book_and_index(contexts: Contexts, indexes: Indexes) -> Iterator[tuple[str, tuple[object, ...]]]:
    """A book, and what the game's index keeps of it."""
    for language, context in contexts.items():
        yield language, (context, indexes[language])


def _each_pair_of_books(contexts: Contexts, indexes: Indexes) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Two books in two languages, the one given first before the other."""
    del indexes
    for one, other in combinations(contexts, 2):
        yield say("{one} and {other}", one=one, other=other), (contexts[one], contexts[other])


@dataclass(frozen=True, slots=True)
class Check:
    """A kind of finding: the module that makes it, which has its name, and what that module's `check` is given.

    `of_book` if it has something to say of a book that nobody has encoded.
    """

    module: ModuleType
    needs: Needs
    of_book: bool = False

    @property
    def kind(self) -> str:
        """What its findings are called together."""
        return self.module.__name__.rpartition(".")[2]

    def run(self, contexts: Contexts, indexes: Indexes, step: Step) -> Iterator[CrosscheckFinding]:
        """Its findings in all books; `step` is told before each."""
        for whose, needed in self.needs(contexts, indexes):
            step(say("{whose}: {kind}", whose=whose, kind=say(self.kind)))
            for finding in self.module.check(*needed):
                yield replace(finding, kind=self.kind)


# What is run, in this order: a kind of finding is a module, its pages, its case, and a line here.
CHECKS = (
    Check(sections, _each_book_and_index, of_book=True),
    Check(references, _each_book, of_book=True),
    Check(numbers, _each_book),
    Check(tables, _each_book),
    Check(permissions, _each_book),
    Check(words, _each_book),
    Check(terms, _each_book, of_book=True),
    Check(examples, _each_book, of_book=True),
    Check(languages, _each_pair_of_books, of_book=True),
    Check(drift, _each_book_and_index, of_book=True),
    Check(errata, _each_book),
    Check(spelling, _each_book, of_book=True),
    Check(statements, _each_book, of_book=True),
)
# What is told of a text as a whole, before any check.
_OF_TEXTS = (book_text, odd_letters, files_read, other_language, other_book, few_sections, reporting)
CODES = tuple(code for module in (*(check.module for check in CHECKS), *_OF_TEXTS) for code in module.CODES)


def crosscheck_files(
    compiled: Compiled,
    texts: Mapping[str, Path],
    folder: Path,
    *,
    force: bool = False,
    alone: bool = False,
    no_index: bool = False,
    desk: Path | None = None,
    step: Step = lambda _: None,
    earlier: Report | None = None,
) -> Report:
    """A run over files: the texts, and the glossary and the indexes in the folder of the game.

    Args:
        compiled: the game; what its own check has found is no part of the report.
        texts: the files of the rulebook's texts by language.
        folder: the folder of the game: `glossary.yaml` and `sources/<language>.yaml` are read where they are.
        force: go on with a text that seems to be of another game.
        alone: of no game (`no_game`): what is decided about a text is kept beside it.
        no_index: ask the rules alone: of an index only what sections are called, and which need no rule.
        desk: the index of an earlier text, which the first one is held against; that of its own name is not read.
        step: is told what is being looked at.
        earlier: what an earlier run in this process came to: what it read is not read again.

    Returns:
        every finding, however sure; a file that cannot be read is among its diagnostics.
    """
    memory, texts_as_read = Kept(), TextsAsRead()
    rules = _rules_key(compiled, folder)
    # Of a game that is one file it is none of its texts; what is wrong with it is a finding of `check`.
    glossary = compiled.game.glossary or load_glossary(folder)[0]
    sources = dict(compiled.sources)
    books: dict[str, Source] = {}
    indexes: dict[str, Index] = {}
    found: list[Diagnostic] = []
    # A word that one language lacks is asked of the other, whose lists are as dear to unpack.
    for language in dict.fromkeys((*texts, *known_languages())):
        memory.recall_words(language)
    for language, path in texts.items():
        source, wrong = read_file(path, path.as_posix())
        first = desk if language == next(iter(texts)) else None
        kept = first or (beside(path) if alone else index_path(folder, language))
        index, unread = _index(memory, kept)
        found += [*wrong, *unread]
        if source is None or index is None:
            continue
        books[language], indexes[language] = source, index.unread if no_index else index
        index.texts = partial(texts_as_read.text, language)
        if kept.is_file():
            sources[index.path] = Source(index.path, kept.read_text("utf-8", "replace"))
    asked: list[Program] = []

    def program() -> Program:
        """The rules of the game, once something of them is asked that is not kept."""
        if not asked:
            asked.append(without_libraries(compiled.program))
        return asked[0]

    known = earlier.contexts if earlier is not None and earlier.rules == f"{rules} {no_index}" else {}
    names = {
        language: f"parts {language} {no_index} {rules} {sha256(book.path.encode()).hexdigest()}"
        for language, book in books.items()
    }
    report = crosscheck(
        program,
        books,
        indexes,
        glossary,
        hand_written=_lines_on_sheets(memory, compiled, rules),
        force=force,
        alone=alone,
        speaking=lambda language: _statements(memory, compiled, rules, language),
        keeping=memory.about(rules),
        step=step,
        earlier={language: known[language] for language, book in books.items() if _is_of(known, language, book)},
        found_before={
            language: parts.plain()
            if _is_of(known, language, books[language]) and (parts := known[language].parts) is not None
            else memory.recalled(name)
            for language, name in names.items()
        },
        readings={language: memory.readings(language, book.path) for language, book in books.items()},
    )
    for language, context in report.contexts.items():
        if alone and (few := few_sections.detect_few_sections(context.book)) is not None:
            found.append(few)
        if asked:
            context.ask_all()
        if context.parts is not None and context.parts.fresh:
            memory.keep(names[language], context.parts.plain())
    memory.save()
    return replace(
        report,
        rules=f"{rules} {no_index}",
        # A rulebook whose blocks are rules is shown with them.
        sources={**report.sources, **sources},
        diagnostics=[*found, *report.diagnostics],
    )


def _is_of(contexts: Contexts, language: str, book: Source) -> bool:
    """Whether there is a context of an earlier state of a text."""
    return language in contexts and contexts[language].book.path == book.path


def no_game(texts: Mapping[str, Path]) -> Compiled:
    """A game without a rule, called as the first of some texts is: what a book is held against that nobody encoded."""
    name = next((path.name for path in texts.values()), "")
    title = dict.fromkeys(texts, name)
    return understood_later(Game("book", Path(), {"id": "book", "title": title, "languages": list(texts)}))


def _rules_key(compiled: Compiled, folder: Path) -> str:
    """What tells all that is held against a book, and the tools for it, from what it was at other times."""
    glossary = folder / "glossary.yaml"  # of a game that is one file it is none of its texts
    known = glossary.read_bytes() if glossary.is_file() else b""
    told = (texts_key(compiled.game), dictionaries(), folder.as_posix(), sha256(known).hexdigest())
    return sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()


def _statements(memory: Kept, compiled: Compiled, rules: str, language: str) -> tuple[RuleStatement, ...]:
    """What the rules say in the words of a language, from an earlier run if they are the same."""

    def make() -> tuple[tuple[RuleStatement, ...], object]:
        from regola_crosscheck.rules.statements import statements_of

        said = statements_of(compiled.ir, language)
        return said, [astuple(one) for one in said]

    return memory.made(f"statements {language}", rules.encode(), statements_of_plain, make)


def _lines_on_sheets(memory: Kept, compiled: Compiled, rules: str) -> Mapping[str, tuple[Label, ...]]:
    """The lines of sheets that were written from each section, from an earlier run if rules and sheets are the same."""

    def make() -> tuple[Mapping[str, tuple[Label, ...]], object]:
        from regola_crosscheck.rules.sheets import lines_on_sheets

        made = lines_on_sheets(compiled.game.sheets)
        return made, {section: [(plain_span(one.span), one.text) for one in lines] for section, lines in made.items()}

    def read(plain: Any) -> Mapping[str, tuple[Label, ...]]:
        kept = {section: [(span_of_plain(span), text) for span, text in lines] for section, lines in plain.items()}
        return {section: tuple(Label(span, str(text)) for span, text in lines) for section, lines in kept.items()}

    return memory.made("lines on sheets", rules.encode(), read, make)


def _index(memory: Kept, path: Path) -> tuple[Index | None, list[Diagnostic]]:
    """The index in a file, from an earlier run if it has not changed since."""
    shown = path.as_posix()

    def make() -> tuple[tuple[Index | None, list[Diagnostic]], object]:
        read = read_index(path, shown)
        return read, read[0].plain() if read[0] is not None and not read[1] else None

    try:
        content = path.read_bytes()
    except OSError:
        return make()[0]
    return memory.made("index", content, lambda plain: (Index.of_plain(plain, shown, path), []), make)


def crosscheck(
    program: Program | Callable[[], Program],
    texts: Mapping[str, Source],
    indexes: Indexes | None = None,
    glossary: Glossary | None = None,
    *,
    hand_written: Mapping[str, tuple[Label, ...]] | None = None,
    force: bool = False,
    alone: bool = False,
    speaking: Callable[[str], tuple[RuleStatement, ...]] | None = None,
    keeping: KeptOfRules | None = None,
    step: Step = lambda _: None,
    earlier: Contexts | None = None,
    found_before: Mapping[str, Any] | None = None,
    readings: Mapping[str, Readings] | None = None,
) -> Report:
    """A run over texts in memory.

    Args:
        program: the encoded rules, or what reads them once they are needed.
        texts: the rulebook's texts by language, each with the name its findings are shown under.
        indexes: what is kept and decided of the texts, by language; nothing of those that are not there.
        glossary: the terms of the game.
        hand_written: the lines of sheets that were written from each section.
        force: go on with a text that seems to be of another game.
        alone: the texts are of a book that nobody has encoded, and the program is empty.
        speaking: what the rules say in the words of a language; without it no sentence is held against them.
        keeping: what was asked of the same rules in earlier runs; without it everything is asked of the program.
        step: is told what is being looked at.
        earlier: contexts of the same rules over earlier texts, by language: what was worked out of the rules is not
            worked out again.
        found_before: what an earlier run over the same rules found, by language (`Parts.plain`), or None of a language:
            only what an edit of its text bears on is looked at again. `Parts` of the contexts have what is to be kept.
        readings: what earlier runs read in the words of each text.

    Returns:
        every finding, however sure, in the order of the text; `Report.filtered` gives those that are to be shown. A
        text that is of another game has a diagnostic, and no findings.
    """
    known = {language: (indexes or {}).get(language) or Index(f"{language}.yaml") for language in texts}
    report = Report({}, {}, [], alone=alone)
    for language, source in texts.items():
        report.sources[source.path] = source
        before = (earlier or {}).get(language)
        book = read_book(language, source, known[language])
        context = (
            before.with_book(book)
            if before is not None
            else CrosscheckContext(
                program, book, glossary, hand_written or {}, alone=alone, speaking=speaking, keeping=keeping
            )
        )
        if found_before is not None:
            context = context.with_parts(found_before.get(language), (readings or {}).get(language))
        other = None if force else other_language.detect_other_language(language, source)
        if other is None and not force and not alone:
            other = other_book.detect_other_book(context, known[language])
        first = next(iter(report.contexts.values()), None)
        if other is None and first is not None and not force:
            other = other_book.detect_other_version(first, context)
        if other is not None:
            report.diagnostics.append(other)
            continue
        report.contexts[language], report.indexes[language] = context, known[language]
    checks = [check for check in CHECKS if check.of_book or not alone]
    found = collect(report.contexts, report.indexes, step, checks)
    report.found, report.accepted, report.hidden, unused = apply_decisions(found, report.indexes, Confidence.POSSIBLE)
    report.diagnostics += unused
    # Behind the decisions: what is accepted as it is written explains nothing.
    report.found = without_misspelt(report.found, report.contexts)
    return report


def read_book(language: str, source: Source, index: Index) -> Book:
    """A text with its outline.

    A text that lost its numbers still has its titles: where nothing is numbered, sections are looked for by all titles
    that the index knows.
    """
    book = outline(language, source.path, source.text, index.titles)
    if any(section.numbered for section in book.sections):
        return book
    return outline(language, source.path, source.text, index.known_titles)


def collect(
    contexts: Contexts, indexes: Indexes, step: Step = lambda _: None, checks: Sequence[Check] = CHECKS
) -> list[CrosscheckFinding]:
    """What checks find in books, in the order of their lines; `step` is told what is being looked at."""
    found = [finding for check in checks for finding in check.run(contexts, indexes, step)]
    return _unique(sorted(_once(found), key=lambda one: (one.diagnostic.span, one.diagnostic.code.number, one.key)))


def _once(found: Sequence[CrosscheckFinding]) -> list[CrosscheckFinding]:
    """The findings without those of a word that is the sign of a number, where the number is told to have another."""
    signed = {_start(one) for one in found if one.diagnostic.code == numbers.SIGN}
    return [one for one in found if one.diagnostic.code != words.DIFFERS or _start(one) not in signed]


def _start(finding: CrosscheckFinding) -> tuple[str, int, int]:
    """Where what is told begins."""
    span = finding.diagnostic.span
    return span.path, span.line, span.column


def _unique(found: list[CrosscheckFinding]) -> list[CrosscheckFinding]:
    """The findings with names of their own: what a section has twice is counted, in the order of its lines."""
    times: Counter[str] = Counter()
    named = []
    for finding in found:
        times[finding.name] += 1
        number = times[finding.name]
        named.append(finding if number == 1 else replace(finding, key=f"{finding.key}#{number}"))
    return named
