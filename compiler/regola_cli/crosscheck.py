"""`regola crosscheck`: a rulebook text held against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import TimeoutExpired, run
from typing import TYPE_CHECKING, Any, NoReturn

import click
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.base.inputs import KINDS, files_key

from regola_cli.common import UsageError, load, place_of, require_sound, write_all
from regola_cli.terminal import json_text, tell

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.project.game import Game
    from regola_crosscheck.report import Report

FORMATS = ("text", "json", "sarif", "github", "html")
LEVELS = tuple(one.word for one in sorted(Confidence, reverse=True))


@click.command("crosscheck")
@click.argument("game", metavar="[GAME]", required=False)
@click.option(
    "--source", "sources", multiple=True, metavar="LANG=FILE", help="A rulebook text and its language; may come twice."
)
@click.option("--format", "form", type=click.Choice(FORMATS), default=None, help="How findings are written.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the report here; .html gives the page.")
@click.option(
    "--confidence",
    type=click.Choice(LEVELS),
    default="likely",
    show_default=True,
    help="Show what is at least so sure.",
)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only findings of this kind.")
@click.option("--max", "most", type=click.IntRange(min=1), default=None, metavar="N", help="Show N findings at most.")
@click.option("--all", "whole", is_flag=True, help="Show every finding, however many there are.")
@click.option("--strict", is_flag=True, help="Let what is only likely fail the command too.")
@click.option(
    "--accept", "accept", multiple=True, metavar="NAME", help="Accept a finding by its name; needs --because."
)
@click.option("--because", metavar="TEXT", help="Why what is accepted is right as it is.")
@click.option(
    "--index",
    "renew",
    is_flag=True,
    help="Keep the sections as read, in sources/LANG.yaml or FILE.desk.yaml; what changes later is told.",
)
@click.option(
    "--report",
    "letter",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the report for the publisher: FILE.docx, FILE.pdf or FILE.html.",
)
@click.option("--review", is_flag=True, help="Go through the findings one by one, and keep what is decided of them.")
@click.option(
    "--concordance",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what the first text says of each term, side by side, with numbers and small words: FILE.html or .txt.",
)
@click.option("--force", is_flag=True, help="Go on with a text that seems to be of another game.")
@click.option("--no-index", is_flag=True, help="Ask the rules alone: nothing of what was read or decided before.")
def command(
    game: str | None,
    sources: tuple[str, ...],
    form: str | None,
    as_json: bool,
    output: Path | None,
    confidence: str,
    kinds: tuple[str, ...],
    most: int | None,
    whole: bool,
    strict: bool,
    accept: tuple[str, ...],
    because: str | None,
    renew: bool,
    letter: Path | None,
    review: bool,
    concordance: Path | None,
    force: bool,
    no_index: bool,
) -> None:
    """Hold a rulebook text against the encoded rules, and against its own other places.

    The text may be a PDF, docx, odt, rtf, HTML, Markdown or plain text, scanned, with its errors; findings
    stand at a line of it, or a page and paragraph. Each has a kind, a name and a confidence: certain, likely,
    possible. What is right as it is, is accepted by its name with a reason, and kept in sources/LANG.yaml of
    the game.

    Without GAME the text is held against itself: outline, references, spelling, repetitions, and the other
    language. What is decided is kept beside it, in FILE.desk.yaml; a glossary.yaml beside it is read.

    With --report what is wrong in the (first) text is written for its publisher, in its own language: each
    sentence with its page and a proposal, the surest first, and nothing of our rules.

    \b
    regola crosscheck --source it=rulebook.txt
    regola crosscheck lantern_pass
    regola crosscheck my_game --source it=rulebook.txt -o report.html
    regola crosscheck my_game --source it=rulebook.pdf --report for_the_publisher.docx
    regola crosscheck lantern_pass --source it=games/lantern_pass/damaged/rulebook.it.md \\
      --accept number-differs@12.1:4 --because "the second printing has 4"
    """
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game

    if game is not None and Path(game).is_file() and Path(game).suffix.casefold() != ".regola":
        raise UsageError(f"`{game}` is a text, not a game: write `--source it={game}`, with the language it is in")
    form = "json" if as_json else form or _form_of(output)
    if no_index and (renew or accept or review):
        raise UsageError("`--no-index` asks the rules alone: what is decided is kept in the index")
    if accept and not because:
        raise UsageError('an accepted finding needs a reason: --because "…"')
    if form == "html" and output is None:
        raise UsageError("a page needs a file: -o report.html")
    if letter is not None and (output is not None or renew or accept or as_json):
        raise UsageError("`--report` is written by itself: give the other options without it")
    for written in (output, letter, concordance):
        if written is not None:
            _outside(written, game)
    if letter is not None:
        compiled, report = _crosschecked(game, sources, force=force, no_index=no_index)
        _write_letter(letter, compiled, report.filtered(Confidence[confidence.upper()], kinds))
        return
    if concordance is not None:
        _write_concordance(_crosschecked(game, sources, force=force, no_index=no_index)[1], concordance)
        return
    if review:
        _, report = _crosschecked(game, sources, force=force, no_index=no_index)
        _review(report, report.filtered(Confidence[confidence.upper()], kinds))
        return
    if renew or accept:  # a decision may be about any finding, however sure
        _, report = _crosschecked(game, sources, force=force, no_index=no_index)
        _write_indexes(report, accept, because or "", renew=renew)
        return

    def answer() -> tuple[bool, str]:
        """Whether the command fails, and the report."""
        compiled, report = _crosschecked(game, sources, force=force, no_index=no_index)
        least = Confidence[confidence.upper()]
        whole_report, report = report, report.filtered(least, kinds)
        failed = report.failed or (strict and bool(report.all))
        if form == "html":  # the page holds what is less sure too, to be asked for there
            return failed, _page(compiled, whole_report, least, kinds)
        return failed, _written(report, form, most=None if whole else most)

    game_texts = None if game is None else peek_game(place_of(game), place_of(game).as_posix())
    files = None if game is None or game_texts is None else _plain_sources(game, game_texts, sources)
    if game is None or game_texts is None or files is None or form == "html":
        failed, text = answer()
    else:
        asked = (files_key(files, _folder(game)), form, confidence, kinds, most, whole, strict, force, no_index)
        failed, text = kept_or_made(game_texts, repr(("crosschecked", asked)), answer)
    if output is None:
        (json_text if form in {"json", "sarif"} else click.echo)(text, nl=False)
    else:
        write_all({output: text})
        click.echo(f"wrote {output}", err=True)
    raise click.exceptions.Exit(1 if failed else 0)


def _write_letter(letter: Path, compiled: Compiled, report: Report) -> None:
    """Write the report for the publisher."""
    from regola_crosscheck.publisher.document import as_document
    from regola_crosscheck.publisher.notes import notes_of
    from regola_crosscheck.publisher.page import as_page
    from regola_crosscheck.publisher.paper import as_paper

    if not report.contexts:
        _no_text(report)
    language, context = next(iter(report.contexts.items()))
    headings = (line[2:].strip("# *") for line in context.book.lines[:40] if line.startswith("# "))
    notes = notes_of(report, language, next(headings, "") or compiled.game.title(language))
    try:
        match letter.suffix.casefold():
            case ".docx":
                content: str | bytes = as_document(notes)
            case ".pdf":
                content = as_paper(notes)
            case ".html" | ".htm":
                content = as_page(notes)
            case _:
                raise UsageError(f"what is `{letter}` to be? Write it as .docx, .pdf or .html")
    except ImportError as missing:
        raise UsageError(f"for this `{missing.name}` is needed: pip install regola[pdf]") from missing
    write_all({letter: content})
    click.echo(f"wrote {letter}: {notes.count}")


def _form_of(output: Path | None) -> str:
    known = {".json": "json", ".sarif": "sarif", ".html": "html", ".htm": "html"}
    return known.get(output.suffix.casefold(), "text") if output else "text"


def _crosschecked(game: str | None, given: tuple[str, ...], *, force: bool, no_index: bool) -> tuple[Compiled, Report]:
    """A game without errors, or none at all, and what is found in its texts."""
    from regola_compiler.driver import understand
    from regola_crosscheck.run import crosscheck_files, no_game

    if game is None:
        texts = named_texts(given)
        if not texts:
            raise UsageError("name a game, or a rulebook's text alone: --source it=FILE")
        compiled = no_game(texts)
        folder = next(iter(texts.values())).parent
        try:
            return compiled, crosscheck_files(compiled, texts, folder, alone=True, no_index=no_index, step=tell)
        finally:
            tell()
    compiled = load(game, understand)
    require_sound(compiled, but={"example-fails"})  # that is told here where the text has the example
    texts = _sources(game, compiled.game.manifest.get("sources", []), given)
    try:
        return compiled, crosscheck_files(compiled, texts, _folder(game), force=force, no_index=no_index, step=tell)
    finally:
        tell()


def _plain_sources(game: str, texts: Game, given: tuple[str, ...]) -> dict[str, Path] | None:
    """The rulebook's texts, known before the game is read; None where anything is wrong with them."""
    from regola_compiler.incremental.kept import kept_or_made

    def listed() -> list[Any]:
        from dataclasses import replace

        from regola_compiler.project.game import open_game

        said = open_game(replace(texts, diagnostics=[], scenarios=[], sheets=[])).manifest.get("sources", [])
        return [{"language": str(one["language"]), "file": str(one.get("file", ""))} for one in said]

    try:
        return _sources(game, [] if given else kept_or_made(texts, "books", listed), given)
    except (UsageError, KeyError, TypeError, AttributeError):
        return None


