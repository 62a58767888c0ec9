"""Choices: the options that are left when each priority, in its order, has had its say."""

from __future__ import annotations

from functools import partial
from typing import Any

from regola_dsl.kinds import Degree

from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Choice, Preference


def admissible_options(run: Evaluator, choice: Choice, env: Env) -> tuple[Any, ...]:
    """The options among which the chooser is free.

    A condition that no option fulfils decides nothing: it is a wish, where `among … where` is a demand.
    """
    env = run.bind(choice.lets, env)
    options = list(run.items(run.evaluate(choice.items, env)))
    if choice.where is not None:
        where = choice.where
        options = [x for x in options if run.decide(run.evaluate(where, {**env, choice.variable: x}))]
    for preference in choice.preferences:
        kept = _preferred(run, preference, choice.variable, options, env)
        if len(kept) < len(options):
            run.record_reason(choice.name, preference.anchors or choice.anchors)
        options = kept
    return tuple(options)


def _preferred(run: Evaluator, preference: Preference, variable: str, options: list[Any], env: Env) -> list[Any]:
    if len(options) < 2:
        return options
    values = [run.evaluate(preference.value, {**env, variable: option}) for option in options]
    if preference.degree == Degree.WHERE:
        kept = [option for option, value in zip(options, values, strict=True) if run.decide(value)]
        return kept or options
    better = Operator.LESS if preference.degree == Degree.LEAST else Operator.GREATER
    is_better = partial(run.apply, better)
    return [
        option
        for option, value in zip(options, values, strict=True)
        if not any(run.decide(is_better(other, value)) for other in values)
    ]
