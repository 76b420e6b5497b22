"""An analysis in words, and which curves its graph has."""

from __future__ import annotations

from bot.features.analysis.telling import MOST_VOIDS, graph_of, told_of
from engines.analysis import Analysis, Balance, Choice, Turn, TurningPoint, Void, VoidSupport
from tests.bot.newyork import new_york
from tests.bot.parts import FOURTH, GUEST, HOST, THIRD, PostOffice


async def test_void_supports_and_sheets_are_told_by_their_names(office: PostOffice) -> None:
    snapshot = await office.snapshot(await new_york(office))
    names = snapshot.names()
    own = Void("greene", "2", "flushing", "greene", "4", "forest_hills", False, "attacked")
    other = Void("tower", "moe", "chelsea", "papst", "6", "harlem", True, "unmatched")
    choice = Choice("tower", ("1 hold", "2 hold"), ("1 hold", "2 move upper_bay"), "Goes.", 90, -50)
    voids = tuple(VoidSupport(3, 3, void) for void in (own, other, *[own] * MOST_VOIDS))
    lines = list(told_of(snapshot, Analysis((), (TurningPoint(5, 5, choice),), (), voids)))
    assert lines[1] == (
        f"**1** · turn 5 · {names['tower']}\nOrdered `2 hold`. "
        "A General would have ordered `2 move upper bay`. Goes.\n"
        "Stood at -50 instead of +40."
    )
    assert (
        lines[3]
        == f"- Turn 3: {names['greene']}, unit 2 in Flushing, for unit 4 into Forest Hills (attacked)"
    )
    assert lines[4] == (
        f"- Turn 3: {names['tower']}, Moe in Chelsea, for Papst 6 in Harlem (that unit had another order)"
    )
    assert lines[-1] == "- … and 2 more"


async def test_a_team_has_one_curve_and_luck_a_line_each(office: PostOffice) -> None:
    snapshot = await office.snapshot(await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both"))
    values = dict.fromkeys(snapshot.seats, 0) | {seat: 10 for seat in snapshot.seats if "dark" in seat}
    last = snapshot.seats[-1]
    choice = TurningPoint(1, 1, Choice(last, ("a",), ("b",), "So.", 90, 0))
    found = Analysis((Turn(0, 0, values), Turn(1, 1, values)), (choice,), (Balance(last, 2, 1, -30),), ())
    graph = graph_of(snapshot, found)
    assert [(curve.name, curve.sign, curve.values) for curve in graph.curves] == [
        ("Dark", "D", (10, 10)),
        ("Light", "L", (0, 0)),
    ]
    assert [(mark.curve, mark.place) for mark in graph.marks] == [(1, 1)]
    assert f"- {snapshot.names()[last]}: 2 for, 1 against · worth -30" in list(told_of(snapshot, found))
