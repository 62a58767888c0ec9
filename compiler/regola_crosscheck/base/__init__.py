"""What every check of the desk is given, and what it gives back."""
