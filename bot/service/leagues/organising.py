"""What an organiser does by hand. All of it is told in the channel and stands in the league's public log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.text import counted, listing
from bot.service.clockwork.zones import UTC
from bot.service.core import Core
from bot.service.errors import Refused
from bot.service.leagues import ending, posts, signup, standing
from bot.service.leagues.founding import (
    Founding,
    read_deadline,
    read_name,
    read_sign_up,
    split_keys,
)
from bot.service.leagues.matches import Result, teams_of
from bot.service.leagues.picking import league_of, member, must_go_on, must_organise
from bot.service.leagues.plan import KEYS, Plan, read_plan
from bot.service.leagues.standing import Season
from bot.service.lobbies.permissions import Asker
from bot.service.message import Field, Form, clip, custom_id, plain_name
from bot.storage import fixtures, leagues, people
from bot.storage.database import Tx
from bot.storage.league_records import Fixture, League

MOST_WHY = 200
AFTER = ("vacation", "out", "pace", "calendar", "season", "where")
"""What of a plan may be changed once the league runs: not what games and points were played for."""


class Organising:
    def __init__(self, core: Core, founding: Founding) -> None:
        self.core = core
        self._founding = founding

    async def start(self, league_id: str, asker: Asker) -> str:
        """Close sign-up now."""
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            if league.status != "signup":
                raise Refused(f"League `{league.id}` has begun.")
            season, now = await standing.read(tx, league), self.core.clock.now()
            there = sum(entrant.status == "in" for entrant in season.entrants)
            if there < season.plan.least:
                raise Refused(
                    f"{counted(there, 'player')} signed up, and the league begins with {season.plan.least} "
                    "or more: wait, or change `least` with `/league edit`."
                )
            await leagues.change(tx, league.id, next_at=now)
            await posts.note(tx, league, "close", f"{_who(asker)} closed the sign-up.", now)
        self.core.wake()
        return "Sign-up is closed: the first round begins."

    async def pause(self, league_id: str, asker: Asker, why: str = "") -> str:
        """No new rounds or games; those under way go on."""
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            if league.status != "running":
                raise Refused(f"League `{league.id}` is not under way.")
            await leagues.change(tx, league.id, status="paused")
            text = (
                f"{_who(asker)} pauses the league{_because(why)}: no new round begins. Games under way go on."
            )
            await posts.announce(tx, league, "pause", "paused", text, self.core.clock.now())
        self.core.wake()
        return "The league is paused."

    async def resume(self, league_id: str, asker: Asker, why: str = "") -> str:
        """Go on. A round whose time has come begins at once."""
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            if league.status != "paused":
                raise Refused(f"League `{league.id}` is not paused.")
            now = self.core.clock.now()
            next_at = now if league.next_at is None else league.next_at
            await leagues.change(tx, league.id, status="running", next_at=next_at)
            await posts.announce(tx, league, "resume", "goes on", f"{_who(asker)}{_because(why)}.", now)
        self._look(league_id)
        return "The league goes on."

    async def cancel(self, league_id: str, asker: Asker, why: str = "") -> str:
        """Give the league up. Its games under way go on, for themselves."""
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            now = self.core.clock.now()
            await leagues.change(
                tx, league.id, status="cancelled", next_at=None, digest_at=None, ended_at=now
            )
            text = (
                f"{_who(asker)} cancelled the league{_because(why)}. Games under way go on, for themselves."
            )
            await posts.announce(tx, league, "cancel", "cancelled", text, now)
        self.core.wake()
        return "The league is cancelled."

    async def remove(self, league_id: str, asker: Asker, user_id: int, why: str) -> str:
        """Take somebody out of the league."""
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            entrant = await member(tx, league, user_id)
            now = self.core.clock.now()
            await signup.leave(tx, league, entrant, f"was taken out by {_who(asker)}{_because(why)}", now)
            if league.status == "signup":
                text = f"{plain_name(entrant.name)} was taken out by {_who(asker)}{_because(why)}."
                await posts.note(tx, league, "remove", text, now)
        self.core.wake()
        return f"{plain_name(entrant.name)} is out of the league."

    async def result(self, league_id: str, asker: Asker, game: str, places: str, why: str) -> str:
        """Rule the result of a game: its places in the order of the seats, "draw", or "none"."""
        if not why.strip():
            raise Refused("Say why: it stands in the public log, beside the result.")
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            season, now = await standing.read(tx, league), self.core.clock.now()
            fixture = self._game(season, game)
            rules = self.core.games[league.game]
            seats = rules.seats(league.options)
            ruled = read_places(places, len(seats))
            kept = Result.read(fixture.result) if fixture.result else Result("ruled")
            result = replace(
                kept,
                kind="ruled" if ruled else "none",
                places=ruled,
                teams=teams_of(rules, league.options),
            )
            await fixtures.settle(tx, fixture.id, result.stored(), now)
            settled = replace(fixture, result=result.stored(), status="done")
            line = ending.result_line(season, settled).removeprefix("- ")
            text = f"{_who(asker)} ruled{_because(why)}: {line}"
            await posts.announce(tx, league, "result", "a ruling", text, now)
            await leagues.change(tx, league.id, next_at=_again(league, now))
        self._look(league_id)
        return f"Ruled: {line}"

    def _game(self, season: Season, game: str) -> Fixture:
        """The game of this code. Raises Refused."""
        code = game.strip().strip("`").lower()
        for fixture in season.fixtures:
            if fixture.code == code and len(fixture.numbers) > 1:
                if fixture.status == "planned":
                    raise Refused(f"Game `{code}` is being opened: wait a moment.")
                if fixture.table_id is None:
                    raise Refused(f"Game `{code}` was not played: somebody had left before it.")
                return fixture
        raise Refused(
            f"League `{season.league.id}` has no game `{clip(plain_name(code), 20)}`. `/league fixtures` has "
            "the codes."
        )

    # -- the plan

    async def edit(self, league_id: str, asker: Asker, text: str) -> str:
        """Change the plan with ``key=value`` texts; `name`, `signup` and `deadline` are keys as well."""
        return await self._change(league_id, asker, split_keys(text))

    async def form(self, league_id: str, asker: Asker) -> Form:
        """The organiser's form, filled in as it is."""
        async with self.core.db.read() as tx:
            league = await self._mine(tx, league_id, asker)
        plan = Plan.read(league.plan)
        lines = "\n".join(f"{key}={_text(getattr(plan, key))}" for key in KEYS)
        open_ = "a day, a time or a span from now; empty: as it is"
        fields = (
            Field("name", "Name", "", league.name, most=60),
            Field(
                "deadline",
                "Time for each turn",
                "24h, or Mon,Thu 20:00 Europe/Rome",
                league.deadline_spec or "",
            ),
            Field("signup", "Sign-up until", open_, "", required=False),
            Field("plan", "Plan", "key=value, a line each", lines, long=True),
        )
        return Form(custom_id("lset", league.id, None, 0), "The league", fields)

    async def submit(self, league_id: str, asker: Asker, values: Mapping[str, str]) -> str:
        """What the organiser's form says."""
        given = {key: text for key, text in values.items() if key != "plan" and text.strip()}
        return await self._change(league_id, asker, {**split_keys(values.get("plan", "")), **given})

    async def _change(self, league_id: str, asker: Asker, given: Mapping[str, str]) -> str:
        async with self.core.lock(f"league/{league_id}"), self.core.db.begin() as tx:
            league = await self._mine(tx, league_id, asker)
            now, told, values = self.core.clock.now(), list[str](), dict[str, object]()
            zone = str((await people.get(tx, asker.user_id)).settings.get("zone") or UTC)
            keys = dict(given)
            if (name := keys.pop("name", None)) is not None and read_name(name) != league.name:
                values["name"] = read_name(name)
                told.append(f"name: {plain_name(read_name(name))}")
            if (span := keys.pop("deadline", None)) is not None and read_deadline(
                span
            ) != league.deadline_spec:
                values["deadline_spec"] = read_deadline(span)
                told.append(f"time for each turn: {values['deadline_spec']}, from the next round on")
            if (until := keys.pop("signup", None)) is not None:
                if league.status != "signup":
                    raise Refused("Sign-up is closed.")
                values["next_at"] = read_sign_up(until, zone, now)
                told.append("sign-up: another end")
            before = Plan.read(league.plan)
            game = self.core.games[league.game]
            plan = read_plan(game, league.options, keys, before)
            changed = [key for key in KEYS if getattr(plan, key) != getattr(before, key)]
            fixed = [key for key in changed if key not in AFTER]
            if fixed and league.status != "signup":
                raise Refused(
                    f"{listing([f'`{key}`' for key in fixed], 'and')} cannot be changed any more: the league "
                    f"has begun. You may change {listing([f'`{key}`' for key in AFTER], 'and')}."
                )
            told += [f"{key}: {_text(getattr(plan, key))}" for key in changed]
            if not told:
                return "Nothing is changed."
            values["plan"] = plan.stored()
            if league.status != "signup" and plan.pace != "results" and league.next_at is None:
                values["next_at"] = plan.spec.due(now)  # until now results alone said when
            if "vacation" in changed:
                values["settings"] = {**league.settings, "vacation": plan.vacation}
            await leagues.change(tx, league.id, **values)
            text = f"{_who(asker)} changed {'; '.join(told)}."
            await posts.announce(tx, league, "edit", "changed", text, now)
        self._look(league_id)
        return f"Changed: {'; '.join(told)}."

    async def next_season(self, league_id: str, asker: Asker, signup_until: str = "7d") -> League:
        """The next season of a league that is over."""
        async with self.core.db.read() as tx:
            league = await league_of(tx, league_id)
        must_organise(league, asker)
        if league.status != "over":
            raise Refused(f"League `{league.id}` is not over: its next season begins after it.")
        return await self._founding.next_season(league, asker, signup_until)

    def _look(self, league_id: str) -> None:
        """What was changed may let something follow at once."""
        self.core.stirred.add(league_id)
        self.core.wake()

    async def _mine(self, tx: Tx, league_id: str, asker: Asker) -> League:
        league = await league_of(tx, league_id)
        must_organise(league, asker)
        must_go_on(league)
        return league


