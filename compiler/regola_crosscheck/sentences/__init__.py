"""Sentences of a book tied to the rules they render, and held against them word by word."""
