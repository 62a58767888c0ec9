"""The reference as one HTML file that needs nothing beside it: no network, no server, no fonts.

Styles and scripts stand in the page, and its content security policy allows those by their hashes
and nothing else. Every text of a game goes through the template engine's escaping; should
one ever get past it, the policy keeps it from running.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from regola_dsl.diagnostics import Diagnostic, Severity

from regola_compiler.analysis.permits.grid import Grid
from regola_compiler.emit.reference.actions import Actions
from regola_compiler.emit.reference.cells import Cells
from regola_compiler.emit.reference.live import live_script
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.permits import Permits
from regola_compiler.emit.reference.running_heads import running_heads
from regola_compiler.emit.reference.sequence import Outline
from regola_compiler.emit.text import sentences
from regola_compiler.emit.text.languages import Languages
from regola_compiler.evaluate.worked.examples import Outcomes
from regola_compiler.ir.tree import Ir


class ReferenceInput(Protocol):
    """What the driver hands over; said here, since the driver stands above the emitters."""

    found: list[Diagnostic]

    @property
    def ir(self) -> Ir:
        """The intermediate representation."""

    @property
    def published(self) -> Ir:
        """The same with the titles of sections and the glossary."""

    @property
    def permits(self) -> Sequence[Grid]:
        """Who may do what where, action by action."""

    @property
    def outcomes(self) -> Outcomes:
        """How the examples and errata came out."""


def reference(compiled: ReferenceInput) -> dict[str, str]:
    """The reference of a game, as texts by relative file name.

    Args:
        compiled: a game that was understood, and checked if its findings are to be told.

    Returns:
        `index.html` alone: the page carries its own styles and script.
    """
    errors = sum(diagnostic.weight is Severity.ERROR for diagnostic in compiled.found)
    page = Page(compiled.published, compiled.outcomes, errors)
    environment = environment_of("regola_compiler.emit.reference")
    style = asset(environment, "reference.css") + switches(page.languages) + running_heads(page)
    script = asset(environment, "reference.js")
    live = live_script(page, asset(environment, "live.js"))
    text = environment.get_template("index.html.j2").render(
        page=page,
        voice=page.voice,
        naming=page.naming,
        sentences=sentences,
        cells=Cells(page),
        actions=Actions(page),
        outline=Outline(page),
        permits=Permits(page, compiled.permits),
        style=Markup(style),  # noqa: S704  # our own file
        script=Markup(script),  # noqa: S704  # our own file
        live=Markup(live),  # noqa: S704  # strings are escaped where they are written
        policy=policy(style, *filter(None, (script, live))),
    )
    return {"index.html": text}


def policy(style: str, *scripts: str) -> str:
    """A content security policy under which only these run, and nothing is loaded."""
    hashes = " ".join(f"'{_hash(script)}'" for script in scripts)
    return f"default-src 'none'; style-src '{_hash(style)}'; script-src {hashes}; base-uri 'none'"


def switches(languages: Languages) -> str:
    """The rules that hide, in each mode, what belongs to others."""
    return "".join(
        f'[data-show="{mode}"] [data-in]:not([data-in~="{mode}"]){{display:none!important}}\n'
        for mode in languages.modes
    )


def _hash(text: str) -> str:
    """A source expression of a content security policy for the text of an inline element."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def asset(environment: Environment, name: str) -> str:
    """The text of a style or a script."""
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


@cache
def environment_of(*packages: str) -> Environment:
    """Templates from the folders `templates` of some packages, the first that has one of the name."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package, "templates") for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
