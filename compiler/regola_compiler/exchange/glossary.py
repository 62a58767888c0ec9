"""Terms brought back from TBX into a game's `glossary.yaml`, its comments and its order kept."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.wording import say
from ruamel.yaml.comments import CommentedMap

from regola_compiler.exchange import codes
from regola_compiler.exchange.merge import unreadable
from regola_compiler.exchange.tbx import Form
from regola_compiler.exchange.units import match_language
from regola_compiler.project.game import Game
from regola_compiler.project.glossary import FILE, Glossary, load_glossary, normal
from regola_compiler.project.written_yaml import as_yaml, round_trip

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
_HEAD = "# yaml-language-server: $schema=../../schemas/glossary.schema.json\nterms: {}\n"


def bring_terms(game: Game, forms: Iterable[Form], shown: str) -> tuple[str | None, int, list[Diagnostic]]:
    """The new text of the glossary, None if nothing changes, how many terms change it, and what cannot be taken over.

    What the file does not have is not removed: a term goes away by hand.
    """
    path = game.folder / FILE
    before = path.read_text("utf-8-sig") if path.is_file() else _HEAD
    data = round_trip().load(before)
    if data["terms"] is None or not path.is_file():
        data["terms"] = CommentedMap()
    found: list[Diagnostic] = []
    changes = 0
    for (concept, language), group in _grouped(forms).items():
        known = match_language(language, game.glossary.languages if game.glossary else ()) or language
        if not _NAME.fullmatch(concept) or not _LANGUAGE.fullmatch(known):
            word = concept if not _NAME.fullmatch(concept) else language
            message = (
                say("`{word}` cannot be the name of a term", word=word[:60])
                if word == concept
                else say("`{word}` cannot be the name of a language", word=word[:60])
            )
            finding = unreadable(shown, message, group[0].line, 1)
            found.append(_refused(finding, say("write it in small letters: `fog_bank`, `pt-BR`")))
            continue
        changes += _entered(data["terms"], concept, known, group)
    if not changes:
        return None, 0, found
    return as_yaml(data), changes, found


def sound(text: str) -> tuple[Glossary | None, list[Diagnostic]]:
    """The glossary that a text would be, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_text(text, "utf-8", newline="")
        return load_glossary(path, FILE)


def _refused(finding: Diagnostic, help_text: str) -> Diagnostic:
    return Diagnostic(codes.TEXT_REFUSED, finding.message, finding.span, help=help_text)


def _grouped(forms: Iterable[Form]) -> dict[tuple[str, str], list[Form]]:
    groups: dict[tuple[str, str], list[Form]] = {}
    for form in forms:
        groups.setdefault((form.concept, form.language), []).append(form)
    return groups


def _entered(terms: Any, concept: str, language: str, forms: list[Form]) -> int:
    """Put the forms of a concept in one language into the glossary; how many were not there."""
    entry = terms.setdefault(concept, CommentedMap())
    preferred = next((form for form in forms if form.kind == "preferred"), None)
    has = entry.get(language)
    if has is None:
        first = preferred or forms[0]
        entry[language] = has = first.text
        return 1 + _entered(terms, concept, language, [form for form in forms if form is not first])
    changes = 0
    if preferred is not None and preferred.text != (has if isinstance(has, str) else has["preferred"]):
        changes = 1
        if isinstance(has, str):
            entry[language] = has = preferred.text
        else:
            has["preferred"] = preferred.text
    more = [form for form in forms if form.kind != "preferred" and not _there(has, form)]
    if more and isinstance(has, str):
        entry[language] = has = CommentedMap({"preferred": has})
    for form in more:
        has.setdefault(form.kind, []).append(
            CommentedMap({"form": form.text, "because": form.note})
            if form.kind == "forbidden" and form.note
            else form.text
        )
    return changes + len(more)


def _there(has: Any, form: Form) -> bool:
    """Whether a glossary has a form in a language already, and in the same way."""
    if isinstance(has, str):
        return form.kind != "forbidden" and normal(has) == normal(form.text)
    items = has.get(form.kind, [])
    words = [item if isinstance(item, str) else item["form"] for item in items]
    return normal(form.text) in map(normal, words)
