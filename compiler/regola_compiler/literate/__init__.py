"""A rulebook in Markdown whose fenced blocks are its rules."""
