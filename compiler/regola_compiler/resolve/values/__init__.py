"""Expressions: what a name, a call, an operator comes to, and of which type it is."""
