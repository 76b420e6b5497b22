"""Spaces in the order in which they are resolved: dependencies first, cycles as groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from adjudicator.newyork2047.board import Key


def groups(needs: Mapping[Key, Set[Key]]) -> list[tuple[Key, ...]]:
    """Return the strongly connected groups of a graph (space -> the spaces that it depends on), each after
    those that it depends on; the members of a group are sorted. Tarjan's algorithm.

    >>> groups({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})
    [('b', 'c'), ('a',), ('d',)]
    """
    number: dict[Key, int] = {}
    lowest: dict[Key, int] = {}
    path: list[Key] = []
    waiting: set[Key] = set()
    found: list[tuple[Key, ...]] = []

    def visit(space: Key) -> None:
        number[space] = lowest[space] = len(number)
        path.append(space)
        waiting.add(space)
        for other in sorted(needs[space]) if len(needs[space]) > 1 else needs[space]:
            if other not in needs:
                continue
            if other not in number:
                visit(other)
                lowest[space] = min(lowest[space], lowest[other])
            elif other in waiting:
                lowest[space] = min(lowest[space], number[other])
        if lowest[space] == number[space]:
            group = []
            while True:
                member = path.pop()
                waiting.discard(member)
                group.append(member)
                if member == space:
                    break
            found.append(tuple(sorted(group)))

    for space in needs:
        if space not in number:
            if needs[space]:
                visit(space)
            else:  # most spaces depend on nothing
                number[space] = lowest[space] = len(number)
                found.append((space,))
    return found


def reachable(needs: Mapping[Key, Set[Key]], begin: Iterable[Key]) -> list[Key]:
    """Collect these spaces and everything that they depend on, as far as it is in the graph.

    >>> reachable({"a": {"b"}, "b": {"c", "x"}, "c": set(), "d": {"a"}}, ["a"])
    ['a', 'b', 'c']
    """
    found = list(begin)
    seen = set(found)
    for space in found:
        for other in sorted(needs[space] - seen):
            if other in needs:
                seen.add(other)
                found.append(other)
    return found
