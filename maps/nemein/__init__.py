"""The picture of a game of Nemein."""
