"""What is found of a name that nothing declares, where it is not said which of what there is was meant."""

from __future__ import annotations

from regola_dsl.diagnostics import THERE_ARE, Diagnostic

from regola_compiler.resolve.reported.other_kinds import with_those
from regola_compiler.resolve.reported.unknown import says_only_to_declare
from regola_compiler.resolve.values.at_hand import AS_MUCH
from regola_compiler.resolve.values.misread import A_NUMBER
from regola_compiler.resolve.values.words import CALLED_SO, SEVERAL

# What is said where no more is known than what is due.
_DUE = frozenset({CALLED_SO, A_NUMBER})


def is_undecided(one: Diagnostic) -> bool:
    """Whether a finding does not say what to write, or only which others of its kind there are."""
    if not one.help or says_only_to_declare(one) or lists_others(one):
        return True
    return _template(one) in _DUE or bool(with_those(one.help, ""))


def is_a_guess(one: Diagnostic) -> bool:
    """Whether a finding says no more than what else could be asked where nothing is called so."""
    return _template(one) == AS_MUCH


def is_of_several(one: Diagnostic) -> bool:
    """Whether a finding says that several have a name, each with a number."""
    return _template(one) == SEVERAL


def lists_others(one: Diagnostic) -> bool:
    """Whether a finding says which others of its kind there are."""
    return _template(one) in THERE_ARE


def is_of_bounds(one: Diagnostic) -> bool:
    """Whether a finding says from where to where the number goes that is due."""
    return _template(one) == A_NUMBER


def _template(one: Diagnostic) -> str:
    return getattr(one.help, "template", "")
