"""What is wrong with tables."""
