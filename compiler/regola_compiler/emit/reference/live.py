"""Live answers: the game's module within the page, and what a form beside each rule has to say in the page's languages.

The module knows what each rule is asked with and what it answers; the page knows titles and places. What is added here
is what neither has: what values and fields are called, and the few ids that do not follow from a name.
"""

from __future__ import annotations

from regola_compiler.emit.javascript.inline import Json, inline_module, literal, script_safe
from regola_compiler.emit.javascript.kinds import TooLargeError
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.page_texts import guard_words, parameter_texts, scenario_texts, text_of, type_texts
from regola_compiler.emit.reference.sections import parts_of, slug
from regola_compiler.ir.tree import Action, Definition, Modifiers, Scale, Table
from regola_compiler.ir.types import IntType

# What is said of each error that a rule can end in, by the name of its class; the nearest class above it has the say.
PROBLEMS = {
    "TableGap": "problem_gap",
    "OutsideTable": "problem_outside",
    "MissingRule": "problem_missing",
    "TableOverlap": "problem_overlap",
    "Contradiction": "problem_contradiction",
    "Forbidden": "problem_forbidden",
    "OutOfRange": "problem_range",
    "DivisionByZero": "problem_division",
    "OffScale": "problem_off-scale",
    "EmptyFold": "problem_empty",
    "TooLarge": "problem_huge",
    "NoPath": "problem_no-path",
    "NotGiven": "problem_not-given",
}
WORDS = tuple(
    """try position_says scenario no_scenario answer because odds any_roll yes no over allowed forbidden required due
    active phase how_many item too_much too_many whole_position choose_position wrong none
    not_phase not_actor not_limit not_among not_requires""".split()
)
_SHARED = {"phase", "yes", "no", "over"}


def live_script(page: Page, code: str) -> str:
    """The script that answers on the page; empty where there is nothing that it could answer.

    Args:
        page: The page; where something of its game could not be understood, nothing is answered.
        code: What shows the forms (`live.js`), which stands behind the module and its data.
    """
    offered = [
        one.name for one in page.declarations.values() if isinstance(one, Table | Definition | Modifiers | Action)
    ]
    if page.ir.broken or not offered:
        return ""
    try:
        module = inline_module(page.ir)
    except TooLargeError:
        return ""  # a number that JavaScript does not have: the page is as without scripts
    return script_safe(f"{module}\nconst $LIVE = {literal(_data(page, offered))};\n{code}")


def _data(page: Page, offered: list[str]) -> Json:
    return {
        "offered": list(offered),
        "ids": _ids(page),
        "types": type_texts(page),
        "parameters": parameter_texts(page),
        "bounds": _bounds(page),
        "guards": guard_words(page, but={"requires"}),
        "phases": _phases(page),
        "scenarios": scenario_texts(page),
        "words": {key: text_of(page, page.word(key if key in _SHARED else f"live_{key}")) for key in WORDS},
        "problems": {name: text_of(page, page.word(key)) for name, key in PROBLEMS.items()},
        "tags": list(page.languages.tags),
    }


def _ids(page: Page) -> dict[str, Json]:
    """The ids of rules and sections that are not the slug of a name; None for what is not on the page."""
    names = [("r", name) for name in page.declarations]
    names += [("r", path) for rule in page.declarations.values() for path, _ in parts_of(rule)]
    names += [("s", place.section) for place in page.places]
    found: dict[str, Json] = {}
    for room, name in dict.fromkeys(names):
        own = page.link(room, name)
        if own != f"{room}-{slug(name)}":
            found[f"{room} {name}"] = own
    return found


def _phases(page: Page) -> dict[str, Json]:
    """The first phase in which each action may be done, by its place in the type."""
    labels = [
        member.label
        for type_ in page.ir.types
        if type_.name == "Phase" and isinstance(type_, Scale)
        for member in type_.members
    ]
    return {
        rule.name: labels.index(rule.phases[0])
        for rule in page.declarations.values()
        if isinstance(rule, Action) and rule.phases and rule.phases[0] in labels
    }


def _bounds(page: Page) -> dict[str, Json]:
    """The bounds of whole numbers that tables are entered with: of a table the module itself says what is outside."""
    found: dict[str, Json] = {}
    for rule in page.declarations.values():
        if isinstance(rule, Table):
            own: dict[str, Json] = {
                one.name: [one.type.low, one.type.high]
                for one in rule.parameters
                if isinstance(one.type, IntType) and one.type.low is not None
            }
            if own:
                found[rule.name] = own
    return found
