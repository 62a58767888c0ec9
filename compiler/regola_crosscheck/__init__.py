"""The translator's desk: a rulebook text held against the encoded rules and against itself."""
