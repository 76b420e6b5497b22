"""Show a server's leagues, a league's details, games and log; offer choices for commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from adjudicator.text import counted, listing
from bot.common.message import (
    MOST_CHOICES,
    MOST_TEXT,
    Button,
    Choice,
    Field,
    Form,
    Message,
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
from bot.features.leagues import season_snapshot, store
from bot.features.leagues.league_lookup import (
    STATUS,
    heading,
    league_of,
    must_go_on,
    must_organise,
    named,
    titled,
)
from bot.features.leagues.plan import points_text
from bot.features.leagues.scoring import Result, counts, points_of
from bot.features.leagues.season import dates
from bot.features.leagues.season.signup import names_that_fit
from bot.features.leagues.season_snapshot import Season, look_up, tables
from bot.features.leagues.standings import annulled
from bot.features.server_settings.who_may_open import Asker
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, Fixture, League, LeagueLogEntry
from bot.storage.rows import count, find

_LABELS = {"ltable": "Table", "lcross": "Crosstable", "lfix": "Games", "llog": "Log", "lshow": "Details"}
_TABLES = ("ltable", "lcross")
FROM_ELSEWHERE = "door"
"""How the ids of links end: they name no page, so that the page with the reader's own row is shown."""


def page_links(league: League, without: str, division: int = 0) -> tuple[Button, ...]:
    """A row of buttons to the other pages of a league.

    without: the act of what is shown;  division: to go on with, 0 the reader's own
    """
    return buttons(
        *(
            # What comes first in the id: a division, or a round (0: the newest).
            Button(
                custom_id(act, league.id, None, 0, f"{division * (act in _TABLES)}.{FROM_ELSEWHERE}"), label
            )
            for act, label in _LABELS.items()
            if act != without and (league.round or act in ("llog", "lshow"))
        )
    )


MOST_OPEN, MOST_PAST = 12, 6
"""So many leagues fit into a message."""
MOST_REASON = 200


