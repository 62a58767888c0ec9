"""Where a line, or a head, stands that is not where it belongs, and what is told of it."""
