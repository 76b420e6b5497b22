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
from bot.presenters.newyork2047.story import Story, both, unit_name, units_named, verb
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
    words = [word for word in re.findall("[a-z]+|[0-9]+", plain(text)) if word != "unit"]
    number = str(int(words.pop())) if words and words[-1].isdecimal() else ""
    if not number and words:
        turretons = [name for name in TURRETONS if len(words[-1]) > 1 and name.startswith(words[-1])]
        if turretons:
            return NOBODY, turretons[0]
    seat = _seat(view, text, words)
    if (seat, number) in known:
        return seat, number
    have = [unit for whose, unit in known if whose == seat]
    if not have:
        raise NotUnderstoodError(text, f"{seat_name(seat)} has no units")
    reason = f"has no unit {number}" if number else "has several units: add a number"
    instead = [f"{seat} {unit}" for unit in have]
    raise NotUnderstoodError(text, f"{seat_name(seat)} {reason}. There are {listing(have, 'and')}", instead)


def _seat(view: View, text: str, words: Sequence[str]) -> Seat:
    """The faction that one of the words begins; without words the view's own."""
    if not words:
        if view.seat is not None:
            return view.seat
        examples = [f"{seat} 1" for seat in SEATS]
        raise NotUnderstoodError(text, "name the faction too, such as hamblet 3", examples)
    fits = [seat for seat in SEATS if any(len(word) > 1 and seat.startswith(word) for word in words)]
    if len(fits) == 1:
        return fits[0]
    close = nearest(words[-1], [*SEATS, *TURRETONS])
    said = " ".join(words)
    if close:
        raise NotUnderstoodError(text, f"“{said}” is no faction: did you mean {listing(close)}?", close)
    raise NotUnderstoodError(text, f"“{said}” is no faction; they are {listing(SEATS, 'and')}", SEATS)


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
    """Units by what is typed, those of the view's own seat first; then the spaces of battles."""
    battles, spaces = [], view.board.spaces
    wanted = plain(typed)
    for key in Story(view.board, events).battles:
        if f" {wanted}" in f" {plain(spaces[key].name)}" or spaces[key].abbr == wanted:
            battles.append(Choice(key, f"{spaces[key].name} · the battle there"))
    units = _unit_choices(view, events, typed)
    return [*units[: MOST_CHOICES - min(len(battles), MOST_BATTLES)], *battles][:MOST_CHOICES]


def _unit_choices(view: View, events: Sequence[Event], typed: str) -> list[Choice]:
    wanted = plain(typed)
    found = []
    known = known_units(view, events)
    for seat, unit in sorted(known, key=lambda who: who[0] != view.seat):
        value = unit if seat in (view.seat, NOBODY) else f"{seat} {unit}"
        if value.startswith(wanted) or f"{seat} {unit}".startswith(wanted):
            space = known[seat, unit]
            where = view.board.name(space) if space else "gone"
            found.append(Choice(value, f"{unit_name(seat, unit)} · {where}"))
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
    lines = [f"**{unit_name(seat, unit)}** {_fate(view, story, seat, unit)}"]
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
    """What the unit did, after its name."""
    name = view.board.name
    tried, death = story.moves.get((seat, unit)), story.deaths.get((seat, unit))
    told = ""
    match tried:
        case ev.Moved(origin=origin, target=target, how=how):
            told = f"went from {name(origin)} to {name(target)}"
            told += {
                "move": "; nobody disputed that",
                "reinforce": ", where own pieces stood: that always works, before any attack",
            }.get(how, "")
        case ev.Stayed(space=space, target=target):
            why_not = story.why_stayed(tried)
            told = f"stayed in {name(space)}: its move to {name(target)} did not happen ({why_not})"
        case ev.Lost(space=space, target=target, by=by):
            told = f"is lost: it attacked {name(target)} from {name(space)}, and {seat_name(by)} held"
    if death is not None:
        beaten = f"is lost in {name(death.space)}: {seat_name(death.by)} attacked with more power"
        told = f"{told}. It {beaten}" if told else beaten
    if told:
        return f"{told}."
    if any(appeared.unit == unit for appeared in story.all(ev.Appeared, seat)):
        return "is new."
    there = next((u.space for u in view.units(seat) if str(u.number) == unit), None)
    if there is None:
        return "made no move."
    battle = story.battles.get(there)
    safe = "" if battle is not None and battle.defender else "; nobody attacked it"
    return f"made no move. It stands in {name(there)}{safe}."


def _supports(story: Story, who: Who, lines: list[str]) -> list[Battle]:
    """The support that the piece gave, told in a line; the battle that it was for."""
    found: list[Battle] = []
    given: list[ev.Supported | ev.SupportFailed] = [*story.all(ev.Supported), *story.all(ev.SupportFailed)]
    for support in given:
        if support.unit != who[1] or (who[0] != NOBODY and support.seat != who[0]):
            continue
        battle = story.battles.get(support.target)
        if isinstance(support, ev.SupportFailed):
            lines.append(f"Its support of {story.supported(support)} failed: {story.why_failed(support)}.")
        else:
            point = "" if battle else "; there was no battle"
            lines.append(f"It supported {story.supported(support)}{point}.")
        if battle is not None:
            found.append(battle)
        if isinstance(support, ev.SupportFailed) and support.space in story.battles:
            found.append(story.battles[support.space])
    return found


