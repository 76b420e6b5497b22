"""The engine of Commander-In-Chief: alpha-beta, on the game's own boards."""
