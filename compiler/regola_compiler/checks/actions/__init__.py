"""What is wrong with actions, rules and the sequence of play."""
