"""What is kept on disk, fingerprints and ids of segments, names a node by its tag: every node must have one of its own."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import ModuleType

import pytest
from regola_compiler.model import program, types
from regola_dsl import tree


def nodes(module: ModuleType) -> list[type]:
    own = [
        item for item in vars(module).values() if isinstance(item, type) and item.__module__.startswith(module.__name__)
    ]
    found = [item for item in own if is_dataclass(item) and item is not program.Program]
    assert found
    return found


@pytest.mark.parametrize("module", [program, types], ids=["program", "types"])
def test_every_node_of_the_model_has_a_tag(module: ModuleType) -> None:
    assert [node.__name__ for node in nodes(module) if not isinstance(vars(node).get("tag"), str)] == []


def test_everything_with_texts_in_the_surface_tree_has_a_tag_that_no_other_has() -> None:
    spoken = [node for node in nodes(tree) if {"texts", "reason"} & {part.name for part in fields(node)}]
    assert [node.__name__ for node in spoken if not isinstance(vars(node).get("tag"), str)] == []
    assert len({vars(node)["tag"] for node in spoken}) == len(spoken)


def test_a_tag_is_no_field() -> None:
    assert all("tag" not in node.__dataclass_fields__ for module in (program, types) for node in nodes(module))
