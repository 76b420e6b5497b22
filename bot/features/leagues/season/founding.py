"""Making a league: its game, options and plan are read and kept, sign-up begins."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import replace

from adjudicator.chance import commitment
from adjudicator.errors import OptionError
from bot.common.clock import DAY, OutOfRange
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, clip, plain_name
from bot.engine import house_rules
from bot.engine.context import Context
from bot.engine.schedule import read_spec
from bot.engine.time_words import read_when
from bot.engine.zones import UTC
from bot.features.leagues.model import posts
from bot.features.leagues.model.league_lookup import new_league_code
from bot.features.leagues.model.plan import KEYS, RULES, TIES, Plan, read_plan
from bot.features.leagues.store import leagues
from bot.features.server_settings.permissions import Asker, may_organise
from bot.storage import people
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, League

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
    "ties": (",".join(TIES),),
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

        options: those of the game and the house, as in `/game new`;  plan: see `leagues.model.plan`
        """
        now = self.context.clock.now()
        if game not in self.context.games:
            raise Refused(f"I know no game {clip(plain_name(game), 40)}.")
        rules = self.context.games[game]
        read, settings = house_rules.read(
            rules, self.context.presenters[game], options, self.context.defaults
        )
        read_plan_ = read_plan(rules, read, split_keys(plan) if isinstance(plan, str) else plan)
        seed = secrets.token_bytes(32)
        async with self.context.db.begin() as tx:
            await may_organise(tx, asker)
            zone = str((await people.get(tx, asker.user_id)).settings.get("zone") or UTC)
            league = League(
                id=await self._free_code(tx),
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
            await leagues.insert_league(tx, league, seed.hex())
            await posts.sign_up(tx, league, now)
            await posts.note(tx, league, "create", "The league is open for players.", now)
        self.context.stirred.add(league.id)
        self.context.wake()
        return league

    async def next_season(self, before: League, asker: Asker, signup: str) -> League:
        """The season after this one, with the same plan; its divisions are found when it begins."""
        now, seed = self.context.clock.now(), secrets.token_bytes(32)
        async with self.context.db.begin() as tx:
            await may_organise(tx, asker)
            after = {
                one.previous: one for one in await leagues.of_guild(tx, before.guild_id, (*OPEN, "over"))
            }
            newest = before
            while newest.id in after:
                newest = after[newest.id]
            if newest is not before:
                told = f"Season {before.season + 1} of this league is there already"
                if newest.status == "over":
                    raise Refused(f"{told}. The newest is over as well: `/league season league:{newest.id}`.")
                raise Refused(f"{told}; the newest is season {newest.season}, `{newest.id}`.")
            zone = str((await people.get(tx, asker.user_id)).settings.get("zone") or UTC)
            league = replace(
                before,
                id=await self._free_code(tx),
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
            await leagues.insert_league(tx, league, seed.hex())
            await posts.sign_up(tx, league, now)
            await posts.note(tx, league, "create", f"It follows season {before.season}, `{before.id}`.", now)
        self.context.stirred.add(league.id)
        self.context.wake()
        return league

    async def _free_code(self, tx: Tx) -> str:
        while True:
            code = new_league_code()
            if await leagues.get(tx, code) is None:
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

    def check(self, game: str, options: str) -> Plan:
        """The usual plan of a league of this game. Raises Refused."""
        rules = self.context.games[game]
        read, _ = house_rules.read(rules, self.context.presenters[game], options, self.context.defaults)
        try:
            return read_plan(rules, read, {})
        except OptionError as error:
            raise Refused(str(error)) from None


def split_keys(text: str) -> dict[str, str]:
    """``key=value`` texts as people write them; a value may have spaces.

    >>> split_keys("format=swiss calendar=Mon 20:00 Europe/Rome points = 3, 1,0")
    {'format': 'swiss', 'calendar': 'Mon 20:00 Europe/Rome', 'points': '3, 1,0'}
    """
    parts = re.split(r"(?:^|[\s;]+)([A-Za-z]+)\s*=\s*", text.strip())
    if parts[0].strip():
        raise Refused(f"“{clip(plain_name(parts[0].strip()), 40)}” has no value: write `key=value`.")
    return {key.lower(): value.strip() for key, value in zip(parts[1::2], parts[2::2], strict=True)}


def read_name(text: str) -> str:
    """A league's name. Raises Refused."""
    name = " ".join(text.split())
    if not 2 <= len(name) <= MOST_NAME:
        raise Refused(f"A league's name has 2 to {MOST_NAME} signs.")
    return name


def read_deadline(text: str) -> str:
    """The deadline of a league's games. Raises Refused, also for none: a round must come to its end."""
    spec = str(read_spec(text))
    if spec == "none":
        raise Refused("The games of a league need a deadline, so that rounds come to their end: `24h`, `3d`.")
    return spec


def read_sign_up(text: str, zone: str, now: float) -> float:
    """When sign-up closes. Raises Refused."""
    try:
        moment = read_when(text, zone, now, end=True)
    except OutOfRange:
        moment = 0.0
    if not now + 60 <= moment <= now + LONGEST_SIGN_UP:
        raise Refused("Sign-up must close within 90 days: write `7d`, `60d` or `2026-12-01 20:00`.")
    return moment
