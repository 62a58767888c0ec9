"""A rulebook text as it lies: lines, sections, numbers, printed tables."""
