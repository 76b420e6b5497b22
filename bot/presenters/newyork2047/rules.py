"""The rules of New York 2047 in short, for `/rules`; "Ruling" marks what is not the publisher's."""

from __future__ import annotations

from bot.presenters.base import Page

PAGES = (
    Page(
        "The game",
        "Seven factions fight for New York. Control **more than 10 star spaces** (★) after a fall and "
        "you win; so does the last faction left. Each year has a turn in spring and one in fall. All "
        "orders are secret until the turn resolves, so talk to the others: supports by foreign units "
        "count as much as your own.\n"
        "- **The Tower Syndicate** (Tower): Cloisters\n"
        "- **Die Schwarzen Papst** (Papst): Astoria\n"
        "- **Rossoni's Rebels** (Rossoni): Arthur Avenue\n"
        "- **The Christofori Coalition** (Christofori): Fresh Kills\n"
        "- **The Dunning Institute** (Dunning): Coney Island\n"
        "- **The Greene Berets** (Greene): Jamaica\n"
        "- **The People's Hamblet** (Hamblet): Jersey City\n\n"
        "Each begins with units 1, 2 and 3 in its **home base**. A land space holds one unit; a "
        "faction's own home base and any water space hold any number of one faction's. Land stays "
        "yours when you move on, until another faction moves in. Water is yours only while you are "
        "there.\n"
        "**Turretons**: Moe (Lower Hudson River), Larry (Lower Bay) and Curly (Long Island Sound) "
        "never move and are worth a star. Whoever occupies the space owns the Turreton.\n"
        "*Ruling*: after the fall of the last year (an option) the factions rank by stars, then units. "
        "If two have more than 10 stars, the one with more wins; equal: play on.",
    ),
    Page(
        "Orders",
        "Each unit gets one order; without one it holds.\n"
        "- **Move** to a neighbouring space. Only land to land or water to water can attack. From water "
        "you land only where nobody stands and no other faction wants to go; from land you enter water "
        "only where no other faction stands.\n"
        "- **Hold**.\n"
        "- **Support** one unit, yours or foreign, in moving to a space or in holding (a unit that "
        "supports holds too). The space fought for must touch the supporter's; units on land support "
        "into land only, units on water into both. Each valid support is worth 1.\n"
        "- A loyal Turreton supports units of its own faction, or holds. It cannot be supported.\n\n"
        "A support counts only if the unit really has that order. It is **nullified** if the "
        "supporter's space is attacked. *Ruling*: attacked means that another faction's unit moves "
        "there over matching terrain (land to land, water to water), even if that attack comes to "
        "nothing.\n\n"
        "**Own units**: a move into water or into your own home base where your units (or your "
        "Turreton) stand at the start always works, before any attack, and the unit defends there. "
        "Into land only one unit enters, the lowest number. A move onto land where your own unit stays "
        "does not happen.",
    ),
    Page(
        "Battles",
        "All moves happen at once.\n"
        "**Somebody is there** (or a loyal Turreton): attack power = the faction's movers + their "
        "supports. Only the single strongest attacks; a tie for strongest is a standoff. Defense power "
        "= units there, + 1 for the home base if a unit is there, + 2 for a Turreton, + supports of "
        "those that hold.\n"
        "- attack greater: all units there are lost, the attackers enter\n"
        "- equal: standoff, nobody is lost\n"
        "- attack smaller: **all the attackers are lost**\n\n"
        "**Nobody is there**: every faction that moves in competes; the single strongest enters, a tie "
        "is a standoff, nobody is lost. If the strongest has only units from water and others want the "
        "land too, nobody enters.\n\n"
        "**Who leaves first**: a space is judged once it is known who leaves it. If spaces wait for "
        "each other in a ring, all move on together where that works. Otherwise, and when two swap "
        "places, everyone fights where he stands: losing attackers are lost, then the strongest wins "
        "come first; a win is void if its attackers have been killed before, or if an equal win is "
        "aimed at their own space.\n\n"
        "`/why unit:3` tells what became of a unit, with every point on both sides.",
    ),
    Page(
        "After the moves",
        "1. **Home bases.** If another faction controls your home base, you move it to a land star "
        "space of yours (your choice). If you have none you are eliminated: your units vanish, your "
        "lands go to the capturer, your Turretons are dormant again.\n"
        "2. **Limit** = your star spaces + 2 units. What is above it must be disbanded (your choice; "
        "by default the highest numbers).\n"
        "3. **New units**: as many as you were below your limit at the end of the *turn before*, and "
        "still are. They appear in your home base with the lowest free numbers. So a unit earned or "
        "lost in a turn comes at the end of the following one.\n"
        "4. **Victory** is checked after fall.\n\n"
        "The choices of 1 and 2 are a short phase of their own, the *adjustment*, for those who owe "
        "one; `relocate chelsea` and `disband 4` may be given ahead. By default the home base goes to "
        "the star space with most of your units. *Ruling*: new units and the victory check come after "
        "it.\n\n"
        "**Leaving**: a faction that concedes stays on the map; its units hold, and it gets no new "
        "ones. A draw needs all factions that still play. Eliminated and conceded factions rank below "
        "the others, by the turn of their end.",
    ),
    Page(
        "Writing orders",
        "- `1 move soho`, `1 soho` or `1 - soho`\n"
        "- `2 hold`\n"
        "- `3 support 1 to soho`, short `3 s 1 soho`\n"
        "- `4 support hamblet 2 hold`, short `4 s ham 2 h`\n"
        "- `moe support 1 to soho`\n"
        "- `relocate chelsea`, `disband 4`\n"
        "- `draw` offers or accepts a draw, `concede` gives up\n\n"
        "Several orders in one message: each on a line of its own, or with `;` between them. Spaces "
        "may be shortened as long as it is clear which is meant: `upper b`, `ues`. Capitals never "
        "matter.\n"
        "A new order replaces the one that the unit had; the others stay. Press **Ready** when you are "
        "done: the turn resolves once everyone is ready, or at the deadline. You may change your "
        "orders until then. Nobody else sees them before.\n"
        "When the turn locks, the channel gets a checksum of every faction's orders; the results come "
        "with the orders themselves, so anyone can check that nothing was changed (`/verify`).",
    ),
)
