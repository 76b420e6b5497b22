"""The slash commands, a few lines each."""
