"""What can go wrong in any position: tables as boxes, rules run on symbols, witnesses that were replayed."""
