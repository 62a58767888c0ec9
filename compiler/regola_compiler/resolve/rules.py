"""Rules: what they say of actions, that they may, must or must not be done.

A rule becomes a norm of each action it speaks of. In a norm the action's parameters are known by
their own names, and what the statement says in passing (`ussr must not claim(finnish_border)`) is part
of its condition: the one who acts is the USSR, and the land is the Finnish border.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.builders.parts import alike
from regola_dsl.diagnostics import Label, counted, name_list
from regola_dsl.kinds import FoldKind, StatementModality
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.kinds import Modality, Operator
from regola_compiler.model.program import Apply, Call, Const, Deadline, Effect, Expr, Fold, Norm, Parameter, Var
from regola_compiler.model.types import BOOL, EnumType, ErrorType
from regola_compiler.model.visitor import structurally_equal
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import (
    check_override_cycles,
    conjunction,
    negate,
    resolve_condition,
    resolve_lets,
    variant_condition,
)
from regola_compiler.resolve.definitions import exceptions_of
from regola_compiler.resolve.play.acting import never_done_by
from regola_compiler.resolve.play.actions import ActionSignature, in_phases
from regola_compiler.resolve.play.effects import NO_CHANGES, Changes, resolve_binding, resolve_effects
from regola_compiler.resolve.play.phases import PhaseIndex
from regola_compiler.resolve.play.pieces import phase_names
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.arguments import is_condition
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.words import counted_name, mentions

_ANYONE = "anyone"
# Whoever it is, in the words of printed rules.
_EVERYBODY = frozenset(
    "everyone everybody anybody whoever everything anything somebody someone player players all they you".split()
)
# The exceptions that stand alone, by the definition or rule they belong to.
Elsewhere: TypeAlias = dict[str, list[tree.ExceptionRule]]


def is_bare(node: tree.Expr) -> TypeGuard[tree.Word]:
    """Whether an expression is a word without quotes."""
    return isinstance(node, tree.Word) and not node.quoted


def alternatives(statement: tree.Statement) -> list[tree.Statement]:
    """A statement for each of the deeds that it names: of what must be done, one of several may be enough."""
    others = [replace(statement, action=deed.action, arguments=deed.arguments) for deed in statement.others]
    return [statement, *others]


def check_overrides(nodes: Sequence[tree.Declaration], elsewhere: Elsewhere, names: SymbolTable) -> None:
    """Rules that are declared over one another in a circle would all be silenced."""
    over: dict[str, dict[str, Span]] = {}
    for node in nodes:
        for part in _parts_of(node, elsewhere.get(node.name.text, [])) if isinstance(node, tree.Rule) else ():
            for name in part.over:
                over.setdefault(part.name.text, {}).setdefault(name.text, name.span)
    check_override_cycles(over, names)


# --- rules -------------------------------------------------------------------------------


def _parts_of(
    node: tree.Rule | tree.ExceptionRule, outside: Sequence[tree.ExceptionRule]
) -> Iterator[tree.Rule | tree.ExceptionRule]:
    """A rule, its exceptions, and those that stand elsewhere."""
    yield node
    for part in node.exceptions:
        yield from _parts_of(part, ())
    for part in outside:
        yield from _parts_of(part, ())


class RuleResolver:
    """Turns the rules of a program into norms of its actions."""

    def __init__(
        self,
        heads: dict[str, ActionSignature],
        nodes: Sequence[tree.Declaration],
        elsewhere: Elsewhere,
        phases: PhaseIndex,
        changes: Changes = NO_CHANGES,
    ) -> None:
        self.heads, self.elsewhere, self.phases, self.changes = heads, elsewhere, phases, changes
        self.names = SymbolTable()
        # By the name of each rule and each exception to one: the rules it is, or belongs to.
        self.homes: dict[str, list[tree.Rule]] = {}
        for node in nodes:
            if isinstance(node, tree.Rule):
                for part in _parts_of(node, elsewhere.get(node.name.text, [])):
                    self.homes.setdefault(part.name.text, []).append(node)
        self._speaks_of: set[str] = set()
        self._outside: list[tree.ExceptionRule] = []
        self._above: list[str] = []

    def rests_on(self, node: tree.Rule) -> tuple[object, ...]:
        """What a rule's norms are made of, beside the rule and the names that it uses."""
        outside = self.elsewhere.get(node.name.text, [])
        parts = list(_parts_of(node, outside))
        statements = [statement for part in parts for statement in part.statements]
        actions = {deed.action.text for statement in statements for deed in alternatives(statement)}
        over = {name.text for part in parts for name in part.over}
        heads = tuple(self.heads.get(name) for name in sorted(actions))
        changes = self.changes.used_by(node.failing)
        return outside, self.phases.shape, heads, tuple(self.homes.get(name) for name in sorted(over)), changes

    def norms(self, node: tree.Rule, names: SymbolTable) -> dict[str, Norm]:
        """A rule's norm for each action it speaks of."""
        self.names = names
        found: dict[str, Norm] = {}
        for part in node.exceptions:
            self._hold_target(part)
        self._outside = self.elsewhere.get(node.name.text, [])
        statements = [deed for statement in node.statements for deed in alternatives(statement)]
        self._speaks_of = {statement.action.text for statement in statements}
        if not node.statements:
            self.names.report(
                dsl_codes.SYNTAX_ERROR,
                say("rule `{name}` says nothing", name=node.name.text),
                node.name.span,
                help=say("write below it what may, must or must not be done"),
            )
        for place, statement in enumerate(statements):
            head = self._head(statement)
            if head is None:
                continue
            if statement.action.text in found:
                self.names.report(
                    codes.DUPLICATE,
                    say("rule `{name}` speaks twice of `{action}`", name=node.name.text, action=statement.action.text),
                    statement.action.span,
                    help=say("the same stands above already: leave out this line")
                    if any(alike(statement, one) for one in statements[:place])
                    else say("make a rule of each, or join their conditions with `or`"),
                )
                continue
            found[statement.action.text] = self._norm(node, statement, head)
        for outside in self._outside:
            self._hold_target(outside)
        return found

    def _head(self, statement: tree.Statement) -> ActionSignature | None:
        head = self.heads.get(statement.action.text)
        if head is None:
            self.names.unknown("action", statement.action.text, statement.action.span, list(self.heads))
        return head

    def _hold_target(self, outside: tree.ExceptionRule) -> None:
        if outside.sequel:
            self.names.report(
                codes.DANGLING,
                say("`then exception` acts on a value, and a rule has none"),
                outside.span,
                help=say("write `exception`"),
            )

    def _norm(self, node: tree.Rule, statement: tree.Statement, head: ActionSignature) -> Norm:
        lets, scope = resolve_lets(node.lets, head.scope(self.names))
        parts = variant_condition(node.under, scope)
        members = tuple(member for name in node.phases for member in self.phases.members(name, self.names))
        if members and self.phases.type:
            parts.append(in_phases(members, self.phases.type, node.phases[0].span))
        modality, condition, when = self._statement_norm(statement, head, scope, parts)
        due = self._deadline(statement, node)
        if due is not None and due.phase and statement.condition == tree.Condition(None, ()):
            condition = conjunction([*([] if condition is None else [condition]), self._not_yet(due.phase, statement)])
        norm = Norm(
            node.name.text,
            modality,
            lets,
            condition,
            when,
            self._exceptions(node, node.name.text, head, scope),
            frozenset(self._over(node.over, node.name.text)),
            members,
            node.under.text if node.under else None,
            node.anchors,
            node.texts,
            node.span,
            node.name.span,
            due,
            self._failing(node, due, scope),
        )
        return norm if due is None else replace(norm, open=self._left_open(statement, head))

    def _left_open(self, statement: tree.Statement, head: ActionSignature) -> frozenset[str]:
        """The parameters that a duty does not name: neither its subject nor its arguments do."""
        names = {parameter.name for parameter in head.signature.parameters}
        said = (statement.subject, *(argument for _, argument in statement.arguments))
        spoken = {part.text for part in said if isinstance(part, tree.Word) and not part.quoted}
        return frozenset(names - spoken)

    def _failing(self, node: tree.Rule, due: Deadline | None, scope: Scope) -> tuple[Effect, ...]:
        """What comes about where a duty was not done in time."""
        if not node.failing:
            return ()
        if due is None or not due.phase:
            self.names.report(
                codes.DANGLING,
                say("`failing that` belongs to a duty that has an end"),
                node.failing[0].span,
                help=say("say until when: `must … by the end of PHASE`"),
            )
            return ()
        return resolve_effects(node.failing, scope, self.changes)

    def _deadline(self, statement: tree.Statement, node: tree.Rule) -> Deadline | None:
        """Until when what a statement asks has to be done."""
        if statement.due is None and not statement.possible and not statement.others:
            return None
        if statement.modality != StatementModality.MUST:
            if statement.others:
                said, help_text = (
                    say("`or` between deeds"),
                    say("write a line for each, or `must` if one of them has to be done"),
                )
            else:
                said = say("an end such as `at once`") if statement.due is not None else say("`where possible`")
                help_text = say("leave it out, or write `must` if it has to be done")
            if not any(told.span == statement.span for told in self.names.found):  # it is asked for each of the deeds
                self.names.report(
                    dsl_codes.SYNTAX_ERROR,
                    say("{said} stands only where something must be done", said=said),
                    statement.span,
                    help=help_text,
                )
        phase = statement.due.phase if statement.due is not None else None
        if phase is not None and not self.names.is_phase(phase.text):
            self.names.unknown("phase", phase.text, phase.span, phase_names(self.names))
        either = tuple(deed.action.text for one in node.statements for deed in alternatives(one) if one.others)
        if statement.due is None:
            return Deadline("", statement.possible, either)
        return Deadline(None if phase is None else phase.text, statement.possible, either)

    def _not_yet(self, phase: str, statement: tree.Statement) -> Expr:
        """That none of the deeds that are enough was done in this playing of a phase."""
        parts: list[Expr] = []
        for deed in alternatives(statement):
            head = self.heads.get(deed.action.text)
            if head is None:
                continue
            # A parameter of the action that is named means each; one that is left out means some.
            named = {part.text for part in (deed.subject, *(value for _, value in deed.arguments)) if is_bare(part)}
            meant = [p for p in head.signature.parameters if p.name in named]
            pattern = [p.name if p in meant else "_" for p in head.signature.parameters]
            name = counted_name(deed.action.text, pattern, phase, times=False)
            given = tuple(Var(p.name, p.type, statement.span) for p in meant)
            parts.append(negate(Call(name, given, BOOL, statement.span)))
        made = conjunction(parts)
        assert made is not None
        return made

    def _over(self, names: tuple[tree.Name, ...], own: str) -> list[str]:
        for name in names:
            if name.text == own:
                self.names.report(codes.DANGLING, say("`{own}` cannot win over itself", own=own), name.span)
            elif name.text in self._above:
                self.names.report(
                    codes.DANGLING,
                    say("`{own}` is an exception to `{name}`: it wins over it as it is", own=own, name=name.text),
                    name.span,
                    help=say("remove the `over`"),
                )
            elif name.text not in self.homes:
                self.names.unknown("rule or exception", name.text, name.span, sorted(self.homes))
            else:
                self._check_override_targets(name, own)
        return [name.text for name in names]

    def _check_override_targets(self, name: tree.Name, own: str) -> None:
        """What something is declared over must be one thing, and about the same action."""
        homes = self.homes[name.text]
        if len({home.name.text for home in homes}) > 1 and name.text not in {home.name.text for home in homes}:
            listed = name_list([home.name.text for home in homes], "and")
            self.names.report(
                codes.DANGLING,
                say(
                    "`{name}` is an exception of several rules, {listed}: it is not clear which one is meant",
                    name=name.text,
                    listed=listed,
                ),
                name.span,
                help=say("rename one of the exceptions"),
            )
        elif not any(statement.action.text in self._speaks_of for home in homes for statement in home.statements):
            spoken_of = [statement.action.text for statement in homes[0].statements]
            about = name_list(spoken_of, "and") if spoken_of else say("nothing")
            self.names.report(
                codes.DANGLING,
                say(
                    "`{name}` speaks of {about}, and `{own}` does not: the two never meet",
                    name=name.text,
                    about=about,
                    own=own,
                ),
                name.span,
                related=(Label(homes[0].name.span, say("declared here")),),
                help=say("remove the `over`"),
            )

    def _statement_norm(
        self, statement: tree.Statement, head: ActionSignature, scope: Scope, parts: list[Expr]
    ) -> tuple[Modality, Expr | None, Expr | None]:
        """The modality of a statement, its condition with everything in it, and as written."""
        if statement.each is not None:
            return self._for_each(statement, head, scope, parts)
        parts = [*parts, *self._subject(statement, head, scope), *self._argument_conditions(statement, head, scope)]
        own = resolve_condition(statement.condition, scope)
        if statement.modality != StatementModality.MAY_ONLY:
            return Modality(statement.modality), conjunction([*parts, *([] if own is None else [own])]), own
        if own is None:
            self.names.report(
                dsl_codes.SYNTAX_ERROR,
                say("`may only` needs a condition"),
                statement.span,
                help=say("add `when …`, or write `may`"),
            )
            return Modality.MUST_NOT, None, None
        return Modality.MUST_NOT, conjunction([*parts, negate(own)]), negate(own)

    def _for_each(
        self, statement: tree.Statement, head: ActionSignature, scope: Scope, parts: list[Expr]
    ) -> tuple[Modality, Expr | None, Expr | None]:
        """What is said for each of a list holds of an action that is one of them."""
        assert statement.each is not None
        binding, inner = resolve_binding(statement.each, scope)
        modality, condition, when = self._statement_norm(replace(statement, each=None), head, inner, [])
        if condition is None:
            return modality, conjunction(parts), when
        held = Fold(FoldKind.ANY, None, binding.variable, binding.items, condition, BOOL, statement.span)
        return modality, conjunction([*parts, held]), held

    def _subject(self, statement: tree.Statement, head: ActionSignature, scope: Scope) -> list[Expr]:
        """What the subject says: nothing if it is a parameter or the actor, else that the actor is this one."""
        subject = statement.subject
        known = {_ANYONE, *(parameter.name for parameter in head.signature.parameters)}
        if isinstance(subject, tree.Word) and not subject.quoted and subject.text in known:
            return []
        actor = head.actor
        if actor is None and head.signature.parameters:
            first = head.signature.parameters[0]
            actor = Var(first.name, first.type, subject.span)
        if actor is None or isinstance(actor.type, ErrorType):
            if actor is None:
                self.names.report(
                    codes.DANGLING,
                    say("nobody is said to do `{name}`", name=head.node.name.text),
                    subject.span,
                    related=(Label(head.node.name.span, say("declared here")),),
                    help=say("say who with `action {name} by …`, or write `anyone`", name=head.node.name.text),
                )
            return []
        if isinstance(subject, tree.Word) and (meant := _subject_meant(subject.text, head.signature, actor)):
            self.names.unknown("name", subject.text, subject.span, [], meant)
            return []
        value = resolve(subject, scope, actor.type)
        if isinstance(value.type, ErrorType) or structurally_equal(value, actor):
            return []
        if isinstance(actor, Const) and isinstance(value, Const):
            never_done_by(head.node.name, actor, value, self.names)
            return []
        return [Apply(Operator.EQUAL, (actor, value), BOOL, subject.span)]

    def _argument_conditions(self, statement: tree.Statement, head: ActionSignature, scope: Scope) -> list[Expr]:
        """What the arguments say: for each that is not the parameter itself, that it has this value."""
        found: list[Expr] = []
        limited: dict[str, Span] = {}
        parameters = {parameter.name: parameter for parameter in head.signature.parameters}
        order = list(parameters)
        for place, (name, argument) in enumerate(statement.arguments):
            if name is None and isinstance(argument, tree.Word) and argument.text in parameters and not argument.quoted:
                continue
            if name is None and place >= len(order):
                self.names.report(
                    codes.WRONG_ARGUMENTS,
                    say(
                        "`{name}` has {parameters}",
                        name=head.node.name.text,
                        parameters=counted(len(order), "parameter"),
                    ),
                    argument.span,
                    say("one too many"),
                    related=(Label(head.node.name.span, say("declared here")),),
                    help=say("remove it"),
                )
                break
            key = _positional_parameter(statement, order, place, head) if name is None else name.text
            if key not in parameters:
                assert name is not None
                self.names.unknown("parameter", key, name.span, order, owner=head.node.name.text)
                continue
            if name is None and (meant := _parameter_meant(argument, key, parameters)) is not None:
                self.names.report(
                    codes.WRONG_ARGUMENTS,
                    say("this is about `{key}` by its place, and no value of it", key=key),
                    argument.span,
                    say("limits `{key}`", key=key),
                    help=say("name the parameter: `{name}({meant})`", name=head.node.name.text, meant=meant),
                )
                continue
            if name is None and is_condition(head.node.name.text, argument, parameters[key], order, scope):
                continue
            if key in limited:
                self.names.report(
                    codes.WRONG_ARGUMENTS,
                    say("`{key}` is limited twice in one statement", key=key),
                    argument.span,
                    related=(Label(limited[key], say("here already")),),
                    help=say("keep one of the two"),
                )
            limited[key] = argument.span
            parameter = parameters[key]
            value = resolve(argument, scope, parameter.type)
            if not isinstance(value.type, ErrorType):
                variable = Var(parameter.name, parameter.type, argument.span)
                found.append(Apply(Operator.EQUAL, (variable, value), BOOL, argument.span))
        return found

    def _exceptions(
        self, node: tree.Rule | tree.ExceptionRule, parent: str, head: ActionSignature, scope: Scope
    ) -> tuple[Norm, ...]:
        nodes = [*node.exceptions, *exceptions_of(parent, self._outside)]
        seen: set[str] = set()
        norms = []
        for part in nodes:
            if part.name.text in seen:
                self.names.report(
                    codes.DUPLICATE,
                    say("`{parent}` has two exceptions called `{name}`", parent=parent, name=part.name.text),
                    part.name.span,
                    say("again here"),
                    related=(
                        Label(next(n.name.span for n in nodes if n.name.text == part.name.text), say("first here")),
                    ),
                    help=say("rename one of them, or remove it"),
                )
                continue
            seen.add(part.name.text)
            self._above.append(parent)
            norms.append(self._exception(part, head, scope))
            self._above.pop()
        return tuple(norms)

    def _exception(self, node: tree.ExceptionRule, head: ActionSignature, scope: Scope) -> Norm:
        names = self.names
        if node.value is not None:
            names.report(
                codes.TYPE_MISMATCH,
                say("an exception to a rule lifts it, or says what may, must or must not be done; this is a value"),
                node.value.span,
                help=say("remove the value"),
            )
        if node.after is not None:
            names.report(
                codes.DANGLING,
                say("the exceptions of a rule are in no order, so none comes `after` another"),
                node.after.span,
                help=say("say which wins with `over`"),
            )
        lets, inner = resolve_lets(node.lets, scope)
        parts = variant_condition(node.under, inner)
        members = tuple(member for name in node.phases for member in self.phases.members(name, self.names))
        if members and self.phases.type:
            parts.append(in_phases(members, self.phases.type, node.phases[0].span))
        own = resolve_condition(node.condition, inner)
        parts += [] if own is None else [own]
        modality, condition = Modality.LIFT, conjunction(parts)
        for statement in node.statements[:1]:
            if self._head(statement) is not None and statement.action.text != head.node.name.text:
                names.report(
                    codes.DANGLING,
                    say(
                        "this exception belongs to a rule about `{name}`, not `{action}`",
                        name=head.node.name.text,
                        action=statement.action.text,
                    ),
                    statement.action.span,
                    help=say("make it a rule of its own"),
                )
            modality, condition, _ = self._statement_norm(statement, head, inner, parts)
        for statement in node.statements[1:]:
            names.report(
                codes.DUPLICATE,
                say("exception `{name}` says two things", name=node.name.text),
                statement.span,
                help=say("keep one"),
            )
        return Norm(
            node.name.text,
            modality,
            lets,
            condition,
            own,
            self._exceptions(node, node.name.text, head, inner),
            frozenset(self._over(node.over, node.name.text)),
            (),
            node.under.text if node.under else None,
            node.anchors,
            node.texts,
            node.span,
            node.name.span,
        )


