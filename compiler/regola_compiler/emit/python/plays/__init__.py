"""A game that is played, as Python: its positions, deeds and phases."""
