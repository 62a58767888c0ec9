"""What is wrong with what a game says of its book: examples, errata, acceptances, sections."""
