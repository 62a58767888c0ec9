"""A YAML file that is read again without its parser says the same, at the same lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.project.kept_yaml import LinedMapping, dump_data, load_data
from regola_compiler.project.yaml_file import load_yaml, place_of
from regola_dsl import cache
from ruamel.yaml import YAML
from support.effort import drawn
from support.paths import GAMES

FILES = [path for path in sorted(GAMES.rglob("*.yaml")) if "sources" not in path.parts]
WORDS = st.text("abc ü#:\"'-\n", max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 10**20) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)


def places(data: Any, steps: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all parts."""
    yield steps
    parts: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, part in parts:
        yield from places(part, (*steps, step))


def hold_alike(read: Any, kept: Any) -> None:
    assert kept == read
    assert [type(kept)] != [type(read)]
    for steps in places(read):
        for way in (steps, (*steps, "no such part")):
            assert place_of(kept, list(way), "x") == place_of(read, list(way), "x")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_files_of_the_games(path: Path) -> None:
    read = YAML(typ="rt").load(path.read_text("utf-8"))
    hold_alike(read, load_data(dump_data(read) or ""))


@settings(max_examples=drawn(60), deadline=None)
@given(st.dictionaries(st.sampled_from("abcd"), VALUES, min_size=1))
def test_any_file(tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]) -> None:
    file = tmp_path_factory.mktemp("yaml") / "one.yaml"
    YAML(typ="rt").dump(data, file)
    read = YAML(typ="rt").load(file)
    hold_alike(read, load_data(dump_data(read) or ""))


@pytest.mark.parametrize("text", ["a: 2026-11-22", "a: 1.50", "1.5: a", "? [a]\n: b"])
def test_what_is_no_plain_value_is_not_kept(text: str) -> None:
    assert dump_data(YAML(typ="rt").load(text)) is None


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", "3", '["m",[[1]]]', '["x",[]]', '["l",[]]', '["m",3]'])
def test_what_was_not_kept_is_not_read(text: str) -> None:
    assert load_data(text) is None


def test_a_file_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And again once it says something else."""
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    cache.folder.cache_clear()
    file = tmp_path / "game.yaml"
    file.write_text((GAMES / "lantern_pass" / "game.yaml").read_text("utf-8"), "utf-8")
    first, again = (load_yaml(file, "game.yaml", "game") for _ in range(2))
    assert (type(first[0]) is LinedMapping, type(again[0]) is LinedMapping) == (False, True)
    assert first == again
    file.write_text(file.read_text("utf-8") + "nonsense: 3\n", "utf-8")
    assert [one.code.slug for one in load_yaml(file, "game.yaml", "game")[1]] == ["bad-yaml"]
    cache.folder.cache_clear()
