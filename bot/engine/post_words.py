"""Words of posts, and the buttons below them, as all games share them: nothing is queued here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from adjudicator.chance import CoinFlip
from adjudicator.game import Outcome, Seat
from adjudicator.text import listing
from bot.common.message import Button, buttons, custom_id, due_words, fit, when
from bot.engine import house_rules, text
from bot.engine.snapshot import GameSnapshot
from bot.engine.time_words import plain_moment
from bot.storage.records import Pause
from maps import chance

MOST_POST = 1900
"""Characters of a message of words alone, and of a report's head."""


def headline(snapshot: GameSnapshot, what: str) -> str:
    """Head a post with the game, its code and what the post is about."""
    return text.HEADLINE(game=snapshot.game.name, code=snapshot.table.id, what=what)


def narration(snapshot: GameSnapshot, heading: str, why: str = "") -> list[str]:
    """Tell what the newest step did, as far as it is public. why: a line before it, about a seat that is out
    for this reason: nobody conceded then"""
    lines = [not_conceded(line) for line in snapshot.told(None)] if why else snapshot.told(None)
    return [headline(snapshot, heading), *([why] if why else []), *filter(None, lines)]


_CONCEDED = re.compile(r" (?:concedes|has conceded|has given up|gave up)\b")


def not_conceded(line: str) -> str:
    """Reword a line about a seat that is out, but did not concede; "" if it says nothing else.

    >>> not_conceded("**Dark** (Ann) concedes."), not_conceded("Tower concedes: its units hold.")
    ('', 'Tower is out: its units hold.')
    >>> not_conceded("**Light wins:** the other side has conceded."), not_conceded("The other side gave up.")
    ('**Light wins:** the other side is out.', 'The other side is out.')
    """
    return "" if line.endswith(" concedes.") else _CONCEDED.sub(" is out", line, count=1)


def ruled(snapshot: GameSnapshot) -> bool:
    """Return whether the newest step is what a game master ruled, not what the seat itself declared."""
    step = snapshot.step
    said = step.orders.get(str(step.seat), ()) if step.kind == "declare" else ()
    return any(order.partition(" ")[0] in snapshot.presenter.rulings for order in said)


def summary(snapshot: GameSnapshot) -> list[str]:
    """End the report of a step, as a block; none where the game has no such words."""
    told = snapshot.presenter.summary(snapshot.view(None), snapshot.events(None))
    return [told] if told else []


def calling(snapshot: GameSnapshot, due_at: float | None, *, itself: bool = False) -> tuple[str, list[int]]:
    """Call those who owe now, in one line with mentions; return it with the users to notify.

    itself: the turn plays itself in a moment, so nobody need come
    """
    owing = [seat for seat in snapshot.seats if seat in snapshot.phase.owing]
    users = [snapshot.player(seat).user_id for seat in owing]
    who = listing(
        [
            f"<@{user}> ({snapshot.presenter.seat_name(seat)})"
            for user, seat in zip(users, owing, strict=True)
        ],
        "and",
    )
    if itself:
        return text.NEXT_NO_DEADLINE(who=snapshot.named(owing)), []
    goes_on = snapshot.phase.goes_on  # who has just acted need not be notified
    if due_at is None:
        told = (text.NEXT_GOES_ON_NO_DEADLINE if goes_on else text.NEXT_NO_DEADLINE)(who=who)
    else:
        told = (text.NEXT_GOES_ON if goes_on else text.NEXT)(who=who, due=due_words(due_at))
    return told, [] if goes_on else users


def next_called(snapshot: GameSnapshot, called: str) -> str:
    """Put below the call of who is next what the phase needs besides."""
    aside = snapshot.presenter.aside(snapshot.view(None))
    return text.ASIDE(next=called, aside=aside) if aside else called


def you_are(snapshot: GameSnapshot, seat: Seat) -> str:
    """Tell a player which seat is theirs, and where."""
    return text.DESK_SEAT_NO_DEADLINE(
        seat=snapshot.presenter.seat_name(seat), channel=snapshot.table.channel_id
    )


def waiting(snapshot: GameSnapshot, seat: Seat, *, fell: bool = False) -> str:
    """Tell a player who has nothing to do whose turn it is. fell: a seat that is out has just read that"""
    told = text.WITHOUT_YOU if fell else text.YOU_ARE_OUT
    told = text.NOT_YOUR_TURN if snapshot.plays(seat) else told
    return told(next=snapshot.presenter.to_move(snapshot.view(None)))


def call(snapshot: GameSnapshot, due_at: float | None, zone: str = "") -> str:
    """Return the plain line that a locked phone shows to those whose turn it is. zone: where they live"""
    named = {"game": snapshot.game.name, "code": snapshot.table.id, "what": snapshot.title}
    if due_at is None or snapshot.pause is not None:
        return text.CALL_NO_DEADLINE(**named)
    return text.CALL(**named, when=plain_moment(due_at, zone))


def for_users(users: Iterable[int]) -> str:
    """Notify these users in a small line: only a mention in the text does. "" for nobody."""
    who = listing([f"<@{user}>" for user in users if user > 0], "and")
    return text.FOR(who=who) if who else ""


def paused(pause: Pause) -> str:
    """Say that and why a game is paused, in a line for everybody who looks at it."""
    why = pause.why if pause.why.endswith((".", "!", "?")) else f"{pause.why}."  # reasons end as people like
    if pause.until is None:
        return text.PAUSED(why=why)
    return text.PAUSED_UNTIL(until=when(pause.until), why=why)


