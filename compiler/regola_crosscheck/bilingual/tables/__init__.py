"""Tables that stand in two languages: cell by cell, row by row, and those that one text has alone."""
