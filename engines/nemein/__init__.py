"""Nemein's computer opponent: a search over whole turns, in which coin flips are chance nodes.

stacks.py numbers every stack of coins, position.py is a board of such numbers that search changes fast,
values.py says what coins and houses are worth and evaluate.py how a position stands, turns.py finds the turns
worth a look, search.py searches them, setups.py chooses handful and placement, words.py says what a turn is
for, engine.py puts it together.
"""
