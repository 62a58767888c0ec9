"""Whether what a finding says can be said in another language: each of its texts a template, and no English left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.wording import Said, in_language

# What stands between such marks is somebody's own: a name, a word of the language, a value.
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'|\([^()]*\)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
# Words of English that Italian has not, that a sentence of some length can hardly do without, and that the cases give
# no names to.
_ENGLISH = re.compile(
    r"\b(?:the|an|and|or|is|are|of|to|its|this|that|these|there|here|where|when|which|what|who|not|nor|has|have|had|"
    r"with|without|from|into|be|been|was|were|can|cannot|must|more|most|than|one|two|other|others|another|above|below|"
    r"for|always|never|only|write|add|remove|declare|name|rename|keep|give|choose|correct|put)\b"
)


def texts_of(diagnostic: Diagnostic) -> Iterator[str]:
    """All that a finding says."""
    yield from (diagnostic.message, diagnostic.label, diagnostic.help, *diagnostic.notes)
    yield from (label.text for label in diagnostic.related)


def no_templates(diagnostic: Diagnostic) -> list[str]:
    """What of a finding is said in words of ours and in no template."""
    return [text for text in texts_of(diagnostic) if not isinstance(text, Said) and _LETTERS.search(_bare(text))]


def left_in_english(diagnostic: Diagnostic, language: str = "it") -> list[str]:
    """What a finding says in a language, where English is left in it."""
    told = (in_language(text, language) for text in texts_of(diagnostic))
    return [text for text in told if _ENGLISH.search(_bare(text))]


def _bare(text: str) -> str:
    return _QUOTED.sub("", text)
