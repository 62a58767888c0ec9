"""Rules as text: in the language's own spelling, and as sentences in Italian and in English."""
