"""What a hand may have meant to write: slips made in the text itself, and shown in its own words."""
