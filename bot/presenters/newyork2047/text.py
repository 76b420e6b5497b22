"""New York 2047: orders, reports, menus."""

from __future__ import annotations

from adjudicator.text import Text

# -- The lobby, and the line that says what the game waits for

TO_WIN = "Win: more than 10★ after a fall"
LAST_YEAR = Text("Last year {year}: then most stars win, then most units", year=2060)
SEASON = Text("{season} {year}: everyone writes orders", season="Spring", year=2047)
ALL_WRITE = "everyone else writes orders"
ADJUSTMENT = Text(
    "Adjustment after {season} {year}: {choosing}",
    season="spring",
    year=2047,
    choosing="Papst moves its home base; Greene disbands 2 units",
)
MOVES_HOME = Text("{seat} moves its home base", seat="Papst")
DISBANDS = Text("{seat} disbands {n} {n:unit|units}", seat="Greene", n=2)
MOVES_AND_DISBANDS = Text("{seat} moves its home base and disbands {n} {n:unit|units}", seat="Papst", n=1)
WITH_OFFERS = Text("{waits} · {offers}", waits=SEASON.sample, offers="Papst offers a draw")

# -- The desk: what to do, and the sheet of orders

TASK = "Move, hold or support. Units without orders hold."
TASK_TURRETON = "Hold or support. Turretons without orders hold."
CHOOSE_HOME = Text(
    "Choose where your home base moves: {spaces}. If you don't: {default}.",
    spaces="Flushing or Mott Haven",
    default="Flushing",
)
CHOOSE_DISBANDS = Text(
    "You have {n} {n:unit|units} too many. Choose which to disband. If you don't: {default}.",
    n=2,
    default="5 and 4",
)
SHEET_NONE = Text("No order yet: {units}", units="`3` Cloisters, `4` Kennedy")
SHEET_UNIT = Text("`{unit}` {space}", unit="3", space="Cloisters")
SHEET_HOLD = Text("`{unit}` {space} holds", unit="3", space="Cloisters")
SHEET_MOVE = Text("`{unit}` {space} → **{target}**", unit="1", space="Cloisters", target="Harlem ★")
SHEET_SUPPORT = Text(
    "`{unit}` {space} supports {other} → {target}", unit="2", space="Cloisters", other="1", target="Harlem ★"
)
SHEET_SUPPORT_HOLD = Text(
    "`{unit}` {space} supports {other} holding {target}",
    unit="2",
    space="Astoria",
    other="Tower 1",
    target="Flushing ★",
)
SHEET_CHOICE = Text("{meaning}.", meaning="Your home base moves to Kennedy")

# -- An order in words, where no desk stands beside it

UNIT = Text("unit {unit}", unit="1")
MOVES = Text("{piece} moves to {space}", piece="unit 1", space="Harlem")
HOLDS = Text("{piece} holds", piece="unit 2")
SUPPORTS = Text("{piece} supports {other} to {space}", piece="unit 2", other="unit 1", space="Harlem")
SUPPORTS_HOLD = Text(
    "{piece} supports {other} holding {space}", piece="Moe", other="Papst 3", space="Chelsea"
)
HOME_MOVES = Text("your home base moves to {space}", space="Chelsea")
HOME_MOVES_AHEAD = Text("your home base moves to {space}, if it is lost", space="Chelsea")
DISBANDED = Text("unit {unit} is disbanded", unit="4")
DISBANDED_AHEAD = Text("unit {unit} is disbanded, if you have too many", unit="4")

# -- The desk's menus

