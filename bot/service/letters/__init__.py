"""Letters between players."""
