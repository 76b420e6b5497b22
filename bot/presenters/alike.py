"""What looks like an order of a game without being one, so that somebody in several games who mistypes an
order reads that game's reason. Patterns are searched in a line in lower case."""

from __future__ import annotations

import re

_BETWEEN = r"(?:\W+(?:[a-z]+\W+)?|[x*])"
"""Between two spaces that are written with a letter and a number."""

LIKE_CIC = re.compile(rf"^enhance\b|(?<![^\W_])[a-z]?[a-h]\d+{_BETWEEN}[a-h]\d")
LIKE_NME = re.compile(rf"(?<![^\W_])[a-z]\d+[a-z]?{_BETWEEN}[a-z]\d")
LIKE_NEMEIN = re.compile(
    rf"^(?:handful|place|split|upgrade|swap|end)\b|^house\W+[a-k]\d|^(?:move\W+)?[a-k]\d+{_BETWEEN}[a-k]\d"
)
LIKE_NEW_YORK = re.compile(r"^(?:relocate|home|disband|remove)\b|^(?:[a-z]+\W+){0,2}\d+(?![^\W_])\W*[a-z]")
LIKE_WW3 = re.compile(rf"^setup\b|(?<![^\W_])[a-k]\d+{_BETWEEN}[a-k]\d")
