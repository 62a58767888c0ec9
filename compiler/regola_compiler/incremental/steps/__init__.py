"""The steps in which a game is resolved: what each came to is kept, and taken again where it is what it was."""
