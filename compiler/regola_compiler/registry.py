"""Every code there is, and the page that explains it."""

from __future__ import annotations

from pathlib import Path

from regola_dsl import codes as dsl_codes
from regola_dsl.diagnostics import Code

from regola_compiler import checks, codes, crosscheck

ALL_CODES: tuple[Code, ...] = (*dsl_codes.ALL, *codes.ALL, *checks.CODES, *crosscheck.CODES)


def find_code(name: str) -> Code | None:
    """The code with this slug or number, however it is capitalised."""
    wanted = name.casefold().removeprefix("error").removeprefix("warning").strip("[]: ")
    return next((code for code in ALL_CODES if wanted in {code.slug, code.number.casefold()}), None)


def pages() -> str:
    """Every page as one document: what there is, in the order of the numbers, then page by page."""
    codes = sorted(ALL_CODES, key=lambda code: code.number)
    rows = [
        f"| [{code.slug}](#{code.slug}-{code.number.lower()}) | {code.number} | {code.severity.value} | {code.title} |"
        for code in codes
    ]
    head = [
        "# Findings",
        "",
        "What `regola check` can say, and from R701 on `regola crosscheck` of a rulebook's text, each with an example",
        "and what to do about it. `regola explain CODE` shows one of these pages, `regola explain --all` writes this",
        "document. A finding that is of the book, and is to stay, is accepted by name with a reason, is then counted",
        "and no longer shown; of a rulebook's text with `regola crosscheck --accept`, in the rules like this:",
        "",
        "```text",
        "accept missing-rule in ring @1.2",
        '  because en "the book is silent on the bell by day"',
        "```",
        "",
        "| finding | number | weight | what it is |",
        "|---|---|---|---|",
        *rows,
    ]
    return "\n".join([*head, "", *(f"#{page(code).rstrip()}\n" for code in codes)])


def page(code: Code) -> str:
    """The Markdown page of a code: beside its check, or among the pages of its package."""
    here = Path(__file__).parent
    dsl = Path(dsl_codes.__file__).parent
    for path in (
        here / "checks" / f"{code.slug.replace('-', '_')}.md",
        here / "crosscheck" / "pages" / f"{code.slug}.md",
        here / "pages" / f"{code.slug}.md",
        dsl / "pages" / f"{code.slug}.md",
    ):
        if path.is_file():
            return path.read_text("utf-8")
    raise FileNotFoundError(code.slug)
