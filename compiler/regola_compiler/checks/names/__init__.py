"""What is wrong with names: alike, hidden by another, read by nobody."""
