"""What is shown beside and over the text: colours by meaning, titles of sections, and what can be tried at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from regola_compiler.literate.source import read_rules
from regola_compiler.model import program as model
from regola_compiler.model.types import DiceType
from regola_dsl import tree
from regola_dsl.diagnostics import Severity
from regola_dsl.format import format_source
from regola_dsl.parser import parse_source
from regola_dsl.source import Span
from regola_dsl.wording import say, say_number

from regola_lsp.language.lookup import Target
from regola_lsp.language.names import Names

# What words are coloured as, by what they name.
TOKENS = (
    *("type", "enumMember", "property", "variable", "function"),
    *("method", "namespace", "event", "decorator", "class"),
)
MODIFIERS = ("declaration",)
# Up to how many letters of a title are shown in a line.
SHORT = 40


@dataclass(frozen=True, slots=True)
class Lens:
    """Something that can be tried above a declaration: which command, of what, and what it is called."""

    span: Span
    title: str
    command: str
    name: str


def tokens(names: Names, path: str, first: int = 0, last: int | None = None) -> list[tuple[Span, str, bool]]:
    """The words of a file that name something, in order, each with its colour and whether it is declared there.

    Args:
        names: What stands where in its game.
        path: The file.
        first: The first line of which that is asked.
        last: The last one; None where that is the last of the file.
    """
    found: list[tuple[Span, str, bool]] = []
    for home in names.homes_in.get(path, ()):
        place = names.reading.homes[home]
        if place.end < first or (last is not None and place.above >= last):
            continue
        for use in names.uses(home):
            span = names.now(use.span)
            colour = _colour(names, use.target)
            asked = first <= span.line and (last is None or span.line <= last)
            if asked and colour is not None and span.line == span.end_line:
                found.append((span, colour, use.declares))
    found.sort()
    kept: list[tuple[Span, str, bool]] = []
    for one in found:
        if not kept or (kept[-1][0].line, kept[-1][0].end_column) <= (one[0].line, one[0].column):
            kept.append(one)
    return kept


def _colour(names: Names, target: Target) -> str | None:
    match target.kind:
        case "declaration":
            if target.name in names.program.types:
                return "type"
            item = names.program.callables.get(target.name)
            if isinstance(item, model.Action):
                return "method"
            return "variable" if isinstance(item, model.Fact) and not item.parameters else "function"
        case "member":
            return "enumMember"
        case "field":
            return "property"
        case "local":
            return "variable"
        case "phase":
            return "namespace"
        case "part" | "example" | "erratum" | "scenario":
            return "event"
        case "individual":
            return "class"
        case "section":
            return "decorator"
        case _:
            return None


def inlays(names: Names, path: str, first: int, last: int, language: str = "") -> list[tuple[int, int, str]]:
    """The titles of the sections that are cited on some lines: where each is shown, and what."""
    found = []
    for home in names.homes_in.get(path, ()):
        place = names.reading.homes[home]
        if place.end < first or place.above >= last:
            continue
        for use in names.uses(home):
            span = names.now(use.span)
            title = names.title(use.target.name, language) if use.target.kind == "section" else ""
            if title and first <= span.line <= last:
                found.append((span.line, span.end_column, title if len(title) <= SHORT else f"{title[: SHORT - 1]}…"))
    return found


def actions_in(names: Names, paths: Iterable[str]) -> frozenset[str]:
    """The actions that are declared in some files."""
    nodes = (names.nodes.get(home) for path in paths for home in names.homes_in.get(path, ()))
    return frozenset(node.name.text for node in nodes if isinstance(node, tree.Action))


def lenses(names: Names, path: str, unspoken: Mapping[str, tuple[int, int]]) -> list[Lens]:
    """What can be tried in a file: examples run, odds told, what is so by default listed.

    Args:
        names: What stands where in its game.
        path: The file.
        unspoken: For how many of its cases no sentence speaks of an action, and of how many, where that is known.
    """
    found = []
    for home in names.homes_in.get(path, ()):
        node = names.nodes.get(home)
        if node is None:
            continue
        span, name = names.now(node.name.span), node.name.text
        item = names.program.callables.get(name)
        if isinstance(node, tree.Example) and name in names.program.examples:
            found.append(Lens(span, say("run this example"), "regola.runExample", name))
        elif isinstance(item, model.Table | model.Definition) and _rolls(item):
            found.append(Lens(span, say("odds"), "regola.odds", name))
        elif isinstance(item, model.Action) and isinstance(node, tree.Action) and unspoken.get(name, (0, 0))[0]:
            found.append(Lens(span, _cases(*unspoken[name]), "regola.unspoken", name))
    return found


def _cases(unspoken: int, every: int) -> str:
    """What stands above an action of which no sentence speaks in some cases."""
    told = say_number("{unspoken} of {number} case", "{unspoken} of {number} cases", every, unspoken=unspoken)
    return say("what no sentence speaks of: {cases}", cases=told)


def _rolls(item: model.Table | model.Definition) -> bool:
    """Whether something is asked with dice, and with nothing that has too many values."""
    return any(isinstance(parameter.type, DiceType) for parameter in item.parameters)


def formatted(text: str, path: str = "") -> str | None:
    """A text in the one layout there is; None where it cannot be read, or stands in that layout."""
    source, _ = read_rules(path, text)
    found = parse_source(source).diagnostics
    if any(one.weight is Severity.ERROR for one in found):
        return None
    after = source.changed(format_source)
    return after if after != text else None
