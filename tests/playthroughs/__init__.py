"""Golden playthroughs: every legal list, every seat's view and every event of some games.

`python -m tests.playthroughs` writes the files again; read the difference before you commit it.
"""