def read_places(text: str, seats: int) -> tuple[int, ...]:
    """Places in the order of the seats; () for no result. Raises Refused.

    >>> read_places("1 2", 2), read_places("draw", 3), read_places("none", 2)
    ((1, 2), (1, 1, 1), ())
    """
    said = text.strip().lower()
    if said in ("none", "no result"):
        return ()
    if said == "draw":
        return (1,) * seats
    parts = said.replace(",", " ").replace("-", " ").split()
    if len(parts) != seats or not all(part.isdecimal() and 1 <= int(part) <= 20 for part in parts):
        example = " ".join(str(place) for place in range(1, seats + 1))
        raise Refused(
            f"Write the place of each seat, in the order of the seats, such as `{example}`; or `draw`, or "
            "`none`."
        )
    return tuple(int(part) for part in parts)


def _again(league: League, now: float) -> float | None:
    """When the league is to be looked at after a ruling: at once where results say when a round begins."""
    return now if Plan.read(league.plan).pace == "results" or league.next_at is None else league.next_at


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        ",".join(str(part) for part in value)
        if isinstance(value, Sequence) and not isinstance(value, str)
        else str(value)
    )


def _who(asker: Asker) -> str:
    """The one who did it, without a ping: posts of leagues mention nobody."""
    return f"<@{asker.user_id}>"


def _because(why: str) -> str:
    return f" ({clip(plain_name(' '.join(why.split())), MOST_WHY)})" if why.strip() else ""