def _sources(game: str, listed: Sequence[Mapping[str, Any]], given: tuple[str, ...]) -> dict[str, Path]:
    """The texts to be read, by language; without any given, those that lie in the game's own folder."""
    found = named_texts(given)
    if found:
        return found
    folder = place_of(game)
    for source in listed:
        name = str(source.get("file", ""))
        path = folder / name
        if name and path.is_file() and folder.resolve() in path.resolve().parents:
            found.setdefault(str(source["language"]), path)
    if not found:
        raise UsageError("name the rulebook's text: --source it=FILE")
    return found


def named_texts(given: tuple[str, ...]) -> dict[str, Path]:
    """The files that are named as `LANG=FILE`, by language.

    Raises:
        UsageError: if a word is none, a language comes twice, or a file is not there.
    """
    found: dict[str, Path] = {}
    for word in given:
        language, sign, name = word.partition("=")
        if not sign or not language.isalpha() or len(language) > 3 or not name:
            raise UsageError(f"`{word}` is not a language and a file: write `--source it={name or word}`")
        if language in found:
            raise UsageError(f"the language `{language}` is given twice")
        if not Path(name).is_file():
            raise UsageError(f"there is no file `{name}`")
        found[language] = Path(name)
    return found


def _folder(game: str) -> Path:
    place = place_of(game)
    return place if place.is_dir() else place.parent


