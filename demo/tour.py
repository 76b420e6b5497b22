"""The tour: what a newcomer can try in the demo, step by step, as the page shows it.

A step is one press away: the page switches to its player and place. ``code`` in a text can be pressed, and
stands in the message box then.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

CALLED = "called"
"""As a player: whoever the newest post of the step's game calls, for seats that are drawn by lot."""


@dataclass(frozen=True)
class Step:
    """player: a name, or CALLED;  place: `dm`, a channel, or a thread by a word of its name: `war-room/Chief`
    done: the button or command that completes the step; without one, looking is enough
    show: words of the message to look at;  game: the channel whose newest post calls the player
    """

    player: str
    place: str
    text: str
    done: str = ""
    show: str = ""
    game: str = ""


@dataclass(frozen=True)
class Part:
    """The steps of one game."""

    key: str
    title: str
    about: str
    steps: tuple[Step, ...]


TOUR = (
    Part(
        "cic",
        "Start here",
        "Commander-In-Chief: capture the enemy Commander. Two players, a few minutes a day.",
        (
            Step("Dana", "war-room", "Chris has opened a game. Press **Join**, then **Start**.", "Start"),
            Step(
                "Ada",
                "dm",
                "Ada plays Ben, and it's her turn. Choose a piece, choose where it goes, press **Send**.",
                "Send",
                show="Commander-In-Chief",
            ),
            Step(
                "Ben",
                "dm",
                "Now it's Ben's turn. You can type a move, too: send `b5-b6`, then press **Send**.",
                "Send",
            ),
            Step("Ben", "war-room/Commander", "Every turn is posted in the game's thread, with the board."),
        ),
    ),
    Part(
        "learn",
        "Learn and practise",
        "Alone and in private: short lessons, and games against the computer.",
        (
            Step("Gus", "war-room", "Lessons on a real board: `/learn game:cic`", "/learn"),
            Step("Gus", "war-room", "Press **Begin**.", "Begin"),
            Step("Gus", "war-room", "Choose the Fighter, then h8, and press **Send**.", "Send"),
            Step("Gus", "war-room", "A game at once, against a recruit: `/practice game:cic`", "/practice"),
        ),
    ),
    Part(
        "newyork2047",
        "New York 2047",
        "Seven factions write their orders in secret; then all of them happen at once.",
        (
            Step(
                "Emil",
                "new-york",
                "You play Greene, and you've just lost Flushing. Read the report, then press **Why?**",
                "Why?",
            ),
            Step(
                "Emil",
                "new-york",
                "Write to the winner in secret: `/press to:papst text:Give it back!`",
                "/press",
            ),
            Step(
                "Emil",
                "dm",
                "Take it back: send `4 flushing; 3 support 4 to flushing; 1 hold; 2 hold`, or use the menus. "
                "Then press **Ready**.",
                "Ready",
                show="New York 2047",
            ),
        ),
    ),
    Part(
        "nme",
        "Never Make Enemies",
        "Three armies, and nobody may say a word: the players can't write in the channel until it's over.",
        (
            Step(
                CALLED,
                "dm",
                "It's your turn. Choose a piece: green marks its moves, red captures, violet trades. "
                "Then press **Send**.",
                "Send",
                show="NME",
                game="silent-war",
            ),
            Step(
                "Ada",
                "silent-war",
                "You're a moderator, and you saw White wink: "
                "`/penalty player:white ruling:penalty space:G9 reason:A wink`",
                "/penalty",
            ),
            Step(
                "Emil",
                "silent-war/NME",
                "Dana wants to play Protect the Ally, the game for two. Press **Join**, then **Start**.",
                "Start",
            ),
        ),
    ),
    Part(
        "nemein",
        "Nemein",
        "Real coins are the pieces. Equal coins that meet are flipped, and anyone can check the flip.",
        (
            Step(
                "Fay",
                "dm",
                "A whole turn, with an attack that can't fail and wins you another turn: send "
                "`move d4-e3 10; split e3 10; upgrade d6; house d3; end`, then press **Send**.",
                "Send",
                show="Nemein",
            ),
            Step(
                "Fay",
                "dm",
                "Now take a risk: `move e3-e4 5; end` is a coin flip. Press **Send**.",
                "Send",
            ),
            Step("Fay", "coins", "See how the coin fell."),
            Step(
                "Emil",
                "dm",
                "A new game: pick coins worth exactly one dollar. Press **Sensible default**, then **Send**.",
                "Send",
                show="Nemein",
            ),
        ),
    ),
    Part(
        "ww3",
        "WW3: Military Chess",
        "Only you see what your units are. Dice decide who begins; the last Base wins.",
        (
            Step(
                CALLED,
                "dm",
                "It's your turn. Choose the Air Craft on d6, then e7, where Blue's is, and press **Send**.",
                "Send",
                show="WW3",
                game="military-chess",
            ),
            Step(
                "Gus",
                "dm",
                "A game in fog begins. Choose a formation and press **Send**.",
                "Send",
                show="WW3",
            ),
            Step("Gus", "military-chess/WW3", "The thread tells the others only this much."),
        ),
    ),
    Part(
        "computers",
        "Against computers",
        "Nobody there? Add computers, from recruit to general, and start at once.",
        (
            Step(
                "Ben",
                "war-room/WW3",
                "A recruit and a general wait for a third player. Press **Join**, then **Start**.",
                "Start",
            ),
            Step(
                "Ben",
                "dm",
                "The computers set up in secret, as you do. Choose a formation and press **Send**.",
                "Send",
                show="WW3",
            ),
            Step("Ben", "war-room/WW3", "They move within seconds whenever it's their turn."),
        ),
    ),
    Part(
        "league",
        "Leagues",
        "Tournaments over weeks that run themselves.",
        (
            Step("Dana", "league", "The Winter cup is on: `/league table league:winter`", "/league table"),
            Step("Dana", "league", "Sign up for Three armies: press **Join** under it.", "Join"),
            Step("Ben", "league", "Ben has won a game. See his rating: `/profile`", "/profile"),
            Step("Ben", "league/Ben", "Watch that game again: `/replay`", "/replay"),
            Step(
                "Ada",
                "league",
                "You're the organiser: `/league edit changes:rounds=4 league:three`",
                "/league edit",
            ),
        ),
    ),
    Part(
        "own",
        "Your own game",
        "On Discord it begins like this.",
        (
            Step("Gus", "war-room", "Open a game: `/game new`", "/game new"),
            Step("Gus", "war-room", "See what else there is: `/help`", "/help"),
            Step(
                "Ada",
                "war-room",
                "You run the server. Who may open games, and where? `/setup show`",
                "/setup show",
            ),
        ),
    ),
)


def to_json() -> list[dict[str, Any]]:
    """Convert the tour for the page."""
    return [asdict(part) for part in TOUR]
