"""`regola crosscheck`: a rulebook text held against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.base.inputs import KINDS, files_key
from regola_dsl.wording import localized, say, spoken

from regola_cli import completion
from regola_cli.choices import SpokenChoice
from regola_cli.common import UsageError, place_of
from regola_cli.desk.decisions import write_indexes
from regola_cli.desk.documents import write_documents, write_sections
from regola_cli.desk.look import Asked, Desk, crosschecked, folder_of, plain_sources
from regola_cli.desk.review import review as go_through
from regola_cli.desk.watch import require_watch, watch
from regola_cli.desk.written import form_of, page_of, require_outside, write_asked, written
from regola_cli.for_programs import FORMS
from regola_cli.terminal import json_text

if TYPE_CHECKING:
    from regola_crosscheck.report import Report

FORMATS = ("text", "json", *FORMS, "html")
LEVELS = tuple(one.word for one in sorted(Confidence, reverse=True))


@click.command("crosscheck")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=completion.games)
@click.option(
    "--source", "sources", multiple=True, metavar="LANG=FILE", help="A rulebook text and its language; may come twice."
)
@click.option("--format", "form", type=click.Choice(FORMATS), default=None, help="How findings are written.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the report here; .html gives the page.")
@click.option(
    "--confidence",
    type=SpokenChoice(LEVELS),
    default="likely",
    help="Show what is at least so sure [likely].",
)
@click.option("--kind", "kinds", multiple=True, type=SpokenChoice(KINDS), help="Only findings of this kind.")
@click.option("--max", "most", type=click.IntRange(min=1), default=None, metavar="N", help="Show N findings at most.")
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Show every finding that is sure enough, however many there are, known errata too.",
)
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
    "--desk",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="Without GAME: hold the first text against what was kept of an earlier one, in its FILE.desk.yaml.",
)
@click.option(
    "--report",
    "letter",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the report for the publisher: FILE.docx, FILE.pdf or FILE.html.",
)
@click.option("--title", metavar="TEXT", help="With --report: what the first book is called.")
@click.option("--signed", metavar="NAME", help="With --report: who signs; without it a line is left for the name.")
@click.option("--review", is_flag=True, help="Go through the findings one by one, and keep what is decided of them.")
@click.option(
    "--concordance",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what the first text says of each term, side by side, with numbers and small words: FILE.html or .txt.",
)
@click.option(
    "--terms",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the terms of the first text, and what renders each in the second: FILE.csv, .html or .txt.",
)
@click.option(
    "--sections",
    "outlined",
    is_flag=True,
    help="List the sections recognised: number, place, what the rules have of each, title; with --json as JSON.",
)
@click.option("--force", is_flag=True, help="Go on with a text that seems to be of another game.")
@click.option(
    "--watch", "watched", is_flag=True, help="Look again whenever a file changes, and tell what is new and gone."
)
@click.option(
    "--serve",
    "served",
    is_flag=True,
    help="Show the page to this machine alone, with buttons to accept; end with Ctrl-C.",
)
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
    desk: Path | None,
    letter: Path | None,
    title: str | None,
    signed: str | None,
    review: bool,
    concordance: Path | None,
    terms: Path | None,
    outlined: bool,
    force: bool,
    watched: bool,
    served: bool,
    no_index: bool,
) -> None:
    """Hold a rulebook text against the encoded rules, and against its own other places.

    The text may be a PDF, docx, odt, rtf, HTML, Markdown or plain text, scanned, with its errors; findings
    stand at a line of it, or a page and paragraph. Each has a kind, a name and a confidence: certain, likely,
    possible. What is right as it is, is accepted by its name with a reason, and kept in sources/LANG.yaml of
    the game.

    Without GAME the text is held against itself: outline, references, spelling, repetitions, and the other
    language. What is decided is kept beside it, in FILE.desk.yaml; a glossary.yaml beside it is read.

    With --report what is wrong in a text is written for its publisher, in its own language: each sentence with
    its page and a proposal, the surest first. What is a matter of the rules alone is left out. A second text has a
    file of its own beside it, FILE.LANG.docx.

    \b
    regola crosscheck --source it=rulebook.txt
    regola crosscheck lantern_pass
    regola crosscheck --source it=rulebook.pdf --sections
    regola crosscheck my_game --source it=rulebook.txt -o report.html
    regola crosscheck my_game --source it=rulebook.pdf --report for_the_publisher.docx
    regola crosscheck lantern_pass --source it=lantern_pass/damaged/rulebook.it.md \\
      --accept number-differs@12.1:4 --because "the second printing has 4"
    """
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game
    from regola_compiler.report.text import MOST

    form = "json" if as_json else form or form_of(output)
    documents = {"--report": letter, "--concordance": concordance, "--terms": terms}
    _require_sense(
        game,
        output,
        form,
        decided=renew or bool(accept) or review,
        because=bool(because) or not accept,
        documents=[option for option, file in documents.items() if file is not None],
        headed=title is not None or signed is not None,
        listed=outlined,
        stays=("--watch", "--serve")[served] if watched != served else "--watch --serve" if served else "",
        no_index=no_index,
    )
    for file in (output, *documents.values()):
        if file is not None:
            require_outside(file, game)
    asked = Asked(
        game,
        sources,
        force=force,
        no_index=no_index,
        desk=desk,
        changes=not (renew or accept or outlined or any(documents.values())),
        drift="drift" in kinds,
    )
    least, most = Confidence[confidence.upper()], None if whole else most or MOST

    def shown(report: Report) -> Report:
        """What is asked for; what was written down by hand stands behind what the desk finds itself."""
        asked_for = report.filtered(least, kinds)
        return asked_for if whole or kinds else asked_for.without_errata

    if watched:
        require_watch()
        watch(Desk(asked), shown, most)
        return
    if served:
        from regola_cli.desk.serve import serve

        serve(Desk(asked), least, kinds)
        return
    if any(documents.values()):
        compiled, report = crosschecked(asked)
        told = report.filtered(least, kinds)
        write_documents(compiled, report, told, letter, concordance, terms, title=title or "", signed=signed or "")
        return
    if outlined:
        write_sections(crosschecked(asked)[1], output, as_json=form == "json")
        return
    if review:
        report = crosschecked(asked)[1]
        go_through(report, shown(report))
        return
    if renew or accept:  # a decision may be about any finding, however sure
        write_indexes(crosschecked(asked)[1], accept, because or "", renew=renew)
        return

    def answer() -> tuple[bool, str]:
        """Whether the command fails, and the report."""
        compiled, every = crosschecked(asked)
        report = every.filtered(least, kinds)
        failed = report.failed or (strict and bool(report.all))
        if form == "html":  # the page holds what is less sure too, to be asked for there
            return failed, page_of(compiled, every, least, kinds)
        return failed, written(shown(every) if form == "text" else report, form, most=most, strict=strict)

    game_texts = None if game is None else peek_game(place_of(game), place_of(game).as_posix())
    files = None if game is None or game_texts is None else plain_sources(game, game_texts, sources)
    if game is None or game_texts is None or files is None or form == "html":
        failed, text = answer()
    else:
        key = (
            files_key(files, folder_of(game)),
            form,
            confidence,
            kinds,
            most,
            whole,
            strict,
            force,
            no_index,
            spoken(),
        )
        failed, text = kept_or_made(game_texts, repr(("crosschecked", key)), answer)
    if output is None:
        (json_text if form in {"json", "sarif", "gitlab"} else click.echo)(text, nl=False)
    else:
        write_asked({output: text})
        click.echo(localized(say("wrote {path}", path=output)), err=True)
    raise click.exceptions.Exit(1 if failed else 0)


# Endings of files that are no text: whoever writes one wants a document.
_PRINTED = frozenset({".pdf", ".doc", ".docx", ".odt", ".rtf"})


def _require_sense(
    game: str | None,
    output: Path | None,
    form: str,
    *,
    decided: bool,
    because: bool,
    documents: Sequence[str],
    headed: bool,
    listed: bool,
    stays: str,
    no_index: bool,
) -> None:
    """Refuse words that do not go together.

    Raises:
        UsageError: if some do not.
    """
    from regola_compiler.literate.source import holds_rules

    if game is not None and Path(game).is_file() and not holds_rules(game):
        raise UsageError(
            say("`{game}` is a text, not a game: write `--source it={game}`, with the language it is in", game=game)
        )
    if no_index and (decided or "--serve" in stays):
        raise UsageError(say("`--no-index` asks the rules alone: what is decided is kept in the index"))
    if not because:
        raise UsageError(say('an accepted finding needs a reason: --because "…"'))
    if stays and (decided or listed or documents or output is not None or form != "text" or " " in stays):
        raise UsageError(say("`{stays}` stays and looks again: give it without what is written once", stays=stays))
    if form == "html" and output is None:
        raise UsageError(say("a page needs a file: -o report.html"))
    if form == "text" and output is not None and output.suffix.casefold() in _PRINTED:
        letter = output.with_suffix(output.suffix if output.suffix.casefold() in {".pdf", ".docx"} else ".docx")
        raise UsageError(
            say(
                "`-o` writes text, .json, .sarif or .html; a document for the publisher comes of `--report {letter}`",
                letter=letter,
            )
        )
    if listed and (decided or documents or form not in {"text", "json"}):
        raise UsageError(say("`--sections` lists as text or as JSON, and is given without what is decided or written"))
    if headed and "--report" not in documents:
        raise UsageError(say("`--title` and `--signed` are for the letter: give them with --report"))
    if documents and (output is not None or decided or form == "json"):
        raise UsageError(say("`{option}` is written by itself: give the other options without it", option=documents[0]))
