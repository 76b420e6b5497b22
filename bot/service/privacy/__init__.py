"""What is stored of a user: shown to the user, and forgotten on request."""