def _positional_parameter(statement: tree.Statement, order: list[str], place: int, head: ActionSignature) -> str:
    """The parameter an argument without name limits; the one the subject names already is not counted."""
    actor, subject = head.actor, statement.subject
    if len(statement.arguments) == len(order):
        return order[place]  # all of them are written out
    named = isinstance(subject, tree.Word) and subject.text == order[0]
    acting = actor is not None and mentions(actor, order[0])
    return order[place + 1] if (named or acting) and place + 1 < len(order) else order[place]


def _parameter_meant(argument: tree.Expr, key: str, parameters: Mapping[str, Parameter]) -> str | None:
    """The one parameter that a value belongs to which stands in the place of another: both, as they are written."""
    if not isinstance(argument, tree.Word):
        return None
    fitting = [
        name
        for name, parameter in parameters.items()
        if isinstance(parameter.type, EnumType) and argument.text in parameter.type.members
    ]
    return f"{fitting[0]}: {argument.text}" if len(fitting) == 1 and key not in fitting else None


def _subject_meant(said: str, signature: Signature, actor: Expr) -> str:
    """What to write for the one of whom a statement speaks by the name of its type, or of whom it does not matter who.

    Args:
        said: The word that stands there.
        signature: The action, whose parameters may be spoken of.
        actor: Who does it.
    """
    if isinstance(actor.type, EnumType) and said in actor.type.members:
        return ""
    for parameter in signature.parameters:
        type_ = str(parameter.type).casefold()
        if said.casefold() in {type_, f"{type_}s", f"{type_}es"}:
            return say(
                "`{name}` is what this is called here: write `{name}`, or what is asked of it: `{name}.…`",
                name=parameter.name,
            )
    if said.casefold() not in _EVERYBODY:
        return ""
    if isinstance(actor, Var):
        return say("who does it is called `{name}` here: write `{name}`; or, whoever it is, `anyone`", name=actor.name)
    return say("whoever it is, write `anyone`")
