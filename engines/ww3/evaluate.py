"""What a unit is worth on each point, and how a seat stands.

All is in hundredths of a plain Soldier. A position's score is the sum over its units; who attacks whom, and
whose Base can be reached, is for the search to find out.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.ww3.field import BASE, BOMB, SPY, Field

WORTH = (900, 620, 430, 300, 260, 150, 400)
"""By kind. A Base counts for little by itself: all units leave with it."""
NO_SPY, NO_BOMB = 250, 90
"""What a Nuclear Bomb is worth more when no enemy has a Spy, and a Spy less when none has a Bomb."""
AHEAD = (9, 8, 8, 7, 4, 7, 0)
"""By kind, each distance nearer to an enemy Base."""
NEAR = (0, 60, 42, 26, 14, 6)
"""By distance, what stands before an enemy Base threatens."""
GUARD = (0, 22, 13, 5)
"""By distance, what stands before the own Base protects."""
GUARDS = (1, 1, 2, 3, 3, 3, 0)
"""By kind, how well it suits to stay there, in halves."""
HASTE = 5
"""Every so many quiet rounds going ahead counts once more."""


def worths(
    field: Field, where: Sequence[int], kinds: Sequence[int], me: int, quiet: int = 0
) -> list[list[int]]:
    """Return by unit and point what it is worth for `me`: less than nothing where it is another's."""
    living = [base // 10 for base in range(0, 40, 10) if where[base] >= 0]
    away = {seat: field.distances([where[seat * 10]]) for seat in living}
    found = []
    for unit in range(40):
        seat = unit // 10
        if where[unit] < 0:
            found.append([0] * field.size)
            continue
        enemies = [other for other in living if other != seat]
        near = (
            [min(each) for each in zip(*(away[other] for other in enemies), strict=True)] if enemies else []
        )
        plain = _plain(unit, where, kinds, enemies)
        values = [
            plain + _place(kinds[unit], far, own, quiet) for far, own in zip(near, away[seat], strict=True)
        ]
        if seat != me:
            values = [value // (len(living) - 1) for value in values]
        found.append(values if seat == me else [-value for value in values])
    return found


def _plain(unit: int, where: Sequence[int], kinds: Sequence[int], enemies: Sequence[int]) -> int:
    kind = kinds[unit]
    against = {
        kinds[other] for seat in enemies for other in range(seat * 10, seat * 10 + 10) if where[other] >= 0
    }
    value = WORTH[kind]
    if kind == BOMB and SPY not in against:
        value += NO_SPY
    if kind == SPY and BOMB not in against:
        value -= NO_BOMB
    return value


def _place(kind: int, far: int, own: int, quiet: int) -> int:
    if kind == BASE:
        return 0
    ahead = AHEAD[kind] * (14 - far) * (HASTE + quiet) // HASTE
    near = NEAR[far] if far < len(NEAR) else 0
    guard = GUARD[own] * GUARDS[kind] // 2 if own < len(GUARD) else 0
    return ahead + near + guard
