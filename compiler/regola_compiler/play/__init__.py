"""Playing a game: positions, moves, histories, chance. The engine is the runtime's, which generated modules share."""
