"""Texts in a language that the game does not have: nobody would ever see them.

The manifest names the languages. A text in another one is mostly a tag that is misspelt, or a quotation mark within a
text, whose word behind it is then taken for a tag; many texts in one are a manifest that forgets a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from regola_dsl.diagnostics import Diagnostic, name_list, nearest
from regola_dsl.source import Span
from regola_dsl.tree import Text
from regola_dsl.wording import Said, say, say_number

from regola_compiler.project import codes
from regola_compiler.project.yaml_file import place_of

# From how many texts on it is the manifest that forgets a language.
_MANY = 3


def languages_unknown(
    texts: Iterable[Text],
    manifest: Mapping[str, Any],
    shown: str,
    known: Sequence[str],
) -> list[Diagnostic]:
    """The findings about texts in languages that the manifest does not name; none where it names none.

    Args:
        texts: All texts of the game's own rules: a library has languages of its own.
        manifest: What `game.yaml` says, with its lines.
        shown: What the paths of findings begin with.
        known: The languages that it names.
    """
    if not known:
        return []
    path = f"{shown}/game.yaml"
    titles = manifest.get("title")
    headed = [str(tag) for tag in titles] if isinstance(titles, dict) else []
    places: dict[str, list[Span]] = {}
    for tag in headed:
        if tag not in known:
            places.setdefault(tag, []).append(place_of(manifest, ["title", tag], path))
    for text in texts:
        if text.language not in known:
            span = text.span
            end = span.column + len(text.language)
            places.setdefault(text.language, []).append(Span(span.path, span.line, span.column, span.line, end))
    return [found for tag, spans in places.items() for found in _found(tag, spans, known, manifest, path)]


def _found(
    tag: str, spans: Sequence[Span], known: Sequence[str], manifest: Mapping[str, Any], path: str
) -> Iterator[Diagnostic]:
    if len(spans) >= _MANY and "languages" in manifest:
        message = say_number(
            "{number} text is in `{tag}`, which `languages` does not name",
            "{number} texts are in `{tag}`, which `languages` does not name",
            len(spans),
            tag=tag,
        )
        listed = ", ".join([*known, tag])
        help_text = say("write `languages: [{listed}]`, or take those texts out", listed=listed)
        yield Diagnostic(codes.LANGUAGE_UNKNOWN, message, place_of(manifest, ["languages"], path), help=help_text)
        return
    message = say("the game has no language `{tag}`, and nobody sees this text", tag=tag)
    for span in spans:
        yield Diagnostic(codes.LANGUAGE_UNKNOWN, message, span, help=_help(tag, known))


def _help(tag: str, known: Sequence[str]) -> Said | str:
    close = next((one for one in known if tag.casefold()[:2] == one), None) or nearest(tag.casefold(), list(known))
    if close is not None:
        return say("did you mean `{close}`?", close=close)
    return say(
        "add `{tag}` to `languages` in game.yaml, or write the text in {known}", tag=tag, known=name_list(known, "or")
    )
