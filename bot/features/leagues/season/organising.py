"""What organisers do: create a league, change its plan, pause it, take players out, rule on games, end it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace

from adjudicator.chance import commitment
from adjudicator.text import listing
from bot.common.clock import DAY, OutOfRange
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, Form, Message, clip, due_words, plain_name
from bot.engine import house_rules
from bot.engine import posts as table_posts
from bot.engine.context import Context
from bot.engine.schedule import read_spec
from bot.engine.time_words import UTC, read_when
from bot.features.leagues import posts, season_snapshot, store
from bot.features.leagues import text as league_words
from bot.features.leagues.league_lookup import (
    league_of,
    member,
    must_go_on,
    must_organise,
    new_league_code,
    titled,
)
from bot.features.leagues.plan import KEYS, NATURAL, RULES, Plan, WrongValue, read_plan
from bot.features.leagues.scoring import Result, teams_of
from bot.features.leagues.season import dates, results, settings, signup
from bot.features.leagues.season import text as words
from bot.features.leagues.season.settings import AFTER
from bot.features.leagues.season_snapshot import Season
from bot.features.leagues.standings import standings
from bot.features.server_settings.who_may_open import Asker, may_organise
from bot.storage import people, players, tables
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Fixture, League
from bot.storage.rows import first

MOST_NAME = 60
LONGEST_SIGN_UP = 90 * DAY
_OFFERED: Mapping[str, tuple[str, ...]] = {
    "format": ("roundrobin", "swiss", "tables"),
    "rounds": ("5", "7", "9"),
    "cycles": ("2",),
    "pace": ("dates", "wait", "results"),
    "season": ("60",),
    "divisions": ("2", "3"),
    "moves": ("1", "2"),
    "points": ("3,1,0", "5,3,2,1,0"),
    "ties": (",".join(league_words.TIES),),
    "seeding": ("lot", "rating"),
    "vacation": ("14",),
    "substitute": ("50", "100"),
    "out": ("0", "2"),
    "annul": ("yes", "no"),
    "where": ("threads", "channels"),
}


class Founding:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def create(
        self,
        asker: Asker,
        channel_id: int,
        name: str,
        game: str,
        *,
        signup: str = "7d",
        deadline: str = "24h",
        options: str = "",
        plan: str | Mapping[str, str] = "",
    ) -> League:
        """A new league, open for players until `signup` (a day, a time or a span from now). Raises Refused.

        options: those of the game and the house, as in `/game new`;  plan: see `leagues.plan`
        """
        now = self.context.clock.now()
        if game not in self.context.games:
            raise Refused(words.UNKNOWN_GAME(game=clip(plain_name(game), 40)))
        rules = self.context.games[game]
        read, settings = house_rules.read(
            rules, self.context.presenters[game], options, self.context.defaults
        )
        if "absence" not in options and settings["absence"] == "computer":
            settings["absence"] = "pass"  # a computer has a seat in a league only if its organiser says so
        read_plan_ = read_plan(rules, read, split_keys(plan) if isinstance(plan, str) else plan)
        seed = secrets.token_bytes(32)

        def change(tx: Tx) -> League:
            may_organise(tx, asker)
            zone = _zone(tx, asker)
            league = League(
                id=self._free_code(tx),
                guild_id=asker.guild_id,
                channel_id=channel_id,
                name=read_name(name),
                game=game,
                options=read,
                settings={**settings, "vacation": read_plan_.vacation},
                deadline_spec=read_deadline(deadline),
                host_id=asker.user_id,
                plan=read_plan_.stored(),
                commitment=commitment(seed),
                next_at=read_sign_up(signup, zone, now),
                created_at=now,
            )
            self._open(tx, league, seed, words.LOG_CREATED)
            return league

        return await self.context.db.write(change)

    async def next_season(self, league_id: str, asker: Asker, signup: str = "7d") -> League:
        """The season after one that is over, with the same plan; its divisions are found when it begins."""
        now, seed = self.context.clock.now(), secrets.token_bytes(32)

        def change(tx: Tx) -> League:
            before = league_of(tx, league_id)
            must_organise(before, asker)
            if before.status == "cancelled":
                raise Refused(words.CANCELLED_HAS_NO_SEASON(league=titled(before)))
            if before.status != "over":
                raise Refused(words.SEASON_NOT_OVER(league=titled(before)))
            may_organise(tx, asker)
            after = {
                one.previous: one for one in store.leagues_of_guild(tx, before.guild_id, (*OPEN, "over"))
            }
            newest = before
            while newest.id in after:
                newest = after[newest.id]
            if newest is not before:
                newer = words.NEWER_OVER if newest.status == "over" else words.NEWER
                raise Refused(newer(n=newest.season, code=newest.id))
            zone = _zone(tx, asker)
            league = replace(
                before,
                id=self._free_code(tx),
                plan={**before.plan, "rules": RULES},
                status="signup",
                commitment=commitment(seed),
                drawn=0,
                round=0,
                season=before.season + 1,
                previous=before.id,
                host_id=asker.user_id,
                next_at=read_sign_up(signup, zone, now),
                digest_at=None,
                message_id=None,
                created_at=now,
                started_at=None,
                ended_at=None,
            )
            self._open(tx, league, seed, words.LOG_SEASON(n=before.season, code=before.id))
            return league

        return await self.context.db.write(change)

    @staticmethod
    def _open(tx: Tx, league: League, seed: bytes, text: str) -> None:
        """Store a new league, with its sign-up post and the first line of its log."""
        store.insert_league(tx, league, seed.hex())
        posts.sign_up(tx, league, league.created_at)
        posts.note(tx, league, "create", text, league.created_at)
        tx.wakes("leagues", league.id)

    def _free_code(self, tx: Tx) -> str:
        while True:
            code = new_league_code()
            if first(tx, League, id=code) is None:
                return code

    def options(self, game: str, typed: str) -> list[str]:
        """What may come next after the key=value parts of a plan typed so far, for autocomplete."""
        head, _, last = typed.rpartition(" ")
        used = {part.partition("=")[0].lower() for part in head.split()}
        key, sign, begun = last.lower().partition("=")
        texts = []
        for known in KEYS:
            if known in used or not (known == key if sign else known.startswith(key)):
                continue
            values = _OFFERED.get(known, ("",))
            texts += [f"{known}={value}" for value in values if value.startswith(begun)]
        whole = [" ".join([*head.split(), text]) for text in texts]
        return [text for text in whole if len(text) <= 100][:MOST_CHOICES]


def split_keys(text: str) -> dict[str, str]:
    """``key=value`` texts as people write them; a value may have spaces.

    >>> split_keys("format=swiss calendar=Mon 20:00 Europe/Rome points = 3, 1,0")
    {'format': 'swiss', 'calendar': 'Mon 20:00 Europe/Rome', 'points': '3, 1,0'}
    """
    parts = re.split(r"(?:^|[\s;]+)([A-Za-z]+)\s*=\s*", text.strip())
    if parts[0].strip():
        raise Refused(league_words.NO_VALUE(typed=clip(plain_name(parts[0].strip()), 40)))
    return {key.lower(): value.strip() for key, value in zip(parts[1::2], parts[2::2], strict=True)}


def read_name(text: str) -> str:
    """A league's name. Raises Refused."""
    name = " ".join(text.split())
    if not 2 <= len(name) <= MOST_NAME:
        raise WrongValue("name", words.NAME_LENGTH(most=MOST_NAME))
    return name


