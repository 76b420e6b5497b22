"""Several processes on one PostgreSQL: which ones there are, and who does what (docs/hosting.md)."""
