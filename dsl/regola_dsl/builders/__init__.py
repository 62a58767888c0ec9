"""Surface trees from the parser's: one method for each rule of the grammar."""
