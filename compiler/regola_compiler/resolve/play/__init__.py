"""What is played: pieces and phases, and what changes them."""
