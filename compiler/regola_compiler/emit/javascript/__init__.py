"""JavaScript: one ES module for a game, from the representation that the Python module is made from."""
