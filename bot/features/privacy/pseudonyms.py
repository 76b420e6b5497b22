"""Names and ids in what is stored as text or JSON, and the pseudonym that takes their place.

Whole names are found, as people are called by them and as messages escape them. A name that is also a seat's
or an everyday word is found only where the bot writes names: "(Ada)", "Ada (host)".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from bot.common.message import escaped, former, plain_name

_EVERYDAY = (
    "a add added after again all an and any are as ask asked asks at away back be been before board bot by "
    "call called channel chance day decided locked need needs resumed side sides start started took "
    "days deadline done draw end every everybody fall first for free from game games gave give given gone "
    "has have he her here him his host hour hours i if in is it itself last late league left letter line "
    "lost map me missed moderator move my new news next no nobody none not now of off on one open or "
    "order orders out over pause paused place play played player players points post press ready reason "
    "result round row rule rules seat seats seed she silence spring step substitute take taken table "
    "teams that the them then there they this time to turn turns two unit units until up us vacation "
    "victory vote wins with won you your yes "
)
_COMMON = frozenset(_EVERYDAY.split())
_MENTION = "<@[!\u200b]?{}\\\\?>"
ROLES = ("host", "moderator", "organiser", "game master", "manager")
"""What is written behind the name of whoever rules."""
_SURELY = 1 << 32
"""Ids of Discord's are greater: such a number is no count of anything."""
_LISTS = frozenset({"mentions", "only", "user", "users", "host", "host_id", "user_id"})
"""Keys in JSON whose numbers are users."""


def forms(names: Iterable[str]) -> list[str]:
    """Return the names as they may stand in a text, the longest first."""
    known = {form for name in names for form in (name, plain_name(name), escaped(name)) if form.strip()}
    return sorted(known, key=lambda form: (-len(form), form))


@dataclass(frozen=True)
class Pseudonymizer:
    """One user's names and id, and the pseudonym.

    names:  what the user is called in what is renamed
    others: names that somebody else there has too: these are found only behind the user's own seats
    seats:  the user's seats there, as they are written
    words:  words that mean something else there, in small letters
    roles:  as what the user may have ruled there: else "Ada (moderator)" is somebody else with the name
    titles: names that the user may have only as such a ruler
    """

    old: int
    new: int
    names: tuple[str, ...]
    others: frozenset[str] = frozenset()
    seats: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ROLES
    titles: tuple[str, ...] = ()

    def text(self, text: str) -> str:
        """Return a text with the pseudonym in it.

        >>> ada = Pseudonymizer(11, -1, ("Ada",))
        >>> ada.text("**Dark** (Ada) and <@11>, not Adam or <@112>: **Ada** 1")
        '**Dark** (a former player 1) and a former player 1, not Adam or <@112>: **a former player 1** 1'
        >>> Pseudonymizer(11, -1, ("turn",)).text("turn 4: **Dark** (turn) takes its turn")
        'turn 4: **Dark** (a former player 1) takes its turn'
        >>> ben = Pseudonymizer(11, -1, ("Ben",), frozenset({"Ben"}), ("Dark",))
        >>> ben.text("**Dark** (Ben), **Light** (Ben)")
        '**Dark** (a former player 1), **Light** (Ben)'
        """
        changed = self._mentions(text)
        for pattern in self._patterns():
            changed = pattern.sub(former(self.new), changed)
        return changed

    def ruler(self, text: str) -> str:
        """The same where only a game master's or organiser's doings are looked for, in games of others."""
        changed = self._mentions(text)
        for form in forms((*self.names, *self.titles)):
            changed = _ruling(form, self.roles).sub(former(self.new), changed)
        return changed

    def _mentions(self, text: str) -> str:
        changed = re.sub(_MENTION.format(self.old), former(self.new), text)
        if self.old < _SURELY or str(self.old) not in changed:
            return changed
        return re.sub(rf"(?<!\d){self.old}(?!\d)", former(self.new), changed)

    def value(self, value: Any, *, ruler: bool = False) -> Any:
        """JSON with the pseudonym in it.

        >>> Pseudonymizer(11, -1, ("Ada",)).value({"text": "(Ada)", "mentions": [11, 12], "seq": 11})
        {'text': '(a former player 1)', 'mentions': [-1, 12], 'seq': 11}
        """
        return self._value(value, self.ruler if ruler else self.text, surely=False)

    def _value(self, value: Any, text: Any, *, surely: bool) -> Any:
        if isinstance(value, str):
            return text(value)
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return self.new if value == self.old and (surely or value > _SURELY) else value
        if isinstance(value, dict):
            return {
                str(self.new) if key == str(self.old) else key: self._value(held, text, surely=key in _LISTS)
                for key, held in value.items()
            }
        if isinstance(value, list | tuple):
            return [self._value(held, text, surely=surely) for held in value]
        return value

    def key(self, key: str) -> str:
        """Return a key whose parts may be the id.

        >>> nameless = Pseudonymizer(11, -1, ())
        >>> nameless.key("k7f3/back/11/1800000000.000"), nameless.key("u:11")
        ('k7f3/back/-1/1800000000.000', 'u:-1')
        """
        return re.sub(rf"(?<![^/:]){self.old}(?![^/])", str(self.new), key)

    def _patterns(self) -> list[re.Pattern[str]]:
        found = []
        for name in dict.fromkeys(self.names):
            for form in forms([name]):
                own = re.escape(form)
                if name in self.others:
                    for seat in map(re.escape, self.seats):
                        found.append(re.compile(rf"(?<=\*\*{seat}\*\* \(){own}(?=\))"))
                        found.append(re.compile(rf"(?<=(?<![\w*]){seat} \(){own}(?=\))"))
                elif self._means_more(name):
                    found += [_ruling(form, self.roles), re.compile(rf"(?<=\(){own}(?=\))"), _in_league(form)]
                else:
                    foreign = [role for role in ROLES if role not in self.roles]
                    nobody_else = rf"(?! {_any(foreign)})" if foreign else ""
                    found.append(re.compile(rf"(?<![\w\\]){own}(?!\w){nobody_else}"))
        if self.roles:
            found += [_ruling(form, self.roles) for form in forms(self.titles)]
        return found

    def _means_more(self, name: str) -> bool:
        """Return whether a text may have the name and mean something else."""
        word = name.lower()
        return word in _COMMON or word in self.words or len(name) < 3 or name.isdecimal()