PICK_UNIT = "Choose a unit"
PICK_ORDER = Text("Order for {piece}", piece="unit 1")
PICK_SUPPORTED = Text("Support whom in {space}?", space="Harlem")
PICK_HOME = "New home base"
PICK_DISBANDS = Text("Disband {n} {n:unit|units}", n=2)
CHOICE_UNIT = Text("{unit} · {space}", unit="1", space="Cloisters")
CHOICE_NO_ORDER = "no order (holds)"
CHOICE_HOLDS = "holds"
CHOICE_MOVES = Text("→ {space}", space="Harlem ★")
CHOICE_SUPPORTS = Text("supports {other} → {space}", other="1", space="Harlem ★")
CHOICE_SUPPORTS_HOLD = Text("supports {other} holding {space}", other="Papst 3", space="Flushing ★")
CHOICE_HOLD = "Hold"
CHOICE_MOVE = Text("Move to {space}", space="Harlem ★")
CHOICE_SUPPORT_OWN = Text("Support {other} → {space}", other="2", space="Harlem ★")
CHOICE_SUPPORT_OWN_HOLD = Text("Support {other} holding {space}", other="2", space="Harlem ★")
CHOICE_SUPPORT_IN = Text("Support in {space}…", space="Harlem ★")
POSSIBLE_SUPPORTS = Text("{n} possible {n:support|supports}", n=2)
MORE_SUPPORTS = Text("{n} more {n:support|supports}", n=2)
CHOICE_YOURS = Text("Your {other} → {space}", other="2", space="Harlem")
CHOICE_YOURS_HOLDING = Text("Your {other} holding {space}", other="2", space="Harlem")
CHOICE_THEIRS = Text("{other} → {space}", other="Papst 2", space="Harlem")
CHOICE_THEIRS_HOLDING = Text("{other} holding {space}", other="Papst 2", space="Harlem")
SUPPORT_FROM = Text("from {space}", space="Cloisters")
SUPPORT_FROM_ON_SHEET = Text("from {space}, as on your sheet", space="Cloisters")
SUPPORT_ON_SHEET = "as on your sheet"
CONTROLLED_BY = Text("controlled by {seat}", seat="Tower")
TURRETON_OF = Text("{turreton} of {seat}", turreton="Moe", seat="Tower")

# -- A turn's report: what happened to whom

STARTED = Text("Spring {year}: every faction begins with units 1, 2 and 3 in its home base.", year=2047)
WINS = Text("**{seat} wins the game.**", seat="Hamblet")
SHARE_WIN = Text("**{seats} share the win.**", seats="Papst and Dunning")
OUT = Text(
    "**{by} takes {space}, {seat}'s home base. {seat} is out.**", by="Papst", space="Jamaica", seat="Greene"
)
OUT_HEIR = Text(
    "**{by} takes {space}, {seat}'s home base. {seat} is out;** {by} inherits {lands}.",
    by="Papst",
    space="Jamaica",
    seat="Greene",
    lands="Kennedy ★ and Bayside",
)
HOME_LOST = Text("**{by} takes {space}, {seat}'s home base.**", by="Tower", space="Astoria", seat="Papst")
CONCEDES = Text("{name} concedes: its units hold from now on.", name="**Greene** (Gus)")

ODDS = Text("{more}–{less}", more=2, less=1)
ODDS_SUPPORTED = Text("{more}–{less}, supported by {helpers}", more=2, less=1, helpers="Papst 2")
TAKES_FROM = Text(
    "{units} {n:takes|take} {space} from {holders} ({odds}).",
    units="Papst 3",
    n=1,
    space="Flushing ★",
    holders="Greene 2",
    odds="2–1, supported by Papst 2",
)
TAKES_AHEAD = Text(
    "{units} {n:takes|take} {space} ahead of {others} ({odds}).",
    units="Papst 3",
    n=1,
    space="Soho",
    others="Tower 1",
    odds="2–1, supported by Papst 2",
)
WINS_LOST = Text(
    "{units} {n:beats|beat} {holders} in {space}, but {n:is|are} lost too ({odds}).",
    units="Papst 3",
    n=1,
    holders="Greene 2",
    space="Soho",
    odds="2–1, supported by Papst 2",
)
HOLDS_SPACE = Text(
    "{holders} {n:holds|hold} {space} against {attackers}, which {m:is|are} lost ({odds}).",
    holders="Greene 2",
    n=1,
    space="Flushing ★",
    attackers="Papst 3",
    m=1,
    odds="2–1, supported by Greene 4",
)
STANDOFF = Text("Standoff in {space}: {units}.", space="Soho", units="Tower 1, Papst 3")
STANDOFF_AGAINST = Text(
    "Standoff in {space}: {units} against {holders}.", space="Flushing ★", units="Papst 3", holders="Greene 2"
)
STANDOFF_LANDING = Text(
    "Standoff in {space}: {units}. {seat} can't land while others move there.",
    space="Soho",
    units="Hamblet 1, Greene 2",
    seat="Hamblet",
)
STANDOFF_EQUAL = Text(
    "Standoff in {space}: an equal attack from there stops {units}.", space="Soho", units="Hamblet 1"
)
BEATEN_FIRST = Text(
    "{units} would take {space}, but {n:is|are} lost first.", units="Hamblet 1", n=1, space="Soho"
)
STANDOFFS = Text("Standoffs: {battles}.", battles="Soho (Tower 1, Papst 3), Moe (Hamblet 1, Tower 2)")
IN_BRIEF = Text("{space} ({units})", space="Soho", units="Tower 1, Papst 3")
MORE_BATTLES = Text("… and {n} more {n:battle|battles}: press **Details**.", n=3)

