"""Where something is declared, where it is used, and what is declared at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from regola_dsl import tree
from regola_dsl.source import Span

from regola_lsp.language.hover import kind_of
from regola_lsp.language.lookup import Target
from regola_lsp.language.names import Names


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declaration, or a part of one: what it is called, what it is, and where."""

    name: str
    kind: str
    detail: str
    name_span: Span
    whole: Span
    parts: tuple[Symbol, ...] = ()
    container: str = ""


def definition(names: Names, path: str, line: int, column: int) -> list[Span]:
    """Where what stands at a place is declared; from a section, where all of it is encoded."""
    use = names.at(path, line, column)
    if use is None:
        return []
    if use.target.kind == "section":
        return [names.now(one.span) for one in names.sections.get(use.target.name, ())]
    if use.target.kind == "scenario":
        sources = names.reading.game.data_sources
        return [Span(s.path, 1, 1, 1, 1) for s in sources if s.path.endswith(f"/scenarios/{use.target.name}.yaml")]
    return [place.name for place in names.declarations(use.target)]


def references(names: Names, path: str, line: int, column: int, *, declaration: bool = True) -> list[Span]:
    """Every place that names what stands at a place; of a section, all that cites it."""
    use = names.at(path, line, column)
    if use is None:
        return []
    if use.target.kind == "section":
        return [names.now(one.span) for one in names.sections.get(use.target.name, ())]
    found = [one.span for one in names.references(use.target) if declaration or not one.declares]
    return sorted(dict.fromkeys(found))


def highlights(names: Names, path: str, line: int, column: int) -> list[Span]:
    """The same in one file."""
    return [span for span in references(names, path, line, column) if span.path == path]


def document_symbols(names: Names, path: str) -> list[Symbol]:
    """What a file declares, in its order, each with its parts."""
    return [_symbol(names, names.nodes[home]) for home in names.homes_in.get(path, ()) if home in names.nodes]


def workspace_symbols(names: Names, query: str, most: int = 500) -> list[Symbol]:
    """What a game declares whose name or text has the letters of `query` in their order, the closest first."""
    found: list[tuple[tuple[int, int], Symbol]] = []
    for node in names.nodes.values():
        symbol = _symbol(names, node)
        for one in (symbol, *(replace(part, container=symbol.name) for part in symbol.parts)):
            rank = _rank(query.casefold(), one.name.casefold())
            if rank is None and query and query.casefold() in one.detail.casefold():
                rank = (3, len(one.name))
            if rank is not None:
                found.append((rank, one))
    found.sort(key=lambda pair: (pair[0], pair[1].name))
    return [symbol for _, symbol in found[:most]]


def _rank(query: str, name: str) -> tuple[int, int] | None:
    """How close a name is to what was typed; None where it lacks a letter of that."""
    if name.startswith(query):
        return 0, len(name)
    if query in name:
        return 1, len(name)
    letters = iter(name)
    return (2, len(name)) if all(letter in letters for letter in query) else None


def _symbol(names: Names, node: tree.Declaration) -> Symbol:
    anchors = getattr(node, "anchors", ())
    cited = f"@{', '.join(one.written for one in anchors)}" if anchors else ""
    text = next((text.text for text in getattr(node, "texts", ())), "")
    whole = names.now(node.span)
    detail = " ".join(part for part in (kind_of(node), cited, text) if part)
    name = node.name.text
    if isinstance(node, tree.Accept):
        name = f"{name} in {node.declaration.text}"
    return Symbol(
        name, kind_of(node), detail, _inside(names.now(node.name.span), whole), whole, tuple(_parts(names, node))
    )


def _parts(names: Names, node: Any) -> list[Symbol]:
    """The parts of a declaration that have a name."""
    found = []
    parts: list[tuple[str, Any]] = []
    match node:
        case tree.Enum():
            parts = [("member", member) for member in node.members]
        case tree.Record():
            parts = [("field", one) for one in node.fields]
        case tree.Piece():
            parts = [("field", one) for one in (*node.fields, *node.states)]
        case tree.Modifiers():
            parts = [("modifier", one) for one in node.lines]
        case tree.Define() | tree.Rule() | tree.ExceptionRule():
            parts = [("exception", one) for one in node.exceptions]
        case tree.Sequence() | tree.Phase():
            parts = [("phase", one) for one in _phases(node.lines)]
        case tree.Table() if isinstance(node.result, tuple):
            parts = [("field", one) for one in node.result]
        case _:
            pass
    for kind, part in parts:
        anchors = getattr(part, "anchors", ())
        detail = f"@{', '.join(one.written for one in anchors)}" if anchors else ""
        name = names.now(part.name.span)
        whole = names.now(part.span) if hasattr(part, "span") else name
        deeper = tuple(_parts(names, part)) if kind in {"exception", "phase"} else ()
        found.append(Symbol(part.name.text, kind, detail, _inside(name, whole), whole, deeper))
    return found


def _phases(lines: tuple[Any, ...]) -> list[tree.Phase]:
    """The phases of a block, those in loops too."""
    found: list[tree.Phase] = []
    for line in lines:
        if isinstance(line, tree.Phase):
            found.append(line)
        else:
            found += _phases(getattr(line, "lines", ()))
    return found


def _inside(name: Span, whole: Span) -> Span:
    """A name's place, which an editor wants within that of the whole."""
    start, end = (name.line, name.column), (name.end_line, name.end_column)
    fits = (whole.line, whole.column) <= start and end <= (whole.end_line, whole.end_column)
    return name if fits else Span(whole.path, whole.line, whole.column, whole.line, whole.column)


def target_at(names: Names, path: str, line: int, column: int) -> Target | None:
    """What the word at a place names."""
    use = names.at(path, line, column)
    return use.target if use else None
