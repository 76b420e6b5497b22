"""The rules of NME in short, for `/rules`; "Ruling" marks what is not the publisher's."""

from __future__ import annotations

from bot.presenters.base import Page

PAGES = (
    Page(
        "The game",
        "Three armies, **Black**, **Gray** and **White**, each with its base on one of the three long "
        "sides of the board. Black moves first, then Gray, then White; the dead are skipped. Seats are "
        "drawn by lot.\n"
        "- **Hexagons** are named by row and number, `A1` to `L5`. **Stars** are the corners where "
        "hexagons meet: `C4n` and `C4s` are the north and south end of the edge to the right of `C4` "
        "(number 0: the left border).\n"
        "- *Forward* is away from your own base side, *sideways* along it.\n"
        "- The seven stars on the border of your side are your **base**: Navy, Air Force, Special Force, "
        "President, Special Force, Air Force, Navy. Eight Infantry stand on the hexagons of the side. The "
        "middle star of each base is a **black star**.\n"
        "- A piece captures by landing on a piece of another army, dead or alive. What you capture "
        "becomes your **prisoner**.\n"
        "- **There is no check.** A President may be taken without warning: its army is out. Its pieces "
        "stay, never move, and are worth nothing; the prisoners that it held are gone for good. *Ruling*: "
        "what you capture of a dead army is removed, not held.\n"
        "- *Ruling*: an army without a legal move passes; when all living armies pass in turn, the game "
        "is a draw.\n\n"
        "*Ruling*: the board as a whole. The pictures of the rules are lost; every sentence of the text "
        "holds on this board.",
    ),
    Page(
        "Pieces",
        "**President** (P): 1 space: from a hexagon to a neighbouring hexagon or a star that it touches; "
        "from a star to a hexagon that it touches. From star to star only by Naval One.\n"
        "**Air Force** (A): from a hexagon any distance over hexagons in a straight line, not through "
        "pieces, or 1 space to a star that it touches. From a star straight on through a touching "
        "hexagon: to that hexagon or, if it is empty, to the star opposite.\n"
        "**Special Force** (S): from a hexagon to a star that it touches, from a star to an adjoining "
        "star; or to a hexagon exactly 3 away (those that a star touches are 1 away). It jumps over "
        "anything.\n"
        "**Navy** (N): always on stars, in straight lines of any length: along an edge, across the next "
        "hexagon, along the next edge, and so on, or first across a touching hexagon; it may stop on any "
        "star of the line, which ends at the border. A piece on a star of the line (which it may capture) "
        "or on a hexagon that it crosses stops it; pieces beside an edge do not. It never enters or "
        "crosses a black star.\n"
        "**Infantry** (I): 1 space, never backwards: from a hexagon to the two hexagons sideways, the two "
        "in front and the three stars in front; from a star to the hexagons and stars in front. It "
        "**captures only sideways**, from hexagon to hexagon.",
    ),
    Page(
        "Special moves",
        "**Naval One.** A President on a star where a piece of another living army could capture it now "
        "may move to an adjoining star, black or not, and captures what stands there. The record marks it "
        "`N1`. *Ruling*: a capture by Naval One is such a threat only where it would be allowed itself; "
        "two Presidents alone do not threaten each other so.\n\n"
        "**Flanking.** When your Infantry is captured on a hexagon, then on your very next turn you may "
        "capture the capturer, if it still stands there, with an Infantry two hexagons sideways of it, "
        "across an empty hexagon (*Ruling*: empty when you capture). Then the right is lost. *Rulings*: "
        "it survives the end of the capturer's army; there is no flanking along stars.\n\n"
        "**Infiltration.** Your Infantry that moves onto a base star of a living army which holds "
        "prisoners of yours may be traded for one of them in that same move: the prisoner appears on that "
        "star, the Infantry becomes a prisoner. *Rulings*: only on entering, never later; a Navy cannot "
        "be put on a black star; the prisoner may be an Infantry.",
    ),
    Page(
        "The end, 2 players",
        "The game ends with one President left, or as a **Compromise**: after the first assassination "
        "both armies left have only their Presidents.\n"
        "**1st** both assassinations · **2nd** last President standing, with one · **3rd** one "
        "assassination, then assassinated · **4th** none, not first out · **5th** first President out. "
        "Compromise: 2nd who has the assassination, 3rd the other.\n"
        "*Rulings*: who concedes loses the President, and nobody has assassinated it; the places are by "
        "the same rules, and the last standing is 1st only with two assassinations; if only two "
        "Presidents are left then, those two draw. All living seats may agree to a draw; your own move "
        "withdraws your vote. In a draw who was out before keeps the 5th place. After 50 (an option) "
        "rounds without a capture, an Infantry move or a trade: a Compromise after an assassination, or "
        "else a draw.\n\n"
        "**Protect the Ally** (`players: 2`): Black and White, moving Black, Gray, White for ever. **Gray "
        "is moved by Black, then by White, in turn**, Black first.\n"
        "- Gray, moved by you, captures the other's President: you are 1st.\n"
        "- Your own army captures the Gray President: you are 2nd.\n"
        "- Your own army captures the other's President: stalemate, a draw.\n"
        "*Rulings*: Gray may not capture the President of the seat that moves it. With `gray_guard` on, "
        "nobody captures the Gray President with the own army on the turn directly after moving Gray "
        "(that binds White). The loser is unplaced, last; conceding gives the other 2nd place; there is "
        "no Compromise. Naval One of Gray belongs to whoever moves Gray. Whether Gray threatens a "
        "President is judged by the seat that moves Gray next; a capture that the guard forbids is no "
        "threat.",
    ),
    Page(
        "Silence and orders",
        "**Silence is part of the rules: talking about the game, with players or onlookers, is "
        "cheating.** There are no letters, and players do not write in the game's channel. The game "
        "master can rule a penalty with `/penalty`: an Infantry of the talker is removed, or the talker "
        "forfeits the game. Votes for a draw and concessions are no talk.\n\n"
        "**Orders.** Choose a piece in the first menu: the picture then shows where it may go: a green "
        "dot for a move, a red ring for a capture, blue for Naval One, violet for a trade. Choose the "
        "target in the menu below it and press **Send**. Or type the two spaces:\n"
        "- `A4s-A4` a move, `B2xC2` a capture. `-`, `x` or nothing: the right sign is filled in.\n"
        "- `A4s-A4n` Naval One, written as any move.\n"
        "- `K6-L5s=S` infiltration: trade for a Special Force (`=A`, `=S`, `=N` or `=I`).\n"
        "- `pass` when there is no legal move.\n"
        "- `draw` votes for a draw, `concede` gives up; both at any time.\n\n"
        "Capitals and spaces never matter. You may replace an order until you send it. `/board zoom:C4` "
        "shows a part of the board in large, `/board mine:True` the surroundings of your pieces.",
    ),
)
