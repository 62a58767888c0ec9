"""What is shown of a word under the pointer: what it is, what the book calls it, and what bears on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from regola_compiler.model import program as model
from regola_compiler.model.types import EnumType, described
from regola_dsl import tree
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Span
from regola_dsl.wording import later, localized, localized_template, say, spoken

from regola_lsp.language.lookup import Target, model_of
from regola_lsp.language.meaning import Use
from regola_lsp.language.names import Names, Place

# Up to how many things of one kind are listed, and up to how many lines of a declaration are shown.
MOST = 12
LINES = 14
_WORD = re.compile(r"[^\W\d]\w*")
_NO_RULES = re.compile(r'"[^"]*"?|#.*')
# What of a declaration is its first line alone: what stands below it is listed instead.
_HEADED = (tree.Define, tree.Rule, tree.Action, tree.Sequence, tree.Path, tree.Choice, tree.Modifiers, tree.Phase)


def hover(names: Names, path: str, line: int, column: int, language: str = "") -> tuple[str, Span] | None:
    """What is shown of the word at a place, as Markdown, and where that word stands; None where there is none.

    Args:
        names: What stands where.
        path: The file.
        line: The line, from 1.
        column: The column, from 1.
        language: In which language titles and texts come first.
    """
    use = names.at(path, line, column)
    if use is None:
        return None
    said = describe(names, use, language)
    return (said, use.span) if said else None


def hover_of_the_language(
    names: Names, path: str, line: int, column: int, use: Callable[[str, str], str | None], language: str = ""
) -> tuple[str, Span] | None:
    """What is shown of a word of the language, which is the same in every game: how it is used.

    Args:
        names: What stands where.
        path: The file.
        line: The line, from 1.
        column: The column, from 1.
        use: What is said of such a word, in a language.
        language: The editor's.
    """
    source = names.texts.get(path)
    if source is None or not 0 < line <= len(source.lines):
        return None
    # Texts and remarks are nobody's rules: they keep their length and lose their words.
    bare = _NO_RULES.sub(lambda found: " " * len(found[0]), source.lines[line - 1])
    word = next((one for one in _WORD.finditer(bare) if one.start() < column <= one.end() + 1), None)
    if word is None or word[0] not in keywords():
        return None
    said = use(word[0], language or spoken())
    return (said, Span(path, line, word.start() + 1, line, word.end() + 1)) if said else None


def describe(names: Names, use: Use, language: str = "") -> str:
    """What is shown of something, as Markdown."""
    target = use.target
    if target.kind == "section":
        return _section(names, target.name, language)
    if target.kind == "local":
        return _local(names, target)
    if target.kind == "individual":
        type_ = names.program.individuals.get(target.name)
        return _code(f'"{target.name}": {type_}') if type_ else ""
    if target.kind == "scenario":
        return _code(f"scenario {target.name}")
    places = names.declarations(target)
    if not places:
        return ""
    place = places[0]
    parts = [_code(_shown(names, place))]
    parts += _texts(place.node, language)
    parts += _anchors(names, place.node, language)
    match target.kind:
        case "member":
            parts[0] = _code(f"{target.owner}.{target.name}{_worth(names, target)}")
        case "field":
            parts[0] = _code(f"{target.owner}.{_shown(names, place).strip()}")
        case "declaration":
            parts += _bearing(names, target)
        case "part":
            parts.insert(1, localized(say("of `{name}`", name=target.owner)) if target.owner else "")
        case _:
            pass
    return "\n\n".join(part for part in parts if part)


def _shown(names: Names, place: Place) -> str:
    """The lines of a declaration that say what it is."""
    source = names.reading.game.texts.get(place.whole.path)
    if source is None:
        return ""
    last = place.whole.line if isinstance(place.node, _HEADED) else place.whole.end_line
    lines = list(source.lines[place.whole.line - 1 : last])
    while lines and not lines[-1].strip():
        lines.pop()
    cut = lines[:LINES] + (["  …"] if len(lines) > LINES else [])
    return "\n".join(cut)


def _code(text: str) -> str:
    """A piece of rules, in a fence that nothing in it ends."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}regola\n{text}\n{fence}"


def _texts(node: Any, language: str) -> Iterator[str]:
    texts = sorted(getattr(node, "texts", ()), key=lambda text: text.language != language)
    if texts:
        yield "  \n".join(f"*{text.language}*: {plain(text.text)}" for text in texts)


def _anchors(names: Names, node: Any, language: str) -> Iterator[str]:
    anchors = getattr(node, "anchors", ())
    if anchors:
        yield ", ".join(f"**{one.written}** {plain(names.title(one.section, language))}".rstrip() for one in anchors)


def _worth(names: Names, target: Target) -> str:
    info = names.program.types.get(target.owner)
    type_ = info.type if info else None
    index = type_.index(target.name) if isinstance(type_, EnumType) else None
    worth = type_.worth(index) if isinstance(type_, EnumType) and index is not None else None
    return f" = {worth}" if worth is not None else ""


def _local(names: Names, target: Target) -> str:
    node = names.nodes.get(target.owner)
    type_ = locals_of(names, target.owner).get(target.name)
    if type_ is None or node is None:
        return ""
    return _code(f"{target.name}: {type_}") + f"\n\n{localized(say('in `{name}`', name=node.name.text))}"