def _outside(output: Path, game: str | None) -> None:
    """A report holds the text of the book, which is not ours to publish: never into the repository.

    Raises:
        UsageError: if it would be.
    """
    place = output.resolve()
    if game is not None and place_of(game).resolve() in place.parents:
        raise UsageError(f"the report holds the rulebook's text: write it outside the game's folder, not to `{output}`")
    folder = next((parent for parent in place.parents if parent.is_dir()), place.parent)
    try:
        inside = run(  # noqa: S603  the words are ours, and the file stands behind `--`
            ["git", "-C", str(folder), "check-ignore", "-q", "--", str(place)],  # noqa: S607  git is found on the path
            capture_output=True,
            check=False,
            timeout=10,
        ).returncode
    except (OSError, TimeoutExpired):
        return
    if inside == 1:  # in a work tree, and not ignored
        raise UsageError(f"the report holds the rulebook's text: write it outside the repository, not to `{output}`")


def _written(report: Report, form: str, most: int | None) -> str:
    from regola_compiler.report import json as report_json
    from regola_compiler.report import text as report_text
    from regola_crosscheck.report import as_json, summary

    match form:
        case "json":
            return as_json(report)
        case "sarif":
            from regola_compiler.report.sarif import as_sarif

            from regola_cli.catalogue import page

            return as_sarif(report.all, report.sources, report.suppressed, page=page)
        case "github":
            return report_json.as_github(report.all)
        case _:
            shown = report_text.text(_named(report), report.sources, most=most or report_text.MOST)
            return shown + ("\n" if shown else "") + "\n".join(summary(report)) + "\n"


def _page(compiled: Compiled, report: Report, least: Confidence, kinds: tuple[str, ...]) -> str:
    """The page of everything found; what was asked for is shown at first."""
    from regola_crosscheck.page.html import page

    if not report.contexts:
        _no_text(report)
    return page(compiled, report, least, kinds)


def _no_text(report: Report) -> NoReturn:
    """Say why nothing could be read.

    Raises:
        Exit: always.
    """
    from regola_compiler.report import text as report_text

    click.echo(report_text.text(report.diagnostics, report.sources), err=True)
    raise click.exceptions.Exit(1)


