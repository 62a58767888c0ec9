"""Answers to what an editor asks, each a function of a game that was read: they know no protocol."""
