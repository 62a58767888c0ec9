"""Seeded faults: mistakes of known kinds, made in the text of a game, and what a check finds of them.

What is wrong within an expression or a cell is taken from the changes that `regola test --mutate` tries
(`Change.edit`); what only a text can have, a misspelt name, a row that is not there or there twice, is made here.
Lines are replaced by lines, so that the rest of a file stays where it is.

A fault is judged as a user would see it: it is found if there is a finding that was not there before, and placed if
one of its places is in the declaration that is at fault. One that is not found is held against the game without it, as
`regola diff` does: if every answer stays for certain it is none, and not counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from regola_compiler.checks.book import example_fails
from regola_compiler.diff.compare import Comparison
from regola_compiler.diff.match import Edition, match_editions
from regola_compiler.driver import Compiled
from regola_compiler.model.program import Call, Clause, Const, Definition, Expr, FieldOf, Program, Table
from regola_compiler.model.types import EnumType, Member, source
from regola_compiler.model.visitor import children, expressions_of, structurally_equal
from regola_compiler.mutation.expressions import another, number_of
from regola_compiler.mutation.generate import mutants
from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source, Span

from support.games import followed, raw, said, understood

NAMES, ANALYSIS, EXAMPLE = "names and shape", "analysis", "example"


@dataclass(frozen=True, slots=True)
class Fault:
    """Lines `first` to `last` of a file replaced by others; of a fault that only adds, `last` is one less."""

    kind: str
    path: str
    first: int
    last: int
    lines: tuple[str, ...]

    def put(self, text: str) -> str:
        """The text with the fault in it."""
        lines = text.split("\n")
        return "\n".join([*lines[: self.first - 1], *self.lines, *lines[self.last :]])


@dataclass(frozen=True, slots=True)
class Judged:
    """A fault, what found it (nothing, if nothing did), and whether it was told where it is."""

    fault: Fault
    by: frozenset[str]
    codes: tuple[str, ...]
    placed: bool


# --- making them --------------------------------------------------------------------------


class Seeds:
    """Where in a game each kind of fault can be made."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled, self.program = compiled, compiled.program
        self.texts = {source.path: source.text.split("\n") for source in compiled.game.sources}
        self.words = {word for lines in self.texts.values() for line in lines for word in re.findall(r"\w+", line)}
        self.rules = {path: lines for path, lines in self.texts.items() if "/examples/" not in path}

    @cached_property
    def all(self) -> dict[str, tuple[Fault, ...]]:
        """Every fault that can be made, by its kind."""
        return {kind: tuple(dict.fromkeys(make(self))) for kind, make in MAKERS.items()}

    def drawn(self, count: int, seed: int) -> list[Fault]:
        """So many faults, as many of one kind as of another as far as there are."""
        pick = Random(seed)
        found = {kind: [*faults] for kind, faults in self.all.items()}
        for faults in found.values():
            pick.shuffle(faults)
        drawn: list[Fault] = []
        while len(drawn) < count and any(found.values()):
            for faults in found.values():
                if faults and len(drawn) < count:
                    drawn.append(faults.pop())
        return drawn

    def line(self, kind: str, path: str, number: int, text: str) -> Fault:
        """A fault that is a line in the place of another."""
        return Fault(kind, path, number, number, (text,))

    def edited(self, kind: str, place: Span, text: str) -> Fault:
        """A stretch of a line replaced."""
        line = self.texts[place.path][place.line - 1]
        return self.line(kind, place.path, place.line, line[: place.column - 1] + text + line[place.end_column - 1 :])

    def block(self, path: str, number: int) -> int:
        """The last line of what begins on a line: what stands below it and further in."""
        lines = self.texts[path]
        indent = _indent(lines[number - 1])
        last = number
        for place in range(number, len(lines)):
            if lines[place].strip() and _indent(lines[place]) <= indent:
                break
            if lines[place].strip():
                last = place + 1
        return last

    def matching(self, pattern: str, paths: str = "") -> Iterator[tuple[str, int, re.Match[str]]]:
        """The lines of the rules that a pattern fits."""
        for path, lines in self.rules.items():
            if paths in path:
                for number, line in enumerate(lines, 1):
                    if match := re.match(pattern, line):
                        yield path, number, match

    def tables(self) -> Iterator[Table]:
        """The tables whose rows must fit together."""
        for item in self.program.callables.values():
            if isinstance(item, Table) and item.hit not in {"sum", "all"}:
                yield item

    def expressions(self) -> Iterator[Expr]:
        """Every expression of every rule."""
        todo = [part for item in self.program.callables.values() for part in expressions_of(item)]
        while todo:
            node = todo.pop()
            yield node
            todo += children(node)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _changed(*kinds: str) -> Callable[[Seeds], Iterator[Fault]]:
    def make(seeds: Seeds) -> Iterator[Fault]:
        for mutant in mutants(seeds.program):
            change = mutant.change
            if change.kind in kinds and change.edit and change.edit[0].line == change.edit[0].end_line:
                yield seeds.edited(f"{kinds[0]} changed", *change.edit)

    return make


