"""What a game master does by hand, and the public log."""
