"""Many games that nobody plays: by chance or by priorities, and what becomes of them."""
