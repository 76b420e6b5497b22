"""Play a game and write down everything; and the record (fieldpost-game/1) of the same game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.chance import HmacChance, commitment
from adjudicator.codec import canonical, digest, event_to_json
from adjudicator.game import AnyGame, Resolution, texts
from adjudicator.records import FORMAT
from tests.conformance import GAMES, random_orders

FOLDER = Path(__file__).parent
LONGEST = 1500
"""A longer list of orders is told by its digest."""


@dataclass(frozen=True)
class Plan:
    """A game to play: options, the seed of the players' choices, declarations at some step, and after
    how many resolutions everybody agrees to a draw (or concedes) if the game goes on."""

    game: str
    options: dict[str, Any]
    seed: str
    most: int = 40
    declare: dict[int, tuple[str, str]] = field(default_factory=dict)
    ending: str = "draw"


PLANS: dict[str, Plan] = {
    "cic_commander": Plan("cic", {}, "c18", most=60),
    "cic_points": Plan(
        "cic", {"objective": "points", "round_limit": 15}, "p1", declare={7: ("dark", "draw")}
    ),
    "cic_enhanced_teams": Plan(
        "cic",
        {"enhanced": {"dark": 3, "light": 5}, "teams": "both"},
        "t27",
        most=40,
        declare={6: ("light-air", "draw"), 12: ("dark-air", "concede")},
        ending="concede",
    ),
    "newyork2047": Plan(
        "newyork2047",
        {"last_year": 2050},
        "ny3",
        declare={4: ("hamblet", "draw"), 7: ("greene", "concede")},
    ),
    "nme": Plan("nme", {}, "n930", most=95, declare={20: ("gray", "draw")}),
    "nme_ally": Plan("nme", {"players": 2}, "a996", declare={12: ("white", "draw")}),
    "nme_ally_penalties": Plan(
        "nme",
        {"players": 2},
        "a562",
        most=60,
        declare={43: ("white", "penalty H8n"), 46: ("black", "forfeit")},
    ),
    "ww3": Plan("ww3", {}, "w47", most=160, declare={12: ("blue", "draw")}),
    "ww3_three_fog": Plan(
        "ww3",
        {"players": 3, "fog": "on"},
        "v16",
        most=45,
        declare={14: ("silver", "draw"), 30: ("blue", "concede")},
    ),
    "ww3_three_quiet": Plan(
        "ww3", {"players": 3, "quiet_rounds": 4}, "q30", most=60, declare={5: ("blue", "concede")}
    ),
    "ww3_two_fog": Plan("ww3", {"players": 2, "fog": "on"}, "f41", most=100),
    "nemein": Plan("nemein", {}, "n100", most=20, declare={8: ("north", "draw")}, ending="concede"),
    "nemein_no_units": Plan("nemein", {"side": 3}, "n122", most=45, declare={8: ("north", "draw")}),
    "nemein_quiet": Plan(
        "nemein", {"side": 3, "fraction": "1/2", "quiet_turns": 4, "currency": "GBP"}, "q70", most=60
    ),
    "nemein_unequal": Plan(
        "nemein",
        {"currency": {"south": "JPY", "north": "CHF"}, "side": 3, "houses_to_win": 2},
        "u75",
        most=60,
        declare={8: ("north", "draw")},
    ),
}


@dataclass(frozen=True)
class Step:
    """One step: what was done (None: the start), and what came of it."""

    kind: str
    before: Any
    given: dict[str, Any]
    resolution: Resolution[Any]


def play(plan: Plan) -> Iterator[Step]:
    """The steps of a plan, the same ones at every call."""
    game, rng = GAMES[plan.game], random.Random(plan.seed)
    server_seed = bytes(rng.randrange(256) for _ in range(32))
    resolution = game.start(plan.options, HmacChance(server_seed, plan.seed))
    yield Step("start", None, {}, resolution)
    state, number = resolution.state, 0
    while game.outcome(state) is None:
        number += 1
        if number in plan.declare or number > plan.most:
            if number in plan.declare:
                seat, what = plan.declare[number]
            else:
                seats = game.seats(game.dump(state)["options"])
                what = plan.ending
                seat = next(seat for seat in seats if what in game.declarations(state, seat))
            resolution = game.declare(state, seat, what)
            yield Step("declare", state, {"seat": seat, "what": what}, resolution)
        else:
            orders = sheets(game, state, rng)
            chance = HmacChance(server_seed, plan.seed, game.drawn(state))
            resolution = game.resolve(state, orders, chance)
            told = {seat: texts(listed) for seat, listed in orders.items()}
            yield Step("resolve", state, {"orders": told}, resolution)
        state = resolution.state


def sheets(game: AnyGame, state: Any, rng: random.Random) -> dict[str, tuple[Any, ...]]:
    """Orders of all owing seats; moves, captures, trades and attacks first, so that something happens."""
    orders: dict[str, tuple[Any, ...]] = {}
    for seat in sorted(game.phase(state).owing):
        if not game.sharing(state, seat).isdisjoint(orders):
            continue
        if game.key == "nemein" and not game.phase(state).sealed:
            orders[seat] = line_forward(game, state, seat, rng)
            continue
        sheet = random_orders(game, state, seat, rng)
        offered = list(game.legal(game.view(state, seat)))
        if game.unit_of(offered[0]):
            orders[seat] = line_by_line(game, offered, rng)
            continue
        sharp = [order for order in offered if "=" in str(order)]  # a trade is rare
        sharp = sharp or [order for order in offered if set("x*") & set(str(order))]
        if game.key == "ww3":
            sharp = toward_bases(game, state, seat, offered)
        if sharp and rng.random() < 0.6 and not game.phase(state).sealed:
            sheet = (rng.choice(sharp),)
        orders[seat] = sheet
    return orders


def line_by_line(game: AnyGame, offered: list[Any], rng: random.Random) -> tuple[Any, ...]:
    """An order for each line of a sheet: a move in most of them."""
    lines: dict[str, list[Any]] = {}
    for order in offered:
        lines.setdefault(game.unit_of(order), []).append(order)
    sheet = []
    for listed in lines.values():
        moves = [order for order in listed if " move " in str(order)]
        sheet.append(rng.choice(moves if moves and rng.random() < 0.7 else listed))
    return tuple(sheet)


def toward_bases(game: AnyGame, state: Any, seat: str, offered: list[Any]) -> list[Any]:
    """The moves of WW3 that end nearest to an enemy Base, so that the game gets somewhere."""
    pieces, points = game.dump(state)["pieces"], game.board()["points"]
    bases = [
        points[name]
        for other, units in pieces.items()
        for name, kind in units.items()
        if kind == "B" and other != seat
    ]

    def far(order: Any) -> int:
        ends = [points[path[-1]] for path in getattr(order, "paths", ())]
        return min((max(abs(x - u), abs(y - v)) for x, y in ends for u, v in bases), default=99)

    nearest = min(map(far, offered))
    return [order for order in offered if far(order) == nearest]


def line_forward(game: AnyGame, state: Any, seat: str, rng: random.Random) -> tuple[Any, ...]:
    """A line of Nemein that gets somewhere: houses and attacks, then ways to the other side; or anything."""
    view, tiles, line = game.view(state, seat), game.dump(state)["tiles"], tuple[Any, ...]()

    def rank(order: Any) -> int:
        words = str(order).split()
        if words[0] == "move":
            origin, target = words[1].split("-")
            if tiles.get(target, {}).get("seat", seat) != seat:
                return 0
            return 1 if (target > origin) == (seat == "south") and target[0] != origin[0] else 4
        return {"house": 0, "upgrade": 2, "swap": 3, "split": 3, "end": 5}[words[0]]

    while not line or rng.random() < 0.75:
        offered = list(game.legal(view, line))
        if not offered:
            break
        best = min(map(rank, offered))
        keen = [order for order in offered if rank(order) == best]
        line += (rng.choice(keen if rng.random() < 0.7 else offered),)
    return line


def server_seed(plan: Plan) -> bytes:
    rng = random.Random(plan.seed)
    return bytes(rng.randrange(256) for _ in range(32))


def record_of(plan: Plan) -> dict[str, Any]:
    """The record of the game, as it is published."""
    game, seed = GAMES[plan.game], server_seed(plan)
    steps = []
    for step in play(plan):
        steps.append(
            {
                "kind": step.kind,
                "turn": 0 if step.before is None else game.phase(step.before).turn,
                **step.given,
                "events": [event_to_json(event) for event in step.resolution.events],
                "state": digest(game.dump(step.resolution.state)),
            }
        )
    outcome = game.outcome(step.resolution.state)
    return {
        "format": FORMAT,
        "game": game.key,
        "rules_version": game.rules_version,
        "game_id": plan.seed,
        "options": plan.options,
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "steps": steps,
        "outcome": None if outcome is None else {"reason": outcome.reason, "places": dict(outcome.places)},
    }


def text_of(plan: Plan) -> str:
    """The playthrough as JSON, a line for each fact. A seat's view is told by its difference from the
    public one; of an unchanged one, nothing but its seat."""
    game = GAMES[plan.game]
    lines = [
        f'"game": {canonical(plan.game)}',
        f'"options": {canonical(plan.options)}',
        f'"game_id": {canonical(plan.seed)}',
        f'"seed": {canonical(server_seed(plan).hex())}',
    ]
    blocks = []
    for step in play(plan):
        state = step.resolution.state
        phase = game.phase(state)
        facts = [f'"kind": {canonical(step.kind)}', f'"given": {canonical(step.given)}']
        events = [canonical(event_to_json(event)) for event in step.resolution.events]
        facts.append('"events": [' + ",".join(f"\n   {event}" for event in events) + "]")
        facts.append('"phase": ' + canonical([phase.key, phase.turn, sorted(phase.owing), phase.sealed]))
        public = game.show(game.view(state, None))
        facts += [f'"public {key}": {canonical(value)}' for key, value in public.items()]
        for seat in game.seats(game.dump(state)["options"]):
            view = game.view(state, seat)
            shown = game.show(view)
            own = {key: value for key, value in shown.items() if public.get(key) != value}
            facts.append(f'"{seat} view": {canonical(own)}')
            legal = " ; ".join(texts(game.legal(view)))
            if len(legal) > LONGEST:
                legal = f"{legal.count(';') + 1} orders, SHA-256 {digest(legal)}"
            facts.append(f'"{seat} legal": {canonical(legal)}')
            facts.append(f'"{seat} may declare": {canonical(list(game.declarations(state, seat)))}')
        facts.append(f'"state": {canonical(digest(game.dump(state)))}')
        blocks.append("{" + ",\n  ".join(facts) + "}")
    lines.append('"steps": [\n ' + ",\n ".join(blocks) + "]")
    text = "{" + ",\n".join(lines) + "}\n"
    json.loads(text)
    return text
