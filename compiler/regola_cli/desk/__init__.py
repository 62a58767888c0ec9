"""What `regola crosscheck` does when its words are read: a thing that it writes, or asks, is one module."""
