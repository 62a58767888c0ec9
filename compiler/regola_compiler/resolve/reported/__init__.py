"""What is wrong with the names of a program: how it is collected, and in which words it is told."""
