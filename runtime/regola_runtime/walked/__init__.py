"""Paths over a map: where they lead, by which ways, and which ways are alike."""
