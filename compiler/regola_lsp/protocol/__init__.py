"""The Language Server Protocol: messages in and out, and when what is done."""
