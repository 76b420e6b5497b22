"""The rules of WW3 in short, for `/rules`; "Ruling" marks what is not the publisher's."""

from __future__ import annotations

from bot.presenters.base import Page

PAGES = (
    Page(
        "The game",
        "Two to four armies, and one goal: **take the enemies' Bases**. Whose Base falls is out, "
        "and the last seat with a Base wins.\n"
        "- **Red** (China) in the south, **Blue** (Russia) in the west, **Silver** (North Korea) "
        "in the north, **Olive** (America) in the east. *Ruling*: two play Red and Silver, three "
        "Red, Blue and Silver; seats are drawn by lot.\n"
        "- The board is a cross of **points and lines** (*Ruling*, the publisher's picture is "
        "lost): a centre of five by five points, `d4` to `h8`, and four arms of fifteen. Lines "
        "join neighbours; in the centre, where column and row are both even or both odd (`d4`, "
        "`e5`, …), they also run diagonally.\n"
        "- Each seat places its ten units **in secret** on its own arm. All are revealed "
        "together. *Ruling*: who places nothing in time gets the stock formation.\n"
        "- Then everyone rolls a die; the highest begins (a tie rolls again), and turns go "
        "clockwise.\n"
        "- After that the arms are ordinary ground.",
    ),
    Page(
        "Units",
        "Ten a seat, strongest first:\n"
        "**N** Nuclear Bomb · **A** Air Craft · **T** Tank · **C** Captain · **P** Spy · **S** "
        "Soldier (four) · **B** Base\n"
        "A unit that reaches an enemy **meets** it. The higher one wins, whoever moved: an attack"
        " with a lower unit is lost (and legal). The loser leaves the board.\n"
        "- **Same kind**: the one that moves wins.\n"
        "- **Spy and Nuclear Bomb**: the Spy wins, whoever moves (*Ruling*: also if the bomb "
        "moves).\n"
        "- **Captain and Spy** are equal (*Ruling*): the one that moves wins.\n"
        "- **Nuclear Bomb against Nuclear Bomb** is no legal move (*Ruling*): only a Spy takes "
        "one.\n"
        "- A **Base** falls to whatever reaches it, and never moves.\n\n"
        "**Fog** (an option): enemy kinds stay hidden until they meet. The winner of a meeting is"
        " shown, and the loser as it leaves. Two Nuclear Bombs that meet are shown, and the "
        "attacker goes back.",
    ),
    Page(
        "Moving",
        "One unit a turn, one distance: along a line to the next point, empty or enemy. You must "
        "move; *Ruling*: a seat without a legal move passes.\n"
        "- **Soldiers**: one Soldier one or two distances (it may turn, *Ruling*: not back to "
        "where it started), **or** two different Soldiers one distance each, one after the other."
        " The second moves whatever became of the first, and may enter the point that it left.\n"
        "- **Air Craft**: one or two distances straight on (*Ruling*), never in the direction of "
        "its own move on your turn before.\n"
        "- The first of two distances must end on an empty point. A unit that takes another stops"
        " there.",
    ),
    Page(
        "The end",
        "Whose Base is taken, or who concedes, is out; *Ruling*: its other units leave the board."
        " Places go in the reverse order of going out; with two Bases in one turn, in the order "
        "of the moves.\n"
        "*Rulings*: a draw if only Bases are left; if all living seats agree (an offer lapses "
        "when another seat moves); or after 50 rounds (an option) in which no unit left the "
        "board. In a draw the living share the first place.",
    ),
    Page(
        "Writing orders",
        "Choose a unit and a point in the menus below the picture and press **Send**. Or type:\n"
        "- `setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1`, or `setup stock`, `setup bunker "
        "mirrored` and other stock formations: bunker, wings, spearhead, ambush, wall.\n"
        "- `d3-d4` one distance, `d3-d4-e4` a Soldier's two, `e3-e5` an Air Craft's two.\n"
        "- `d3-d4 h3-h4` two Soldiers, in this order.\n"
        "- `pass` when there is no legal move; `draw` offers or accepts a draw, `concede` gives "
        "up.\n\n"
        "`x` does for `-`; capitals and spaces never matter. You may replace an order until you "
        "send it. `/board zoom:d4` shows a part of the board in large.",
    ),
)
