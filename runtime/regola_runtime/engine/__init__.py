"""What a game is played with: its phases and deeds, the states of a play, and what may be done in one."""
