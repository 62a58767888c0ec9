"""What a page's scripts call things: texts in the languages of the page, by the names that the module has."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from regola_compiler.emit.javascript.inline import Json
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sections import members_of
from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.ir.tree import Action, Enum, Member, Scale


def text_of(page: Page, shown: ShownTexts) -> Json:
    """A text in the languages of the page, one where all are the same."""
    texts = [
        next((one.text for one in shown if str(place) in one.modes.split()), "")
        for place in range(len(page.languages.tags))
    ]
    return texts[0] if len(set(texts)) == 1 else list(texts)


def type_texts(page: Page) -> dict[str, Json]:
    """What values of enums and scales, and fields of other types, are called where that is not their name."""
    return {**_value_texts(page), **dict(_field_texts(page))}


def parameter_texts(page: Page) -> dict[str, Json]:
    """What the inputs of each rule are called, where that is not their name."""
    return {
        rule.name: {one.name: text_of(page, page.heading(one.texts, one.name)) for one in rule.parameters if one.texts}
        for rule in page.declarations.values()
        if any(one.texts for one in rule.parameters)
    }


def guard_words(page: Page, but: Collection[str]) -> dict[str, Json]:
    """The key of the word for what is the matter where a guard fails, by the guard; some kinds are left out."""
    return {
        guard.name: f"not_{guard.kind}"
        for rule in page.declarations.values()
        if isinstance(rule, Action)
        for guard in rule.guards
        if guard.kind not in but
    }


def scenario_texts(page: Page) -> dict[str, Json]:
    """The title of each scenario."""
    return {one.id: text_of(page, page.heading(one.title, one.id.replace("_", " "))) for one in page.ir.scenarios}


def _value_texts(page: Page) -> dict[str, Json]:
    phases = {
        phase.member: phase for outline in page.ir.outlines for phase in outline.walk() if phase.member is not None
    }
    found: dict[str, Json] = {}
    for type_ in page.ir.types:
        if not isinstance(type_, Enum | Scale):
            continue
        texts: dict[str, Json] = {}
        for place, member in enumerate(type_.members):
            own = phases[place].texts if type_.name == "Phase" and place in phases else member.texts
            if own:
                said = text_of(page, page.languages.heading(own, member.label.replace("_", " ")))
                texts[member.label] = _printed(member, said) if type_.name != "Phase" else said
        if texts:
            found[type_.name] = texts
    return found


def _printed(member: Member, said: Json) -> Json:
    """A sign as the book prints it stands before its meaning."""
    if not member.printed:
        return said
    if isinstance(said, list):
        return [f"{member.label}: {one}" for one in said]
    return said if said == member.label else f"{member.label}: {said}"


def _field_texts(page: Page) -> Iterator[tuple[str, Json]]:
    """What the fields of records are called."""
    for type_ in page.ir.types:
        if not isinstance(type_, Enum | Scale):
            texts: dict[str, Json] = {
                name: text_of(page, page.heading(field.texts, name.replace("_", " ")))
                for name, field in members_of(type_)
                if field.texts
            }
            if texts:
                yield type_.name, texts
