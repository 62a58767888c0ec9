"""A game that somebody plays: its history, how it is kept in a file and written as an example."""
