"""Proofreading: words, marks and doublings of a book, by themselves."""
