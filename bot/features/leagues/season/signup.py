"""Signing up for a league, leaving it, and its sign-up post."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import Button, Message, buttons, custom_id, due_words, fit, plain_name
from bot.engine.context import Context
from bot.features.leagues import posts, store
from bot.features.leagues.league_lookup import heading, league_of, member, must_go_on, titled
from bot.features.leagues.plan import MOST_ENTRANTS, Plan
from bot.features.leagues.season import dates
from bot.outbox import deliverability
from bot.storage.database import Tx
from bot.storage.league_records import Entrant, EntrantStatus, League
from bot.storage.rows import remove

MOST_NAMES, MOST_SPARE, ROOM = 900, 200, 300
"""Signs for the names of players, and of those who step in; those left for what stands below the former."""
MOST_SIGNS = 1900
TAKEN_OUT = "was taken out"
"""Begins why somebody is out whom the organiser did not want in."""


class SignUp:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def join(self, league_id: str, user_id: int, name: str, reserve: bool = False) -> str:
        """Sign up; reserve: to step in for others, also while the league runs. Raises Refused."""
        async with self.context.lock(f"league/{league_id}"), self.context.db.begin() as tx:
            league = await league_of(tx, league_id)
            must_go_on(league)
            now, there = self.context.clock.now(), await store.entrants_of(tx, league.id)
            known = next((entrant for entrant in there if entrant.user_id == user_id), None)
            wanted: EntrantStatus = "reserve" if reserve else "in"
            if known is not None and known.status == wanted:
                told = ", to step in for others" if reserve else ""
                raise Refused(f"You are in {titled(league)} already{told}.")
            if league.status != "signup" and not reserve:
                raise Refused(
                    f"{titled(league)} has begun. With **Step in** you can play for those who leave."
                )
            if known is not None and known.status == "out" and known.why.startswith(TAKEN_OUT):
                raise Refused("The organiser has taken you out of this league, and may let you come back.")
            if known is not None and known.division:
                raise Refused(
                    "You take part in this league: who plays in it cannot step in for others as well."
                    if known.status == "in"
                    else "You have left this league: who has cannot step in for others this season."
                )
            most = Plan.read(league.plan).most or MOST_ENTRANTS
            if not reserve and sum(entrant.status == "in" for entrant in there) >= most:
                raise Refused(
                    f"All {most} places are taken: look again later, somebody may leave. With **Step in** "
                    "you play for those who cannot go on."
                )
            if known is not None:
                # Who was out keeps the name by which the log tells of it: so it is found again.
                name = known.name if known.status == "out" else name
                await store.change_entrant(
                    tx, league.id, user_id, status=wanted, name=name, joined_at=now, why=""
                )
            else:
                entrant = Entrant(
                    league_id=league.id, user_id=user_id, name=name, status=wanted, joined_at=now
                )
                await store.add_entrant(tx, entrant)
            await deliverability.try_anew(tx, user_id, now, _welcome(league, reserve))
            if reserve and league.status != "signup":
                await posts.note(tx, league, "reserve", f"{plain_name(name)} may step in for others.", now)
        title = titled(league)
        if reserve:
            place = f"<#{league.channel_id}>"
            return f"You may step in for others in {title}: when a seat is free, I call you in {place}."
        begins = due_words(dates.first_round(Plan.read(league.plan), league.next_at or now))
        return f"You are in {title}. Round 1 begins {begins}."

    async def leaving(self, league_id: str, user_id: int) -> Message | None:
        """What is asked before somebody leaves a league that runs; None: there is nothing to ask."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            must_go_on(league)
            entrant = await member(tx, league, user_id, own=True)
        if entrant.status == "out":
            raise Refused(f"You have left {titled(league)}.")
        if league.status == "signup" or entrant.status == "reserve":
            return None
        text = (
            f"Leave **{titled(league)}**? You take part in no more rounds, and only the "
            "organiser can bring you back. Your games under way go on: play them to their end, or "
            "offer your seat with `/substitute ask`."
        )
        if Plan.read(league.plan).format == "roundrobin" and Plan.read(league.plan).annul:
            text += " Who leaves before half of the rounds: all games of this season count for nobody."
        row = buttons(
            Button(custom_id("lleaveyes", league.id, None, 0), "Leave the league", "danger"),
            Button(custom_id("lleaveno", league.id, None, 0), "Stay"),
        )
        return Message(text, rows=(row,))

    async def withdraw(self, league_id: str, user_id: int) -> str:
        """Leave: before the start without a trace, later from the next round on. Raises Refused."""
        async with self.context.lock(f"league/{league_id}"), self.context.db.begin() as tx:
            league = await league_of(tx, league_id)
            must_go_on(league)
            entrant = await member(tx, league, user_id, own=True)
            await leave(tx, league, entrant, "withdrew", self.context.clock.now())
            tx.wakes("leagues", league.id)
        return f"You have left {titled(league)}."

    async def message(self, league_id: str) -> Message:
        """The sign-up post as it stands."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            there = await store.entrants_of(tx, league.id)
        return self._message(league, there)

    def _message(self, league: League, there: list[Entrant]) -> Message:
        plan, game = Plan.read(league.plan), self.context.games[league.game]
        presenter = self.context.presenters[league.game]
        own = [entrant for entrant in there if entrant.status == "in"]
        state = "open for players" if league.status == "signup" else "sign-up is closed"
        lines = [heading(league, state), f"**{game.name}** · organised by <@{league.host_id}>"]
        if league.status == "signup" and league.next_at is not None:
            begins = dates.first_round(plan, league.next_at)
            then = (
                "then round 1 begins" if begins == league.next_at else f"round 1 begins {due_words(begins)}"
            )
            lines.append(f"**Sign up until {due_words(league.next_at)}**; {then}.")
        elif league.status == "running" and not league.round and league.next_at is not None:
            lines.append(f"**Round 1 begins {due_words(league.next_at)}.**")
        # What decides whether one joins; Details has the rest: on a phone the buttons are to be seen.
        usual = presenter.option_lines({})
        unusual = [line for line in presenter.option_lines(league.options) if line not in usual]
        lines += [f"- {line}" for line in (*unusual, *plan.words()[:3])]
        lines.append(f"- Time for a turn: {league.deadline_spec}")
        lines.append(f"-# SHA-256 of the lots' secret seed: `{league.commitment}`")
        most = f" of at most {plan.most}" if plan.most else ""
        fewer = league.status == "signup" and len(own) < plan.least
        least = f" (it begins with {plan.least} or more)" if fewer else ""
        lines.append(f"\n**{counted(len(own), 'player')}{most}**{least}")
        room = MOST_SIGNS - ROOM - sum(len(line) + 1 for line in lines)
        lines.append(names_that_fit([plain_name(entrant.name) for entrant in own], min(room, MOST_NAMES)))
        spare = [plain_name(entrant.name) for entrant in there if entrant.status == "reserve"]
        if spare:
            lines.append(f"Step in for others: {names_that_fit(spare, MOST_SPARE)}")
        ident = {act: custom_id(act, league.id, None, 0) for act in ("ljoin", "lleave", "lreserve", "lshow")}
        open_ = league.status == "signup"
        row = buttons(
            Button(ident["ljoin"], "Join", "success", disabled=not open_),
            Button(ident["lleave"], "Leave"),
            Button(ident["lreserve"], "Step in"),
            Button(ident["lshow"], "Details"),
            Button(custom_id("loptions", league.id, None, 0), "Options", disabled=not open_),
        )
        return Message(fit("\n".join(lines), MOST_SIGNS), rows=(row,))

    async def place(self, league_id: str) -> tuple[int, int] | None:
        """The channel and the id of the sign-up post, if it stands."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
        return (league.channel_id, league.message_id) if league.message_id is not None else None


