"""All games: what each one is, draws and concessions, endings."""

from adjudicator.text import Text

PITCHES = {
    "cic": (
        "Two sides on land, at sea and in the air: capture the enemy Commander.",
        "2–4",
        "about 20 moves each",
        "like chess, with nine kinds of pieces to learn",
    ),
    "nemein": (
        "Coins are your army: pick a dollar's worth in secret, then fight, split and build houses with it.",
        "2",
        "about 15 turns each",
        "like draughts, with coin flips",
    ),
    "newyork2047": (
        "Seven factions fight for New York. Negotiate, give secret orders, hold more than 10 stars.",
        "7",
        "10 to 28 turns",
        "like Diplomacy",
    ),
    "nme": (
        "Three armies, and nobody may say a word: capture the enemy Presidents, protect your own.",
        "2 or 3",
        "about 30 moves each",
        "harder than chess: three sides, moves of their own",
    ),
    "ww3": (
        "Set up ten units in secret, then take every enemy Base.",
        "2–4",
        "about 30 moves each",
        "like Stratego, simpler",
    ),
}
"""Of each game: what one does in it, players, length, how hard it is."""

# -- Where an order leads

NOTHING_THERE = "empty"

# -- Whose turn it is

GAME_OVER = "The game is over"
NOTHING_OWED = "Nothing to do: waiting for other players."
YOUR_MOVE = "Your move."
TAKE_THE_DRAW = Text("{names} {n:offers|offer} a draw: `draw` accepts it.", names="Light", n=1)

# -- Draws and concessions

DRAW_OFFERED = Text(
    "{player} offers a draw. {others} can accept it.", player="**Light** (Ben)", others="**Dark** (Ada)"
)
DRAW_AGREED = Text("{player} accepts the draw.", player="**Dark** (Ada)")
DRAW_LAPSED = "The draw offer has lapsed."
CONCEDED = Text("{player} concedes.", player="**Light** (Ben)")
TO_DRAW = "offer or accept a draw"
TO_CONCEDE = "concede the game"

# -- The end

WINS = Text("**{winner} wins:** {why}.", winner="Red", why="its Base is the last one")
CONGRATULATIONS = Text("Congratulations, {players}!", players="**Red** (Ann)")

# -- Menus, and what cannot be looked at

MORE = Text("More… (page {page} of {pages})", page=2, pages=3)

WHOLE_BOARD = "this board is small: it's always shown whole"
