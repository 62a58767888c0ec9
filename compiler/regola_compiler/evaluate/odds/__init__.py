"""How likely answers are."""
