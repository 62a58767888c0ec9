"""What is tried where no table knows what was meant: what the grammar would take, and one change anywhere in a line."""
