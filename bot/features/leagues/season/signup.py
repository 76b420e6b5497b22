"""Signing up for a league, leaving it, and its sign-up post."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.errors import Refused
from bot.common.message import (
    Button,
    Message,
    Rows,
    buttons,
    custom_id,
    due_words,
    plain_name,
)
from bot.engine.context import Context
from bot.engine.schedule import read_spec
from bot.features.leagues import posts, store
from bot.features.leagues import text as words
from bot.features.leagues.league_lookup import ACCENTS, league_of, member, must_go_on, titled
from bot.features.leagues.links import links
from bot.features.leagues.plan import MOST_ENTRANTS, Plan
from bot.features.leagues.season import dates
from bot.features.leagues.season import text as season_words
from bot.outbox import deliverability
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, EntrantStatus, League
from bot.storage.rows import remove

MOST_NAMES, MOST_SPARE = 900, 200
"""Characters for the names of players, and of substitutes."""
TAKEN_OUT = "was taken out"
"""Begins why somebody is out whom the organiser did not want in."""


class SignUp:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def join(self, league_id: str, user_id: int, name: str, reserve: bool = False) -> str:
        """Sign up; reserve: to step in for others, also while the league runs. Raises Refused."""

        def change(tx: Tx) -> str:
            league = league_of(tx, league_id)
            must_go_on(league)
            now, there = self.context.clock.now(), store.entrants_of(tx, league.id)
            known = next((entrant for entrant in there if entrant.user_id == user_id), None)
            wanted: EntrantStatus = "reserve" if reserve else "in"
            if known is not None and known.status == wanted:
                already = words.SUBSTITUTE_ALREADY if reserve else words.IN_ALREADY
                raise Refused(already(league=titled(league)))
            if league.status != "signup" and not reserve:
                raise Refused(words.HAS_BEGUN(league=titled(league)))
            if known is not None and known.status == "out" and known.why.startswith(TAKEN_OUT):
                raise Refused(words.REMOVED)
            if known is not None and known.division:
                in_it = known.status == "in"
                raise Refused(words.PLAYERS_DONT_SUBSTITUTE if in_it else words.LEAVERS_DONT_SUBSTITUTE)
            most = Plan.read(league.plan).most or MOST_ENTRANTS
            if not reserve and sum(entrant.status == "in" for entrant in there) >= most:
                raise Refused(words.FULL(most=most))
            kept = name
            if known is not None:
                # Who was out keeps the name by which the log tells of it: so it is found again.
                kept = known.name if known.status == "out" else name
                store.change_entrant(tx, league.id, user_id, status=wanted, name=kept, joined_at=now, why="")
            else:
                entrant = Entrant(
                    league_id=league.id, user_id=user_id, name=name, status=wanted, joined_at=now
                )
                store.add_entrant(tx, entrant)
            deliverability.try_anew(tx, user_id, now, _welcome(league, reserve))
            if reserve and league.status != "signup":
                line = season_words.IS_SUBSTITUTE(name=plain_name(kept))
                posts.note(tx, league, "reserve", line, now)
            if reserve:
                return words.YOU_SUBSTITUTE(league=titled(league), channel=f"<#{league.channel_id}>")
            begins = due_words(dates.first_round(Plan.read(league.plan), league.next_at or now))
            return words.YOU_ARE_IN(league=titled(league), begins=begins)

        return await self.context.write_league(league_id, change)

    async def leaving(self, league_id: str, user_id: int) -> Message | None:
        """What is asked before somebody leaves a league that runs; None: there is nothing to ask."""

        def look(tx: Tx) -> tuple[League, Entrant]:
            league = league_of(tx, league_id)
            must_go_on(league)
            entrant = member(tx, league, user_id, own=True)
            return league, entrant

        league, entrant = await self.context.db.read(look)
        if entrant.status == "out":
            raise Refused(words.LEFT_ALREADY(league=titled(league)))
        if league.status == "signup" or entrant.status == "reserve":
            return None
        plan = Plan.read(league.plan)
        asked = words.LEAVE_ASKED_EARLY if plan.format == "roundrobin" and plan.annul else words.LEAVE_ASKED
        row = buttons(
            Button(custom_id("lleaveyes", league.id, None, 0), words.LEAVE_YES, "danger"),
            Button(custom_id("lleaveno", league.id, None, 0), words.LEAVE_NO),
        )
        return Message(asked(league=titled(league)), rows=(row,))

    async def withdraw(self, league_id: str, user_id: int) -> str:
        """Leave: before the start without a trace, later from the next round on. Raises Refused."""

        def change(tx: Tx) -> League:
            league = league_of(tx, league_id)
            must_go_on(league)
            entrant = member(tx, league, user_id, own=True)
            name = plain_name(entrant.name)
            if entrant.status == "out":
                raise Refused(words.LEFT_ALREADY(league=titled(league)))
            said = season_words.WITHDREW(name=name, league=titled(league))
            leave(tx, league, entrant, "withdrew", said, self.context.clock.now())
            tx.wakes("leagues", league.id)
            return league

        league = await self.context.write_league(league_id, change)
        return words.YOU_LEFT(league=titled(league))

    async def message(self, league_id: str) -> Message:
        """The sign-up post as it stands."""

        def look(tx: Tx) -> tuple[League, list[Entrant]]:
            league = league_of(tx, league_id)
            there = store.entrants_of(tx, league.id)
            return league, there

        league, there = await self.context.db.read(look)
        return self._message(league, there)

    def _message(self, league: League, there: list[Entrant]) -> Message:
        """On a phone the buttons are to be seen: it has what decides whether one joins, no more."""
        plan, game = Plan.read(league.plan), self.context.games[league.game]
        presenter = self.context.presenters[league.game]
        usual = presenter.option_lines({})
        unusual = [line for line in presenter.option_lines(league.options) if line not in usual]
        turn = read_spec(str(league.deadline_spec)).words()
        facts = [words.GAME(game=game.name), *plan.facts(), *unusual, turn]
        head = [words.HEAD(league=titled(league)), " · ".join(facts), *self._when(league, plan)]
        lines = self._joined(league, plan, [one for one in there if one.status == "in"])
        spare = [plain_name(entrant.name) for entrant in there if entrant.status == "reserve"]
        if spare:
            lines.append(words.SUBSTITUTES(names=names_that_fit(spare, MOST_SPARE)))
        return Message(
            "\n".join(head),
            rows=(*(["\n".join(lines)] if lines else []), *_rows(league)),
            small=words.SEED(commitment=league.commitment),
            accent=ACCENTS[league.status],
        )

    def _when(self, league: League, plan: Plan) -> list[str]:
        if league.status == "signup" and league.next_at is not None:
            begins, closes = dates.first_round(plan, league.next_at), due_words(league.next_at)
            if begins == league.next_at:
                return [words.UNTIL(closes=closes)]
            return [words.UNTIL_THEN(closes=closes, begins=due_words(begins))]
        waits = league.status == "running" and not league.round
        if waits and league.next_at is not None and league.next_at > self.context.clock.now():
            return [words.BEGINS(begins=due_words(league.next_at))]
        if league.status == "paused":
            return [words.PAUSED]
        ended = {"over": words.OVER, "cancelled": words.CANCELLED}.get(league.status)
        return [ended(league=titled(league)) if ended else words.CLOSED]

    @staticmethod
    def _joined(league: League, plan: Plan, own: Sequence[Entrant]) -> list[str]:
        """How many, and who."""
        names = names_that_fit([plain_name(entrant.name) for entrant in own], MOST_NAMES)
        if league.status != "signup":
            return [words.PLAYING(n=len(own), names=names)] if own else []
        if not own:
            return [words.NOBODY_JOINED(least=plan.least)]
        if len(own) < plan.least:
            return [words.JOINED_TOO_FEW(n=len(own), least=plan.least, names=names)]
        if plan.most:
            return [words.JOINED_OF(n=len(own), most=plan.most, names=names)]
        return [words.JOINED(n=len(own), names=names)]

    async def place(self, league_id: str) -> tuple[int, int] | None:
        """The channel and the id of the sign-up post, if it stands."""
        league = await self.context.db.read(league_of, league_id)
        return (league.channel_id, league.message_id) if league.message_id is not None else None


def _rows(league: League) -> Rows:
    """The players' buttons; organisers have `/league`."""
    found = list[Button]()
    if league.status == "signup":
        found.append(Button(custom_id("ljoin", league.id, None, 0), words.JOIN, "success"))
    elif league.status in OPEN:
        found.append(Button(custom_id("lreserve", league.id, None, 0), words.SUBSTITUTE))
    if league.status in OPEN:
        found.append(Button(custom_id("lleave", league.id, None, 0), words.LEAVE))
    return (buttons(*found, *links(league, ("ltable", "lshow") if league.round else ("lshow",))),)


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
    if not more:
        return ", ".join(shown)
    return words.AND_MORE(names=", ".join(shown), n=more) if shown else words.SO_MANY(n=more)


