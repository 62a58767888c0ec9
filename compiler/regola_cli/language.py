"""The language in which commands are explained: their help, out of the same catalogues as every message.

The help of commands is written in English where it belongs, and is looked up paragraph by paragraph when a command is
loaded. What stands under a `\\b`, lines to type, stays as it is, but for what is said behind one of them, after a gap,
and for a reason that is given. So is the word for what is to be typed behind an option, `FILE`.

What click says itself it looks for under its own English in the catalogue of gettext; ours has that too.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence

import click
from regola_dsl.wording import ENGLISH, languages, localized_template, spoken

from regola_cli.choices import SpokenChoice

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
    known: dict[tuple[int, str], str | None] | None = getattr(command, _ENGLISH, None)
    if known is None:
        if not any(_MESSAGES in one.opts for one in command.params):
            messages_option(command)
        if spoken() == ENGLISH:
            return
        known = {(id(one), name): text for one in _told(command) for name, text in _texts(one).items() if text}
        setattr(command, _ENGLISH, known)
    for one in _told(command):
        for name in _texts(one):
            if (id(one), name) in known:
                setattr(one, name, _translated(known[id(one), name]))
        if isinstance(one, click.Parameter) and isinstance(one.type, _OWN_NAMES):
            # What click calls a number is said in its messages, and in place of a word for what is typed.
            one.type.name = localized_template(type(one.type).name)
    if isinstance(command, click.Group):
        for below in command.commands.values():
            translate(below)


def help_of(command: click.Command) -> Iterator[str]:
    """All that is said of a command, in English, as catalogues are to have it."""
    for one in _told(command):
        for text in filter(None, _texts(one).values()):
            yield from _paragraphs(text)
        if isinstance(one, click.Parameter) and isinstance(one.type, SpokenChoice):
            yield from one.type.choices
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from help_of(below)


def _paragraphs(text: str) -> list[str]:
    """The paragraphs that are translated, each as one line, and what is said behind lines to type."""
    found: list[str] = []
    for part in filter(str.strip, _parted(text)):
        if part.lstrip().startswith("\b"):
            found += [said for _, said in _BEHIND.findall(part)] + _QUOTED.findall(part)
        else:
            found.append(" ".join(part.split()))
    return found


# What is said behind a line to type: `end   end the phase`.
_BEHIND = re.compile(r"^( *\S.*? {3,})(\S.*)$", re.MULTILINE)
# What is told in one of them in a sentence of its own: `--because "the second printing has 4"`.
_QUOTED = re.compile(r'--because "([^"]+)"')


def _told(command: click.Command) -> list[click.Command | click.Parameter]:
    """A command and its words, of which something is said."""
    return [command, *command.params]


def _texts(told: click.Command | click.Parameter) -> dict[str, str | None]:
    """What is said of a command or of one of its words: under the names that click has it by."""
    names = ["metavar"]
    if isinstance(told, click.Command):
        names = [
            "help",
            "epilog",
            "options_metavar",
            *(["subcommand_metavar"] if isinstance(told, click.Group) else []),
        ]
    elif isinstance(told, click.Option):
        names += ["help", "show_default"]
    texts = {name: getattr(told, name) for name in names}
    return {name: text if isinstance(text, str) else None for name, text in texts.items()}


_OWN_NAMES = (type(click.STRING), type(click.INT), type(click.FLOAT), click.IntRange, click.FloatRange)


def _parted(text: str) -> list[str]:
    return re.split(r"\n\s*\n", inspect.cleandoc(text).partition("\f")[0])


def _translated(text: str | None) -> str | None:
    if not text or spoken() == ENGLISH:
        return text
    return "\n\n".join(
        _QUOTED.sub(
            lambda told: told[0].replace(told[1], localized_template(told[1])),
            _BEHIND.sub(lambda line: line[1] + localized_template(line[2]), part),
        )
        if part.lstrip().startswith("\b")
        else localized_template(" ".join(part.split()))
        for part in _parted(text)
    )
