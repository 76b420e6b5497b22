"""What a league is: its plan in words, its dates, who takes part; and a user's own leagues."""

from __future__ import annotations

from dataclasses import replace

from bot.common.message import MOST_TEXT, Message, clip, due_words, fit, plain_name, when
from bot.engine import house_rules
from bot.engine.context import Context
from bot.features.leagues.model.league_lookup import STATUS, heading, league_of, titled
from bot.features.leagues.model.matches import points_text
from bot.features.leagues.pairing.rounds import how_many
from bot.features.leagues.season import dates
from bot.features.leagues.season.signup import some
from bot.features.leagues.store import entrants
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.computing import tables
from bot.features.leagues.table.season_snapshot import Season
from bot.features.leagues.views.navigation import doors
from bot.storage.league_records import Entrant

MOST_NAMES = 900
"""Signs for the names of who takes part."""
MOST_NAME, MOST_OTHERS = 24, 200


class Showing:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def show(self, league_id: str) -> Message:
        """The whole league in words. Raises Refused."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            season = await season_snapshot.read(tx, league)
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
        return Message(f"{text}\n{last}", rows=(doors(league, "lshow"),))

    def _dates(self, season: Season) -> list[str]:
        """How far it is, and what comes when."""
        league = season.league
        if league.status == "signup":
            return [dates.begin_words(season.plan, league.next_at)] if league.next_at is not None else []
        seats = len(self.context.games[league.game].seats(league.options))
        total = how_many(season.plan, season.sizes(), seats)
        told = [f"Round {league.round} of {total}" if league.round else "Sign-up is closed"]
        if league.ended_at is not None:
            told = [f"Ended {when(league.ended_at, 'D')} after round {league.round} of {total}"]
        elif (begins := dates.next_round(league, season.plan, total)) is not None:
            which = "the next one" if league.round else "round 1"
            told.append(f"{which} begins {due_words(begins)}")
        under_way = len(season.left())
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
                await season_snapshot.read(tx, league) for league in await entrants.leagues_of(tx, user_id)
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
        games = [fixture for fixture in season.left() if own.number in fixture.numbers]
        told += [
            f"round {game.round}: " + (f"<#{game.place_id}>" if game.place_id else f"`{game.code}`")
            for game in games
        ]
        return " · ".join(told)


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
    return some([plain_name(clip(one.name, MOST_NAME)) for one in people], room)
