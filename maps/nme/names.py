"""The names of spaces in a picture: which are written, and where nothing hides them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from maps.canvas import Canvas, Point, text_width
from maps.geometry import Box, away, enters
from maps.nme.empty_board import name_ground, name_ink, tile_color
from maps.nme.layout import PART_SIZE, RIM, SIDE, WIDTH, NmeFrame, ground, outline
from maps.palette import Rgb

SPACE, STAR = 30.0, 28.5
"""The sizes of the names of hexagons and of stars, in units of a part: at 550 pixels 13 high."""
STAR_DISC = 15.5
"""How far a star's disc reaches, in units of counters."""
ARROW = 6.0
"""Half the width of an arrow, in units of counters."""
GAP = 3.0
"""Between a counter or a mark and its name, in units of counters."""
LABEL = 3
"""How far a label reaches around its name, in pixels."""
CAPITAL = 0.36
"""Half the height of a capital, over the size of its font."""
Place = tuple[Point, str, Rgb]
"""Where a name's middle or end lies, which of them, and on what colour it stands."""


class NameWriter:
    """Writes names on one picture's board.

    zoom: pixels in a unit of counters;  taken: by space, how far what is there reaches, in those units
    ways: from where to where arrows lie
    matter: the spaces whose names are wanted; on the whole board others have theirs only in empty hexagons
    """

    def __init__(
        self,
        canvas: Canvas,
        frame: NmeFrame,
        zoom: float,
        taken: Mapping[int, float],
        matter: Collection[int],
        dead: frozenset[int],
        ways: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.canvas, self.frame, self.zoom, self.taken, self.dead = canvas, frame, zoom, taken, dead
        self.matter = matter
        self.discs = [(frame.at(space), reach * zoom) for space, reach in taken.items() if frame.shows(space)]
        self.boxes: list[Box] = []
        self.written: dict[int, tuple[str, Point, float]] = {}
        """By space, its name, the middle of that, and its size."""
        self.paths = [(frame.at(origin), frame.at(target)) for origin, target in ways]
        self.unit = frame.unit * (WIDTH / PART_SIZE if frame.is_whole else 1.0)

    def write(self, *, stars: bool) -> None:
        """Write those that matter first, then those of empty hexagons where there is room. stars: those of
        empty stars, too"""
        frame, board = self.frame, ground()
        for space in sorted(filter(frame.shows, self.matter)):
            self._write(space, quiet=False)
        for space in range(len(board.names) if stars else board.hexagons):
            if space not in self.matter and space not in self.taken and frame.shows(space):
                self._write(space, quiet=True)

    def _write(self, space: int, *, quiet: bool) -> None:
        """Write a name where it is hidden least; a quiet one only where nothing hides it."""
        frame, text = self.frame, ground().names[space]
        size = (STAR if space >= ground().hexagons else SPACE) * self.unit
        wide, half = text_width(text, not quiet, size), CAPITAL * size
        found: list[tuple[float, Box, Place]] = []
        for place in self._places(space, half):
            (x, y), anchor, _ = place
            left = x - wide * {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor]
            box = (left, y - half, left + wide, y + half)
            if left > 0 and box[2] < frame.width and frame.header < box[1] and box[3] < frame.height:
                found.append((self._hidden(space, box), box, place))
        if not found:
            return
        hidden, box, ((x, y), anchor, below) = min(found, key=lambda each: each[0])
        if quiet and hidden > 0:
            return
        self.boxes.append(box)
        self.written[space] = text, ((box[0] + box[2]) / 2, y), size
        if self._off_board(box):  # half on the border, half on the table: on a label, in the border's colour
            self.canvas.fill(box[0] - LABEL, box[2] + LABEL, y, half + LABEL, below)
        ink = name_ink(below, quiet=quiet)
        self.canvas.text(text, (x, y + half), size, ink, below, bold=not quiet, anchor=anchor)

    def _places(self, space: int, half: float) -> Iterator[Place]:
        """Yield where a name may stand, best first."""
        frame = self.frame
        x, y = frame.at(space)
        reach = (self.taken.get(space, STAR_DISC) + GAP) * self.zoom
        if space < ground().hexagons:
            color = tile_color(space, self.dead)
            if space not in self.taken:
                yield (x, y), "middle", color
                return
            if reach < 24 * self.zoom:  # no counter
                yield (x, y + reach + half), "middle", color
            yield (x - reach, y), "right", color
            yield (x + reach, y), "left", color
            return
        yield (x - reach, y), "right", name_ground(frame, space, self.dead, -1)
        yield (x + reach, y), "left", name_ground(frame, space, self.dead, 1)

    def _off_board(self, box: Box) -> bool:
        """Return whether a name reaches beyond the border."""
        left, top, right, bottom = box
        for _, ends in outline(self.frame.bottom, RIM / SIDE):
            (ax, ay), (bx, by) = (self.frame.place(point) for point in ends)
            sides = [
                (bx - ax) * (y - ay) - (by - ay) * (x - ax) for x in (left, right) for y in (top, bottom)
            ]
            if min(sides) < 0:  # the border runs clockwise
                return True
        return False

    def _hidden(self, space: int, box: Box) -> float:
        """Return by how many pixels others reach into the room of a name."""
        own = self.frame.at(space)
        left, top, right, bottom = box
        worst = 0.0
        for middle, reach in self.discs:
            x, y = middle
            if left - reach < x < right + reach and top - reach < y < bottom + reach and middle != own:
                worst = max(worst, reach - away(middle, box))
        for x0, y0, x1, y1 in self.boxes:
            if x0 < right + 4 and left < x1 + 4 and y0 < bottom + 4 and top < y1 + 4:
                worst = max(worst, min(x1, right) - max(x0, left) + 20, 20.0)
        grown = (left - ARROW * self.zoom, top - ARROW * self.zoom, right, bottom + ARROW * self.zoom)
        return worst + 15 * sum(enters(path, grown) for path in self.paths)
