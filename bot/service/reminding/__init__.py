"""Reminders, and who can be written to."""
