"""What is wrong with actions, rules, duties and events."""