def _row_deleted(seeds: Seeds) -> Iterator[Fault]:
    for table in seeds.tables():
        for row in table.rows:
            if not row.last:
                yield Fault("row deleted", row.line.path, row.line.line, row.line.line, ())


def _row_doubled(seeds: Seeds) -> Iterator[Fault]:
    for table in seeds.tables():
        for mutant in mutants(replace(seeds.program, callables={table.name: table}, rules={}, sequences={})):
            if mutant.change.kind == "cell" and mutant.change.edit and mutant.change.part[:3] == "row":
                fault = seeds.edited("row doubled", *mutant.change.edit)
                yield replace(fault, first=fault.first + 1)


def _ranges(wider: bool) -> Callable[[Seeds], Iterator[Fault]]:
    kind = "range widened" if wider else "range shrunk"

    def make(seeds: Seeds) -> Iterator[Fault]:
        for table in seeds.tables():
            ends = {d.label: (d.low, d.high) for d in table.dimensions}
            header = [cell.strip() for cell in table.shown[0]]
            for row in table.rows:
                line = seeds.texts[row.line.path][row.line.line - 1]
                cells = line.split("|")
                for place, label in enumerate(header[: len(cells) - 2], 1):
                    span = re.fullmatch(r"(\s*)(\d+)-(\d+)(\s*)", cells[place])
                    axis = label.split("\\")[0].strip()
                    if span is None or axis not in ends or (table.grid and place > 1):
                        continue
                    low, high = int(span[2]), int(span[3])
                    if not wider:
                        low += 1
                    elif high < ends[axis][1]:
                        high += 1
                    elif low > ends[axis][0]:
                        low -= 1
                    else:
                        continue
                    text = f"{low}-{high}" if low < high else str(low)
                    new = [*cells[:place], f"{span[1]}{text}{span[4]}", *cells[place + 1 :]]
                    yield seeds.line(kind, row.line.path, row.line.line, "|".join(new))

    return make


def _left_out(kind: str, pattern: str) -> Callable[[Seeds], Iterator[Fault]]:
    def make(seeds: Seeds) -> Iterator[Fault]:
        for path, number, _ in seeds.matching(pattern):
            yield Fault(kind, path, number, seeds.block(path, number), ())

    return make


