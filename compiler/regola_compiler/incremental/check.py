"""Checking a game again after a change, at the price of what the change can have touched (see slices.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from regola_dsl import cache
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Source

from regola_compiler.checks.suppressions import Accepted, apply_suppressions
from regola_compiler.incremental.slices import (
    RULES,
    DeclarationText,
    DependencyGraph,
    UnanchoredDiagnostic,
    absolutize,
    outline,
    relativize,
)
from regola_compiler.project.game import Game, open_game

if TYPE_CHECKING:
    from regola_dsl.tree import Declaration

    from regola_compiler.driver import Compiled
    from regola_compiler.model.program import Acceptance

# Nothing that takes long to import is imported before it is needed: most checks find that nothing has changed.
MANY = 50_000


@dataclass
class Checked:
    """What a check has to say of a game."""

    game: Game
    found: list[Diagnostic]
    rules: int
    examples: int
    errata: int
    limits: tuple[str, ...]
    accepted: tuple[Accepted, ...]

    @property
    def sources(self) -> dict[str, Source]:
        """The texts by the path they are shown under."""
        return {source.path: source for source in [*self.game.sources, *self.game.data_sources]}

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(diagnostic.weight is Severity.ERROR for diagnostic in self.found)


@dataclass
class _CacheEntry:
    """What was found for each slice, with the place of its check among the others, and what else the report says.

    `terms` has what the glossary says is declared, by the state of the YAML files; `sheets` what sheets name and show.
    """

    tool: str
    findings: dict[str, tuple[tuple[int, Diagnostic], ...]] = field(default_factory=dict)
    acceptances: dict[str, Acceptance] = field(default_factory=dict)
    limits: tuple[str, ...] = ()
    slugs: tuple[str, ...] = ()
    terms: dict[str, frozenset[str]] = field(default_factory=dict)
    sheets: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)


def check_game(game: Game) -> Checked:
    """Everything a check finds in a game whose texts are there.

    What was found before, and cannot have changed, is not looked for again.
    """
    where = outline(game) if cache.folder() and not game.diagnostics else None
    if where is None:
        from regola_compiler.driver import compile_game

        return _whole(compile_game(open_game(game)))
    name = f"check-{sha256(str(game.folder.resolve() / game.id).encode()).hexdigest()[:24]}"
    kept = cache.load(name)
    if not isinstance(kept, _CacheEntry) or kept.tool != cache.build_fingerprint():
        kept = _CacheEntry(cache.build_fingerprint())
    fresh = [number for number, key in enumerate(where.keys) if key not in kept.findings]
    if 2 * len(fresh) <= len(where.chunks):
        quick = _check_incrementally(game, name, where, kept, fresh)
        if quick is not None:
            if fresh:
                cache.keep(name, kept)
            return quick
    from regola_compiler.driver import compile_game

    compiled = compile_game(game if game.manifest or game.scenarios else open_game(game))
    if _is_cacheable(compiled):
        _store(compiled, where, kept)
        cache.keep(name, kept)
        cache.keep(_trees(name), _frozen(compiled, where))
    return _whole(compiled)


def _whole(compiled: Compiled) -> Checked:
    from regola_compiler.model.program import Fact

    program = compiled.program
    rules = [item for item in program.callables.values() if not isinstance(item, Fact) or item.kind == "absent"]
    return Checked(
        compiled.game,
        compiled.found,
        len(rules) + len(program.rules),
        len(program.examples),
        len(program.errata),
        compiled.limits,
        compiled.accepted,
    )


def _is_cacheable(compiled: Compiled) -> bool:
    """Whether nothing is wrong but what checks find declaration by declaration."""
    from regola_compiler.checks import CODES
    from regola_compiler.checks.book import example_fails

    return all(found.code in CODES and found.code is not example_fails.CODE for found in compiled.raw)


def _store(compiled: Compiled, where: DependencyGraph, kept: _CacheEntry) -> None:
    """Keep every finding with the slice of the declaration it stands in."""
    if len(kept.findings) > MANY:
        kept.findings.clear()
    from regola_compiler.checks import SLUGS

    kept.limits, kept.slugs = compiled.limits, SLUGS
    concepts = compiled.game.glossary.concepts if compiled.game.glossary else ()
    kept.terms = {where.data: frozenset(concept.declares for concept in concepts if concept.declares)}
    used = frozenset[str]().union(*(sheet.used for sheet in compiled.on_sheets))
    kept.sheets = {where.data: (used, frozenset[str]().union(*(sheet.shown for sheet in compiled.on_sheets)))}
    _store_findings(compiled.raw, range(len(where.chunks)), where, kept)
    for acceptance in compiled.program.acceptances:
        for chunk in where.chunks:
            if chunk.path == acceptance.span.path and chunk.line == acceptance.span.line:
                kept.acceptances[chunk.digest] = acceptance


def _store_findings(found: list[Diagnostic], numbers: Iterable[int], where: DependencyGraph, kept: _CacheEntry) -> None:
    from regola_compiler.checks import CODES

    for number in numbers:
        chunk = where.chunks[number]
        own = [d for d in found if d.span.path == chunk.path and chunk.line <= d.span.line <= chunk.end]
        try:
            kept.findings[where.keys[number]] = tuple((CODES.index(d.code), relativize(d, where)) for d in own)
        except UnanchoredDiagnostic:
            kept.findings.pop(where.keys[number], None)


def _check_incrementally(
    game: Game, name: str, where: DependencyGraph, kept: _CacheEntry, fresh: list[int]
) -> Checked | None:
    """The check, with only the slices of `fresh` looked at; None if the game has to be looked at as a whole."""
    homes = {chunk.digest: chunk for chunk in where.chunks}
    if not (_declared(where, kept, fresh) and _on_sheets(where, kept)):
        return None
    if fresh and not all(chunk.name.isascii() for chunk in where.chunks):
        return None  # names that look alike may stand in two declarations that do not ask one another
    if fresh:
        looked = _recheck(game, name, where, fresh)
        if looked is None:
            return None
        found, acceptances = looked
        _store_findings(found, fresh, where, kept)
        kept.acceptances |= acceptances
    if any(key not in kept.findings for key in where.keys) or not kept.slugs:
        return None
    raw = [(order, absolutize(d, homes)) for key in where.keys for order, d in kept.findings[key]]
    raw.sort(key=lambda item: (item[0], item[1].span))
    acceptances_now = []
    for chunk in where.chunks:
        if chunk.kind == "accept":
            if chunk.digest not in kept.acceptances:
                return None
            acceptances_now.append(kept.acceptances[chunk.digest].at(chunk.span))
    names = [chunk.name for chunk in where.chunks if chunk.kind not in {"accept", "exception"}]
    shown, covered = apply_suppressions(acceptances_now, names, [d for _, d in raw], kept.slugs)
    kinds = [chunk.kind for chunk in where.chunks]
    rules = sum(kind in RULES for kind in kinds)
    return Checked(game, shown, rules, kinds.count("example"), kinds.count("erratum"), kept.limits, covered)


def _declared(where: DependencyGraph, kept: _CacheEntry, fresh: list[int]) -> bool:
    """Whether all that the glossary says is declared still is; False too if that cannot be seen from here."""
    if where.data not in kept.terms:
        return False
    names = {chunk.name for chunk in where.chunks}
    changed = {where.chunks[number].name for number in fresh}
    heads = [(name.partition(".")[0], "." in name) for name in kept.terms[where.data]]
    return all(head in names and not (part and head in changed) for head, part in heads)


def _on_sheets(where: DependencyGraph, kept: _CacheEntry) -> bool:
    """Whether all that sheets name is still there, and every table still on one of them or left out on purpose."""
    if where.data not in kept.sheets:
        return False
    used, shown = kept.sheets[where.data]
    if not used and not shown:
        return True
    phases = frozenset[str]().union(*(chunk.words for chunk in where.chunks if chunk.kind == "sequence"))
    printed = {chunk.name for chunk in where.chunks if chunk.kind in {"table", "modifiers"}}
    return {name.rpartition(".")[2] for name in used} <= where.names | phases and printed <= shown


def _trees(name: str) -> str:
    return name.replace("check", "trees")


def _frozen(compiled: Compiled, where: DependencyGraph) -> dict[str, tuple[int, bytes]]:
    """The tree of each declaration, with the line it began on."""
    digests = {(chunk.path, chunk.line): chunk.digest for chunk in where.chunks}
    found = {}
    for node in compiled.nodes:
        digest = digests.get((node.span.path, node.span.line))
        if digest is not None:
            found[digest] = (node.span.line, cache.dump_tree(node))
    return found


def _parsed(game: Game, name: str, chosen: list[DeclarationText]) -> list[Declaration] | None:
    """The trees of some declarations: those that are kept, and the others parsed; None if one cannot be read."""
    from regola_dsl.parser import parse_source

    kept = cache.load(_trees(name)) or {}
    nodes: list[Declaration] = []
    missing: dict[str, set[int]] = {}
    for chunk in chosen:
        if chunk.digest in kept:
            line, tree = kept[chunk.digest]
            nodes.append(cache.load_tree(tree, chunk.path, chunk.line - line))
        else:
            missing.setdefault(chunk.path, set()).add(chunk.line)
    for source in game.sources:
        if source.path in missing:
            file = parse_source(source, missing[source.path])
            if file.diagnostics:
                return None
            nodes += file.declarations
    return sorted(nodes, key=lambda node: node.span)


def _recheck(
    game: Game, name: str, where: DependencyGraph, fresh: list[int]
) -> tuple[list[Diagnostic], dict[str, Acceptance]] | None:
    """The findings of the checks in some declarations; None after any other finding."""
    from regola_compiler.checks import run_checks
    from regola_compiler.checks.book import example_fails
    from regola_compiler.emit.python.oracle import CompiledModule
    from regola_compiler.evaluate.scenarios import read_scenarios
    from regola_compiler.ir.lower import lower
    from regola_compiler.resolve.program import resolve_program

    chosen = [where.chunks[number] for number in sorted(where.looked_at(fresh))]
    nodes = _parsed(game, name, [chunk for chunk in chosen if chunk.kind != "scenario"])
    if nodes is None:
        return None
    program, wrong = resolve_program(nodes)
    paths = {chunk.path for chunk in chosen if chunk.kind == "scenario"}
    known = [raw for raw in open_game(game).scenarios if raw.shown in paths] if paths else []
    scenarios, more = read_scenarios(program, known)
    if wrong or more or game.diagnostics:
        return None
    program.starts = {name: scenario.position for name, scenario in scenarios.items()}
    program.languages, program.texts_complete = tuple(game.declared_languages), game.texts_complete
    program.focus = frozenset(where.chunks[number].name for number in fresh)
    twin = CompiledModule(program, lambda: lower(program, game, scenarios))
    found, _ = run_checks(program, twin.reproduces)
    if any(diagnostic.code is example_fails.CODE for diagnostic in found):
        return None
    digests = {(chunk.path, chunk.line): chunk.digest for chunk in chosen}
    acceptances = {digests[a.span.path, a.span.line]: a for a in program.acceptances}
    return [d for d in found if _stands_in(d, where, fresh)], acceptances


def _stands_in(diagnostic: Diagnostic, where: DependencyGraph, fresh: list[int]) -> bool:
    at = diagnostic.span
    chunks = [where.chunks[number] for number in fresh]
    return any(chunk.path == at.path and chunk.line <= at.line <= chunk.end for chunk in chunks)
