"""What the sources say, and what a catalogue has of it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import polib
from jinja2 import Environment, nodes
from regola_cli.catalogue import ALL_CODES, page_files, paragraphs
from regola_cli.language import help_of, translate
from regola_cli.main import COMMANDS, main

from support.paths import ROOT

# Where a message is from that click says itself.
CLICK = "click"
# The page of the compiler in a browser: what its scripts call `t` with, what its document marks, what its build lists.
WEB = "editors/web"
SOURCES = (
    "runtime/regola_runtime",
    "dsl/regola_dsl",
    "compiler/regola_compiler",
    "compiler/regola_crosscheck",
    "compiler/regola_lsp",
    "compiler/regola_cli",
)


@dataclass
class Message:
    """A template, that for several things if it counts, and the files that say it."""

    one: str
    many: str = ""
    files: list[str] = field(default_factory=list)


def messages() -> dict[str, Message]:
    """All that the sources and the help of commands say, by the template in English."""
    found: dict[str, Message] = {}

    def add(one: str, many: str, file: str) -> None:
        message = found.setdefault(one, Message(one, many))
        message.many = message.many or many
        if file not in message.files:
            message.files.append(file)

    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            shown = path.relative_to(ROOT).as_posix()
            for one, many in _said(ast.parse(path.read_text("utf-8"))):
                add(one, many, shown)
        for path in sorted((ROOT / folder).rglob("*.j2")):
            for one, many in _said_by_template(path.read_text("utf-8")):
                add(one, many, path.relative_to(ROOT).as_posix())
    for path in sorted((ROOT / WEB).rglob("*")):
        for one in _said_by_page(path):
            add(one, "", path.relative_to(ROOT).as_posix())
    files = page_files()
    for code in ALL_CODES:
        add(code.title, "", files[code.slug].relative_to(ROOT).as_posix())
    for path in sorted(files.values()):
        for one in paragraphs(path.read_text("utf-8")):
            add(one, "", path.relative_to(ROOT).as_posix())
    for name, module, line in COMMANDS:
        add(line, "", "compiler/regola_cli/main.py")
        command = main.get_command(None, name)  # type: ignore[arg-type]  # the context is not looked at
        assert command is not None
        for text in help_of(command):
            add(text, "", f"compiler/regola_cli/{module}.py")
    translate(main)  # what another test had it say in Italian is English again
    for text in help_of(main):
        add(text, "", "compiler/regola_cli/main.py")
    return found


def _said(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The templates that calls in a module name, each with that for several things."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        words = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
        match called, words:
            case (("say" | "later" | "localized_template"), [str(one), *_]):
                yield one, ""
            case "say_number", [str(one), str(many), *_]:
                yield one, many
            case (("PlayError" | "NotOver" | "TooMany" | "IllegalMove" | "Disagreement"), [str(one), *_]):
                yield one, ""  # the runtime's own, which it says as they are
            case "counted", [_, str(one)]:
                yield f"{{number}} {one}", f"{{number}} {one}s"
            case "counted", [_, str(one), str(many)]:
                yield f"{{number}} {one}", f"{{number}} {many}"


def _said_by_template(text: str) -> Iterator[tuple[str, str]]:
    """The words of a page that its template calls `t` with, and the things that it counts."""
    for call in Environment(autoescape=True).parse(text).find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name):
            continue
        words = [one.value if isinstance(one, nodes.Const) else None for one in call.args]
        match call.node.name, words:
            case "t", [str(one), *_]:
                yield one, ""
            case "counted", [_, str(one)]:
                yield f"{{number}} {one}", f"{{number}} {one}s"
            case "counted", [_, str(one), str(many)]:
                yield f"{{number}} {one}", f"{{number}} {many}"


def _said_by_page(path: Path) -> Iterator[str]:
    """The words of the page in a browser that a file of it has."""
    if path.suffix == ".py":
        yield from (one for one, _ in _said(ast.parse(path.read_text("utf-8"))))
    elif path.suffix == ".js":
        yield from map(json.loads, re.findall(r'\bt\(("(?:[^"\\]|\\.)*")', path.read_text("utf-8")))
    elif path.suffix == ".html":
        marked = _Marked()
        marked.feed(path.read_text("utf-8"))
        yield from marked.found


class _Marked(HTMLParser):
    """What a document marks to be translated: `data-t` for what an element holds, `data-t-label` for its label."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._marked = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        told = dict(attrs)
        self._marked = "data-t" in told
        if "data-t-label" in told:
            self.found.append(told["aria-label"] or "")

    def handle_data(self, data: str) -> None:
        if self._marked:
            self.found.append(data)
        self._marked = False


def renew(path: Path) -> None:
    """Bring a catalogue up to date: what is said no more is left out, what is new is to be translated."""
    catalogue = polib.pofile(str(path), wrapwidth=100)
    known = {entry.msgid: entry for entry in catalogue}
    theirs = [entry for entry in catalogue if entry.occurrences == [(CLICK, "")]]
    said = messages()
    ours = [_entry(message, known.get(message.one)) for message in said.values()]
    catalogue[:] = sorted([*ours, *(entry for entry in theirs if entry.msgid not in said)], key=_order)
    catalogue.save()


def _order(entry: polib.POEntry) -> tuple[str, str]:
    return entry.occurrences[0][0], entry.msgid


def _entry(message: Message, before: polib.POEntry | None) -> polib.POEntry:
    entry = polib.POEntry(msgid=message.one, occurrences=[(file, "") for file in message.files])
    if "{" in message.one:
        entry.flags = ["python-brace-format"]
    if not message.many:
        entry.msgstr = before.msgstr if before else ""
        return entry
    entry.msgid_plural = message.many
    entry.msgstr_plural = before.msgstr_plural if before and before.msgstr_plural else {0: "", 1: ""}
    return entry
