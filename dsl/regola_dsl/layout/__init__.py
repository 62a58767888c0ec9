"""How a source text is laid out: a step is a file, each from lines to lines (`format.py`)."""
