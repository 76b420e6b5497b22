"""From a dumped state of Nemein to the reference's game and back, and its events and orders as the reference
has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.adjudicator import reference_nemein as ref
from tests.adjudicator.reference_nemein import HOUSE, ORDER, Action, Game
from tests.adjudicator.reference_nemein_board import Tile

Json = dict[str, Any]

REASONS = {
    "units": "no_units",
    "houses": "houses",
    "quiet": "quiet_turns",
    "agreed": "agreed",
    "conceded": "conceded",
}


def to_reference(dump: Mapping[str, Any]) -> Game:
    """The same game, in play."""
    options = dump["options"]
    game = Game(options["side"], options["currency"], options["houses_to_win"], options["quiet_turns"])
    for where, held in dump["tiles"].items():
        housed = [HOUSE, held["house"]] if held.get("house") else []
        game.tiles[game.tile_of[where]] = held["seat"], housed + list(held.get("units", ()))
    game.hands = dict(dump["hands"])
    game.mover, game.stage = dump["to_move"], ORDER.index(dump["stage"])
    game.extra, game.busy, game.quiet = dump["extra"], dump["busy"], dump["quiet"]
    game.number, game.offers = dump["number"], set(dump["offers"])
    return game


def tile_of(seat: str, coins: Sequence[Any]) -> Json:
    loose = sorted(coins[2:] if coins[0] == HOUSE else coins, reverse=True)
    return {"seat": seat, **({"house": coins[1]} if coins[0] == HOUSE else {}), "units": loose}


def facts_of(game: Game) -> Json:
    """The reference's game in the form of a dump, without what it does not keep."""
    return {
        "options": {
            "side": game.side,
            "currency": game.currency,
            "houses_to_win": game.houses_to_win,
            "quiet_turns": game.quiet_turns,
        },
        "tiles": {game.name_of[tile]: tile_of(*held) for tile, held in sorted(game.tiles.items())},
        "hands": game.hands,
        "to_move": game.mover,
        "stage": ORDER[game.stage],
        "extra": game.extra,
        "busy": game.busy,
        "quiet": game.quiet,
        "number": game.number,
        "offers": sorted(game.offers),
    }


def facts_of_dump(dump: Mapping[str, Any]) -> Json:
    """The same of a dump, whatever the order in it."""
    found = {key: dump[key] for key in dump if key not in ("phase", "turn", "ply", "last", "outcome", "n")}
    found["options"] = {
        key: value for key, value in dump["options"].items() if key not in ("fraction", "max_coins")
    }
    found["offers"] = sorted(found["offers"])
    found["tiles"] = {
        where: {
            key: sorted(value, reverse=True) if key == "units" else value
            for key, value in {"units": [], **held}.items()
            if value or key == "units"
        }
        for where, held in dump["tiles"].items()
    }
    return found


# ---- Orders


def read_handful(text: str) -> dict[int, int]:
    """ "handful 25x2 10x3" """
    pairs = [each.split("x") for each in text.split()[1:]]
    return {int(coin): int(count) for coin, count in pairs}


def read_place(game: Game, text: str) -> dict[Tile, list[int]]:
    """ "place a1=10,10 b2=5,5,1" """
    pairs = [each.split("=") for each in text.split()[1:]]
    return {game.tile_of[where]: [int(coin) for coin in coins.split(",")] for where, coins in pairs}


def write_handful(handful: Mapping[int, int]) -> str:
    return " ".join(["handful", *(f"{coin}x{count}" for coin, count in handful.items())])


def write_place(game: Game, placed: Mapping[Tile, Sequence[int]]) -> str:
    told = [f"{game.name_of[tile]}={','.join(map(str, coins))}" for tile, coins in placed.items()]
    return " ".join(["place", *told])


def write_line(game: Game, line: Iterable[Action]) -> str:
    return "; ".join(ref.text(game, action) for action in line)


# ---- Events


def story_of(events: Iterable[Any]) -> list[tuple[Any, ...]]:
    """The events of a turn, as the reference tells them."""
    return [told for event in events if (told := tale(event)) is not None]


def tale(event: Any) -> tuple[Any, ...] | None:
    match type(event).__name__:
        case "Moved":
            return "moved", event.seat, event.coin, event.origin, event.target
        case "Attacked":
            path = event.origin, event.target
            return "attacked", event.seat, event.coin, *path, event.lowest, event.sure
        case "CoinFlip":
            return "flip", event.seat, event.heads
        case "Won":
            units, houses = event.taken["units"], event.taken["houses"]
            return "won", event.seat, event.target, list(units), houses, event.promoted_to
        case "Repelled":
            return "repelled", event.seat, event.coin, event.target
        case "Split":
            return "split", event.seat, event.tile, event.coin, event.into, event.housed
        case "Upgraded":
            return "upgrade", event.seat, event.tile, event.coin, event.into
        case "Housed":
            return "house", event.seat, event.tile, event.coin, event.counts
        case "Swapped":
            return "swap", event.seat, event.tile, event.housed, event.loose
        case "Skipped":
            return "skipped", event.seat, event.action
        case "TurnEnded":
            return "end", event.seat, event.extra
        case "Revealed":
            tiles = {tile: list(coins) for tile, coins in event.tiles.items()}
            return "revealed", event.seat, list(event.handful), tiles
        case "Begins":
            return "begins", event.seat
        case "DrawLapsed":
            return "lapsed", sorted(event.seats)
        case "Started" | "DrawOffered" | "Conceded" | "GameOver":
            return None
        case other:
            raise AssertionError(other)
