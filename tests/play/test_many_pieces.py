"""Positions of many pieces: what is kept of them along the way is what would be found anew."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_runtime import Frozen, Game, Index
from regola_runtime.played.memory import MANY
from support.effort import drawn
from support.many_pieces import module_of_many


def anew(position: Any) -> Any:
    """The same position, of which nothing is known yet."""
    return pickle.loads(pickle.dumps(position))  # noqa: S301  our own


def fresh(index: Index[Any]) -> Index[Any]:
    """The same index, which knows nothing yet."""
    return Index(index._keys, ("every_Unit", *index._fields), index._functions)  # noqa: SLF001


@settings(max_examples=drawn(6), deadline=None)
@given(seed=st.integers(0, 10_000), pieces=st.sampled_from([6, MANY, 3 * MANY]))
def test_an_index_that_is_kept_is_the_one_made_anew(seed: int, pieces: int) -> None:
    module, chance = module_of_many(pieces), Random(seed)
    index = module._Unit_by_column_row  # noqa: SLF001
    positions = [module.start()]
    game, most = module.PLAY, 0
    for _ in range(60):
        # One goes on from the last, and now and then back to an earlier one.
        position = positions[-1] if chance.random() < 0.7 else chance.choice(positions[-12:])
        moved = chance.choice(position.every_Unit)
        ways = [way for way in module.Way if 1 <= position.Unit_row[moved,] + module.step_(way).up <= 99]
        ways = [way for way in ways if 1 <= position.Unit_column[moved,] + module.step_(way).right <= 99]
        if position.Unit_tired.get((moved,), 0) == 9 or not ways:
            continue
        after, _ = game.rules.deeds["march"].do(position, (moved, chance.choice(ways)), {})
        positions.append(after)
        for asked in (after, position):
            found = index.found(asked)
            assert found == fresh(index).found(asked)
            most = max(most, *map(len, found.values()))
            assert sorted(map(str, asked.every_Unit)) == sorted(str(one) for those in found.values() for one in those)
    assert most > 1  # some have met, and stand in the order of the list


@settings(max_examples=drawn(6), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_hash_that_is_kept_is_the_one_of_an_equal_position(seed: int) -> None:
    module = module_of_many(60)
    game, chance = Game(module.PLAY, seed=seed), Random(seed)
    for _ in range(20):
        hash(game.position)
        game.push(chance.choice(game.legal_moves))
        other = anew(game.position)
        assert other == game.position
        assert hash(other) == hash(game.position)
    assert game.position.every_Unit != module.start().every_Unit or game.position != module.start()


def test_a_position_of_many_is_copied_pickled_and_written() -> None:
    module = module_of_many(500)
    game = Game(module.PLAY, seed=1)
    before = game.position
    game.push(game.legal_moves[0])
    position = game.position
    assert position != before
    assert anew(position) == copy.deepcopy(position) == copy.copy(position) == position
    assert module.Position.from_json(json.loads(json.dumps(position.to_json()))) == position
    game.pop()
    assert game.position is before


@settings(max_examples=drawn(30), deadline=None)
@given(st.dictionaries(st.integers(0, 9), st.integers()), st.dictionaries(st.integers(0, 9), st.integers()))
def test_what_a_mapping_was_made_of_is_known_by_the_keys_that_differ(first: Any, changes: Any) -> None:
    old: Frozen[int, int] = Frozen(first)
    hash(old)
    new = old.plus(changes)
    gone = [key for key in new if key % 2]
    last = new.minus(gone)
    for made, of in ((new, old), (last, new), (last, old)):
        differ = {key for key in {*made, *of} if dict(made).get(key) != dict(of).get(key)}
        assert differ <= (made.changed_since(of) or set())
        assert hash(made) == hash(Frozen(dict(made)))
    assert old.changed_since(new) is None
    far = last
    for _ in range(9):
        far = far.plus({})
    assert far.changed_since(old) is None


def test_a_piece_that_nobody_placed_is_looked_for_one_by_one() -> None:
    module = module_of_many(3 * MANY)
    position, index = module.start(), module._Unit_by_column_row  # noqa: SLF001
    index.found(position)
    lost = position.every_Unit[0]
    other = position.replaced({"Unit_row": position.Unit_row.minus([(lost,)])})
    with pytest.raises(module.NoAnswer):
        index.found(other)
    with pytest.raises(module.NoAnswer):
        module.heap(other, 1, 1)
    assert index.found(position) == fresh(index).found(position)
