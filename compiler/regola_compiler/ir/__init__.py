"""The intermediate representation: the tree that all emitters read (tree.py says why), and its JSON."""
