"""Leagues: seasons of many games, from the sign-up to the final table."""
