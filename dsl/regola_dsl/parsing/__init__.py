"""From tokens to trees: the grammar's tables, and the loop that reads by them."""
