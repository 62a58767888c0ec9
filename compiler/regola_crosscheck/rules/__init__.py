"""What the encoded rules hold for each section: numbers, tables, errata."""
