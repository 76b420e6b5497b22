"""What a turn of New York 2047 did: the public report, a faction's own news, the details behind a button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, Board, Key
from adjudicator.newyork2047.orders import Disband, Hold, Move, Notation, Order, Relocate, Support
from adjudicator.newyork2047.state import FIRST_UNITS, View
from bot.presenters.base import Page, declared
from bot.presenters.newyork2047 import text as words
from bot.presenters.newyork2047.story import Story, both, starred, unit_name, units_named
from bot.presenters.newyork2047.why import battle_lines
from maps.text import seat_name

MOST_LINES = 11
"""With the heading, who is next and how many are ready a report has 15 lines at most."""
MOST_NEWS = 5
MOST_MOVES = 6
"""So many moves that changed nothing are listed."""
MOST_PAGE = 1800
MOST_PAGES = 5


# -- the public report


def report(board: Board, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
    """What happened to whom, in `MOST_LINES`: what decides the game, battles, stars taken without one, units
    lost and new. If that is too much, what is alike shares a line."""
    story = Story(board, events)
    first = _headlines(story) + [line for event in events if (line := _declared(event, names))]
    taken = _taken(story)
    last = [*_homes(story), *_units(story)]
    takes = [words.TAKES(seat=seat_name(seat), spaces=both(spaces)) for seat, spaces in taken.items()]
    battles = story.all(ev.Battle)
    fought = [story.outcome(battle) for battle in battles]
    lines = [*first, *fought, *takes, *last, *(others := _other_moves(story))]
    if len(lines) <= MOST_LINES:
        return lines
    lines = lines[: len(lines) - len(others)]
    if len(lines) > MOST_LINES and len(taken) > 1:
        told = (words.BY(space=space, seat=seat_name(seat)) for seat, some in taken.items() for space in some)
        takes = [words.TAKEN(spaces=", ".join(told))]
    room = MOST_LINES - len(first) - len(takes) - len(last)
    return [*first, *_shortened(story, battles, room), *takes, *last]


def _shortened(story: Story, battles: Sequence[ev.Battle], room: int) -> list[str]:
    """The battles in so many lines: standoffs share one, and what is still too much is only counted."""
    if len(battles) <= room:
        return [story.outcome(battle) for battle in battles]
    even = [battle for battle in battles if battle.result == "standoff"]
    lines = [story.outcome(battle) for battle in battles if battle not in even]
    if even:
        told = (words.IN_BRIEF(space=story.place(each.space), units=_fighters(story, each)) for each in even)
        lines.append(words.STANDOFFS(battles=", ".join(told)))
    if len(lines) > room:
        kept = max(0, room - 1)
        lines = [*lines[:kept], words.MORE_BATTLES(n=len(lines) - kept)]
    return lines


def _fighters(story: Story, battle: ev.Battle) -> str:
    holders = [story.holders(battle)] if battle.defender is not None else []
    return ", ".join([story.movers(battle), *holders])


def _headlines(story: Story) -> list[str]:
    """Who wins, who is out, whose home base is lost."""
    told = []
    for over in story.all(ev.GameOver):
        winners = [seat_name(seat) for seat in SEATS if over.places[seat] == 1]
        if over.reason != "agreed":
            alone = len(winners) == 1
            told.append(words.WINS(seat=winners[0]) if alone else words.SHARE_WIN(seats=both(winners)))
    out = {event.seat: event for event in story.all(ev.Eliminated)}
    for lost in sorted(story.all(ev.HomeLost), key=lambda event: event.seat not in out):
        facts = {
            "by": seat_name(lost.by),
            "space": story.board.name(lost.space),
            "seat": seat_name(lost.seat),
        }
        if lost.seat not in out:
            told.append(words.HOME_LOST(**facts))
        elif lands := out[lost.seat].lands:
            told.append(words.OUT_HEIR(**facts, lands=both(starred(story.board, key) for key in lands)))
        else:
            told.append(words.OUT(**facts))
    return told


def _declared(event: Event, names: Mapping[Seat, str]) -> str:
    match event:
        case ev.Started(year=year):
            return words.STARTED(year=year)
        case ev.Conceded(seat=seat):
            return words.CONCEDES(name=names[seat])
    return declared(event, names)


def _taken(story: Story) -> dict[Seat, list[str]]:
    """The star spaces and Turretons that each faction took without a battle, home bases aside."""
    board, told = story.board, {*story.battles, *(lost.space for lost in story.all(ev.HomeLost))}
    found: dict[Seat, list[str]] = {}
    for event in story.all(ev.Taken):
        if board.spaces[event.space].star and event.space not in told:
            found.setdefault(event.seat, []).append(_from(starred(board, event.space), event.before))
    for turned in story.all(ev.TurretonTurned):
        if turned.seat is not None and turned.space not in told:
            found.setdefault(turned.seat, []).append(_from(turned.turreton.capitalize(), turned.before))
    return {seat: found[seat] for seat in SEATS if seat in found}


def _from(space: str, before: Seat | None) -> str:
    return words.FROM(space=space, seat=seat_name(before)) if before is not None else space


def _homes(story: Story) -> list[str]:
    """Home bases that move, and Turretons that nobody has any more."""
    lines = [
        words.MOVES_ITS_HOME(seat=seat_name(moved.seat), space=story.board.name(moved.target))
        for moved in story.all(ev.Relocated)
    ]
    asleep = [turned for turned in story.all(ev.TurretonTurned) if turned.seat is None]
    return lines + [words.DORMANT_AGAIN(turreton=turned.turreton.capitalize()) for turned in asleep]


def _units(story: Story) -> list[str]:
    """Units lost, disbanded and new."""
    gone = [(lost.seat, lost.unit) for lost in story.all(ev.Lost)]
    gone += [(out.seat, unit) for out in story.all(ev.Eliminated) for unit in out.units]
    disbanded = [(event.seat, event.unit) for event in story.all(ev.Disbanded)]
    lines = [words.LOST(units=_listed(gone))] if gone else []
    lines += [words.DISBANDED_UNITS(units=_listed(disbanded))] if disbanded else []
    coming = [seat for seat in SEATS if story.all(ev.Appeared, seat)]
    if len(coming) < 3:
        return [*lines, *(_built(story, seat) for seat in coming)]
    told = []
    for seat in coming:
        new = story.all(ev.Appeared, seat)
        units = _listed((seat, event.unit) for event in new)
        told.append(words.NEW_IN(units=units, space=story.board.name(new[0].space)))
    return [*lines, words.NEW_UNITS(units="; ".join(told))]


def _listed(units: Iterable[tuple[Seat, str]]) -> str:
    """Units by faction and number: "Greene 4 & 5, Tower 1"."""
    return ", ".join(units_named(sorted(units, key=lambda who: (SEATS.index(who[0]), int(who[1])))))


def _built(story: Story, seat: Seat) -> str:
    """ "Greene rebuilds unit 2 in Jamaica.": of a number that the faction had before."""
    new = story.all(ev.Appeared, seat)
    gone = {lost.unit for lost in story.all(ev.Lost, seat)}
    gone |= {disbanded.unit for disbanded in story.all(ev.Disbanded, seat)}
    again = [event.unit for event in new if event.unit in gone or int(event.unit) <= FIRST_UNITS]
    fresh = [event.unit for event in new if event.unit not in again]
    facts = {"seat": seat_name(seat), "space": story.board.name(new[0].space), "n": len(again or fresh)}
    if again and fresh:
        return words.REBUILDS_AND_BUILDS(**facts, units=both(again), new=both(fresh))
    return (words.REBUILDS if again else words.BUILDS)(**facts, units=both(again or fresh))


def _other_moves(story: Story) -> list[str]:
    """The moves that nothing above tells, in one line."""
    told = {*story.battles, *(event.space for event in story.all(ev.Taken) if _is_star(story, event.space))}
    told |= {turned.space for turned in story.all(ev.TurretonTurned)}
    found = [
        words.MOVE(unit=unit_name(moved.seat, moved.unit), space=story.board.name(moved.target))
        for moved in story.all(ev.Moved)
        if moved.target not in told
    ]
    if len(found) > MOST_MOVES + 1:
        shown = ", ".join(found[:MOST_MOVES])
        return [words.OTHER_MOVES_MORE(moves=shown, n=len(found) - MOST_MOVES)]
    return [words.OTHER_MOVES(moves=", ".join(found))] if found else []


def _is_star(story: Story, key: Key) -> bool:
    return story.board.spaces[key].star


# -- a faction's own news


def news(seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
    """What happened to one seat's units, at most `MOST_NEWS` lines: its home base, units, land, what did not
    work, and how many units it has."""
    board, story = view.board, Story(view.board, events)
    told = [_declared_to(board, event, seat, names) for event in events]
    told += [
        _own_home(story, seat),
        _own_units(story, seat),
        _own_land(story, seat),
        _own_faults(story, seat),
    ]
    lines = list(filter(None, told))
    over, state = story.all(ev.SeasonOver), view.state
    count = _own_count(over[-1], seat, view) if over and seat in state.homes else ""
    if over or state.phase == "adjustment":
        season, year = (over[-1].season, over[-1].year) if over else (state.season, state.year)
        lines[:1] = [words.IN_SEASON(season=season.capitalize(), year=year, news=line) for line in lines[:1]]
    return [*lines[: MOST_NEWS - bool(count)], *filter(None, [count])]


def _declared_to(board: Board, event: Event, seat: Seat, names: Mapping[Seat, str]) -> str:
    if isinstance(event, ev.Started):
        return words.YOU_LEAD(faction=board.names[seat], home=board.name(board.homes[seat]))
    return _declared(event, names)


def _own_home(story: Story, seat: Seat) -> str:
    board, told = story.board, []
    out = {event.seat for event in story.all(ev.Eliminated)}
    for lost in story.all(ev.HomeLost, seat):
        text = words.YOU_ARE_OUT if seat in out else words.YOUR_HOME_LOST
        told.append(text(by=seat_name(lost.by), space=board.name(lost.space)))
    told += [words.YOUR_HOME_MOVED(space=board.name(event.target)) for event in story.all(ev.Relocated, seat)]
    return " ".join(told)


def _own_units(story: Story, seat: Seat) -> str:
    """Units lost, disbanded and new."""
    name, told = story.board.name, []
    lost, gone = [], _land_gone(story, seat)
    for event in story.all(ev.Lost, seat):
        if event.reason != "defeated":
            lost.append(words.LOST_ATTACKING(unit=event.unit, space=name(event.target)))
            continue
        with_land = gone.get(event.space) == event.by
        text = words.LOST_UNIT_AND_LAND if with_land else words.LOST_UNIT
        space = starred(story.board, event.space) if with_land else name(event.space)
        lost.append(text(unit=event.unit, space=space, by=seat_name(event.by)))
    for out in story.all(ev.Eliminated, seat):
        lost += [words.LOST_WITH_HOME(n=len(out.units), units=both(out.units))] if out.units else []
    disbanded = sorted((event.unit for event in story.all(ev.Disbanded, seat)), key=int)
    new = story.all(ev.Appeared, seat)
    told += [words.YOU_LOST(units=both(lost))] if lost else []
    told += [words.YOU_DISBANDED(n=len(disbanded), units=both(disbanded))] if disbanded else []
    if new:
        units = both(event.unit for event in new)
        told.append(words.YOU_BUILT(n=len(new), units=units, space=name(new[0].space)))
    return " ".join(told)


def _own_land(story: Story, seat: Seat) -> str:
    """Land and Turretons taken, inherited, held in a battle, and lost."""
    board = story.board
    took = [_from(starred(board, event.space), event.before) for event in story.all(ev.Taken, seat)]
    heir = [key for event in story.all(ev.Eliminated) if event.by == seat for key in event.lands]
    held = [story.place(each.space) for each in story.battles.values() if _kept(each, seat)]
    fell = {(event.space, event.by) for event in story.all(ev.Lost, seat) if event.reason == "defeated"}
    gone = [each for each in _land_gone(story, seat).items() if each not in fell]  # told with the unit
    lost = [words.LOST_TO(space=starred(board, space), seat=seat_name(by)) for space, by in gone]
    for turned in story.all(ev.TurretonTurned):
        name = turned.turreton.capitalize()
        if turned.seat == seat:
            took.append(_from(name, turned.before))
        elif turned.before == seat and turned.seat is not None:
            lost.append(words.LOST_TO(space=name, seat=seat_name(turned.seat)))
    told = [words.YOU_TOOK(spaces=both(took))] if took else []
    told += [words.YOU_INHERITED(spaces=both(starred(board, key) for key in heir))] if heir else []
    told += [words.YOU_HELD(spaces=both(held))] if held else []
    return " ".join([*told, *([words.YOU_LOST_LAND(spaces=both(lost))] if lost else [])])


def _land_gone(story: Story, seat: Seat) -> dict[Key, Seat]:
    """Who took which land from a seat; its home base is told by itself."""
    homes = {event.space for event in story.all(ev.HomeLost, seat)}
    taken = [event for event in story.all(ev.Taken) if event.before == seat and event.space not in homes]
    return {event.space: event.seat for event in taken}


def _kept(battle: ev.Battle, seat: Seat) -> bool:
    return battle.defender == seat and battle.result in ("held", "standoff")


def _own_faults(story: Story, seat: Seat) -> str:
    """Moves that did not happen, and supports that counted for nothing."""
    alike: dict[str, list[str]] = {}
    for event in story.all(ev.Stayed, seat):
        alike.setdefault(story.why_stayed(event), []).append(event.unit)
    stayed = [words.NOTED(what=both(units), why=why) for why, units in alike.items()]
    failed = [
        words.NOTED(
            what=words.SUPPORT_OF(unit=event.unit.capitalize(), what=story.supported(event, own=seat)),
            why=story.why_failed(event),
        )
        for event in story.all(ev.SupportFailed, seat)
    ]
    told = [words.DID_NOT_MOVE(units=", ".join(stayed))] if stayed else []
    return " ".join([*told, *([words.FAILED_SUPPORTS(supports=", ".join(failed))] if failed else [])])


def _own_count(over: ev.SeasonOver, seat: Seat, view: View) -> str:
    """ "4★ · 4 of 6 units · 2 more after this season"."""
    row, state = over.table[seat], view.state
    facts = {"stars": row["stars"], "units": row["units"], "limit": row["limit"]}
    coming = 0 if seat in state.ended else state.short[seat]
    return words.YOUR_COUNT_GROWS(**facts, n=coming) if coming else words.YOUR_COUNT(**facts)


# -- details


def details(
    notation: Notation, view: View, events: Sequence[Event], orders: Mapping[Seat, Sequence[str]]
) -> list[Page]:
    """Every order with what came of it, the battles with their powers, the star table."""
    story = Story(view.board, events)
    given = [line for seat in SEATS if (line := _orders_of(notation, story, seat, orders.get(seat, ())))]
    fought = ["\n".join(battle_lines(story, battle)) for battle in story.battles.values()]
    pages = _pages(words.DETAILS_ORDERS, given or [words.NO_ORDERS])
    battles = _pages(words.DETAILS_BATTLES, fought or [words.NO_BATTLES])[: MOST_PAGES - 1 - len(pages)]
    return [*pages, *battles, Page(words.DETAILS_STARS, summary(view, events))]


def _pages(title: str, blocks: Sequence[str]) -> list[Page]:
    """Blocks below each other on as few pages as they need."""
    texts: list[str] = []
    for block in blocks:
        if texts and len(texts[-1]) + len(block) < MOST_PAGE:
            texts[-1] += f"\n{block}"
        else:
            texts.append(block)
    numbered = len(texts) > 1
    return [Page(f"{title} {n}" if numbered else title, text) for n, text in enumerate(texts, 1)]


def _orders_of(notation: Notation, story: Story, seat: Seat, texts: Sequence[str]) -> str:
    told = [_order(story, seat, order) for order in notation.parse(seat, "; ".join(texts))] if texts else []
    return words.ORDERS_OF(seat=seat_name(seat), orders=" · ".join(filter(None, told))) if any(told) else ""


def _order(story: Story, seat: Seat, order: Order) -> str:
    """An order with why it failed, if it did."""
    name = story.board.name
    match order:
        case Move(unit=unit, target=target):
            told, tried = words.MOVE(unit=unit, space=name(target)), story.moves.get((seat, unit))
            if isinstance(tried, ev.Stayed):
                return words.NOTED(what=told, why=words.BRIEFLY[tried.reason])
            lost = isinstance(tried, ev.Lost)
            return words.NOTED(what=told, why=words.FAILED_ATTACK) if lost else told
        case Hold(unit=unit):
            return words.ORDER_HOLDS(unit=unit.capitalize())
        case Support(unit=unit, seat=whose, other=other, target=target):
            facts = {"unit": unit.capitalize(), "other": unit_name(whose, other) if whose else other}
            failed = next((each for each in story.all(ev.SupportFailed, seat) if each.unit == unit), None)
            valid = next((each for each in story.all(ev.Supported, seat) if each.unit == unit), failed)
            if target:
                told = words.ORDER_SUPPORTS(**facts, space=name(target))
            else:
                told = words.ORDER_SUPPORTS_HOLD(**facts, space=name(valid.target) if valid else "")
            return words.NOTED(what=told, why=_briefly(story, failed)) if failed else told
        case Relocate(target=target):
            return words.ORDER_RELOCATES(space=name(target))
        case Disband(unit=unit):
            return words.ORDER_DISBANDS(unit=unit)
        case _:
            return ""


def _briefly(story: Story, failed: ev.SupportFailed) -> str:
    return story.why_failed(failed) if failed.reason == "attacked" else words.BRIEFLY[failed.reason]


def summary(view: View, events: Sequence[Event]) -> str:
    """The star table as a code block 30 columns wide, for phones, most stars first. ASCII alone: other signs
    are wider in some fonts."""
    over = [event for event in events if isinstance(event, ev.SeasonOver)]
    state = view.state
    if over:
        table: Mapping[Seat, Mapping[str, int]] = over[-1].table
    else:
        table = {
            seat: {
                "stars": row.stars,
                "units": row.units,
                "limit": row.limit,
                "change": row.stars - state.counted[seat],
            }
            for seat, row in view.table().items()
        }
    lines = [words.TABLE_HEAD]
    for seat in sorted(
        table, key=lambda each: (-table[each]["stars"], -table[each]["units"], SEATS.index(each))
    ):
        row = table[seat]
        change = f"{row['change']:+d}" if row["change"] else "0"
        if seat in state.homes:
            lines.append(f"{seat_name(seat):11}{row['stars']:5}{change:>4}{row['units']:6}{row['limit']:4}")
        else:
            lines.append(f"{seat_name(seat):11}{row['stars']:5}{change:>4}{words.TABLE_OUT:>6}")
    return "\n".join(["```", *lines, "```"])
