"""What a finding is about, and that an acceptance asks for that and not for how it is worded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from regola_compiler.checks.book import erratum_unnoticed, text_missing
from regola_compiler.checks.registry import CODES, SLUGS
from regola_compiler.checks.suppressions import UNUSED, Accepted, accepted_names, apply_suppressions
from regola_compiler.driver import Compiled
from regola_dsl.diagnostics import Diagnostic, Label
from support.cases import Case, catalogue, compiled, findings


def _compiled(case: Case) -> Compiled:
    return compiled(tuple(fence.text for fence in case.fences))


CASES = catalogue()
WITH_ACCEPTANCES = [name for name, case in CASES.items() if any("\naccept " in fence.text for fence in case.fences)]


def _reworded(finding: Diagnostic) -> Diagnostic:
    """The same finding in other words, at a place that says nothing."""
    related = tuple(replace(label, text="") for label in finding.related)
    return replace(finding, message="in other words", label="", related=related, help="", notes=())


def _covered(accepted: tuple[Accepted, ...]) -> list[tuple[str, str]]:
    return [(one.finding.subject, one.acceptance.declaration) for one in accepted]


@pytest.mark.parametrize("name", WITH_ACCEPTANCES)
def test_rewording_a_message_changes_nothing_that_an_acceptance_covers(name: str) -> None:
    result = _compiled(CASES[name])
    raw = [_reworded(finding) for finding in result.raw if finding.code in CODES]
    names = accepted_names(result.program)
    _, accepted = apply_suppressions(result.program.acceptances, names, raw, SLUGS)
    assert _covered(accepted) == _covered(result.accepted)


def test_every_finding_of_a_check_is_about_a_declaration() -> None:
    met = set()
    for name, case in CASES.items():
        result = _compiled(case)
        program = result.program
        rooms = (
            program.types,
            program.callables,
            program.rules,
            program.assumptions,
            program.sequences,
            program.events,
        )
        declared = {name for room in (*rooms, program.examples, program.errata) for name in room}
        for finding in [*result.found, *(one.finding for one in result.accepted)]:
            if finding.code in CODES and finding.code != UNUSED:
                assert finding.subject.split(".")[0] in declared, (name, finding.code.slug, finding.subject)
                met.add(finding.code)
    # Texts are asked for where a manifest names languages: tests/language/test_texts.py holds what that is about.
    # That a ruling decides nothing is asked for by `check --errata`: tests/cli/test_inputs_and_errata.py holds what that is about.
    assert met == {*CODES} - {UNUSED, text_missing.CODE, erratum_unnoticed.CODE}, "every check is tried"


RING = """\
action ring(night: bool, feast: bool) @1.1
  allowed unless forbidden
rule loud @1.2
  anyone must not ring when night
rule joy @1.3
  anyone may ring when feast
"""


@pytest.mark.parametrize("name", ["ring", "loud", "joy"])
def test_a_contradiction_is_about_its_action_and_both_its_rules(name: str) -> None:
    (finding,) = findings([RING])
    assert finding.subject == "ring.joy"
    assert finding.is_about(name)
    assert not finding.is_about(name[:-1]), "a name is compared whole"
    assert not findings([f"{RING}accept contradiction in {name} @1.4\n  because en 'x'\n".replace("'", '"')])


def test_what_is_accepted_is_the_declaration_not_its_place() -> None:
    """A finding that only stands within a declaration is not about it."""
    finding = findings([RING])[0]
    elsewhere = replace(finding, subject="row", related=(Label(finding.span, "here", "bells"),))
    assert [name for name in ("ring", "joy", "row", "bells") if elsewhere.is_about(name)] == ["row", "bells"]


def test_a_finding_of_the_resolver_is_about_the_declaration_it_arises_in() -> None:
    text = "define toll(fog: bool) -> int 0..9 @1.1\n  1\n  exception foggy @1.2 when fig\n    3\n"
    outside = "exception late to toll @1.3 when nigth\n  4\n"
    assert {(found.code.slug, found.subject) for found in findings([text, outside])} == {
        ("unknown-name", "toll.foggy"),
        ("unknown-name", "toll.late"),
    }
