"""Computer opponents: an engine for each game, matches between them, and a protocol for others' engines.

Imports `adjudicator` alone. `engine.py` is the protocol, `registry.py` lists the engines.
"""
