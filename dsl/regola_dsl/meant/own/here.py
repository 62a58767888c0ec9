"""What is known in a declaration that cannot be read, and what of it a word speaks of: `to.gate` where `gate` stands.

A model in the names of the line itself says more than any other; and where none is known it has dots in their place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regola_dsl.diagnostics import akin
from regola_dsl.meant.game import facts_of, type_of
from regola_dsl.meant.instead import ARTICLES
from regola_dsl.meant.stuck import Stuck, plain

_ASKED = frozenset("define table modifiers action path choice state given event change assume also".split())
_INPUT = re.compile(r"[(,] ?([^\W\d]\w*): (\w+(?: \w+)*?)(?= among\b| \d|[,)])")
# What a line goes through, or chooses among.
_IN = re.compile(r"\b(?:any|all|no|count|those|for|each|among) ([^\W\d]\w*) in ([A-Z]\w*)")
_SAID = re.compile(r"\b(?:must not|may only|must|may) (\w+)")
_WITH_ARTICLE = re.compile(rf"(?<!\w)(?i:{'|'.join(sorted(ARTICLES))}) (?P<what>[a-z]\w*)\b(?![.(])")
# What a plural ends with.
_MANY = ("", "s", "es")
_NOTHING = " or none"


def things_here(lines: Sequence[str], line: str, texts: Sequence[str]) -> dict[str, str]:
    """What can be asked in a line of a declaration, by its name, with its type.

    >>> things_here(["rule shut @1", "  c must not drive"], "  c must not drive", ["action drive(c: Cart)"])
    {'c': 'Cart'}
    """
    kind = _kind(lines[0])
    found = dict(pair for text in lines for pair in _IN.findall(text) if kind == "choice" or text == line)
    found |= inputs_of_head(lines[0])
    for action in [*_SAID.findall(line), *(name for text in lines for name in _SAID.findall(text))]:
        found = inputs_of_action(action, texts) | found if kind == "rule" else found
    return found


def inputs_of_head(line: str) -> dict[str, str]:
    """The inputs that a first line declares, each with its type: a number's is `int`."""
    return dict(_INPUT.findall(plain(line))) if _kind(line) in _ASKED else {}


def _kind(line: str) -> str:
    return line.split(" ", 1)[0]


def things_at(stuck: Stuck) -> dict[str, str]:
    """What can be asked in the line on which reading stops."""
    return things_here([text for _, text in stuck.lines], stuck.text, stuck.texts)


def inputs_of_action(action: str, texts: Sequence[str]) -> dict[str, str]:
    """The inputs of an action, each with its type."""
    declared = f"action {action}("
    head = next((text.partition("\n")[0] for text in texts if text.startswith(declared)), "")
    return dict(_INPUT.findall(head))


def named_action(line: str, texts: Sequence[str]) -> str | None:
    """The action of the game that a line names; None if it names none."""
    actions = {match[1] for text in texts if (match := re.match(r"action (\w+)", text))}
    return next((word for word in re.findall(r"\w+", line) if word in actions), None)


def fact_asked(word: str, things: Mapping[str, str], texts: Sequence[str]) -> tuple[str, str] | None:
    """How the fact that a word names is asked of one of some things, with its type; None if none is, or two are.

    The word may stand for many of it.

    >>> fact_asked("gates", {"to": "Town"}, ["place Town @1\\n  gate: bool = true"])
    ('to.gate', 'bool')
    """
    named = {word.removesuffix(ending) for ending in _MANY}
    known = [(asked, name, type_) for name, of in things.items() for type_, asked in facts_of(texts, of)]
    found = [one for one in known if named & _words(one[0])]
    if not found and (close := akin(word, [fact for asked, *_ in known for fact in _words(asked)])):
        found = [one for one in known if close in _words(one[0])]
    return (found[0][0].format(found[0][1]), found[0][2]) if len(found) == 1 else None


def _words(asked: str) -> set[str]:
    return {*re.findall(r"\w+", asked)}


def with_own_names(stuck: Stuck) -> str:
    """A line with what things are called here for what they are: `c goes to home` for `the cart goes home`."""
    things = things_at(stuck)

    def named(found: re.Match[str]) -> str:
        type_ = type_of(stuck.texts, found["what"])
        called = [name for name, of in things.items() if of == type_]
        return called[0] if type_ and len(called) == 1 and found["what"] not in stuck.names else found[0]

    return _WITH_ARTICLE.sub(named, stuck.text)


def affirmed(asked: str, type_: str) -> str:
    """That a fact is there: `to.gate`, `c.home is not none`; of a value which, of a number how many is left open."""
    if type_ == "bool":
        return asked
    if type_ == "int":
        return f"{asked} > 0"
    return f"{asked} is not none" if type_.endswith(_NOTHING) else f"{asked} is …"


def denied(asked: str, type_: str) -> str:
    """That it is not: `not to.gate`, `to.crowd is 0`."""
    if type_ == "bool":
        return f"not {asked}"
    if type_ == "int":
        return f"{asked} is 0"
    return f"{asked} is none" if type_.endswith(_NOTHING) else f"{asked} is not …"


def asked_of(name: str, type_: str, texts: Sequence[str]) -> str:
    """How something that is known is asked: a number by its name, of a piece one of its facts."""
    return f"{name}.…" if facts_of(texts, type_) else name


def own_names(lines: Sequence[str], line: str, texts: Sequence[str]) -> dict[str, str]:
    """What fills a model in the names of a declaration: a letter of it, and facts that what is called so has.

    A fact that it has not is left open; there are none where nothing in the declaration has any.
    """
    for name, type_ in things_here(lines, line, texts).items():
        facts = [(of, asked.rpartition(".")[2]) for of, asked in facts_of(texts, type_) if asked.startswith("{}.")]
        if facts:
            number = next((fact for of, fact in facts if of == "int"), "…")
            flag = next((fact for of, fact in facts if of == "bool"), "…")
            return {"letter": name, "piece": type_, "number": number, "flag": flag}
    return {}
