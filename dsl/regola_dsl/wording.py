"""What the tools say to whoever uses them, and in which language.

A message is a template in English with named values: `say("the text has {found}", found="4")`. What comes back is that
sentence in English, a `str` like any other, which remembers what it was made of; where it is shown, `localized` puts it
into the language that was asked for. So nothing below knows of languages, and English costs nothing.

Other languages are catalogues of gettext, `messages/<language>.po`, which translators' programs open: a further
language is a further file. A catalogue is compiled once and kept with the other results (`regola_dsl.cache`), where
click finds its own words ("Usage", "Options") as well.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

ENGLISH = "en"
CATALOGUES = Path(__file__).parent / "messages"
# Those that gettext asks for the language of messages, the first that says anything before the others.
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
# So long a compiled catalogue is left for a version that has it.
_DAYS = 7

Value: TypeAlias = "str | int | float"


class Said(str):
    """A sentence in English that remembers its template, the one for several things if it counts, and its values."""

    __slots__ = ("many", "template", "values")
    template: str
    many: str
    values: dict[str, Value]


def say(template: str, /, **values: object) -> Said:
    """A template with its values; those that are sentences themselves are translated with it.

    A number is given as it is, and the template says how it is written, `{lines:,}`: each language has its own marks.

    >>> say("`{name}` stands twice", name="calm")
    '`calm` stands twice'
    """
    return _said(template, "", values)


def say_number(one: str, many: str, /, number: int, **values: object) -> Said:
    """One of two templates, by whether `number` is one; both have it as `{number}`.

    >>> say_number("{number} more place", "{number} more places", 2)
    '2 more places'
    """
    return _said(one, many, {"number": number, **values})


def enumerated(texts: Sequence[str], between: str) -> str:
    """Messages in a row, each translated with the whole.

    >>> enumerated([say("one"), "two"], "; ")
    'one; two'
    """
    values = {f"text{number}": text for number, text in enumerate(texts)}
    return _said(between.join(f"{{{name}}}" for name in values), "", values)


def said_again(said: Said, values: Mapping[str, object]) -> Said:
    """A message with other values.

    >>> said_again(say("section {section}", section=""), {"section": "9.5"})
    'section 9.5'
    """
    return _said(said.template, said.many, values)


def later(template: str) -> str:
    """A template that is not said here, so that it is found for the catalogues."""
    return template


def _said(template: str, many: str, values: Mapping[str, object]) -> Said:
    known: dict[str, Value] = {
        name: value if isinstance(value, (int, float, str)) else str(value) for name, value in values.items()
    }
    said = Said((many if many and known["number"] != 1 else template).format(**known))
    said.template, said.many, said.values = template, many, known
    return said


def message_of(error: BaseException) -> str:
    """What an error says, still with its template: `str` of it would forget that.

    >>> message_of(ValueError(say("{what} is", what="this"))).template
    '{what} is'
    """
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def plain(text: str) -> Any:
    """A message as JSON can hold it: what it is made of, or the text itself if it is no more than that."""
    if not isinstance(text, Said):
        return text
    values = {name: plain(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return [text.template, text.many, values]


def from_plain(data: Any) -> str:
    """A message from what `plain` made of it.

    >>> from_plain(plain(say("{what} is", what=say("this")))) == "this is", from_plain("as it was kept before")
    (True, 'as it was kept before')

    Raises:
        TypeError, ValueError, KeyError, AttributeError: if it is something else.
    """
    if isinstance(data, str):
        return data
    template, many, values = data
    known = {
        str(name): value if isinstance(value, (int, float)) else from_plain(value) for name, value in values.items()
    }
    return _said(str(template), str(many), known)


# --- languages -------------------------------------------------------------------------------


def primary_subtag(tag: str) -> str:
    """The language of a tag (BCP 47), whatever country or script it names besides.

    >>> primary_subtag("pt-BR"), primary_subtag("IT"), primary_subtag("")
    ('pt', 'it', '')
    """
    return tag.partition("-")[0].casefold()


class _Spoken:
    """The language that was asked for, and what was in the environment before."""

    language = ENGLISH
    catalogue: gettext.GNUTranslations | None = None
    before: str | None = None


def languages() -> list[str]:
    """The languages there are, English first."""
    return [ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po"))]


def preferred(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, as gettext reads it; English if there is none, or none of ours.

    >>> preferred({"LANG": "it_IT.UTF-8"}), preferred({"LANG": "it_IT", "LC_ALL": "C"}), preferred({"LANG": "xx"})
    ('it', 'en', 'en')
    """
    known = languages()
    # Who asks for no language at all, "C", is not asked for a list of them.
    locale = next((environment[name] for name in VARIABLES[1:] if environment.get(name)), "")
    if locale.partition(".")[0] in {"C", "POSIX"}:
        return ENGLISH
    told = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    for one in told.split(":"):
        language = one.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].casefold()
        if language in known:
            return language
    return ENGLISH


