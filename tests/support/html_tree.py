"""An HTML page as a tree, for the tests of what is written as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "input", "wbr", "br"})


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def seen(self, mode: str) -> str:
        """The text that is seen in a mode of the page."""
        if mode not in self.attributes.get("data-in", mode).split():
            return ""
        return "".join(child if isinstance(child, str) else child.seen(mode) for child in self.children)

    def walk(self) -> Iterator[Node]:
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [child for child in reversed(node.children) if isinstance(child, Node)]

    def all(self, tag: str) -> list[Node]:
        return [node for node in self.walk() if node.tag == tag]

    def classed(self, name: str) -> list[Node]:
        return [node for node in self.walk() if name in node.attributes.get("class", "").split()]

    def id(self, name: str) -> Node:
        return next(node for node in self.walk() if node.attributes.get("id") == name)


class Reader(HTMLParser):
    """A tree of the page, which must close what it opens in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.here = Node("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice"
        node = Node(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.here.tag, f"</{tag}> closes <{self.here.tag}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def read(text: str) -> Node:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.tag}> is never closed"
    return reader.root


def assert_sound(page: Node) -> None:
    """Ids are unique, links lead somewhere, tables have captions."""
    named = [node.attributes["id"] for node in page.walk() if "id" in node.attributes]
    ids = set(named)
    assert len(named) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in ids)
    targets = [node.attributes["href"] for node in page.all("a")]
    assert targets
    assert {target for target in targets if target.removeprefix("#") not in ids} == set()
    for name in ("for", "aria-labelledby"):
        assert all(node.attributes[name] in ids for node in page.walk() if name in node.attributes)
    assert all(node.all("caption") for node in page.all("table"))
    assert all("scope" in node.attributes for node in page.all("th"))
