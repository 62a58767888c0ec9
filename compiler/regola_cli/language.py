"""The language in which commands are explained: their help, out of the same catalogues as every message.

The help of commands is written in English where it belongs, and is looked up paragraph by paragraph when a command is
loaded. What stands under a `\\b`, lines to type, stays as it is, but for what is said behind one of them, after a gap.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence

import click
from regola_dsl.wording import ENGLISH, languages, localized_template, spoken

_MESSAGES = "--messages"
# What was there before a command was translated, so that it may be translated again.
_ENGLISH = "_regola_english"
messages_option = click.option(
    _MESSAGES,
    type=click.Choice(languages()),
    expose_value=False,
    help="The language of messages and help; by default that of the environment.",
)


def asked_language(words: Sequence[str]) -> str | None:
    """The language that the words of a command ask for, wherever they do; None if they do not, or for none of ours.

    >>> asked_language(["crosscheck", "--messages", "it"]), asked_language(["--messages=it"]), asked_language(["it"])
    ('it', 'it', None)
    """
    told = None
    for place, word in enumerate(words):
        if word == "--":
            break
        if word.startswith(f"{_MESSAGES}="):
            told = word.partition("=")[2]
        elif word == _MESSAGES:
            told = next(iter(words[place + 1 :]), None)
    return told if told in languages() else None


def translate(command: click.Command) -> None:
    """Put the help of a command, and of the commands below it, into the language that is spoken."""
    known: dict[int, tuple[str | None, str | None]] | None = getattr(command, _ENGLISH, None)
    if known is None:
        if not any(_MESSAGES in one.opts for one in command.params):
            messages_option(command)
        if spoken() == ENGLISH:
            return
        known = {id(one): (one.help, _default(one)) for one in command.params if isinstance(one, click.Option)}
        known[id(command)] = (command.help, command.epilog)
        setattr(command, _ENGLISH, known)
    command.help, command.epilog = (_translated(text) for text in known[id(command)])
    for one in command.params:
        if isinstance(one, click.Option) and id(one) in known:
            one.help, default = (_translated(text) for text in known[id(one)])
            if default is not None:
                one.show_default = default
    if isinstance(command, click.Group):
        for below in command.commands.values():
            translate(below)


def help_of(command: click.Command) -> Iterator[str]:
    """All that is said of a command, in English, as catalogues are to have it."""
    yield from _paragraphs(command.help or "")
    yield from _paragraphs(command.epilog or "")
    for one in command.params:
        if isinstance(one, click.Option):
            yield from filter(None, (one.help, _default(one)))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from help_of(below)


def _paragraphs(text: str) -> list[str]:
    """The paragraphs that are translated, each as one line, and what is said behind lines to type."""
    found: list[str] = []
    for part in filter(str.strip, _parted(text)):
        if part.lstrip().startswith("\b"):
            found += [said for _, said in _BEHIND.findall(part)]
        else:
            found.append(" ".join(part.split()))
    return found


# What is said behind a line to type: `end   end the phase`.
_BEHIND = re.compile(r"^( *\S.*? {3,})(\S.*)$", re.MULTILINE)


def _default(option: click.Option) -> str | None:
    """What is said of an option's default, where that is no value."""
    return option.show_default if isinstance(option.show_default, str) else None


def _parted(text: str) -> list[str]:
    return re.split(r"\n\s*\n", inspect.cleandoc(text).partition("\f")[0])


def _translated(text: str | None) -> str | None:
    if not text or spoken() == ENGLISH:
        return text
    return "\n\n".join(
        _BEHIND.sub(lambda line: line[1] + localized_template(line[2]), part)
        if part.lstrip().startswith("\b")
        else localized_template(" ".join(part.split()))
        for part in _parted(text)
    )
