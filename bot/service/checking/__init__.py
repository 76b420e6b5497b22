"""Is all that is stored true? Every game is replayed from its steps, and rows are compared with others."""