def read_deadline(text: str) -> str:
    """The deadline of a league's games. Raises Refused, also for none: a round must come to its end."""
    spec = str(read_spec(text))
    if spec == "none":
        raise WrongValue("deadline", words.DEADLINE_NEEDED)
    return spec


def read_sign_up(text: str, zone: str, now: float) -> float:
    """When sign-up closes. Raises Refused."""
    try:
        moment = read_when(text, zone, now, end=True)
    except OutOfRange:
        moment = 0.0
    if not now + 60 <= moment <= now + LONGEST_SIGN_UP:
        raise WrongValue("signup", words.SIGN_UP_RANGE)
    return moment


MOST_WHY = 200


class Organising:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def start(self, league_id: str, asker: Asker) -> str:
        """Close sign-up now; once it is closed, begin round 1 without waiting for its date."""

        def change(tx: Tx, league: League, now: float) -> str:
            if league.status == "running" and not league.round:
                store.change_league(tx, league.id, next_at=now)
                posts.note(tx, league, "close", words.LOG_BEGUN(organiser=_who(asker)), now)
                return words.ROUND_1_NOW
            if league.status != "signup":
                raise Refused(words.HAS_BEGUN(league=titled(league)))
            season = season_snapshot.read(tx, league)
            there = sum(entrant.status == "in" for entrant in season.entrants)
            if there < season.plan.least:
                seats = len(self.context.games[league.game].seats(league.options))
                few = words.TOO_FEW_LOWER if there >= max(seats, 2) else words.TOO_FEW_YET
                raise Refused(few(n=there, least=season.plan.least))
            store.change_league(tx, league.id, next_at=now)
            posts.note(tx, league, "close", words.LOG_CLOSED(organiser=_who(asker)), now)
            begins = dates.first_round(season.plan, now)
            if begins <= now:
                return words.CLOSED_NOW
            return words.CLOSED_LATER(begins=due_words(begins))

        return await self._changing(league_id, asker, change)

    async def pause(self, league_id: str, asker: Asker, why: str = "") -> str:
        """No new rounds or games; those under way go on."""

        def change(tx: Tx, league: League, now: float) -> str:
            if league.status != "running":
                raise Refused(words.NOT_UNDER_WAY(league=titled(league)))
            store.change_league(tx, league.id, status="paused")
            text = _because(words.PAUSES(organiser=_who(asker), league=titled(league)), why)
            posts.announce(tx, league, "pause", text, now)
            posts.refresh_sign_up(tx, league, now, "pause")
            return words.PAUSED

        return await self._changing(league_id, asker, change)

    async def resume(self, league_id: str, asker: Asker, why: str = "") -> str:
        """Go on. A round whose time has come begins at once."""

        def change(tx: Tx, league: League, now: float) -> str:
            if league.status != "paused":
                raise Refused(words.NOT_PAUSED(league=titled(league)))
            store.change_league(tx, league.id, status="running")
            text = _because(words.RESUMES(organiser=_who(asker), league=titled(league)), why)
            posts.announce(tx, league, "resume", text, now)
            posts.refresh_sign_up(tx, league, now, "resume")
            tx.wakes("leagues", league.id)
            return words.RESUMED

        return await self._changing(league_id, asker, change)

    async def cancel(self, league_id: str, asker: Asker, why: str = "") -> str:
        """Give the league up. Its games under way go on, for themselves."""

        def change(tx: Tx, league: League, now: float) -> str:
            store.change_league(tx, league.id, status="cancelled", next_at=None, digest_at=None, ended_at=now)
            for fixture in store.fixtures_of(tx, league.id):
                if fixture.status == "planned":
                    store.settle(tx, fixture.id, Result("none").stored(), now, "end")
            text = _because(words.CANCELS(organiser=_who(asker), league=titled(league)), why)
            posts.announce(tx, league, "cancel", text, now)
            posts.refresh_sign_up(tx, league, now)
            if league.started_at is not None:
                results.publish_seed(tx, replace(league, status="cancelled"), now)
            return words.CANCELLED

        return await self._changing(league_id, asker, change)

    async def remove(self, league_id: str, asker: Asker, user_id: int, why: str) -> str:
        """Take somebody out of the league."""

        def change(tx: Tx, league: League, now: float) -> str:
            entrant = member(tx, league, user_id)
            name = plain_name(entrant.name)
            if entrant.status == "out":
                raise Refused(league_words.OTHER_LEFT_ALREADY(name=name))
            said = words.TAKEN_OUT(organiser=_who(asker), name=name, league=titled(league))
            kept = f"{signup.TAKEN_OUT} by {_who(asker)}"
            signup.leave(tx, league, entrant, kept, _because(said, why), now, told=True)
            tx.wakes("leagues", league.id)
            return words.IS_OUT(name=name)

        return await self._changing(league_id, asker, change)

    async def back(self, league_id: str, asker: Asker, user_id: int, why: str) -> str:
        """Let somebody take part again, from the next round on."""
        if not why.strip():
            raise Refused(words.SAY_WHY)

        def change(tx: Tx, league: League, now: float) -> str:
            entrant = member(tx, league, user_id)
            name = plain_name(entrant.name)
            if entrant.status != "out":
                raise Refused(words.HASNT_LEFT(name=name))
            if entrant.division:
                store.change_entrant(tx, league.id, user_id, status="in", left_round=None, why="")
                text, said = words.BACK_IN, words.PLAYS_AGAIN
            else:
                store.change_entrant(tx, league.id, user_id, why="")
                text, said = words.MAY_COME_BACK, words.MAY_SIGN_UP
            told = text(organiser=_who(asker), name=name, league=titled(league))
            posts.announce(tx, league, "back", _because(told, why), now)
            tx.wakes("leagues", league.id)
            return said(name=name)

        return await self._changing(league_id, asker, change)

    async def result(self, league_id: str, asker: Asker, game: str, places: str, why: str) -> str:
        """Rule the result of a game: its places in the order of the seats, "draw", or "none"."""
        if not why.strip():
            raise Refused(words.SAY_WHY)

        def change(tx: Tx) -> str:
            league = league_of(tx, league_id)
            must_organise(league, asker)
            results.must_be_rulable(tx, league)
            season, now = season_snapshot.read(tx, league), self.context.clock.now()
            rules = self.context.games[league.game]
            teams = teams_of(rules, league.options)
            fixture = results.game_of(season, game, len(teams))
            playing = results.has_played(tx, season, fixture, asker.user_id)
            if playing and not asker.manager:
                raise Refused(words.YOU_PLAY_IT)
            most = len(NATURAL.get((rules.key, len(teams)), ()))
            ruled = results.read_places(places, teams, most)
            result = results.ruled_result(self.context, tx, season, fixture, ruled)
            store.settle(tx, fixture.id, result.stored(), now, "ruling")
            season = season_snapshot.read(tx, league)
            settled = replace(fixture, result=result.stored(), status="done")
            line = results.result_line(season, settled, ruling=False)
            rules_ = words.RULED_OWN if playing else words.RULED
            text = _because(rules_(organiser=_who(asker), code=fixture.code, result=line), why)
            post = words.RULED_POST(league=titled(league), ruling=text)
            posts.announce(tx, league, "result", post, now, text)
            self._in_the_game(tx, fixture, text, now)
            if league.status != "over":
                results.complete(tx, season, league.round, now)
            else:
                found = standings(season.plan, season.numbered, season.played())
                results.post_tables(tx, season, f"after/{now:.3f}", now, found, corrected=True)
            tx.wakes("leagues", league.id)
            return line

        line = await self.context.write_league(league_id, change)
        return words.RULED_SAID(result=line)

    # -- the plan

    def _in_the_game(self, tx: Tx, fixture: Fixture, ruling: str, now: float) -> None:
        """Who plays must not read of a ruling elsewhere first."""
        table = tables.get(tx, fixture.table_id) if fixture.table_id is not None else None
        if table is not None:
            users = [player.user_id for player in players.of_table(tx, table.id)]
            mentions = " ".join(f"<@{user}>" for user in users)
            said = words.RULED_HERE(users=mentions, ruling=ruling)
            table_posts.say(tx, table, f"ruled/{now:.3f}", said, now, mentions=users)

    async def edit(self, league_id: str, asker: Asker, text: str) -> str:
        """Change the plan with ``key=value`` texts; `name`, `signup` and `deadline` are keys as well."""
        return await self._change(league_id, asker, split_keys(text))

    async def settings_page(self, league_id: str, asker: Asker, head: str = "") -> Message:
        """The page of all settings. head: stands above. Raises Refused."""
        league, seats = await self._seen(league_id, asker)
        return settings.page(league, seats, head)

    async def form(self, league_id: str, asker: Asker, group: str) -> Form:
        """One of the organiser's forms, filled in as it is. Raises Refused."""
        league, seats = await self._seen(league_id, asker)
        return settings.form(league, group, seats)

    async def _seen(self, league_id: str, asker: Asker) -> tuple[League, int]:
        """The organiser's league, and how many seats its games have."""
        league = await self.context.db.read(_own, league_id, asker)
        return league, len(self.context.games[league.game].seats(league.options))

    async def submit(self, league_id: str, asker: Asker, values: Mapping[str, str]) -> str:
        """What one of the forms says; empty fields change nothing. `plan` is a field of forms of before."""
        given = {key: text for key, text in values.items() if key != "plan" and text.strip()}
        try:
            return await self._change(league_id, asker, {**split_keys(values.get("plan", "")), **given})
        except WrongValue as wrong:
            label = league_words.LABELS.get(wrong.key, wrong.key)
            raise Refused(league_words.WRONG_FIELD(label=label, why=wrong.why)) from None

    async def _change(self, league_id: str, asker: Asker, given: Mapping[str, str]) -> str:

        def change(tx: Tx, league: League, now: float) -> str:
            told, values = list[str](), dict[str, object]()
            zone = _zone(tx, asker)
            keys = dict(given)
            name = read_name(keys.pop("name")) if "name" in keys else league.name
            if name != league.name:
                values["name"] = name
                told.append(_changed("name", plain_name(name)))
            spec = read_deadline(keys.pop("deadline")) if "deadline" in keys else league.deadline_spec
            if spec != league.deadline_spec:
                values["deadline_spec"] = spec
                label = league_words.LABELS["deadline"]
                told.append(words.CHANGE_DEADLINE(label=label, value=spec))
            if (until := keys.pop("signup", None)) is not None:
                if league.status != "signup":
                    raise Refused(words.SIGN_UP_CLOSED)
                closes = read_sign_up(until, zone, now)
                values["next_at"] = closes
                told.append(_changed("signup", due_words(closes)))
            before = Plan.read(league.plan)
            game = self.context.games[league.game]
            plan = read_plan(game, league.options, keys, before)
            changed = [key for key in KEYS if getattr(plan, key) != getattr(before, key)]
            fixed = [key for key in changed if key not in AFTER]
            if fixed and league.status != "signup":
                fixed_, open_ = (listing([f"`{key}`" for key in keys], "and") for keys in (fixed, AFTER))
                raise Refused(words.FIXED(keys=fixed_, open=open_))
            told += [_changed(key, settings.shown(key, getattr(plan, key))) for key in changed]
            if not told:
                return words.NOTHING_CHANGED
            values["plan"] = plan.stored()
            season = season_snapshot.read(tx, league)
            there = sum(entrant.status == "in" for entrant in season.entrants)
            if league.status == "signup" and 0 < plan.most < there:
                raise WrongValue("most", words.MORE_THERE(n=there, most=plan.most))
            if league.status != "signup" and {"calendar", "pace", "season"} & set(changed):
                values["next_at"], dated = self._dates(tx, season, plan, now)
                told += dated
            if "vacation" in changed:
                values["settings"] = {**league.settings, "vacation": plan.vacation}
            store.change_league(tx, league.id, **values)
            text = words.CHANGED(organiser=_who(asker), league=titled(league), changes="; ".join(told))
            if there:
                posts.announce(tx, league, "edit", text, now)
            else:  # the sign-up post has it
                posts.note(tx, league, "edit", text, now)
            tx.wakes("leagues", league.id)
            return " ".join([words.CHANGED_SAID(changes="; ".join(told)), *plan.doubts()])

        return await self._changing(league_id, asker, change)

    def _dates(self, tx: Tx, season: Season, plan: Plan, now: float) -> tuple[float | None, list[str]]:
        """When the league is to be looked at by its new plan, and what is told of it. Raises Refused."""
        league = season.league
        ends = dates.season_ends(league, plan)
        if ends is not None and ends <= now:
            days = int((now - (league.started_at or now)) // DAY) + 1
            raise WrongValue("season", words.SEASON_TOO_SHORT(days=days))
        total = replace(season, plan=plan).total
        next_at = dates.after_change(tx, league, plan, total, now)
        ends = dates.season_ends(replace(league, next_at=next_at), plan)
        begins = dates.next_round(replace(league, status="running", next_at=next_at), plan, total)
        told = [words.CHANGE_ROUND(begins=due_words(begins))] if begins is not None else []
        return next_at, told + ([words.CHANGE_END(ends=due_words(ends))] if ends is not None else [])

    async def _changing(
        self, league_id: str, asker: Asker, change: Callable[[Tx, League, float], str]
    ) -> str:
        """Change a league that goes on, as this organiser wants. Raises Refused."""

        def job(tx: Tx) -> str:
            return change(tx, _own(tx, league_id, asker), self.context.clock.now())

        return await self.context.write_league(league_id, job)


def _own(tx: Tx, league_id: str, asker: Asker) -> League:
    """The league, which must go on, of this organiser. Raises Refused."""
    league = league_of(tx, league_id)
    must_organise(league, asker)
    must_go_on(league)
    return league


def _zone(tx: Tx, asker: Asker) -> str:
    """The asker's time zone."""
    return str(people.get(tx, asker.user_id).settings.get("zone") or UTC)


def _changed(key: str, value: str) -> str:
    return words.CHANGE(label=league_words.LABELS[key], value=value)


def _who(asker: Asker) -> str:
    """The one who did it, without a ping: posts of leagues mention nobody."""
    return f"<@{asker.user_id}>"


def _because(text: str, why: str) -> str:
    """With the reason, if there is one."""
    given = clip(plain_name(" ".join(why.split())), MOST_WHY)
    return words.REASON(what=text, why=given) if given else text
