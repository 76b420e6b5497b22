"""Nemein. Source: rules of the game (docs/nemein.md repeats them with our rulings)."""