def _exception_doubled(seeds: Seeds) -> Iterator[Fault]:
    def clauses(clause: Clause) -> Iterator[Clause]:
        for part in clause.exceptions:
            yield part
            yield from clauses(part)

    for item in seeds.program.callables.values():
        for clause in clauses(item.root) if isinstance(item, Definition) else ():
            value = clause.value
            if value is None or clause.sequel or value.span.line == clause.span.line or clause.over:
                continue
            was = value.value if isinstance(value, Const) else number_of(value)
            other = None if was is None else another(was, item.result)
            if other is None:
                continue
            path, first = clause.name_span.path, clause.name_span.line
            header = seeds.texts[path][first - 1]
            said = " " * (_indent(header) + 2) + source(other, item.result)
            if header.lstrip().startswith("exception") and not header.rstrip().endswith((",", "and", "or")):
                yield Fault(
                    "exception doubled",
                    path,
                    seeds.block(path, first) + 1,
                    seeds.block(path, first),
                    (header.replace(clause.name, f"{clause.name}_too", 1), said),
                )


def _misspelt(seeds: Seeds) -> Iterator[Fault]:
    pick = Random(0)
    for node in seeds.expressions():
        name = _name(node)
        line = seeds.texts[node.span.path][node.span.line - 1] if node.span.line == node.span.end_line else ""
        text = line[node.span.column - 1 : node.span.end_column - 1]
        start = text.rfind(name) if isinstance(node, FieldOf) else 0
        if len(name) < 4 or not name.isidentifier() or not text[start:].startswith(name):
            continue
        place = pick.randrange(1, len(name) - 1)
        wrong = name[:place] + name[place + 1 :]
        if wrong not in seeds.words:
            column = node.span.column + start
            span = Span(node.span.path, node.span.line, column, node.span.line, column + len(name))
            yield seeds.edited("name misspelt", span, wrong)


def _name(node: Expr) -> str:
    match node:
        case Call():
            return node.callee
        case FieldOf():
            return node.name
        case Const(value=Member() as member, type=EnumType() as type_):
            return type_.label(member.index)
        case _:
            return ""


def _modality(seeds: Seeds) -> Iterator[Fault]:
    turned = {"must not": "may", "may": "must not", "must": "may"}
    for path, number, match in seeds.matching(r"(\s+[\w.]+ )(must not|must|may)( (?!only)\w+.*)"):
        yield seeds.line("modality flipped", path, number, match[1] + turned[match[2]] + match[3])


def _precedence(seeds: Seeds) -> Iterator[Fault]:
    for path, number, match in seeds.matching(r"(\s*(?:then )?(?:rule|exception) .*?)( over \w+(?:, \w+)*)(.*)"):
        yield seeds.line("precedence removed", path, number, match[1] + match[3])


ANCHORS = r'\s*@(?:"[^"]*"|[\w./-]+)(?:\s*,\s*(?:"[^"]*"|[\w./-]+))*'


def _anchors(seeds: Seeds) -> Iterator[Fault]:
    head = r"(?:define|table|modifiers|action|rule|path|choice|assume) [^@]*"
    for path, number, match in seeds.matching(rf"({head}){ANCHORS}((?:\s+when .*)?)$"):
        yield seeds.line("anchor removed", path, number, match[1] + match[2])


def _circle(seeds: Seeds) -> Iterator[Fault]:
    for item in seeds.program.callables.values():
        value = item.root.value if isinstance(item, Definition) else None
        if value is not None and value.span.line == value.span.end_line and value.span.line != item.span.line:
            names = ", ".join(parameter.name for parameter in item.parameters)
            yield seeds.edited("circle made", value.span, f"{item.name}({names})" if names else item.name)


def _raised(seeds: Seeds) -> Iterator[Fault]:
    for path, number, match in seeds.matching(r"(\s+)([+-])(\d+)( \w+ .*)"):
        yield seeds.line("modifier raised", path, number, f"{match[1]}{match[2]}{int(match[3]) + 9}{match[4]}")


def _part_left_out(kind: str, wanted: type) -> Callable[[Seeds], Iterator[Fault]]:
    def make(seeds: Seeds) -> Iterator[Fault]:
        for info in seeds.program.types.values():
            lines = [span.line for _, _, _, span in info.parts]
            if not isinstance(info.type, wanted) or len(lines) < 3 or len(set(lines)) < len(lines):
                continue
            for _, _, _, span in info.parts:
                if span.line != info.span.line:
                    yield Fault(kind, span.path, span.line, seeds.block(span.path, span.line), ())

    return make


