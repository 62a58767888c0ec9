"""Graphs of names: what rests on what, what comes first, what goes in a circle.

A graph is a mapping from each node to its successors, in their order; a successor that is no key has none of its own.
Every answer depends on the order of keys and successors alone, never on hashes, so that findings keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from typing import TypeAlias, TypeVar

N = TypeVar("N")
Graph: TypeAlias = Mapping[N, Iterable[N]]


def reachable(starts: Iterable[N], successors: Callable[[N], Iterable[N]]) -> list[N]:
    """All that is reached from `starts`, these among it, each once, in the order in which it is first met."""
    found = dict.fromkeys(starts)
    todo = list(found)
    while todo:
        new = [node for node in dict.fromkeys(successors(todo.pop())) if node not in found]
        found.update(dict.fromkeys(new))
        todo += new
    return list(found)


def reaching(graph: Graph[N], targets: Iterable[N]) -> set[N]:
    """All nodes from which one of `targets` is reached, and the targets themselves."""
    predecessors: dict[N, list[N]] = {}
    for node, successors in graph.items():
        for successor in successors:
            predecessors.setdefault(successor, []).append(node)
    return set(reachable(targets, lambda node: predecessors.get(node, ())))


def depth_first(graph: Graph[N]) -> tuple[list[N], list[tuple[N, ...]]]:
    """The keys of a graph, each behind those it leads to, and the circles that are met on the way.

    A circle is closed by an edge back to a node the walk has not left: there is one for each such edge, from that node
    on, and none if and only if the graph has no circle (Tarjan 1972, Depth-first search and linear graph algorithms).
    """
    order: list[N] = []
    circles: list[tuple[N, ...]] = []
    seen: set[N] = set()
    for start in graph:
        way: dict[N, Iterator[N]] = {} if start in seen else {start: iter(dict.fromkeys(graph[start]))}
        while way:
            node, left = next(reversed(way.items()))
            successor = next((name for name in left if name in way or (name in graph and name not in seen)), None)
            if successor is None:
                seen.add(node)
                order.append(node)
                del way[node]
            elif successor in way:
                members = list(way)
                circles.append(tuple(members[members.index(successor) :]))
            else:
                way[successor] = iter(dict.fromkeys(graph[successor]))
    return order, circles


def strong_components(graph: Graph[N]) -> Iterator[tuple[N, ...]]:
    """The largest groups of keys that lead to one another, each behind those it leads to (Tarjan 1972, as above)."""
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: dict[N, None] = {}
    for start in graph:
        way: list[tuple[N, Iterator[N]]] = []
        if start not in index:
            index[start] = low[start] = len(index)
            stack[start] = None
            way.append((start, iter(graph[start])))
        while way:
            node, left = way[-1]
            for successor in left:
                if successor not in graph:
                    continue
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack[successor] = None
                    way.append((successor, iter(graph[successor])))
                    break
                if successor in stack:
                    low[node] = min(low[node], index[successor])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[node])
                if low[node] == index[node]:
                    members = [stack.popitem()[0]]
                    while members[-1] != node:
                        members.append(stack.popitem()[0])
                    yield tuple(reversed(members))


def circle_through(graph: Graph[N], start: N) -> tuple[N, ...]:
    """The nodes on a way from one node over others back to itself, it first; nothing if there is none."""
    ways: list[tuple[N, ...]] = [(start,)]
    seen = {start}
    while ways:
        way = ways.pop()
        for successor in graph.get(way[-1], ()):
            if successor == start and len(way) > 1:
                return way
            if successor not in seen:
                seen.add(successor)
                ways.append((*way, successor))
    return ()


def inner_first(graph: Graph[N]) -> list[N]:
    """The keys of a graph in rounds: in each, in their own order, those that lead to nothing that is left.

    Raises:
        graphlib.CycleError: The graph has a circle.
    """
    sorter = TopologicalSorter({node: [name for name in graph[node] if name in graph] for node in graph})
    sorter.prepare()
    place = {node: number for number, node in enumerate(graph)}
    order: list[N] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=place.__getitem__)
        order += ready
        sorter.done(*ready)
    return order
