"""The checked program: its types, its trees, and what walks them."""
