"""Words before they are sentences: titles, a little grammar, and how the texts of a game use their own."""
