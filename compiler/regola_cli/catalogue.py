"""Every code there is, and the page that explains it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from os.path import relpath
from pathlib import Path
from textwrap import fill

import regola_compiler
import regola_crosscheck
import regola_dsl
from regola_compiler.checks import registry
from regola_compiler.checks.suppressions import UNUSED
from regola_compiler.emit.print import findings as print_codes
from regola_compiler.evaluate import codes as evaluate_codes
from regola_compiler.exchange import codes as exchange_codes
from regola_compiler.literate import codes as literate_codes
from regola_compiler.project import codes as project_codes
from regola_compiler.resolve import codes as resolve_codes
from regola_crosscheck import run
from regola_dsl import codes as dsl_codes
from regola_dsl.diagnostics import Code
from regola_dsl.wording import languages, later, localized, localized_template, say, spoken

_STAGES = (dsl_codes, literate_codes, project_codes, resolve_codes, evaluate_codes, exchange_codes, print_codes)
ALL_CODES: tuple[Code, ...] = (
    *(code for stage in _STAGES for code in stage.ALL),
    *registry.CODES,
    UNUSED,
    *run.CODES,
)


def find_code(name: str) -> Code | None:
    """The code with this slug or number, however it is capitalised."""
    wanted = name.casefold().removeprefix("error").removeprefix("warning").strip("[]: ")
    return next((code for code in ALL_CODES if wanted in {code.slug, code.number.casefold()}), None)


def pages() -> str:
    """Every page as one document: what there is, in the order of the numbers, then page by page."""
    codes = sorted(ALL_CODES, key=lambda code: code.number)
    head = _head(later("`regola explain CODE` shows one of these pages, `regola explain --all` writes this document."))
    table = _table(lambda code: f"#{code.slug}-{code.number.lower()}")
    return "\n".join([*head, *table, "", *(f"#{localized_page(code).rstrip()}\n" for code in codes)])


def index(folder: Path) -> str:
    """What there is, in the order of the numbers, as a document in `folder` that links to where each page lies."""
    head = _head(later("`regola explain CODE` shows one of these pages, `regola explain --all` all of them."))
    files = page_files()
    return "\n".join([*head, *_table(lambda code: Path(relpath(files[code.slug], folder)).as_posix()), ""])


def _head(where: str) -> list[str]:
    """What the pages are, where they are, and how a finding is accepted."""
    told = say(
        "What `regola check` can say, and from R701 on `regola crosscheck` of a rulebook's text, each with an example"
        " and what to do about it. {where} A finding that is of the book, and is to stay, is accepted by name with a"
        " reason, is then counted and no longer shown; of a rulebook's text with `regola crosscheck --accept`, in the"
        " rules like this:",
        where=say(where),
    )
    title = localized(say("Findings"))
    return [f"# {title}", "", fill(localized(told), _HEAD, break_on_hyphens=False), *_ACCEPTANCE]


_ACCEPTANCE = (
    "",
    "```text",
    "accept missing-rule in ring @1.2",
    '  because en "the book is silent on the bell by day"',
    "```",
    "",
)


def _table(link: Callable[[Code], str]) -> list[str]:
    """A line for each code, which leads to its page."""
    rows = [
        f"| [{code.slug}]({link(code)}) | {code.number} | {localized_template(code.severity.value)} "
        f"| {localized_template(code.title)} |"
        for code in sorted(ALL_CODES, key=lambda code: code.number)
    ]
    columns = (later("finding"), later("number"), later("weight"), later("what it is"))
    return [f"| {' | '.join(map(localized_template, columns))} |", "|---|---|---|---|", *rows]


def page(code: Code) -> str:
    """The Markdown page of a code: beside its check, or among the pages of its package."""
    return page_files()[code.slug].read_text("utf-8")


def localized_page(code: Code) -> str:
    """The page of a code in the language that messages are shown in, paragraph by paragraph.

    Its blocks are those of an example of that language's own, where it has one, and else what they are.
    """
    told = []
    own = iter(own_blocks(code, spoken()))
    for part in _BLOCKS.split(page(code)):
        if part.startswith(_FENCES):
            told.append(next(own, part))
            continue
        for paragraph in _EMPTY.split(part):
            said = " ".join(paragraph.split())
            here = localized_template(said)
            told.append(paragraph if here == said else fill(here, _WIDTH, break_on_hyphens=False))
    return "".join(told)


def own_blocks(code: Code, language: str) -> list[str]:
    """The blocks of the example that a page has in another language; none where it has none of its own."""
    file = page_files()[code.slug]
    path = file.parent / language / file.name
    return _BLOCKS.findall(path.read_text("utf-8")) if path.is_file() else []


def paragraphs(text: str) -> Iterator[str]:
    """What a page says outside its blocks, each paragraph as one line, but for its head."""
    for part in _BLOCKS.split(text):
        if not part.startswith(_FENCES):
            said = (" ".join(paragraph.split()) for paragraph in _EMPTY.split(part))
            yield from (one for one in said if one and not one.startswith("# "))


_FENCES = ("```", "~~~")
_BLOCKS = re.compile(r"^((?:```|~~~).*?^(?:```|~~~)[ \t]*$)", re.DOTALL | re.MULTILINE)
_EMPTY = re.compile(r"(\n\s*\n|\A\n+|\n+\Z)")
_WIDTH, _HEAD = 120, 108


@cache
def page_files() -> dict[str, Path]:
    """Where each page lies, by the slug of its code; beside it, in a folder of its language, an example may lie."""
    beside = set(languages())
    folders = [Path(package.__file__ or "").parent for package in (regola_dsl, regola_compiler, regola_crosscheck)]
    found = (path for folder in folders for path in sorted(folder.rglob("*.md")) if path.parent.name not in beside)
    return {path.stem.replace("_", "-"): path for path in found}
