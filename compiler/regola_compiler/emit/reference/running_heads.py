"""Running heads for the printed page: the game at the left, the part or the chapter at the right.

What stands in a page's margin can only be said by a style, and only as a string; hence a named page for each part in
each mode, of which the attribute that chooses the mode chooses one. Texts of a game stand in these strings with all
that is no letter escaped, so that none can end its string, let alone the style.
"""

from __future__ import annotations

from collections.abc import Iterator

from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.text.languages import ShownTexts

_PARTS = ("sequences", "rules", "position", "assumptions", "types", "examples", "errata", "glossary", "sections")


def running_heads(page: Page) -> str:
    """The rules of the style that put heads on the pages of each part, in each mode."""
    heads = list(_heads(page))
    rules = []
    for mode in page.languages.modes:
        game = _string(_seen(page.title, mode))
        for label, shown in heads:
            name = f"p-{label}-{mode}"
            right = _string(_seen(shown, mode))
            rules.append(
                f"@page {name}{{@top-left{{content:{game}}}@top-right{{content:{right}}}}}\n"
                f'@media print{{[data-show="{mode}"] section[aria-labelledby="{label}"]{{page:{name}}}}}\n'
            )
    return "".join(rules)


def _heads(page: Page) -> Iterator[tuple[str, ShownTexts]]:
    """What stands over each part of the page, by the id of its heading."""
    yield from ((part, page.word(part)) for part in _PARTS)


def _seen(shown: ShownTexts, mode: str) -> str:
    """A text as it is seen in a mode."""
    return " / ".join(one.text for one in shown if mode in one.modes.split())


def _string(text: str) -> str:
    r"""A string of a style, in which only letters, digits and blanks stand as they are.

    >>> print(_string('a "b" </style>'))
    "a \22 b\22  \3c \2f style\3e "
    """
    return (
        '"' + "".join(letter if letter.isalnum() or letter == " " else f"\\{ord(letter):x} " for letter in text) + '"'
    )
