"""A printed page put together again from its letters: lines, columns, tables, paragraphs."""
