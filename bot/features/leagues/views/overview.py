"""The leagues of a server, and what is asked and offered when somebody types a command about one."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.text import counted, listing
from bot.common.message import (
    MOST_CHOICES,
    MOST_TEXT,
    Choice,
    Field,
    Form,
    Message,
    clip,
    custom_id,
    due_words,
    fit,
)
from bot.engine.context import Context
from bot.features.leagues.model.league_lookup import (
    STATUS,
    league_of,
    must_go_on,
    must_organise,
    named,
    titled,
)
from bot.features.leagues.store import entrants, leagues
from bot.features.leagues.table import season_snapshot
from bot.features.server_settings.permissions import Asker
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, League

MOST_OPEN, MOST_PAST = 12, 6
"""So many leagues fit into a message."""
MOST_REASON = 200


class Overview:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def all(self, guild_id: int, user_id: int) -> Message:
        """The leagues of a server: those that are open, then the newest that are over."""
        async with self.context.db.read() as tx:
            here = await leagues.of_guild(tx, guild_id)
            past = await leagues.of_guild(tx, guild_id, ("over", "cancelled"))
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
        there = await entrants.of_league(tx, league.id)
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
        async with self.context.db.read() as tx:
            season = await season_snapshot.read(tx, await league_of(tx, league_id))
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
        async with self.context.db.read() as tx:
            season = await season_snapshot.read(tx, await league_of(tx, league_id))
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
