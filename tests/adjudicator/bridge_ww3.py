"""From a dumped state of WW3 to the reference's game and back, and its events as the reference tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.adjudicator import reference_ww3_board as land
from tests.adjudicator.reference_ww3 import Game
from tests.adjudicator.reference_ww3_board import NAMED, name

Json = dict[str, Any]

REASONS = {
    "won": "last_base",
    "bases": "only_bases",
    "quiet": "quiet_rounds",
    "agreed": "agreed",
    "conceded": "conceded",
}
LEFT = {"attacker": "X", "defender": "Y", "none": "both"}


def to_reference(dump: Mapping[str, Any]) -> Game:
    """The same game, in play."""
    options = dump["options"]
    game = Game(options["players"], options["fog"] == "on", options["quiet_rounds"])
    game.units = {
        NAMED[where]: (seat, kind) for seat, units in dump["pieces"].items() for where, kind in units.items()
    }
    game.shown = {NAMED[where] for where in dump["known"]}
    game.lost |= dump["lost"]
    game.left |= {seat: "".join(sorted(kinds)) for seat, kinds in dump["gone"].items()}
    game.out = list(dump["out"])
    game.way |= {seat: (way[0], way[1]) for seat, way in dump["ways"].items() if way}
    game.mover = dump["to_move"]
    game.quiet, game.plies = dump["quiet"], dump["ply"]
    game.done, game.offers = set(dump["round_done"]), set(dump["offers"])
    return game


def facts_of(game: Game) -> Json:
    """The reference's game in the form of a dump, without what it does not keep."""
    return {
        "options": {
            "players": game.players,
            "fog": "on" if game.fog else "off",
            "quiet_rounds": game.quiet_rounds,
        },
        "pieces": {
            seat: {name(point): kind for point, (of, kind) in sorted(game.units.items()) if of == seat}
            for seat in game.seats
        },
        "to_move": game.mover,
        "known": sorted(name(point) for point in game.shown),
        "lost": {seat: kinds for seat, kinds in game.lost.items() if kinds},
        "gone": {seat: kinds for seat, kinds in game.left.items() if kinds},
        "out": list(game.out),
        "ways": {
            seat: list(way) for seat, way in game.way.items() if way and (seat, "A") in game.units.values()
        },
        "quiet": game.quiet,
        "round_done": [seat for seat in game.seats if seat in game.done],
        "offers": [seat for seat in game.seats if seat in game.offers],
        "ply": game.plies,
    }


def facts_of_dump(dump: Mapping[str, Any]) -> Json:
    """The same of a dump, whatever the order in it."""
    found = {key: dump[key] for key in dump if key not in ("phase", "turn", "last", "outcome", "n")}
    found["known"] = sorted(found["known"])
    found["lost"] = {seat: kinds for seat, kinds in found["lost"].items() if kinds}
    found["gone"] = {seat: "".join(sorted(kinds)) for seat, kinds in found["gone"].items() if kinds}
    flying = [seat for seat, units in found["pieces"].items() if "A" in units.values()]
    found["ways"] = {seat: list(way) for seat, way in found["ways"].items() if way and seat in flying}
    for key in ("round_done", "offers"):
        found[key] = [seat for seat in land.CLOCKWISE if seat in found[key]]
    return found


def story_of(events: Iterable[Any]) -> list[tuple[Any, ...]]:
    """The events of a turn, as the reference tells them."""
    found: list[tuple[Any, ...]] = []
    for event in events:
        what = type(event).__name__
        if what == "Moved":
            found.append(("moved", event.seat, event.piece, list(event.path)))
        elif what == "Met":
            left = LEFT[event.winner]
            path = list(event.path)
            found.append(("met", event.seat, event.piece, path, event.of, event.defender, left))
        elif what == "Skipped":
            found.append(("skipped", event.seat, list(event.path)))
        elif what == "SeatOut":
            found.append(("out", event.seat, event.by, sorted(event.points), sorted(event.pieces.items())))
        elif what == "Deployed":
            told = sorted((point, event.pieces.get(point, "")) for point in event.points)
            assert set(event.pieces) <= set(event.points)
            found.append(("deployed", event.seat, told))
        elif what in ("Passed", "Conceded", "Begins"):
            found.append((what.lower(), event.seat))
        elif what == "DrawLapsed":
            found.append(("lapsed", sorted(event.seats)))
        elif what == "Die":
            found.append(("die", event.seat, event.value))
        else:
            assert what in ("Started", "DrawOffered", "GameOver"), what
    return found
