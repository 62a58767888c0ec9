"""Whether a text is in the language that stands before its `=`, by the small words of the languages there are.

Articles, prepositions and the like are written down for each language that has a file (`language_file.no_terms`).
Measured on eleven texts, the rulebooks, our chapters and the tutorial: of the words of two letters or more 37 to 46 in
100 are such words of the text's own language, and at most 1 in 100 of the other. A language is told by its most
frequent strings in the same way (W. B. Cavnar and J. M. Trenkle, N-gram-based text categorization, 1994).
"""

from __future__ import annotations

import re

from regola_dsl.diagnostics import Code, Diagnostic
from regola_dsl.source import Source, Span
from regola_dsl.wording import later, primary_subtag, say

from regola_crosscheck.language.language_file import known_languages, no_terms

OTHER = Code("R710", "other-language", "the text is in another language than the one that is told with it")
CODES = (OTHER,)

# Of fewer words nothing is said.
FEWEST = 60
# A text is of a language that so large a share of its words is of, where each other has a fifth of that at most.
SHARE, LESS = 0.28, 0.2
_NAMES = {"en": later("English"), "it": later("Italian")}


def language_of(text: str) -> str:
    """The language that a text is in, of those that have a file; empty where that cannot be told."""
    words = [word.casefold() for word in re.findall(r"[^\W\d_]{2,}", text)]
    if len(words) < FEWEST:
        return ""
    shares = {code: _share(words, code) for code in known_languages()}
    best = max(shares, key=shares.__getitem__)
    others = max((share for code, share in shares.items() if code != best), default=0.0)
    return best if shares[best] >= SHARE and others <= LESS * shares[best] else ""


def _share(words: list[str], code: str) -> float:
    own = no_terms(code)
    return sum(word in own for word in words) / len(words)


def detect_other_language(told: str, source: Source, option: str = "--source") -> Diagnostic | None:
    """The finding that a text is in another language than it is told to be; None if it is in that, or none is known.

    `option` is what it is told with; only what looks for faults goes on with `--force`.
    """
    found = language_of(source.text)
    if not found or found == primary_subtag(told):
        return None
    return Diagnostic(
        OTHER,
        say("this text is in {found}, and `{told}=` says that it is in {language}", found=_named(found), told=told,
            language=_named(primary_subtag(told))),
        Span(source.path, 1, 1, 1, 2),
        help=say("write `--source {found}={path}`; --force goes on all the same", found=found, path=source.path)
        if option == "--source"
        else say("write `{option} {found}={path}`", option=option, found=found, path=source.path),
    )  # fmt: skip


def _named(code: str) -> str:
    return say(_NAMES[code]) if code in _NAMES else f"`{code}`"
