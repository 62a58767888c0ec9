"""The report for a book's publisher: what is wrong in the text, in its own language, at its page, with a proposal."""
