"""What a module of a game that is played needs beside that: positions, what deeds bring about, games."""
