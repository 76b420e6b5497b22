"""Computers as players: who plays a seat is a user's id everywhere, and a computer has one of its own.

It is negative, as those of people who asked to be forgotten are, and far below them: nobody is written to and
nobody is notified. It says the level, and a number that tells the computers of one game apart.
"""

from engines.engine import Level

LOWEST = 10**15
"""No pseudonym ever gets as far."""
_NUMBERS = 1000


def computer(level: Level, number: int = 1) -> int:
    """Return the id of a computer.

    >>> computer(Level.CAPTAIN), computer(Level.CAPTAIN, 2)
    (-1000000000003001, -1000000000003002)
    """
    return -(LOWEST + level * _NUMBERS + number)


def is_computer(user_id: int) -> bool:
    """
    >>> is_computer(computer(Level.RECRUIT)), is_computer(-12), is_computer(12)
    (True, False, False)
    """
    return user_id <= -LOWEST


def level_of(user_id: int) -> Level:
    """How strong a computer plays."""
    return Level((-user_id - LOWEST) // _NUMBERS)


def name_of(user_id: int) -> str:
    """What a computer is called.

    >>> name_of(computer(Level.CAPTAIN)), name_of(computer(Level.RECRUIT, 2))
    ('Computer captain', 'Computer recruit 2')
    """
    number = (-user_id - LOWEST) % _NUMBERS
    return f"Computer {level_of(user_id)}" + (f" {number}" if number > 1 else "")
