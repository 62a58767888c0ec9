"""The Python module of a game, and the module loaded as an oracle of what the rules mean."""
