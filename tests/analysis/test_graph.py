"""Graphs of names, held against what the definitions of the words say."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from regola_compiler.model.graph import circle_through, depth_first, inner_first, reachable, reaching

NODES = range(6)
GRAPHS = st.dictionaries(st.sampled_from(NODES), st.lists(st.sampled_from(NODES), max_size=4))


def _closure(graph: dict[int, list[int]]) -> dict[int, set[int]]:
    """What each node leads to over one edge or more, by Warshall's three loops."""
    found = {node: set(graph.get(node, ())) for node in NODES}
    for middle in NODES:
        for node in NODES:
            if middle in found[node]:
                found[node] |= found[middle]
    return found


@given(GRAPHS, st.sets(st.sampled_from(NODES)))
def test_what_is_reached_and_what_reaches_is_the_closure(graph: dict[int, list[int]], some: set[int]) -> None:
    closure = _closure(graph)
    assert set(reachable(sorted(some), lambda node: graph.get(node, ()))) == some.union(*(closure[n] for n in some))
    assert reaching(graph, some) == some | {node for node in graph if closure[node] & some}


@given(GRAPHS)
def test_circles_are_met_where_there_are_any_and_follow_edges(graph: dict[int, list[int]]) -> None:
    closure = _closure(graph)
    order, circles = depth_first(graph)
    assert sorted(order) == sorted(graph)
    assert bool(circles) == any(node in closure[node] for node in NODES)
    for circle in circles:
        assert all(after in graph[before] for before, after in pairwise([*circle, circle[0]]))


@given(GRAPHS, st.sampled_from(NODES))
def test_a_circle_goes_through_its_node_and_over_another(graph: dict[int, list[int]], start: int) -> None:
    circle = circle_through(graph, start)
    others = _closure({**graph, start: [node for node in graph.get(start, ()) if node != start]})
    assert bool(circle) == (start in others[start])
    assert all(after in graph[before] for before, after in pairwise([*circle, *circle[:1]]))
    assert circle[:1] in {(), (start,)}


@given(GRAPHS)
def test_each_stands_behind_what_it_leads_to(graph: dict[int, list[int]]) -> None:
    without_circles = {node: [other for other in others if other < node] for node, others in graph.items()}
    for order in (depth_first(without_circles)[0], inner_first(without_circles)):
        assert sorted(order) == sorted(without_circles)
        place = {node: number for number, node in enumerate(order)}
        for node, others in without_circles.items():
            assert all(place[other] < place[node] for other in others if other in place)


def test_rounds_keep_the_order_of_the_keys() -> None:
    assert inner_first({"b": ["d"], "a": ["b"], "d": [], "c": []}) == ["d", "c", "b", "a"]
