"""What a game begins with: values from YAML, counters, maps, scenarios."""
