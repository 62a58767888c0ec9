"""A game as a page on which it is played: the rules as JavaScript, and a table to play them at."""
