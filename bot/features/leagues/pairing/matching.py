"""Everybody in pairs, at the least cost of all: an exact answer (Edmonds' blossoms, with prices).

Each vertex has a price; two together never pay more than their pair costs. A pair that costs just what its
two pay is *tight*, and only tight ones become mates: when all are paired, no other pairing can cost less,
because it would cost at least the same prices. So the prices prove the answer.

A vertex without a mate looks for another along tight pairs, by turns some that are no mates and some that are
(a tree: *outer* and *inner* vertices). Where it finds none, the prices of outer ones rise and those of inner
ones fall until one more pair is tight. An odd ring of tight pairs in the tree becomes a *blossom*, which acts
as one vertex from then on. It has a worth: by twice as much the two of a pair within it may have to pay too
much. It stays until that is used up. All numbers are whole: prices are kept doubled.

Sources: J. Edmonds, Maximum matching and a polyhedron with 0,1-vertices (1965); Z. Galil, Efficient
algorithms for finding maximum matching in graphs (1986).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

FREE, OUTER, INNER = 0, 1, 2
Edge = tuple[int, int]


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The mate of each: everybody in pairs at the least total cost. costs[a][b] = costs[b][a], whole; the
    number of rows is even.

    >>> cheapest([[0, 1, 4, 9], [1, 0, 9, 4], [4, 9, 0, 9], [9, 4, 9, 0]])
    [2, 3, 0, 1]
    """
    if len(costs) % 2:
        raise ValueError("an odd number cannot be paired")
    matcher = Matcher(costs)
    matcher.run()
    return matcher.mate


