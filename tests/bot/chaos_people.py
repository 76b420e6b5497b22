"""What people do in a town (chaos.py): each `do_…` is one random act, legal or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine.snapshot import GameSnapshot
from bot.features.absence import absences
from bot.features.reminders import reminders
from bot.features.substitutes.substitution import Taker
from bot.features.votes import store
from bot.storage.records import Vote
from tests.bot import chaos_checks as checks
from tests.bot.chaos_world import NAMES, REASON, SPECS, USERS, World
from tests.bot.transactions import looking


class People(World):
    # -- orders

    async def do_orders(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, seat, user = found
        code, orders = snapshot.table.id, self.services.orders
        turn = self.rng.choice((None, None, snapshot.stamp, snapshot.stamp - 1))
        roll, send = self.rng.random(), self.rng.random() < 0.6
        if roll < 0.65:
            owes = seat in snapshot.phase.owing
            text = "; ".join(self.orders_of(snapshot, seat)) if owes else self.some_legal(snapshot, seat)
            if self.rng.random() < 0.1:
                text = self.rng.choice(("xyzzy", "e7-e6", "pass", "end", "hold", "", "draw", "setup stock"))
            await self.use(
                f"give {code} {user} {text!r} {send}", orders.give(code, user, text, turn=turn, send=send)
            )
        elif roll < 0.82:
            await self.use(f"send {code} {user}", orders.send(code, user, turn))
        elif roll < 0.9:
            await self.use(f"unsend {code} {user}", orders.unsend(code, user, turn))
        elif roll < 0.95:
            await self.use(f"clear {code} {user}", orders.clear(code, user, snapshot.stamp))
        else:
            what = "draw" if self.rng.random() < 0.85 else "concede"
            await self.use(f"declare {code} {user} {what}", orders.declare(code, user, what))

    async def do_everybody(self) -> None:
        """All who owe at a table send: so games come along."""
        found = await self.somebody()
        if found is None:
            return
        snapshot = found[0]
        for seat in sorted(snapshot.phase.owing & set(snapshot.people)):
            user = snapshot.player(seat).user_id
            text = "; ".join(self.orders_of(snapshot, seat))
            call = self.services.orders.give(snapshot.table.id, user, text, send=True)
            await self.use(f"give {snapshot.table.id} {user} {text!r} True", call)

    async def do_ahead(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, _, _ = found
        seat = self.rng.choice(snapshot.seats)
        user, other = snapshot.player(seat).user_id, self.rng.choice(sorted(snapshot.phase.owing))
        mine, theirs = self.some_legal(snapshot, seat), self.some_legal(snapshot, other)
        self.memory[snapshot.table.id].setdefault("wanted", {})[other] = theirs
        who = f"{other} " if len(snapshot.seats) > 2 else ""
        text = self.rng.choice(
            (
                f"if {who}{theirs} then {mine}",
                f"if {who}{theirs} then {mine}",
                f"queue {mine}",
                f"queue {mine}; {self.some_legal(snapshot, seat)}",
                "clear",
                "relocate chelsea",
                "disband 1",
                "if x then y",
            )
        )
        await self.use(
            f"plan {snapshot.table.id} {user} {text!r}",
            self.services.planning.give(snapshot.table.id, user, text),
        )

    async def do_mail(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, seat, user = found
        owes = seat in snapshot.phase.owing
        text = "; ".join(self.orders_of(snapshot, seat)) if owes else "ahead"
        text = self.rng.choice(
            (text, text, "send", "orders", "ahead", "unsend", "board", "clear", f"queue {text}")
        )
        self.number += 1
        reply = f"{snapshot.table.id} {text}" if self.rng.random() < 0.7 else text
        await self.use(
            f"mail {user} {reply!r}", self.services.text_commands.read(user, 10_000 + self.number, reply)
        )

    async def do_letter(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, seat, user = found
        others = [other for other in snapshot.seats if other != seat]
        self.number += 1
        mark = f"Letter-{self.number}-zq"
        to = self.rng.choice(others)
        done = await self.use(
            f"letter {snapshot.table.id} {user} {to} {mark}",
            self.services.letters.write(snapshot.table.id, user, to, mark, source=mark),
        )
        if done:
            self.memory[snapshot.table.id].setdefault("letters", {})[mark] = {seat, to}

    # -- votes

    async def do_vote(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, code = found[0], found[0].table.id
        user = snapshot.player(self.rng.choice(snapshot.seats)).user_id
        async with looking(self.services.context.db) as tx:
            held = store.of_table(tx, code)
        if held and self.rng.random() < 0.8:
            vote = self.rng.choice(held)
            yes = self.rng.random() < 0.8
            await self.ballot(snapshot, vote, user, yes)
            if vote.deed and self.rng.random() < 0.5:
                for player in snapshot.players:
                    await self.ballot(snapshot, vote, player.user_id, True)
            return
        act = self.rng.choice(
            ("extend", "extend", "pause", "pause", "resume", "resume", "undo", "undo", "draw", "end")
        )
        said = self.rng.choice(("", "", "2h", "1d", "99d", "x"))
        called = await self.use(
            f"vote {code} {user} {act} {said!r}", self.services.voting.call(code, user, act, said)
        )
        if called and self.rng.random() < 0.5:
            async with looking(self.services.context.db) as tx:
                held = store.of_table(tx, code)
            for player in snapshot.players if held else ():
                await self.ballot(snapshot, held[-1], player.user_id, act not in ("draw", "end"))

    async def ballot(self, snapshot: GameSnapshot, vote: Vote, user: int, yes: bool) -> None:
        """One ballot; it may take somebody's seat away."""
        code = snapshot.table.id
        before = {player.seat: player.user_id for player in (await self.snapshot(code)).players}
        await self.use(
            f"ballot {code} {user} {vote.kind} {yes}", self.services.voting.cast(code, user, vote.id, yes)
        )
        for player in (await self.snapshot(code)).players:
            if player.user_id != before[player.seat]:
                await self.gone(code, before[player.seat], player.user_id)

    # -- absence

    async def do_absence(self) -> None:
        user = self.rng.choice(USERS)
        if self.rng.random() < 0.35:
            await self.use(f"back {user}", self.services.absences.back(user))
            return
        asked = absences.Asked(
            self.rng.choice(("", "tomorrow", "in 2d", "fri")),
            self.rng.choice(("in 3d", "in 5d", "in 20d", "fri 18:00")),
            self.rng.choice(("", "Europe/Rome", "America/New_York")),
        )
        await self.use(
            f"away {user} {asked.first!r} {asked.last!r}", self.services.absences.announce(user, asked)
        )

    async def do_substitute(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, seat, user = found
        code, subs = snapshot.table.id, self.services.substitutes
        roll = self.rng.random()
        free = [one for one in [await self.snapshot(code) for code in await self.playing()] if _offered(one)]
        if free and roll > 0.35:
            snapshot = self.rng.choice(free)
            code = snapshot.table.id
        if roll < 0.25:
            await self.use(f"ask {code} {user}", subs.ask(code, user), code)
        elif roll < 0.35:
            await self.use(f"keep {code} {user}", subs.keep(code, user))
        else:
            seat = self.rng.choice(_offered(snapshot) or [seat])
            taker = self.rng.choice(USERS)
            before = snapshot.player(seat).user_id
            given = subs.take(code, seat, Taker(taker, NAMES[taker], 1))
            if await self.use(f"take {code} {seat} {before}->{taker}", given, code):
                await self.gone(code, before, taker)

    async def gone(self, code: str, before: int, taker: int) -> None:
        """Who has left is refused everywhere."""
        self.left[code, before] = "left"
        self.left.pop((code, taker), None)
        await checks.refused_everywhere(self, code, before)

    # -- game masters

    async def do_master(self) -> None:
        found = await self.somebody()
        if found is None:
            return
        snapshot, seat, user = found
        code, gm, ruler = snapshot.table.id, self.services.gm, self.ruler(snapshot)
        who = f"{code} by {ruler.user_id}"
        act = self.rng.choice(
            (
                "pause",
                "resume",
                "resume",
                "extend",
                "force",
                "undo",
                "undo",
                "undo",
                "undo",
                "replace",
                "options",
                "penalise",
                "transfer",
            )
        )
        if act == "pause":
            span = self.rng.choice(("", "1d", "3h", "x"))
            await self.use(f"gm-pause {who} {span}", gm.pause(code, ruler, REASON, span), code)
        elif act == "resume":
            await self.use(f"gm-resume {who}", gm.resume(code, ruler, REASON), code)
        elif act == "extend":
            await self.use(
                f"gm-extend {who}", gm.extend(code, ruler, self.rng.choice(("2h", "2d")), REASON), code
            )
        elif act == "force":
            seq = self.rng.choice((None, snapshot.step.seq, snapshot.step.seq - 1))
            await self.use(f"gm-force {who}", gm.force(code, ruler, REASON, seq), code)
        elif act == "undo":
            await self.use(f"gm-undo {who}", gm.undo(code, ruler, REASON), code)
        elif act == "replace":
            taker = self.rng.choice(USERS)
            given = gm.replace(code, ruler, seat, taker, NAMES[taker], REASON)
            done = await self.use(f"gm-replace {who} {seat} {user}->{taker}", given, code)
            if done and "must agree" not in done:
                await self.gone(code, user, taker)
        elif act == "options":
            page = self.rng.randrange(3)
            values = {
                "deadline": self.rng.choice(SPECS),
                "undo": "0",
                "grace": self.rng.choice(("0", "30")),
                "absence": self.rng.choice(("pass", "extend", "forfeit")),
                "extensions": "2",
                "reason": REASON,
                "substitutes": "1",
                "votes": "open",
                "pauses": "7",
                "takeback": "0",
                "vacation": "7",
            }
            try:
                form = await self.services.running.form(code, ruler, page, "")
            except Refused:
                return
            values = {f.key: values.get(f.key, f.value) for f in form.fields}
            await self.use(
                f"gm-options {who} {values}", self.services.running.set(code, ruler, page, values), code
            )
        elif act == "penalise":
            listed = await self.services.penalties.rulings(code, ruler, "")
            kind = self.rng.choice(listed).value if listed else "forfeit"
            space = ""
            if listed and (at := await self.services.penalties.spaces(code, ruler, seat, kind, "")):
                space = self.rng.choice(at).value
            if self.rng.random() < 0.5:
                await self.use(
                    f"penalty {who} {seat} {kind} {space}",
                    self.services.penalties.rule(code, ruler, seat, kind, space, REASON),
                    code,
                )
        elif act == "transfer":
            host = self.rng.choice(USERS)
            await self.use(
                f"gm-transfer {who} {host}", gm.transfer(code, ruler, host, NAMES[host], REASON), code
            )

    async def do_doors(self) -> None:
        user = self.rng.choice(USERS)
        self.closed ^= {user}
        self.note(f"door {user} {'closed' if user in self.closed else 'open'}")
        if self.rng.random() < 0.3:
            asked = reminders.Asked(
                before=self.rng.choice(("", "24h 1h", "usual")),
                quiet=self.rng.choice(("", "22:00-08:00", "none")),
            )
            await self.use(f"reminders {user}", self.services.reminder_settings.ask(user, asked))

    async def do_look(self) -> None:
        """Somebody looks at anything; what is shown is for that person."""
        found = await self.somebody()
        if found is None:
            return
        snapshot, code = found[0], found[0].table.id
        user = self.rng.choice([*USERS, found[2], found[2]])
        services = self.services
        looks: list[Callable[[], Awaitable[Any]]] = [
            lambda: services.desks.desk(code, user),
            lambda: services.game_views.board(code, user),
            lambda: services.voting.listed(code, user),
            lambda: services.planning.show(code, user),
            lambda: services.history_pages.page(code, user, str(self.rng.randint(1, snapshot.step.seq))),
            lambda: services.game_export.export(code, user),
            lambda: services.game_lookup.owed(user),
            lambda: services.substitutes.free(1, user),
            lambda: services.absences.shown(user),
            lambda: services.game_views.why_menu(code, user),
        ]
        number = self.rng.randrange(len(looks))
        shown = await self.use(f"look {code} {user} {number}", looks[number]())
        if isinstance(shown, Message):
            await checks.leaks(self, code, user, shown, None)


def _offered(snapshot: GameSnapshot) -> list[str]:
    return [player.seat for player in snapshot.players if player.offered_at is not None and player.seat]
