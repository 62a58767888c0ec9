"""The language of `.regola` files: text and shape, not meaning."""