TAKES = Text("{seat} takes {spaces}.", seat="Hamblet", spaces="Moe and Hoboken ★ (from Tower)")
TAKEN = Text("Taken: {spaces}.", spaces="Harlem ★ by Tower, Moe by Hamblet")
FROM = Text("{space} (from {seat})", space="Midtown ★", seat="Tower")
BY = Text("{space} by {seat}", space="Harlem ★", seat="Tower")
TURRETON_IN = Text("{turreton} ({space})", turreton="Moe", space="Lower Hudson River")
DORMANT_AGAIN = Text("{turreton} is dormant again.", turreton="Moe")
LOST = Text("Lost: {units}.", units="Greene 2, Tower 1 & 4")
MOVES_ITS_HOME = Text("{seat} moves its home base to {space}.", seat="Papst", space="Flushing")
DISBANDED_UNITS = Text("Disbanded: {units}.", units="Greene 4 & 5")
BUILDS = Text(
    "{seat} builds {n:unit|units} {units} in {space}.", seat="Tower", n=2, units="4 and 5", space="Cloisters"
)
REBUILDS = Text(
    "{seat} rebuilds {n:unit|units} {units} in {space}.", seat="Greene", n=1, units="2", space="Jamaica"
)
REBUILDS_AND_BUILDS = Text(
    "{seat} rebuilds {n:unit|units} {units} and builds {new} in {space}.",
    seat="Greene",
    n=1,
    units="2",
    new="4",
    space="Jamaica",
)
NEW_UNITS = Text("New units: {units}.", units="Tower 4 & 5 in Cloisters; Greene 2 in Jamaica")
NEW_IN = Text("{units} in {space}", units="Greene 2", space="Jamaica")
OTHER_MOVES = Text("Other moves: {moves}.", moves="Tower 2 → Harlem River, Papst 1 → Hell Gate")
OTHER_MOVES_MORE = Text(
    "Other moves: {moves} and {n} more.", moves="Tower 2 → Harlem River, Papst 1 → Hell Gate", n=4
)
MOVE = Text("{unit} → {space}", unit="Tower 2", space="Harlem River")

# -- The news on your own desk: what happened to your units

YOU_LEAD = Text(
    "You lead **{faction}** from {home}, your home base. Hold more than 10★ after a fall to win.",
    faction="The Tower Syndicate",
    home="Cloisters",
)
IN_SEASON = Text("**{season} {year}:** {news}", season="Spring", year=2047, news="You took Kennedy ★.")
YOUR_HOME_LOST = Text("{by} took {space}, your home base.", by="Tower", space="Astoria")
YOUR_HOME_MOVED = Text("Your home base is now {space}.", space="Flushing")
YOU_ARE_OUT = Text("{by} took {space}, your home base. You are out of the game.", by="Tower", space="Astoria")
YOU_LOST = Text("You lost {units}.", units="unit 2 in Flushing (to Papst)")
LOST_UNIT = Text("unit {unit} in {space} (to {by})", unit="2", space="Flushing", by="Papst")
LOST_UNIT_AND_LAND = Text("unit {unit} and {space} (to {by})", unit="2", space="Flushing ★", by="Papst")
LOST_ATTACKING = Text("unit {unit} attacking {space}", unit="4", space="Soho")
LOST_WITH_HOME = Text("{n:unit|units} {units}", n=2, units="1 and 3")
YOU_DISBANDED = Text("You disbanded {n:unit|units} {units}.", n=2, units="4 and 5")
YOU_BUILT = Text("New: {n:unit|units} {units} in {space}.", n=1, units="4", space="Jamaica")
YOU_TOOK = Text("You took {spaces}.", spaces="Kennedy ★ and Midtown ★ (from Tower)")
YOU_INHERITED = Text("You inherited {spaces}.", spaces="Canarsie")
YOU_HELD = Text("You held {spaces}.", spaces="Flushing ★")
YOU_LOST_LAND = Text("You lost {spaces}.", spaces="Midtown ★ (to Tower)")
LOST_TO = Text("{space} (to {seat})", space="Midtown ★", seat="Tower")
DID_NOT_MOVE = Text("Did not move: {units}.", units="1 (standoff in Soho), 3 (only one enters Harlem)")
FAILED_SUPPORTS = Text("Failed supports: {supports}.", supports="2 for 1 to Soho (cut by Papst 3)")
SUPPORT_OF = Text("{unit} for {what}", unit="2", what="Hamblet 1 to Soho")
YOUR_COUNT = Text("{stars}★ · {units} of {limit} {limit:unit|units}", stars=4, units=4, limit=6)
YOUR_COUNT_GROWS = Text(
    "{stars}★ · {units} of {limit} {limit:unit|units} · {n} more after this season",
    stars=4,
    units=4,
    limit=6,
    n=2,
)