def silence(snapshot: GameSnapshot) -> list[str]:
    """Say what silence means when such a game begins, as blocks; none where one may talk."""
    if not snapshot.presenter.silent:
        return []
    ruled = listing(list(snapshot.presenter.rulings.values()), "or")
    told = text.SILENCE_BEGINS(silence=house_rules.silence(snapshot.game.name))
    told = text.SILENCE_PENALTIES(begins=told, penalties=ruled) if ruled else told
    return ["", told]  # an empty line: the list of seats ends there


def ending(snapshot: GameSnapshot) -> list[str]:
    """End the post that ends a game, for all its players."""
    over = [text.SILENCE_OVER] if snapshot.presenter.silent else []
    return [*over, for_users(snapshot.users)]


def places(snapshot: GameSnapshot, outcome: Outcome) -> list[str]:
    """List the final places, best first."""
    names, word = snapshot.names(), snapshot.presenter.place_word
    ranked = sorted(snapshot.seats, key=lambda seat: outcome.places[seat])
    # Not "1.": Markdown would count on by itself, and equal places share.
    return [f"**{word(outcome, seat)}** · {names[seat]}" for seat in ranked]


def turn_buttons(snapshot: GameSnapshot) -> tuple[Button, ...]:
    """Return the buttons under a turn's post: a private desk for those who owe, the board for everyone."""
    table_id, turn = snapshot.table.id, snapshot.stamp
    row = [
        Button(custom_id("desk", table_id, None, turn), text.MY_ORDERS, "primary"),
        Button(custom_id("board", table_id, None, turn), text.BOARD),
        Button(custom_id("past", table_id, None, turn, "new"), text.HISTORY),
    ]
    if snapshot.presenter.many and snapshot.step.kind != "start":
        row.append(Button(custom_id("explain", table_id, None, turn), text.WHY))
        row.append(Button(custom_id("details", table_id, None, turn, "new"), text.DETAILS))
    return buttons(*row)


def draw_button(table_id: str, turn: int) -> Button:
    """Return the button under the offer of a draw."""
    return Button(custom_id("draw", table_id, None, turn), text.AGREE_DRAW)


def over_buttons(table_id: str, turn: int) -> tuple[Button, ...]:
    """Return the buttons under the post that ends a game."""
    return buttons(
        Button(custom_id("past", table_id, None, turn, "new"), text.HISTORY),
        Button(custom_id("replayed", table_id, None, turn), text.REPLAY),
        Button(custom_id("analysis", table_id, None, turn, "new"), text.ANALYSIS),
        fair_button(table_id),
    )


def fair_button(table_id: str) -> Button:
    """Return the button that explains how a game can be checked."""
    return Button(custom_id("fair", table_id, None, 0), text.FAIR_PLAY)


def split(blocks: Iterable[str], most: int = MOST_POST) -> list[str]:
    """Put blocks below each other in as few texts of at most `most` characters as they need, at least one.

    >>> split(["one", "two", "three"], 8), split(["a b c d"], 5), split([])
    (['one\\ntwo', 'three'], ['a b c', 'd'], [''])
    """
    found: list[str] = []
    for block in blocks:
        pieces = [block] if len(block) <= most else _torn(block, most)
        for piece in pieces:
            if found and len(found[-1]) + 1 + len(piece) <= most:
                found[-1] += f"\n{piece}"
            else:
                found.append(piece)
    return found or [""]


def _torn(block: str, most: int) -> list[str]:
    """Tear a block that is longer than a post: between lines; a line between words; at worst cut it."""
    lines = block.split("\n")
    if len(lines) > 1 and not block.startswith("```"):
        return [piece for line in lines for piece in ([line] if len(line) <= most else _torn(line, most))]
    if len(lines) > 1:
        return [fit(block, most)]
    head, gap, tail = block[: most + 1].rpartition(" ")
    if not gap or head.count("`") % 2 or head.count("**") % 2:
        return [fit(block, most)]
    rest = tail + block[most + 1 :]
    return [head, *([rest] if len(rest) <= most else _torn(rest, most))]


# -- How many are ready


def tells_ready(snapshot: GameSnapshot) -> bool:
    return (
        "ready" in snapshot.presenter.house_options and snapshot.house_rules.ready and snapshot.phase.sealed
    )


def ready_count(snapshot: GameSnapshot, missing: Collection[Seat], soon: float | None = None) -> str:
    """Say how many are ready, in small print, as everyone may know; "" where that is not told.

    missing: the seats that are not
    soon:    when the turn resolves because all are
    """
    owing = len(snapshot.phase.owing)
    if not tells_ready(snapshot) or owing < 2:
        return ""
    if soon is not None and not missing:
        return text.READY_SOON(all=owing, resolves=resolves(snapshot, soon))
    return text.READY_COUNT(done=owing - len(missing), all=owing)


def resolves(snapshot: GameSnapshot, soon: float) -> str:
    """Say when the turn resolves because all are ready: "resolves in a minute unless somebody changes
    orders". For desks too, which are not edited when somebody else is not ready any more."""
    told = text.RESOLVES_UNLESS if len(snapshot.phase.owing) > 1 else text.RESOLVES
    return told(when=when(soon))


# -- Chance: only what everyone may see of a step is told, and no result before its animation has landed


def thrown(snapshot: GameSnapshot) -> str:
    """Say what is flipped and rolled in the newest step, in a line for each coin and each round of dice; ""
    for nothing."""
    names, lines = snapshot.names(), []
    for act in chance.acts(chance.thrown(snapshot.events(None))):
        one, coin = act[0], isinstance(act[0], CoinFlip)
        if len(act) > 1:
            lines.append(text.ROLLS(first=one.n, last=act[-1].n))
        elif one.seat is None:
            lines.append((text.FLIP if coin else text.ROLL)(n=one.n))
        else:
            lines.append((text.FLIP_FOR if coin else text.ROLL_FOR)(n=one.n, who=names[one.seat]))
    return "\n".join(lines)
