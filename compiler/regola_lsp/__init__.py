"""The language server: what an editor asks of a game while somebody writes it."""
