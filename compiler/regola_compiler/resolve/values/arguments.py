"""What is handed to something that is called: which argument is meant for which parameter."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from regola_dsl import tree
from regola_dsl.diagnostics import Label, counted, in_a_row, meant, name_list, nearest
from regola_dsl.kinds import OperationName
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Parameter
from regola_compiler.model.types import BoolType, RecordType, fits
from regola_compiler.resolve import codes
from regola_compiler.resolve.reported.reports import Mark
from regola_compiler.resolve.scope import Scope, Signature
from regola_compiler.resolve.values.at_hand import ASKED, as_written, asked_with, type_at_hand
from regola_compiler.resolve.values.words import arity, shape

# Of more ways to complete a call none is told.
_FEW = 3
# What is too long to be repeated: the name of its parameter may be that of something else there.
_AS_IT_IS = "…"

Written = Sequence[tuple[tree.Name | None, tree.Expr]]


def of_call(signature: Signature, written: Written, span: Span, scope: Scope) -> dict[str, tree.Expr] | None:
    """An argument for each parameter; None after a finding."""
    order = [parameter.name for parameter in signature.parameters]
    slots = of_some(signature, written, scope)
    if slots is None:
        return None
    missing = [name for name in order if name not in slots]
    if missing:
        ways = _left_out(signature, written, scope) if len(missing) == 1 else {}
        another = almost_called_so(signature, [argument for _, argument in written], scope)
        whole = [f"`{another}`"] if another else []
        if not ways and not whole:
            ways = {missing[0]: _handed(signature, slots, scope)}
        whole += [shape(signature.name, way) for way in ways.values()]
        scope.names.report(
            codes.WRONG_ARGUMENTS,
            say("`{name}` needs {arity}", name=signature.name, arity=arity(signature)),
            span,
            say("{missing} is missing", missing=name_list(list(ways), "or")) if ways else "",
            related=(Label(signature.span, say("declared here")),),
            help=say("write {shape}", shape=in_a_row(whole, "or")),
        )
        return None
    return slots


def almost_called_so(signature: Signature, written: Sequence[tree.Expr], scope: Scope) -> str:
    """How something is asked that is called almost as what is written, and that all of the arguments fit; or nothing.

    Args:
        signature: What is written, and is asked with something else.
        written: The arguments.
        scope: What is known there.
    """
    types = [type_at_hand(argument, scope) for argument in written]
    known = [type_ for type_ in types if type_ is not None]
    if not known or len(known) < len(types):
        return ""
    kinds = ASKED if signature.kind in ASKED else {signature.kind}
    fitting = [
        one.name
        for one in scope.names.signed()
        if one.kind in kinds
        and "." not in one.name
        and len(one.parameters) == len(known)
        and (fits(one.result, signature.result) or fits(signature.result, one.result))
        and all(fits(type_, wanted.type) for type_, wanted in zip(known, one.parameters, strict=True))
    ]
    close = nearest(signature.name, [one for one in fitting if one != signature.name])
    return f"{close}({', '.join(as_written(argument, _AS_IT_IS) for argument in written)})" if close else ""


def told_of_another(signature: Signature, handed: Sequence[tree.Expr], mark: Mark, scope: Scope) -> None:
    """Say of an argument that does not fit what it fits that is called almost so, if nothing else is wrong.

    Args:
        signature: What is called.
        handed: Its inputs as they stand.
        mark: How much was reported before they were held against what is asked for.
        scope: What is known there.
    """
    names = scope.names
    told = names.found[mark[1] :]
    if names.trying or len(told) != 1 or names.count() != mark[0] + 1 or told[0].code != codes.TYPE_MISMATCH:
        return
    if told[0].span in [one.span for one in handed] and (another := almost_called_so(signature, handed, scope)):
        names.found[-1] = replace(told[0], help=say("did you mean `{close}`?", close=another))


def _left_out(signature: Signature, written: Written, scope: Scope) -> dict[str, list[str]]:
    """Which one of its parameters may have been left out, as the types of the others fit; each with what to write.

    Where names stand before arguments they say which; where no argument's type decides, or too many fit, none is told.
    """
    arguments = [argument for name, argument in written if name is None]
    if len(arguments) != len(signature.parameters) - 1:
        return {}
    types = [type_at_hand(argument, scope) for argument in arguments]
    if not any(types):
        return {}
    ways: dict[str, list[str]] = {}
    for place, left in enumerate(signature.parameters):
        others = [*signature.parameters[:place], *signature.parameters[place + 1 :]]
        if all(type_ is None or fits(type_, one.type) for type_, one in zip(types, others, strict=True)):
            given = {one.name: as_written(argument, _AS_IT_IS) for one, argument in zip(others, arguments, strict=True)}
            # Where all that stands there are numbers, one at hand is as good as any: that is left to who writes.
            plain = all(isinstance(argument, tree.Number) for argument in arguments)
            # So is a name that means nothing here.
            told = asked_with(signature, scope, {**given, left.name: "…"} if plain else given)
            ways[left.name] = ["…" if one == left.name and not scope.knows(one) else one for one in told]
    return ways if len(ways) <= _FEW else {}


def _handed(signature: Signature, slots: Mapping[str, tree.Expr], scope: Scope) -> list[str]:
    """The arguments as they stand there; for those that are missing what is at hand, or else their names."""
    written = {name: as_written(argument, _AS_IT_IS) for name, argument in slots.items()}
    return asked_with(signature, scope, written)


def of_some(signature: Signature, written: Written, scope: Scope) -> dict[str, tree.Expr] | None:
    """An argument for each parameter that is spoken of; None after a finding."""
    names = scope.names
    order = [parameter.name for parameter in signature.parameters]
    slots: dict[str, tree.Expr] = {}
    for place, (name, argument) in enumerate(written):
        if name is None and place >= len(order):
            another = almost_called_so(signature, [one for _, one in written], scope)
            names.report(
                codes.WRONG_ARGUMENTS,
                say("`{name}` takes {arity}", name=signature.name, arity=arity(signature)),
                argument.span,
                say("one too many"),
                related=(Label(signature.span, say("declared here")),),
                help=say(
                    "write {shape}",
                    shape=f"`{another}`" if another else shape(signature.name, _as_many(written, order)),
                ),
            )
            return None
        key = order[place] if name is None else name.text
        if name is None and is_condition(signature.name, argument, signature.parameters[place], order, scope):
            return None
        if name is not None and key not in order:
            names.unknown("parameter", key, name.span, order, owner=signature.name)
            return None
        if key in slots:
            _report_twice(key, argument, scope)
        slots[key] = argument
    return slots


def _report_twice(key: str, argument: tree.Expr, scope: Scope) -> None:
    """A finding: an input or a field has two values."""
    scope.names.report(
        codes.WRONG_ARGUMENTS,
        say("`{key}` is given twice", key=key),
        argument.span,
        help=say("keep one of the two"),
    )


def _as_many(written: Written, order: Sequence[str]) -> list[str]:
    """As many arguments as there are inputs, as they stand there; for what is too long to be repeated its name."""
    kept = [as_written(argument, name) for (_, argument), name in zip(written, order, strict=False)]
    return [*kept, *order[len(kept) :]]


def is_condition(called: str, argument: tree.Expr, parameter: Parameter, order: Sequence[str], scope: Scope) -> bool:
    """Whether an input is compared with its value, where it would be handed over by its name; with a finding.

    Args:
        called: What is called.
        argument: What is handed to it.
        parameter: What that is meant for, by its place.
        order: The names of all its inputs.
        scope: What is known there.
    """
    if not isinstance(argument, tree.Operation) or argument.operator not in (OperationName.EQUAL, OperationName.IS):
        return False
    word, value = argument.operands
    if isinstance(parameter.type, BoolType) or not isinstance(word, tree.Word) or word.quoted or word.text not in order:
        return False
    scope.names.report(
        codes.WRONG_ARGUMENTS,
        say("`{name}` is asked with a value here, and this is a condition", name=called),
        argument.span,
        help=say(
            "behind the name of an input stands `:`: write `{named}`", named=f"{word.text}: {as_written(value, '…')}"
        ),
    )
    return True


def of_record(record: RecordType, written: Written, scope: Scope) -> dict[str, tree.Expr]:
    """A value for each field that is spoken of. Finding: one too many, which ends it; a name of none, passed over."""
    names = scope.names
    order = [name for name, _ in record.fields]
    slots: dict[str, tree.Expr] = {}
    lost: list[tree.Name] = []
    for place, (name, argument) in enumerate(written):
        if name is None and place >= len(order):
            names.report(
                codes.WRONG_ARGUMENTS,
                say("`{name}` has {fields}", name=record.name, fields=counted(len(order), "field")),
                argument.span,
                say("one too many"),
                help=say("write {shape}", shape=shape(record.name, order)),
            )
            break
        key = order[place] if name is None else name.text
        if record.field(key) is None and name is not None:
            lost.append(name)
            continue
        if key in slots:
            _report_twice(key, argument, scope)
        slots[key] = argument
    left = incomplete(record, slots)
    for name in lost:
        # The one that is missing is what this one is called.
        one = left[0] if len(left) == len(lost) == 1 else None
        names.unknown("field", name.text, name.span, order, meant(one), owner=record.name)
    return slots


def incomplete(record: RecordType, slots: Collection[str]) -> list[str]:
    """The fields that are still to be told."""
    defaults = {name for name, _ in record.defaults}
    return [name for name, _ in record.fields if name not in slots and name not in defaults]


def report_incomplete(record: RecordType, missing: Sequence[str], span: Span, scope: Scope) -> None:
    """A finding: a record lacks some of its fields."""
    scope.names.report(
        codes.WRONG_ARGUMENTS,
        say("`{name}` is not complete", name=record.name),
        span,
        say("`{first}` is missing", first=missing[0])
        if len(missing) == 1
        else say("{missing} are missing", missing=name_list(missing, "and")),
        help=say("add `{first}: …`", first=missing[0]),
    )
