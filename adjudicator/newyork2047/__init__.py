"""New York 2047."""