def _named(report: Report) -> list[Any]:
    """The findings with their confidence, the picture of a table, and the name they are accepted by."""
    from dataclasses import replace

    named = [
        replace(
            one.diagnostic,
            notes=(*one.diagnostic.notes, *one.picture, f"{one.confidence.word}; accepted as {one.name}"),
        )
        for one in report.found
    ]
    return [*report.diagnostics, *named]


def _write_concordance(report: Report, output: Path) -> None:
    """The concordance of the first text that could be read."""
    from regola_crosscheck.page.concordance import concordance_file

    if not report.contexts:
        _no_text(report)
    context = next(iter(report.contexts.values()))
    write_all({output: concordance_file(context, html=output.suffix.casefold() in {".html", ".htm"})})
    click.echo(f"wrote {output}", err=True)


def _review(whole: Report, shown: Report) -> None:
    """Show findings one by one and ask what is to become of each; what is decided is kept after every answer.

    Answers are keys at a terminal, and lines where there is none, so that it can be driven by another program.
    """
    from dataclasses import replace

    from regola_compiler.report import text as report_text
    from regola_dsl.diagnostics import counted

    if not whole.contexts:
        _no_text(whole)
    found, place, decided = list(shown.found), 0, 0
    reasons: dict[str, str] = {}
    while place < len(found):
        one = found[place]
        click.echo(report_text.text(_named(replace(shown, found=[one], diagnostics=[])), shown.sources))
        kept = f" (accepted: {reasons[one.name]})" if one.name in reasons else ""
        key = _key(f"{place + 1} of {len(found)}{kept} · a accept, n next, b back, q stop: ")
        if key in {"q", ""}:
            break
        if key == "b":
            place = max(0, place - 1)
        elif key == "a":
            reason = _line("because [right as it is]: ") or "right as it is"
            _accept_one(whole, one.name, reason)
            decided += one.name not in reasons
            reasons[one.name] = reason
            place += 1
        elif key in {"n", "\r", "\n", " "}:
            place += 1
    click.echo(f"{counted(decided, 'decision')} kept, {counted(len(found) - decided, 'finding')} left", err=True)


def _key(prompt: str) -> str:
    """A key that is pressed, or the first letter of a line; empty where nothing comes any more."""
    import sys

    click.echo(prompt, nl=False, err=True)
    if sys.stdin.isatty():
        key = click.getchar()
        click.echo(err=True)
        return key.casefold()
    line = sys.stdin.readline()
    return (line.strip()[:1] or "n").casefold() if line else ""


def _line(prompt: str) -> str:
    """A line that is typed."""
    import sys

    click.echo(prompt, nl=False, err=True)
    return sys.stdin.readline().strip()


def _accept_one(report: Report, name: str, because: str) -> None:
    """Keep one decision in the index of its text."""
    from regola_crosscheck.base.index import read_index

    _write_indexes(report, (name,), because, renew=False, quiet=True)
    for language, index in report.indexes.items():
        again, _ = read_index(Path(index.path), index.path)
        if again is not None:
            again.texts = index.texts
            report.indexes[language] = again


def _write_indexes(report: Report, accept: tuple[str, ...], because: str, *, renew: bool, quiet: bool = False) -> None:
    """Renew the indexes, or record decisions in them."""
    from regola_crosscheck.base.as_read import TextsAsRead
    from regola_crosscheck.base.index import refreshed, with_decision
    from regola_dsl.diagnostics import nearest

    if not report.contexts:
        _no_text(report)
    files: dict[Path, str] = {}
    as_read = TextsAsRead()
    known = {finding.name: finding for finding in report.found}
    for name in accept:
        if name not in known:
            close = nearest(name, list(known))
            raise UsageError(f"there is no finding `{name}`" + (f": did you mean `{close}`?" if close else ""))
    for language, context in report.contexts.items():
        index = report.indexes[language]
        path = Path(index.path)
        names = [name for name in accept if known[name].diagnostic.span.path == context.book.path]
        drifted = frozenset(
            context.book.numbering.key(known[name].section) for name in names if known[name].kind == "drift"
        )
        if renew:
            files[path] = refreshed(index, context)
            as_read.keep(context)
        elif drifted:
            files[path] = refreshed(index, context, drifted)
            as_read.keep(context, drifted)
        for name in names:
            if known[name].kind != "drift":
                files[path] = with_decision(index, name, because, language)
    write_all(files)
    as_read.save()
    for path in () if quiet else files:
        click.echo(f"wrote {path}")
