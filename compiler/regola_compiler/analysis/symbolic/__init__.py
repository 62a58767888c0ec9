"""The rules run on unknown inputs: a symbolic executor over the interpreter, and the solver behind it."""
