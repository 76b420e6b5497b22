"""The words of New York 2047's cases; `casefile` explains them."""

from __future__ import annotations

from typing import Any

from adjudicator.game import AnyGame, Resolution
from tests.adjudicator.casefile import Run, items


class NewYorkRun(Run):
    """New York 2047."""

    divider = ","

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._given["units"] = {}
        self._land: dict[str, str] = {}
        self._homes: dict[str, str] = {}
        self._out: set[str] = set()
        self._spaces: dict[str, Any] = game.board()["spaces"]
        self._turretons: dict[str, str] = {
            item["turreton"]: key for key, item in self._spaces.items() if item["turreton"]
        }

    def position(self) -> dict[str, Any]:
        if not (self._land or self._homes or self._out):
            return self._given
        begins = {item["home"]: key for key, item in self._spaces.items() if item["home"]}
        homes = {seat: key for seat, key in (begins | self._homes).items() if seat not in self._out}
        under = {
            key: seat
            for seat, units in self._given["units"].items()
            for key in units.values()
            if self._spaces[key]["type"] == "land"
        }
        control = {key: seat for seat, key in homes.items()} | self._land | under
        return {"homes": homes, "control": control} | self._given

    def _at(self, name: str) -> str:
        return self._turretons.get(name, name)

    def _units(self, text: str) -> dict[str, str]:
        return {number: self._at(space) for number, space in (item.split() for item in items(text))}

    # -- giving a position

    def do_season(self, text: str) -> None:
        season, year = text.split()
        self._given |= {"season": season, "phase": season, "year": int(year)}

    def do_units(self, seat: str, text: str) -> None:
        self._given["units"][seat] = self._units(text)

    def do_control(self, seat: str, text: str) -> None:
        self._land |= dict.fromkeys(text.split(), seat)

    def do_home(self, seat: str, space: str) -> None:
        self._homes[seat] = space

    def do_out(self, seat: str, turn: str) -> None:
        self._out.add(seat)
        self._given.setdefault("ended", {})[seat] = int(turn)

    def do_short(self, seat: str, number: str) -> None:
        every = {item["home"]: 0 for item in self._spaces.values() if item["home"]}
        self._given.setdefault("short", every)[seat] = int(number)

    def do_turreton(self, name: str, seat: str) -> None:
        self._given.setdefault("turretons", dict.fromkeys(self._turretons))[name] = seat

    # -- acting

    def resolve(self, orders: dict[str, tuple[Any, ...]]) -> Resolution[Any]:
        """One turn; how seats and sheets list their orders decides nothing."""
        found = super().resolve(orders)
        other = super().resolve({seat: sheet[::-1] for seat, sheet in reversed(orders.items())})
        assert found == other, "another listing of the same orders gives another result"
        return found

    # -- looking

    def do_event(self, text: str) -> None:
        kind, *fields = text.split()
        near = [event for event in self._events if event["type"] == kind]
        assert any(self.fits(event, kind, fields) for event in near), f"there are only {near or 'others'}"

    def do_noevent(self, text: str) -> None:
        kind, *fields = text.split()
        near = [event for event in self._events if self.fits(event, kind, fields)]
        assert kind in self.game.events(), f"there is no event {kind}"
        assert not near, f"there is {near}"

    def do_battle(self, space: str, sides: str, defense: str, ends: str) -> None:
        found = [e for e in self._events if e["type"] == "battle" and e["space"] == self._at(space)]
        assert len(found) == 1, f"battles there: {found}"
        [event] = found
        parts = [(side["seat"], side["power"], _side(side)) for side in event["sides"]]
        if event["defender"] is not None:
            parts.append((event["defender"], event["defense"], _defense(event)))
        lines = items(sides) + ([defense] if defense != "-" else [])
        assert len(lines) == len(parts), f"the battle is {event}"
        for line, (seat, power, points) in zip(lines, parts, strict=True):
            head, _, behind = line.partition(":")
            assert head.split() == [seat, str(power)], f"the battle is {event}"
            assert not behind or behind.split() == points.split(), f"{seat} has {points}"
        assert ends == event["result"] + (", ring" if event["ring"] else ""), f"the battle is {event}"

    def do_where(self, seat: str, text: str = "") -> None:
        expected = {number: space for number, space in self._units(text).items() if space != "lost"}
        found = self.game.dump(self.state)["units"][seat]
        assert found == expected, f"{seat} has {found}"

    def do_controls(self, seat: str, text: str = "") -> None:
        found = {key for key, who in self.game.dump(self.state)["control"].items() if who == seat}
        assert found == set(text.split()), f"{seat} controls {sorted(found)}"

    def do_base(self, seat: str, space: str) -> None:
        found = self.game.dump(self.state)["homes"].get(seat, "none")
        assert found == space, f"its home base is {found}"

    def do_loyal(self, name: str, seat: str) -> None:
        found = self.game.dump(self.state)["turretons"][name] or "dormant"
        assert found == seat, f"it is {found}"

    def do_table(self, seat: str, text: str) -> None:
        [event] = [event for event in self._events if event["type"] == "season_over"]
        row = event["table"][seat]
        found = " ".join(str(row[key]) for key in ("stars", "units", "limit", "change"))
        assert found == text, f"its row is {found}"

    def do_phase(self, text: str) -> None:
        data = self.game.dump(self.state)
        key = self.game.phase(self.state).key
        assert self.game.phase(self.state).sealed == (key != "over")
        found = f"{'' if key == data['season'] else key} {data['season']} {data['year']}".strip()
        assert found == text, f"it is {found}"

    def do_owed(self, seat: str, text: str) -> None:
        owed = self.game.dump(self.state)["owed"][seat]
        found = [f"relocate {' '.join(owed['relocate'])}"] if owed["relocate"] else []
        found += [f"disband {owed['disband']}"] if owed["disband"] else []
        assert found == items(text), f"it owes {found}"

    def do_legal(self, seat: str, unit: str, text: str = "", draft: str = "") -> None:
        given = self.orders(seat, draft) if draft else ()
        listed = list(self.game.legal(self.game.view(self.state, seat), given))
        found = {str(order) for order in listed if self.game.unit_of(order) == unit}
        self.same(found, items(text))

    def do_join(self, seat: str, draft: str, orders: str, sheet: str) -> None:
        view = self.game.view(self.state, seat)
        found = self.game.join(view, self.orders(seat, draft), self.orders(seat, orders))
        assert list(map(str, found)) == items(sheet), f"the sheet is {found}"

    def do_default(self, seat: str, text: str = "") -> None:
        found = self.game.default(self.game.view(self.state, seat))
        assert list(map(str, found or ())) == items(text), f"the default is {found}"

    def do_space(self, space: str, near: str, words: str) -> None:
        item = self._spaces[space]
        found = [item["type"], "star" if item["star"] else "", item["home"] or "", item["turreton"] or ""]
        assert [word for word in found if word] == words.split(), f"it is {found}"
        assert item["near"] == sorted(near.split()), f"near: {item['near']}"


def _side(side: dict[str, Any]) -> str:
    """What a side of a battle has, as a BATTLE line writes it."""
    own = side["seat"]
    return " ".join([*side["movers"], "+", *_supporters(own, side["supports"])])


def _defense(event: dict[str, Any]) -> str:
    parts = event["parts"]
    words = ["home"] * bool(parts["home"]) + ["turreton"] * bool(parts["turreton"])
    return " ".join([*parts["units"], "+", *words, *_supporters(event["defender"], parts["supports"])])


def _supporters(own: str, supports: list[list[str]]) -> list[str]:
    return [unit if seat == own else f"{seat}:{unit}" for seat, unit in supports]
