"""Many questions at once, and tables of many rows."""
