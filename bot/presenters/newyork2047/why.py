"""Why it went so: the fate of a unit of New York 2047 or the battle in a space, with every point of every
power that decided it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, TURRETONS, Key, plain
from adjudicator.newyork2047.events import Battle, Who
from adjudicator.newyork2047.orders import Notation
from adjudicator.newyork2047.state import View
from adjudicator.text import listing, nearest
from bot.common.message import MOST_CHOICES, Choice
from bot.presenters.newyork2047 import text as words
from bot.presenters.newyork2047.story import Story, both, starred, unit_name, units_named
from maps.text import seat_name

NOBODY: Seat = ""
"""The faction in the name of a Turreton, which keeps its name when it turns."""
MOST_BATTLES = 6
"""So many battles keep a place in a list that units would fill."""


# -- which unit


def known_units(view: View, events: Sequence[Event]) -> dict[Who, Key | None]:
    """Every unit that is on the board or that the events tell of, with where it stands (None: it is gone);
    Turretons too."""
    found: dict[Who, Key | None] = {(unit.seat, str(unit.number)): unit.space for unit in view.units()}
    for event in events:
        match event:
            case ev.Lost(seat=seat, unit=unit) | ev.Disbanded(seat=seat, unit=unit):
                found.setdefault((seat, unit), None)
            case ev.Eliminated(seat=seat, units=units):
                for unit in units:
                    found.setdefault((seat, unit), None)
    ordered = sorted(found, key=lambda who: (SEATS.index(who[0]), int(who[1])))
    known = {who: found[who] for who in ordered}
    return {**known, **{(NOBODY, name): view.board.places[name] for name in TURRETONS}}


def read_unit(view: View, events: Sequence[Event], text: str) -> Who:
    """The unit that a text names: "3" of the view's own seat, "hamblet 3", "ham3", "moe". Raises
    NotUnderstoodError with near-misses."""
    known = known_units(view, events)
    said = [word for word in re.findall("[a-z]+|[0-9]+", plain(text)) if word != "unit"]
    number = str(int(said.pop())) if said and said[-1].isdecimal() else ""
    if not number and said:
        turretons = [name for name in TURRETONS if len(said[-1]) > 1 and name.startswith(said[-1])]
        if turretons:
            return NOBODY, turretons[0]
    seat = _seat(view, text, said)
    if (seat, number) in known:
        return seat, number
    have = [unit for whose, unit in known if whose == seat]
    if not have:
        raise NotUnderstoodError(text, words.NO_UNITS(seat=seat_name(seat)))
    facts = {"seat": seat_name(seat), "units": both(have)}
    reason = words.NO_UNIT(**facts, unit=number) if number else words.WHICH_UNIT(**facts)
    raise NotUnderstoodError(text, reason, [f"{seat} {unit}" for unit in have])


def _seat(view: View, text: str, said: Sequence[str]) -> Seat:
    """The faction that one of the words begins; without any the view's own."""
    if not said:
        if view.seat is not None:
            return view.seat
        examples = [f"{seat} 1" for seat in SEATS]
        raise NotUnderstoodError(text, words.WHICH_FACTION, examples)
    fits = [seat for seat in SEATS if any(len(word) > 1 and seat.startswith(word) for word in said)]
    if len(fits) == 1:
        return fits[0]
    close = nearest(said[-1], [*SEATS, *TURRETONS])
    named = " ".join(said)
    if close:
        raise NotUnderstoodError(text, words.NO_FACTION_NEAR(word=named, meant=listing(close)), close)
    raise NotUnderstoodError(text, words.NO_FACTION(word=named, factions=both(SEATS)), SEATS)


def read_space(notation: Notation, text: str) -> Key | None:
    """The space that a text names, as in orders: "flushing", "jam"; None if it names a unit. Raises
    NotUnderstoodError with near-misses."""
    wanted = plain(text)
    if not wanted or any(sign.isdecimal() for sign in wanted) or notation.seat(wanted):
        return None
    if len(wanted) > 1 and any(name.startswith(wanted) for name in TURRETONS):
        return None
    try:
        return notation.space(text, text)
    except NotUnderstoodError as error:
        # What is like nothing was rather a faction: those are fewer to list.
        if not error.instead or nearest(wanted, [*SEATS, *TURRETONS]):
            return None
        raise


def choices(view: View, events: Sequence[Event], typed: str) -> list[Choice]:
    """Units by what is typed: the view's own first, and lost ones before others; then spaces of battles."""
    battles, spaces = [], view.board.spaces
    wanted = plain(typed)
    for key in Story(view.board, events).battles:
        if f" {wanted}" in f" {plain(spaces[key].name)}" or spaces[key].abbr == wanted:
            battles.append(Choice(key, words.BATTLE_THERE(space=spaces[key].name)))
    units = _unit_choices(view, events, typed)
    return [*units[: MOST_CHOICES - min(len(battles), MOST_BATTLES)], *battles][:MOST_CHOICES]


