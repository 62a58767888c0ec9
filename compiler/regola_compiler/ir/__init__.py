"""A checked program as plain data, which emitters read."""
