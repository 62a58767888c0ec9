"""Two texts of one book in two languages: sentence beside sentence, and what one says and the other does not."""
