"""What is done: actions, what they change, the order of phases."""