def _later(story: Story, seat: Seat, unit: str) -> list[str]:
    """What came after the moves: the unit vanished, was given up, or is new."""
    name, whose = story.board.name, seat_name(seat)
    lines = []
    for out in story.all(ev.Eliminated, seat):
        if unit in out.units:
            lines.append(f"It vanished: {whose} lost its home base to {seat_name(out.by)} and is out.")
    for gone in story.all(ev.Disbanded, seat):
        if gone.unit == unit:
            how = "" if gone.how == "ordered" else ", by default, as the highest number"
            lines.append(f"It was given up in {name(gone.space)}: {whose} was above its limit{how}.")
    for new in story.all(ev.Appeared, seat):
        if new.unit == unit:
            lines.append(f"A new unit {unit} appeared in {name(new.space)}, the home base.")
    return lines


def _turreton(view: View, story: Story, turreton: str) -> list[str]:
    """A Turreton's loyalty, support and defence."""
    loyal, place = view.state.turretons[turreton], view.board.places[turreton]
    serves = f"serves {seat_name(loyal)}" if loyal else "is dormant"
    lines = [f"**{turreton.capitalize()}** in {view.board.name(place)} {serves}."]
    for turned in story.all(ev.TurretonTurned):
        if turned.turreton == turreton:
            before = f"{seat_name(turned.before)} before" if turned.before else "nobody before"
            lines.append(f"It turned in this turn; it served {before}.")
    told = _supports(story, (NOBODY, turreton), lines)
    told += [battle for battle in (story.battles.get(place),) if battle is not None]
    return [*lines, *_battles(story, told)]


def _space(view: View, story: Story, space: Key) -> list[str]:
    """The battle in a space, the other moves there, and who stands there after them."""
    name = view.board.name(space)
    battle = story.battles.get(space)
    lines = battle_lines(story, battle) if battle is not None else [f"**{name}**: nothing was fought there."]
    for (seat, unit), tried in story.moves.items():
        if tried.target != space or story.fought(tried) is not None:
            continue
        if isinstance(tried, ev.Moved):
            lines.append(f"{unit_name(seat, unit)} went there from {view.board.name(tried.origin)}.")
        elif isinstance(tried, ev.Stayed):
            stayed = f"stayed in {view.board.name(tried.space)}"
            lines.append(f"{unit_name(seat, unit)} {stayed} ({story.why_stayed(tried)}).")
    there = [(unit.seat, str(unit.number)) for unit in view.units() if unit.space == space]
    holder = view.state.control.get(space)
    if there:
        lines.append(f"{both(units_named(there))} {verb(there, 'stands', 'stand')} there now.")
    elif holder is not None:
        lines.append(f"Nobody stands there; {seat_name(holder)} controls it.")
    return lines


# -- the powers


def _battles(story: Story, battles: Sequence[Battle]) -> list[str]:
    """Each battle once."""
    spaces = dict.fromkeys(battle.space for battle in battles)
    return [line for space in spaces for line in battle_lines(story, story.battles[space])]


def battle_lines(story: Story, battle: Battle) -> list[str]:
    """A battle with a line for each side: its power, and where every point of it came from."""
    where = f"**{story.board.name(battle.space)}**"
    ring = " (nobody could leave first, so everyone fights where he stands)" if battle.ring else ""
    lines = [f"{where}{ring}: {story.outcome(battle)}"]
    verb = "attacks" if battle.defender else "comes"
    for side in battle.sides:
        points = ", ".join(f"+{n} {what}" for n, what in side_points(story, side))
        lines.append(f"- {seat_name(side['seat'])} {verb} with **{side['power']}**: {points}")
    if battle.defender is not None:
        points = ", ".join(f"+{n} {what}" for n, what in defense_points(story, battle))
        lines.append(f"- {seat_name(battle.defender)} defends with **{battle.defense}**: {points}")
    failed = [
        f"{unit_name(failed.seat, failed.unit)} for {story.supported(failed)} ({story.why_failed(failed)})"
        for failed in story.all(ev.SupportFailed)
        if failed.target == battle.space
    ]
    return [*lines, f"- Supports that failed: {'; '.join(failed)}"] if failed else lines


def side_points(story: Story, side: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Where each point of an attack came from."""
    seat, points = side["seat"], []
    for unit in side["movers"]:
        origin = story.stood(seat, unit)
        points.append((1, f"unit {unit}" + (f" from {story.board.name(origin)}" if origin else "")))
    return points + _support_points(seat, side["supports"])


def defense_points(story: Story, battle: Battle) -> list[tuple[int, str]]:
    """Where each point of a defence came from."""
    parts = battle.parts
    points = [(1, f"unit {unit}") for unit in parts.get("units", ())]
    if parts.get("home"):
        points.append((parts["home"], "home base"))
    if parts.get("turreton"):
        points.append((parts["turreton"], story.turreton(battle)))
    return points + _support_points(battle.defender or "", parts.get("supports", ()))


def _support_points(seat: Seat, supports: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """Supports by units of one's own, by foreign ones with their faction, by a Turreton."""
    return [
        (1, f"support of {unit_name(whose, unit) if whose != seat or unit in TURRETONS else f'unit {unit}'}")
        for whose, unit in supports
    ]
