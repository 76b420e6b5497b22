"""The rules of the five games: pure, standard library only, no clock, no files, no randomness."""
