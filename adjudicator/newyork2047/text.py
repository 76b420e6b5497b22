"""New York 2047: what is wrong with an order, and what to think about twice.

Seats are named by their keys here ("hamblet"); the bot writes them as people do.
"""

from __future__ import annotations

from adjudicator.text import Text

# -- Options

LAST_YEAR = "Last year"
LAST_YEAR_DECIDES = "After the fall of this year the factions rank by their stars, then by their units."

# -- Orders that cannot be read

NO_ORDER = "There is no order in it."
TOO_LONG = "That is too long for an order."
NOT_AN_ORDER = "That is not an order."
BEGIN_WITH_UNIT = "Begin with the number of your unit."
NO_SUCH_WORD = Text("I don't know “{word}”. Did you mean {meant}?", word="relocat", meant="relocate")
RELOCATE_WHERE = "Where to? Name the space."
DISBAND_WHICH = "Which unit? Give its number."
DO_WHAT = Text("What should unit {unit} do?", unit="2")
MOVE_WHERE = Text("Where should unit {unit} go?", unit="2")
NOTHING_FOLLOWS = Text("Nothing follows “{word}”.", word="hold")
SUPPORT_WHOM = "Support which unit? Give its number."
NO_FACTION = Text(
    "There is no faction “{word}”. They are {factions}.", word="wilbur", factions="tower, papst and greene"
)
NO_FACTION_NEAR = Text("There is no faction “{word}”. Did you mean {meant}?", word="hamlet", meant="hamblet")
SUPPORT_WHAT = Text("Unit {other} has no order yet. Say what it does: hold, or where it moves.", other="3")
SUPPORT_WHAT_FOREIGN = Text(
    "What will {faction} {other} do? Add hold, or where it moves.", faction="hamblet", other="2"
)
SUPPORT_WHERE = Text("Where does {other} move?", other="1")
NO_SPACE = Text("No space is called “{word}”.", word="xyzzy")
NO_SPACE_NEAR = Text("No space is called “{word}”. Did you mean {meant}?", word="redhok", meant="Red Hook")
WHICH_SPACE = Text(
    "“{word}” could be {spaces}.", word="long island", spaces="Long Island City or Long Island Sound"
)
WHICH_OF_MANY = Text("“{word}” could be one of many spaces.", word="e")

# -- Orders that are not possible now

GAME_OVER = "The game is over."
ONLY_FACTIONS = "Only a faction gives orders."
NONE_GIVEN = "You gave no order."
OUT = "Your faction is out of the game."
NOTHING_TO_CHOOSE = "Nothing to do: waiting for other players."
NO_UNITS = "You have no units now."
NO_SUCH_SEAT = "There is no such faction."
NOT_NOW = "You can't declare that now."
SAID_TWICE = "Once is enough."
CONCEDE_ALONE = "Send concede alone, without other orders."
TWO_ORDERS = Text("Unit {unit} has two orders. Send only one.", unit="2")
TWO_HOMES = "You named two new home bases. Send only one."
TWICE_DISBANDED = Text("Unit {unit} is disbanded twice.", unit="2")
TOO_MANY_DISBANDED = Text("You disband {most} {most:unit|units}, and named {given}.", most=2, given=3)
HOME_ON_STAR = "A home base moves to a star space on land."
HOME_NOT_THERE = "Your home base can't move there."
HOME_STAYS = "Your home base stays where it is."
NONE_TOO_MANY = "You have no unit too many."
UNITS_REST = "Units move again next season. Now you only make your choices."
NO_UNIT = Text("You have no unit {unit}.", unit="9")
NO_UNIT_BUT = Text("You have no unit {unit}. Yours: {units}.", unit="9", units="1, 2 and 3")
NOT_LOYAL = Text("{turreton} is not yours.", turreton="Moe")
TURRETON_STAYS = Text("{turreton} can't move: a Turreton supports or holds.", turreton="Moe")
THERE_ALREADY = Text("Unit {unit} is in {space} already.", unit="1", space="Soho")
OUT_OF_REACH = Text(
    "Unit {unit} can't reach {target}. From {space} it can go to {spaces}.",
    unit="1",
    target="Coney Island",
    space="Kennedy",
    spaces="Jamaica, Jamaica Bay or Rockaways",
)
TURRETON_UNSUPPORTED = "Nobody can support a Turreton."
NO_SUCH_UNIT = Text("{faction} has no unit {unit}.", faction="hamblet", unit="9")
TURRETON_OWN = "A Turreton supports only its own faction's units."
SUPPORTS_ITSELF = "A unit can't support itself."
OTHER_OUT_OF_REACH = Text(
    "Unit {other} is in {space} and can't reach {target}.", other="1", space="Soho", target="Harlem"
)
FOREIGN_OUT_OF_REACH = Text(
    "{faction} {other} is in {space} and can't reach {target}.",
    faction="hamblet",
    other="1",
    space="Soho",
    target="Harlem",
)
OWN_SPACE = "A unit needs no support in its own space: it defends there anyway."
NOT_ADJACENT = Text(
    "Unit {unit} in {space} can't support into {battle}: the two don't touch.",
    unit="2",
    space="Midtown",
    battle="Soho",
)
TURRETON_NOT_ADJACENT = Text(
    "{turreton} in {space} can't support into {battle}: the two don't touch.",
    turreton="Moe",
    space="Lower Hudson River",
    battle="Harlem",
)
LAND_INTO_WATER = Text(
    "Unit {unit} is on land and supports into land only; {battle} is water.", unit="2", battle="East River"
)

