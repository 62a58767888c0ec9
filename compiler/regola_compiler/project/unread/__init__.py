"""What lies in a game's folder, or stands in its texts, and would be lost without a word."""
