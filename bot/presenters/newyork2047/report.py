"""What a turn of New York 2047 did: the public report, a faction's own news, the star table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, Board, Key
from adjudicator.newyork2047.state import View
from adjudicator.text import counted, listing
from bot.presenters.base import declared
from bot.presenters.newyork2047.story import Story, both, starred, units_named, verb
from maps.text import capitalized, seat_name

MOST_NEWS = 12
MOST_HEADLINES = 2


def numbers(units: Iterable[str]) -> str:
    """ "unit 4", "units 4 and 5"."""
    listed = list(units)
    return f"unit{'' if len(listed) == 1 else 's'} {both(listed)}"


# -- the public report


def report(board: Board, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
    """Headlines, declarations, the battles by space, the other moves by faction, then what came of them."""
    story = Story(board, events)
    lines = _headlines(story)
    lines += [line for event in events if (line := _declared(board, event, names))]
    lines += [story.battle(battle) for battle in story.all(ev.Battle)]
    for seat in SEATS:
        told = _moves(story, seat)
        if told:
            lines.append(f"**{seat_name(seat)}** — {told}")
    lines += [_turned(event) for event in story.all(ev.TurretonTurned)]
    lines += _homes(story, names)
    lines += _units(story)
    owes = [f"{seat_name(event.seat)} {_choice(board, event)}" for event in story.all(ev.Owes)]
    if owes:
        lines.append(f"**To choose now** — {'; '.join(owes)}.")
    return lines


def _headlines(story: Story) -> list[str]:
    """Who wins, who is out, whose home base is lost: at most `MOST_HEADLINES` lines."""
    board, told = story.board, []
    for over in story.all(ev.GameOver):
        winners = [seat for seat in SEATS if over.places[seat] == 1]
        if over.reason != "agreed":
            told.append(f"{both(map(seat_name, winners))} {verb(winners, 'wins the game', 'share the win')}")
    out = {event.seat for event in story.all(ev.Eliminated)}
    for lost in sorted(story.all(ev.HomeLost), key=lambda event: event.seat not in out):
        name, home, by = seat_name(lost.seat), board.name(lost.space), seat_name(lost.by)
        if lost.seat in out:
            told.append(f"{name} is out of the game: its home base {home} falls to {by}")
        else:
            told.append(f"{name} loses its home base {home} to {by}")
    last = MOST_HEADLINES - 1
    if len(told) > MOST_HEADLINES:
        told[last:] = ["; ".join(told[last:])]
    return [f"**{line}.**" for line in told]


def _declared(board: Board, event: Event, names: Mapping[Seat, str]) -> str:
    match event:
        case ev.Started(seats=seats, year=year):
            factions = (f"**{board.names[seat]}** in {board.name(board.homes[seat])}" for seat in seats)
            return f"Spring {year}. Each faction has units 1, 2 and 3 in its home base: {both(factions)}."
        case ev.Conceded(seat=seat):
            return f"{names[seat]} concedes: its units hold from now on, and it gets no new ones."
    return declared(event, names)


def _moves(story: Story, seat: Seat) -> str:
    """A faction's moves that no battle tells, its supports that failed, and the land that it gained."""
    told: list[str] = []
    name = story.board.name
    for (whose, unit), tried in story.moves.items():
        if whose != seat or story.fought(tried):
            continue
        if isinstance(tried, ev.Moved):
            told.append(f"{unit} {name(tried.origin)} → {name(tried.target)}")
        elif isinstance(tried, ev.Stayed):
            told.append(f"{unit} stays in {name(tried.space)} ({story.why_stayed(tried)})")
    for failed in story.all(ev.SupportFailed, seat):
        told.append(f"{_piece(failed.unit)}'s support fails ({story.why_failed(failed)})")
    gained = _gained(story, seat)
    if gained:
        told.append(f"gains {gained}")
    return f"{'; '.join(told)}." if told else ""


def _gained(story: Story, seat: Seat) -> str:
    """ "Kennedy ★ and Soho (Tower's)"."""
    return both(
        starred(story.board, event.space) + (f" ({seat_name(event.before)}'s)" if event.before else "")
        for event in story.all(ev.Taken, seat)
    )


def _turned(event: ev.TurretonTurned) -> str:
    name = f"**{event.turreton.capitalize()}**"
    if event.seat is None:
        return f"{name} is dormant again."
    before = f", no longer {seat_name(event.before)}" if event.before else ""
    return f"{name} serves {seat_name(event.seat)} now{before}."


