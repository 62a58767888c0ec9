"""Examples that fail and that no single change mends: who decided what they come to."""
