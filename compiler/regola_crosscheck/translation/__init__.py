"""The rulebook itself to translators' programs and back: segmented XLIFF 1.2 and 2.0, and TMX."""
