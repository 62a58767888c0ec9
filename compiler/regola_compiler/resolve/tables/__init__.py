"""Printed tables: their layouts, and cells that compare one input with another."""
