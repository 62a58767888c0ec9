"""What is said of the book: examples, errata, names in other languages."""
