"""What the game, and the declaration, tell of a line: what is known there, who is spoken of, of what type it is."""
