"""Every small change of a program, and which examples notice it."""
