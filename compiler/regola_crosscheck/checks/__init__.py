"""The kinds of finding: each is one file with its pages, and one line in `run.CHECKS`."""
