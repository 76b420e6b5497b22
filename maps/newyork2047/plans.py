"""A faction's own orders on its private picture: hollow arrows, thin dashes, rings, a flag, crosses."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from adjudicator.newyork2047.orders import Disband, Hold, Move, Order, Relocate, Support
from maps.canvas import Point
from maps.newyork2047.layout import COUNTER
from maps.newyork2047.markers import mark
from maps.newyork2047.paths import length, part
from maps.newyork2047.pieces import flag
from maps.newyork2047.routes import around, settle
from maps.newyork2047.scene import Scene


class Plans:
    """The draft of one seat on a scene. Orders of units that are not on the map are left out."""

    def __init__(self, scene: Scene, seat: Seat, draft: Sequence[Order]) -> None:
        self.scene, self.seat, self.draft = scene, seat, draft
        view = scene.view
        self.spaces = {(unit.seat, str(unit.number)): unit.space for unit in view.state.units}
        self.spaces |= {(seat, name): view.board.places[name] for name in view.turretons(seat)}

    def way(self, seat: Seat, unit: str, target: str) -> list[Point]:
        """How a unit would go, from the edge of its counter to that of what stands there."""
        origin = self.spaces[seat, unit]
        start, reach = self.scene.where(seat, unit, origin)
        stack = self.scene.stacks[target]
        others = around((self.scene.stacks[origin], stack), [start, stack.heart])
        points = settle((start,), stack.heart, 0.0 if stack.is_empty else COUNTER, origin, target, others)
        full = length(points)
        return part(points, min(full * 0.3, reach * 0.5), full)

    def lines(self) -> None:
        """Supports, then moves."""
        for order in self.draft:
            if isinstance(order, Support):
                self._support(order)
        for order in self.draft:
            if isinstance(order, Move) and (self.seat, order.unit) in self.spaces:
                self.scene.arrow(self.way(self.seat, order.unit, order.target), "plan", self.seat)

    def _support(self, order: Support) -> None:
        helped = (order.seat or self.seat, order.other)
        if (self.seat, order.unit) not in self.spaces or helped not in self.spaces:
            return
        start, reach = self.scene.where(self.seat, order.unit, self.spaces[self.seat, order.unit])
        if order.target:
            way = self.way(*helped, order.target)
            spaces = (self.spaces[self.seat, order.unit], self.spaces[helped], order.target)
            self.scene.assist(start, reach, way, spaces, self.seat)
        else:
            end, stop = self.scene.where(*helped, self.spaces[helped])
            self.scene.support(start, reach, end, stop + 5, self.seat)

    def marks(self) -> None:
        """What stands still: holds, a new home, who is given up."""
        frame, canvas = self.scene.frame, self.scene.canvas
        for order in self.draft:
            if isinstance(order, (Hold, Disband)) and (self.seat, order.unit) in self.spaces:
                at, reach = self.scene.where(self.seat, order.unit, self.spaces[self.seat, order.unit])
                kind = "hold" if isinstance(order, Hold) else "cross"
                mark(kind, frame.scale * reach / COUNTER).put(canvas, frame.at(at))
            elif isinstance(order, Relocate):
                spot, zoom = self.scene.stacks[order.target].spare()
                mark("glow", frame.scale * zoom * 0.72).put(canvas, frame.at(spot))
                flag(self.seat, frame.scale * zoom).put(canvas, frame.at(spot))