def _homes(story: Story, names: Mapping[Seat, str]) -> list[str]:
    """What comes of home bases that are lost, as the headlines tell: where they move, what the eliminated
    leave."""
    board, lines = story.board, []
    lost = {event.seat for event in story.all(ev.HomeLost)}
    for out in story.all(ev.Eliminated):
        lines.append(f"{names[out.seat]} has no other star space on land.{_estate(board, out)}")
    for moved in story.all(ev.Relocated):
        origin = "" if moved.seat in lost else f" from {board.name(moved.origin)}"
        why = {"default": " (nothing was chosen)", "only": " (the only star space on land that it has left)"}
        where = f"{origin} to {board.name(moved.target)}{why.get(moved.how, '')}"
        lines.append(f"**{seat_name(moved.seat)}** moves its home base{where}.")
    return lines


def _estate(board: Board, event: ev.Eliminated) -> str:
    """What an eliminated faction leaves, as a sentence after another."""
    told = []
    if event.units:
        told.append(f"its {numbers(event.units)} {verb(event.units, 'vanishes', 'vanish')}")
    if event.lands:
        told.append(f"{seat_name(event.by)} inherits {both(starred(board, key) for key in event.lands)}")
    text = "; ".join(told)
    return f" {capitalized(text)}." if text else ""


def _units(story: Story) -> list[str]:
    """Units given up and new ones, a line each."""
    lines = []
    given_up = sorted((SEATS.index(gone.seat), int(gone.unit)) for gone in story.all(ev.Disbanded))
    if given_up:
        told = units_named((SEATS[at], str(number)) for at, number in given_up)
        lines.append(f"**Given up** — {', '.join(told)}.")
    told = [f"{seat_name(seat)} gets {new}" for seat in SEATS if (new := _new(story, seat))]
    return [*lines, f"**New units** — {'; '.join(told)}."] if told else lines


def _new(story: Story, seat: Seat) -> str:
    """ "unit 4 in Jamaica", "a new 2 in Jamaica" if a unit of that number was lost just before; "" none."""
    new = story.all(ev.Appeared, seat)
    if not new:
        return ""
    gone = {lost.unit for lost in story.all(ev.Lost, seat)}
    gone |= {given_up.unit for given_up in story.all(ev.Disbanded, seat)}
    fresh = [event.unit for event in new if event.unit not in gone]
    told = [numbers(fresh)] if fresh else []
    told += [f"a new {event.unit}" for event in new if event.unit in gone]
    return f"{both(told)} in {story.board.name(new[0].space)}"


def _choice(board: Board, owes: ev.Owes) -> str:
    """ "a new home base (Chelsea or Soho) and 1 unit to give up"."""
    told = []
    if owes.relocate:
        told.append(f"a new home base ({listing(board.name(key) for key in owes.relocate)})")
    if owes.disband:
        told.append(f"{counted(owes.disband, 'unit')} to give up")
    return both(told)


# -- a faction's own news


