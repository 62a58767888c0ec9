"""What stands there at the start: the pieces that rules, an example or a file put up, and what is said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.builders.parts import alike
from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.model.names import belongs_to, last_part
from regola_compiler.model.program import Const, Individual, PieceInfo, PutUp
from regola_compiler.model.types import Handle, HandleType
from regola_compiler.resolve import codes
from regola_compiler.resolve.play.told import facts_told
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.words import named_by_data

MANY = 100_000


@dataclass(frozen=True, slots=True)
class PutUps:
    """What stands there at the start."""

    pieces: tuple[PutUp, ...]


def sign_put_up(nodes: Sequence[tree.Declaration], names: SymbolTable) -> None:
    """Enter the pieces that a file puts up, by their names."""
    before: dict[str, tree.PutUp] = {}
    for node in nodes:
        if isinstance(node, tree.Setup):
            for line in node.lines:
                type_ = _type_put_up(line, names.silent_copy())
                if type_ is not None and line.name is not None:
                    known = names.signature(f"piece {line.name.text}")
                    if known is not None:
                        names.report(
                            codes.DUPLICATE,
                            say("`{name}` is put up twice", name=line.name.text),
                            line.name.span,
                            related=(Label(known.span, say("here already")),),
                            help=say("the same stands there already: leave out one of the two lines")
                            if line.name.text in before and alike(before[line.name.text], line)
                            else say("give each piece a name of its own"),
                        )
                    before.setdefault(line.name.text, line)
                    names.sign(Signature(f"piece {line.name.text}", "pieces", (), type_, line.name.span))


def sign_individuals(found: Sequence[Individual], nodes: Sequence[tree.Declaration], names: SymbolTable) -> None:
    """Enter the counters and places that data name; what is wrong with these is told where they are read."""
    pieces = [node for node in nodes if isinstance(node, tree.Piece)]
    for one in found:
        told = one.type or only_type(pieces, one.kind)
        type_ = names.type_called(told) if told else None
        if not isinstance(type_, HandleType) or not type_.individuals:
            continue
        if names.signature(f"piece {one.name}") is None:
            names.sign(Signature(f"piece {one.name}", "pieces", (), type_, one.span))
        if names.signature(listed := named_by_data(type_.name)) is None:
            names.sign(Signature(listed, "pieces", (), type_, one.span))


def only_type(pieces: Sequence[tree.Piece | PieceInfo], kind: str) -> str | None:
    """The type of pieces, or of places, where there is one alone."""
    of_kind = [
        piece.name if isinstance(piece, PieceInfo) else piece.name.text for piece in pieces if piece.kind == kind
    ]
    return of_kind[0] if len(of_kind) == 1 else None


def _type_put_up(line: tree.PutUp, names: SymbolTable) -> HandleType | None:
    called = line.piece.name.text if isinstance(line.piece, tree.Call) else ""
    if isinstance(line.piece, tree.Word) and not line.piece.quoted:
        called = line.piece.text
    type_ = names.type_called(called)
    if isinstance(type_, HandleType) and type_.individuals:
        return type_
    pieces = [name for name in names.type_names() if getattr(names.type_called(name), "individuals", False)]
    if called:
        names.unknown("type of piece", called, line.piece.span, pieces)
    else:
        names.report(
            codes.TYPE_MISMATCH,
            say("a piece is put up by its type and what is said of it"),
            line.piece.span,
            help=say("write `{piece}(…)`", piece=pieces[0] if pieces else "Unit"),
        )
    return None


def put_up(lines: Sequence[tree.PutUp], scope: Scope, *, complete: bool = False) -> tuple[PutUp, ...]:
    """The pieces of some lines, each with a name, and what is said of their facts.

    Args:
        lines: What is written.
        scope: What is known there.
        complete: Whether all that is printed on a piece has to be said, as at the start of a game; an example says
            what it needs.
    """
    names = scope.names
    found: list[PutUp] = []
    numbers: dict[str, int] = {}
    told: list[_Said] = []
    for line in lines:
        type_ = _type_put_up(line, names)
        if type_ is None:
            continue
        if line.count > MANY:
            names.report(dsl_codes.TOO_LARGE, say("more than {many:,} pieces are put up at once", many=MANY), line.span)
            continue
        facts = facts_told(type_, line.piece.arguments if isinstance(line.piece, tree.Call) else (), scope)
        if complete:
            _check_printed(line, type_, {name for name, _ in facts}, names)
            told.append(_Said(line, type_, {name for name, _ in facts}))
        for _ in range(line.count):
            label = line.name.text if line.name else None
            if label is None:
                numbers[type_.name] = numbers.get(type_.name, 0) + 1
                label = f"{type_.name} {numbers[type_.name]}"
            found.append(PutUp(label, type_.name, tuple(facts), line.span))
    _check_like_others(told, names)
    return tuple(found)


class _Said(NamedTuple):
    """What a line that puts pieces up says of them."""

    line: tree.PutUp
    type: HandleType
    facts: set[str]


def _check_like_others(lines: Sequence[_Said], names: SymbolTable) -> None:
    """What changes later and starts with nothing is said of a piece where it is said of most others of its type."""
    of_type = Counter(said.type.name for said in lines)
    telling = Counter(fact for said in lines for fact in said.facts)
    unstarted = [one for type_ in of_type for one in names.chosen("state", type_) if not one.starts]
    for said in lines:
        type_ = said.type.name
        for one in unstarted:
            if belongs_to(one.name) != type_ or one.name in said.facts:
                continue
            if 2 * telling[one.name] > of_type[type_] - 1:
                field_ = last_part(one.name)
                message = say("it is not said what `{field}` of this `{name}` begins with", field=field_, name=type_)
                found = Diagnostic(
                    codes.WRONG_ARGUMENTS,
                    message,
                    said.line.span,
                    say("`{field}` is missing", field=field_),
                    (Label(one.span, say("declared here, with nothing to start with")),),
                    say("add `{field}: …`", field=field_),
                    severity=Severity.WARNING,  # an effect may say it before anyone asks
                )
                names.found.append(found)


def _check_printed(line: tree.PutUp, type_: HandleType, told: set[str], names: SymbolTable) -> None:
    """What is printed on a piece and says nothing for itself is said where it is put up: nothing changes it later."""
    missing = [one for one in names.chosen("given", type_.name) if not one.starts and one.name not in told]
    unsure = isinstance(line.piece, tree.Call) and any(name is None for name, _ in line.piece.arguments)
    if missing and not unsure:
        field_ = last_part(missing[0].name)
        names.report(
            codes.WRONG_ARGUMENTS,
            say("what is printed on this `{name}` is not complete", name=type_.name),
            line.span,
            say("`{field}` is missing", field=field_),
            related=tuple(Label(one.span, say("declared here, with nothing to start with")) for one in missing),
            help=say("add `{field}: …`", field=field_),
        )


def standing(lines: Sequence[tree.PutUp], names: SymbolTable) -> dict[str, Const]:
    """What the names of pieces that an example puts up stand for in it."""
    found: dict[str, Const] = {}
    for line in lines:
        piece = line.piece
        called = piece.name.text if isinstance(piece, tree.Call) else piece.text if isinstance(piece, tree.Word) else ""
        type_ = names.type_called(called)
        if line.name is not None and isinstance(type_, HandleType):
            found[line.name.text] = Const(Handle(type_.name, line.name.text), type_, line.name.span)
    return found
