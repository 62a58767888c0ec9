"""What is open: texts as an editor counts them, and the games they belong to."""