# -- Why something failed, in brackets

NOTED = Text("{what} ({why})", what="1 → Soho", why="standoff")
WHY_STANDOFF = Text("standoff in {space}", space="Soho")
WHY_WEAKER = Text("others were stronger in {space}", space="Soho")
WHY_OWN_UNIT = Text("an own unit stays in {space}", space="Soho")
WHY_TERRAIN = Text("{space} is held: no attack between land and water", space="Soho")
WHY_LANDING = Text("no landing in {space} while others move there", space="Soho")
WHY_ONE_ENTERS = Text("only one enters {space}", space="Soho")
WHY_VOID = Text("the win in {space} was undone", space="Soho")
CUT_BY = Text("cut by {units}", units="Papst 3")
NOT_MATCHED = "it did something else"
FAILED_ATTACK = "lost"
BRIEFLY = {
    "standoff": "standoff",
    "weaker": "too weak",
    "own_unit": "own unit there",
    "terrain": "held",
    "landing": "no landing",
    "one_enters": "no room",
    "void": "undone",
    "unmatched": "no effect",
}
SUPPORTED_MOVE = Text("{unit} to {space}", unit="Hamblet 2", space="Soho")
SUPPORTED_HOLD = Text("{unit} holding {space}", unit="Hamblet 2", space="Soho")

# -- Details of a turn, behind a button

DETAILS_ORDERS = "Orders"
DETAILS_BATTLES = "Battles"
DETAILS_STARS = "Stars"
NO_BATTLES = "No battles this turn."
NO_ORDERS = "No orders this turn."
ORDERS_OF = Text("**{seat}**: {orders}", seat="Tower", orders="1 → Harlem · 2 supports 1 → Harlem · 3 holds")
ORDER_HOLDS = Text("{unit} holds", unit="3")
ORDER_SUPPORTS = Text("{unit} supports {other} → {space}", unit="2", other="1", space="Harlem")
ORDER_SUPPORTS_HOLD = Text(
    "{unit} supports {other} holding {space}", unit="2", other="Papst 3", space="Flushing"
)
ORDER_RELOCATES = Text("home base to {space}", space="Flushing")
ORDER_DISBANDS = Text("disbands {unit}", unit="4")

TABLE_HEAD = "           Stars +/- Units Max"
TABLE_OUT = "out"

# -- /board: how each faction stands

STANDS = Text(
    "{stars}★ · {units} of {limit} {limit:unit|units} · home {home}",
    stars=1,
    units=3,
    limit=3,
    home="Astoria",
)
STANDS_CONCEDED = Text(
    "{stars}★ · {units} of {limit} {limit:unit|units} · home {home} · conceded",
    stars=1,
    units=3,
    limit=3,
    home="Astoria",
)
SCORE = Text("{seat} {stars}★", seat="Greene", stars=3)
STANDS_OUT = "out of the game"

# -- /why: what happened to a unit or in a space

