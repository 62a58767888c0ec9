"""Printed tables held against encoded ones: which is which, and where they differ."""
