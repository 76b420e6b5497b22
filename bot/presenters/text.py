"""All games: what each one is."""

from adjudicator.text import Text

MORE = Text("More… (page {page} of {pages})", page=2, pages=3)

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
        "Three armies at war, and nobody may say a word: be the last with a President.",
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
