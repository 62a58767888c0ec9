"""What a program means: the reference interpreter, and what asks it."""
