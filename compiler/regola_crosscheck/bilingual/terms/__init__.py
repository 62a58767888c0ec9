"""The terms of two languages beside one another, and two terms for one thing."""
