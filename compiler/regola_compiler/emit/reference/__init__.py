"""The reference of a game as a page of HTML."""
