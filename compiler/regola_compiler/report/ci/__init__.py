"""Findings as programs around a repository read them: code hosts, and whatever counts tests."""
