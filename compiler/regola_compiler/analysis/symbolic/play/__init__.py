"""What is done in play, explored: actions and their effects, phases, and what of them never comes about."""
