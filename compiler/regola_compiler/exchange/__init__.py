"""A game's texts and terms on their way to translators' tools and back: XLIFF, TMX, TBX, PO."""
