"""Texts that a page would show and that are not there."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity, name_list
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Texts
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.ir.declarations import is_plain_word
from regola_compiler.model.names import belongs_to
from regola_compiler.model.program import (
    Action,
    Clause,
    Definition,
    Erratum,
    Example,
    Modifiers,
    Norm,
    Parameter,
    Program,
    Rule,
    Table,
)
from regola_compiler.model.types import EnumType, ListType, RecordType
from regola_compiler.model.visitor import phases_in

CODE = Code(
    "R505",
    "text-missing",
    "something that a page shows and that has no text in a language",
    Severity.WARNING,
    ground=Ground.ABSENCE,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """Something with texts: a declaration, or what is called `name` among its parts; `is_input` if it is in or out."""

    name: str
    texts: Texts
    is_input: bool = False


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each declaration that, or a part of which, has no text in a language of the game.

    The languages are those that the manifest names: of a file by itself nothing is asked. What has no text in any
    language is told only where the manifest asks for complete texts.
    """
    del survey
    wanted = frozenset(program.languages)
    labels: dict[tuple[str, str], tuple[str, Texts]] = {}
    for name, span, every in _spoken(program) if wanted else ():
        if all(part.texts and wanted <= {text.language for text in part.texts} for part in every):
            continue
        parts = [part for part in every if not (part.is_input and part.texts)]
        for part in every:
            silent_in = [tag for tag in program.languages if part not in parts and _is_missing(part, tag, program)]
            labels = {**{(part.name, tag): (name, part.texts) for tag in silent_in}, **labels}
        silent: dict[tuple[str, ...], list[str]] = {}
        for language in program.languages:
            missing = tuple(dict.fromkeys(part.name for part in parts if _is_missing(part, language, program)))
            silent.setdefault(missing, []).append(language)
        for missing, languages in silent.items():
            if missing:
                inputs = any(part.is_input for part in parts if part.name in missing)
                yield Diagnostic(
                    CODE, _message(name, languages, missing), span, subject=name, help=_help(languages[0], inputs)
                )

    for (name, language), (owner, texts) in labels.items():
        yield Diagnostic(
            CODE,
            _message(name, [language], ("",)),
            texts[0].span,
            subject=f"{owner}.{name}",
            help=say('write it behind the others: `{language} "…"`', language=language),
        )


def _is_missing(part: _Part, language: str, program: Program) -> bool:
    written = {text.language for text in part.texts} & {*program.languages}
    return language not in written and (bool(written) or program.texts_complete)


def _message(name: str, languages: list[str], missing: tuple[str, ...]) -> str:
    where, parts = name_list(languages, "and"), [part for part in missing if part]
    if not parts:
        return say("`{name}` has no text in {where}", name=name, where=where)
    listed = name_list(parts, "and")
    if "" in missing:
        template = (
            later("`{name}` has no text in {where}, nor has {listed}")
            if len(parts) == 1
            else later("`{name}` has no text in {where}, nor have {listed}")
        )
    else:
        template = (
            later("{listed} of `{name}` has no text in {where}")
            if len(parts) == 1
            else later("{listed} of `{name}` have no text in {where}")
        )
    return say(template, name=name, where=where, listed=listed)


def _help(language: str, inputs: bool) -> str:
    """What is to be written, an input or an output having no place of its own."""
    behind = say('write it behind the name: `{language} "…"`', language=language)
    return (
        say(
            '{behind}; for an input or an output in a line of its own: `label name {language} "…"`',
            behind=behind,
            language=language,
        )
        if inputs
        else behind
    )


def _spoken(program: Program) -> Iterator[tuple[str, Span, list[_Part]]]:
    """The declarations to be looked at, each with where its name stands and all that a page shows of it."""
    for item in program.examined():
        if getattr(item, "kind", "") not in {"phase", "active", "path"}:
            yield item.name, item.name_span, [_Part("", _texts_of(item, program)), *_parts(item, program)]
    exceptions = _exceptions_of_rules(program)
    for rule in program.rules.values():
        if program.in_focus(rule.name):
            yield rule.name, rule.name_span, [_Part("", rule.texts), *exceptions.get(rule.name, ())]
    for name, info in program.types.items():
        own = {part: texts for part, _, texts, _ in info.parts}
        parts = [_Part("", info.texts)]
        if isinstance(info.type, EnumType):
            parts += [_Part(label, texts) for label, texts in own.items() if is_plain_word(label)]
        if isinstance(info.type, RecordType):
            parts += [_Part(field, texts or _label(name, field, program)) for field, texts in own.items()]
        if program.focus is None or name in program.focus:
            yield name, info.name_span, parts
    for assumption in program.assumptions.values():
        if program.in_focus(assumption.name):
            parts = [_Part("", assumption.texts), *_inputs(assumption.name, assumption.parameters, program)]
            yield assumption.name, assumption.name_span, parts
    for name, sequence in program.sequences.items():
        if program.in_focus(name):
            named = [phase for phase in phases_in(sequence) if phase.name]
            yield name, sequence.span, [_Part("" if phase.name == name else phase.name, phase.texts) for phase in named]
    told: list[Example | Erratum] = [*program.examples.values(), *program.errata.values()]
    for one in told:
        if program.in_focus(one.name) and one.name not in program.broken:
            yield one.name, one.name_span, [_Part("", one.texts)]


def _texts_of(item: Rule, program: Program) -> Texts:
    """The texts of a declaration; what a phase is played with has them by its label, as an input has."""
    owner, _, part = item.name.rpartition(".")
    return item.texts or (_label(owner, part, program) if getattr(item, "kind", "") == "entered" else ())


def _parts(item: Rule, program: Program) -> Iterator[_Part]:
    yield from _inputs(item.name, item.parameters, program)
    match item:
        case Definition():
            yield from (_Part(clause.name, clause.texts) for clause in _below(item.root))
        case Modifiers():
            yield from (_Part(line.name, line.texts) for line in item.lines)
        case Table():
            result = item.result.item if isinstance(item.result, ListType) else item.result
            if isinstance(result, RecordType) and any(item.outputs):
                yield from (_Part(name, _label(item.name, name, program), True) for name, _ in result.fields)
        case Action():
            required = (guard for guard in item.guards if guard.kind == "requires")
            yield from (_Part("requires", guard.texts) for guard in required)


def _inputs(owner: str, parameters: tuple[Parameter, ...], program: Program) -> Iterator[_Part]:
    yield from (_Part(parameter.name, _label(owner, parameter.name, program), True) for parameter in parameters)


def _label(owner: str, name: str, program: Program) -> Texts:
    """What an input, output or field is called: in one declaration, in all of its library, or everywhere."""
    shared = f"{belongs_to(owner)}.{name}"
    return program.labels.get(f"{owner}.{name}") or program.labels.get(shared) or program.labels.get(name, ())


def _exceptions_of_rules(program: Program) -> dict[str, list[_Part]]:
    """The exceptions of each rule, once, whatever number of actions it speaks of."""
    found: dict[str, dict[str, _Part]] = {}
    for item in program.callables.values():
        for norm in item.norms if isinstance(item, Action) else ():
            for exception in _below(norm):
                found.setdefault(norm.name, {})[exception.name] = _Part(exception.name, exception.texts)
    return {name: list(parts.values()) for name, parts in found.items()}


def _below(part: Clause | Norm) -> Iterator[Clause | Norm]:
    for exception in part.exceptions:
        yield exception
        yield from _below(exception)
