"""The rules of Nemein in short, for `/rules`; "Ruling" marks what is not the publisher's."""

from __future__ import annotations

from bot.presenters.base import Page

PAGES = (
    Page(
        "The game",
        "Two players, **South** and **North**, a board of hexagons and a handful of coins each. Take "
        "every enemy unit, or build enough houses in the far half of the board.\n"
        "- **Handful**: each player secretly picks coins that are worth exactly so much, one US dollar "
        "unless the table says otherwise, at most 20 of them (*Ruling*), at least one a unit (*Ruling*).\n"
        "- The highest coin (the 25) is the **house coin**: it stays in hand. All other coins are "
        "**units**; they start on your two home rows, at most three a tile (*Ruling*).\n"
        "- Both handfuls are revealed together. A coin flip decides who moves first: heads is South "
        "(*Ruling*).\n"
        "- *Ruling*: the board is a hexagon of hexagons, side 4 unless the table says otherwise. Rows "
        "have letters from the bottom, tiles are numbered from the left: `a1` to `g4`. Home of South: "
        "the two rows at the bottom; of North: the two at the top.\n"
        "- A coin is worth its part of a whole. *Ruling*: both seats use the same currency unless the "
        "table says otherwise: one plays heads, the other tails.\n\n"
        "**How to win.** No enemy unit is left on the board; or 3 of your houses stand on the middle row "
        "or beyond it, seen from you (*Ruling*: houses nearer to home do not count). Or the other side "
        "concedes.",
    ),
    Page(
        "A turn",
        "At most one of each, **in this order**. You may skip any; what is skipped or done does not come "
        "back in the same turn. Then you end the turn.\n"
        "1. **Move** a unit that has no house to a neighbouring tile with fewer than three coins. Or "
        "**swap** (*Ruling*: instead of the move) a housed unit with the other unit on its tile.\n"
        "2. **Split** a unit into two of the next lower coin: a 10 into two 5s, a 5 into two 1s. There "
        "may be at most one other unit on its tile; the house counts as a coin (*Ruling*). Of a housed "
        "unit one half stays housed (*Ruling*).\n"
        "3. **Upgrade** a housed unit to the next higher unit coin; the highest stays as it is.\n"
        "4. **House** a unit that is alone on its tile: one house coin from your hand goes beneath it. A "
        "housed unit does not move.\n\n"
        "Coins that come and go by splits, upgrades and promotions are the bank's, which is never empty "
        "(*Ruling*).\n"
        "You may send one action at a time, or a whole line. Without `end` your turn stays open: you see "
        "what came of it and go on. The deadline is that of the whole turn.",
    ),
    Page(
        "Attack",
        "A move onto a tile with enemy coins is an **attack**.\n"
        "- Your coin is worth **more than the lowest** enemy coin there: you win for sure.\n"
        "- Otherwise a **coin flip**: heads, you win.\n"
        "- **Lost**: your coin is removed, all defenders stay.\n"
        "- **Won**: all enemy coins there are removed, a house too. Your coin moves in and is promoted "
        "to the next higher unit coin (*Ruling*: the highest stays as it is). And you get **one whole "
        "turn more** after this one; *Ruling*: each win gives one, also in such a turn.\n"
        "- A tile with three coins cannot be entered, so it cannot be attacked.\n"
        "- *Ruling*: captured houses leave the game.\n\n"
        "So a low coin makes a stack weak: the 1 in a stack of 10 and 1 lets a 5 win for sure. Three "
        "coins on a tile are safe, a house with one unit is not.\n\n"
        "*Rulings*: victory is looked for after every action. After 60 turns in a row without an attack "
        "or a new house more counting houses win, as many are a draw.",
    ),
    Page(
        "Options",
        "- **currency**: USD (25 10 5 1), EUR and GBP (50 20 10 5 2 1), JPY (500 100 50 10 5 1), CHF and "
        "AUD (50 20 10 5). `currency=USD/EUR` gives South dollars and North euros: a handicap.\n"
        "- **fraction**: what a handful is worth, such as `1/1` or `3/2` of a whole; usually 1 with USD, "
        "2 with the others.\n"
        "- **max_coins**: coins in a handful, usually 20.\n"
        "- **houses_to_win**: usually 3.\n"
        "- **quiet_turns**: usually 60; 0 never ends a quiet game.\n"
        "- **side**: tiles on each side of the board, 3 to 6, usually 4.\n\n"
        "All but the currencies are *Rulings*: the publisher's page does not say them.",
    ),
    Page(
        "Writing orders",
        "**Set-up**: `handful 25x3 10x1 5x2 1x5; place a1=10 b2=5,5 b3=1,1,1 a2=1,1`. A handful alone "
        "comes with a placement; `place` changes it. `handful stock` is the sensible default.\n"
        "**A turn** is one line, or one action at a time:\n"
        "- `move b2-c3 10`, an attack is written the same way\n"
        "- `swap c3` · `split c3 10` · `upgrade d4` · `house e5` · `end`\n"
        "- `move c3-d4 10; split d4 10; end`: all together\n"
        "The coin may be left out where only one fits: `b2-c3`. US coins also have letters: `q` 25, `d` "
        "10, `n` 5, `p` 1.\n\n"
        "Before a coin flip an action that is not possible refuses the whole line. After it nothing is "
        "refused: what is not possible then is skipped and told.\n"
        "`draw` offers or accepts a draw; an offer lapses when the other seat acts (*Ruling*). `concede` "
        "gives up. Capitals never matter. You may replace what you have written until it is sent.",
    ),
)