class Matcher:
    """One computation.

    never:  a rise that prices never reach, whatever the costs
    mate:   of each vertex, -1 if it has none yet
    price:  of each vertex, doubled; while a tree grows less `rise` for outer and more for inner ones, so
            that nothing needs to be written when prices move
    worth:  of each blossom, in the same way
    top:    the outermost blossom of each vertex (vertices are blossoms of one)
    parts, links: the ring of a blossom: links[i] leads from parts[i] to parts[i + 1]; the base is in parts[0]
    base:   the vertex of a blossom whose mate is outside
    """

    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        self.size = len(costs)
        self.never = 1 << (max(map(max, costs), default=0) * self.size).bit_length() + 4
        self.twice = [[2 * cost for cost in row] for row in costs]
        self.price = [min((*row[:v], *row[v + 1 :])) for v, row in enumerate(costs)]
        self.mate = [-1] * self.size
        self.top = list(range(self.size))
        self.above: dict[int, int] = {}
        self.parts: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.base = {v: v for v in range(self.size)}
        self.worth: dict[int, int] = {}
        self._names = self.size
        self._plant()

    def run(self) -> None:
        """Pair everybody."""
        self._begin()
        for root in range(self.size):
            if self.mate[root] < 0:
                self._plant()
                self._outer(self.top[root], None)
                while self._grow():
                    pass
                self._settle()

    def _begin(self) -> None:
        """Pair who can be paired without looking further."""
        for u, row in enumerate(self.twice):
            if self.mate[u] < 0:
                for v in range(u + 1, self.size):
                    if self.mate[v] < 0 and row[v] == self.price[u] + self.price[v]:
                        self.mate[u], self.mate[v] = v, u
                        break

    # --- the tree

    def _plant(self) -> None:
        """No tree.

        rise:  how far prices have moved
        state: FREE, OUTER or INNER, for each vertex
        entry: how the tree reached a blossom: a pair from it to a vertex in it, None for its root
        near:  the nearest outer vertex of each;  far: how far it is, but for the price of the vertex itself
        when:  the rise at which that pair is tight;  wilt: the rise at which an inner blossom's worth is 0
        heart: the blossom that grows from the first one. Its vertices do not look for outer ones: those look
               for them, so nothing is missed, and much work saved
        """
        self.rise = 0
        self.heart = -1
        self.state = [FREE] * self.size
        self.entry: dict[int, Edge | None] = {}
        self.outer: list[int] = []
        self.near = [-1] * self.size
        self.far = [self.never] * self.size
        self.when = [self.never] * self.size
        self.wilt: dict[int, int] = {}

    def _grow(self) -> bool:
        """Let the prices move until something happens; False when the root has found a mate."""
        when = min(self.when)
        if self.wilt and min(self.wilt.values()) <= when:
            self.rise = min(self.wilt.values())
            self._open(next(b for b, at in self.wilt.items() if at == self.rise))
            return True
        v = self.when.index(when)
        u = self.near[v]
        if self.state[v] == OUTER:
            if self.top[u] == self.top[v]:
                self._look(v)
            else:
                self.rise = when
                self._close(u, v)
            return True
        self.rise = when
        reached = self.top[v]
        base = self.base[reached]
        if self.mate[base] < 0:
            self._turn(reached, v)
            self._augment(u, v)
            return False
        self._inner(reached, (u, v))
        self._outer(self.top[self.mate[base]], (base, self.mate[base]))
        return True

    def _outer(self, blossom: int, entry: Edge | None) -> None:
        """A free blossom becomes an outer one."""
        self.entry[blossom] = entry
        if blossom in self.parts:
            self.worth[blossom] -= self.rise
        self._reach(list(self._leaves(blossom)), self.rise)

    def _inner(self, blossom: int, entry: Edge) -> None:
        """A free blossom becomes an inner one."""
        self.entry[blossom] = entry
        if blossom in self.parts:
            self.worth[blossom] += self.rise
            self.wilt[blossom] = self.worth[blossom]
        for v in self._leaves(blossom):
            self.state[v] = INNER
            self.price[v] += self.rise
            self.when[v] = self.never

    def _reach(self, leaves: Sequence[int], less: int) -> None:
        """These become outer vertices; their kept prices are lower by that much."""
        for v in leaves:
            self.state[v] = OUTER
            self.price[v] -= less
            self._look(v)
        self.outer += leaves
        for u in leaves:
            self._scan(u)

    def _scan(self, u: int) -> None:
        """See whether a new outer vertex is the nearest to others."""
        paid, own = self.price[u], self.top[u]
        price, state, top, near, far, when = self.price, self.state, self.top, self.near, self.far, self.when
        for v, cost in enumerate(self.twice[u]):
            if cost - paid < far[v] and top[v] != own:
                near[v], far[v] = u, cost - paid
                if state[v] == FREE:
                    when[v] = far[v] - price[v]
                elif state[v] == OUTER:
                    when[v] = (far[v] - price[v]) // 2

    def _look(self, v: int) -> None:
        """Find the nearest outer vertex outside of one's own blossom, for an outer one."""
        own, near, far = self.top[v], -1, self.never
        if own == self.heart:
            self.far[v], self.when[v] = -self.never, self.never
            return
        for u in self.outer:
            if self.twice[u][v] - self.price[u] < far and self.top[u] != own:
                near, far = u, self.twice[u][v] - self.price[u]
        self.near[v], self.far[v] = near, far
        self.when[v] = self.never if near < 0 else (far - self.price[v]) // 2

    def _way(self, blossom: int) -> list[int]:
        """From a blossom in the tree to the root."""
        found = [blossom]
        while (entry := self.entry[found[-1]]) is not None:
            found.append(self.top[entry[0]])
        return found

    # --- blossoms

    def _leaves(self, blossom: int) -> Iterator[int]:
        """The vertices of a blossom."""
        waiting = [blossom]
        while waiting:
            one = waiting.pop()
            if one < self.size:
                yield one
            else:
                waiting += reversed(self.parts[one])

    def _close(self, u: int, v: int) -> None:
        """Make a blossom of the ring that a tight pair of outer vertices closes."""
        there, back = self._way(self.top[u]), self._way(self.top[v])
        stem = -1
        while there and back and there[-1] == back[-1]:
            stem = there.pop()
            back.pop()
        new, self._names = self._names, self._names + 1
        ring = [stem, *reversed(there), *back]
        up = [edge for part in there if (edge := self.entry[part]) is not None]
        down = [(edge[1], edge[0]) for part in back if (edge := self.entry[part]) is not None]
        self.parts[new], self.links[new] = ring, [*reversed(up), (u, v), *down]
        self.base[new], self.worth[new] = self.base[stem], -self.rise
        self.entry[new] = self.entry[stem]
        turned: list[int] = []
        for part in ring:
            inner = self.state[self.base[part]] == INNER
            if inner:
                turned += self._leaves(part)
            if part in self.parts:
                self.worth[part] += -self.rise if inner else self.rise
                self.wilt.pop(part, None)
            self.above[part] = new
            del self.entry[part]
        for leaf in self._leaves(new):
            self.top[leaf] = new
        if self.heart < 0 or self.heart in ring:
            self.heart = new
            for leaf in self._leaves(new):
                self._look(leaf)
        self._reach(turned, 2 * self.rise)

    def _open(self, blossom: int) -> None:
        """Take an inner blossom without worth apart: the even way through its ring stays in the tree."""
        entry = self.entry.pop(blossom)
        assert entry is not None  # an inner one is never the root
        del self.wilt[blossom]
        place = self._child(blossom, entry[1])
        ring, links = self._dissolve(blossom)
        even = _even_way(place, len(ring))
        for part in ring:
            for v in self._leaves(part):
                self.price[v] -= self.rise
                self.state[v] = FREE
                self.when[v] = self.far[v] - self.price[v]
        for step, (at, then) in enumerate(zip(even, [*even[1:], None], strict=True)):
            if step % 2 == 0:
                self._inner(ring[at], entry)
                base = self.base[ring[at]]
                entry = (base, self.mate[base])
            else:
                self._outer(ring[at], entry)
                if then is not None:
                    entry = _link(links, at, then)

    def _dissolve(self, blossom: int) -> tuple[list[int], list[Edge]]:
        """Forget a blossom; its parts are outermost ones now."""
        ring = self.parts.pop(blossom)
        for part in ring:
            del self.above[part]
            for v in self._leaves(part):
                self.top[v] = part
        del self.worth[blossom], self.base[blossom]
        return ring, self.links.pop(blossom)

    def _child(self, blossom: int, v: int) -> int:
        """The place in the ring of a blossom of the part that has this vertex."""
        while self.above[v] != blossom:
            v = self.above[v]
        return self.parts[blossom].index(v)

    # --- when a mate is found

    def _augment(self, u: int, v: int) -> None:
        """Pair an outer vertex with one outside of the tree, and change who is with whom up to the root."""
        while True:
            blossom = self.top[u]
            self._turn(blossom, u)
            self.mate[u], self.mate[v] = v, u
            entry = self.entry[blossom]
            if entry is None:
                return
            inner = self.top[entry[0]]
            way = self.entry[inner]
            assert way is not None  # an inner one is never the root
            u, v = way
            self._turn(inner, v)

    def _turn(self, blossom: int, v: int) -> None:
        """Pair inside of a blossom so that this vertex is the one with a mate outside."""
        waiting = [(blossom, v)]
        while waiting:
            one, v = waiting.pop()
            if one < self.size or self.base[one] == v:
                continue
            place = self._child(one, v)
            ring, links = self.parts[one], self.links[one]
            waiting.append((ring[place], v))
            even = _even_way(place, len(ring))
            for at, then in zip(even[1::2], even[2::2], strict=True):
                x, y = _link(links, at, then)
                self.mate[x], self.mate[y] = y, x
                waiting += [(ring[at], x), (ring[then], y)]
            self.parts[one] = ring[place:] + ring[:place]
            self.links[one] = links[place:] + links[:place]
            self.base[one] = v

    def _settle(self) -> None:
        """Write the prices down; take blossoms without worth apart."""
        sign = {FREE: 0, OUTER: self.rise, INNER: -self.rise}
        for v, state in enumerate(self.state):
            self.price[v] += sign[state]
        waiting = [blossom for blossom in self.entry if blossom in self.parts]
        for blossom in waiting:
            self.worth[blossom] += sign[self.state[self.base[blossom]]]
        while waiting:
            blossom = waiting.pop()
            if self.worth[blossom] == 0:
                waiting += [part for part in self._dissolve(blossom)[0] if part in self.parts]


def _even_way(place: int, size: int) -> list[int]:
    """The places from one to 0, in an even number of steps.

    >>> _even_way(2, 5), _even_way(3, 5), _even_way(0, 3)
    ([2, 1, 0], [3, 4, 0], [0])
    """
    if place % 2 == 0:
        return list(range(place, -1, -1))
    return [*range(place, size), 0]


def _link(links: Sequence[Edge], at: int, then: int) -> Edge:
    """The pair between two places of a ring that follow each other, the vertex of the first first."""
    if (at + 1) % len(links) == then:
        return links[at]
    x, y = links[then]
    return y, x
