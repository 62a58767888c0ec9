"""What is wrong with definitions and their exceptions."""
