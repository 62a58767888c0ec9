"""What is wrong with phases: never come to, never left, played for ever, or by nobody who is asked for."""
