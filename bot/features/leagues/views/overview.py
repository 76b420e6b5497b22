"""Show a server's leagues, a league's details, games and log; offer choices for commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from adjudicator.text import listing
from bot.common.message import (
    MOST_CARD,
    MOST_CHOICES,
    MOST_TEXT,
    MOST_TITLE,
    Button,
    Choice,
    Field,
    Form,
    Message,
    Row,
    Rows,
    buttons,
    clip,
    custom_id,
    due_words,
    fit,
    plain_name,
    when,
)
from bot.engine import house_rules
from bot.engine.context import Context
from bot.engine.schedule import read_spec
from bot.features.leagues import season_snapshot, store
from bot.features.leagues import text as league_words
from bot.features.leagues.league_lookup import (
    ACCENTS,
    league_of,
    must_go_on,
    must_organise,
    named,
    titled,
)
from bot.features.leagues.links import FROM_ELSEWHERE, page_links
from bot.features.leagues.plan import points_text
from bot.features.leagues.scoring import Result, counts, points_of
from bot.features.leagues.season import dates
from bot.features.leagues.season import text as season_words
from bot.features.leagues.season.signup import names_that_fit
from bot.features.leagues.season_snapshot import Season, look_up, tables
from bot.features.leagues.standings import annulled
from bot.features.leagues.views import text as words
from bot.features.server_settings.who_may_open import Asker
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.league_records import (
    OPEN,
    Entrant,
    EntrantStatus,
    Fixture,
    League,
    LeagueLogEntry,
)
from bot.storage.rows import count, find
from maps.text import capitalized

_YOU: Mapping[EntrantStatus, str] = {
    "in": words.YOU_PLAY,
    "reserve": words.YOU_SUBSTITUTE,
    "out": words.YOU_LEFT,
}
MOST_OPEN, MOST_PAST = 12, 6
"""So many leagues fit into a message."""
MOST_REASON = 200


class Overview:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def all(self, guild_id: int, user_id: int) -> Message:
        """The leagues of a server: those that are open, then the newest that are over."""

        def look(tx: Tx) -> tuple[list[League], list[League], list[str], list[str]]:
            here = store.leagues_of_guild(tx, guild_id)
            past = store.leagues_of_guild(tx, guild_id, ("over", "cancelled"))
            lines = [self._line(tx, league, user_id) for league in here[:MOST_OPEN]]
            old = [self._line(tx, league, user_id) for league in past[:MOST_PAST]]
            return here, past, lines, old

        here, past, lines, old = await self.context.db.read(look)
        if not lines and not old:
            return Message(league_words.NO_LEAGUE)
        told = [words.LEAGUES, *lines]
        told += [words.MORE(n=len(here) - MOST_OPEN)] if len(here) > MOST_OPEN else []
        told += [words.FINISHED, *old] if old else []
        told += [words.OLDER_ONES(n=len(past) - MOST_PAST)] if len(past) > MOST_PAST else []
        return Message(fit("\n".join(told), MOST_TEXT))

    def _line(self, tx: Tx, league: League, user_id: int) -> str:
        there = store.entrants_of(tx, league.id)
        own = next((entrant for entrant in there if entrant.user_id == user_id), None)
        number = sum(bool(entrant.division) or entrant.status == "in" for entrant in there)
        status = league_words.STATUS[league.status]
        if league.status == "signup" and league.next_at is not None:
            status = words.SIGN_UP_UNTIL(closes=due_words(league.next_at))
        elif league.status in OPEN and league.round:
            at_round = words.PAUSED_ROUND if league.status == "paused" else words.UNDER_WAY_ROUND
            status = at_round(n=league.round)
        told = [f"<#{league.channel_id}>", self.context.games[league.game].name, status]
        told.append(words.PLAYERS(n=number))
        if own is not None and league.status in OPEN:
            told.append(_YOU[own.status])
        return words.LEAGUE(league=titled(league), code=league.id, facts=" · ".join(told))

    # -- the organiser

    async def cancel_form(self, league_id: str, asker: Asker) -> Form:
        """What asks once more before a league is given up. Raises Refused."""
        league = await self.context.db.read(league_of, league_id)
        must_organise(league, asker)
        must_go_on(league)
        why = Field("why", season_words.CANCEL_WHY, season_words.CANCEL_HINT, most=MOST_REASON)
        title = clip(season_words.CANCEL_TITLE(league=named(league)), MOST_TITLE)
        return Form(custom_id("lcancel", league.id, None, 0, kind="form"), title, (why,))

    async def games(self, league_id: str, typed: str) -> list[Choice]:
        """The games of a league by code or player, those without a result first, then the newest."""
        season = await look_up(self.context, league_id)
        begun = typed.strip().strip("`").lower()
        found = []
        for fixture in season.fixtures:
            if fixture.code is None or len(fixture.numbers) < 2:
                continue
            names = " – ".join(season.by_number(number).name for number in fixture.numbers)
            if fixture.code.startswith(begun) or begun in names.lower():
                label = words.GAME_CHOICE(code=fixture.code, n=fixture.round, players=names)
                found.append((fixture.status == "done", -fixture.round, fixture.board, fixture.code, label))
        return [Choice(code, label) for _, _, _, code, label in sorted(found)][:MOST_CHOICES]

    async def results(self, league_id: str, game: str, typed: str) -> list[Choice]:
        """How a game may have ended: each side first (of two), a draw, no result."""
        season = await look_up(self.context, league_id)
        code = game.strip().strip("`").lower()
        fixture = next((one for one in season.fixtures if one.code == code), None)
        found = [Choice("draw", words.DRAW_CHOICE), Choice("none", words.NONE_CHOICE)]
        if fixture is not None:
            names = [season.by_number(number).name for number in fixture.numbers]
            found = [*self._orders(season.league, names), *found]
        begun = typed.strip().lower()
        return [one for one in found if one.value.startswith(begun)]

    def _orders(self, league: League, names: Sequence[str]) -> list[Choice]:
        """Places in the order of the seats: of two sides each as the winner, of more an example."""
        game, presenter = self.context.games[league.game], self.context.presenters[league.game]
        seats, sides = game.seats(league.options), game.teams(league.options)
        if len(names) != len(seats):  # a bye
            return []
        if len(sides) > 2:
            order = ", ".join(presenter.seat_name(seat) for seat in seats)
            example = " ".join(str(at) for at in range(1, len(seats) + 1))
            return [Choice(example, words.PLACES_CHOICE(seats=order))]
        found = []
        for side in sides:
            places = " ".join("1" if seat in side else "2" for seat in seats)
            winners = [name for name, seat in zip(names, seats, strict=True) if seat in side]
            label = words.WIN_CHOICE(places=places, winner=winners[0])
            if len(winners) > 1:
                label = words.TEAM_CHOICE(places=places, winners=listing(winners, "and"))
            found.append(Choice(places, label))
        return found


GAMES = {2: 12, 3: 7, 4: 6}
"""By seats, so many games are on one page, with the longest names."""
FEWEST = 4
MOST_LISTED_NAME = 24
LOG_LINES, LOG_LINE, MOST_LOG = 12, 900, 3000
MOST_OWN = 25
"""So many of the own games are listed."""
MOST_NAMES = 900
"""Signs for the names of who takes part."""
MOST_NAME, MOST_OTHERS = 24, 200


class LeaguePages:
    """What a league is, whose leagues they are, the games of a round, the log."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def show(self, league_id: str, user_id: int = 0) -> Message:
        """How the league works: the whole plan, its dates, who plays. Raises Refused."""
        season = await look_up(self.context, league_id)
        league, plan = season.league, season.plan
        game, presenter = self.context.games[league.game], self.context.presenters[league.game]
        status = league_words.STATUS[league.status]
        organiser = f"<@{league.host_id}>"
        head = words.HOW(league=titled(league))
        about = words.GAME(game=game.name, organiser=organiser, status=status, code=league.id)
        several = house_rules.at_once(game, league.options)
        rules = [read_spec(str(league.deadline_spec)).words(), *presenter.option_lines(league.options)]
        rules += house_rules.lines(league.settings, league.deadline_spec, several=several)
        facts = " · ".join(plan.facts())
        terms = [words.TERM(text=one) for one in (capitalized(facts), *plan.terms())]
        lines = ["\n".join(terms), words.RULES(rules=" · ".join(rules))]
        small = league_words.SEED(commitment=league.commitment)
        dates_ = self._dates(season)
        room = MOST_CARD - sum(len(line) + 1 for line in (head, about, *dates_, *lines, small))
        people = _people(season, room)
        rows: list[Row] = [*lines, "\n".join(people)]
        rows.append(page_links(league, "lshow"))
        if own := self._own_buttons(season, user_id):
            rows.append(own)
        text = "\n".join([head, about, *dates_])
        return Message(text, rows=tuple(rows), small=small, accent=ACCENTS[league.status])

    @staticmethod
    def _own_buttons(season: Season, user_id: int) -> tuple[Button, ...]:
        """What this user may do here beside looking: become a substitute, and for the organiser the
        settings."""
        league, found = season.league, list[Button]()
        if league.status not in OPEN:
            return ()
        if all(entrant.user_id != user_id for entrant in season.entrants):
            ident = custom_id("lreserve", league.id, None, 0)
            found.append(Button(ident, league_words.SUBSTITUTE))
        if user_id == league.host_id:
            ident = custom_id("loptions", league.id, None, 0)
            found.append(Button(ident, league_words.SETTINGS_BUTTON))
        return buttons(*found)

    def _dates(self, season: Season) -> list[str]:
        """How far it is, and what comes when."""
        league = season.league
        if league.status == "signup":
            if league.next_at is None:
                return []
            begins = due_words(dates.first_round(season.plan, league.next_at))
            return [words.SIGN_UP_CLOSES(closes=due_words(league.next_at), begins=begins)]
        total = season.total
        told = [words.ROUND_OF(n=league.round, total=total) if league.round else words.CLOSED]
        if league.ended_at is not None:
            told = [words.ENDED(day=when(league.ended_at, "D"), n=league.round, total=total)]
        elif (begin := dates.next_round(league, season.plan, total)) is not None:
            told.append((words.NEXT_ROUND if league.round else words.ROUND_1)(begins=due_words(begin)))
        under_way = len(season.unfinished())
        if under_way and league.ended_at is None:
            told.append(words.UNDER_WAY(n=under_way))
        ends = dates.season_ends(league, season.plan)
        if ends is not None and league.ended_at is None:
            told.append(words.ENDS(ends=due_words(ends)))
        return [" · ".join(told)]

    async def below(self, message: Message, user_id: int) -> Message:
        """A message with the user's leagues below it, if there are any and they fit."""
        own = await self.mine(user_id)
        if own is None or len(message.words) + len(own.text) > MOST_CARD - 100:
            return message
        return replace(message, rows=(*message.rows, own.text))

    async def mine(self, user_id: int) -> Message | None:
        """The user's leagues, with the place in each; None: there are none."""

        def look(tx: Tx) -> list[Season]:
            return [season_snapshot.read(tx, league) for league in store.leagues_of_user(tx, user_id)]

        seasons = await self.context.db.read(look)
        if not seasons:
            return None
        lines = [await self._mine(season, user_id) for season in seasons]
        return Message(fit("\n".join([words.YOUR_LEAGUES, *lines]), MOST_TEXT))

    async def _mine(self, season: Season, user_id: int) -> str:
        league = season.league
        facts = " · ".join(await self._facts(season, user_id))
        return words.YOURS(league=titled(league), channel=f"<#{league.channel_id}>", facts=facts)

    async def _facts(self, season: Season, user_id: int) -> list[str]:
        """What this user is in a league, and the open games."""
        own = next(one for one in season.entrants if one.user_id == user_id)
        league = season.league
        if own.status == "reserve":
            return [words.YOU_SUBSTITUTE]
        if not own.number:
            if league.next_at is None:
                return [words.SIGNED_UP]
            return [words.BEGINS(begins=when(dates.first_round(season.plan, league.next_at)))]
        told = [await self._standing(season, own)]
        for game in season.unfinished():
            if own.number in game.numbers:
                place = f"<#{game.place_id}>" if game.place_id else f"`{game.code}`"
                told.append(words.OPEN_GAME(n=game.round, place=place))
        return told

    async def _standing(self, season: Season, own: Entrant) -> str:
        """Somebody's place and points."""
        rows = (await tables(self.context.renderer, season))[own.division - 1]
        row = next(row for row in rows if row.number == own.number)
        n = 1 if row.points == 1 else 2
        given = {"place": row.rank, "players": len(rows), "points": points_text(row.points), "n": n}
        if season.plan.divisions > 1:
            return words.STANDING_DIVISION(division=own.division, **given)
        return words.STANDING(**given)

    # -- games, log

    async def fixtures(self, league_id: str, round_: int = 0, page: int = 0, user_id: int = 0) -> Message:
        """The games of a round, those of the user marked. Raises Refused.

        round_: 0 the newest;  page: from 0
        """

        def look(tx: Tx) -> Message:
            league = league_of(tx, league_id)
            season = season_snapshot.read(tx, league)
            if not league.round:
                return Message(words.NO_ROUND, rows=(page_links(league, "lfix"),))
            if round_ > league.round:
                return _no_such_round(season, round_)
            number = max(round_ or league.round, 1)
            found = [fixture for fixture in season.fixtures if fixture.round == number]
            found.sort(key=lambda fixture: (fixture.division, fixture.board))
            seats = self._seats(league)
            size = GAMES.get(len(seats), FEWEST)
            pages = max(1, -(-len(found) // size))
            shown = min(max(page, 0), pages - 1)
            lines, division = list[str](), 0
            for fixture in found[shown * size : (shown + 1) * size]:
                if season.plan.divisions > 1 and fixture.division != division:
                    division = fixture.division
                    lines.append(words.DIVISION(n=division))
                line = self._game(tx, season, fixture, seats)
                mine = any(season.by_number(one).user_id == user_id for one in fixture.numbers)
                lines.append((words.OWN_GAME if mine else words.ANY_GAME)(game=line))
            games = [fixture for fixture in found if fixture.code is not None]  # byes are none
            done = sum(fixture.status == "done" for fixture in games)
            small = words.DONE(n=done, all=len(games))
            if pages > 1:
                small = words.DONE_PAGE(n=done, all=len(games), page=shown + 1, pages=pages)
            return Message(
                words.FIXTURES(league=titled(league), n=number, total=season.total),
                rows=("\n".join(lines), *_turns(league, number, shown, pages), page_links(league, "lfix")),
                small=small,
                accent=ACCENTS[league.status],
            )

        return await self.context.db.read(look)

    async def own_games(self, league_id: str, user_id: int) -> Message:
        """The user's games in this league, those under way first, then the newest. Raises Refused."""

        def look(tx: Tx) -> tuple[Season, Entrant | None, list[str]]:
            league = league_of(tx, league_id)
            season = season_snapshot.read(tx, league)
            own = next((one for one in season.entrants if one.user_id == user_id and one.number), None)
            found = [] if own is None else [one for one in season.fixtures if _plays(one, own.number)]
            found.sort(key=lambda fixture: (fixture.status == "done", -fixture.round))
            seats, lines = self._seats(league), list[str]()
            for fixture in found[:MOST_OWN]:
                game = self._game(tx, season, fixture, seats)
                lines.append(words.MINE_LINE(n=fixture.round, game=game))
            return season, own, lines

        season, own, lines = await self.context.db.read(look)
        league = season.league
        if not lines:
            joined = any(one.user_id == user_id and one.status == "in" for one in season.entrants)
            lines = [words.MINE_NOT_YET if joined else words.MINE_NONE]
        elif own is not None and own.division:
            lines.insert(0, words.YOU_ARE(standing=await self._standing(season, own)))
        return Message(
            words.MINE(league=titled(league)),
            rows=("\n".join(lines), page_links(league, "lmine")),
            accent=ACCENTS[league.status],
        )

    def _seats(self, league: League) -> list[str]:
        presenter, game = self.context.presenters[league.game], self.context.games[league.game]
        return [presenter.seat_name(seat) for seat in game.seats(league.options)]

    def _game(self, tx: Tx, season: Season, fixture: Fixture, seats: Sequence[str]) -> str:
        """One game: "**Ada** (Dark) 1 – Ben (Light) 0 · <#place>"."""
        playing = [season.by_number(number) for number in fixture.numbers]
        names = [plain_name(clip(entrant.name, MOST_LISTED_NAME)) for entrant in playing]
        result = Result.read(fixture.result) if fixture.result is not None else None
        if result is not None and result.kind in ("bye", "walkover"):
            void = words.GAME_WALKOVER_VOID if season.annuls(fixture) else words.GAME_WALKOVER
            return (words.GAME_BYE if result.kind == "bye" else void)(name=", ".join(names))
        told = [_player(season, fixture, at, name, seats) for at, name in enumerate(names)]
        place = [f"<#{fixture.place_id}>"] if fixture.place_id else []
        place = place or ([f"`{fixture.code}`"] if fixture.code else [])
        end = self._now(tx, fixture) if result is None else self._how(season, fixture, result)
        return " · ".join([" – ".join(told), *place, *end])

    @staticmethod
    def _how(season: Season, fixture: Fixture, result: Result) -> list[str]:
        """What is unusual about a result."""
        if annulled(season.plan, season.numbered) & set(fixture.numbers) or result.kind == "annulled":
            return [words.VOID]
        if result.kind == "none":
            return [words.NONE]
        return [words.RULING] if result.kind == "ruled" else []

    def _now(self, tx: Tx, fixture: Fixture) -> list[str]:
        """What a game without a result waits for."""
        if fixture.table_id is None:
            return [words.OPENING]
        if deadlines.pause_of(tx, fixture.table_id) is not None:
            return [words.PAUSED]
        deadline = deadlines.get(tx, fixture.table_id)
        return [words.TURN_DUE(due=when(deadline.due_at)) if deadline is not None else words.GOING_ON]

    async def log(self, league_id: str, skip: int = 0) -> Message:
        """The public log, the newest line first. skip: so many newer ones are left out. Raises Refused."""

        def look(tx: Tx) -> Message:
            league = league_of(tx, league_id)
            total = count(tx, LeagueLogEntry, league_id=league.id)
            start = max(0, min(skip, total - 1))
            entries = find(
                tx, LeagueLogEntry, newest=True, limit=LOG_LINES, offset=start, league_id=league.id
            )
            lines, room = list[str](), MOST_LOG
            for entry in entries:
                text = " ".join(entry.text.replace("### ", "").replace("-# ", "").split())
                line = clip(words.LOG_LINE(at=when(entry.at, "f"), text=text), LOG_LINE)
                room -= len(line) + 1
                if room < 0:
                    break
                lines.append(line)
            older = start + len(lines)
            row = []
            if start:
                row.append(Button(custom_id("llog", league.id, None, 0, "new"), words.NEWEST))
            if older < total:
                label = words.OLDER(n=total - older)
                row.append(Button(custom_id("llog", league.id, None, older, "old"), label))
            told = "\n".join(lines) or words.LOG_EMPTY
            rows: list[Row] = [told, *([buttons(*row)] if row else []), page_links(league, "llog")]
            head = words.LOG(league=titled(league))
            return Message(head, rows=tuple(rows), accent=ACCENTS[league.status])

        return await self.context.db.read(look)


def _plays(fixture: Fixture, number: int) -> bool:
    """Whether an entrant is in this game, or sat there at its end for somebody else."""
    return number in fixture.numbers or number in (fixture.result or {}).get("subs", ())


def _no_such_round(season: Season, asked: int) -> Message:
    """There are fewer rounds, or it is still to come; the newest is offered."""
    league, newest = season.league, season.league.round
    text = words.NO_SUCH_ROUND(league=titled(league), n=season.total)
    if asked <= season.total:
        text = words.NOT_YET(round=asked, league=titled(league), n=newest)
    ident = custom_id("lfix", league.id, None, 0, f"{newest}.{FROM_ELSEWHERE}")
    return Message(text, rows=(buttons(Button(ident, words.NEWEST_ROUND(n=newest), "primary")),))


def _people(season: Season, room: int) -> list[str]:
    """Who takes part, by division once it has begun; who has left; who may step in. room: signs for it all"""
    others = list[str]()
    gone = [one for one in season.entrants if one.status == "out" and one.division]
    if gone:
        others.append(words.LEFT(names=_names(gone, MOST_OTHERS)))
    if season.reserves and season.league.ended_at is None:
        others.append(words.SUBSTITUTES(names=_names(season.reserves, MOST_OTHERS)))
    active = [one for one in season.entrants if one.status == "in"]
    room = min(MOST_NAMES, room - sum(len(line) + 1 for line in others) - 40)
    divisions = sorted({one.division for one in active})
    if not active:
        return [words.NOBODY_YET, *others]
    if len(divisions) == 1:
        return [words.TAKE_PART(n=len(active), names=_names(active, room)), *others]
    found = [words.TAKE_PART_DIVISIONS(n=len(active))]
    for division in divisions:
        there = [one for one in active if one.division == division]
        names = _names(there, room // len(divisions) - 20)
        found.append(words.IN_DIVISION(n=division, names=names))
    return [*found, *others]


def _names(people: list[Entrant], room: int) -> str:
    return names_that_fit([plain_name(clip(one.name, MOST_NAME)) for one in people], room)


def _player(season: Season, fixture: Fixture, at: int, name: str, seats: Sequence[str]) -> str:
    """A player of a game with the seat, and what it brought."""
    seat = seats[at] if at < len(seats) else ""
    result = Result.read(fixture.result) if fixture.result is not None else None
    if result is None or not counts(result):
        return words.PLAYER(name=name, seat=seat)
    points = points_of(season.plan, result, tuple(fixture.numbers)).get(fixture.numbers[at], Fraction(0))
    shown = f"**{name}**" if result.places[at] == min(result.places) else name
    substitute = result.subs[at] if result.subs else None
    by_other = substitute not in (None, fixture.numbers[at])
    played = words.PLAYED_BY if by_other else words.PLAYED
    return played(name=shown, seat=seat, points=points_text(points))


def _turns(league: League, number: int, page: int, pages: int) -> Rows:
    """Buttons to other rounds, and to the other pages of this one."""
    found: list[Turn] = []
    if league.round > 1:
        before, after = max(1, number - 1), min(league.round, number + 1)
        found.append((words.ROUND_BACK(n=before), before, 0, "r", number == 1))
        found.append((words.ROUND_NEXT(n=after), after, 0, "s", number == league.round))
    if pages > 1:
        found.append((words.PAGE_UP, number, max(0, page - 1), "b", page == 0))
        found.append((words.PAGE_DOWN, number, min(pages - 1, page + 1), "n", page == pages - 1))
    return turning("lfix", league, found)


Turn = tuple[str, int, int, str, bool]
"""A button: its label, the round or division, the page, a mark, whether it leads nowhere."""


def turning(act: str, league: League, turns: Sequence[Turn]) -> Rows:
    """A row of these buttons. Each button of a message needs an id of its own: so a mark is part of it."""
    found = [
        Button(custom_id(act, league.id, None, at, f"{which}.{mark}"), label, disabled=disabled)
        for label, which, at, mark, disabled in turns
    ]
    return (buttons(*found),) if found else ()
