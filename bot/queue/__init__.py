"""Work that another machine may do: jobs in PostgreSQL, given out by Procrastinate (docs/scale.md)."""
