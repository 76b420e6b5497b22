"""House options: what a table agrees on besides the rules of its game, which never see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from adjudicator.game import Option
from bot.common.clock import HOUR

Press = Literal["full", "threads", "broadcast", "none"]
Absence = Literal["pass", "extend", "forfeit"]


HOUSE: Mapping[str, Option] = {
    option.key: option
    for option in (
        Option(
            "press",
            "choice",
            "full",
            "Letters through the bot",
            "Players write to anyone (full), in private threads, to everyone at once (broadcast), or not.",
            choices=("full", "threads", "broadcast", "none"),
        ),
        Option(
            "anonymous",
            "choice",
            "no",
            "Unsigned letters",
            "Letters may go without a name: for ever (yes), or until the game is over (until_end).",
            choices=("no", "yes", "until_end"),
        ),
        Option(
            "ready",
            "choice",
            "shown",
            "How many are ready",
            "The channel shows how many are ready.",
            choices=("shown", "hidden"),
        ),
        Option(
            "adjustment",
            "number",
            12,
            "Hours for choices after a turn",
            "Hours for the choices after a turn, such as a new home base; never more than a turn has.",
            least=1,
            most=168,
        ),
    )
}
"""The house options that only some games have, in the order in which they are shown."""

CLOCK: Mapping[str, Option] = {
    option.key: option
    for option in (
        Option(
            "undo",
            "number",
            60,
            "Seconds to undo, when all are ready",
            "Where several give orders at once: so long the last of them may still take Ready back.",
            least=0,
            most=600,
        ),
        Option(
            "takeback",
            "number",
            0,
            "Seconds to take a move back",
            "Where one seat moves after the other: so long a move may be taken back after Send.",
            least=0,
            most=600,
        ),
        Option(
            "grace",
            "number",
            60,
            "Minutes of grace after a deadline",
            "For who gave nothing; never more than a quarter of the time for a turn.",
            least=0,
            most=1440,
        ),
        Option(
            "absence",
            "choice",
            "pass",
            "Who gives no order",
            "pass: the rules' default, else extended once, else out. extend: extended first. forfeit: out.",
            choices=("pass", "extend", "forfeit"),
        ),
        Option(
            "extensions",
            "number",
            3,
            "Most extensions in a game",
            "So many automatic ones each seat gets, and so many may be voted.",
            least=0,
            most=10,
        ),
        Option(
            "substitutes",
            "number",
            2,
            "Substitutes after missed deadlines",
            "After so many in a row the seat is open for a substitute; 0: never.",
            least=0,
            most=10,
        ),
        Option(
            "vacation",
            "number",
            14,
            "Days of vacation",
            "So many days in a game deadlines wait for a player who announced an absence with /away.",
            least=0,
            most=60,
        ),
        Option(
            "votes",
            "choice",
            "open",
            "Votes",
            "Whether all see who voted how. Results are always public.",
            choices=("open", "secret"),
        ),
        Option(
            "pauses",
            "number",
            7,
            "Days that a vote may pause",
            "A pause by vote lasts so many days at most; 0: none.",
            least=0,
            most=30,
        ),
    )
}
"""The house options of the clock, which every game has."""
ALL: Mapping[str, Option] = {**HOUSE, **CLOCK}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house options of one table.

    press:            who may write to whom through the bot
    anonymous:        whether letters may be unsigned
    ready:            whether the channel shows how many are ready
    adjustment_hours: for the choices after a turn
    undo_seconds, takeback_seconds: before a turn of several seats, or of one, resolves early
    grace_minutes:    after a deadline, for who gave nothing
    absence:          what counts for who gives nothing
    extensions:       automatic ones of a seat in a game; also how many may be voted
    substitutes:      missed deadlines in a row after which a seat is offered; 0: never
    vacation_days:    by which deadlines wait for an announced absence, for a player in a game
    secret_votes:     whether nobody learns who voted how
    pause_days:       of a pause by vote, at most; 0: none
    tells_writers:    whether the end of the game tells who wrote unsigned letters
    """

    press: Press = "full"
    anonymous: bool = False
    ready: bool = True
    adjustment_hours: int = 12
    undo_seconds: int = 0
    takeback_seconds: int = 0
    grace_minutes: int = 0
    absence: Absence = "pass"
    extensions: int = 3
    substitutes: int = 2
    vacation_days: int = 14
    secret_votes: bool = False
    pause_days: int = 7
    tells_writers: bool = False

    @property
    def adjustment_seconds(self) -> float:
        """How long the choices after a turn may take, where a turn takes no less."""
        return self.adjustment_hours * HOUR


NO_HURRY: Mapping[str, Any] = {"undo": 0, "takeback": 0, "grace": 0}
"""What holds where a table says nothing: these were not agreed on in games of older versions."""


def of(settings: Mapping[str, Any]) -> HouseRules:
    """A table's house options from its settings; what is missing has its default."""
    found = {key: settings.get(key, NO_HURRY.get(key, option.default)) for key, option in ALL.items()}
    return HouseRules(
        press=found["press"],
        anonymous=found["anonymous"] != "no",
        ready=found["ready"] == "shown",
        adjustment_hours=found["adjustment"],
        undo_seconds=found["undo"],
        takeback_seconds=found["takeback"],
        grace_minutes=found["grace"],
        absence=found["absence"],
        extensions=found["extensions"],
        substitutes=found["substitutes"],
        vacation_days=found["vacation"],
        secret_votes=found["votes"] == "secret",
        pause_days=found["pauses"],
        tells_writers=found["anonymous"] == "until_end",
    )
