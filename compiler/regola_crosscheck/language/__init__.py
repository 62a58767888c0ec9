"""The words of a language that the desk looks for: numbers, permissions, forms of words."""
