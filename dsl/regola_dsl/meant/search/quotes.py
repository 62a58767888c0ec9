"""A line in which a quotation mark has none to go with it: with the other one put in, or without the one too many.

Where a name in quotation marks ends, or begins, only the game tells, whose pieces and places have such names: each
place between two words is tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from regola_dsl.parsing.words import keywords

_MARK = re.compile(r'(?<!\\)"')
_WORD = re.compile(r"\b[^\W\d_][\w']*")
# What stands before a text in a language.
_TAG = re.compile(r"(?:^| )(?P<tag>[a-z]{2,3}) +$")
# What belongs behind a text, not into it.
_BEHIND = re.compile(r'["@#]|  ')
# A line of more words is not gone through.
_WORDS = 30


def with_its_other_mark(text: str) -> Iterator[str]:
    r"""A line with one quotation mark more, or without one of two, if their number is odd and all stand around names.

    >>> list(with_its_other_mark('  "Mill')), list(with_its_other_mark('  "Mill""'))
    (['  "Mill"'], ['  "Mill"'])
    >>> 'then "Mill" else "Ford"' in with_its_other_mark('then "Mill else "Ford"')
    True
    >>> list(with_its_other_mark('en "Mill'))
    []
    """
    marks = [found.start() for found in _MARK.finditer(text)]
    tagged = (_TAG.search(text[:at]) for at in marks)
    if len(marks) % 2 == 0 or any(found is not None and found["tag"] not in keywords() for found in tagged):
        return
    if (twice := text.find('""')) >= 0:
        yield f"{text[:twice]}{text[twice + 1 :]}"
        return
    names = [found.span() for found in _WORD.finditer(text)]
    for begin, end in names if len(names) <= _WORDS else ():
        # Before a word it opens a name, and behind one it closes it.
        if text[:begin][-1:] != '"':
            yield f'{text[:begin]}"{text[begin:]}'
        if text[end:][:1] != '"':
            yield f'{text[:end]}"{text[end:]}'


def closed_at_its_end(text: str, at: int) -> str | None:
    r"""A line whose text in a language is opened at a place and goes on to the end, closed there; None of others.

    >>> closed_at_its_end('en "If the mill', 3), closed_at_its_end('en "Mill @3.4', 3), closed_at_its_end('"Mill', 0)
    ('en "If the mill"', None, None)
    """
    said = text[at + 1 :].rstrip()
    tag = _TAG.search(text[:at])
    if text[at : at + 1] != '"' or tag is None or tag["tag"] in keywords() or not said or _BEHIND.search(said):
        return None
    return f'{text.rstrip()}"'
