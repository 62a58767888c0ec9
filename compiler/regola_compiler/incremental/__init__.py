"""Looking again, after a change, only at what the change can have touched."""
