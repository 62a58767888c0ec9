"""Straight-line code: what a person would write where everything is known beforehand."""
