"""What is posted, and how it leaves."""
