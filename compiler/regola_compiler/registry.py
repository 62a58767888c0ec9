"""Every code there is, and the page that explains it."""

from __future__ import annotations

from pathlib import Path

from regola_dsl import codes as dsl_codes
from regola_dsl.diagnostics import Code

from regola_compiler import checks, codes

ALL_CODES: tuple[Code, ...] = (*dsl_codes.ALL, *codes.ALL, *checks.CODES)


def find_code(name: str) -> Code | None:
    """The code with this slug or number, however it is capitalised."""
    wanted = name.casefold().removeprefix("error").removeprefix("warning").strip("[]: ")
    return next((code for code in ALL_CODES if wanted in {code.slug, code.number.casefold()}), None)


def page(code: Code) -> str:
    """The Markdown page of a code: beside its check, or among the pages of its package."""
    here = Path(__file__).parent
    dsl = Path(dsl_codes.__file__).parent
    for path in (
        here / "checks" / f"{code.slug.replace('-', '_')}.md",
        here / "pages" / f"{code.slug}.md",
        dsl / "pages" / f"{code.slug}.md",
    ):
        if path.is_file():
            return path.read_text("utf-8")
    raise FileNotFoundError(code.slug)