MAKERS: dict[str, Callable[[Seeds], Iterator[Fault]]] = {
    "row deleted": _row_deleted,
    "row doubled": _row_doubled,
    "range widened": _ranges(True),
    "range shrunk": _ranges(False),
    "cell changed": _changed("cell"),
    "beyond left out": _left_out("beyond left out", r"\s+beyond "),
    "exception left out": _left_out("exception left out", r"\s*(?:then )?exception "),
    "exception doubled": _exception_doubled,
    "name misspelt": _misspelt,
    "modality flipped": _modality,
    "precedence removed": _precedence,
    "ruling left out": _left_out("ruling left out", r"\s+ruling "),
    "rule left out": _left_out("rule left out", r"rule "),
    "requirement left out": _left_out("requirement left out", r"\s+requires "),
    "anchor removed": _anchors,
    "circle made": _circle,
    "modifier raised": _raised,
    "sign changed": _changed("sign"),
    "member left out": _part_left_out("member left out", EnumType),
    "number changed": _changed("number"),
    "comparison changed": _changed("comparison"),
    "condition changed": _changed("condition"),
    "value changed": _changed("value"),
    "operation changed": _changed("operation"),
}


# --- judging them -------------------------------------------------------------------------


class Judge:
    """Checks a game again with a fault in it, as an editor does after a change."""

    def __init__(self, name: str) -> None:
        self.compiled = understood(name)
        self.seeds = Seeds(self.compiled)
        self.session, self.known = followed(name)

    def judge(self, fault: Fault) -> Judged | None:
        """What is found of a fault; None where nothing is changed by it."""
        game = self.compiled.game
        old = next(source for source in game.sources if source.path == fault.path)
        new = Source(fault.path, fault.put(old.text))
        if new.text == old.text:
            return None
        reading = self.session.read(
            replace(game, sources=[new if source is old else source for source in game.sources])
        )
        found = self._new(reading.findings)
        if found:
            return self._judged(fault, new, found, {NAMES})
        found = self._new(raw(self.session.judge(reading)))
        if not found and same(self.compiled.program, reading.program):
            return None
        by = {EXAMPLE if one.code is example_fails.CODE else ANALYSIS for one in found}
        return self._judged(fault, new, found, by)

    def _new(self, found: list[Diagnostic]) -> list[Diagnostic]:
        return [one for one in found if said(one) not in self.known]

    def _judged(self, fault: Fault, new: Source, found: list[Diagnostic], by: set[str]) -> Judged:
        first, last = _around(new.text.split("\n"), fault)
        spans = [span for one in found for span in (one.span, *(label.span for label in one.related))]
        placed = any(span.path == fault.path and first <= span.line <= last for span in spans)
        return Judged(fault, frozenset(by), tuple(dict.fromkeys(one.code.slug for one in found)), placed)


def _around(lines: list[str], fault: Fault) -> tuple[int, int]:
    """The lines of the declaration that a fault stands in."""
    heads = [n for n, line in enumerate(lines, 1) if line[:1].strip() and line.split()[0] in {*KINDS, "then"}]
    first = max((n for n in heads if n <= fault.first), default=1)
    return first, min((n - 1 for n in heads if n > first), default=len(lines))


def same(old: Program, new: Program) -> bool:
    """Whether nothing has another meaning: every answer stays (as `regola diff` says), and so does every erratum."""
    if old.errata.keys() != new.errata.keys() or not all(
        structurally_equal(old.errata[n], new.errata[n]) for n in old.errata
    ):
        return False
    changes = Comparison(match_editions(Edition("before", old), Edition("after", new))).changes()
    return all(change.kind in {"same", "remarks"} for change in changes)
