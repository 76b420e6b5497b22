"""Computers: opponents, and seats that they play on"""

from __future__ import annotations

from adjudicator.text import Text

NOBODY_LEFT = "Only computers are left to play it."
PLAYS_ON = Text(
    "Anyone can take **{side}** over from the computer, and {before} can take it back.",
    side="Dark",
    before="Ada",
)
TAKE_BACK = Text(
    "Want your side in game `{code}` back? Press **Take {side}** in <#{channel}>.",
    code="k7f3",
    side="Dark",
    channel=12,
)