def _any(roles: Collection[str]) -> str:
    return rf"\((?:{'|'.join(map(re.escape, roles))})\)"


def _ruling(form: str, roles: Collection[str] = ROLES) -> re.Pattern[str]:
    """Where somebody is named who rules as one of these, or who changes seats.

    >>> said = "Side now plays **Dark** in place of Back: gone. Side (host) made Back the host"
    >>> _ruling("Back").sub("B", _ruling("Side").sub("S", said))
    'S now plays **Dark** in place of B: gone. S (host) made B the host'
    >>> _ruling("Side").sub("S", "**Dark** is played by Side now, in the place of Back: gone.")
    '**Dark** is played by S now, in the place of Back: gone.'
    """
    own = re.escape(form)
    seats = rf"(?<![\w\\]){own}(?= (?:now plays|has taken over) \*\*)|(?<=place of ){own}(?=[.:,])"
    seats += rf"|(?<=played by ){own}(?= now)"  # as it was said once
    if not roles:
        return re.compile(seats)
    named = rf"(?<=made ){own}(?= the host)|" if "host" in roles else ""
    return re.compile(rf"(?<![\w\\]){own}(?= {_any(roles)})|{named}{seats}")


def _in_league(form: str) -> re.Pattern[str]:
    """At the beginning of a line of a league, and in its results: "- Round 2 · **Ada**: 1, Ben: 0".

    >>> [_in_league(name).sub("X", "Round 2 · **A**: ½, B: ½, C 0") for name in "ABC"]
    ['Round 2 · **X**: ½, B: ½, C 0', 'Round 2 · **A**: ½, X: ½, C 0', 'Round 2 · **A**: ½, B: ½, X 0']
    """
    own = re.escape(form)
    return re.compile(
        rf"^{own}(?= (?:withdrew|may step in|was taken out|has left|lost|left before)\b)"
        rf"|(?:(?<= · \*\*)|(?<=, \*\*)){own}(?=\*\*:? )|(?:(?<= · )|(?<=, )){own}(?=: | \d)",
        re.MULTILINE,
    )


def shared(names: Collection[str], others: Collection[str]) -> frozenset[str]:
    """Names that others have too, as people read them."""
    taken = {plain_name(other) for other in others}
    return frozenset(name for name in names if plain_name(name) in taken)
