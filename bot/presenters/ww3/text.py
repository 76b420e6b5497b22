"""WW3: Military Chess: reports, the order desk, options.

Of a unit whose kind is hidden nothing is said but "unit".
"""

from adjudicator.text import Text

NATIONS = {"red": "China", "blue": "Russia", "silver": "North Korea", "olive": "America"}
ARROW = " → "
WHOSE = Text("{team}'s {unit}", team="Blue", unit="Tank")
YOURS = Text("your {unit}", unit="Tank")
UNIT_AT = Text("{unit} {point}", unit="Tank", point="e3")

# -- lobby

OPTION_SEAT = Text("{team} ({nation})", team="Red", nation="China")
OPTION_GOAL = "you lose with your Base; the last one who has a Base wins"
OPTION_FOG = "fog: you see where enemies stand, but not what they are until they meet"
OPTION_QUIET = Text("a draw after {n} rounds without a loss", n=50)

# -- the set-up

SETUP_TASK = (
    "Secretly place your ten units: choose a formation, move units if you like, then **Send**.\n"
    "New here? **Sensible default**, then **Send**."
)
SETUP_TASK_FOG = (
    "Secretly place your ten units: choose a formation, swap some units, then **Send**. "
    "Others will see where they stand, not what they are."
)
DEFAULT = "Sensible default"
CHOOSE_FORMATION = "Choose a formation"
OTHER_FORMATION = "Choose another formation"
MIRRORED = Text("{name}, mirrored", name="Bunker")
OWN_FORMATION = "Your own formation"
MOVE_UNIT = "Move a unit, if you like"
MOVE_TO = Text("Move the {unit} on {point} to…", unit="Tank", point="f3")
ANOTHER_UNIT = "◀ Another unit"
FREE = "free"
SWAP = Text("{point}: swap with the {unit}", point="d3", unit="Soldier")
FORMATION = Text("**{title}:** {units}", title="Bunker", units="Nuclear Bomb f3, Air Craft e3")
UNITS_AT = Text("{unit}{n:|s} {points}", unit="Soldier", n=2, points="d3 and e2")

# -- a turn: the desk

YOUR_MOVE = "**Your move.** Choose a unit, then where it goes."
MUST_PASS = "**You can't move**, so you pass."
PASS = "Pass"
BARRED = Text("Your Air Craft flew {way} last turn, so it can't fly {way} now.", way="north")
DRAW_OFFERED = Text("{offer}: agree with `draw`. A move declines.", offer="Blue offers a draw")
CHOOSE_UNIT = "Choose a unit"
WINS = Text("{n} {n:win|wins}", n=1)
LOSSES = Text("{n} {n:loss|losses}", n=1)
ATTACKS = Text("{n} {n:attack|attacks}", n=1)
UNIT_HITS = Text("{unit} {point} · {hits}", unit="Soldier", point="d3", hits="1 win, 1 loss")
MEETS = Text("{other} on {point}", other="Blue's Tank", point="c4")
REACHES = Text("to {points}", points="d4 e4 f4")
TARGET_TAKES = Text("{point} · takes {other}", point="c4", other="Blue's Spy")
TARGET_FALLS = Text("{point} · falls to {other}", point="c4", other="Blue's Tank")
TARGET_ATTACKS = Text("{point} · attacks {other}", point="c4", other="Blue's unit")
TARGET_BOUNCES = Text("{point} · bounces off {other}", point="c4", other="Blue's Nuclear Bomb")
TWO_STEPS = "two steps"
TWO_STEPS_BY = Text("two steps, by {point}", point="d4")
SECOND = "Move a second Soldier too, if you like"
NO_SECOND = "A second Soldier: none yet"

# -- orders in words

MOVE = Text("{unit} {way}", unit="Soldier", way="d3 → d4")
MOVE_TAKES = Text("{unit} {way}, takes {other}", unit="Soldier", way="d3 → d4", other="Blue's Spy")
MOVE_FALLS = Text("{unit} {way}, falls to {other}", unit="Soldier", way="d3 → d4", other="Blue's Tank")
MOVE_ATTACKS = Text("{unit} {way}, attacks {other}", unit="Soldier", way="d3 → d4", other="Blue's unit")
MOVE_BOUNCES = Text(
    "{unit} {way}, bounces off {other}", unit="Nuclear Bomb", way="d3 → d4", other="Blue's Nuclear Bomb"
)
NOTHING = "nothing on"
PASSES = "pass: no legal move"

# -- what happened

YOU = "**You**"
ALL_PLACED = "All units are on the board."
ALL_PLACED_FOG = "All units are on the board, their kinds hidden."
DIE = Text("{team} **{value}**", team="Red", value=5)
BEGINS = Text(
    "🎲 Dice: {dice}. {seat} rolled the highest and begins.",
    dice="Red **5** · Blue **3**",
    seat="**Red** (Ada)",
)
TIED = "; the highest tied and rolled again: "
YOU_BEGIN = Text("🎲 Dice: {dice}. **You begin.**", dice="Red **5** · Blue **3**")
MOVED = Text("{seat}: {unit} {way}.", seat="**Red** (Ada)", unit="Soldier", way="d3 → d4")
TAKES = Text(
    "{seat}: {unit} **takes** {other} on {point}.",
    seat="**Red** (Ada)",
    unit="Soldier",
    other="Blue's Spy",
    point="c4",
)
FALLS = Text(
    "{seat}: {unit} **falls** to {other} on {point}.",
    seat="**Red** (Ada)",
    unit="Soldier",
    other="Blue's Tank",
    point="c4",
)
BOUNCED = Text(
    "{seat}: {unit} meets {other} on {point}. Both stay.",
    seat="**Red** (Ada)",
    unit="Nuclear Bomb",
    other="Blue's Nuclear Bomb",
    point="c4",
)
STAYS = Text("The second Soldier stays on {point}.", point="f4")
IS_OUT = Text("**{team} is out.**", team="Blue")
IS_OUT_LEAVING = Text(
    "**{team} is out**: its {n:last unit leaves|{n} units leave} the board.", team="Blue", n=6
)
YOU_ARE_OUT = "**You are out.**"
YOU_ARE_OUT_LEAVING = Text("**You are out**: your {n:last unit leaves|{n} units leave} the board.", n=6)
CONCEDES = Text("{seat} concedes.", seat="**Blue** (Ben)")
CONCEDES_LEAVING = Text(
    "{seat} concedes: {n:one unit leaves|{n} units leave} the board.", seat="**Blue** (Ben)", n=10
)
PASSED = Text("{seat}: no legal move, so a pass.", seat="**Red** (Ada)")

# -- how they stand

SETUP_PHASE = "Everyone secretly places ten units"
TO_MOVE = Text("{team} to move", team="Red")
OUT = "You are out"
UNITS = Text("{n} {n:unit|units}", n=9)
LOST = Text("lost {kinds}", kinds="Tank, 2 Soldiers")
SOME = Text("{n} {unit}s", n=2, unit="Soldier")
OUT_BASE = "out, Base taken"
OUT_CONCEDED = "out, conceded"
QUIET = Text("-# Quiet rounds: {n} of {limit}. After the last one it's a draw.", n=30, limit=50)
AGREED = "**Draw** by agreement."
AGREED_BETWEEN = Text("**Draw** by agreement between {teams}.", teams="Red and Silver")
DRAWN = Text("**Draw:** {why}.", why="only Bases are left")
DRAWN_BETWEEN = Text("**Draw** between {teams}: {why}.", teams="Red and Silver", why="only Bases are left")
NOT_A_POINT = "That's no point. Points are written like d4"
NO_UNITS = "You have no units in this game"
