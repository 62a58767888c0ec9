"""The glossary travels as TBX of 2008 too: what is written is read back as it was, by us and by translate-toolkit."""

from __future__ import annotations

import pytest
from regola_compiler.exchange import tbx
from regola_compiler.exchange.units import Unreadable
from regola_compiler.project.glossary import load_glossary
from support.paths import GAME_NAMES, GAMES
from translate.storage.tbx import tbxfile


@pytest.mark.parametrize("game", GAME_NAMES)
def test_both_editions_say_the_same(game: str) -> None:
    glossary, _ = load_glossary(GAMES / game)
    assert glossary is not None
    new, old = tbx.read(tbx.write(glossary, "t", "it")), tbx.read(tbx.write(glossary, "t", "it", tbx.EDITION_2008))
    said = [(one.concept, one.language, one.kind, one.text, one.note) for one in new]
    assert [(one.concept, one.language, one.kind, one.text, one.note) for one in old] == said
    assert said


def test_translate_toolkit_reads_every_concept() -> None:
    glossary, _ = load_glossary(GAMES / "lantern_pass")
    assert glossary is not None
    store = tbxfile.parsestring(tbx.write(glossary, "Il Passo", "it", tbx.EDITION_2008).encode("utf-8"))
    pairs = {(unit.source, unit.target) for unit in store.units}
    assert len(store.units) == sum(bool(concept.terms) for concept in glossary.concepts)
    assert ("pedina", "counter") in pairs


def test_a_group_with_more_around_it_is_read() -> None:
    text = (
        '<martif type="TBX"><text><body><termEntry id="a"><langSet xml:lang="it"><ntig><termGrp><term>pedina</term>'
        '<termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termGrp></ntig></langSet></termEntry>'
        "</body></text></martif>"
    )
    (form,) = tbx.read(text)
    assert (form.concept, form.language, form.kind, form.text) == ("a", "it", "preferred", "pedina")


def test_it_is_not_brought_up_to_date() -> None:
    glossary, _ = load_glossary(GAMES / "lantern_pass")
    assert glossary is not None
    with pytest.raises(Unreadable, match="not brought up to date"):
        tbx.update(tbx.write(glossary, "t", "it", tbx.EDITION_2008), glossary)
