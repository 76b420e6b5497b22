"""What engines have alike: a value on the scale of `engines.engine.WIN`."""

from __future__ import annotations

from engines.engine import WIN
from engines.search import DECIDED, WON


def scaled(value: int, even: int) -> int:
    """Bring a value of a search to -WIN … WIN. even: what is worth half a win

    >>> scaled(0, 400), scaled(400, 400), scaled(-WON + 2, 400)
    (0, 500, -998)
    """
    if abs(value) > DECIDED:
        left = WON - abs(value)
        return (WIN - left) * (1 if value > 0 else -1)
    part = (WIN - 100) * abs(value) // (abs(value) + even * 8 // 10)
    return part if value > 0 else -part
