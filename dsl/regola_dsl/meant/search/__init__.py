"""What a line may have meant: a condition moved, an object named, other words, and one change anywhere in a line."""
