"""Analysis: what decided a finished game"""

from adjudicator.text import Text

HEAD = "analysis"
RUNNING = Text("Game `{code}` isn't over. Its analysis comes at the end.", code="k7f3")
BROKEN_OFF = Text("Game `{code}` was broken off, so there's nothing to analyse.", code="k7f3")
TOO_SHORT = Text("Game `{code}` ended in its first turn, so there's nothing to analyse.", code="k7f3")
UNDER_WAY = Text("{done} of {all} {all:step|steps} analysed. Look again in a while.", done=12, all=40)
NEXT = Text("{n} {n:game is|games are} analysed before it.", n=2)
FAILED = Text("I couldn't analyse game `{code}`: that's my fault. Press **Try again**.", code="k7f3")
REFRESH, TRY_AGAIN = "Refresh", "Try again"

CAPTION = Text("{game} · {code}", game="NME", code="k7f3")
TURNING = "**Turning points**"
NO_TURNING = "No order was much worse than a General's."
POINT = Text(
    "**{n}** · turn {turn} · {who}\nOrdered {ordered}. A General would have ordered {better}. {line}\n"
    "Stood at {stood} instead of {could}.",
    n=1,
    turn=19,
    who="**Dark** (Ada)",
    ordered="`d7xd5`",
    better="`d8-c7`",
    line="Brings the Amphibian forward to c7.",
    stood="-234",
    could="+188",
)
NOTHING = "nothing"
OTHERS = Text("{orders} and {n} more", orders="`1 hold`", n=3)
LUCK = "**Luck** (flips and rolls)"
BALANCE = Text(
    "- {who}: {good} for, {bad} against · worth {worth}",
    who="**Dark** (Ada)",
    good=3,
    bad=1,
    worth="+212",
)
VOIDS = "**Void supports**"
VOID = Text(
    "- Turn {turn}: {who}, {unit} in {space}, for {other} {where} ({why})",
    turn=3,
    who="**Greene** (Ben)",
    unit="unit 2",
    space="Flushing",
    other="Greene 4",
    where="into Forest Hills",
    why="attacked",
)
UNIT = Text("unit {n}", n=2)
INTO, HOLDING = Text("into {space}", space="Forest Hills"), Text("in {space}", space="Forest Hills")
ATTACKED, UNMATCHED = "attacked", "that unit had another order"
MORE = Text("- … and {n} more", n=4)
SCALE = "1000 is a sure win, -1000 a sure loss. A General, the strongest computer, sees what the player saw."
