"""The intermediate representation: the tree that all emitters read (tree/ says why), and its JSON."""