def names_that_fit(names: Sequence[str], room: int) -> str:
    """Names as far as there is room, and how many more there are.

    >>> names_that_fit(["Ada", "Ben", "Cleo"], 40), names_that_fit(["Ada", "Ben", "Cleo"], 20)
    ('Ada, Ben, Cleo', 'Ada and 2 more')
    """
    shown, left = list[str](), room - len(" and 1000 more")
    for name in names:
        left -= len(name) + 2
        if left < 0:
            break
        shown.append(name)
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more and shown else f"{more} players" if more else "")


def _welcome(league: League, reserve: bool) -> str:
    """The first message to somebody who has signed up: long before a round begins for all at once."""
    name = f"**{titled(league)}** (`{league.id}`)"
    if reserve:
        return f"You may step in for others in {name}. I'll message you here when you have a game."
    return f"You're in {name}. I'll message you here when it's your turn."


async def leave(
    tx: Tx, league: League, entrant: Entrant, why: str, now: float, *, told: bool = False
) -> None:
    """Somebody leaves. why: what all read after the name, "withdrew". Raises Refused.

    told: also where nobody has to adapt to it; who signs up and thinks better of it leaves no trace
    """
    name = plain_name(entrant.name)
    if entrant.status == "out":
        raise Refused(f"{name} has left this league already.")
    if league.status == "signup" or entrant.status == "reserve":
        if (
            told or league.status != "signup"
        ):  # names in the log are found by this row, and points are its own
            await store.change_entrant(tx, league.id, entrant.user_id, status="out", why=why)
        else:
            await remove(tx, Entrant, league_id=league.id, user_id=entrant.user_id)
        text = f"{name} {why}" + (
            ", and steps in for others no more." if entrant.status == "reserve" else "."
        )
        if told:
            await posts.announce(tx, league, "leave", "a player leaves", text, now)
        elif league.status != "signup":
            await posts.note(tx, league, "leave", text, now)
        return
    first = league.round + 1
    await store.change_entrant(tx, league.id, entrant.user_id, status="out", left_round=first, why=why)
    text = f"{name} {why}, and takes part in no more rounds."
    await posts.announce(tx, league, "leave", "a player leaves", text, now)
