"""What is left open of a deed that was done: `done move(_, _) in turn`, where others write a star, dots or a word.

Only behind `done` does it not matter what something is; elsewhere each of these signs means something of its own.
"""

from __future__ import annotations

import re

_DONE = re.compile(r"(?<=\bdone )(?P<deed>[\w.]+)\((?P<inputs>[^()]*)\)")
# Dots alone stand for all that there is, so for nothing that would have to be named.
_DOTS = re.compile(r" *(?:\.{2,}|…) *")
_ANY = re.compile(r"[*?%_~…-]+|\.{2,}")
ANY_WORDS = frozenset(
    "any anyone anybody anything anywhere whatever whichever whoever wherever all every everything each some something"
    " someone somewhere either qualsiasi qualunque qualcuno chiunque ovunque tutto tutti ogni".split()
)


def whichever(text: str) -> str:
    """A line with `_` for what stands for anything in the brackets of what was done.

    >>> whichever("requires not done move(*, any) or done jump(m, ?)"), whichever("done move(...)")
    ('requires not done move(_, _) or done jump(m, _)', 'done move()')
    """
    return _DONE.sub(_written, text)


def _written(found: re.Match[str]) -> str:
    if _DOTS.fullmatch(found["inputs"]):
        return f"{found['deed']}()"
    inputs = [one.strip() for one in found["inputs"].split(",")]
    return f"{found['deed']}({', '.join('_' if _is_any(one) else one for one in inputs)})"


def _is_any(one: str) -> bool:
    """Whether what stands for one input stands for anything."""
    return _ANY.fullmatch(one) is not None or one.lower() in ANY_WORDS
