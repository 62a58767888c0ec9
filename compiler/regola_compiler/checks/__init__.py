"""The checks: each is one file with one page of the same name beside it, and one line in registry.py."""
