"""Words before they are sentences: titles, a little grammar, what may be named where, how a game's texts use theirs."""
