"""Ratings and records: what finished games say of those who played them."""
