"""Where a finding is told: at its cause, once, and nothing of what follows from it."""