def news(seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
    """What happened to one seat, at most `MOST_NEWS` lines, after the season what matters most first: a desk
    that has no room cuts them from the end. Battles, which the report has too, give way to the rest."""
    board = view.board
    story = Story(board, events)
    first = [line for event in events if (line := _declared_to(board, event, seat, names))]
    first += _own_home(story, seat)
    first += _own_moves(story, seat)
    first += _own_losses(story, seat)
    first += _own_gains(story, seat)
    first += _own_count(story, seat, view)
    last = _own_supports(story, seat)
    battles = [
        story.battle(battle)
        for battle in story.all(ev.Battle)
        if battle.defender == seat or any(side["seat"] == seat for side in battle.sides)
    ]
    if first or battles or last:
        first = [*_heading(view, story), *first]
    room = MOST_NEWS - len(first) - len(last)
    if len(battles) > room:
        shown = max(0, room - 1)
        more = f"… and {counted(len(battles) - shown, 'more battle')} of yours: see the report."
        battles = [*battles[:shown], more]
    return [*first, *battles, *last][:MOST_NEWS]


def _heading(view: View, story: Story) -> list[str]:
    """The season that the news are of; none before the first is over."""
    over, state = story.all(ev.SeasonOver), view.state
    if over:
        return [f"**In {over[-1].season} {over[-1].year}:**"]
    return [f"**In {state.season} {state.year}:**"] if state.phase == "adjustment" else []


def _declared_to(board: Board, event: Event, seat: Seat, names: Mapping[Seat, str]) -> str:
    if isinstance(event, ev.Started):
        home = board.name(board.homes[seat])
        return (
            f"You lead **{board.names[seat]}**. Your home base is {home}; your units 1, 2 and 3 stand there."
        )
    return _declared(board, event, names)


def _own_home(story: Story, seat: Seat) -> list[str]:
    board, lines = story.board, []
    for lost in story.all(ev.HomeLost, seat):
        lines.append(f"**Your home base {board.name(lost.space)} is lost to {seat_name(lost.by)}.**")
    for moved in story.all(ev.Relocated, seat):
        why = {
            "default": ", as you chose nothing",
            "only": ", the only star space on land that you have left",
        }
        lines.append(f"Your home base moves to {board.name(moved.target)}{why.get(moved.how, '')}.")
    for out in story.all(ev.Eliminated, seat):
        lines.append(f"**Your faction is out of the game.**{_estate(board, out)}")
    for owes in story.all(ev.Owes, seat):
        lines.append(f"**You choose now:** {_choice(board, owes)}.")
    return lines


def _own_moves(story: Story, seat: Seat) -> list[str]:
    name = story.board.name
    went: dict[Key, list[str]] = {}
    stayed = []
    for (whose, unit), tried in story.moves.items():
        if whose == seat and isinstance(tried, ev.Moved):
            went.setdefault(tried.target, []).append(unit)
        elif whose == seat and isinstance(tried, ev.Stayed):
            stayed.append(f"{unit} in {name(tried.space)} ({story.why_stayed(tried)})")
    gone = [f"{' & '.join(units)} to {name(target)}" for target, units in went.items()]
    lines = [f"Moved: {', '.join(gone)}."] if gone else []
    return [*lines, f"Did not move: {'; '.join(stayed)}."] if stayed else lines


def _own_supports(story: Story, seat: Seat) -> list[str]:
    gave = [
        f"{_piece(support.unit)} for {story.supported(support)}" for support in story.all(ev.Supported, seat)
    ]
    failed = [
        f"{_piece(support.unit)} for {story.supported(support)} ({story.why_failed(support)})"
        for support in story.all(ev.SupportFailed, seat)
    ]
    lines = [f"Supports that counted: {'; '.join(gave)}."] if gave else []
    return [*lines, f"Supports that failed: {'; '.join(failed)}."] if failed else lines


def _piece(unit: str) -> str:
    """ "3", "Moe"."""
    return unit.capitalize()


def _own_losses(story: Story, seat: Seat) -> list[str]:
    name = story.board.name
    lost = [
        f"{event.unit} in {name(event.space)} (beaten by {seat_name(event.by)})"
        if event.reason == "defeated"
        else f"{event.unit} (its attack on {name(event.target)} failed)"
        for event in story.all(ev.Lost, seat)
    ]
    return [f"Lost: {', '.join(lost)}."] if lost else []


def _own_gains(story: Story, seat: Seat) -> list[str]:
    """Land, Turretons and units gained, lost or given up: a line each at most."""
    board = story.board
    gained = _gained(story, seat)
    heir = [key for event in story.all(ev.Eliminated) if event.by == seat for key in event.lands]
    inherited = both(starred(board, key) for key in heir)
    gone = both(
        f"{starred(board, event.space)} (to {seat_name(event.seat)})"
        for event in story.all(ev.Taken)
        if event.before == seat
    )
    land = [f"gained {gained}"] if gained else []
    land += [f"inherited {inherited}"] if inherited else []
    land += [f"lost {gone}"] if gone else []
    lines = [f"Land: {'; '.join(land)}."] if land else []
    turned = [
        _turned(event).rstrip(".")
        for event in story.all(ev.TurretonTurned)
        if seat in (event.seat, event.before)
    ]
    lines += [f"{'; '.join(turned)}."] if turned else []
    units = []
    given_up = sorted((event.unit for event in story.all(ev.Disbanded, seat)), key=int)
    if given_up:
        units.append(f"given up: {numbers(given_up)}")
    new = _new(story, seat)
    if new:
        units.append(f"you get {new}")
    text = "; ".join(units)
    return [*lines, f"{capitalized(text)}."] if text else lines


def _own_count(story: Story, seat: Seat, view: View) -> list[str]:
    """The seat's row of the star table, and the units that are to come."""
    over = story.all(ev.SeasonOver)
    if not over or seat not in view.state.homes:
        return []
    row = over[-1].table[seat]
    short = 0 if seat in view.state.ended else view.state.short[seat]
    come = verb(range(short), "comes", "come")
    coming = (
        f" {counted(short, 'new unit')} {come} at the end of the next season, if your limit allows."
        if short
        else ""
    )
    stars = counted(row["stars"], "star space")
    return [f"You have {stars}, {counted(row['units'], 'unit')}, limit {row['limit']}.{coming}"]


# -- the star table


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
    lines = [f"{'':11}{'Stars':>5}{'+/-':>4}{'Units':>6}{'Max':>4}"]
    for seat in sorted(
        table, key=lambda each: (-table[each]["stars"], -table[each]["units"], SEATS.index(each))
    ):
        row = table[seat]
        change = f"{row['change']:+d}" if row["change"] else "0"
        if seat in state.homes:
            lines.append(f"{seat_name(seat):11}{row['stars']:5}{change:>4}{row['units']:6}{row['limit']:4}")
        else:
            lines.append(f"{seat_name(seat):11}{row['stars']:5}{change:>4}{'out':>6}")
    return "\n".join(["```", *lines, "```"])
