"""Worked examples and the claims of errata: what they suppose, how they come out, and how that is told."""
