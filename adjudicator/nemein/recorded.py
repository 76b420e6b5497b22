"""Why an action was skipped, as records have it, word for word: a game that was played before must replay to
the same events. People read `adjudicator.nemein.text`."""

from collections.abc import Mapping

from adjudicator.nemein import text
from adjudicator.text import Text

RECORDED: Mapping[Text, str] = {
    text.NOT_ON_BOARD: "{tile} is not on the board",
    text.EMPTY: "nothing stands on {tile}",
    text.NOT_YOURS: "what stands on {tile} is {owner}'s",
    text.NO_HOUSE: "no house stands on {tile}",
    text.NO_PARTNER: "the unit on the house on {tile} is alone: there is none to swap it with",
    text.NOT_HOUSED: "no house stands on {tile}: only housed units are upgraded",
    text.HIGHEST: "{coin} is the highest unit",
    text.LOWEST: "{coin} is the lowest unit",
    text.HOUSE_THERE: "a house stands on {tile} already",
    text.NOT_ALONE: "{n} units stand on {tile}: a house goes beneath a unit that is alone",
    text.NO_HOUSE_COIN: "there is no house coin left in your hand",
    text.NOT_THERE: "no {coin} stands on {tile}, but {units}",
    text.HOUSED: "the {coin} on {tile} is housed: housed units do not move",
    text.TOO_FAR: "{target} is not next to {tile}: its neighbours are {near}",
    text.SHUT_IN: "{target} is not next to {tile}: its neighbours are {near}",
    text.TARGET_FULL: "three coins stand on {target}, so nobody can enter it",
    text.SPLIT_FULL: "three coins stand on {tile}: there is no room for one more",
    text.SPLIT_HOUSE_FULL: (
        "three coins stand on {tile}, the house counts as one: there is no room for one more"
    ),
    text.TOO_LATE: "the {stage} of this turn is closed: the order is move or swap, split, upgrade, house",
}
