"""From tokens to trees: the grammar's tables, the loop that reads by them, and what is said where it stops."""