def locals_of(names: Names, home: str) -> dict[str, str]:
    """What the own names of a declaration are of, as types are written; of those whose type is known."""
    node = names.nodes.get(home)
    if node is None:
        return {}
    found: dict[str, str] = {}
    for item in model_of(node, names.program):
        for one in _variables(item, home):
            found.setdefault(one.name, _written(one.type))
    return found


def _written(type_: Any) -> str:
    return str(type_) or described(type_)


def _variables(item: Any, home: str) -> Iterator[Any]:
    if isinstance(item, tuple):
        for part in item:
            yield from _variables(part, home)
    elif is_dataclass(item) and hasattr(item, "tag"):
        if isinstance(item, model.Var | model.Parameter) and item.span.path == home:
            yield item
        for field in fields(item):
            yield from _variables(getattr(item, field.name), home)


# --- what bears on it ---------------------------------------------------------------------


def _bearing(names: Names, target: Target) -> Iterator[str]:
    """What else has a say: exceptions, modifiers, rules, errata, and the examples that show it."""
    program, name = names.program, target.name
    item = program.callables.get(name)
    match item:
        case model.Definition():
            yield from _listed(later("exceptions"), _clauses(item.root.exceptions))
        case model.Modifiers():
            yield from _listed(later("modifiers"), [(line.name, line.anchors) for line in item.lines])
        case model.Action():
            said = {norm.name: norm.anchors for norm in item.norms}
            yield from _listed(later("rules"), list(said.items()))
            yield from _listed(later("requires"), [("", guard.anchors) for guard in item.guards if guard.anchors])
        case _:
            pass
    if name in program.rules:
        norms = [
            norm
            for action in program.rules[name].actions
            for norm in getattr(program.callables.get(action), "norms", ())
            if norm.name == name
        ]
        yield from _listed(
            later("exceptions"), [(one.name, one.anchors) for norm in norms[:1] for one in norm.exceptions]
        )
    yield from _listed(later("errata"), [(one, program.errata[one].anchors) for one in errata_on(names, target)])
    yield from _listed(later("examples"), [(one, program.examples[one].anchors) for one in examples_of(names, name)])


def _clauses(clauses: tuple[model.Clause, ...]) -> list[tuple[str, tree.Anchors]]:
    return [pair for clause in clauses for pair in ((clause.name, clause.anchors), *_clauses(clause.exceptions))]


def errata_on(names: Names, target: Target) -> list[str]:
    """The errata that bear on a declaration: a part of it stands by one, or one speaks of it."""
    found = dict.fromkeys(one for one in names.program.ruled.get(target.name, ()) if one in names.program.errata)
    for home in homes_that_name(names, target.name):
        node = names.nodes.get(home)
        if isinstance(node, tree.Erratum) and node.name.text in names.program.errata:
            found[node.name.text] = None
    return list(found)


def examples_of(names: Names, name: str) -> list[str]:
    """The examples that name a declaration."""
    nodes = (names.nodes.get(home) for home in homes_that_name(names, name))
    return [
        node.name.text for node in nodes if isinstance(node, tree.Example) and node.name.text in names.program.examples
    ]


def homes_that_name(names: Names, name: str) -> Iterator[str]:
    """The declarations in which a name stands as a word."""
    target = Target("declaration", name)
    for home, (text, _) in names.reading.trees.items():
        if name in text and any(use.target == target and not use.declares for use in names.uses(home)):
            yield home


def _listed(what: str, items: list[tuple[str, tree.Anchors]]) -> Iterator[str]:
    if not items:
        return
    lines = []
    for name, anchors in items[:MOST]:
        cited = f"@{', '.join(one.written for one in anchors)}" if anchors else ""
        lines.append(f"- {f'`{name}`' if name else ''} {cited}".rstrip())
    yield "\n".join([f"**{localized_template(what)}**", "", *lines, *_further(len(items))])


def _further(number: int) -> list[str]:
    """A line for what is not listed of so many."""
    if number <= MOST:
        return []
    return [f"- {localized(say('… and {number} more', number=number - MOST))}"]


# --- sections -----------------------------------------------------------------------------


def _section(names: Names, section: str, language: str) -> str:
    """What a section is called, and all that encodes it."""
    titles = [f"*{one}*: {plain(titles[section])}" for one, titles in names.titles.items() if section in titles]
    titles.sort(key=lambda said: not said.startswith(f"*{language}*"))
    cited = dict.fromkeys(
        f"- {kind_of(names.nodes[use.span.path])} `{names.nodes[use.span.path].name.text}`"
        for use in names.sections.get(section, ())
    )
    lines = [f"**{localized(say('encoded by'))}**", "", *list(cited)[:MOST], *_further(len(cited))]
    return "\n\n".join(part for part in (f"**@{section}**", "  \n".join(titles), "\n".join(lines)) if part)


def kind_of(node: tree.Declaration) -> str:
    """What a declaration begins with."""
    if isinstance(node, tree.Fact | tree.Piece):
        return node.kind
    if isinstance(node, tree.Enum):
        return "scale" if node.ordered else "enum"
    return {
        "ExceptionRule": "exception",
        "GivenType": "given type",
        "AlsoAfter": "also after",
        "LabelText": "label",
    }.get(type(node).__name__, type(node).__name__.lower())


def plain(text: str) -> str:
    """A text of a game in which nothing is Markdown or HTML."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+-.!|&" else sign for sign in text)
