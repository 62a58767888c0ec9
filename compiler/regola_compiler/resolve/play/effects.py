"""What deeds, phases, changes and events bring about.

A change (`change take(t, p)`) is written out where it is called: what it is called with is bound to names of its own,
and its lines, with all that is added to them elsewhere (`also after take(t, p)`), follow as if they stood there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from regola_dsl import tree
from regola_dsl.diagnostics import Label, counted
from regola_dsl.kinds import EffectMode
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say, say_number

from regola_compiler.model.names import extent_of, last_part
from regola_compiler.model.program import Binding, Call, Const, Effect, Expr, ListLiteral, Logic, Parameter, Var
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    INT,
    NUMBER,
    ErrorType,
    HandleType,
    ListType,
    Type,
    is_integer,
    is_numeric,
)
from regola_compiler.model.visitor import structurally_equal
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import resolve_condition
from regola_compiler.resolve.play.made import resolve_made
from regola_compiler.resolve.play.shown import shown_effects
from regola_compiler.resolve.play.unchanging import amounts_of, no_state, tell_unchanging
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.types import type_of
from regola_compiler.resolve.values.exchanged import tell_exchanged
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.routes import report_no_list
from regola_compiler.resolve.values.words import mentions


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a program by their names, and what is added to each elsewhere."""

    declared: Mapping[str, tree.Change] = field(default_factory=dict)
    added: Mapping[str, tuple[tree.AlsoAfter, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, nodes: Sequence[tree.Declaration]) -> Changes:
        """The changes that some declarations make."""
        added: dict[str, list[tree.AlsoAfter]] = {}
        for node in nodes:
            if isinstance(node, tree.AlsoAfter):
                added.setdefault(node.name.text, []).append(node)
        declared = {node.name.text: node for node in nodes if isinstance(node, tree.Change)}
        return cls(declared, {name: tuple(found) for name, found in added.items()})

    def used_by(self, effects: Sequence[tree.Effect]) -> Changes:
        """What of them some effects rest on."""
        names: list[str] = []
        waiting = [effect for effect in effects if effect.mode == EffectMode.CHANGES]
        while waiting:
            name = called(waiting.pop().target)
            if name in names or name not in self.declared:
                continue
            names.append(name)
            inner = [*self.declared[name].effects, *(e for part in self.added.get(name, ()) for e in part.effects)]
            waiting += [effect for effect in inner if effect.mode == EffectMode.CHANGES]
        return Changes({n: self.declared[n] for n in names}, {n: self.added[n] for n in names if n in self.added})


NO_CHANGES = Changes()


def called(target: tree.Expr) -> str:
    """The name of what an effect calls, if it calls something."""
    if isinstance(target, tree.Call):
        return target.name.text
    return target.text if isinstance(target, tree.Word) and not target.quoted else ""


def resolve_effects(nodes: Sequence[tree.Effect], scope: Scope, changes: Changes = NO_CHANGES) -> tuple[Effect, ...]:
    """What is changed together; the same fact cannot take two values at once."""
    effects: list[Effect] = []
    resolver = EffectResolver(changes)
    for node in nodes:
        for effect in resolver.resolve(node, scope):
            for other in effects:
                set_both = {effect.mode, other.mode} <= {EffectMode.BECOMES, EffectMode.RESET}
                plain = not (other.each or effect.each or other.condition or effect.condition)
                same = other.fact == effect.fact and all(map(structurally_equal, other.arguments, effect.arguments))
                if set_both and plain and same:
                    scope.names.report(
                        codes.DUPLICATE,
                        say("`{fact}` would take two values at once", fact=effect.fact),
                        effect.span,
                        related=(Label(other.span, say("and here")),),
                        help=say("keep one of them, or give each its condition"),
                    )
            effects.append(effect)
    return tuple(effects)


def check_changes(nodes: Sequence[tree.Declaration], changes: Changes, names: SymbolTable) -> None:
    """Hold the changes themselves, each once, whoever calls them."""
    for node in nodes:
        if isinstance(node, tree.Change):
            resolver = EffectResolver(changes)
            resolver.body(node.effects, change_scope(node, names), node.name.text)
        if isinstance(node, tree.AlsoAfter):
            change = changes.declared.get(node.name.text)
            if change is None:
                names.unknown("change", node.name.text, node.name.span, list(changes.declared))
            elif len(change.parameters) != len(node.parameters):
                wanted = counted(len(change.parameters), "parameter")
                names.report(
                    codes.WRONG_ARGUMENTS,
                    say(
                        "`{name}` has {wanted}, and here are {parameters}",
                        name=change.name.text,
                        wanted=wanted,
                        parameters=len(node.parameters),
                    ),
                    node.name.span,
                    related=(Label(change.name.span, say("declared here")),),
                    help=say("give each of them a name"),
                )
            else:
                resolver = EffectResolver(changes)
                scope = change_scope(change, names, node.parameters)
                resolve_condition(node.condition, scope)
                resolver.body(node.effects, scope, node.name.text)


def change_scope(node: tree.Change, names: SymbolTable, written: Sequence[tree.Name] = ()) -> Scope:
    """The scope inside a change, or inside what is added to it, where its parameters are called otherwise."""
    words = [name.text for name in written] or [part.name.text for part in node.parameters]
    types = {f"{node.name.text}.{part.name.text}": type_of(part.type, names.silent_copy()) for part in node.parameters}
    stands = {word: Var(name, type_, node.name.span) for word, (name, type_) in zip(words, types.items(), strict=False)}
    return Scope(names, {}, stands)


class EffectResolver:
    """Resolves effects; what a change comes to is written out."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self._inside: list[str] = []

    def resolve(self, node: tree.Effect, scope: Scope) -> list[Effect]:
        """What one line brings about; nothing after a finding."""
        bound, inner = self._bindings(node.each, scope)
        match node.mode:
            case EffectMode.CHANGES:
                found = self._change(node, inner)
            case EffectMode.PLAYS:
                found = self._plays(node, inner)
            case EffectMode.RESET:
                found = self._reset(node, inner)
            case EffectMode.LEAVES | EffectMode.TAKES_OVER:
                found = self._pieces(node, inner)
            case EffectMode.BECOMES | EffectMode.GAINS | EffectMode.LOSES:
                found = self._fact(node, inner, bound)
            case EffectMode.ENTERS:
                found = resolve_made(node, inner)
            case EffectMode.SHOWS:
                found = shown_effects(node, inner)
        return [replace(effect, each=(*bound, *effect.each)) for effect in found]

    def _bindings(self, nodes: Sequence[tree.Binding], scope: Scope) -> tuple[tuple[Binding, ...], Scope]:
        found: list[Binding] = []
        for node in nodes:
            binding, scope = resolve_binding(node, scope)
            found.append(binding)
        return tuple(found), scope

    def _fact(self, node: tree.Effect, scope: Scope, bound: Sequence[Binding]) -> list[Effect]:
        names = scope.names
        target = resolve(node.target, scope)
        signature = names.signature(target.callee) if isinstance(target, Call) else None
        if not isinstance(target, Call) or signature is None or signature.kind != "state":
            if not isinstance(target.type, ErrorType):
                tell_unchanging(node, signature, scope)
            return []
        assert node.value is not None
        wanted: Type = signature.result
        if node.mode != EffectMode.BECOMES:
            wanted = self._amount(node, signature, scope)
        value = resolve(node.value, scope, None if isinstance(wanted, ErrorType) else wanted)
        foreign = [
            part for part in bound if not any(mentions(argument, part.variable) for argument in target.arguments)
        ]
        if foreign and node.mode == EffectMode.BECOMES and not isinstance(target.type, ErrorType):
            shown = last_part(target.callee)
            names.report(
                codes.DUPLICATE,
                say(
                    "`{shown}` would become something for each `{variable}`, and it has one value",
                    shown=shown,
                    variable=foreign[0].variable,
                ),
                node.target.span,
                help=say("write `gains` or `loses`, which add up, or let the fact be one of each")
                if is_numeric(signature.result)
                else say(
                    "let it be one of them, which a definition or a `choice` says; or let the fact be one of each: "
                    "`{shown}({variable}: …)`",
                    shown=shown,
                    variable=foreign[0].variable,
                ),
            )
            return []
        condition = resolve_condition(node.condition, scope)
        return [
            Effect(target.callee, target.arguments, value, condition, node.anchors, node.texts, node.span, node.mode)
        ]

    def _amount(self, node: tree.Effect, signature: Signature, scope: Scope) -> Type:
        """What a fact can gain or lose: an amount, or items of its list."""
        result = signature.result
        if isinstance(result, ListType):
            value = resolve(node.value, scope.with_names(scope.names.silent_copy())) if node.value else None
            return result if value is not None and isinstance(value.type, ListType) else result.item
        if not is_numeric(result) and not isinstance(result, ErrorType):
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("`{name}` is neither a number nor a list, so nothing is gained or lost", name=signature.name),
                node.target.span,
                related=(Label(signature.span, say("declared here")),),
                help=amounts_of(node, signature, scope.names) or say("write `becomes`"),
            )
            return ERROR
        return result if isinstance(result, ErrorType) else _plain(result)

    def _reset(self, node: tree.Effect, scope: Scope) -> list[Effect]:
        names = scope.names
        assert isinstance(node.target, tree.Word)
        signature = names.signature(node.target.text)
        if signature is None or signature.kind != "state":
            known = [s.name for s in names.signed() if s.kind == "state"]
            if signature is None:
                names.unknown("state fact", node.target.text, node.target.span, known)
            else:
                no_state(node.target.span, signature, names)
            return []
        if not signature.starts:
            names.report(
                codes.TYPE_MISMATCH,
                say("`{target}` has no value at the start to go back to", target=node.target.text),
                node.target.span,
                related=(Label(signature.span, say("declared here")),),
                help=say("give it one: `state {target}…: … = …`", target=node.target.text),
            )
        condition = resolve_condition(node.condition, scope)
        return [Effect(node.target.text, (), None, condition, node.anchors, node.texts, node.span, EffectMode.RESET)]

    def _pieces(self, node: tree.Effect, scope: Scope) -> list[Effect]:
        """A piece leaves, or is changed for another."""
        pieces = [resolve(part, scope) for part in (node.target, node.value) if part is not None]
        for piece, written in zip(pieces, (node.target, node.value), strict=False):
            if isinstance(piece.type, ErrorType):
                return []
            if not isinstance(piece.type, HandleType) or not piece.type.individuals:
                scope.names.report(
                    codes.TYPE_MISMATCH,
                    say("only a piece leaves or takes over, and this is `{piece}`", piece=piece.type),
                    piece.span if written is None else written.span,
                    help=say("name a piece: a parameter, or the variable of `each`"),
                )
                return []
        if any(piece.type != pieces[0].type for piece in pieces):
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("a piece is changed for one of its own type"),
                node.span,
                help=say("name two of a type"),
            )
            return []
        type_ = pieces[0].type
        assert isinstance(type_, HandleType)
        condition = resolve_condition(node.condition, scope)
        return [
            Effect(
                extent_of(type_.name),
                tuple(pieces),
                None,
                condition,
                node.anchors,
                node.texts,
                node.span,
                node.mode,
            )
        ]

    def _plays(self, node: tree.Effect, scope: Scope) -> list[Effect]:
        names = scope.names
        name = called(node.target)
        signature = names.signature(f"phase {name}") if name else None
        if signature is None:
            phases = [one.removeprefix("phase ") for one in names.signatures if one.startswith("phase ")]
            names.unknown("phase", name or "…", node.target.span, phases)
            return []
        arguments = node.target.arguments if isinstance(node.target, tree.Call) else ()
        values = phase_arguments(signature, arguments, node.target.span, scope)
        if values is None:
            return []
        condition = resolve_condition(node.condition, scope)
        return [Effect(name, values, None, condition, node.anchors, node.texts, node.span, EffectMode.PLAYS)]

    def _change(self, node: tree.Effect, scope: Scope) -> list[Effect]:
        """What a change comes to, with what it is called with bound to names of its own."""
        names, name = scope.names, called(node.target)
        change = self.changes.declared.get(name)
        if change is None:
            if name or not isinstance(resolve(node.target, scope).type, ErrorType):
                names.unknown("change", name or "…", node.target.span, list(self.changes.declared))
            return []
        if name in self._inside:
            names.report(
                codes.CYCLE,
                say("`{name}` calls itself, so it would never be over", name=name),
                node.target.span,
                related=(Label(change.name.span, say("declared here")),),
            )
            return []
        written = node.target.arguments if isinstance(node.target, tree.Call) else ()
        types = [type_of(part.type, names.silent_copy()) for part in change.parameters]
        signature = Signature(
            name,
            "define",
            tuple(Parameter(p.name.text, t, p.name.span) for p, t in zip(change.parameters, types, strict=True)),
            BOOL,
            change.name.span,
        )
        values = phase_arguments(signature, written, node.target.span, scope)
        if values is None:
            return []
        condition = resolve_condition(node.condition, scope)
        bound = [
            Binding(f"{name}.{part.name.text}", ListLiteral((value,), ListType(type_), value.span), None)
            for part, type_, value in zip(change.parameters, types, values, strict=True)
        ]
        if condition is not None:
            always = Const(True, BOOL, node.span)
            bound.insert(0, Binding(f"{name}.", ListLiteral((always,), ListType(BOOL), node.span), condition))
        inner = self.body(change.effects, change_scope(change, names.silent_copy()), name)
        for more in self.changes.added.get(name, ()):
            if len(more.parameters) == len(change.parameters):
                inside = change_scope(change, names.silent_copy(), more.parameters)
                also = resolve_condition(more.condition, inside)
                inner += [_on_condition(effect, also) for effect in self.body(more.effects, inside, name)]
        return [replace(effect, each=(*bound, *effect.each)) for effect in inner]

    def body(self, nodes: Sequence[tree.Effect], scope: Scope, name: str) -> list[Effect]:
        """The effects of a change."""
        self._inside.append(name)
        found = [effect for node in nodes for effect in self.resolve(node, scope)]
        self._inside.pop()
        return found


def _on_condition(effect: Effect, also: Expr | None) -> Effect:
    if also is None:
        return effect
    if effect.condition is None:
        return replace(effect, condition=also)
    return replace(effect, condition=Logic("and", (also, effect.condition), BOOL, effect.condition.span))


def _plain(type_: Type) -> Type:
    """A number of the kind, without its bounds: what is gained need not itself be within them."""
    return INT if is_integer(type_) else NUMBER


def resolve_binding(node: tree.Binding, scope: Scope) -> tuple[Binding, Scope]:
    """For whom something is said, and the scope in which each of them is known."""
    items = resolve(node.items, scope)
    item: Type = ERROR
    if isinstance(items.type, ListType):
        item = items.type.item
    elif not isinstance(items.type, ErrorType):
        report_no_list(items, node.items, scope.names)
    if node.variable.text in scope.locals:
        scope.names.report(
            codes.DUPLICATE,
            say("`{variable}` has a meaning here already", variable=node.variable.text),
            node.variable.span,
            help=say("choose another name"),
        )
    inner = scope.plus(node.variable.text, item)
    where = None if node.where is None else resolve(node.where, inner, BOOL)
    return Binding(node.variable.text, items, where), inner


def phase_arguments(
    signature: Signature, written: Sequence[tuple[tree.Name | None, tree.Expr]], span: Span, scope: Scope
) -> tuple[Expr, ...] | None:
    """What a phase, or a change, is played with; None after a finding."""
    names, wanted = scope.names, signature.parameters
    shown = signature.name.removeprefix("phase ")
    if len(written) != len(wanted) or any(name is not None for name, _ in written):
        names.report(
            codes.WRONG_ARGUMENTS,
            say_number("`{shown}` needs {number} value", "`{shown}` needs {number} values", len(wanted), shown=shown)
            if wanted
            else say("`{shown}` needs no values", shown=shown),
            span,
            related=(Label(signature.span, say("declared here")),),
            help=say("write `{shown}({listed})`", shown=shown, listed=", ".join(p.name for p in wanted))
            if wanted
            else say("write `{shown}`", shown=shown),
        )
        return None

    def fitted(inputs: Sequence[tree.Expr]) -> tuple[Expr, ...]:
        return tuple(resolve(one, scope, it.type) for one, it in zip(inputs, wanted, strict=True))

    handed, mark = [value for _, value in written], names.mark()
    values = fitted(handed)
    if names.count() > mark[0]:
        tell_exchanged(shown, wanted, handed, span, mark, scope, fitted)
    return values
