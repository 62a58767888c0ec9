"""A book by its subjects: what it says of each thing in all places, side by side."""
