"""Every contradiction and gap that an erratum settles is there: without its ruling, the analysis reports it.

For each erratum `tests/data/errata_GAME.yaml` says which finding the book's own words make, and what a reader of it is
told: the sections that disagree, or that are silent. It was written from the book, not from what is found. Errata that
no analysis of rules can show stand there too, each with the reason.
"""

from __future__ import annotations

from typing import Any

import pytest
from regola_dsl.diagnostics import Diagnostic
from ruamel.yaml import YAML
from support.effort import some
from support.paths import DATA
from support.without_rulings import SHOWN, game, told


def read(name: str) -> dict[str, Any]:
    return YAML(typ="safe").load((DATA / f"errata_{name}.yaml").read_text("utf-8"))  # type: ignore[no-any-return]


ERRATA_GAMES = [name for name in ("caucasus", "world_in_flames") if (DATA / f"errata_{name}.yaml").is_file()]
EXPECTED = {name: read(name) for name in ERRATA_GAMES}
# Findings that are told of the declaration they are found in: of a table it is told where it is looked up, of a rule
# whose duty cannot be done, where the action is.
OF_THE_DECLARATION = {"contradiction", "missing-rule"}


@pytest.mark.parametrize("name", ERRATA_GAMES)
def test_every_erratum_is_accounted_for(name: str) -> None:
    expected = EXPECTED[name]
    shown, beyond = set(expected["shown"]), set(expected["not of this kind"])
    assert not shown & beyond
    assert shown | beyond == set(game(name).errata)


@pytest.mark.parametrize(
    ("name", "erratum"),
    some(((name, erratum) for name in ERRATA_GAMES for erratum in EXPECTED[name]["shown"]), every=6),
)
def test_without_its_ruling_the_finding_is_there(name: str, erratum: str) -> None:
    """In `make test` of every sixth."""
    wanted = EXPECTED[name]["shown"][erratum]
    assert wanted["finding"] in SHOWN
    left = game(name).without(erratum, within=wanted["in"] if wanted["finding"] in OF_THE_DECLARATION else "")
    found = [d for d in left if d.code.slug == wanted["finding"] and d.severity is None]
    found = [d for d in found if wanted["in"] in d.message and set(wanted.get("where", ())) <= _shown(d)]
    sections = [str(section) for section in wanted["sections"]]
    assert any(all(_names(told(d), section) for section in sections) for d in found), found


@pytest.mark.parametrize(
    ("name", "erratum"), [(name, erratum) for name in ERRATA_GAMES for erratum in EXPECTED[name]["shown"]]
)
def test_with_it_there_is_none_but_what_is_left_open(name: str, erratum: str) -> None:
    wanted = EXPECTED[name]["shown"][erratum]
    found = [d for d in game(name).as_ruled if d.code.slug == wanted["finding"] and wanted["in"] in d.message]
    assert bool(found) is wanted.get("left open", False)


def _shown(diagnostic: Diagnostic) -> set[str]:
    """The facts of the position that a finding shows."""
    return {f"{fact} is {value}" for fact, value in diagnostic.witness.given} if diagnostic.witness else set()


def _names(text: str, section: str) -> bool:
    """Whether a section is cited: as a whole, not as part of another number."""
    cited = {part.strip() for piece in text.split("(")[1:] for part in piece.split(")")[0].split(",")}
    return section in cited