class Overview:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def all(self, guild_id: int, user_id: int) -> Message:
        """The leagues of a server: those that are open, then the newest that are over."""
        async with self.context.db.read() as tx:
            here = await store.leagues_of_guild(tx, guild_id)
            past = await store.leagues_of_guild(tx, guild_id, ("over", "cancelled"))
            lines = [await self._line(tx, league, user_id) for league in here[:MOST_OPEN]]
            old = [await self._line(tx, league, user_id) for league in past[:MOST_PAST]]
        if not lines and not old:
            return Message("This server has no league. `/league create` makes one.")
        told = ["### Leagues of this server", *lines]
        told += [f"… and {len(here) - MOST_OPEN} more"] if len(here) > MOST_OPEN else []
        told += ["**Past**", *old] if old else []
        told += [f"… and {counted(len(past) - MOST_PAST, 'older one')}"] if len(past) > MOST_PAST else []
        told.append("-# `/league show`, `table` and the others take a name or a code with `league:`.")
        return Message(fit("\n".join(told), MOST_TEXT))

    async def _line(self, tx: Tx, league: League, user_id: int) -> str:
        there = await store.entrants_of(tx, league.id)
        own = next((entrant for entrant in there if entrant.user_id == user_id), None)
        number = sum(bool(entrant.division) or entrant.status == "in" for entrant in there)
        told = [self.context.games[league.game].name, counted(number, "player"), STATUS[league.status]]
        if league.status == "signup" and league.next_at is not None:
            told[-1] = f"sign up until {due_words(league.next_at)}"
        elif league.status in OPEN and league.round:
            told[-1] += f", round {league.round}"
        if own is not None and league.status in OPEN:
            told.append({"in": "**you play**", "reserve": "you may step in", "out": "you left"}[own.status])
        return f"- `{league.id}` **{titled(league)}** · {' · '.join(told)} · <#{league.channel_id}>"

    # -- the organiser

    async def cancel_form(self, league_id: str, asker: Asker) -> Form:
        """What asks once more before a league is given up. Raises Refused."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
        must_organise(league, asker)
        must_go_on(league)
        why = Field("why", "Why", "Everybody will read it. Games under way go on.", most=MOST_REASON)
        title = clip(f"Give up {named(league)}?", 45)
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
                label = f"{fixture.code} · round {fixture.round} · {names}"
                found.append((fixture.status == "done", -fixture.round, fixture.board, fixture.code, label))
        return [Choice(code, label) for _, _, _, code, label in sorted(found)][:MOST_CHOICES]

    async def results(self, league_id: str, game: str, typed: str) -> list[Choice]:
        """How a game may have ended: each side first (of two), a draw, no result."""
        season = await look_up(self.context, league_id)
        code = game.strip().strip("`").lower()
        fixture = next((one for one in season.fixtures if one.code == code), None)
        found = [Choice("draw", "draw · all share the points"), Choice("none", "none · nobody scores")]
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
            return [Choice(" ".join(str(at) for at in range(1, len(seats) + 1)), f"places of {order}")]
        found = []
        for side in sides:
            places = " ".join("1" if seat in side else "2" for seat in seats)
            winners = listing([name for name, seat in zip(names, seats, strict=True) if seat in side], "and")
            found.append(Choice(places, f"{places} · {winners} {'win' if len(side) > 1 else 'wins'}"))
        return found


GAMES = {2: 12, 3: 7, 4: 6}
"""By seats, so many games are on one page, with the longest names."""
FEWEST = 4
MOST_LISTED_NAME = 24
LOG_LINES, LOG_LINE = 12, 900
MOST_NAMES = 900
"""Signs for the names of who takes part."""
MOST_NAME, MOST_OTHERS = 24, 200


class LeaguePages:
    """What a league is, whose leagues they are, the games of a round, the log."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def show(self, league_id: str) -> Message:
        """The whole league in words. Raises Refused."""
        season = await look_up(self.context, league_id)
        league = season.league
        game, presenter = self.context.games[league.game], self.context.presenters[league.game]
        lines = [heading(league, STATUS[league.status])]
        lines.append(f"**{game.name}** · organised by <@{league.host_id}>")
        lines += [f"- {line}" for line in season.plan.words()]
        rules = [f"Deadline of a turn: {league.deadline_spec}", *presenter.option_lines(league.options)]
        several = house_rules.at_once(game, league.options)
        rules += house_rules.lines(league.settings, league.deadline_spec, several=several)
        lines.append(f"-# {' · '.join(rules)}")
        lines += self._dates(season)
        last = f"-# SHA-256 of the secret seed of all lots: `{league.commitment}`"
        lines += _people(season, MOST_TEXT - sum(len(line) + 1 for line in (*lines, last)))
        text = fit("\n".join(lines), MOST_TEXT - len(last) - 1)
        return Message(f"{text}\n{last}", rows=(page_links(league, "lshow"),))

    def _dates(self, season: Season) -> list[str]:
        """How far it is, and what comes when."""
        league = season.league
        if league.status == "signup":
            return [dates.begin_words(season.plan, league.next_at)] if league.next_at is not None else []
        total = season.total
        told = [f"Round {league.round} of {total}" if league.round else "Sign-up is closed"]
        if league.ended_at is not None:
            told = [f"Ended {when(league.ended_at, 'D')} after round {league.round} of {total}"]
        elif (begins := dates.next_round(league, season.plan, total)) is not None:
            which = "the next one" if league.round else "round 1"
            told.append(f"{which} begins {due_words(begins)}")
        under_way = len(season.unfinished())
        if under_way and league.ended_at is None:
            told.append(f"{under_way} without a result")
        ends = dates.season_ends(league, season.plan)
        if ends is not None and league.ended_at is None:
            told.append(f"the season ends {due_words(ends)}")
        return [f"{' · '.join(told)}."]

    async def below(self, message: Message, user_id: int) -> Message:
        """A message with the user's leagues below it, if there are any and they fit."""
        own = await self.mine(user_id)
        if own is None or len(message.text) + len(own.text) + 1 > MOST_TEXT:
            return message
        return replace(message, text=f"{message.text}\n{own.text}")

    async def mine(self, user_id: int) -> Message | None:
        """The user's leagues, with the place in each; None: there are none."""
        async with self.context.db.read() as tx:
            seasons = [
                await season_snapshot.read(tx, league) for league in await store.leagues_of_user(tx, user_id)
            ]
        if not seasons:
            return None
        lines = [f"- {await self._mine(season, user_id)}" for season in seasons]
        return Message(fit("\n".join(["### Your leagues", *lines]), MOST_TEXT))

    async def _mine(self, season: Season, user_id: int) -> str:
        own = next(one for one in season.entrants if one.user_id == user_id)
        league = season.league
        told = [f"`{league.id}` {titled(league)} in <#{league.channel_id}>"]
        if own.status == "reserve":
            return " · ".join([*told, "you may step in for others"])
        if not own.number:
            if league.next_at is None:
                return " · ".join([*told, "signed up"])
            return " · ".join([*told, f"begins {when(dates.first_round(season.plan, league.next_at))}"])
        rows = (await tables(self.context.renderer, season))[own.division - 1]
        row = next(row for row in rows if row.number == own.number)
        which = f" of division {own.division}" if season.plan.divisions > 1 else ""
        word = "point" if row.points == 1 else "points"
        told.append(f"place {row.rank} of {len(rows)}{which}, {points_text(row.points)} {word}")
        games = [fixture for fixture in season.unfinished() if own.number in fixture.numbers]
        told += [
            f"round {game.round}: " + (f"<#{game.place_id}>" if game.place_id else f"`{game.code}`")
            for game in games
        ]
        return " · ".join(told)

    # -- games, log

    async def fixtures(self, league_id: str, round_: int = 0, page: int = 0, user_id: int = 0) -> Message:
        """The games of a round, those of the user marked. Raises Refused.

        round_: 0 the newest;  page: from 0
        """
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            season = await season_snapshot.read(tx, league)
            number = min(max(round_ or league.round, 1), max(league.round, 1))
            found = [fixture for fixture in season.fixtures if fixture.round == number]
            found.sort(key=lambda fixture: (fixture.division, fixture.board))
            seats = self._seats(league)
            size = GAMES.get(len(seats), FEWEST)
            pages = max(1, -(-len(found) // size))
            page = min(max(page, 0), pages - 1)
            lines = [heading(league, f"round {number}")]
            division = 0
            for fixture in found[page * size : (page + 1) * size]:
                if season.plan.divisions > 1 and fixture.division != division:
                    division = fixture.division
                    lines.append(f"**Division {division}**")
                lines.append(await self._game(tx, season, fixture, seats, user_id))
        if not found:
            lines.append("No round has begun yet.")
        games = [fixture for fixture in found if fixture.code is not None]  # byes are none
        done = sum(fixture.status == "done" for fixture in games)
        if found:
            lines.append(f"-# {done} of {counted(len(games), 'game')} done · page {page + 1} of {pages}")
        return Message(
            fit("\n".join(lines), MOST_TEXT),
            rows=(*_turns(league, number, page, pages), page_links(league, "lfix")),
        )

    def _seats(self, league: League) -> list[str]:
        presenter, game = self.context.presenters[league.game], self.context.games[league.game]
        return [presenter.seat_name(seat) for seat in game.seats(league.options)]

    async def _game(
        self, tx: Tx, season: Season, fixture: Fixture, seats: Sequence[str], user_id: int
    ) -> str:
        """One game: "- 3. **Ada** (Dark) 1 – Ben (Light) 0 · <#place>"."""
        playing = [season.by_number(number) for number in fixture.numbers]
        mine = "▸ " if any(entrant.user_id == user_id for entrant in playing) else ""
        names = [plain_name(clip(entrant.name, MOST_LISTED_NAME)) for entrant in playing]
        result = Result.read(fixture.result) if fixture.result is not None else None
        if result is not None and result.kind in ("bye", "walkover"):
            what = "a bye" if result.kind == "bye" else "a walkover: the opponent has left"
            what += " (counts for nobody)" if season.annuls(fixture) else ""
            return f"- {mine}{', '.join(names)}: {what}"
        told = [_player(season, fixture, at, name, seats) for at, name in enumerate(names)]
        end = [*([f"<#{fixture.place_id}>"] if fixture.place_id else []), *self._how(season, fixture, result)]
        if result is None:
            end += await self._now(tx, fixture)
        line = " · ".join([" – ".join(told), *end])
        return f"- **{fixture.board}** {mine}{line}"

    @staticmethod
    def _how(season: Season, fixture: Fixture, result: Result | None) -> list[str]:
        """The game's code, and what is unusual about its result."""
        found = [f"`{fixture.code}`"] if fixture.code else []
        if result is None:
            return found
        if annulled(season.plan, season.numbered) & set(fixture.numbers) or result.kind == "annulled":
            return [*found, "counts for nobody"]
        if result.kind == "none":
            return [*found, "no result"]
        return [*found, "ruled"] if result.kind == "ruled" else found

    async def _now(self, tx: Tx, fixture: Fixture) -> list[str]:
        """What a game without a result waits for."""
        if fixture.table_id is None:
            return ["is being opened"]
        if await deadlines.pause_of(tx, fixture.table_id) is not None:
            return ["paused"]
        deadline = await deadlines.get(tx, fixture.table_id)
        return [f"turn due {when(deadline.due_at)}"] if deadline is not None else ["under way"]

    async def log(self, league_id: str, skip: int = 0) -> Message:
        """The public log, the newest line first. skip: so many newer ones are left out. Raises Refused."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            total = await count(tx, LeagueLogEntry, league_id=league.id)
            skip = max(0, min(skip, total - 1))
            entries = await find(
                tx, LeagueLogEntry, newest=True, limit=LOG_LINES, offset=skip, league_id=league.id
            )
        lines = [heading(league, "log")]
        room = MOST_TEXT - len(lines[0])
        for entry in entries:
            line = clip(f"- {when(entry.at, 'f')} {' '.join(entry.text.split())}", LOG_LINE)
            room -= len(line) + 1
            if room < 0:
                break
            lines.append(line)
        older = skip + len(lines) - 1
        if not entries:
            lines.append("Nothing yet. What happens by hand, and who comes and goes, will stand here.")
        row = []
        if skip:
            row.append(Button(custom_id("llog", league.id, None, 0, "new"), "Newest"))
        if older < total:
            row.append(Button(custom_id("llog", league.id, None, older, "old"), f"Older ({total - older})"))
        return Message(
            "\n".join(lines), rows=(*((buttons(*row),) if row else ()), page_links(league, "llog"))
        )


def _people(season: Season, room: int) -> list[str]:
    """Who takes part, by division once it has begun; who has left; who may step in. room: signs for it all"""
    others = list[str]()
    gone = [one for one in season.entrants if one.status == "out" and one.division]
    if gone:
        others.append(f"Left: {_names(gone, MOST_OTHERS)}")
    if season.reserves and season.league.ended_at is None:
        others.append(f"May step in: {_names(season.reserves, MOST_OTHERS)}")
    active = [one for one in season.entrants if one.status == "in"]
    found = [
        f"**{len(active)} {'take' if season.league.ended_at is None else 'took'} part**"
        + (":" if active else " so far.")
    ]
    divisions = sorted({one.division for one in active})
    room = min(MOST_NAMES, room - sum(len(line) + 1 for line in (*found, *others)))
    for division in divisions:
        head = f"Division {division}: " if len(divisions) > 1 else ""
        there = [one for one in active if one.division == division]
        found.append(head + _names(there, room // len(divisions) - len(head) - 1))
    return [*found, *others]


def _names(people: list[Entrant], room: int) -> str:
    return names_that_fit([plain_name(clip(one.name, MOST_NAME)) for one in people], room)


def _player(season: Season, fixture: Fixture, at: int, name: str, seats: Sequence[str]) -> str:
    """A player of a game with the seat, and what it brought."""
    seat = f" ({seats[at]})" if at < len(seats) else ""
    result = Result.read(fixture.result) if fixture.result is not None else None
    if result is None or not counts(result):
        return f"{name}{seat}"
    points = points_of(season.plan, result, tuple(fixture.numbers)).get(fixture.numbers[at], Fraction(0))
    best = result.places[at] == min(result.places)
    substitute = result.subs[at] if result.subs else None
    stepped = ", a substitute played" if substitute not in (None, fixture.numbers[at]) else ""
    return f"{f'**{name}**' if best else name}{seat} {points_text(points)}{stepped}"


def _turns(league: League, number: int, page: int, pages: int) -> Rows:
    """Buttons to other rounds, and to the other pages of this one."""
    found: list[Turn] = []
    if league.round > 1:
        before, after = max(1, number - 1), min(league.round, number + 1)
        found.append((f"◀ Round {before}", before, 0, "r", number == 1))
        found.append((f"Round {after} ▶", after, 0, "s", number == league.round))
    if pages > 1:
        found.append(("▲ Back", number, max(0, page - 1), "b", page == 0))
        found.append(("▼ More", number, min(pages - 1, page + 1), "n", page == pages - 1))
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
