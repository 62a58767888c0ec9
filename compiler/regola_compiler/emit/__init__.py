"""What a checked program is turned into. Emitters return texts; writing them is the caller's work."""
