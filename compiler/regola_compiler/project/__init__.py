"""A game's folder on disk: its manifest, its sources and its glossary, read and never trusted."""
