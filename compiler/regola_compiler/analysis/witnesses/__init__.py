"""Witnesses: points of boxes put to the interpreter, and what it met there as the game writes it."""
