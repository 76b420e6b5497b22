"""The words of WW3's cases; `casefile` explains them."""

from __future__ import annotations

import json
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import AnyGame, Resolution
from tests.adjudicator.casefile import InOrder, items, told

SEATS = ("red", "blue", "silver", "olive")
PLAYING = {2: ("red", "silver"), 3: SEATS[:3], 4: SEATS}
BASES = dict(zip(SEATS, ("e1", "a7", "g11", "k5"), strict=True))
KINDS = "NATCPSB"


class Ww3Run(InOrder):
    """WW3: Military Chess, for two unless PLAYERS or OPTIONS says something else."""

    sides = SEATS
    divider = ","

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._board = game.board()
        self._given["options"] = {"players": 2}
        self._given["pieces"] = {}
        self._rolls: list[int] = []
        self._raw = False

    def playing(self) -> tuple[str, ...]:
        return PLAYING[self._given["options"].get("players", 4)]

    def position(self) -> dict[str, Any]:
        """What the case gave; a living seat that names no Base has it where the stock formation does."""
        if self._raw or self._given.get("phase") == "setup":
            return self._given
        pieces = {seat: dict(placed) for seat, placed in self._given["pieces"].items()}
        for seat in self.playing():
            placed = pieces.setdefault(seat, {})
            if seat not in self._given.get("out", []) and "B" not in placed.values():
                placed[BASES[seat]] = "B"
        return self._given | {"pieces": pieces}

    # -- giving a position

    def do_players(self, number: str, fog: str = "off") -> None:
        self._given["options"] |= {"players": int(number), "fog": "on" if fog == "fog" else fog}

    def do_fog(self, known: str = "") -> None:
        self._given["options"] |= {"fog": "on"}
        self._given["known"] = known.split()

    def do_raw(self, text: str) -> None:
        self._given, self._raw = json.loads(text), True

    def do_start(self, drawn: str = "0", *_: str) -> None:
        self._keep(self.game.start(self._given["options"], ScriptedChance(n=int(drawn))))

    def do_turn(self, seat: str) -> None:
        self._given["to_move"] = seat

    def do_out(self, text: str) -> None:
        self._given["out"] = text.split()

    def do_way(self, seat: str, x: str, y: str) -> None:
        self._given.setdefault("ways", {})[seat] = [int(x), int(y)]

    def do_rolls(self, text: str) -> None:
        self._rolls = [int(each) for each in text.split()]

    # -- acting

    def orders(self, seat: str, text: str) -> tuple[Any, ...]:
        """Orders are divided by ``;``: a set-up has commas in it."""
        return tuple(self.game.parse(self.game.view(self.state, seat), text))

    def resolve(self, orders: dict[str, tuple[Any, ...]]) -> Resolution[Any]:
        chance = ScriptedChance(*self._rolls, n=self.game.drawn(self.state))
        resolution = self.game.resolve(self.state, orders, chance)
        used = chance.n - self.game.drawn(self.state)
        assert used == len(self._rolls), f"{used} dice were rolled of {self._rolls}"
        self._rolls = []
        return resolution

    def do_meet(self, pair: str, result: str, fog: str = "") -> None:
        """Both ways round the board: each of two seats attacks the other, on a line and on a diagonal."""
        attacker, defender = pair.split()
        for seat, other, origin, target in (
            ("red", "silver", "f5", "f6"),
            ("silver", "red", "f6", "g7"),
            ("blue", "olive", "c5", "d5"),
            ("olive", "blue", "j5", "i5"),
        ):
            self._meet((seat, other), (attacker, defender), (origin, target), result, bool(fog))

    def _meet(
        self, seats: tuple[str, str], kinds: tuple[str, str], points: tuple[str, str], result: str, fog: bool
    ) -> None:
        """`seats[0]` moves `kinds[0]` along `points` onto `kinds[1]` of `seats[1]`."""
        run = Ww3Run(self.game)
        run.do_players("4", "fog" if fog else "off")
        run.do_turn(seats[0])
        for seat, kind, point in zip(seats, kinds, points, strict=True):
            run.put(seat, f"{kind}{point}")
        text, target = "-".join(points), points[1]
        listed = [str(order) for order in self.game.legal(self.game.view(run.state, seats[0]))]
        assert (text in listed) == (result != "no move"), f"{text} is {'' if text in listed else 'not '}legal"
        if result == "no move":
            return
        run.do_do(f"{seats[0]}: {text}")
        winner = {"wins": "attacker", "falls": "defender", "bounces": "none"}[result]
        run.do_event(
            f"met seat={seats[0]} piece={kinds[0]} path={','.join(points)} of={seats[1]} "
            f"defender={kinds[1]} winner={winner}"
        )
        if kinds[1] == "B":
            run.do_event(f"seat_out seat={seats[1]} by={seats[0]} points= pieces=")
        if result == "bounces":
            run.do_at(points[0], f"{seats[0]} N")
            run.do_at(target, f"{seats[1]} N")
            run.do_fallen(seats[0])
            run.do_fallen(seats[1])
            return
        run.do_at(points[0], "empty")
        stays = (seats[0], kinds[0]) if result == "wins" else (seats[1], kinds[1])
        run.do_at(target, " ".join(stays))
        loser, fallen = (seats[1], kinds[1]) if result == "wins" else (seats[0], kinds[0])
        run.do_fallen(loser, fallen)

    # -- looking

    def fits(self, event: dict[str, Any], kind: str, fields: list[str]) -> bool:
        """Units by point are d2:N,e3:A."""
        return super().fits({key: _told(value) for key, value in event.items()}, kind, fields)

    def do_legal(self, origin: str, text: str = "", draft: str = "") -> None:
        """Of one unit: the orders that move it alone, without their first point."""
        found = self.listed(draft)
        if origin == "*":
            self.same(found, items(text))
            return
        own = [order[len(origin) + 1 :] for order in found if order.startswith(f"{origin}-")]
        self.same([order for order in own if " " not in order], text.split())

    def do_pairs(self, first: str, second: str, text: str = "") -> None:
        """The pairs in which the Soldier on `first` moves before that on `second`: where each goes."""
        pairs = [order.split() for order in self.listed() if " " in order]
        found = [
            f"{one.partition('-')[2]} {two.partition('-')[2]}"
            for one, two in pairs
            if one.startswith(f"{first}-") and two.startswith(f"{second}-")
        ]
        self.same(found, items(text))

    def do_can(self, text: str) -> None:
        missing = set(items(text)) - set(self.listed())
        assert not missing, f"not legal: {sorted(missing)}"

    def do_cannot(self, text: str) -> None:
        found = set(items(text)) & set(self.listed())
        assert not found, f"legal: {sorted(found)}"

    def do_number(self, number: str) -> None:
        assert len(self.listed()) == int(number), f"there are {len(self.listed())}"

    def do_listed(self, seat: str, number: str) -> None:
        """How many orders a seat is offered; all of them pass."""
        view = self.game.view(self.state, seat)
        found = list(self.game.legal(view))
        assert len(found) == int(number), f"there are {len(found)}"
        for order in found:
            self.game.check(view, [order])
            assert self.game.parse(view, str(order)) == (order,)

    def do_sealed(self, sealed: str, until_end: str) -> None:
        phase = self.game.phase(self.state)
        found = ["yes" if each else "no" for each in (phase.sealed, phase.until_end)]
        assert found == [sealed, until_end], f"the phase is {phase}"

    def do_sees(self, who: str, seat: str, text: str = "") -> None:
        """Units of `seat` in the view of `who`; a hidden one is ``?``."""
        view = self.game.view(self.state, None if who == "public" else who)
        pieces = self.game.show(view)["pieces"].get(seat, {})
        assert {f"{letter}{point}" for point, letter in pieces.items()} == set(text.split()), pieces

    def do_fallen(self, seat: str, text: str = "") -> None:
        found = self.game.dump(self.state)["lost"].get(seat, "")
        assert found == text, f"{seat} lost {found!r}"

    def do_gone(self, seat: str, text: str = "") -> None:
        found = self.game.dump(self.state)["gone"].get(seat, "")
        assert found == text, f"of {seat} are gone {found!r}"

    def do_ways(self, text: str = "") -> None:
        found = [f"{seat} {x} {y}" for seat, (x, y) in self.game.dump(self.state)["ways"].items()]
        assert found == items(text), f"ways: {found}"

    # -- the board

    def do_board(self, points: str, lines: str) -> None:
        found = (len(self._board["points"]), len(self._board["lines"]))
        assert found == (int(points), int(lines)), f"the board has {found}"

    def do_point(self, name: str, text: str) -> None:
        found = {other for line in self._board["lines"] if name in line for other in line if other != name}
        assert found == set(text.split()), f"{name} joins {sorted(found)}"

    def do_nopoint(self, names: str) -> None:
        found = [name for name in names.split() if name in self._board["points"]]
        assert not found, f"points: {found}"

    def do_region(self, seat: str, text: str) -> None:
        assert set(self._board["regions"][seat]) == set(text.split())

    def do_turned(self, text: str) -> None:
        """A quarter turn clockwise: each point to the next, lines to lines, a region to the next seat's."""
        places = {name: tuple(place) for name, place in self._board["points"].items()}
        names = {place: name for name, place in places.items()}
        turned = {name: names[y, 12 - x] for name, (x, y) in places.items()}
        points = text.split()
        found = [turned[name] for name in points]
        assert found == [*points[1:], points[0]], f"they turn to {found}"
        lines = {frozenset(line) for line in self._board["lines"]}
        assert {frozenset(turned[name] for name in line) for line in lines} == lines
        for seat, after in zip(SEATS, (*SEATS[1:], SEATS[0]), strict=True):
            regions = self._board["regions"]
            assert {turned[name] for name in regions[seat]} == set(regions[after])


def _told(value: Any) -> Any:
    """An event's value as an EVENT line writes it: ``d2:N,e3:A`` for units by point."""
    if isinstance(value, dict):
        return ",".join(f"{key}:{_told(each)}" for key, each in value.items())
    return told(value)
