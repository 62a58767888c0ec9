"""What changes between two editions of a game: which inputs, from which answer to which."""
