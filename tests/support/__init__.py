"""What tests share: where things lie, cases, random programs, seeded faults, readers of what is written."""
