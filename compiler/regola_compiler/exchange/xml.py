"""XML from anywhere, read without trust and changed in place.

What is read is a tree that knows where in the text each element begins and ends. Changes are made as stretches of the
text that become another, so that all that is not known here stays as it was: other elements and attributes, comments,
the order of things, blanks.

The standard library's expat is enough for this, and safe as it is used here: a document type that declares anything is
refused before an entity can be, nothing outside the text is ever fetched, and size and depth are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat  # refused here is what bandit warns of: see `read_xml`

from regola_dsl.wording import say

from regola_compiler.exchange.units import Unreadable

MAX_DEPTH = 60
_OPENING = re.compile(rb"""<([^\s/>]+)(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(/?)>""")
_DECLARED = re.compile(r"""\A(<\?xml[^>]*?encoding\s*=\s*)(?!.utf-8)(?:"[^"]*"|'[^']*')""", re.IGNORECASE)
# What no XML text can hold, however it is written.
_UNHEARD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}


@dataclass(eq=False, slots=True)
class Element:
    """An element: its name without a prefix, and where in the UTF-8 text it stands.

    `start` to `inside` is the opening tag, `inside` to `outside` what it holds, `outside` to `end` the closing tag; an
    empty element has `inside == outside == end`.
    """

    name: str
    written: str
    attributes: dict[str, str]
    line: int
    start: int
    inside: int
    outside: int = 0
    end: int = 0
    content: list[Element | str] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether it is written as a single tag."""
        return self.inside == self.end

    @property
    def prefix(self) -> str:
        """What stands before the names of its kind: `xlf:`, or nothing."""
        return self.written[: -len(self.name)]

    def children(self, *names: str) -> list[Element]:
        """The elements right inside it that are called so; all of them without a name."""
        return [one for one in self.content if isinstance(one, Element) and (not names or one.name in names)]

    def child(self, *names: str) -> Element | None:
        """The first element right inside it that is called so."""
        return next(iter(self.children(*names)), None)

    def every(self, name: str) -> Iterator[Element]:
        """All elements inside it that are called so, however deep, in their order."""
        todo = self.children()[::-1]
        while todo:
            one = todo.pop()
            if one.name == name:
                yield one
            todo += one.children()[::-1]

    @property
    def text(self) -> str:
        """The text right inside it, blanks at both ends left out."""
        return "".join(one for one in self.content if isinstance(one, str)).strip()


def read_xml(text: str) -> Element:
    """The outermost element of a text.

    Raises:
        Unreadable: if it is not well-formed, declares entities, or is too deep.
    """
    data = text.encode("utf-8", "surrogatepass")
    parser = expat.ParserCreate("utf-8", " ")
    parser.buffer_text = True
    top: list[Element] = []
    open_: list[Element] = []

    def refuse(message: str) -> None:
        raise Unreadable(message, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(open_) >= MAX_DEPTH:
            refuse(say("the elements are nested more than {max_depth} deep", max_depth=MAX_DEPTH))
        start = parser.CurrentByteIndex
        tag = _OPENING.match(data, start)
        if tag is None:
            refuse(say("this tag cannot be read"))
            return
        plain = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        local = name.rpartition(" ")[2]
        one = Element(local, tag[1].decode("utf-8"), plain, parser.CurrentLineNumber, start, tag.end())
        (open_[-1].content if open_ else top).append(one)
        open_.append(one)

    def finish(_name: str) -> None:
        one = open_.pop()
        if data[one.inside - 2 : one.inside] == b"/>":
            one.outside = one.end = one.inside
        else:
            one.outside = parser.CurrentByteIndex
            one.end = data.index(b">", one.outside) + 1

    def hold(words: str) -> None:
        if open_:
            open_[-1].content.append(words)

    def declare(_name: str, _system: str | None, _public: str | None, declares: int) -> None:
        if declares:
            refuse(say("the document type declares something of its own: entities and the like are not read"))

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, finish, hold
    parser.StartDoctypeDeclHandler = declare
    parser.EntityDeclHandler = lambda *_: refuse(say("entities are not read"))
    parser.SkippedEntityHandler = lambda name, *_: refuse(say("the entity `{name}` is not known", name=name[:40]))
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        told = expat.errors.messages[error.code]
        raise Unreadable(
            say("this is not well-formed XML: {told}", told=told), error.lineno, error.offset + 1
        ) from error
    return top[0]


@dataclass(slots=True)
class Edits:
    """Stretches of a text that become something else."""

    text: str
    _edits: list[tuple[int, int, str]] = field(default_factory=list)

    def replace(self, start: int, end: int, words: str) -> None:
        """What stands between two places of the UTF-8 text becomes `words`."""
        self._edits.append((start, end, words))

    def fill(self, one: Element, words: str) -> None:
        """What an element holds becomes `words`."""
        if one.empty:
            tag = self.text.encode("utf-8")[one.start : one.end].decode("utf-8")
            self.replace(one.start, one.end, f"{tag[:-2].rstrip()}>{words}</{one.written}>")
        else:
            self.replace(one.inside, one.outside, words)

    def append(self, one: Element, words: str) -> None:
        """Whole lines are put at the end of what an element holds."""
        if not words:
            return
        if one.empty:
            self.fill(one, f"\n{words}")
            return
        held = self.text.encode("utf-8")[one.inside : one.outside]
        blanks = len(held) - len(held.rstrip(b" \t"))
        lined = held[: len(held) - blanks].endswith(b"\n")
        start = one.outside - (blanks if lined else 0)
        self.replace(start, start, words if lined else f"\n{words}")

    def done(self) -> str:
        """The text with every change made; it is UTF-8 from now on, whatever it was."""
        data = self.text.encode("utf-8")
        for start, end, words in sorted(self._edits, key=lambda edit: edit[:2], reverse=True):
            data = data[:start] + words.encode("utf-8") + data[end:]
        return _DECLARED.sub(lambda found: f'{found[1]}"UTF-8"', data.decode("utf-8"))


def escaped(text: str) -> str:
    """A text as it stands between tags."""
    return "".join(_ESCAPES.get(char, char) for char in text)


def attribute(text: str) -> str:
    """A text as it stands in an attribute, with its quotes."""
    inner = escaped(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")
    return '"' + _UNHEARD.sub("\N{REPLACEMENT CHARACTER}", inner) + '"'


def with_placeholders(text: str, mark: Callable[[int, str], str]) -> str:
    """A text as it stands between tags; what XML cannot hold becomes what `mark` makes of its number and itself."""
    parts, last = [], 0
    for number, found in enumerate(_UNHEARD.finditer(text), 1):
        parts += [escaped(text[last : found.start()]), mark(number, found[0])]
        last = found.end()
    return "".join([*parts, escaped(text[last:])])


def inner_text(one: Element, through: Iterable[str], meant: Callable[[Element], str | None]) -> tuple[str, str]:
    """The text of an element, and the first element in it that has no meaning in a text of the rules.

    Elements of the names in `through` are passed through for what they hold; `meant` is the sign that any other stands
    for, if it is one of those that `marked` makes.
    """
    words, strange = "", ""
    passed = frozenset(through)
    for item in one.content:
        if isinstance(item, str):
            words += item
        elif item.name in passed:
            inner, odd = inner_text(item, passed, meant)
            words, strange = words + inner, strange or odd
        elif (sign := meant(item)) is not None:
            words += sign
        else:
            strange = strange or item.name
    return words, strange