def _unit_choices(view: View, events: Sequence[Event], typed: str) -> list[Choice]:
    wanted = plain(typed)
    found = []
    known, name = known_units(view, events), view.board.name
    lost = {(event.seat, event.unit): event.space for event in Story(view.board, events).all(ev.Lost)}
    for seat, unit in sorted(known, key=lambda who: (who[0] != view.seat, who not in lost)):
        value = unit if seat in (view.seat, NOBODY) else f"{seat} {unit}"
        if value.startswith(wanted) or f"{seat} {unit}".startswith(wanted):
            label, space = unit_name(seat, unit), known[seat, unit]
            if (seat, unit) in lost:
                label = words.CHOICE_LOST(unit=label, space=name(lost[seat, unit]))
            else:
                label = words.CHOICE_UNIT(unit=label, space=name(space) if space else words.GONE)
            found.append(Choice(value, label))
    return found


# -- its fate


def why(notation: Notation, view: View, events: Sequence[Event], text: str) -> list[str]:
    """What became of a unit: a line for its fate, lines for the battles that it was in. Or what happened in a
    space."""
    story = Story(view.board, events)
    space = read_space(notation, text)
    if space is not None:
        return _space(view, story, space)
    seat, unit = read_unit(view, events, text)
    if seat == NOBODY:
        return _turreton(view, story, unit)
    lines = [_fate(view, story, seat, unit)]
    told: list[Battle] = []
    tried = story.moves.get((seat, unit))
    if tried is not None and (battle := story.fought(tried)) is not None:
        told.append(battle)
    told += _supports(story, (seat, unit), lines)
    told += [
        battle
        for battle in story.battles.values()
        if battle.defender == seat and unit in battle.parts.get("units", ())
    ]
    lines += _later(story, seat, unit)
    return [*lines, *_battles(story, told)]


def _fate(view: View, story: Story, seat: Seat, unit: str) -> str:
    """What the unit did."""
    name, who = view.board.name, unit_name(seat, unit)
    tried, death = story.moves.get((seat, unit)), story.deaths.get((seat, unit))
    told = ""
    match tried:
        case ev.Moved(origin=origin, target=target, how=how):
            text = words.MOVED_IN if how == "reinforce" else words.MOVED
            told = text(unit=who, origin=name(origin), target=starred(view.board, target))
        case ev.Stayed(space=space):
            told = words.STAYED(unit=who, space=name(space), why=story.why_stayed(tried))
        case ev.Lost(space=space, target=target, by=by):
            told = words.LOST_IN_ATTACK(unit=who, target=name(target), space=name(space), by=seat_name(by))
    if death is not None:
        facts = {"space": name(death.space), "by": seat_name(death.by)}
        return f"{told} {words.LOST_THEN(**facts)}" if told else words.LOST_THERE(unit=who, **facts)
    if told:
        return told
    if any(appeared.unit == unit for appeared in story.all(ev.Appeared, seat)):
        return words.IS_NEW(unit=who)
    there = next((u.space for u in view.units(seat) if str(u.number) == unit), None)
    if there is None:
        return words.DID_NOTHING(unit=who)
    battle = story.battles.get(there)
    attacked = battle is not None and battle.defender is not None
    return (words.HELD if attacked else words.UNDISTURBED)(unit=who, space=name(there))


def _supports(story: Story, who: Who, lines: list[str]) -> list[Battle]:
    """The support that the piece gave, told in a line; the battle that it was for."""
    found: list[Battle] = []
    given: list[ev.Supported | ev.SupportFailed] = [*story.all(ev.Supported), *story.all(ev.SupportFailed)]
    for support in given:
        if support.unit != who[1] or (who[0] != NOBODY and support.seat != who[0]):
            continue
        battle, what = story.battles.get(support.target), story.supported(support)
        if isinstance(support, ev.Supported):
            lines.append((words.IT_SUPPORTED if battle else words.IT_SUPPORTED_IDLY)(what=what))
        elif support.reason == "attacked":
            by, here = both(units_named(support.by)), story.board.name(support.space)
            lines.append(words.ITS_SUPPORT_CUT(what=what, units=by, space=here))
        else:
            lines.append(words.ITS_SUPPORT_FAILED(what=what, other=unit_name(support.of, support.other)))
        if battle is not None:
            found.append(battle)
        if isinstance(support, ev.SupportFailed) and support.space in story.battles:
            found.append(story.battles[support.space])
    return found


def _later(story: Story, seat: Seat, unit: str) -> list[str]:
    """What came after the moves: the unit vanished, was disbanded, or is new."""
    name, whose = story.board.name, seat_name(seat)
    lines = [
        words.IT_VANISHED(by=seat_name(out.by), seat=whose)
        for out in story.all(ev.Eliminated, seat)
        if unit in out.units
    ]
    for gone in story.all(ev.Disbanded, seat):
        if gone.unit == unit:
            ordered = gone.how == "ordered"
            text = words.IT_WAS_DISBANDED if ordered else words.IT_WAS_DISBANDED_BY_DEFAULT
            lines.append(text(seat=whose, space=name(gone.space)))
    new = [each for each in story.all(ev.Appeared, seat) if each.unit == unit]
    return lines + [words.NEW_UNIT(unit=unit, space=name(each.space)) for each in new]