def speak(language: str | None = None) -> str:
    """Show messages in a language from here on, without one in that of the environment; the language it is."""
    if _Spoken.language != ENGLISH:
        os.environ.pop("LANGUAGE", None)
        if _Spoken.before is not None:
            os.environ["LANGUAGE"] = _Spoken.before
    chosen = preferred(os.environ) if language is None else language
    _Spoken.language, _Spoken.catalogue = chosen, None
    if chosen == ENGLISH:
        gettext.textdomain("messages")
        return chosen
    _Spoken.catalogue, domain, place = _catalogue(chosen)
    _Spoken.before = os.environ.get("LANGUAGE")
    # What click says itself, and what processes of our own say, is in the same language.
    os.environ["LANGUAGE"] = chosen
    gettext.bindtextdomain(domain, place)
    gettext.textdomain(domain)
    return chosen


def spoken() -> str:
    """The language that messages are shown in."""
    return _Spoken.language


def localized(text: str) -> str:
    """A message in the language that was asked for; what was said in no template stays as it is."""
    catalogue = _Spoken.catalogue
    return str(text) if catalogue is None or not isinstance(text, Said) else _translated(text, catalogue)


def localized_template(text: str) -> str:
    """A text without values, in the language that was asked for: a title, the help of a command."""
    catalogue = _Spoken.catalogue
    return text if catalogue is None or not text else catalogue.gettext(text)


def in_language(text: str, language: str) -> str:
    """A message in a language, whatever was asked for: that of the book, in what goes to its publisher."""
    if language not in languages() or language == ENGLISH or not isinstance(text, Said):
        return str(text)
    return _translated(text, _catalogue(language)[0])


def template_in(text: str, language: str) -> str:
    """A text without values in a language, whatever was asked for."""
    return text if language not in languages() or language == ENGLISH else _catalogue(language)[0].gettext(text)


def _translated(text: Said, catalogue: gettext.GNUTranslations) -> str:
    values = {
        name: _translated(value, catalogue) if isinstance(value, Said) else value for name, value in text.values.items()
    }
    if text.many:
        template = catalogue.ngettext(text.template, text.many, int(values["number"]))
    else:
        # Nothing is what gettext keeps the head of a catalogue under.
        template = catalogue.gettext(text.template) if text.template else ""
    return _Written(catalogue).vformat(template, (), values)


def number_as_written(number: float, written: str, language: str) -> str:
    """A number in the marks of a language; `written` is how, as in a template.

    >>> number_as_written(1000, ",", "en"), number_as_written(1000, ",", "it"), number_as_written(0.25, ".2f", "it")
    ('1,000', '1.000', '0,25')
    """
    if language not in languages() or language == ENGLISH:
        return format(number, written)
    return _Written(_catalogue(language)[0]).format_field(number, written)


def as_spoken(number: float, written: str) -> str:
    """A number in the marks of the language that was asked for; `written` is how, as in a template."""
    return number_as_written(number, written, _Spoken.language)


class _Written(Formatter):
    """What fills a template in, with the numbers as a language writes them: one stands in its catalogue as a sample."""

    def __init__(self, catalogue: gettext.GNUTranslations) -> None:
        told = catalogue.gettext(later("1,000.5"))
        self._marks = str.maketrans(",.", told[1] + told[-2])

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value; one that is told how to be written is a number."""
        told = str(format(value, format_spec))
        counts = isinstance(value, (int, float)) and format_spec[-1:] in {",", "f", "g", "%"}
        return told.translate(self._marks) if counts else told


@cache
def _catalogue(language: str) -> tuple[gettext.GNUTranslations, str, str]:
    """A catalogue, the domain that gettext finds it under, and the folder of that."""
    from hashlib import blake2b

    from regola_dsl.cache import folder

    source = CATALOGUES / f"{language}.po"
    domain = f"regola-{blake2b(source.read_bytes(), digest_size=8).hexdigest()}"
    kept = folder()
    root = _passing() if kept is None else kept / "messages"
    place = root / language / "LC_MESSAGES" / f"{domain}.mo"
    try:
        with place.open("rb") as stream:
            return gettext.GNUTranslations(stream), domain, str(root)
    except (OSError, ValueError, UnicodeError):
        return _compiled(source, place), domain, str(root)


def _compiled(source: Path, place: Path) -> gettext.GNUTranslations:
    """A catalogue as gettext reads it, kept at a place if that can be written; those of some days ago go."""
    import tempfile
    from io import BytesIO
    from time import time

    import polib

    binary = polib.pofile(str(source)).to_binary()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.glob("regola-*.mo"):
            # Another version may run beside us, and click look for its words there at any time.
            if time() - old.stat().st_mtime > _DAYS * 24 * 60 * 60:
                old.unlink(missing_ok=True)
        handle, path = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(binary)
        Path(path).replace(place)
    except OSError:
        pass  # it is compiled again the next time
    return gettext.GNUTranslations(BytesIO(binary))


def _passing() -> Path:
    """A folder for as long as we run, where nothing may be kept."""
    import atexit
    import shutil
    import tempfile

    place = Path(tempfile.mkdtemp(prefix="regola-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place
