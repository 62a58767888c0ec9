"""What was meant where a text cannot be read: what was being read, what stands there instead, and how it is written."""