def _turreton(view: View, story: Story, turreton: str) -> list[str]:
    """A Turreton's loyalty, support and defence."""
    loyal, place = view.state.turretons[turreton], view.board.places[turreton]
    facts = {"turreton": turreton.capitalize(), "space": view.board.name(place)}
    lines = [words.LOYAL(**facts, seat=seat_name(loyal)) if loyal else words.DORMANT(**facts)]
    for turned in story.all(ev.TurretonTurned):
        if turned.turreton == turreton and turned.before:
            text = words.TURNED_FROM if turned.seat else words.FELL_ASLEEP
            lines.append(text(seat=seat_name(turned.before)))
        elif turned.turreton == turreton:
            lines.append(words.TURNED)
    told = _supports(story, (NOBODY, turreton), lines)
    told += [battle for battle in (story.battles.get(place),) if battle is not None]
    return [*lines, *_battles(story, told)]


def _space(view: View, story: Story, space: Key) -> list[str]:
    """The battle in a space, the other moves there, and who stands there after them."""
    name = view.board.name(space)
    battle = story.battles.get(space)
    lines = battle_lines(story, battle) if battle is not None else [words.NO_BATTLE(space=name)]
    for (seat, unit), tried in story.moves.items():
        if tried.target != space or story.fought(tried) is not None:
            continue
        who = unit_name(seat, unit)
        if isinstance(tried, ev.Moved):
            lines.append(words.MOVED_THERE(unit=who, space=view.board.name(tried.origin)))
        elif isinstance(tried, ev.Stayed):
            stayed = view.board.name(tried.space)
            lines.append(words.STAYED_OUT(unit=who, space=stayed, why=story.why_stayed(tried)))
    there = [(unit.seat, str(unit.number)) for unit in view.units() if unit.space == space]
    holder = view.state.control.get(space)
    if there:
        lines.append(words.STAND_THERE(units=both(units_named(there)), n=len(there)))
    elif holder is not None:
        lines.append(words.CONTROLS(seat=seat_name(holder)))
    return lines


# -- the powers


def _battles(story: Story, battles: Sequence[Battle]) -> list[str]:
    """Each battle once."""
    spaces = dict.fromkeys(battle.space for battle in battles)
    return [line for space in spaces for line in battle_lines(story, story.battles[space])]


def battle_lines(story: Story, battle: Battle) -> list[str]:
    """A battle with a line for each side: its power, and where every point of it came from."""
    lines = [words.BATTLE(outcome=story.outcome(battle))]
    lines += [words.RING] if battle.ring else []
    attack = words.ATTACKS if battle.defender else words.COMPETES
    for side in battle.sides:
        lines.append(
            attack(
                seat=seat_name(side["seat"]), power=side["power"], points=_points(side_points(story, side))
            )
        )
    if battle.defender is not None:
        points = _points(defense_points(story, battle))
        lines.append(words.DEFENDS(seat=seat_name(battle.defender), power=battle.defense, points=points))
    failed = [
        words.NOTED(
            what=words.SUPPORT_OF(unit=unit_name(each.seat, each.unit), what=story.supported(each)),
            why=story.why_failed(each),
        )
        for each in story.all(ev.SupportFailed)
        if each.target == battle.space
    ]
    return [*lines, words.FAILED_SUPPORTS_THERE(supports=", ".join(failed))] if failed else lines


def _points(points: Sequence[tuple[int, str]]) -> str:
    return ", ".join(words.POINT(n=n, what=what) for n, what in points)


def side_points(story: Story, side: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Where each point of an attack came from."""
    seat, points = side["seat"], []
    for unit in side["movers"]:
        origin = story.stood(seat, unit)
        told = words.POINT_UNIT_FROM(unit=unit, space=story.board.name(origin)) if origin else ""
        points.append((1, told or words.POINT_UNIT(unit=unit)))
    return points + _support_points(side["supports"])


def defense_points(story: Story, battle: Battle) -> list[tuple[int, str]]:
    """Where each point of a defence came from."""
    parts = battle.parts
    points = [(1, words.POINT_UNIT(unit=unit)) for unit in parts.get("units", ())]
    if parts.get("home"):
        points.append((parts["home"], words.POINT_HOME))
    if parts.get("turreton"):
        points.append((parts["turreton"], story.turreton(battle)))
    return points + _support_points(parts.get("supports", ()))


def _support_points(supports: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    return [(1, words.POINT_SUPPORT(unit=unit_name(whose, unit))) for whose, unit in supports]