# -- Possible, but think twice

NO_ATTACK_ASHORE = Text(
    "Unit {unit} can't attack {faction} in {space}: nobody attacks between land and water. It gets in only "
    "if {faction} leaves and no other faction goes there.",
    unit="1",
    faction="tower",
    space="Soho",
)
OWN_UNIT_STAYS = Text(
    "Unit {unit} can't enter {space}: your unit {other} stays there.", unit="1", space="Soho", other="2"
)
CHANGING_PLACES = Text("Units {unit} and {other} want to swap places: neither moves.", unit="1", other="2")
ONE_ENTERS = Text("Units {units} go to {space}: only one can enter.", units="1 and 2", space="Harlem")
SUPPORT_OF_MOVER = Text(
    "`{order}` does nothing: your unit {other} moves to {space}.",
    order="2 support 1 hold",
    other="1",
    space="Harlem",
)
SUPPORT_OF_HOLDER = Text(
    "`{order}` does nothing: your unit {other} holds.", order="2 support 1 to harlem", other="1"
)
SUPPORT_OF_SUPPORTER = Text(
    "`{order}` does nothing: your unit {other} supports.", order="2 support 1 to harlem", other="1"
)
AGAINST_YOURSELF = Text(
    "`{order}` helps {faction} {other} against your own unit {mine} in {space}.",
    order="2 support hamblet 1 to soho",
    faction="hamblet",
    other="1",
    mine="3",
    space="Soho",
)
AGAINST_YOURSELVES = Text(
    "`{order}` helps {faction} {other} against your own units {mine} in {space}.",
    order="2 support hamblet 1 to soho",
    faction="hamblet",
    other="1",
    mine="3 and 4",
    space="Soho",
)

# -- Positions that cannot be (they come from files)

MAP_LACKS = Text("the map lacks something: {what}", what="KeyError('spaces')")
UNKNOWN_SPACE = Text("{key}: {value} is not a space of the map", key="unit 1 of tower", value="'sohoo'")
UNKNOWN_SEAT = Text(
    "{key}: {value} is not a faction; they are {factions}", key="units", value="'x'", factions="tower, papst"
)
WRONG_NUMBER = Text(
    "{key} of {seat}: {value} is not a number from 1 to {most}",
    key="units",
    seat="tower",
    value="'x'",
    most=9999,
)
UNITS_NEEDED = 'units are needed: {"tower": {"1": "soho", …}, …}'
WATER_UNCONTROLLED = Text(
    "{key}: {space} is water, which nobody controls without a unit or Turreton",
    key="control",
    space="east_river",
)
NOT_A_STAR = Text("{key}: {space} is not a star space on land", key="homes", space="soho")
LOYAL_ELSEWHERE = Text(
    "{turreton} is loyal to {seat}, but {other} stands there", turreton="moe", seat="tower", other="papst"
)
OUTCOME_MISPLACED = "an outcome stands in a finished game, and only there"
OWED_MISPLACED = "choices are owed in an adjustment, and only there"
PHASE_AND_SEASON = Text("the phase is {phase}, but the season {season}", phase="fall", season="spring")
WRONG_YEAR = Text("the year must be from {first} to the last year, {last}", first=2047, last=2060)
FEWER_THAN_TWO = "with fewer than two factions left the game is over"
WRONG_OFFERS = "offers: of factions that still play, and not of all of them"
NOBODY_OWES = "nobody who plays has a unit or a Turreton"
TWO_FACTIONS = Text("{seat} and {other} both stand in {space}", seat="tower", other="papst", space="soho")
TWO_UNITS = Text(
    "two units stand in {space}, which is not the home base of {seat}", space="soho", seat="tower"
)
SAME_HOME = "homes: two factions can't have the same home base"
HOMELESS = Text("{seat} has no home base, so it has no units, lands or Turretons", seat="tower")
NOT_ENDED = Text("{seat} has no home base, so ended must say in which turn it was eliminated", seat="tower")
ENDED_AT_HOME = Text("{seat} has a home base: it is in ended exactly if it has conceded", seat="tower")
CONCEDED_WHEN = "ended says in which turn a faction conceded"
OWES_NOTHING = Text("{seat} is out of the game and owes nothing", seat="tower")
OWES_WRONGLY = Text(
    "{seat} owes a choice: a new home base, or to disband some of its {own} {own:unit|units}",
    seat="tower",
    own=4,
)
RELOCATE_UNSORTED = Text("owed by {seat}: relocate lists star spaces on land, sorted", seat="tower")
RELOCATE_UNCONTROLLED = Text("{seat} can move its home only to land that it controls", seat="tower")