MOVED = Text("**{unit}** moved from {origin} to {target}.", unit="Tower 2", origin="Soho", target="Chelsea ★")
MOVED_IN = Text(
    "**{unit}** moved from {origin} to {target}, where its own faction stood: that always works.",
    unit="Tower 2",
    origin="Soho",
    target="Upper Bay",
)
STAYED = Text("**{unit}** stayed in {space}: {why}.", unit="Tower 2", space="Soho", why="standoff in Chelsea")
LOST_IN_ATTACK = Text(
    "**{unit}** is lost: it attacked {target} from {space}, and {by} held.",
    unit="Tower 2",
    target="Chelsea",
    space="Soho",
    by="Papst",
)
LOST_THERE = Text(
    "**{unit}** is lost in {space}: {by} attacked with more power.", unit="Tower 2", space="Soho", by="Papst"
)
LOST_THEN = Text("Then it is lost in {space}: {by} attacked with more power.", space="Soho", by="Papst")
IS_NEW = Text("**{unit}** is new.", unit="Tower 4")
DID_NOTHING = Text("**{unit}** did not move.", unit="Tower 2")
HELD = Text("**{unit}** did not move: it held {space}.", unit="Tower 2", space="Soho")
UNDISTURBED = Text(
    "**{unit}** did not move: it is in {space}, and nobody attacked it.", unit="Tower 2", space="Soho"
)
IT_SUPPORTED = Text("It supported {what}.", what="Hamblet 2 to Soho")
IT_SUPPORTED_IDLY = Text("It supported {what}. There was no battle.", what="Hamblet 2 to Soho")
ITS_SUPPORT_CUT = Text(
    "Its support of {what} was cut: {units} attacked {space}.",
    what="Hamblet 2 to Soho",
    units="Papst 3",
    space="Chelsea",
)
ITS_SUPPORT_FAILED = Text(
    "Its support of {what} failed: {other} did something else.", what="Hamblet 2 to Soho", other="Hamblet 2"
)
IT_VANISHED = Text("It vanished: {by} took {seat}'s home base, and {seat} is out.", by="Papst", seat="Greene")
IT_WAS_DISBANDED = Text(
    "It was disbanded in {space}: {seat} had too many units.", seat="Greene", space="Jamaica"
)
IT_WAS_DISBANDED_BY_DEFAULT = Text(
    "It was disbanded in {space}: {seat} had too many units and chose none, so the highest number goes.",
    seat="Greene",
    space="Jamaica",
)
NEW_UNIT = Text("A new unit {unit} appeared in {space}, the home base.", unit="2", space="Jamaica")
LOYAL = Text(
    "**{turreton}** in {space} belongs to {seat}.", turreton="Moe", space="Lower Hudson River", seat="Tower"
)
DORMANT = Text("**{turreton}** in {space} is dormant.", turreton="Moe", space="Lower Hudson River")
TURNED = "It changed sides this turn; before that it was dormant."
TURNED_FROM = Text("It changed sides this turn; before that it was {seat}'s.", seat="Tower")
FELL_ASLEEP = Text("It fell dormant this turn; before that it was {seat}'s.", seat="Tower")
NO_BATTLE = Text("**{space}**: no battle.", space="Red Hook")
BATTLE = Text("**{outcome}**", outcome=STANDOFF.sample)
RING = "Nobody could leave first, so everyone fought where they stood."
ATTACKS = Text(
    "- {seat} attacks with **{power}**: {points}", seat="Tower", power=1, points="+1 unit 2 from Soho"
)
COMPETES = Text(
    "- {seat} moves in with **{power}**: {points}", seat="Tower", power=1, points="+1 unit 2 from Soho"
)
DEFENDS = Text(
    "- {seat} defends with **{power}**: {points}", seat="Papst", power=2, points="+1 unit 1, +1 home base"
)
POINT = Text("+{n} {what}", n=1, what="home base")
POINT_UNIT = Text("unit {unit}", unit="1")
POINT_UNIT_FROM = Text("unit {unit} from {space}", unit="1", space="Soho")
POINT_HOME = "home base"
POINT_SUPPORT = Text("support of {unit}", unit="Hamblet 2")
FAILED_SUPPORTS_THERE = Text(
    "- Failed supports: {supports}", supports="Papst 2 for Papst 3 to Soho (cut by Tower 1)"
)
MOVED_THERE = Text("{unit} moved there from {space}.", unit="Tower 2", space="Soho")
STAYED_OUT = Text(
    "{unit} stayed in {space} ({why}).", unit="Tower 2", space="Soho", why="only one enters Chelsea"
)
STAND_THERE = Text("{units} {n:is|are} there now.", units="Hamblet 1", n=1)
CONTROLS = Text("Nobody is there; {seat} controls it.", seat="Papst")
GONE = "gone"
CHOICE_LOST = Text("{unit} · lost in {space}", unit="2", space="Flushing")
BATTLE_THERE = Text("{space} · the battle there", space="Soho")
NO_UNITS = Text("{seat} has no units.", seat="Greene")
NO_UNIT = Text("{seat} has no unit {unit}. It has {units}.", seat="Greene", unit="9", units="1, 2 and 3")
WHICH_UNIT = Text("{seat} has units {units}. Add the number.", seat="Greene", units="1, 2 and 3")
WHICH_FACTION = "Name the faction too: `hamblet 3`."
NO_FACTION = Text(
    "“{word}” is not a faction. They are {factions}.", word="wilbur", factions="tower, papst and greene"
)
NO_FACTION_NEAR = Text("“{word}” is not a faction. Did you mean {meant}?", word="hamblat", meant="hamblet")
NOT_IN_GAME = "You have no faction in this game."

# -- The end

WON_STARS = "more than 10★ after a fall"
WON_LAST_LEFT = "no other faction is left"
WON_LAST_YEAR = "most stars after the last year, then most units"
SHARED = Text(
    "**{winners} share the win:** {why}.",
    winners="Tower and Papst",
    why="most stars after the last year, then most units",
)
DRAW = Text("**Draw** by agreement of all remaining factions: {seats}.", seats="Tower, Papst and Hamblet")