def _welcome(league: League, reserve: bool) -> str:
    """The first message to somebody who has signed up: long before a round begins for all at once."""
    return (words.WELCOME_SUBSTITUTE if reserve else words.WELCOME)(league=titled(league))


def leave(
    tx: Tx, league: League, entrant: Entrant, why: str, text: str, now: float, *, told: bool = False
) -> None:
    """Somebody leaves who has not. why: kept with the entrant;  text: what all read once the league runs

    told: also where nobody has to adapt to it; who signs up and thinks better of it leaves no trace
    """
    if league.status == "signup" or entrant.status == "reserve":
        if (
            told or league.status != "signup"
        ):  # names in the log are found by this row, and points are its own
            store.change_entrant(tx, league.id, entrant.user_id, status="out", why=why)
        else:
            remove(tx, Entrant, league_id=league.id, user_id=entrant.user_id)
        if told:
            posts.announce(tx, league, "leave", text, now)
        elif league.status != "signup":
            line = season_words.NO_SUBSTITUTE(name=plain_name(entrant.name))
            posts.note(tx, league, "leave", line, now)
        return
    first = league.round + 1
    store.change_entrant(tx, league.id, entrant.user_id, status="out", left_round=first, why=why)
    posts.announce(tx, league, "leave", text, now)
